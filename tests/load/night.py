"""A night with a hundred guests: how long "send" takes until the last phone has its table, and what the floor costs.

Then its tables are played at as fast as they go: at their own addresses, over the lines of the evening, and with
console and screen open besides.
"""

import asyncio
import os
import time
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from websockets.asyncio.client import connect

from games.nights import services
from games.nights.models import Night, Round
from games.nights.seating import Way
from games.tables.access import GUESTS
from games.tables.models import Table as Table_
from games.tables.snapshot import cards_of
from tests.load import prepare
from tests.load.measure import Loop
from tests.load.play import Table
from tests.load.prepare import Ready
from tests.load.server import Database, Site

GUESTS_HERE = 100
LOOKING = 8.0  # seconds in which the host looks at the seating
WARM, SECONDS = 1.5, 4.0  # of play: no game ends so soon
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
            if '<hx-partial id="whole"' in text:
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
    await asyncio.sleep(LOOKING)
    token = await asyncio.to_thread(_token, night)
    used, began = site.used(), time.perf_counter()
    await asyncio.to_thread(services.send, night.pk, token)
    committed = time.perf_counter() - began
    await asyncio.wait_for(asyncio.gather(*(phone.seated.wait() for phone in phones)), 60)
    took, spent = sorted(phone.seated_at - began for phone in phones), site.used()
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
        "web_cpu_ms_per_guest": round(1000 * (spent.web - used.web) / len(phones), 1),
        "database_cpu_ms_per_guest": round(1000 * (spent.database - used.database) / len(phones), 1),
        "load": os.getloadavg()[0],
        "screen_bytes_per_second": round(told[0] / 5),
        "screen_frames_per_second": round(told[1] / 5, 1),
    }


class Floor:
    """The tables of the running round, each to be played at once."""

    game = "swiss-quiz"

    def __init__(self, night: Night, sessions: dict[int, str]) -> None:
        self._ready = []
        for laid in night.rounds.get().laid.select_related("table"):
            seated = laid.table.players.exclude(seat=None).select_related("guest").order_by("seat__number")
            languages = tuple(player.language for player in seated)
            keys = tuple(sessions[player.guest_id] for player in seated)
            self._ready.append(Ready(laid.table_id, laid.table.code, self.game, languages, keys))

    async def take(self) -> Ready:
        """One of them."""
        return self._ready.pop()

    def give_back(self, ready: Ready) -> None:
        """Nobody plays on."""


class Led(Loop):
    """Tables at which everybody plays on the page of their evening."""

    night = ""

    async def _table(self) -> Table:
        table = await super()._table()
        for browser in table.browsers if self.night else ():
            browser.comes_to(self.night)
        return table


async def _played(site: Site, floor: Floor, code: str, beside: list[Phone]) -> Result:
    pack = await asyncio.to_thread(lambda: cards_of(Table_.objects.get(code=floor._ready[0].code)))
    loop = Led(site, floor, pack)  # type: ignore[arg-type]
    loop.night = code
    await asyncio.gather(*(phone.connect() for phone in beside))
    played = await loop.run(GUESTS_HERE // 4, WARM, SECONDS)
    await asyncio.gather(*(phone.close() for phone in beside))
    return {name: played[name] for name in ("moves_per_second", "p95_ms", "cpu_per_1000", "lost", "stuck")}


def _moves(database: Database, line: str) -> Result:
    """What a move costs at 25 tables of four: over which lines, and who looks on."""
    made, sessions = evening(GUESTS_HERE)
    services.send(made.pk, _token(made))
    guests = made.room.guests.order_by("pk").values_list("pk", flat=True)
    floor, code = Floor(made, dict(zip(guests, sessions, strict=True))), made.room.code
    host = prepare.session_for(signed_in(made.host))
    host.save()
    with Site(database) as site:
        beside = [Phone(site.ports[0], code, str(host.session_key), layout) for layout in ("host", "screen")]
        at_night = "" if line == "their own" else code
        played = asyncio.run(_played(site, floor, at_night, beside if line == "console and screen" else []))
    return {"line": line} | played


def night(database: Database) -> Result:
    """A hundred guests at 25 tables, one process on one core."""
    made, sessions = evening(GUESTS_HERE)
    with Site(database) as site:
        sent = asyncio.run(_send(site, made, made.room.code, sessions))
    return sent | {"moves": [_moves(database, line) for line in ("their own", "evening", "console and screen")]}


def signed_in(user: User) -> dict[str, str]:
    """What the session of somebody says who has signed in."""
    backend = settings.AUTHENTICATION_BACKENDS[-1]
    return {SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: backend, HASH_SESSION_KEY: user.get_session_auth_hash()}
