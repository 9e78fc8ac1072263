"""What the house writes into the log of a running game: a pause, a seat that changed hands."""

from django.db import transaction
from django.utils import timezone

from games.rules.kernel import HOST, TABLE, Seat
from games.rules.play import Entry, Pause, Resume, Seated, TableMove
from games.tables.models import Move, Player, Table
from games.tables.services.common import NotYours, afresh, announce, locked, require_host
from games.tables.services.ends import note_end
from games.tables.snapshot import Row, encode, load


def append(table: Table, move: TableMove, player: Player | None = None) -> None:
    """Appends a move of the house to the log. The row is locked, so only a live move could come first: then once more.

    Raises IllegalMove if the game does not allow it now.
    """
    while True:
        now = timezone.now()
        snapshot = load(table, now)
        if isinstance(move, Seated) and snapshot.play is not None and snapshot.over:
            note_end(table.pk, snapshot.play.at)  # whoever should have noted it was killed; seats matter no more
            return
        snapshot.game.advance(snapshot.play, Entry(snapshot.number + 1, TABLE, move, now))
        row = Row(snapshot.number + 1, TABLE, player.pk if player else None, encode(move), now, None)
        _, created = Move.objects.get_or_create(
            table=table,
            number=row.number,
            defaults={"seat": row.seat, "player": player, "move": row.move, "at": now},
        )
        if created:
            announce(table, row)
            return


def log_seated(table: Table, number: int, *, person: bool) -> None:
    """Mid-game the rules must know whether a person sits somewhere (CO-9: only persons vote)."""
    if table.begun_at is not None and table.ended_at is None:
        append(table, Seated(Seat(number), person))


@transaction.atomic
def note_leader(table_id: int, *, here: bool) -> None:
    """Tells the game that whoever leads it without playing has gone, or is back (SN-B2); once, whoever finds out."""
    table = locked(table_id)
    snapshot = load(table, timezone.now())
    if snapshot.play is not None and snapshot.rules.led(snapshot.play.state) is (not here):
        append(table, Seated(HOST, here))


@transaction.atomic
def pause(table_id: int, player: Player | None) -> None:
    """The host stops the game and its clocks."""
    table = locked(table_id)
    require_host(table, player, leading=True)
    append(table, Pause(), player)


@transaction.atomic
def resume(table_id: int, player: Player | None) -> None:
    """Whoever sits at the table, or the host, lets the game go on."""
    table = locked(table_id)
    if player is None:
        raise NotYours
    player = afresh(table, player)
    if player.seat_id is None and table.room.host_id != player.guest_id:
        raise NotYours
    append(table, Resume(), player)
