"""Observations become fragments of HTML, and a browser is sent only those that differ from what it has.

A page is a *stage* (the lobby, or a game's layout) filled with *parts*; each part is one fragment whose root element
carries the part's name as its id. Shared parts are rendered once per language; only those in OWN know whose page it is.
"""

import time
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
from django.template import Context, Engine, Template
from django.utils import translation
from django.utils.safestring import SafeString

from games.rules.kernel import Seat
from games.tables.parts import Toast, house_parts
from games.tables.snapshot import Chair, Snapshot, watcher_of

OWN = frozenset({"menu", "banner", "lobby"})
HOUSE = frozenset({"menu", "banner", "lobby", "toast"})
SEATS = "seats"  # the part that lists the seats: sent seat by seat
OFF_STAGE = "menu"  # stands in a dialog of the page, which must survive a change of stage


@dataclass(eq=False)
class Look:
    """One browser's look at a table: whose eyes, which language and layout, and what it has been sent so far."""

    player: int | None
    language: str
    layout: str = "table"  # or "screen"
    eyes: Seat | None = None  # looking back, anybody may look from any seat
    stage: str = ""
    sent: dict[str, object] = field(default_factory=dict)
    sent_people: Any = None


class Rendered:
    """The fragments of one table that several browsers share, until who sits where changes."""

    LIMIT = 300

    def __init__(self) -> None:
        self._people: object = None
        self._fragments: dict[tuple[object, ...], SafeString] = {}

    def fragment(self, snapshot: Snapshot, look: Look, name: str, part: object, seat: Seat) -> SafeString:
        """The part as HTML in the language and layout of the look."""
        if self._people is not snapshot.people or len(self._fragments) > self.LIMIT:
            self._people, self._fragments = snapshot.people, {}
        you = seat if name in OWN else None
        key = (name, look.language, look.layout, part, you)
        html = self._fragments.get(key)
        if html is None:
            html = self._fragments[key] = render(snapshot, look, name, part, you)
        return html


@lru_cache(maxsize=512)
def _template(game: str, name: str, layout: str) -> Template:
    folder = "tables" if name in HOUSE else f"games/{game.replace('-', '_')}"
    return Engine.get_default().select_template([f"{folder}/_{name}.{layout}.html", f"{folder}/_{name}.html"])


def render(snapshot: Snapshot, look: Look, name: str, part: object, you: Seat | None) -> SafeString:
    """One fragment; its context is the part, who sits where, the house and, for own parts, your seat."""
    context = {
        "part": part,
        "people": snapshot.people,
        "house": snapshot.house,
        "you": you,
        "rules": snapshot.rules,
    }
    with translation.override(look.language):
        return draw(_template(snapshot.house.game, name, look.layout), context)


def draw(template: Template, context: dict[str, Any]) -> SafeString:
    """The template in the active language. Its few numbers are small: no thousands to be marked."""
    return template.render(Context(context, use_l10n=False))


def stage_of(snapshot: Snapshot) -> str:
    """What the page shows: the lobby before the game begins, then the game."""
    return "lobby" if snapshot.play is None else "game"


def watcher(snapshot: Snapshot, look: Look) -> Seat:
    """Whose eyes this look has."""
    return watcher_of(snapshot.people, look.player) if look.eyes is None else look.eyes


def parts_of(snapshot: Snapshot, look: Look, at: datetime) -> dict[str, object]:
    """Every part of this page, by name: the house's and the observation's. Nothing else leaves the server."""
    parts: dict[str, object] = dict(house_parts(snapshot, look.player))
    play = snapshot.play
    if play is not None:
        observation = snapshot.rules.observe(play.state, watcher(snapshot, look), snapshot.game.pack, at)
        for name in observation.__struct_fields__:
            parts[name] = getattr(observation, name)
    return parts


def stage(snapshot: Snapshot, look: Look, fragments: dict[str, SafeString], you: Seat) -> SafeString:
    """The whole stage with its fragments in place."""
    game = snapshot.house.game.replace("-", "_")
    if snapshot.play is None:
        names = [f"tables/lobby.{look.layout}.html", "tables/lobby.html"]
    else:
        names = [f"games/{game}/{look.layout}.html"]
    context = {"parts": fragments, "people": snapshot.people, "house": snapshot.house, "you": you}
    with translation.override(look.language):
        return draw(Engine.get_default().select_template(names), context)


def partial(name: str, html: str) -> str:
    """A fragment as htmx morphs it in."""
    return f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{html}</hx-partial>'


def page(snapshot: Snapshot, look: Look, rendered: Rendered, at: datetime) -> tuple[SafeString, dict[str, SafeString]]:
    """The whole stage for this look, afresh, and the fragments by name; afterwards only changes need to be sent."""
    seat = watcher(snapshot, look)
    parts = parts_of(snapshot, look, at)
    fragments = {name: rendered.fragment(snapshot, look, name, part, seat) for name, part in parts.items()}
    look.stage, look.sent, look.sent_people = stage_of(snapshot), parts, snapshot.people
    return stage(snapshot, look, fragments, seat), fragments


def changes(snapshot: Snapshot, look: Look, rendered: Rendered, at: datetime) -> str:
    """The partials that differ from what this look was last sent; empty if nothing does."""
    if look.stage != stage_of(snapshot) or not look.sent:
        html, fragments = page(snapshot, look, rendered, at)
        whole = f'<hx-partial hx-target="#whole" hx-swap="innerMorph">{html}</hx-partial>'
        return whole + partial(OFF_STAGE, fragments[OFF_STAGE])
    seat = watcher(snapshot, look)
    parts = parts_of(snapshot, look, at)
    same_people = look.sent_people is snapshot.people
    changed = []
    for name, part in parts.items():
        before = look.sent.get(name)
        if same_people and before == part:
            continue
        if same_people and name == SEATS and before is not None and len(lines(before)) == len(lines(part)):
            changed.append(seats_changed(snapshot, look, lines(before), lines(part)))
        else:
            changed.append(partial(name, rendered.fragment(snapshot, look, name, part, seat)))
    look.sent, look.sent_people = parts, snapshot.people
    return "".join(changed)


def lines(seats: Any) -> tuple[Any, ...]:
    """The lines of a game's list of seats, one per seat in their order."""
    return tuple(getattr(seats, "lines", seats))


def seats_changed(snapshot: Snapshot, look: Look, before: tuple[Any, ...], now: tuple[Any, ...]) -> str:
    """Only the seats that differ: of forty seats one buzzes, of six one has answered."""
    template = _seat_template(snapshot.house.game, look.layout)
    with translation.override(look.language):
        return "".join(
            partial(f"seat-{line.seat}", one_line(template, line, snapshot.people.chair(line.seat), look.language))
            for old, line in zip(before, now, strict=True)
            if old != line
        )


@lru_cache(maxsize=64)
def _seat_template(game: str, layout: str) -> str:
    folder = f"games/{game.replace('-', '_')}"
    return str(Engine.get_default().select_template([f"{folder}/seat.{layout}.html", f"{folder}/seat.html"]).name)


@lru_cache(maxsize=8192)
def one_line(template: str, line: Any, chair: Chair | None, language: str) -> SafeString:
    """One line of a list of seats, in the active language; its context: ``line`` and the ``chair`` of its seat."""
    return draw(Engine.get_default().get_template(template), {"line": line, "chair": chair})


def toast(snapshot: Snapshot, look: Look, refusal: Toast) -> str:
    """A refusal as a partial for the one who asked."""
    return partial("toast", render(snapshot, look, "toast", refusal, None))


_encode = msgspec.json.Encoder().encode


def frame(number: int, content: str, request: str = "") -> str:
    """One message to a browser: the move's number, the server's clock in milliseconds, and what has changed."""
    message: dict[str, object] = {"number": number, "now": int(time.time() * 1000)}
    if content:
        message["content"] = content
    if request:
        message["HX-Request-ID"] = request
    return _encode(message).decode()
