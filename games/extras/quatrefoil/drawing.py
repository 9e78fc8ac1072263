"""What the table of Quatrefoil needs to name tokens, places and pushes."""

import re
from collections.abc import Iterable
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from games.drawing import icon, spoken


@spoken
def token_name(colour: str) -> str:
    """A colour of the tokens in the reader's language."""
    return {
        "blue": pgettext("token", "blue"),
        "green": pgettext("token", "green"),
        "purple": pgettext("token", "purple"),
        "red": pgettext("token", "red"),
        "yellow": pgettext("token", "yellow"),
    }[colour]


@spoken
def place_name(position: str) -> str:
    """A place of the quatrefoil."""
    return {
        "northwest": gettext("northwest"),
        "northeast": gettext("northeast"),
        "southwest": gettext("southwest"),
        "southeast": gettext("southeast"),
        "free": gettext("free"),
    }[position]


@spoken
def token_words(token: Any) -> str:
    """Where a token lies: "northwest: red"."""
    return f"{place_name(token.position)}: {token_name(token.colour)}"


@spoken
def goal_words(tokens: Iterable[Any]) -> str:
    """Where all tokens lie, or should."""
    return ", ".join(token_words(token) for token in tokens)


def _pushes() -> dict[str, str]:
    return {
        "top-east": gettext("Push the upper row east"),
        "top-west": gettext("Push the upper row west"),
        "bottom-east": gettext("Push the lower row east"),
        "bottom-west": gettext("Push the lower row west"),
        "left-south": gettext("Push the left column south"),
        "left-north": gettext("Push the left column north"),
        "right-south": gettext("Push the right column south"),
        "right-north": gettext("Push the right column north"),
    }


@spoken
def push_names(_: str) -> list[tuple[str, str]]:
    """The eight pushes in words (QF-1.1)."""
    return list(_pushes().items())


@spoken
def arrow_words(arrow: Any) -> str:
    """A push with what goes in and what comes out."""
    return gettext("%(push)s: %(into)s goes in, %(out)s comes out") % {
        "push": _pushes()[arrow.way],
        "into": token_name(arrow.into),
        "out": token_name(arrow.out),
    }


@spoken
def step_words(step: Any) -> str:
    """A step of the solution in words."""
    if step.kind == "push":
        return _pushes()[step.how]
    return gettext("Turn right") if step.how == "clockwise" else gettext("Turn left")


@spoken
def north_words(colour: str, over: bool) -> str:
    """Which token must be free (QF-S3), or had to be."""
    if over:
        return {
            "blue": gettext("Blue lay north and had to be free."),
            "green": gettext("Green lay north and had to be free."),
            "purple": gettext("Purple lay north and had to be free."),
            "red": gettext("Red lay north and had to be free."),
            "yellow": gettext("Yellow lay north and had to be free."),
        }[colour]
    return {
        "blue": gettext("Blue lies north: it must be free."),
        "green": gettext("Green lies north: it must be free."),
        "purple": gettext("Purple lies north: it must be free."),
        "red": gettext("Red lies north: it must be free."),
        "yellow": gettext("Yellow lies north: it must be free."),
    }[colour]


@spoken
def way_name(way: str) -> str:
    """The way to play, beside the name of the game (QF-V1 to QF-V5)."""
    return {
        "base": gettext("Hidden cards"),
        "open": gettext("All cards open"),
        "half-colours": gettext("Colours open"),
        "half-positions": gettext("Positions open"),
        "race": gettext("Race the Clock: two minutes"),
        "dual": gettext("Dual: no turns, the goal is open"),
        "dual-race": gettext("Dual against the clock"),
    }[way]


@spoken
def aim_words(way: str) -> str:
    """Where the moves are counted: that there should be few (QF-V1, QF-V2)."""
    return gettext("as few as possible") if way in ("open", "half-colours", "half-positions") else ""


def clauses(said: str) -> list[str]:
    """The parts of a sentence, up to a colon or a full stop: a heading breaks there and nowhere else."""
    return re.findall(r"[^:：。]+[:：。]?", said)


@spoken
def sign(in_place: bool) -> SafeString:
    """A signal and what it means, which no line break parts."""
    if in_place:
        said = format_html(gettext("%(icon)s it is").replace("%(icon)s", "{}"), icon("i-check"))
        return format_html('<span class="sign ok">{}</span>', said)
    said = format_html(gettext("%(icon)s it is not").replace("%(icon)s", "{}"), icon("i-cross"))
    return format_html('<span class="sign no">{}</span>', said)


FILTERS = (
    *(token_name, place_name, token_words, goal_words, push_names, arrow_words, step_words, north_words),
    *(way_name, aim_words, clauses),
)
FUNCTIONS = (sign,)
