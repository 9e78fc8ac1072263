"""Whether this process can serve tables, and how it hands them over to another one."""

import asyncio
from contextlib import suppress
from typing import Final

from config.metrics import SOCKETS, TABLES
from config.outage import AWAY
from games.tables.hub import HEARTBEAT, Hub
from games.tables.live import Live, Watch
from games.tables.outbox import LEAVING

sleep = asyncio.sleep  # the patience of this module

PATIENCE: Final = 3.0  # seconds in which the database answers
MISSED: Final = 3  # heartbeats in a row that may fail
SPREAD: Final = 1.0  # seconds over which lines are closed, at least
MOST_A_SECOND: Final = 25  # lines closed in a second: another process needs up to 30 ms of its core to take one over


async def troubles() -> list[str]:
    """A word for each thing that keeps this process from serving tables. The first question connects it."""
    try:
        async with asyncio.timeout(PATIENCE):
            hub = await Hub.current()
            await hub.log.execute("select 1", [])
    except (*AWAY, TimeoutError):
        return ["database"]
    well = {
        "writer": hub.log.writing,
        "listener": hub.listening,
        "heartbeat": hub.ticks() - hub.beaten < MISSED * HEARTBEAT,
    }
    return [name for name, fine in well.items() if not fine]


def show() -> None:
    """Brings what is measured rather than counted up to date."""
    hub = Hub.here()
    tables = [] if hub is None else hub.tables.values()
    TABLES.set(len(tables))
    SOCKETS.set(sum(len(live.watches) for live in tables))


async def close_lines() -> None:
    """Closes every line so that its page comes back at once, to another process; one after the other.

    A move that is being played is answered first: it holds its table's lock.
    """
    hub = Hub.here()
    told: set[Watch] = set()

    async def close(after: float, live: Live, watch: Watch) -> None:
        await sleep(after)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), live.lock:
                watch.outbox.end(LEAVING)
        watch.outbox.end(LEAVING)

    while hub is not None:  # somebody may have come in the last moment
        lines = [(live, watch) for live in hub.tables.values() for watch in live.watches if watch not in told]
        if not lines:
            return
        told.update(watch for _, watch in lines)
        every = max(SPREAD / len(lines), 1 / MOST_A_SECOND)
        await asyncio.gather(*(close(every * place, *line) for place, line in enumerate(lines)))
