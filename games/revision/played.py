"""What was answered in finished games: by a browser's own seats, and by a pupil in the lessons of the class."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from decks.services import pack_of
from games.revision.memory import learnable, name_of
from games.revision.models import LEAST_FOR_FIGURES, Came, Pupil
from games.rules.kernel import How
from games.tables.access import GUESTS
from games.tables.models import Player, Table
from games.tables.readings import known_at
from games.tables.services import note_end
from games.tables.snapshot import load

MOST = 20  # games at once


class Played(NamedTuple):
    """A finished game: its table, what one's own seat has known of which card, and when it ended.

    ``together``: the cards that five pupils or more have tried in it, where a class has played.
    """

    table: int
    known: list[tuple[str, bool, How]]
    at: datetime
    together: frozenset[str]


def played_here(session: Mapping[str, Any], counted: Collection[int]) -> Iterator[Played]:
    """Finished games of this browser that were not counted yet.

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


def played_in_class(pupil: Pupil, counted: Collection[int]) -> Iterator[Played]:
    """The same of what this pupil has played with the class in the last minutes."""
    guests = Came.objects.filter(pupil=pupil).values("guest")
    return _answered(Player.objects.filter(guest__in=guests), counted)


def _answered(players: QuerySet[Player], counted: Collection[int]) -> Iterator[Played]:
    fresh = players.filter(seat__isnull=False).exclude(table__ended_at=None).exclude(table__in=counted)
    for player in fresh.select_related("seat", "table").order_by("table__ended_at")[:MOST]:
        table, seat = player.table, player.seat
        if seat is None or table.ended_at is None:
            continue
        names = _names_at(table)
        answers = [one for one in known_at(table) if one.card in names]
        shared = seat.players.count() > 1
        known = [
            (names[one.card], one.right, _in_team(one.how) if shared else one.how)
            for one in answers
            if one.seat == seat.number
        ]
        together = _together(table, [(one.seat, names[one.card]) for one in answers])
        yield Played(table.pk, known, table.ended_at, together)


def _together(table: Table, tried: Iterable[tuple[int, str]]) -> frozenset[str]:
    """The cards that five pupils or more have tried at this table, of all that some seat has."""
    seats = Came.objects.filter(guest__players__table=table).values_list("guest__players__seat__number", flat=True)
    pupils = Counter(seats)
    counts: Counter[str] = Counter()
    for seat, name in set(tried):
        counts[name] += pupils[seat]
    return frozenset(name for name, count in counts.items() if count >= LEAST_FOR_FIGURES)


def _names_at(table: Table) -> dict[object, str]:
    """The cards of this table as memories name them; where two decks have the same card, the first one's."""
    editions = [table.edition_id, *table.also.values_list("pk", flat=True)] if table.edition_id else []
    names: dict[object, str] = {}
    for edition in reversed(editions):
        pack = pack_of(edition)
        names |= {card: name_of(pack.slug, card) for card in learnable(pack)}
    return names


def _in_team(how: How) -> How:
    """Who shares a seat may have heard it from the others."""
    return "hint" if how == "unaided" else how
