"""What templates need to word and time an observation."""

import re
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.rules.scene import Item, Scene, Uploaded, parse_scene
from games.rules.words import Say, Text
from games.tables.rendering import one_line
from games.tables.snapshot import Chair, House, People
from games.tables.wording import worded as word

register = template.Library()


@register.filter
def words(text: Text) -> str:
    """A card's text in the reader's language."""
    return text.say(get_language() or "en")


@register.filter
def scene(text: Text) -> Scene | Uploaded:
    """The picture of an event in the reader's language, ready to be drawn."""
    return parsed(text.say(get_language() or "en"))


@lru_cache(maxsize=2048)
def parsed(text: str) -> Scene | Uploaded:
    """A scene read once per process."""
    return parse_scene(text)


@register.filter
def marked(text: Text) -> SafeString:
    """A mnemonic with the letters that spell the year marked: ``[Sh]ivering`` becomes <mark>Sh</mark>ivering."""
    return in_marks(text.say(get_language() or "en"))


@register.filter
def in_marks(mnemonic: str) -> SafeString:
    """The same for a mnemonic whose language is known."""
    pieces = re.split(r"\[([^\]]*)\]", mnemonic)
    shown = (mark_letters(piece) if odd % 2 else piece for odd, piece in enumerate(pieces))
    return format_html_join("", "{}", ((piece,) for piece in shown))


def mark_letters(letters: str) -> SafeString:
    """Letters that sound."""
    return format_html("<mark>{}</mark>", letters)


@register.filter
def seconds(milliseconds: int) -> str:
    """A reaction as seconds with one decimal, in the reader's way of writing it."""
    return localize(round(milliseconds / 1000, 1))


@register.filter
def worded(sentence: Say, people: People) -> str:
    """A sentence of the rules in the reader's language."""
    return word(sentence, people, get_language() or "en")


@register.filter
def own_styles(slug: str) -> tuple[str, ...]:
    """The addresses of the style sheets that only this game needs."""
    return own_files(f"css/games/{slug}.css")


@register.filter
def own_scripts(slug: str) -> tuple[str, ...]:
    """The addresses of the scripts that only this game needs."""
    return own_files(f"js/games/{slug}.js")


@lru_cache(maxsize=64)
def own_files(path: str) -> tuple[str, ...]:
    """The file's address if there is such a file; most games need no script of their own."""
    return (static(path),) if finders.find(path) else ()


@register.filter
def epoch(moment: datetime | None) -> str:
    """A time as milliseconds for the clock of the page; empty for none."""
    return str(int(moment.timestamp() * 1000)) if moment else ""


@register.filter
def chair(people: People, seat: int) -> Chair | None:
    """Who sits in this seat."""
    return people.chair(seat)


@register.filter
def name(people: People, seat: int) -> str:
    """What the player in this seat is called; the host's name for the host's place."""
    there = people.chair(seat)
    return there.name if there else people.host_name


@register.filter
def livery(people: People, seat: int) -> str:
    """The colour of this seat."""
    there = people.chair(seat)
    return there.livery if there else "slate"


@register.filter
def names(people: People, seats: Iterable[int]) -> str:
    """The names of several seats, one after the other."""
    return ", ".join(name(people, seat) for seat in seats)


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


@register.filter
def emblem(colour: str) -> str:
    """The emblem that is married to this colour."""
    return EMBLEMS[colour]


@lru_cache(maxsize=512)
def sprite(symbol: str) -> str:
    """The address of one drawing in the sprite."""
    return f"{static('art/sprite.svg')}#{symbol}"


@register.simple_tag
@lru_cache(maxsize=512)
def icon(symbol: str, classes: str = "ic") -> SafeString:
    """A drawing of the sprite as decoration; what it means stands beside it in words."""
    return format_html(
        '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}"/></svg>', classes, sprite(symbol)
    )


@register.simple_tag
def clause_url(clause: str, slug: str) -> str:
    """Where this clause stands in the rulebooks."""
    book = "common" if clause.startswith("CO-") else slug
    return f"{reverse('tables:rulebook', args=[book])}#{clause}"


@register.inclusion_tag("tables/_action.html")
def action(house: House, name: str, label: str, classes: str = "btn", **fields: object) -> dict[str, object]:
    """A button that does something about the table, such as ``{% action house 'pause' _("Pause") %}``."""
    return {"house": house, "name": name, "label": label, "classes": classes, "fields": fields}


@register.filter
def placed(item: Item) -> str:
    """Where an emoji of a scene is turned and mirrored, as an SVG transform."""
    turn = f"rotate({item.turn} {item.x} {item.y})" if item.turn else ""
    mirror = f"translate({2 * item.x} 0) scale(-1 1)" if item.mirrored else ""
    return f"{turn} {mirror}".strip()


@register.filter
@lru_cache(maxsize=2048)
def picture_url(key: str) -> str:
    """Where an uploaded picture is found."""
    return reverse("picture", args=[key])


@register.filter
def century(year: int) -> str:
    """The first two digits of a year."""
    return f"{year // 100:02}"


@register.filter
def two_digits(year: int) -> str:
    """The last two digits of a year, those of the Major System."""
    return f"{year % 100:02}"


@register.filter
def milliseconds(length: float) -> str:
    """Seconds as whole milliseconds for the clock of the page."""
    return str(int(length * 1000))


@register.simple_tag
def sprite_href(symbol: str) -> str:
    """The address of one drawing in the sprite."""
    return sprite(symbol)


@register.simple_tag
def sprite_url(prefix: str, people: People, seat: int) -> str:
    """The address of a drawing that goes with a seat's emblem, such as its pawn."""
    return sprite(f"{prefix}{EMBLEMS[livery(people, seat)]}")


FEET = {"nature": "spades", "places": "clubs", "history": "diamonds", "culture": "hearts", "economy": "diamonds"}


@register.simple_tag
def foot_url(category: str) -> str:
    """The paper-cut foot of a statement card, one per kind of statement."""
    return sprite(f"footw-{FEET.get(category, 'clubs')}")


@register.filter
def count_up(most: int) -> range:
    """1, 2, 3 ... up to this number."""
    return range(1, most + 1)


@register.simple_tag
def each(template_name: str, line: Any, people: People) -> SafeString:
    """One line of a list, such as one seat: rendered anew only when it has changed."""
    return one_line(template_name, line, people.chair(line.seat), get_language() or "en")


@register.filter
@lru_cache(maxsize=4096)
def move_url(code: str) -> str:
    """Where the moves of this table are posted."""
    return reverse("tables:move", args=[code])
