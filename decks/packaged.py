"""The packaged decks: plain YAML under ``decks/data/<deck>/``, read whole or not at all.

A deck that cannot be read names every problem with its file, line and field, and what is expected there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import yaml
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct
from msgspec.inspect import is_struct_type

from decks.card_gates import gates
from decks.cards import Card, key_of, texts_of
from games.rules.pack import Event, Kind, Pack, QuestionCard, QuizShow, Statement
from games.rules.words import LANGUAGES, N_, Text

DATA = Path(__file__).parent / "data"
DEEPEST = 20  # lists within lists
LONGEST_NAME = 100  # of a field

_STATEMENTS = re.compile(r"statements-(\d{3,6})-(\d{3,6})\.yaml")
_SHOW = re.compile(r"pack-([1-9]\d{0,5})\.yaml")
_FILES = {
    "statement": gettext_lazy("deck.yaml, statements-001-055.yaml and so on"),
    "event": "deck.yaml, events.yaml, questions.yaml",
    "quiz-show": gettext_lazy("deck.yaml, pack-1.yaml, pack-2.yaml and so on"),
}

# How msgspec words a refusal.
_WITHIN = " - at `$"
_NAMED_FIELD = re.compile(r"Object (contains unknown|missing required) field `(.*)`", re.DOTALL)

_TYPES = re.compile(r"Expected `(.+?)`, got `(.+?)`")
_TYPE_NAMES = {
    "int": N_("a whole number"),
    "float": N_("a number"),
    "str": N_("a text"),
    "bool": N_("true or false"),
    "null": N_("nothing"),
    "array": N_("a list"),
    "object": N_("a group of fields"),
    "date": N_("a day such as 1989-11-09"),
}

_STR = "tag:yaml.org,2002:str"
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Statement | Event | QuestionCard)


class Problem(Struct, frozen=True, order=True):
    """Something an author has to put right."""

    file: str
    line: int
    card: str
    field: str
    what: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.card, self.field) if part)
        return f"{self.file}:{self.line}: {where + ': ' if where else ''}{self.what}"


class BrokenDeck(Exception):
    """A deck that cannot be read; nothing of it has been. ``more``: so many problems are not among these.

    ``unread``: the first rows of a table whose columns are not understood.
    """

    def __init__(self, problems: list[Problem], more: int = 0, unread: Sequence[tuple[str, ...]] = ()) -> None:
        self.problems = sorted(problems)
        self.more = more
        self.unread = tuple(unread)
        super().__init__("\n".join(map(str, self.problems)))


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """``deck.yaml``: what the deck is and who made it."""

    title: Text
    description: Text
    kind: Kind
    languages: tuple[str, ...]
    credits: Text
    licence: Text


class Placed(Struct, frozen=True):
    """A card with the place where it was written; ``called``: what its author calls it, if that is no number."""

    key: str
    card: Card
    file: str
    lines: Mapping[str, int]
    called: str = ""

    @property
    def name(self) -> str:
        """The card as its author calls it."""
        if self.called:
            return self.called
        match self.card:
            case Statement():
                return _("statement %(n)s") % {"n": self.key}
            case Event():
                return _("event %(name)s") % {"name": self.key}
            case QuestionCard():
                return _("question card %(n)s") % {"n": self.key.removeprefix("question-")}
            case QuizShow():
                return _("show %(n)s") % {"n": self.key.removeprefix("show-")}

    def line(self, field: str = "") -> int:
        """The line where the card begins, or where this field of it stands."""
        return _line(self.lines, field)

    def problem(self, field: str, what: str) -> Problem:
        """A problem with a field of this card."""
        return Problem(self.file, self.line(field), self.name, field, what)


class Source(Struct, frozen=True):
    """A deck as it was read: the pack to publish, and where each card stands."""

    pack: Pack
    about: About
    cards: tuple[Placed, ...]


def deck_folders(data: Path = DATA) -> list[Path]:
    """The folders of the packaged decks."""
    return sorted(file.parent for file in data.glob("*/deck.yaml"))


def is_packaged(slug: str) -> bool:
    """Is this the short name of a packaged deck?"""
    return (DATA / slug / "deck.yaml").exists()


def read_deck(folder: Path) -> Source:
    """Reads a deck. Raises BrokenDeck with everything that is wrong with its form or with any single card."""
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.suffix in (".yaml", ".yml")}
    return read_files(files, folder.name)


def read_files(files: Mapping[str, bytes], slug: str, *, draft: bool = False) -> Source:
    """Reads a deck from its files, named as in its folder. Raises BrokenDeck like read_deck.

    A draft may lack texts and whole languages, and its cards need not pass their gates yet.
    """
    problems: list[Problem] = []
    reader = _Reader(problems, draft)
    folder = f"{slug}/" if slug else ""
    about = _read_about(f"{folder}deck.yaml", files.get("deck.yaml"), reader)
    if about is None:
        raise BrokenDeck(problems)
    statements: list[Placed] = []
    events: list[Placed] = []
    questions: list[Placed] = []
    shows: list[Placed] = []
    for file, data in sorted(files.items()):
        name = folder + file
        if file == "deck.yaml":
            continue
        if about.kind == "statement" and (numbers := _STATEMENTS.fullmatch(file)):
            read = list(_read_cards(name, data, Statement, reader))
            problems += _out_of_order(read, range(int(numbers[1]), int(numbers[2]) + 1))
            statements += read
        elif about.kind == "event" and file == "events.yaml":
            events += _read_cards(name, data, Event, reader)
        elif about.kind == "event" and file == "questions.yaml":
            questions += _read_cards(name, data, QuestionCard, reader)
        elif about.kind == "quiz-show" and (number := _SHOW.fullmatch(file)):
            shows += _read_show(name, data, int(number[1]), reader)
        else:
            what = _("no such file here: expected %(files)s") % {"files": _FILES[about.kind]}
            problems.append(Problem(name, 1, "", "", what))
    statements.sort(key=lambda placed: int(placed.key))
    shows.sort(key=lambda placed: int(placed.key.removeprefix("show-")))
    cards = (*statements, *events, *questions, *shows)
    if not draft:
        for placed in cards:
            problems += [placed.problem(*found) for found in gates(placed.card, about.languages)]
    problems += repeated(cards)
    if not cards and not problems:
        problems.append(Problem(f"{folder}deck.yaml", 1, "", "", _("expected at least one card in the deck")))
    if problems:
        raise BrokenDeck(problems)
    pack = Pack(
        slug=slug,
        title=about.title,
        kind=about.kind,
        languages=about.languages,
        statements=tuple(placed.card for placed in statements if isinstance(placed.card, Statement)),
        events=tuple(placed.card for placed in events if isinstance(placed.card, Event)),
        questions=tuple(placed.card for placed in questions if isinstance(placed.card, QuestionCard)),
        shows=tuple(placed.card for placed in shows if isinstance(placed.card, QuizShow)),
    )
    return Source(pack, about, cards)


class _Reader(Struct, frozen=True):
    """How the files of a deck are read, and what was found wrong with them so far."""

    problems: list[Problem]
    draft: bool

    def parse(self, name: str, data: bytes) -> yaml.Node | None:
        """The file as YAML nodes, which know their lines; None if it is not YAML at all."""
        try:
            text = data.decode()
            _refuse_wild(text)
            root: yaml.Node | None = yaml.compose(text, Loader=_Loader)
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            self.problems.append(Problem(name, line, "", "", _("expected UTF-8")))
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            what = _("expected YAML; look at the colons, dashes, quotes and indents here")
            what = str(error.problem) if isinstance(error, _Wild) else what
            self.problems.append(Problem(name, mark.line + 1 if mark else 1, "", "", what))
        except yaml.YAMLError:
            what = _("expected YAML; there are invisible characters in this file")
            self.problems.append(Problem(name, 1, "", "", what))
        else:
            if root is not None:
                return root
            self.problems.append(Problem(name, 1, "", "", _("expected something in this file")))
        return None

    def convert(self, node: yaml.Node, kind: type[S], file: str, card: str = "") -> tuple[S, dict[str, int]] | None:
        """The struct that a YAML node describes, with the line of each of its fields."""
        lines: dict[str, int] = {}
        try:
            plain = _plain(node, "", lines)
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else _line(lines, "")
            self.problems.append(Problem(file, line, card, "", str(error.problem)))
            return None
        read = as_struct(plain, kind, Problem(file, 1, card, "", ""), lines, draft=self.draft)
        if isinstance(read, list):
            self.problems.extend(read)
            return None
        return read, lines


def _read_about(name: str, data: bytes | None, reader: _Reader) -> About | None:
    if data is None:
        reader.problems.append(Problem(name, 1, "", "", _("expected this file: it says what the deck is")))
        return None
    root = reader.parse(name, data)
    read = reader.convert(root, About, name) if root is not None else None
    if read is None:
        return None
    about, lines = read
    if what := wrong_languages(about.languages):
        reader.problems.append(Problem(name, _line(lines, "languages"), "", "languages", what))
        return None
    for field, text in texts_of(about):
        for language in () if reader.draft else about.languages:
            if isinstance(text, Text) and not getattr(text, language).strip():
                what = _("is missing: expected a text in every language of the deck")
                reader.problems.append(Problem(name, _line(lines, field), "", f"{field}.{language}", what))
    return about


def wrong_languages(languages: Sequence[str]) -> str:
    """What is wrong with the languages of a deck; nothing if they are as they should be."""
    unknown = [language for language in languages if language not in LANGUAGES]
    if unknown or not languages or len(set(languages)) < len(languages):
        return _("expected one or more of %(languages)s, each once") % {"languages": ", ".join(LANGUAGES)}
    return ""


def _read_cards(name: str, data: bytes, kind: type[C], reader: _Reader) -> Iterator[Placed]:
    root = reader.parse(name, data)
    if root is None:
        return
    if not isinstance(root, yaml.SequenceNode):
        what = _("expected a list of cards, each beginning with a dash")
        reader.problems.append(Problem(name, 1, "", "", what))
        return
    for position, node in enumerate(root.value, start=1):
        read = reader.convert(node, kind, name, _("card %(n)d of the file") % {"n": position})
        if read is not None:
            card, lines = read
            yield Placed(key_of(card, position), card, name, lines)


def _read_show(name: str, data: bytes, number: int, reader: _Reader) -> Iterator[Placed]:
    """A file that is one show: its title, ten questions, thirty words."""
    root = reader.parse(name, data)
    read = reader.convert(root, QuizShow, name, _("show %(n)s") % {"n": number}) if root is not None else None
    if read is not None:
        show, lines = read
        yield Placed(key_of(show, number), show, name, lines)


class _Wild(yaml.MarkedYAMLError):
    """What is YAML, and yet not to be read; said in the reader's language."""


def _refuse_wild(text: str) -> None:
    """Refuses YAML that grows without end when read: anyone may send a deck."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST or isinstance(event, yaml.AliasEvent):
            mark: Any = event.start_mark
            deep = depth > DEEPEST
            what = _("fewer lists within lists") if deep else _("everything written out, no *references")
            raise _Wild(problem=_("expected YAML: %(reason)s") % {"reason": what}, problem_mark=mark)


def as_struct(
    plain: Any, kind: type[S], place: Problem, lines: Mapping[str, int] = MappingProxyType({}), *, draft: bool
) -> S | list[Problem]:
    """The struct that plain values describe, or what is wrong with them, said of this place."""
    card = place.card
    if isinstance(plain, dict):
        card = _name_of_entry(plain) or card
        if isinstance(plain.get("rank"), int):
            plain["rank"] = str(plain["rank"])  # nobody should have to quote the 10
    written = _with_gaps(plain, kind) if draft else plain
    try:
        return msgspec.convert(written, kind)
    except msgspec.ValidationError as error:
        refusals = list(_refusals(written, kind)) if isinstance(written, dict) else [_refusal(error, kind)]
    return [Problem(place.file, _line(lines, field), card, field, what) for field, what in refusals]


def _refusals(written: Mapping[str, Any], kind: type[Struct]) -> Iterator[tuple[str, str]]:
    """Every field that cannot be read, with the reason; msgspec itself stops at the first."""
    types = _types_of(kind)
    unknown = no_such_field(types)
    for field, value in written.items():
        if field in types:
            try:
                msgspec.convert(value, types[field])
            except msgspec.ValidationError as error:
                yield _refusal(error, kind, field)
        else:
            yield field[:LONGEST_NAME], unknown
    for info in msgspec.structs.fields(kind):
        if info.required and info.name not in written:
            yield info.name, _("is missing")


def _refusal(error: msgspec.ValidationError, kind: type[Struct], field: str = "") -> tuple[str, str]:
    """The field that msgspec refuses, within this one, and why."""
    what, within = str(error), ""
    if what.endswith("`") and _WITHIN in what:
        what, _at, within = what[:-1].rpartition(_WITHIN)
        within = within.removeprefix(".")
    field = (field + within) if within.startswith("[") else ".".join(filter(None, (field, within)))
    if named := _NAMED_FIELD.fullmatch(what):
        unknown = no_such_field(_type_at(kind, field).__struct_fields__)
        field = ".".join(filter(None, (field, named[2][:LONGEST_NAME])))
        return field, unknown if named[1] == "contains unknown" else _("is missing")
    if what.startswith("Invalid enum value"):
        choices = ", ".join(str(choice) for choice in get_args(_type_at(kind, field)) if choice)
        said = _("expected one of %(choices)s, not %(found)s")
        return field, said % {"choices": choices, "found": what.removeprefix("Invalid enum value ")}
    return field, _in_words(what)


def _in_words(what: str) -> str:
    """What msgspec says, in the reader's language."""
    if found := _TYPES.fullmatch(what):
        wanted, there = (_(_TYPE_NAMES.get(one.partition(" |")[0], one)) for one in found.groups())
        return _("expected %(expected)s, not %(found)s") % {"expected": wanted, "found": there}
    if "date" in what:
        return _("expected %(expected)s") % {"expected": _("a day such as 1989-11-09")}
    return _("expected something else here")


def no_such_field(fields: Iterable[str]) -> str:
    """What is said of a field that is none of these."""
    return _("no such field: expected one of %(fields)s") % {"fields": ", ".join(fields)}


def _with_gaps(plain: Any, kind: Any) -> Any:
    """The values of a draft, with an empty text wherever one is missing and without fields left empty."""
    if isinstance(plain, list) and get_origin(kind) is tuple:
        return [_with_gaps(one, get_args(kind)[0]) for one in plain]
    if not isinstance(plain, dict) or not is_struct_type(kind):
        return plain
    types = _types_of(kind)
    gaps: dict[str, Any] = {field: {} for field, of in types.items() if is_struct_type(of)}
    written = {field: value for field, value in plain.items() if value is not None}
    return {field: _with_gaps(value, types.get(field)) for field, value in {**gaps, **written}.items()}


@cache
def _types_of(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _type_at(kind: Any, field: str) -> Any:
    """The declared type of a field such as ``hearts.ask``."""
    for name in filter(None, field.split(".")):
        name, bracket, _index = name.partition("[")
        kind = _types_of(kind).get(name, object)
        if bracket:
            kind = get_args(kind)[0]
    return kind


def _plain(node: yaml.Node, field: str, lines: dict[str, int]) -> Any:
    """The node as plain values; notes the line of every field in ``lines``."""
    if field in lines:
        what = _("expected %(field)s once, not twice") % {"field": field}
        raise yaml.MarkedYAMLError(problem=what, problem_mark=node.start_mark)
    lines[field] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        plain = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode) or len(key.value) > LONGEST_NAME:
                what = _("expected the short name of a field")
                raise yaml.MarkedYAMLError(problem=what, problem_mark=key.start_mark)
            name = str(key.value)
            plain[name] = _plain(value, f"{field}.{name}" if field else name, lines)
        return plain
    if isinstance(node, yaml.SequenceNode):
        return [_plain(value, f"{field}[{position}]", lines) for position, value in enumerate(node.value)]
    if node.tag == _STR:
        return node.value
    try:
        return yaml.SafeLoader("").construct_object(node)
    except (ValueError, LookupError, AttributeError):  # a day such as 31 February, a !!bool such as perhaps
        what = _("expected %(field)s to exist: %(reason)s") % {"field": field, "reason": str(node.value)[:40]}
        raise yaml.MarkedYAMLError(problem=what, problem_mark=node.start_mark) from None


def _line(lines: Mapping[str, int], field: str) -> int:
    """The line of a field, or of what it should stand in."""
    while field and field not in lines:
        field = re.sub(r"(^|\.)[^.[]*$|\[[^[]*$", "", field)
    return lines.get(field, 1)


def _name_of_entry(entry: Mapping[str, Any]) -> str:
    if "number" in entry:
        return _("statement %(n)s") % {"n": entry["number"]}
    if "rank" in entry and "suit" in entry:
        return _("event %(name)s") % {"name": f"{entry['rank']}-{entry['suit']}"}
    return ""


def repeated(cards: Iterable[Placed]) -> Iterator[Problem]:
    """Cards that are there twice: each number, each rank of a suit stands for one card."""
    first: dict[str, Placed] = {}
    for placed in cards:
        before = first.setdefault(placed.key, placed)
        if before is not placed:
            field = "number" if isinstance(placed.card, Statement) else "rank"
            what = _("expected each card once; the first is in %(where)s")
            yield placed.problem(field, what % {"where": f"{before.file}:{before.line()}"})


def _out_of_order(cards: Iterable[Placed], numbers: range) -> Iterator[Problem]:
    """Statements outside the numbers that their file's name gives, or not in rising order."""
    last = 0
    for placed in cards:
        assert isinstance(placed.card, Statement)
        number = placed.card.number
        if number not in numbers:
            what = _("expected a number from %(first)d to %(last)d in this file")
            yield placed.problem("number", what % {"first": numbers.start, "last": numbers.stop - 1})
        elif number < last:
            what = _("expected a number above %(last)d, in rising order")
            yield placed.problem("number", what % {"last": last})
        last = max(last, number)
