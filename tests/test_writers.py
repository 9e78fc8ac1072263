"""Who writes into the database: a few modules that say so, each what belongs to it, and nobody else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
WRITERS = {
    "config/limits.py": "what is counted",
    "decks/services.py": "editions, flags, readings, readers' statements, decks that come whole",
    "decks/writing.py": "decks and drafts at the desk",
    "decks/describing.py": "what a deck says of itself",
    "decks/taking.py": "files that wait for a yes, and what they change",
    "decks/reviewing.py": "words about cards, decks given back and approved",
    "decks/keeping.py": "what becomes of published decks: taken back, put away, handed over, deleted",
    "decks/pictures.py": "uploaded pictures",
    "decks/health.py": "what was found in decks, worked out from them",
    "decks/roles.py": "the four groups and their rights",
    "decks/models.py": "nothing new: what an edition may not change it refuses",
    "games/tables/services/": "tables, seats, players, the ends of games, what the house writes into logs",
    "games/tables/log.py": "the moves of running games",
    "games/tables/milestones.py": "shortcuts into long logs, worked out from them",
    "games/tables/presence.py": "when somebody was last seen",
    "games/tables/tidy.py": "nothing new: it takes away what is old",
    "games/nights/services/": "nights: programmes, teams, guests, seats, the steps of an evening",
    "games/revision/services/": "classes, pupils, slips, assignments, sealed memories, figures of a class",
    "games/extras/quizterix_klondike/day.py": "scores of the deal of the day",
}
SOURCES = sorted(
    path.relative_to(HOUSE)
    for top in ("config", "decks", "games")
    for path in (HOUSE / top).rglob("*.py")
    if "migrations" not in path.parts
)
WITH_FIELDS = {"create", "get_or_create", "update_or_create", "bulk_create", "bulk_update", "aget_or_create", "acreate"}
STATEMENT = re.compile(r"\b(insert\s+into|delete\s+from|update\s+\w+\s+set|truncate\s+\w)", re.IGNORECASE)


def written_in(tree: ast.AST) -> Iterator[int]:
    """The lines in which something is written, by Django's models or by a statement of its own."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in WITH_FIELDS:
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="save" | "delete" | "asave" | "adelete"), args=[]):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="update"), args=[], keywords=[_, *_]):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="set", value=ast.Attribute(attr=many)), args=[_]) if many.islower():
                yield node.lineno
            case ast.Constant(value=str(text)) if STATEMENT.search(text):
                yield node.lineno


def writes(path: Path) -> list[int]:
    return sorted(set(written_in(ast.parse((HOUSE / path).read_text(encoding="utf-8")))))


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_whoever_writes_is_named(path: Path) -> None:
    if not str(path).startswith(tuple(WRITERS)):
        assert writes(path) == []


@pytest.mark.parametrize("place", WRITERS)
def test_whoever_is_named_writes(place: str) -> None:
    assert any(writes(path) for path in SOURCES if str(path).startswith(place))


@pytest.mark.parametrize(
    "line",
    [
        "table.save()",
        "table.save(update_fields=['host'])",
        "Table.objects.filter(pk=1).update(code='A')",
        "Table.objects.filter(pk=1).delete()",
        "Score.objects.get_or_create(table=1, defaults={})",
        "table.also.set(decks)",
        "cursor.execute('update tables_player set seen_at = now()')",
        "APPEND = 'insert into tables_move values (%s)'",
    ],
)
def test_no_way_of_writing_is_overlooked(line: str) -> None:
    assert list(written_in(ast.parse(line))) == [1]


@pytest.mark.parametrize(
    "line", ["book.save(file)", "cookies.update(more)", "metrics.TABLES.set(3)", "'Update your deck'"]
)
def test_what_is_no_writing_is_none(line: str) -> None:
    assert list(written_in(ast.parse(line))) == []
