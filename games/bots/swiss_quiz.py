"""A player of Swiss Quiz: stakes when sure, jumps when jumping pays, and sprints once the last flag is gone (SQ-10)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.bots.kernel import Bot, Memory, Strength
from games.rules.chance import Chance
from games.rules.swiss_quiz.board import Kind
from games.rules.swiss_quiz.moves import Answer, Lay, SwissQuizMove
from games.rules.swiss_quiz.observation import Consequence, Hand, SwissQuizObservation
from games.rules.swiss_quiz.state import FLAG_WORTH

LUCK = 0.5  # true or false: a blind guess is right half the time
SURE, HUNCH, GUESS = 0.95, 0.7, LUCK  # how likely the bot thinks it is right

# What things are worth, in squares.
PHOTO = 2.5  # a round missed
FLAG = 2.0  # four steps, but only in the sprint
HOME = 30.0


class Style(NamedTuple):
    """How a bot of some strength stakes."""

    clarity: float  # how often it is sure of what it knows
    blur: float  # by how many squares it misjudges where larger stakes lead
    boldest: int  # the most it stakes on one statement
    sprint: int  # the same once flags may be staked


STYLES = {
    Strength.EASY: Style(0.4, 4.0, 3, 8),
    Strength.MEDIUM: Style(0.6, 3.0, 4, 8),
    Strength.HARD: Style(0.8, 1.5, 6, 16),
}


class SwissQuizBot(Bot[SwissQuizObservation, SwissQuizMove]):
    """Answers what it knows, guesses what it does not, and weighs every stake by where it would lead."""

    def choose(
        self, observation: SwissQuizObservation, legal: Sequence[SwissQuizMove], memory: Memory, chance: Chance
    ) -> SwissQuizMove:
        """An answer with a stake, or the one thing there is to do."""
        lays = [move for move in legal if isinstance(move, Lay)]
        if not lays:
            return legal[0]
        style = STYLES[memory.strength]
        answer, odds = _answer(observation.card.number, memory, style, chance)
        total = _stake(observation.hand, odds, style, chance)
        fitting = [move for move in lays if move.answer == answer and _total(move.chips, move.flags) == total]
        return min(fitting, key=lambda move: move.flags)

    def delay(self, observation: SwissQuizObservation, memory: Memory, chance: Chance) -> float:
        """Time to read and think; longer for the explanation."""
        hand = observation.hand
        if hand.may_lay:
            return 1.5 + 2.5 * chance.share()
        return 8.0 if hand.may_next else 1.5


def _answer(number: int, memory: Memory, style: Style, chance: Chance) -> tuple[Answer, float]:
    """What the bot lays, and how likely it thinks that this is right. A hunch may be false."""
    statement = next(card for card in memory.pack.statements if card.number == number)
    feeling = chance.share()
    if memory.knows(str(number), statement.difficulty, LUCK):
        return ("true" if statement.truth else "false"), SURE if feeling < style.clarity else HUNCH
    guess: tuple[Answer, Answer] = ("true", "false")
    return chance.pick(guess), HUNCH if feeling < (1 - style.clarity) / 2 else GUESS


def _stake(hand: Hand, odds: float, style: Style, chance: Chance) -> int:
    """The stake that promises most; a chip kept is worth about the step it will buy later."""
    thrift = 1.0 + 0.4 * chance.share()
    boldest = style.sprint if hand.usable_flags else style.boldest
    chips, flags = range(hand.chips + 1), range(hand.usable_flags + 1)
    reachable = {total for chip in chips for flag in flags if (total := _total(chip, flag)) <= boldest}

    def promise(stake: Consequence) -> float:
        blur = style.blur * (chance.share() - 0.5) if stake.total > 1 else 0
        return odds * (_gain(hand, stake) + blur) - thrift * stake.total

    return max((stake for stake in hand.stakes if stake.total in reachable), key=promise).total


def _gain(hand: Hand, stake: Consequence) -> float:
    """What a right answer would bring, in squares."""
    gain = stake.square - hand.position + stake.pays + FLAG * stake.flags
    if stake.arrives:
        return gain + HOME
    return gain - PHOTO if stake.kind is Kind.CAMERA else gain + stake.chips


def _total(chips: int, flags: int) -> int:
    return chips + FLAG_WORTH * flags


BOT = SwissQuizBot()
