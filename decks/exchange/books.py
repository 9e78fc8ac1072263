"""Tables as files: CSV and Excel."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from django.utils.translation import gettext as _
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from decks.exchange.archives import pack_up, weigh
from decks.exchange.contents import LAST_COLUMN, MOST_SHEETS, visible
from decks.exchange.rows import Cell, Room, Table, problem_at, rows_of
from decks.packaged import BrokenDeck, Problem

_NARROW, _WIDE = 12, 40

Sheets = Mapping[str, Sequence[Sequence[Cell]]]


def csv_bytes(sheets: Sheets) -> bytes:
    """A zip of CSV files, marked as UTF-8 so that Excel reads their letters rightly."""
    return pack_up({f"{name}.csv": _one_csv(rows) for name, rows in sheets.items()})


def _one_csv(rows: Sequence[Sequence[Cell]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([str(cell).lower() if isinstance(cell, bool) else cell for cell in row])
    return text.getvalue().encode("utf-8-sig")


def csv_table(data: bytes, file: str, room: Room, problems: list[Problem]) -> Table:
    """The table in a CSV file, its columns separated by whatever Excel chose in the author's country."""
    name = PurePath(file).stem
    try:
        text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        problems.append(Problem(file, 1, "", "", _("expected UTF-8: in Excel, save as “CSV UTF-8”")))
        return Table(file, name, [])
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
    try:
        return Table(file, name, rows_of(file, reader, room, problems))
    except csv.Error:
        what = _("expected CSV; look at the quotes here")
        problems.append(problem_at(file, reader.line_num, "", what))
        return Table(file, name, [])


def xlsx_bytes(sheets: Sheets) -> bytes:
    """An Excel workbook."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        sheet.freeze_panes = "A2"
        for number, row in enumerate(rows, start=1):
            for place, value in enumerate(row, start=1):
                if value is None or value == "":
                    continue
                cell = sheet.cell(number, place)
                cell.value = visible(value) if isinstance(value, str) else value
                if isinstance(value, str):
                    cell.data_type = "s"  # openpyxl would take some texts for formulas or errors
        for place, title in enumerate(rows[0], start=1):
            sheet.cell(1, place).font = Font(bold=True)
            width = _WIDE if str(title).endswith(")") or len(str(title)) > _NARROW else _NARROW
            sheet.column_dimensions[get_column_letter(place)].width = width
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def xlsx_tables(data: bytes, file: str, problems: list[Problem]) -> list[Table]:
    """The tables in an Excel workbook, formulas by their values."""
    weigh(data, file)
    room = Room()
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        if len(book.worksheets) > MOST_SHEETS:
            what = _("expected at most %(most)d sheets") % {"most": MOST_SHEETS}
            problems.append(Problem(file, 1, "", "", what))
        tables = []
        for sheet in book.worksheets[:MOST_SHEETS]:
            name = _("%(file)s, sheet %(name)s") % {"file": file, "name": sheet.title}
            sheet.reset_dimensions()  # they may be wrong
            rows = sheet.iter_rows(max_col=LAST_COLUMN, values_only=True)
            tables.append(Table(name, sheet.title, rows_of(name, rows, room, problems)))
    except MemoryError:
        raise
    except Exception as error:  # openpyxl meets a damaged file with whatever error comes first
        what = _("expected an Excel workbook; this one is damaged")
        raise BrokenDeck([Problem(file, 1, "", "", what)]) from error
    return tables
