"""Quizterix Klondike by its rulebook: locks, questions, guesses, sorting, and how it ends."""

from datetime import timedelta
from typing import get_args

import pytest
from msgspec import structs

from games.rules.kernel import DAY, HOST, PUBLIC, IllegalMove, Seat
from games.rules.quizterix_klondike.ahead import outlook
from games.rules.quizterix_klondike.deals import numbered, proved
from games.rules.quizterix_klondike.layout import ENDS, KING, SUITS
from games.rules.quizterix_klondike.moves import (
    Answer,
    Appeal,
    Ask,
    Finish,
    GiveUp,
    Guess,
    Hint,
    KlondikeOptions,
    Put,
    Target,
    Turn,
    Undo,
)
from games.rules.quizterix_klondike.proof import unlocked
from games.rules.quizterix_klondike.solver import solve
from games.rules.quizterix_klondike.state import Lost, Phase
from tests.rules.klondike_table import (
    ANNA,
    NOON,
    PACK,
    RULES,
    apply,
    card,
    cards,
    dealt,
    event,
    legal,
    opened,
    position,
    puts,
    right_answer,
    right_guess,
    turned_over,
    view,
)
from tests.tables.packs import event_pack


def refused(clause, state, move, **how):
    with pytest.raises(IllegalMove) as refusal:
        apply(state, move, **how)
    assert refusal.value.clause == clause
    return refusal.value.why.text


def put(text, target):
    return Put(card(text), target)


# -- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("KL-A1")
def test_it_is_played_alone_with_one_complete_deck_of_52():
    assert list(RULES.seats) == [1]
    assert not list(RULES.bad_options(KlondikeOptions(), 1, PACK))
    for events in (event_pack().events, PACK.events * 2, (*PACK.events[:51], PACK.events[0])):
        (problem,) = RULES.bad_options(KlondikeOptions(), 1, structs.replace(PACK, events=events))
        assert problem.field == "deck" and "52" in problem.why.text
    (problem,) = RULES.bad_options(KlondikeOptions(), 1, structs.replace(PACK, questions=()))
    assert problem.field == "deck"


@pytest.mark.clause("KL-A1")
def test_only_the_player_touches_the_cards():
    state = dealt()
    for seat in (HOST, PUBLIC, Seat(1)):
        assert not legal(state, seat)
        refused("CO-1", state, Ask(0), seat=seat)
        refused("CO-1", state, GiveUp(), seat=seat)


@pytest.mark.clause("KL-B1")
def test_seven_columns_of_one_to_seven_cards_and_24_in_the_stock():
    state = dealt()
    assert [len(column) for column in state.layout.columns] == [1, 2, 3, 4, 5, 6, 7]
    assert state.layout.covered == (0, 1, 2, 3, 4, 5, 6)
    assert len(state.layout.stock) == 24 and not state.layout.waste
    assert sorted(state.deal) == list(range(52))
    assert not any(state.turned), "every card starts image side up"
    assert state.locked() == ENDS


@pytest.mark.clause("KL-B2")
def test_a_locked_card_shows_its_picture_and_its_suit_and_a_covered_one_nothing():
    state = dealt()
    for column in view(state).board.columns:
        *below, end = column.cards
        assert end.picture.suit == event(state, end.slot).suit and end.picture.alt == event(state, end.slot).alt
        assert end.face is None and end.title is None
        assert all(other.picture is None and other.face is None for other in below)
    state = apply(state, right_guess(state, 0))
    face = view(state).board.columns[0].cards[0].face
    assert (face.rank, face.year) == (event(state, 0).rank, event(state, 0).year)


# -- locks -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("KL-C1")
def test_a_locked_card_is_not_moved_not_played_and_not_built_on():
    state = position("9♥", "8♠", "K♦", waste="A♥", locked="8♠ K♦ A♥")
    assert puts(state) == set()
    assert "cannot be moved" in refused("KL-C1", state, put("8♠", "1"))
    refused("KL-C1", state, put("K♦", "5"))
    refused("KL-C1", state, put("A♥", "hearts"))
    locked_end = position("9♥", "8♠", locked="9♥")
    assert "built on" in refused("KL-C1", locked_end, put("8♠", "1"))


@pytest.mark.clause("KL-C1")
def test_what_comes_to_light_later_is_locked_too():
    state = position("5♣ | 8♠", "9♥", stock="2♦", locked="2♦")
    state = apply(state, put("8♠", "2"))
    assert card("5♣") in state.locked()
    state = apply(state, Turn())
    assert set(state.locked()) == set(cards("5♣ 2♦"))
    refused("KL-C1", state, put("5♣", "3"))
    assert {Ask(card("5♣")), Ask(card("2♦"))} <= legal(state)


@pytest.mark.clause("KL-C1")
def test_only_a_locked_card_in_reach_is_turned_over():
    state = position("5♣ | 8♠", "9♥", stock="2♦", locked="2♦ 9♥")
    for slot in cards("5♣ 2♦"):
        refused("KL-C1", state, Ask(slot))
        refused("KL-C1", state, Guess(slot, "name", "1961"))
    refused("KL-C1", state, Ask(card("8♠")))


@pytest.mark.clause("KL-C2")
def test_a_right_answer_to_the_question_of_its_suit_turns_the_card_over():
    state = apply(dealt(), Ask(9))
    assert state.phase is Phase.QUESTION
    asked = view(state).hand.asked
    suit = event(state, 9).suit
    assert asked.text == getattr(PACK.questions[state.drawn.question], suit).ask
    assert asked.picture.suit == suit
    state = apply(state, right_answer(state))
    assert state.turned[9] and state.wrong == 0 and state.asked == 1
    assert state.phase is Phase.OPENING


@pytest.mark.clause("KL-C2", "CO-10")
def test_a_wrong_answer_leaves_it_locked_shows_the_right_one_and_one_may_try_again():
    state = apply(dealt(), Ask(9))
    question, stack = state.drawn.question, len(state.questions)
    state = apply(state, Answer(1, "nonsense"))
    assert not state.turned[9] and state.wrong == 1
    assert state.questions[-1] == question and len(state.questions) == stack
    verdict = view(state, PUBLIC).hand.verdict
    assert not verdict.right and verdict.answer.en.startswith("ANSWER-") and verdict.given == ("nonsense",)
    for number in range(2, 60):  # more often than there are question cards
        state = apply(state, Ask(9))
        assert state.drawn.question == (question if number == 53 else state.drawn.question)
        state = apply(state, Answer(number, ""))
    assert state.wrong == 59
    assert turned_over(state, 9).turned[9]


@pytest.mark.clause("KL-C2")
def test_a_drawn_question_is_answered_first():
    state = apply(opened(dealt()), Turn())
    state = apply(state, Ask(state.layout.waste[-1]))
    for move in (Turn(), Undo(), Hint(), Ask(0), Guess(0, "a", "1"), Put(0, "2"), Finish()):
        refused("KL-C2", state, move)
    refused("KL-C2", state, Answer(state.asked - 1, "late for another question"))
    assert legal(state) == {Answer(state.asked), GiveUp()}
    refused("KL-C2", dealt(), Answer(0, "no question"))


@pytest.mark.clause("KL-C2", "CO-5")
def test_with_a_turn_clock_a_question_not_answered_in_time_was_not_known():
    state = dealt(clock=30)
    assert RULES.deadline(state) is None, "cards take the time they take"
    state = apply(state, Ask(0))
    due = NOON + timedelta(seconds=30)
    assert RULES.deadline(state) == due
    refused("CO-5", state, right_answer(state), after=31)
    state = RULES.time_up(state, PACK, None, due)
    assert state.wrong == 1 and not state.turned[0] and state.judged.late
    assert Appeal() not in legal(state)
    assert RULES.deadline(state) is None


@pytest.mark.clause("KL-C3")
def test_name_and_year_turn_the_card_over_at_once():
    state = apply(dealt(), right_guess(dealt(), 27))
    assert state.turned[27] and state.asked == 0
    in_german = Guess(20, event(state, 20).name.de, str(event(state, 20).year))
    assert apply(state, in_german).turned[20]


@pytest.mark.clause("KL-C3", "KL-D2")
@pytest.mark.parametrize("part", ["name", "year"])
def test_a_wrong_name_or_year_is_the_end_of_it(part):
    state = dealt()
    guess = structs.replace(right_guess(state, 0), **{part: right_guess(state, 2).name if part == "name" else "1000"})
    state = apply(state, guess)
    assert state.phase is Phase.BUST and not state.turned[0]
    refused("KL-C3", state, Ask(2))
    refused("KL-C3", state, Undo())
    over = apply(state, GiveUp())
    assert over.lost is Lost.BUST and RULES.result(over).winners == (), "nobody has won"
    assert over.wrong == over.asked - over.known == 0, "no question was answered wrongly"
    assert RULES.time_up(state, PACK, None, NOON + timedelta(seconds=20)).lost is Lost.BUST


@pytest.mark.clause("CO-9", "CO-3")
def test_alone_ones_own_word_holds_and_the_game_is_marked_so():
    state = apply(dealt(), Guess(0, "nonsense", "1000"))
    assert view(state).hand.solution.year == event(state, 0).year, "who may appeal is shown the solution"
    assert view(state, PUBLIC).hand.solution is None, "where it is secret, nobody else is"
    assert RULES.deadline(state) == NOON + timedelta(seconds=20)
    refused("CO-9", state, Appeal(), after=21)
    state = apply(state, Appeal(), after=19)
    assert state.turned[0] and state.own_word and state.wrong == 0 and state.phase is Phase.OPENING
    refused("CO-9", state, Appeal())
    state = apply(apply(state, Ask(2)), Answer(1, "nonsense"))
    assert apply(state, Appeal()).turned[2]
    acted = apply(state, Ask(5))
    refused("CO-9", acted, Appeal())
    notes = [note.text for note in RULES.result(apply(acted, GiveUp())).notes]
    assert any("own word" in note for note in notes)


@pytest.mark.clause("CO-9", "CO-11")
def test_a_bot_has_no_word_of_its_own_and_a_day_table_a_day_for_it():
    state = apply(dealt(persons=frozenset()), Guess(0, "nonsense", "1000"))
    assert state.phase is Phase.END and state.lost is Lost.BUST
    state = apply(dealt(clock=DAY), Guess(0, "nonsense", "1000"))
    assert RULES.deadline(state) == NOON + timedelta(days=1)


# -- sorting ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("KL-C4")
def test_columns_build_down_in_alternating_colours():
    state = position("9♥", "8♠", "8♦", "7♠", "10♠")
    assert {put("8♠", "1"), put("7♠", "3"), put("9♥", "5")} <= puts(state)
    assert apply(state, put("8♠", "1")).layout.columns[0] == cards("9♥ 8♠")
    refused("KL-C4", state, put("8♦", "1"))
    refused("KL-C4", state, put("7♠", "1"))
    refused("KL-C4", state, put("9♥", "2"))
    refused("KL-C4", state, put("9♥", "1"))


@pytest.mark.clause("KL-C4")
def test_a_run_or_its_lower_part_moves_together():
    state = position("J♣ | 9♥ 8♠ 7♦", "10♠", "8♣")
    whole = apply(state, put("9♥", "2"))
    assert whole.layout.columns[1] == cards("10♠ 9♥ 8♠ 7♦")
    assert whole.layout.uncovered(0) == cards("J♣")
    part = apply(state, put("7♦", "3"))
    assert part.layout.columns[2] == cards("8♣ 7♦") and part.layout.columns[0] == cards("J♣ 9♥ 8♠")
    refused("KL-C4", state, put("8♠", "spades"))
    refused("KL-C4", state, put("J♣", "2"))


@pytest.mark.clause("KL-C4")
def test_only_a_king_goes_to_an_empty_column():
    state = position("", "5♣ | K♥ Q♠", "Q♦")
    assert puts(state) == {put("K♥", place) for place in "14567"}
    refused("KL-C4", state, put("Q♦", "1"))
    assert apply(state, put("K♥", "1")).layout.columns[0] == cards("K♥ Q♠")


@pytest.mark.clause("KL-C4")
def test_foundations_build_up_by_suit_and_their_top_card_may_come_back():
    state = position("3♥", "3♣ 2♦", waste="2♣", founded="A♣ 2♥")
    assert apply(state, put("3♥", "hearts")).sorted == 4
    assert apply(state, put("2♣", "clubs")).layout.waste == ()
    refused("KL-C4", state, put("3♥", "clubs"))
    refused("KL-C4", state, put("2♦", "diamonds"))
    back = position("3♣", founded="2♥")
    assert apply(back, put("2♥", "1")).layout.columns[0] == cards("3♣ 2♥")
    refused("KL-C4", back, put("A♥", "1"))


# Q♠ locks up J♠ and lies nowhere but on a red king: both are on their foundations.
KING_NEEDED = ("J♠ | Q♠", "K♠")
KINGS_HOME = "K♣ K♦ K♥ 10♠"


@pytest.mark.clause("KL-C4")
@pytest.mark.parametrize("draw", [1, 3])
def test_a_king_comes_back_to_an_empty_column(draw):
    state = position(*KING_NEEDED, founded=KINGS_HOME, draw=draw)
    back = {put(king, place) for king in ("K♣", "K♦", "K♥") for place in "34567"}
    assert back <= puts(state)
    shown = {pile.card.slot: pile.card.targets for pile in view(state).board.foundations}
    assert shown == {
        card("K♣"): tuple("34567"),
        card("K♦"): tuple("34567"),
        card("K♥"): tuple("34567"),
        card("10♠"): (),
    }
    hinted = apply(state, Hint()).hint
    assert hinted in {put("K♦", "3"), put("K♥", "3")}
    state = turned_over(apply(apply(state, hinted), put("Q♠", "3")), card("J♠"))
    for black in ("J♠", "Q♠", "K♠"):
        state = apply(state, put(black, "spades"))
    assert apply(state, Put(hinted.card, "diamonds" if hinted.card == card("K♦") else "hearts")).phase is Phase.END


@pytest.mark.clause("KL-C4")
@pytest.mark.parametrize("draw", [1, 3])
def test_exactly_what_may_be_laid_is_listed_on_the_way_to_every_foundation(draw):
    """Every card onto every pile, along games that are won: what the rules take is what they list."""
    everything = [Put(slot, target) for slot in range(52) for target in get_args(Target)]
    back = 0
    for number in proved(draw)[:3]:
        state, moves = unlocked(numbered(number), draw), solve(numbered(number), draw).moves
        for place, move in enumerate(moves):
            if place % 12 == 0 or place > len(moves) - 30:
                taken = {one for one in everything if not is_refused(state, one)}
                assert taken == puts(state)
                back += any(
                    state.layout.where(one.card) in SUITS and state.cards[one.card] % 13 == KING for one in taken
                )
            state = apply(state, move)
        assert state.phase is Phase.END
    assert back


def is_refused(state, move):
    try:
        apply(state, move)
    except IllegalMove:
        return True
    return False


@pytest.mark.clause("KL-C5")
def test_the_stock_turns_one_card_at_a_time_as_often_as_one_likes():
    state = position("9♥", stock="2♦ K♣ 5♠", locked="2♦ K♣ 5♠")
    for top in ("2♦", "K♣", "5♠"):
        state = apply(state, Turn())
        assert state.layout.waste[-1] == card(top)
    state = turned_over(state, card("5♠"))
    for _ in range(9):
        state = apply(state, Turn())
        assert state.layout.waste == () and len(state.layout.stock) == 3
        for top in ("2♦", "K♣", "5♠"):
            state = apply(state, Turn())
            assert state.layout.waste[-1] == card(top)
    assert state.turned[card("5♠")] and not state.turned[card("2♦")], "what is turned over stays so"
    refused("KL-C5", position("9♥"), Turn())


@pytest.mark.clause("KL-C5")
def test_three_at_a_time_only_the_top_one_is_in_reach():
    state = apply(position("9♥", "3♠", stock="A♦ 8♠ 2♥ 5♣", locked="A♦ 2♥", draw=3), Turn())
    assert state.layout.waste == cards("A♦ 8♠ 2♥")
    shown = view(state).board.waste
    assert [one.picture is not None or one.face is not None for one in shown] == [True] * 3
    refused("KL-C1", state, Ask(card("A♦")))
    refused("KL-C4", state, put("8♠", "1"))
    state = turned_over(state, card("2♥"))
    state = apply(state, put("2♥", "2"))
    assert apply(state, put("8♠", "1")).layout.columns[0] == cards("9♥ 8♠")
    state = apply(state, Turn())
    assert state.layout.waste == cards("A♦ 8♠ 5♣")


@pytest.mark.clause("KL-C6")
def test_sorting_begins_when_the_seven_column_ends_are_turned_over():
    state = dealt()
    for slot in ENDS[:-1]:
        state = turned_over(state, slot)
        assert state.phase is Phase.OPENING
        refused("KL-C6", state, Turn())
        refused("KL-C6", state, Put(0, "2"))
        refused("KL-C6", state, Finish())
        assert not any(isinstance(move, Put | Turn | Undo) for move in legal(state))
    state = turned_over(state, ENDS[-1])
    assert state.phase is Phase.SORTING and Turn() in legal(state)
    state = apply(state, Turn())
    assert state.locked(), "a locked card"
    assert Turn() in legal(state), "holds up nothing but itself"


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("KL-D1")
def test_won_when_every_card_is_on_a_foundation():
    state = position("K♠", founded="K♣ K♦ K♥ Q♠")
    state = apply(state, put("K♠", "spades"), after=600)
    assert state.phase is Phase.END and state.lost is None
    ending = view(state).ending
    assert ending.won and ending.seconds == 600 and ending.sorted == 52
    assert RULES.result(state).winners == (ANNA,)


@pytest.mark.clause("KL-D1")
def test_the_rest_sorts_itself_once_everything_is_turned_over_and_in_sight():
    state = position("K♠ Q♥", "K♥ Q♠", stock="J♠", waste="J♥", founded="K♣ K♦ 10♥ 10♠")
    assert Finish() in legal(state) and view(state).hand.may_finish
    assert apply(state, Finish()).lost is None and apply(state, Finish()).phase is Phase.END
    covered = position("K♠ | Q♥", "K♥ Q♠", stock="J♠", waste="J♥", founded="K♣ K♦ 10♥ 10♠")
    locked = position("K♠ Q♥", "K♥ Q♠", stock="J♠", waste="J♥", founded="K♣ K♦ 10♥ 10♠", locked="J♠")
    for other in (covered, locked):
        assert Finish() not in legal(other)
        refused("KL-D1", other, Finish())
    three = position("K♠", stock="Q♥ J♠ J♥ K♥ Q♠", founded="K♣ K♦ 10♥ 10♠", draw=3)
    assert Finish() in legal(three)
    assert apply(three, Finish()).sorted == 52
    out_of_reach = position("K♠ Q♥", stock="J♠ J♥ K♥ Q♠", founded="K♣ K♦ 10♥ 10♠", draw=3)
    assert Finish() not in legal(out_of_reach), "the knave never comes to lie on top"


DEAD = {"stock": "5♣ 5♠ 2♦", "waste": "8♥"}
WALLS = ("A♣ | K♠", "A♦ | K♥", "A♥ | K♣", "A♠ | K♦", "3♣ | 9♠", "3♦ | 9♥", "3♥ | 9♣")


def way(state):
    return outlook(state.layout, state.cards, state.turned, state.reached, state.options.draw).way


@pytest.mark.clause("KL-D2")
def test_no_way_on_is_noticed_and_said():
    state = apply(position(*WALLS, **DEAD), put("8♥", "5"))
    assert state.phase is Phase.STUCK
    assert any("no way on" in line.text for line in view(state).news)
    assert legal(state) == {Undo(), GiveUp()}
    refused("KL-D2", state, Turn())
    refused("KL-D2", state, Hint())
    over = apply(state, GiveUp())
    assert over.lost is Lost.STUCK and over.phase is Phase.END


@pytest.mark.clause("KL-D2")
def test_a_dead_end_with_more_than_twenty_thousand_arrangements_is_noticed():
    """From a game that was played to its end: taken one by one, its arrangements are more than twenty thousand."""
    state = position(
        "K♥ Q♠ J♦ 10♠ 9♦ 8♠ 7♥",
        "10♦ 9♣ 8♦ 7♣ 6♦ 5♣",
        "K♠ Q♥ J♠ 10♥ 9♠ 8♥",
        "K♦",
        "3♣ 9♥ 5♦ | J♣",
        "Q♣ J♥",
        "Q♦ 6♥ 2♣ 10♣ | 8♣ 7♦ 6♣",
        waste="4♣ K♣",
        founded="A♣ 4♦ 5♥ 7♠",
    )
    assert way(state) == "none"
    assert apply(state, Turn()).phase is Phase.STUCK


@pytest.mark.clause("KL-D1", "KL-D2")
def test_the_very_last_card_is_a_way_on_even_if_it_has_been_home_before():
    state = position("K♥", founded="K♣ K♦ Q♥ K♠", reached=(13, 13, 13, 13))
    assert way(state) == "open"
    assert apply(state, Hint()).hint == put("K♥", "hearts")
    assert apply(state, put("K♥", "hearts")).phase is Phase.END


@pytest.mark.clause("KL-D2")
def test_a_locked_card_in_reach_keeps_hope_alive():
    assert way(position(*WALLS, **DEAD)) == "none"
    assert way(position(*WALLS, **DEAD, locked="5♠")) == "open"
    assert way(position(*WALLS[:6], "3♥ | 9♣", **DEAD, locked="9♣")) == "none", "looked at before any search"
    state = apply(position(*WALLS, **DEAD, locked="9♣"), put("8♥", "5"))
    assert state.phase is Phase.SORTING
    one_of_three = position(*WALLS, stock="5♣ 5♠ 2♦ 2♠", waste="8♥", locked="5♣", draw=3)
    assert way(one_of_three) == "none", "never comes to lie on top of the waste"
    assert way(structs.replace(one_of_three, options=KlondikeOptions())) == "open"


@pytest.mark.clause("KL-D2")
def test_a_way_over_several_moves_is_found():
    # the eight must leave the waste so that the nine below comes up, on which ... and so on to the covered ace
    state = position("A♣ | K♠", "A♦ | K♥", "A♥ | K♣", "A♠ | 7♠", "3♣ | 9♠", "3♦ | 9♥", "3♥ | 9♣", waste="8♦")
    assert way(state) == "open"
    hint = apply(state, Hint()).hint
    assert hint in puts(state)
    assert way(position("A♣ | 7♠", *WALLS[1:], waste="8♣")) == "none"


@pytest.mark.clause("KL-D2")
def test_a_foundation_gives_a_card_back_if_that_helps():
    # 4♥ comes back onto 5♠, 3♠ goes onto it, and what lay under 3♠ comes to light
    walls = ("A♣ | K♠", "A♦ | K♥", "Q♠ | K♣", "Q♦ | K♦", "J♣ | 5♠", "J♦ | 3♠", "7♣ | 10♥")
    assert way(position(*walls, founded="4♥", stock="9♣")) == "open"
    assert apply(position(*walls, founded="4♥", stock="9♣"), Hint()).hint == put("4♥", "5")
    assert way(position(*walls, founded="3♥", stock="9♣")) == "none"


@pytest.mark.clause("KL-D2")
def test_bringing_a_card_back_to_where_it_has_been_is_no_way_on():
    walls = ("A♣ | K♠", "A♦ | K♥", "Q♠ | K♣", "Q♦ | K♦", "J♣ | 5♠ 4♥", "J♦ | 9♠", "7♣ | 9♥")
    assert way(position(*walls, founded="3♥", reached=(0, 0, 4, 0))) == "none"
    assert way(position(*walls, founded="3♥")) == "open"


@pytest.mark.clause("KL-D2")
@pytest.mark.parametrize("when", ["opening", "question", "sorting"])
def test_one_may_give_up_at_any_time(when):
    states = {"opening": dealt(), "question": apply(dealt(), Ask(0)), "sorting": opened(dealt())}
    state = states[when]
    assert GiveUp() in legal(state)
    over = apply(state, GiveUp())
    assert over.lost is Lost.GAVE_UP and not RULES.to_move(over)
    assert not view(over).ending.won


# -- help ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("KL-E2")
def test_moves_of_cards_are_taken_back_one_by_one():
    start = position("5♣ | 8♠", "9♥", stock="2♦ 7♦", founded="A♦")
    states = [start]
    for move in (put("8♠", "2"), Turn(), put("2♦", "diamonds"), Turn(), put("7♦", "2"), put("2♦", "diamonds")):
        if move in legal(states[-1]):
            states.append(apply(states[-1], move))
    assert len(states) == 6
    state = states[-1]
    for before in states[-2::-1]:
        state = apply(state, Undo())
        assert state.layout == before.layout and state.reached == before.reached
    refused("KL-E2", state, Undo())


@pytest.mark.clause("KL-E2")
def test_turning_the_waste_over_is_taken_back_too():
    for draw in (1, 3):
        start = position("9♥", stock="2♦ 7♦ 3♣ K♠", locked="9♥", draw=draw)
        state, layouts = start, []
        for _ in range(7):
            layouts.append(state.layout)
            state = apply(state, Turn())
        for layout in reversed(layouts):
            state = apply(state, Undo())
            assert state.layout == layout


@pytest.mark.clause("KL-E2")
def test_what_was_seen_or_turned_over_stays_so():
    state = position("5♣ | 8♠", "9♥", "6♦", "Q♣", stock="2♦", locked="2♦ Q♣")
    state = turned_over(apply(state, put("8♠", "2")), card("5♣"))
    state = apply(apply(state, Turn()), put("5♣", "3"))
    for _ in range(3):
        state = apply(state, Undo())
    assert state.asked == 1 and state.turned[card("5♣")] and state.seen[card("2♦")]
    below, _end = view(state).board.columns[0].cards
    assert below.covered and below.face.rank == "5"
    refused("KL-C4", state, put("5♣", "3"))
    seen_only = apply(apply(position("5♣ | 8♠", "9♥"), put("8♠", "2")), Undo())
    below, _end = view(seen_only).board.columns[0].cards
    assert below.picture is not None and below.face is None


@pytest.mark.clause("KL-E2")
def test_an_answer_is_never_taken_back():
    state = turned_over(dealt(), 0)
    refused("KL-E2", state, Undo())
    assert Undo() not in legal(state)


@pytest.mark.clause("KL-E2")
def test_a_hint_shows_one_legal_useful_move():
    unlock = apply(dealt(), Hint())
    assert unlock.hint == Ask(0) and unlock.hints == 1
    uncover = position("5♣ 6♣ | 8♠", "2♥ | 8♣", "9♥", "7♠", stock="3♦")
    assert apply(uncover, Hint()).hint == put("8♠", "3"), "where most cards lie covered"
    found = position("5♣ | A♠", "K♥", stock="3♦")
    assert apply(found, Hint()).hint == put("A♠", "spades")
    turn = position("5♣ | 8♠", "K♥", stock="A♦")
    assert apply(turn, Hint()).hint == Turn()
    assert view(apply(found, Hint())).hand.hint is not None
    assert view(apply(found, Hint()), PUBLIC).hand.hint is None


@pytest.mark.clause("KL-E2")
def test_a_hint_knows_no_more_than_the_player():
    state = position("A♠ 2♠ | 8♠", "5♥ | 8♣", "9♥", stock="3♦ 4♦", locked="4♦")
    for number in range(20):
        other = list(state.cards)
        hidden = [slot for slot in range(52) if not state.turned[slot]]
        for slot, place in zip(hidden, hidden[number % len(hidden) :] + hidden[: number % len(hidden)], strict=True):
            other[slot] = state.cards[place]
        assert apply(structs.replace(state, cards=tuple(other)), Hint()).hint == apply(state, Hint()).hint


@pytest.mark.clause("CO-6")
def test_the_seat_may_change_hands_and_nothing_is_lost():
    state = opened(dealt())
    state = RULES.seated(state, ANNA, False, NOON)
    assert state.bot and not state.players[0].person and state.opened
    state = RULES.seated(state, ANNA, True, NOON)
    assert state.bot, "a bot has played: that is remembered"
    with pytest.raises(IllegalMove):
        RULES.seated(state, Seat(1), True, NOON)


@pytest.mark.clause("KL-V1")
def test_in_an_easier_game_the_seven_open_cards_are_turned_over_and_sorting_begins_at_once():
    state = dealt(gentle=True)
    assert state.phase is Phase.SORTING and [slot for slot in range(52) if state.turned[slot]] == list(ENDS)
    assert Turn() in legal(state) and not any(isinstance(move, Guess) for move in legal(state))
    assert view(state).bar.easier and not view(dealt()).bar.easier
    state = apply(state, Turn())
    assert {move.card for move in legal(state) if isinstance(move, Guess)} == {28}, "what comes later is locked"
    assert not any(dealt().turned)
    told, usual = (RULES.common(start, PACK, NOON).news[0].text for start in (dealt(gentle=True), dealt()))
    assert "Turn over" not in told and "Turn over the seven column ends first" in usual


@pytest.mark.clause("KL-V1", "KL-E1")
def test_the_deal_of_the_day_is_not_made_easier():
    problems = list(RULES.bad_options(KlondikeOptions(deal="day", gentle=True), 1, PACK))
    assert [problem.field for problem in problems] == ["gentle"]


def test_the_story_counts_the_questions_that_were_answered_rightly_and_no_guess():
    state = apply(turned_over(dealt(), 0), right_guess(dealt(), 2))
    state = apply(apply(state, Ask(5)), Answer(2, "nonsense"))
    bust = apply(state, Guess(9, "nonsense", "1000"))
    told = next(fact.figure for fact in RULES.story(bust, PACK).facts if "questions" in fact.what.text)
    assert dict(told.facts) == {"right": 1, "answers": 2}


@pytest.mark.clause("KL-D2", "KL-B2")
def test_a_solitaire_that_was_given_up_shows_a_card_that_stayed_locked_and_only_its_picture():
    state = apply(turned_over(dealt(), 0), Ask(2))
    given_up = apply(apply(state, Answer(2, "nonsense")), GiveUp())
    shown = view(given_up).ending.locked
    assert shown.alt in [PACK.events[given_up.deal[slot]].alt for slot in given_up.locked()]
    assert RULES.story(given_up, PACK).event is None
    bust = apply(dealt(persons=frozenset()), Guess(0, "nonsense", "1000"))
    assert view(bust).ending.locked is None, "there the card is shown that was guessed"


@pytest.mark.clause("KL-C3", "CO-10")
def test_what_was_said_of_name_and_year_keeps_its_place_and_is_wrong_as_a_whole():
    verdict = view(apply(dealt(), Guess(0, "", "1000"))).hand.verdict
    assert verdict.given == ("", "1000") and not verdict.right and verdict.answer is None
