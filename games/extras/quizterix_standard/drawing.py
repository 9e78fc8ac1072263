"""Small cards of Quizterix Standard: drawn once per language, as a table shows the same fifty again and again."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from jinja2 import pass_environment
from markupsafe import Markup
from msgspec import structs

from games.rules.quizterix_standard.observation import Card
from games.rules.sounds import Row, rows


@pass_environment
def mini(fragments: Any, card: Card) -> Markup:
    """A small card, hidden or flipped."""
    return _drawn(fragments, structs.replace(card, spot="", place=0))


def major_rows() -> tuple[Row, ...]:
    """The ten digits of the Major System with their sounds in the reader's language."""
    return rows(get_language() or "en")


@lru_cache(maxsize=4096)
def _drawn(fragments: Any, card: Card) -> Markup:
    return Markup(fragments.draw("games/quizterix_standard/card.html", {"card": card}))


def dashed(spot: str) -> str:
    """A spot as part of an id: ``2-5``."""
    return spot.replace(".", "-")


FILTERS = (dashed,)
FUNCTIONS = (mini, major_rows)
