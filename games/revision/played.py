"""What a browser has played: the cards that its own seats have answered in finished games."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from decks.services import pack_of
from games.revision.memory import name_of
from games.rules.kernel import How
from games.rules.pack import Event, Statement
from games.tables.access import GUESTS
from games.tables.models import Player
from games.tables.readings import known_at

MOST = 20  # games at once


def played_here(
    session: Mapping[str, Any], counted: Collection[int], *, lessons_only: bool = False
) -> Iterator[tuple[int, list[tuple[str, bool, How]], datetime]]:
    """Finished games of this browser that were not counted yet: the table, its own seat's answers, and when it ended.

    ``lessons_only``: only what a class has played together. Question cards feed nothing; neither do games that say
    nothing of what was known.
    """
    players = Player.objects.filter(guest__in=session.get(GUESTS, {}).values(), seat__isnull=False)
    fresh = players.exclude(table__ended_at=None).exclude(table__in=counted)
    if lessons_only:
        fresh = fresh.filter(table__room__lesson__isnull=False)
    for player in fresh.select_related("seat", "table").order_by("table__ended_at")[:MOST]:
        table, seat = player.table, player.seat
        if seat is None or table.ended_at is None:
            continue
        editions = [table.edition_id, *table.also.values_list("pk", flat=True)] if table.edition_id else []
        slugs: dict[Event | Statement, str] = {}
        for edition in reversed(editions):
            pack = pack_of(edition)
            slugs |= dict.fromkeys((*pack.events, *pack.statements), pack.slug)
        known = [
            (name_of(slugs[one.card], one.card), one.right, one.how)
            for one in known_at(table)
            if one.seat == seat.number and isinstance(one.card, Event | Statement) and one.card in slugs
        ]
        yield table.pk, known, table.ended_at
