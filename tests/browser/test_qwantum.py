"""Whole games of Qwantum: by touch on small phones, by keyboard alone, and for everybody who looks."""

import pytest
from playwright.sync_api import expect

from games.tables.models import Table
from games.tables.replay import verify
from games.tables.services import last_seen
from games.tables.snapshot import load
from tests.browser.conftest import TELEVISION, until_one_changes
from tests.browser.test_everyone import WIDER

CAN = """() => document.querySelector('#ranking') ? 'over'
  : document.querySelector('#roll') ? 'roll'
  : document.querySelector('#pass') ? 'enter' : ''"""
DICE = ".dice input"
NAMED = """dice => dice.map(die => die.getAttribute('aria-label')
  ?? die.querySelector('.vh').textContent.split(':')[0]).sort()"""


def begin(anna, beat):
    code = anna.opens("qwantum")
    beat.joins(code, "de")
    expect(anna.page.locator("#lobby")).to_contain_text("Beat")
    anna.page.get_by_role("button", name="Begin the game").click()
    expect(beat.page.locator("#sheet")).to_be_visible()
    return code


def pick_by_touch(page):
    page.locator("#sheet .lit label").first.tap()


def pick_by_keyboard(page):
    page.locator("#sheet .lit input").first.focus()
    page.keyboard.press("Space")


def play(phones, press, pick, lit):
    """Everybody rolls, and enters what is lit in every third turn at most, until the fifth misthrow or a full sheet."""
    moves = 0
    while True:
        can = [phone.page.evaluate(CAN) for phone in phones]
        if "over" in can:
            return moves
        for phone, move in zip(phones, can, strict=True):
            page = phone.page
            if not move or page.evaluate(CAN) != move:
                continue
            before = phone.shows()
            if move == "roll":
                press(page, "#roll")
            elif lit(moves) and page.locator("#sheet .lit input").count():
                pick(page)
                press(page, ".enter")
            else:
                press(page, "#pass")
            phone.until_it_shows_more_than(before)
            moves += 1
            break
        else:
            until_one_changes(phones, CAN, can)


def touch(page, selector):
    page.locator(selector).first.tap()


def by_keyboard(page, selector):
    """Tab until it has the focus, then Enter. The page has come to rest before: a stage that changes begins anew."""
    page.wait_for_selector(selector)
    page.evaluate("() => document.activeElement?.blur()")
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


@pytest.mark.clause("QW-E1")
def test_a_whole_game_by_touch_on_small_phones(site, person):
    anna, beat = (person(site, name, has_touch=True) for name in ("Anna", "Beat"))
    screen = person(site, "Screen", viewport=TELEVISION)
    code = begin(anna, beat)
    screen.watches(code)
    expect(screen.page.locator("#sheets .score")).to_have_count(2)
    assert play([anna, beat], touch, pick_by_touch, lambda moves: moves % 9 == 4) > 20
    for phone in (anna, beat):
        expect(phone.page.locator("#ranking .ranking li")).to_have_count(2)
        assert phone.page.evaluate(WIDER) <= 0
    table = Table.objects.get(code=code)
    assert verify(table, load(table, last_seen(table))) is not None


@pytest.mark.clause("QW-A1")
def test_a_whole_game_by_keyboard_alone(site, person):
    anna, beat = person(site, "Anna"), person(site, "Beat")
    begin(anna, beat)
    first = next(phone for phone in (anna, beat) if phone.page.evaluate(CAN) == "roll")
    by_keyboard(first.page, "#roll")
    first.page.wait_for_selector("#reroll", state="attached")
    first.page.locator(DICE).nth(3).focus()
    first.page.keyboard.press("Space")
    kept = first.page.locator(f"{DICE}:not(:checked) + .die").evaluate_all(NAMED)
    by_keyboard(first.page, ".reroll")
    first.page.wait_for_selector("#reroll", state="detached")
    assert first.page.locator(".dice .die:not(.rolling)").evaluate_all(NAMED) == kept
    assert play([anna, beat], by_keyboard, pick_by_keyboard, lambda moves: moves % 7 == 3) > 20
    expect(anna.page.locator("#ranking .ranking li")).to_have_count(2)
