"""An evening at one moment, as its pages need it: read from the database at once, frozen, and compared as a whole.

What lies hidden at a table is not in it: it knows who sits where, what the programme is and how the standing is.
"""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from django.db.models import Q, prefetch_related_objects
from msgspec import Struct

from games.nights import points, readings
from games.nights.honours import Honour, honours
from games.nights.models import Night, Round, Spell, State
from games.nights.programme import WAYS
from games.nights.seating import Seating, Way
from games.nights.services import may_be_led, seating_of, token
from games.rules.kernel import HOST
from games.rules.words import Say, say
from games.tables.models import Player
from games.tables.snapshot import BOT_NAMES, HERE_FOR


class Person(Struct, frozen=True):
    """A guest. ``table`` is the number of the table where they hold a seat, 0 if they hold none."""

    id: int
    name: str
    language: str
    team: int
    livery: str
    here: bool
    watching: bool
    table: int = 0
    looks_at: int = 0  # the number of another table, which they watch while theirs is done
    sat: datetime | None = None  # when they took the seat they hold


class TeamLine(Struct, frozen=True):
    """A team and how many are in it."""

    id: int
    name: str
    livery: str
    members: int


class Stop(Struct, frozen=True):
    """An item of the programme. ``number`` counts rounds from 1; a break has none."""

    id: int
    number: int
    game: str
    title: str
    way: str
    minutes: int
    worth: int
    state: str  # "done", "now", "coming"
    how: Say  # how people sit
    most: int = 0  # seats at a table


class FloorSeat(Struct, frozen=True):
    """A seat at a table of the running round."""

    name: str
    livery: str
    bot: bool


class FloorTable(Struct, frozen=True):
    """A table of the running round."""

    number: int
    table: int  # its row
    code: str
    where: str
    seats: tuple[FloorSeat, ...]
    guests: tuple[tuple[int, int, int], ...]  # guest, player, seat; HOST for whoever leads it without playing


class StandingLine(Struct, frozen=True):
    """A line of the standing: a guest's or a team's."""

    id: int
    name: str
    livery: str
    place: int
    was: int  # the place before the last round; 0 if there was none
    points: str
    members: int = 0
    row: int = 0  # in which row of the list it stood before the last round; 0 if there was none
    had: str = ""  # its points before the last round

    @property
    def up(self) -> int:
        """Places won since the last round."""
        return self.was - self.place if self.was else 0


class Word(Struct, frozen=True):
    """A correction: for whom, how many points, why."""

    name: str
    points: str
    why: str


class Evening(Struct, frozen=True):
    """A night at one moment."""

    id: int
    code: str
    title: str
    state: str
    version: int
    token: str
    host: str
    expected: int
    closed: bool
    hidden: bool
    drawn_names: bool
    stops: tuple[Stop, ...]
    current: int | None  # the place of the current stop
    people: tuple[Person, ...]
    teams: tuple[TeamLine, ...]
    seating: Seating
    floor: tuple[FloorTable, ...]
    standing: tuple[StandingLine, ...]
    team_standing: tuple[StandingLine, ...]
    words: tuple[Word, ...]
    honours: tuple[Honour, ...]
    untold: int  # a round that is done and whose cards have not been read yet; 0 for none
    sent: datetime | None  # when everybody was sent to their tables
    until: datetime | None
    box: int  # seconds of the box that ``until`` ends
    warned: bool
    called: bool
    announcement: str
    scene: str
    spotlight: int  # the number of a table
    places: tuple[str, ...] = ()  # where each table stands, the first one first
    leader: int = 0  # the guest who leads the current round and does not play; 0 for none
    led: bool = False  # may somebody?
    muted: bool = False  # what guests type as answers is on no big screen

    @property
    def stop(self) -> Stop | None:
        """What is on now."""
        return None if self.current is None else self.stops[self.current]

    @property
    def coming(self) -> Stop | None:
        """What comes next."""
        return next((stop for stop in self.stops if stop.state == "coming"), None)

    @property
    def rounds(self) -> int:
        """How many rounds the evening has, without its breaks."""
        return sum(bool(stop.number) for stop in self.stops)

    @property
    def played(self) -> int:
        """How many of them are done."""
        return sum(bool(stop.number) and stop.state == "done" for stop in self.stops)

    def person(self, guest: int) -> Person | None:
        """The guest of this number; None for one who was removed, or never came."""
        return next((one for one in self.people if one.id == guest), None)

    def place_of(self, guest: int | None) -> tuple[FloorTable, int, int] | None:
        """At which table, as which player and in which seat this guest sits now; HOST is no seat, but leads.

        Whoever leads is at every table, and named here at the one they look at.
        """
        found = [(table, player, seat) for table in self.floor for who, player, seat in table.guests if who == guest]
        if len(found) < 2:
            return found[0] if found else None
        person = self.person(guest or 0)
        return next((one for one in found if person is not None and one[0].number == person.looks_at), found[0])

    def table(self, number: int) -> FloorTable | None:
        """The table of this number on the floor."""
        return next((table for table in self.floor if table.number == number), None)


def read(night: Night, now: datetime) -> Evening:
    """The night as the database has it, in so many questions however many guests it has."""
    prefetch_related_objects([night], "rounds", "teams", "corrections__guest", "corrections__team")
    rows = list(night.rounds.all())
    current = next((place for place, row in enumerate(rows) if row.pk == night.current_id), None)
    row = None if current is None else rows[current]
    floor = _floor(night, row) if night.state == State.RUNNING and row is not None else ()
    people = _people(night, floor, now)
    teams = _teams(night, people)
    kept = {one.pk: readings.kept(one) for one in sorted(rows, key=_when) if one.points is not None}
    box = night.until - row.sent_at if night.until is not None and row is not None and row.sent_at else None
    words = night.corrections.all()
    return Evening(
        id=night.pk,
        code=night.room.code,
        title=night.title,
        state=night.state,
        version=night.version,
        token=token(night, row),
        host=night.host.first_name or night.host.get_username(),
        expected=night.expected,
        closed=night.room.closed,
        hidden=night.hidden,
        drawn_names=night.drawn_names,
        stops=tuple(_stops(rows, night.current_id)),
        current=current,
        people=people,
        teams=teams,
        seating=seating_of(row) if night.state == State.SEATING and row is not None else (),
        floor=floor,
        standing=_standing(night, people, kept),
        team_standing=_team_standing(night, people, teams, kept),
        words=tuple(
            Word(str(one.guest or one.team), points.told(Fraction(one.points)), one.why)
            for one in words
            if one.guest is None or one.guest.removed_at is None
        ),
        honours=_honours(night, rows, people),
        untold=next((one.pk for one in rows if one.done_at and one.game and one.told is None), 0),
        sent=row.sent_at if row is not None and night.state == State.RUNNING else None,
        until=night.until,
        box=round(box.total_seconds()) if box is not None else 0,
        warned=row is not None and row.warned_at is not None,
        called=row is not None and row.called_at is not None,
        announcement=night.announcement,
        scene=night.scene,
        spotlight=next((one.number for one in floor if one.table == night.spotlight_id), 1),
        places=tuple(line.strip() for line in night.places.splitlines()),
        leader=row.leader_id or 0 if row is not None else 0,
        muted=night.room.mute,
        led=night.state == State.SEATING and row is not None and may_be_led(row),
    )


def _honours(night: Night, rows: list[Round], people: tuple[Person, ...]) -> tuple[Honour, ...]:
    """Only at the end: until then nobody needs them."""
    if night.state not in (State.FINALE, State.ENDED):
        return ()
    return tuple(honours([readings.told_of(row) for row in rows], {one.id: one.name for one in people}))


def _when(row: Round) -> tuple[float, int]:
    return (row.done_at.timestamp() if row.done_at else 0.0, row.place)


def _stops(rows: list[Round], current: int | None) -> list[Stop]:
    stops, number = [], 0
    for row in rows:
        number += bool(row.game)
        state = "done" if row.done_at else "now" if row.pk == current else "coming"
        title = row.item.rules.title if row.game else ""
        stops.append(
            Stop(
                row.pk,
                number if row.game else 0,
                row.game,
                title,
                row.way,
                row.item.length,
                row.worth,
                state,
                say(WAYS[Way(row.way)]),
                row.item.likes.most if row.game else 0,
            )
        )
    return stops


def _people(night: Night, floor: tuple[FloorTable, ...], now: datetime) -> tuple[Person, ...]:
    at = {guest: table.number for table in floor for guest, _, seat in table.guests if seat != HOST}
    held = Spell.objects.filter(laid__round=night.current_id, until=None) if floor else Spell.objects.none()
    sat = dict(held.values_list("guest_id", "since"))
    found = night.attendances.filter(guest__removed_at=None).select_related("guest", "team").order_by("guest_id")
    return tuple(
        Person(
            one.guest_id,
            one.guest.nickname,
            one.guest.language,
            one.team_id or 0,
            one.team.livery if one.team else "",
            one.guest.seen_at is not None and (now - one.guest.seen_at).total_seconds() < HERE_FOR,
            one.watching,
            at.get(one.guest_id, 0),
            one.wish or 0 if night.state == State.RUNNING else 0,
            sat.get(one.guest_id),
        )
        for one in found
    )


def _teams(night: Night, people: tuple[Person, ...]) -> tuple[TeamLine, ...]:
    return tuple(
        TeamLine(team.pk, team.name, team.livery, sum(one.team == team.pk for one in people))
        for team in night.teams.all()
    )


def _floor(night: Night, row: Round) -> tuple[FloorTable, ...]:
    where = night.places.splitlines()
    laid = list(row.laid.select_related("table").prefetch_related("table__seats"))
    players: dict[int, list[Player]] = {}
    here = Player.objects.filter(table__laid__round=row, guest__removed_at=None)
    sitting = here.filter(Q(seat__isnull=False) | Q(guest=row.leader_id))
    for player in sitting.select_related("guest", "seat"):
        players.setdefault(player.table_id, []).append(player)
    tables = []
    for one in laid:
        at = players.get(one.table_id, [])
        seats = []
        for seat in one.table.seats.all():
            names = [player.guest.nickname for player in at if player.seat_id == seat.pk]
            bot = BOT_NAMES[seat.number % len(BOT_NAMES)] if seat.bot else "–"
            name = (seat.team or " + ".join(names)) if names else bot
            seats.append(FloorSeat(name, seat.livery, not names))
        guests = tuple((player.guest_id, player.pk, player.seat.number if player.seat else HOST) for player in at)
        place = where[one.number - 1].strip() if one.number <= len(where) else ""
        tables.append(FloorTable(one.number, one.table_id, one.table.code, place, tuple(seats), guests))
    return tuple(tables)


def _standing(
    night: Night, people: tuple[Person, ...], kept: Mapping[int, list[readings.Earned]]
) -> tuple[StandingLine, ...]:
    counted = set(Spell.objects.filter(laid__round__night=night).values_list("guest_id", flat=True))
    counted |= {one.guest_id for one in night.corrections.all() if one.guest_id is not None}
    who = [one.id for one in people if not one.watching or one.id in counted]
    before = dict(list(kept.items())[:-1])
    names = {one.id: one for one in people}
    was = readings.evening(night, who, before) if before else None
    called = {one: names[one].name for one in who}
    lines = points.standing(readings.evening(night, who, kept), was, called)
    rows = {line.who: (row, line) for row, line in enumerate(points.standing(was, None, called) if was else (), 1)}
    return tuple(
        StandingLine(
            line.who,
            names[line.who].name,
            names[line.who].livery,
            line.place,
            line.place + line.up if was is not None else 0,
            points.told(line.points),
            row=rows[line.who][0] if rows else 0,
            had=points.told(rows[line.who][1].points) if rows else "",
        )
        for line in lines
    )


def _team_standing(
    night: Night,
    people: tuple[Person, ...],
    teams: tuple[TeamLine, ...],
    kept: Mapping[int, list[readings.Earned]],
) -> tuple[StandingLine, ...]:
    members = {team.id: [one.id for one in people if one.team == team.id] for team in teams}
    who = [one.id for one in people]
    corrected = {
        team: sum((Fraction(one.points) for one in night.corrections.all() if one.team_id == team), Fraction(0))
        for team in members
    }

    def total(rounds: Mapping[int, list[readings.Earned]]) -> dict[int, Fraction]:
        means = points.of_teams(readings.evening(night, who, rounds), members)
        return {team: mean + corrected[team] for team, mean in means.items()}

    before = dict(list(kept.items())[:-1])
    was = total(before) if before else None
    names = {team.id: team for team in teams}
    return tuple(
        StandingLine(
            line.who,
            names[line.who].name,
            names[line.who].livery,
            line.place,
            line.place + line.up if was is not None else 0,
            points.told(line.points),
            names[line.who].members,
        )
        for line in points.standing(total(kept), was)
    )
