"""The bots of poker bet by what they remember, play cards they hold, and the stronger wins more often."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest

from games.bots.kernel import Memory, Strength
from games.bots.quizterix_poker import PokerBot
from games.rules.chance import Chance
from games.rules.kernel import Seat
from games.rules.quizterix_poker import Poker
from games.rules.quizterix_poker.moves import Fold, Pass, Play, PokerMove, Raise
from games.rules.quizterix_poker.state import Phase
from tests.rules.courses import Course
from tests.rules.poker_table import ANNA, BEAT, RULES, PokerTable

BOT = PokerBot()
EARLY, LATE = "1945Ah 1946Kh 1947Qh 1948Jh", "1988Ac 1989Kc 1990Qc 1991Jc"
MIDDLE = "1960Ad 1961Kd 1970Qd 1971Jd"


class Knows(Memory):
    """A memory that knows everything, or nothing."""

    def __init__(self, table: PokerTable, everything: bool, strength: Strength = Strength.HARD) -> None:
        super().__init__(table.pack, strength, Chance(b"memory", 0))
        self.everything = everything

    def knows(self, key: str, difficulty: int = 2, luck: float = 0.0) -> bool:
        return self.everything


def choices(table: PokerTable, seat: Seat, memory: Memory) -> list[PokerMove]:
    """What the bot does in this seat, in many tries."""
    legal = tuple(RULES.legal_moves(table.state, seat, table.pack))
    view = table.view(seat)
    moves = [BOT.choose(view, legal, memory, Chance(b"bot", number)) for number in range(60)]
    assert set(moves) <= set(legal)
    return moves


def kinds(moves: list[PokerMove]) -> Counter[type]:
    return Counter(type(move) for move in moves)


def test_it_raises_on_an_early_hand_and_folds_a_late_one_when_it_must_pay() -> None:
    good = PokerTable(EARLY, LATE)
    assert kinds(choices(good, ANNA, Knows(good, True)))[Raise] > 30

    poor = PokerTable(LATE, EARLY)
    assert kinds(choices(poor, ANNA, Knows(poor, True)))[Pass] > 40, "it costs nothing to stay in"
    poor.raises(ANNA, 1)
    raised = PokerTable(EARLY, LATE).raises(ANNA, 6)
    assert kinds(choices(raised, BEAT, Knows(raised, True)))[Fold] > 50


def test_what_it_does_not_remember_it_cannot_bet_on() -> None:
    good, poor = PokerTable(EARLY, LATE), PokerTable(LATE, EARLY)

    assert choices(good, ANNA, Knows(good, False)) == choices(poor, ANNA, Knows(poor, False))


def test_beginners_hands_it_reads_like_everybody() -> None:
    good = PokerTable(EARLY, LATE, hand="years")

    assert kinds(choices(good, ANNA, Knows(good, False)))[Raise] > 30


def test_an_easy_bot_plays_its_earliest_and_a_hard_one_gives_its_latest_away_first() -> None:
    hand = "1945Ah 1950Kh 1980Qh 1991Jh"
    table = PokerTable(hand, MIDDLE).all_pass()

    easy = Counter(choices(table, ANNA, Knows(table, True, Strength.EASY)))
    hard = Counter(choices(table, ANNA, Knows(table, True)))
    assert easy.most_common(1)[0][0] == Play(table.state.step, 0)
    assert hard.most_common(1)[0][0] == Play(table.state.step, 3)


@pytest.mark.parametrize("strength", Strength)
def test_people_can_follow_its_pace(strength: Strength) -> None:
    table = PokerTable(EARLY, LATE)
    bidding = BOT.delay(table.view(ANNA), Knows(table, True, strength), Chance(b"pace", 0))
    table.all_pass()
    playing = BOT.delay(table.view(ANNA), Knows(table, True, strength), Chance(b"pace", 0))

    assert 1 <= playing <= bidding <= 4


def test_it_leaves_looking_at_an_open_trick_to_people() -> None:
    table = PokerTable(EARLY, LATE, bots=(BEAT,)).all_pass().trick(0, 0)

    assert table.phase is Phase.SHOWN and table.awaited == (ANNA,)


def winner(number: int, strengths: tuple[Strength, ...], **options: object) -> Strength:
    """Who wins a game between bots; they change seats from game to game."""
    turned = strengths[number % len(strengths) :] + strengths[: number % len(strengths)]
    course = Course(Poker(), len(turned), f"strength {number}".encode(), persons=frozenset(), **options)
    while not course.over:
        awaited = sorted(course.game.to_move(course.play))
        if awaited:
            at = course.play.at + timedelta(seconds=1)
            course.ask(awaited[0], course.bots_choice(awaited[0], turned[awaited[0]]), at)
        else:
            course.time_up()
    result = course.rules.result(course.state)
    assert result is not None
    return turned[Random(number).choice(result.winners)]


@pytest.mark.parametrize("options", [{}, {"betting": "none", "rounds": 3}], ids=["beans", "none"])
def test_the_stronger_bot_wins_more_often(options: dict[str, object]) -> None:
    wins = Counter(winner(number, (Strength.EASY, Strength.HARD), **options) for number in range(20))

    assert wins[Strength.HARD] >= 14
