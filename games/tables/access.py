"""The one audited way to reach a table: by its code and what the session holds. Absent and forbidden look the same."""

import re
from collections.abc import Mapping, MutableMapping
from typing import Any

from games.tables import limits, services
from games.tables.models import Player, Table
from games.tables.services import NoSuchTable

PLAYERS = "players"  # session: table id -> player id
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


def forget(session: MutableMapping[str, Any], table_id: int) -> None:
    """From now on this browser is nobody at this table."""
    session[PLAYERS] = {key: value for key, value in session.get(PLAYERS, {}).items() if key != str(table_id)}


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
