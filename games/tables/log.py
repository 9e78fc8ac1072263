"""The log of moves, without the ORM: many tables' moves in one commit, and the news of every commit.

Nobody is told of a move before it is committed, and whoever is told gets the row as well (`carrier`).

A connection that has died is replaced and its statement done once more: a row that had been committed after all is
then found to have lost against itself, and whoever appended it sees it in the log.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from typing import NamedTuple, TypeVar
from uuid import UUID, uuid4

from psycopg import AsyncConnection, OperationalError
from psycopg_pool import AsyncConnectionPool

from config import metrics
from config.database import address
from config.outage import AWAY
from games.tables import carrier
from games.tables.news import News, written
from games.tables.snapshot import Row

PATIENCE = 5  # seconds that anybody waits for a connection
STALLED = 12  # seconds after which a statement that has not answered is given up

logger = logging.getLogger(__name__)
T = TypeVar("T")

# %b: as text, every quote in a move would be searched for and escaped
APPEND = """
with given as (
    select * from unnest(
        %s::bigint[], %s::int[], %s::smallint[], %s::bigint[], %b::text[], %s::timestamptz[], %s::uuid[], %b::text[]
    ) as given (table_id, number, seat, player_id, move, at, request, news)
), won as (
    insert into tables_move (table_id, number, seat, player_id, move, at, request)
    select table_id, number, seat, player_id, move, at, request from given
    on conflict do nothing returning table_id, number
)
"""
WON = "select table_id, number, news, {in_commit} from won join given using (table_id, number)"
STATE = """
select t.id, coalesce((select max(number) from tables_move where table_id = t.id), 0), hashtextextended(concat_ws(
    '/', r.host_id, r.private, r.stand_in, begun_at, ended_at,
    (select min(id) from tables_table where follows_id = t.id),
    (select string_agg(concat_ws(',', p.id, seat_id, g.nickname), ';' order by p.id)
        from tables_player p join tables_guest g on g.id = p.guest_id where table_id = t.id),
    (select string_agg(concat_ws(',', s.id, number, livery, bot), ';' order by s.id) from tables_seat s
        where table_id = t.id)
), 0)
from tables_table t join tables_room r on r.id = t.room_id where t.id = any(%s)
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


class Log:
    """One per process and event loop: gathers the appends of all tables, commits them together, answers each."""

    def __init__(self) -> None:
        self.carrier = carrier.chosen()
        self._append = APPEND + WON.format(in_commit=self.carrier.in_commit)
        self._name = uuid4().hex  # by which it knows its own announcements
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
        await self.carrier.close()
        if self._pool is not None:
            await self._pool.close()

    @property
    def writing(self) -> bool:
        """Does what is appended get written down?"""
        return self._writer is not None and not self._writer.done()

    def append(self, row: NewRow) -> asyncio.Future[bool]:
        """Commits the row; False if another row has taken its number (or its request was already answered).

        Raises one of AWAY if nobody can say whether it was committed, IntegrityError if its table or player is gone.
        """
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, future))
        self._wake.set()
        return future

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            await self._answer(batch)

    async def _answer(self, batch: list[tuple[NewRow, asyncio.Future[bool]]]) -> None:
        """Commits a batch and answers whoever waits. One bad row (its table was deleted) must not spoil the others.

        Of two rows that want the same number of the same table, the second has lost before it is tried.
        """
        first = {(row.table, row.number): future for row, future in reversed(batch)}
        try:
            won = await self._commit([row for row, future in batch if first[row.table, row.number] is future])
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
                    future.set_result((row.table, row.number) in won and first[row.table, row.number] is future)

    async def _commit(self, rows: list[NewRow]) -> set[tuple[int, int]]:
        columns = [list(column) for column in zip(*rows, strict=True)]
        columns.append([written(News(row.table, row.number, (row.row,), self._name)) for row in rows])

        async def insert(connection: AsyncConnection) -> list[tuple[int, int, str]]:
            with metrics.COMMITS.time():
                cursor = await connection.execute(self._append, columns)
            self.commits += 1
            won = [(table, number, news) for table, number, news, _ in await cursor.fetchall()]
            metrics.MOVES.inc(len(won))
            return won

        won = await self._on_a_connection(insert)
        self.carrier.tell([news for _, _, news in won])
        return {(table, number) for table, number, _ in won}

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

    async def state(self, tables: list[int]) -> dict[int, tuple[int, int]]:
        """Of each table that is there: its last number, and another one that differs when its people or house do."""
        return {table: (number, people) for table, number, people in await self.execute(STATE, [tables])}  # type: ignore[misc]

    async def execute(self, query: str, parameters: list[object]) -> list[tuple[object, ...]]:
        """Some other small statement that may be done twice, and its rows."""

        async def ask(connection: AsyncConnection) -> list[tuple[object, ...]]:
            cursor = await connection.execute(query, parameters)
            return await cursor.fetchall() if cursor.description else []

        return await self._on_a_connection(ask)

    async def news(self) -> AsyncIterator[News | bool]:
        """What `Carrier.listen` yields, but for what this log has committed itself."""
        async for news in self.carrier.listen():
            if isinstance(news, bool) or news.sender != self._name:
                yield news
