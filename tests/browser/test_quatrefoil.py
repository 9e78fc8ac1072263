"""Whole games of Quatrefoil: by touch on a small phone, by keyboard alone, and for everybody who looks."""

import pytest
from playwright.sync_api import expect

from games.tables.models import Table
from games.tables.replay import verify
from games.tables.services import last_seen
from games.tables.snapshot import load
from tests.browser.conftest import TELEVISION, seat_bots
from tests.browser.test_everyone import WIDER
from tests.browser.test_qwantum import by_keyboard


def begin(anna, way):
    """Anna holds all four seats (QF-S4), and looks through the first."""
    code = anna.opens("quatrefoil", way=way)
    for seats in (2, 3, 4):
        anna.page.get_by_role("button", name="Take another seat").click()
        expect(anna.page.locator("#lobby li.taken, #lobby li")).to_have_count(seats)
        anna.live()
    anna.page.get_by_role("button", name="Begin the game").click()
    expect(anna.page.locator("#leaf .token")).to_have_count(5)
    return code


def actions(page):
    return page.locator("#leaf").get_attribute("data-key")


def act(page, press, selector, before=None):
    before = before or actions(page)
    press(page, selector)
    page.wait_for_function("before => document.querySelector('#leaf').dataset.key !== before", arg=before)


@pytest.mark.clause("QF-1.1", "QF-1.2", "QF-1.3", "QF-S4")
def test_a_whole_game_by_touch_on_a_small_phone(site, person):
    anna = person(site, "Anna", has_touch=True)
    screen = person(site, "Screen", viewport=TELEVISION)
    code = begin(anna, "dual")
    screen.watches(code)
    page, tap = anna.page, lambda page, selector: page.locator(selector).first.tap()
    free = page.locator(".token.at-free").get_attribute("id")
    tap(page, ".arrow")
    act(page, tap, ".push-button")
    expect(page.locator(".token.at-free")).not_to_have_id(free)
    act(page, tap, "#turn-left")
    act(page, tap, "#turn-right")
    assert page.evaluate(WIDER) <= 0
    tap(page, ".stack summary")
    act(page, tap, "#stack")
    expect(page.locator("#ranking h2")).to_contain_text("you have all")
    expect(page.locator("#solution li").first).to_be_attached()
    expect(screen.page.locator("#ranking h2")).to_contain_text("you have all")
    table = Table.objects.get(code=code)
    assert verify(table, load(table, last_seen(table))) is not None


@pytest.mark.clause("QF-2")
def test_a_whole_game_by_keyboard_alone(site, person):
    anna = person(site, "Anna")
    begin(anna, "base")
    page = anna.page
    for _ in range(4):  # whose turn it is looks through their seat
        if page.locator("#turn-left").count():
            break
        for button in range(4):
            page.locator(".held button").nth(button).press("Enter")
            anna.live()
            if page.locator("#turn-left").count():
                break
    by_keyboard(page, "#signal")
    expect(page.locator("#seats .shown")).to_have_count(1)
    page.locator(".arrows input").first.focus()
    page.keyboard.press("Space")
    act(page, by_keyboard, ".push-button")
    expect(page.locator("#seats .shown")).to_have_count(0)
    for button in range(4):
        page.locator(".held button").nth(button).press("Enter")
        anna.live()
        if page.locator("#turn-left").count():
            break
    by_keyboard(page, ".stack summary")
    act(page, by_keyboard, "#stack")
    expect(page.locator("#ranking h2")).to_contain_text("you have all")


def test_once_it_has_begun_no_seat_is_given_away_and_the_red_button_is_in_reach(site, person):
    anna = person(site, "Anna", viewport={"width": 390, "height": 844})
    page, more = anna.page, anna.page.get_by_role("button", name="Take another seat")
    code = anna.opens("quatrefoil", way="dual")
    expect(more).to_be_visible()
    seat_bots(code, 3)
    page.get_by_role("button", name="Begin the game").click()
    push = page.locator(".push-button")
    push.wait_for()
    expect(more).to_be_hidden()
    box = push.bounding_box()
    assert box["y"] + box["height"] <= 844
