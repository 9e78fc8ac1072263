"""Where deals come from: the list of those proved winnable, and the deal of the day (KL-E1).

A deal is an order of the numbers 0 to 51, 13 * suit + rank, slot by slot; which events they are is the deck's business.
"""

import hashlib
from functools import lru_cache

from games.rules.chance import Chance
from games.rules.pack import Pack
from games.rules.quizterix_klondike.layout import CARDS, RANKS
from games.rules.quizterix_klondike.proved import PROVED

_SOURCE = b"Tischrunde, deals of Klondike"
_PER_SUIT = len(RANKS)

# Which suits may stand for clubs, diamonds, hearts, spades so that what alternates in colour still does.
_DRESSES = (
    (0, 1, 2, 3),
    (0, 2, 1, 3),
    (3, 1, 2, 0),
    (3, 2, 1, 0),
    (1, 0, 3, 2),
    (1, 3, 0, 2),
    (2, 0, 3, 1),
    (2, 3, 0, 1),
)


def numbered(number: int) -> tuple[int, ...]:
    """The deal of this number: the same on every site, for ever."""
    return Chance(_SOURCE, number).shuffle(range(CARDS))


@lru_cache(maxsize=4)
def proved(draw: int) -> tuple[int, ...]:
    """The numbers of the deals that the solver has proved winnable, turning so many cards at a time."""
    bits = bytes.fromhex(PROVED[draw])
    return tuple(number for number in range(8 * len(bits)) if bits[number // 8] >> number % 8 & 1)


def winnable(draw: int, lot: Chance) -> tuple[int, ...]:
    """One of the deals proved winnable, in one of eight dresses: suits change places within and between the colours."""
    deal = numbered(lot.pick(proved(draw)))
    dress = lot.pick(_DRESSES)
    return tuple(dress[card // _PER_SUIT] * _PER_SUIT + card % _PER_SUIT for card in deal)


def lot_of(day: str, pack: Pack) -> Chance:
    """The dice of the deal of the day: the same at every table that plays this edition on this date."""
    events = (f"{event.key} {event.year} {event.name.all()}" for event in pack.events)
    questions = (f"{card.clubs.ask.all()}" for card in pack.questions)
    edition = hashlib.sha256("\n".join((pack.slug, *events, *questions)).encode()).hexdigest()
    return Chance(f"{day} {edition}".encode(), 0, "day")
