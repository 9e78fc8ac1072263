"""What every change of a table begins and ends with: the lock, who may do it, the announcement."""

from uuid import UUID

from django.db import connection

from games.rules.kernel import BadOption
from games.tables import carrier
from games.tables.models import Player, Room, Table, new_code, of_night
from games.tables.news import News
from games.tables.snapshot import Row


class NoSuchTable(Exception):
    """There is no such table, or it is none of yours: nobody can tell which."""


class NotYours(Exception):
    """Only the host may do this."""


class BadOptions(Exception):
    """These options cannot be played with; ``problems`` says why, field by field."""

    def __init__(self, problems: list[BadOption]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{problem.field}: {problem.why.text}" for problem in problems))


def once(key: UUID) -> None:
    """Whoever comes second with this key waits here for the commit of the first one."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", [str(key)])


def free_codes(count: int) -> list[str]:
    """So many codes that neither a room nor a table has."""
    codes: set[str] = set()
    while len(codes) < count:
        codes.add(new_code())
        if len(codes) == count:
            codes -= set(Table.objects.filter(code__in=codes).values_list("code", flat=True))
            codes -= set(Room.objects.filter(code__in=codes).values_list("code", flat=True))
    return sorted(codes)


def announce(table: Table, *rows: Row) -> None:
    """Tells every process, when this transaction commits, that the table has these new moves (or new people)."""
    carrier.announce(News(table.pk, rows[-1].number if rows else None, rows))


def locked(table_id: int) -> Table:
    """The table and its room, locked until the transaction ends: one change of seats, of names, of hosts at a time.

    Their keys stay free, so that moves of the running game need not wait. Always the room first, then its tables: so
    two who need several of its tables never wait for one another. Raises NoSuchTable if it is gone.
    """
    rooms = Table.objects.filter(pk=table_id).values("room")
    room = Room.objects.select_for_update(no_key=True).filter(pk__in=rooms).first()
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    if room is None or table is None:
        raise NoSuchTable
    table.room = room
    return table


def afresh(table: Table, player: Player) -> Player:
    """The player as the locked table knows them now: what was read before may be past. Raises NoSuchTable if gone."""
    known = table.players.select_related("seat", "guest").filter(pk=player.pk).first()
    if known is None:
        raise NoSuchTable
    return known


def require_host(table: Table, player: Player | None, leading: bool = False) -> None:
    """Raises NotYours unless this player is the host.

    ``leading``: it is about the game that runs, which whoever leads a table of a night may do; about its people and
    its door they may do nothing there.
    """
    if player is None or table.room.host_id is None or table.room.host_id != player.guest_id:
        raise NotYours
    if not leading and of_night(table.room):
        raise NotYours
