"""The one audited way to reach a table: by its code and what the session holds. Absent and forbidden look the same."""

from collections.abc import Mapping, MutableMapping
from typing import Any

from games.tables.models import Player, Table
from games.tables.services import NoSuchTable

PLAYERS = "players"  # session: table id -> player id
INVITED = "invited"  # session: ids of private tables whose link was opened


def access_table(code: str, session: Mapping[str, Any]) -> tuple[Table, Player | None]:
    """The table with this code and who this browser is at it. Raises NoSuchTable, also for a private one without a link."""
    table = Table.objects.select_related("host").filter(code=code.upper()).first()
    if table is None:
        raise NoSuchTable
    player = player_of(table, session)
    if table.private and player is None and table.pk not in session.get(INVITED, []):
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
    table = Table.objects.filter(code=code.upper(), invitation=invitation).first()
    if table is None:
        raise NoSuchTable
    session[INVITED] = [*[one for one in session.get(INVITED, []) if one != table.pk], table.pk][-50:]
    return table
