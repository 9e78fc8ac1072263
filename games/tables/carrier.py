"""How processes tell each other what has happened at a table: one announcement, one reader, whatever carries it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from django.conf import settings
from django.db import connection
from psycopg import AsyncConnection

from config.database import address
from config.outage import AWAY
from games.tables.news import AGAIN, CHANNEL, News, read, written


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
