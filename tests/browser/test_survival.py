"""A seat survives everything: reload, another browser, a blocked socket, a killed server."""

import pytest
from playwright.sync_api import expect

from games.tables.models import Guest, Move, Table
from games.tables.outbox import COME_BACK, LEAVING
from tests.browser.conftest import seat_bots


@pytest.fixture
def begun(person):
    """Two people and a bot in the middle of a Swiss Quiz; the addresses may differ."""

    def begin(address, second=None, prepare=lambda one: None):
        anna, beat = person(address, "Anna"), person(second or address, "Beat")
        prepare(beat)
        code = anna.opens("swiss-quiz", answering="at-once")
        beat.joins(code, "de")
        seat_bots(code, 1)
        expect(anna.page.locator("#lobby li")).to_have_count(3)
        anna.page.get_by_role("button", name="Begin the game").click()
        for one in (anna, beat):
            one.until_can("lay")
        return anna, beat, code

    return begin


def test_a_reloaded_page_is_where_it_was(site, begun):
    anna, beat, code = begun(site)
    anna.lays(True, chips=2)
    anna.page.reload()
    anna.live()
    expect(anna.page.locator("#hand")).to_contain_text("You have laid TRUE")
    expect(anna.page.locator("#hand")).to_contain_text("2 chips")


def test_another_browser_takes_the_seat_back_with_its_code(site, begun, person):
    anna, beat, code = begun(site)
    recovery = Guest.objects.get(nickname="Beat").recovery
    phone = person(site, "Beat’s new phone")
    phone.page.goto(f"/t/{code}/back/")
    phone.page.fill("#id_code", "WRONG")
    phone.page.locator("button.go").click()
    expect(phone.page.locator("#code-error")).to_be_visible()
    phone.page.fill("#id_code", recovery.lower())
    phone.page.locator("button.go").click()
    phone.until_can("lay")
    phone.lays(False)
    expect(beat.page.locator("#hand")).to_contain_text("FALSCH")


def test_a_tap_before_the_scripts_are_there_waits_for_them(site, begun):
    anna, _beat, code = begun(site)
    held = []
    anna.page.route("**/js/live*.js", lambda route: held.append(route))
    anna.page.goto(f"/t/{code}/", wait_until="commit")
    anna.page.locator("#answer-true").check(force=True)
    anna.page.locator("form.lay button").click(no_wait_after=True)
    expect(anna.page.locator("#hand")).not_to_contain_text("You have laid")
    assert held, "the scripts are still on their way"
    held[0].continue_()
    expect(anna.page.locator("#hand")).to_contain_text("You have laid TRUE")


def test_a_page_whose_socket_is_refused_polls_and_posts_the_same_game(site, begun):
    def blocked(one):
        one.page.route_web_socket("**/ws/**", lambda socket: socket.close())

    anna, beat, code = begun(site, prepare=blocked)
    expect(beat.page.locator("html")).to_have_attribute("data-live", "poll")
    beat.lays(True, chips=1)
    anna.lays(True)
    expect(beat.page.locator("#whose")).to_contain_text("", use_inner_text=True)
    for one in (anna, beat):
        one.page.wait_for_function("() => document.querySelector('#results .results, #hand input[value=turn]')")
    reader = next((one for one in (anna, beat) if one.can() == "turn"), None)
    if reader:
        reader.presses("turn")
    expect(beat.page.locator("#results .results li")).to_have_count(3)
    expect(anna.page.locator("#results .results li")).to_have_count(3)
    assert Move.objects.filter(table__code=code, player__guest__nickname="Beat").exists()


def test_a_page_whose_socket_is_swallowed_without_an_answer_polls_too(site, begun):
    def swallowed(one):
        one.page.route_web_socket("**/ws/**", lambda socket: None)

    anna, beat, code = begun(site, prepare=swallowed)
    beat.page.context.clear_cookies(name="csrftoken")  # as by signing in: the page's token is refused
    beat.page.locator("#answer-false").check(force=True)
    beat.page.locator("form.lay button").click()
    expect(anna.page.locator("#seats .seat").nth(1)).to_contain_text("has answered")


LINES = """
    window.lines = [];
    window.WebSocket = class extends WebSocket {
        constructor(...told) {
            super(...told);
            lines.push(this);
            this.addEventListener("message", () => { this.heard = true; });
        }
    };
"""


def test_a_page_that_is_handed_over_comes_back_at_once_and_after_anything_else_in_half_a_second(site, begun):
    anna, beat, code = begun(site, prepare=lambda one: one.page.add_init_script(LINES))
    page = beat.page

    def comes_back(why, before, until):
        """The line is closed with this code; the page tries a new one within these milliseconds, not earlier."""
        page.wait_for_function("() => lines.at(-1).heard")  # what the page shows may still be of the line before
        page.clock.install()
        page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
        tried = page.evaluate("() => lines.length")
        for _ in range(2):  # given up by the page, and then closed by itself
            page.evaluate("code => { lines.at(-1).dispatchEvent(new CloseEvent('close', {code})); }", why)
        page.clock.run_for(before)
        assert page.evaluate("() => lines.length") == tried
        page.clock.run_for(until - before)
        assert page.evaluate("() => lines.length") == tried + 1
        page.clock.resume()

    comes_back(LEAVING, 40, 90)
    comes_back(COME_BACK, 40, 90)
    comes_back(1006, 340, 660)
    beat.lays(False)


def test_the_server_is_killed_in_the_middle_of_a_round_and_nothing_is_lost(sites, begun):
    site = sites()
    anna, beat, code = begun(site.address)
    anna.lays(True, chips=2)
    beat.page.locator("#answer-true").check(force=True)
    told = Move.objects.filter(table__code=code).count()
    site.kill()
    site.start()
    beat.page.wait_for_function("() => document.documentElement.dataset.live === 'socket'")
    expect(beat.page.locator("#answer-true")).to_be_checked()
    assert Move.objects.filter(table__code=code).count() >= told
    beat.presses("lay")
    expect(beat.page.locator("#hand form.lay")).to_have_count(0)  # its button changes as soon as it is pressed
    anna.hears(code)
    lays = Move.objects.filter(table__code=code, player__guest__isnull=False, move__contains='"lay"')
    assert sorted(lays.values_list("player__guest__nickname", flat=True)) == ["Anna", "Beat"]


def test_a_move_made_while_the_server_is_down_arrives_when_it_is_back(sites, begun):
    site = sites()
    anna, beat, code = begun(site.address)
    site.kill()
    anna.page.locator("#answer-true").check(force=True)
    anna.page.locator("form.lay button").click()
    site.start()
    expect(anna.page.locator("#hand")).to_contain_text("You have laid TRUE")
    expect(beat.page.locator("#seats .seat").first).to_contain_text("hat")
    lays = Move.objects.filter(table__code=code, player__guest__nickname="Anna", move__contains='"lay"')
    assert lays.count() == 1


def test_players_of_one_table_are_spread_over_two_processes(sites, begun):
    one, other = sites(), sites()
    anna, beat, code = begun(one.address, other.address)
    anna.lays(True)
    expect(beat.page.locator("#seats .seat").first).to_contain_text("hat")
    beat.lays(True)
    anna.hears(code)
    numbers = list(Table.objects.get(code=code).moves.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
