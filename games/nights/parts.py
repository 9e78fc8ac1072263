"""What the pages of a night are made of: each part a frozen struct with exactly what its fragment shows."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from games.nights.evening import Person, StandingLine, Stop, TeamLine, Word
from games.nights.honours import Honour

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
    awaited: tuple[int, ...]  # and in which seats they sit
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


class Progress(Struct, frozen=True):
    """How far the running round is: its tables, and its clock if it has one. Without tables nothing is shown."""

    game: str
    number: int
    rounds: int
    done: int  # tables
    tables: int
    until: datetime | None
    box: int


class Note(Struct, frozen=True):
    """What everybody must see, wherever they are: an announcement, the last minutes, time called."""

    text: str
    until: datetime | None
    box: int
    warned: bool
    called: bool
    waiting: bool  # the database is away


class Call(Struct, frozen=True):
    """To a table: its number, where it stands, and who sits there clockwise, I first."""

    number: int
    where: str
    sitters: tuple[tuple[str, str], ...]  # name, livery; nobody for whoever leads
    more: int  # who sit there besides
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


class Others(Struct, frozen=True):
    """The tables that may be watched, by their numbers; which one is, 0 for none; and whether I have one of my own."""

    code: str
    tables: tuple[int, ...]
    at: int
    mine: bool
    leads: bool = False  # they are all mine to lead


class PlanTable(Struct, frozen=True):
    """A table of the floor plan: where it stands, who sits there, how many seats are free, and whether I sit there."""

    where: str
    names: tuple[str, ...]
    free: int
    mine: bool


class Plan(Struct, frozen=True):
    """The floor plan, while a round is seated by free choice; empty at any other moment."""

    code: str
    tables: tuple[PlanTable, ...]


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
    missed: bool  # is there a card that was not known?


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
    paused: bool  # every table waits that has not ended


class Floor(Struct, frozen=True):
    """The console's floor: the preview of a seating, or the tables of a round."""

    code: str
    state: str
    token: str
    round: int
    stops: tuple[Stop, ...]
    # who with which team's colour, how many bots, may one more bot come
    preview: tuple[tuple[tuple[tuple[int, str, str], ...], int, bool], ...]
    cards: tuple[FloorCard, ...]
    stop: Stop | None
    until: datetime | None
    box: int
    led: bool  # may somebody lead the round that is being seated?
    leader: str  # who does, and plays not


class GuestLine(Struct, frozen=True):
    """A guest in the console's list: with the team's and the language's own name, and since when a slow table waits."""

    person: Person
    team: str
    language: str
    slow: datetime | None


class Guests(Struct, frozen=True):
    """The console's guests."""

    code: str
    lines: tuple[GuestLine, ...]
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
    muted: bool


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
    podium: tuple[tuple[int, tuple[StandingLine, ...], int], ...]  # place, who stands there, and how many more
    others: tuple[StandingLine, ...]
    honours: tuple[Honour, ...]
    teams: tuple[StandingLine, ...]
