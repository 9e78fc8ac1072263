"""People at tables who never give up: a line that was cut is opened again, a move is asked for until it is answered."""

import asyncio
import base64
import contextlib
import os
import random
import socket
import ssl
import struct
from uuid import uuid4

from websockets.exceptions import WebSocketException

from tests.load.client import TOAST, Browser, Frame

DO = ("lay", "turn", "next-round")  # what is done at a Swiss Quiz, if the page offers it
TAPS = frozenset({"next-round"})  # what is answered without being played where it has come about already (CO-14)
AGAIN = 0.2  # seconds until a line is tried again


class Person:
    """One phone. ``told``: the requests that the site has said it has played, but for `TAPS`."""

    def __init__(
        self, site: int | str, code: str, session: str, chance: random.Random, trust: ssl.SSLContext | None = None
    ) -> None:
        self.browser = Browser(site, code, session, self._heard, trust)
        self.told: list[str] = []
        self.closed: list[int] = []  # with which codes the line was cut
        self.tries: list[int] = []  # how often it had to be tried, for each time it was opened
        self._chance = chance
        self._asked: tuple[str, dict[str, str]] | None = None
        self._cut = asyncio.Event()
        self._news = asyncio.Event()

    @property
    def number(self) -> int:
        """The last move that this page shows."""
        return self.browser.number

    def _heard(self, browser: Browser, frame: Frame | None) -> None:
        self._news.set()
        if frame is None:
            self.closed.append(browser.code)
            self._cut.set()
        elif self._asked is not None and frame.request == self._asked[0]:
            if TOAST not in frame.content and self._asked[1]["move"] not in TAPS:
                self.told.append(self._asked[0])
            self._asked = None

    async def stay(self) -> None:
        """Keeps the line open for ever. A move that was not answered is asked for again, with the same id."""
        tries = 0
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                self._cut.clear()
                tries += 1
                await self.browser.connect()
                self.tries.append(tries)
                tries = 0
                if self._asked is not None:
                    await self.browser.send(*self._asked)
                await self._cut.wait()
            with contextlib.suppress(OSError, WebSocketException):
                await self.browser.close()
            self.browser.number = -1
            await asyncio.sleep(AGAIN)

    async def play(self) -> None:
        """Does whatever the page offers, one thing at a time, for ever."""
        while True:
            self._news.clear()
            move = next((move for move in DO if move in self.browser.moves), None)
            if self._asked is None and move is not None and self.number >= 0:
                fields = {"move": move, "statement": self.browser.about}
                if move == "lay":
                    fields |= {"answer": self._chance.choice(("true", "false")), "chips": "0"}
                self._asked = (str(uuid4()), fields)
                with contextlib.suppress(OSError, WebSocketException, AssertionError):
                    await self.browser.send(*self._asked)  # else it is sent as soon as the line is open again
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self._news.wait()


class Watcher:
    """Somebody who opens a line by hand, and does something with it that no browser would."""

    def __init__(self, port: int, code: str) -> None:
        self.port, self.code = port, code
        self._line: socket.socket | None = None

    def open(self) -> None:
        """A spectator's line, with as little room for what is sent as the system gives."""
        line = self._line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        line.settimeout(10)
        line.connect(("127.0.0.1", self.port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /ws/t/{self.code}/table/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: http://127.0.0.1:{self.port}\r\n\r\n"
        )
        line.sendall(head.encode())

    def _send(self, data: bytes) -> None:
        assert self._line is not None
        with contextlib.suppress(OSError):
            self._line.sendall(data)

    def stops_in_the_middle_of_a_frame(self) -> None:
        """A frame of 4,000 bytes begins; nothing more comes."""
        self._send(b"\x81\xfe\x0f\xa0" + os.urandom(4) + b"x" * 100)

    def hangs_up_halfway(self) -> None:
        """It sends nothing any more, and does not read either."""
        assert self._line is not None
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)

    def goes(self) -> None:
        """Without a goodbye."""
        line, self._line = self._line, None
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.close()
