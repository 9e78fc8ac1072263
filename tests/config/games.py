"""A game that goes on in a process that has just started."""

import asyncio

from games.tables.hub import Hub
from games.tables.models import Move
from tests.tables.hubs import lay, seated


def answer(cast, number):
    """One of them lays an answer, in a process that has just started; everybody's page then."""

    async def play():
        hub = Hub()
        await hub.open()
        try:
            live, browsers = await seated(hub, cast)
            await lay(browsers[number])
            return live.snapshot.play, browsers
        finally:
            await hub.close()

    return asyncio.run(play())


def log():
    """Every move in the database."""
    return list(Move.objects.order_by("number").values_list("number", "seat", "move", "at", "request"))
