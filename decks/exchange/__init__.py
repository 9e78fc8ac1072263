"""Decks as files that people take along, edit elsewhere and bring back: tables, documents, Anki packages.

Nothing here knows of models or of who may do what. A file is read whole or not at all, as a draft: it may lack texts,
but what it says must make sense. Whoever publishes the cards puts them through their gates.
"""

from collections.abc import Callable
from pathlib import PurePath

from django.utils.translation import gettext as _

from decks.exchange.anki import apkg_bytes, read_apkg
from decks.exchange.archives import unpack
from decks.exchange.books import csv_bytes, csv_table, xlsx_bytes, xlsx_tables
from decks.exchange.contents import ENDINGS, FORMATS, MEGABYTE, MOST_BYTES, Format, Loaded, mixture
from decks.exchange.documents import json_bytes, read_json, read_yaml, yaml_bytes
from decks.exchange.samples import sample_deck
from decks.exchange.sheets import read, written
from decks.packaged import About, BrokenDeck, Problem
from games.rules.pack import Kind, Pack

__all__ = ["ENDINGS", "FORMATS", "MOST_BYTES", "Format", "Loaded", "dump", "load", "sample"]


def dump(source_pack: Pack, about: About, format: Format, language: str = "en") -> bytes:
    """The deck as a file, in all its languages; only Anki gets it in one, and only events and questions.

    Raises ValueError if there is no such file of this kind of deck: see FORMATS.
    """
    if format not in FORMATS[about.kind]:
        raise ValueError(f"A deck of the kind {about.kind} cannot be written as {format}.")
    match format:
        case "csv":
            return csv_bytes(written(source_pack, about))
        case "xlsx":
            return xlsx_bytes(written(source_pack, about))
        case "yaml":
            return yaml_bytes(source_pack, about)
        case "json":
            return json_bytes(source_pack, about)
        case "apkg":
            return apkg_bytes(source_pack, language)


def load(data: bytes, filename: str, kind: Kind | None = None, language: str = "en") -> Loaded:
    """The cards in a file, which is one of those that dump writes, or a single table in CSV.

    ``kind`` is what the deck should be, ``language`` what to take the texts of an Anki package for. Raises BrokenDeck
    with everything that is wrong.
    """
    file = PurePath(filename).name or _("file")
    if len(data) > MOST_BYTES:
        said = _("expected at most %(most)d MB, not %(size)s MB")
        what = said % {"most": MOST_BYTES // MEGABYTE, "size": f"{len(data) / MEGABYTE:.1f}"}
        raise BrokenDeck([Problem(file, 1, "", "", what)])
    readers: dict[str, Callable[[], Loaded]] = {
        ".csv": lambda: _read_csv({file: data}, kind),
        ".xlsx": lambda: _read_xlsx(data, file, kind),
        ".json": lambda: read_json(data, file),
        ".apkg": lambda: read_apkg(data, file, language),
        ".zip": lambda: _read_zip(data, file, kind),
    }
    reader = readers.get(PurePath(file).suffix.casefold())
    if reader is None:
        what = _("expected a file whose name ends in %(endings)s") % {"endings": ", ".join(readers)}
        raise BrokenDeck([Problem(file, 1, "", "", what)])
    loaded = reader()
    if problems := [Problem(file, 1, "", "", what) for what in mixture(loaded, kind)]:
        raise BrokenDeck(problems)
    return loaded


def sample(kind: Kind, format: Format) -> bytes:
    """A small deck as a file, to see how one is written. Raises ValueError like dump."""
    return dump(*sample_deck(kind), format)


def _read_zip(data: bytes, file: str, kind: Kind | None) -> Loaded:
    files = unpack(data, file)
    endings = {PurePath(name).suffix.casefold() for name in files}
    if endings and endings <= {".yaml", ".yml"}:
        return read_yaml(files, file)
    if endings == {".csv"}:
        return _read_csv(files, kind)
    raise BrokenDeck([Problem(file, 1, "", "", _("expected only .csv files in it, or only .yaml files"))])


def _read_csv(files: dict[str, bytes], kind: Kind | None) -> Loaded:
    problems: list[Problem] = []
    tables = [csv_table(data, name, problems) for name, data in files.items()]
    return _whole(read(tables, kind, problems), problems)


def _read_xlsx(data: bytes, file: str, kind: Kind | None) -> Loaded:
    problems: list[Problem] = []
    return _whole(read(xlsx_tables(data, file, problems), kind, problems), problems)


def _whole(loaded: Loaded, problems: list[Problem]) -> Loaded:
    if problems:
        raise BrokenDeck(problems)
    return loaded
