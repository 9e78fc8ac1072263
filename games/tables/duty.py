"""Whether this process can serve tables, and how it hands them over to another one."""

import asyncio
from typing import Final

from config import metrics
from config.outage import AWAY
from games.tables.hub import HEARTBEAT, Hub, Live, Watch
from games.tables.outbox import LEAVING

PATIENCE: Final = 3.0  # seconds in which the database answers
MISSED: Final = 3  # heartbeats in a row that may fail


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
    hub = Hub.opened()
    tables = [] if hub is None else hub.tables.values()
    metrics.TABLES.set(len(tables))
    metrics.SOCKETS.set(sum(len(live.watches) for live in tables))


async def close_lines(within: float) -> None:
    """Closes every line so that its page comes back at once, to another process; spread evenly over these seconds.

    A move that is being played is answered first: it holds its table's lock until everybody is told.
    """
    hub = Hub.opened()
    lines = [] if hub is None else [(live, watch) for live in hub.tables.values() for watch in live.watches]

    async def close(after: float, live: Live, watch: Watch) -> None:
        await asyncio.sleep(after)
        async with live.lock:
            watch.outbox.end(LEAVING)

    await asyncio.gather(*(close(within * place / len(lines), *line) for place, line in enumerate(lines)))
