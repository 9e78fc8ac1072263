"""Whole games of poker: by touch on a small phone, by keyboard alone, and for everybody who looks."""

import pytest
from playwright.sync_api import expect

from decks.models import Edition
from games.tables import services
from games.tables.models import Table
from games.tables.replay import verify
from games.tables.services import last_seen
from games.tables.snapshot import load
from tests.browser.conftest import TELEVISION, seat_bots, without_chance
from tests.browser.test_everyone import WIDER

# What one can do now: the first of these that is there.
CAN = """() => {
  if (document.querySelector('#ranking')) return 'over';
  for (const name of ['play', 'pass', 'go-on']) {
    if (document.querySelector(`#hand input[name=move][value=${name}]`)) return name;
  }
  return '';
}"""
STEP = "() => document.querySelector('#hand input[name=step]')?.value ?? ''"


def opens(anna, bots, secret=1, **options):
    """A table with bots, whose cards and bets are the same in every run. Anna opens its lobby as its host."""
    edition = Edition.objects.playable("event").first()
    table = services.open_table("quizterix-poker", edition, options)
    without_chance(table.code, secret)  # before anybody has heard of it
    anna.joins(table.code, "en")
    seat_bots(table.code, bots)
    expect(anna.page.locator("#lobby li")).to_have_count(1 + bots)
    return table.code


def can(anna):
    """Waits until there is something to do, and says what."""
    return str(anna.page.wait_for_function(f"() => ({CAN})()", timeout=30_000).json_value())


def until_answered(anna, step):
    """Waits until the table has answered: this step is no longer asked for."""
    anna.page.wait_for_function(f"step => ({STEP})() !== step", arg=step)


@pytest.mark.clause("PK-D1", "PK-F1")
def test_a_whole_game_by_touch_on_a_small_phone(site, person):
    anna = person(site, "Anna", has_touch=True)
    screen = person(site, "Screen", viewport=TELEVISION)
    code = opens(anna, 2, rounds=1, beans=5)
    screen.watches(code)
    page = anna.page
    page.get_by_role("button", name="Begin the game").tap()
    done = set()
    while (move := can(anna)) != "over":
        step = page.evaluate(STEP)
        assert page.evaluate(WIDER) <= 0, move
        if move == "pass":
            if "pass" not in done and page.locator("#raise-by").count():
                page.locator("[data-more]").tap()
                expect(page.locator("[data-by]")).to_have_text("2")
                page.locator("#raise-button").tap()
            else:
                page.locator("#pass-button").tap()
        elif move == "play":
            card = page.locator(".pick input").last
            page.locator(".pick").last.tap()
            expect(card).to_be_checked()
            page.get_by_role("button", name="Play this card").tap()
        else:
            assert page.locator("#trick .flipped").count() == page.locator("#trick .slot").count()
            expect(page.locator("#trick .wins")).to_have_count(1)
            page.locator("#go-on-button").tap()
        done.add(move)
        until_answered(anna, step)
    assert {"pass", "play", "go-on"} <= done
    expect(anna.page.locator("#ranking .ranking li")).to_have_count(3)
    expect(screen.page.locator("#ranking .laurel.p1")).to_be_visible()
    table = Table.objects.get(code=code)
    assert verify(table, load(table, last_seen(table))) is not None


def test_a_whole_game_by_keyboard_alone(site, person):
    anna = person(site, "Anna", viewport={"width": 1280, "height": 800})
    opens(anna, 1, rounds=1, beans=5)
    page = anna.page

    def tab_to(selector):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the keyboard never reaches {selector}")

    tab_to("form[action$='/do/begin/'] button")
    page.keyboard.press("Enter")
    raised = False
    while (move := can(anna)) != "over":
        step = page.evaluate(STEP)
        if move == "pass" and not raised and page.locator("#raise-by").count():
            raised = True
            tab_to("#raise-by")
            page.keyboard.press("ArrowRight")
            expect(page.locator("[data-by]")).to_have_text("2")
            tab_to("#raise-button")
        elif move == "pass":
            tab_to("#pass-button")
        elif move == "play":
            tab_to("input[name=card]")
            page.keyboard.press("Space")
            if page.locator("input[name=card]").count() > 1:
                page.keyboard.press("ArrowRight")
                expect(page.locator("input[name=card]").nth(1)).to_be_checked()
            tab_to("#choose button")
        else:
            tab_to("#go-on-button")
        page.keyboard.press("Enter")
        until_answered(anna, step)
    assert raised
    expect(page.locator("#ranking .ranking li")).to_have_count(2)


@pytest.mark.clause("PK-B3")
def test_a_screen_reader_hears_the_picture_and_the_suit_of_every_card(site, person):
    anna = person(site, "Anna")
    opens(anna, 1, betting="none", rounds=1)
    anna.page.get_by_role("button", name="Begin the game").click()
    assert can(anna) == "play"
    cards = anna.page.get_by_role("radio")
    expect(cards).to_have_count(6)
    for number in range(6):
        label = cards.nth(number).get_attribute("aria-label")
        assert label.startswith("picture ") and label.strip().endswith("· hearts"), label
    assert "NAME-" not in anna.page.content()


def test_nothing_is_played_without_a_card(site, person):
    anna = person(site, "Anna")
    opens(anna, 1, betting="none", rounds=1)
    anna.page.get_by_role("button", name="Begin the game").click()
    assert can(anna) == "play"
    anna.page.get_by_role("button", name="Choose a card").click()
    assert anna.page.locator("input[name=card]").first.evaluate("field => field.validity.valueMissing")
    expect(anna.page.get_by_role("button", name="Choose a card")).to_be_visible()


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_nothing_is_cut_off_on_a_small_phone(site, person, language):
    anna = person(site, "Anna-Katharina", locale=language)
    opens(anna, 5)
    anna.page.locator("form[action$='/do/begin/'] button").click()
    for _ in range(4):
        move, step = can(anna), anna.page.evaluate(STEP)
        assert anna.page.evaluate(WIDER) <= 0, move
        if move == "over":
            break
        if move == "play":
            anna.page.locator("input[name=card]").first.check(force=True)
            anna.page.locator("#choose button").click()
        else:
            anna.page.locator("#pass-button, #go-on-button").click()
        until_answered(anna, step)
