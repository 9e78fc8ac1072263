"""How often something may be tried from one address, and how fast one browser may talk."""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache

from django.db import connection
from django.http import HttpRequest
from django.utils import timezone

COUNT = """
insert into tables_attempt (key, count, until) values (%s, 1, %s)
on conflict (key) do update set
    count = case when tables_attempt.until < %s then 1 else tables_attempt.count + 1 end,
    until = case when tables_attempt.until < %s then excluded.until else tables_attempt.until end
returning count
"""

WRONG_CODES = 60  # per address and ten minutes: a whole class behind one address may mistype, nobody can guess
OPENED_TABLES = 60  # per address and hour
JOINS = 300  # per address and ten minutes


def attempts(key: str, within: timedelta) -> int:
    """Counts one more attempt under this key, in all processes together; returns how many there were in this time."""
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [key[:80], now + within, now, now])
        return int(cursor.fetchone()[0])


def tried(key: str) -> int:
    """How many attempts there were under this key, without counting one."""
    with connection.cursor() as cursor:
        cursor.execute("select count from tables_attempt where key = %s and until >= %s", [key[:80], timezone.now()])
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def wrong_code(address: str) -> None:
    """Counts a code (of a table, a seat, a team, a link) that does not exist."""
    attempts(f"code:{address}", timedelta(minutes=10))


def guessing(address: str) -> bool:
    """Has this address tried too many codes that do not exist?"""
    return tried(f"code:{address}") >= WRONG_CODES


def address_of(request: HttpRequest) -> str:
    """Where a request comes from. Behind a proxy the server (not the browser) must set it."""
    return str(request.META.get("REMOTE_ADDR") or "local")


POSTS, POSTS_AT_ONCE = 15, 40  # per second and at once, as over a socket


class Bucket:
    """A token bucket: ``rate`` messages a second in the long run, ``burst`` at once."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = float(burst)
        self._last = clock()

    def take(self) -> bool:
        """One message; False if it comes too fast."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._last) * self._rate)
        self._last = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


@lru_cache(maxsize=4096)
def bucket_of(key: str) -> Bucket:
    """The bucket of one browser that posts its moves instead of having a line."""
    return Bucket(POSTS, POSTS_AT_ONCE)
