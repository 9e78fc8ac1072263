"""A lesson: a prepared table on which a newcomer learns a game in about a minute, one move at a time.

A lesson is nothing but data. The table is a real one as far as the rules know (same secret, same cards for everybody),
but it is kept in no database: after each right move the others do what the lesson says.
"""

from typing import Any

from msgspec import Struct

from games.rules.kernel import Seat
from games.rules.pack import NO_CARDS, Pack


class Step(Struct, frozen=True):
    """One thing to learn. ``say`` tells what to do and why, in one or two short sentences (marked with N_).

    ``move``: the move the learner is to make, several of which one is to be made (an answer typed in any language), or
    a move's class if any legal move of that kind will do; None if there is only something to look at. ``then``: what
    happens afterwards until it is the learner's turn again; a seat of TABLE with no move lets the time run out.
    """

    say: str
    move: Any = None
    then: tuple[tuple[Seat, Any], ...] = ()


class Lesson(Struct, frozen=True):
    """A prepared table. The learner sits in seat 0; ``before`` is played before the first step."""

    secret: bytes
    seats: int
    options: dict[str, Any]
    steps: tuple[Step, ...]
    pack: Pack = NO_CARDS
    before: tuple[tuple[Seat, Any], ...] = ()
