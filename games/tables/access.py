"""The one audited way to reach a table: by its code and what the browser brings. Absent and forbidden look the same."""

import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, MutableMapping
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
from games.tables.models import Player, Table
from games.tables.services import NoSuchTable
from games.tables.snapshot import Broken

logger = logging.getLogger(__name__)

PLAYERS = "players"  # session: table id -> player id
HELD = "held"  # session: table id -> ids of all players this browser is there, where one may hold several seats
FOUND = "tables"  # cookie: the browser's own name and the ids of the tables it has found: a look leaves no row
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
    """A browser: who it is at tables, which tables it has found, and where it comes from."""

    def __init__(self, session: MutableMapping[str, Any], cookies: Mapping[str, str], address: str) -> None:
        self.session = session
        self.address = address
        self.name, self.found = _read(cookies.get(FOUND, ""))
        self.waited = False
        self.changed = False

    def know(self, table: Table) -> None:
        """This browser has found the table, and will find it again."""
        if table.pk not in self.found:
            self.name = self.name or secrets.token_urlsafe(12)
            self.found = [*self.found, table.pk][-MOST_FOUND:]
            self.changed = True

    @property
    def cookie(self) -> str:
        """What the browser keeps: nobody else can write it."""
        return signing.dumps([self.name, self.found], salt=FOUND)


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
    """A view of a table. Who has to wait for a turn waits here, without holding anybody up."""

    @wraps(view)
    async def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        visitor = Visitor(request.session, request.COOKIES, limits.address_of(request))
        request.visitor = visitor  # type: ignore[attr-defined]
        ask = view if iscoroutinefunction(view) else sync_to_async(view)
        try:
            answer: HttpResponseBase = await admit(visitor, lambda: ask(request, *args, **kwargs))
        except QueueIsFull:
            return await sync_to_async(full)(request)
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


def find_table(code: str, visitor: Visitor) -> tuple[Table, Player | None]:
    """The table with this code and who this browser is at it.

    Raises NoSuchTable, also for a private one whose link it has not opened, and Crowded; not where it has been before.
    """
    table = _table(code)
    if table is not None:
        player = player_of(table, visitor.session)
        if player is not None or table.pk in visitor.found:
            visitor.know(table)
            return table, player
    with trying(visitor):
        if table is None or table.private:
            raise NoSuchTable
    visitor.know(table)
    return table, None


def _table(code: str, **facts: str) -> Table | None:
    if not all(map(_readable, (code, *facts.values()))):
        return None
    return Table.objects.select_related("host").filter(code=code.upper(), **facts).first()


def player_of(table: Table, session: Mapping[str, Any]) -> Player | None:
    """Who this browser is at the table; None for somebody who has not joined (or was removed)."""
    number = session.get(PLAYERS, {}).get(str(table.pk))
    if number is None:
        return None
    return Player.objects.select_related("seat").filter(pk=number, table=table).first()


def remember(session: MutableMapping[str, Any], table_id: int, player_id: int) -> None:
    """From now on this browser is this player at this table."""
    session[PLAYERS] = session.get(PLAYERS, {}) | {str(table_id): player_id}


def hold(session: MutableMapping[str, Any], table_id: int, player_ids: Iterable[int]) -> None:
    """This browser holds the seats of these players, beside those it holds already."""
    known = session.get(HELD, {})
    players = [*known.get(str(table_id), []), *player_ids]
    session[HELD] = known | {str(table_id): sorted(set(players))}


def held(table: Table, session: Mapping[str, Any]) -> list[Player]:
    """The players that this browser is at the table, by seat; empty unless it holds several seats of it."""
    numbers = session.get(HELD, {}).get(str(table.pk), [])
    if not numbers or not table.rules.several_seats:
        return []
    players = Player.objects.select_related("seat").filter(pk__in=numbers, table=table, seat__isnull=False)
    return list(players.order_by("seat__number"))


def look_through(session: MutableMapping[str, Any], table: Table, number: int) -> None:
    """From now on this browser looks and acts through another of its seats. Raises NoSuchTable for anybody else's."""
    for player in held(table, session):
        if player.seat is not None and player.seat.number == number:
            remember(session, table.pk, player.pk)
            return
    raise NoSuchTable


def forget(session: MutableMapping[str, Any], table_id: int) -> None:
    """From now on this browser is nobody at this table."""
    for name in (PLAYERS, HELD):
        if str(table_id) in session.get(name, {}):
            session[name] = {key: value for key, value in session[name].items() if key != str(table_id)}


def invite(code: str, invitation: str, visitor: Visitor) -> Table:
    """Opens a private table to this browser by its link. Raises NoSuchTable for a wrong one, and Crowded."""
    with trying(visitor):
        table = _table(code, invitation=invitation)
        if table is None:
            raise NoSuchTable
    visitor.know(table)
    return table


def recover(code: str, recovery: str, visitor: Visitor) -> tuple[Table, Player]:
    """The table and the player who comes back with this code; nobody learns whether the table exists.

    Raises NoSuchTable and Crowded.
    """
    with trying(visitor):
        table = _table(code)
        if table is None:
            raise NoSuchTable
        player = services.recover(table.pk, recovery)
    visitor.know(table)
    return table, player
