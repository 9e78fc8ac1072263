"""A few tables in full play, something that breaks, and what must be true ten seconds later."""

import asyncio
import random
import re
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

import psycopg
from channels.db import database_sync_to_async
from django.db import connection

from decks.models import Edition
from games.tables import services
from games.tables.models import Table
from tests.failures.people import Person, Watcher
from tests.failures.sites import CLUSTER, FOLDER, Site, kill_database, start_database
from tests.load.prepare import Ready, seat_sessions

TABLES, BOTS = 2, 2
WITHIN = 10.0  # seconds after which all must be well again
LONGEST = 0.5  # seconds of play before something breaks
PATIENCE = 60.0  # seconds until a table that does not begin to play is a fault of its own

NAMED = (
    r"The database is away, all tables wait",
    r"(listening|heartbeat|pulse) failed, and is tried again",
    r"A move at table \w+ failed",  # a lock that nobody gave back in time
)
"""What the site's log may say of errors when something breaks."""


class Fault(Exception):
    """Something is not well after all."""


class Outcome(NamedTuple):
    """One case: how long until every table had gone on and every page was current."""

    kind: str
    seconds: float
    told: int


class Hall:
    """Some tables with their people, on some web processes."""

    def __init__(self, sites: Sequence[Site], tables: Sequence[Ready], chance: random.Random) -> None:
        self.sites = sites
        self.tables = list(tables)
        self.chance = chance
        self.people = {
            ready.id: [
                Person(sites[number % len(sites)].port, ready.code, session, random.Random(chance.random()))
                for number, session in enumerate(ready.sessions)
            ]
            for ready in tables
        }
        self.watchers: list[Watcher] = []

    @property
    def everybody(self) -> list[Person]:
        """All people whose table still stands."""
        return [person for ready in self.tables for person in self.people[ready.id]]


@database_sync_to_async
def open_tables(edition: Edition) -> list[Ready]:
    """Tables with two people and two bots each, begun."""
    return [seat_sessions("swiss-quiz", edition, {"answering": "at-once"}, ("de", "en"), BOTS) for _ in range(TABLES)]


async def heads(tables: Sequence[Ready]) -> dict[int, int]:
    """The number of the last move of each table, read past the site."""
    async with await psycopg.AsyncConnection.connect(CLUSTER.url, autocommit=True) as connection:
        cursor = await connection.execute(
            "select table_id, max(number) from tables_move where table_id = any(%s) group by table_id",
            [[ready.id for ready in tables]],
        )
        return dict(await cursor.fetchall())


async def terminate() -> None:
    """Every connection to the database dies."""
    async with await psycopg.AsyncConnection.connect(CLUSTER.url, autocommit=True) as connection:
        await connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> 'keeper'"
        )


async def kill_a_site(hall: Hall) -> None:
    """One web process is killed and started again."""
    site = hall.chance.choice(hall.sites)
    await asyncio.to_thread(site.kill)
    site.start()


async def cut_the_database(hall: Hall) -> None:
    """All backends are terminated."""
    await terminate()


async def kill_the_database(hall: Hall) -> None:
    """All of PostgreSQL is killed, stays away for a moment, and comes back."""
    await asyncio.to_thread(kill_database)
    await asyncio.sleep(hall.chance.random())
    await asyncio.to_thread(start_database)


async def watch_badly(hall: Hall) -> None:
    """Spectators who never read, who stop in the middle of a frame, who hang up halfway, who are cut off."""
    deeds = (Watcher.stops_in_the_middle_of_a_frame, Watcher.hangs_up_halfway, Watcher.goes, lambda watcher: None)
    for deed in deeds:
        for ready in hall.tables:
            watcher = Watcher(hall.chance.choice(hall.sites).port, ready.code)
            await asyncio.to_thread(watcher.open)
            deed(watcher)
            hall.watchers.append(watcher)


async def delete_a_table(hall: Hall) -> None:
    """A table is deleted in the admin while people play at it."""
    await database_sync_to_async(services.erase)(hall.tables.pop().id)


async def change_seats(hall: Hall) -> None:
    """At every table guests come, take a bot's seat, go again, and the host gives the seat back to a bot."""

    def change(ready: Ready) -> None:
        for number in range(3):
            guest = services.join(ready.id, f"Guest {number}", "fr")
            services.leave(ready.id, guest)
            if guest.seat is not None:
                services.hand_to_bot(ready.id, Table.objects.get(pk=ready.id).host, guest.seat.number, "easy")
        connection.close()

    threads = [threading.Thread(target=change, args=[ready]) for ready in hall.tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        await asyncio.to_thread(thread.join)


BREAKS: Mapping[str, Callable[[Hall], Awaitable[None]]] = {
    "site killed": kill_a_site,
    "connections cut": cut_the_database,
    "database killed": kill_the_database,
    "bad watchers": watch_badly,
    "table deleted": delete_a_table,
    "seats changed": change_seats,
}


async def case(kind: str, sites: Sequence[Site], edition: Edition, chance: random.Random) -> Outcome:
    """Plays, breaks something, and waits until all is well. Raises Fault if it does not get well."""
    hall = Hall(sites, await open_tables(edition), chance)
    staying = [asyncio.create_task(person.stay()) for person in hall.everybody]
    playing = [asyncio.create_task(person.play()) for person in hall.everybody]
    try:
        await _until(lambda: _all_have(hall, 2), PATIENCE, "the tables do not begin to play")
        await asyncio.sleep(chance.uniform(0, LONGEST))
        await BREAKS[kind](hall)
        broken, since = await heads(hall.tables), asyncio.get_running_loop().time()
        await _until(lambda: _gone_on(hall, broken), WITHIN, "a table has stopped")
        for task in playing:
            task.cancel()
        await _until(lambda: _all_current(hall), WITHIN, "a page is not current")
        took = asyncio.get_running_loop().time() - since
        await _check(hall)
    finally:
        going = {*playing, *staying}
        while going:  # one may have heard of something else in the very moment, and not of this
            for task in going:
                task.cancel()
            _, going = await asyncio.wait(going, timeout=1)
        for watcher in hall.watchers:
            watcher.goes()
    return Outcome(kind, took, sum(len(person.told) for person in hall.everybody))


async def _until(condition: Callable[[], Awaitable[str]], seconds: float, otherwise: str) -> None:
    """Waits until the condition has nothing to object to."""
    objection = ""
    try:
        async with asyncio.timeout(seconds):
            while objection := await condition():
                await asyncio.sleep(0.05)
    except TimeoutError as error:
        raise Fault(f"{otherwise}: {objection}") from error


async def _all_have(hall: Hall, number: int) -> str:
    return ", ".join(f"{person.number}" for person in hall.everybody if person.number < number)


async def _gone_on(hall: Hall, before: Mapping[int, int]) -> str:
    now = await heads(hall.tables)
    waiting = [ready for ready in hall.tables if now[ready.id] <= before[ready.id]]
    over = [ready for ready in waiting if all(person.browser.over for person in hall.people[ready.id])]
    return ", ".join(f"{ready.code} at {before[ready.id]}" for ready in waiting if ready not in over)


async def _all_current(hall: Hall) -> str:
    now = await heads(hall.tables)
    late = [(r.code, person.number, now[r.id]) for r in hall.tables for person in hall.people[r.id]]
    return ", ".join(f"{code}: {shown} of {last}" for code, shown, last in late if shown != last)


async def _check(hall: Hall) -> None:
    """Whatever the site has said it has played stands in the log, once; no number is missing."""
    async with await psycopg.AsyncConnection.connect(CLUSTER.url, autocommit=True) as connection:
        for ready in hall.tables:
            rows = await connection.execute("select number, request from tables_move where table_id = %s", [ready.id])
            log = await rows.fetchall()
            if sorted(number for number, _ in log) != list(range(1, len(log) + 1)):
                raise Fault(f"{ready.code}: numbers are missing")
            written = [str(request) for _, request in log if request]
            if len(set(written)) != len(written):
                raise Fault(f"{ready.code}: a move was played twice")
            told = {request for person in hall.people[ready.id] for request in person.told}
            if lost := told - set(written):
                raise Fault(f"{ready.code}: {len(lost)} acknowledged moves are lost")


def unnamed_errors() -> list[str]:
    """What the sites have complained about beyond what must be expected."""
    found = []
    for line in (FOLDER / "web.log").read_text(errors="replace").splitlines():
        complains = line.startswith(("level=ERROR", "level=CRITICAL", "Traceback", "Exception"))
        if complains and (" trace=" in line or not any(re.search(named, line) for named in NAMED)):
            found.append(line)
    return found
