"""A table that somebody looks at, as one process knows it, and the browsers that look at it here."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import msgspec

from games.rules.kernel import PUBLIC, Seat
from games.tables.outbox import Outlet
from games.tables.showing import Look, Showing
from games.tables.snapshot import Snapshot, watcher_of

SLOWEST_LINE: Final = 1000  # milliseconds; nobody waits longer for a slow line (SN-C3)
MOST_WISHES: Final = 8  # fields of one player in which others of the team see what they would choose

Clock = Callable[[], datetime]
Ticks = Callable[[], float]


class Watch:
    """One browser that looks at a table."""

    def __init__(self, look: Look, outbox: Outlet, line: int | None = None) -> None:
        self.look = look
        self.outbox = outbox
        self.line = line  # its round-trip time in milliseconds, once it is measured


class Live:
    """A table that somebody in this process looks at."""

    def __init__(self, snapshot: Snapshot, seen: datetime, clock: Clock, ticks: Ticks) -> None:
        self.snapshot = snapshot
        self.watches: set[Watch] = set()
        self.lock = asyncio.Lock()
        self.showing = Showing()
        self.pages: OrderedDict[str, Look] = OrderedDict()  # drawn for browsers whose socket is still to come
        self.kept = False  # looked after even while nobody watches
        self.alarm: asyncio.TimerHandle | None = None
        self.seen = seen  # when somebody last looked, in the table's own time
        self.asked = clock()  # when somebody last came, asked or went
        self.stale = True  # something may have happened that has not been read
        self.compared: int | None = None  # what the database said of people and house when it was last asked
        self.failures = 0  # how often in a row what is due could not be played
        self.noted: set[str] = set()  # the troubles that the site's log has been told of
        self._leanings: tuple[int, dict[int, dict[str, str]]] = (0, {})
        self._clock = clock
        self._ticks = ticks
        self._since: tuple[object, float] = (None, 0.0)  # a game after its last move, and since when it is known here

    @property
    def id(self) -> int:
        """The table's number in the database."""
        return self.snapshot.house.id

    @property
    def tended(self) -> bool:
        """Does time go on here? Somebody watches, or the table is kept going."""
        return self.kept or bool(self.watches)

    def now(self) -> datetime:
        """The table's time. It never stands before its last move, even if the machine's clock is set back."""
        play = self.snapshot.play
        if play is None:
            return self._clock()
        if self._since[0] is not play:
            self._since = (play, self._ticks())
        return max(self._clock(), play.at + timedelta(seconds=self._ticks() - self._since[1]))

    def stamp(self) -> str:
        """Differs whenever a page without a socket has something new to see; the same in every process."""
        snapshot = self.snapshot
        about = msgspec.json.encode((snapshot.people, snapshot.house, snapshot.waiting, snapshot.guessed))
        return f"{snapshot.number}-{sha256(about).hexdigest()[:12]}"

    @property
    def leanings(self) -> dict[int, dict[str, str]]:
        """What players of teams would choose since the last move (CO-1), by player and field: for pages that only ask
        now and then.
        """
        if self._leanings[0] != self.snapshot.number:
            self._leanings = (self.snapshot.number, {})
        return self._leanings[1]

    def lean(self, player: int, choice: str) -> None:
        """Keeps what this player would choose until the next move: the last of each field, of a few fields."""
        wishes, field = self.leanings.setdefault(player, {}), choice.partition("=")[0]
        wishes.pop(field, None)
        wishes[field] = choice
        if len(wishes) > MOST_WISHES:
            del wishes[next(iter(wishes))]

    def mates(self, player: int | None) -> dict[int, str]:
        """The names of those who share this player's seat."""
        people = self.snapshot.people
        chair = people.chair(watcher_of(people, player))
        return {one.id: one.name for one in chair.persons if one.id != player} if chair is not None else {}

    def lines(self) -> dict[Seat, int]:
        """The slowest line of each connected seat, in milliseconds."""
        lines: dict[Seat, int] = {}
        for watch in self.watches:
            seat = watcher_of(self.snapshot.people, watch.look.player)
            line = SLOWEST_LINE if watch.line is None else min(watch.line, SLOWEST_LINE)
            lines[seat] = max(lines.get(seat, 0), line)
        lines.pop(PUBLIC, None)
        return lines
