"""What the pages of a night show: a stage per page, filled with parts that are drawn once however many look at them.

A part is a frozen struct and a fragment; what was drawn before is sent again to nobody (`alike` keeps it, by language).
"""

from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final

from markupsafe import Markup
from msgspec import Struct

from games.nights.evening import Evening, FloorTable, Person, StandingLine, Stop, TeamLine, Word
from games.nights.models import State
from games.tables.fragments import draw
from games.tables.live import Watch
from games.tables.outbox import Outlet
from games.tables.showing import alike, encoded, partial

GUEST, HOST, SCREEN = "guest", "host", "screen"
SLOW: Final = 90  # seconds after which a table that waits for somebody glows
NAMES_ON_DOORS: Final = 60
LINES: Final = 10  # of the standing on a screen
CALL_SECONDS: Final = 8


class FloorLine(Struct, frozen=True):
    """A seat as the floor shows it."""

    name: str
    livery: str
    bot: bool
    turn: bool
    score: str
    first: bool


class FloorCard(Struct, frozen=True):
    """A table of the floor, as far as it lies open for all: who leads, whose turn, since when, how far."""

    number: int
    code: str
    lines: tuple[FloorLine, ...]
    more: int  # seats that are not listed
    who: str  # who is awaited
    since: datetime | None
    slow: bool
    over: bool
    paused: bool
    done: int
    of: int
    winner: str

    @property
    def percent(self) -> int:
        """How far the game is."""
        return 100 if self.over else 100 * self.done // self.of if self.of else 0


class Where(Struct, frozen=True):
    """The bar of a page: which evening, and where it stands."""

    title: str
    code: str
    state: str
    number: int
    rounds: int
    game: str
    here: int


class Note(Struct, frozen=True):
    """What everybody must see, wherever they are: an announcement, the last minutes, time called."""

    text: str
    until: datetime | None
    box: int
    warned: bool
    called: bool


class Call(Struct, frozen=True):
    """To a table: its number, where it stands, who sits there, and which seat is mine."""

    number: int
    where: str
    sitters: tuple[tuple[str, str], ...]  # name, livery
    mine: int
    key: int
    seconds: int = CALL_SECONDS


class Next(Struct, frozen=True):
    """What comes next, and what everybody waits for."""

    state: str
    stop: Stop | None
    host: str
    until: datetime | None
    box: int
    still: int  # tables that still play
    watching: bool
    seated: bool
    mine: int  # who reads it: their number


class Mine(Struct, frozen=True):
    """Where I stand."""

    line: StandingLine | None
    of: int
    hidden: bool
    played: int


class Way(Struct, frozen=True):
    """The way through the evening."""

    stops: tuple[Stop, ...]


class Here(Struct, frozen=True):
    """Who is here, and which team may be joined."""

    code: str
    people: tuple[Person, ...]
    teams: tuple[TeamLine, ...]
    mine: int
    team: int


class Step(Struct, frozen=True):
    """The next step of the evening, one big button: what it does, and its step's name."""

    code: str
    name: str
    token: str
    round: int
    state: str
    number: int
    game: str
    guests: int
    tables: int
    still: int
    screen: str


class Floor(Struct, frozen=True):
    """The console's floor: the preview of a seating, or the tables of a round."""

    code: str
    state: str
    round: int
    preview: tuple[tuple[tuple[tuple[int, str], ...], int], ...]
    cards: tuple[FloorCard, ...]
    stop: Stop | None
    paused: bool


class Guests(Struct, frozen=True):
    """The console's guests."""

    code: str
    people: tuple[Person, ...]
    teams: tuple[TeamLine, ...]
    tables: tuple[int, ...]


class RoomPart(Struct, frozen=True):
    """The console's room: the screen's scene, the announcement, the door, the break."""

    code: str
    scene: str
    announcement: str
    closed: bool
    tables: tuple[int, ...]
    spotlight: int
    until: datetime | None
    ended: bool


class Standing(Struct, frozen=True):
    """The standing, for guests, teams, and with the host's corrections."""

    code: str
    lines: tuple[StandingLine, ...]
    teams: tuple[StandingLine, ...]
    words: tuple[Word, ...]
    hidden: bool
    played: int
    rounds: int
    guests: int


class Doors(Struct, frozen=True):
    """The screen at the doors."""

    title: str
    people: tuple[Person, ...]  # the newest first
    count: int
    more: int
    stops: tuple[Stop, ...]


class Find(Struct, frozen=True):
    """The screen while everybody looks for their table."""

    lines: tuple[tuple[int, str], ...]
    places: tuple[tuple[str, tuple[int, ...]], ...]
    number: int
    game: str


class Finale(Struct, frozen=True):
    """The last picture of the evening."""

    title: str
    guests: int
    rounds: int
    podium: tuple[tuple[int, tuple[StandingLine, ...]], ...]
    others: tuple[StandingLine, ...]
    teams: tuple[StandingLine, ...]


@dataclass(eq=False)
class NightLook:
    """One browser's look at a night: who, in which language, on which page, and what it shows by now."""

    guest: int | None
    language: str
    layout: str  # "guest", "host" or "screen"
    stage: tuple[object, ...] = ()
    shown: dict[str, str] = field(default_factory=dict)


@dataclass(eq=False)
class NightWatch:
    """One browser at a night, and the table it has been led to, if any: over the same line."""

    look: NightLook
    outbox: Outlet
    at: tuple[int, int | None] | None = None  # the table, and who it is there
    table: Watch | None = None
    live: Any = None
    called: int = 0  # the table it has been called to last


def parts_of(evening: Evening, floor: tuple[FloorCard, ...], look: NightLook) -> tuple[str, dict[str, Struct]]:
    """The stage of this page and its parts, by the names of their fragments; what is shown at a table is not here."""
    match look.layout:
        case "host":
            return "host", _console(evening, floor)
        case "screen":
            return _screen(evening, floor)
        case _:
            return "guest", _guest(evening, floor, look)


def notes_of(evening: Evening, look: NightLook) -> dict[str, Struct]:
    """What stands beside the stage, at a table too: the bar, and what everybody must see."""
    stop = evening.stop
    running = evening.state == State.RUNNING
    where = Where(
        evening.title,
        evening.code,
        evening.state,
        stop.number if stop else evening.played,
        evening.rounds,
        stop.title if stop else "",
        len(evening.people),
    )
    until = evening.until if running or evening.state == State.BREAK else None
    note = Note(evening.announcement, until, evening.box, evening.warned and running, evening.called and running)
    if look.layout == SCREEN:
        return {"note": note}
    return {"where": where, "note": note}


def _guest(evening: Evening, floor: tuple[FloorCard, ...], look: NightLook) -> dict[str, Struct]:
    mine = evening.person(look.guest or 0)
    line = next((one for one in evening.standing if one.id == look.guest), None)
    open_ = not evening.hidden or evening.state in (State.FINALE, State.ENDED)
    still = sum(not card.over for card in floor)
    stop = evening.stop if evening.state in (State.SEATING, State.RUNNING, State.BREAK) else evening.coming
    return {
        "next": Next(
            evening.state,
            stop,
            evening.host,
            evening.until,
            evening.box,
            still,
            mine is not None and mine.watching,
            evening.place_of(look.guest) is not None,
            look.guest or 0,
        ),
        "mine": Mine(line if open_ and evening.played else None, len(evening.people), not open_, evening.played),
        "way": Way(evening.stops),
        "here": Here(evening.code, evening.people, evening.teams, look.guest or 0, mine.team if mine else 0),
    }


def call_of(evening: Evening, look: NightLook) -> Call | None:
    """The call to a table, for whoever has just been sent to one."""
    place = evening.place_of(look.guest)
    if place is None:
        return None
    table, _player, seat = place
    sitters = tuple((one.name, one.livery) for one in table.seats)
    return Call(table.number, table.where, sitters, seat, table.table)


def step_of(evening: Evening, floor: tuple[FloorCard, ...]) -> Step:
    """The one big button of the console."""
    stop, coming = evening.stop, evening.coming
    still = sum(not card.over for card in floor)
    name = ""
    match evening.state:
        case State.PLANNED:
            name = "doors"
        case State.DOORS | State.STANDING | State.BREAK:
            name = "finale" if coming is None else "break" if not coming.game else "seat"
        case State.SEATING:
            name = "send"
        case State.RUNNING:
            name = "close" if evening.called or (floor and not still) else "call" if evening.warned else "warn"
        case State.FINALE:
            name = "end"
        case _:
            name = ""
    shown = stop if evening.state in (State.SEATING, State.RUNNING) else coming
    return Step(
        evening.code,
        name,
        evening.token,
        stop.id if stop else 0,
        evening.state,
        shown.number if shown else 0,
        shown.title if shown else "",
        sum(len(table.guests) for table in evening.seating) if evening.seating else len(evening.people),
        len(evening.seating) or len(evening.floor),
        still,
        evening.scene,
    )


def _console(evening: Evening, floor: tuple[FloorCard, ...]) -> dict[str, Struct]:
    names = {one.id: one.name for one in evening.people}
    stop = evening.stop
    preview = tuple(
        (tuple((guest, names.get(guest, "?")) for guest in table.guests), table.bots) for table in evening.seating
    )
    tables = tuple(table.number for table in evening.floor)
    round_id = stop.id if stop else 0
    paused = bool(floor) and all(card.paused or card.over for card in floor)
    return {
        "step": step_of(evening, floor),
        "floor": Floor(evening.code, evening.state, round_id, preview, floor, stop or evening.coming, paused),
        "guests": Guests(evening.code, evening.people, evening.teams, tables),
        "room": RoomPart(
            evening.code,
            evening.scene,
            evening.announcement,
            evening.closed,
            tables,
            evening.spotlight,
            evening.until,
            evening.state == State.ENDED,
        ),
        "standing": standing_of(evening, len(evening.people)),
    }


def standing_of(evening: Evening, lines: int) -> Standing:
    """The standing as it is."""
    return Standing(
        evening.code,
        evening.standing[:lines],
        evening.team_standing,
        evening.words,
        evening.hidden and evening.state not in (State.FINALE, State.ENDED),
        evening.played,
        evening.rounds,
        len(evening.people),
    )


def scene_of(evening: Evening) -> str:
    """What the screen shows: what the host has chosen, else what goes with the moment."""
    if evening.scene:
        return evening.scene
    match evening.state:
        case State.RUNNING:
            return "floor"
        case State.SEATING:
            return "programme" if evening.played == 0 else "standing"
        case State.STANDING:
            return "standing"
        case State.BREAK:
            return "break"
        case State.FINALE | State.ENDED:
            return "finale"
        case _:
            return "doors"


def _screen(evening: Evening, floor: tuple[FloorCard, ...]) -> tuple[str, dict[str, Struct]]:
    match scene_of(evening):
        case "floor" if floor:
            return "screen-floor", {
                "head": _where(evening),
                **{f"card-{card.number}": card for card in floor},
            }
        case "seating" if evening.floor:
            return "screen-seating", {"find": _find(evening)}
        case "standing" if evening.played:
            return "screen-standing", {"board": standing_of(evening, LINES)}
        case "programme":
            return "screen-programme", {"card": Way(evening.stops), "head": _where(evening)}
        case "break":
            return "screen-break", {
                "pause": Next(
                    evening.state, evening.coming, evening.host, evening.until, evening.box, 0, False, False, 0
                )
            }
        case "finale" if evening.played:
            return "screen-finale", {"finale": _finale(evening)}
        case _:
            newest = tuple(sorted(evening.people, key=lambda one: -one.id))
            doors = Doors(
                evening.title,
                newest[:NAMES_ON_DOORS],
                len(newest),
                max(0, len(newest) - NAMES_ON_DOORS),
                evening.stops,
            )
            return "screen-doors", {"doors": doors}


def _where(evening: Evening) -> Where:
    where = notes_of(evening, NightLook(None, "en", HOST))["where"]
    assert isinstance(where, Where)
    return where


def _find(evening: Evening) -> Find:
    names = {one.id: one.name for one in evening.people}
    lines = [(table.number, names.get(guest, "?")) for table in evening.floor for guest, _, _ in table.guests]
    places: dict[str, list[int]] = {}
    for table in evening.floor:
        if table.where:
            places.setdefault(table.where, []).append(table.number)
    stop = evening.stop
    return Find(
        tuple(sorted(lines, key=lambda line: line[1].casefold())),
        tuple((where, tuple(numbers)) for where, numbers in places.items()),
        stop.number if stop else 0,
        stop.title if stop else "",
    )


def _finale(evening: Evening) -> Finale:
    podium = tuple(
        (place, lines)
        for place in (1, 2, 3)
        if (lines := tuple(line for line in evening.standing if line.place == place)[:3])
    )
    others = tuple(line for line in evening.standing if line.place > 3)[:6]
    return Finale(evening.title, len(evening.people), evening.rounds, podium, others, evening.team_standing[:3])


def file_of(stage: str, name: str) -> str:
    """The fragment that draws a part of this stage."""
    base = name.partition("-")[0] if name.startswith("card-") else name
    own = {"screen-programme": {"card": "menu_card"}}.get(stage, {}).get(base, base)
    return f"nights/_{own}.html"


def content(evening: Evening, floor: tuple[FloorCard, ...], look: NightLook, at_table: bool) -> str:
    """What is not as this look shows it, encoded; afterwards it is. At a table only what stands beside the stage."""
    found = "".join(_changes(look, "beside", notes_of(evening, look)))
    if at_table:
        look.stage = ()
        return found
    stage, parts = parts_of(evening, floor, look)
    key = (stage, *parts)
    if look.stage == key:
        return found + "".join(_changes(look, stage, parts))
    drawn = {name: _drawn(look, stage, name, part) for name, part in parts.items()}
    look.stage = key
    look.shown |= drawn
    given = SimpleNamespace(**{name.replace("-", "_"): Markup(html) for name, html in drawn.items()})
    cards = tuple(Markup(html) for name, html in drawn.items() if name.startswith("card-"))
    whole = draw(f"nights/{stage}.html", look.language, {"parts": given, "cards": cards})
    return found + encoded(f'<hx-partial hx-target="#whole" hx-swap="innerMorph">{whole}</hx-partial>')


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


def card_of(table: FloorTable, snapshot: Any, now: datetime) -> FloorCard:
    """A table as everybody in the room may see it."""
    play = snapshot.play
    rules = snapshot.rules
    standing = None if play is None else rules.standing(play.state)
    result = None if play is None else snapshot.game.result(play)
    over = result is not None
    ranking = (result.ranking if result else standing.ranking if standing else ()) or ()
    scores = {line.seat: str(line.score) for line in ranking}
    firsts = {line.seat for line in ranking if line.place == 1} if len({line.place for line in ranking}) > 1 else set()
    awaited = set() if play is None or over else set(snapshot.game.to_move(play))
    few = awaited if len(awaited) < len(table.seats) else set()
    chairs = snapshot.people.chairs
    listed = range(len(chairs)) if len(chairs) <= 6 else [line.seat for line in ranking[:5]] or range(5)
    lines = tuple(
        FloorLine(
            chairs[seat].name,
            chairs[seat].livery,
            bool(chairs[seat].bot) or not chairs[seat].persons,
            seat in few,
            scores.get(seat, ""),
            over and seat in firsts,
        )
        for seat in listed
        if seat < len(chairs)
    )
    since = None if play is None or over or play.paused else play.at
    waited = 0.0 if since is None else (now - since).total_seconds()
    who = " + ".join(chairs[seat].name for seat in sorted(few) if 0 <= seat < len(chairs))
    winners = [chairs[line.seat].name for line in ranking if line.place == 1] if over else []
    return FloorCard(
        table.number,
        table.code,
        lines,
        max(0, len(chairs) - len(lines)),
        who,
        since,
        bool(few) and waited > max(SLOW, snapshot.house.clock if snapshot.house.clock < 3600 else 0),
        over,
        play is not None and play.paused is not None,
        standing.done if standing else 0,
        standing.of if standing else 0,
        " + ".join(winners[:2]) if len(winners) < len(chairs) else "",
    )
