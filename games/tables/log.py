"""The log of moves, without the ORM: many tables' moves in one commit, and the news of every commit.

Nobody is told of a move before it is committed: PostgreSQL announces it in the transaction that commits it.

A connection that has died is replaced and its statement done once more: a row that had been committed after all is
then found to have lost against itself, and whoever appended it sees it in the log.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from typing import NamedTuple, TypeVar
from uuid import UUID

from django.db import connections
from psycopg import AsyncConnection, OperationalError
from psycopg.conninfo import make_conninfo
from psycopg_pool import AsyncConnectionPool

from config import metrics
from config.outage import AWAY
from games.tables.snapshot import Row

CHANNEL = "tables"  # payload "table:number" for a move, "table:" when people or house have changed
PATIENCE = 5  # seconds that anybody waits for a connection
STALLED = 12  # seconds after which a statement that has not answered is given up
AGAIN = 1.0  # seconds between two tries to hear the news

logger = logging.getLogger(__name__)
T = TypeVar("T")

APPEND = """
with won as (
    insert into tables_move (table_id, number, seat, player_id, move, at, request)
    select * from unnest(
        %s::bigint[], %s::int[], %s::smallint[], %s::bigint[], %s::text[], %s::timestamptz[], %s::uuid[]
    )
    on conflict do nothing returning table_id, number
)
select table_id, number, pg_notify('tables', table_id || ':' || number) from won
"""
TAIL = """
select number, seat, player_id, move, at, request from tables_move where table_id = %s and number > %s order by number
"""


class NewRow(NamedTuple):
    """A row that wants to become the next one of its table."""

    table: int
    number: int
    seat: int
    player: int | None
    move: str
    at: datetime
    request: UUID | None

    @property
    def row(self) -> Row:
        """The row as it is read back."""
        return Row(*self[1:])


def address() -> str:
    """Where Django's default database is, for connections of our own."""
    settings = connections["default"].settings_dict
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    parts = {name: settings[key] for name, key in names.items() if settings.get(key)}
    return make_conninfo(**parts, connect_timeout=PATIENCE)


class Log:
    """One per process and event loop: gathers the appends of all tables, commits them together, answers each."""

    def __init__(self) -> None:
        self._pool: AsyncConnectionPool[AsyncConnection] | None = None
        self._waiting: list[tuple[NewRow, asyncio.Future[bool]]] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self.commits = 0

    async def open(self) -> None:
        """Connects and starts writing. Raises one of AWAY if the database cannot be reached; then call it again."""
        pool = AsyncConnectionPool[AsyncConnection](
            address(),
            min_size=1,
            max_size=3,
            open=False,
            timeout=PATIENCE,
            reconnect_timeout=2,  # then it stops trying until somebody asks: else it sleeps on long after an outage
            kwargs={"autocommit": True},
        )
        await pool.open(wait=True, timeout=PATIENCE)  # a pool that has failed closes itself for good
        self._pool = pool
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Stops writing and disconnects."""
        if self._writer is not None:
            self._writer.cancel()
        if self._pool is not None:
            await self._pool.close()

    @property
    def writing(self) -> bool:
        """Does what is appended get written down?"""
        return self._writer is not None and not self._writer.done()

    async def append(self, row: NewRow) -> bool:
        """Commits the row; False if another row has taken its number (or its request was already answered).

        Raises one of AWAY if nobody can say whether it was committed, IntegrityError if its table or player is gone.
        """
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, future))
        self._wake.set()
        return await future

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            await self._answer(batch)

    async def _answer(self, batch: list[tuple[NewRow, asyncio.Future[bool]]]) -> None:
        """Commits a batch and answers whoever waits. One bad row (its table was deleted) must not spoil the others."""
        try:
            won = await self._commit([row for row, _ in batch])
        except Exception as error:  # noqa: BLE001  whoever waits must hear of it; the writer itself goes on
            if len(batch) > 1 and not isinstance(error, AWAY):
                for one in batch:
                    await self._answer([one])
                return
            for _, future in batch:
                if not future.done():
                    future.set_exception(error)
        else:
            for row, future in batch:
                if not future.done():
                    future.set_result((row.table, row.number) in won)

    async def _commit(self, rows: list[NewRow]) -> set[tuple[int, int]]:
        columns = [list(column) for column in zip(*rows, strict=True)]

        async def insert(connection: AsyncConnection) -> set[tuple[int, int]]:
            with metrics.COMMITS.time():
                cursor = await connection.execute(APPEND, columns)
            self.commits += 1
            won = {(table, number) for table, number, _ in await cursor.fetchall()}
            metrics.MOVES.inc(len(won))
            return won

        return await self._on_a_connection(insert)

    async def _on_a_connection(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Does it, and once more if the connection had died while nobody used it, or a deadlock chose it."""
        assert self._pool is not None
        try:
            async with asyncio.timeout(STALLED):
                try:
                    async with self._pool.connection() as connection:
                        return await work(connection)
                except AWAY:
                    await self._pool.check()  # the others are likely to be dead as well
                    async with self._pool.connection() as connection:
                        return await work(connection)
        except TimeoutError as error:
            raise OperationalError(f"no answer within {STALLED} s") from error

    async def reach(self) -> None:
        """Does nothing but reach the database. Raises one of AWAY if that cannot be done."""
        async with await AsyncConnection.connect(address(), autocommit=True):
            pass

    async def tail(self, table: int, after: int) -> list[Row]:
        """The rows of this table's log after this number."""
        return [Row(*row) for row in await self.execute(TAIL, [table, after])]  # type: ignore[arg-type]

    async def execute(self, query: str, parameters: list[object]) -> list[tuple[object, ...]]:
        """Some other small statement that may be done twice, and its rows."""

        async def ask(connection: AsyncConnection) -> list[tuple[object, ...]]:
            cursor = await connection.execute(query, parameters)
            return await cursor.fetchall() if cursor.description else []

        return await self._on_a_connection(ask)

    async def news(self) -> AsyncIterator[tuple[int, int | None] | bool]:
        """Every announcement of every process: (table, number), number None when people or house have changed.

        Yields True after each (re)connection: what was announced before may have been missed; and False whenever
        the database could not be reached.
        """
        while True:
            connected = False
            try:
                async with await AsyncConnection.connect(address(), autocommit=True) as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    connected = True
                    yield True
                    async for notice in connection.notifies():
                        table, _, number = notice.payload.partition(":")
                        if table.isdecimal() and (number.isdecimal() or not number):
                            yield int(table), int(number) if number else None
            except AWAY:
                if not connected:  # a line that was merely cut is back at once
                    yield False
                    await asyncio.sleep(AGAIN)
