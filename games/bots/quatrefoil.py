"""A player of Quatrefoil: signals as soon as it can, and reasons from what the others have signalled (QF-2)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations

from games.bots.kernel import Bot, Memory, Strength
from games.rules.chance import Chance
from games.rules.quatrefoil.board import COLOURS, FREE, POSITIONS, TURNS, WAYS, Arrangement, after, lands, shortest
from games.rules.quatrefoil.moves import Push, QuatrefoilMove, Ready, Signal, Stack, Twist
from games.rules.quatrefoil.observation import QuatrefoilObservation, Token

# How many actions back it remembers who signalled what.
_REMEMBERS = {Strength.EASY: 0, Strength.MEDIUM: 2, Strength.HARD: 60}

Deal = tuple[Arrangement, tuple[int, ...]]
"""What the cards may be: the goal, and which place each seat's position card names."""


class QuatrefoilBot(Bot[QuatrefoilObservation, QuatrefoilMove]):
    """Heads for one of the goals that fit what it remembers, and stacks once it is sure."""

    def choose(
        self, observation: QuatrefoilObservation, legal: Sequence[QuatrefoilMove], memory: Memory, chance: Chance
    ) -> QuatrefoilMove:
        """Ready, then a signal, then the next step towards a goal that may be the right one."""
        for move in legal:
            if isinstance(move, Ready | Signal):
                return move
        tokens, goal = _arrangement(observation.leaf.tokens), _goal(observation, memory, chance)
        if goal is None:
            return next(move for move in legal if isinstance(move, Stack))
        for move in legal:
            if isinstance(move, Push | Twist) and _nearer(tokens, move, goal):
                return move
        twists = [move for move in legal if isinstance(move, Twist)]  # in Dual somebody else has to push
        return min(twists, key=lambda move: (_far(tokens, move, goal), chance.share()))

    def delay(self, observation: QuatrefoilObservation, memory: Memory, chance: Chance) -> float:
        """Signals come quickly; an action waits for the others' signals."""
        hand = observation.hand
        if hand.may_signal or hand.may_ready:
            return 0.8 + 0.8 * chance.share()
        if hand.dual and observation.leaf.goal:  # whoever can bring the tokens nearer acts first
            tokens, goal = _arrangement(observation.leaf.tokens), _arrangement(observation.leaf.goal)
            pushes = (Push(hand.action, way) for way in WAYS if lands(way) == hand.position)
            helps = tokens == goal or any(
                _nearer(tokens, move, goal) for moves in (pushes, _twists(hand.action)) for move in moves
            )
            return (2.5 if helps else 9.0) + 2.0 * chance.share()
        return 3.5 + 1.5 * chance.share()


def _arrangement(laid: Sequence[Token]) -> Arrangement:
    by = {token.position: token.colour for token in laid}
    places = [next(colour for colour in COLOURS if colour == by[place]) for place in (*POSITIONS, "free")]
    return (places[0], places[1], places[2], places[3], places[FREE])


def _twists(action: int) -> tuple[Twist, ...]:
    return tuple(Twist(action, turn) for turn in TURNS)


def _far(tokens: Arrangement, move: Push | Twist, goal: Arrangement) -> int:
    """How many moves are left after this one."""
    following = after(tokens, ("push", move.way) if isinstance(move, Push) else ("twist", move.turn))
    return len(shortest(following, goal))


def _nearer(tokens: Arrangement, move: Push | Twist, goal: Arrangement) -> bool:
    return _far(tokens, move, goal) < len(shortest(tokens, goal))


def _goal(observation: QuatrefoilObservation, memory: Memory, chance: Chance) -> Arrangement | None:
    """A goal that may be right, to head for; None if the tokens surely lie right already."""
    tokens = _arrangement(observation.leaf.tokens)
    if observation.leaf.goal:
        goal = _arrangement(observation.leaf.goal)
        return None if tokens == goal else goal
    goals = sorted({goal for goal, _ in _fitting(observation, _REMEMBERS[memory.strength])})
    if goals == [tokens]:
        return None
    others = [goal for goal in goals if goal != tokens]
    if memory.strength is Strength.HARD:
        nearest = min(len(shortest(tokens, goal)) for goal in others)
        others = [goal for goal in others if len(shortest(tokens, goal)) == nearest]
    return chance.pick(others)


def _fitting(observation: QuatrefoilObservation, back: int) -> Iterator[Deal]:
    """Every deal of the cards that fits the own cards, what lies face up, and the signals it remembers."""
    up = observation.leaf.heard[-1:] if any(line.signal is not None for line in observation.seats) else ()
    before = observation.leaf.heard[: -len(up) or None]
    heard = (*(before[-back:] if back else ()), *up)
    mine = observation.hand
    known = tuple(
        (mine.colour, mine.position) if line.seat == mine.own else (line.colour, line.position)
        for line in observation.seats
    )
    for goal, places in _deals(known, observation.leaf.north):
        if all(
            signal is None or signal == (one.tokens[places[seat]] == goal[places[seat]])
            for one in heard
            for seat, signal in enumerate(one.signals)
        ):
            yield goal, places


@lru_cache(maxsize=256)
def _deals(known: tuple[tuple[str, str], ...], north: str) -> tuple[Deal, ...]:
    """Every deal that gives these seats what is known of their cards; an empty text is not known."""
    deals: list[Deal] = []
    for places in permutations(range(len(POSITIONS))):
        if any(position not in ("", POSITIONS[places[seat]]) for seat, (_, position) in enumerate(known)):
            continue
        for a, b, c, d, e in permutations(COLOURS):
            goal: Arrangement = (a, b, c, d, e)
            fits = all(colour in ("", goal[places[seat]]) for seat, (colour, _) in enumerate(known))
            if fits and north in ("", e):
                deals.append((goal, places))
    return tuple(deals)


BOT = QuatrefoilBot()
