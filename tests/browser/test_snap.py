"""Whole rounds of Snap!, as people play them."""

from playwright.sync_api import expect

from tests.browser.conftest import TELEVISION, cut_off_once
from tests.tables.packs import RANKS

LEARNT = "localStorage.getItem('learn:small-events')"


def solution(phone):
    """What the picture on the table means, by the deck of the tests."""
    place = int(phone.page.locator("#card .card").get_attribute("aria-label").split()[1])
    return f"NAME-{RANKS[place]} (en)", str(1951 + 3 * place), f"MNEMONIC-{RANKS[place]} (en)"


def answers(phone, name, year, mnemonic):
    for field, text in (("name", name), ("year", year), ("mnemonic", mnemonic)):
        phone.page.fill(f"#answer-{field}", text)
    phone.presses("answer")


def open_with_four_cards(anna, others, screen=None):
    anna.page.goto("/games/quizterix-snap/")
    anna.page.fill("#id_nickname", anna.name)
    anna.page.locator("details.options summary").click()
    anna.page.fill("#id_cards", "4")
    anna.page.locator("form button.go").first.click()
    anna.page.wait_for_url("**/t/*/")
    code = anna.page.url.rstrip("/").rsplit("/", 1)[1]
    for other in others:
        other.joins(code)
    if screen:
        screen.watches(code)
    expect(anna.page.locator("#lobby li")).to_have_count(1 + len(others))
    anna.page.get_by_role("button", name="Begin the game").click()
    return code


def deal(phones):
    """Whoever deals turns up the next card."""
    for phone in phones:
        phone.page.locator("#hand").wait_for()
    dealer = next(phone for phone in phones if phone.page.locator("#hand input[value=deal]").count())
    dealer.presses("deal")
    for phone in phones:
        phone.until_can("buzz")


def test_three_phones_play_a_whole_round(site, person):
    anna, beat, zoe = phones = [person(site, name) for name in ("Anna", "Beat", "Zoé")]
    screen = person(site, "Screen", viewport=TELEVISION)
    anna.page.goto("/learn/small-events/")
    anna.page.locator("input[name=games]").check(force=True)
    anna.page.locator("form button.go").click()
    learnt = anna.page.evaluate(LEARNT)
    cut_off_once(anna.page, "**/learn/small-events/")
    open_with_four_cards(anna, [beat, zoe], screen)
    for turn in range(4):
        phones[0].page.wait_for_function("() => document.querySelector('#stage .say')")
        dealer = None
        while dealer is None:
            dealer = next((phone for phone in phones if phone.can() == "deal"), None)
        dealer.presses("deal")
        winner = phones[turn % 2]
        winner.until_can("buzz")
        right = solution(winner)
        if turn == 2:  # Zoé buzzes first and is wrong: she is locked out, and the buzzer opens again for the others
            zoe.buzzes()
            answers(zoe, "nonsense", "1900", "nothing")
            expect(zoe.page.locator("#hand")).to_contain_text("You have answered this card")
        winner.buzzes()
        assert right[0] not in screen.page.content()
        answers(winner, *right)
        expect(screen.page.locator("#card .year")).to_have_text(right[1])
    for phone in phones:
        expect(phone.page.locator("#ranking")).to_be_visible()
    anna.page.wait_for_function(f"before => {LEARNT} !== before", arg=learnt)  # what she knew is kept in her browser
    anna.page.goto("/learn/small-events/")
    expect(anna.page.locator("main")).to_contain_text("You know 2 cards of this deck.")
    expect(screen.page.locator("#ranking .laurel.p1")).to_contain_text("2")


def test_the_space_bar_buzzes_and_the_first_field_is_ready(site, person):
    anna, beat = phones = [person(site, name) for name in ("Anna", "Beat")]
    open_with_four_cards(anna, [beat])
    deal(phones)
    anna.page.evaluate("() => new Promise(seen => setTimeout(seen, 200))")  # nobody knows a picture in less (SN-C3)
    anna.page.keyboard.press("Space")
    anna.until_can("answer")
    expect(anna.page.locator("#answer-name")).to_be_focused()


def test_what_is_being_typed_survives_what_happens_meanwhile(site, person):
    anna, beat = phones = [person(site, name) for name in ("Anna", "Beat")]
    code = open_with_four_cards(anna, [beat])
    deal(phones)
    anna.buzzes()
    anna.page.locator("#answer-name").press_sequentially("half a na")
    late = person(site, "Zoé")
    late.joins(code)
    expect(anna.page.locator("#seats")).to_contain_text("Zoé")
    anna.page.keyboard.type("me")
    expect(anna.page.locator("#answer-name")).to_have_value("half a name")


def test_a_wrong_verdict_can_be_appealed_and_the_others_decide(site, person):
    anna, beat, zoe = phones = [person(site, name) for name in ("Anna", "Beat", "Zoé")]
    open_with_four_cards(anna, [beat, zoe])
    deal(phones)
    for phone in phones:
        phone.buzzes()
        answers(phone, f"mine, {phone.name}", "1961", "something")
    anna.page.get_by_role("button", name="Appeal").click()
    for phone in (beat, zoe):
        phone.until_can("vote")
        phone.page.get_by_role("button", name="Right", exact=True).click()
    expect(beat.page.locator("#seats .seat").first).to_contain_text("1")
