"""Small cards of Quizterix Standard: drawn once per language, as a table shows the same fifty again and again."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from markupsafe import Markup
from msgspec import structs

from games.drawing import spoken
from games.rules.pack import Suit
from games.rules.quizterix_standard.observation import Card, Line
from games.rules.sounds import Row, rows

LONG = 14  # letters of a name that still stand in a large type beside the steps of a turn


def mini(fragments: Any, card: Card, lies: int | str = "new") -> Markup:
    """A small card, hidden or flipped. ``lies``: where, so that its picture can be shown again beside it."""
    return _drawn(fragments, "card", structs.replace(card, spot="", place=0, number=0, streak=False), lies)


def mini_again(fragments: Any, card: Card) -> Markup:
    """The small card once more, on the same page as the one that lies in a timeline."""
    return _drawn(fragments, "again", structs.replace(card, spot="", place=0, streak=False), card.number)


def glyph(suit: Suit) -> str:
    """A suit as one sign."""
    return {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}[suit] + "\ufe0e"


@spoken
def major_rows() -> tuple[Row, ...]:
    """The ten digits of the Major System with their sounds in the reader's language."""
    return rows(get_language() or "en")


def by_year(lines: tuple[Line, ...]) -> list[Card]:
    """The flipped cards of all these timelines, the earliest first."""
    return sorted((card for line in lines for card in line.cards), key=lambda card: card.flip.year if card.flip else 0)


def bold(name: str) -> Markup:
    """A name on the big screen; a long one is written smaller."""
    return Markup('<b class="{}">{}</b>').format("long" if len(name) > LONG else "", name)


@lru_cache(maxsize=4096)
def _drawn(fragments: Any, name: str, card: Card, lies: int | str) -> Markup:
    return Markup(fragments.draw(f"games/quizterix_standard/{name}.html", {"card": card, "lies": lies}))


DRAWING = (mini, mini_again)  # these draw other fragments: they get them first
FUNCTIONS = (major_rows, bold)
FILTERS = (glyph, by_year)
