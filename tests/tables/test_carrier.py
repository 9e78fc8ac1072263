"""What processes tell each other: the rows themselves, once, to those who do not know them."""

import asyncio
import socket
from datetime import UTC, datetime
from uuid import uuid4

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from config.database import address
from games.rules.kernel import TABLE
from games.tables import pubsub, services
from games.tables.log import Log, NewRow
from games.tables.models import Guest, Move
from games.tables.news import CHANNEL, ROOM, News, read, written
from games.tables.snapshot import Row
from tests.tables.hubs import ON_EACH_CARRIER, lay, rows, seated, statement, until

ROW = Row(7, 2, 11, '{"move":"lay","answer":"é"}', datetime(2026, 7, 4, 12, 0, 0, 123456, UTC), uuid4())


# ---------------------------------------------------------------------- what is written


def test_what_is_announced_is_read_as_it_was():
    for news in (
        News(3),
        News(3, 7, (ROW,), "a"),
        News(3, 8, (ROW, ROW._replace(number=8, player=None, request=None))),
    ):
        assert read(written(news)) == news


def test_rows_that_do_not_fit_are_left_out_and_the_number_stays():
    for long in ("x", "é", "\\", '"'):
        fits = News(3, 7, (ROW._replace(move=long * 3000),), "a")
        assert len(written(fits).encode()) <= ROOM
        assert read(written(News(3, 7, (ROW._replace(move=long * ROOM),), "a"))) == News(3, 7)


def test_what_a_later_version_adds_is_passed_over():
    later = ("3:7 [2,1]", '3:7 {"rows":"elsewhere"}', "3:7 \x01", '3:7 [1,"a"]', '3:7 [1,"a",[[7,"?"]]]', "3:7 [1")
    assert {read(text) for text in later} == {News(3, 7)}
    assert read("3: [9]") == News(3)


@pytest.mark.parametrize("text", ["", " ", "x", "3", ":", ":7", "3:x", "-3:7", "3:7:8", "³:7", "9" * 30 + ":1", "[1]"])
def test_what_is_no_announcement_says_nothing(text):
    assert read(text) is None


# ---------------------------------------------------------------------- what is told


def reading(hub):
    """How often this process reads the log of a table."""
    reads, tail = [], hub.log.tail

    async def counted(table, after):
        reads.append((table, after))
        return await tail(table, after)

    hub.log.tail = counted
    return reads


@pytest.fixture
def notify(carrier, request):
    """Announces something by hand."""

    async def by_notification(*payloads):
        async with await psycopg.AsyncConnection.connect(address(), autocommit=True) as somebody:
            for payload in payloads:
                await somebody.execute("select pg_notify(%s, %s)", [CHANNEL, payload])

    async def by_redis(*payloads):
        client = request.getfixturevalue("redis_server").client()
        for payload in payloads:
            client.publish(f"{CHANNEL}:{connection.settings_dict['NAME']}", payload)

    return by_redis if carrier == "redis" else by_notification


pytestmark = pytest.mark.django_db(transaction=True)


@ON_EACH_CARRIER
async def test_nobody_reads_what_was_just_told(quiz, hubs):
    hub, other = await hubs(), await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    there, theirs = await seated(other, quiz)
    reads = reading(hub), reading(other)
    await lay(anna)
    await lay(beat)
    await until(lambda: theirs[2].frames[-1]["number"] == 3)
    await sync_to_async(services.pause)(quiz.table.pk, quiz.anna)
    await until(lambda: live.snapshot.play.paused and there.snapshot.play.paused)
    assert reads == ([], [])
    assert there.snapshot.play == live.snapshot.play
    assert there.snapshot.requests == live.snapshot.requests


@ON_EACH_CARRIER
async def test_a_process_does_not_hear_of_its_own_moves(quiz, hubs):
    hub = await hubs()
    live, (anna, *_) = await seated(hub, quiz)
    heard = []

    async def listen():
        async for news in hub.log.news():
            heard.append(news)

    listening = asyncio.ensure_future(listen())
    await until(lambda: heard == [True])
    await lay(anna)
    await sync_to_async(services.rename)(quiz.beat, "Beatrice", "fr")
    await until(lambda: len(heard) == 2)
    listening.cancel()
    assert heard[1] == News(quiz.table.pk)


@ON_EACH_CARRIER
async def test_after_a_gap_the_rest_is_read(quiz, hubs):
    hub, other = await hubs(), await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    there, theirs = await seated(other, quiz)
    reads = reading(other)
    await sync_to_async(Move.objects.create)(  # nobody is told of it
        table=quiz.table, number=2, seat=TABLE, move='{"move":"pause"}', at=live.snapshot.play.at
    )
    await live.lock.acquire()
    await hub._read_up(live)
    live.lock.release()
    await sync_to_async(services.resume)(quiz.table.pk, quiz.anna)
    await until(lambda: there.snapshot.number == 3)
    assert reads == [(quiz.table.pk, 1)]


@ON_EACH_CARRIER
async def test_a_number_without_rows_is_read_up(quiz, hubs, notify):
    hub = await hubs()
    live, (anna, *_) = await seated(hub, quiz)
    await sync_to_async(Move.objects.create)(
        table=quiz.table, number=2, seat=TABLE, move='{"move":"pause"}', at=live.snapshot.play.at
    )
    await notify(f'{quiz.table.pk}:2 [99,"what a later version may say"]')
    await until(lambda: anna.frames[-1]["number"] == 2)


@ON_EACH_CARRIER
async def test_nonsense_does_not_stop_whoever_listens(quiz, hubs, notify):
    hub, other = await hubs(), await hubs()
    live, (anna, *_) = await seated(hub, quiz)
    there, _ = await seated(other, quiz)
    wrong = written(News(quiz.table.pk, 2, (ROW._replace(number=2, move="{}"),)))  # a row that is no move
    await notify("", "x" * 7000, f"{quiz.table.pk}:2 [1", f"{2**60}:5", wrong)
    await lay(anna)
    await until(lambda: there.snapshot.number == 2)
    assert there.snapshot.play == live.snapshot.play


@ON_EACH_CARRIER
async def test_a_move_whose_line_is_cut_while_it_is_written_is_seen_by_all(quiz, hubs):
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    append = hub.log.append

    def cut(row):
        moving.cancel()
        return append(row)

    hub.log.append = cut
    moving = asyncio.ensure_future(lay(anna))
    with pytest.raises(asyncio.CancelledError):
        await moving
    await until(lambda: zoe.frames[-1]["number"] == 2)
    assert len(await rows(quiz.table)) == 2


@ON_EACH_CARRIER
async def test_of_two_rows_with_one_number_in_one_commit_one_wins_and_is_told(quiz, hubs):
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    log = Log()
    await log.open()
    lays = f'{{"move":"lay","statement":{statement(anna)},"answer":"true","chips":0,"flags":0}}'
    try:
        wants = [NewRow(quiz.table.pk, 2, seat, None, lays, live.snapshot.play.at, uuid4()) for seat in (0, 1)]
        assert await asyncio.gather(*(log.append(row) for row in wants)) == [True, False]
    finally:
        await log.close()
    await until(lambda: live.snapshot.number == 2)
    assert list(live.snapshot.requests) == [wants[0].request]


# ---------------------------------------------------------------------- what Redis may lose


on_redis = pytest.mark.parametrize("carrier", ["redis"], indirect=True)


def wholly(hub):
    """How often this process reads all of a table anew that it knows already."""
    reads, read_up = [], hub._read_up

    async def counted(live):
        reads.append(live.id)
        await read_up(live)

    hub._read_up = counted
    return reads


@ON_EACH_CARRIER
async def test_a_table_that_was_just_opened_is_not_read_again(quiz, hubs):
    hub = await hubs()
    await until(lambda: hub.listening)
    reads = wholly(hub)
    live, (anna, *_) = await seated(hub, quiz)
    await lay(anna)
    await hub.compare()
    assert not reads
    assert live.snapshot.number == 2


@ON_EACH_CARRIER
async def test_what_is_announced_while_a_table_is_being_opened_is_not_missed(quiz, hubs):
    hub, other = await hubs(), await hubs()
    await until(lambda: hub.listening)
    _, (anna, *_) = await seated(other, quiz)
    load, heard = hub._load, []
    hub.hearers.append(heard.append)

    async def overtaken(table):
        loaded = await load(table)
        await lay(anna)
        await until(lambda: heard)
        return loaded

    hub._load = overtaken
    live = await hub.live(quiz.table.pk)
    assert live.snapshot.number == 2


@on_redis
async def test_what_redis_has_lost_is_found_by_comparing(quiz, hubs, redis_server):
    hub, other = await hubs(), await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    there, theirs = await seated(other, quiz)
    await other.compare()
    hub.log.carrier.tell = lambda announcements: None  # killed between the commit and telling of it
    await lay(anna)
    assert there.snapshot.number == 1
    await other.compare()
    assert theirs[2].frames[-1]["number"] == 2
    await sync_to_async(Guest.objects.filter(pk=quiz.beat.guest_id).update)(nickname="Beatrice")
    await other.compare()
    assert "Beatrice" in theirs[2].html


async def test_a_table_that_goes_on_while_it_is_compared_is_not_read_again(quiz, hubs, monkeypatch):
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    await hub.compare()
    asked, read = hub.log.state, []

    async def played_meanwhile(tables):
        told = await asked(tables)
        await lay(anna)
        return told

    async def read_anew(table, *, people):
        read.append(table)

    monkeypatch.setattr(hub.log, "state", played_meanwhile)
    monkeypatch.setattr(hub, "_refresh", read_anew)
    await hub.compare()
    assert live.snapshot.number == 2
    assert not read


@on_redis
async def test_processes_compare_by_themselves_where_news_may_be_lost(quiz, hubs, carrier, monkeypatch):
    monkeypatch.setattr(pubsub.PubSub, "compares_every", 0.1)
    hub, other = await hubs(), await hubs()
    live, (anna, *_) = await seated(hub, quiz)
    there, theirs = await seated(other, quiz)
    hub.log.carrier.tell = lambda announcements: None
    await lay(anna)
    await until(lambda: theirs[2].frames[-1]["number"] == 2)


@on_redis
async def test_no_table_waits_for_redis_and_news_come_as_soon_as_it_is_back(quiz, hubs, redis_server, monkeypatch):
    monkeypatch.setattr(pubsub, "_silent_until", 0.0)
    hub, other = await hubs(), await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    there, theirs = await seated(other, quiz)
    redis_server.kill()
    try:
        await lay(anna)
        assert zoe.frames[-1]["number"] == 2
        await sync_to_async(services.rename)(quiz.beat, "Beatrice", "fr")
        assert not hub.waiting
        await other.compare()
        assert there.snapshot.number == 2
        late = await hubs()
        await until(lambda: late.listening)  # a process that starts meanwhile serves as well
        await late.close()
    finally:
        redis_server.start()
    await until(lambda: "Beatrice" in zoe.html and "Beatrice" in theirs[2].html)
    channel = f"{CHANNEL}:{connection.settings_dict['NAME']}"
    await until(lambda: redis_server.client().pubsub_numsub(channel) == [(channel.encode(), 2)])
    await lay(beat)
    await until(lambda: theirs[2].frames[-1]["number"] == 3)


def test_a_redis_that_does_not_answer_delays_one_announcement_only(monkeypatch):
    monkeypatch.setattr(pubsub, "_silent_until", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        url = f"redis://127.0.0.1:{deaf.getsockname()[1]}"
        for _ in range(100):
            pubsub._publish(url, "tables", "1:")
        deaf.settimeout(0)
        deaf.accept()[0].close()
        with pytest.raises(BlockingIOError):
            deaf.accept()
