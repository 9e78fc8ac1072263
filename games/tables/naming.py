"""Who sits where, in words, colours and emblems; and where a clause stands in the rulebooks."""

import re
from collections.abc import Iterable

from django.urls import reverse

from games.drawing import EMBLEMS, sprite
from games.tables.snapshot import People


def name(people: People, seat: int) -> str:
    """What the player in this seat is called; the host's name for the host's place."""
    there = people.chair(seat)
    return there.name if there else people.host_name


def livery(people: People, seat: int) -> str:
    """The colour of this seat."""
    there = people.chair(seat)
    return there.livery if there else "slate"


def names(people: People, seats: Iterable[int]) -> str:
    """The names of several seats, one after the other."""
    return ", ".join(name(people, seat) for seat in seats)


def short_name(called: str) -> str:
    """A name where there is no room for it: its first word, as far as the first space, point or hyphen."""
    return re.split(r"[\s・-]", called)[0] or called


def clause_url(clause: str, slug: str) -> str:
    """Where this clause stands in the rulebooks."""
    book = "common" if clause.startswith("CO-") else slug
    return f"{reverse('tables:rulebook', args=[book])}#{clause}"


def sprite_url(prefix: str, people: People, seat: int) -> str:
    """The address of a drawing that goes with a seat's emblem, such as its pawn."""
    return sprite(f"{prefix}{EMBLEMS[livery(people, seat)]}")
