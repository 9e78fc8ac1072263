"""The socket of one browser at one night: a table's line, which leads on to the table where its guest sits."""

from typing import Any, Final
from uuid import UUID

import msgspec
from channels.db import database_sync_to_async
from django.conf import settings

from config.limits import Bucket
from config.outage import AWAY
from games.nights.access import find_night, host_of
from games.nights.live import LiveNight, Nights
from games.nights.looks import GUEST, HOST, SCREEN, NightLook, NightWatch
from games.rules.words import say
from games.tables.access import QueueIsFull, Visitor, admit
from games.tables.consumer import BURST, LARGEST_FRAME, PING_EVERY, RATE, STRIKES, TOO_MANY, WAIT, Body, TableConsumer
from games.tables.fragments import draw
from games.tables.hub import NO_SUCH_TABLE
from games.tables.parts import Toast
from games.tables.services import NoSuchTable
from games.tables.showing import partial
from games.tables.snapshot import Broken, People

LAYOUTS: Final = (GUEST, HOST, SCREEN)
NOBODY: Final = People((), (), None)


class NightConsumer(TableConsumer):
    """One browser at one night. Between rounds it has nothing to say; at a table it is one of the table's browsers."""

    nights: Nights
    night: LiveNight
    look: NightWatch | None = None

    async def connect(self) -> None:
        """Finds out who this is; a night that is absent or forbidden closes with the same code as a table."""
        self.strikes, self.bucket, self.pinged = 0, Bucket(RATE, BURST), -PING_EVERY
        address = str((self.scope.get("client") or ["local"])[0])
        visitor = Visitor(self.scope["session"], self.scope["cookies"], address)
        await self.accept()
        try:
            night_id, look = await admit(visitor, lambda: database_sync_to_async(self._come)(visitor))
            self.nights = await Nights.current()
            self.hub = self.nights.hub
            watch = NightWatch(look, self.outbox)
            self.night = await self.nights.join(night_id, watch)
        except (NoSuchTable, Broken):
            self.outbox.end(NO_SUCH_TABLE)
            return
        except QueueIsFull:
            self.outbox.end(TOO_MANY)
            return
        except AWAY:
            self.outbox.end(WAIT)
            return
        self.look = watch

    def _come(self, visitor: Visitor) -> tuple[int, NightLook]:
        layout = self.scope["url_route"]["kwargs"]["layout"]
        if layout not in LAYOUTS:
            raise NoSuchTable
        night, guest = find_night(self.scope["url_route"]["kwargs"]["code"], visitor)
        leads = host_of(night, visitor.session) is not None
        if layout == HOST and not leads:
            raise NoSuchTable
        wished = self._asked("language")
        known = {code for code, _ in settings.LANGUAGES}
        language = wished if wished in known else guest.language if guest else settings.LANGUAGE_CODE
        if layout == GUEST and guest is not None:
            language = guest.language
        return night.pk, NightLook(guest.pk if guest and layout == GUEST else None, language, layout, leads)

    def _leave(self) -> None:
        if self.look is not None:
            self.nights.leave(self.night, self.look)
            self.look = None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame, for the table where this browser sits; without one nothing is played, and the page is told so."""
        seat = self.look
        if seat is None:
            return
        self.watch, self.live = seat.table, seat.live  # where it has been led by now
        if self.watch is not None:
            await super().receive(text_data, bytes_data)
            return
        in_time, size = self.bucket.take(), len(text_data or "")
        if not in_time or size > LARGEST_FRAME:
            self.strikes += 1
        if self.strikes >= STRIKES:
            self._leave()
            self.outbox.end(TOO_MANY)
        if size > LARGEST_FRAME:
            return
        try:
            frame = msgspec.json.decode(text_data or "", type=Body)
            request = UUID(frame.headers["HX-Request-ID"]) if "HX-Request-ID" in frame.headers else None
        except (msgspec.MsgspecError, ValueError, UnicodeError):
            return
        if frame.pong is not None:
            self.outbox.pong(frame.pong)
        elif frame.ping is not None:
            self.outbox.answer(frame.ping)
        elif request is not None:  # for a table that its guest has left meanwhile
            self.outbox.put(answer(request))

    async def _move(self, frame: Body, request: UUID | None) -> None:
        """A move is played at the table it was made at: one that was on its way when its guest was led on is not."""
        if frame.headers.get("Table", str(self.live.id)) == str(self.live.id):
            await super()._move(frame, request)
        elif request is not None:
            self.outbox.put(answer(request))


def answer(request: UUID) -> str:
    """The page need not send this once more; there is nothing else to say."""
    return msgspec.json.encode({"HX-Request-ID": str(request)}).decode()


def refusal(language: str, why: str) -> str:
    """A sentence for whoever pressed a button of the night, as a toast."""
    given: dict[str, Any] = {"part": Toast(say(why), ""), "people": NOBODY, "rules": None}
    return partial("toast", draw("tables/_toast.html", language, given))
