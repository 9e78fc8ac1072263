"""The one audited way to reach a table: by its code and what the session holds. Absent and forbidden look the same."""

import re
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from games.tables import limits, services
from games.tables.models import Player, Table
from games.tables.services import NoSuchTable

PLAYERS = "players"  # session: table id -> player id
HELD = "held"  # session: table id -> ids of all players this browser is there, where one may hold several seats
INVITED = "invited"  # session: ids of tables whose link was opened; without it nobody finds a private one

_readable = re.compile(r"[A-Za-z0-9_-]{1,32}").fullmatch  # what a code or link can be; the database refuses some others


def access_table(code: str, session: Mapping[str, Any]) -> tuple[Table, Player | None]:
    """The table with this code and who this browser is at it. Raises NoSuchTable, also for a private one unasked."""
    table = Table.objects.select_related("host").filter(code=code.upper()).first() if _readable(code) else None
    if table is None:
        raise NoSuchTable
    player = player_of(table, session)
    if table.private and player is None and table.pk not in session.get(INVITED, []):
        raise NoSuchTable
    return table, player


def find_table(code: str, session: Mapping[str, Any], address: str) -> tuple[Table, Player | None]:
    """The same for an address that may be guessing: after too many wrong codes it finds only tables that it knows."""
    try:
        table, player = access_table(code, session)
    except NoSuchTable:
        limits.wrong_code(address)
        raise
    if player is None and table.pk not in session.get(INVITED, []) and limits.guessing(address):
        raise NoSuchTable
    return table, player


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


def invite(session: MutableMapping[str, Any], code: str, invitation: str) -> Table:
    """Opens a private table to this browser by its link. Raises NoSuchTable for a wrong one."""
    table = None
    if _readable(code) and _readable(invitation):
        table = Table.objects.filter(code=code.upper(), invitation=invitation).first()
    if table is None:
        raise NoSuchTable
    know(session, table.pk)
    return table


def recover(code: str, recovery: str) -> tuple[Table, Player]:
    """The table and the player who comes back with this code; nobody learns whether the table exists."""
    table = Table.objects.filter(code=code.upper()).first() if _readable(code) else None
    if table is None:
        raise NoSuchTable
    return table, services.recover(table.pk, recovery)


def know(session: MutableMapping[str, Any], table_id: int) -> None:
    """This browser has found the table, and will find it again."""
    known = session.get(INVITED, [])
    if table_id not in known:
        session[INVITED] = [*known, table_id][-50:]
