"""What the templates of poker need to draw beans."""

from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

MOST_DRAWN = 60  # a heap of more beans looks no larger
GOLDEN = pi * (3 - sqrt(5))


class Spot(NamedTuple):
    """Where a bean of the heap lies, how large it is, and how it is turned."""

    x: float
    y: float
    size: float
    turn: int


@lru_cache(maxsize=128)
def heap(beans: int) -> tuple[Spot, ...]:
    """The beans of the pot, the outermost first, so that the heap rises towards its middle; a few are drawn larger."""
    drawn = min(beans, MOST_DRAWN)
    size = round(max(1.0, 2.6 - 0.26 * sqrt(drawn)), 2)
    spots = []
    for number in reversed(range(drawn)):
        away, angle = 11.5 * size * sqrt(number), number * GOLDEN
        x, y = away * cos(angle) * 1.35, away * sin(angle) * 0.6
        spots.append(Spot(round(x, 1), round(y, 1), size, number * 67 % 120 - 60))
    return tuple(spots)


def bean_href() -> str:
    """The address of the drawn bean."""
    return f"{static('art/bean.svg')}#bean"


@lru_cache(maxsize=8)
def bean(classes: str = "bean") -> SafeString:
    """One bean as decoration; how many there are stands beside it."""
    return format_html(
        '<svg class="{}" viewBox="0 0 40 30" aria-hidden="true"><use href="{}"/></svg>',
        classes,
        bean_href(),
    )


FUNCTIONS = (heap, bean_href, bean)
