"""The games that are over, for pages that read more out of them than who has won."""

from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from games.tables.models import Table
from games.tables.snapshot import load


def finished(game: str, **facts: Any) -> Iterator[tuple[int, Any]]:
    """Every table of this game that is over: its id, and the state its log ends in. ``facts`` choose among them."""
    for table in Table.objects.filter(game=game, **facts).exclude(ended_at=None):
        snapshot = load(table, timezone.now())
        if snapshot.play is not None and snapshot.over:
            yield table.pk, snapshot.play.state
