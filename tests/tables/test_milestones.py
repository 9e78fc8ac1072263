"""A long game is opened from its milestone, which is only a shortcut: whatever becomes of it, the log is the game."""

import asyncio
import os
import signal
import subprocess
import sys
from uuid import uuid4

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.rules.kernel import TABLE, IllegalMove, Seat
from games.rules.play import Game, Pause, Resume
from games.tables import milestones, services
from games.tables.log import address
from games.tables.milestones import EVERY, Keeper, Reached, milestone
from games.tables.models import Milestone, Move, Player, Table, new_secret
from games.tables.replay import verify
from games.tables.snapshot import Broken, encode, folded, load
from games.tables.tidy import tidy
from tests.tables.conftest import seat_cast
from tests.tables.hubs import Browser, lay, seated, statement, until
from tests.tables.outages import Outage
from tests.tables.playing import rows as rows_to_come

live_tables = pytest.mark.django_db(transaction=True)


def lengthen(table, moves):
    """The game is paused and goes on, so many times: rows that any game may have."""
    last = table.moves.order_by("number").last()
    kinds = encode(Pause()), encode(Resume())
    Move.objects.bulk_create(
        Move(table=table, number=last.number + step, seat=TABLE, move=kinds[(step - 1) % 2], at=last.at)
        for step in range(1, moves + 1)
    )


def keep(table):
    """A milestone of the table as it is now."""
    snapshot = folded(table, timezone.now())
    reached = Reached(snapshot.play, snapshot.before, snapshot.head, snapshot.freed)
    row = milestone(table.pk, snapshot.game, reached)
    row.save()
    return row


def play_on(table, moves):
    """So many more moves of people, written to the log."""
    for row, _ in zip(list(some(table, moves)), range(moves), strict=True):
        Move.objects.create(
            table=table, number=row.number, seat=row.seat, player_id=row.player, move=row.move, at=row.at
        )


def some(table, moves):
    steps = rows_to_come(table)
    next(steps)
    for _ in range(moves):
        row, _ = next(steps)
        yield row


def told(snapshot):
    """Everything that a log tells of a table."""
    return snapshot.play, snapshot.head, snapshot.before, snapshot.freed, snapshot.actor


@pytest.fixture
def long(quiz):
    """A Swiss Quiz with a milestone in the middle: Beat has left before it, and somebody has moved after it."""
    play_on(quiz.table, 2)
    services.hand_to_bot(quiz.table.pk, quiz.anna, 1, "medium")
    lengthen(quiz.table, 20)
    quiz.milestone = keep(quiz.table)
    lengthen(quiz.table, 4)
    play_on(quiz.table, 3)
    return quiz


@pytest.fixture
def folding(monkeypatch):
    """The numbers of the moves that are folded."""
    numbers, advance = [], Game.advance

    def advancing(game, play, entry):
        numbers.append(entry.number)
        return advance(game, play, entry)

    monkeypatch.setattr(Game, "advance", advancing)
    return numbers


# ---------------------------------------------------------------------- opening a table


@pytest.mark.django_db
def test_a_table_is_opened_from_its_milestone_and_is_the_same(long):
    snapshot, whole = load(long.table, timezone.now()), folded(long.table, timezone.now())
    assert told(snapshot) == told(whole)
    assert repr(snapshot.play) == repr(whole.play)
    assert snapshot.freed[Seat(1)]
    assert snapshot.actor is not None
    assert (snapshot.unread, whole.unread) == (long.milestone.number - 1, 0)


@pytest.mark.django_db
def test_of_five_thousand_moves_only_those_after_the_milestone_are_folded(quiz, folding):
    lengthen(quiz.table, 4_800)
    keep(quiz.table)
    lengthen(quiz.table, 199)
    whole = folded(quiz.table, timezone.now())
    folding.clear()
    snapshot = load(quiz.table, timezone.now())
    assert snapshot.number == 5_000
    assert folding == list(range(4_802, 5_001))
    assert told(snapshot) == told(whole)


@pytest.mark.django_db
def test_a_milestone_that_is_the_last_move_is_enough(quiz, folding):
    play_on(quiz.table, 3)
    keep(quiz.table)
    whole = folded(quiz.table, timezone.now())
    folding.clear()
    assert told(load(quiz.table, timezone.now())) == told(whole)
    assert folding == []


def damage(**fields):
    return lambda cast: Milestone.objects.update(**fields)


def cut(cast):
    Milestone.objects.update(state=bytes(cast.milestone.state)[:-7])


def one_bit(cast):
    state = bytearray(cast.milestone.state)
    state[len(state) // 2] ^= 1
    Milestone.objects.update(state=bytes(state))


def of_another_table(cast):
    other = seat_cast("swiss-quiz", cast.table.edition)
    lengthen(other.table, cast.milestone.number - 1)
    keep(other.table)
    cast.milestone.delete()
    Milestone.objects.filter(table=other.table).update(table=cast.table)


def beyond_the_log(cast):
    Move.objects.filter(table=cast.table, number__gte=cast.milestone.number).delete()


def before_another_log(cast):
    """The log was restored from before the milestone, and the game went on in another way."""
    Move.objects.filter(table=cast.table, number__gte=cast.milestone.number - 1).delete()
    play_on(cast.table, 2)
    lengthen(cast.table, 4)


def another_secret(cast):
    """Then the log itself may not fit any more; here it has nothing but pauses."""
    Table.objects.update(secret=new_secret())
    Move.objects.filter(table=cast.table, number__gt=1).delete()
    lengthen(cast.table, 60)


DAMAGES = {
    "garbage": damage(state=b"\xff\x00 garbage"),
    "nothing": damage(state=b""),
    "cut off": cut,
    "one bit": one_bit,
    "another number": damage(number=5),
    "a number beyond the log": damage(number=100_000),
    "another head": damage(head="0" * 64),
    "no seal": damage(seal=b""),
    "another table's": of_another_table,
    "the rows it was made of are gone": beyond_the_log,
    "another log": before_another_log,
    "another secret": another_secret,
}


@pytest.mark.django_db
@pytest.mark.parametrize("happens", DAMAGES.values(), ids=DAMAGES)
def test_a_milestone_that_does_not_fit_is_passed_over_and_said_once(long, happens, caplog):
    happens(long)
    table = Table.objects.get(pk=long.table.pk)
    caplog.clear()
    milestones.pass_over.cache_clear()
    for _ in range(3):
        snapshot = load(table, timezone.now())
        assert told(snapshot) == told(folded(table, timezone.now()))
        assert snapshot.unread == 0
    [said] = caplog.messages
    assert str(table.pk) in said


@pytest.mark.django_db
def test_what_other_code_has_folded_is_not_used_and_nothing_is_said(long, caplog):
    Milestone.objects.update(version="f" * 64)
    assert told(load(long.table, timezone.now())) == told(folded(long.table, timezone.now()))
    assert load(long.table, timezone.now()).unread == 0
    assert caplog.messages == []


@pytest.mark.django_db
def test_a_milestone_cannot_claim_to_be_of_this_code(long, monkeypatch):
    monkeypatch.setattr(milestones, "VERSION", "f" * 64)
    keep(long.table)
    monkeypatch.undo()
    Milestone.objects.update(version=milestones.VERSION)
    assert load(long.table, timezone.now()).unread == 0


@pytest.mark.django_db
def test_the_version_is_that_of_all_rules_and_of_what_folds_them(monkeypatch):
    read = []
    read_bytes = type(settings.BASE_DIR).read_bytes
    monkeypatch.setattr(type(settings.BASE_DIR), "read_bytes", lambda path: read.append(path.name) or read_bytes(path))
    assert milestones._version() == milestones.VERSION
    assert {"play.py", "kernel.py", "pack.py", "chance.py", "sheet.py", "timeline.py", "snapshot.py"} <= {*read}
    monkeypatch.setattr(type(settings.BASE_DIR), "read_bytes", lambda path: read_bytes(path) + b"#")
    assert milestones._version() != milestones.VERSION


@pytest.mark.django_db
def test_a_log_that_cannot_be_played_says_so_with_a_milestone_too(long):
    Move.objects.filter(table=long.table, number=long.milestone.number + 1).update(move="{")
    with pytest.raises(Broken, match=f"Move {long.milestone.number + 1} "):
        load(long.table, timezone.now())


@pytest.mark.clause("CO-4")
@pytest.mark.django_db
def test_a_milestone_proves_nothing(long, client):
    Move.objects.filter(table=long.table, number=2).update(move="{")
    assert load(long.table, timezone.now()).number == long.milestone.number + 7
    with pytest.raises(Broken, match="Move 2 "):
        verify(long.table, load(long.table, timezone.now()))
    assert client.get(f"/t/{long.table.code}/replay/").status_code == 410


# ---------------------------------------------------------------------- going, and gone


@pytest.mark.django_db
def test_milestones_go_when_their_games_are_over_or_their_tables_are_gone(long):
    over, deleted = (seat_cast("swiss-quiz", long.table.edition) for _ in range(2))
    for cast in (over, deleted):
        keep(cast.table)
    keep(seat_cast("swiss-quiz", long.table.edition).table).table.delete()
    assert Milestone.objects.count() == 3
    Table.objects.filter(pk=over.table.pk).update(ended_at=timezone.now())
    with connection.cursor() as cursor:  # by code that knows of no milestones
        for kind in (Move, Player):
            cursor.execute(f"update tables_table set host_id = null where id = {deleted.table.pk}")
            cursor.execute(f"delete from {kind._meta.db_table} where table_id = {deleted.table.pk}")
        cursor.execute(f"delete from tables_seat where table_id = {deleted.table.pk}")
        cursor.execute(f"delete from tables_table where id = {deleted.table.pk}")
    assert Milestone.objects.count() == 3
    assert tidy(timezone.now())["milestones of games that are over"] == 2
    assert [one.table_id for one in Milestone.objects.all()] == [long.table.pk]


# ---------------------------------------------------------------------- live


@sync_to_async
def at_milestone(table):
    return Milestone.objects.filter(table=table).values_list("number", flat=True).first()


async def written(table, number):
    """Waits until the table has its milestone at this move."""
    async with asyncio.timeout(10):
        while await at_milestone(table) != number:
            await asyncio.sleep(0.02)


async def turn(browsers):
    """The reader turns the card."""
    reader = browsers[browsers[0].live.snapshot.play.state.reader]
    await reader.move(move="turn", statement=str(statement(reader)))


@pytest.fixture
def often(monkeypatch):
    """A milestone every three moves."""
    monkeypatch.setattr(milestones, "EVERY", 3)


@live_tables
async def test_a_milestone_is_written_every_so_many_moves_and_the_next_process_opens_the_table_from_it(
    quiz, hubs, often, folding
):
    live, (anna, beat, zoe) = await seated(await hubs(), quiz)
    for browser in (anna, beat):
        await lay(browser)
    await written(quiz.table, 3)
    await lay(zoe)
    folding.clear()
    again, browsers = await seated(await hubs(), quiz)
    assert folding == [4]
    assert told(again.snapshot) == told(live.snapshot)
    await turn(browsers)
    await until(lambda: live.snapshot.number == again.snapshot.number)
    assert told(again.snapshot) == told(live.snapshot)


@live_tables
async def test_a_table_whose_milestone_cannot_be_used_gets_a_new_one_when_it_is_opened(quiz, hubs):
    def prepare():
        lengthen(quiz.table, EVERY)
        keep(quiz.table)
        Milestone.objects.update(version="f" * 64, number=100_000)

    await sync_to_async(prepare)()
    await (await hubs()).live(quiz.table.pk)
    await written(quiz.table, EVERY + 1)


@live_tables
async def test_a_short_game_has_none(quiz, hubs):
    hub = await hubs()
    _, browsers = await seated(hub, quiz)
    for browser in browsers:
        await lay(browser)
    assert not hub.keeper._offered
    assert await at_milestone(quiz.table) is None


@sync_to_async
def solitaire(edition):
    """A solitaire of Anna's, and herself."""
    table = services.open_table("quizterix-klondike", edition, {"deal": "random"})
    anna = services.join(table.pk, "Anna", "de")
    services.begin(table.pk, anna)
    return table, anna


@sync_to_async
def log_of(table):
    return list(Move.objects.filter(table=table).order_by("number").values_list("move", "request"))


@live_tables
async def test_a_request_before_the_milestone_that_would_be_legal_again_is_answered_and_not_played(
    whole_deck, hubs, often
):
    table, anna = await solitaire(whole_deck)
    hub = await hubs()
    browser = await Browser(hub, await hub.live(table.pk), anna).sit()
    requests = [uuid4() for _ in range(5)]
    for request in requests:
        await browser.move(request, move="hint")
    await written(table, 6)
    before = await log_of(table)
    hub = await hubs()
    reopened = await Browser(hub, await hub.live(table.pk), anna).sit()
    assert reopened.live.snapshot.unread == 5
    async with asyncio.timeout(10):
        for request in requests:
            await reopened.move(request, move="hint")
            assert reopened.frames[-1]["HX-Request-ID"] == str(request)
    assert await log_of(table) == before
    await reopened.move(uuid4(), move="hint")
    assert len(await log_of(table)) == len(before) + 1


@live_tables
async def test_a_request_before_the_milestone_whose_move_would_be_refused_now_is_answered(quiz, hubs, often):
    _, (anna, beat, zoe) = await seated(await hubs(), quiz)
    request, fields = uuid4(), {"move": "lay", "answer": "true", "chips": "0", "flags": "0"}
    fields["statement"] = str(statement(anna))
    await anna.move(request, **fields)
    await lay(beat)
    await written(quiz.table, 3)
    live, (anna_again, *_) = await seated(await hubs(), quiz)
    assert request not in live.snapshot.requests
    await anna_again.move(request, **fields)
    assert anna_again.frames[-1]["HX-Request-ID"] == str(request)
    with pytest.raises(IllegalMove):
        await anna_again.move(uuid4(), **fields)
    with pytest.raises(IllegalMove):
        await anna_again.move(None, **fields)
    assert len(await log_of(quiz.table)) == 3


# ---------------------------------------------------------------------- nothing that happens to one touches a game


@live_tables
async def test_no_move_waits_for_a_milestone(quiz, hubs, often):
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    with psycopg.connect(address()) as somebody:
        somebody.execute("lock table tables_milestone in exclusive mode")
        async with asyncio.timeout(10):
            for browser in (anna, beat, zoe):
                await lay(browser)
        assert zoe.frames[-1]["number"] == 4
        assert await at_milestone(quiz.table) is None
    await written(quiz.table, 3)
    assert not hub.waiting


@live_tables
async def test_a_milestone_that_cannot_be_written_costs_one_line_in_the_site_s_log(quiz, hubs, monkeypatch, caplog):
    monkeypatch.setattr(milestones, "EVERY", 1)
    outage = await sync_to_async(Outage)()
    hub = await hubs()
    live, browsers = await seated(hub, quiz)
    with outage.haunted("tables_milestone"):
        for browser in browsers:
            await lay(browser)
        await until(lambda: not hub.keeper._offered and hub.keeper._failing)
    assert [line for line in caplog.messages if "haunted" in line] == caplog.messages
    assert len(caplog.messages) == 1
    assert live.snapshot.number == 4
    assert not hub.waiting
    await turn(browsers)
    await written(quiz.table, 5)


@live_tables
async def test_whichever_of_two_processes_writes_last_the_table_is_the_same(long, hubs):
    hub = await hubs()
    table = long.table

    def moments():
        for up_to in (5, 12, 20, 27):
            one = folded(table, timezone.now(), up_to)
            yield one.game, Reached(one.play, one.before, one.head, one.freed)

    found = await sync_to_async(lambda: list(moments()))()
    whole = await sync_to_async(folded)(table, timezone.now())
    keepers = [Keeper(hub.log.execute) for _ in range(2)]
    writing = [asyncio.ensure_future(keeper.write()) for keeper in keepers]
    for game, reached in (*found, *reversed(found)):
        for keeper in keepers:
            keeper.offer(table.pk, game, reached)
        await until(lambda: not any(keeper._offered for keeper in keepers))
        snapshot = await sync_to_async(load)(table, timezone.now())
        assert told(snapshot) == told(whole)
        assert snapshot.unread
    for task in writing:
        task.cancel()


WRITING = """
import asyncio, django; django.setup()
from django.utils import timezone
from games.tables.log import Log
from games.tables.milestones import Keeper, Reached
from games.tables.models import Table
from games.tables.snapshot import folded
table = Table.objects.get(pk=%d)
one = folded(table, timezone.now())
async def write():
    log = Log()
    await log.open()
    keeper = Keeper(log.execute)
    keeper.offer(table.pk, one.game, Reached(one.play, one.before, one.head, one.freed))
    await keeper.write()
asyncio.run(write())
"""


@live_tables
async def test_a_process_killed_while_it_writes_a_milestone_leaves_a_whole_one(long, hubs):
    environment = os.environ | {"TEST_DATABASE": str(connection.settings_dict["NAME"])}
    with psycopg.connect(address()) as somebody:
        somebody.execute("select from tables_milestone where table_id = %s for update", [long.table.pk])
        process = subprocess.Popen(
            [sys.executable, "-c", WRITING % long.table.pk], cwd=settings.BASE_DIR, env=environment
        )
        try:

            def stuck():
                query = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like %s"
                with psycopg.connect(address()) as looking:
                    return looking.execute(query, ["%insert into tables_milestone%on conflict%"]).fetchone()[0]

            await until(stuck, seconds=60)
            os.kill(process.pid, signal.SIGKILL)
        finally:
            process.kill()
            process.wait()
    live = await (await hubs()).live(long.table.pk)
    assert live.snapshot.unread in (long.milestone.number - 1, live.snapshot.number - 1)
    assert told(live.snapshot) == told(await sync_to_async(folded)(long.table, hubs.clock()))
