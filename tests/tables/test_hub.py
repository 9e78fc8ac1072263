"""Live tables: nobody is told before the commit, a retry is played once, time runs out once, any process will do."""

import asyncio
import json
from datetime import timedelta
from uuid import uuid4

import psycopg
import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.db import database_sync_to_async
from django.db import connection

from config.database import address
from games.rules.kernel import TABLE, IllegalMove
from games.tables import services
from games.tables.fragments import fragments
from games.tables.hub import Malformed
from games.tables.live import Watch
from games.tables.models import Player, Room
from games.tables.outbox import NoOutlet
from games.tables.showing import Look
from games.tables.views import drawn
from tests.tables import hubs as tables
from tests.tables.conftest import seat_cast
from tests.tables.hubs import ON_EACH_CARRIER, Browser, lay, rows, statement, until

pytestmark = pytest.mark.django_db(transaction=True)


def opened(game, edition, **options):
    return seat_cast(game, edition, options)


async def seated(hubs, cast, hub=None):
    hub = hub or await hubs()
    return hub, *await tables.seated(hub, cast)


async def test_what_a_request_sets_going_outlives_it(quiz, hubs):
    hub, answered, found = await hubs(), asyncio.Event(), []

    async def look():
        await answered.wait()
        found.append(await database_sync_to_async(Room.objects.count)())

    async def page():
        hub._spawn(look())

    await sync_to_async(async_to_sync(page))()  # as a page that waits, behind middleware that does not
    answered.set()
    await until(lambda: found)
    assert found == [1]


@ON_EACH_CARRIER
async def test_a_move_is_in_the_log_before_anybody_is_told(quiz, hubs):
    hub, live, (anna, beat, zoe) = await seated(hubs, quiz)
    told = []

    def listening(text):
        number = json.loads(text)["number"]
        with psycopg.connect(address()) as another:
            [[committed]] = another.execute("select count(*) from tables_move where table_id = %s", [quiz.table.pk])
        told.append((number, committed))

    beat.put = listening
    await lay(anna)
    assert told == [(2, 2)]


async def test_every_browser_hears_of_every_move_and_gets_only_what_has_changed(quiz, hubs):
    hub, live, browsers = await seated(hubs, quiz)
    for browser in browsers:
        browser.frames.clear()
    await lay(browsers[0])
    assert [frame["number"] for browser in browsers for frame in browser.frames] == [2, 2, 2]
    assert '<hx-partial id="hand"' in browsers[0].html
    assert '<hx-partial id="card"' not in browsers[0].html + browsers[1].html


async def test_moves_that_arrive_together_are_shown_together_and_each_is_answered(quiz, hubs):
    hub, live, browsers = await seated(hubs, quiz)
    anna, beat, zoe = browsers
    for browser in browsers:
        browser.frames.clear()
    first, second = uuid4(), uuid4()
    await asyncio.gather(lay(anna, request=first), lay(beat, request=second))
    assert [frame["number"] for browser in browsers for frame in browser.frames] == [3, 3, 3]
    assert [browser.frames[0].get("HX-Request-ID") for browser in browsers] == [str(first), str(second), None]


async def test_two_requests_of_one_browser_are_both_answered(quiz, hubs):
    hub, live, (anna, *_) = await seated(hubs, quiz)
    anna.frames.clear()
    for request in ("first", "second"):
        live.answer(anna.watch, request)
    live.show()
    assert [frame["HX-Request-ID"] for frame in anna.frames] == ["first", "second"]


async def test_nobody_waits_long_for_their_move_because_others_come(quiz, hubs, monkeypatch):
    monkeypatch.setattr("games.tables.hub.MOST_AT_ONCE", 2)
    hub, live, browsers = await seated(hubs, quiz)
    zoe = browsers[2]
    zoe.frames.clear()
    await asyncio.gather(*(lay(browser) for browser in browsers))
    assert [frame["number"] for frame in zoe.frames] == [3, 4]


@pytest.mark.parametrize("fate", ["refused", "cut off"])
async def test_a_move_is_shown_whatever_becomes_of_the_one_that_came_with_it(quiz, hubs, fate):
    hub, live, (anna, beat, zoe) = await seated(hubs, quiz)
    await live.lock.acquire()
    first = asyncio.create_task(lay(anna))
    second = asyncio.create_task(lay(beat, chips="9" if fate == "refused" else "0"))
    await until(lambda: live.changing == 2)
    live.lock.release()
    await first
    if fate == "cut off":
        second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert zoe.frames[-1]["number"] >= 2
    assert not live.unshown


async def test_a_move_is_shown_though_the_table_is_to_be_read_anew(quiz, hubs):
    hub, live, (anna, beat, zoe) = await seated(hubs, quiz)
    await live.lock.acquire()
    move = asyncio.create_task(lay(anna))
    await until(lambda: live.changing == 1)
    reading = asyncio.create_task(hub._refresh(live.id, people=True))
    live.lock.release()
    await move
    assert zoe.frames[-1]["number"] == 2
    await reading


async def test_a_page_that_only_asks_is_not_ahead_of_the_others(quiz, hubs):
    hub, live, (anna, beat, zoe) = await seated(hubs, quiz)
    await live.lock.acquire()
    both = [asyncio.create_task(lay(anna)), asyncio.create_task(lay(beat))]
    await until(lambda: live.changing == 2)
    live.lock.release()
    await both[0]
    drawn._frame(live, Watch(Look(quiz.zoe.pk, "en"), NoOutlet()))  # before the second is played
    await both[1]
    assert 'id="whole"' not in "".join(frame.get("content", "") for frame in zoe.frames[1:])


async def test_a_retried_request_is_answered_and_played_once(quiz, hubs):
    hub, live, (anna, *_) = await seated(hubs, quiz)
    request = uuid4()
    fields = {"move": "lay", "statement": str(statement(anna)), "answer": "true", "chips": "0", "flags": "0"}
    await anna.move(request, **fields)
    await anna.move(request, **fields)
    assert len(await rows(quiz.table)) == 2
    assert anna.frames[-1]["HX-Request-ID"] == str(request)


@ON_EACH_CARRIER
async def test_a_retry_is_recognised_by_another_process_too(quiz, hubs):
    hub, live, (anna, *_) = await seated(hubs, quiz)
    fields = {"move": "lay", "statement": str(statement(anna)), "answer": "true", "chips": "0", "flags": "0"}
    request = uuid4()
    await anna.move(request, **fields)
    other, other_live, (anna_again, *_) = await seated(hubs, quiz)
    await anna_again.move(request, **fields)
    assert len(await rows(quiz.table)) == 2


@ON_EACH_CARRIER
async def test_two_processes_play_one_table(quiz, hubs):
    first, live, (anna, beat, zoe) = await seated(hubs, quiz)
    second, other_live, (anna2, beat2, zoe2) = await seated(hubs, quiz)
    await lay(anna)
    await lay(beat2)  # the second process may not have heard of anna's move yet: it loses the race and tries again
    await lay(zoe)
    numbers = [number for number, *_ in await rows(quiz.table)]
    assert numbers == list(range(1, len(numbers) + 1))
    await until(lambda: live.snapshot.number == other_live.snapshot.number == len(numbers))
    assert live.snapshot.play == other_live.snapshot.play
    await until(lambda: zoe2.frames[-1]["number"] == len(numbers))


@ON_EACH_CARRIER
async def test_simultaneous_moves_in_two_processes_are_all_counted(quiz, hubs):
    _, live, ours = await seated(hubs, quiz)
    _, other, theirs = await seated(hubs, quiz)
    await asyncio.gather(lay(ours[0]), lay(theirs[1], "false"), lay(ours[2]))
    assert len(await rows(quiz.table)) == 4


async def test_a_refused_move_leaves_no_trace(quiz, hubs):
    hub, live, (anna, *_) = await seated(hubs, quiz)
    with pytest.raises(IllegalMove) as refused:
        await lay(anna, chips="9")
    assert refused.value.clause == "SQ-5"
    assert len(await rows(quiz.table)) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"move": "begin"},
        {"move": "lay"},
        {"move": "lay", "statement": "x"},
        {"move": "seated", "seat": "0", "person": "1"},
    ],
)
async def test_what_is_no_move_is_called_malformed(quiz, hubs, fields):
    hub, live, (anna, *_) = await seated(hubs, quiz)
    with pytest.raises(Malformed):
        await anna.move(**fields)
    assert len(await rows(quiz.table)) == 1


async def test_who_watches_cannot_move(quiz, hubs):
    hub, live, _ = await seated(hubs, quiz)
    watcher = await Browser(hub, live, None).sit()
    with pytest.raises(IllegalMove) as refused:
        await lay(watcher)
    assert refused.value.clause == "CO-1"


@pytest.mark.clause("CO-5")
@ON_EACH_CARRIER
async def test_time_runs_out_once_however_many_processes_watch(statements, hubs):
    cast = await sync_to_async(opened)("swiss-quiz", statements, answering="at-once", clock=30)
    first, live, _ = await seated(hubs, cast)
    second, other, _ = await seated(hubs, cast)
    hubs.clock.passes(31)
    await asyncio.gather(first._ring(live), second._ring(other))
    late = [move for _, seat, move, _ in await rows(cast.table) if seat == TABLE and "time-up" in move]
    assert len(late) == 1


@pytest.mark.clause("CO-5")
async def test_time_that_ran_out_with_nobody_there_is_played_on_the_next_visit_with_its_due_time(statements, hubs):
    cast = await sync_to_async(opened)("swiss-quiz", statements, answering="at-once", clock=60)
    hub = await hubs()
    live = await hub.live(cast.table.pk)
    due = live.snapshot.game.deadline(live.snapshot.play)
    hubs.clock.now = due + timedelta(seconds=5)
    later = await hubs()
    await later.live(cast.table.pk)
    late = [(seat, at) for _, seat, move, at in await rows(cast.table) if "time-up" in move]
    assert late == [(TABLE, due)]


async def test_a_table_that_everybody_has_left_pauses_instead_of_playing_itself_out(statements, hubs):
    cast = await sync_to_async(opened)("swiss-quiz", statements, answering="at-once", clock=30)
    hubs.clock.passes(3 * 24 * 3600)
    hub = await hubs()
    live = await hub.live(cast.table.pk)
    assert live.snapshot.play.paused is not None
    assert len(await rows(cast.table)) < 40


async def test_bots_play_by_themselves_while_somebody_watches(statements, hubs):
    table = await sync_to_async(services.open_table)("swiss-quiz", statements, {"answering": "at-once"})
    anna = await sync_to_async(services.join)(table.pk, "Anna", "de")
    for _ in range(2):
        await sync_to_async(services.add_bot)(table.pk, anna, "hard")
    await sync_to_async(services.begin)(table.pk, anna)
    hub = await hubs()
    live = await hub.live(table.pk)
    await Browser(hub, live, anna).sit()
    hubs.clock.passes(10)
    await hub._ring(live)
    seats = [seat for _, seat, move, _ in await rows(table) if "lay" in move]
    assert sorted(seats) == [1, 2]


async def test_a_returning_browser_gets_everything_afresh(quiz, hubs):
    hub, live, (anna, beat, zoe) = await seated(hubs, quiz)
    hub.leave(live, beat.watch)
    await lay(anna)
    back = await Browser(hub, live, quiz.beat).sit()
    assert back.frames[0]["number"] == 2
    assert '<hx-partial id="whole"' in back.frames[0]["content"]


@pytest.mark.clause("CO-8")
async def test_each_reads_the_card_in_their_own_language_at_the_same_time(quiz, hubs):
    hub, live, (anna, beat, zoe) = await seated(hubs, quiz)
    shown = live.snapshot.game.pack.statements[live.snapshot.play.state.card].text
    assert shown.de in anna.html
    assert shown.fr in beat.html
    assert shown.en in zoe.html
    assert shown.de not in zoe.html


@ON_EACH_CARRIER
async def test_news_of_people_reaches_every_process(quiz, hubs):
    first, live, (anna, beat, zoe) = await seated(hubs, quiz)
    second, other, theirs = await seated(hubs, quiz)
    await sync_to_async(services.rename)(quiz.beat, "Beatrice", "fr")
    await until(lambda: "Beatrice" in zoe.html and "Beatrice" in theirs[2].html)


@pytest.mark.clause("CO-6")
@ON_EACH_CARRIER
async def test_the_heartbeat_lets_another_person_follow_a_host_who_is_gone(quiz, hubs):
    hub, live, (anna, beat, zoe) = await seated(hubs, quiz)
    hub.leave(live, anna.watch)
    hubs.clock.passes(121)
    await hub.beat()
    await until(lambda: live.snapshot.people.host_name == "Beat")
    assert (await sync_to_async(Player.objects.get)(pk=quiz.anna.pk)).seat_id is not None


@sync_to_async
def lock_of(room):
    """Who has locked or changed the row of this room last: a mark that stays after they are done."""
    with connection.cursor() as cursor:
        cursor.execute("select xmax::text from tables_room where id = %s", [room.pk])
        return cursor.fetchone()


async def test_the_heartbeat_locks_no_room_that_somebody_leads_from_beside_its_tables(quiz, hubs):
    await Room.objects.aupdate(led=True, host=None)
    hub, live, _ = await seated(hubs, quiz)
    hubs.clock.passes(121)
    before = await lock_of(quiz.table.room)
    await hub.beat()
    assert await lock_of(quiz.table.room) == before


async def test_what_is_announced_while_the_line_was_down_is_read_up(quiz, hubs):
    first, live, (anna, beat, zoe) = await seated(hubs, quiz)
    second, other, theirs = await seated(hubs, quiz)
    await second.log.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where query like 'listen%%' and datname = current_database()",
        [],
    )
    await lay(anna)
    await until(lambda: other.snapshot.number == 2)


# -- pages from memory -----------------------------------------------------------------------------------------------


async def test_a_socket_is_not_sent_again_what_its_page_shows(quiz, hubs):
    hub, live, (anna, *_) = await seated(hubs, quiz)
    browser = Browser(hub, live, quiz.anna)
    stage, name = await hub.page(quiz.table.pk, Look(quiz.anna.pk, quiz.anna.language))
    assert 'id="hand"' in stage
    await hub.join(quiz.table.pk, browser.watch, name)
    assert [frame.get("content", "") for frame in browser.frames] == [""]
    await lay(anna)
    assert '<hx-partial id="hand"' in browser.html and '<hx-partial id="whole"' not in browser.html


async def test_a_big_screen_that_a_player_has_opened_is_not_sent_again_what_its_page_shows(quiz, hubs):
    hub, live, _ = await seated(hubs, quiz)
    screen = Browser(hub, live, quiz.anna, "screen")
    _, name = await hub.page(quiz.table.pk, Look(None, quiz.anna.language, "screen"))
    await hub.join(quiz.table.pk, screen.watch, name)
    assert [frame.get("content", "") for frame in screen.frames] == [""]
    assert screen.watch.look.player == quiz.anna.pk


@pytest.mark.parametrize("why", ["it is asked for twice", "something has happened since", "somebody else asks"])
async def test_a_socket_gets_everything_where_its_page_may_show_something_else(quiz, hubs, why):
    hub, live, (anna, *_) = await seated(hubs, quiz)
    _, name = await hub.page(quiz.table.pk, Look(quiz.anna.pk, quiz.anna.language))
    player = quiz.beat if why == "somebody else asks" else quiz.anna
    if why == "it is asked for twice":
        await hub.join(quiz.table.pk, Browser(hub, live, player).watch, name)
    if why == "something has happened since":
        await lay(anna)
    browser = Browser(hub, live, player)
    await hub.join(quiz.table.pk, browser.watch, name)
    assert ('<hx-partial id="whole"' in browser.html) or ('<hx-partial id="hand"' in browser.html)


async def test_a_page_is_drawn_without_reading_the_log_again(quiz, hubs):
    hub, live, _ = await seated(hubs, quiz)
    with psycopg.connect(address(), autocommit=True) as another:
        another.execute("update tables_move set move = 'gone' where table_id = %s", [quiz.table.pk])
    stage, _ = await hub.page(quiz.table.pk, Look(None, "en", "screen"))
    assert 'id="board"' in stage


async def test_while_people_come_in_what_the_game_shows_is_compiled(lobby, hubs):
    """Else whoever begins the first game in a language stops every other table of the process."""
    fragments.cache_clear()
    hub = await hubs()
    await hub.page(lobby.table.pk, Look(None, "it", "screen"))
    await until(lambda: "swiss-quiz" in fragments("it").games)
    ready = set(fragments("it")._ready)
    await sync_to_async(services.begin)(lobby.table.pk, lobby.anna)
    await hub.visit(lobby.table.pk, Browser(hub, await hub.live(lobby.table.pk), lobby.anna).watch)
    for look in (Look(None, "it", "screen"), Look(lobby.anna.pk, "it")):
        stage, _ = await hub.page(lobby.table.pk, look)
        assert 'id="lobby"' not in stage
    assert set(fragments("it")._ready) == ready


@pytest.mark.clause("CO-14")
async def test_the_log_says_who_wished_to_go_on_as_the_host_and_a_late_wish_is_not_refused(quiz, hubs):
    hub = await hubs()
    live, people = await tables.seated(hub, quiz)
    for one in people:
        await lay(one)
    number = str(statement(people[0]))
    await people[live.snapshot.play.state.reader].move(move="turn", statement=number)
    host = next(one for one in people if one.watch.look.player == live.snapshot.people.host)
    first, late = (one for one in people if one is not host)
    await first.move(move="next-round", statement=number, wish="now")
    assert live.snapshot.play.state.phase == "shown", "a browser cannot claim to be the host"
    await host.move(move="next-round", statement=number)
    assert live.snapshot.play.state.phase == "laying"
    before = await rows(quiz.table)
    assert [json.loads(move)["wish"] for _, _, move, _ in before[-2:]] == ["ready", "now"]
    asked = uuid4()
    await late.move(asked, move="next-round", statement=number)
    assert late.frames[-1]["HX-Request-ID"] == str(asked) and "toast" not in late.frames[-1].get("content", "")
    assert await rows(quiz.table) == before
