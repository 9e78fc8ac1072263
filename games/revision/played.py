"""What a browser has played: the cards that its own seats have answered in finished games."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from decks.services import pack_of
from games.revision.memory import name_of
from games.rules.pack import Event, Statement
from games.tables.access import PLAYERS
from games.tables.models import Player, Table
from games.tables.readings import known_at

MOST = 20  # games at once


def played_here(
    session: Mapping[str, Any], counted: Collection[int]
) -> Iterator[tuple[int, list[tuple[str, bool, str]], datetime]]:
    """Finished games of this browser that were not counted yet: the table, its own seat's answers, and when it ended.

    Question cards feed nothing; neither do games that say nothing of what was known.
    """
    players = {int(table): player for table, player in session.get(PLAYERS, {}).items()}
    fresh = Table.objects.filter(pk__in=[table for table in players if table not in counted]).exclude(ended_at=None)
    for table in fresh.order_by("ended_at")[:MOST]:
        player = Player.objects.select_related("seat").filter(pk=players[table.pk], table=table).first()
        if player is None or player.seat is None or table.ended_at is None:
            continue
        editions = [table.edition_id, *table.also.values_list("pk", flat=True)] if table.edition_id else []
        slugs = {}
        for edition in reversed(editions):
            pack = pack_of(edition)
            slugs |= dict.fromkeys((*pack.events, *pack.statements), pack.slug)
        known = [
            (name_of(slugs[one.card], one.card), one.right, one.how)
            for one in known_at(table)
            if one.seat == player.seat.number and isinstance(one.card, Event | Statement) and one.card in slugs
        ]
        yield table.pk, known, table.ended_at
