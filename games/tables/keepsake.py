"""How a game ended as one picture: an SVG that stands alone, with every drawing and colour in it."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from games.rules.kernel import PUBLIC
from games.tables.ending import ending_of
from games.tables.fragments import draw
from games.tables.snapshot import Snapshot

STATIC: Final = Path(settings.BASE_DIR) / "static"
CUT_AWAY: Final = {
    "doily": "lamp",
    "cloth": "cut",
}  # what shows where they are cut
# a picture has no style sheet: what the podium's classes mean
LOOKS: Final = {
    "light": 'fill="var(--lamp)" fill-opacity=".17"',
    "cut": 'color="var(--cut)" fill="var(--cut)"',
    "doily": 'color="var(--cut)" fill="var(--cut)"',
    "cloth": 'color="var(--on-cut)"',
    "token": 'fill="var(--cut)" stroke="var(--on-cut)" stroke-width="2.5"',
    "letter": 'font-size="22"',
} | {
    f"l-{livery}": f'color="var(--l-{livery})" overflow="visible"'
    for livery in ("red", "blue", "yellow", "purple", "green", "orange", "slate", "cream")
}
_HREF = re.compile(r'href="[^"#]*?/(sprite|ending)(?:\.[0-9a-f]+)?\.svg#([\w-]+)"')
_CLASS = re.compile(r' class="([^"]*)"')
_VARIABLE = re.compile(r'(?<==")var\(--([\w-]+)\)(?=")')  # an attribute; a name of somebody has no quotes


def keepsake(snapshot: Snapshot, language: str) -> str:
    """The picture of a game that is over."""
    shown = snapshot.rules.common(snapshot.play.state, snapshot.game.pack, snapshot.play.at) if snapshot.play else None
    ending = ending_of(snapshot, PUBLIC, getattr(shown, "ending", None))
    given = {"part": ending, "people": snapshot.people, "house": snapshot.house, "rules": snapshot.rules}
    return standing_alone(draw("tables/keepsake.html", language, given))


def standing_alone(drawing: str) -> str:
    """A drawing of ours with whatever it uses inside of it."""
    used = sorted({(file, name) for file, name in _HREF.findall(drawing)})
    drawing = _HREF.sub(lambda found: f'href="#{found[2]}"', drawing)
    symbols = "".join(_symbol(file, name) for file, name in used)
    drawing = drawing.replace("<defs></defs>", f"<defs>{symbols}</defs>")
    drawing = _CLASS.sub(
        lambda found: "".join(f" {LOOKS[name]}" for name in found[1].split() if name in LOOKS), drawing
    )
    return _VARIABLE.sub(lambda found: _tokens()[found[1]], drawing)


@cache
def _symbol(file: str, name: str) -> str:
    text = (STATIC / "art" / f"{file}.svg").read_text(encoding="utf-8")
    start = text.index(f'<symbol id="{name}"')
    symbol = text[start : text.index("</symbol>", start) + len("</symbol>")]
    return symbol.replace("var(--cutout)", f"var(--{CUT_AWAY.get(name, 'on-cut')})")


@cache
def _tokens() -> dict[str, str]:
    """The colours by day."""
    text = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
    by_day = text[text.index(":root {") : text.index("@media")]
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6})", by_day))
