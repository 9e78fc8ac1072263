"""Who sits where, in words, colours and emblems; and where a clause stands in the rulebooks."""

import re
from collections.abc import Iterable
from unicodedata import east_asian_width

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
    """A name where there is no room for it: its first word if that is short, else the first letters of its words."""
    words = re.findall(r"[^\s・]+", called) or [called]
    wide = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in words[0])
    return words[0] if wide <= 5 else "".join(word[:1] for word in words)[:2]


def clause_url(clause: str, slug: str) -> str:
    """Where this clause stands in the rulebooks."""
    book = "common" if clause.startswith("CO-") else slug
    return f"{reverse('tables:rulebook', args=[book])}#{clause}"


def sprite_url(prefix: str, people: People, seat: int) -> str:
    """The address of a drawing that goes with a seat's emblem, such as its pawn."""
    return sprite(f"{prefix}{EMBLEMS[livery(people, seat)]}")
