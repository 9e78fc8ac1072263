"""Games of Quizterix Standard: by touch on small phones, by keyboard alone, and for everybody who looks."""

import pytest
from playwright.sync_api import expect

from decks.services import publish
from games.tables.models import Table
from games.tables.replay import verify
from games.tables.services import last_seen
from games.tables.snapshot import load
from tests.browser.conftest import MOVING, TELEVISION, until_one_changes
from tests.browser.test_everyone import WIDER
from tests.tables.packs import full_event_pack

FORM = """() => document.querySelector('#ranking') ? 'over'
  : document.querySelector('#hand-form')?.className.match(/form-(\\w+)/)?.[1] ?? ''"""
WAITING = ("", "none")
# How often the scripts of a page hear in thirty frames that something has changed.
TOLD = """() => new Promise(done => {
  let told = 0, frames = 0;
  document.addEventListener('shown', () => { told += 1; });
  const next = () => { frames += 1; if (frames < 30) requestAnimationFrame(next); else done(told); };
  requestAnimationFrame(next);
})"""
# On how many lines the German word stands that lets chance choose the suit.
LINES = """() => { const word = document.createRange(), button = document.querySelector('#act-ask button[value=lot]');
  button.textContent = 'Auslosen';
  word.selectNodeContents(button);
  return new Set([...word.getClientRects()].map(line => Math.round(line.top))).size; }"""
COLOUR = "element => getComputedStyle(element).color"


@pytest.fixture
def deck(decks):
    """A whole deck, with questions."""
    return publish(full_event_pack())


def opens(anna, deck, **numbers):
    """Anna opens a table with this deck, and so many rounds."""
    page = anna.page
    page.goto("/games/quizterix-standard/")
    page.fill("#id_nickname", anna.name)
    page.locator("details.options summary").click()
    page.select_option("#id_deck", str(deck.pk))
    for name, value in numbers.items():
        if name == "cards":
            page.locator(f"input[name=cards][value='{value}']").check(force=True)
        else:
            page.fill(f"#id_{name}", str(value))
    page.locator("main button.go, form button.go").first.click()
    page.wait_for_url("**/t/*/")
    return page.url.rstrip("/").rsplit("/", 1)[1]


def begins(anna, beat, deck, **numbers):
    code = opens(anna, deck, **numbers)
    beat.joins(code, "de")
    expect(anna.page.locator("#lobby")).to_contain_text("Beat")
    anna.page.get_by_role("button", name="Begin the game").click()
    expect(beat.page.locator("#hand")).to_be_visible()
    return code


def form(phone):
    return phone.page.evaluate(FORM)


def form_of(page):
    return page.evaluate(FORM)


def turns(phones, plays):
    """Whoever can do something does it, until the ranking is there. Returns what was asked of them."""
    asked = []
    while True:
        forms = [form(phone) for phone in phones]
        if "over" in forms:
            return asked
        for phone, now in zip(phones, forms, strict=True):
            if now in WAITING or form(phone) != now:
                continue
            plays(phone.page, now)
            phone.page.wait_for_function(f"before => ({FORM})() !== before", arg=now)
            asked.append(now)
            break
        else:
            until_one_changes(phones, FORM, forms)


def now_english(page):
    return page.evaluate("() => document.documentElement.lang.startsWith('en')")


def by_touch(looks):
    """Inserts earlier and earlier; looks at a card in every second turn, else takes a question and does not know."""

    def plays(page, now):
        assert page.evaluate(WIDER) <= 0, now
        if now == "insert":
            page.get_by_role("button", name="Earlier").or_(page.get_by_role("button", name="Früher")).tap()
            expect(page.locator("#hand input[name=gap]").nth(-2)).to_be_checked()
            expect(page.locator("[data-gap-words]")).to_contain_text("pictures" if now_english(page) else "Bildern")
            assert page.evaluate(TOLD) < 5, "what scripts fill in themselves is no news to them"
            page.locator("#hand .go").tap()
        elif now == "act" and looks():
            page.locator("#act-look > summary").tap()
            page.locator("#act-look .pick").last.tap()
            page.locator("#act-look .go").tap()
        elif now == "act":
            page.locator("#act-ask > summary").tap()
            assert page.evaluate(LINES) == 1, "no word is broken"
            page.locator("#act-ask button[value=hearts]").tap()
        elif now == "answer":
            page.locator("#hand form:has(input[value=not-known]) button").tap()
        else:
            page.locator("#hand .go").tap()

    return plays


@pytest.mark.clause("QS-D1", "QS-E4")
def test_a_short_game_by_touch_on_small_phones(site, person, deck):
    anna, beat = (person(site, name, has_touch=True, **MOVING) for name in ("Anna", "Beat"))
    screen = person(site, "Screen", viewport=TELEVISION)
    code = begins(anna, beat, deck, rounds=1)
    screen.watches(code)
    expect(screen.page.locator("#seats .strip .card")).to_have_count(8)
    counted = iter(range(100))
    asked = turns([anna, beat], by_touch(lambda: next(counted) % 2 == 0))
    assert asked == ["insert", "act", "looking", "insert", "act", "answer"]
    for phone in (anna, beat):
        expect(phone.page.locator("#ranking .ranking li")).to_have_count(2)
    expect(screen.page.locator("#ranking .laurel.p1")).to_be_attached()  # after the winner's timeline
    table = Table.objects.get(code=code)
    assert verify(table, load(table, last_seen(table))) is not None


def tab_to(page, selector):
    for _ in range(90):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def by_keyboard(page, now):
    page.evaluate("() => document.activeElement?.blur()")
    if now == "insert":
        tab_to(page, "#hand input[name=gap]")
        page.keyboard.press("ArrowLeft")
        tab_to(page, "#hand .go")
        page.keyboard.press("Enter")
    elif now == "act":
        tab_to(page, "#act-look > summary")
        page.keyboard.press("Enter")
        tab_to(page, "#act-look input[name=spot]")
        page.keyboard.press("Space")
        tab_to(page, "#act-look .go")
        page.keyboard.press("Enter")
    else:
        tab_to(page, "#hand .go")
        page.keyboard.press("Enter")


@pytest.mark.clause("QS-D3")
def test_a_short_game_by_keyboard_alone(site, person, deck):
    anna, beat = person(site, "Anna"), person(site, "Beat")
    begins(anna, beat, deck, rounds=1)
    assert turns([anna, beat], by_keyboard) == ["insert", "act", "looking"] * 2


@pytest.mark.clause("QS-D2")
def test_an_event_is_named_and_flipped_and_its_card_opens(site, person, deck):
    anna, beat = person(site, "Anna"), person(site, "Beat")
    screen = person(site, "Screen", viewport=TELEVISION)
    screen.watches(begins(anna, beat, deck))
    first = next(phone for phone in (anna, beat) if form(phone) == "insert")
    page = first.page
    page.locator("#hand .go").click()
    first_card = page.locator("#hand input[name=place]").first
    first_card.wait_for(state="attached")
    page.locator("#hand .pick").first.click()
    described = first_card.get_attribute("aria-labelledby")
    picture = page.locator(f"#{described}").text_content()
    event = next(event for event in full_event_pack().events if any(alt in picture for alt in event.alt.all()))
    page.fill("#answer-name", event.name.en)
    page.fill("#answer-year", str(event.year))
    page.fill("#answer-mnemonic", event.mnemonic.en)
    other = next(phone for phone in (anna, beat) if phone is not first).page
    others = other.locator(".qs-hand .own")
    other.set_viewport_size({"width": 360, "height": 480})  # no room to spare
    stood = others.bounding_box()["y"]
    page.get_by_role("button", name="Name this event").or_(page.locator("#act-name .go")).first.click()
    page.locator("#hand .line .open-card").click()
    expect(page.locator("[popover]:popover-open .name")).to_be_visible()
    expect(other.locator("#claim")).to_be_visible()
    assert others.bounding_box()["y"] < stood + 80, "what is shown of it pushes nobody's timeline away"
    on_felt = screen.page.locator("#bar").evaluate(COLOUR)
    for said in screen.page.locator(".flipscr :is(.vbig > span, .tale)").all():
        assert said.evaluate(COLOUR) == on_felt, "what is said of the flip is read on the felt"
    assert screen.page.locator(".flipscr .vbig").count() == 1


@pytest.mark.clause("QS-C3")
def test_the_major_system_card_answers_numbers_and_words(site, person, deck):
    anna, beat = person(site, "Anna"), person(site, "Beat")
    begins(anna, beat, deck)
    page = anna.page
    page.locator("[data-dialog=card-help]").click()
    page.locator("#card-major > summary").click()
    page.fill("#major-ask", "61")
    expect(page.locator("#major-told")).to_contain_text("sh, ch, j")
    expect(page.locator("#major-told")).to_contain_text("shoe")
    page.fill("#major-ask", "shivering terrier")
    expect(page.locator("#major-told")).to_contain_text("shivering = 68427")
    expect(page.locator("#major-told")).to_contain_text("terrier = 144")


def by_heart(course):
    """Names a card in every turn by its picture, as somebody does who knows the deck, and takes no question."""
    deck = {alt: event for event in full_event_pack().events for alt in event.alt.all()}

    def plays(page, now):
        assert page.evaluate(WIDER) <= 0, now
        if now == "act" and page.locator("#act-name").count():
            page.locator("#hand .pick").first.tap()
            described = page.locator("#hand input[name=place]").first.get_attribute("aria-labelledby")
            picture = page.locator(f"#{described}").text_content().split(": ", 1)[-1].strip()
            event = next(event for alt, event in deck.items() if alt in picture)
            page.fill("#answer-name", event.name.en)
            page.fill("#answer-year", str(event.year))
            page.fill("#answer-mnemonic", event.mnemonic.en)
            page.locator("#act-name .go").tap()
            page.wait_for_function("() => !document.querySelector('#act-name')")
            course.append("flip")
            now = form_of(page)  # the turn goes on, unless that was the last card
        if now == "act":
            page.locator("#act-ask > summary").tap()
            page.locator("#act-ask button[value=hearts]").tap()
        elif now == "answer":
            page.locator("#hand form:has(input[value=not-known]) button").tap()
        elif now != "over":
            page.locator("#hand .go").tap()

    return plays


@pytest.mark.clause("QS-E1", "QS-D2")
def test_a_whole_game_by_touch_until_a_timeline_is_flipped_with_the_screen_beside_it(site, person, deck):
    anna, beat = (person(site, name, has_touch=True) for name in ("Anna", "Beat"))
    screen = person(site, "Screen", viewport=TELEVISION)
    code = begins(anna, beat, deck, cards=20)
    screen.watches(code)
    course = []
    expect(screen.page.locator("#line > li")).to_have_count(4)
    asked = turns([anna, beat], by_heart(course))
    assert asked[0] == "insert" and len(course) >= 8
    expect(screen.page.locator(".finale")).to_be_attached()
    shown = screen.page.locator("#line.is-over .nm")
    assert shown.count() >= 4, "names stand beside the years of the winner's timeline"
    table = Table.objects.get(code=code)
    assert verify(table, load(table, last_seen(table))) is not None
