"""The style sheets: the widths they know, and who loads them."""

import re
from pathlib import Path

from django.conf import settings

from games.rules.registry import GAMES

STATIC = Path(settings.BASE_DIR) / "static"
SHEETS = sorted((STATIC / "css").rglob("*.css"))
NAMED = re.compile(r"^ +(\w+) +(\((?:min|max)-(width|height): [\d.]+(?:rem|px)\))", re.MULTILINE)
QUERY = re.compile(r"@(media|container)\s+([^{]+)\{")
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
