"""Small cards of Quizterix Standard: drawn once per language, as a table shows the same fifty again and again."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from markupsafe import Markup
from msgspec import structs

from games.drawing import spoken
from games.rules.quizterix_standard.observation import Card
from games.rules.sounds import Row, rows


def mini(fragments: Any, card: Card, lies: str = "new") -> Markup:
    """A small card, hidden or flipped. ``lies``: where, so that its picture can be shown again beside it."""
    return _drawn(fragments, "card", structs.replace(card, spot="", place=0), lies)


def mini_again(fragments: Any, card: Card) -> Markup:
    """The small card once more, on the same page as the one that lies in a timeline."""
    return _drawn(fragments, "card" if card.flip else "again", structs.replace(card, place=0), dashed(card.spot))


@spoken
def major_rows() -> tuple[Row, ...]:
    """The ten digits of the Major System with their sounds in the reader's language."""
    return rows(get_language() or "en")


@lru_cache(maxsize=4096)
def _drawn(fragments: Any, name: str, card: Card, lies: str) -> Markup:
    return Markup(fragments.draw(f"games/quizterix_standard/{name}.html", {"card": card, "lies": lies}))


def dashed(spot: str) -> str:
    """A spot as part of an id: ``2-5``."""
    return spot.replace(".", "-")


FILTERS = (dashed,)
DRAWING = (mini, mini_again)  # these draw other fragments: they get them first
FUNCTIONS = (major_rows,)
