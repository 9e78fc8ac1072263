"""The live tables of one process: folds moves in, wakes when something is due, and shows every browser what changed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.rules.kernel import DAY, PUBLIC, TABLE, IllegalMove, Seat
from games.rules.play import Entry
from games.rules.words import N_
from games.tables import services
from games.tables.clockwork import bots_move, next_due
from games.tables.log import Log, NewRow
from games.tables.models import Table
from games.tables.parts import Toast
from games.tables.rendering import Look, Rendered, changes, frame, toast
from games.tables.snapshot import HERE_FOR, Snapshot, encode, load, load_house, load_people, watcher_of

logger = logging.getLogger(__name__)

HEARTBEAT: Final = 20.0  # seconds between two looks at who is still here
UNWATCHED: Final = timedelta(minutes=5)  # then a table leaves the memory of this process
SLOWEST_LINE: Final = 1000  # milliseconds; nobody waits longer for a slow line (SN-C3)

Send = Callable[[str], Awaitable[None]]
Clock = Callable[[], datetime]


class Malformed(Exception):
    """A message that is no move at all. ``reason`` says what is wrong with it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Watch:
    """One connected browser."""

    def __init__(self, look: Look, send: Send, line: int | None = None) -> None:
        self.look = look
        self.send = send
        self.line = line  # its round-trip time in milliseconds, once it is measured


class Live:
    """A table that somebody in this process watches."""

    def __init__(self, snapshot: Snapshot, now: datetime) -> None:
        self.snapshot = snapshot
        self.watches: set[Watch] = set()
        self.lock = asyncio.Lock()
        self.rendered = Rendered()
        self.alarm: asyncio.TimerHandle | None = None
        self.seen = now  # when somebody last looked

    def stamp(self) -> str:
        """Differs whenever a page without a socket has something new to see."""
        return f"{self.snapshot.number}-{hash((self.snapshot.people, self.snapshot.house))}"

    def lines(self) -> dict[Seat, int]:
        """The slowest line of each connected seat, in milliseconds."""
        lines: dict[Seat, int] = {}
        for watch in self.watches:
            seat = watcher_of(self.snapshot.people, watch.look.player)
            line = SLOWEST_LINE if watch.line is None else min(watch.line, SLOWEST_LINE)
            lines[seat] = max(lines.get(seat, 0), line)
        lines.pop(PUBLIC, None)
        return lines


class Hub:
    """One per process and event loop."""

    _hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()

    def __init__(self, clock: Clock = timezone.now) -> None:
        self.clock = clock
        self.log = Log()
        self.tables: dict[int, Live] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._opened: asyncio.Task[None] | None = None

    @classmethod
    async def current(cls) -> "Hub":
        """The hub of the running loop, connected to the database."""
        loop = asyncio.get_running_loop()
        hub = cls._hubs.get(loop)
        if hub is None:
            hub = cls._hubs[loop] = cls()
        await hub.open()
        return hub

    async def open(self) -> None:
        """Connects once; everybody who comes meanwhile waits for the same connection."""
        if self._opened is None or (self._opened.done() and self._opened.exception() is not None):
            self._opened = asyncio.ensure_future(self._open())
        await asyncio.shield(self._opened)

    async def _open(self) -> None:
        await self.log.open()
        self._spawn(self._listen())
        self._spawn(self._beat())

    async def close(self) -> None:
        """Forgets every table and disconnects."""
        for live in self.tables.values():
            if live.alarm is not None:
                live.alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await self.log.close()
        self._hubs.pop(asyncio.get_running_loop(), None)

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("A task of the tables failed", exc_info=task.exception())

    # ------------------------------------------------------------------ coming and going

    async def live(self, table_id: int) -> Live:
        """The table, caught up with its log and with everything that fell due meanwhile."""
        live = self.tables.get(table_id)
        if live is None:
            snapshot, seen = await self._load(table_id)
            live = self.tables.setdefault(table_id, Live(snapshot, seen))
            async with live.lock:
                await self._reload(live)  # what was announced while it was being loaded has reached nobody here
                await self._catch_up(live)
                await self._settle(live)
        return live

    async def _load(self, table_id: int) -> tuple[Snapshot, datetime]:
        def read() -> tuple[Snapshot, datetime]:
            table = Table.objects.get(pk=table_id)
            return load(table, self.clock()), services.last_seen(table)

        return await sync_to_async(read)()

    async def join(self, live: Live, watch: Watch) -> None:
        """A browser has (re)connected: it gets everything afresh, and is told of every change from now on."""
        async with live.lock:
            if live.seen < self.clock() and not live.watches:
                await self._settle(live)
            live.watches.add(watch)
            live.seen = self.clock()
            watch.look.sent = {}
            await self._tell(live, watch, "")
            self._arm(live)
        if watch.look.player is not None:
            await self._note_presence([watch.look.player], live)

    async def visit(self, live: Live, watch: Watch) -> None:
        """A page without a socket looks in: whatever fell due is played first."""
        async with live.lock:
            number = live.snapshot.number
            await self._settle(live)
            live.seen = self.clock()
            if live.snapshot.number != number:
                await self._show(live)
        if watch.look.player is not None:
            await self._note_presence([watch.look.player], live)

    def leave(self, live: Live, watch: Watch) -> None:
        """A browser has gone; the seat stays."""
        live.watches.discard(watch)
        live.seen = self.clock()

    # ------------------------------------------------------------------ moves

    async def move(self, live: Live, watch: Watch, fields: Mapping[str, object], request: UUID | None) -> None:
        """Plays what a browser asks for, commits it, and then shows everybody. A repeated request is played once.

        Raises IllegalMove when the rules refuse it and Malformed when it is no move at all.
        """
        try:
            asked = live.snapshot.game.read(fields)
        except (msgspec.ValidationError, ValueError) as error:
            raise Malformed(str(error)) from error
        arrived = self.clock()  # whoever waits for the lock is not late by that
        async with live.lock:
            seat = watcher_of(live.snapshot.people, watch.look.player)
            if seat == PUBLIC:
                raise IllegalMove("CO-1", N_("You are watching. Take a seat to play."))
            number = live.snapshot.number
            try:
                if request is None or request not in live.snapshot.requests:
                    await self._play(live, watch, seat, asked, request, arrived)
            except IllegalMove:
                if live.snapshot.number != number:  # time had run out first: all see that
                    self._arm(live)
                    await self._show(live)
                raise
            self._arm(live)
            await self._show(live, watch, str(request) if request else "")

    async def _play(
        self, live: Live, watch: Watch, seat: Seat, asked: Any, request: UUID | None, arrived: datetime
    ) -> None:
        snapshot = live.snapshot
        while True:
            await self._settle(live, arrived)
            play = snapshot.play
            if play is None:
                raise IllegalMove("", N_("The game has not begun yet."))
            at = max(arrived, play.at)
            lines = live.lines() | {seat: watch.line or 0}  # a line that is not measured earns no compensation
            move = snapshot.rules.receive(play.state, seat, asked, at, lines)
            if await self._append(live, seat, move, at, watch.look.player, request):
                return
            await self._catch_up(live)
            if request is not None and request in snapshot.requests:
                return

    async def _append(
        self,
        live: Live,
        seat: Seat,
        move: Any,
        at: datetime,
        player: int | None = None,
        request: UUID | None = None,
    ) -> bool:
        """Applies and commits one move; False if another process was first with this number."""
        snapshot = live.snapshot
        number = snapshot.number + 1
        move = snapshot.game.judged(snapshot.play, seat, move)
        play = snapshot.game.advance(snapshot.play, Entry(number, seat, move, at))
        row = NewRow(snapshot.house.id, number, seat, player, encode(move), at, request)
        if not await self.log.append(row):
            return False
        snapshot.adopt(play, row.row)
        if snapshot.over:
            self._spawn(sync_to_async(services.note_end)(snapshot.house.id, at))
        return True

    async def _catch_up(self, live: Live) -> None:
        live.snapshot.extend(await self.log.tail(live.snapshot.house.id, live.snapshot.number))

    # ------------------------------------------------------------------ time

    async def _settle(self, live: Live, until: datetime | None = None) -> None:
        """Plays whatever has fallen due (until then), each at its own time; the process that comes first wins."""
        while True:
            seen = self.clock() if live.watches else live.seen
            due = next_due(live.snapshot, seen)
            if due is None or due.at > (until or self.clock()):
                return
            if due.bot is None:
                won = await self._append(live, TABLE, due.move, due.at)
            else:
                won = await self._append(live, due.bot, bots_move(live.snapshot, due.bot, due.at), due.at)
            if not won:
                await self._catch_up(live)

    def _arm(self, live: Live) -> None:
        """Sets the alarm for whatever is due next."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        due = next_due(live.snapshot, self.clock()) if live.watches else None
        if due is not None:
            delay = max(0.0, (due.at - self.clock()).total_seconds())
            live.alarm = asyncio.get_running_loop().call_later(delay, lambda: self._spawn(self._ring(live)))

    async def _ring(self, live: Live) -> None:
        async with live.lock:
            number = live.snapshot.number
            await self._settle(live)
            self._arm(live)
            if live.snapshot.number != number:
                await self._show(live)

    # ------------------------------------------------------------------ showing

    async def _show(self, live: Live, asker: Watch | None = None, answered: str = "") -> None:
        for watch in tuple(live.watches):
            await self._tell(live, watch, answered if watch is asker else "")

    async def _tell(self, live: Live, watch: Watch, answered: str) -> None:
        content = changes(live.snapshot, watch.look, live.rendered, self.clock())
        await watch.send(frame(live.snapshot.number, content, answered))

    async def refuse(self, live: Live, watch: Watch, refusal: Toast, request: str = "") -> None:
        """Tells the one who asked why not; nobody else hears of it."""
        await watch.send(frame(live.snapshot.number, toast(live.snapshot, watch.look, refusal), request))

    # ------------------------------------------------------------------ news from all processes

    async def _listen(self) -> None:
        async for news in self.log.news():
            if news is None:
                for table in tuple(self.tables):
                    self._spawn(self._refresh(table, people=True))
            else:
                table, number = news
                live = self.tables.get(table)
                if live is not None and (number is None or number > live.snapshot.number):
                    self._spawn(self._refresh(table, people=number is None, number=number))

    async def _refresh(self, table_id: int, *, people: bool, number: int | None = None) -> None:
        """Another process (or a service of this one) has changed the table: reads it up and shows it."""
        live = self.tables.get(table_id)
        if live is None:
            return
        async with live.lock:
            if number is not None and number <= live.snapshot.number:
                return  # our own move: its announcement was quicker than its commit's answer
            if people:
                await self._reload(live)
            before = live.snapshot.number
            await self._catch_up(live)
            if people or live.snapshot.number != before:
                self._arm(live)
                await self._show(live)

    async def _reload(self, live: Live) -> None:
        def read() -> Table:
            table = Table.objects.get(pk=live.snapshot.house.id)
            live.snapshot.people = load_people(table, self.clock())
            live.snapshot.house = load_house(table)
            return table

        await sync_to_async(read)()

    # ------------------------------------------------------------------ presence

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self.beat()

    async def beat(self) -> None:
        """Notes who is connected here, sees who has gone, and lets another person follow a host who left (CO-6)."""
        now = self.clock()
        players = [
            watch.look.player
            for live in self.tables.values()
            for watch in live.watches
            if watch.look.player is not None
        ]
        await self.log.execute("update tables_player set seen_at = %s where id = any(%s)", [now, players])
        for table_id, live in tuple(self.tables.items()):
            if live.watches:
                live.seen = now
                await self._check_presence(live, now)
            elif now - live.seen > UNWATCHED:
                if live.alarm is not None:
                    live.alarm.cancel()
                del self.tables[table_id]

    async def _check_presence(self, live: Live, now: datetime) -> None:
        rows = await self.log.execute(
            "select id, seen_at from tables_player where table_id = %s", [live.snapshot.house.id]
        )
        here = {row[0] for row in rows if isinstance(row[1], datetime) and (now - row[1]).total_seconds() < HERE_FOR}
        people = live.snapshot.people
        shown = {person.id for chair in people.chairs for person in chair.persons if person.here}
        shown |= {person.id for person in people.spectators if person.here}
        if here != shown:
            await self._refresh(live.snapshot.house.id, people=True)
        patience = DAY if live.snapshot.house.clock == DAY else 120
        host_seen = next((row[1] for row in rows if row[0] == people.host), None)
        if not isinstance(host_seen, datetime) or (now - host_seen).total_seconds() > patience:
            await sync_to_async(services.follow_host)(live.snapshot.house.id, now)

    async def _note_presence(self, players: list[int], live: Live) -> None:
        now = self.clock()
        await self.log.execute("update tables_player set seen_at = %s where id = any(%s)", [now, players])
        people = live.snapshot.people
        everybody = [person for chair in people.chairs for person in chair.persons] + list(people.spectators)
        if any(person.id in players and not person.here for person in everybody):
            await self.log.execute("select pg_notify('tables', %s)", [f"{live.snapshot.house.id}:"])
