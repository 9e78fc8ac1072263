"""What a browser shows of a night, and what must be sent to it: a stage, filled with parts, each drawn once for all.

A part is a frozen struct and a fragment; what was drawn before is sent again to nobody (`alike` keeps it, by language).
"""

from types import SimpleNamespace
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from games.nights.evening import Evening
from games.nights.looks import NightLook
from games.nights.parts import FloorCard
from games.nights.stages import notes_of, parts_of
from games.tables.fragments import draw
from games.tables.showing import alike, encoded, partial

OWN: Final = {("screen-programme", "card"): "menu_card", ("screen-floor", "head"): "floor_head"}


def file_of(stage: str, name: str) -> str:
    """The fragment that draws a part of this stage."""
    base = name.partition("-")[0] if name.startswith("card-") else name
    own = OWN.get((stage, base), base)
    return f"nights/_{own}.html"


def content(
    evening: Evening,
    floor: tuple[FloorCard, ...],
    scene: str,
    look: NightLook,
    at_table: bool,
    waiting: bool = False,
) -> str:
    """What is not as this look shows it, encoded; afterwards it is. At a table only what stands beside the stage.

    ``waiting``: the database is away; a table says that itself.
    """
    found = "".join(_changes(look, "beside", notes_of(evening, floor, look, waiting and not at_table)))
    if at_table:
        look.stage = ()
        return found
    stage, parts = parts_of(evening, floor, scene, look)
    key = (stage, *parts)
    if look.stage == key:
        return found + "".join(_changes(look, stage, parts))
    drawn = {name: _drawn(look, stage, name, part) for name, part in parts.items()}
    look.stage = key
    look.shown |= drawn
    given = SimpleNamespace(**{name.replace("-", "_"): Markup(html) for name, html in drawn.items()})
    cards = tuple(Markup(html) for name, html in drawn.items() if name.startswith("card-"))
    whole = draw(f"nights/{stage}.html", look.language, {"parts": given, "cards": cards})
    return found + encoded(f'<hx-partial id="whole" hx-swap="innerMorph">{whole}</hx-partial>')


def _drawn(look: NightLook, stage: str, name: str, part: Struct) -> str:
    return alike(file_of(stage, name), look.language, part, "")


def _changes(look: NightLook, stage: str, parts: dict[str, Struct]) -> list[str]:
    changes = []
    for name, part in parts.items():
        html = _drawn(look, stage, name, part)
        if look.shown.get(name) != html:
            look.shown[name] = html
            changes.append(encoded(partial(f"n-{name}", html)))
    return changes
