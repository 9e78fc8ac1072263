"""The live tables of one process: folds moves in, wakes when something is due, and shows every browser what changed.

A table never pays for somebody else's trouble: telling a browser something waits for nobody (`outbox`), an error
while one page is drawn stays with that page, and whatever runs in the background tries again. While the database is
away all tables say that they wait, and then go on by themselves.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context
from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Any, Final
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
from channels.db import database_sync_to_async
from django.utils import timezone
from psycopg import IntegrityError

from config import logs, metrics
from config.outage import AWAY
from games.rules import ready
from games.rules.kernel import HOST, PUBLIC, TABLE, IllegalMove, Seat
from games.rules.play import Entry, Seated
from games.rules.words import N_
from games.tables import carrier, fragments, services
from games.tables.clockwork import Due, bots_moves, next_due
from games.tables.live import Clock, Live, Ticks, Troubles, Watch
from games.tables.log import Log, NewRow
from games.tables.milestones import Keeper
from games.tables.models import Table
from games.tables.news import News, is_wish
from games.tables.presence import Presence
from games.tables.services import NoSuchTable
from games.tables.showing import Look
from games.tables.snapshot import Row, Snapshot, encode, load, load_house, load_people, watcher_of

logger = logging.getLogger(__name__)

HEARTBEAT: Final = 20.0  # seconds between two looks at who is still here
PULSE: Final = 2.0  # seconds in which every browser hears something: a page gives its line up after twice as long
COMPILING: Final = 1.0  # seconds between two looks at what will have to be drawn
AGAIN: Final = 1.0  # seconds until something that has failed is tried again, at first
SELDOM: Final = 60.0  # seconds between two tries of something that fails again and again
UNWATCHED: Final = timedelta(minutes=5)  # then a table leaves the memory of this process
ASKING: Final = timedelta(seconds=30)  # for so long a table counts as watched by a page that only asks now and then
MOST_PAGES: Final = 200  # drawn for a table, of browsers whose socket has not come yet
MOST_AT_ONCE: Final = 8  # moves that are shown together: nobody waits longer for theirs because others come
NO_SUCH_TABLE: Final = 4404  # the code a line is closed with that leads to no table

ANSWERED = "select number from tables_move where table_id = %s and request = %s"


class Malformed(Exception):
    """A message that is no move at all. ``reason`` says what is wrong with it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Waiting(Exception):
    """The database is away, and nobody can say whether the move was written down: ask again, with the same id."""


class Hub:
    """One per process and event loop."""

    _hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()

    def __init__(self, clock: Clock = timezone.now, ticks: Ticks = time.monotonic) -> None:
        self.clock = clock  # what the machine takes for the time; it may be set back or forward
        self.ticks = ticks  # seconds that only ever go on
        self.log = Log()
        self.keeper = Keeper(self.log.execute)
        self.presence = Presence(self.log, clock, lambda table: self._refresh(table, people=True))
        self.tables: dict[int, Live] = {}
        self._missed: dict[int, bool] = {}  # of tables that are being loaded: has anything been announced meanwhile?
        self.hearers: list[Callable[[News | bool], None]] = []  # who else in this process wants to hear the news
        self.waiting = False  # the database is away
        self.listening = False  # hears what other processes announce
        self.beaten = ticks()  # when the last heartbeat went well
        self.troubles = Troubles()
        self.coming: set[tuple[str, str]] = set()  # which games will be drawn here soon, in which languages
        self._others = fragments.everything()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._opened: asyncio.Task[None] | None = None

    @classmethod
    async def current(cls) -> "Hub":
        """The hub of the running loop, connected to the database. Raises one of AWAY if it cannot be reached."""
        loop = asyncio.get_running_loop()
        hub = cls._hubs.get(loop)
        if hub is None:
            hub = cls._hubs[loop] = cls()
        await hub.open()
        return hub

    @classmethod
    def opened(cls) -> "Hub | None":
        """The hub of the running loop, if anybody has asked for it yet."""
        return cls._hubs.get(asyncio.get_running_loop())

    @classmethod
    def here(cls) -> "Hub | None":
        """The hub of the running loop, if it is connected."""
        hub = cls.opened()
        ready = hub is not None and hub._opened is not None and hub._opened.done() and not hub._opened.cancelled()
        return hub if ready and hub._opened.exception() is None else None  # type: ignore[union-attr]

    async def open(self) -> None:
        """Connects once; everybody who comes meanwhile waits for the same connection, who comes later tries again."""
        if self._opened is None or (self._opened.done() and (self._opened.cancelled() or self._opened.exception())):
            # in a context of its own: whatever runs for ever must not depend on the request that came first
            self._opened = asyncio.get_running_loop().create_task(self._open(), context=Context())
        await asyncio.shield(self._opened)

    async def _open(self) -> None:
        await self.log.open()
        self._spawn(self._for_ever("listening", self._listen, AGAIN))
        self._spawn(self._for_ever("heartbeat", self.beat, HEARTBEAT))
        self._spawn(self._for_ever("pulse", self.pulse, PULSE))
        self._spawn(self._for_ever("compiling", self.compile, COMPILING))
        self._spawn(self._for_ever("writing milestones", self.keeper.write, AGAIN))
        if self.log.carrier.compares_every is not None:
            self._spawn(self._for_ever("comparing", self.compare, self.log.carrier.compares_every))

    async def close(self) -> None:
        """Forgets every table and disconnects."""
        for live in self.tables.values():
            if live.alarm is not None:
                live.alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await self.log.close()
        self._hubs.pop(asyncio.get_running_loop(), None)

    def _spawn(self, work: Coroutine[Any, Any, None], table: str = "") -> None:
        task = asyncio.get_running_loop().create_task(work, context=logs.apart(table))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("A task of the tables failed", exc_info=task.exception())

    # ------------------------------------------------------------------ trouble

    async def _for_ever(self, what: str, work: Callable[[], Coroutine[Any, Any, None]], every: float) -> None:
        """Does it again and again, whatever becomes of a single time."""
        while True:
            try:
                await work()
            except AWAY as error:
                self._away(error)
            except Exception as error:  # noqa: BLE001  the next time may go well
                self.troubles.note(what, error)
            else:
                self.troubles.over(what)
            await asyncio.sleep(every)

    def _away(self, error: BaseException) -> None:
        """The database is away: every page says that its table waits, until it is back."""
        if self.waiting:
            return
        self.waiting = True
        logger.error("The database is away, all tables wait: %s", error)
        for live in tuple(self.tables.values()):
            live.stale = live.snapshot.waiting = True
            self._show(live)
        self._spawn(self._come_back())

    async def _come_back(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            try:
                await self.log.reach()
                break
            except AWAY:
                continue
            except Exception as error:  # noqa: BLE001  whatever it is, it must be tried again
                self.troubles.note("Reaching the database", error)
        self.troubles.over("Reaching the database")
        self.waiting = False
        logger.warning("The database is back, all tables go on.")
        for table in tuple(self.tables):
            self._spawn(self._refresh(table, people=True))

    # ------------------------------------------------------------------ coming and going

    async def live(self, table_id: int) -> Live:
        """The table, caught up with its log and with everything that fell due meanwhile.

        Raises NoSuchTable, and one of AWAY.
        """
        live = self.tables.get(table_id)
        if live is None:
            live = await self._opened_anew(table_id)
            async with live.lock:
                if live.stale:
                    await self._read_up(live)
                await self._settle(live)
                await self._count(live)
                self._keep(live)
                live.show()  # to nobody yet: it is no news for whoever comes
        return live

    async def _opened_anew(self, table_id: int) -> Live:
        """The table as the database has it; stale if something was announced meanwhile, which has reached nobody."""
        self._missed.setdefault(table_id, not self.listening)
        try:
            state = await self.log.state([table_id])  # first: whatever changes later is found when it is compared
            snapshot, seen = await self._load(table_id)
        finally:
            missed = self._missed.pop(table_id, True)
        live = self.tables.get(table_id)
        if live is None:
            live = self.tables[table_id] = Live(snapshot, seen, self.clock, self.ticks)
            live.stale = missed
            _, live.compared = state.get(table_id, (0, None))
            live.snapshot.waiting = self.waiting
            self._look_whether_over(live)
        return live

    @asynccontextmanager
    async def _held(self, table_id: int) -> AsyncIterator[Live]:
        """The table, locked, and with nothing missed."""
        while True:
            live = await self.live(table_id)
            async with live.lock:
                if self.tables.get(table_id) is live:  # else it was forgotten while we waited for it
                    if live.stale:
                        await self._read_up(live)
                    yield live
                    return

    async def _load(self, table_id: int) -> tuple[Snapshot, datetime]:
        def read() -> tuple[Snapshot, datetime]:
            table = Table.objects.select_related("room").filter(pk=table_id).first()
            if table is None:
                raise NoSuchTable
            snapshot = load(table, self.clock())
            if snapshot.rules.riddles:
                snapshot.guessing = services.last_guessed(table_id)
            return snapshot, services.last_seen(table)

        loaded: tuple[Snapshot, datetime] = await database_sync_to_async(read)()
        return loaded

    async def page(self, table_id: int, look: Look) -> tuple[str, str]:
        """The whole page for this look, from memory, and a name under which its socket finds out what it shows.

        Raises NoSuchTable, and one of AWAY.
        """
        async with self._held(table_id) as live:
            self.coming.add((live.snapshot.house.game, look.language))
            live.showing.observe(live.snapshot)
            stage, name = live.showing.page(look), token_urlsafe(9)
            live.pages[name] = look
            if len(live.pages) > MOST_PAGES:
                live.pages.popitem(last=False)
            return stage, name

    async def join(self, table_id: int, watch: Watch, page: str = "") -> Live:
        """A browser has (re)connected, and is told of every change from now on.

        It gets everything afresh, unless it shows the page of this name, which can be asked for once.
        """
        async with self._held(table_id) as live:
            if not live.watches:
                await self._settle(live)
            live.watches.add(watch)
            self._looked(live)
            look = live.pages.pop(page, watch.look)
            if look.who == watch.look.who:
                look.player, watch.look = watch.look.player, look
            live.tell(watch)
            self._arm(live)
        try:
            await self._came(live, watch)
        except BaseException:  # the line was cut while it was being opened
            self.leave(live, watch)
            raise
        return live

    async def visit(self, table_id: int, watch: Watch) -> Live:
        """A page without a socket looks in: whatever fell due is played first."""
        async with self._held(table_id) as live:
            number = live.snapshot.number
            await self._settle(live)
            self._looked(live)
            if live.snapshot.number != number:
                self._arm(live)
                self._show(live)
        await self._came(live, watch)
        return live

    async def _came(self, live: Live, watch: Watch) -> None:
        try:
            await self.presence.came(live, watch)
        except AWAY as error:
            self._away(error)

    async def keep(self, table_id: int) -> Live:
        """The table goes on from now on, its clock and its bots, whether somebody watches or not: until ``let_go``.

        Raises NoSuchTable, and one of AWAY.
        """
        live = await self.live(table_id)
        if not live.kept:
            async with live.lock:
                live.kept = True
                live.seen = live.now()
                self._arm(live)
        return live

    def let_go(self, live: Live) -> None:
        """Somebody has to watch again for the table to go on."""
        live.kept = False
        self._looked(live)

    def leave(self, live: Live, watch: Watch) -> None:
        """A browser has gone; the seat stays."""
        live.watches.discard(watch)
        self._looked(live)

    def _looked(self, live: Live) -> None:
        live.seen, live.asked = live.now(), self.clock()

    def _forget(self, live: Live) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
        if self.tables.get(live.id) is live:
            del self.tables[live.id]

    # ------------------------------------------------------------------ moves

    async def move(self, table_id: int, watch: Watch, fields: Mapping[str, object], request: UUID | None) -> None:
        """Plays what a browser asks for, commits it, and then shows everybody. A repeated request is played once.

        Raises IllegalMove when the rules refuse it, Malformed when it is no move at all, NoSuchTable when the table
        is gone, and Waiting when the database is.
        """
        try:
            live = await self.live(table_id)
            arrived = live.now()  # whoever waits for the lock is not late by that
            try:
                asked = live.snapshot.game.read(fields)
            except (msgspec.ValidationError, ValueError) as error:
                raise Malformed(str(error)) from error
            if self.waiting:
                raise Waiting
            with self._changing(live):
                async with self._held(table_id):
                    if request is None or request not in live.snapshot.requests:
                        await self._play(live, watch, asked, request, arrived)
                    live.answer(watch, str(request) if request else "")
        except AWAY as error:
            self._away(error)
            raise Waiting from error

    async def _play(self, live: Live, watch: Watch, asked: Any, request: UUID | None, arrived: datetime) -> None:
        try:
            while not await self._try(live, watch, asked, request, arrived):
                if await self._answered(live, request):
                    return
        except ready.GoneOn:
            return  # whoever is late with a wish that has come true is not refused
        except IllegalMove:
            if not await self._answered(live, request):
                raise

    async def _answered(self, live: Live, request: UUID | None) -> bool:
        """Was this request played before? Asked only when its move was not taken: then the log is worth a look."""
        if request is None or request in live.snapshot.requests:
            return request is not None
        return live.snapshot.unread > 0 and bool(await self.log.execute(ANSWERED, [live.id, request]))

    async def _try(self, live: Live, watch: Watch, asked: Any, request: UUID | None, arrived: datetime) -> bool:
        """Plays it as the table stands now. False if somebody else was first, or it was played before."""
        snapshot = live.snapshot
        await self._settle(live, arrived)
        seat = watcher_of(snapshot.people, watch.look.player)  # each time: a lost race may have been about seats
        if seat == PUBLIC:
            raise IllegalMove("CO-1", N_("You are watching. Take a seat to play."))
        play = snapshot.play
        if play is None:
            raise IllegalMove("", N_("The game has not begun yet."))
        at = max(arrived, play.at)
        lines = live.lines() | {seat: watch.line or 0}  # a line that is not measured earns no compensation
        host = seat == HOST or (watch.look.player is not None and watch.look.player == snapshot.people.host)
        move = ready.told(snapshot.rules.receive(play.state, seat, asked, at, lines), host)
        return await self._append(live, seat, move, at, watch.look.player, request)

    async def _append(
        self,
        live: Live,
        seat: Seat,
        move: Any,
        at: datetime,
        player: int | None = None,
        request: UUID | None = None,
    ) -> bool:
        """Applies and commits one move. False if another one was first with this number: then the table has caught up.

        Raises IllegalMove, NoSuchTable, and one of AWAY.
        """
        snapshot = live.snapshot
        number = snapshot.number + 1
        move = snapshot.game.judged(snapshot.play, seat, move)
        play = snapshot.game.advance(snapshot.play, Entry(number, seat, move, at))
        row = NewRow(live.id, number, seat, player, encode(move), at, request)
        appending = self.log.append(row)
        try:
            won = await asyncio.shield(appending)
        except asyncio.CancelledError:  # it is committed all the same, and nobody else will tell us
            appending.add_done_callback(lambda _: self._spawn(self._refresh(live.id, people=True)))
            raise
        except IntegrityError:  # the player has just left for good, or the table is gone
            await self._read_up(live)
            return False
        if won:
            snapshot.adopt(play, row.row)
            self._keep(live)
        else:
            won = row.row in await self._catch_up(live)  # committed after all, by a connection that died telling us
        if snapshot.over:
            self._spawn(self._note_end(live))
        return won

    def _keep(self, live: Live) -> None:
        """Has a milestone written if the last one is long ago. Nobody waits for it."""
        reached = live.snapshot.milestone()
        if reached is not None:
            self.keeper.offer(live.id, live.snapshot.game, reached)

    async def _catch_up(self, live: Live) -> list[Row]:
        """Folds what the log has that this process has not; gives it. Whoever sat down or left is seen, too."""
        rows = await self.log.tail(live.id, live.snapshot.number)
        await self._fold(live, rows)
        return rows

    async def _fold(self, live: Live, rows: Sequence[Row]) -> None:
        live.snapshot.extend(rows)
        if any(row.seat == TABLE and isinstance(live.snapshot.entry(row).move, Seated) for row in rows):
            await self._read_people(live)

    async def _read_up(self, live: Live) -> None:
        """Everything that may have been announced without being heard. Raises NoSuchTable if the table is gone."""
        live.stale = True
        live.snapshot.extend(await self.log.tail(live.id, live.snapshot.number))
        await self._read_people(live)
        live.stale = False
        self._look_whether_over(live)

    async def _read_people(self, live: Live) -> None:
        snapshot = live.snapshot

        def read() -> bool:
            table = Table.objects.select_related("room").filter(pk=live.id).first()
            if table is None:
                return False
            people, house = load_people(table, self.clock()), load_house(table)
            if people != snapshot.people:  # what is equal stays the same, and is not sent again
                snapshot.people = people
            if house != snapshot.house:
                snapshot.house = house
            return True

        if not await database_sync_to_async(read)():
            self._forget(live)
            for watch in tuple(live.watches):
                watch.outbox.end(NO_SUCH_TABLE)
            raise NoSuchTable
        there = {person.id for person in snapshot.people.everybody}
        for watch in tuple(live.watches):  # whoever has left, or was sent out, sees no more than the door lets them
            if watch.look.player is not None and watch.look.player not in there:
                watch.outbox.end(NO_SUCH_TABLE)

    def _look_whether_over(self, live: Live) -> None:
        if live.snapshot.over and not live.snapshot.house.ended:
            self._spawn(self._note_end(live))

    async def _note_end(self, live: Live) -> None:
        """Once, whoever finds it over; a table whose end could not be noted is found again by the next heartbeat."""
        play = live.snapshot.play
        assert play is not None
        try:
            # in a thread of its own: reading a long game must not keep others from coming in
            await database_sync_to_async(services.note_end, thread_sensitive=False)(live.id, play.at)
        except NoSuchTable:
            return
        except Exception as error:  # noqa: BLE001  a card that cannot be read must not stop the next table
            live.troubles.note(f"Noting the end of table {live.snapshot.house.code}", error)

    # ------------------------------------------------------------------ time

    async def _settle(self, live: Live, until: datetime | None = None) -> None:
        """Plays whatever has fallen due (until then), each at its own time; the process that comes first wins.

        Raises NoSuchTable and one of AWAY. Whatever else goes wrong is noted, and tried again later and later.
        """
        what = f"What is due at table {live.snapshot.house.code}"
        try:
            while True:
                due = next_due(live.snapshot, live.now() if live.tended else live.seen)
                if due is None or due.at > (until or live.now()):
                    break
                await self._do(live, due)
        except (*AWAY, NoSuchTable):
            raise
        except Exception as error:  # noqa: BLE001  a fault in one game must not keep its people from playing on
            live.failures += 1
            live.troubles.note(what, error)
        else:
            live.failures = 0
            live.troubles.over(what)

    async def _do(self, live: Live, due: Due) -> None:
        if due.bot is None:
            await self._append(live, TABLE, due.move, due.at)
            return
        refused: Exception | None = None
        for move in bots_moves(live.snapshot, due.bot, due.at):
            try:
                await self._append(live, due.bot, move, due.at)
                return
            except IllegalMove as illegal:
                refused = illegal
        raise RuntimeError(f"A bot in seat {due.bot} finds no move that is allowed") from refused

    def _arm(self, live: Live) -> None:
        """Sets the alarm for whatever is due next."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if not live.tended or self.tables.get(live.id) is not live:
            return
        try:
            due = next_due(live.snapshot, live.now())
        except Exception as error:  # noqa: BLE001  the alarm must be set again, whatever a bot stumbles over
            live.failures += 1
            live.troubles.note(f"What is due at table {live.snapshot.house.code}", error)
            delay = 0.0
        else:
            if due is None:
                return
            delay = max(0.0, (due.at - live.now()).total_seconds())
        if live.failures or self.waiting:
            delay = max(delay, min(SELDOM, AGAIN * 2.0**live.failures))
        live.alarm = asyncio.get_running_loop().call_later(
            delay, lambda: self._spawn(self._ring(live), live.snapshot.house.code)
        )

    async def _ring(self, live: Live) -> None:
        try:
            with self._changing(live):
                async with live.lock:
                    await self._settle(live)
        except NoSuchTable:
            return
        except AWAY as error:
            self._away(error)
        finally:
            self._arm(live)

    # ------------------------------------------------------------------ showing

    @contextmanager
    def _changing(self, live: Live, *, at_once: bool = True) -> Iterator[None]:
        """Whatever is done meanwhile is shown. Of those who have come in the same moment the last one shows it all: as
        long as others wait for their turn at this table nothing is drawn, but for a few moves at most. What is not
        done at once, since it has to be read first, keeps nobody's move waiting.
        """
        live.changing += at_once
        try:
            yield
        finally:  # refused or not: time may have run out first, or what others did may not be shown yet
            live.changing -= at_once
            if live.unshown and (not live.changing or live.behind >= MOST_AT_ONCE):
                self._arm(live)
                self._show(live)

    @metrics.timed(metrics.SHOWS)
    def _show(self, live: Live) -> None:
        live.show()
        if live.snapshot.uncounted is not None:
            self._spawn(self._tell_guesses(live), live.snapshot.house.code)

    async def _count(self, live: Live) -> None:
        """Reads what onlookers have guessed, once everybody sees what was right."""
        about = live.snapshot.uncounted
        if about is not None:
            live.snapshot.guessed = await database_sync_to_async(services.guessed)(live.id, about)

    async def _tell_guesses(self, live: Live) -> None:
        try:
            await self._count(live)
        except AWAY as error:
            self._away(error)
        else:
            if live.snapshot.guessed is not None and live.snapshot.guessed.all:
                self._show(live)

    # ------------------------------------------------------------------ news from all processes

    async def _listen(self) -> None:
        async for news in self.log.news():
            self.listening = news is not False
            for hear in self.hearers:
                hear(news)
            missed = self._missed if isinstance(news, bool) else {news.table} & self._missed.keys()
            self._missed |= dict.fromkeys(missed, True)
            if news is False:
                self._away(ConnectionError("nobody answers"))
            elif news is True:
                for table in tuple(self.tables):
                    self._spawn(self._refresh(table, people=True))
            elif (live := self.tables.get(news.table)) is not None:
                self._heard(live, news)

    def _heard(self, live: Live, news: News) -> None:
        if news.gesture:
            live.gesture(news.by, news.gesture)
        elif news.lean:
            live.lean(news.by, news.lean)
        elif news.guess is not None:  # it is counted as soon as everybody sees what was right, or now
            live.snapshot.guessing = news.guess
            if live.snapshot.uncounted is not None:
                self._spawn(self._tell_guesses(live), live.snapshot.house.code)
        elif news.number is None or news.number > live.snapshot.number:
            refreshing = self._refresh(live.id, people=news.number is None, news=news)
            self._spawn(refreshing, live.snapshot.house.code)

    async def lean(self, live: Live, watch: Watch, choice: str) -> None:
        """Tells those who share this browser's seat what it would choose (CO-1); whoever sits alone tells nobody."""
        player = watch.look.person
        if player is not None and live.mates(player) and is_wish(choice):
            await database_sync_to_async(carrier.announce)(News(live.id, lean=choice, by=player))

    async def _refresh(self, table_id: int, *, people: bool, news: News | None = None) -> None:
        """Another process (or a service of this one) has changed the table: takes what was told, else reads it up."""
        live = self.tables.get(table_id)
        if live is None:
            return
        what = f"Reading table {live.snapshot.house.code}"
        try:
            with self._changing(live, at_once=not people):
                async with live.lock:
                    number, rows = (news.number or 0, news.rows) if news is not None else (0, ())
                    if 0 < number <= live.snapshot.number:
                        return  # read meanwhile, together with what came before it
                    if people or live.stale:
                        await self._read_up(live)
                    else:
                        await self._fold(live, rows)
                        if live.snapshot.number < number:  # something before it was lost, or it did not fit
                            await self._catch_up(live)
                    live.snapshot.waiting = self.waiting
                    self._arm(live)
        except NoSuchTable:
            return
        except AWAY as error:
            live.stale = True
            self._away(error)
        except Exception as error:  # noqa: BLE001  the next heartbeat finds it stale
            live.stale = True
            live.troubles.note(what, error)
        else:
            live.troubles.over(what)

    async def compare(self) -> None:
        """Finds whatever was announced without being heard, at all tables that somebody watches."""
        watched = self._watched()
        state = await self.log.state([live.id for live in watched])
        for live in watched:
            number, people = state.get(live.id, (0, None))
            # a table that is played at has gone on while the database was asked: only what it has more of is news
            if live.stale or number > live.snapshot.number or people != live.compared or people is None:
                live.compared = people
                await self._refresh(live.id, people=True)

    def _watched(self) -> list[Live]:
        now = self.clock()
        return [live for live in self.tables.values() if live.tended or now - live.asked < ASKING]

    async def compile(self) -> None:
        """What is to be drawn here soon is compiled while people come in; everything else, a little at a time.

        Else the first table of a game in a language lets all others wait, for seconds where the machine is busy.
        """
        coming, self.coming = self.coming, set()
        await fragments.get_ready(coming)
        next(self._others, None)

    # ------------------------------------------------------------------ presence

    async def pulse(self) -> None:
        """Every browser hears that we are there, and is asked whether it is."""
        for live in tuple(self.tables.values()):
            for watch in tuple(live.watches):
                watch.outbox.pulse()

    async def beat(self) -> None:
        """Notes who is connected here, sees who has gone, and lets another person follow a host who left (CO-6).

        It also finds whatever was announced without being heard, and forgets tables that nobody looks at any more.
        """
        now = self.clock()
        watched = self._watched()
        await self.presence.note(watched, now)
        await self.compare()
        seen = await self.presence.seen(watched)
        for live in watched:
            what = f"Looking after table {live.snapshot.house.code}"
            try:
                if not live.stale and live.snapshot.over and not live.snapshot.house.ended:
                    await self._note_end(live)
                await self.presence.check(live, seen[live.id], now)
            except AWAY:
                raise
            except Exception as error:  # noqa: BLE001  the other tables must be looked after, too
                live.troubles.note(what, error)
            else:
                live.troubles.over(what)
        for live in tuple(self.tables.values()):
            if live.tended:
                live.seen = live.now()
            elif now - live.asked > UNWATCHED and not live.lock.locked() and not live.changing:
                self._forget(live)
        self.beaten = self.ticks()
