"""What the table of Qwantum needs to name colours and dice."""

from typing import Any

from django.utils.translation import gettext, pgettext

from games.drawing import spoken
from games.rules.qwantum.dice import DICE, Face


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
    return f"{colour_name(die.colour)} {die.number}"


@spoken
def enter_words(colour: str, total: int) -> str:
    """What a lit box does."""
    return gettext("Enter %(colour)s %(total)s") % {"colour": colour_name(colour), "total": total}


def all_dice(_: str) -> tuple[tuple[Face, ...], ...]:
    """The six coloured dice with all their faces (QW-M1)."""
    return DICE


FILTERS = (colour_word, die_words, enter_words, all_dice)
