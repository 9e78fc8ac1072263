"""Small files that are made to take more memory or time than anybody has."""

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable

from decks.exchange import sample
from decks.exchange.archives import pack_up
from tests.decks.exchange.making import csv_zip

COLLECTION = "CREATE TABLE col (models)"
COUNTING = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {}) "
ENDLESS = "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 1 AS mid, '' AS flds FROM n"


def apkg(*statements: str) -> bytes:
    """An Anki package whose collection these statements make."""
    database = sqlite3.connect(":memory:")
    for statement in (COLLECTION, *statements):
        database.execute(statement)
    database.commit()
    return pack_up({"collection.anki2": database.serialize(), "media": b"{}"})


def note(text: str) -> bytes:
    """An Anki package with one note."""
    return apkg("CREATE TABLE notes (id, mid, flds)", f"INSERT INTO notes VALUES (1, 1, '{text}')")


def repainted(old: str, new: str) -> bytes:
    """An Anki package in whose schema one text stands in place of another of the same length: forged."""
    database = sqlite3.connect(":memory:")
    for statement in (COLLECTION, "CREATE TABLE notes (id, mid, flds)"):
        database.execute(statement)
    database.execute("PRAGMA writable_schema = ON")
    database.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'notes'", (old, new))
    database.commit()
    return pack_up({"collection.anki2": database.serialize(), "media": b"{}"})


def xlsx(**parts: bytes | str) -> bytes:
    """The sample workbook with other parts: ``worksheets/sheet1``, ``sharedStrings``, ``styles``."""
    with zipfile.ZipFile(io.BytesIO(sample("statement", "xlsx"))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    types = files["[Content_Types].xml"].decode()
    known = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{SHARED}"/></Types>'
    files["[Content_Types].xml"] = types.replace("</Types>", known).encode()
    files["xl/sharedStrings.xml"] = f"{HEAD}<sst {MAIN}/>".encode()
    for name, content in parts.items():
        files[f"xl/{PLACES.get(name, name)}.xml"] = content.encode() if isinstance(content, str) else content
    return pack_up(files)


PLACES = {"sheet1": "worksheets/sheet1"}
SHARED = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
HEAD = '<?xml version="1.0"?>'
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def sheet(rows: str) -> str:
    """A worksheet."""
    return f"{HEAD}<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"


def entities(repeated: int) -> str:
    """A worksheet with one text of an entity that stands for much more."""
    one = f'<!DOCTYPE x [<!ENTITY e "{"ha" * 50_000}">]>'
    return HEAD + one + sheet(f'<row><c t="str"><v>{"&e;" * repeated}</v></c></row>').removeprefix(HEAD)


DECK = b"kind: statement\nlanguages: [en]\n"


def yaml_zip(cards: str) -> bytes:
    """A deck of statements in YAML."""
    return pack_up({"deck.yaml": DECK, "statements-001-055.yaml": cards.encode()})


def twice(name: str, *contents: bytes) -> bytes:
    """A zip with several files of one name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number, data in enumerate(contents):
            archive.writestr(f"{name}{number}", data)
    return packed.getvalue().replace(f"{name}1".encode(), f"{name}0".encode())


def styles(format_code: str) -> str:
    """How a workbook shows its cells."""
    formats = f'<numFmts count="1"><numFmt numFmtId="200" formatCode="{format_code}"/></numFmts>'
    return f'{HEAD}<styleSheet {MAIN}>{formats}<cellXfs count="1"><xf numFmtId="200"/></cellXfs></styleSheet>'


def strings(written: str) -> str:
    """The strings that the cells of a workbook share."""
    return f"{HEAD}<sst {MAIN}>{written}</sst>"


def as_json(**fields: object) -> bytes:
    """A deck as JSON."""
    return json.dumps(fields).encode()


NOTES = "CREATE TABLE notes (id, mid, flds)"
COUNTED = COUNTING.format(900) + "INSERT INTO notes (id, mid) SELECT i, i FROM n"
KINDS = json.dumps({str(number): {"flds": [{"name": "x"}] * 100} for number in range(900)})
LAUGHS = "".join(f"e{n}: &e{n} [{', '.join([f'*e{n - 1}'] * 9)}]\n" for n in range(1, 10))
STATEMENT = {"number": 1, "category": "nature", "truth": True, "difficulty": 1}
MISLEADING = " - at `$" * 500_000

# What it is: how the file is called, and what is in it. None of these can be read.
BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a column that is worked out": (
        "a.apkg",
        lambda: apkg("CREATE TABLE notes (id, mid, flds AS (hex(zeroblob(10000000))))", COUNTED),
    ),
    "a long value by default": (
        "a.apkg",
        lambda: apkg(
            "CREATE TABLE notes (id, mid)", COUNTED, f"ALTER TABLE notes ADD COLUMN flds DEFAULT '{'x' * 4_000_000}'"
        ),
    ),
    "a view without end": ("a.apkg", lambda: apkg(f"CREATE VIEW notes AS {ENDLESS}")),
    "a table that a module makes up": (
        "a.apkg",
        lambda: apkg("CREATE VIRTUAL TABLE notes USING fts4(id, mid, flds)"),
    ),
    "a forged schema": ("a.apkg", lambda: repainted(NOTES, "CREATE VIRTUAL TABLE notes USING x")),
    "a schema that is a view": ("a.apkg", lambda: repainted(NOTES, f"CREATE VIEW notes AS {ENDLESS}")),
    "marks that never end": ("a.apkg", lambda: note("<" * 120_000 + "\x1f1989")),
    "shorter marks that never end": ("a.apkg", lambda: note("<br" * 33_000 + "\x1f1989")),
    "many marks that never end": ("a.apkg", lambda: note("<" * 4_900_000)),
    "gaps that never end": ("a.apkg", lambda: note("{{c" + "1" * 3_000_000)),
    "fields": ("a.apkg", lambda: note("\x1f" * 3_000_000)),
    "kinds of notes": (
        "a.apkg",
        lambda: apkg(
            f"INSERT INTO col VALUES ('{KINDS}')",
            NOTES,
            COUNTING.format(10_000) + "INSERT INTO notes SELECT i, i % 900, 'x' FROM n",
        ),
    ),
    "commas": ("a.csv", lambda: b"," * 4_000_000),
    "columns": ("statements.csv", lambda: b"a," * 2_000_000),
    "different columns": ("statements.csv", lambda: ",".join(map(str, range(600_000))).encode()),
    "quotes": ("a.csv", lambda: b'"' * 4_000_000),
    "lines": ("a.csv", lambda: b"number,truth\n" + b"\n" * 4_900_000),
    "rows": ("a.csv", lambda: b"number,truth\n" + b",,x,x,x,x\n" * 400_000),
    "apostrophes": ("a.csv", lambda: b"number,truth\n" + b"'" * 120_000 + b"\n"),
    "tables": (
        "a.zip",
        lambda: pack_up({f"{n}.csv": b"number,truth,text.en\n" + b"1,true,x\n" * 5_000 for n in range(1_000)}),
    ),
    "rows of nothing": ("a.xlsx", lambda: xlsx(sheet1=sheet("<row/>" * 600_000))),
    "cells of nothing": ("a.xlsx", lambda: xlsx(sheet1=sheet("<row>" + "<c/>" * 3_000_000 + "</row>"))),
    "a cell far away": (
        "a.xlsx",
        lambda: xlsx(sheet1=sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    ),
    "a cell that cannot be": (
        "a.xlsx",
        lambda: xlsx(sheet1=sheet('<row r="9"><c r="ZZZZZZZ9999999999"><v>1</v></c></row>')),
    ),
    "rows far away": (
        "a.xlsx",
        lambda: xlsx(sheet1=sheet("".join(f'<row r="{10_000 * n}"/>' for n in range(1, 90_000)))),
    ),
    "an entity of many": ("a.xlsx", lambda: xlsx(sheet1=entities(40))),
    "an entity of very many": ("a.xlsx", lambda: xlsx(sheet1=entities(100_000))),
    "strings of nothing": ("a.xlsx", lambda: xlsx(sharedStrings=strings("<si/>" * 4_000_000))),
    "a long string that many share": (
        "a.xlsx",
        lambda: xlsx(
            sheet1=sheet(("<row>" + '<c t="s"><v>0</v></c>' * 150 + "</row>") * 1_000),
            sharedStrings=strings(f"<si><t>{'x' * 1_000_000}</t></si>"),
        ),
    ),
    "elements within elements": ("a.xlsx", lambda: xlsx(sheet1=sheet("<row>" * 5_000_000))),
    "a huge cell": (
        "a.xlsx",
        lambda: xlsx(sheet1=sheet(f'<row><c t="str"><v>{"x" * 45_000_000}</v></c></row>')),
    ),
    "a huge number": ("a.xlsx", lambda: xlsx(sheet1=sheet(f"<row><c><v>{'9' * 3_000_000}</v></c></row>"))),
    "a format without end": ("a.xlsx", lambda: xlsx(styles=styles("[" * 2_000_000))),
    "lists within lists": ("a.json", lambda: b"[" * 4_900_000),
    "objects within objects": ("a.json", lambda: b'{"statements":' * 300_000),
    "unknown fields": ("a.json", lambda: json.dumps(dict.fromkeys(map(str, range(400_000)), 0)).encode()),
    "a field of dots": ("a.json", lambda: as_json(statements=[{"." * 1_000_000: 1}])),
    "a field of fields": ("a.json", lambda: as_json(statements=[{"text": {"a.b.c[1]": 1}}])),
    "a misleading choice": ("a.json", lambda: as_json(statements=[{"category": MISLEADING}])),
    "a misleading field": ("a.json", lambda: as_json(statements=[{"text": {MISLEADING: ""}}])),
    "cards": ("a.json", lambda: b'{"statements":[' + b"0," * 2_400_000 + b"0]}"),
    "questions": (
        "a.json",
        lambda: b'{"shows":[{"title":{},"words":[],"questions":[' + b"{}," * 1_500_000 + b"{}]}]}",
    ),
    "shows": ("a.json", lambda: as_json(shows=[{"title": {}, "words": [], "questions": []}] * 51)),
    "a number without end": ("a.json", lambda: as_json(statements=[{**STATEMENT, "number": 10**400}])),
    "names that count": (
        "a.json",
        lambda: as_json(
            shows=[{"title": {}, "questions": [], "words": [{"name": {}, "accept": {"en": ["x"] * 900_000}}]}]
        ),
    ),
    "text": (
        "a.zip",
        lambda: csv_zip(
            statements=[["number", "category", "truth", "difficulty", "text.en"]]
            + [[number, "nature", True, 1, "x" * 4_990] for number in range(1, 2_000)]
        ),
    ),
    "a billion laughs": ("a.zip", lambda: yaml_zip(f"e0: &e0 [ha]\n{LAUGHS}")),
    "YAML within YAML": ("a.zip", lambda: yaml_zip("- " * 1_000_000)),
    "YAML in brackets": ("a.zip", lambda: yaml_zip("[" * 4_000_000)),
    "a long name of a field": ("a.zip", lambda: yaml_zip(f"- {'x' * 1_000}:\n" + "  - {a: 1}\n" * 300_000)),
    "a list as a name": ("a.zip", lambda: yaml_zip(f"- ? [{'[x], ' * 300_000}]\n")),
    "a number by sixties": ("a.zip", lambda: yaml_zip("- {number: !!int '1" + ":59" * 500_000 + "'}")),
    "no truth": ("a.zip", lambda: yaml_zip("- {truth: !!bool perhaps}")),
    "no time": ("a.zip", lambda: yaml_zip("- {number: !!timestamp never}")),
    "a file named by digits": (
        "a.zip",
        lambda: pack_up({"deck.yaml": DECK, f"statements-{'9' * 5_000}-{'9' * 5_001}.yaml": b"[]"}),
    ),
    "numbers that run backwards": (
        "a.zip",
        lambda: pack_up({"deck.yaml": DECK, "statements-100-050.yaml": json.dumps([STATEMENT]).encode()}),
    ),
    "cards of nothing": ("a.zip", lambda: yaml_zip("- {}\n" * 9_000_000)),
    "a zip in a zip": ("a.zip", lambda: pack_up({"a.zip": pack_up({"a.csv": bytes(1_000_000)})})),
    "zeros": ("a.zip", lambda: pack_up({"a.csv": bytes(60_000_000)})),
    "a file twice": ("a.zip", lambda: twice("a.csv", b"number\n1", b"number\n2")),
    "files": ("a.zip", lambda: pack_up({f"{number}.csv": b"" for number in range(40_000)})),
}
