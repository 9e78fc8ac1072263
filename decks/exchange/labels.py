"""What authors read: the columns of tables and what can stand in them, called as the editor calls them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from decks.flat import CHOICE_NAMES
from games.rules.words import LANGUAGES

NAMES: Final[Mapping[str, "Promise | str"]] = {
    "rank": gettext_lazy("Rank"),
    "suit": gettext_lazy("Suit"),
    "year": gettext_lazy("Year"),
    "date": gettext_lazy("Date"),
    "name.": gettext_lazy("Name"),
    "accept.": gettext_lazy("Other names that count"),
    "reject.": gettext_lazy("Near misses that do not count"),
    "mnemonic.": gettext_lazy("Mnemonic"),
    "scene.": gettext_lazy("Picture"),
    "alt.": gettext_lazy("What the picture shows"),
    "story.": gettext_lazy("Story"),
    "number": gettext_lazy("Number"),
    "category": gettext_lazy("Category"),
    "truth": gettext_lazy("True or false"),
    "difficulty": gettext_lazy("Difficulty"),
    "text.": gettext_lazy("Statement"),
    "explanation.": gettext_lazy("Explanation"),
    "basis": gettext_lazy("Where it can be looked up"),
    "card": gettext_lazy("Number of the card"),
    "ask.": gettext_lazy("Question"),
    "answer.": pgettext_lazy("of a question", "Answer"),
    "unfinished": gettext_lazy("Unfinished"),
}
_OF_SHOWS: Final[Mapping[str, "Promise | str"]] = {  # where the same column is called otherwise
    "show": gettext_lazy("Number of the show"),
    "part": gettext_lazy("What it is"),
    "text.": gettext_lazy("Text"),
    "accept.": gettext_lazy("Also right"),
}
_OF_THE_DECK: Final[Mapping[str, "Promise | str"]] = {
    "field": gettext_lazy("About the deck"),
    "value": gettext_lazy("Indication"),
    "text.": gettext_lazy("Text"),
}
PARTS: Final[Mapping[str, "Promise | str"]] = {
    "title": gettext_lazy("Title"),
    "question": gettext_lazy("Question"),
    "word": gettext_lazy("Word"),
}
"""What stands in a row of a quiz show."""
_ABOUT: Final[Mapping[str, "Promise | str"]] = {  # what is told of a deck, and the kinds of decks
    "kind": gettext_lazy("Kind of deck"),
    "languages": gettext_lazy("Languages of the deck"),
    "description": gettext_lazy("Description"),
    "credits": gettext_lazy("Credits"),
    "licence": gettext_lazy("Licence"),
    "statement": gettext_lazy("statements"),
    "event": gettext_lazy("events and questions"),
    "quiz-show": gettext_lazy("quiz show"),
}
# On cards of other tongues, and in their tables.
_RANKS: Final[Mapping[str, str]] = {
    "A": "as ass asso",
    "K": "könig roi re r",
    "Q": "dame donna d",
    "J": "bube valet fante b v f",
}
_FORMER: Final[Mapping[str, str]] = {"urheber": "credits"}  # in files given out earlier
_SIGNS: Final[Mapping[str, str]] = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def called(column: str, sheet: str = "") -> str:
    """What the editor calls a column of a sheet, in the reader's language: ``Name (de)``; else itself."""
    stem, dot, language = column.partition(".")
    names = {"shows": {**NAMES, **_OF_SHOWS}, "about": _OF_THE_DECK}.get(sheet, NAMES)
    name = names.get(f"{stem}{dot}")
    if name is None:
        return column
    return f"{name} ({language})" if language else str(name)


def stem_called(name: str) -> str:
    """The column without its language that some editor calls so, spelt as `column_name` does; empty if none does."""
    return _stems().get(name, "")


def choice_called(choice: Any) -> str:
    """What can stand in a column, as the editor calls it: ``hearts`` is what hearts are called."""
    return str({**CHOICE_NAMES, **PARTS, **_ABOUT}.get(str(choice), choice))


def choice_meant(written: str) -> str:
    """What somebody means who calls it so in their language, in small letters; itself if that is nothing known."""
    return _meanings().get(written.rstrip("\ufe0f"), written)


@lru_cache(maxsize=1)
def _stems() -> dict[str, str]:
    found: dict[str, str] = {}
    for language in LANGUAGES:
        with translation.override(language):
            for stem, name in (*NAMES.items(), *_OF_SHOWS.items(), *_OF_THE_DECK.items()):
                found.setdefault("".join(str(name).split()).casefold(), stem)
    return found


@lru_cache(maxsize=1)
def _meanings() -> dict[str, str]:
    found = {word: rank.casefold() for rank, words in _RANKS.items() for word in words.split()}
    found |= {**_FORMER, **{sign: suit for suit, sign in _SIGNS.items()}}
    for language in LANGUAGES:
        with translation.override(language):
            names = {**CHOICE_NAMES, **PARTS, **_ABOUT}
            found |= {str(name).casefold(): choice for choice, name in names.items()}
    return found
