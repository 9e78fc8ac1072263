"""What squares and flags do in Swiss Quiz (SQ-7, SQ-8), and a bank that runs short (SQ-P3)."""

import pytest
from msgspec import structs

from games.rules.kernel import IllegalMove, Seat
from games.rules.swiss_quiz.board import EDELWEISS, WHITE, Kind, kind_of
from games.rules.swiss_quiz.moves import SwissQuizOptions
from games.rules.swiss_quiz.state import FlagTaken, Phase, Photo, Skipped, SquarePaid, Walked
from tests.rules.swiss_quiz_helpers import (
    ANNA,
    BEAT,
    NONNA,
    RULES,
    ZOE,
    Table,
    chips_in_play,
    flags_in_play,
    square_of,
)

GREEN1, GREEN2 = square_of(Kind.GREEN1), square_of(Kind.GREEN2, after=1)
RED1, CAMERA = square_of(Kind.RED1), square_of(Kind.CAMERA)
FIRST, SECOND = WHITE[:2]


def payouts(table: Table) -> list[dict[str, int]]:
    """What every flag of the last turn has paid to whom."""
    names = ("anna", "beat", "zoe", "nonna", "urs", "lea")
    return [
        {names[paid.seat]: paid.chips for paid in event.paid}
        for event in table.state.turn
        if isinstance(event, FlagTaken)
    ]


# -- SQ-7 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SQ-7")
@pytest.mark.parametrize(("square", "paid"), [(GREEN1, 1), (GREEN2, 2), (RED1, -1), (CAMERA, 0), (2, 0)])
def test_the_square_where_the_move_ends_counts(square: int, paid: int) -> None:
    table = Table().place(anna=square - 1).clear_flags()
    table.round(right=["anna"])

    assert table.square("anna") == square
    assert table.chips("anna") == 4 + paid
    assert chips_in_play(table.state) == 50


@pytest.mark.clause("SQ-4", "SQ-7")
def test_the_first_square_pays_two() -> None:
    table = Table().round(right=["anna"])

    assert (table.square("anna"), table.chips("anna")) == (1, 6)


@pytest.mark.clause("SQ-7")
def test_squares_passed_over_do_nothing() -> None:
    table = Table().place(anna=RED1 - 1).clear_flags()
    assert kind_of(RED1 + 1) is Kind.PLAIN
    table.round(right=["anna"], anna=1)

    assert (table.square("anna"), table.chips("anna")) == (RED1 + 1, 3)


@pytest.mark.clause("SQ-7")
def test_red_costs_nothing_if_no_chip_is_left() -> None:
    table = Table().place(anna=RED1 - 3).clear_flags().give(anna=2)
    table.round(right=["anna"], anna=2)

    assert (table.square("anna"), table.chips("anna")) == (RED1, 0)
    assert SquarePaid(ANNA, Kind.RED1, 0) in table.state.turn


@pytest.mark.clause("SQ-7")
def test_a_pawn_that_did_not_move_triggers_nothing() -> None:
    table = Table().place(anna=GREEN2, beat=RED1, zoe=CAMERA)
    table.round(right=[])

    assert [table.chips(name) for name in ("anna", "beat", "zoe")] == [4, 4, 4]
    assert not table.state.players[ZOE].misses


@pytest.mark.clause("SQ-7")
def test_the_camera_costs_the_next_round_and_only_that() -> None:
    table = Table().place(zoe=CAMERA - 1)
    table.round(right=["zoe"])
    assert Photo(ZOE) in table.state.turn
    table.next_round()

    assert table.state.unanswered() == (BEAT, NONNA, ANNA)
    table.lay(BEAT)
    with pytest.raises(IllegalMove) as refused:
        table.lay(ZOE)
    assert refused.value.clause == "SQ-7"
    table.round(right=["nonna", "anna"])
    assert table.square("zoe") == CAMERA

    table.next_round()
    assert ZOE in table.state.unanswered()


@pytest.mark.clause("SQ-7")
def test_who_takes_a_photo_may_still_read() -> None:
    table = Table().photo("anna")
    assert table.state.reader == ANNA
    assert RULES.to_move(table.state) == {BEAT}
    for seat in (BEAT, ZOE, NONNA):
        table.lay(seat)

    assert table.view(ANNA).hand.may_turn
    table.turn(ANNA)
    assert table.square("anna") == 0


@pytest.mark.clause("SQ-7")
def test_flags_are_paid_before_the_square() -> None:
    flag = RED1 - 1
    table = Table().place(anna=flag).give(anna=0)
    table.state = structs.replace(table.state, flags=(flag,))
    table.round(right=["anna"])

    assert [type(event) for event in table.state.turn if event.seat == ANNA][1:] == [Walked, FlagTaken, SquarePaid]
    assert table.chips("anna") == 0  # one chip as the front pawn, and it goes to the red square


@pytest.mark.clause("SQ-7.1")
@pytest.mark.parametrize("answering", ["in-turn", "at-once"])
def test_if_all_miss_the_round_no_statement_is_read(answering: str) -> None:
    table = Table(3, SwissQuizOptions(answering="at-once" if answering == "at-once" else "in-turn"))
    table.round()
    following = table.state.round + 1
    for seat in (ANNA, BEAT, ZOE):
        player = structs.replace(table.state.players[seat], misses=following)
        table.state = table.state.with_player(seat, player)
    assert table.number == 1
    table.next_round()

    assert (table.number, table.state.reader, table.state.round) == (2, ZOE, following + 1)
    assert Skipped(BEAT) in table.state.last
    assert table.state.phase is Phase.LAYING
    assert len(table.state.unanswered()) == 3


@pytest.mark.clause("SQ-6", "SQ-7.1")
@pytest.mark.parametrize("answering", ["in-turn", "at-once"])
@pytest.mark.parametrize("alone", [ANNA, BEAT, ZOE, NONNA])
def test_a_round_with_a_single_player_left_to_answer_is_played(alone: Seat, answering: str) -> None:
    table = Table(4, SwissQuizOptions(answering="at-once" if answering == "at-once" else "in-turn"))
    table.round()
    following = table.state.round + 1
    for seat in {ANNA, BEAT, ZOE, NONNA} - {alone}:
        player = structs.replace(table.state.players[seat], misses=following)
        table.state = table.state.with_player(seat, player)
    table.next_round()

    assert (table.number, table.state.reader, table.state.round) == (2, BEAT, following)
    assert not any(isinstance(event, Skipped) for event in table.state.last)
    assert table.state.unanswered() == (alone,)
    table.lay(alone)
    table.turn(BEAT)
    assert table.square(("anna", "beat", "zoe", "nonna")[alone]) == 1


@pytest.mark.clause("SQ-7.1", "SQ-9.1")
def test_the_first_seat_plays_on_while_the_others_take_photos_or_have_arrived() -> None:
    table = Table(3, SwissQuizOptions(arrivals=2)).place(anna=3, beat=EDELWEISS - 1)
    table.round(right=["beat"])
    zoe = structs.replace(table.state.players[ZOE], misses=table.state.round + 1)
    table.state = table.state.with_player(ZOE, zoe)
    table.next_round()

    assert (table.number, table.state.reader) == (2, ZOE)
    assert RULES.to_move(table.state) == {ANNA}


# -- SQ-8 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SQ-8")
def test_the_first_to_pass_a_flag_takes_it_and_the_bank_pays_everybody() -> None:
    table = Table().place(anna=FIRST, beat=FIRST - 2, zoe=2, nonna=5)
    table.round(right=["anna"])

    assert table.player("anna").flags == 1
    assert FIRST not in table.state.flags
    assert payouts(table) == [{"anna": 1, "beat": 2, "nonna": 3, "zoe": 4}]
    assert [table.chips(name) for name in ("anna", "beat", "nonna", "zoe")] == [5, 6, 7, 8]


@pytest.mark.clause("SQ-8")
def test_all_others_get_four() -> None:
    table = Table(6).place(anna=9, beat=8, zoe=6, nonna=5, urs=3, lea=2)
    table.round(right=["anna"])

    assert payouts(table) == [{"anna": 1, "beat": 2, "zoe": 3, "nonna": 4, "urs": 4, "lea": 4}]


@pytest.mark.clause("SQ-8")
def test_a_spot_without_a_flag_does_nothing() -> None:
    table = Table().place(anna=FIRST, beat=FIRST - 1)
    table.round(right=["anna", "beat"], beat=2)

    assert table.square("beat") > FIRST
    assert len(payouts(table)) == 1
    assert table.player("beat").flags == 0


@pytest.mark.clause("SQ-8")
def test_places_are_those_after_the_pawn_has_finished_its_move() -> None:
    table = Table().place(anna=FIRST - 1, beat=FIRST + 3, zoe=2, nonna=3)
    table.round(right=["anna"], anna=4)

    assert table.square("anna") > table.square("beat")
    assert payouts(table) == [{"anna": 1, "beat": 2, "nonna": 3, "zoe": 4}]


@pytest.mark.clause("SQ-8")
def test_the_taker_need_not_be_in_front() -> None:
    table = Table().place(anna=30, beat=FIRST)
    table.round(right=["beat"])

    assert payouts(table) == [{"anna": 1, "beat": 2, "zoe": 4, "nonna": 4}]


@pytest.mark.clause("SQ-8")
def test_two_flags_passed_are_two_payouts() -> None:
    table = Table().place(anna=FIRST - 1, beat=3, zoe=2, nonna=1).give(anna=10)
    table.round(right=["anna"], anna=SECOND - FIRST + 1)

    assert table.player("anna").flags == 2
    assert payouts(table) == [{"anna": 1, "beat": 2, "zoe": 3, "nonna": 4}] * 2


@pytest.mark.clause("SQ-8")
@pytest.mark.parametrize(("seats", "on_the_logo"), [(3, 3), (4, 4), (5, 4)])
def test_pawns_on_the_logo_all_get_the_payout_of_the_last_place(seats: int, on_the_logo: int) -> None:
    table = Table(seats).place(anna=9)
    table.state = structs.replace(table.state, flags=(9,))
    table.round(right=["anna"])

    (paid,) = payouts(table)
    assert paid.pop("anna") == 1
    assert set(paid.values()) == {on_the_logo}


@pytest.mark.clause("SQ-8")
def test_on_the_edelweiss_the_earlier_is_ahead() -> None:
    table = Table().place(anna=59, beat=58, zoe=50)
    table.state = structs.replace(table.state, flags=(58,))
    table.round(right=["anna", "beat"], anna=1, beat=3)

    assert table.square("anna") == table.square("beat") == EDELWEISS
    assert payouts(table) == [{"anna": 1, "beat": 2, "zoe": 3, "nonna": 4}]


@pytest.mark.clause("SQ-P3", "SQ-8")
@pytest.mark.parametrize(
    ("bank", "paid"),
    [
        (10, {"anna": 1, "beat": 2, "zoe": 3, "nonna": 4}),
        (9, {"anna": 0, "beat": 2, "zoe": 3, "nonna": 4}),
        (5, {"anna": 0, "beat": 0, "zoe": 1, "nonna": 4}),
        (0, {"anna": 0, "beat": 0, "zoe": 0, "nonna": 0}),
    ],
)
def test_a_short_bank_pays_those_farthest_behind_first(bank: int, paid: dict[str, int]) -> None:
    table = Table().place(anna=FIRST, beat=6, zoe=5, nonna=2)
    table.give(anna=4 + table.state.bank - bank)
    table.round(right=["anna"])

    assert payouts(table) == [paid]
    assert table.state.bank == bank - sum(paid.values())
    assert chips_in_play(table.state) == 50


@pytest.mark.clause("SQ-P3", "SQ-7")
def test_a_green_square_pays_what_the_bank_has() -> None:
    table = Table().place(anna=GREEN2 - 1).clear_flags()
    table.give(beat=4 + table.state.bank - 1)
    table.round(right=["anna"])

    assert (table.chips("anna"), table.state.bank) == (5, 0)


# -- SQ-8.1 --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SQ-8.1")
def test_two_chips_and_a_flag_right_is_one_plus_six_steps() -> None:
    table = Table().place(anna=21).give_flags(anna=2).clear_flags()
    table.lay(ANNA, chips=2, flags=1)
    for seat in (BEAT, ZOE, NONNA):
        table.lay(seat, right=False)
    bank, in_bank = table.state.bank, table.state.bank_flags
    table.turn()

    (walk,) = (event for event in table.state.turn if isinstance(event, Walked))
    assert walk.steps == 1 + 6
    assert table.player("anna").flags == 1
    assert (table.state.bank_flags, flags_in_play(table.state)) == (in_bank + 1, 7)
    assert table.state.bank == bank + 2 - kind_of(28).chips
    assert table.square("anna") == 28


@pytest.mark.clause("SQ-8.1")
def test_a_staked_flag_is_lost_when_wrong() -> None:
    table = Table().give_flags(anna=1).clear_flags()
    table.lay(ANNA, right=False, flags=1)
    for seat in (BEAT, ZOE, NONNA):
        table.lay(seat, right=False)
    table.turn()

    assert (table.square("anna"), table.player("anna").flags, table.state.bank_flags) == (0, 0, 7)


@pytest.mark.clause("SQ-8.1")
def test_no_flag_may_be_staked_while_one_is_left_on_the_board() -> None:
    table = Table().give_flags(anna=6)
    assert len(table.state.flags) == 1
    with pytest.raises(IllegalMove) as refused:
        table.lay(ANNA, flags=1)
    assert refused.value.clause == "SQ-8.1"
    assert table.view(ANNA).hand.usable_flags == 0

    table.clear_flags()
    assert table.view(ANNA).hand.usable_flags == 6
    table.lay(ANNA, flags=6)


@pytest.mark.clause("SQ-8.1")
def test_more_flags_than_one_has_are_refused() -> None:
    table = Table().give_flags(anna=1).clear_flags()
    with pytest.raises(IllegalMove) as refused:
        table.lay(ANNA, flags=2)
    assert refused.value.clause == "SQ-8.1"
    table.lay(ANNA, flags=1)
