"""The other carrier: Redis, for a site with more processes than one PostgreSQL can notify (docs/deploying.md).

Redis forgets what it could not deliver, and a process may be killed between its commit and telling of it: then it is
found when the tables are compared with the database. No table ever waits for Redis.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import redis.asyncio
from django.db import connections, transaction
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry as RetryAtOnce

from games.tables.carrier import AGAIN, CHANNEL, News, read, written

COMPARE_EVERY: Final = 5.0  # seconds
PATIENCE: Final = 1.0  # seconds that anybody waits for Redis
QUIET: Final = 5.0  # seconds without a word after which the line is tried
MOST_WAITING: Final = 10_000  # announcements that wait to be told; older ones are found by comparing

logger = logging.getLogger(__name__)


class PubSub:
    """Announcements on a channel of the site's own. What happens at Redis happens at once or not at all."""

    in_commit = "null"
    compares_every: float | None = COMPARE_EVERY

    def __init__(self, url: str) -> None:
        self._url = url
        self._channel = f"{CHANNEL}:{connections['default'].settings_dict['NAME']}"
        self._waiting: list[str] = []
        self._telling: asyncio.Task[None] | None = None
        self._client: Any = None

    def announce(self, news: News) -> None:
        """After the transaction of the service, in its thread."""
        transaction.on_commit(partial(_publish, self._url, self._channel, written(news)))

    def tell(self, announcements: Sequence[str]) -> None:
        """Soon, all that wait together; nobody waits for it."""
        self._waiting = [*self._waiting, *announcements][-MOST_WAITING:]
        if self._telling is None or self._telling.done():
            self._telling = asyncio.ensure_future(self._tell())

    async def _tell(self) -> None:
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            try:
                pipeline = self._connected().pipeline(transaction=False)
                for announcement in waiting:
                    pipeline.publish(self._channel, announcement)
                await pipeline.execute()
            except (RedisError, OSError) as error:
                logger.debug("%s announcements were not told: %s", len(waiting), error)  # whoever listens complains

    async def listen(self) -> AsyncIterator[News | bool]:
        """Redis confirms each subscription, the first one and those after a line that was cut."""
        away = False
        while True:
            try:
                async with self._connected().pubsub() as hearing:
                    await hearing.subscribe(self._channel)
                    silent = False
                    while True:
                        message = await hearing.get_message(timeout=QUIET)
                        if message is None and silent:
                            raise redis.exceptions.TimeoutError(f"no answer within {QUIET} s")
                        silent = message is None
                        if message is None:
                            await hearing.ping()
                        elif message["type"] == "subscribe":
                            if away:
                                logger.warning("Redis is back.")
                            away = False
                            yield True
                        elif message["type"] == "message" and (news := _read(message["data"])) is not None:
                            yield news
            except (RedisError, OSError) as error:
                if not away:
                    logger.error(
                        "Redis is away: until it is back, processes hear of each other's moves within %s s. %s",
                        COMPARE_EVERY,
                        error,
                    )
                    yield True  # whoever waits for news need not: they are found by comparing
                away = True
            await asyncio.sleep(AGAIN)

    def _connected(self) -> Any:
        if self._client is None:
            self._client = redis.asyncio.Redis.from_url(
                self._url,
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
                socket_keepalive=True,
                retry=Retry(NoBackoff(), 0),
            )
        return self._client

    async def close(self) -> None:
        """Lets go of Redis."""
        if self._telling is not None:
            self._telling.cancel()
        if self._client is not None:
            await self._client.aclose()


def _read(data: bytes) -> News | None:
    return read(data.decode(errors="replace"))


@lru_cache(maxsize=1)
def _client(url: str) -> Any:
    """For the threads of services; each has a connection of the pool for as long as it publishes."""
    return redis.Redis.from_url(
        url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=RetryAtOnce(NoBackoff(), 0)
    )


_silent_until = 0.0


def _publish(url: str, channel: str, announcement: str) -> None:
    """Waits at most PATIENCE; after a failure nobody tries again before the tables have been compared."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        _client(url).publish(channel, announcement)
    except (RedisError, OSError) as error:
        _silent_until = time.monotonic() + COMPARE_EVERY
        logger.debug("An announcement was not told: %s", error)
