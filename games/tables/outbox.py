"""What is on its way to one browser. Whoever tells it something never waits: a task of its own sends, in order.

A browser that fails, falls behind or falls silent is let go: its line is closed, and when it comes back it gets
everything afresh. Whether it still reads cannot be asked of the server (Daphne takes everything at once, uvicorn
waits), so the page answers a ping now and then: what was sent before the ping has then been read.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import msgspec

from config import metrics

MOST_UNREAD: Final = 1_000_000  # characters that a browser may have been sent without having read them
SILENCE: Final = 20.0  # seconds after which a ping that was not answered means that nobody is there
ANSWERS: Final = 5.0  # seconds after which a browser is asked, however much it is told
COME_BACK: Final = 4408  # the code a line is closed with whose browser may come back at once
LEAVING: Final = 4012  # the same, because this process ends and others do not

_encode = msgspec.json.Encoder().encode


class Outlet(Protocol):
    """What the hub needs to talk to a browser. None of it waits, none of it raises."""

    def put(self, text: str) -> None:
        """Sends this after everything that was put before."""

    def pulse(self) -> None:
        """Says that we are there, and lets go of whoever has not answered for long."""

    def end(self, code: int) -> None:
        """Closes the line with this code, after everything that was put before."""


class NoOutlet:
    """A page without a socket: nothing can be sent to it, it asks."""

    def put(self, text: str) -> None:
        """Nothing."""

    def pulse(self) -> None:
        """Nothing."""

    def end(self, code: int) -> None:
        """Nothing."""


class Outbox:
    """The line to one browser over a socket."""

    def __init__(self, send: Callable[[str], Awaitable[None]], clock: Callable[[], float]) -> None:
        self._send = send
        self._clock = clock
        self._queue: deque[str] = deque()
        self._wake = asyncio.Event()
        self._put = 0  # characters put so far
        self._read = 0  # of these, how many the browser has certainly read
        self._ping: float | None = None  # the number of the ping that is not answered yet: when it was put
        self._pinged = -ANSWERS  # when the last one was put
        self._put_at_ping = 0
        self._put_at_pulse = -1
        self._sending: asyncio.Task[None] | None = None
        self._code: int | None = None  # once the line is to be closed: with what

    def put(self, text: str) -> None:
        """Sends this after everything that was put before. Too much unread, and the browser is let go."""
        if self._code is not None:
            return
        self._queue.append(text)
        self._put += len(text)
        self._wake.set()
        if self._put - self._read > MOST_UNREAD:
            self._let_go("unread")

    def ping(self) -> None:
        """Asks the page for a sign of life, unless it owes one already."""
        if self._ping is None:
            self._ping = self._pinged = self._clock()
            self._put_at_ping = self._put
            self.put(_encode({"ping": self._ping}).decode())

    def pong(self, number: float) -> float | None:
        """The page has answered. Gives the seconds it took; None for an answer that nobody has asked for."""
        if self._ping is None or number != self._ping:
            return None
        self._ping, self._read = None, self._put_at_ping
        return self._clock() - number

    def pulse(self) -> None:
        """Tells the page that we are there, unless it has just been told something; lets go of whoever has not
        answered for long.
        """
        now = self._clock()
        if self._ping is not None:
            if now - self._ping > SILENCE:
                self._let_go("silent")
        elif self._put == self._put_at_pulse or now - self._pinged >= ANSWERS:
            self.ping()
        self._put_at_pulse = self._put

    def answer(self, number: float) -> None:
        """The page has asked whether we are there."""
        self.put(_encode({"pong": number}).decode())

    def end(self, code: int) -> None:
        """Closes the line with this code, after everything that was put before."""
        self._end(code)

    def _end(self, code: int, reason: str = "") -> None:
        if self._code is None:
            self._code = code
            self._wake.set()
            metrics.dropped(code, reason)

    def _let_go(self, reason: str) -> None:
        """At once: what is still waiting would not be read either."""
        self._end(COME_BACK, reason)
        self._queue.clear()
        if self._sending is not None:
            self._sending.cancel()

    async def deliver(self) -> int:
        """Sends until the line has to be closed; gives the code to close it with. One at a time may run."""
        self._sending = asyncio.ensure_future(self._deliver())
        try:
            await self._sending
        except asyncio.CancelledError:
            if self._code is None:  # it is we who are cancelled
                self._sending.cancel()
                raise
        except Exception:  # noqa: BLE001  a socket that is closing raises whatever its server likes
            self._end(COME_BACK)
        return self._code or COME_BACK

    async def _deliver(self) -> None:
        while self._queue or self._code is None:
            if not self._queue:
                self._wake.clear()
                await self._wake.wait()
                continue
            await self._send(self._queue.popleft())
