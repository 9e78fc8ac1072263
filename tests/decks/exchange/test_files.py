"""Files that are none of ours, damaged, too large or meant to harm."""

import io
import struct
import zipfile

import pytest

from decks.exchange import sample
from decks.exchange.archives import pack_up
from tests.decks.exchange.making import refused, xlsx_of

XLSX = sample("statement", "xlsx")


def zip_of(size: int, name: str = "statements.csv") -> bytes:
    return pack_up({name: b"0" * size})


def lying(data: bytes, size: int) -> bytes:
    """The zip with another size declared for its first file."""
    directory = data.index(b"PK\x01\x02")
    return data[: directory + 24] + struct.pack("<I", size) + data[directory + 28 :]


def locked() -> bytes:
    data = bytearray(zip_of(10))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    data[6] |= 1
    return bytes(data)


ENDINGS = "expected a file whose name ends in .csv, .xlsx, .json, .apkg, .zip"
REFUSALS = [
    (b"x", "deck.xls", ENDINGS),
    (b"x", "deck", ENDINGS),
    (b"x", "", ENDINGS),
    (b"x" * 5_000_001, "deck.csv", "expected at most 5 MB, not 5.0 MB"),
    (b"x", "deck.zip", "expected a whole file; this one is damaged, or protected by a password"),
    (b"\xd0\xcf\x11\xe0 encrypted", "deck.xlsx", "expected a whole file; this one is damaged, or protected by a passw"),
    (XLSX[:-30], "deck.xlsx", "expected a whole file"),
    (zip_of(10), "deck.xlsx", "expected an Excel workbook; this one is damaged"),
    (zip_of(50_000_001), "bomb.zip", "expected at most 50 MB when unpacked"),
    (zip_of(50_000_001, "xl/workbook.xml"), "bomb.xlsx", "expected at most 50 MB when unpacked"),
    (zip_of(50_000_001, "collection.anki2"), "bomb.apkg", "expected at most 50 MB when unpacked"),
    (lying(zip_of(60_000_000), 10), "liar.zip", "expected a whole file; this one is damaged"),
    (
        pack_up({f"{number}.csv": b"" for number in range(1_001)}),
        "deck.zip",
        "expected at most 1000 files in it, not 10",
    ),
    (locked(), "deck.zip", "expected a plain zip, without a password"),
    (pack_up({}), "deck.zip", "expected only .csv files in it, or only .yaml files"),
    (pack_up({"deck.yaml": b"", "events.csv": b""}), "deck.zip", "expected only .csv files in it, or only .yaml files"),
    (pack_up({"run.exe": b""}), "deck.zip", "expected only .csv files in it, or only .yaml files"),
    ("Zürich".encode("cp1252"), "deck.csv", "expected UTF-8: in Excel, save as “CSV UTF-8”"),
    (b"number,truth\n" + b"x" * 200_000, "deck.csv", "row 2: expected CSV; look at the quotes here"),
    (b"", "deck.csv", "expected at least one card"),
]


@pytest.mark.parametrize(("data", "name", "said"), REFUSALS, ids=range(len(REFUSALS)))
def test_a_file_is_refused_with_its_reason(data: bytes, name: str, said: str) -> None:
    problem = refused(data, name)[0]
    assert ": ".join(problem.split(": ")[1:]).startswith(said)


def test_a_problem_names_the_file_without_its_folders() -> None:
    assert refused(b"", "/home/ann/deck.csv") == ["deck.csv:1: expected at least one card"]


def test_a_workbook_that_claims_rows_without_end_is_read_quickly() -> None:
    data = xlsx_of(statements=[["number", "truth"], [1, True]])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b'r="2"', b'r="999999999999"').replace(b"A2", b"A999999999999")
    [problem] = [one for one in refused(pack_up(parts), "deck.xlsx") if ":100001: " in one]
    assert problem.endswith("row 100001: expected nothing below row 100000, not even blank rows")


def test_a_workbook_of_too_many_sheets_is_refused() -> None:
    sheets: dict[str, list[list[str]]] = {f"Sheet{number}": [] for number in range(21)}
    assert refused(xlsx_of(**sheets), "deck.xlsx") == ["deck.xlsx:1: expected at most 20 sheets"]


def test_a_workbook_whose_xml_grows_without_end_is_refused() -> None:
    with zipfile.ZipFile(io.BytesIO(XLSX)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 20}">' for n in range(1, 12))
    parts["xl/workbook.xml"] = f'<!DOCTYPE x [<!ENTITY e0 "ha">{entities}]><x>&e11;</x>'.encode()
    assert refused(pack_up(parts), "deck.xlsx") == ["deck.xlsx:1: expected an Excel workbook; this one is damaged"]
