"""くいずです, as people play it: a whole game by touch, one by keyboard alone, and nothing that axe finds."""

import pytest
from playwright.sync_api import expect

from games.tables.models import Table
from games.tables.replay import verify
from games.tables.services import last_seen
from games.tables.snapshot import load
from tests.browser.conftest import TELEVISION
from tests.browser.test_everyone import WIDER

MOVES = "() => [...document.querySelectorAll('#hand input[name=move]')].map(field => field.value).join(' ')"
PHASE = "() => document.querySelector('#stage').className.match(/p-([a-z]+)/)[1]"
NUMBER = "() => Number(document.documentElement.dataset.number)"  # of the last move that a page shows
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"  # every part is in


def moves(phone):
    """What this phone offers just now."""
    return phone.page.evaluate(MOVES).split()


def phase(phone):
    return phone.page.evaluate(PHASE)


def until_it_shows(phone, number):
    """Waits until this page shows the move of this number, or a later one."""
    phone.page.wait_for_function(f"number => ({NUMBER})() >= number", arg=number)
    phone.page.evaluate(PAINTED)


def presses(phone, move, press="tap"):
    """Presses the button of a move and waits until the page has answered."""
    number = phone.page.evaluate(NUMBER)
    getattr(phone.page.locator(f"#form-{move} button, button[form=form-{move}]").first, press)()
    until_it_shows(phone, number + 1)


def memorised(phone):
    """The words beside each question, as they lie open at the beginning."""
    return {
        row.locator(".no").inner_text(): row.locator(".w").all_inner_texts()
        for row in phone.page.locator(".iq-row").all()
    }


def takes_a_turn(phone, words, press="tap"):
    """Does whatever this phone is asked for; False if it is asked for nothing."""
    offered, page = moves(phone), phone.page
    pick = lambda what: getattr(page.locator(what).first, press)()  # noqa: E731
    if "ready" in offered:
        presses(phone, "ready", press)
    elif "open" in offered:
        pick("label.white.may")
        presses(phone, "open", press)
    elif "answer" in offered:
        asked = page.locator("#asked-card .no").inner_text()
        if phone.name == "Anna":
            page.fill("#slip", "\n".join(words[asked][:2]))
            presses(phone, "answer", press)
        else:
            presses(phone, "take", press)
    elif "bid" in offered:
        presses(phone, "pass", press)
    elif "lay" in offered:
        pick("label.ans.may")
        pick("label.end")
        presses(phone, "lay", press)
    elif "shift" in offered:
        pick("label.white.may")
        page.locator("label.target:visible").first.click()
        presses(phone, "shift", press)
    elif "call" in offered:
        pick("label.ans.may")
        page.fill("#call-word", "who knows")
        presses(phone, "call", press)
    elif offered:
        presses(phone, next(move for move in offered if move in ("go-on", "done", "put-back")), press)
    return bool(offered)


def one_turn(phones, words, press="tap"):
    """The first who is asked for something does it, and all see what has come of it."""
    for phone in phones:
        if takes_a_turn(phone, words, press):
            number = phone.page.evaluate(NUMBER)
            for other in phones:
                until_it_shows(other, number)
            return True
    return False


@pytest.mark.clause("IQ-5.1", "CO-8")
def test_two_phones_play_a_whole_game_by_touch(site, person):
    anna, beat = (person(site, name, has_touch=True) for name in ("Anna", "Beat"))
    screen = person(site, "Screen", viewport=TELEVISION)
    code = anna.opens("its-a-quiz")
    beat.joins(code, "fr")
    screen.watches(code)
    expect(anna.page.locator("#lobby")).to_contain_text("Beat")
    anna.page.get_by_role("button", name="Begin the game").click()
    anna.page.locator("#form-ready").wait_for()
    words = memorised(anna)
    assert len(words) == 10 and all(len(beside) == 3 for beside in words.values())
    for _ in range(400):
        if phase(anna) == "over":
            break
        assert anna.page.evaluate(WIDER) == 0
        if not one_turn((anna, beat), words):
            anna.page.wait_for_timeout(50)
    for phone in (anna, beat):
        expect(phone.page.locator("#ranking .ranking li")).to_have_count(2)
    expect(screen.page.locator("#ranking .laurel.p1")).to_be_visible()
    # the rows change: Anna is right only where nothing has been laid in between, but always in the first round
    table = Table.objects.get(code=code)
    result = verify(table, load(table, last_seen(table)))
    assert result is not None
    assert [line.score >= 0 for line in result.ranking] == [True, True]


@pytest.mark.clause("IQ-4.1", "IQ-4.3")
def test_a_whole_game_by_keyboard_alone(site, person):
    anna, beat = person(site, "Anna"), person(site, "Beat")
    code = anna.opens("its-a-quiz")
    beat.joins(code)
    expect(anna.page.locator("#lobby")).to_contain_text("Beat")
    anna.page.get_by_role("button", name="Begin the game").click()
    anna.page.locator("#form-ready").wait_for()
    words = memorised(anna)
    keys = anna.page.keyboard

    def reach(what):
        """Tab, until the focus is there; False if the table has gone on by itself meanwhile."""
        for _ in range(90):
            if anna.page.evaluate("what => document.activeElement?.matches(what) ?? false", what):
                return True
            keys.press("Tab")
        assert not anna.page.locator(what).count(), f"no way to {what} by keyboard"
        return False

    def sends(move):
        number = anna.page.evaluate(NUMBER)
        if not reach(f"#form-{move} button, button[form=form-{move}]"):
            assert move == "go-on", f"nobody but {anna.name} could {move}"
            return
        keys.press("Enter")
        until_it_shows(anna, number + 1)

    sends("ready")
    done = set()
    for _ in range(400):
        offered = moves(anna)
        if phase(anna) == "over":
            break
        if "bid" in offered:
            sends("pass")
        elif "call" in offered:
            reach("label.ans.may input")
            keys.press("Space")
            reach("#call-word")
            keys.type("who knows")
            sends("call")
        elif "open" in offered:
            reach("label.white.may input")
            keys.press("Space")
            keys.press("ArrowRight")
            sends("open")
            done.add("open")
        elif "answer" in offered:
            asked = anna.page.locator("#asked-card .no").inner_text()
            reach("#slip")
            keys.type(words[asked][0])
            keys.press("Enter")  # a new line, not the button
            keys.type(words[asked][2])
            expect(anna.page.locator("#slip")).to_have_value("\n".join([words[asked][0], words[asked][2]]))
            sends("answer")
        elif "lay" in offered:
            reach("label.ans.may input")
            keys.press("Space")
            reach("label.end input")
            keys.press("Space")
            sends("lay")
            done.add("lay")
        elif "shift" in offered:
            reach("label.white.may input")
            keys.press("Space")
            reach("label.target input")
            keys.press("Space")
            sends("shift")
            done.add("shift")
        elif "done" in offered:
            sends("done")
        elif offered:
            sends(next(move for move in offered if move in ("go-on", "put-back")))
        elif not takes_a_turn(beat, words, "click"):
            anna.page.wait_for_timeout(50)
    expect(anna.page.locator("#ranking .ranking li")).to_have_count(2)
    assert done >= {"lay", "shift"}  # Anna knows the answers: after the first round she is the dealer
