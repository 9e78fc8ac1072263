"""What has happened to a card: who changed which words, step by step."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any, Literal

from django.db.models import OuterRef, Subquery
from msgspec import Struct

from decks.flat import Part, as_said, label_of, paths_of
from games.rules.words import LANGUAGES

MOST_WORDS = 300  # that are compared one by one: it takes their number squared, or worse
_SIGNS = "\u3040-\u30ff\u3400-\u9fff"  # Japanese puts no spaces between its words: each sign counts as one
_WORDS = re.compile(rf"\s+|[^\s\w]|[{_SIGNS}]|[^\W{_SIGNS}]+")


class Piece(Struct, frozen=True):
    """Some words of a text: as they were and are, new, or gone."""

    text: str
    how: Literal["same", "new", "gone"] = "same"


class Step(Struct, frozen=True):
    """One step of a card's history: who, when, and the fields that changed, each with its words."""

    record: int
    who: str
    at: datetime
    changes: tuple[tuple[str, tuple[Piece, ...]], ...]


def recorded(records: Any) -> Any:
    """These records of drafts, the latest first, each with its card's fields ``before`` it, or None."""
    earlier = records.model.objects.filter(id=OuterRef("id"), history_id__lt=OuterRef("history_id"))
    before = Subquery(earlier.order_by("-history_id").values("fields")[:1])
    return records.annotate(before=before).select_related("history_user").order_by("-history_id")


def step_of(record: Any, part: Part) -> Step:
    """A record as a step: what it changed; of a card's first one, all is new."""
    before = record.before
    if before is None:
        before = {} if record.history_type == "+" else record.fields  # what came before there was a history is unknown
    paths = [path for path in paths_of(part, LANGUAGES) if before.get(path, "") != record.fields.get(path, "")]
    changes = tuple(
        (label_of(part, path), compared(part, path, before.get(path, ""), record.fields.get(path, "")))
        for path in paths
    )
    who = record.history_user.get_username() if record.history_user else ""
    return Step(record.history_id, who, record.history_date, changes)


def compared(part: Part, path: str, before: str, now: str) -> tuple[Piece, ...]:
    """What has become of a field, as its author reads it; of one picture in place of another, that it is another."""
    was, said = as_said(part, path, before), as_said(part, path, now)
    return (Piece(was, "gone"), Piece(said, "new")) if was == said and before != now else tuple(word_by_word(was, said))


def word_by_word(before: str, after: str) -> Iterator[Piece]:
    """What has become of a text: word by word, and as a whole where too much of it is another."""
    was, now = _WORDS.findall(before), _WORDS.findall(after)
    shorter = min(len(was), len(now))
    first = next((at for at in range(shorter) if was[at] != now[at]), shorter)
    last = next((at for at in range(shorter - first) if was[-1 - at] != now[-1 - at]), shorter - first)
    yield from _pieces(was[:first], was[:first])
    yield from _pieces(was[first : len(was) - last], now[first : len(now) - last])
    yield from _pieces(was[len(was) - last :], was[len(was) - last :])


def _pieces(was: list[str], now: list[str]) -> Iterator[Piece]:
    steps: Sequence[tuple[str, int, int, int, int]]
    if was == now:
        steps = [("equal", 0, len(was), 0, len(now))] if was else []
    elif max(len(was), len(now)) > MOST_WORDS:
        steps = [("replace", 0, len(was), 0, len(now))]
    else:
        steps = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    for what, a, b, c, d in steps:
        if what == "equal":
            yield Piece("".join(was[a:b]))
            continue
        if a < b:
            yield Piece("".join(was[a:b]), "gone")
        if c < d:
            yield Piece("".join(now[c:d]), "new")
