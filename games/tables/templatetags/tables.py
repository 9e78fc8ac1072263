"""What templates need to word and time an observation."""

from functools import lru_cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.drawing import (
    century,
    emblem,
    foot_url,
    icon,
    in_marks,
    parsed,
    spanned,
    sprite_href,
    two_digits,
)
from games.rules.scene import Scene, Uploaded
from games.rules.words import Text
from games.tables.fragments import draw
from games.tables.naming import name
from games.tables.qr import qr_svg

register = template.Library()
for function in (name, in_marks, emblem, century, two_digits, spanned):
    register.filter(function)
for tag in (icon, sprite_href, foot_url):
    register.simple_tag(tag)
register.simple_tag(qr_svg, name="qr")


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


@register.simple_tag
def fragment(file: str, **given: object) -> SafeString:
    """A fragment of the tables on a page of the site, such as a card."""
    return SafeString(draw(file, get_language() or "en", given))
