"""manage.py new_game SLUG: everything that a game needs, as the smallest one that can be played; then make it yours.

What it writes are the files under `config/seed/`, each at the same place in the house, with the game's names filled in;
and a line in each list that names every game.
"""

import ast
import keyword
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

SEED = Path(__file__).parents[2] / "seed"
REGISTRY = "games/rules/registry.py"
LISTS = {  # where every game stands in a list: its name there, and the line of this game
    REGISTRY: ("GAMES", "        $Name(),"),
    "tests/rules/pieces.py": ("PIECES", '    "$slug": ${room}_table.pieces,'),
    "tests/rules/scrambles.py": ("SCRAMBLES", '    "$slug": ${room}_table.scramble,'),
    "tests/rules/record.py": (
        "RECIPES",
        '    "$slug": (\n'
        '        Recipe("short", 4, 4, at_random, {}, ("keep",), 2),\n'
        '        Recipe("whole", 5, 3, by_bots(Strength.MEDIUM), {"clock": 60}, ("keep", "draw")),\n'
        "    ),",
    ),
    "tests/rules/test_rulebooks.py": ("CLAUSES", '    "$slug": "$mark-1 $mark-2 $mark-3",'),
}
IMPORTS = {
    REGISTRY: "from games.rules.$room import $Name",
    "tests/rules/pieces.py": "from tests.rules import ${room}_table",
    "tests/rules/scrambles.py": "from tests.rules import ${room}_table",
}
LEFT = """Now {title} can be played: make play, and choose it on the shelf. What is left is yours:
  the rules       games/rules/{room}/, clause by clause as in games/rulebooks/{slug}.*.md, all five languages
  their proofs    tests/rules/test_{room}.py, each clause with a test that bears its id
  what is hidden  tests/rules/{room}_table.py, said once more in other words than in the rules
  the look        templates/fragments/games/{room}/, static/css/games/{slug}.css;
                  a drawing "tile-{slug}" in static/art/sprite.svg
  the words       config/locale/*/LC_MESSAGES/django.po: what is new is empty there until you translate it
  a bot, a lesson games/bots/{room}.py, games/lessons/{room}.py
  its slug        in SLUGS of tests/rules/test_structure.py: from the first game that anybody keeps it never changes
Whenever the rules have changed: python -m tests.rules.record {slug}, and read what is different before you keep it.
"""


class Command(BaseCommand):
    """Lays out a new game, playable at once."""

    help = "Writes everything that a new game needs, as the smallest one that can be played."

    def add_arguments(self, parser: CommandParser) -> None:
        """What it is called."""
        parser.add_argument("slug", help="in addresses and logs, for ever: small letters and dashes, such as old-maid")
        parser.add_argument("--title", help="as players read it; unless given, made from the slug")
        parser.add_argument("--clauses", help="two capital letters before the numbers of its rules, such as OM")

    def handle(self, *args: Any, **options: Any) -> None:
        """All of it, or a sentence that says what is wrong and nothing."""
        house = Path(settings.BASE_DIR)
        if find_spec("ruff") is None:
            raise CommandError("The tools of the tests are missing: run make lint once, then this again.")
        names = _names(house, options["slug"], options["title"], options["clauses"])
        written = dict(_files(house, names)) | dict(_lists(house, names))
        for path, text in written.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            self.stdout.write(f"  {path.relative_to(house)}")
        code = [str(path) for path in written if path.suffix == ".py"]
        for command in (
            ("ruff", "check", "--quiet", "--fix", "--select", "I", *code),
            ("ruff", "format", "--quiet", *code),
            ("tests.rules.record", names["slug"]),
        ):
            subprocess.run([sys.executable, "-m", *command], cwd=house, check=True)
        subprocess.run([sys.executable, "manage.py", "messages"], cwd=house, check=True)
        self.stdout.write(LEFT.format(**names))


def _names(house: Path, slug: str, title: str | None, clauses: str | None) -> dict[str, str]:
    """Every name the game goes by. Raises CommandError for what cannot be one."""
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", slug):
        raise CommandError(f"“{slug}” is no slug: take small letters and single dashes, such as old-maid.")
    words = slug.split("-")
    if keyword.iskeyword(slug) or (house / "games" / "rules" / f"{slug}.py").exists():
        raise CommandError(f"“{slug}” means something else in the code already: take another slug.")
    title = title or " ".join(words).capitalize()
    if '"' in title or "\\" in title:
        raise CommandError("A title has no straight quotation mark and no backslash: take ’ or «».")
    mark = clauses or "".join(word[0] for word in (words if len(words) > 1 else slug))[:2].upper()
    if not re.fullmatch("[A-Z]{2}", mark):
        raise CommandError("Rules are numbered after two capital letters: --clauses OM.")
    for book in house.glob("games/rulebooks/*.en.md"):
        if f"**{mark}-" in book.read_text(encoding="utf-8"):
            raise CommandError(f"{mark}-1 and so on are the rules of {book.name}: choose other letters with --clauses.")
    name = "".join(map(str.capitalize, words))
    return {"slug": slug, "room": "_".join(words), "Name": name, "title": title, "mark": mark}


def _files(house: Path, names: dict[str, str]) -> Iterator[tuple[Path, str]]:
    """Each file with its text. Raises CommandError if one is there already."""
    for seed in sorted(SEED.rglob("*.seed")):
        place = str(seed.relative_to(SEED)).removesuffix(".seed")
        place = place.replace("ROOM", names["room"]).replace("SLUG", names["slug"])
        path = house / place
        if path.exists():
            raise CommandError(f"{place} is there already: choose another slug, or take it away first.")
        yield path, Template(seed.read_text(encoding="utf-8")).substitute(names)


def _lists(house: Path, names: dict[str, str]) -> Iterator[tuple[Path, str]]:
    """Each list that names every game, with a line more."""
    for place, (name, line) in LISTS.items():
        path = house / place
        lines = path.read_text(encoding="utf-8").splitlines()
        body = ast.parse("\n".join(lines)).body
        lines.insert(_end_of(body, name), Template(line).substitute(names))
        if place in IMPORTS:
            last = max(node.end_lineno or 0 for node in body if isinstance(node, ast.ImportFrom))
            lines.insert(last, Template(IMPORTS[place]).substitute(names))
        yield path, "\n".join(lines) + "\n"


def _end_of(body: list[ast.stmt], name: str) -> int:
    """The number of lines before the bracket that closes this list."""
    for node in body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=known), value=ast.expr() as value) if known == name:
                bracket = next(one for one in ast.walk(value) if isinstance(one, ast.Dict | ast.Tuple))
                return (bracket.end_lineno or 0) - 1
    raise CommandError(f"There is no list {name} any more: mend LISTS in {Path(__file__).name}.")
