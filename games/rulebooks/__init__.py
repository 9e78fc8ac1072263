"""What players read: one book of rules per game and language, clause by clause.

A book is a Markdown file: a title, one lead sentence, then sections of clauses, each with its bold id first.
"""

import re
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from msgspec import Struct

COMMON = "common"
"""The book of the house, whose clauses hold in every game."""

_CLAUSE = re.compile(r"^\*\*([A-Z]{2}-(?:[A-Z]?[0-9]+(?:\.[0-9]+)?|[A-Z]))\*\* ", re.MULTILINE)
_SECTION = re.compile(r"^## +(.+)$", re.MULTILINE)
_MARKDOWN = MarkdownIt("commonmark", {"html": False})

_FILES = {(path.name.split(".")[0], path.name.split(".")[1]): path for path in Path(__file__).parent.glob("*.*.md")}

BOOKS = (COMMON, *sorted({slug for slug, _ in _FILES} - {COMMON}))
"""Every book there is, the common one first."""


class Clause(Struct, frozen=True):
    """One rule: the id that refusals name, and its text."""

    id: str
    html: str


class Section(Struct, frozen=True):
    """Clauses that belong together."""

    heading: str
    clauses: tuple[Clause, ...]


class Rulebook(Struct, frozen=True):
    """The rules of one game in one language."""

    slug: str
    language: str
    title: str
    lead: str
    sections: tuple[Section, ...]


def clauses(game_slug: str) -> tuple[str, ...]:
    """The ids of a book's clauses, in order. Raises LookupError if there is no such book."""
    return tuple(clause.id for section in page(game_slug, "en").sections for clause in section.clauses)


def book_of(clause: str) -> str | None:
    """The book in which this clause stands, so that a refusal can link to it."""
    return next((book for book in BOOKS if clause in clauses(book)), None)


def page(game_slug: str, language: str) -> Rulebook:
    """The rules of a game, in English if this language is missing. LookupError if no such book exists."""
    if game_slug not in BOOKS:
        raise LookupError(f"There is no rulebook for {game_slug!r}.")
    return _page(game_slug, language if (game_slug, language) in _FILES else "en")


@cache
def _page(game_slug: str, language: str) -> Rulebook:
    path = _FILES[game_slug, language]
    front, *parts = _SECTION.split(path.read_text(encoding="utf-8"))
    title, lead = front.strip().removeprefix("# ").split("\n", 1)
    sections = zip(parts[::2], parts[1::2], strict=True)
    return Rulebook(
        slug=game_slug,
        language=language,
        title=title,
        lead=lead.strip(),
        sections=tuple(Section(heading.strip(), _clauses(text)) for heading, text in sections),
    )


def _clauses(text: str) -> tuple[Clause, ...]:
    before, *parts = _CLAUSE.split(text)
    if before.strip():
        raise ValueError(f"This text belongs to no clause: {before.strip()[:60]}")
    return tuple(Clause(name, _MARKDOWN.render(words)) for name, words in zip(parts[::2], parts[1::2], strict=True))
