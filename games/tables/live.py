"""A table that somebody looks at, as one process knows it, and the browsers that look at it here."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import msgspec

from config import metrics
from games.rules.kernel import PUBLIC, Seat
from games.rules.words import N_, say
from games.tables.outbox import Outlet
from games.tables.parts import Toast
from games.tables.showing import Look, Showing, encoded, frame, gesture, leaning, toast
from games.tables.snapshot import House, People, Snapshot, watcher_of

logger = logging.getLogger(__name__)

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


class Troubles:
    """What has failed and is tried again. The site's log is told of each once, until it is over."""

    def __init__(self) -> None:
        self._noted: set[str] = set()

    def note(self, what: str, error: BaseException) -> None:
        """This has failed."""
        if what not in self._noted:
            self._noted.add(what)
            logger.error("%s failed, and is tried again", what, exc_info=error)

    def over(self, what: str) -> None:
        """This has gone well."""
        self._noted.discard(what)


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
        self.changing = 0  # moves, news and alarms that wait for their turn or are being worked in
        self._shown = self._to_show  # what all have been shown
        self._answers: list[tuple[Watch, str]] = []  # requests that have been played and not answered
        self.troubles = Troubles()
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
        """Shows those who share this player's seat what they would choose, and keeps it until the next move: the last
        of each field, of a few fields.
        """
        if not self.mates(player):
            return
        wishes, field = self.leanings.setdefault(player, {}), choice.partition("=")[0]
        wishes.pop(field, None)
        wishes[field] = choice
        if len(wishes) > MOST_WISHES:
            del wishes[next(iter(wishes))]
        for watch in tuple(self.watches):
            names = self.mates(watch.look.person) if watch.look.stage else {}
            if player in names:
                shown = encoded(leaning(names[player], choice, watch.look.language))
                watch.outbox.put(frame(self.snapshot.number, shown))

    def mates(self, player: int | None) -> dict[int, str]:
        """The names of those who share this player's seat."""
        people = self.snapshot.people
        chair = people.chair(watcher_of(people, player))
        return {one.id: one.name for one in chair.persons if one.id != player} if chair is not None else {}

    def lines(self) -> dict[Seat, int]:
        """The slowest line of each connected seat, in milliseconds."""
        lines: dict[Seat, int] = {}
        for watch in self.watches:
            seat = watcher_of(self.snapshot.people, watch.look.person)
            line = SLOWEST_LINE if watch.line is None else min(watch.line, SLOWEST_LINE)
            lines[seat] = max(lines.get(seat, 0), line)
        lines.pop(PUBLIC, None)
        return lines

    # ------------------------------------------------------------------ showing

    @property
    def _to_show(self) -> tuple[int, People, House, bool]:
        snapshot = self.snapshot
        return snapshot.number, snapshot.people, snapshot.house, snapshot.waiting

    @property
    def unshown(self) -> bool:
        """Has something happened, or been answered, that nobody has been shown?"""
        return bool(self._answers) or self._shown != self._to_show

    @property
    def behind(self) -> int:
        """How many moves have been played that nobody has been shown."""
        return self.snapshot.number - self._shown[0]

    def answer(self, watch: Watch, request: str) -> None:
        """What is shown next answers this request of the browser's."""
        self._answers.append((watch, request))

    def show(self) -> None:
        """Puts what has changed into everybody's outbox, and answers whoever has asked for it."""
        answers, self._answers, self._shown = self._answers, [], self._to_show
        last = dict(answers)
        for watch, request in answers:
            if last[watch] != request:  # asked twice in the same moment
                watch.outbox.put(frame(self.snapshot.number, "", request))
        for watch in tuple(self.watches):
            self.tell(watch, last.get(watch, ""))

    def tell(self, watch: Watch, answered: str = "") -> None:
        """Puts what has changed into the browser's outbox. What goes wrong with its page stays with its page."""
        try:
            self.showing.observe(self.snapshot)  # once for all: the next page finds it done
            content = self.showing.content(watch.look)
        except Exception as error:  # noqa: BLE001  the others must see the move
            self.troubles.note(f"A page of table {self.snapshot.house.code}", error)
            watch.look.stage = ""  # everything afresh the next time
            why = N_("This page could not be drawn. It will be as soon as somebody moves.")
            content = self._said(watch, Toast(say(why), ""))
        watch.outbox.put(frame(self.snapshot.number, content, answered))

    def refuse(self, watch: Watch, refusal: Toast, request: str = "") -> None:
        """Tells the one who asked why not; nobody else hears of it."""
        metrics.REFUSALS.inc()
        watch.outbox.put(frame(self.snapshot.number, self._said(watch, refusal), request))

    def gesture(self, player: int, name: str) -> None:
        """A player's gesture, shown to whoever looks just now, and then forgotten."""
        chair = self.snapshot.people.chair(player)
        if chair is None:
            return
        for watch in tuple(self.watches):
            if watch.look.stage:
                shown = encoded(gesture(chair, name, watch.look.language))
                watch.outbox.put(frame(self.snapshot.number, shown))

    def _said(self, watch: Watch, refusal: Toast) -> str:
        return encoded(toast(self.snapshot.rules, self.snapshot.people, watch.look, refusal))
