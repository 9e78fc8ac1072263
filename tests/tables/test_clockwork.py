"""Bots take their time by a clock of their own: nobody keeps them waiting."""

from datetime import timedelta
from random import Random

import msgspec
import pytest
from msgspec import structs

from games.bots.kernel import Strength
from games.rules.its_a_quiz.moves import Give
from games.rules.its_a_quiz.state import Markers, Phase
from games.rules.kernel import TABLE, Seat
from games.rules.play import Pause, Play, Resume
from games.rules.registry import GAMES
from games.tables.clockwork import bots_moves, next_due
from games.tables.snapshot import Row, Snapshot
from tests.gallery.moments import NAMES, table_of
from tests.rules.courses import Course, by_bots, played

ANNA, BEAT, BOT = Seat(0), Seat(1), Seat(2)


def until(course: Course, phase: Phase) -> Play:
    """Up to where the bot is awaited in this phase; Anna has a marker to trade."""
    for _ in played(course, by_bots(Strength.MEDIUM), Random(3), 200):
        state = course.state
        if state.phase is phase and BOT in state.awaited():
            anna = structs.replace(state.players[ANNA], markers=Markers(slush=1))
            return structs.replace(course.play, state=structs.replace(state, players=(anna, *state.players[1:])))
    raise AssertionError(f"this game has no {phase} with a bot")


def does(snapshot: Snapshot, seat: Seat, move: object, seconds: float) -> None:
    assert snapshot.play is not None
    at = snapshot.play.at + timedelta(seconds=seconds)
    snapshot.extend([Row(snapshot.number + 1, seat, None, msgspec.json.encode(move).decode(), at, None)])


@pytest.fixture
def snapshot() -> Snapshot:
    """Anna and Beat, and a bot that thinks about its answer."""
    course = Course(GAMES["its-a-quiz"], 3, b"trade")
    found = table_of(course.game, 3, NAMES, bots=1)
    found.play = until(course, Phase.ANSWERING)
    return found


@pytest.mark.clause("IQ-6")
def test_two_who_trade_a_marker_to_and_fro_keep_no_bot_waiting(snapshot: Snapshot) -> None:
    play = snapshot.play
    assert play is not None
    first = next_due(snapshot, play.at)
    assert first is not None and first.bot == BOT
    for giver, taker in ((ANNA, BEAT), (BEAT, ANNA)) * 2:
        does(snapshot, giver, Give(play.state.round, taker, "slush"), 0.1)
        assert next_due(snapshot, play.at) == first


def test_a_bot_does_not_think_while_the_game_is_paused(snapshot: Snapshot) -> None:
    assert snapshot.play is not None
    before = next_due(snapshot, snapshot.play.at)
    does(snapshot, TABLE, Pause(), 0.5)
    assert next_due(snapshot, snapshot.play.at) is None
    does(snapshot, TABLE, Resume(), 60)
    after = next_due(snapshot, snapshot.play.at)
    assert before is not None and after is not None and after.bot == BOT
    assert snapshot.play.at < after.at


@pytest.mark.parametrize(("spoken", "said"), [(("de", "en"), "de"), (("ja",), "ja"), ((), "en")])
def test_a_bot_speaks_as_most_at_its_table_do(snapshot: Snapshot, spoken: tuple[str, ...], said: str) -> None:
    assert snapshot.play is not None
    snapshot.people = structs.replace(snapshot.people, languages=spoken)
    next(bots_moves(snapshot, BOT, snapshot.play.at))
    assert {memory.language for memory in snapshot.memories.values()} == {said}
