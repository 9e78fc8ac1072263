"""Whole games of Swiss Quiz by random moves: they end, and nothing is lost on the way."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.kernel import IllegalMove, Seat
from games.rules.swiss_quiz.board import EDELWEISS, LOGO
from games.rules.swiss_quiz.moves import FLAGS, Lay, SwissQuizOptions
from games.rules.swiss_quiz.state import SwissQuizState
from tests.rules.swiss_quiz_helpers import (
    NOON,
    PACK,
    RULES,
    chips_in_play,
    flags_in_play,
    options_for_games,
    random_game,
)

STATEMENTS = 600  # no game by random moves has come near


def check(state: SwissQuizState) -> None:
    """What must hold at any moment."""
    assert chips_in_play(state) == 50
    assert flags_in_play(state) == (FLAGS if len(state.players) <= 4 else 5)
    assert state.bank >= 0
    assert all(player.chips >= 0 and player.flags >= 0 for player in state.players)
    pawns = [player.position for player in state.players]
    on_squares = [square for square in pawns if square not in (LOGO, EDELWEISS)]
    assert len(on_squares) == len(set(on_squares))
    assert all(LOGO <= square <= EDELWEISS for square in pawns)
    assert (RULES.result(state) is None) is bool(RULES.to_move(state))


@pytest.mark.clause("SQ-P3", "SQ-4", "SQ-9")
@settings(max_examples=40, deadline=None)
@given(seats=st.integers(3, 6), options=options_for_games(), secret=st.binary(min_size=8, max_size=8))
def test_random_games_end_and_conserve(seats: int, options: SwissQuizOptions, secret: bytes) -> None:
    last = None
    for number, state in enumerate(random_game(seats, options, secret)):
        check(state)
        if number % 25 == 0:
            assert msgspec.json.decode(msgspec.json.encode(state), type=SwissQuizState) == state
        assert state.turns < STATEMENTS
        last = state

    assert last is not None
    result = RULES.result(last)
    assert result is not None
    assert sorted(line.seat for line in result.ranking) == list(range(seats))
    assert 1 <= len(result.winners) <= 1
    assert msgspec.json.decode(msgspec.json.encode(last), type=SwissQuizState) == last


@settings(max_examples=25, deadline=None)
@given(options=options_for_games(), secret=st.binary(min_size=8, max_size=8), stop=st.integers(0, 60))
def test_what_is_legal_is_accepted_and_nothing_else(options: SwissQuizOptions, secret: bytes, stop: int) -> None:
    *_, state = (state for _, state in zip(range(stop + 1), random_game(4, options, secret), strict=False))
    number = PACK.statements[state.card].number
    for seat in (Seat(number) for number in range(4)):
        legal = set(RULES.legal_moves(state, seat, PACK))
        assert bool(legal) is (seat in RULES.to_move(state))
        for chips in range(state.players[seat].chips + 2):
            for flags in range(state.players[seat].flags + 2):
                move = Lay(number, "true", chips, min(flags, FLAGS))
                try:
                    RULES.apply(state, seat, move, PACK, Chance(secret, 1), NOON)
                except IllegalMove as refused:
                    assert move not in legal
                    assert refused.clause.startswith("SQ-")
                else:
                    assert move in legal
