"""How often something may be tried, and how fast one browser may talk."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import RequestFactory
from django.utils import timezone

from games.tables import limits
from games.tables.limits import WRONG_CODES, Bucket, address_of, attempts, guessing, tried, wrong_code
from games.tables.models import Attempt, Table
from tests.tables.browsers import browser

MINUTES = timedelta(minutes=10)


class Clock:
    """Seconds that pass only when told."""

    now = 0.0

    def __call__(self):
        return self.now


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate():
    clock = Clock()
    bucket = Bucket(rate=2, burst=5, clock=clock)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    clock.now += 0.4
    assert not bucket.take()
    clock.now += 0.1
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now += 3600
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]


def test_who_goes_on_in_vain_is_not_shut_out_for_ever():
    clock = Clock()
    bucket = Bucket(rate=1, burst=1, clock=clock)
    bucket.take()
    for _ in range(100):
        assert not bucket.take()
    clock.now += 1
    assert bucket.take()


@pytest.mark.django_db
def test_attempts_are_counted_by_key_and_forgotten_after_their_time():
    assert [attempts("a", MINUTES) for _ in range(3)] == [1, 2, 3]
    assert (tried("a"), tried("b"), attempts("b", MINUTES)) == (3, 0, 1)
    Attempt.objects.filter(key="a").update(until=timezone.now() - timedelta(seconds=1))
    assert (tried("a"), attempts("a", MINUTES), tried("a")) == (0, 1, 1)


@pytest.mark.django_db
def test_the_time_runs_from_the_first_attempt():
    attempts("a", MINUTES)
    until = Attempt.objects.get().until
    attempts("a", MINUTES)
    assert Attempt.objects.get().until == until


@pytest.mark.django_db
def test_a_key_may_be_as_long_as_it_likes():
    assert [attempts("x" * 200, MINUTES) for _ in range(2)] == [1, 2]
    assert tried("x" * 200) == 2


@pytest.mark.django_db
def test_an_address_guesses_once_it_has_tried_too_many_codes():
    for _ in range(WRONG_CODES - 1):
        wrong_code("10.0.0.1")
    assert not guessing("10.0.0.1")
    wrong_code("10.0.0.1")
    assert guessing("10.0.0.1")
    assert not guessing("10.0.0.2")


def test_the_address_is_the_connection_s_and_not_what_a_browser_says():
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="10.0.0.99")
    assert address_of(request) == "10.0.0.1"
    del request.META["REMOTE_ADDR"]
    assert address_of(request) == "local"


# ---------------------------------------------------------------------- on the pages

WRONG = {
    "a table's code": lambda table, client, **where: client.post("/join/", {"code": "QQQQQ"}, **where),
    "a link": lambda table, client, **where: client.get(f"/t/{table.code}/i/wrong/", **where),
    "a seat's code": lambda table, client, **where: client.post(f"/t/{table.code}/back/", {"code": "AAAA"}, **where),
    "a team's code": lambda table, client, **where: client.post(
        f"/t/{table.code}/take-seat/", {"nickname": "Eve", "language": "en", "team": "AAAAA"}, **where
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_wrong_codes_are_refused_after_sixty_from_one_address(lobby, wrong):
    here, elsewhere = {"REMOTE_ADDR": "10.0.0.1"}, {"REMOTE_ADDR": "10.0.0.2"}
    guest = browser()
    guest.get(f"/t/{lobby.table.code}/", **here)
    for _ in range(WRONG_CODES - 1):
        wrong_code("10.0.0.1")
    last = wrong(lobby.table, guest, **here)
    assert last.status_code in (404, 422)
    too_many = wrong(lobby.table, guest, **here)
    assert too_many.status_code == 429
    assert b"<h1>" in too_many.content
    assert guest.post("/join/", {"code": lobby.table.code}, **here).status_code == 429
    assert guest.post(f"/t/{lobby.table.code}/back/", {"code": lobby.anna.recovery}, **here).status_code == 429
    assert wrong(lobby.table, guest, **elsewhere).status_code == last.status_code
    with connection.cursor() as cursor:
        cursor.execute("update tables_attempt set until = now() - interval '1 second'")
    assert wrong(lobby.table, guest, **here).status_code == last.status_code


@pytest.mark.django_db
def test_right_codes_count_for_nothing(lobby):
    for _ in range(3):
        assert browser().post("/join/", {"code": lobby.table.code}).status_code == 302
        assert browser().get(f"/t/{lobby.table.code}/").status_code == 200
    assert tried("code:127.0.0.1") == 0


@pytest.mark.django_db
def test_tables_opened_from_one_address_are_limited(statements, monkeypatch):
    monkeypatch.setattr(limits, "OPENED_TABLES", 2)
    options = {"clock": "0", "answering": "at-once", "order": "in-order", "stack": "1", "arrivals": "1"}
    fields = {"nickname": "Eve", "language": "en", "deck": str(statements.pk)} | options
    assert browser().post("/games/swiss-quiz/", fields | {"nickname": ""}).status_code == 422  # counts for nothing
    answers = [browser().post("/games/swiss-quiz/", fields).status_code for _ in range(3)]
    assert answers == [302, 302, 429]
    assert browser().post("/games/swiss-quiz/", fields, REMOTE_ADDR="10.0.0.2").status_code == 302
    assert Table.objects.count() == 3


@pytest.mark.django_db
def test_joins_from_one_address_are_limited(lobby, monkeypatch):
    monkeypatch.setattr(limits, "JOINS", 2)
    path, fields = f"/t/{lobby.table.code}/take-seat/", {"nickname": "Eve", "language": "en", "watch": "1"}
    assert [browser().post(path, fields).status_code for _ in range(3)] == [302, 302, 429]
    assert browser().post(path, fields, REMOTE_ADDR="10.0.0.2").status_code == 302
    assert lobby.table.players.count() == 6


def test_who_posts_moves_too_fast_is_asked_to_wait():
    bucket = limits.bucket_of("somebody")
    taken = [bucket.take() for _ in range(60)]
    assert taken[:40] == [True] * 40
    assert not taken[-1]
    assert limits.bucket_of("somebody") is bucket
    assert limits.bucket_of("somebody else").take()
