"""The parts of a table's page that are the same for every game: lobby, menu, banner.

Like a game's observation each is a frozen struct with exactly what its fragment shows.
"""

from datetime import datetime
from typing import Final

from msgspec import Struct

from games.rules.kernel import HOST, PUBLIC, Riddle, Seat
from games.rules.words import Say
from games.tables import services
from games.tables.snapshot import Guessed, Snapshot, watcher_of

CHAIRS: Final = 8  # once more have sat down, names stand on place cards


class Lobby(Struct, frozen=True):
    """Before the game begins: who is here, who is missing, and the button to begin for the host."""

    least: int
    most: int
    seated: int
    is_host: bool
    is_guest: bool  # has a name here, be it in a seat or not
    seat: Seat
    host: Seat | None
    order: tuple[Seat, ...]  # who is shown first: by seat, or where that would be too many the newest first
    newest: Seat | None  # whose chair is lit for a moment
    fills: bool  # the bots' button seats several; else one more
    deck: str  # whose cards can be met beforehand; empty for none

    @property
    def ready(self) -> bool:
        """Enough seats are taken."""
        return self.least <= self.seated <= self.most

    @property
    def room(self) -> int:
        """How many more may sit down."""
        return max(0, self.most - self.seated)

    @property
    def chairs(self) -> bool:
        """So few have sat down that each has a chair."""
        return self.seated <= CHAIRS

    @property
    def free(self) -> int:
        """How many chairs stand empty: as many as one sees at once, however many may sit down."""
        return max(0, min(self.most, CHAIRS) - self.seated)

    @property
    def hall(self) -> bool:
        """More may sit down than one sees chairs; so many need no number."""
        return self.most > CHAIRS

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
    left: bool  # a seat whose person has gone waits for somebody
    team_move: str  # who of a team made the last move (CO-1)
    captain: str = ""  # who of the watcher's team locks in this time
    leads: bool = False  # a host who leads the game that runs, and does not play


class Guess(Struct, frozen=True):
    """What onlookers guess along: the question for them, and a bar for all once everybody sees what was right."""

    riddle: Riddle | None
    may: bool  # this page is an onlooker's, and it is not too late
    guessed: Guessed | None  # once everybody sees what was right, if anybody has guessed
    mine: int | None = None  # what this page has just guessed


NO_GUESS: Final = Guess(None, False, None)

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
        left=play is not None and not over and any(chair.free for chair in people.chairs),
        team_move=team_move(snapshot),
        captain=dict(captains(snapshot)).get(watcher, ""),
        leads=watcher == HOST and play is not None and not over,
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
        parts["lobby"] = lobby(snapshot, player)
    return parts


def guess_of(snapshot: Snapshot, watcher: Seat) -> Guess:
    """What this watcher may guess, or sees of what was guessed."""
    riddle, guessed = snapshot.riddle, snapshot.guessed
    if riddle is None:
        return NO_GUESS
    if riddle.right is None:
        return Guess(riddle, True, None) if watcher == PUBLIC else NO_GUESS
    counted = guessed is not None and guessed.about == riddle.about and guessed.all > 0
    return Guess(riddle, False, guessed) if counted else NO_GUESS


def lobby(snapshot: Snapshot, player: int | None) -> Lobby:
    """The lobby as all see it, with what only its host may do."""
    rules, people = snapshot.rules, snapshot.people
    host = None if people.host is None else watcher_of(people, people.host)
    came = {chair.seat: max((person.id for person in chair.persons), default=0) for chair in people.chairs}
    # whoever opened the table was there before all others: no news when somebody has left
    newest = max((seat for seat in came if came[seat] and seat != host), key=lambda seat: came[seat], default=None)
    most = rules.seats.stop - 1
    return Lobby(
        least=rules.seats.start,
        most=most,
        seated=len(people.chairs),
        is_host=player is not None and player == people.host,
        is_guest=player is not None,
        seat=watcher_of(people, player),
        host=host if host is not None and host >= 0 else None,
        order=tuple(came) if len(came) <= CHAIRS else tuple(sorted(came, key=lambda seat: -came[seat])),
        newest=newest,
        fills=len(people.chairs) < services.party(rules),
        deck=snapshot.house.deck.partition("+")[0] if rules.kind == "event" else "",
    )


def captains(snapshot: Snapshot) -> tuple[tuple[Seat, str], ...]:
    """Of every team that is awaited who locks in this time; anybody of it may (CO-1)."""
    teams = [chair for chair in snapshot.people.chairs if len(chair.persons) > 1]
    if not teams or snapshot.play is None:
        return ()
    awaited, unit = snapshot.game.to_move(snapshot.play), snapshot.rules.unit(snapshot.play.state) or 0
    here = ((chair.seat, [one for one in chair.persons if one.here] or chair.persons) for chair in teams)
    return tuple((seat, persons[unit % len(persons)].name) for seat, persons in here if seat in awaited)


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
