"""The end of a game, noted once, and of a table."""

import logging
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from config.deadlocks import untangled
from decks.services import note_readings
from games.tables.models import Table
from games.tables.readings import readings_of
from games.tables.services.common import announce, locked
from games.tables.snapshot import Broken, load

logger = logging.getLogger(__name__)


@transaction.atomic
def note_end(table_id: int, at: datetime) -> None:
    """The game has ended: noted once, whole or not at all. The authors of its cards learn who knew them.

    ``at``: when the last move was made. Whoever finds a game over may note it, as often as they like.
    """
    table = locked(table_id)
    if table.ended_at is None:
        table.ended_at = at
        table.save(update_fields=["ended_at"])
        table.guesses.all().delete()
        note_readings(readings_of(table))
        announce(table)


@untangled
@transaction.atomic
def erase(table_id: int) -> None:
    """The table goes, with its log and everybody's seat; whoever plays there finds nothing any more.

    Raises NoSuchTable. Locked before anything of it goes, else a move may come between its rows and itself.
    """
    locked(table_id)
    Table.objects.select_for_update().get(pk=table_id).delete()


def note_ends(since: datetime) -> int:
    """Notes the end of all games begun since then that are over without it being noted; returns how many."""
    noted = 0
    for table in Table.objects.filter(begun_at__gte=since, ended_at=None):
        try:
            snapshot = load(table, timezone.now())
        except Broken as broken:
            logger.warning("Table %s cannot be read: %s", table.code, broken)
            continue
        if snapshot.play is not None and snapshot.over:
            note_end(table.pk, snapshot.play.at)
            noted += 1
    return noted
