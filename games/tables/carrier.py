"""How processes tell each other what has happened at a table: one announcement, one reader, whatever carries it.

An announcement is a line of text: `TABLE:NUMBER` for a move, `TABLE:` when people or house have changed. Then, if it
fits, a blank, who says so, and the rows of the log themselves, so that nobody has to read what was just told. The head
stays as it is for ever; whoever does not understand the rest, because another version of the site wrote it, reads the
table up from the database.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final, Literal, NamedTuple, Protocol

import msgspec
from django.conf import settings
from django.db import connection
from psycopg import AsyncConnection

from config.database import address
from config.outage import AWAY
from games.tables.snapshot import Row

CHANNEL: Final = "tables"
ROOM: Final = 7500  # bytes; PostgreSQL's own limit is 7999
AGAIN: Final = 1.0  # seconds between two tries to hear the news


class News(NamedTuple):
    """What has happened at a table. ``number``: its last move; None when people or house have changed.

    ``rows``: the moves up to this number that are news; none of them where there was no room. ``sender``: the log that
    committed them, which need not hear of it; empty if everybody has to.
    """

    table: int
    number: int | None = None
    rows: tuple[Row, ...] = ()
    sender: str = ""


_decode = msgspec.json.Decoder(tuple[Literal[1], str, tuple[Row, ...]]).decode


def written(news: News) -> str:
    """The announcement as it is carried, at most ROOM bytes."""
    head = f"{news.table}:{'' if news.number is None else news.number}"
    rest = msgspec.json.encode((1, news.sender, news.rows))
    return f"{head} {rest.decode()}" if news.rows and len(head) + 1 + len(rest) <= ROOM else head


def read(announcement: str) -> News | None:
    """What it says, or as much of it as can be understood; None if it is no announcement at all."""
    head, _, rest = announcement.partition(" ")
    table, colon, number = head.partition(":")
    if not (_is_number(table) and colon and (_is_number(number) or not number)):
        return None
    news = News(int(table), int(number) if number else None)
    try:
        _, sender, rows = _decode(rest)
    except msgspec.MsgspecError:
        return news
    return news._replace(sender=sender, rows=rows)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


class Carrier(Protocol):
    """Whatever carries announcements to all processes."""

    in_commit: str
    """SQL that announces the column `news` in the very statement that commits a row."""

    compares_every: float | None
    """Seconds between two looks at whether an announcement was lost on the way; None if none ever is."""

    def announce(self, news: News) -> None:
        """From a service: everybody hears of it as soon as its transaction has been committed."""

    def tell(self, announcements: Sequence[str]) -> None:
        """Of rows that the loop's log has committed; nothing is left to do where `in_commit` has told it."""

    def listen(self) -> AsyncIterator[News | bool]:
        """Every announcement of every process.

        Yields True after each (re)connection: what was announced before may have been missed; and False whenever the
        database could not be reached.
        """

    async def close(self) -> None:
        """Lets go of whatever it has opened."""


def chosen() -> Carrier:
    """The carrier of this site, for one log or one announcement."""
    if settings.CARRIER_URL:
        from games.tables.pubsub import PubSub  # its package is there only where it is used

        return PubSub(settings.CARRIER_URL)
    return Notifications()


def announce(news: News) -> None:
    """Tells every process, when this transaction commits, what has happened at a table."""
    chosen().announce(news)


class Notifications:
    """PostgreSQL's NOTIFY: part of the transaction, so that nobody hears of what is not committed, and none is lost."""

    in_commit = f"pg_notify('{CHANNEL}', news)"
    compares_every: float | None = None

    def announce(self, news: News) -> None:
        """With the transaction of the service."""
        with connection.cursor() as cursor:
            cursor.execute("select pg_notify(%s, %s)", [CHANNEL, written(news)])

    def tell(self, announcements: Sequence[str]) -> None:
        """They have been told by the commit."""

    async def listen(self) -> AsyncIterator[News | bool]:
        """On a connection of its own."""
        while True:
            connected = False
            try:
                async with await AsyncConnection.connect(address(), autocommit=True) as listening:
                    await listening.execute(f"listen {CHANNEL}")
                    connected = True
                    yield True
                    async for notice in listening.notifies():
                        if (news := read(notice.payload)) is not None:
                            yield news
            except AWAY:
                if not connected:  # a line that was merely cut is back at once
                    yield False
                    await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        """The connection ends with whoever listens."""
