"""The picture of an event as a file of its own, for programs that know nothing of our pages."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final
from xml.sax.saxutils import escape

from games.drawing import horizon, placed
from games.rules.scene import Ground, SceneError, Uploaded, parse_scene

# As in tokens.css, by day.
GROUNDS: Final[dict[Ground, str]] = {
    "night": "#27365F",
    "snow": "#CFE3EC",
    "meadow": "#9CCB8A",
    "desert": "#EDC27B",
    "sea": "#5FAFC0",
    "room": "#E3A49A",
    "dusk": "#A987C0",
    "space": "#171A3A",
}


def face(scene: str, pictures: Mapping[str, bytes]) -> tuple[str, bytes] | None:
    """Name and content of a file that shows this scene; None if there is nothing to show.

    ``pictures``: the uploaded ones by their keys. The same scene has the same name everywhere.
    """
    try:
        drawn = parse_scene(scene)
    except SceneError:
        return None
    if isinstance(drawn, Uploaded):
        return (f"tischrunde-{drawn.key}.webp", pictures[drawn.key]) if drawn.key in pictures else None
    below = horizon(drawn.horizon)
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" width="300" height="420">',
        f'<rect width="100" height="140" fill="{GROUNDS[drawn.ground]}"/>',
        f'<path d="{below}" fill="#000" opacity=".2"/>' if below else "",
        '<g text-anchor="middle" dominant-baseline="central">',
        *(
            f'<text x="{item.x}" y="{item.y}" font-size="{item.size}" transform="{placed(item)}">'
            f"{escape(item.emoji)}</text>"
            for item in drawn.items
        ),
        "</g></svg>",
    ]
    content = "".join(lines).encode()
    return f"tischrunde-{sha256(content).hexdigest()[:20]}.svg", content
