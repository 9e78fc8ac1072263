"""Cells of a table, written so that no program executes them and read as generously as Excel writes them."""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from msgspec import Struct
from openpyxl.cell.cell import ERROR_CODES
from openpyxl.utils import get_column_letter

from decks.exchange.contents import LAST_COLUMN, LAST_ROW, MOST_CELLS, MOST_ROWS, shown, unfit
from decks.exchange.labels import called, choice_called, choice_meant
from decks.packaged import Problem
from games.rules.words import LANGUAGES, Text, Texts

Cell: TypeAlias = str | int | float | datetime.date | datetime.time | datetime.timedelta | None

_TRUE = (
    "true",
    "wahr",
    "vrai",
    "vero",
    "1",
    "richtig",
    "ja",
    "juste",
    "oui",
    "giusto",
    "sì",
    "correct",
    "yes",
    "w",
    "正",
    "本当",
    "○",
)
_FALSE = ("false", "falsch", "faux", "falso", "0", "nein", "non", "sbagliato", "no", "wrong", "f", "誤", "うそ", "×")
# What a spreadsheet takes for a formula, in wide letters too, or for an error such as #N/A; the apostrophes are ours
# or those of an author.
_FORMULA = re.compile(r"'*([=+\-@＝＋－＠]|#[A-Z0-9/]+[!?]?$)")
_WHOLE = re.compile(r"([+-]?\d{1,9})(\.0*)?")
_DAYS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})([T ]00:00(:00)?)?"),
    re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})"),
)


class Table(Struct, frozen=True):
    """A sheet or a CSV file: its rows with their numbers, the blank ones left out."""

    file: str
    name: str
    rows: list[tuple[int, Sequence[Cell]]]


class Room(Struct):
    """What there is still room for in a file, all its tables taken together."""

    lines: int = LAST_ROW  # blank ones too
    rows: int = 2 * MOST_ROWS
    cells: int = MOST_CELLS


class Row:
    """A row below the header. Whatever cannot be read is noted as a problem, and something else stands in for it:
    with a single problem nothing of the deck is kept."""

    def __init__(
        self, file: str, number: int, cells: dict[str, Cell], problems: list[Problem], sheet: str = ""
    ) -> None:
        self.file = file
        self.sheet = sheet
        self.number = number
        self.whole = True
        self._cells = cells
        self._problems = problems

    def problem(self, column: str, what: str) -> None:
        """Notes what is wrong with a cell."""
        self.whole = False
        self._problems.append(problem_at(self.file, self.number, called(column, self.sheet), what))

    def text(self, column: str) -> str:
        """What a cell says; nothing if it is blank."""
        return plain_text(self._cells.get(column))

    def number_in(self, column: str, least: int | None = None) -> int:
        """The whole number in a cell, not below the least."""
        expected = _("a whole number") if least is None else _("a whole number from %(least)d") % {"least": least}
        found = _WHOLE.fullmatch(self.text(column))
        if found and (least is None or int(found[1]) >= least):
            return int(found[1])
        self._refuse(column, expected)
        return 0

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every cell that says something, with its column."""
        return ((column, text) for column in self._cells if (text := self.text(column)))

    def has(self, column: str) -> bool:
        """Is there such a column at all?"""
        return column in self._cells

    def year(self, column: str) -> tuple[int, datetime.date | None]:
        """The year in a cell, and the day if it tells one."""
        if is_day(self.text(column)):
            day = self.day(column)
            return (day.year, day) if day else (0, None)
        return self.number_in(column), None

    def choice(self, column: str, choices: Sequence[Any]) -> Any:
        """One of these, however its letters are written, and in whatever language."""
        written = self._word(column)
        by_name = {str(choice).casefold(): choice for choice in choices}
        meant = written if written in by_name else choice_meant(written)
        if meant in by_name:
            return by_name[meant]
        self._refuse(column, _("one of %(choices)s") % {"choices": ", ".join(map(choice_called, choices))})
        return choices[0]

    def truth(self, column: str) -> bool:
        """True or false, in any language that Excel says it in."""
        written = self._word(column)
        if written not in _TRUE + _FALSE:
            self._refuse(column, _("true or false"))
        return written in _TRUE

    def day(self, column: str) -> datetime.date | None:
        """A day, if there is one."""
        written = self.text(column)
        if not written:
            return None
        for pattern in _DAYS:
            if found := pattern.fullmatch(written):
                try:
                    return datetime.date(int(found["year"]), int(found["month"]), int(found["day"]))
                except ValueError:
                    break
        self._refuse(column, _("a day such as 1989-11-09"))
        return None

    def in_languages(self, field: str) -> Text:
        """A text in every language that has a column."""
        return Text(**{language: self.text(f"{field}.{language}") for language in LANGUAGES})

    def several(self, field: str) -> Texts:
        """Texts that stand in one cell per language, with bars between them."""
        return Texts(**{language: split(self.text(f"{field}.{language}")) for language in LANGUAGES})

    def _word(self, column: str) -> str:
        """What a cell says, in small letters; some programs write 10.0 for 10."""
        text = self.text(column)
        return found[1] if (found := _WHOLE.fullmatch(text)) else text.casefold()

    def _refuse(self, column: str, expected: str) -> None:
        if self.text(column):
            said = _("expected %(expected)s, not %(found)s")
            self.problem(column, said % {"expected": expected, "found": shown(self.text(column))})
        elif column in self._cells:
            self.problem(column, _("is missing: expected %(expected)s") % {"expected": expected})


def is_truth(text: str) -> bool:
    """Does this say true or false, in whatever language?"""
    return text.casefold() in _TRUE + _FALSE


def is_day(text: str) -> bool:
    """Is this written like a day?"""
    return any(pattern.fullmatch(text) for pattern in _DAYS)


def problem_at(file: str, number: int, column: str, what: str) -> Problem:
    """A problem with a cell, named as its author finds it: the row and the column."""
    where = _("column %(n)s") % {"n": column} if column else ""
    return Problem(file, number, _("row %(n)s") % {"n": number}, where, what)


def rows_of(
    file: str, rows: Iterable[Sequence[Cell]], room: Room, problems: list[Problem]
) -> list[tuple[int, Sequence[Cell]]]:
    """The rows with their numbers, without the blank ones; spreadsheets often end with many of those."""
    filled: list[tuple[int, Sequence[Cell]]] = []
    for number, row in enumerate(rows, start=1):
        room.lines -= 1
        if row.count(None) < len(row) and any(map(plain_text, row[:LAST_COLUMN])):
            room.rows -= 1
            room.cells -= sum(1 for cell in row if cell)
            filled.append((number, row[:LAST_COLUMN]))
        if what := _too_much(row, len(filled), room):
            problems.append(problem_at(file, number, "", what))
            break
    return filled


def _too_much(row: Sequence[Cell], filled: int, room: Room) -> str:
    """Why this row is one too many, or too long. Blank cells at the end of a row are there in many a spreadsheet."""
    if room.lines < 0:
        return _("expected nothing below row %(last)d, not even blank rows") % {"last": LAST_ROW}
    if any(map(plain_text, row[LAST_COLUMN:])):
        return _("expected at most %(most)d columns") % {"most": LAST_COLUMN}
    if filled > MOST_ROWS + 1 or room.rows < 0:  # the header is none of them
        return _("expected at most %(most)d rows") % {"most": MOST_ROWS}
    if room.cells < 0:
        return _("expected at most %(most)d cells in all tables together") % {"most": MOST_CELLS}
    return ""


def cells_of(table: Table, header: dict[int, str], problems: list[Problem], sheet: str) -> Iterator[Row]:
    """The rows below the header, with their cells by name."""
    for number, cells in table.rows[1:]:
        named = {header[place]: cell for place, cell in enumerate(cells) if header.get(place)}
        there = {name: named.get(name) for name in header.values() if name}
        row = Row(table.file, number, there, problems, sheet)
        for place, cell in enumerate(cells):
            name = header.get(place, "")
            written = plain_text(cell)
            if written and not name:
                row.problem(get_column_letter(place + 1), _("expected a name at the top of this column"))
            if cell in ERROR_CODES:
                row.problem(name, _("expected a value, but the formula here only says %(found)s") % {"found": cell})
            for what in unfit(written):
                row.problem(name, what)
        yield row


def column_name(cell: Cell) -> str:
    """A name at the top of a column as we spell it."""
    return "".join(plain_text(cell).split()).casefold()


def plain_text(cell: Cell) -> str:
    """What a cell says, without the space around it and without the apostrophe that keeps it from being executed."""
    match cell:
        case None:
            return ""
        case str():
            text = cell.replace("\r\n", "\n").replace("\r", "\n").strip()
            return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime.datetime() if cell.time() == datetime.time():
            return cell.date().isoformat()
    return str(cell)


def harmless(text: str) -> str:
    """The text for a cell; an apostrophe before what would be taken for a formula, so that nobody executes it."""
    return f"'{text}" if _FORMULA.match(text) else text


def joined(texts: Sequence[str]) -> str:
    """Several texts for one cell, with bars between them."""
    return " | ".join(text.replace("|", "\\|") for text in texts)


def split(text: str) -> tuple[str, ...]:
    """The texts of a cell with bars between them; a bar after a backslash belongs to its text."""
    parts = (part.replace("\\|", "|").strip() for part in re.split(r"(?<!\\)\|", text))
    return tuple(part for part in parts if part)
