"""A card taken apart into the fields an author fills in, and put together again.

Everything is text: ``{"year": "1961", "name.en": "...", "accept.en": "one\\nanother"}``. So whatever somebody types can
be kept, and what is wrong with it stands beside the field it is wrong in.
"""

import datetime
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from msgspec import Struct

from decks.card_gates import QUESTIONS, WORDS, gates
from decks.cards import Card
from games.rules.pack import Category, Event, Kind, QuestionCard, QuizShow, Rank, Statement, Suit
from games.rules.scene import uploaded_in
from games.rules.words import LANGUAGES

Part: TypeAlias = Literal["statement", "event", "question", "show"]
Fields: TypeAlias = dict[str, str]
Words: TypeAlias = "str | Promise"

PARTS: Final[dict[str, tuple[Part, ...]]] = {
    "statement": ("statement",),
    "event": ("event", "question"),
    "quiz-show": ("show",),
}
_KINDS: Final[dict[Part, type[Card]]] = {
    "statement": Statement,
    "event": Event,
    "question": QuestionCard,
    "show": QuizShow,
}


_STAND_INS: Final[dict[Part, dict[str, Any]]] = {  # for what a card must have and nobody has typed
    "statement": {"number": 1, "category": "everyday", "truth": True, "difficulty": 2},
    "event": {"rank": "A", "suit": "hearts", "year": 0},
    "question": {},
    "show": {},
}


class Field(Struct, frozen=True):
    """One field of a card: ``text``, ``lines`` (several texts), ``number``, ``day``, ``truth`` or one of ``choices``.

    ``spoken``: there is one for each language of the deck; ``shared``: what stands in one serves those left blank.
    """

    path: str
    label: Words
    kind: Literal["text", "lines", "number", "day", "truth", "choice"] = "text"
    spoken: bool = True
    needed: bool = True
    shared: bool = False
    choices: tuple[str, ...] = ()

    def paths(self, languages: Sequence[str]) -> tuple[str, ...]:
        """Where its values stand: once, or once for each language."""
        return tuple(f"{self.path}.{language}" for language in languages) if self.spoken else (self.path,)

    @property
    def named(self) -> tuple[tuple[str, Words], ...]:
        """Its choices, each with what it is called: ``everyday`` is everyday life."""
        names = _LEVELS if self.path == "difficulty" else CHOICE_NAMES
        return tuple((choice, names.get(choice, choice)) for choice in self.choices)


def _statement() -> Iterator[Field]:
    yield Field("number", gettext_lazy("Number"), "number", spoken=False)
    yield Field("category", gettext_lazy("Category"), "choice", spoken=False, choices=get_args(Category))
    yield Field("truth", gettext_lazy("True or false"), "truth", spoken=False)
    yield Field("difficulty", gettext_lazy("Difficulty"), "choice", spoken=False, choices=("1", "2", "3"))
    yield Field("text", gettext_lazy("Statement"))
    yield Field("explanation", gettext_lazy("Explanation"))
    yield Field("basis", gettext_lazy("Where it can be looked up"), spoken=False)


def _event() -> Iterator[Field]:
    yield Field("rank", gettext_lazy("Rank"), "choice", spoken=False, choices=get_args(Rank))
    yield Field("suit", gettext_lazy("Suit"), "choice", spoken=False, choices=get_args(Suit))
    yield Field("year", gettext_lazy("Year"), "number", spoken=False)
    yield Field("date", gettext_lazy("Date"), "day", spoken=False, needed=False)
    yield Field("name", gettext_lazy("Name"))
    yield Field("accept", gettext_lazy("Other names that count"), "lines", needed=False)
    yield Field("reject", gettext_lazy("Near misses that do not count"), "lines", needed=False)
    yield Field("mnemonic", gettext_lazy("Mnemonic"))
    yield Field("scene", gettext_lazy("Picture"), shared=True)
    yield Field("alt", gettext_lazy("What the picture shows"))
    yield Field("story", gettext_lazy("Story"))


_SUITS: Final[dict[Suit, Words]] = {
    "clubs": gettext_lazy("clubs"),
    "diamonds": gettext_lazy("diamonds"),
    "hearts": gettext_lazy("hearts"),
    "spades": gettext_lazy("spades"),
}


def _question() -> Iterator[Field]:
    for suit, name in _SUITS.items():
        yield Field(f"{suit}.ask", format_lazy(gettext_lazy("{suit}: question"), suit=name))
        yield Field(f"{suit}.answer", format_lazy(gettext_lazy("{suit}: answer"), suit=name))
        yield Field(f"{suit}.accept", format_lazy(gettext_lazy("{suit}: also right"), suit=name), "lines", needed=False)
        yield Field(f"{suit}.reject", format_lazy(gettext_lazy("{suit}: not right"), suit=name), "lines", needed=False)


def _show() -> Iterator[Field]:
    yield Field("title", gettext_lazy("Title"))
    for number in range(QUESTIONS):
        yield Field(f"questions.{number}", format_lazy(gettext_lazy("Question {n}"), n=number + 1))
    for number in range(WORDS):
        yield Field(f"words.{number}.name", format_lazy(gettext_lazy("Word {n}"), n=number + 1))
        yield Field(
            f"words.{number}.accept", format_lazy(gettext_lazy("Word {n}: also"), n=number + 1), "lines", needed=False
        )


LAYOUT: Final[dict[Part, tuple[Field, ...]]] = {
    "statement": tuple(_statement()),
    "event": tuple(_event()),
    "question": tuple(_question()),
    "show": tuple(_show()),
}
"""The fields of each kind of card, in the order in which they are filled in."""


CHOICE_NAMES: Final[dict[str, Words]] = {
    "nature": gettext_lazy("Nature"),
    "places": gettext_lazy("Places"),
    "history": pgettext_lazy("category", "History"),
    "culture": gettext_lazy("Culture"),
    "economy": gettext_lazy("Economy"),
    "everyday": gettext_lazy("Everyday life"),
    **dict(_SUITS.items()),
}
_LEVELS: Final[dict[str, Words]] = {"1": gettext_lazy("easy"), "2": gettext_lazy("medium"), "3": gettext_lazy("hard")}


def label_of(part: Part, path: str) -> str:
    """How a field is called beside what is wrong with it: ``Mnemonic (fr)``."""
    for field in LAYOUT[part]:
        if path == field.path:
            return str(field.label)
        if field.spoken and path.startswith(f"{field.path}."):
            language = path.removeprefix(f"{field.path}.")
            if language in LANGUAGES:
                return f"{field.label} ({language})"
    return path


def as_said(part: Part, path: str, text: str) -> str:
    """What stands in a field, as an author reads it: ``hearts`` is what hearts are called, and no picture has a key."""
    if path.startswith("scene.") and uploaded_in(text):
        return _("An uploaded picture")
    for field in LAYOUT[part]:
        if field.path == path and field.choices:
            return str(dict(field.named).get(text, text))
        if field.path == path and field.kind == "truth" and text:
            return _("TRUE") if text == "true" else _("FALSE")
    return text


def part_of(card: Card) -> Part:
    """Which part of a deck this card belongs to."""
    return next(part for part, kind in _KINDS.items() if isinstance(card, kind))


def flatten(card: Card) -> Fields:
    """A card as the texts of its fields; what is empty is left out."""
    return dict(_leaves(msgspec.to_builtins(card), ""))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for name, inner in value.items():
                yield from _leaves(inner, f"{path}.{name}" if path else name)
        case list() | tuple() if all(isinstance(one, str) for one in value):
            if value:
                yield path, "\n".join(value)
        case list() | tuple():
            for number, inner in enumerate(value):
                yield from _leaves(inner, f"{path}.{number}")
        case bool():
            yield path, "true" if value else "false"
        case None | "":
            return
        case _:
            yield path, str(value)


def paths_of(part: Part, languages: Sequence[str]) -> Iterator[str]:
    """Every field there is to fill in."""
    for field in LAYOUT[part]:
        yield from field.paths(languages)


@lru_cache(maxsize=100)
def _laid_out(part: Part, languages: tuple[str, ...]) -> tuple[tuple[Field, tuple[str, ...]], ...]:
    return tuple((field, field.paths(languages)) for field in LAYOUT[part])


def build(
    part: Part, fields: Mapping[str, str], languages: Sequence[str], pictures: Container[str] = ()
) -> tuple[Card | None, list[tuple[str, str]]]:
    """The card these fields make, and everything that is wrong: pairs of a field and a sentence.

    There is a card only if each field holds what it must; it may still have texts missing in a language. ``pictures``
    are the keys of those the deck has.
    """
    found: dict[str, str] = {}
    nested: dict[str, Any] = {}
    broken = False
    for field, paths in _laid_out(part, tuple(languages)):
        served = field.shared and any(fields.get(path, "").strip() for path in paths)
        for path in paths:
            typed = fields.get(path, "").strip()
            if not typed:
                if field.needed and not served:
                    found[path] = _("This is missing.")
                    broken |= not field.spoken and field.path != "basis"
                continue
            value, wrong = _read(field, typed)
            if wrong:
                found[path] = wrong
                broken = True
            else:
                _put(nested, path.split("."), value)
    # A field that cannot be read hides nothing of what is wrong with the others.
    card: Card = msgspec.convert(_listed(part, _STAND_INS[part] | nested), _KINDS[part])
    for where, what in gates(card, languages, pictures):
        found.setdefault(as_path(where), what)
    if not found:
        return card, []
    order = {path: number for number, path in enumerate(paths_of(part, languages))}
    return None if broken else card, sorted(found.items(), key=lambda problem: order.get(problem[0], len(order)))


@lru_cache(maxsize=10_000)
def known(
    part: Part, fields: tuple[tuple[str, str], ...], languages: tuple[str, ...], pictures: frozenset[str], reader: str
) -> tuple[Card | None, tuple[tuple[str, str], ...]]:
    """As `build`, but worked out only once for as long as the card stays as it is. ``reader``: the language in use."""
    card, problems = build(part, dict(fields), languages, pictures)
    return card, tuple(problems)


def _read(field: Field, typed: str) -> tuple[Any, str]:
    """The value of a field, and what is wrong with it."""
    match field.kind:
        case "number":
            if not (typed.isascii() and typed.isdigit() and len(typed) < 7):
                return None, _("Expected a whole number, not “%(typed)s”.") % {"typed": typed[:40]}
            return int(typed), ""
        case "day":
            try:
                return datetime.date.fromisoformat(typed), ""
            except ValueError:
                return None, _("Expected a day such as 1969-07-21, not “%(typed)s”.") % {"typed": typed[:40]}
        case "truth":
            if typed not in ("true", "false"):
                return None, _("Expected true or false, not “%(typed)s”.") % {"typed": typed[:40]}
            return typed == "true", ""
        case "choice":
            if typed not in field.choices:
                return None, _("Expected one of %(choices)s, not “%(typed)s”.") % {
                    "choices": ", ".join(str(name) for _choice, name in field.named),
                    "typed": typed[:40],
                }
            return (int(typed) if field.path == "difficulty" else typed), ""
        case "lines":
            return [line.strip() for line in typed.splitlines() if line.strip()], ""
    return typed, ""


def _put(nested: dict[str, Any], path: Sequence[str], value: Any) -> None:
    for name in path[:-1]:
        nested = nested.setdefault(name, {})
    nested[path[-1]] = value


def _listed(part: Part, nested: dict[str, Any]) -> dict[str, Any]:
    """The same with everything that a card must have, be it empty."""
    match part:
        case "statement":
            return {"text": {}, "explanation": {}} | nested
        case "event":
            return {name: {} for name in ("name", "mnemonic", "scene", "alt", "story")} | nested
        case "question":
            return {suit: {"ask": {}, "answer": {}} | nested.get(suit, {}) for suit in _SUITS}
    questions, words = nested.get("questions", {}), nested.get("words", {})
    return {
        "title": nested.get("title", {}),
        "questions": [questions.get(str(number), {}) for number in range(QUESTIONS)],
        "words": [{"name": {}} | words.get(str(number), {}) for number in range(WORDS)],
    }


def as_path(field: str) -> str:
    """``words[4].name.en``, as gates write it, as the path of a field."""
    return field.replace("[", ".").replace("]", "")


def name_of(part: Part, fields: Mapping[str, str], position: int, languages: Iterable[str]) -> str:
    """How a draft is called in a list: its name, its statement, its first question, in the first language there is."""
    stem = {"statement": "text", "event": "name", "question": "clubs.ask", "show": "title"}[part]
    said = next((fields[path] for language in languages if fields.get(path := f"{stem}.{language}", "")), "")
    return said or f"({position})"


def kind_of(value: str) -> Kind:
    """The kind of a deck, as the rules name it."""
    return next(kind for kind in get_args(Kind) if kind == value)
