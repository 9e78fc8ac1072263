"""The socket of a table: who may come in, what it understands, what it refuses, and how it measures a line."""

import json
import re
from datetime import timedelta
from types import SimpleNamespace
from uuid import uuid4

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from config import limits
from games.rules.quizterix_snap.state import Phase
from games.tables import consumer, services
from games.tables.consumer import BURST, LARGEST_FRAME, NO_SUCH_TABLE, STRIKES, TOO_MANY
from games.tables.hub import Hub
from games.tables.live import SLOWEST_LINE
from games.tables.models import Move
from tests.tables.conftest import seat_cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def clock(monkeypatch):
    """The consumer's own clock, in seconds: it stands still until it is told to go on."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(consumer, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(consumer, "Bucket", lambda rate, burst: limits.Bucket(rate, burst, lambda: clock.now))
    return clock


@sync_to_async
def log(table):
    """The log's moves after the beginning: the seat and what it did."""
    listed = Move.objects.filter(table=table, number__gt=1).order_by("number").values_list("seat", "move")
    return [(seat, msgspec.json.decode(move)) for seat, move in listed]


async def the_card(room, table):
    """The number of the statement that lies open."""
    live = await room.live(table)
    return live.snapshot.game.pack.statements[live.snapshot.play.state.card].number


async def a_lay(room, table, **changes):
    """The fields of a move that is allowed."""
    number = str(await the_card(room, table))
    return {"move": "lay", "statement": number, "answer": "true", "chips": "0", "flags": "0"} | changes


# ---------------------------------------------------------------------- coming in


async def test_a_big_screen_goes_on_in_the_language_of_its_page_whoever_has_opened_it(quiz, room):
    assert "it" not in {player.language for player in (quiz.anna, quiz.beat, quiz.zoe)}
    screen = await room.seat(quiz.table, quiz.anna, layout="screen", query="?language=it")
    shown = (await room.live(quiz.table)).snapshot
    assert shown.game.pack.statements[shown.play.state.card].text.it in screen.html


async def test_who_sits_gets_everything_and_moves_and_everybody_hears(quiz, room):
    anna = await room.seat(quiz.table, quiz.anna)
    beat = await room.seat(quiz.table, quiz.beat)
    screen = await room.seat(quiz.table, layout="screen")
    assert 'id="hand"' in anna.html
    request = await anna.move(**await a_lay(room, quiz.table))
    answer = await anna.hear(lambda frame: frame.get("number") == 2)
    assert answer["HX-Request-ID"] == request
    for other in (beat, screen):
        frame = await other.hear(lambda frame: frame.get("number") == 2)
        assert 'id="whose"' in frame["content"]
        assert "HX-Request-ID" not in frame
    [(seat, move)] = await log(quiz.table)
    assert (seat, move["answer"]) == (0, "true")


async def test_a_retried_move_is_played_once(quiz, room):
    anna = await room.seat(quiz.table, quiz.anna)
    fields, request = await a_lay(room, quiz.table), str(uuid4())
    for _ in range(2):
        await anna.move(request, **fields)
        answer = await anna.hear(lambda frame: frame.get("HX-Request-ID") == request)
        assert '<hx-partial id="toast"' not in answer.get("content", "")
    assert len(await log(quiz.table)) == 1


async def test_a_stranger_at_a_public_table_watches_and_cannot_move(quiz, room):
    stranger, anna = await room.seat(quiz.table), await room.seat(quiz.table, quiz.anna)
    refusal = await stranger.moves(**await a_lay(room, quiz.table))
    assert "/rules/common/#CO-1" in refusal["content"]
    assert await log(quiz.table) == []
    await anna.moves(**await a_lay(room, quiz.table))
    assert len(await log(quiz.table)) == 1


async def test_unknown_and_private_tables_close_the_line_alike(statements, room):
    cast = await sync_to_async(seat_cast)("swiss-quiz", statements, private=True)
    elsewhere = await sync_to_async(seat_cast)("swiss-quiz", statements)
    strangers = [
        room.phone("NOPE5"),
        room.phone(cast.table.code),
        room.phone(cast.table.code, elsewhere.anna),
        room.phone(cast.table.code, invited=[elsewhere.table]),
    ]
    for stranger in strangers:
        assert await stranger.dial()
        assert await stranger.next() == NO_SUCH_TABLE == 4404
        assert stranger.frames == []
    assert "Statement" in (await room.seat(cast.table, cast.beat)).html
    assert "Statement" in (await room.seat(cast.table, invited=[cast.table])).html


async def test_nobody_is_heard_on_a_line_that_was_closed_at_the_door(room):
    stranger = room.phone("NOPE5")
    await stranger.dial()
    assert await stranger.next() == NO_SUCH_TABLE
    await stranger.move(move="lay")
    await stranger.hang_up()
    assert stranger.line.output_queue.empty()


@pytest.mark.parametrize("origin", ["https://evil.example.org", "http://localhost:8000", "null", None])
async def test_a_page_of_somebody_else_cannot_open_a_socket(quiz, room, origin):
    assert not await room.phone(quiz.table.code, quiz.anna, origin=origin).dial()
    assert await room.phone(quiz.table.code, quiz.anna, origin="http://localhost").dial()


async def test_who_one_is_stands_in_the_session_only(quiz, room):
    query = f"?player={quiz.anna.pk}&seat=0"
    stranger = await room.seat(quiz.table, query=query)
    beat = await room.seat(quiz.table, quiz.beat, query=query)
    fields = await a_lay(room, quiz.table)
    assert "CO-1" in (await stranger.moves(**fields))["content"]
    await beat.moves(**fields)
    assert [seat for seat, _ in await log(quiz.table)] == [1]


@pytest.mark.clause("CO-8")
async def test_the_language_is_the_player_s_and_a_spectator_s_is_asked_for(quiz, room):
    beat = await room.seat(quiz.table, quiz.beat, query="?language=it")
    assert "(fr)" in beat.html
    assert "(it)" not in beat.html
    assert "(it)" in (await room.seat(quiz.table, query="?language=it")).html
    for nonsense in ("?language=xx", "?language=%C3%28", "?language=" + "x" * 3000, ""):
        assert "(en)" in (await room.seat(quiz.table, query=nonsense)).html


# ---------------------------------------------------------------------- what is no move

LAY = {"move": "lay", "answer": "true", "chips": "0", "flags": "0"}
WRONG_FRAMES = {
    "no JSON": "lay",
    "broken JSON": '{"body": {"move": "lay"',
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "nothing": "",
    "half a surrogate": '{"body": {"move": "\\ud800"}}',
    "deep": "[" * 4000,
    "a wrong type": {"body": LAY | {"statement": 1}},
    "a list for a field": {"body": LAY | {"statement": ["1", "2"]}},
    "body is text": {"body": "move=lay"},
    "body is missing": {},
    "headers are numbers": {"headers": {"HX-Request-ID": 7}, "body": {"move": "lay"}},
    "a request id that is none": {"headers": {"HX-Request-ID": "first"}, "body": {"move": "lay"}},
    "an extra field beside the body": {"body": {"move": "lay"}, "seat": "0"},
    "an unknown move": {"body": {"move": "win"}},
    "a move without its fields": {"body": {"move": "lay"}},
    "an extra field": {"body": LAY | {"statement": "CARD", "at": "2020-01-01T00:00:00Z"}},
    "a forged seat": {"body": LAY | {"statement": "CARD", "seat": "1"}},
    "a forged player": {"body": LAY | {"statement": "CARD", "player": "1"}},
    "text for a number": {"body": LAY | {"statement": "CARD", "chips": "many"}},
    "a negative stake": {"body": LAY | {"statement": "CARD", "chips": "-1"}},
    "a third answer": {"body": LAY | {"statement": "CARD", "answer": "perhaps"}},
    "the house's beginning": {"body": {"move": "begin", "seats": "1", "persons": "0", "options": "{}"}},
    "the house's seating": {"body": {"move": "seated", "seat": "1", "person": "false"}},
    "the house's pause": {"body": {"move": "pause"}},
    "the house's clock": {"body": {"move": "time-up"}},
    "another game's move": {"body": {"move": "deal", "showing": "0"}},
    "bytes": b'{"body": {"move": "lay"}}',
    "a number no database holds": {"body": LAY | {"statement": "9" * 30}},
    "a pong that is no number": {"pong": "soon"},
}


async def test_what_is_no_move_is_refused_with_a_reason_and_the_line_is_kept(quiz, room):
    beat, zoe = await room.seat(quiz.table, quiz.beat), await room.seat(quiz.table, quiz.zoe)
    good = await a_lay(room, quiz.table)
    for name, frame in WRONG_FRAMES.items():
        anna = await room.seat(quiz.table, quiz.anna)
        if isinstance(frame, dict):  # about the card that lies open, so that nothing else is wrong with it
            frame = json.loads(json.dumps(frame).replace("CARD", good["statement"]))
        await anna.send(frame)
        refusal = await anna.toast()
        assert refusal["number"] == 1, name
        assert re.search(r'role="alert".*<span>[^<]{10,}</span>', refusal["content"], re.DOTALL), name
        assert "#SQ-" in (await anna.moves(**good | {"chips": "9"}))["content"], name  # the line is kept
        assert await log(quiz.table) == [], name
        await anna.hang_up()
    await beat.moves(**good)
    await zoe.hear(lambda frame: frame.get("number") == 2)
    assert '<hx-partial id="toast"' not in zoe.html
    assert [seat for seat, _ in await log(quiz.table)] == [1]


@pytest.mark.parametrize("letter", ["x", "é"])
async def test_a_frame_is_heard_up_to_eight_kilobytes(quiz, room, letter):
    zoe, good = await room.seat(quiz.table, quiz.zoe), await a_lay(room, quiz.table)

    def frame(size):
        rest = len(json.dumps({"headers": {"x": ""}, "body": good}))
        filled = letter * ((size - rest) // len(letter.encode()))
        return json.dumps({"headers": {"x": filled}, "body": good}, ensure_ascii=False)

    for size in (LARGEST_FRAME + 2, 9 * 1024):
        await zoe.send(frame(size))
        assert "too long" in (await zoe.toast())["content"]
        assert await log(quiz.table) == []
    await zoe.send(frame(LARGEST_FRAME))
    await zoe.hear(lambda frame: frame.get("number") == 2)
    assert len(await log(quiz.table)) == 1


async def test_a_move_of_another_table_is_refused(quiz, statements, room):
    elsewhere = await sync_to_async(seat_cast)("swiss-quiz", statements, {"answering": "at-once", "stack": 1})
    anna = await room.seat(quiz.table, quiz.anna)
    fields = await a_lay(room, quiz.table)
    beat = await room.seat(quiz.table, elsewhere.beat)
    assert "CO-1" in (await beat.moves(**fields))["content"]
    other_card = str(await the_card(room, quiz.table) % 20 + 1)
    refusal = await anna.moves(**fields | {"statement": other_card})
    assert '<hx-partial id="toast"' in refusal["content"]
    assert await log(quiz.table) == await log(elsewhere.table) == []


async def test_the_line_is_cut_after_ten_frames_that_make_no_sense(quiz, room, clock):
    anna = await room.seat(quiz.table, quiz.anna)
    for _ in range(STRIKES + 5):
        await anna.send("nonsense")
    for _ in range(STRIKES):
        await anna.toast()
    assert await anna.next() == TOO_MANY == 4429
    await anna.move(**await a_lay(room, quiz.table))
    await anna.hang_up()
    assert anna.line.output_queue.empty()
    assert await log(quiz.table) == []
    assert (await room.live(quiz.table)).watches == set()


async def test_moves_against_the_rules_never_cut_the_line(quiz, room, clock):
    anna = await room.seat(quiz.table, quiz.anna)
    fields = await a_lay(room, quiz.table)
    for _ in range(STRIKES + 2):
        refusal = await anna.moves(**fields | {"chips": "9"})
        assert "/rules/swiss-quiz/#SQ-5" in refusal["content"]
    await anna.moves(**fields)
    assert len(await log(quiz.table)) == 1


async def test_more_than_forty_messages_at_once_are_too_fast(quiz, room, clock):
    zoe = await room.seat(quiz.table, quiz.zoe)
    fields = await a_lay(room, quiz.table)
    for _ in range(BURST):
        await zoe.send({"pong": 1.0})
    await zoe.move(**fields)
    assert "too fast" in (await zoe.toast())["content"]
    assert await log(quiz.table) == []
    clock.now += 1
    await zoe.moves(**fields)
    assert len(await log(quiz.table)) == 1


async def test_a_refusal_names_its_request_and_links_its_clause_and_nobody_else_hears(quiz, room):
    anna, beat = await room.seat(quiz.table, quiz.anna), await room.seat(quiz.table, quiz.beat)
    request = await anna.move(**await a_lay(room, quiz.table, chips="9"))
    refusal = await anna.toast()
    assert refusal["HX-Request-ID"] == request
    assert 'href="/rules/swiss-quiz/#SQ-5"' in refusal["content"]
    await beat.moves(**await a_lay(room, quiz.table))
    assert '<hx-partial id="toast"' not in beat.html
    assert [seat for seat, _ in await log(quiz.table)] == [1]


async def test_whose_seat_is_taken_loses_the_right_to_move_at_once(quiz, room):
    anna, beat = await room.seat(quiz.table, quiz.anna), await room.seat(quiz.table, quiz.beat)
    fields = await a_lay(room, quiz.table)
    await sync_to_async(services.remove)(quiz.table.pk, quiz.anna, 1)
    await beat.hear(lambda frame: frame.get("number") == 2)
    assert "CO-1" in (await beat.moves(**fields))["content"]
    assert [seat for seat, _ in await log(quiz.table)] == [-3]
    await anna.moves(**fields)
    assert [seat for seat, _ in await log(quiz.table)] == [-3, 0]


async def test_a_phone_that_hangs_up_is_no_longer_told(quiz, room):
    anna, beat = await room.seat(quiz.table, quiz.anna), await room.seat(quiz.table, quiz.beat)
    live = await room.live(quiz.table)
    assert len(live.watches) == 2
    await beat.hang_up()
    assert len(live.watches) == 1
    await anna.moves(**await a_lay(room, quiz.table))


# ---------------------------------------------------------------------- how fast is this line?


def is_ping(frame):
    return "ping" in frame


async def one_watch(room, table):
    [watch] = (await room.live(table)).watches
    return watch


async def pinged(room, snap, clock):
    """Anna's phone at a table that races, its first ping, and the watch that keeps what was measured."""
    anna = await room.seat(snap.table, snap.anna)
    ping = (await anna.hear(is_ping))["ping"]
    return anna, ping, await one_watch(room, snap.table)


async def heard(anna):
    """Whatever was sent before has been read: a refusal comes back for the nonsense sent after it."""
    await anna.send("nonsense")
    await anna.toast()


@pytest.mark.clause("SN-C3")
async def test_a_ping_measures_the_line(snap, room, clock):
    anna, ping, watch = await pinged(room, snap, clock)
    clock.now += 0.08
    await anna.send({"pong": ping})
    await heard(anna)
    assert watch.line == 80


async def test_a_page_that_asks_whether_the_table_is_there_is_answered(quiz, room):
    anna = await room.seat(quiz.table, quiz.anna)
    await anna.send({"ping": 1234.5})
    assert (await anna.hear(lambda frame: "pong" in frame))["pong"] == 1234.5


async def test_no_ping_where_reactions_do_not_count(quiz, room, clock):
    anna = await room.seat(quiz.table, quiz.anna)
    await anna.moves(**await a_lay(room, quiz.table))
    assert not any(is_ping(frame) for frame in anna.frames)


@pytest.mark.clause("SN-C3")
@pytest.mark.parametrize("first", [0.08, 1.5])
async def test_a_second_or_forged_answer_measures_nothing(snap, room, clock, first):
    anna, ping, watch = await pinged(room, snap, clock)
    for forged in (ping + 1, ping - 0.001, -1.0, 0):
        await anna.send({"pong": forged})
    await heard(anna)
    clock.now += first
    await anna.send({"pong": ping})
    await heard(anna)
    assert watch.line == 1000 * first
    clock.now += 0.2
    for again in (ping, -1.0, 0.0):
        await anna.send({"pong": again})
        await heard(anna)
    assert watch.line == 1000 * first


@pytest.mark.clause("SN-C3")
async def test_the_quickest_answer_counts_and_pings_are_two_seconds_apart(snap, room, clock):
    live = await room.live(snap.table)
    dealer = await room.seat(snap.table, snap.players[live.snapshot.play.state.dealer])
    watch = await one_watch(room, snap.table)
    fields, request, expected = {"move": "deal", "showing": "0"}, str(uuid4()), []
    for delay, counts in ((0.3, 300), (0.04, 40), (1.0, 40), (0.03, 30)):
        ping = (await dealer.hear(is_ping))["ping"]
        expected.append(ping)
        sent = clock.now
        clock.now += delay
        await dealer.send({"pong": ping})
        await heard(dealer)
        assert watch.line == counts
        for clock.now in (sent + 1.9, sent + 2.1):  # the first move comes too soon for another ping
            await dealer.move(request, **fields)
            await dealer.hear(lambda frame: frame.get("HX-Request-ID") == request)
    await dealer.hear(is_ping)
    assert [frame["ping"] for frame in dealer.frames if is_ping(frame)][:-1] == expected


# ---------------------------------------------------------------------- the buzzer believes nobody


class HubClock:
    """The time of the table, which only moves when told."""

    def __init__(self):
        self.now = timezone.now()

    def __call__(self):
        return self.now


async def racing(room, snap, *measured):
    """A card lies open at a Snap! table whose clock stands still; everybody's line is measured as given."""
    hub = await Hub.current()
    hub.clock, hub.ticks = HubClock(), lambda: 0.0
    phones = [await room.seat(snap.table, player) for player in snap.players]
    live = await room.live(snap.table)
    dealer = live.snapshot.play.state.dealer
    await phones[dealer].moves(move="deal", showing="0")
    assert live.snapshot.play.state.phase == Phase.SHOWING
    by_player = {watch.look.player: watch for watch in live.watches}
    for player, line in zip(snap.players, measured, strict=False):
        by_player[player.pk].line = line
    return hub, phones


async def buzzed(snap):
    """What the log holds of the first buzz."""
    return next(move for _, move in await log(snap.table) if move["move"] == "buzz")


@pytest.mark.clause("SN-C3")
@pytest.mark.parametrize(
    ("claim", "counts"),
    [("1480", 1480), ("1", 1500), ("99", 1500), ("300", 1480), ("1300", 1480), ("60000", 1500)],
)
async def test_a_reaction_counts_as_far_as_the_site_can_believe_it(snap, room, clock, claim, counts):
    hub, (anna, *_) = await racing(room, snap, 20, 60, 300)
    hub.clock.now += timedelta(seconds=1.5)
    await anna.moves(move="buzz", showing="1", reaction=claim, wait="0")
    assert await buzzed(snap) == {"move": "buzz", "showing": 1, "reaction": counts, "wait": 330}


@pytest.mark.clause("SN-C3")
async def test_who_never_answers_a_ping_gains_nothing_by_it(snap, room, clock):
    hub, (anna, *_) = await racing(room, snap)
    hub.clock.now += timedelta(seconds=1.5)
    await anna.moves(move="buzz", showing="1", reaction="500")
    assert (await buzzed(snap))["reaction"] == 1500
    assert (await buzzed(snap))["wait"] == SLOWEST_LINE


async def test_a_reaction_that_is_no_time_is_no_move(snap, room, clock):
    hub, (anna, *_) = await racing(room, snap, 20, 20, 20)
    hub.clock.now += timedelta(seconds=1.5)
    for nonsense in ("-1", "60001", "soon", ""):
        await anna.move(move="buzz", showing="1", reaction=nonsense)
        await anna.toast()
    assert [move["move"] for _, move in await log(snap.table)] == ["deal"]
