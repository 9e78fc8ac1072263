"""How the house is built, floor by floor: whoever stands on a floor may ask those below, and never those above.

Read from the sources, wherever in a file an import stands; so no circle can come about, by whatever detour.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
FLOORS = (  # from the ground up
    {"config"},
    {"games.rules"},
    {"games.wording", "games.drawing"},
    {"games.rulebooks", "games.bots", "games.lessons"},
    {"decks"},
    {"games.extras"},
    {"games.tables"},
    {"games.nights", "games.revision"},
    {"config.urls"},  # the doors: here the site is put together, and nobody asks them ...
    {"config.asgi"},  # ... but the process, which has loaded them before it opens
)
HEIGHT = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}
SOURCES = sorted(
    path.relative_to(HOUSE) for top in ("config", "decks", "games") for path in (HOUSE / top).rglob("*.py")
)


def module_of(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str | None:
    """The room in which a module stands; a file that is a room of its own before the folder that it lies in."""
    parts = module.split(".")
    names = (".".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((name for name in names if name in HEIGHT), None)


def asked_by(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every module that is imported, by whichever way it is written, and the line."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                assert level == 0, f"line {node.lineno}: imports say where from in full"
                yield from ((node.lineno, f"{module}.{name.name}") for name in names)
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=[first, *_]) if called in (
                "import_module",
                "import_string",
                "__import__",
            ):
                yield node.lineno, _beginning_of(first)


def _beginning_of(name: ast.expr) -> str:
    """A module's name as far as it stands in the source."""
    match name:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return text.rstrip(".")
        case _:
            raise AssertionError(f"line {name.lineno}: nobody can read what is imported here")


def wrong_ways(path: Path) -> list[str]:
    module = module_of(path)
    here = room_of(module)
    found = []
    for line, asked in asked_by(ast.parse((HOUSE / path).read_text(encoding="utf-8"))):
        there = room_of(asked)
        if here is None or there is None or here == there:
            continue
        if HEIGHT[there] >= HEIGHT[here]:
            found.append(f"{path}:{line}: {here} asks {there}, which stands no lower")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_whoever_asks_asks_downwards(path: Path) -> None:
    assert wrong_ways(path) == []


def test_every_source_stands_in_a_room() -> None:
    assert len(SOURCES) > 200
    outside = {module_of(path) for path in SOURCES if room_of(module_of(path)) is None}
    assert outside == {"games"}


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("import games.tables.hub", "games.tables.hub"),
        ("from games import tables", "games.tables"),
        ("def late():\n    from games.tables.hub import Hub", "games.tables.hub.Hub"),
        ("hub = import_module('games.tables.hub')", "games.tables.hub"),
        ("hub = importlib.import_module(f'games.tables.{name}')", "games.tables"),
    ],
)
def test_no_way_of_importing_is_overlooked(line: str, asked: str) -> None:
    assert asked in [name for _line, name in asked_by(ast.parse(line))]
