"""The style sheets: the widths they know, and who loads them."""

import re
from pathlib import Path

from django.conf import settings

from games.rules.registry import GAMES

STATIC = Path(settings.BASE_DIR) / "static"
SHEETS = sorted((STATIC / "css").rglob("*.css"))
NAMED = re.compile(r"^ +(\w+) +(\((?:min|max)-(width|height): [\d.]+(?:rem|px)\))", re.MULTILINE)
QUERY = re.compile(r"@(media|container)\s+([^{]+)\{")
RULE = re.compile(r"([^{};]+)\{")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SIZE = re.compile(r"\([^()]*(?:width|height|inline-size|block-size)[^()]*\)")


def named():
    """The sizes that the first sheet names: name to query and to what it measures."""
    tokens = (STATIC / "css" / "tokens.css").read_text()
    return {name: (query, measures) for name, query, measures in NAMED.findall(tokens)}


def sizes_asked(kind):
    """Every size that a query of this kind asks for, with its sheet."""
    for sheet in SHEETS:
        for found, conditions in QUERY.findall(sheet.read_text()):
            if found == kind:
                yield from ((sheet.name, size) for size in SIZE.findall(conditions))


def test_pages_change_at_three_named_widths_and_one_height():
    assert {name: measures for name, (_, measures) in named().items()} == {
        "phone": "width",
        "tablet": "width",
        "laptop": "width",
        "short": "height",
        "card": "width",
    }
    pages = {query for name, (query, _) in named().items() if name != "card"}
    asked = set(sizes_asked("media"))
    assert {(sheet, size) for sheet, size in asked if size not in pages} == set()
    assert {size for _, size in asked} == pages


def test_a_container_is_as_wide_as_a_page_or_a_card():
    known = {query for query, measures in named().values() if measures == "width"}
    assert {(sheet, size) for sheet, size in sizes_asked("container") if size not in known} == set()


def test_every_sheet_and_every_script_is_loaded_by_a_page_or_is_a_games_own():
    pages = "\n".join(page.read_text() for page in (Path(settings.BASE_DIR) / "templates").rglob("*.html"))
    pages += "".join(f"'{sheet(None).removeprefix(settings.STATIC_URL)}'" for sheet in settings.UNFOLD["STYLES"])
    for path in (*SHEETS, *(STATIC / "js").rglob("*.js")):
        if path.parent.name == "games":
            assert path.stem in GAMES, f"{path} is called by the slug of no game"
        else:
            assert f"'{path.relative_to(STATIC).as_posix()}'" in pages, f"no page loads {path}"


def cut(selector, where):
    """A selector cut at these characters, but not inside of brackets."""
    pieces, depth = [""], 0
    for letter in selector:
        depth += (letter in "([") - (letter in ")]")
        if letter in where and not depth:
            pieces.append("")
        else:
            pieces[-1] += letter
    return [piece.strip() for piece in pieces if piece.strip()]


def named_at_its_end(selector):
    """Whether what it chooses has a class, an id or an attribute."""
    last = cut(selector, " >+~")[-1]
    among = re.fullmatch(r":is\((.*)\).*", last)
    if among:
        return all(map(named_at_its_end, cut(among[1], ",")))
    return re.match(r"[a-z0-9]*[.#[]", last) is not None


def test_what_depends_on_something_elsewhere_on_the_page_is_called_by_a_name():
    """Else every change of a table makes the browser look again at each `p`, `b`, `div` that there is."""
    for sheet in (sheet for sheet in SHEETS if sheet.parent.name in ("table", "games")):
        for rule in RULE.findall(COMMENT.sub("", sheet.read_text())):
            for selector in cut(rule, ","):
                if any(":has(" in part for part in cut(selector, " >+~")[:-1]):
                    assert named_at_its_end(selector), f"{sheet.name}: {selector}"
