"""The parts of a table's page that are the same for every game: lobby, menu, banner.

Like a game's observation each is a frozen struct with exactly what its fragment shows.
"""

from datetime import datetime

from msgspec import Struct

from games.rules.kernel import PUBLIC, Seat
from games.rules.words import Say
from games.tables.snapshot import Snapshot, watcher_of


class Lobby(Struct, frozen=True):
    """Before the game begins: who is here, who is missing, and the button to begin for the host."""

    least: int
    most: int
    seated: int
    is_host: bool
    private: bool

    @property
    def ready(self) -> bool:
        """Enough seats are taken."""
        return self.least <= self.seated <= self.most

    @property
    def room(self) -> bool:
        """Another seat could be taken."""
        return self.seated < self.most

    @property
    def missing(self) -> int:
        """How many are needed before the game can begin."""
        return max(0, self.least - self.seated)


class Menu(Struct, frozen=True):
    """What may be done about the table rather than in the game: for everybody, for a seat, for the host."""

    seat: Seat
    is_host: bool
    is_player: bool
    begun: bool
    paused: bool
    over: bool
    fingerprint: str
    secret: str  # only after the end
    head: str  # only after the end: it would tell what lies face down, as there are few moves to choose from
    host: str


class Banner(Struct, frozen=True):
    """What everybody must know before looking at the game."""

    waiting: bool  # the database is away
    paused: datetime | None
    over: bool
    next_code: str
    is_host: bool
    is_player: bool
    host: str
    team_move: str  # who of a team made the last move (CO-1)


HousePart = Lobby | Menu | Banner


def house_parts(snapshot: Snapshot, player: int | None) -> dict[str, HousePart]:
    """The house's parts of the page for this player, by the name of their fragment."""
    people, house, play = snapshot.people, snapshot.house, snapshot.play
    is_host = player is not None and player == people.host
    watcher = watcher_of(people, player)
    over = snapshot.over
    banner = Banner(
        waiting=snapshot.waiting,
        paused=play.paused if play else None,
        over=over,
        next_code=house.next_code,
        is_host=is_host,
        is_player=watcher != PUBLIC,
        host=people.host_name,
        team_move=team_move(snapshot),
    )
    menu = Menu(
        seat=watcher,
        is_host=is_host,
        is_player=player is not None,
        begun=play is not None,
        paused=banner.paused is not None,
        over=over,
        fingerprint=house.fingerprint,
        secret=snapshot.game.secret.hex() if over and not house.sealed else "",
        head=snapshot.head if over and not house.sealed else "",
        host=people.host_name,
    )
    parts: dict[str, HousePart] = {"banner": banner, "menu": menu}
    if play is None:
        seats = snapshot.rules.seats
        parts["lobby"] = Lobby(seats.start, seats.stop - 1, len(people.chairs), is_host, house.private)
    return parts


def team_move(snapshot: Snapshot) -> str:
    """Who of a team made the last move (CO-1); empty where nobody shares a seat."""
    for chair in snapshot.people.chairs:
        if len(chair.persons) > 1:
            for person in chair.persons:
                if person.id == snapshot.actor:
                    return person.name
    return ""


class Toast(Struct, frozen=True):
    """A refusal: one sentence and the clause it stands on."""

    say: Say
    clause: str
