"""What breaks in life is broken here: a browser, a line, a table, the database, the clock. The others play on."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.utils import timezone

from config.asgi import application
from config.outage import AWAY
from decks.models import Reading
from games.rules.kernel import TABLE, IllegalMove
from games.tables import outbox, services
from games.tables.consumer import BURST
from games.tables.hub import NO_SUCH_TABLE, Hub, Waiting
from games.tables.models import Move, Player, Table
from games.tables.outbox import COME_BACK, MOST_UNREAD, SILENCE, Outbox
from games.tables.services import NoSuchTable
from tests.tables.conftest import seat_cast
from tests.tables.hubs import ON_EACH_CARRIER, Browser, lay, rows, seated, until
from tests.tables.outages import Outage
from tests.tables.playing import finish

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def timed(statements):
    """A Swiss Quiz with half a minute for each answer."""
    return await sync_to_async(seat_cast)("swiss-quiz", statements, {"answering": "at-once", "clock": 30})


@pytest.fixture
def outage(transactional_db):
    """What can happen to the database."""
    return Outage()


async def deaf(hubs):
    """A process that hears no announcement."""
    hub = await hubs()
    for task in tuple(hub._tasks):
        task.cancel()
    return hub


# ---------------------------------------------------------------------- one bad browser


async def test_what_goes_wrong_with_one_page_stays_with_it(quiz, hubs, caplog):
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    beat.watch.look.layout, beat.watch.look.stage = "a-layout-that-does-not-exist", ""
    await lay(anna)
    await lay(zoe)
    assert [frame["number"] for frame in zoe.frames[1:]] == [2, 3]
    assert '<hx-partial id="toast"' in beat.frames[-1]["content"]
    assert len([line for line in caplog.records if "A page of table" in line.message]) == 1
    beat.watch.look.layout = "table"
    await lay(beat)
    assert '<hx-partial id="whole"' in beat.frames[-1]["content"]


class Socket:
    """What a server gives to the application: sending to it can be stopped, and can fail."""

    def __init__(self):
        self.heard, self.open = [], asyncio.Event()
        self.open.set()
        self.error = None

    async def send(self, text):
        await self.open.wait()
        if self.error is not None:
            raise self.error
        self.heard.append(text)

    async def until_heard(self, messages):
        await until(lambda: len(self.heard) >= messages)


class Seconds:
    """Seconds that pass when told."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


async def test_an_outbox_sends_in_order_and_closes_last():
    socket = Socket()
    box = Outbox(socket.send, Seconds())
    delivering = asyncio.ensure_future(box.deliver())
    for number in range(50):
        box.put(str(number))
    box.end(4404)
    box.put("too late")
    assert await delivering == 4404
    assert socket.heard == [str(number) for number in range(50)]


async def test_a_browser_that_hears_enough_is_asked_less_often():
    socket, clock = Socket(), Seconds()
    box = Outbox(socket.send, clock)
    delivering = asyncio.ensure_future(box.deliver())
    asked = []
    for step in range(8):
        if step < 6:
            box.put("a move")
        box.pulse()
        await socket.until_heard(min(step + 1, 6))
        if box._ping is not None:
            asked.append(step)
            box.pong(box._ping)
        clock.now += 2
    assert asked == [0, 3, 6, 7]
    box.end(4404)
    await delivering


async def test_a_socket_that_raises_is_let_go_and_nobody_hears_of_it():
    socket = Socket()
    socket.error = RuntimeError("Cannot call send once a close message has been sent.")
    box = Outbox(socket.send, Seconds())
    box.put("a")
    assert await box.deliver() == COME_BACK
    box.put("b")


async def test_a_browser_that_does_not_read_is_let_go_after_a_megabyte():
    socket = Socket()
    box = Outbox(socket.send, Seconds())
    delivering = asyncio.ensure_future(box.deliver())
    socket.open.clear()
    for _ in range(MOST_UNREAD // 1000):
        box.put("x" * 1000)
    await asyncio.sleep(0)
    assert not delivering.done()
    box.put("one more")
    assert await delivering == COME_BACK
    assert socket.heard == []
    assert not box._queue


async def test_a_server_that_takes_everything_does_not_hide_that_nobody_reads():
    socket, clock = Socket(), Seconds()
    box = Outbox(socket.send, clock)
    delivering = asyncio.ensure_future(box.deliver())
    for _ in range(3):
        box.put("x" * (MOST_UNREAD // 3))
        await until(lambda: box._queue == type(box._queue)())
        box.ping()
        await until(lambda: socket.heard[-1].startswith('{"ping"'))
        assert box.pong(json.loads(socket.heard[-1])["ping"]) == 0.0
        clock.now += 1
    box.put("x" * (MOST_UNREAD // 2))
    assert not delivering.done()
    box.put("x" * (MOST_UNREAD // 2 + 1))
    assert await delivering == COME_BACK


async def test_a_browser_that_falls_silent_is_let_go():
    socket, clock = Socket(), Seconds()
    box = Outbox(socket.send, clock)
    delivering = asyncio.ensure_future(box.deliver())
    box.pulse()
    await until(lambda: socket.heard)
    clock.now += SILENCE
    box.pulse()
    assert box._code is None
    clock.now += 0.1
    box.pulse()
    assert await delivering == COME_BACK
    [ping] = socket.heard
    assert box.pong(json.loads(ping)["ping"]) == pytest.approx(SILENCE + 0.1)


async def test_a_phone_that_stops_reading_keeps_nobody_waiting(quiz, room, monkeypatch):
    monkeypatch.setattr(outbox, "MOST_UNREAD", 100_000)
    monkeypatch.setattr(outbox, "ANSWERS", 0.0)  # every pulse asks
    anna, zoe = await room.seat(quiz.table, quiz.anna), await room.seat(quiz.table, quiz.zoe)
    beat = room.phone(quiz.table.code, quiz.beat)
    closed = []
    stuck = asyncio.Event()

    async def never_read(message):
        if message["type"] == "websocket.send":
            await stuck.wait()
        elif message["type"] == "websocket.close":
            closed.append(message["code"])

    calls = iter([{"type": "websocket.connect"}])

    async def receive():
        for call in calls:
            return call
        await asyncio.Event().wait()

    scope = (await beat.lift()).scope
    running = asyncio.ensure_future(application(scope, receive, never_read))
    live = await room.live(quiz.table)
    await until(lambda: len(live.watches) == 3)
    hub = await Hub.current()
    number = str(live.snapshot.game.pack.statements[live.snapshot.play.state.card].number)
    fields = {"move": "lay", "statement": number, "answer": "true", "chips": "0", "flags": "0"}
    await anna.moves(**fields)
    await zoe.hear(lambda frame: frame.get("number") == 2)
    for time in range(40):
        name = f"Anna the {time}th"
        await sync_to_async(services.rename)(quiz.anna, name, "de")
        for _ in range(2):  # whoever was told something since the last one is not asked
            await hub.pulse()
        for phone in (anna, zoe):
            await phone.hear(lambda frame, name=name: name in frame.get("content", ""))
            asked = [frame for frame in phone.frames if "ping" in frame]  # by the site itself, too
            ping = asked[-1] if asked else await phone.hear(lambda frame: "ping" in frame)
            await phone.send({"pong": ping["ping"]})  # once: who answers too often is not listened to
            phone.frames.clear()
        if closed:
            break
    await until(lambda: closed == [COME_BACK])
    await until(lambda: len(live.watches) == 2)
    running.cancel()


# ---------------------------------------------------------------------- moves and seats at once


async def test_a_move_does_not_wait_for_a_change_of_seats(quiz, hubs):
    hub = await hubs()
    live, (anna, *_) = await seated(hub, quiz)
    held, done = threading.Event(), threading.Event()

    def change():
        with transaction.atomic():
            services.locked(quiz.table.pk)
            held.set()
            done.wait(30)
        connection.close()

    changing = asyncio.get_running_loop().run_in_executor(None, change)
    try:
        await asyncio.to_thread(held.wait)
        await asyncio.wait_for(lay(anna), 10)
    finally:
        done.set()
        await changing
    assert len(await rows(quiz.table)) == 2


async def test_whoever_leaves_in_the_middle_of_a_move_deadlocks_nobody(statements, hubs):
    hub = await hubs()
    for _ in range(10):
        cast = await sync_to_async(seat_cast)("swiss-quiz", statements, {"answering": "at-once"})
        live, (anna, beat, zoe) = await seated(hub, cast)
        left = sync_to_async(services.leave, thread_sensitive=False)(cast.table.pk, cast.beat)
        done = await asyncio.gather(lay(anna), lay(beat), left, lay(zoe), return_exceptions=True)
        assert [error for error in done if error is not None and not isinstance(error, IllegalMove)] == []
        numbers = [number for number, *_ in await rows(cast.table)]
        assert numbers == list(range(1, len(numbers) + 1))


@ON_EACH_CARRIER
async def test_somebody_removed_cannot_move_any_more_even_where_nobody_has_heard_of_it(quiz, hubs):
    hub = await deaf(hubs)
    live, (anna, beat, zoe) = await seated(hub, quiz)
    await sync_to_async(services.remove)(quiz.table.pk, quiz.anna, 1)
    with pytest.raises(IllegalMove) as refused:
        await lay(beat)
    assert refused.value.clause == "CO-1"
    assert [seat for _, seat, *_ in await rows(quiz.table)] == [TABLE, TABLE]
    await lay(zoe)


async def test_somebody_who_has_gone_for_good_cannot_move_any_more(statements, hubs):
    cast = await sync_to_async(seat_cast)("swiss-quiz", statements, {"answering": "at-once"})
    team = (await sync_to_async(cast.table.seats.get)(number=1)).team_code
    carla = await sync_to_async(services.join_team)(cast.table.pk, team, "Carla", "it")
    hub = await deaf(hubs)
    live, (anna, beat, zoe) = await seated(hub, cast)
    phone = await Browser(hub, live, carla).sit()
    await sync_to_async(services.leave)(cast.table.pk, carla)  # the seat keeps beat: the log says nothing
    with pytest.raises(IllegalMove):
        await lay(phone)
    await lay(beat)


async def test_a_doubled_tap_takes_one_seat(statements):
    def play():
        table = services.open_table("swiss-quiz", statements, {"answering": "at-once"})
        anna, beat = (services.join(table.pk, name, "de") for name in ("Anna", "Beat"))
        for _ in range(3):
            services.add_bot(table.pk, anna, "easy")
        services.begin(table.pk, anna)
        zoe = services.join(table.pk, "Zoé", "fr", seat=False)
        first, second = Player.objects.get(pk=zoe.pk), Player.objects.get(pk=zoe.pk)
        services.sit_down(table.pk, first)
        services.sit_down(table.pk, second)
        return table.seats.exclude(bot="").count(), beat

    bots, _ = await sync_to_async(play)()
    assert bots == 2


# ---------------------------------------------------------------------- the table is deleted, a connection dies


@ON_EACH_CARRIER
async def test_a_table_deleted_while_it_is_watched_takes_nobody_along(quiz, statements, hubs):
    hub = await hubs()
    live, (anna, *_) = await seated(hub, quiz)
    other = await sync_to_async(seat_cast)("swiss-quiz", statements, {"answering": "at-once"})
    other_live, (berta, *_) = await seated(hub, other)
    await sync_to_async(lambda: Table.objects.get(pk=quiz.table.pk).delete())()
    with pytest.raises(NoSuchTable):
        await lay(anna)
    assert anna.ended == NO_SUCH_TABLE
    hub.leave(other_live, berta.watch)
    hubs.clock.passes(121)
    await hub.beat()
    await until(lambda: other_live.snapshot.people.host_name == "Beat")
    assert quiz.table.pk not in hub.tables


async def test_the_heartbeat_finds_a_deleted_table_and_goes_on(quiz, statements, hubs):
    hub = await deaf(hubs)
    live, (anna, *_) = await seated(hub, quiz)
    other = await sync_to_async(seat_cast)("swiss-quiz", statements, {"answering": "at-once"})
    other_live, (berta, *_) = await seated(hub, other)
    await sync_to_async(lambda: Table.objects.get(pk=quiz.table.pk).delete())()
    hub.leave(other_live, berta.watch)
    hubs.clock.passes(121)
    await hub.beat()
    assert anna.ended == NO_SUCH_TABLE
    assert list(hub.tables) == [other.table.pk]
    assert (await sync_to_async(lambda: Table.objects.get(pk=other.table.pk).host.nickname)()) == "Beat"


@ON_EACH_CARRIER
async def test_what_was_announced_and_not_heard_is_found_by_the_heartbeat(quiz, hubs):
    hub = await deaf(hubs)
    live, (anna, beat, zoe) = await seated(hub, quiz)
    elsewhere = await hubs()
    _, (anna_there, *_) = await seated(elsewhere, quiz)
    await lay(anna_there)
    assert live.snapshot.number == 1
    await hub.beat()
    assert zoe.frames[-1]["number"] == 2


@ON_EACH_CARRIER
async def test_connections_that_die_are_replaced_and_nothing_is_lost(quiz, hubs, caplog, outage):
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    outage.cuts_connections()
    await lay(anna)
    await hub.beat()
    await sync_to_async(services.rename)(quiz.beat, "Beatrice", "fr")
    await until(lambda: "Beatrice" in zoe.html)
    assert [seat for _, seat, *_ in await rows(quiz.table)] == [TABLE, 0]
    assert not hub.waiting


@ON_EACH_CARRIER
async def test_a_row_whose_commit_nobody_heard_of_is_not_written_twice(quiz, hubs):
    """The connection died after the commit: whoever asks again finds its own row, even without a request's id."""
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    twin = await deaf(hubs)
    twin_live, (anna_again, *_) = await seated(twin, quiz)
    twin_live.snapshot.house, twin_live.snapshot.people = live.snapshot.house, live.snapshot.people
    await lay(anna)
    await lay(anna_again)  # the same seat, move and time with the same number: a repetition by the log's own retry
    assert len(await rows(quiz.table)) == 2
    assert twin_live.snapshot.number == 2


# ---------------------------------------------------------------------- the database is away


@ON_EACH_CARRIER
async def test_while_the_database_is_away_everybody_sees_that_the_table_waits_and_then_it_goes_on(timed, hubs, outage):
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, timed)
    with outage.away():
        hubs.clock.passes(31)
        await hub._ring(live)
        assert hub.waiting
        assert "Der Tisch wartet" in anna.html
        assert "The table waits" in zoe.html
        with pytest.raises(Waiting):
            await lay(anna)

    def banner():
        return [frame["content"] for frame in zoe.frames if 'id="banner"' in frame.get("content", "")][-1]

    # the clock's move may be written down just before anybody has noticed that the database is back
    await until(lambda: zoe.frames[-1]["number"] == 2 and "The table waits" not in banner())
    assert not hub.waiting
    late = [seat for _, seat, move, _ in await rows(timed.table) if "time-up" in move]
    assert late == [TABLE]


async def test_an_alarm_that_finds_the_database_away_is_set_again(timed, hubs, outage):
    hub = await hubs()
    live, _ = await seated(hub, timed)
    with outage.away():
        hubs.clock.passes(31)
        rang = live.alarm
        await hub._ring(live)
        assert live.alarm is not rang
    await until(lambda: live.snapshot.number == 2)
    assert live.alarm is not None


@ON_EACH_CARRIER
async def test_a_process_that_starts_while_the_database_is_away_connects_later(quiz, hubs, outage):
    hub = hubs.clock.hub()
    with outage.away(), pytest.raises(AWAY):
        await hub.open()
    await hub.open()
    try:
        live, (anna, *_) = await seated(hub, quiz)
        await lay(anna)
        assert anna.frames[-1]["number"] == 2
    finally:
        await hub.close()


async def test_pages_wait_for_the_database_and_find_it_again(quiz, client, outage):
    def look():
        try:
            return client.get(f"/t/{quiz.table.code}/?watch=1")
        finally:
            connection.close()  # as after each request

    with outage.away():
        away = await sync_to_async(look)()
    back = await sync_to_async(look)()
    assert (away.status_code, away.headers["Retry-After"]) == (503, "5")
    assert back.status_code == 200


async def test_a_fault_nobody_has_thought_of_costs_one_move_and_no_line(quiz, room, outage):
    anna, zoe = await room.seat(quiz.table, quiz.anna), await room.seat(quiz.table, quiz.zoe)
    live = await room.live(quiz.table)
    number = str(live.snapshot.game.pack.statements[live.snapshot.play.state.card].number)
    fields = {"move": "lay", "statement": number, "answer": "true", "chips": "0", "flags": "0"}
    with outage.haunted("tables_move"):
        refusal = await anna.moves(**fields)
        assert '<hx-partial id="toast"' in refusal["content"]
    await anna.moves(**fields)
    await zoe.hear(lambda frame: frame.get("number") == 2)


# ---------------------------------------------------------------------- a log that cannot be played


def spoil(table):
    """The log holds a move that the rules do not allow any more."""
    Move.objects.create(table=table, number=2, seat=0, move='{"move":"turn","statement":1}', at=timezone.now())


async def test_a_log_that_cannot_be_played_says_so_and_harms_nobody(quiz, statements, room, client):
    await sync_to_async(spoil)(quiz.table)
    for page in ("", "screen/", "live/"):
        answer = await sync_to_async(client.get)(f"/t/{quiz.table.code}/{page}?watch=1")
        assert answer.status_code == 410
        assert "This game cannot go on" in answer.content.decode()
    phone = room.phone(quiz.table.code, quiz.anna)
    assert await phone.dial()
    assert await phone.next() == NO_SUCH_TABLE
    other = await sync_to_async(seat_cast)("swiss-quiz", statements, {"answering": "at-once"})
    anna = await room.seat(other.table, other.anna)
    await (await Hub.current()).beat()
    assert "Statement" in anna.html


async def test_a_log_that_cannot_be_played_does_not_keep_the_others_from_being_noted(quiz, statements):
    def note():
        spoil(quiz.table)
        other = seat_cast("swiss-quiz", statements, {"answering": "at-once"})
        finish(other.table)
        return services.note_ends(timezone.now() - timedelta(days=1)), Table.objects.get(pk=other.table.pk).ended_at

    noted, ended = await sync_to_async(note)()
    assert noted == 1
    assert ended is not None


# ---------------------------------------------------------------------- the end of a game


@pytest.fixture
def over(quiz):
    """A game whose last move was written down, and then its process was killed."""
    finish(quiz.table)
    return quiz


async def test_whoever_finds_a_game_over_notes_its_end(over, hubs):
    hub = await hubs()
    await hub.live(over.table.pk)
    ended = sync_to_async(lambda: Table.objects.get(pk=over.table.pk).ended_at)
    last = (await rows(over.table))[-1][3]
    async with asyncio.timeout(10):
        while not await ended():
            await asyncio.sleep(0.02)
    assert await ended() == last
    assert await sync_to_async(Reading.objects.filter(table=over.table.code).exists)()


async def test_whoever_leaves_a_game_that_is_over_notes_its_end(over):
    await sync_to_async(services.leave)(over.table.pk, over.zoe)
    assert (await sync_to_async(lambda: Table.objects.get(pk=over.table.pk).ended_at)()) is not None


async def test_the_end_is_noted_whole_or_not_at_all(over, outage):
    def note():
        at = timezone.now()
        with outage.haunted("decks_reading"), pytest.raises(DatabaseError):
            services.note_end(over.table.pk, at)
        assert Table.objects.get(pk=over.table.pk).ended_at is None
        services.note_end(over.table.pk, at)
        services.note_end(over.table.pk, at + timedelta(hours=1))
        assert Table.objects.get(pk=over.table.pk).ended_at == at
        return Reading.objects.filter(table=over.table.code).count()

    assert await sync_to_async(note)() > 0


# ---------------------------------------------------------------------- time, bots, empty seats


@pytest.mark.clause("CO-5")
async def test_a_clock_that_is_set_back_does_not_stop_the_table_s(timed, hubs):
    hub = await hubs()
    live, (anna, *_) = await seated(hub, timed)
    hubs.clock.is_set(-3600)
    hubs.clock.passes(29)
    await hub._ring(live)
    assert live.snapshot.number == 1
    hubs.clock.passes(2)
    await hub._ring(live)
    assert live.snapshot.number == 2
    later = await hubs()  # a process that starts after the clock was set back
    other, _ = await seated(later, timed)
    hubs.clock.passes(31)
    await later._ring(other)
    assert other.snapshot.number == 3
    assert not live.snapshot.play.paused


async def test_a_bot_that_stumbles_does_not_stop_its_table(statements, hubs):
    def lay_table():
        table = services.open_table("swiss-quiz", statements, {"answering": "at-once"})
        anna = services.join(table.pk, "Anna", "de")
        for _ in range(2):
            services.add_bot(table.pk, anna, "easy")
        table.seats.filter(number=1).update(bot="genius")  # no bot is as strong as that
        services.begin(table.pk, anna)
        return table, anna

    table, anna = await sync_to_async(lay_table)()
    hub = await hubs()
    live = await hub.live(table.pk)
    await Browser(hub, live, anna).sit()
    hubs.clock.passes(60)
    await hub._ring(live)
    assert sorted(seat for _, seat, move, _ in await rows(table) if "lay" in move) == [1, 2]


@pytest.mark.clause("CO-6")
async def test_a_seat_whose_person_left_does_not_stop_a_table_without_a_clock(quiz, hubs):
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    await sync_to_async(services.leave)(quiz.table.pk, quiz.beat)
    await until(lambda: live.snapshot.people.chairs[1].free)
    await lay(anna)
    await lay(zoe)
    await hub._ring(live)
    assert live.snapshot.rules.to_move(live.snapshot.play.state) == {1}
    hubs.clock.passes(21)
    await hub._ring(live)
    assert live.snapshot.rules.to_move(live.snapshot.play.state) != {1}


# ---------------------------------------------------------------------- coming and going


@ON_EACH_CARRIER
async def test_whoever_comes_while_the_table_is_being_forgotten_hears_everything(quiz, hubs):
    hub = await hubs()
    live = await hub.live(quiz.table.pk)
    await live.lock.acquire()
    browser = Browser(hub, live, quiz.anna)
    coming = asyncio.ensure_future(browser.sit())
    await asyncio.sleep(0)
    hub._forget(live)
    live.lock.release()
    await coming
    assert hub.tables[quiz.table.pk] is browser.live
    assert browser.watch in browser.live.watches


@pytest.mark.clause("CO-6")
@ON_EACH_CARRIER
async def test_a_table_where_everybody_only_asks_now_and_then_gets_a_new_host_too(quiz, hubs):
    hub = await hubs()
    live = await hub.live(quiz.table.pk)
    hubs.clock.passes(121)
    await hub.visit(quiz.table.pk, Browser(hub, live, quiz.zoe).watch)
    await hub.beat()
    await until(lambda: live.snapshot.people.host_name == "Zoé")
    assert [person.here for person in live.snapshot.people.everybody] == [False, False, True]


STAMP = """
import django; django.setup()
from django.utils import timezone
from games.tables.live import Live
from games.tables.models import Table
from games.tables.snapshot import load
now = timezone.now()
print(Live(load(Table.objects.get(pk=%d), now), now, timezone.now, lambda: 0.0).stamp())
"""


async def test_two_processes_tell_a_page_that_asks_the_same_stamp(quiz, hubs):
    hub = await hubs()
    live = await hub.live(quiz.table.pk)
    environment = os.environ | {"TEST_DATABASE": str(connection.settings_dict["NAME"]), "PYTHONHASHSEED": "12345"}
    command = [sys.executable, "-c", STAMP % quiz.table.pk]
    other = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == live.stamp()


async def test_a_refusal_carries_the_id_of_what_it_refuses(quiz, room):
    anna = await room.seat(quiz.table, quiz.anna)
    request = str(uuid4())
    await anna.move(request, move="lay", filling="x" * 9000)
    long = await anna.toast()
    assert long["HX-Request-ID"] == request
    requests = [await anna.move(move="nothing") for _ in range(5)]
    assert [(await anna.toast())["HX-Request-ID"] for _ in requests] == requests


async def test_too_fast_is_told_with_the_id_as_well(quiz, room):
    zoe = await room.seat(quiz.table, quiz.zoe)
    for _ in range(BURST + 5):
        await zoe.send({"pong": 1.0})
    request = await zoe.move(move="lay")
    refusal = await zoe.hear(lambda frame: frame.get("HX-Request-ID") == request)
    assert "too fast" in refusal["content"]


# ---------------------------------------------------------------------- play again


async def test_whoever_comes_along_late_to_a_full_next_table_watches_there(over):
    def go():
        late = services.join(over.table.pk, "Late", "de", seat=False)
        following = services.play_again(over.table.pk, over.anna)
        Player.objects.filter(table=following, guest=late.guest).delete()
        while True:
            try:
                services.join(following.pk, "Crowd", "de")
            except IllegalMove:
                break
        same = services.play_again(over.table.pk, late)
        return following, same, Player.objects.get(table=following, guest=late.guest)

    following, same, heir = await sync_to_async(go)()
    assert same == following
    assert heir.seat is None
