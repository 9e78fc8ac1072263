"""The nights that somebody in this process looks at: told of every change, and led from table to table.

A night costs one reading of the database per change, and one look a second at its tables, which this process knows
anyway or folds on its own; it draws no table for the console or the screen. Whoever is led to a table is from then on
one of the table's watchers, over the same line.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextvars import Context
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from msgspec import json

from config.outage import AWAY
from games.nights import evening as reading
from games.nights import services
from games.nights.evening import Evening
from games.nights.looks import GUEST, SCREEN, NightWatch
from games.nights.models import Night, State
from games.nights.parts import Call, FloorCard
from games.nights.services import NoSuchNight, Passed
from games.nights.showing import content
from games.nights.stages import call_of, others_of, scene_of
from games.nights.tickets import card_of, lost, paused
from games.tables.fragments import draw
from games.tables.hub import NO_SUCH_TABLE, PULSE, Hub
from games.tables.live import Watch
from games.tables.news import News
from games.tables.services import NoSuchTable
from games.tables.showing import Look, encoded, frame, partial
from games.tables.snapshot import Broken

EVERY: Final = 1.0  # seconds between two looks at the floor
SEEN_EVERY: Final = 20.0  # seconds between two notes of who is here
REREAD_EVERY: Final = 20.0  # seconds after which a night is read again, whatever was told
ASKING: Final = 30.0  # seconds for which a night is looked after for a page that only asks now and then
LINGER: Final = 10.0  # seconds in which the last table sees how its game has ended, before all come back
WARNING: Final = timedelta(minutes=5)
CALLING: Final = timedelta(seconds=30)  # a phone that wakes up later sits down without being called

logger = logging.getLogger(__name__)


class LiveNight:
    """A night that somebody in this process looks at."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.floor: tuple[FloorCard, ...] = ()
        self.watches: set[NightWatch] = set()
        self.lock = asyncio.Lock()
        self.walking = asyncio.Lock()  # while somebody looks at the floor
        self.kept: dict[int, Any] = {}  # the tables that go on because of it
        self.looking: asyncio.Task[None] | None = None
        self.heard = self.told = 0  # how often something was heard, and up to which of these it has been read
        self.seen = 0.0
        self.asked = -ASKING  # when a page without a socket has looked in
        self.over: float | None = None  # since when all its tables are
        self.read = 0.0
        self.unreadable = 0  # a round whose cards were tried to be read
        self.scene = ""  # what the screen shows
        self.lit = 0  # the number of the table in the spotlight
        self.waiting = False  # the database is away, and its pages say so

    @property
    def stamp(self) -> str:
        """Differs whenever a page without a socket has something new to see; the same in every process."""
        return f"n{self.evening.version}-{sha256(json.encode((self.evening, self.floor))).hexdigest()[:12]}"


class Nights:
    """One per process and event loop, beside its hub."""

    _all: "WeakKeyDictionary[asyncio.AbstractEventLoop, Nights]" = WeakKeyDictionary()

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.nights: dict[int, LiveNight] = {}
        self._coming: dict[int, asyncio.Task[None]] = {}  # nights that are being opened
        self._tasks: set[asyncio.Task[Any]] = set()
        hub.hearers.append(self._hear)

    @classmethod
    async def current(cls) -> "Nights":
        """Those of the running loop. Raises one of AWAY if the database cannot be reached."""
        hub = await Hub.current()
        loop = asyncio.get_running_loop()
        nights = cls._all.get(loop)
        if nights is None or nights.hub is not hub:
            nights = cls._all[loop] = cls(hub)
        return nights

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("A task of the nights failed", exc_info=task.exception())

    # ------------------------------------------------------------------ reading

    async def live(self, night_id: int) -> LiveNight:
        """The night as it is now. Raises NoSuchNight, and one of AWAY."""
        while (live := self.nights.get(night_id)) is None:
            coming = self._coming.get(night_id)
            if coming is None:  # once for all who come meanwhile, and whoever hangs up takes it from nobody
                coming = asyncio.get_running_loop().create_task(self._open(night_id), context=Context())
                self._coming[night_id] = coming
                coming.add_done_callback(lambda done: done.cancelled() or done.exception())
            await asyncio.shield(coming)
        return live

    async def _open(self, night_id: int) -> None:
        try:
            live = LiveNight(await self._read(night_id))
            live.read = self.hub.ticks()
            try:
                await self._look(live)
            except BaseException:
                self._forget(live)
                raise
            self.nights[night_id] = live
        finally:
            del self._coming[night_id]

    async def _read(self, night_id: int) -> Evening:
        def read() -> Evening:
            night = Night.objects.select_related("room", "host").filter(pk=night_id).first()
            if night is None:
                raise NoSuchNight
            return reading.read(night, self.hub.clock())

        found: Evening = await database_sync_to_async(read)()
        return found

    def _hear(self, news: News | bool) -> None:
        if isinstance(news, bool):
            for night in tuple(self.nights) if news else ():
                self._spawn(self.refresh(night))
        elif news.night in self.nights or news.night in self._coming:
            self._spawn(self.refresh(news.night))

    async def refresh(self, night_id: int) -> None:
        """Something has changed: read it, and show it to everybody; whoever has a new place is led there."""
        if night_id in self._coming:  # what it was read from may be older than this
            await asyncio.wait([self._coming[night_id]])
        live = self.nights.get(night_id)
        if live is None:
            return
        live.heard += 1
        mine = live.heard
        async with live.lock:
            if live.told >= mine:
                return  # a reading that began after this was heard
            told, code = live.heard, live.evening.code
            try:
                live.evening = await self._read(night_id)
                live.told = told
            except NoSuchNight:
                for watch in tuple(live.watches):
                    watch.outbox.end(NO_SUCH_TABLE)
                self.nights.pop(night_id, None)
                return
            except AWAY:
                return  # it is read again before long
            live.read = self.hub.ticks()
        for watch in tuple(live.watches):  # whoever was sent out sees no more than the door lets them
            out = watch.look.guest is not None and live.evening.person(watch.look.guest) is None
            if out or code != live.evening.code:  # each page is opened anew where it is now
                watch.outbox.end(NO_SUCH_TABLE)
        await self._look(live)
        await self._show(live)

    # ------------------------------------------------------------------ coming and going

    async def join(self, night_id: int, watch: NightWatch) -> LiveNight:
        """A browser looks at the night from now on, and is led to its table if it has one."""
        live = await self.live(night_id)
        live.watches.add(watch)
        self._look_after(live)
        try:
            await self._seen(live, [watch])
            await self._lead(live, watch)
        except BaseException:  # the line was cut while it was being opened, or the database is away
            self.leave(live, watch)
            raise
        self._know_called(live, watch)
        self._tell(live, watch)
        return live

    def leave(self, live: LiveNight, watch: NightWatch) -> None:
        """A browser has gone; the seat stays."""
        live.watches.discard(watch)
        if watch.live is not None and watch.table is not None:
            self.hub.leave(watch.live, watch.table)
            watch.live = watch.table = None

    async def visit(self, night_id: int, watch: NightWatch) -> LiveNight:
        """A page without a socket looks in."""
        live = await self.live(night_id)
        live.asked = self.hub.ticks()
        self._look_after(live)
        await self._seen(live, [watch])
        return live

    def _look_after(self, live: LiveNight) -> None:
        """From now on, until nobody looks at it any more."""
        if live.looking is None or live.looking.done():
            live.looking = self._spawn(self._keep_looking(live))
            self._spawn(self._pulse(live))

    def _tended(self, live: LiveNight) -> bool:
        return bool(live.watches) or self.hub.ticks() - live.asked < ASKING

    def _forget(self, live: LiveNight) -> None:
        """Its tables go on for whoever sits there, and not because of it."""
        for kept in live.kept.values():
            self.hub.let_go(kept)
        live.kept = {}
        if self.nights.get(live.evening.id) is live:
            del self.nights[live.evening.id]

    async def _seen(self, live: LiveNight, watches: list[NightWatch]) -> None:
        guests = [watch.look.guest for watch in watches if watch.look.guest is not None]
        if guests:
            await database_sync_to_async(services.note_seen)(guests, self.hub.clock())

    # ------------------------------------------------------------------ from table to table

    def place(self, live: LiveNight, watch: NightWatch) -> tuple[int, int | None, str] | None:
        """At which table this browser belongs now, who it is there, and how it is laid out; None for none."""
        evening = live.evening
        if watch.look.layout == SCREEN:
            table = evening.table(live.lit)
            return (table.table, None, "screen") if live.scene == "spotlight" and table else None
        if watch.look.layout != "guest":
            return None
        others, place = others_of(evening, live.floor, watch.look.guest), evening.place_of(watch.look.guest)
        other = None if others.leads else evening.table(others.at)
        if other is not None:
            return other.table, None, "table"
        return None if place is None else (place[0].table, place[1], "table")

    async def _lead(self, live: LiveNight, watch: NightWatch) -> None:
        """To the table where it belongs, or back."""
        place = self.place(live, watch)
        at = place[:2] if place else None
        if at == watch.at:
            return  # it is there, or on its way: two changes at once lead it only once
        if watch.live is not None and watch.table is not None:
            self.hub.leave(watch.live, watch.table)
        watch.live = watch.table = None
        watch.at, watch.look.stage, watch.look.shown = at, (), {}
        watch.outbox.put(anew(live.evening, watch))
        if place is None:
            return
        table, player, layout = place
        look = Watch(Look(player, watch.look.language, layout), watch.outbox)
        try:
            joined = await self.hub.join(table, look)
        except (NoSuchTable, Broken, *AWAY):
            watch.at = None  # it is led there as soon as it can be
            return
        if watch in live.watches and watch.at == at and watch.live is None:
            watch.live, watch.table = joined, look
        else:  # it has gone, or been led on, meanwhile
            self.hub.leave(joined, look)

    # ------------------------------------------------------------------ showing

    async def _show(self, live: LiveNight) -> None:
        moving = [watch for watch in tuple(live.watches) if self._moves(live, watch)]
        for table in {place[0] for watch in moving if (place := self.place(live, watch))}:
            try:
                await self.hub.live(table)  # once, before all who sit there ask for it
            except (NoSuchTable, Broken, *AWAY):
                continue
        for watch in moving:
            await self._lead(live, watch)
        for watch in tuple(live.watches):
            self._tell(live, watch)

    def _moves(self, live: LiveNight, watch: NightWatch) -> bool:
        place = self.place(live, watch)
        return (place[:2] if place else None) != watch.at

    def _tell(self, live: LiveNight, watch: NightWatch) -> None:
        """Puts what has changed into the browser's outbox; what goes wrong with its page stays with its page."""
        try:
            said = content(live.evening, live.floor, live.scene, watch.look, watch.at is not None, live.waiting)
            said += self._call(live, watch)
        except Exception:
            logger.exception("A page of night %s could not be drawn", live.evening.code)
            watch.look.stage, watch.look.shown = (), {}
            return
        if said:
            watch.outbox.put(without_number(said))

    def _know_called(self, live: LiveNight, watch: NightWatch) -> None:
        """Whoever comes back to a seat they have long had was called before, and is not called again."""
        call = call_of(live.evening, watch.look) if watch.look.layout == GUEST else None
        if call is not None and self.long_there(live.evening, watch.look.guest):
            watch.called = call.key

    def long_there(self, evening: Evening, guest: int | None) -> bool:
        """Has this guest long had the seat they hold, or the round that they lead?"""
        person = evening.person(guest or 0)
        since = evening.sent if person is None or person.sat is None else person.sat
        return since is not None and self.hub.clock() - since > CALLING

    def _call(self, live: LiveNight, watch: NightWatch) -> str:
        """The call to a table, once for each."""
        if watch.look.layout != "guest":
            return ""
        call = call_of(live.evening, watch.look)
        key = call.key if call else 0
        if key == watch.called:
            return ""
        watch.called = key
        return calling(call, watch.look.language)

    # ------------------------------------------------------------------ the floor, once a second

    async def _keep_looking(self, live: LiveNight) -> None:
        try:
            while self._tended(live):
                await asyncio.sleep(EVERY)
                try:
                    await self._beat(live)
                except (*AWAY, NoSuchTable):
                    continue
                except Exception:
                    logger.exception("Looking after night %s failed, and is tried again", live.evening.code)
        finally:
            self._forget(live)

    async def _pulse(self, live: LiveNight) -> None:
        """Every browser hears that we are there, and is asked whether it is; at a table its hub does that.

        And every page says when the database is away, and when it is back: nothing here waits for it.
        """
        while self._tended(live):
            if live.waiting != self.hub.waiting:
                live.waiting = self.hub.waiting
                for watch in tuple(live.watches):
                    self._tell(live, watch)
            for watch in tuple(live.watches):
                if watch.live is None:
                    watch.outbox.pulse()
            await asyncio.sleep(PULSE)

    async def _beat(self, live: LiveNight) -> None:
        now = self.hub.ticks()
        if now - live.seen > SEEN_EVERY:
            live.seen = now
            await self._seen(live, list(live.watches))
        if now - live.read > REREAD_EVERY:
            await self.refresh(live.evening.id)
        scene = live.scene, live.lit
        if await self._look(live) or (live.scene, live.lit) != scene:
            for watch in tuple(live.watches):
                if self._moves(live, watch):
                    await self._lead(live, watch)
            for watch in tuple(live.watches):
                if watch.look.layout != "guest" or watch.look.leads or watch.at is None or self._is_done(live, watch):
                    self._tell(live, watch)
        await self._due(live)
        self._foresee(live.evening)

    def _foresee(self, evening: Evening) -> None:
        """What the tables of the next round show is ready when everybody is sent."""
        coming = evening.stop if evening.state == State.SEATING else evening.coming
        if coming and coming.game:
            self.hub.coming.update((coming.game, person.language) for person in evening.people)

    @staticmethod
    def _is_done(live: LiveNight, watch: NightWatch) -> bool:
        """Has this guest's table ended, so that they may watch another one?"""
        person = live.evening.person(watch.look.guest or 0)
        return person is not None and any(card.over and card.number == person.table for card in live.floor)

    async def _look(self, live: LiveNight) -> bool:
        """The floor as it is now; says whether it differs. One look at a time: a new table is read once."""
        async with live.walking:
            return await self._walk(live)

    async def _walk(self, live: LiveNight) -> bool:
        floor, now = [], self.hub.clock()
        wanted = {table.table for table in live.evening.floor}
        for gone in set(live.kept) - wanted:
            self.hub.let_go(live.kept.pop(gone))
        for table in live.evening.floor:
            try:
                kept = live.kept[table.table] = await self.hub.keep(table.table)
            except NoSuchTable:
                continue
            except Broken:  # nobody is kept waiting by it
                floor.append(lost(table))
                continue
            floor.append(card_of(table, kept.snapshot, now))
        same, live.floor = tuple(floor) == live.floor, tuple(floor)
        live.scene, live.lit = scene_of(live.evening, live.floor, now)
        return not same

    async def _due(self, live: LiveNight) -> None:
        """What the evening does by itself: warns and calls when the box is over, and ends a round whose tables have."""
        evening, now = live.evening, self.hub.clock()
        stop = evening.stop
        if evening.untold and evening.untold != live.unreadable:
            live.unreadable = evening.untold  # unless it is read: then there is another one, or none
            await self._do(services.keep_told, evening.id, evening.untold)
        if evening.state != State.RUNNING or stop is None:
            return
        over = bool(live.floor) and len(live.floor) == len(evening.floor) and all(card.over for card in live.floor)
        if not over:
            live.over = None
        elif live.over is None:
            live.over = self.hub.ticks()
        if over:
            if self.hub.ticks() - (live.over or 0.0) >= LINGER:
                await self._do(services.close_round, evening.id, stop.id)
        elif evening.until is not None and not evening.called and not paused(live.floor):
            if now >= evening.until:
                await self._do(services.call_time, evening.id, stop.id)
            elif not evening.warned and evening.box > 2 * WARNING.total_seconds() and now >= evening.until - WARNING:
                await self._do(services.warn, evening.id, stop.id)

    async def _do(self, step: Callable[..., Any], *facts: object) -> None:
        try:
            await database_sync_to_async(step, thread_sensitive=False)(*facts)
        except (Passed, NoSuchTable):  # another process was first
            return


def calling(call: Call | None, language: str) -> str:
    """The call to a table, encoded; without one the call that stood there goes."""
    return encoded(partial("n-call", draw("nights/_call.html", language, {"part": call})))


def anew(evening: Evening, watch: NightWatch) -> str:
    """The message with which a page begins anew: at another table, or at none; its numbers, styles and scripts too."""
    place = None if watch.look.layout == SCREEN else evening.place_of(watch.look.guest)
    game = evening.stop.game if evening.stop is not None and watch.at is not None else ""
    seat = place[2] if place is not None and watch.at == (place[0].table, place[1]) else -1
    about = f'{{"game":"{game}","you":{seat},"table":{watch.at[0] if watch.at is not None else 0}}}'
    clear = encoded(partial("menu", '<div id="menu" class="menu-sheet"></div>')) if watch.at is None else ""
    return without_number(clear, f'"anew":{about}')


def without_number(said: str, more: str = "") -> str:
    """A message of a night's own: it has no number, for it belongs to no table."""
    whole = frame(0, said)
    return whole.replace('"number":0', more or '"night":1', 1)
