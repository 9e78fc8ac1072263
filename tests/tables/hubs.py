"""Live tables without sockets: hubs as other processes would have them, on a clock of the test's, and who looks in."""

import asyncio
import json
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.tables.hub import Hub
from games.tables.live import Watch
from games.tables.models import Move
from games.tables.showing import Look

ON_EACH_CARRIER = pytest.mark.parametrize("carrier", ["postgres", "redis"], indirect=True)
"""A test about what processes tell each other: the same whatever carries it."""


class Clock:
    """A time that only moves when told. What the machine shows can be set back; the ticks only go on."""

    def __init__(self):
        self.now = timezone.now()
        self.ticks = 0.0

    def __call__(self):
        return self.now

    def passes(self, seconds):
        self.now += timedelta(seconds=seconds)
        self.ticks += seconds

    def is_set(self, seconds):
        self.now += timedelta(seconds=seconds)

    def hub(self):
        return Hub(self, lambda: self.ticks)


class Browser:
    """Somebody at a table: keeps every frame it was sent."""

    def __init__(self, hub, live, player, layout="table"):
        self.hub, self.live, self.frames, self.ended = hub, live, [], None
        language = player.language if player else "en"
        self.watch = Watch(Look(player.pk if player else None, language, layout), self, line=20)

    def put(self, text):
        self.frames.append(json.loads(text))

    def pulse(self):
        """It is always there."""

    def end(self, code):
        self.ended = code

    async def sit(self):
        self.live = await self.hub.join(self.live.id, self.watch)
        return self

    async def move(self, request=None, **fields):
        await self.hub.move(self.live.id, self.watch, fields, request)

    @property
    def html(self):
        return "".join(frame.get("content", "") for frame in self.frames)


async def seated(hub, cast):
    """The cast of a table, watching it in this process."""
    live = await hub.live(cast.table.pk)
    return live, [await Browser(hub, live, player).sit() for player in cast.players]


@sync_to_async
def rows(table):
    """The log: number, seat, move, time."""
    return list(Move.objects.filter(table=table).order_by("number").values_list("number", "seat", "move", "at"))


def statement(browser):
    """The number of the statement that lies open."""
    return browser.live.snapshot.game.pack.statements[browser.live.snapshot.play.state.card].number


async def lay(browser, answer="true", request=None, **more):
    """Lays an answer in a Swiss Quiz where all answer at once."""
    stake = {"chips": "0", "flags": "0"} | more
    await browser.move(request, move="lay", statement=str(statement(browser)), answer=answer, **stake)


async def until(condition, seconds=30):
    """Waits until news from the database has arrived."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
