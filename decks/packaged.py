"""The packaged decks: plain YAML under ``decks/data/<deck>/``, read whole or not at all.

A deck that cannot be read names every problem with its file, line and field, and what is expected there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
import yaml
from msgspec import Struct

from decks.card_gates import gates
from decks.cards import Card, key_of, texts_of
from games.rules.pack import Event, Kind, Pack, QuestionCard, QuizShow, Statement
from games.rules.words import LANGUAGES, Text

DATA = Path(__file__).parent / "data"

_STATEMENTS = re.compile(r"statements-(\d{3})-(\d{3})\.yaml")
_SHOW = re.compile(r"pack-([1-9]\d*)\.yaml")
_FILES = {
    "statement": "deck.yaml, statements-001-055.yaml and so on",
    "event": "deck.yaml, events.yaml, questions.yaml",
    "quiz-show": "deck.yaml, pack-1.yaml, pack-2.yaml and so on",
}

# How msgspec words a refusal.
_REFUSAL = re.compile(r"(.*?)(?: - at `\$\.?(.*)`)?", re.DOTALL)
_NAMED_FIELD = re.compile(r"Object (contains unknown|missing required) field `(.*)`")
_UNKNOWN = "no such field: expected one of {}"
_MISSING = "is missing"

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
    """A deck that cannot be read; nothing of it has been."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(problems)
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
    """A card with the place where it was written."""

    key: str
    card: Card
    file: str
    lines: Mapping[str, int]

    @property
    def name(self) -> str:
        """The card as its author calls it."""
        match self.card:
            case Statement():
                return f"statement {self.key}"
            case Event():
                return f"event {self.key}"
            case QuestionCard():
                return f"question card {self.key.removeprefix('question-')}"
            case QuizShow():
                return f"show {self.key.removeprefix('show-')}"

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


def read_deck(folder: Path) -> Source:
    """Reads a deck. Raises BrokenDeck with everything that is wrong with its form or with any single card."""
    problems: list[Problem] = []
    about = _read_about(folder, problems)
    if about is None:
        raise BrokenDeck(problems)
    statements: list[Placed] = []
    events: list[Placed] = []
    questions: list[Placed] = []
    shows: list[Placed] = []
    for file in sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml")):
        if file.name == "deck.yaml":
            continue
        if about.kind == "statement" and (numbers := _STATEMENTS.fullmatch(file.name)):
            read = list(_read_cards(file, Statement, problems))
            problems += _out_of_order(read, range(int(numbers[1]), int(numbers[2]) + 1))
            statements += read
        elif about.kind == "event" and file.name == "events.yaml":
            events += _read_cards(file, Event, problems)
        elif about.kind == "event" and file.name == "questions.yaml":
            questions += _read_cards(file, QuestionCard, problems)
        elif about.kind == "quiz-show" and (number := _SHOW.fullmatch(file.name)):
            shows += _read_show(file, int(number[1]), problems)
        else:
            name = f"{folder.name}/{file.name}"
            problems.append(Problem(name, 1, "", "", f"no such file here: expected {_FILES[about.kind]}"))
    shows.sort(key=lambda placed: int(placed.key.removeprefix("show-")))
    cards = (*statements, *events, *questions, *shows)
    for placed in cards:
        problems += [placed.problem(*found) for found in gates(placed.card, about.languages)]
    problems += _repeated(cards)
    if not cards and not problems:
        problems.append(Problem(f"{folder.name}/deck.yaml", 1, "", "", "expected at least one card in the deck"))
    if problems:
        raise BrokenDeck(problems)
    pack = Pack(
        slug=folder.name,
        title=about.title,
        kind=about.kind,
        languages=about.languages,
        statements=tuple(placed.card for placed in statements if isinstance(placed.card, Statement)),
        events=tuple(placed.card for placed in events if isinstance(placed.card, Event)),
        questions=tuple(placed.card for placed in questions if isinstance(placed.card, QuestionCard)),
        shows=tuple(placed.card for placed in shows if isinstance(placed.card, QuizShow)),
    )
    return Source(pack, about, cards)


def _read_about(folder: Path, problems: list[Problem]) -> About | None:
    name = f"{folder.name}/deck.yaml"
    root = _parse(folder / "deck.yaml", problems)
    if root is None:
        return None
    read = _convert(root, About, name, "", problems)
    if read is None:
        return None
    about, lines = read
    unknown = [language for language in about.languages if language not in LANGUAGES]
    if unknown or not about.languages or len(set(about.languages)) < len(about.languages):
        what = f"expected one or more of {', '.join(LANGUAGES)}, each once"
        problems.append(Problem(name, _line(lines, "languages"), "", "languages", what))
        return None
    for field, text in texts_of(about):
        for language in about.languages:
            if isinstance(text, Text) and not getattr(text, language).strip():
                what = "is missing: expected a text in every language of the deck"
                problems.append(Problem(name, _line(lines, field), "", f"{field}.{language}", what))
    return about


def _read_cards(file: Path, kind: type[C], problems: list[Problem]) -> Iterator[Placed]:
    name = f"{file.parent.name}/{file.name}"
    root = _parse(file, problems)
    if root is None:
        return
    if not isinstance(root, yaml.SequenceNode):
        problems.append(Problem(name, 1, "", "", "expected a list of cards, each beginning with a dash"))
        return
    for position, node in enumerate(root.value, start=1):
        read = _convert(node, kind, name, f"card {position} of the file", problems)
        if read is not None:
            card, lines = read
            yield Placed(key_of(card, position), card, name, lines)


def _read_show(file: Path, number: int, problems: list[Problem]) -> Iterator[Placed]:
    """A file that is one show: its title, ten questions, thirty words."""
    name = f"{file.parent.name}/{file.name}"
    root = _parse(file, problems)
    if root is None:
        return
    read = _convert(root, QuizShow, name, f"show {number}", problems)
    if read is not None:
        show, lines = read
        yield Placed(key_of(show, number), show, name, lines)


def _parse(file: Path, problems: list[Problem]) -> yaml.Node | None:
    """The file as YAML nodes, which know their lines; None if it is not YAML at all."""
    name = f"{file.parent.name}/{file.name}"
    try:
        root: yaml.Node | None = yaml.compose(file.read_text(encoding="utf-8"), Loader=_Loader)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        problems.append(Problem(name, line, "", "", "expected UTF-8"))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = f"expected YAML: {error.problem or error.context}"
        problems.append(Problem(name, mark.line + 1 if mark else 1, "", "", what))
    except yaml.YAMLError as error:
        problems.append(Problem(name, 1, "", "", f"expected YAML: {' '.join(str(error).split())}"))
    else:
        if root is not None:
            return root
        problems.append(Problem(name, 1, "", "", "expected something in this file"))
    return None


def _convert(
    node: yaml.Node, kind: type[S], file: str, card: str, problems: list[Problem]
) -> tuple[S, dict[str, int]] | None:
    """The struct that a YAML node describes, with the line of each of its fields."""
    lines: dict[str, int] = {}
    try:
        plain = _plain(node, "", lines)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else _line(lines, "")
        problems.append(Problem(file, line, card, "", str(error.problem)))
        return None
    if isinstance(plain, dict):
        card = _name_of_entry(plain) or card
        if isinstance(plain.get("rank"), int):
            plain["rank"] = str(plain["rank"])  # nobody should have to quote the 10
    try:
        return msgspec.convert(plain, kind), lines
    except msgspec.ValidationError as error:
        found = _REFUSAL.fullmatch(str(error))
        what, field = (found[1], found[2] or "") if found else (str(error), "")
        if named := _NAMED_FIELD.fullmatch(what):
            field = ".".join(part for part in (field, named[2]) if part)
            what = _UNKNOWN.format(", ".join(_fields_at(kind, field))) if named[1] == "contains unknown" else _MISSING
        elif what.startswith("Invalid enum value"):
            choices = ", ".join(str(choice) for choice in get_args(_type_at(kind, field)) if choice)
            what = f"expected one of {choices}, not {what.removeprefix('Invalid enum value ')}"
        problems.append(Problem(file, _line(lines, field), card, field, what[0].lower() + what[1:]))
        return None


def _type_at(kind: Any, field: str) -> Any:
    """The declared type of a field such as ``hearts.ask``."""
    for name in filter(None, field.split(".")):
        kind = get_type_hints(kind).get(name.partition("[")[0], object)
    return kind


def _fields_at(kind: type[Struct], field: str) -> tuple[str, ...]:
    """The fields there are beside this one."""
    owner = _type_at(kind, field.rpartition(".")[0])
    return tuple(owner.__struct_fields__)


def _plain(node: yaml.Node, field: str, lines: dict[str, int]) -> Any:
    """The node as plain values; notes the line of every field in ``lines``."""
    if field in lines:
        raise yaml.MarkedYAMLError(problem=f"expected {field} once, not twice", problem_mark=node.start_mark)
    lines[field] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        plain = {}
        for key, value in node.value:
            name = str(key.value)
            plain[name] = _plain(value, f"{field}.{name}" if field else name, lines)
        return plain
    if isinstance(node, yaml.SequenceNode):
        return [_plain(value, f"{field}[{position}]", lines) for position, value in enumerate(node.value)]
    return yaml.SafeLoader("").construct_object(node)


def _line(lines: Mapping[str, int], field: str) -> int:
    """The line of a field, or of what it should stand in."""
    while field and field not in lines:
        field = re.sub(r"(^|\.)[^.[]*$|\[[^[]*$", "", field)
    return lines.get(field, 1)


def _name_of_entry(entry: Mapping[str, Any]) -> str:
    if "number" in entry:
        return f"statement {entry['number']}"
    if "rank" in entry and "suit" in entry:
        return f"event {entry['rank']}-{entry['suit']}"
    return ""


def _repeated(cards: Iterable[Placed]) -> Iterator[Problem]:
    """Cards that are there twice: each number, each rank of a suit stands for one card."""
    first: dict[str, Placed] = {}
    for placed in cards:
        before = first.setdefault(placed.key, placed)
        if before is not placed:
            field = "number" if isinstance(placed.card, Statement) else "rank"
            yield placed.problem(field, f"expected each card once; the first is in {before.file}:{before.line()}")


def _out_of_order(cards: Iterable[Placed], numbers: range) -> Iterator[Problem]:
    """Statements outside the numbers that their file's name gives, or not in rising order."""
    last = 0
    for placed in cards:
        assert isinstance(placed.card, Statement)
        number = placed.card.number
        if number not in numbers:
            yield placed.problem("number", f"expected a number from {numbers[0]} to {numbers[-1]} in this file")
        elif number < last:
            yield placed.problem("number", f"expected a number above {last}, in rising order")
        last = max(last, number)
