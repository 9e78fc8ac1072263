"""A deck from nothing to the table: written, filled from a file, approved by somebody else, played."""

import pytest
from django.contrib.auth.models import Group, User
from playwright.sync_api import expect

from decks.models import Deck, Draft
from tests.browser.conftest import PHONE
from tests.browser.test_everyone import WIDER, violations

PASSWORD = "long enough for a test"


@pytest.fixture
def desk(site, person):
    """Somebody of a group, signed in at the desk."""

    def signed_in(name, group, **kwargs):
        user = User.objects.create_user(name, password=PASSWORD, is_staff=True)
        user.groups.add(Group.objects.get_or_create(name=group)[0])
        page = person(site, name, **kwargs).page
        page.goto("/accounts/login/?next=/decks/write/")
        page.fill("#id_login", name)
        page.fill("#id_password", PASSWORD)
        page.locator("main form button").last.click()
        page.wait_for_url("**/decks/write/")
        return page

    return signed_in


TABLE = """\
Jahr;Was geschah;Merksatz;Bildbeschreibung;Erzählung;Notiz
12.9.1848;Gründung des Bundesstaats;[R]ei[f];Ein Haus;Die Schweiz gab sich eine Verfassung.;Buch S. 7
1874 ?;Totalrevision der Verfassung;[H]und;Ein Hund;Das Referendum kam dazu.;
"""


def table(text):
    """A table as a spreadsheet on Windows saves it."""
    return {"name": "Daten.csv", "mimeType": "text/csv", "buffer": text.encode("cp1252")}


FACES = "() => [...document.querySelectorAll('#state .card:not(.mini)')].map(one => one.getBoundingClientRect().bottom)"


def test_a_teachers_table_with_its_mistakes_becomes_a_deck_that_is_played(site, desk, person):
    page = desk("anna", "Authors", locale="de-CH", viewport={"width": 1280, "height": 800})
    page.goto("/decks/write/new/")
    page.fill("#title", "Schweiz: 1848–1874")
    page.locator("main button.go").click()
    page.wait_for_url("**/decks/write/*/")
    home = page.url

    page.goto(f"{home}files/")
    page.set_input_files("#file", files=[table(TABLE)])
    page.locator("button[value=look]").click()
    page.select_option("#column-1", "name.")
    page.locator("button[value=columns]").click()
    expect(page.locator("main")).to_contain_text("1874 ?")  # what is no year is named
    page.set_input_files("#file", files=[table(TABLE.replace("1874 ?", "1874"))])
    page.locator("button[value=look]").click()
    expect(page.locator("main")).to_contain_text("Gründung des Bundesstaats")
    page.locator("button[value=yes]").click()
    page.wait_for_url("**/decks/write/*/")
    assert [draft.fields["name.de"] for draft in Draft.objects.all()] == [
        "Gründung des Bundesstaats",
        "Totalrevision der Verfassung",
    ]

    for place in range(2):
        page.goto(home)
        with page.expect_response("**/emoji/?q=*"):  # what is found for the mnemonic comes in place of what is there
            page.locator(".card-link").nth(place).click()
        page.get_by_role("group", name="Zum Merksatz").get_by_role("button").first.wait_for()
        page.locator(".composer .tray:not([hidden]) [data-put]").first.click()
        if place:
            page.locator("#suggestions-de [data-take]").first.click()
        expect(page.locator("#state .note.good")).to_be_visible()
        assert max(page.evaluate(FACES)) <= 800, "both sides are seen beside the form"

    page.goto(f"{home}release/")
    page.locator("button[value=ask]").click()
    other = desk("emma", "Editors")
    other.goto(f"{home}release/")
    other.locator("main a.btn.go").click()
    other.locator("button[value=approve]").click()
    other.wait_for_url("**/inbox/")

    page.goto(f"{home}release/")
    page.locator("#published a[href*=snap]").click()
    page.fill("#id_nickname", "Anna")
    page.locator("form button.go").first.click()
    page.wait_for_url("**/t/*/")
    page.locator(".lobby-bots button").first.click()
    expect(page.locator("#lobby li")).to_have_count(4)
    page.locator("#lobby form button.go, main form button.go").last.click()
    expect(page.locator("#card")).to_be_visible()


def test_what_is_typed_survives_a_closed_tab(desk):
    page = desk("anna", "Authors")
    page.goto("/decks/write/new/")
    page.fill("#title", "Half done")
    page.locator("main button.go").click()
    page.locator(".desk-bar button.go").click()
    page.fill("#f-name-en", "Only a name")
    page.fill("#f-year", "nineteen")
    expect(page.locator("#e-year")).to_contain_text("Expected a whole number")
    where = page.url
    page.close(run_before_unload=False)
    assert Draft.objects.get().fields["name.en"] == "Only a name"
    assert where.endswith(f"/card/{Draft.objects.get().pk}/")


def an_empty_card(page):
    """A new deck with one event; returns the address of its editor."""
    page.goto("/decks/write/new/")
    page.fill("#title", "Half done")
    page.locator("main button.go").click()
    page.locator(".desk-bar button.go").click()
    page.wait_for_url("**/card/*/")
    return page.url


def test_what_is_typed_before_the_page_can_listen_is_kept(desk):
    page = desk("anna", "Authors")
    where = an_empty_card(page)
    held = []
    page.route("**/htmx-4.min.js", lambda route: held.append(route))
    page.goto(where, wait_until="commit")
    page.fill("#f-name-en", "Typed at once")
    page.fill("#f-year", "1961")
    held[0].continue_()
    expect(page.locator("#state")).to_contain_text("Saved.")
    expect(page.locator("#state")).to_contain_text("Typed at once")
    assert Draft.objects.get().fields.items() >= {"name.en": "Typed at once", "year": "1961"}.items()


def test_what_is_typed_as_the_page_is_left_is_kept(desk):
    page = desk("anna", "Authors")
    an_empty_card(page)
    page.fill("#f-name-en", "Typed in haste")
    page.goto("/decks/")
    for _ in range(100):  # the page is gone: only the row can tell
        if Draft.objects.get().fields.get("name.en"):
            break
        page.wait_for_timeout(50)
    assert Draft.objects.get().fields["name.en"] == "Typed in haste"


def test_a_picture_is_put_together_with_the_keyboard_alone(desk):
    page = desk("anna", "Authors")
    page.goto("/decks/write/new/")
    page.fill("#title", "Pictures")
    page.locator("main button.go").click()
    page.locator(".desk-bar button.go").click()
    scene = page.locator("#f-scene-en")
    composer = page.locator(".composer").first
    composer.locator("[data-emoji]").fill("🐕 🌙")
    composer.locator("[data-emoji]").press("Enter")
    expect(scene).to_have_value("meadow 🐕@50,80*52 🌙@88,80*24")
    for move in ("left", "up", "larger", "turn", "mirror"):
        composer.locator("li").nth(1).locator(f"[data-do={move}]").press("Enter")
    expect(scene).to_have_value("meadow 🐕@50,80*52 🌙@84,76*28~15|")
    assert page.evaluate("() => document.activeElement.dataset.do") == "mirror", "the focus stays"
    composer.locator("[data-emoji]").fill("castle")  # or by what it is called
    composer.locator("[data-emoji]").press("Enter")
    expect(composer.get_by_role("group", name="Found").get_by_role("button", name="Castle", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(scene).to_have_value("meadow 🐕@50,80*52 🌙@84,76*28~15| 🏰@58,76*24")
    composer.locator("li").nth(2).locator("[data-do=remove]").press("Enter")
    page.fill("#f-mnemonic-en", "[Sh]ivering [T]errier")  # or by the words of the mnemonic
    composer.get_by_role("group", name="For the mnemonic").get_by_role("button", name="Dog", exact=True).wait_for()
    composer.locator("li").first.locator("[data-do=front]").press("Enter")
    composer.locator("select").first.select_option("night")
    composer.locator("select").nth(1).select_option("flat")
    expect(scene).to_have_value("night flat 🌙@84,76*28~15| 🐕@50,80*52")
    composer.locator("li").first.locator("[data-do=remove]").press("Enter")
    expect(scene).to_have_value("night flat 🐕@50,80*52")
    page.fill("#f-year", "1961")
    page.fill("#f-name-en", "A dog at night")
    expect(page.locator("#state .card.hidden.w-7 svg, #state .card.hidden.w-7 .scene").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_desk_fits_a_phone_and_axe_finds_nothing(desk, scheme):
    page = desk("anna", "Authors", viewport=PHONE, color_scheme=scheme)
    page.goto("/decks/write/new/")
    page.fill("#title", "A title that is rather long for so small a screen")
    page.check("input[name=languages][value=de]")
    page.locator("main button.go").click()
    page.wait_for_url("**/decks/write/*/")
    home = page.url
    page.locator(".desk-bar button.go").click()
    page.fill("#f-mnemonic-en", "[C]a[sh]")
    page.fill("#f-year", "1876")
    expect(page.locator("#state")).to_contain_text("Spelt so far")
    found = {}
    for path in (page.url, home, f"{home}about/", f"{home}health/", f"{home}files/", f"{home}release/", "/decks/"):
        page.goto(path)
        assert page.evaluate(WIDER) <= 0, path
        if problems := violations(page):
            found[path] = problems
    assert not found
    assert Deck.objects.filter(owner__username="anna").count() == 1
