"""What was answered in finished games: by a browser's own seats, and by a pupil in the lessons of the class."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from decks.services import pack_of
from games.revision.memory import name_of
from games.revision.models import Came, Pupil
from games.rules.kernel import How
from games.rules.pack import Event, Statement
from games.tables.access import GUESTS
from games.tables.models import Player, Table
from games.tables.readings import known_at
from games.tables.services import note_end
from games.tables.snapshot import load

MOST = 20  # games at once

Answers = list[tuple[str, bool, How]]


def played_here(session: Mapping[str, Any], counted: Collection[int]) -> Iterator[tuple[int, Answers, datetime]]:
    """Finished games of this browser that were not counted yet: the table, its own seat's answers, and when it ended.

    Question cards feed nothing; neither do games that say nothing of what was known. What a class has played together
    is told by the slip, whichever browser it was played with.
    """
    players = Player.objects.filter(guest__in=session.get(GUESTS, {}).values(), table__room__lesson=None)
    return _answered(players, counted)


def note_over(session: Mapping[str, Any], code: str) -> None:
    """A page shows that the game at this table has ended: if this browser plays there, that is noted."""
    here = Table.objects.filter(players__guest__in=session.get(GUESTS, {}).values(), ended_at=None)
    table = here.filter(code=code[:8]).exclude(begun_at=None).first()
    snapshot = None if table is None else load(table, timezone.now())
    if snapshot is not None and snapshot.over and snapshot.play is not None:
        note_end(snapshot.house.id, snapshot.play.at)


def played_in_class(pupil: Pupil, counted: Collection[int]) -> Iterator[tuple[int, Answers, datetime]]:
    """The same of what this pupil has played with the class in the last minutes."""
    guests = Came.objects.filter(pupil=pupil).values("guest")
    return _answered(Player.objects.filter(guest__in=guests), counted)


def _answered(players: QuerySet[Player], counted: Collection[int]) -> Iterator[tuple[int, Answers, datetime]]:
    fresh = players.filter(seat__isnull=False).exclude(table__ended_at=None).exclude(table__in=counted)
    for player in fresh.select_related("seat", "table").order_by("table__ended_at")[:MOST]:
        table, seat = player.table, player.seat
        if seat is None or table.ended_at is None:
            continue
        editions = [table.edition_id, *table.also.values_list("pk", flat=True)] if table.edition_id else []
        slugs: dict[Event | Statement, str] = {}
        for edition in reversed(editions):
            pack = pack_of(edition)
            slugs |= dict.fromkeys((*pack.events, *pack.statements), pack.slug)
        shared = seat.players.count() > 1
        known = [
            (name_of(slugs[one.card], one.card), one.right, _in_team(one.how) if shared else one.how)
            for one in known_at(table)
            if one.seat == seat.number and isinstance(one.card, Event | Statement) and one.card in slugs
        ]
        yield table.pk, known, table.ended_at


def _in_team(how: How) -> How:
    """Who shares a seat may have heard it from the others."""
    return "hint" if how == "unaided" else how
