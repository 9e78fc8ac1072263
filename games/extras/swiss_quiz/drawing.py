"""The board of Swiss Quiz as SVG: on the map for wide screens, as a strip for phones."""

from functools import lru_cache
from typing import NamedTuple

from django.templatetags.static import static
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from games.drawing import spoken, sprite
from games.extras.swiss_quiz import board as drawn
from games.extras.swiss_quiz.board import Point
from games.rules.swiss_quiz.board import LAST, Kind, kind_of
from games.rules.swiss_quiz.observation import Board, Consequence
from games.rules.swiss_quiz.state import Walked

DRAWINGS = {"map": drawn.ON_MAP, "strip": drawn.ON_STRIP}
STEP_TIME = 220  # milliseconds a pawn takes for one square
SIGNS = {Kind.GREEN1: "+1", Kind.GREEN2: "+2", Kind.RED1: "−1"}


class Piece(NamedTuple):
    """A pawn on a drawing, and the way it has just come."""

    seat: int
    at: Point
    walk: str  # "x,y x,y ..." from where it stood
    delay: int  # milliseconds until the pawns before it have arrived


def pieces(board: Board, drawing: str) -> list[Piece]:
    """The pawns, each with the way that the last turned card has sent it, one walking after the other (SQ-4)."""
    points = DRAWINGS[drawing]
    ways: dict[int, tuple[str, int]] = {}
    delay = 400  # a pause for the verdict
    for walked in (event for event in board.turn if isinstance(event, Walked)):
        places = (walked.start, *walked.path)
        way = " ".join(f"{p.x:g},{p.y:g}" for p in (drawn.stand(points, place, walked.seat) for place in places))
        ways[walked.seat] = (way, delay)
        delay += STEP_TIME * len(walked.path) + 120
    return [
        Piece(pawn.seat, drawn.stand(points, pawn.position, pawn.seat), *ways.get(pawn.seat, ("", 0)))
        for pawn in board.pawns
    ]


KINDS = {Kind.GREEN1: " (+1)", Kind.GREEN2: " (+2)", Kind.RED1: " (−1)"}


@spoken
def consequence(stake: Consequence) -> SafeString:
    """Where a right answer with this stake would lead, and what a wrong one costs, in one line."""
    return _consequence(stake, get_language())


@lru_cache(maxsize=4096)
def _consequence(stake: Consequence, language: str | None) -> SafeString:
    steps = ngettext("Right: %(n)s step", "Right: %(n)s steps", stake.steps) % {"n": stake.steps}
    if stake.arrives:
        end = format_html("<b>{}</b>", gettext("to the edelweiss"))
    else:
        square = format_html("<b>{}</b>", stake.square)
        end = SafeString(
            escape(gettext("to square <b>%(square)s</b>")).replace("&lt;b&gt;%(square)s&lt;/b&gt;", square)
        )
    camera = f" ({gettext('camera')})" if stake.kind is Kind.CAMERA else ""
    kind = KINDS.get(stake.kind, camera) if stake.kind is not None else ""
    past = ngettext("past a flag", "past %(n)s flags", stake.flags) % {"n": stake.flags} if stake.flags else ""
    wrong = gettext("Wrong: you stay, the stake is gone.") if stake.total else gettext("Wrong: you stay.")
    right = format_html("{} {}{}{}", steps, end, kind, f", {past}" if past else "")
    return format_html(gettext("{right}. {wrong}"), right=right, wrong=wrong)


class Spot(NamedTuple):
    """A flag spot on a drawing."""

    number: int
    flag: bool
    at: Point
    turned: bool  # blows to the left, where it covers fewer numbers


def flag_spots(board: Board, drawing: str) -> list[Spot]:
    """The spots between squares, with and without a flag."""
    return [Spot(number, number in board.flags, *_spot(drawing, number)) for number in board.spots]


@lru_cache(maxsize=128)
def _spot(drawing: str, number: int) -> tuple[Point, bool]:
    points = DRAWINGS[drawing]
    at = drawn.spot(points, number)
    beside = (Point(at.x + aside, at.y) for aside in (0, -drawn.SQUARE, drawn.SQUARE))  # where the trail goes upwards
    ways = [(drawn.covered(points, pole, side), pole, side < 0) for pole in beside for side in (1, -1)]
    return min(ways, key=lambda way: way[0])[1:]


@lru_cache(maxsize=2)
def squares(drawing: str) -> SafeString:
    """All squares of a drawing. They never change, so they are drawn once per process."""
    return format_html_join("", "{}", ((_square(number, DRAWINGS[drawing][number]),) for number in range(1, LAST + 1)))


def _square(number: int, point: Point) -> SafeString:
    kind = kind_of(number)
    inside: SafeString
    if kind is Kind.CAMERA:
        inside = format_html('<use class="cam" href="{}" x="-14" y="-14" width="28" height="28"/>', sprite("i-camera"))
    elif kind is Kind.PLAIN:
        inside = format_html('<text class="n" y="7">{}</text>', number)
    else:
        inside = format_html('<text y="9">{}</text>', SIGNS[kind])
    return format_html(
        '<g class="sq sq-{}" transform="translate({} {})"><use class="box" href="#sq-box"/>{}</g>',
        kind.value,
        f"{point.x:g}",
        f"{point.y:g}",
        inside,
    )


@lru_cache(maxsize=2)
def trail(drawing: str) -> SafeString:
    """The dotted line from square to square."""
    points = drawn.TRAIL if drawing == "map" else drawn.ON_STRIP
    straight = len({y for _, y in points}) == 1
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in ((points[0], points[-1]) if straight else points))
    return format_html(
        '<defs><path id="{name}" d="{path}"/></defs>'
        '<use class="trail-u" href="#{name}"/><use class="trail" href="#{name}"/>',
        name=f"trail-{drawing}",
        path=path,
    )


@lru_cache(maxsize=1)
def swiss_map() -> SafeString:
    """The map itself: one cached picture."""
    return format_html('<use href="{}#map"/>', static("art/swiss-map.svg"))


def end_of(drawing: str, which: str) -> Point:
    """Where the logo or the edelweiss is drawn."""
    return DRAWINGS[drawing][0 if which == "logo" else -1]


def view_box(drawing: str) -> str:
    """The part of the plane that a drawing shows."""
    return drawn.VIEW_BOX if drawing == "map" else f"0 0 {drawn.STRIP_WIDTH} {drawn.STRIP_HEIGHT}"


def text_size(text: str) -> str:
    """Classes for a statement: the shorter it is, the larger it can be read."""
    letters = len(text)
    if letters >= 120:
        return "long longest"
    return "long" if letters >= 110 else "brief" if letters < 90 else ""


FILTERS = (pieces, consequence, flag_spots, text_size)
FUNCTIONS = (squares, trail, swiss_map, end_of, view_box)
