"""A room in browsers: when it goes on to its next table, everybody goes along."""

import pytest
from playwright.sync_api import expect

from games.tables import services
from games.tables.models import Player
from tests.browser.conftest import TELEVISION
from tests.browser.test_everyone import WIDER, violations

# a gesture comes to a page whose owner wants to see none: what is left of it then
UNWANTED = """() => {
  localStorage.setItem("gestures", "off");
  const gestures = document.getElementById("gestures");
  gestures.insertAdjacentHTML("beforeend", '<p class="gesture" data-seat="0"></p>');
  return new Promise(seen => requestAnimationFrame(() => seen(gestures.children.length)));
}"""

# somebody claps: which seats lie under it
UNDER = """name => {
  const gestures = document.getElementById("gestures");
  gestures.insertAdjacentHTML("beforeend",
    `<p class="gesture" data-seat="0"><svg class="g"></svg><span>${name} claps</span></p>`);
  return new Promise(seen => requestAnimationFrame(() => {
    const over = gestures.lastElementChild.getBoundingClientRect();
    seen([...document.querySelectorAll("[id^=lobby-seat-]")].filter(one => {
      const box = one.getBoundingClientRect();
      return box.left < over.right && over.left < box.right && box.top < over.bottom && over.top < box.bottom;
    }).map(one => one.id));
  }));
}"""


def test_phones_the_big_screen_and_onlookers_follow_to_the_next_table_by_themselves(site, person):
    anna, beat, onlooker = (person(site, name) for name in ("Anna", "Beat", "Eve"))
    screen = person(site, "Screen", viewport=TELEVISION)
    code = anna.opens("qwantum")
    beat.joins(code)
    screen.watches(code)
    onlooker.page.goto(f"/t/{code}/?watch")
    for one in (anna, beat, screen, onlooker):
        one.live()
    host = Player.objects.get(guest__nickname="Anna")
    following = services.another_game(host.table_id, host, "quatrefoil", None, {})
    for one, place in ((anna, ""), (beat, ""), (screen, "screen/"), (onlooker, "?watch")):
        one.page.wait_for_selector(".game-quatrefoil")
        assert one.page.url == f"{site}/t/{code}/{place}"
    expect(beat.page.locator("#lobby")).to_contain_text("Beat")
    assert beat.page.evaluate(UNWANTED) == 0
    for one in (anna, screen):
        assert one.page.evaluate(UNDER, "Maximiliane-Sophie K") == ["lobby-seat-0"]
    anna.page.goto(f"/t/{following.code}/")
    expect(anna.page.locator("#lobby")).to_contain_text("Anna")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_the_host_keeps_the_door_and_where_leaving_asks(site, person, scheme):
    anna, beat = person(site, "Anna", color_scheme=scheme), person(site, "Beat")
    code = anna.opens("quizterix-snap")
    beat.joins(code)
    found = {}
    for path in (f"/t/{code}/people/", f"/t/{code}/leave/", "/games/quizterix-snap/", "/decks/small-events/meet/"):
        assert anna.page.goto(path).ok
        if problems := violations(anna.page):
            found[path] = problems
        assert anna.page.evaluate(WIDER) == 0
    assert not found


def test_whoever_is_sent_out_sees_no_table_any_more(site, person):
    anna, beat = person(site, "Anna"), person(site, "Beat")
    code = anna.opens("qwantum")
    beat.joins(code)
    beat.live()
    anna.page.goto(f"/t/{code}/people/")
    anna.page.get_by_text("Send out for good").click()
    anna.page.get_by_role("button", name="Send Beat out for good").click()
    expect(beat.page.locator("#live")).to_have_count(0)
    assert beat.page.goto(f"/t/{code}/").status == 404
    expect(anna.page.get_by_text("Nobody but you.")).to_be_visible()
