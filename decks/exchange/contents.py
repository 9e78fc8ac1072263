"""What a file of cards holds, in which forms there are such files, and how large they may be."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from decks.cards import texts_of
from decks.packaged import About, Placed, Problem
from games.rules.pack import Event, Kind, QuestionCard, QuizShow, Statement
from games.rules.words import LANGUAGES, Text

Format: TypeAlias = Literal["csv", "xlsx", "yaml", "json", "apkg"]

FORMATS: dict[Kind, tuple[Format, ...]] = {
    "statement": ("xlsx", "csv", "yaml", "json"),
    "event": ("xlsx", "csv", "yaml", "json", "apkg"),
    "quiz-show": ("xlsx", "csv", "yaml", "json"),
}
"""The forms in which a deck of each kind can be written."""

ENDINGS: dict[Format, str] = {
    "csv": ".csv.zip",
    "xlsx": ".xlsx",
    "yaml": ".yaml.zip",
    "json": ".json",
    "apkg": ".apkg",
}
"""How the name of a file in this form ends."""

MEGABYTE = 1_000_000
MOST_BYTES, MOST_UNPACKED, MOST_FILES = 5 * MEGABYTE, 50 * MEGABYTE, 1_000
# Of packages, which bring pictures along: what is not read is not unpacked either.
MOST_PACKAGE, MOST_PACKED = 25 * MEGABYTE, 20_000
MOST_ROWS, MOST_CELLS, LONGEST_CELL = 10_000, 400_000, 5_000
LAST_ROW, LAST_COLUMN, MOST_SHEETS = 100_000, 200, 20  # blank ones too: a forged workbook may claim any number
MOST_TEXT, MOST_SHOWS = 5 * MEGABYTE, 50  # of a whole deck, in characters
MOST_PROBLEMS = 10  # that an author is shown at once
LARGEST_NUMBER = 999_999_999

_DECKS = {
    "statement": gettext_lazy("statements"),
    "event": gettext_lazy("events"),
    "quiz-show": gettext_lazy("quiz shows"),
}
_PARTS: dict[Kind, tuple[str, ...]] = {
    "statement": ("statement",),
    "event": ("event", "question"),
    "quiz-show": ("show",),
}
# What a database or a spreadsheet cannot hold, and nobody can see.
_UNSEEN = re.compile(r"[^\t\n -~\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def most_bytes(filename: str) -> int:
    """How large a file of this name may be."""
    return MOST_PACKAGE if filename.casefold().endswith(ENDINGS["apkg"]) else MOST_BYTES


class Unfinished(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that is not finished: its part of a deck, and its fields as they were typed (decks.flat)."""

    part: str
    fields: dict[str, str]


class Loaded(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file holds: the cards, what the deck is if the file says so, and the cards that are not finished yet."""

    about: About | None = None
    statements: tuple[Statement, ...] = ()
    events: tuple[Event, ...] = ()
    questions: tuple[QuestionCard, ...] = ()
    shows: tuple[QuizShow, ...] = ()
    unfinished: tuple[Unfinished, ...] = ()

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of deck that these cards belong to: one of them, unless cards are mixed or missing."""
        found: dict[Kind, bool] = {
            "statement": bool(self.statements),
            "event": bool(self.events or self.questions),
            "quiz-show": bool(self.shows),
        }
        parts = {card.part for card in self.unfinished}
        return [kind for kind, there in found.items() if there or parts.intersection(_PARTS[kind])]


def mixture(loaded: Loaded, kind: Kind | None) -> Iterator[str]:
    """What is wrong with the cards of a file taken together, if they ought to be a deck of this kind."""
    expected = kind or (loaded.about and loaded.about.kind)
    if kind and loaded.about and loaded.about.kind != kind:
        said = _("expected a deck of %(wanted)s, not of %(found)s")
        yield said % {"wanted": _DECKS[kind], "found": _DECKS[loaded.about.kind]}
    if not loaded.kinds:
        yield _("expected at least one card")
    elif len(loaded.kinds) > 1 or (expected and loaded.kinds != [expected]):
        wanted = _DECKS[expected] if expected else _("cards of one kind")
        found = _(" and ").join(str(_DECKS[one]) for one in loaded.kinds)
        yield _("expected only %(wanted)s, not %(found)s") % {"wanted": wanted, "found": found}


def too_much(loaded: Loaded) -> Iterator[str]:
    """What is wrong with the size of a deck, all its cards taken together."""
    cards = (*loaded.statements, *loaded.events, *loaded.questions, *loaded.shows)
    count = len(cards) + len(loaded.unfinished)
    if count > MOST_ROWS:
        yield _("expected at most %(most)d cards, not %(n)d") % {"most": MOST_ROWS, "n": count}
    if len(loaded.shows) > MOST_SHOWS:
        yield _("expected at most %(most)d shows, not %(n)d") % {"most": MOST_SHOWS, "n": len(loaded.shows)}
    texts = [text for card in cards for _field, text in texts_of(card)]
    if len(texts) > MOST_CELLS or sum(len(one) for text in texts for one in text.all()) > MOST_TEXT:
        yield _("expected at most %(most)d million characters in all cards together") % {"most": MOST_TEXT // 1_000_000}


def unfit(text: str) -> Iterator[str]:
    """What is wrong with a text, whatever it says."""
    if len(text) > LONGEST_CELL:
        yield _("expected at most %(most)d characters, not %(n)d") % {"most": LONGEST_CELL, "n": len(text)}
    if found := _UNSEEN.search(text):
        yield _("expected no invisible characters (at character %(n)d)") % {"n": found.start() + 1}


def visible(text: str) -> str:
    """The text without what no spreadsheet can hold."""
    return _UNSEEN.sub("", text)


def unfit_parts(placed: Placed) -> Iterator[Problem]:
    """What is wrong with the texts and the number of a card that was written down as a whole."""
    card = placed.card
    yield from (placed.problem(*found) for found in _unfit_texts(card))
    if isinstance(card, Statement):
        yield from (placed.problem("basis", what) for what in unfit(card.basis))
        if not 1 <= card.number <= LARGEST_NUMBER:
            yield placed.problem("number", _("expected a whole number from 1, not %(n)d") % {"n": card.number})
    if isinstance(card, Event) and abs(card.year) > LARGEST_NUMBER:
        yield placed.problem("year", _("expected a year, not %(found)s") % {"found": shown(card.year)})


def unfit_about(about: About, file: str) -> Iterator[Problem]:
    """What is wrong with the texts that say what a deck is."""
    yield from (Problem(file, 1, "", *found) for found in _unfit_texts(about))


def _unfit_texts(part: Struct) -> Iterator[tuple[str, str]]:
    for field, text in texts_of(part):
        for language in LANGUAGES:
            said: str | tuple[str, ...] = getattr(text, language)
            together = said if isinstance(said, str) else "\n".join(said)  # as they stand in one field of the editor
            yield from ((f"{field}.{language}", what) for what in unfit(together))


def shown(value: object) -> str:
    """What an author wrote, quoted, and cut if it is long."""
    text = str(value)
    return _("“%(text)s”") % {"text": text if len(text) <= 40 else text[:39] + "…"}


def unfit_unfinished(cards: Iterable[Unfinished], file: str) -> Iterator[Problem]:
    """What is wrong with the fields of unfinished cards, whatever they say."""
    for position, card in enumerate(cards, start=1):
        where = _("unfinished card %(n)d") % {"n": position}
        for path, text in card.fields.items():
            yield from (Problem(file, 1, where, path[:40], what) for what in (*unfit(text), *unfit(path)))


def in_language(text: str, language: str) -> Text:
    """A text in one language only."""
    return Text(**{language: text})
