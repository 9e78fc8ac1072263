"""The measurements: tables played as fast as they go, everybody at once, lines cut, and the rules alone."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar

import psutil
from django.db import connection
from django.utils import timezone
from websockets.exceptions import ConnectionClosed

from games.rules.kernel import TABLE, Seat
from games.rules.pack import Pack
from games.rules.play import Begin, Entry, Game, Play, TimeUp
from games.rules.quizterix_snap.moves import Buzz
from games.rules.registry import GAMES
from tests.load.play import PLAYERS, Player, Record, Stuck, Table
from tests.load.prepare import OPTIONS, Log, Ready, open_tables
from tests.load.server import Site, Used

T = TypeVar("T")

AT_ONCE = 40  # browsers that open a page at the same moment
LOOK_EVERY = 0.2  # seconds between two looks at the memory
MEGABYTE = 1024 * 1024
SETTLED = 5.0  # seconds after which every browser must have the last move
FEW = 50  # tables; with fewer most of the memory is what the first one needs


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed; in milliseconds, from seconds."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


async def aside(work: Callable[..., T], *facts: object) -> T:
    """Asks the database while the browsers go on; the thread gives its connection back."""

    def run() -> T:
        try:
            return work(*facts)
        finally:
            connection.close()

    return await asyncio.to_thread(run)


class Pool:
    """Tables that wait to be played at."""

    def __init__(self, game: str, languages: Sequence[str], count: int) -> None:
        self.game = game
        self.languages = languages
        self._ready = open_tables(game, count, languages)

    async def take(self) -> Ready:
        """One of them, or a new one."""
        if not self._ready:
            self._ready = await aside(open_tables, self.game, 5, self.languages)
        return self._ready.pop(0)

    def give_back(self, ready: Ready) -> None:
        """Its game is not over: somebody else may go on with it."""
        self._ready.append(ready)


class Memory:
    """The largest web process, looked at while something is measured."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.start = self.peak = site.memory()

    @asynccontextmanager
    async def watched(self) -> Any:
        """Looks again and again meanwhile."""
        task = asyncio.create_task(self._watch())
        try:
            yield self
        finally:
            self.peak = max(self.peak, self._site.memory())
            task.cancel()

    async def _watch(self) -> None:
        while True:
            self.peak = max(self.peak, self._site.memory())
            await asyncio.sleep(LOOK_EVERY)


async def sit_down(tables: Sequence[Table]) -> float:
    """All browsers open their pages, some at a time; returns how many did so in a second."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(browser: Any) -> None:
        async with gate:
            await browser.connect()

    browsers = [browser for table in tables for browser in table.browsers]
    began = time.perf_counter()
    await asyncio.gather(*(one(browser) for browser in browsers))
    return len(browsers) / (time.perf_counter() - began)


async def get_up(tables: Sequence[Table]) -> None:
    """All pages are closed."""
    await asyncio.gather(*(table.get_up() for table in tables))


# -- tables played as fast as they go ------------------------------------------------------------------------------


class _Moment(NamedTuple):
    at: float
    moves: int
    waits: int
    used: Used
    load: float
    received: int


class Loop:
    """So many tables, each going on with its next move as soon as all its browsers have the last one."""

    def __init__(self, site: Site, pool: Pool, pack: Pack) -> None:
        self._site = site
        self._pool = pool
        self._player: Player = PLAYERS[pool.game](pack)
        self._tables: list[Table] = []
        self._record = Record()
        self._stop = False
        self.stuck: list[str] = []

    async def run(self, count: int, warm: float, seconds: float) -> dict[str, Any]:
        """Plays and measures; the tables are left as they are."""
        memory = Memory(self._site)
        async with memory.watched():
            self._tables = [await self._table() for _ in range(count)]
            joins = await sit_down(self._tables)
            seats = [asyncio.create_task(self._keep_playing(seat)) for seat in range(count)]
            await asyncio.sleep(warm)
            first = self._moment()
            await asyncio.sleep(seconds)
            last = self._moment()
            self._stop = True
            await asyncio.gather(*seats)
            self._site.check()
        lost = await aside(Log.lost, self._record.told) + await self._behind() + len(self.stuck)
        await get_up(self._tables)
        for table in self._tables:
            if not table.over:
                self._pool.give_back(table.ready)
        return self._result(first, last, memory, joins) | {"lost": lost}

    async def _table(self) -> Table:
        return Table(await self._pool.take(), self._site.ports, self._record)

    async def _keep_playing(self, seat: int) -> None:
        try:
            while not self._stop:
                table = self._tables[seat]
                if table.over:
                    self._record.games += 1
                    await table.get_up()
                    table = self._tables[seat] = await self._table()
                    await table.sit_down()
                await self._player(table)
        except (Stuck, OSError, ConnectionClosed) as stuck:
            self.stuck.append(str(stuck))

    async def _behind(self) -> int:
        """Tables whose browsers do not receive the last move of the log, even when nobody moves any more."""
        behind = self._tables
        until = time.monotonic() + SETTLED
        while behind and time.monotonic() < until:
            await asyncio.sleep(LOOK_EVERY)
            numbers = await aside(Log.numbers, [table.ready.id for table in behind])
            behind = [table for table in behind if table.number < numbers[table.ready.id]]
        return len(behind)

    def _moment(self) -> _Moment:
        own, record = psutil.Process().cpu_times(), self._record
        return _Moment(
            time.perf_counter(),
            record.moves,
            len(record.waits),
            self._site.used(),
            own.user + own.system,
            record.received,
        )

    def _result(self, first: _Moment, last: _Moment, memory: Memory, joins: float) -> dict[str, Any]:
        seconds, moves = last.at - first.at, max(1, last.moves - first.moves)
        waits = self._record.waits[first.waits : last.waits]
        web = 1000 * (last.used.web - first.used.web) / moves
        database = 1000 * (last.used.database - first.used.database) / moves
        tables = len(self._tables)
        return {
            "game": self._pool.game,
            "tables": tables,
            "processes": len(self._site.ports),
            "moves": moves,
            "moves_per_second": round(moves / seconds, 1),
            "p50_ms": percentile(waits, 0.50),
            "p95_ms": percentile(waits, 0.95),
            "p99_ms": percentile(waits, 0.99),
            "web_cpu_per_1000": round(web, 3),
            "database_cpu_per_1000": round(database, 3),
            "cpu_per_1000": round(web + database, 3),
            "server_busy": round((web + database) * moves / 1000 / seconds, 3),
            "load_busy": round((last.load - first.load) / seconds, 3),
            "start_mb": round(memory.start / MEGABYTE, 1),
            "peak_mb": round(memory.peak / MEGABYTE, 1),
            "mb_per_100_tables": round((memory.peak - memory.start) / MEGABYTE * 100 / tables, 1)
            if tables >= FEW
            else "",
            "joins_per_second": round(joins, 1),
            "bytes_per_move": round((last.received - first.received) / moves),
            "refused": self._record.refused,
            "games_ended": self._record.games,
            "stuck": self.stuck[:10],
        }


# -- everybody at once ---------------------------------------------------------------------------------------------


async def burst(site: Site, ready: Sequence[Ready], pack: Pack) -> dict[str, Any]:
    """All players of all tables lock in their answer within the same second."""
    record = Record()
    tables = [Table(one, site.ports, record) for one in ready]
    await sit_down(tables)
    chance = random.Random(1)

    async def lock_in(table: Table, seat: int) -> None:
        await asyncio.sleep(chance.random())
        fields = {"move": "lay", "statement": table.browsers[seat].about, "answer": "true"}
        with suppress(Stuck):
            await table.move(seat, fields)

    players = [(table, seat) for table in tables for seat in range(len(table.browsers))]
    began = time.perf_counter()
    await asyncio.gather(*(lock_in(table, seat) for table, seat in players))
    seconds = time.perf_counter() - began
    everybody_in = sum(bool(table.offered("turn")) for table in tables)
    await get_up(tables)
    return {
        "tables": len(tables),
        "players": len(players),
        "counted": len(record.told) - await aside(Log.lost, record.told),
        "tables_complete": everybody_in,
        "p50_ms": percentile(record.waits, 0.50),
        "p95_ms": percentile(record.waits, 0.95),
        "p99_ms": percentile(record.waits, 0.99),
        "seconds": round(seconds, 2),
    }


# -- lines cut -----------------------------------------------------------------------------------------------------


async def cut(site: Site, pool: Pool, count: int) -> dict[str, Any]:
    """Half of the browsers of each table lose their line while the others play on, and come back by themselves."""
    record = Record()
    tables = [Table(await pool.take(), site.ports, record) for _ in range(count)]
    await sit_down(tables)
    chance = random.Random(2)
    gone = [browser for table in tables for browser in table.browsers[:2]]
    began = time.perf_counter()
    for browser in gone:
        browser.cut()
    meanwhile = [asyncio.create_task(_any_move(table, range(2, 4))) for table in tables]
    backs: list[float] = []

    async def back(browser: Any) -> None:
        await asyncio.sleep(chance.uniform(0.5, 1.5))  # as the page does
        with suppress(OSError, TimeoutError):
            await browser.connect()
            backs.append(time.perf_counter() - began)

    await asyncio.gather(*(back(browser) for browser in gone))
    moved = sum(await asyncio.gather(*meanwhile))
    afterwards = sum(await asyncio.gather(*(_any_move(table, range(4)) for table in tables)))
    numbers = await aside(Log.numbers, [table.ready.id for table in tables])
    current = sum(browser.number == numbers[table.ready.id] for table in tables for browser in table.browsers[:2])
    await get_up(tables)
    return {
        "cut": len(gone),
        "back": len(backs),
        "current": current,
        "slowest_seconds": round(max(backs, default=0.0), 2),
        "moved_meanwhile": moved,
        "moved_afterwards": afterwards,
        "tables": count,
    }


async def _any_move(table: Table, seats: Sequence[int]) -> bool:
    """One move by one of these seats, received by all browsers; False if none of them can do anything."""
    for move in ("lay", "turn", "next-round"):
        for seat in table.offered(move):
            if seat in seats:
                fields = {"move": move, "statement": table.browsers[seat].about}
                with suppress(Stuck):
                    done = await table.move(seat, fields | ({"answer": "true"} if move == "lay" else {}))
                    return not done.refused
    return False


# -- the rules alone -----------------------------------------------------------------------------------------------


def rules_alone(slug: str, pack: Pack, seconds: float, seats: int = 4) -> dict[str, Any]:
    """Moves in a second when a recorded game is folded again and again, with and without one look at each state."""
    game = Game(GAMES[slug], pack, b"bench")
    entries = _recording(game, OPTIONS.get(slug, {}), seats)

    def fold(look: bool) -> None:
        play = None
        for entry in entries:
            play = game.advance(play, entry)
            if look:
                game.rules.observe(play.state, Seat(0), pack, entry.at)

    def rate(look: bool) -> int:
        folds, began = 0, time.process_time()
        while time.process_time() - began < seconds or not folds:
            fold(look)
            folds += 1
        return round(folds * len(entries) / (time.process_time() - began))

    return {"game": slug, "moves": len(entries), "apply": rate(False), "apply_and_observe": rate(True)}


def _recording(game: Game, options: Any, seats: int, longest: int = 500) -> list[Entry]:
    """A game played by chance, a move every 0.3 s."""
    chance = random.Random(3)
    at = timezone.now()
    everybody = tuple(Seat(seat) for seat in range(seats))
    entries = [Entry(1, TABLE, Begin(seats, everybody, dict(options)), at)]
    play: Play | None = game.advance(None, entries[0])
    while play is not None and game.result(play) is None and len(entries) < longest:
        at += timedelta(milliseconds=300)
        due = game.deadline(play)
        moves = [
            (seat, move)
            for seat in sorted(game.to_move(play))
            for move in game.rules.legal_moves(play.state, seat, game.pack)
        ]
        seat, move = chance.choice(moves) if moves else (TABLE, TimeUp())
        if due is not None and (at > due or not moves):
            seat, move, at = TABLE, TimeUp(), due
        if isinstance(move, Buzz):
            move = Buzz(move.showing, chance.randint(150, 300), 1000)
        entry = Entry(play.number + 1, seat, move, at)
        play = game.advance(play, entry)
        entries.append(entry)
    return entries
