"""Small cards of Quizterix Standard: drawn once per language, as a table shows the same fifty again and again."""

from functools import lru_cache

from django import template
from django.template import Engine
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from msgspec import structs

from games.rules.quizterix_standard.observation import Card
from games.rules.sounds import Row, rows
from games.tables.rendering import draw

register = template.Library()


@register.simple_tag
def mini(card: Card) -> SafeString:
    """A small card, hidden or flipped."""
    return _drawn(structs.replace(card, spot="", place=0), get_language() or "en")


@register.simple_tag
def major_rows() -> tuple[Row, ...]:
    """The ten digits of the Major System with their sounds in the reader's language."""
    return rows(get_language() or "en")


@lru_cache(maxsize=4096)
def _drawn(card: Card, language: str) -> SafeString:
    return draw(Engine.get_default().get_template("games/quizterix_standard/card.html"), {"card": card})


@register.filter
def dashed(spot: str) -> str:
    """A spot as part of an id: ``2-5``."""
    return spot.replace(".", "-")
