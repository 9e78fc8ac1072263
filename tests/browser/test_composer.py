"""The picture of an event put together by hand, and its mnemonic chosen from what the desk proposes."""

import re

import pytest
from playwright.sync_api import expect

from decks.models import Draft
from games.rules.major import spells
from games.rules.scene import parse_scene
from tests.browser import test_desk
from tests.browser.conftest import PHONE
from tests.browser.test_everyone import WIDER, violations

signed_in = test_desk.desk
WIDE = {"width": 1280, "height": 900}
PICTURE = "night flat 🐕@50,80*52 🌙@76,26*20"

# Where a place of the scene is on the screen.
WHERE = """([x, y]) => {
  const canvas = document.querySelector('.composer .scene');
  const point = new DOMPoint(x, y).matrixTransform(canvas.getScreenCTM());
  return [point.x, point.y];
}"""


@pytest.fixture
def desk(signed_in):
    """Somebody at the desk. Everything is saved in the end: a save under way would meet the next test's tables."""
    pages = []

    def sits_down(*args, **kwargs):
        pages.append(signed_in(*args, **kwargs))
        return pages[-1]

    yield sits_down
    for page in pages:
        page.locator("#editor > .btn.go").click()
        expect(page.locator(".notes")).to_contain_text("Saved.")


def composing(page, scene=PICTURE, languages=()):
    """A card with a picture, and the composer open."""
    page.goto("/decks/write/new/")
    page.fill("#title", "Pictures")
    for language in languages:
        page.check(f"input[name=languages][value={language}]")
    page.locator("main button.go").click()
    page.locator(".desk-bar button.go").click()
    page.wait_for_url("**/card/*/")
    page.fill("#f-scene-en", scene)
    return page.locator(".composer").first


def where(page, *place):
    page.locator(".composer .easel .card").first.scroll_into_view_if_needed()
    return page.evaluate(WHERE, list(place))


def tap(page, *place):
    page.mouse.click(*where(page, *place))


def drag(page, start, end):
    page.mouse.move(*where(page, *start))
    page.mouse.down()
    page.mouse.move(*where(page, *[(one + other) / 2 for one, other in zip(start, end, strict=True)]))
    page.mouse.move(*where(page, *end))
    page.mouse.up()


def scene_of(page):
    return parse_scene(page.input_value("#f-scene-en"))


def saved(field):
    return Draft.objects.get().fields.get(field, "")


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_dragging_with_the_mouse_puts_an_emoji_where_it_is_dropped_and_keeps_it(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    composing(page)
    drag(page, (76, 26), (24, 40))
    expect(page.locator("#f-scene-en")).to_have_value("night flat 🐕@50,80*52 🌙@24,40*20")
    expect(page.locator(".composer .scene text").nth(1)).to_have_attribute("x", "24")
    # With a name and a year the card is shown as players see it: that has come back from the server.
    page.fill("#f-name-en", "A dog at night")
    page.fill("#f-year", "1961")
    expect(page.locator("#state .scene text").nth(1)).to_have_attribute("x", "24")
    assert saved("scene.en") == "night flat 🐕@50,80*52 🌙@24,40*20"


def test_an_emoji_is_not_moved_by_being_tapped_nor_by_where_it_was_touched(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    composing(page)
    tap(page, 60, 90)
    expect(page.locator("#f-scene-en")).to_have_value(PICTURE)
    drag(page, (60, 90), (70, 100))
    expect(page.locator("#f-scene-en")).to_have_value("night flat 🐕@60,90*52 🌙@76,26*20")


def test_the_buttons_at_hand_are_those_of_the_emoji_that_was_tapped(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    composer = composing(page)
    rows = composer.locator("ol > li")
    expect(composer.locator(".ring")).to_have_count(0)
    tap(page, 76, 26)
    expect(rows.nth(1)).to_have_class("on")
    expect(composer.locator(".ring").first).to_have_attribute("cx", "76")
    composer.locator("li.on [data-do=larger]").click()
    composer.locator("li.on [data-do=left]").click()
    expect(page.locator("#f-scene-en")).to_have_value("night flat 🐕@50,80*52 🌙@72,26*24")
    expect(composer.locator(".ring").first).to_have_attribute("cx", "72")
    tap(page, 50, 80)
    expect(composer.locator("li.on [data-do=pick]")).to_have_text("🐕")
    composer.locator("li.on [data-do=front]").click()
    expect(page.locator("#f-scene-en")).to_have_value("night flat 🌙@72,26*24 🐕@50,80*52")
    expect(composer.locator("li.on [data-do=pick]")).to_have_text("🐕")
    tap(page, 90, 130)
    expect(composer.locator("li.on, .ring")).to_have_count(0)


def test_what_lies_behind_is_reached_with_a_second_tap_and_dragged_from_there(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    composer = composing(page, "night 🌙@50,80*20 🐕@50,80*60")
    chosen = composer.locator("li.on [data-do=pick]")
    tap(page, 50, 80)
    expect(chosen).to_have_text("🐕")
    tap(page, 50, 80)
    expect(chosen).to_have_text("🌙")
    drag(page, (50, 80), (20, 30))
    expect(page.locator("#f-scene-en")).to_have_value("night 🌙@20,30*20 🐕@50,80*60")


def test_nothing_leaves_the_field_and_no_turn_is_too_far(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    composer = composing(page, "night 🐕@50,80*30")
    drag(page, (50, 80), (-40, 160))
    assert (scene_of(page).items[0].x, scene_of(page).items[0].y) == (0, 140)
    for _ in range(13):  # 195 degrees, which is as far as -165
        composer.locator("li [data-do=turn]").press("Enter")
        composer.locator("li [data-do=left]").press("Enter")
    expect(page.locator("#f-scene-en")).to_have_value("night 🐕@0,140*30~-165")
    expect(page.locator("#e-scene-en .err")).to_have_count(0)
    assert scene_of(page).items[0].turn == -165


def test_the_canvas_shows_ground_horizon_and_every_turn_as_the_card_does(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    written = "dusk peaks 🐕@50,80*52~-12| 🌙@76,26*20~30 🌲@20,100*24|"
    composer = composing(page, written)
    page.fill("#f-name-en", "A dog at dusk")
    page.fill("#f-year", "1961")
    look = """svg => [svg.getAttribute('viewBox'), ...[...svg.querySelectorAll('rect, path, text')].map(one =>
      [one.localName, ...['class', 'd', 'x', 'y', 'font-size', 'transform'].map(name => one.getAttribute(name) || ''),
       one.textContent].join(' '))]"""
    drawn = page.locator("#state .card.hidden.w-7 .scene")
    expect(drawn.locator("text")).to_have_count(3)
    assert composer.locator(".scene").evaluate(look) == drawn.evaluate(look)
    composer.locator("select").nth(1).select_option("none")
    expect(composer.locator(".scene .horizon")).to_have_count(0)
    composer.locator("select").first.select_option("snow")
    expect(composer.locator(".scene rect")).to_have_class("gr-snow")


def test_an_emoji_is_taken_from_the_palette_and_is_the_chosen_one(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    composer = composing(page, "night 🐕@50,80*52")
    expect(composer.get_by_role("button", name="🏰")).to_be_hidden()
    composer.get_by_role("button", name="Buildings").click()
    composer.get_by_role("button", name="🏰").click()
    expect(page.locator("#f-scene-en")).to_have_value("night 🐕@50,80*52 🏰@88,80*24")
    expect(composer.locator("li.on [data-do=pick]")).to_have_text("🏰")


def test_what_the_composer_cannot_read_is_left_as_it_was_typed(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    composing(page, "night flat 🌙@76,26*20 🐕@50,80 🌲")
    drag(page, (76, 26), (24, 40))
    expect(page.locator("#f-scene-en")).to_have_value("night flat 🌙@24,40*20 🌲 🐕@50,80")


def test_when_an_emoji_is_removed_the_keyboard_stays_in_the_list(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    composer = composing(page)
    composer.locator("li").nth(1).locator("[data-do=remove]").press("Enter")
    expect(page.locator("#f-scene-en")).to_have_value("night flat 🐕@50,80*52")
    expect(composer.locator("li [data-do=pick]")).to_be_focused()
    composer.locator("li [data-do=remove]").press("Enter")
    expect(composer.locator("[data-emoji]")).to_be_focused()


def test_a_finger_drags_on_a_small_phone_and_the_page_stays_where_it_is(desk):
    page = desk("anna", "Authors", viewport=PHONE, has_touch=True, is_mobile=True)
    composing(page)
    touch = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = where(page, 76, 26), where(page, 30, 110)
    before = page.evaluate("scrollY")
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        point = {"x": x + (to_x - x) * step / 5, "y": y + (to_y - y) * step / 5}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#f-scene-en")).not_to_have_value(PICTURE)
    moon = scene_of(page).items[1]
    assert abs(moon.x - 30) <= 1 and abs(moon.y - 110) <= 1
    assert page.evaluate("scrollY") == before
    assert page.evaluate(WIDER) <= 0


# -- mnemonics ---------------------------------------------------------------------------------------------------------


def proposed(page, language="en"):
    return page.locator(f"#suggestions-{language} [data-take]")


def values(buttons):
    return buttons.evaluate_all("all => all.map(one => one.value)")


def test_a_suggestion_is_taken_with_the_keyboard_and_kept(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    test_desk.an_empty_card(page)
    expect(proposed(page)).to_have_count(0)
    page.fill("#f-year", "1961")
    expect(proposed(page)).to_have_count(6)
    words = values(proposed(page))[2]
    assert spells(words, "en", 1961)
    proposed(page).nth(2).press("Enter")
    expect(page.locator("#f-mnemonic-en")).to_have_value(words)
    expect(page.locator("#said")).to_have_text(f"In the field now: {re.sub(r'[][]', '', words)}")
    expect(page.locator("#state")).to_contain_text("Spelt so far")
    assert saved("mnemonic.en") == words
    expect(proposed(page).nth(2)).to_be_focused()
    expect(page.locator("#state [aria-pressed=true]")).to_have_text(re.sub(r"[][]", "", words))
    expect(page.locator(".put-back")).to_have_count(0)


def test_others_are_six_others_and_stay_while_one_goes_on_writing(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    test_desk.an_empty_card(page)
    page.fill("#f-year", "1961")
    expect(proposed(page)).to_have_count(6)
    first = values(proposed(page))
    page.locator("#others-en").press("Enter")
    expect(proposed(page).first).not_to_have_attribute("value", first[0])
    second = values(proposed(page))
    assert len(second) == 6 and not set(first) & set(second)
    expect(page.locator("#others-en")).to_be_focused()
    page.locator("#others-en").press("Enter")
    expect(proposed(page).first).not_to_have_attribute("value", second[0])
    third = values(proposed(page))
    page.fill("#f-name-en", "Gagarin flies")
    expect(page.locator("#state")).to_contain_text("Gagarin flies")
    assert values(proposed(page)) == third


def test_words_of_ones_own_can_be_put_back(desk):
    page = desk("anna", "Authors", viewport=WIDE)
    test_desk.an_empty_card(page)
    page.fill("#f-mnemonic-en", "[Sh]ip of [T]in")
    page.fill("#f-year", "1961")
    expect(proposed(page)).to_have_count(6)
    proposed(page).first.click()
    proposed(page).nth(1).click()
    back = page.locator(".put-back")
    expect(back).to_have_text("Put back: [Sh]ip of [T]in")
    back.click()
    expect(page.locator("#f-mnemonic-en")).to_have_value("[Sh]ip of [T]in")
    expect(back).to_have_count(0)
    expect(page.locator("#f-mnemonic-en")).to_be_focused()
    expect(page.locator("#state [aria-pressed=true]")).to_have_count(0)


# The lowest edge of what is to be in sight beside each other: the fields of one language, its picture, both faces.
LOWEST = """() => Math.max(...["year", "name", "accept", "mnemonic"].map(field => `#line-${field}`).concat(
    ".composer", "#state .card:not(.mini)").flatMap(one => [...document.querySelectorAll(one)])
    .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().bottom))"""


def test_each_language_has_its_own_words_and_all_its_fields_in_sight(desk):
    page = desk("anna", "Authors", viewport={"width": 1280, "height": 800})
    composing(page, "", languages=("de", "fr", "it"))
    page.fill("#f-year", "1969")
    expect(proposed(page, "en")).to_have_count(6)
    expect(page.locator("#f-name-fr")).to_be_hidden()
    assert page.locator(".composer").first.get_attribute("open") is not None
    assert page.locator("#state .card:not(.mini):visible").count() == 1, "the face without its picture"
    assert page.evaluate(LOWEST) <= 800
    page.locator(".todo a", has_text="Mnemonic (fr)").click()
    expect(page.locator("#f-mnemonic-fr")).to_be_focused()
    expect(page.locator("#f-mnemonic-en")).to_be_hidden()
    for language in ("en", "de", "fr", "it"):
        page.check(f"[name=shown][value={language}]", force=True)
        expect(proposed(page, language)).to_have_count(6)
        expect(proposed(page, language).first).to_be_visible()
        assert all(spells(words, language, 1969) for words in values(proposed(page, language)))
        assert page.evaluate(LOWEST) <= 800
    proposed(page, "it").first.click()
    expect(page.locator("#f-mnemonic-it")).to_have_value(values(proposed(page, "it"))[0])
    expect(page.locator("#f-mnemonic-de")).to_have_value("")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("[name=shown]:checked")).to_have_value("it")
    page.press("#f-year", "Enter")  # saves, and goes nowhere
    expect(page.locator(".notes")).to_contain_text("Saved.")


# -- for everybody -----------------------------------------------------------------------------------------------------


NOTHING_SMALL = """() => [...document.querySelectorAll(".composer button, .composer select, .suggestions .btn")]
    .filter(one => one.checkVisibility() && !one.closest("li:not(.on) .moves"))
    .map(one => one.getBoundingClientRect())
    .every(({ width, height }) => width >= 44 && height >= 44)"""


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_too_wide(desk, scheme, viewport):
    page = desk("anna", "Authors", viewport=viewport, color_scheme=scheme)
    composer = composing(page, languages=("de",))
    page.fill("#f-year", "1961")
    expect(proposed(page, "de")).to_have_count(6)
    proposed(page).first.click()
    tap(page, 76, 26)
    expect(composer.locator("li.on")).to_have_count(1)
    assert page.evaluate(WIDER) <= 0
    assert not violations(page)
    page.wait_for_function(NOTHING_SMALL)  # once what has just come in is laid out
