"""A line that goes half-open: the page says so, keeps what was chosen, and what was sent is played once."""

import pytest
from playwright.sync_api import expect

from games.tables.models import Move
from tests.browser.conftest import seat_bots
from tests.browser.lines import Line


@pytest.fixture
def line(site):
    """The line of one person."""
    with Line(site) as line:
        yield line


@pytest.fixture
def asked(site, line, person):
    """Two people and a bot in a Swiss Quiz, both asked; Beat's line can be cut."""

    def begin(**prepare):
        anna, beat = person(site, "Anna"), person(line.address, "Beat")
        if prepare.get("polling"):
            beat.page.route_web_socket("**/ws/**", lambda socket: socket.close())
        code = anna.opens("swiss-quiz", answering="at-once")
        beat.joins(code)
        seat_bots(code, 1)
        expect(anna.page.locator("#lobby li")).to_have_count(3)
        anna.page.get_by_role("button", name="Begin the game").click()
        for one in (anna, beat):
            one.until_can("lay")
        expect(beat.page.locator("html")).to_have_attribute("data-live", "poll" if prepare.get("polling") else "socket")
        return anna, beat, code

    return begin


def laid(code):
    return Move.objects.filter(table__code=code, player__guest__nickname="Beat", move__contains='"lay"')


@pytest.mark.parametrize("polling", [False, True])
def test_a_move_into_a_half_open_line_says_that_it_is_kept_and_is_played_once_when_the_line_is_back(
    line, asked, polling
):
    anna, beat, code = asked(polling=polling)
    page, lock = beat.page, beat.page.locator("form.lay button")
    page.locator("#answer-false").check(force=True)
    line.cut()
    lock.click()
    expect(lock).to_have_attribute("data-sending", "Sending …")
    expect(page.locator("#sending")).to_have_text("Sending …")
    lock.click(force=True)  # a second tap is no second move
    expect(page.locator("html")).to_have_attribute("data-live", "lost")
    expect(page.locator("#line-down")).to_be_visible()
    expect(lock).to_have_attribute("data-sending", "Kept: it goes out by itself")
    expect(page.locator("#answer-false")).to_be_checked()
    assert not laid(code).exists()
    line.mend()
    expect(page.locator("#hand")).to_contain_text("You have laid FALSE")
    expect(page.locator("html")).to_have_attribute("data-live", "poll" if polling else "socket")
    expect(page.locator("#line-down")).to_be_hidden()
    expect(page.locator("#sending")).to_have_text("")
    anna.lays(True)
    beat.hears(code)
    assert laid(code).count() == 1


def test_a_line_that_goes_half_open_while_nobody_does_anything_is_noticed_and_comes_back(line, asked):
    anna, beat, code = asked()
    line.cut()
    expect(beat.page.locator("html")).to_have_attribute("data-live", "lost")
    line.mend()
    expect(beat.page.locator("html")).to_have_attribute("data-live", "socket")
    anna.lays(True)
    beat.hears(code)


def test_what_was_chosen_and_what_was_sent_into_nothing_outlive_a_reload(line, asked):
    anna, beat, code = asked()
    page = beat.page
    page.locator("#answer-false").check(force=True)
    page.locator("#chips-2").check(force=True)
    page.reload()
    beat.live()
    expect(page.locator("#answer-false")).to_be_checked()
    expect(page.locator("#chips-2")).to_be_checked()
    expect(page.locator("form.lay button")).to_have_text("Lock in FALSE", use_inner_text=True)
    line.cut(losing=True)
    page.locator("form.lay button").click()
    expect(page.locator("html")).to_have_attribute("data-live", "lost")
    page.goto("about:blank")
    line.mend()
    assert not laid(code).exists()
    page.goto(f"{line.address}/t/{code}/")
    expect(page.locator("#hand")).to_contain_text("You have laid FALSE")
    assert laid(code).get().move.count('"chips":2') == 1
    assert page.evaluate("() => sessionStorage.getItem(`sent:${location.pathname}`)") == "[]"
    assert page.evaluate("() => sessionStorage.getItem(`chosen:${location.pathname}`)") == "{}"
