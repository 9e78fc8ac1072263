"""From an evening to what its pages show: a stage per page, and its parts by the names of their fragments."""

from datetime import datetime
from typing import Final

from django.conf import settings
from msgspec import Struct, structs

from games.nights import seating
from games.nights.evening import Evening
from games.nights.looks import GUEST, HOST, SCREEN, NightLook
from games.nights.models import State
from games.nights.parts import (
    Call,
    Doors,
    Finale,
    Find,
    Floor,
    FloorCard,
    GuestLine,
    Guests,
    Here,
    Mine,
    Next,
    Note,
    Others,
    Plan,
    PlanTable,
    Progress,
    RoomPart,
    Standing,
    Step,
    Way,
    Where,
)
from games.nights.tickets import paused
from games.rules.kernel import HOST as LEADS

NAMES_ON_DOORS: Final = 60
LINES: Final = 10  # of the standing on a screen
ROUND_ME: Final = 8  # of a large table, who sits next to me
FINDING: Final = 30  # seconds in which everybody finds their table
TOUR: Final = 25  # seconds that a table has the screen, where it goes from table to table


def parts_of(
    evening: Evening, floor: tuple[FloorCard, ...], scene: str, look: NightLook
) -> tuple[str, dict[str, Struct]]:
    """The stage of this page and its parts, by the names of their fragments; what is shown at a table is not here."""
    match look.layout:
        case "host":
            return "host", _console(evening, floor)
        case "screen":
            return _screen(evening, floor, scene)
        case _:
            return "guest", _guest(evening, floor, look)


def notes_of(
    evening: Evening, floor: tuple[FloorCard, ...], look: NightLook, waiting: bool = False
) -> dict[str, Struct]:
    """What stands beside the stage, at a table too: the bar, and what everybody must see.

    ``waiting``: the database is away, and no table says so on this page.
    """
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
    until = None if (not running and evening.state != State.BREAK) or paused(floor) else evening.until
    warned, called = evening.warned and running, evening.called and running
    note = Note(evening.announcement, until, evening.box, warned, called, waiting)
    if look.layout == SCREEN:
        return {"note": note}
    notes: dict[str, Struct] = {"where": where, "note": note}
    if look.layout == HOST:
        notes["progress"] = progress_of(evening, floor)
    if look.layout == GUEST:
        notes["others"] = others_of(evening, floor, look.guest)
    if look.layout == GUEST and look.leads:
        notes["lead"] = step_of(evening, floor)
    return notes


def progress_of(evening: Evening, floor: tuple[FloorCard, ...]) -> Progress:
    """How far the running round is; no table before everybody is sent."""
    stop, running = evening.stop, evening.state == State.RUNNING
    return Progress(
        stop.title if stop else "",
        stop.number if stop else 0,
        evening.rounds,
        sum(card.over for card in floor),
        len(floor) if running else 0,
        evening.until if running and not paused(floor) else None,
        evening.box,
    )


def others_of(evening: Evening, floor: tuple[FloorCard, ...], guest: int | None) -> Others:
    """The tables that still play, for whoever has none, or leads them all, or whose own is done.

    Where all play the same deal nobody sees another's before their own is done.
    """
    place, person = evening.place_of(guest), evening.person(guest or 0)
    over = {card.number for card in floor if card.over}
    done = place is not None and place[0].number in over
    alone = evening.stop is not None and evening.stop.way == seating.Way.ALONE
    leads = place is not None and place[2] == LEADS
    if person is None or not (done or leads or (place is None and not alone)):
        return Others(evening.code, (), 0, False)
    playing = tuple(card.number for card in floor if not card.over)
    if place is not None and leads:
        return Others(evening.code, playing if len(floor) > 1 else (), place[0].number, False, leads=True)
    return Others(evening.code, playing, person.looks_at if person.looks_at in playing else 0, done)


def _guest(evening: Evening, floor: tuple[FloorCard, ...], look: NightLook) -> dict[str, Struct]:
    mine = evening.person(look.guest or 0)
    line = next((one for one in evening.standing if one.id == look.guest), None)
    open_ = not evening.hidden or evening.state in (State.FINALE, State.ENDED)
    still = sum(not card.over for card in floor)
    stop = evening.stop if evening.state in (State.SEATING, State.RUNNING, State.BREAK) else evening.coming
    teams = () if evening.state in (State.FINALE, State.ENDED) else evening.teams
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
        "plan": _plan(evening, look.guest or 0),
        "mine": Mine(line if open_ and evening.played else None, len(evening.standing), not open_, evening.played),
        "way": Way(evening.stops),
        "here": Here(
            evening.code, evening.people, teams, look.guest or 0, mine.team if mine else 0, evening.played > 0
        ),
    }


def _plan(evening: Evening, guest: int) -> Plan:
    """Only whoever plays chooses, and only while there is something to choose."""
    stop = evening.stop
    choosing = evening.state == State.SEATING and stop is not None and stop.way == seating.Way.CHOICE
    if stop is None or not choosing or not any(guest in table.guests for table in evening.seating):
        return Plan(evening.code, ())
    names = {one.id: one.name for one in evening.people}
    return Plan(
        evening.code,
        tuple(
            PlanTable(
                evening.places[number] if number < len(evening.places) else "",
                tuple(names.get(one, "?") for one in table.guests),
                max(0, stop.most - len(table.seats)),
                guest in table.guests,
            )
            for number, table in enumerate(evening.seating)
        ),
    )


def call_of(evening: Evening, look: NightLook) -> Call | None:
    """The call to a table, for whoever has just been sent to one; whoever leads is called once for all of them."""
    place = evening.place_of(look.guest)
    if place is None:
        return None
    table, _player, seat = place
    near = [] if seat < 0 else [(seat + after) % len(table.seats) for after in range(min(len(table.seats), ROUND_ME))]
    sitters = tuple((table.seats[one].name, table.seats[one].livery) for one in near)
    key = (evening.floor[0] if seat == LEADS else table).table
    return Call(table.number, table.where, sitters, len(table.seats) - len(near), key)


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
            over = bool(floor) and not still
            name = "close" if over else "wait" if evening.called else "call" if evening.warned else "warn"
        case State.FINALE:
            name = "end"
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
        paused(floor),
    )


def _console(evening: Evening, floor: tuple[FloorCard, ...]) -> dict[str, Struct]:
    names = {one.id: one.name for one in evening.people}
    stop = evening.stop
    most = stop.most if stop else 0
    teamed = stop is not None and stop.way == seating.Way.TEAMS
    liveries = {one.id: one.livery for one in evening.people if teamed}
    preview = tuple(
        (
            tuple((guest, names.get(guest, "?"), liveries.get(guest, "")) for guest in table.guests),
            table.bots,
            len(table.seats) > 0 and len(table.seats) + table.bots < most,
        )
        for table in evening.seating
    )
    tables = tuple(table.number for table in evening.floor)
    round_id = stop.id if stop else 0
    return {
        "step": step_of(evening, floor),
        "floor": Floor(
            evening.code,
            evening.state,
            evening.token,
            round_id,
            evening.stops,
            preview,
            floor,
            stop or evening.coming,
            evening.until,
            evening.box,
            evening.led,
            names.get(evening.leader, ""),
        ),
        "guests": Guests(evening.code, _guest_lines(evening, floor), evening.teams, tables),
        "room": RoomPart(
            evening.code,
            evening.scene,
            evening.announcement,
            evening.closed,
            tables,
            evening.spotlight,
            evening.until,
            evening.state == State.ENDED,
            evening.muted,
        ),
        "standing": standing_of(evening, len(evening.people)),
    }


def _guest_lines(evening: Evening, floor: tuple[FloorCard, ...]) -> tuple[GuestLine, ...]:
    """In the order of their names: a host looks for somebody by them."""
    late = {
        guest: card.since
        for card in floor
        if card.slow and (table := evening.table(card.number)) is not None
        for guest, _player, seat in table.guests
        if seat in card.awaited
    }
    teams, languages = {team.id: team.name for team in evening.teams}, dict(settings.LANGUAGES)
    return tuple(
        GuestLine(one, teams.get(one.team, ""), languages.get(one.language, one.language), late.get(one.id))
        for one in sorted(evening.people, key=lambda one: (one.name.casefold(), one.id))
    )


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


def scene_of(evening: Evening, floor: tuple[FloorCard, ...], now: datetime) -> tuple[str, int]:
    """What the screen shows, and which table if it is one's: what the host has chosen, else what goes with the moment.

    What cannot be shown yet, such as a standing before anybody has played, gives way to what goes with the moment.
    """
    playing = [card.number for card in floor if not card.over] or [card.number for card in floor]
    wished = evening.scene if evening.scene in _possible(evening, floor) else _by_itself(evening, floor, now)
    if wished == "tour":
        return "spotlight", playing[int(now.timestamp() // TOUR) % len(playing)]
    return wished, evening.spotlight if wished == "spotlight" else 0


def _possible(evening: Evening, floor: tuple[FloorCard, ...]) -> set[str]:
    here = {"doors", "programme", "break"}
    if floor:
        here |= {"seating", "floor", "spotlight", "tour"}
    return here | {"standing", "finale"} if evening.played else here


def _by_itself(evening: Evening, floor: tuple[FloorCard, ...], now: datetime) -> str:
    match evening.state:
        case State.RUNNING if len(floor) == 1:
            return "tour"
        case State.RUNNING if floor:
            new = evening.sent is not None and (now - evening.sent).total_seconds() < FINDING
            return "seating" if new else "floor"
        case State.SEATING | State.RUNNING:
            return "standing" if evening.played and not evening.hidden else "programme"
        case State.STANDING if evening.played:
            return "standing"
        case State.BREAK:
            return "break"
        case State.FINALE | State.ENDED if evening.played:
            return "finale"
        case _:
            return "doors"


def _screen(evening: Evening, floor: tuple[FloorCard, ...], scene: str) -> tuple[str, dict[str, Struct]]:
    match scene:
        case "floor":
            return "screen-floor", {
                "head": progress_of(evening, floor),
                **{f"card-{card.number}": card for card in floor},
            }
        case "seating":
            return "screen-seating", {"find": _find(evening)}
        case "standing":
            return "screen-standing", {"board": standing_of(evening, LINES)}
        case "programme":
            return "screen-programme", {"card": Way(evening.stops), "head": structs.replace(_where(evening), game="")}
        case "break":
            return "screen-break", {
                "pause": Next(
                    evening.state, evening.coming, evening.host, evening.until, evening.box, 0, False, False, 0
                )
            }
        case "finale":
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
    where = notes_of(evening, (), NightLook(None, "en", HOST))["where"]
    assert isinstance(where, Where)
    return where


def _find(evening: Evening) -> Find:
    names = {one.id: one.name for one in evening.people}
    sitting = [(table.number, guest) for table in evening.floor for guest, _, seat in table.guests if seat >= 0]
    lines = [(number, names.get(guest, "?")) for number, guest in sitting]
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
    level = {place: [line for line in evening.standing if line.place == place] for place in (1, 2, 3)}
    podium = tuple((place, tuple(here[:3]), max(0, len(here) - 3)) for place, here in level.items() if here)
    others = tuple(line for line in evening.standing if line.place > 3)[:6]
    return Finale(
        evening.title,
        len(evening.people),
        evening.rounds,
        podium,
        others,
        evening.honours,
        evening.team_standing[: max(0, 3 - len(evening.honours))],
    )
