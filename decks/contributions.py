"""Readers' statements (SQ-X1): what they must be before somebody reads them."""

import re
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from decks.card_gates import LONGEST, LONGEST_EXPLANATION
from games.rules.pack import Category

LEAST, MOST = 10, 100
LONGEST_NAME = 60


class Offered(Struct, frozen=True):
    """A statement that somebody would like to see in the deck; ``truth`` is None while it is not chosen."""

    text: str
    truth: bool | None
    explanation: str
    category: Category = "everyday"


class Fault(Struct, frozen=True):
    """What is wrong, and where: in which statement (counted from 0; None: in none) and in which field ("": all)."""

    at: int | None
    field: str
    what: str


class Refused(Exception):
    """A contribution that cannot be sent like this."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = faults
        super().__init__("\n".join(fault.what for fault in faults))


def tidy(text: str) -> str:
    """One line without invisible characters. No-break spaces stay: French needs them."""
    seen = "".join(char for char in text if char.isprintable() or char.isspace())
    return re.sub(r"[^\S\u00a0\u202f]+", " ", seen).strip()


def faults(name: str, offered: Sequence[Offered]) -> Iterator[Fault]:
    """Everything that keeps these statements from being sent, each in one sentence."""
    if not name:
        yield Fault(None, "name", _("Please write the name that is to stand beside your statements."))
    yield from _too_long(None, "name", name, LONGEST_NAME)
    first: dict[str, int] = {}
    for at, one in enumerate(offered):
        if not one.text:
            yield Fault(at, "text", _("Please write the statement."))
        elif first.setdefault(one.text.casefold(), at) != at:
            yield Fault(at, "text", _("You have written this statement twice."))
        yield from _too_long(at, "text", one.text, LONGEST)
        if one.truth is None:
            yield Fault(at, "truth", _("Please choose whether it is true or false."))
        if not one.explanation:
            yield Fault(at, "explanation", _("Please explain why it is true or false."))
        yield from _too_long(at, "explanation", one.explanation, LONGEST_EXPLANATION)
    true = sum(one.truth is True for one in offered)
    if len(offered) < LEAST:
        what = _("At least %(least)s statements are needed; so far there are %(n)s.")
        yield Fault(None, "", what % {"least": LEAST, "n": len(offered)})
    elif 2 * true != len(offered) and all(one.truth is not None for one in offered):
        what = _("Exactly half of the statements must be true; so far %(true)s of %(n)s.")
        yield Fault(None, "", what % {"true": true, "n": len(offered)})


def _too_long(at: int | None, field: str, text: str, most: int) -> Iterator[Fault]:
    if len(text) > most:
        what = _("Please shorten this to %(most)s characters; it has %(n)s.")
        yield Fault(at, field, what % {"most": most, "n": len(text)})
