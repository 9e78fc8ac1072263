"""A player of Quatrefoil: signals what is true, listens to the others' signals, and stacks when all agree."""

from collections.abc import Sequence

from games.bots.kernel import Bot, Memory, Strength
from games.rules.chance import Chance
from games.rules.quatrefoil.board import COLOURS, FREE, POSITIONS, Arrangement, after, shortest
from games.rules.quatrefoil.moves import Push, QuatrefoilMove, Ready, Signal, Stack, Twist
from games.rules.quatrefoil.observation import QuatrefoilObservation

CARE = {Strength.EASY: 0.55, Strength.MEDIUM: 0.85, Strength.HARD: 1.0}  # how often it thinks before it acts


class QuatrefoilBot(Bot[QuatrefoilObservation, QuatrefoilMove]):
    """Knows only its own cards and what lies open; with open cards it goes the shortest way."""

    def choose(
        self, observation: QuatrefoilObservation, legal: Sequence[QuatrefoilMove], memory: Memory, chance: Chance
    ) -> QuatrefoilMove:
        """A signal when there is none, then an action if it is its turn."""
        for move in legal:
            if isinstance(move, Ready | Signal):
                return move
        if chance.share() > CARE[memory.strength]:
            acts = [move for move in legal if isinstance(move, Push | Twist)]
            return chance.pick(acts or list(legal))
        tokens = _tokens(observation)
        goal = _goal(observation)
        stack = next(move for move in legal if isinstance(move, Stack))
        if goal is not None:
            return stack if tokens == goal else _towards(tokens, goal, legal, chance)
        mine = observation.hand
        shown = [line.signal for line in observation.seats]
        if mine.in_place and all(signal for signal in shown):
            return stack
        best = max((_hope(observation, tokens, move) + 0.3 * chance.share(), at) for at, move in enumerate(legal))
        chosen = legal[best[1]]
        return chosen if not isinstance(chosen, Stack) else legal[0]

    def delay(self, observation: QuatrefoilObservation, memory: Memory, chance: Chance) -> float:
        """Signals come quickly; an action waits for the others' signals."""
        hand = observation.hand
        if hand.may_signal or hand.may_ready:
            return 0.8 + 0.8 * chance.share()
        if hand.dual:
            return 3.0 + 4.0 * chance.share()
        return 3.5 + 1.5 * chance.share()


def _tokens(observation: QuatrefoilObservation) -> Arrangement:
    by = {token.position: token.colour for token in observation.leaf.tokens}
    lies = {colour: colour for colour in COLOURS}
    places = [lies[next(c for c in COLOURS if c == by[place])] for place in (*POSITIONS, "free")]
    return (places[0], places[1], places[2], places[3], places[FREE])


def _goal(observation: QuatrefoilObservation) -> Arrangement | None:
    """The goal, where the cards lie open."""
    if observation.leaf.goal:
        by = {token.position: token.colour for token in observation.leaf.goal}
    elif all(line.colour and line.position for line in observation.seats):
        by = {line.position: line.colour for line in observation.seats}
        by["free"] = next(colour for colour in COLOURS if colour not in by.values())
    else:
        return None
    places = [next(c for c in COLOURS if c == by[place]) for place in (*POSITIONS, "free")]
    return (places[0], places[1], places[2], places[3], places[FREE])


def _towards(tokens: Arrangement, goal: Arrangement, legal: Sequence[QuatrefoilMove], chance: Chance) -> QuatrefoilMove:
    """A legal action that leaves the fewest moves to the goal."""
    acts = [move for move in legal if isinstance(move, Push | Twist)]
    return min(acts, key=lambda move: (len(shortest(_after(tokens, move), goal)), chance.share()))


def _after(tokens: Arrangement, move: Push | Twist) -> Arrangement:
    return after(tokens, ("push", move.way) if isinstance(move, Push) else ("twist", move.turn))


def _hope(observation: QuatrefoilObservation, tokens: Arrangement, move: QuatrefoilMove) -> float:
    """How good an action looks: the own token in its place, and what others have signalled as right not disturbed."""
    if not isinstance(move, Push | Twist):
        return -9.0
    mine, following = observation.hand, _after(tokens, move)
    place = POSITIONS.index(next(p for p in POSITIONS if p == mine.position))
    good = 2.0 if following[place] == mine.colour else 0.0
    right = sum(bool(line.signal) for line in observation.seats)
    kept = sum(before == now for before, now in zip(tokens[:FREE], following[:FREE], strict=True))
    return good + 0.35 * kept * right / 4
