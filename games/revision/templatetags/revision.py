"""Dot, bud and flower: not yet begun, on the way, done."""

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString

from games.drawing import icon

register = template.Library()
DRAWN = {0: ("seed", "grow no"), 1: ("bud", "grow"), 2: ("flower2", "grow")}


@register.simple_tag
def pips(states: Iterable[int]) -> SafeString:
    """How far each is, drawn side by side; the same stands beside it in words. A class has six hundred of them."""
    return SafeString("".join(icon(*DRAWN[state]) for state in states))


@register.simple_tag
def pip(state: int) -> SafeString:
    """How far one is."""
    return pips([state])
