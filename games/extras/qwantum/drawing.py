"""What the table of Qwantum needs to name colours and dice."""

from typing import Any

from babel.lists import format_list
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from games.drawing import spoken
from games.rules.qwantum.dice import COLOURS, DICE, Face
from games.wording import signed


def colour_name(colour: str) -> str:
    """A colour of the dice in the reader's language."""
    return {
        "red": pgettext("dice", "red"),
        "yellow": pgettext("dice", "yellow"),
        "blue": pgettext("dice", "blue"),
        "purple": pgettext("dice", "purple"),
        "white": pgettext("dice", "white"),
    }[colour]


@spoken
def colour_word(colour: str) -> str:
    """The same for templates."""
    return colour_name(colour)


@spoken
def die_words(die: Any) -> str:
    """A die or a face in words: "red 5"."""
    return total_words(die.colour, die.number)


@spoken
def total_words(colour: str, total: int) -> str:
    """A number of a colour: "red 13"."""
    return f"{colour_name(colour)}\N{NO-BREAK SPACE}{total}"


@spoken
def enter_words(colour: str, total: int) -> str:
    """What the button does."""
    return gettext("Enter %(colour)s %(total)s") % {"colour": colour_name(colour), "total": total}


@spoken
def entered_words(tray: Any) -> str:
    """What was entered in step B."""
    for found in tray.sums:
        if found.entered:
            return gettext("entered %(colour)s %(total)s") % {"colour": colour_name(found.colour), "total": found.total}
    return gettext("entered nothing")


@spoken
def open_words(tray: Any) -> str:
    """What is left for step C: "red 13, yellow 6 or blue 9"."""
    left = [total_words(found.colour, found.total) for found in tray.sums if not found.entered]
    return format_list(left, style="or", locale=get_language() or "en")


def all_dice() -> tuple[tuple[Face, ...], ...]:
    """The six coloured dice with all their faces (QW-M1)."""
    return DICE


def resting() -> tuple[Face, ...]:
    """One face of each coloured die, in the order of the rows: so they lie before a throw, and look like none."""
    return tuple(sorted((die[0] for die in DICE), key=lambda face: COLOURS.index(face.colour)))


def how_many() -> SafeString:
    """How many dice are picked to be rolled again: the style sheet counts them."""
    return SafeString('<i class="again"></i>')


FILTERS = (colour_word, die_words, total_words, enter_words, entered_words, open_words, signed)
FUNCTIONS = (all_dice, resting, how_many)
