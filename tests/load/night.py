"""A night with a hundred guests: how long "send" takes until the last phone has its table, and what the floor costs."""

import asyncio
import time
from typing import Any

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from websockets.asyncio.client import connect

from games.nights import services
from games.nights.models import Night, Round
from games.nights.seating import Way
from games.tables.access import GUESTS
from tests.load import prepare
from tests.load.server import Database, Site

GUESTS_HERE = 100
Result = dict[str, Any]


def evening(guests: int) -> tuple[Night, list[str]]:
    """A night whose seating is drawn, and the session of each guest."""
    host = User.objects.create_user(f"nonna{Night.objects.count()}")
    night = services.make_night(host, "Winter quiz evening", expected=guests)
    Round.objects.create(
        night=night, place=0, game="swiss-quiz", way=Way.LOT, size=4, minutes=30, options={"answering": "at-once"}
    )
    services.open_doors(night.pk, _token(night))
    sessions = []
    for number in range(guests):
        guest = services.come_in(night.pk, f"Guest {number}", ("de", "fr", "it", "en")[number % 4])
        sessions.append(prepare.session_for({GUESTS: {str(night.room_id): guest.pk}}))
    Session.objects.bulk_create(sessions)
    services.go_on(night.pk, _token(night))
    return night, [str(session.session_key) for session in sessions]


def _token(night: Night) -> str:
    night.refresh_from_db()
    return services.token(night, night.current)


class Phone:
    """A guest's phone: notes when the table came over its line."""

    def __init__(self, port: int, code: str, session: str, layout: str = "guest") -> None:
        self.address = f"ws://127.0.0.1:{port}/ws/n/{code}/{layout}/"
        self.origin = f"http://127.0.0.1:{port}"
        self.cookie = f"sessionid={session}"
        self.seated = asyncio.Event()
        self.seated_at = 0.0
        self.frames = self.received = 0

    async def connect(self) -> None:
        """Opens the line and waits for the whole page."""
        self.socket = await connect(
            self.address,
            origin=self.origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie},
            compression=None,
            max_queue=None,
            open_timeout=60,
            proxy=None,
        )
        first = asyncio.Event()
        self.reader = asyncio.create_task(self._read(first))
        await asyncio.wait_for(first.wait(), 60)

    async def _read(self, first: asyncio.Event) -> None:
        async for data in self.socket:
            text = data if isinstance(data, str) else data.decode()
            if '"ping"' in text[:12]:
                await self.socket.send(text.replace("ping", "pong"))
                continue
            self.frames += 1
            self.received += len(text)
            if "#whole" in text:
                first.set()
            if 'id=\\"hand\\"' in text and not self.seated.is_set():
                self.seated_at = time.perf_counter()
                self.seated.set()

    async def close(self) -> None:
        """The page is closed."""
        self.reader.cancel()
        await self.socket.close()


async def _send(site: Site, night: Night, code: str, sessions: list[str]) -> Result:
    phones = [Phone(site.ports[0], code, session) for session in sessions]
    screen = Phone(site.ports[0], code, sessions[0], "screen")
    await asyncio.gather(*(phone.connect() for phone in (*phones, screen)))
    token = await asyncio.to_thread(_token, night)
    began = time.perf_counter()
    await asyncio.to_thread(services.send, night.pk, token)
    committed = time.perf_counter() - began
    await asyncio.wait_for(asyncio.gather(*(phone.seated.wait() for phone in phones)), 60)
    took = sorted(phone.seated_at - began for phone in phones)
    before = screen.received, screen.frames
    await asyncio.sleep(5)
    told = screen.received - before[0], screen.frames - before[1]
    await asyncio.gather(*(phone.close() for phone in (*phones, screen)))
    return {
        "guests": len(phones),
        "tables": await asyncio.to_thread(lambda: night.rounds.get().laid.count()),
        "committed_seconds": round(committed, 2),
        "p95_seconds": round(took[int(len(took) * 0.95) - 1], 2),
        "last_seconds": round(took[-1], 2),
        "screen_bytes_per_second": round(told[0] / 5),
        "screen_frames_per_second": round(told[1] / 5, 1),
    }


def night(database: Database) -> Result:
    """A hundred guests at 25 tables, one process on one core."""
    made, sessions = evening(GUESTS_HERE)
    with Site(database) as site:
        return asyncio.run(_send(site, made, made.room.code, sessions))
