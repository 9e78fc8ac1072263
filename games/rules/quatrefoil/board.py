"""The five tokens, what can be done with them, and the shortest way to a goal (QF-M1 to QF-1.3, QF-E1).

An arrangement is five colours: northwest, northeast, southwest, southeast, and the free token last.
"""

from collections import deque
from functools import cache, lru_cache
from typing import Literal, TypeAlias, get_args

Colour: TypeAlias = Literal["blue", "green", "purple", "red", "yellow"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

Position: TypeAlias = Literal["northwest", "northeast", "southwest", "southeast"]
POSITIONS: tuple[Position, ...] = get_args(Position)
FREE = 4  # where the free token stands in an arrangement

Arrangement: TypeAlias = tuple[Colour, Colour, Colour, Colour, Colour]

Way: TypeAlias = Literal[
    "top-east", "top-west", "bottom-east", "bottom-west", "left-south", "left-north", "right-south", "right-north"
]
WAYS: tuple[Way, ...] = get_args(Way)
"""The eight pushes: which row or column, and in which direction the tokens move (QF-1.1)."""

# Where the free token goes in, and where the one comes out.
_PUSHES: dict[Way, tuple[int, int]] = {
    "top-east": (0, 1),
    "top-west": (1, 0),
    "bottom-east": (2, 3),
    "bottom-west": (3, 2),
    "left-south": (0, 2),
    "left-north": (2, 0),
    "right-south": (1, 3),
    "right-north": (3, 1),
}

Turn: TypeAlias = Literal["clockwise", "anticlockwise"]
TURNS: tuple[Turn, ...] = get_args(Turn)

# Which place each place takes its token from.
_TWISTS: dict[Turn, tuple[int, ...]] = {"clockwise": (2, 0, 3, 1), "anticlockwise": (1, 3, 0, 2)}


def pushed(tokens: Arrangement, way: Way) -> Arrangement:
    """The free token slides in; the token at the far end comes out and is free (QF-1.1)."""
    into, out = _PUSHES[way]
    places = list(tokens)
    places[out], places[into], places[FREE] = tokens[into], tokens[FREE], tokens[out]
    return (places[0], places[1], places[2], places[3], places[4])


def lands(way: Way) -> Position:
    """Where the token that is pushed in ends (QF-V4)."""
    return POSITIONS[_PUSHES[way][0]]


def comes_out(tokens: Arrangement, way: Way) -> Colour:
    """The token that this push sets free."""
    return tokens[_PUSHES[way][1]]


def twisted(tokens: Arrangement, turn: Turn) -> Arrangement:
    """The quatrefoil turned by 90 degrees (QF-1.2)."""
    source = _TWISTS[turn]
    return (tokens[source[0]], tokens[source[1]], tokens[source[2]], tokens[source[3]], tokens[FREE])


Step: TypeAlias = tuple[Literal["push", "twist"], str]
"""One action on the way to a goal: a push with its way, or a twist with its direction."""

_PLAIN: Arrangement = ("blue", "green", "purple", "red", "yellow")


def after(tokens: Arrangement, step: Step) -> Arrangement:
    """The arrangement after this step."""
    kind, how = step
    if kind == "push":
        return pushed(tokens, next(way for way in WAYS if way == how))
    return twisted(tokens, next(turn for turn in TURNS if turn == how))


STEPS: tuple[Step, ...] = (*(("push", way) for way in WAYS), *(("twist", turn) for turn in TURNS))


@cache
def _ways() -> dict[Arrangement, tuple[Step, ...]]:
    """The shortest way from the plain arrangement to every other: a breadth-first search over all 120."""
    found: dict[Arrangement, tuple[Step, ...]] = {_PLAIN: ()}
    queue = deque([_PLAIN])
    while queue:
        tokens = queue.popleft()
        for step in STEPS:
            following = after(tokens, step)
            if following not in found:
                found[following] = (*found[tokens], step)
                queue.append(following)
    return found


@lru_cache(maxsize=4096)
def shortest(start: Arrangement, goal: Arrangement) -> tuple[Step, ...]:
    """The fewest pushes and twists from one arrangement to another; four always suffice (QF-E1)."""
    names = dict(zip(start, _PLAIN, strict=True))
    renamed = (names[goal[0]], names[goal[1]], names[goal[2]], names[goal[3]], names[goal[4]])
    return _ways()[renamed]
