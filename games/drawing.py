"""The small drawings and figures of all pages: icons, scenes, marked mnemonics, years and times."""

import re
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from babel import Locale
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.rules.scene import Item, Scene, Uploaded, parse_scene
from games.rules.typeset import steps

SPOKEN: set[Callable[..., Any]] = set()
F = TypeVar("F", bound=Callable[..., Any])


def spoken(function: F) -> F:
    """Marks what says something in the active language."""
    SPOKEN.add(function)
    return function


@lru_cache(maxsize=2048)
def parsed(text: str) -> Scene | Uploaded:
    """A scene read once per process."""
    return parse_scene(text)


@lru_cache(maxsize=4096)
def in_marks(mnemonic: str) -> SafeString:
    """The same for a mnemonic whose language is known."""
    pieces = re.split(r"\[([^\]]*)\]", mnemonic)
    shown = (mark_letters(piece) if odd % 2 else piece for odd, piece in enumerate(pieces))
    return format_html_join("", "{}", ((piece,) for piece in shown))


def mark_letters(letters: str) -> SafeString:
    """Letters that sound."""
    return format_html("<mark>{}</mark>", letters)


@spoken
def seconds(milliseconds: int) -> str:
    """A reaction as seconds with one decimal, in the reader's way of writing it."""
    return localize(round(milliseconds / 1000, 1))


def epoch(moment: datetime | None) -> str:
    """A time as milliseconds for the clock of the page; empty for none."""
    return str(int(moment.timestamp() * 1000)) if moment else ""


EMBLEMS = {
    "red": "heart",
    "blue": "bell",
    "yellow": "star",
    "purple": "moon",
    "green": "fir",
    "orange": "sun",
    "slate": "key",
    "cream": "flower",
}


def emblem(colour: str) -> str:
    """The emblem that is married to this colour."""
    return EMBLEMS[colour]


@lru_cache(maxsize=512)
def sprite(symbol: str) -> str:
    """The address of one drawing in the sprite."""
    return f"{static('art/sprite.svg')}#{symbol}"


def scenery(symbol: str) -> str:
    """The address of one drawing of the hall in which a game ends."""
    return f"{static('art/ending.svg')}#{symbol}"


@lru_cache(maxsize=512)
def icon(symbol: str, classes: str = "ic") -> SafeString:
    """A drawing of the sprite as decoration; what it means stands beside it in words."""
    which = format_html(' class="{}"', classes) if classes else ""
    return format_html('<svg{} aria-hidden="true"><use href="{}"/></svg>', which, sprite(symbol))


def placed(item: Item) -> str:
    """Where an emoji of a scene is turned and mirrored, as an SVG transform."""
    turn = f"rotate({item.turn} {item.x} {item.y})" if item.turn else ""
    mirror = f"translate({2 * item.x} 0) scale(-1 1)" if item.mirrored else ""
    return f"{turn} {mirror}".strip()


_HORIZONS: dict[str, str] = {
    "flat": "M0 108H100V140H0z",
    "hills": "M0 112C30 100 66 104 100 112V140H0z",
    "sea": "M0 104q8-4 16 0t17 0 17 0 17 0 17 0 16 0V140H0z",
    "peaks": "M0 116L22 92 36 108 58 84 78 108 88 98 100 110V140H0z",
    "dunes": "M0 118C20 100 44 122 62 112S92 102 100 112V140H0z",
}


def horizon(name: str) -> str:
    """What lies below the horizon of a scene, as the path of an SVG; empty for none."""
    return _HORIZONS.get(name, "")


@lru_cache(maxsize=2048)
def picture_url(key: str) -> str:
    """Where an uploaded picture is found."""
    return reverse("picture", args=[key])


def century(year: int) -> str:
    """The first two digits of a year."""
    return f"{year // 100:02}"


def two_digits(year: int) -> str:
    """The last two digits of a year, those of the Major System."""
    return f"{year % 100:02}"


_SIZES = ("", "long", "longer")


def type_sizes(name: str, mnemonic: str) -> tuple[str, str]:
    """Classes for an event's name and mnemonic: both stand whole on the card, in letters as large as they can be."""
    one, other = steps(name, mnemonic) or (-1, -1)
    return _SIZES[one], _SIZES[other]


def milliseconds(length: float) -> str:
    """Seconds as whole milliseconds for the clock of the page."""
    return str(int(length * 1000))


def sprite_href(symbol: str) -> str:
    """The address of one drawing in the sprite."""
    return sprite(symbol)


def count_up(most: int) -> range:
    """1, 2, 3 ... up to this number."""
    return range(1, most + 1)


def tenths(milliseconds: int) -> str:
    """Seconds with one decimal: 930 is `0.9`."""
    return f"{milliseconds / 1000:.1f}"


def spanned(minutes: str) -> str:
    """From how long to how long, as it is printed: `30-45` with a dash that no line breaks."""
    return minutes.replace("-", "\u2060–\u2060")


FEET = {"nature": "spades", "places": "clubs", "history": "diamonds", "culture": "hearts", "economy": "diamonds"}


def name_size(name: str) -> str:
    """A class for a name that needs smaller letters to stand whole: from twelve letters on, or as wide as that."""
    wide = sum(2 if ord(letter) > 0x2E7F or letter in "MWmw" else 1 for letter in name)
    return "long" if wide > 11 else ""


def foot_url(category: str) -> str:
    """The paper-cut foot of a statement card, one per kind of statement."""
    return sprite(f"footw-{FEET.get(category, 'clubs')}")


def read_in(language: str, languages: tuple[str, ...]) -> str:
    """The name of the language that cards are read in where they do not exist in this one; else empty."""
    if not languages or language in languages:
        return ""
    return str(Locale(language).languages["en" if "en" in languages else languages[0]])


@lru_cache(maxsize=16)
def own_name(language: str) -> str:
    """What a language calls itself: Deutsch, français."""
    return str(Locale(language).get_display_name(language))
