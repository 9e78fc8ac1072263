"""How often something may be tried, and how fast one browser may talk."""

from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from config import limits
from config.limits import Bucket, address_of, attempts
from config.models import Attempt
from games.tables.models import Table
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
    assert attempts("b", MINUTES) == 1
    assert limits.counted(["a", "b"]) == {"a": 3, "b": 1}
    Attempt.objects.filter(key="a").update(until=timezone.now() - timedelta(seconds=1))
    assert limits.counted(["a"]) == {"a": 0}
    assert attempts("a", MINUTES) == 1


@pytest.mark.django_db
def test_the_time_runs_from_the_first_attempt():
    attempts("a", MINUTES)
    until = Attempt.objects.get().until
    attempts("a", MINUTES)
    assert Attempt.objects.get().until == until


@pytest.mark.django_db
def test_a_key_may_be_as_long_as_it_likes():
    assert [attempts("x" * 200, MINUTES) for _ in range(2)] == [1, 2]


@pytest.mark.django_db
def test_several_keys_are_counted_together():
    assert limits.count(["b", "a"], MINUTES) == {"a": 1, "b": 1}
    assert limits.count(["a"], MINUTES) == {"a": 2}
    assert limits.counted(["a", "b", "c"]) == {"a": 2, "b": 1, "c": 0}


@pytest.mark.django_db
def test_what_is_limited_by_address_is_limited_by_network_too():
    assert [limits.too_often("x", "10.0.0.1", 2, MINUTES) for _ in range(3)] == [False, False, True]
    assert not limits.too_often("x", "10.0.0.2", 2, MINUTES)
    assert not limits.too_often("y", "10.0.0.1", 2, MINUTES)
    networks = [f"2001:db8:1:{number}::1" for number in range(7)]
    assert [limits.too_often("x", one, 2, MINUTES) for one in networks] == [False] * 6 + [True]


def test_the_address_is_the_connection_s_and_not_what_a_browser_says():
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="10.0.0.99")
    assert address_of(request) == "10.0.0.1"
    del request.META["REMOTE_ADDR"]
    assert address_of(request) == "local"


# ---------------------------------------------------------------------- on the pages


@pytest.mark.django_db
def test_right_codes_count_for_nothing(lobby):
    for _ in range(3):
        assert browser().post("/join/", {"code": lobby.table.code}).status_code == 302
        assert browser().get(f"/t/{lobby.table.code}/").status_code == 200
    assert limits.counted(["code:127.0.0.1"]) == {"code:127.0.0.1": 0}


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


@pytest.mark.django_db
def test_a_player_who_changes_names_all_the_time_is_asked_to_wait_and_keeps_what_was_typed(lobby, monkeypatch):
    monkeypatch.setattr(limits, "RENAMES", 2)
    beat, path = browser(lobby.beat), f"/t/{lobby.table.code}/me/"
    names = ["Berta", "Bruno", "Bianca"]
    answers = [beat.post(path, {"nickname": name, "language": "fr"}) for name in names]
    assert [answer.status_code for answer in answers] == [302, 302, 422]
    page = answers[-1].content.decode()
    assert "Wait a minute, then save once more." in page
    assert 'value="Bianca"' in page
    lobby.beat.refresh_from_db()
    assert lobby.beat.nickname == "Bruno"
    assert browser(lobby.zoe).post(path, {"nickname": "Zora", "language": "en"}).status_code == 302


@pytest.mark.django_db
def test_a_name_that_stays_as_it_is_costs_nothing_and_tells_nobody(lobby):
    beat, path = browser(lobby.beat), f"/t/{lobby.table.code}/me/"
    for _ in range(limits.RENAMES + 1):
        assert beat.post(path, {"nickname": "Beat", "language": "fr"}).status_code == 302
    assert not Attempt.objects.exists()


@pytest.mark.django_db
def test_who_gets_up_and_sits_down_all_the_time_is_asked_to_wait(lobby, monkeypatch):
    monkeypatch.setattr(limits, "DEEDS", 2)
    beat, path = browser(lobby.beat), f"/t/{lobby.table.code}/do"
    answers = [beat.post(f"{path}/{deed}/") for deed in ("stand-up", "sit-down", "stand-up")]
    assert [answer.status_code for answer in answers] == [302, 302, 422]
    assert "too fast" in answers[-1].content.decode()
    assert lobby.table.seats.count() == 3
    assert browser(lobby.zoe).post(f"{path}/stand-up/").status_code == 302
