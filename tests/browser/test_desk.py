"""A deck from nothing to the table: written, filled from a file, approved by somebody else, played."""

from io import BytesIO

import pytest
from django.contrib.auth.models import Group, User
from openpyxl import Workbook
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


def event(page, year, name, mnemonic):
    """Writes one event card; it is kept without any button being pressed."""
    page.locator(".desk-bar button.go").click()
    page.wait_for_url("**/card/*/")
    for field, text in {
        "year": year,
        "name-en": name,
        "mnemonic-en": mnemonic,
        "scene-en": "meadow hills 📞@50,80*50",
        "alt-en": f"A picture for {year}",
        "story-en": f"It happened in {year}.",
    }.items():
        page.fill(f"#f-{field}", text)
    expect(page.locator("#state")).to_contain_text("ready to be published")


def questions():
    """A workbook with one card of questions, as somebody would fill in the sample."""
    book = Workbook()
    sheet = book.active
    sheet.title = "questions"
    sheet.append(["card", "suit", "ask.en", "answer.en", "accept.en"])
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        sheet.append([1, suit, f"Which suit is {suit}?", suit, ""])
    kept = BytesIO()
    book.save(kept)
    return {"name": "questions.xlsx", "mimeType": "application/octet-stream", "buffer": kept.getvalue()}


def test_a_deck_from_nothing_to_the_table(site, desk, person):
    page = desk("anna", "Authors")
    page.locator("a.btn.go").click()
    page.fill("#title", "Inventions")
    page.locator("main button.go").click()
    page.wait_for_url("**/decks/write/*/")
    home = page.url
    event(page, "1876", "First telephone call", "[C]a[sh]")
    page.goto(home)
    event(page, "1903", "First powered flight", "[S]illy [m]ouse")
    assert Draft.objects.count() == 2

    page.goto(f"{home}files/")
    page.set_input_files("#file", files=[questions()])
    page.get_by_role("button", name="Look at it first").click()
    expect(page.locator("main")).to_contain_text("1 card, and nothing is wrong with its form.")
    page.get_by_role("button", name="Take them in").click()
    expect(page.locator("main")).to_contain_text("1 card is new.")

    page.goto(f"{home}release/")
    page.get_by_role("button", name="Ask for a review").click()
    expect(page.locator("main")).to_contain_text("It waits for an editor.")

    other = desk("emma", "Editors")
    other.goto(f"{home}release/")
    expect(other.locator("main")).to_contain_text("anna asks you to look at it.")
    other.get_by_role("link", name="Look it through and decide").click()
    other.get_by_role("button", name="Approve and publish").click()
    expect(other.locator("main")).to_contain_text("Published: edition 1.")

    zoe = person(site, "Zoé")
    zoe.page.goto("/games/quizterix-snap/?with=inventions")
    zoe.page.fill("#id_nickname", "Zoé")
    zoe.page.locator("form button.go").first.click()
    zoe.page.wait_for_url("**/t/*/")
    zoe.page.locator(".lobby-bots button").first.click()
    expect(zoe.page.locator("#lobby li")).to_have_count(4)
    zoe.page.get_by_role("button", name="Begin the game").click()
    expect(zoe.page.locator("#card")).to_be_visible()
    zoe.page.wait_for_function(
        "() => document.querySelector('#card [role=img]')?.getAttribute('aria-label')?.startsWith('A picture for')"
        " || document.querySelector('#hand input[name=move][value=deal]')"
    )
    deal = zoe.page.locator("#hand form:has(input[name=move][value=deal]) button")
    if deal.count():
        deal.click()
    expect(zoe.page.locator("#card [aria-label^='A picture for']")).to_be_visible()


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
    composer.locator("summary").press("Enter")
    composer.locator("[data-emoji]").fill("🐕 🌙")
    composer.locator("[data-emoji]").press("Enter")
    expect(scene).to_have_value("meadow 🐕@50,80*52 🌙@50,80*24")
    for move in ("left", "up", "larger", "turn", "mirror"):
        composer.locator("li").nth(1).locator(f"[data-do={move}]").press("Enter")
    expect(scene).to_have_value("meadow 🐕@50,80*52 🌙@46,76*28~15|")
    assert page.evaluate("() => document.activeElement.dataset.do") == "mirror", "the focus stays"
    composer.locator("li").first.locator("[data-do=front]").press("Enter")
    composer.locator("select").first.select_option("night")
    composer.locator("select").nth(1).select_option("flat")
    expect(scene).to_have_value("night flat 🌙@46,76*28~15| 🐕@50,80*52")
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
