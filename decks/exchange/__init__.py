"""Decks as files that people take along, edit elsewhere and bring back: tables, documents, Anki packages.

Nothing here knows of models or of who may do what. A file is read whole or not at all, as a draft: it may lack texts,
but what it says must make sense. Whoever publishes the cards puts them through their gates.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks import confined
from decks.exchange.anki import apkg_bytes
from decks.exchange.books import csv_bytes, xlsx_bytes
from decks.exchange.contents import ENDINGS, FORMATS, Format, Loaded, Unfinished, most_bytes
from decks.exchange.documents import json_bytes, yaml_bytes
from decks.exchange.headings import Manner
from decks.exchange.reading import AS_IT_SAYS, Answer, Question, name_of, refuse_large
from decks.exchange.samples import sample_deck
from decks.exchange.sheets import written
from decks.packaged import About, BrokenDeck, Problem
from games.rules.pack import Kind, Pack

__all__ = [
    "ENDINGS",
    "FORMATS",
    "Format",
    "Loaded",
    "Manner",
    "Unfinished",
    "dump",
    "load",
    "most_bytes",
    "sample",
]


def dump(
    source_pack: Pack,
    about: About,
    format: Format,
    language: str = "en",
    unfinished: tuple[Unfinished, ...] = (),
    pictures: Mapping[str, bytes] = MappingProxyType({}),
) -> bytes:
    """The deck as a file, in all its languages; only Anki gets it in one, and only events and questions.

    ``unfinished`` cards come along as they were typed, in tables and in JSON; uploaded ``pictures``, by their keys, in
    packages for Anki.

    Raises ValueError if there is no such file of this kind of deck: see FORMATS.
    """
    if format not in FORMATS[about.kind]:
        raise ValueError(f"A deck of the kind {about.kind} cannot be written as {format}.")
    match format:
        case "csv":
            return csv_bytes(written(source_pack, about, unfinished))
        case "xlsx":
            return xlsx_bytes(written(source_pack, about, unfinished))
        case "yaml":
            return yaml_bytes(source_pack, about)
        case "json":
            return json_bytes(source_pack, about, unfinished)
        case "apkg":
            return apkg_bytes(source_pack, language, pictures)


def load(data: bytes, filename: str, manner: Manner = AS_IT_SAYS) -> Loaded:
    """The cards in a file, which is one of those that dump writes, or a single table in CSV.

    ``manner``: what the deck should be, and how to take what the file does not say. It is read in a process of its
    own. Raises BrokenDeck with what is wrong, and confined.Crowded while many files are being read.
    """
    file = name_of(filename)
    refuse_large(data, file)
    reader = get_language() or "en"
    question = Question(data, filename, manner.kind, manner.language, reader, dict(manner.columns), manner.bare)
    try:
        said = confined.ask("decks.unpacking", msgspec.msgpack.encode(question))
        answer = msgspec.json.decode(said, type=Answer)
    except (confined.TooMuch, confined.Failed, msgspec.MsgspecError) as error:
        if isinstance(error, confined.TooMuch):
            what = _("expected a file that takes less memory and time to read: take it apart into smaller ones")
        else:
            what = _("expected a whole file; this one is damaged")
        raise BrokenDeck([Problem(file, 1, "", "", what)]) from error
    if answer.loaded is None:
        raise BrokenDeck(list(answer.problems), answer.more, answer.unread)
    return answer.loaded


def sample(kind: Kind, format: Format) -> bytes:
    """A small deck as a file, to see how one is written. Raises ValueError like dump."""
    return dump(*sample_deck(kind), format)
