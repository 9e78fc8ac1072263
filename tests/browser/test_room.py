"""A room in browsers: when it goes on to its next table, everybody goes along."""

from playwright.sync_api import expect

from games.tables import services
from games.tables.models import Player
from tests.browser.conftest import TELEVISION


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
    anna.page.goto(f"/t/{following.code}/")
    expect(anna.page.locator("#lobby")).to_contain_text("Anna")
