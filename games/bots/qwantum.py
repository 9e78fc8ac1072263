"""A player of Qwantum: small steps, room for the fourth box, and columns that fill."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from games.bots.kernel import Bot, Memory, Strength
from games.rules.chance import Chance
from games.rules.qwantum.dice import COLOURS, DICE, WHITE, totals
from games.rules.qwantum.moves import Enter, Pass, QwantumMove, Reroll
from games.rules.qwantum.observation import Card, QwantumObservation

IDEAL = (5.0, 9.0, 13.0, 18.0, 12.0, 6.0)  # what stands well in each box
WORTH = 11.0  # a box that is filled well, in points of a column
STEEP = 0.85  # what a point beside the ideal costs
MISTHROW = 2.5
SAMPLES = {Strength.EASY: 0, Strength.MEDIUM: 6, Strength.HARD: 24}  # rolls imagined before rolling again


class QwantumBot(Bot[QwantumObservation, QwantumMove]):
    """Weighs every box by how well the number stands there, and imagines some rolls before rolling again."""

    def choose(
        self, observation: QwantumObservation, legal: Sequence[QwantumMove], memory: Memory, chance: Chance
    ) -> QwantumMove:
        """The roll, dice to roll again, a colour to enter, or nothing."""
        if len(legal) == 1 or observation.sheet is None:
            return legal[0]
        enters = [move for move in legal if isinstance(move, Enter)]
        if memory.strength is Strength.EASY:
            return chance.pick(enters) if enters and chance.share() < 0.8 else legal[-1]
        card, hand = observation.sheet.card, observation.hand
        totals_now = dict(hand.may_enter)
        scored = [(_value(card, move.colour, totals_now[move.colour]), move) for move in enters]
        best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
        rerolls = [move for move in legal if isinstance(move, Reroll)]
        if rerolls:
            better = _reroll(observation, card, best[0], SAMPLES[memory.strength], chance)
            if better is not None:
                return next(move for move in rerolls if move.dice == better)
        nothing = next(move for move in legal if isinstance(move, Pass))
        least = -MISTHROW * hand.misthrow if hand.misthrow else 3.0
        return best[1] if best[1] is not None and best[0] > least else nothing

    def delay(self, observation: QwantumObservation, memory: Memory, chance: Chance) -> float:
        """Long enough to see the dice roll."""
        return 1.2 + 1.3 * chance.share()


def _value(card: Card, colour: str, total: int) -> float:
    """How good it is to have this total in the next box of its row."""
    row = card.rows[COLOURS.index(colour)]
    place = sum(box.value is not None for box in row.boxes)
    others = [sum(box.value is not None for box in other.boxes) for other in card.rows]
    behind = max(others) - place  # rows that lag hold up their columns
    return WORTH + 0.8 * behind - STEEP * abs(total - IDEAL[place]) * (1.3 if place in (0, 4, 5) else 1.0)


@cache
def _choices() -> tuple[tuple[int, ...], ...]:
    """The dice one would think of rolling again: one, two, three, or nearly all."""
    places = range(WHITE + 1)
    return tuple(dice for count in (1, 2, 3, 5, 7) for dice in combinations(places, count))


def _fits(card: Card, place: int, total: int) -> bool:
    values = [box.value for box in card.rows[place].boxes if box.value is not None]
    if len(values) == 6:
        return False
    if not values:
        return True
    return total > values[-1] if len(values) < 4 else total < values[-1]


def _promise(card: Card, throw: tuple[int, ...]) -> float:
    """The two best entries of a throw."""
    found = totals(throw)
    values = sorted(
        (
            _value(card, colour, found[place])
            for place, colour in enumerate(COLOURS)
            if _fits(card, place, found[place])
        ),
        reverse=True,
    )
    return sum(max(value, 0.0) for value in values[:2])


def _reroll(
    observation: QwantumObservation, card: Card, best: float, samples: int, chance: Chance
) -> tuple[int, ...] | None:
    """The dice worth rolling again, or None if what lies is better than what may come."""
    faces = [
        next(
            face for face, side in enumerate(DICE[die.place]) if (side.colour, side.number) == (die.colour, die.number)
        )
        for die in observation.tray.dice[:WHITE]
    ]
    throw = (*faces, observation.tray.dice[WHITE].number)
    now = _promise(card, throw) + 0.01 * best
    tried = {}
    for _ in range(samples):
        dice = chance.pick(_choices())
        hopes = []
        for _ in range(5):
            imagined = tuple(
                (chance.below(6) + (place == WHITE)) if place in dice else face for place, face in enumerate(throw)
            )
            hopes.append(_promise(card, imagined))
        tried[dice] = sum(hopes) / len(hopes)
    if not tried:
        return None
    dice, hope = max(tried.items(), key=lambda pair: pair[1])
    return dice if hope > now + 1.0 else None


BOT = QwantumBot()
