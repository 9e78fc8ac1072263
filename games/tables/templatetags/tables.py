"""What templates need to word and time an observation."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.drawing import (
    EMBLEMS,
    century,
    count_up,
    emblem,
    epoch,
    icon,
    in_marks,
    milliseconds,
    parsed,
    picture_url,
    placed,
    seconds,
    sprite,
    sprite_href,
    two_digits,
)
from games.rules.scene import Scene, Uploaded
from games.rules.words import Text
from games.tables.snapshot import Chair, People

register = template.Library()
for function in (in_marks, seconds, epoch, emblem, placed, picture_url, century, two_digits, milliseconds, count_up):
    register.filter(function)
for tag in (icon, sprite_href):
    register.simple_tag(tag)


@register.filter
def words(text: Text) -> str:
    """A card's text in the reader's language."""
    return text.say(get_language() or "en")


@register.filter
def scene(text: Text) -> Scene | Uploaded:
    """The picture of an event in the reader's language, ready to be drawn."""
    return parsed(text.say(get_language() or "en"))


@register.filter
def marked(text: Text) -> SafeString:
    """A mnemonic with the letters that spell the year marked: ``[Sh]ivering`` becomes <mark>Sh</mark>ivering."""
    return in_marks(text.say(get_language() or "en"))


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


@register.simple_tag
def clause_url(clause: str, slug: str) -> str:
    """Where this clause stands in the rulebooks."""
    book = "common" if clause.startswith("CO-") else slug
    return f"{reverse('tables:rulebook', args=[book])}#{clause}"


@register.simple_tag
def sprite_url(prefix: str, people: People, seat: int) -> str:
    """The address of a drawing that goes with a seat's emblem, such as its pawn."""
    return sprite(f"{prefix}{EMBLEMS[livery(people, seat)]}")
