"""Browsers at a table: one that loads pages, one that holds a socket. Who they are is in their session, as in life."""

import asyncio
import json
from uuid import uuid4

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.test import AsyncClient, Client

from config.asgi import application
from games.tables.access import FOUND, GUESTS, Visitor
from games.tables.hub import Hub

PATIENCE = 30  # seconds until a test that waits for a frame fails: a busy machine is no fault


def session_of(*players):
    """The key of a session in which this browser is these players."""
    session = SessionStore()
    session[GUESTS] = {str(player.guest.room_id): player.guest_id for player in players}
    session.create()
    return session.session_key


def cookies_of(*players, invited=()):
    """What a browser brings that is these players, and has opened these tables' links."""
    cookies = {settings.SESSION_COOKIE_NAME: session_of(*players)} if players else {}
    if invited:
        visitor = Visitor({}, {}, "")
        for table in invited:
            visitor.know(table)
        cookies[FOUND] = visitor.cookie
    return cookies


def browser(*players, invited=(), kind=Client, **options):
    """A browser that loads pages; without players a stranger's, with nothing in it."""
    client = kind(**options)
    client.cookies.load(cookies_of(*players, invited=invited))
    return client


async def async_browser(*players, **options):
    """The same for tests that run in an event loop."""
    return await sync_to_async(browser)(*players, kind=AsyncClient, **options)


class Phone:
    """A browser's socket at a table."""

    def __init__(self, code, *players, invited=(), layout="table", query="", origin="http://localhost"):
        self.path = f"/ws/t/{code}/{layout}/{query}"
        self.session = (players, invited)
        self.origin = origin
        self.frames = []

    async def dial(self):
        """Connects; says whether the line was taken."""
        self.line = await self.lift()
        taken, _ = await self.line.connect(PATIENCE)
        return taken

    async def lift(self):
        """The line before anything has gone through it."""
        headers = [(b"host", b"localhost")]
        if self.origin:
            headers.append((b"origin", self.origin.encode()))
        players, invited = self.session
        cookies = await sync_to_async(cookies_of)(*players, invited=invited)
        if cookies:
            headers.append((b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()))
        return WebsocketCommunicator(application, self.path, headers)

    async def come(self):
        """Connects and waits for the page."""
        assert await self.dial()
        await self.hear(lambda frame: '<hx-partial id="whole"' in frame.get("content", ""))
        return self

    async def next(self):
        """The next thing that comes down the line: a frame, or the code with which it was closed."""
        message = await self.line.receive_output(PATIENCE)
        if message["type"] == "websocket.close":
            return message["code"]
        self.frames.append(json.loads(message["text"]))
        return self.frames[-1]

    async def hear(self, wanted):
        """Waits for a frame that fits, and passes over all others."""
        while True:
            frame = await self.next()
            assert isinstance(frame, dict), f"the line was closed: {frame}"
            if wanted(frame):
                return frame

    async def toast(self):
        """Waits for a refusal and gives the frame that brings it."""
        return await self.hear(lambda frame: '<hx-partial id="toast"' in frame.get("content", ""))

    async def send(self, frame):
        """Sends anything at all."""
        if isinstance(frame, bytes):
            await self.line.send_input({"type": "websocket.receive", "bytes": frame})
        else:
            text = frame if isinstance(frame, str) else json.dumps(frame)
            await self.line.send_input({"type": "websocket.receive", "text": text})

    async def move(self, request=None, **fields):
        """Sends a move as the page does; gives its request id."""
        request = str(request or uuid4())
        await self.send({"headers": {"HX-Request": "true", "HX-Request-ID": request}, "body": fields})
        return request

    async def moves(self, **fields):
        """Sends a move and waits for the answer."""
        request = await self.move(**fields)
        return await self.hear(lambda frame: frame.get("HX-Request-ID") == request)

    @property
    def html(self):
        """All that has come down the line."""
        return "".join(frame.get("content", "") for frame in self.frames)

    async def hang_up(self):
        """Closes the line."""
        await self.line.disconnect()


class Room:
    """The phones of one test, on the hub of its event loop; away with all of them in the end."""

    def __init__(self):
        self.phones = []

    def phone(self, code, *players, **options):
        """A phone that has not dialled yet."""
        phone = Phone(code, *players, **options)
        self.phones.append(phone)
        return phone

    async def seat(self, table, *players, **options):
        """A phone that has come to the table."""
        return await self.phone(table.code, *players, **options).come()

    async def live(self, table):
        """The table as this process knows it."""
        return await (await Hub.current()).live(table.pk)

    async def empty(self):
        """Everybody hangs up, and the hub forgets its tables."""
        for phone in self.phones:
            if hasattr(phone, "line"):
                await phone.hang_up()
        hub = Hub._hubs.get(asyncio.get_running_loop())
        if hub is not None:
            await hub.close()
