"""The drawn board of Swiss Quiz: where logo, squares, flags and edelweiss lie on the map, and on the strip for phones.

The rules know only how many squares there are (SQ-P5). Here they are laid at even distances along one drawn trail,
so that any number from 50 to 64 finds room.
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


VIEW_BOX = "20 4 1284 850"  # of the map, static/art/swiss-map.svg

# Where the trail passes. Between these places it is a smooth curve.
_PLACES = (
    *((84, 690), (112, 622), (140, 556), (176, 492), (218, 430), (262, 372)),  # Geneva, along the Jura
    *((302, 310), (338, 246), (392, 206), (446, 190), (486, 148), (544, 156)),  # the Ajoie, Basel
    *((606, 160), (668, 148), (716, 108), (764, 80), (818, 100), (872, 128)),  # the Rhine, Schaffhausen
    *((930, 124), (980, 152), (1008, 206), (1012, 268), (962, 276), (914, 238)),  # Bodensee, St. Gallen, Toggenburg
    *((866, 204), (806, 192), (744, 206), (684, 226), (622, 220), (558, 222)),  # Zürich, Aarau
    *((498, 248), (446, 286), (408, 338), (380, 396), (352, 452), (350, 512)),  # Solothurn, Murten, Fribourg
    *((394, 550), (446, 522), (462, 462), (474, 402), (528, 370), (592, 372)),  # Gruyère, Thun, Bern, Emmental
    *((650, 352), (700, 314), (756, 286), (804, 318), (846, 360), (906, 352)),  # Luzern, Schwyz, Glarus
    *((966, 342), (1012, 374), (1052, 414), (1112, 416), (1172, 412), (1228, 428)),  # Chur, Davos, Scuol
    *((1248, 482), (1200, 512), (1140, 522), (1092, 562), (1036, 570), (1002, 524)),  # the Engadin, Julier
    *((954, 496), (922, 536), (930, 594), (916, 652), (896, 706), (888, 762)),  # San Bernardino, Bellinzona
    *((868, 814), (832, 772), (822, 712), (820, 650), (796, 592), (748, 554)),  # Chiasso, the Leventina, Gotthard
    *((690, 560), (638, 592), (588, 630), (528, 644), (466, 648), (402, 668)),  # Furka, Goms, Sion
    *((352, 712), (356, 766), (402, 786), (450, 764), (522, 754)),  # Martigny, the Matterhorn
)
_STEPS = 12  # points of the curve from one place to the next


def smooth(places: tuple[tuple[float, float], ...]) -> tuple[Point, ...]:
    """A curve through all these places, as many short straight lines (Catmull-Rom)."""
    (ax, ay), (bx, by) = places[:2]
    (yx, yy), (zx, zy) = places[-2:]
    around = ((2 * ax - bx, 2 * ay - by), *places, (2 * zx - yx, 2 * zy - yy))
    curve = [
        Point(bend(a[0], b[0], c[0], d[0], step / _STEPS), bend(a[1], b[1], c[1], d[1], step / _STEPS))
        for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False)
        for step in range(_STEPS)
    ]
    return (*curve, Point(zx, zy))


def bend(before: float, start: float, end: float, after: float, share: float) -> float:
    """One coordinate of the curve between two places, this far on the way."""
    slope, bow, turn = end - before, 2 * before - 5 * start + 4 * end - after, 3 * start - before - 3 * end + after
    return round(start + share * (slope + share * (bow + share * turn)) / 2, 1)


TRAIL = smooth(_PLACES)


def along(trail: tuple[Point, ...], count: int) -> tuple[Point, ...]:
    """So many points along a trail, its two ends among them, each as far from the next as any other, also in bends."""
    shortest, longest = 0.0, dist(trail[0], trail[-1]) + sum(dist(a, b) for a, b in pairwise(trail)) / count
    for _ in range(40):
        stride = (shortest + longest) / 2
        if len(walk(trail, stride)) >= count:
            shortest = stride
        else:
            longest = stride
    return (*(Point(round(x, 1), round(y, 1)) for x, y in walk(trail, shortest)[: count - 1]), trail[-1])


def walk(trail: tuple[Point, ...], stride: float) -> list[Point]:
    """Where one comes to stand who walks a trail with strides of this length."""
    points = [trail[0]]
    for a, b in pairwise(trail):
        here = points[-1]
        near, far = dist(here, a), dist(here, b)
        if far >= stride > near:
            share = (stride - near) / (far - near)
            points.append(Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share))
    return points


ON_MAP = along(TRAIL, EDELWEISS + 1)

STRIP_STEP, STRIP_HEIGHT = 52, 104
STRIP_START = 186  # before the first square there is room for all who still stand at the start
STRIP_WIDTH = STRIP_START + STRIP_STEP * (EDELWEISS + 1)
_ALONG = tuple(STRIP_START + STRIP_STEP * (place + 0.5) for place in range(1, EDELWEISS + 1))
ON_STRIP = tuple(Point(x, 74) for x in (34, *_ALONG))


def spot(points: tuple[Point, ...], number: int) -> Point:
    """Where flag spot ``number`` lies: between that square and the next."""
    a, b = points[number], points[number + 1]
    return Point(round((a.x + b.x) / 2, 1), round((a.y + b.y) / 2, 1))


SQUARE = 22  # half a square's side
CLOTH = (33, 54, 24)  # of a flag: how far it reaches from its pole, its upper and its lower edge


def covered(points: tuple[Point, ...], at: Point, side: int) -> float:
    """How much of the squares a flag covers that blows to this side of its pole: 1 to the right, -1 to the left."""
    reach, top, bottom = CLOTH
    left, right = sorted((at.x, at.x + side * reach))
    wide = ((min(right, p.x + SQUARE) - max(left, p.x - SQUARE), p.y) for p in points[1:-1])
    high = ((x, min(at.y - bottom, y + SQUARE) - max(at.y - top, y - SQUARE)) for x, y in wide)
    return sum(x * y for x, y in high if x > 0 and y > 0)


def stand(points: tuple[Point, ...], position: int, seat: int) -> Point:
    """Where a pawn stands. Logo and edelweiss hold any number: there they stand side by side (SQ-4, SQ-9)."""
    point = points[position]
    if position == LOGO and points is ON_STRIP:
        return Point(point.x + seat * 34, point.y)
    if position == LOGO:
        return Point(point.x + (seat % 3 - 1) * 36, point.y + 22 + (seat // 3) * 46)
    if position == EDELWEISS:
        return Point(point.x + (seat % 3 - 1) * 15, point.y + (seat // 3) * 12 - 6)
    return point
