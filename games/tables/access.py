"""The one audited way to reach a table: by its code and what the browser brings. Absent and forbidden look the same."""

import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from config import limits
from games.tables import services
from games.tables.models import Guest, Player, Room, Table
from games.tables.services import NoSuchTable
from games.tables.snapshot import Broken

logger = logging.getLogger(__name__)

GUESTS = "guests"  # session: room id -> guest id
LOOKS = "looks"  # session: table id -> the player whose eyes it looks through, where one guest holds several seats
PLAYERS = "players"  # session, as it was before there were rooms: table id -> player id
ONLOOKER = "onlooker"  # session: whose guesses these are
FOUND = "rooms"  # cookie: the browser's own name and the ids of the rooms it has found: a look leaves no row
MOST_FOUND = 50

T = TypeVar("T")
_readable = re.compile(r"[A-Za-z0-9_-]{1,32}").fullmatch  # what a code or link can be; the database refuses some others


class Crowded(Exception):
    """Too many wrong codes have come from there: whoever wants to try one waits for a turn in this queue."""

    def __init__(self, queue: str) -> None:
        self.queue = queue
        super().__init__(queue)


class QueueIsFull(Exception):
    """So many are waiting already that nobody else can."""


class Visitor:
    """A browser: who it is in rooms, which rooms it has found, and where it comes from."""

    def __init__(self, session: MutableMapping[str, Any], cookies: Mapping[str, str], address: str) -> None:
        self.session = session
        self.address = address
        self.name, self.found = _read(cookies.get(FOUND, ""))
        self.waited = False
        self.changed = False

    def know(self, table: Table) -> None:
        """This browser has found the table's room, and will find it again."""
        if table.room_id not in self.found:
            self.name = self.name or secrets.token_urlsafe(12)
            self.found = [*self.found, table.room_id][-MOST_FOUND:]
            self.changed = True

    @property
    def cookie(self) -> str:
        """What the browser keeps: nobody else can write it."""
        return signing.dumps([self.name, self.found], salt=FOUND)


def guess_of(session: Mapping[str, Any], table: Table, player: Player | None) -> tuple[int, int] | None:
    """The riddle at which this browser has guessed last as an onlooker of the table, and what; None if it has not."""
    if not table.rules.riddles or (player is not None and player.seat_id is not None) or ONLOOKER not in session:
        return None
    return services.guessed_by(table.pk, str(session[ONLOOKER]))


def _read(cookie: str) -> tuple[str, list[int]]:
    try:
        name, found = signing.loads(cookie, salt=FOUND, max_age=settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return "", []
    return name, found


def visitor_of(request: HttpRequest) -> Visitor:
    """Whoever stands at the door with this request."""
    visitor: Visitor = request.visitor  # type: ignore[attr-defined]
    return visitor


def door(view: Callable[..., Any]) -> Callable[..., Coroutine[Any, Any, HttpResponseBase]]:
    """A view of a table. Who has to wait for a turn waits here, without holding anybody up.

    A code that leads nowhere is asked for once more.
    """

    @wraps(view)
    async def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        visitor = Visitor(request.session, request.COOKIES, limits.address_of(request))
        request.visitor = visitor  # type: ignore[attr-defined]
        ask = view if iscoroutinefunction(view) else sync_to_async(view)
        try:
            answer: HttpResponseBase = await admit(visitor, lambda: ask(request, *args, **kwargs))
        except QueueIsFull:
            return await sync_to_async(full)(request)
        except NoSuchTable:
            return await sync_to_async(nowhere)(request, **kwargs)
        except Broken as broken:
            logger.error("%s cannot be played: %s", request.path, broken)
            return await sync_to_async(render)(request, "tables/broken.html", status=410)
        if visitor.changed:
            _remember_found(answer, visitor)
        return answer

    return inner


async def admit(visitor: Visitor, ask: Callable[[], Awaitable[T]]) -> T:
    """Lets a visitor ask: at once, or else after waiting for a turn. Raises QueueIsFull."""
    try:
        return await ask()
    except Crowded as crowded:
        if not await limits.take_turn(crowded.queue):
            raise QueueIsFull from None
    visitor.waited = True
    return await ask()


def full(request: HttpRequest) -> HttpResponseBase:
    """The page for whom there is no room in the queue: it comes again by itself, with everything that was typed."""
    again = int(limits.LONGEST_QUEUE.total_seconds())
    fields = [(name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"]
    context = {"again": again, "fields": fields, "posted": request.method == "POST", "here": request.get_full_path()}
    answer = render(request, "tables/full.html", context, status=429)
    answer.headers["Retry-After"] = str(again)
    return answer


def nowhere(request: HttpRequest, code: str = "", **kwargs: Any) -> HttpResponseBase:
    """The page for a code that leads nowhere, or nowhere for this browser: it may be typed once more."""
    return render(request, "tables/nowhere.html", {"code": code[:8]}, status=404)


def _remember_found(answer: HttpResponseBase, visitor: Visitor) -> None:
    answer.set_cookie(
        FOUND,
        visitor.cookie,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@contextmanager
def trying(visitor: Visitor) -> Iterator[None]:
    """Somebody tries a code. Raises Crowded, whether it is right or wrong; a wrong one counts."""
    if not visitor.waited and (queue := limits.crowded(visitor.name, visitor.address)):
        raise Crowded(queue)
    try:
        yield
    except NoSuchTable:
        limits.wrong_code(visitor.name, visitor.address)
        raise


def find_table(code: str, visitor: Visitor, *, running: bool = False) -> tuple[Table, Player | None]:
    """The table with this code and who this browser is at it; ``running``: a room's code means its newest table.

    Raises NoSuchTable, also for a private room whose link it has not opened, for a closed one, and for whoever was
    removed from it; and Crowded, but not where it has been before.
    """
    table = _table(code, running)
    guest = guest_of(table.room, visitor.session) if table is not None else None
    removed = guest is not None and guest.removed_at is not None
    if table is not None and not removed and (guest is not None or table.room_id in visitor.found):
        visitor.know(table)
        return table, player_of(table, visitor.session)
    with trying(visitor):
        if table is None or removed or table.room.private or table.room.closed:
            raise NoSuchTable
    visitor.know(table)
    return table, None


def _table(code: str, running: bool = False, **facts: str) -> Table | None:
    if not all(map(_readable, (code, *facts.values()))):
        return None
    code = code.upper()
    tables = Table.objects.select_related("room").filter(**facts)
    newest = tables.filter(room__code=code).order_by("-pk").first()
    if running and newest is not None:
        return newest
    return tables.filter(code=code).first() or newest


def guest_of(room: Room, session: Mapping[str, Any]) -> Guest | None:
    """Who this browser is in the room, removed or not; None for somebody who has not come in yet."""
    number = session.get(GUESTS, {}).get(str(room.pk))
    if number is not None:
        return room.guests.filter(pk=number).first()
    if before := session.get(PLAYERS, {}):
        return room.guests.filter(players__in=list(before.values())).first()
    return None


def player_of(table: Table, session: Mapping[str, Any]) -> Player | None:
    """Who this browser is at the table; None for somebody who is not at it (or was removed)."""
    guest = guest_of(table.room, session)
    if guest is None or guest.removed_at is not None:
        return None
    players = table.players.select_related("seat", "guest").filter(guest=guest)
    return players.filter(pk=session.get(LOOKS, {}).get(str(table.pk))).first() or players.order_by("pk").first()


def remember(session: MutableMapping[str, Any], guest: Guest) -> None:
    """From now on this browser is this guest in the guest's room."""
    session[GUESTS] = session.get(GUESTS, {}) | {str(guest.room_id): guest.pk}


def held(table: Table, session: Mapping[str, Any]) -> list[Player]:
    """The players that this browser is at the table, by seat; empty unless it holds several seats of it."""
    guest = guest_of(table.room, session) if table.rules.several_seats else None
    if guest is None:
        return []
    players = list(guest.players.select_related("seat", "guest").filter(table=table, seat__isnull=False))
    return sorted(players, key=lambda player: player.seat.number) if len(players) > 1 else []  # type: ignore[union-attr]


def look_through(session: MutableMapping[str, Any], table: Table, number: int) -> None:
    """From now on this browser looks and acts through another of its seats. Raises NoSuchTable for anybody else's."""
    for player in held(table, session):
        if player.seat is not None and player.seat.number == number:
            session[LOOKS] = session.get(LOOKS, {}) | {str(table.pk): player.pk}
            return
    raise NoSuchTable


def invite(code: str, invitation: str, visitor: Visitor) -> Table:
    """Opens a private room to this browser by its link. Raises NoSuchTable for a wrong one, and Crowded."""
    with trying(visitor):
        table = _table(code, running=True, room__invitation=invitation)
        guest = guest_of(table.room, visitor.session) if table is not None else None
        if table is None or table.room.closed or (guest is not None and guest.removed_at is not None):
            raise NoSuchTable
    visitor.know(table)
    return table


def recover(code: str, recovery: str, visitor: Visitor) -> tuple[Table, Guest]:
    """The table and the guest who comes back with this code; nobody learns whether the table exists.

    Raises NoSuchTable and Crowded.
    """
    with trying(visitor):
        table = _table(code)
        if table is None:
            raise NoSuchTable
        guest = services.recover(table.pk, recovery)
    visitor.know(table)
    return table, guest
