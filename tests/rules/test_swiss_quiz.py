"""A round of Swiss Quiz: reading, answering, turning, walking, passing the box (SQ-1 to SQ-6), and the clock."""

from datetime import timedelta

import msgspec
import pytest

from games.rules.kernel import DAY, HOST, PUBLIC, IllegalMove
from games.rules.swiss_quiz.moves import Lay, SwissQuizMove, SwissQuizOptions
from games.rules.swiss_quiz.state import Laid, Phase, Shown, Walked
from tests.rules.swiss_quiz_helpers import ANNA, BEAT, NONNA, NOON, PACK, RULES, ZOE, Table, chips_in_play

AT_ONCE = SwissQuizOptions(answering="at-once")


def refusal(table: Table, play: str, *args: object, **kwargs: object) -> str:
    """The clause that refuses; the table must be as before."""
    before = table.state
    with pytest.raises(IllegalMove) as refused:
        getattr(table, play)(*args, **kwargs)
    assert table.state is before
    return refused.value.clause


# -- SQ-1 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SQ-1", "CO-8")
def test_everybody_reads_the_statement_and_nobody_its_answer() -> None:
    table = Table()

    for watcher in (ANNA, BEAT, HOST, PUBLIC):
        card = table.view(watcher).card
        assert (card.number, card.category) == (1, "places")
        assert (card.text.en, card.text.de) == ("Statement 1.", "Aussage 1.")
        assert (card.turned, card.truth, card.explanation) == (False, None, None)


# -- SQ-2 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SQ-2")
def test_the_reader_answers_first_then_clockwise() -> None:
    table = Table(reader=ZOE)

    for seat in (ZOE, NONNA, ANNA, BEAT):
        assert RULES.to_move(table.state) == {seat}
        table.lay(seat)
    assert table.state.phase is Phase.TURNING


@pytest.mark.clause("SQ-2")
def test_out_of_turn_is_refused() -> None:
    table = Table(reader=ZOE)

    assert refusal(table, "lay", ANNA) == "SQ-2"
    table.lay(ZOE)
    table.lay(NONNA)
    table.lay(ANNA)


@pytest.mark.clause("SQ-2")
@pytest.mark.parametrize("options", [SwissQuizOptions(), AT_ONCE])
def test_what_is_laid_stays_laid(options: SwissQuizOptions) -> None:
    table = Table(options=options)
    table.lay(ANNA, right=False)

    assert refusal(table, "lay", ANNA, right=True) == "SQ-2"
    assert table.player("anna").laid == Laid(not table.truth)


@pytest.mark.clause("SQ-2")
def test_at_once_everybody_answers_in_any_order() -> None:
    table = Table(options=AT_ONCE)
    assert RULES.to_move(table.state) == {ANNA, BEAT, ZOE, NONNA}

    table.lay(NONNA)
    table.lay(BEAT)
    assert RULES.to_move(table.state) == {ANNA, ZOE}
    table.lay(ANNA)
    table.lay(ZOE)

    assert table.state.phase is Phase.TURNING


@pytest.mark.clause("SQ-2", "SQ-5")
def test_stakes_lie_open_in_turn() -> None:
    table = Table()
    table.lay(ANNA, chips=3)

    line = table.view(BEAT).seats.lines[ANNA]
    assert (line.laid, line.stake, line.stake_chips, line.chips) == (True, True, 3, 1)


@pytest.mark.clause("SQ-2")
def test_stakes_stay_secret_until_all_are_locked_at_once() -> None:
    table = Table(options=AT_ONCE).give_flags(anna=2).clear_flags()
    table.lay(ANNA, chips=3, flags=1)

    for watcher in (BEAT, HOST, PUBLIC):
        line = table.view(watcher).seats.lines[ANNA]
        assert (line.laid, line.stake, line.stake_chips, line.stake_flags) == (True, False, 0, 0)
        assert (line.chips, line.flags) == (4, 2)
    assert table.view(ANNA).hand.laid == Laid(True, 3, 1)

    for seat in (BEAT, ZOE, NONNA):
        table.lay(seat)
    line = table.view(BEAT).seats.lines[ANNA]
    assert (line.stake, line.stake_chips, line.stake_flags, line.chips, line.flags) == (True, 3, 1, 1, 1)


# -- SQ-3 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SQ-3")
def test_the_reader_turns_the_card_and_all_see_answer_and_explanation() -> None:
    table = Table()
    with pytest.raises(IllegalMove, match="SQ-3: The card is turned when everyone has answered"):
        table.turn()
    for seat in (ANNA, BEAT, ZOE, NONNA):
        table.lay(seat)

    assert refusal(table, "turn", BEAT) == "SQ-3"
    table.turn(ANNA)

    for watcher in (ANNA, NONNA, HOST, PUBLIC):
        card = table.view(watcher).card
        assert (card.turned, card.truth) == (True, True)
        assert card.explanation is not None
        assert card.explanation.de == "Erklärung 1."
    with pytest.raises(IllegalMove, match="SQ-3: The card has been turned already"):
        table.turn(ANNA)


# -- SQ-4 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SQ-4")
def test_right_moves_one_square_and_wrong_stays() -> None:
    table = Table().place(anna=10, beat=20)
    table.round(right=["anna"])

    assert (table.square("anna"), table.square("beat")) == (11, 20)


@pytest.mark.clause("SQ-4")
def test_pawns_move_clockwise_from_the_reader() -> None:
    table = Table(reader=ZOE)
    table.round(right=["zoe", "nonna", "anna", "beat"])

    assert [event.seat for event in table.state.turn if isinstance(event, Shown)] == [ZOE, NONNA, ANNA, BEAT]
    assert [table.square(name) for name in ("zoe", "nonna", "anna", "beat")] == [1, 2, 3, 4]


@pytest.mark.clause("SQ-4")
def test_occupied_squares_are_jumped_and_not_counted() -> None:
    table = Table().place(anna=9, beat=10, zoe=11, nonna=13)
    table.round(right=["anna"], anna=1)

    assert table.square("anna") == 14
    (walk,) = (event for event in table.state.turn if isinstance(event, Walked))
    assert (walk.start, walk.end, walk.path, walk.steps) == (9, 14, (12, 14), 2)
    assert [table.square(name) for name in ("beat", "zoe", "nonna")] == [10, 11, 13]  # nobody is sent back


# -- SQ-5 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SQ-5")
def test_three_chips_and_right_is_four_steps() -> None:
    table = Table().place(anna=13)
    table.round(right=["anna"], anna=3)

    assert table.square("anna") == 17
    (walk,) = (event for event in table.state.turn if isinstance(event, Walked))
    assert walk.steps == 4


@pytest.mark.clause("SQ-5")
@pytest.mark.parametrize("right", [["anna"], []])
def test_staked_chips_go_to_the_bank_either_way(right: list[str]) -> None:
    table = Table().place(anna=13, beat=30)
    table.clear_flags()
    bank = table.state.bank
    table.round(right=right, anna=3)

    assert table.chips("anna") == 1
    assert table.state.bank == bank + 3
    assert table.square("anna") == (17 if right else 13)
    assert chips_in_play(table.state) == 50


@pytest.mark.clause("SQ-5")
def test_more_chips_than_one_has_are_refused() -> None:
    table = Table()

    assert refusal(table, "lay", ANNA, chips=5) == "SQ-5"
    table.lay(ANNA, chips=4)


# -- SQ-6 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SQ-6")
def test_the_box_passes_clockwise() -> None:
    table = Table(reader=NONNA)
    assert refusal(table, "next_round", NONNA) == "SQ-6"  # the card is not turned yet
    table.round()

    table.next_round(BEAT)  # anybody may
    assert (table.state.reader, table.number, table.state.round) == (ANNA, 2, 2)
    assert RULES.to_move(table.state) == {ANNA}


@pytest.mark.clause("SQ-6")
def test_a_late_or_doubled_click_hits_no_other_statement() -> None:
    table = Table()
    late = Lay(table.number, "true", 4)
    table.round()
    table.next_round()

    with pytest.raises(IllegalMove) as refused:
        table.play(BEAT, late)
    assert refused.value.why.text == "That statement is already over."


@pytest.mark.clause("SQ-6")
def test_bots_wait_until_a_person_has_read_the_explanation() -> None:
    table = Table(bots=(BEAT, ZOE))
    table.round()

    assert RULES.to_move(table.state) == {ANNA, NONNA}
    assert refusal(table, "next_round", BEAT) == "SQ-6"
    table.next_round(NONNA)


@pytest.mark.clause("SQ-6")
def test_bots_among_themselves_pass_the_box_on() -> None:
    table = Table(bots=(ANNA, BEAT, ZOE, NONNA))
    table.round()

    assert RULES.to_move(table.state) == {ANNA, BEAT, ZOE, NONNA}


def test_those_who_have_no_seat_may_do_nothing() -> None:
    table = Table()
    for watcher in (HOST, PUBLIC):
        assert refusal(table, "lay", watcher) == "CO-1"
        assert not tuple(RULES.legal_moves(table.state, watcher, PACK))


# -- the clock -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-5")
@pytest.mark.parametrize("clock", [30, 60, 120, DAY])
def test_time_up_lays_no_card_and_stakes_nothing(clock: int) -> None:
    table = Table(options=msgspec.convert({"clock": clock}, SwissQuizOptions)).place(anna=13)
    assert RULES.deadline(table.state) == NOON + timedelta(seconds=clock)

    table.wait(clock)
    assert table.player("anna").laid == Laid(None)
    assert RULES.to_move(table.state) == {BEAT}
    assert RULES.deadline(table.state) == NOON + timedelta(seconds=2 * clock)  # everybody has the whole time
    assert refusal(table, "lay", ANNA) == "SQ-2"

    table.round(right=["beat", "zoe", "nonna"])
    assert (table.square("anna"), table.chips("anna")) == (13, 4)


@pytest.mark.clause("CO-5")
def test_at_once_one_clock_runs_for_all() -> None:
    table = Table(options=SwissQuizOptions(answering="at-once", clock=60))
    table.wait(20)
    table.lay(ZOE)
    assert RULES.deadline(table.state) == NOON + timedelta(seconds=60)

    table.wait(40)
    assert table.state.phase is Phase.TURNING
    assert [player.laid and player.laid.answer for player in table.state.players] == [None, None, True, None]


@pytest.mark.clause("CO-5")
def test_an_answer_after_the_deadline_is_too_late_even_if_no_alarm_rang() -> None:
    table = Table(options=SwissQuizOptions(clock=30))
    table.at = NOON + timedelta(seconds=31)

    assert refusal(table, "lay", ANNA) == "CO-5"
    table.at = NOON + timedelta(seconds=30)
    table.lay(ANNA)


@pytest.mark.clause("CO-5")
def test_without_a_clock_an_answer_may_take_for_ever() -> None:
    assert RULES.deadline(Table().state) is None


@pytest.mark.clause("SQ-3", "SQ-6", "CO-11")
@pytest.mark.parametrize(("clock", "turning", "reading"), [(0, 10, 120), (30, 10, 60), (DAY, DAY, DAY)])
def test_the_card_turns_and_the_box_passes_by_themselves(clock: int, turning: int, reading: int) -> None:
    table = Table(options=msgspec.convert({"clock": clock}, SwissQuizOptions))
    for seat in (ANNA, BEAT, ZOE, NONNA):
        table.lay(seat)

    table.wait(turning - 1)
    assert table.state.phase is Phase.TURNING
    table.wait(1)
    assert table.state.phase is Phase.SHOWN
    table.wait(reading - 1)
    assert table.state.phase is Phase.SHOWN
    table.wait(1)
    assert (table.state.phase, table.state.reader) == (Phase.LAYING, BEAT)


@pytest.mark.clause("CO-5")
def test_a_pause_moves_the_deadline() -> None:
    state = RULES.shift(Table(options=SwissQuizOptions(clock=30)).state, timedelta(minutes=5))

    assert state.deadline == NOON + timedelta(minutes=5, seconds=30)
    assert RULES.shift(Table().state, timedelta(minutes=5)).deadline is None


@pytest.mark.clause("CO-6")
def test_a_seat_changes_hands_and_nothing_is_lost() -> None:
    table = Table().place(beat=17).give(beat=7)
    table.lay(ANNA)
    table.lay(BEAT, chips=2)
    before = table.state

    table.state = RULES.seated(table.state, BEAT, False, NOON)
    assert not table.player("beat").person
    assert RULES.seated(table.state, BEAT, True, NOON) == before

    table.lay(ZOE)
    table.lay(NONNA)
    table.turn()
    assert table.square("beat") == 20


# -- moves ---------------------------------------------------------------------------------------------------------


def test_every_answer_with_every_stake_is_a_legal_move() -> None:
    table = Table().give(anna=2).give_flags(anna=1)

    def stakes() -> set[tuple[str, int, int]]:
        moves = RULES.legal_moves(table.state, ANNA, PACK)
        return {(move.answer, move.chips, move.flags) for move in moves if isinstance(move, Lay)}

    assert stakes() == {(answer, chips, 0) for answer in ("true", "false") for chips in (0, 1, 2)}
    table.clear_flags()
    assert stakes() == {(a, chips, flags) for a in ("true", "false") for chips in (0, 1, 2) for flags in (0, 1)}


@pytest.mark.parametrize(
    "fields",
    [
        {"move": "lay", "statement": "1", "answer": "maybe"},
        {"move": "lay", "statement": "1", "answer": "true", "chips": "-1"},
        {"move": "lay", "statement": "1", "answer": "true", "chips": "51"},
        {"move": "lay", "statement": "1", "answer": "true", "flags": "8"},
        {"move": "lay", "statement": "1", "answer": "true", "seat": "2"},
        {"move": "lay", "answer": "true"},
        {"move": "turn", "statement": "one"},
        {"move": "cheat", "statement": "1"},
    ],
)
def test_what_is_no_move_at_all_is_not_read(fields: dict[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(fields, SwissQuizMove, strict=False)


def test_a_form_is_read_as_a_move() -> None:
    fields = {"move": "lay", "statement": "17", "answer": "false", "chips": "2", "flags": "1"}

    assert msgspec.convert(fields, SwissQuizMove, strict=False) == Lay(17, "false", 2, 1)
