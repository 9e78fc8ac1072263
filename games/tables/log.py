"""The log of moves, without the ORM: many tables' moves in one commit, and the news of every commit.

Nobody is told of a move before it is committed: PostgreSQL announces it in the transaction that commits it.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connections
from psycopg import AsyncConnection, OperationalError
from psycopg.conninfo import make_conninfo
from psycopg_pool import AsyncConnectionPool

from games.tables.snapshot import Row

CHANNEL = "tables"  # payload "table:number" for a move, "table:" when people or house have changed
logger = logging.getLogger(__name__)

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
    return make_conninfo(**{name: settings[key] for name, key in names.items() if settings.get(key)})


class Log:
    """One per process and event loop: gathers the appends of all tables, commits them together, answers each."""

    def __init__(self) -> None:
        self._pool = AsyncConnectionPool[AsyncConnection](
            address(), min_size=1, max_size=3, open=False, kwargs={"autocommit": True}
        )
        self._waiting: list[tuple[NewRow, asyncio.Future[bool]]] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self.commits = 0

    async def open(self) -> None:
        """Connects and starts writing. Raises psycopg_pool.PoolTimeout if the database cannot be reached."""
        await self._pool.open(wait=True, timeout=15)
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Stops writing and disconnects."""
        if self._writer is not None:
            self._writer.cancel()
        await self._pool.close()

    async def append(self, row: NewRow) -> bool:
        """Commits the row; False if another row has taken its number (or its request was already answered)."""
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
            if len(batch) > 1:
                for one in batch:
                    await self._answer([one])
                return
            logger.warning("A move could not be committed: %s", error)
            if not batch[0][1].done():
                batch[0][1].set_exception(error)
        else:
            for row, future in batch:
                if not future.done():
                    future.set_result((row.table, row.number) in won)

    async def _commit(self, rows: list[NewRow]) -> set[tuple[int, int]]:
        columns = [list(column) for column in zip(*rows, strict=True)]
        async with self._pool.connection() as connection:
            cursor = await connection.execute(APPEND, columns)
            self.commits += 1
            return {(table, number) for table, number, _ in await cursor.fetchall()}

    async def tail(self, table: int, after: int) -> list[Row]:
        """The rows of this table's log after this number."""
        async with self._pool.connection() as connection:
            cursor = await connection.execute(TAIL, [table, after])
            return [Row(*row) for row in await cursor.fetchall()]

    async def execute(self, query: str, parameters: list[object]) -> list[tuple[object, ...]]:
        """Some other small statement, and its rows."""
        async with self._pool.connection() as connection:
            cursor = await connection.execute(query, parameters)
            return await cursor.fetchall() if cursor.description else []

    async def news(self) -> AsyncIterator[tuple[int, int | None] | None]:
        """Every announcement of every process: (table, number), number None when people or house have changed.

        Yields None first after each (re)connection: what was announced before may have been missed.
        """
        while True:
            try:
                async with await AsyncConnection.connect(address(), autocommit=True) as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    yield None
                    async for notice in connection.notifies():
                        table, _, number = notice.payload.partition(":")
                        yield int(table), int(number) if number else None
            except OperationalError:
                logger.warning("The line to the database is down; trying again.")
                await asyncio.sleep(1)
