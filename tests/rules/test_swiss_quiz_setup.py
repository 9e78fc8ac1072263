"""Swiss Quiz is laid out: the board, the pieces, the statements and the choices (SQ-M1, SQ-P1 to SQ-P5)."""

import msgspec
import pytest
from msgspec import structs

from games.rules.kernel import BadOption
from games.rules.swiss_quiz.board import BLACK, LAST, LOGO, SQUARES, WHITE, Kind, kind_of
from games.rules.swiss_quiz.moves import SwissQuizOptions
from tests.rules.swiss_quiz_helpers import BEAT, PACK, RULES, ZOE, Scripted, Table, chips_in_play, small_pack

FULL = small_pack(660)


def refused_fields(options: SwissQuizOptions, seats: int = 4, pack=PACK) -> list[str]:
    return [problem.field for problem in RULES.bad_options(options, seats, pack)]


@pytest.mark.clause("SQ-P1")
def test_everybody_starts_on_the_logo() -> None:
    table = Table(seats=5)

    assert [player.position for player in table.state.players] == [LOGO] * 5
    assert table.state.occupied() == frozenset()


@pytest.mark.clause("SQ-P1")
@pytest.mark.parametrize(("seats", "refused"), [(2, ["seats"]), (3, []), (6, []), (7, ["seats"])])
def test_three_to_six_players(seats: int, refused: list[str]) -> None:
    assert refused_fields(SwissQuizOptions(), seats) == refused
    assert (seats in RULES.seats) is not bool(refused)


@pytest.mark.clause("SQ-P2")
@pytest.mark.parametrize(("seats", "spots"), [(3, WHITE), (4, WHITE), (5, BLACK), (6, BLACK)])
def test_flags_stand_on_white_for_few_and_on_black_for_many(seats: int, spots: tuple[int, ...]) -> None:
    assert Table(seats).state.flags == spots


@pytest.mark.clause("SQ-P2")
def test_seven_white_and_five_black_spots_between_the_squares() -> None:
    assert (len(WHITE), len(BLACK)) == (7, 5)
    assert not set(WHITE) & set(BLACK)
    assert all(0 < spot < LAST for spot in WHITE + BLACK)


@pytest.mark.clause("SQ-P3")
@pytest.mark.parametrize(("seats", "left"), [(3, 38), (4, 34), (5, 30), (6, 26)])
def test_the_bank_hands_out_four_chips_each(seats: int, left: int) -> None:
    state = Table(seats).state

    assert [player.chips for player in state.players] == [4] * seats
    assert state.bank == left
    assert chips_in_play(state) == 50


@pytest.mark.clause("SQ-P3", "CO-4")
def test_the_keeper_is_drawn_by_lot_and_reads_first() -> None:
    assert Table(chance=Scripted(1)).state.reader == BEAT
    assert Table(chance=Scripted(2)).state.reader == ZOE


@pytest.mark.clause("SQ-P4")
def test_statements_come_in_order_and_after_the_last_comes_the_first() -> None:
    table = Table(pack=small_pack(3))
    read = []
    for _ in range(5):
        read.append(table.number)
        table.round().next_round()

    assert read == [1, 2, 3, 1, 2]


@pytest.mark.clause("SQ-P4")
def test_a_group_goes_on_where_it_stopped() -> None:
    table = Table()
    for _ in range(4):
        table.round().next_round()
    assert table.number == 5

    chosen = RULES.go_on(table.state, PACK)
    following = Table(options=msgspec.convert(chosen, SwissQuizOptions))

    assert following.number == 6


@pytest.mark.clause("SQ-P4")
def test_a_group_that_read_the_last_statement_begins_again_with_the_first() -> None:
    table = Table(pack=FULL, options=SwissQuizOptions(stack=6, start=660 - 275))
    assert table.number == 660

    assert RULES.go_on(table.state, FULL) == {"stack": 1, "start": 1}


@pytest.mark.clause("SQ-P4")
@pytest.mark.parametrize("number", [0, 700, 999_999])
def test_a_group_goes_on_whatever_numbers_the_author_has_given(number: int) -> None:
    pack = small_pack(2)
    (first, second) = pack.statements
    pack = structs.replace(pack, statements=(first, structs.replace(second, number=number)))
    options = msgspec.convert(RULES.go_on(Table(pack=pack).state, pack), SwissQuizOptions)

    assert refused_fields(options, pack=pack) == [] and Table(pack=pack, options=options).number == number


@pytest.mark.clause("SQ-P4")
def test_shuffled_statements_come_as_drawn_each_once() -> None:
    table = Table(options=SwissQuizOptions(order="shuffled"), chance=Scripted(3, *[0] * 11))

    assert sorted(table.state.deck) == list(range(12))
    assert table.state.deck != tuple(range(12))
    assert RULES.go_on(table.state, PACK) == {}


@pytest.mark.clause("SQ-M1", "SQ-P4")
@pytest.mark.parametrize(("stack", "first"), [(1, 1), (2, 56), (3, 111), (4, 166), (5, 221), (6, 276)])
def test_a_game_may_start_at_any_of_the_six_stacks_of_55(stack: int, first: int) -> None:
    options = msgspec.convert({"stack": stack}, SwissQuizOptions)

    assert refused_fields(options, pack=FULL) == []
    assert Table(options=options, pack=FULL).number == first


@pytest.mark.clause("SQ-M1")
def test_after_statement_330_comes_the_other_side_of_the_first_card() -> None:
    table = Table(pack=FULL, options=SwissQuizOptions(start=330))
    table.round()
    table.next_round()

    assert table.number == 331


@pytest.mark.clause("SQ-P4")
def test_a_stack_that_the_deck_does_not_have_is_refused() -> None:
    assert refused_fields(SwissQuizOptions(stack=2), pack=small_pack(55)) == ["stack"]
    assert refused_fields(SwissQuizOptions(start=56), pack=small_pack(55)) == ["stack"]
    assert refused_fields(SwissQuizOptions(start=55), pack=small_pack(55)) == []
    assert refused_fields(SwissQuizOptions(stack=2, order="shuffled"), pack=small_pack(55)) == []


def test_a_deck_without_statements_is_refused() -> None:
    (problem,) = RULES.bad_options(SwissQuizOptions(), 4, small_pack(0))

    assert isinstance(problem, BadOption)
    assert problem.field == "deck"


@pytest.mark.clause("SQ-P5")
def test_the_trail_has_two_eventful_squares_in_five_and_begins_with_a_green_two() -> None:
    eventful = [kind for kind in SQUARES if kind is not Kind.PLAIN]

    assert 56 <= LAST <= 60
    assert 0.35 <= len(eventful) / LAST <= 0.45
    assert set(eventful) == {Kind.GREEN1, Kind.GREEN2, Kind.RED1, Kind.CAMERA}
    assert kind_of(1) is Kind.GREEN2
