"""A form that is sent twice is meant once: a doubled press makes no ghosts."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from games.tables.access import GUESTS
from games.tables.models import Player, Table
from tests.tables.browsers import browser

pytestmark = pytest.mark.django_db(transaction=True)

OPTIONS = {"clock": "0", "answering": "at-once", "order": "in-order", "stack": "1", "arrivals": "1"}


def key_on(page):
    """The key of the form on this page."""
    (key,) = re.findall(r'<input type="hidden" name="key" value="([0-9a-f-]{36})"', page.content.decode())
    return key


def at_once(*tasks):
    """Runs all of them at the same moment, each on a connection of its own; gives what they answer."""
    start = Barrier(len(tasks))

    def run(task):
        start.wait(10)
        try:
            return task()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def player_of(client, table):
    """Who a browser is at a table, as its session says."""
    return client.session[GUESTS][str(table.room_id)]


WAYS = [{}, {"watch": "1"}, {"team": True}]


@pytest.mark.parametrize("way", WAYS, ids=["a seat", "to watch", "a team"])
def test_who_sits_down_twice_without_any_cookie_is_one_person_in_both_answers(lobby, way):
    path = f"/t/{lobby.table.code}/"
    fields = {"nickname": "Eve", "language": "en", "key": key_on(browser().get(path))} | way
    if "team" in way:
        fields["team"] = lobby.beat.seat.team_code
    first, second = Client(), Client()
    answers = [client.post(f"{path}take-seat/", fields) for client in (first, second)]
    assert [answer.headers["Location"] for answer in answers] == [path, path]
    assert player_of(first, lobby.table) == player_of(second, lobby.table)
    assert lobby.table.players.filter(guest__nickname="Eve").count() == 1
    assert lobby.table.seats.count() == (3 if way else 4)


def test_the_same_at_the_same_moment(lobby):
    path, clients = f"/t/{lobby.table.code}/take-seat/", [Client() for _ in range(4)]
    fields = {"nickname": "Eve", "language": "en", "key": str(uuid4())}
    answers = at_once(*(lambda client=client: client.post(path, fields).status_code for client in clients))
    assert answers == [302] * 4
    assert len({player_of(client, lobby.table) for client in clients}) == 1
    assert Player.objects.count() == 4


def test_a_table_is_opened_once(statements):
    page = browser().get("/games/swiss-quiz/")
    fields = OPTIONS | {"nickname": "Eve", "language": "en", "deck": str(statements.pk), "key": key_on(page)}
    clients = [Client() for _ in range(4)]
    post = [lambda client=client: client.post("/games/swiss-quiz/", fields).headers["Location"] for client in clients]
    assert len(set(at_once(*post))) == 1
    table = Table.objects.get()
    assert table.players.count() == table.seats.count() == 1
    assert {player_of(client, table) for client in clients} == {table.room.host_id}
    again = fields | {"key": key_on(browser().get("/games/swiss-quiz/"))}
    browser().post("/games/swiss-quiz/", again)
    assert Table.objects.count() == 2


@pytest.mark.parametrize("key", ["", "x", "0" * 400, None])
def test_without_a_key_each_time_counts(lobby, key):
    fields = {"nickname": "Eve", "language": "en"} | ({} if key is None else {"key": key})
    for count in (4, 5):
        assert Client().post(f"/t/{lobby.table.code}/take-seat/", fields).status_code == 302
        assert Player.objects.count() == count


def test_the_key_stays_while_something_is_put_right(lobby):
    path = f"/t/{lobby.table.code}/"
    key = key_on(browser().get(path))
    refused = browser().post(f"{path}take-seat/", {"nickname": "", "language": "en", "key": key})
    assert key_on(refused) == key
    assert key_on(browser().get(path)) != key
