"""Every clause of a rulebook is proved by a test that carries its id: `@pytest.mark.clause("SQ-5")`."""

import ast
from functools import cache
from pathlib import Path

import pytest

from games import rulebooks
from games.rules.registry import GAMES

CLAUSES = {clause for book in (rulebooks.COMMON, *GAMES) for clause in rulebooks.clauses(book)}


@cache
def marked() -> list[tuple[str, str]]:
    """Every clause that a test carries, and the test's file. Read from the sources: a worker may not see all tests."""
    found = []
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="clause", value=ast.Attribute(attr="mark"))):
                    for argument in node.args:
                        assert isinstance(argument, ast.Constant), (
                            f"{path.name}:{node.lineno}: clause ids are plain words"
                        )
                        found.append((str(argument.value), path.name))
    return found


@pytest.mark.parametrize("clause", sorted(CLAUSES))
def test_a_test_proves_the_clause(clause: str) -> None:
    assert clause in {proved for proved, _ in marked()}


def test_no_test_claims_a_clause_that_stands_in_no_rulebook() -> None:
    assert [(clause, name) for clause, name in marked() if clause not in CLAUSES] == []
