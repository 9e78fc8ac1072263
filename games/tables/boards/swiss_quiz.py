"""The drawn board of Swiss Quiz: where logo, squares, flags and edelweiss lie on the map, and on the strip for phones.

The rules know only how many squares there are (SQ-P5). Here they are laid at even distances along one drawn trail.
"""

from itertools import pairwise
from math import dist
from typing import NamedTuple

from games.rules.swiss_quiz.board import EDELWEISS, LOGO


class Point(NamedTuple):
    """A place on a drawing, in the units of its view box."""

    x: float
    y: float

    @property
    def xy(self) -> str:
        """As SVG writes it, whatever the language."""
        return f"{self.x:g} {self.y:g}"


VIEW_BOX = "22 14 1276 836"  # of the map

# The trail as it was drawn over the map, from Geneva along the Jura to Basel, round the lakes and passes to the Matterhorn.
_DRAWN = """
101,722 114,673 127,624 140,575 155,527 174,479 203,438 238,401 272,363 304,324 334,283 359,239
396,207 445,194 482,161 531,158 581,164 632,162 679,145 718,112 760,84 802,107 843,134 894,129
941,144 981,175 999,222 992,271 944,262 898,241 854,216 807,196 757,201 710,220 674,254 627,258
581,237 531,237 485,257 451,294 445,344 410,378 365,402 342,443 361,490 405,493 446,463 489,436
533,411 578,388 626,373 662,406 700,434 749,422 796,402 839,376 884,358 933,370 983,374 1034,376
1077,401 1120,429 1170,436 1220,441 1214,484 1177,519 1127,519 1078,521 1058,566 1023,558 993,517
955,485 907,469 861,487 833,528 864,563 901,597 898,647 885,696 877,746 871,796 840,768 823,720
815,670 797,623 772,578 741,539 694,523 648,543 616,583 580,617 531,628 480,632 430,632 384,651
354,692 365,737 409,760 455,740 499,716 548,704 548,704
"""
TRAIL = tuple(Point(*map(float, place.split(","))) for place in _DRAWN.split())


def along(trail: tuple[Point, ...], count: int) -> tuple[Point, ...]:
    """So many points at even distances along a trail, its two ends among them."""
    lengths = [dist(a, b) for a, b in pairwise(trail)]
    step = sum(lengths) / (count - 1)
    points, ahead = [trail[0]], step
    for (a, b), length in zip(pairwise(trail), lengths, strict=True):
        while ahead <= length and len(points) < count - 1:
            share = ahead / length
            points.append(Point(round(a.x + (b.x - a.x) * share, 1), round(a.y + (b.y - a.y) * share, 1)))
            ahead += step
        ahead -= length
    return (*points, trail[-1])


ON_MAP = along(TRAIL, EDELWEISS + 1)

STRIP_STEP, STRIP_HEIGHT = 52, 104
STRIP_WIDTH = STRIP_STEP * (EDELWEISS + 1)
ON_STRIP = tuple(Point(STRIP_STEP * (place + 0.5), 74) for place in range(EDELWEISS + 1))


def spot(points: tuple[Point, ...], number: int) -> Point:
    """Where flag spot ``number`` lies: between that square and the next."""
    a, b = points[number], points[number + 1]
    return Point(round((a.x + b.x) / 2, 1), round((a.y + b.y) / 2, 1))


def stand(points: tuple[Point, ...], position: int, seat: int) -> Point:
    """Where a pawn stands. Logo and edelweiss hold any number: there they stand side by side (SQ-4, SQ-9)."""
    point = points[position]
    if position in (LOGO, EDELWEISS):
        return Point(point.x + (seat % 3 - 1) * 15, point.y + (seat // 3) * 12 - 6)
    return point
