"""How often something may be tried from somewhere, who has to wait for it, and how fast one browser may talk.

The only writer of what is counted (`config/models.py`).
"""

import asyncio
import time
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone

now = timezone.now  # the clock and the patience of this module
sleep = asyncio.sleep

COUNT = """
insert into tables_attempt (key, count, until)
select key, 1, %s from unnest(%s::text[]) key order by key
on conflict (key) do update set
    count = case when tables_attempt.until < %s then 1 else tables_attempt.count + 1 end,
    until = case when tables_attempt.until < %s then excluded.until else tables_attempt.until end
returning key, count
"""
TURN = """
insert into tables_attempt (key, count, until) values (%(key)s, 1, %(now)s + %(every)s)
on conflict (key) do update set
    count = tables_attempt.count + 1, until = greatest(tables_attempt.until, %(now)s) + %(every)s
    where tables_attempt.until <= %(now)s + %(longest)s
returning until
"""

OPENED_TABLES = 60  # per address and hour
JOINS = 300  # per address and ten minutes
RENAMES = 10  # per player and minute
DEEDS = 60  # per player and minute: whatever else changes who sits where
GESTURES = 10  # per player and minute
GUESSES = 20  # per browser and minute
WIDER = 3  # so many times as much comes from a network of many addresses

# Wrong codes in ten minutes, after which whoever tries another one waits for a turn. Nobody is shut out.
WRONG_WITHIN = timedelta(minutes=10)
OF_A_BROWSER = 10  # one that the site knows again
OF_STRANGERS = 60  # all from one address: a browser without a cookie has no room of its own
OF_AN_ADDRESS = 180  # with those that have room of their own: a whole class behind one address may mistype
A_TURN_EVERY = timedelta(seconds=2)
LONGEST_QUEUE = timedelta(seconds=20)


def count(keys: Collection[str], within: timedelta) -> dict[str, int]:
    """Counts one more attempt under each key, in all processes together; how many there were in this time."""
    at = now()
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [at + within, [key[:80] for key in keys], at, at])
        return dict(cursor.fetchall())


def counted(keys: Collection[str]) -> dict[str, int]:
    """How many attempts there were under these keys, without counting one."""
    with connection.cursor() as cursor:
        query = "select key, count from tables_attempt where key = any(%s) and until >= %s"
        cursor.execute(query, [[key[:80] for key in keys], now()])
        return dict.fromkeys(keys, 0) | dict(cursor.fetchall())


def attempts(key: str, within: timedelta) -> int:
    """Counts one more attempt under this key; how many there were in this time."""
    return count([key], within)[key[:80]]


def too_often(what: str, address: str, most: int, within: timedelta) -> bool:
    """Counts one more attempt from this address; has there been more than so many from it, or from its network?"""
    found = count([f"{what}:{place}" for place in places(address)], within)
    return any(found[f"{what}:{place}"] > most * size for place, size in places(address).items())


def address_of(request: HttpRequest) -> str:
    """Where a request comes from. Behind a proxy the server (not the browser) must set it."""
    return str(request.META.get("REMOTE_ADDR") or "local")


@lru_cache(maxsize=4096)
def places(address: str) -> dict[str, int]:
    """What an address counts as, narrow to wide, and how many times the room each has.

    Whoever has one IPv6 address has 2^64 of them, and a house or a school often 2^80.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return {address[:40]: 1}
    if not isinstance(known, IPv6Address):
        return {str(known): 1}
    if known.ipv4_mapped:
        return {str(known.ipv4_mapped): 1}
    return {str(ip_network((known, 64), strict=False)): 1, str(ip_network((known, 48), strict=False)): WIDER}


# ---------------------------------------------------------------------- codes


def wrong_code(browser: str, address: str) -> None:
    """Counts a code (of a table, a seat, a team, a link) that does not exist."""
    count([f"code:{one}" for one in (browser, *places(address)) if one], WRONG_WITHIN)


def crowded(browser: str, address: str) -> str:
    """In which queue somebody has to wait before they try a code; empty if nobody waits. ``browser``: a known one's.

    The widest of those that have tried too many wrong ones: the network, the address, the browser itself.
    """
    wrong = counted([f"code:{one}" for one in (browser, *places(address)) if one])
    room = bool(browser) and wrong[f"code:{browser}"] < OF_A_BROWSER
    queue = "" if room else browser
    for place, size in places(address).items():
        if wrong[f"code:{place}"] >= size * (OF_AN_ADDRESS if room else OF_STRANGERS):
            queue = place
    return queue


async def take_turn(queue: str) -> bool:
    """Waits for a turn in this queue, one every two seconds in all processes together; False at once if it is full."""
    wait = await sync_to_async(_turn)(queue)
    if wait is None:
        return False
    await sleep(wait)
    return True


def _turn(queue: str) -> float | None:
    """The next free turn, as so many seconds from now; None if the queue is full."""
    at = now()
    longest = LONGEST_QUEUE - A_TURN_EVERY
    facts: dict[str, Any] = {"key": f"queue:{queue}"[:80], "now": at, "every": A_TURN_EVERY, "longest": longest}
    with connection.cursor() as cursor:
        cursor.execute(TURN, facts)
        row = cursor.fetchone()
    return float((row[0] - A_TURN_EVERY - at).total_seconds()) if row else None


# ---------------------------------------------------------------------- messages


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
