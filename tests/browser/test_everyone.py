"""Pages that everybody can use: axe finds nothing, and the keyboard alone is enough."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import TELEVISION, seat_bots

PAGES = ["/", "/games/", "/games/swiss-quiz/", "/games/quizterix-snap/", "/rules/", "/rules/swiss-quiz/"]
PAGES += ["/accounts/login/", "/nope/"]
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
WHOLE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


# True as soon as nothing is half faded in: then everything stands still until it has been looked at.
STILL = """() => {
  const all = document.getAnimations().filter(one => one.playState === 'running');
  const fading = all.some(one => {
    const {delay, duration, endTime, localTime} = one.effect.getComputedTiming();
    return duration < 2000 && endTime < 60000 && localTime > delay && localTime < endTime;
  });
  if (!fading) (window.stood = all).forEach(one => one.pause());
  return !fading;
}"""


# Lets everything go on, and is true if something began to move while it was looked at.
MOVED = """() => {
  const moved = document.getAnimations().some(one => !window.stood.includes(one));
  window.stood.forEach(one => one.play());
  return moved;
}"""


def violations(page):
    """What axe finds, short enough to read; if the table told something meanwhile, it is looked at again."""
    page.wait_for_load_state("load")  # unstyled, everything is too small
    for _ in range(10):
        page.wait_for_function(STILL)
        found = Axe().run(page, options=WHOLE).response["violations"]
        if not page.evaluate(MOVED) or not found:
            break
    return [(one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(site, person, scheme):
    anna = person(site, "Anna", color_scheme=scheme)
    found = {}
    for path in PAGES:
        anna.page.goto(path)
        if problems := violations(anna.page):
            found[path] = problems
    assert not found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_phase_of_swiss_quiz(site, person, scheme):
    anna = person(site, "Anna", color_scheme=scheme)
    screen = person(site, "Screen", viewport=TELEVISION, color_scheme=scheme)
    found = {}

    def look(phase):
        for one in (anna, screen):
            if problems := violations(one.page):
                found[f"{one.name} {phase}"] = problems

    code = anna.opens("swiss-quiz", answering="at-once")
    seat_bots(code, 2)
    screen.watches(code)
    expect(anna.page.locator("#lobby li")).to_have_count(3)
    look("lobby")
    anna.page.goto(f"/t/{code}/me/")
    look("me")
    anna.page.go_back()
    anna.live()
    anna.page.get_by_role("button", name="Begin the game").click()
    anna.until_can("lay")
    look("laying")
    anna.page.locator("[data-dialog=menu-dialog]").click()
    look("menu")
    anna.page.keyboard.press("Escape")
    anna.lays(True, chips=1)
    look("waiting")
    if anna.until_can("turn", "next-round") == "turn":
        anna.presses("turn")
    anna.until_can("next-round")
    look("shown")
    assert not found


def test_a_round_of_swiss_quiz_by_keyboard_alone(site, person):
    anna = person(site, "Anna", viewport={"width": 1280, "height": 800})
    code = anna.opens("swiss-quiz", answering="at-once")
    seat_bots(code, 2)
    page = anna.page
    expect(page.locator("#lobby li")).to_have_count(3)

    def tab_to(selector):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the keyboard never reaches {selector}")

    tab_to("form[action$='/do/begin/'] button")
    page.keyboard.press("Enter")
    anna.until_can("lay")
    tab_to("input[name=answer]")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#answer-false")).to_be_checked()
    tab_to("input[name=chips]")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#chips-1")).to_be_checked()
    tab_to("form.lay button")
    page.keyboard.press("Enter")
    if anna.until_can("turn", "next-round") == "turn":
        tab_to("#hand form button")
        page.keyboard.press("Enter")
    anna.until_can("next-round")
    tab_to("#hand form button")
    page.keyboard.press("Enter")
    anna.until_can("lay")


def test_focus_and_choice_survive_what_others_do(site, person):
    anna, beat, zoe = (person(site, name) for name in ("Anna", "Beat", "Zoé"))
    code = anna.opens("swiss-quiz", answering="at-once")
    for one in (beat, zoe):
        one.joins(code)
    expect(anna.page.locator("#lobby li")).to_have_count(3)
    anna.page.get_by_role("button", name="Begin the game").click()
    anna.until_can("lay")
    anna.page.locator("#answer-false").check(force=True)
    anna.page.locator("#chips-2").focus()
    anna.page.keyboard.press("Space")
    beat.until_can("lay")
    beat.lays(True)
    expect(anna.page.locator("#seats .seat").nth(1)).to_contain_text("has answered")
    expect(anna.page.locator("#answer-false")).to_be_checked()
    expect(anna.page.locator("#chips-2")).to_be_checked()
    expect(anna.page.locator("#chips-2")).to_be_focused()


def test_nothing_is_cut_off_on_a_small_phone_in_any_language(site, person):
    for language in ("en", "de", "fr", "it"):
        anna = person(site, f"Anna-{language}", locale=language)
        for path in ("/", "/games/swiss-quiz/", "/rules/swiss-quiz/"):
            anna.page.goto(path)
            wider = anna.page.evaluate(WIDER)
            assert wider <= 0, (language, path, wider)
        code = anna.opens("swiss-quiz", answering="at-once")
        seat_bots(code, 5)
        expect(anna.page.locator("#lobby li")).to_have_count(6)
        anna.page.locator("form[action$='/do/begin/'] button").click()
        anna.until_can("lay")
        wider = anna.page.evaluate(WIDER)
        assert wider <= 0, (language, "table", wider)


# The words that stand on more than one line.
BROKEN = """root => [...document.querySelectorAll(`${root} button`)].flatMap(button => {
  const broken = [], texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[^\\s]+/g)) {
    const range = document.createRange();
    range.setStart(texts.currentNode, word.index);
    range.setEnd(texts.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) broken.push(word[0]);
  }
  return broken;
})"""


@pytest.mark.parametrize("language", ["de", "fr"])
def test_no_word_breaks_on_guesses_and_gestures_where_letters_are_twice_as_large(site, person, language):
    anna = person(site, "Anna", locale=language, viewport={"width": 180, "height": 320})
    gian = person(site, "Gian", locale=language, viewport={"width": 180, "height": 320})
    code = anna.opens("swiss-quiz", answering="at-once")
    seat_bots(code, 2)
    expect(anna.page.locator("#lobby li")).to_have_count(3)
    anna.page.locator("form[action$='/do/begin/'] button").click()
    anna.until_can("lay")
    anna.page.locator("[data-dialog=menu-dialog]").click()
    anna.page.locator(".gesture-menu").wait_for()
    assert anna.page.evaluate(BROKEN, ".gesture-menu") == []
    gian.page.goto(f"/t/{code}/")
    assert gian.page.evaluate(BROKEN, "form.form") == []
    gian.page.goto(f"/t/{code}/?watch")
    gian.live()
    guesses = gian.page.locator(".guess-along button")
    assert gian.page.evaluate(BROKEN, ".guess-along") == []
    guesses.first.click()
    expect(guesses.first).to_have_attribute("aria-pressed", "true")
    assert gian.page.evaluate(BROKEN, ".guess-along") == []
    gian.page.reload()
    gian.live()
    expect(guesses.first).to_have_attribute("aria-pressed", "true")


def test_pawns_walk_and_stand_still_for_who_prefers_no_motion(site, person):
    anna = person(site, "Anna", reduced_motion="reduce")
    code = anna.opens("swiss-quiz", answering="at-once")
    seat_bots(code, 2)
    expect(anna.page.locator("#lobby li")).to_have_count(3)
    anna.page.get_by_role("button", name="Begin the game").click()
    anna.until_can("lay")
    anna.lays(True)
    if anna.until_can("turn", "next-round") == "turn":
        anna.presses("turn")
    anna.until_can("next-round")
    walking = "() => document.getAnimations().filter(one => one.effect.target.closest('.pawn')).length"
    assert anna.page.evaluate(walking) == 0
