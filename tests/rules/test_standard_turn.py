"""The five steps of a turn of Quizterix Standard, clause by clause."""

import pytest
from msgspec import structs

from games.rules.kernel import PUBLIC, Seat
from games.rules.quizterix_standard.moves import (
    Answer,
    Appeal,
    Ask,
    Enrol,
    Give,
    GoOn,
    Guess,
    Insert,
    Judge,
    LookAt,
    NotKnown,
    Peek,
    Put,
    Refresh,
    Roll,
    Shift,
    Steal,
    Swap,
    Vote,
)
from games.rules.quizterix_standard.observation import StandardObservation
from games.rules.quizterix_standard.state import Phase, Verdict
from tests.rules.standard_table import ANNA, BEAT, CARLA, PACK, StandardTable

HIDDEN = ("2-clubs 3-clubs 4-clubs 5-clubs", "2-hearts 3-hearts 4-hearts 5-hearts", "2-spades 3-spades 4-spades")


@pytest.fixture
def table() -> StandardTable:
    """Three players with hidden cards only; Anna has done step 1."""
    table = StandardTable(3)
    table.lays(*HIDDEN)
    return table


# -- preparation -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-B1")
def test_as_many_events_are_in_play_as_the_table_chooses() -> None:
    rules = StandardTable(2).rules
    for cards in (20, 32, 52, 17, 0):
        table = StandardTable(4, cards=cards)
        in_play = sum(len(player.line) for player in table.state.players) + len(table.state.stack)
        assert in_play == (cards or 52)
    refused = [list(rules.bad_options(rules.Options(cards=cards), 5, PACK)) for cards in (20, 52, 53)]
    assert [[problem.field for problem in problems] for problems in refused] == [[], [], ["cards"]]


@pytest.mark.clause("QS-B1")
@pytest.mark.parametrize(("players", "stack"), [(5, 0), (6, 6), (8, 8)])
def test_a_short_game_of_many_has_five_events_for_each(players: int, stack: int) -> None:
    table = StandardTable(players, cards=20)
    assert [len(player.line) for player in table.state.players] == [4] * players
    assert len(table.state.stack) == stack


@pytest.mark.clause("QS-C1")
def test_events_and_questions_are_shuffled_apart_and_no_question_is_seen_before_its_suit() -> None:
    one, two = StandardTable(3), StandardTable(3, secret=b"another")
    assert one.state.stack != two.state.stack and one.state.questions != two.state.questions
    assert sorted(one.state.questions) == list(range(52))
    assert one.sees(ANNA).stage.question is None


@pytest.mark.clause("QS-C2")
def test_four_hidden_events_are_dealt_and_the_top_picture_is_visible() -> None:
    table = StandardTable(3)
    assert [len(player.line) for player in table.state.players] == [4, 4, 4]
    assert not any(slot.flipped for player in table.state.players for slot in player.line)
    top = table.sees(PUBLIC).stage.top
    assert top is not None and top.flip is None
    assert top.scene == PACK.events[table.state.stack[0]].scene


@pytest.mark.clause("QS-C4")
def test_two_to_eight_play() -> None:
    assert list(StandardTable(2).rules.seats) == [2, 3, 4, 5, 6, 7, 8]
    assert len(StandardTable(8).state.stack) == 20


@pytest.mark.clause("QS-V1")
def test_a_year_within_five_counts_only_where_the_table_has_chosen_so() -> None:
    for off, near, flipped in (
        (0, False, True),
        (1, False, False),
        (5, True, True),
        (-5, True, True),
        (6, True, False),
    ):
        table = StandardTable(3, near_years=near)
        table.lays(*HIDDEN)
        assert table.sees(BEAT).bar.easier is near
        table.names(ANNA, 0, year=str(table.event(ANNA, 0).year + off))
        assert table.line(ANNA)[0].startswith("!") is flipped, (off, near)


@pytest.mark.clause("QS-V1")
def test_name_and_mnemonic_must_be_right_even_where_years_need_not_be() -> None:
    for wrong in ("name", "mnemonic"):
        table = StandardTable(3, near_years=True)
        table.lays(*HIDDEN)
        table.names(ANNA, 0, **{wrong: "nothing of the kind"})
        assert table.phase is Phase.VERDICT


# -- step 1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-D1")
def test_the_new_event_is_inserted_unseen_anywhere() -> None:
    table = StandardTable(3)
    table.lays(*HIDDEN, phase=Phase.INSERT)
    top = PACK.events[table.state.stack[0]].key
    assert table.can(ANNA) == {"Insert"} and not table.can(BEAT)
    shown = table.hand(ANNA).new
    assert shown is not None and shown.flip is None
    table.refuses("QS-D1", BEAT, Insert, gap=0)
    table.refuses("QS-D1", ANNA, Insert, gap=5)
    table.refuses("QS-D4", ANNA, Ask, suit="hearts")
    table.does(ANNA, Insert, gap=2)
    assert table.line(ANNA) == ["2-clubs", "3-clubs", top, "4-clubs", "5-clubs"]
    table.refuses("QS-D1", ANNA, Insert, gap=0)


@pytest.mark.clause("QS-D1")
def test_without_a_stack_a_turn_begins_with_step_two(table: StandardTable) -> None:
    table.lays(*HIDDEN, stack=0, phase=Phase.ACT)
    table.does(ANNA, Peek, spot="0.0")
    table.does(ANNA, GoOn)
    assert (table.active, table.phase) == (BEAT, Phase.ACT)


@pytest.mark.clause("QS-D1")
def test_turns_go_clockwise_and_rounds_are_counted(table: StandardTable) -> None:
    for seat in (ANNA, BEAT, CARLA):
        assert table.active == seat
        if table.phase is Phase.INSERT:
            table.does(seat, Insert, gap=0)
        table.does(seat, Ask, suit="lot")
        table.does(seat, NotKnown)
    assert (table.active, table.state.round) == (ANNA, 2)


# -- step 2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-D2")
def test_all_three_right_flips_the_card_and_the_turn_goes_on(table: StandardTable) -> None:
    table.names(ANNA, 1)
    assert table.line(ANNA) == ["2-clubs", "!3-clubs", "4-clubs", "5-clubs"]
    assert (table.active, table.phase) == (ANNA, Phase.ACT)
    table.refuses("QS-D2", ANNA, Guess, place=0)  # once per turn


def nothing_said(view: StandardObservation) -> StandardObservation:
    """What somebody sees of a naming, but for the words that were said."""
    assert view.stage.given is not None and view.claim is not None
    stage = structs.replace(view.stage, given=structs.replace(view.stage.given, texts=()))
    return structs.replace(view, stage=stage, claim=structs.replace(view.claim, texts=()))


@pytest.mark.clause("QS-D2", "CO-10")
@pytest.mark.parametrize("wrong", [{"name": "nonsense"}, {"year": "1999"}, {"mnemonic": "nonsense"}])
def test_any_wrong_part_ends_the_turn_without_a_hint(table: StandardTable, wrong: dict[str, str]) -> None:
    table.names(ANNA, 1, **wrong)
    assert table.line(ANNA)[1] == "3-clubs"
    shown = table.sees(BEAT).stage.given
    assert shown is not None and shown.verdict is Verdict.WRONG
    other = StandardTable(3)
    other.lays(*HIDDEN)
    other.names(ANNA, 1, name="other", year="1", mnemonic="nonsense, too")
    assert nothing_said(table.sees(BEAT)) == nothing_said(other.sees(BEAT)), "as if all of it had been wrong"
    table.does(ANNA, GoOn)
    assert (table.active, table.phase) == (BEAT, Phase.INSERT)


@pytest.mark.clause("QS-D2")
def test_only_hidden_events_of_ones_own_are_named_and_again_in_a_later_turn(table: StandardTable) -> None:
    table.lays("!2-clubs 3-clubs", *HIDDEN[1:])
    table.refuses("QS-D2", ANNA, Guess, place=0)
    table.refuses("QS-D2", ANNA, Guess, place=9)
    table.refuses("QS-D1", BEAT, Guess, place=0)
    table.names(ANNA, 1, year="1")
    table.does(ANNA, GoOn)
    table.lays("!2-clubs 3-clubs 4-clubs", *HIDDEN[1:])
    table.names(ANNA, 1)
    assert table.line(ANNA)[1] == "!3-clubs"


# -- step 3 ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-6", "CO-9")
def test_the_game_is_marked_where_the_last_one_to_vote_has_left() -> None:
    table = StandardTable(2)
    table.lays(*HIDDEN[:2])
    table.names(ANNA, 1, year="1234")
    table.does(ANNA, Appeal)
    table.state = table.rules.seated(table.state, BEAT, False, table.now)
    table.rings()
    assert table.line(ANNA)[1] == "!3-clubs" and table.state.own_word


@pytest.mark.clause("QS-D3", "CO-7")
@pytest.mark.parametrize("spot", ["0.2", "2.0"])
def test_a_look_is_for_one_pair_of_eyes_and_ends_the_turn(table: StandardTable, spot: str) -> None:
    table.does(ANNA, Peek, spot=spot)
    looked = table.hand(ANNA).look
    assert looked is not None and looked.flip is not None
    for other in (BEAT, CARLA, PUBLIC):
        assert looked.flip.name.en not in str(table.sees(other))
    table.does(ANNA, GoOn)
    assert table.active == BEAT
    assert looked.flip.name.en not in str(table.sees(ANNA)), "what one has seen is one's own to remember"
    assert spot in table.hand(ANNA).seen


@pytest.mark.clause("QS-D2", "CO-10")
def test_all_see_what_was_named_and_only_that_it_was_wrong(table: StandardTable) -> None:
    assert table.sees(BEAT).claim is None
    table.names(ANNA, 1, year="1234")
    claim, event = table.sees(PUBLIC).claim, table.event(ANNA, 1)
    assert claim is not None and (claim.seat, claim.right) == (ANNA, False)
    assert claim.texts == (event.name.en, "1234", event.mnemonic.en)
    assert claim.side is None, "what is named wrong stays hidden"
    other = StandardTable(3)
    other.lays(*HIDDEN)
    other.names(ANNA, 1, mnemonic="nonsense")
    same = other.sees(PUBLIC).claim
    assert same is not None and structs.replace(same, texts=claim.texts) == claim, "no hint which part was wrong"
    table.does(ANNA, GoOn)
    table.does(BEAT, Insert, gap=0)
    assert table.sees(PUBLIC).claim == claim, "the next player’s turn does not take it from the screen"
    table.names(BEAT, 1)
    claim = table.sees(PUBLIC).claim
    assert claim is not None and (claim.seat, claim.right) == (BEAT, True)
    assert claim.side is not None and claim.side.year == table.event(BEAT, 1).year


@pytest.mark.clause("QS-D1", "QS-C2")
def test_a_card_keeps_its_number_wherever_it_goes() -> None:
    table = StandardTable(3)
    before = {slot.card: table.state.numbers[slot.card] for player in table.state.players for slot in player.line}
    assert sorted(before.values()) == list(range(12)), "as they were dealt, which all have seen"
    top = table.sees(PUBLIC).stage.top
    assert top is not None and top.number == 12
    active = table.active
    table.does(active, Insert, gap=1)
    cards = table.sees(PUBLIC).seats[active].cards
    assert [card.number for card in cards] == [4 * active, 12, *range(4 * active + 1, 4 * active + 4)]
    line = table.sees(PUBLIC).line
    assert (line.seat, line.about) == (active, 12)


@pytest.mark.clause("QS-D3")
def test_a_look_is_over_after_thirty_seconds(table: StandardTable) -> None:
    table.does(ANNA, Peek, spot="1.1")
    assert table.state.due is not None and (table.state.due - table.now).total_seconds() == 30
    table.rings()
    assert table.active == BEAT


@pytest.mark.clause("QS-D3")
def test_only_hidden_cards_in_timelines_are_looked_at(table: StandardTable) -> None:
    table.lays("!2-clubs 3-clubs", *HIDDEN[1:])
    table.refuses("QS-D3", ANNA, Peek, spot="0.0")
    table.refuses("QS-D3", ANNA, Peek, spot="1.9")
    table.refuses("QS-D3", ANNA, Peek, spot="7.0")


# -- step 4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-D4")
def test_a_right_answer_earns_a_roll(table: StandardTable) -> None:
    card = table.state.questions[0]
    table.does(ANNA, Ask, suit="hearts")
    question = table.sees(BEAT).stage.question
    assert question is not None and question.ask == PACK.questions[card].hearts.ask and question.answer is None
    assert table.state.questions[-1] == card, "the card goes to the bottom of its stack"
    table.does(ANNA, Answer, text=PACK.questions[card].hearts.answer.de)
    assert table.phase is Phase.ROLLING
    assert table.can(ANNA) == {"Roll"}


@pytest.mark.clause("QS-D4")
@pytest.mark.parametrize("kind", [Answer, NotKnown])
def test_a_wrong_answer_ends_the_turn_and_the_right_one_is_told(table: StandardTable, kind: type) -> None:
    table.does(ANNA, Ask, suit="spades")
    table.does(ANNA, kind)
    if kind is Answer:
        table.does(ANNA, GoOn)
    assert table.active == BEAT
    question = table.sees(CARLA).stage.question
    assert question is not None and question.answer == table.card().spades.answer


@pytest.mark.clause("QS-D4")
def test_a_suit_may_be_drawn(table: StandardTable) -> None:
    suits = set()
    for number in range(40):
        table.lays(*HIDDEN)
        table.number = number
        table.does(ANNA, Ask, suit="lot")
        assert table.state.asked is not None
        suits.add(table.state.asked.suit)
    assert suits == {"clubs", "diamonds", "hearts", "spades"}


@pytest.mark.clause("QS-D4", "CO-2")
def test_spoken_answers_are_judged_by_the_next_person_clockwise() -> None:
    table = StandardTable(3, answering="spoken", bots=(BEAT,))
    table.lays(*HIDDEN)
    table.does(ANNA, Ask, suit="clubs")
    hand = table.hand(CARLA)
    assert hand.form == "judge" and hand.answer == table.card().clubs.answer
    assert table.hand(BEAT).answer is None and table.hand(ANNA).answer is None
    table.does(ANNA, Answer)
    table.does(CARLA, Judge, right=True)
    assert table.phase is Phase.ROLLING


@pytest.mark.clause("CO-2", "QS-D2")
def test_a_spoken_name_is_judged_and_after_thirty_seconds_by_anybody() -> None:
    table = StandardTable(4, answering="spoken")
    table.lays(*HIDDEN, "6-spades 7-spades")
    table.does(ANNA, Guess, place=0)
    solution = table.hand(BEAT).judge
    assert solution is not None and solution.year == table.event(ANNA, 0).year
    assert table.hand(CARLA).judge is None
    table.rings()
    assert table.hand(CARLA).judge is not None
    table.does(CARLA, Judge, right=True)
    assert table.line(ANNA)[0] == "!2-clubs"


@pytest.mark.clause("CO-2")
def test_what_nobody_judges_is_wrong() -> None:
    table = StandardTable(3, answering="spoken")
    table.lays(*HIDDEN)
    table.does(ANNA, Guess, place=0)
    table.rings()
    table.rings()
    assert table.phase is Phase.VERDICT and table.line(ANNA)[0] == "2-clubs"


# -- appeals -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-3", "CO-9")
def test_a_strict_majority_of_the_others_overturns(table: StandardTable) -> None:
    table.names(ANNA, 0, name="nearly right")
    table.does(ANNA, Appeal)
    hand = table.hand(BEAT)
    assert hand.judge is not None and hand.vote is not None and "nearly right" in hand.vote.given
    assert table.hand(ANNA).judge is None, "where the solution is still secret, only the voters are shown it"
    table.does(BEAT, Vote, right=True)
    assert table.phase is Phase.VOTING
    table.does(CARLA, Vote, right=True)
    assert table.line(ANNA)[0] == "!2-clubs"
    assert (table.active, table.phase) == (ANNA, Phase.ACT)
    table.refuses("QS-D2", ANNA, Guess, place=1)


@pytest.mark.clause("CO-9")
def test_silence_upholds_and_one_appeal_is_all(table: StandardTable) -> None:
    table.does(ANNA, Ask, suit="clubs")
    table.does(ANNA, Answer, text="no idea")
    table.does(ANNA, Appeal)
    table.does(BEAT, Vote, right=True)
    table.rings()
    assert table.active == BEAT
    table.refuses("QS-D1", ANNA, Appeal)


@pytest.mark.clause("CO-9")
def test_with_nobody_to_ask_ones_own_word_holds_and_the_game_is_marked() -> None:
    table = StandardTable(3, bots=(BEAT, CARLA))
    table.lays(*HIDDEN)
    table.names(ANNA, 0, name="something else")
    table.does(ANNA, Appeal)
    assert table.line(ANNA)[0] == "!2-clubs" and table.state.own_word


# -- step 5 ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-D5")
def test_the_die_is_rolled_after_a_right_answer_only(table: StandardTable) -> None:
    table.refuses("QS-D5", ANNA, Roll)
    table.rolls(1)
    assert table.phase is Phase.GIVING and table.state.die == 1
    assert table.can(ANNA) == {"Give"}, "what it says must be done"


@pytest.mark.clause("QS-D5.1", "QS-D5.7")
def test_a_one_gives_a_hidden_event_away(table: StandardTable) -> None:
    table.rolls(1)
    table.refuses("QS-D5.1", ANNA, Give, place=0, to=0)
    table.does(ANNA, Give, place=1, to=2)
    assert table.line(ANNA) == ["2-clubs", "4-clubs", "5-clubs"]
    assert table.can(CARLA) == {"LookAt", "Put"} and not table.can(ANNA)
    table.does(CARLA, LookAt)
    new = table.hand(CARLA).new
    assert new is not None and new.flip is not None
    assert table.hand(ANNA).new is None
    table.does(CARLA, Put, gap=1)
    assert table.line(CARLA) == ["2-spades", "3-clubs", "3-spades", "4-spades"]
    assert table.active == BEAT


@pytest.mark.clause("QS-D5.1")
def test_a_one_without_hidden_events_does_nothing(table: StandardTable) -> None:
    table.lays("", *HIDDEN[1:])
    table.rolls(1)
    assert table.active == BEAT


@pytest.mark.clause("QS-D5.2")
def test_a_two_takes_an_event_from_the_stack(table: StandardTable) -> None:
    top = PACK.events[table.state.stack[0]].key
    table.rolls(2)
    table.does(ANNA, Put, gap=0)
    assert table.line(ANNA)[0] == top
    table.lays(*HIDDEN, stack=0)
    table.rolls(2)
    assert table.active == BEAT, "stack empty: next player"


@pytest.mark.clause("QS-D5.3")
def test_a_three_steals_a_hidden_event(table: StandardTable) -> None:
    table.lays(HIDDEN[0], "!2-hearts 3-hearts", HIDDEN[2])
    table.rolls(3)
    table.refuses("QS-D5.3", ANNA, Steal, spot="0.0")
    table.refuses("QS-D5.3", ANNA, Steal, spot="1.0")
    table.does(ANNA, Steal, spot="2.2")
    assert table.line(CARLA) == ["2-spades", "3-spades"]
    table.does(ANNA, Put, gap=4)
    assert table.line(ANNA)[4] == "4-spades"


@pytest.mark.clause("QS-D5.3")
def test_a_three_without_anything_to_steal_does_nothing(table: StandardTable) -> None:
    table.lays(HIDDEN[0], "", "")
    table.rolls(3)
    assert table.active == BEAT


@pytest.mark.clause("QS-D5.4")
def test_a_four_swaps_and_both_place_what_they_got(table: StandardTable) -> None:
    table.rolls(4)
    table.refuses("QS-D5.3", ANNA, Swap, place=0, spot="0.1")
    table.does(ANNA, Swap, place=0, spot="1.3")
    assert table.can(ANNA) == table.can(BEAT) == {"LookAt", "Put"}
    table.does(BEAT, LookAt)
    table.does(BEAT, Put, gap=0)
    assert table.active == ANNA and table.phase is Phase.PLACING
    table.does(ANNA, Put, gap=3)
    assert table.line(ANNA) == ["3-clubs", "4-clubs", "5-clubs", "5-hearts"]
    assert table.line(BEAT) == ["2-clubs", "2-hearts", "3-hearts", "4-hearts"]


@pytest.mark.clause("QS-D5.4")
@pytest.mark.parametrize("lines", [("", HIDDEN[1], HIDDEN[2]), (HIDDEN[0], "", "")])
def test_a_four_without_a_hidden_card_on_either_side_does_nothing(
    table: StandardTable, lines: tuple[str, str, str]
) -> None:
    table.lays(*lines)
    table.rolls(4)
    assert table.active == BEAT


@pytest.mark.clause("QS-D5.5")
def test_a_five_moves_a_card_unseen(table: StandardTable) -> None:
    table.lays("!2-clubs 3-clubs 4-clubs", *HIDDEN[1:])
    table.rolls(5)
    table.refuses("QS-D5.5", ANNA, Shift, place=1, gap=1)
    table.refuses("QS-D5.5", ANNA, Shift, place=1, gap=2)
    table.refuses("QS-D5.5", ANNA, Shift, place=3, gap=0)
    assert table.hand(ANNA).look is None
    table.does(ANNA, Shift, place=0, gap=3)
    assert table.line(ANNA) == ["3-clubs", "4-clubs", "!2-clubs"]
    assert table.active == BEAT


@pytest.mark.clause("QS-D5.5")
def test_a_five_moves_to_the_left_as_well_and_does_nothing_with_one_card(table: StandardTable) -> None:
    table.rolls(5)
    table.does(ANNA, Shift, place=3, gap=0)
    assert table.line(ANNA) == ["5-clubs", "2-clubs", "3-clubs", "4-clubs"]
    table.lays("2-clubs", *HIDDEN[1:])
    table.rolls(5)
    assert table.active == BEAT


@pytest.mark.clause("QS-D5.6")
def test_a_six_is_a_panic_if_there_is_enough_to_panic_about(table: StandardTable) -> None:
    table.rolls(6)
    assert table.active == BEAT and table.news[-1] == "no-panic"
    table.lays("!2-clubs 3-clubs", "!2-hearts 3-hearts", "!2-spades 3-spades")
    table.rolls(6)
    assert table.phase is Phase.INVENTING


@pytest.mark.clause("QS-D5.7", "CO-5")
def test_when_the_clock_runs_out_a_card_goes_to_the_right_hand_end() -> None:
    table = StandardTable(3, clock=60)
    table.lays(*HIDDEN)
    table.rolls(4)
    table.does(ANNA, Swap, place=0, spot="1.0")
    table.rings()
    assert table.line(ANNA)[-1] == "2-hearts" and table.line(BEAT)[-1] == "2-clubs"
    assert table.active == BEAT


@pytest.mark.clause("CO-5")
def test_the_clock_makes_the_mildest_choice_in_every_phase() -> None:
    table = StandardTable(3, clock=30)
    table.lays(*HIDDEN, phase=Phase.INSERT)
    table.rings()
    assert (table.phase, len(table.line(ANNA))) == (Phase.ACT, 5)
    table.rings()
    assert table.active == BEAT
    for die, cards in ((1, 3), (3, 4)):
        table.lays(*HIDDEN)
        table.rolls(die)
        table.rings()
        assert table.phase is Phase.PLACING
        assert len(table.line(ANNA)) == cards


# -- special rules -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-S2")
def test_a_refresher_shows_a_forgotten_card_once_in_each_own_turn() -> None:
    table = StandardTable(3, refreshers="everybody")
    table.lays(*HIDDEN)
    table.refuses("QS-S2", ANNA, Refresh, place=0)  # never seen
    table.does(ANNA, Peek, spot="0.0")
    table.does(ANNA, GoOn)
    table.state = structs.replace(table.state, active=ANNA).enter(Phase.ACT, table.now)
    table.does(ANNA, Refresh, place=0)
    look = table.hand(ANNA).look
    assert look is not None and look.flip is not None
    table.does(ANNA, GoOn)
    assert (table.active, table.phase) == (ANNA, Phase.ACT), "it does not end the turn"
    table.refuses("QS-S2", ANNA, Refresh, place=0)


@pytest.mark.clause("QS-S2")
def test_refreshers_are_for_whoever_asks_for_them() -> None:
    table = StandardTable(3, refreshers="asked")
    table.lays(*HIDDEN)
    assert not table.sees(BEAT).seats[0].refreshers
    table.does(ANNA, Enrol)
    assert table.sees(BEAT).seats[0].refreshers
    table.refuses("QS-S2", ANNA, Enrol)
    nobody = StandardTable(3)
    nobody.lays(*HIDDEN)
    nobody.refuses("QS-S2", ANNA, Enrol)
    nobody.refuses("QS-S2", ANNA, Refresh, place=0)


@pytest.mark.clause("QS-S3")
def test_no_peeking_forbids_every_look_but_step_three() -> None:
    table = StandardTable(3, no_peeking=True)
    table.lays(*HIDDEN)
    assert "Peek" in table.can(ANNA)
    table.rolls(2)
    assert table.can(ANNA) == {"Put"}
    table.refuses("QS-S3", ANNA, LookAt)
    rules = table.rules
    both = rules.Options(no_peeking=True, refreshers="asked")
    assert [problem.field for problem in rules.bad_options(both, 3, PACK)] == ["no_peeking"]


@pytest.mark.clause("QS-S4")
def test_mixed_decks_may_hold_the_same_rank_and_suit_twice() -> None:
    pack = structs.replace(PACK, events=PACK.events + PACK.events[:13], questions=PACK.questions + PACK.questions[:5])
    table = StandardTable(4, pack=pack)
    cards = [slot.card for player in table.state.players for slot in player.line]
    assert sorted([*cards, *table.state.stack]) == list(range(65))
    assert sorted(table.state.questions) == list(range(57))
    assert table.rules.mixes


@pytest.mark.clause("CO-6")
def test_a_bot_takes_over_and_nothing_is_lost() -> None:
    table = StandardTable(3, answering="spoken")
    table.lays(*HIDDEN)
    table.does(ANNA, Ask, suit="clubs")
    table.state = table.rules.seated(table.state, ANNA, False, table.now)
    assert table.state.given is not None and not table.state.given.spoken
    assert table.can(ANNA) == {"Answer", "NotKnown"} and not table.can(BEAT)
    table.does(ANNA, Answer, text=table.card().clubs.answer.en)
    assert table.phase is Phase.ROLLING


def test_seats_are_numbered_from_zero(table: StandardTable) -> None:
    assert table.state.seats() == (Seat(0), Seat(1), Seat(2))
