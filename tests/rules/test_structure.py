"""How the code of the games is built: pure rules, sentences that can be translated, a fragment for every part."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

import games
from games.bots.kernel import Bot
from games.bots.registry import BOTS
from games.lessons.kernel import Lesson
from games.lessons.registry import LESSONS
from games.rules.registry import GAMES, room_of
from games.tables.fragments import FOLDER as FRAGMENTS
from games.tables.showing import HOUSE
from tests.rules.courses import positions, watchers_of
from tests.tables.looking import page, snapshot_of

GAMES_FOLDER = Path(games.__file__).parent
TEMPLATES = FRAGMENTS.parent
RULES = sorted((GAMES_FOLDER / "rules").rglob("*.py"))
ALL = sorted(path for path in GAMES_FOLDER.rglob("*.py") if "migrations" not in path.parts)

PURE = {"games.rules", "msgspec", "rapidfuzz"}  # what else the rules need must be named here, and be as pure
IMPURE = {  # of the standard library: other dice, other clocks, other worlds
    *("asyncio", "builtins", "calendar", "concurrent", "contextvars", "glob", "http", "importlib", "io", "locale"),
    *("logging", "multiprocessing", "os", "pathlib", "pickle", "random", "secrets", "shelve", "shutil", "signal"),
    *("socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "warnings"),
}
CLOCKS = {"now", "utcnow", "today"}
DOORS = {"open", "print", "input", "eval", "exec", "__import__", "globals", "hash", "id"}

LONGEST_LINE = 140

every_rule_file = pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(GAMES_FOLDER)))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported(path: Path) -> Iterator[str]:
    for node in nodes(path):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, level=level):
                assert level == 0, f"{path.name}:{node.lineno}: imports say where from in full"
                yield str(module)


# -- pure rules ------------------------------------------------------------------------------------------------------


def is_pure(module: str) -> bool:
    if any(module == pure or module.startswith(f"{pure}.") for pure in PURE):
        return True
    root = module.split(".")[0]
    return root in sys.stdlib_module_names and root not in IMPURE


@every_rule_file
def test_rules_know_nothing_of_the_site(path: Path) -> None:
    assert [module for module in imported(path) if not is_pure(module)] == []


@every_rule_file
def test_rules_have_no_clock_no_dice_and_no_door_of_their_own(path: Path) -> None:
    for node in nodes(path):
        match node:
            case ast.Attribute(attr=attr):
                assert attr not in CLOCKS, f"{path.name}:{node.lineno}: the time comes in as `at`"
            case ast.Call(func=ast.Name(id=name)):
                assert name not in DOORS, f"{path.name}:{node.lineno}: {name}()"
            case ast.Assert():
                raise AssertionError(f"{path.name}:{node.lineno}: a rule is refused by IllegalMove, not by assert")
            case ast.Global():
                raise AssertionError(f"{path.name}:{node.lineno}: rules keep nothing between two calls")


def test_bots_see_what_people_see() -> None:
    """A bot works on observations and on the deck; it has no way to a state."""
    for path in sorted((GAMES_FOLDER / "bots").glob("*.py")):
        for node in nodes(path):
            match node:
                case ast.ImportFrom(module=str(module), names=names) if module.endswith(".state"):
                    states = {rules.State.__name__ for rules in GAMES.values()}
                    assert not states & {name.name for name in names}, f"{path.name}:{node.lineno}"
                case ast.ImportFrom(module=str(module)):
                    assert not module.startswith(("games.tables", "django", "decks")), f"{path.name}:{node.lineno}"


# -- sentences -------------------------------------------------------------------------------------------------------


def is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value.strip())


def is_marked(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("N_", "P_")


def sentences() -> Iterator[tuple[str, ast.Call]]:
    for path in ALL:
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("N_", "P_"):
                yield f"{path.name}:{node.lineno}", node


def test_every_sentence_is_a_plain_literal() -> None:
    found = list(sentences())
    assert len(found) > 100
    for place, call in found:
        assert isinstance(call.func, ast.Name) and not call.keywords
        assert len(call.args) == (1 if call.func.id == "N_" else 2), place
        assert all(is_plain(argument) for argument in call.args), f"{place}: the catalogues read the source"


def test_every_refusal_says_its_clause_and_its_sentence_in_place() -> None:
    refusals = 0
    for path in ALL:
        for node in nodes(path):
            match node:
                case ast.Call(func=ast.Name(id="IllegalMove"), args=[clause, sentence]):
                    assert isinstance(clause, ast.Constant) and isinstance(clause.value, str), f"{path}:{node.lineno}"
                    assert is_marked(sentence), f"{path}:{node.lineno}: a refusal is marked for the catalogues"
                    refusals += 1
                case ast.Call(func=ast.Name(id="IllegalMove")):
                    raise AssertionError(f"{path}:{node.lineno}: a refusal is a clause and a sentence")
    assert refusals > 30


def test_every_fact_of_a_refusal_stands_in_its_sentence() -> None:
    for path in ALL:
        for node in nodes(path):
            match node:
                case ast.Call(func=ast.Name(id="IllegalMove" | "say"), args=[*_, ast.Call(args=texts) as said]) if (
                    is_marked(said)
                ):
                    given = {keyword.arg for keyword in node.keywords}
                    asked = {name for text in texts for name in _names(str(text.value))}
                    assert asked <= given, f"{path.name}:{node.lineno}: {asked - given}"
                    assert given <= asked | {"n"}, f"{path.name}:{node.lineno}: {given - asked}"


def _names(sentence: str) -> Iterator[str]:
    yield from (part.split(")")[0] for part in sentence.split("%(")[1:])


# -- templates -------------------------------------------------------------------------------------------------------


def test_no_line_of_a_template_is_longer_than_a_reader_can_take_in():
    """Every line can be broken: beside a tag of a fragment (`games.tables.fragments`), within a tag of HTML, within a
    text that is translated (`blocktranslate trimmed`).
    """
    long = [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert not long


VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Fragment(HTMLParser):
    """The elements of a piece of HTML: its roots, every id, and what is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.roots: list[dict[str, str | None]] = []
        self.ids: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.open:
            self.roots.append(dict(attrs))
        self.ids += [str(value) for name, value in attrs if name == "id"]
        assert not [name for name, _ in attrs if name == "style" or name.startswith("on")], f"{tag}: {attrs}"
        assert not [value for _, value in attrs if value and "http" in value], f"{tag}: {attrs}"
        assert tag not in ("script", "style"), "the policy of the site allows none"

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        assert self.open or not data.strip(), f"text outside of the root: {data.strip()}"


@pytest.mark.parametrize("layout", ["table", "screen"])
@pytest.mark.parametrize("slug", GAMES)
def test_every_part_has_a_fragment_whose_root_bears_its_name(slug: str, layout: str) -> None:
    names = set(GAMES[slug].Observation.__struct_fields__)
    assert not names & HOUSE, "the house has parts of these names"
    fragments: dict[tuple[str, str], None] = {}
    kinds = Counter[object]()
    for position in positions(slug):
        views = {watcher: position.view(watcher) for watcher in watchers_of(position.state)}
        for watcher, view in views.items():
            kind = (type(view), position.state.phase, watcher < 0, position.play.paused is None)
            kinds[kind] += 1
            if kinds[kind] > 4:
                continue
            snapshot, look = snapshot_of(position.game, position.play, watcher, layout)
            html, parts = page(snapshot, look)
            assert parts.keys() > names
            for name, fragment in parts.items():
                fragments[name, fragment] = None
            ids = Fragment(html).ids
            assert not [name for name, count in Counter(ids).items() if count > 1], "ids that stand twice on a page"
            assert names <= set(ids), f"not on the stage: {names - set(ids)}"
    assert {name for name, _ in fragments} >= names
    for name, html in fragments:
        roots = Fragment(html).roots
        assert len(roots) == 1, f"{name} has {len(roots)} roots"
        assert roots[0].get("id") == name


# -- where a game is found -------------------------------------------------------------------------------------------

SLUGS = {  # they stand in addresses, logs and recordings: they never change
    *("swiss-quiz", "quizterix-standard", "quizterix-snap", "quizterix-klondike", "quizterix-poker"),
    *("qwantum", "quatrefoil", "its-a-quiz"),
}


def test_the_slugs_of_the_games_stay_as_they_are():
    assert set(GAMES) >= SLUGS


@pytest.mark.parametrize("slug", GAMES)
def test_everything_of_a_game_is_named_by_its_slug(slug):
    package = room_of(slug)
    assert package == slug.replace("-", "_")
    assert type(GAMES[slug]).__module__.startswith(f"games.rules.{package}.")
    assert type(BOTS[slug]).__module__ == f"games.bots.{package}"
    assert isinstance(BOTS[slug], Bot) and isinstance(LESSONS[slug], Lesson)
    assert (GAMES_FOLDER / "rulebooks" / f"{slug}.en.md").exists()
