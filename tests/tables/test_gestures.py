"""Gestures: everybody at the table sees one for a moment, in every process, and nothing of it is kept."""

import pytest
from asgiref.sync import sync_to_async

from config import limits
from games.tables.models import Move
from games.tables.news import GESTURES, News, read, written
from tests.tables.browsers import browser
from tests.tables.conftest import seat_cast
from tests.tables.hubs import ON_EACH_CARRIER, seated, until

pytestmark = pytest.mark.django_db(transaction=True)
HTMX = {"HX-Request": "true"}


def make(player, table, gesture="clap"):
    return browser(player).post(f"/t/{table.code}/gesture/", {"gesture": gesture}, headers=HTMX)


def test_a_gesture_is_announced_and_read_as_it_was():
    for gesture in GESTURES:
        news = News(3, gesture=gesture, by=2)
        assert read(written(news)) == news
    assert read(written(News(3, guess=7))) == News(3, guess=7)
    assert read("3!2!kick") is None and read("3!x!clap") is None and read("3!2") is None


@ON_EACH_CARRIER
async def test_whoever_looks_sees_it_in_their_language_in_every_process_and_the_log_does_not(quiz, hubs):
    hub, other = await hubs(), await hubs()
    _live, (anna, _beat, _zoe) = await seated(hub, quiz)
    _there, (_anna, beat, _zoe) = await seated(other, quiz)
    for one in (anna, beat):
        one.watch.look.stage = "game"
    moves = await sync_to_async(Move.objects.count)()
    assert (await sync_to_async(make)(quiz.anna, quiz.table)).status_code == 204
    await until(lambda: "Anna klatscht" in anna.html and "Anna applaudit" in beat.html)
    assert await sync_to_async(Move.objects.count)() == moves


def test_nobody_claps_without_end_from_outside_or_in_other_ways(quiz, client):
    for _ in range(limits.GESTURES):
        assert make(quiz.anna, quiz.table).status_code == 204
    assert "toast" in make(quiz.anna, quiz.table).content.decode()
    assert make(quiz.beat, quiz.table, "kick").status_code == 404
    assert client.post(f"/t/{quiz.table.code}/gesture/", {"gesture": "clap"}).status_code == 404


@pytest.mark.clause("QF-2")
def test_in_quatrefoil_nobody_makes_signs(db):
    four = seat_cast("quatrefoil", None, begin=False)
    assert make(four.anna, four.table).status_code == 404
    assert "gesture-menu" not in browser(four.anna).get(f"/t/{four.table.code}/").content.decode()


def test_the_menu_of_a_player_has_them_and_an_onlooker_s_has_not(quiz, client):
    assert browser(quiz.anna).get(f"/t/{quiz.table.code}/").content.decode().count('name="gesture"') == len(GESTURES)
    assert 'name="gesture"' not in client.get(f"/t/{quiz.table.code}/?watch").content.decode()
