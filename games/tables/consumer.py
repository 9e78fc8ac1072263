"""The socket of one browser at one table: find the watcher, decode strictly, call the hub, send changes or refusals."""

import time
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

import msgspec
from asgiref.sync import sync_to_async
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.utils import await_many_dispatch
from django.conf import settings

from games.rules.kernel import IllegalMove
from games.rules.words import N_, say
from games.tables.access import QueueIsFull, Visitor, admit, find_table
from games.tables.hub import Hub, Live, Malformed, Watch
from games.tables.limits import Bucket
from games.tables.parts import Toast
from games.tables.rendering import Look
from games.tables.services import NoSuchTable

LAYOUTS = ("table", "screen")
LARGEST_FRAME = 8192
RATE, BURST = 15, 40  # messages a second and at once
STRIKES = 10  # refused frames after which the line is cut
PING_EVERY = 2.0  # seconds, at tables that measure reactions

NO_SUCH_TABLE, TOO_MANY = 4404, 4429


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """A frame from a browser: a move, or the answer to a ping."""

    headers: dict[str, str] = {}
    body: dict[str, str] = {}
    pong: float | None = None


_decode = msgspec.json.Decoder(Body).decode


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One browser at one table."""

    hub: Hub
    live: Live
    watch: Watch | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Runs the connection. No channel layer, no hop to a thread per event: this consumer never touches the ORM."""
        self.scope, self.channel_layer, self.base_send = scope, None, send
        try:
            await await_many_dispatch([receive], self.dispatch)
        except StopConsumer:
            pass
        finally:
            self._leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Calls the handler of this event."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Finds out who this is; a table that is absent or forbidden closes with the same code."""
        self.strikes, self.bucket = 0, Bucket(RATE, BURST)
        self.pinged: tuple[float | None, float] | None = None  # the number sent until it is answered, and when
        layout = self.scope["url_route"]["kwargs"]["layout"]
        address = str((self.scope.get("client") or ["local"])[0])
        visitor = Visitor(self.scope["session"], self.scope["cookies"], address)
        await self.accept()  # before anything is waited for: servers drop a handshake that takes its time
        try:
            table_id, player, language = await admit(visitor, lambda: sync_to_async(self._enter)(visitor))
        except (NoSuchTable, QueueIsFull) as shut:
            await self.close(NO_SUCH_TABLE if isinstance(shut, NoSuchTable) else TOO_MANY)
            return
        self.hub = await Hub.current()
        self.live = await self.hub.live(table_id)
        self.watch = Watch(Look(player, language, layout), self._send)
        await self.hub.join(self.live, self.watch)
        if self.live.snapshot.rules.races:
            await self._ping()

    def _enter(self, visitor: Visitor) -> tuple[int, int | None, str]:
        if self.scope["url_route"]["kwargs"]["layout"] not in LAYOUTS:
            raise NoSuchTable
        table, player = find_table(self.scope["url_route"]["kwargs"]["code"], visitor)
        wished = parse_qs(self.scope["query_string"].decode("ascii", "ignore")).get("language", [""])[0]
        known = {code for code, _ in settings.LANGUAGES}
        language = player.language if player else wished if wished in known else settings.LANGUAGE_CODE
        return table.pk, player.pk if player else None, language

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
        """One frame: a move, or the answer to a ping. Whatever else it is is refused with a reason and counted."""
        watch = self.watch
        if watch is None:
            return
        if not self.bucket.take():
            await self._refuse(N_("That was too fast. Please wait a moment."))
            return
        if text_data is None or len(text_data.encode()) > LARGEST_FRAME:
            await self._refuse(N_("That message is too long."))
            return
        try:
            frame = _decode(text_data)
            request = UUID(frame.headers["HX-Request-ID"]) if "HX-Request-ID" in frame.headers else None
        except (msgspec.DecodeError, ValueError, UnicodeError):
            await self._refuse(N_("This page sent something the table does not understand. Reload it."))
            return
        if frame.pong is not None:
            self._measure(frame.pong)
            return
        fields = {key: value for key, value in frame.body.items() if key != "csrfmiddlewaretoken"}
        try:
            await self.hub.move(self.live, watch, fields, request)
        except IllegalMove as refused:
            await self.hub.refuse(self.live, watch, Toast(refused.why, refused.clause), str(request or ""))
        except Malformed:
            await self._refuse(
                N_("This page sent something the table does not understand. Reload it."), str(request or "")
            )
        else:
            if self.live.snapshot.rules.races:
                await self._ping()

    async def _refuse(self, why: str, request: str = "") -> None:
        assert self.watch is not None
        self.strikes += 1
        await self.hub.refuse(self.live, self.watch, Toast(say(why), ""), request)
        if self.strikes >= STRIKES:
            self._leave()  # what has already been sent up the line is heard no more
            await self.close(TOO_MANY)

    async def _ping(self) -> None:
        """Measures the line, at most every two seconds: the page answers a ping at once with the same number."""
        now = time.monotonic()
        if self.pinged is None or now - self.pinged[1] >= PING_EVERY:
            self.pinged = (now, now)
            await self._send(msgspec.json.encode({"ping": now}).decode())

    def _measure(self, answered: float) -> None:
        if self.pinged is None or answered != self.pinged[0] or self.watch is None:
            return
        line = round((time.monotonic() - self.pinged[1]) * 1000)
        self.pinged = (None, self.pinged[1])  # answered once: a second answer measures nothing
        # the quickest answer counts: a page can delay its answers, but it cannot hurry them
        self.watch.line = line if self.watch.line is None else min(self.watch.line, line)
