"""The socket of one browser at one table: find the watcher, decode strictly, call the hub, send changes or refusals.

One task hears the browser and one sends to it (its outbox); when either of them ends, the line is closed.
"""

import asyncio
import logging
import time
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

import msgspec
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from config.limits import Bucket
from config.logs import REQUEST
from config.outage import AWAY
from games.rules.kernel import IllegalMove
from games.rules.words import N_, say
from games.tables.access import QueueIsFull, Visitor, admit, find_table, guess_of
from games.tables.hub import NO_SUCH_TABLE, Hub, Malformed, Waiting
from games.tables.live import Live, Watch
from games.tables.outbox import Outbox
from games.tables.parts import Toast
from games.tables.services import NoSuchTable
from games.tables.showing import Look
from games.tables.snapshot import Broken

LAYOUTS = ("table", "screen")
LARGEST_FRAME = 8192
LARGEST_READ = 65_536  # whatever is larger is not even looked at to see what it was
RATE, BURST = 15, 40  # messages a second and at once
STRIKES = 10  # refused frames after which the line is cut
PING_EVERY = 2.0  # seconds, at tables that measure reactions
CLOSING = 2.0  # seconds that a browser has to let its line be closed

TOO_MANY, WAIT = 4429, 4503
TOO_FAST = N_("That was too fast. Please wait a moment.")
NONSENSE = N_("This page sent something the table does not understand. Reload it.")
OUR_FAULT = N_("That did not work, and it is our fault. Nothing is lost: play on, or choose something else.")

logger = logging.getLogger(__name__)


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """A frame from a browser: a move, the answer to a ping, a ping of its own, or what one of a team would choose."""

    headers: dict[str, str] = {}
    body: dict[str, str] = {}
    pong: float | None = None
    ping: float | None = None
    lean: str = ""


_decode = msgspec.json.Decoder(Body).decode


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One browser at one table."""

    hub: Hub
    live: Live
    outbox: Outbox
    watch: Watch | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Runs the connection until either side ends it. No channel layer, no hop to a thread for every event."""
        self.scope, self.channel_layer, self.base_send = scope, None, send
        self.outbox = Outbox(self._send, lambda: time.monotonic())
        hearing = asyncio.ensure_future(self._hear(receive))
        sending = asyncio.ensure_future(self.outbox.deliver())
        try:
            await asyncio.wait({hearing, sending}, return_when=asyncio.FIRST_COMPLETED)
            if sending.done() and not hearing.done():
                self._leave()
                hearing.cancel()
                await self._hang_up(sending.result())
        finally:
            self._leave()
            for task in (hearing, sending):
                task.cancel()
            await asyncio.gather(hearing, sending, return_exceptions=True)
        if not hearing.cancelled():
            hearing.result()  # raises what went wrong

    async def _hear(self, receive: Any) -> None:
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            return

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Calls the handler of this event."""
        await getattr(self, get_handler_name(message))(message)

    async def _hang_up(self, code: int) -> None:
        try:
            async with asyncio.timeout(CLOSING):
                await self.close(code)
        except Exception:  # noqa: BLE001  it has gone, or does not listen any more: each server says it in its own way
            logger.debug("A line could not be closed in good order")

    async def connect(self) -> None:
        """Finds out who this is; a table that is absent or forbidden closes with the same code."""
        self.strikes, self.bucket = 0, Bucket(RATE, BURST)
        self.pinged = -PING_EVERY
        address = str((self.scope.get("client") or ["local"])[0])
        visitor = Visitor(self.scope["session"], self.scope["cookies"], address)
        await self.accept()  # before anything is waited for: servers drop a handshake that takes its time
        try:
            table_id, look = await admit(visitor, lambda: database_sync_to_async(self._enter)(visitor))
            self.hub = await Hub.current()
            watch = Watch(look, self.outbox)
            self.live = await self.hub.join(table_id, watch, self._asked("page"))
        except (NoSuchTable, Broken):  # the page, when it asks, is told which
            self.outbox.end(NO_SUCH_TABLE)
            return
        except QueueIsFull:
            self.outbox.end(TOO_MANY)
            return
        except AWAY:
            self.outbox.end(WAIT)
            return
        self.watch = watch
        if self.live.snapshot.rules.races:
            self._ping()

    def _enter(self, visitor: Visitor) -> tuple[int, Look]:
        layout = self.scope["url_route"]["kwargs"]["layout"]
        if layout not in LAYOUTS:
            raise NoSuchTable
        table, player = find_table(self.scope["url_route"]["kwargs"]["code"], visitor)
        wished = self._asked("language")
        known = {code for code, _ in settings.LANGUAGES}
        on_screen = layout == "screen"  # everybody's, whoever has opened it
        language = wished if wished in known else settings.LANGUAGE_CODE
        look = Look(player.pk if player else None, language, layout, second=self._asked("second") or None)
        if not on_screen:
            look.language = player.language if player else language
            look.guess = guess_of(visitor.session, table, player)
        return table.pk, look

    def _asked(self, name: str) -> str:
        query: bytes = self.scope["query_string"]
        return parse_qs(query.decode("ascii", "ignore")).get(name, [""])[0]

    async def _send(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})

    async def disconnect(self, code: int) -> None:
        """The browser has gone; the seat stays."""
        self._leave()

    def _leave(self) -> None:
        if self.watch is not None:
            self.hub.leave(self.live, self.watch)
            self.watch = None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame: a move, a ping, or the answer to one. Whatever else it is is refused with a reason and counted."""
        if self.watch is None:
            return
        in_time = self.bucket.take()
        size = LARGEST_READ + 1 if text_data is None else len(text_data.encode(errors="replace"))
        try:
            frame = _decode(text_data or "") if size <= LARGEST_READ else Body()
            request = UUID(frame.headers["HX-Request-ID"]) if "HX-Request-ID" in frame.headers else None
        except (msgspec.DecodeError, ValueError, UnicodeError):
            self._refuse(NONSENSE if in_time else TOO_FAST)
            return
        REQUEST.set(str(request or ""))
        # a refusal carries the id, so that the page does not send the same once more after the next disconnect
        if not in_time:
            self._refuse(TOO_FAST, request)
        elif size > LARGEST_FRAME:
            self._refuse(N_("That message is too long."), request)
        elif frame.pong is not None:
            self._measure(frame.pong)
        elif frame.ping is not None:
            self.outbox.answer(frame.ping)
        elif frame.lean:
            await self.hub.lean(self.live, self.watch, frame.lean)
        else:
            await self._move(frame, request)

    async def _move(self, frame: Body, request: UUID | None) -> None:
        watch = self.watch
        assert watch is not None
        fields = {key: value for key, value in frame.body.items() if key != "csrfmiddlewaretoken"}
        try:
            await self.hub.move(self.live.id, watch, fields, request)
        except IllegalMove as refused:
            self.live.refuse(watch, Toast(refused.why, refused.clause), str(request or ""))
        except Malformed:
            self._refuse(NONSENSE, request)
        except Waiting:
            self.outbox.end(WAIT)  # the page sends it again, with the same id, until it is answered
        except NoSuchTable:
            self.outbox.end(NO_SUCH_TABLE)
        except Exception:  # a fault of ours in one move: nobody's line is cut for it, the mover's neither
            logger.exception("A move at table %s failed: %s", self.live.snapshot.house.code, sorted(fields.items()))
            self.live.refuse(watch, Toast(say(OUR_FAULT), ""), str(request or ""))
        else:
            if self.live.snapshot.rules.races:
                self._ping()

    def _refuse(self, why: str, request: UUID | None = None) -> None:
        assert self.watch is not None
        self.strikes += 1
        self.live.refuse(self.watch, Toast(say(why), ""), str(request or ""))
        if self.strikes >= STRIKES:
            self._leave()  # what has already been sent up the line is heard no more
            self.outbox.end(TOO_MANY)

    def _ping(self) -> None:
        """Measures the line, at most every two seconds: the page answers a ping at once with the same number."""
        now = time.monotonic()
        if now - self.pinged >= PING_EVERY:
            self.pinged = now
            self.outbox.ping()

    def _measure(self, answered: float) -> None:
        seconds = self.outbox.pong(answered)
        if seconds is None or self.watch is None:
            return
        line = round(seconds * 1000)
        # the quickest answer counts: a page can delay its answers, but it cannot hurry them
        self.watch.line = line if self.watch.line is None else min(self.watch.line, line)
