"""The lobby: everything on one screen, on the smallest phone as on the big screen, and friends can be asked in."""

import pytest
from playwright.sync_api import expect

from decks.services import publish
from games.tables import services
from games.tables.models import Table
from tests.browser.test_everyone import WIDER, violations
from tests.tables.packs import full_event_pack, statement_pack

SMALL = {"width": 360, "height": 640}
TALLER = "() => document.documentElement.scrollHeight - window.innerHeight"
LONGEST = "Maximiliane-Sophie K"
OUTSIDE = """() => [...document.querySelectorAll('main *')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && box.height && !one.closest('.vh, dialog')
    && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
}).map(one => one.outerHTML.slice(0, 80))"""
OVERFLOWING = """() => [...document.querySelectorAll('.chair b, .cards-of-places li')]
  .filter(name => name.scrollWidth > name.parentElement.clientWidth).map(name => name.textContent)"""
NO_SHARING = (
    "delete Navigator.prototype.clipboard; delete Navigator.prototype.share; document.execCommand = () => false"
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_full_lobby_fits_the_smallest_phone_and_one_button_begins(site, person, scheme):
    anna = person(site, "Anna", viewport=SMALL, color_scheme=scheme, locale="de-CH")
    page = anna.page
    code = anna.opens("swiss-quiz")
    assert not page.get_by_role("button", name="Spiel beginnen").count()
    page.get_by_role("button", name="Mit Bots füllen").click()
    expect(page.locator("#lobby li")).to_have_count(4)
    for _ in range(2):
        services.join(Table.objects.get(code=code).pk, LONGEST, "de")
    expect(page.locator("#lobby li")).to_have_count(6)
    assert (page.evaluate(WIDER), page.evaluate(TALLER)) == (0, 0)
    assert not violations(page)
    page.get_by_role("button", name="Spiel beginnen").click()
    page.locator("#hand").wait_for()


def test_whoever_begins_has_the_button_in_sight_however_long_the_names_are(site, person):
    anna = person(site, "Anna", viewport=SMALL, locale="ja")
    publish(full_event_pack())
    code = anna.opens("quizterix-standard")
    for number in range(7):
        services.join(Table.objects.get(code=code).pk, "W" * 19 + str(number), "ja")
    expect(anna.page.locator("#lobby li")).to_have_count(8)
    box = anna.page.locator("form[action$='/do/begin/'] button").bounding_box()
    assert box["y"] + box["height"] <= SMALL["height"]


def test_where_browsers_give_no_clipboard_the_link_stands_selected(site, person):
    anna = person(site, "Anna", viewport=SMALL)
    anna.context.add_init_script(NO_SHARING)
    code = anna.opens("qwantum")
    page = anna.page
    expect(page.locator(".lobby-ticket [data-share]")).to_be_hidden()
    page.locator(".lobby-ticket [data-copy]").click()
    expect(page.locator(".lobby-ticket .copy-by-hand")).to_be_visible()
    assert page.evaluate("() => getSelection().toString()") == f"{site}/t/{code}/"


@pytest.mark.parametrize(
    ("game", "seats", "full"),
    [
        ("swiss-quiz", 6, "6 von 6 Stühlen"),
        ("quizterix-standard", 8, "8 von 8 Stühlen"),
        ("quizterix-snap", 8, "8 Personen"),
        ("quizterix-snap", 40, "40 Personen"),
    ],
)
def test_nothing_of_the_big_screen_s_lobby_is_cut_off(site, person, game, seats, full):
    screen = person(site, "Screen", viewport={"width": 1920, "height": 1080}, locale="de-CH")
    table = services.open_table(game, publish(statement_pack() if game == "swiss-quiz" else full_event_pack()), {})
    code = table.code
    for number in range(1, seats):
        services.join(table.pk, LONGEST[: -len(str(number))] + str(number), "de")
    services.join(table.pk, "W" * 20, "de")
    screen.watches(code)
    page = screen.page
    expect(page.locator("#lobby")).to_contain_text(full)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(OVERFLOWING) == [], "no name runs over its neighbours"
    expect(page.locator(".entry .code")).to_have_text(code)
    assert not violations(page)
