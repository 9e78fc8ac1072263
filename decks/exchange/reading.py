"""Reading a file of cards, whatever a stranger has put into it: only where memory and time are bounded.

That is in a process of its own, where ``python -m decks.exchange`` answers what ``decks.exchange.load`` asks.
"""

from collections.abc import Callable, Sequence
from pathlib import PurePath

from django.utils import translation
from django.utils.translation import gettext as _
from msgspec import Struct

from decks.exchange.anki import read_apkg
from decks.exchange.archives import unpack
from decks.exchange.books import csv_table, xlsx_tables
from decks.exchange.contents import MEGABYTE, MOST_PROBLEMS, Loaded, mixture, most_bytes, too_much
from decks.exchange.documents import read_json, read_yaml
from decks.exchange.headings import Manner
from decks.exchange.rows import Room, Table
from decks.exchange.sheets import read, unread
from decks.packaged import BrokenDeck, Problem
from games.rules.pack import Kind

AS_IT_SAYS = Manner()
_LONGEST_PLACE, _LONGEST_SENTENCE = 120, 600


class Question(Struct, frozen=True):
    """What is in this file? ``language`` is that of its texts if it does not say so, ``reader`` that of its author.

    ``columns``: what the author calls columns; ``bare``: there are no headings (`decks.exchange.headings.Manner`).
    """

    data: bytes
    filename: str
    kind: Kind | None
    language: str
    reader: str
    columns: dict[str, str] = {}
    bare: bool = False


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in it, or what is wrong with it: the first problems, and how many more there are."""

    loaded: Loaded | None = None
    problems: tuple[Problem, ...] = ()
    more: int = 0
    unread: tuple[tuple[str, ...], ...] = ()


def answer_to(question: Question) -> Answer:
    """Reads the file, and says what is wrong with it in the language of its author."""
    with translation.override(question.reader):
        try:
            manner = Manner(question.kind, question.language, question.columns, question.bare)
            return Answer(read_file(question.data, question.filename, manner))
        except BrokenDeck as broken:
            first = tuple(map(_shortened, broken.problems[:MOST_PROBLEMS]))
            return Answer(None, first, len(broken.problems) - len(first), broken.unread)


def name_of(filename: str) -> str:
    """What its author calls the file, without its folders."""
    return PurePath(filename).name or _("file")


def refuse_large(data: bytes, file: str) -> None:
    """Refuses with BrokenDeck what nobody should even begin to read."""
    most = most_bytes(file)
    if len(data) > most:
        said = _("expected at most %(most)d MB, not %(size)s MB")
        what = said % {"most": most // MEGABYTE, "size": f"{len(data) / MEGABYTE:.1f}"}
        raise BrokenDeck([Problem(file, 1, "", "", what)])


def read_file(data: bytes, filename: str, manner: Manner = AS_IT_SAYS) -> Loaded:
    """The cards in a file, as ``decks.exchange.load`` gives them, or BrokenDeck with everything that is wrong.

    Whoever calls this puts the own process at the mercy of the file.
    """
    file = name_of(filename)
    refuse_large(data, file)
    readers: dict[str, Callable[[], Loaded]] = {
        ".csv": lambda: _read_csv({file: data}, manner),
        ".xlsx": lambda: _read_xlsx(data, file, manner),
        ".json": lambda: read_json(data, file),
        ".apkg": lambda: read_apkg(data, file, manner.language),
        ".zip": lambda: _read_zip(data, file, manner),
    }
    reader = readers.get(PurePath(file).suffix.casefold())
    if reader is None:
        what = _("expected a file whose name ends in %(endings)s") % {"endings": ", ".join(readers)}
        raise BrokenDeck([Problem(file, 1, "", "", what)])
    loaded = reader()
    if problems := [Problem(file, 1, "", "", what) for what in (*mixture(loaded, manner.kind), *too_much(loaded))]:
        raise BrokenDeck(problems)
    return loaded


def _read_zip(data: bytes, file: str, manner: Manner) -> Loaded:
    files = unpack(data, file)
    endings = {PurePath(name).suffix.casefold() for name in files}
    if endings and endings <= {".yaml", ".yml"}:
        return read_yaml(files, file)
    if endings == {".csv"}:
        return _read_csv(files, manner)
    raise BrokenDeck([Problem(file, 1, "", "", _("expected only .csv files in it, or only .yaml files"))])


def _read_csv(files: dict[str, bytes], manner: Manner) -> Loaded:
    problems: list[Problem] = []
    room = Room()
    tables = [csv_table(data, name, room, problems) for name, data in files.items()]
    return _cards(tables, manner, problems)


def _read_xlsx(data: bytes, file: str, manner: Manner) -> Loaded:
    problems: list[Problem] = []
    return _cards(xlsx_tables(data, file, problems), manner, problems)


def _cards(tables: Sequence[Table], manner: Manner, problems: list[Problem]) -> Loaded:
    loaded = read(tables, manner, problems)
    if problems:
        raise BrokenDeck(problems, unread=unread(tables, manner))
    return loaded


def _shortened(problem: Problem) -> Problem:
    """The problem as it can be shown, however long the names are that a stranger has given to things."""
    places = (_cut(place, _LONGEST_PLACE) for place in (problem.file, problem.card, problem.field))
    file, card, field = places
    return Problem(file, problem.line, card, field, _cut(problem.what, _LONGEST_SENTENCE))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
