"""What one process of the site says of itself to whoever runs it, and how it goes without anybody noticing.

``/healthz``, ``/readyz`` and ``/metrics`` are answered before Django: whoever asks a process by its port knows none of
ALLOWED_HOSTS, speaks no https, and learns nothing but a few words. A proxy does not hand these addresses through.

Asked to end (SIGTERM), a process says that it is not ready, waits until whoever asks has heard of it, closes its lines
one after the other so that not all pages come back elsewhere in the same moment, finishes what it is doing, and only
then lets its server end. Whoever cannot wait asks twice.
"""

import asyncio
import gc
import logging
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from hmac import compare_digest
from types import FrameType
from typing import Any, Final

from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

NOTICE: Final = 3.0  # seconds from "not ready" until lines are closed: whoever asks every second has heard of it
ASKING: Final = 60.0  # seconds after which nobody seems to ask any more
LONGEST: Final = 90.0  # seconds in which lines are closed at most
FINISH: Final = 10.0  # seconds for what is still being done

PLAIN: Final = "text/plain; charset=utf-8"

logger = logging.getLogger(__name__)


def settle_down() -> None:
    """Once everything is loaded: what stands now stays, and is never searched for rubbish again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    autobahn = sys.modules.get("autobahn.util")  # under Daphne
    if autobahn is not None:
        vars(autobahn)["_HAS_CLICK"] = False  # else it paints names for a debug line of every frame


class Process:
    """The application of one process, with its probes and its way to end.

    ``troubles``: a word for each thing that keeps it from serving tables. ``close_lines``: closes all sockets, one
    after the other. ``show``: brings what is measured rather than counted up to date.
    """

    def __init__(
        self,
        application: Any,
        troubles: Callable[[], Awaitable[list[str]]],
        close_lines: Callable[[], Awaitable[None]],
        show: Callable[[], None],
    ) -> None:
        self.application = application
        self.leaving = False  # it has been asked to end
        self._closing = False  # and takes no new sockets
        self._troubles, self._close_lines, self._show = troubles, close_lines, show
        self._asked = -ASKING  # when somebody last asked whether it is ready
        self._serving = 0  # requests and sockets
        self._idle = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._before: Any = signal.SIG_DFL  # what the server does when it is asked to end
        self._going: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers the probes, refuses new sockets when it is about to end, and counts what it is doing."""
        self._heed()
        if scope["type"] == "http" and scope["path"] in ("/healthz", "/readyz", "/metrics"):
            await self._probe(scope, send)
            return
        if scope["type"] == "websocket" and self._closing:
            await receive()
            await send({"type": "websocket.close"})  # 403: the proxy tries the next process
            return
        self._serving += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self._serving -= 1
            if not self._serving:
                self._idle.set()

    # ------------------------------------------------------------------ probes

    async def _probe(self, scope: Any, send: Any) -> None:
        kind = PLAIN
        if scope["path"] == "/healthz":
            status, text = 200, b"alive\n"
        elif scope["path"] == "/readyz":
            self._asked = time.monotonic()
            troubles = ["leaving"] if self.leaving else await self._troubles()
            status, text = (503 if troubles else 200), "\n".join([*(troubles or ["ready"]), ""]).encode()
        elif _may_see(scope):
            self._show()
            status, text, kind = 200, generate_latest(), CONTENT_TYPE_LATEST
        else:
            status, text = 404, b"\n"
        headers = [("content-type", kind), ("content-length", str(len(text))), ("cache-control", "no-store")]
        encoded = [(name.encode(), value.encode()) for name, value in headers]
        await send({"type": "http.response.start", "status": status, "headers": encoded})
        await send({"type": "http.response.body", "body": text})

    # ------------------------------------------------------------------ the end

    def _heed(self) -> None:
        """Hears of SIGTERM before the server does. Servers set their own handlers late: hence on the first request."""
        if self._loop is None and threading.current_thread() is threading.main_thread():
            self._loop = asyncio.get_running_loop()
            self._before = signal.signal(signal.SIGTERM, self._asked_to_end) or signal.SIG_DFL

    def _asked_to_end(self, number: int, frame: FrameType | None) -> None:
        if self.leaving or self._loop is None or self._loop.is_closed():
            self._end()
        else:
            self.leaving = True
            self._loop.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        self._going = asyncio.ensure_future(self._say_goodbye())

    async def _say_goodbye(self) -> None:
        try:
            if time.monotonic() - self._asked < ASKING:
                await asyncio.sleep(NOTICE)
            self._closing = True
            async with asyncio.timeout(LONGEST):
                await self._close_lines()
            async with asyncio.timeout(FINISH):
                if self._serving:
                    self._idle.clear()
                    await self._idle.wait()
        except TimeoutError:
            logger.warning("There is still something to do, but the process does not wait for it any longer.")
        except Exception:  # whatever it is, the process was asked to end
            logger.exception("The process could not say goodbye")
        self._end()

    def _end(self) -> None:
        signal.signal(signal.SIGTERM, self._before)
        signal.raise_signal(signal.SIGTERM)


def _may_see(scope: Any) -> bool:
    """Does this request bring the token that METRICS asks for?"""
    said = dict(scope["headers"]).get(b"authorization", b"")
    return bool(settings.METRICS) and compare_digest(said, f"Bearer {settings.METRICS}".encode())
