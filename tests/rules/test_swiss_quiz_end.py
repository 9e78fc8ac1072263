"""Arriving at the edelweiss, ties, and playing on until two have arrived (SQ-9, SQ-9.1)."""

import pytest
from msgspec import structs

from games.rules.kernel import PUBLIC, IllegalMove
from games.rules.swiss_quiz.board import EDELWEISS, LAST
from games.rules.swiss_quiz.moves import GoOn, SwissQuizOptions
from games.rules.swiss_quiz.state import Arrived, FlagTaken, Phase, Walked
from tests.rules.swiss_quiz_helpers import ANNA, BEAT, NONNA, RULES, ZOE, Table

TWO = SwissQuizOptions(arrivals=2)


def ranking(table: Table) -> list[tuple[int, int]]:
    """Places and seats, best first."""
    result = RULES.result(table.state)
    assert result is not None
    return [(line.place, line.seat) for line in result.ranking]


def reasons(table: Table) -> list[str]:
    result = RULES.result(table.state)
    assert result is not None
    return [line.why.text if line.why else "" for line in result.ranking]


@pytest.mark.clause("SQ-9")
def test_the_first_at_the_edelweiss_wins_and_the_others_rank_by_square() -> None:
    table = Table().place(anna=20, beat=LAST, zoe=40, nonna=30).clear_flags()
    table.round(right=["beat"])

    assert table.state.phase is Phase.OVER
    assert ranking(table) == [(1, BEAT), (2, ZOE), (3, NONNA), (4, ANNA)]
    assert RULES.to_move(table.state) == frozenset()
    assert RULES.deadline(table.state) is None
    assert not tuple(RULES.legal_moves(table.state, ANNA, table.pack))


@pytest.mark.clause("SQ-9")
def test_nobody_has_won_before() -> None:
    table = Table().place(anna=LAST).clear_flags()
    table.round(right=[])

    assert RULES.result(table.state) is None
    assert table.view(PUBLIC).ending.result is None


@pytest.mark.clause("SQ-9")
def test_steps_left_over_are_lost() -> None:
    table = Table().place(anna=LAST - 1).clear_flags()
    table.round(right=["anna"], anna=4)

    assert table.square("anna") == EDELWEISS
    (walk,) = (event for event in table.state.turn if isinstance(event, Walked))
    assert walk.path == (LAST, EDELWEISS)


@pytest.mark.clause("SQ-9")
def test_the_edelweiss_is_reached_over_occupied_squares() -> None:
    table = Table().place(anna=LAST - 2, beat=LAST - 1, zoe=LAST).clear_flags()
    table.round(right=["anna"])

    assert ranking(table)[0] == (1, ANNA)


@pytest.mark.clause("SQ-9")
def test_the_round_is_played_to_its_end() -> None:
    table = Table().place(anna=LAST, beat=20, zoe=30).clear_flags()
    table.round(right=["anna", "zoe"])

    assert table.square("zoe") == 31


@pytest.mark.clause("SQ-9")
def test_in_the_same_round_flags_and_chips_left_decide() -> None:
    table = Table().place(anna=LAST, beat=LAST - 1, zoe=10, nonna=11).give(anna=5).give_flags(beat=1).clear_flags()
    table.round(right=["anna", "beat"], beat=1)

    # Anna 5 chips; Beat 3 chips and a flag, which counts 4
    assert table.square("anna") == table.square("beat") == EDELWEISS
    assert ranking(table)[:2] == [(1, BEAT), (2, ANNA)]
    assert "worth" in reasons(table)[0]
    assert reasons(table)[2:] == ["", ""]


@pytest.mark.clause("SQ-9")
def test_staked_chips_are_no_chips_left() -> None:
    table = Table().place(anna=LAST, beat=LAST - 1).clear_flags()
    table.round(right=["anna", "beat"], anna=4, beat=1)

    assert table.square("anna") == table.square("beat") == EDELWEISS
    assert ranking(table)[:2] == [(1, BEAT), (2, ANNA)]


@pytest.mark.clause("SQ-9")
def test_still_level_the_earlier_wins() -> None:
    table = Table(reader=ZOE).place(anna=LAST, beat=LAST - 2, zoe=LAST - 1).clear_flags()
    table.give(beat=6)
    table.round(right=["anna", "beat", "zoe"], zoe=1, anna=1, beat=3)

    assert [event.seat for event in table.state.turn if isinstance(event, Arrived)] == [ZOE, ANNA, BEAT]
    assert [table.chips(name) for name in ("zoe", "anna", "beat")] == [3, 3, 3]
    assert ranking(table)[:3] == [(1, ZOE), (2, ANNA), (3, BEAT)]
    assert ["earlier" in reason for reason in reasons(table)] == [True, False, False, False]


@pytest.mark.clause("SQ-9", "CO-12")
def test_pawns_still_on_the_logo_share_a_place() -> None:
    table = Table().place(beat=LAST, zoe=40).clear_flags()
    table.round(right=["beat"])

    assert ranking(table) == [(1, BEAT), (2, ZOE), (3, ANNA), (3, NONNA)]


@pytest.mark.clause("SQ-9.1")
def test_play_goes_on_until_two_have_arrived() -> None:
    table = Table(options=TWO).place(anna=LAST, beat=40, zoe=41, nonna=20).clear_flags()
    table.round(right=["anna"])
    assert RULES.result(table.state) is None
    assert table.state.phase is Phase.SHOWN

    table.next_round()
    table.place(zoe=LAST)
    table.round(right=["zoe"])
    assert ranking(table) == [(1, ANNA), (2, ZOE), (3, BEAT), (4, NONNA)]
    assert reasons(table) == ["", "", "", ""]


@pytest.mark.clause("SQ-9.1")
def test_the_second_to_arrive_comes_second_however_rich() -> None:
    table = Table(options=TWO).place(anna=LAST, beat=LAST - 1).clear_flags()
    table.round(right=["anna"], anna=4)
    table.next_round()
    table.give(beat=20)
    table.round(right=["beat"], beat=1)

    assert ranking(table)[:2] == [(1, ANNA), (2, BEAT)]


@pytest.mark.clause("SQ-9.1")
def test_two_in_one_round_are_enough() -> None:
    table = Table(options=TWO).place(anna=LAST, beat=LAST - 1).clear_flags()
    table.round(right=["anna", "beat"], beat=1)

    assert ranking(table)[:2] == [(1, ANNA), (2, BEAT)]


@pytest.mark.clause("SQ-9.1")
def test_who_has_arrived_no_longer_answers_or_reads() -> None:
    table = Table(options=TWO, reader=NONNA).place(anna=LAST, beat=40, zoe=41, nonna=20).clear_flags()
    table.round(right=["anna"])
    table.next_round()

    assert table.state.reader == BEAT  # and not Anna
    assert table.state.unanswered() == (BEAT, ZOE, NONNA)
    with pytest.raises(IllegalMove) as refused:
        table.lay(ANNA)
    assert refused.value.clause == "SQ-9.1"

    table.round()
    table.play(ANNA, GoOn(table.number))  # but may pass the box on
    assert table.state.reader == ZOE


@pytest.mark.clause("SQ-9.1", "SQ-8")
def test_who_has_arrived_is_no_longer_paid() -> None:
    table = Table(options=TWO).place(anna=LAST, beat=46, zoe=41, nonna=20)
    table.state = structs.replace(table.state, flags=(46,))
    table.round(right=["anna"])
    chips = table.chips("anna")
    table.next_round()
    table.round(right=["beat"])

    (taken,) = (event for event in table.state.turn if isinstance(event, FlagTaken))
    assert {paid.seat: paid.chips for paid in taken.paid} == {BEAT: 1, ZOE: 2, NONNA: 3}
    assert table.chips("anna") == chips


@pytest.mark.clause("SQ-7.1", "SQ-9.1")
def test_those_who_have_arrived_do_not_keep_a_round_alive() -> None:
    table = Table(3, TWO).place(anna=LAST, beat=40, zoe=41).clear_flags()
    table.round(right=["anna"])
    for seat in (BEAT, ZOE):
        missing = structs.replace(table.state.players[seat], misses=table.state.round + 1)
        table.state = table.state.with_player(seat, missing)
    table.next_round()

    assert (table.number, table.state.reader) == (2, ZOE)


def test_the_end_tells_who_knew_how_much() -> None:
    table = Table().place(anna=LAST - 1, beat=10, zoe=24, nonna=30).clear_flags()
    table.round(right=["anna", "zoe"])
    table.next_round()
    table.photo("nonna")
    table.round(right=["anna"])

    ending = table.view(PUBLIC).ending
    assert ending.statements == 2
    assert [(stat.right, stat.answers) for stat in ending.stats] == [(2, 2), (0, 2), (1, 2), (0, 1)]
    assert ending.result == RULES.result(table.state)


def test_the_longest_row_and_the_statement_that_fooled_everybody_are_worth_telling() -> None:
    table = Table(bots=(BEAT, ZOE, NONNA)).clear_flags()
    for right in (["beat", "zoe"], ["beat", "zoe"], ["beat"], []):
        table.round(right=right)
        table.place(beat=1, zoe=2).next_round()
    fooled = table.state.fooled
    assert fooled is not None and table.state.players[BEAT].longest == 3 and table.state.players[BEAT].row == 0
    table.place(anna=LAST).round(right=["anna"])
    told = {fact.figure.text: (fact.figure, fact.what) for fact in RULES.story(table.state, table.pack).facts}
    figure, what = told["%(n)s in a row"]
    assert dict(figure.facts)["n"] == 3 and dict(what.facts)["who"].seat == BEAT
    figure, what = told["No. %(number)s"]
    assert dict(figure.facts)["number"] == table.pack.statements[fooled].number
    assert dict(what.facts)["statement"] == table.pack.statements[fooled].text
