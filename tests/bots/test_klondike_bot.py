"""The bot of Klondike plays from what it sees, and the better it remembers the deck the more often it wins."""

from random import Random

import pytest

from games.bots.kernel import Memory, Strength
from games.bots.quizterix_klondike import KlondikeBot
from games.rules.chance import Chance
from games.rules.quizterix_klondike.moves import Answer, Ask, Guess, Put
from games.rules.quizterix_klondike.state import Phase
from games.rules.registry import GAMES
from tests.rules.courses import Course, by_bots, played
from tests.rules.klondike_table import PACK, RULES, apply, dealt, event, legal, position, turned_over, view

GAMES_PLAYED = 40
BOT = KlondikeBot()


def choice(state, memory):
    return BOT.choose(view(state), tuple(RULES.legal_moves(state, 0, PACK)), memory, Chance(b"dice", 1))


def wins(strength):
    won = 0
    for number in range(GAMES_PLAYED):
        secret = f"{number}".encode()
        course = Course(GAMES["quizterix-klondike"], 1, secret, persons=frozenset(), deal="winnable")
        for _ in played(course, by_bots(strength), Random(number)):
            pass
        assert course.over
        won += course.state.lost is None
    return won


def test_the_stronger_the_bot_the_more_often_it_wins():
    new, easy, medium, hard = (wins(strength) for strength in Strength)
    assert new <= easy < medium < hard


@pytest.mark.parametrize("strength", Strength)
def test_a_bot_names_a_card_only_if_it_knows_it(strength):
    state, memory = dealt(), Memory(PACK, strength, Chance(b"memory", 1))
    for slot in (0, 2, 5, 9, 14, 20, 27):
        if memory.knows(event(state, slot).key):
            state = apply(state, Guess(slot, event(state, slot).name.en, str(event(state, slot).year)))
    if state.locked():
        assert isinstance(choice(state, memory), Ask if strength is Strength.HARD else Ask | Guess)


def test_a_bot_learns_the_answers_it_is_told_sooner_or_later():
    state, memory = dealt(), Memory(PACK, Strength.EASY, Chance(b"memory", 1))
    for asked in range(1, 60):
        state = apply(state, Ask(0))
        move = choice(state, memory)
        assert isinstance(move, Answer) and move.asked == asked
        state = apply(state, move)
        if state.turned[0]:
            return
    raise AssertionError("sixty questions and none of them known")


def test_a_bot_sees_no_more_than_its_observation():
    """It is asked with an observation, and moves only what that shows as open."""
    course = Course(GAMES["quizterix-klondike"], 1, b"seen", persons=frozenset())
    for _ in played(course, by_bots(Strength.HARD), Random(1), 150):
        move = None if course.over else course.bots_choice(0, Strength.HARD)
        if isinstance(move, Put):
            assert course.state.turned[move.card]
            assert move in legal(course.state)


@pytest.mark.clause("KL-C4")
@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize(
    ("columns", "founded"),
    [
        (("J♠ | Q♠", "K♠"), "K♣ K♦ K♥ 10♠"),  # a king comes back to an empty column
        (
            ("2♠ | 5♠", "K♠ Q♦ J♠ 10♦ 9♠ 8♦ 7♠", "K♦ Q♠ J♦ 10♠ 9♦ 8♠ 7♦ 6♠", "4♠ | 3♠"),
            "K♣ 6♦ K♥ A♠",
        ),  # a six to a seven
    ],
)
def test_a_strong_bot_takes_a_card_back_that_lets_a_covered_one_out(columns, founded, draw):
    state, memory = position(*columns, founded=founded, draw=draw), Memory(PACK, Strength.HARD, Chance(b"memory", 1))
    for _ in range(80):
        if state.phase is Phase.END:
            break
        locked = state.locked()
        state = turned_over(state, locked[0]) if locked else apply(state, choice(state, memory))
    assert (state.phase, state.lost) == (Phase.END, None)
