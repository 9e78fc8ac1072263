"""Decks as documents: YAML files like those of the packaged decks, or one JSON."""

import datetime
import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any

import msgspec
import yaml
from django.utils.translation import gettext as _
from msgspec import Struct

from decks.cards import key_of
from decks.exchange.archives import pack_up
from decks.exchange.contents import MOST_ROWS, Loaded, Unfinished, unfit_about, unfit_parts, unfit_unfinished
from decks.packaged import (
    About,
    BrokenDeck,
    Placed,
    Problem,
    as_struct,
    no_such_field,
    read_files,
    repeated,
    wrong_languages,
)
from games.rules.pack import Event, Pack, QuestionCard, QuizShow, Statement

PER_FILE = 55  # statements
_BYTE = re.compile(r"\(byte (\d+)\)")

_CARDS: dict[str, type[Statement | Event | QuestionCard | QuizShow]] = {
    "statements": Statement,
    "events": Event,
    "questions": QuestionCard,
    "shows": QuizShow,
}


def json_bytes(pack: Pack, about: About, unfinished: tuple[Unfinished, ...] = ()) -> bytes:
    """The deck as one JSON document."""
    content = Loaded(about, pack.statements, pack.events, pack.questions, pack.shows, unfinished)
    return msgspec.json.format(msgspec.json.encode(content), indent=1)


def read_json(data: bytes, file: str) -> Loaded:
    """The deck in a JSON document. Raises BrokenDeck."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        found = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        place = _BYTE.search(str(error))
        line = data.count(b"\n", 0, int(place[1])) + 1 if place else 1
        what = _("expected JSON; look at the commas, quotes and brackets here")
        raise BrokenDeck([Problem(file, line, "", "", what)]) from error
    problems: list[Problem] = []
    if not isinstance(found, dict):
        what = _("expected an object with %(fields)s") % {"fields": ", ".join(_CARDS)}
        raise BrokenDeck([Problem(file, 1, "", "", what)])
    unknown = no_such_field(Loaded.__struct_fields__)
    problems += [Problem(file, 1, "", field, unknown) for field in found.keys() - Loaded.__struct_fields__]
    about: About | None = None
    if found.get("about") is not None:
        read = as_struct(found["about"], About, Problem(file, 1, "", "", ""), draft=True)
        if isinstance(read, list):
            problems += read
        elif what := wrong_languages(read.languages):
            problems.append(Problem(file, 1, "", "languages", what))
        else:
            about = read
            problems += unfit_about(about, file)
    cards = {field: _read_cards(found.get(field) or [], field, file, problems) for field in _CARDS}
    problems += _unfit(placed for several in cards.values() for placed in several)
    problems += repeated(placed for several in cards.values() for placed in several)
    unfinished: tuple[Unfinished, ...] = ()
    try:
        unfinished = msgspec.convert(found.get("unfinished") or [], tuple[Unfinished, ...])
    except msgspec.ValidationError:
        problems.append(Problem(file, 1, "", "unfinished", _("expected a list of cards")))
    problems += unfit_unfinished(unfinished, file)
    if problems:
        raise BrokenDeck(problems)
    return msgspec.structs.replace(Loaded(about), unfinished=unfinished, **_by_field(cards))


def _read_cards(found: Any, field: str, file: str, problems: list[Problem]) -> list[Placed]:
    if not isinstance(found, list):
        problems.append(Problem(file, 1, "", field, _("expected a list of cards")))
        return []
    if len(found) > MOST_ROWS:
        what = _("expected at most %(most)d cards, not %(n)d") % {"most": MOST_ROWS, "n": len(found)}
        problems.append(Problem(file, 1, "", "", what))
        return []
    cards = []
    for position, plain in enumerate(found, start=1):
        card = _("card %(n)d of the %(field)s") % {"n": position, "field": field}
        read = as_struct(plain, _CARDS[field], Problem(file, 1, card, "", ""), draft=True)
        if isinstance(read, list):
            problems += read
        else:
            cards.append(Placed(key_of(read, position), read, file, {}))
    return cards


def _by_field(cards: Mapping[str, list[Placed]]) -> dict[str, tuple[Any, ...]]:
    return {field: tuple(placed.card for placed in several) for field, several in cards.items()}


def _unfit(cards: Iterable[Placed]) -> list[Problem]:
    return [problem for placed in cards for problem in unfit_parts(placed)]


def yaml_bytes(pack: Pack, about: About) -> bytes:
    """A zip of a folder that could lie among the packaged decks."""
    files: dict[str, Any] = {"deck": about}
    by_file = groupby(sorted(pack.statements, key=lambda card: card.number), lambda card: (card.number - 1) // PER_FILE)
    for place, statements in by_file:
        files[f"statements-{place * PER_FILE + 1:03}-{(place + 1) * PER_FILE:03}"] = list(statements)
    if pack.events:
        files["events"] = pack.events
    if pack.questions:
        files["questions"] = pack.questions
    for number, show in enumerate(pack.shows, start=1):
        files[f"pack-{number}"] = show
    folder = f"{pack.slug}/" if pack.slug else ""
    return pack_up({f"{folder}{name}.yaml": _as_yaml(content) for name, content in files.items()})


class _Dumper(yaml.SafeDumper):
    """Indents lists as our authors do."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _as_yaml(content: Struct | list[Struct] | tuple[Struct, ...]) -> bytes:
    plain = _without_gaps(msgspec.to_builtins(content, builtin_types=(datetime.date,)))
    text = yaml.dump(plain, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10_000)
    return text.encode()


def _without_gaps(plain: Any) -> Any:
    """The values without fields that hold nothing, which nobody would write down."""
    if isinstance(plain, list | tuple):
        return [_without_gaps(one) for one in plain]
    if isinstance(plain, dict):
        return {field: _without_gaps(value) for field, value in plain.items() if value is not None and value != {}}
    return plain


def read_yaml(files: Mapping[str, bytes], file: str) -> Loaded:
    """The deck in a folder of YAML files, or in files without a folder. Raises BrokenDeck."""
    paths = {PurePosixPath(name): data for name, data in files.items()}
    folders = {path.parent for path in paths}
    if len(folders) > 1:
        raise BrokenDeck([Problem(file, 1, "", "", _("expected all files in one folder"))])
    source = read_files({path.name: data for path, data in paths.items()}, folders.pop().name, draft=True)
    problems = [*unfit_about(source.about, file), *_unfit(source.cards)]
    if problems:
        raise BrokenDeck(problems)
    pack = source.pack
    return Loaded(source.about, pack.statements, pack.events, pack.questions, pack.shows)
