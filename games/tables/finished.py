"""The games that are over, for pages that read more out of them than who has won."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils import timezone

from games.tables.access import GUESTS
from games.tables.models import Table
from games.tables.snapshot import load


def finished(game: str, seen_by: Mapping[str, Any] | None = None, **facts: Any) -> Iterator[tuple[int, Any]]:
    """Every table of this game that is over: its id, and the state its log ends in. ``facts`` choose among them.

    ``seen_by``: a browser's session; then only tables of rooms it is in.
    """
    tables = Table.objects.filter(game=game, **facts).exclude(ended_at=None)
    for table in tables if seen_by is None else tables.filter(room__in=seen_by.get(GUESTS, {})):
        snapshot = load(table, timezone.now())
        if snapshot.play is not None and snapshot.over:
            yield table.pk, snapshot.play.state
