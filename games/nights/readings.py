"""The points of an evening, read from the logs of its tables and from the corrections: nothing else decides them."""

import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils import timezone
from msgspec import Struct, convert

from decks.cards import cards_of as cards_in
from decks.services import pack_of
from games.nights import points
from games.nights.models import Laid, Night, Round, Spell
from games.nights.points import Held, Points
from games.nights.seating import Way
from games.rules.kernel import Result, Seat
from games.tables.models import Table
from games.tables.readings import steps_at
from games.tables.snapshot import Broken, Snapshot, load

logger = logging.getLogger(__name__)


class Earned(Struct, frozen=True):
    """What a guest has earned in a round: points before its weight, at which table, which place of how many."""

    guest: int
    points: str
    table: int
    place: int
    of: int

    @property
    def exact(self) -> Fraction:
        """The points as a number."""
        return Fraction(self.points)


def earned_in(row: Round) -> list[Earned]:
    """What everybody has earned in this round, by the logs of its tables. A game that is not over earns nothing."""
    laid = list(row.laid.select_related("table", "table__room").prefetch_related("spells"))
    over = [(one, snapshot) for one in laid if (snapshot := _played(one)) is not None]
    if row.way == Way.ALONE:
        return _side_by_side(over)
    return [earned for one, snapshot in over for earned in _at(one, snapshot, sharing=row.way == Way.TEAMS)]


def _played(laid: Laid) -> Snapshot | None:
    """The game as its log tells it, if it was over in time; a log that cannot be read earns nobody anything."""
    try:
        snapshot = load(laid.table, timezone.now())
    except Broken as broken:
        logger.warning("Table %s cannot be read: %s", laid.table.code, broken)
        return None
    if snapshot.play is None or not snapshot.over:
        return None
    closed = laid.table.ended_at
    return snapshot if closed is None or snapshot.play.at <= closed else None


def _at(laid: Laid, snapshot: Snapshot, sharing: bool) -> list[Earned]:
    result = _result(snapshot)
    owners = points.owners(_held(laid, snapshot), sharing)
    earned = points.of_a_table(result, owners, snapshot.rules.together)
    places = {line.seat: line.place for line in result.ranking if line.seat in owners}
    found = []
    for seat, guests in owners.items():
        place = 1 + sum(other < places[seat] for other in places.values())
        found += [Earned(guest, str(earned[seat]), laid.number, place, len(places)) for guest in guests]
    return found


def _side_by_side(over: Sequence[tuple[Laid, Snapshot]]) -> list[Earned]:
    """The same deal for all: one ranking of the whole round."""
    records, tables = {}, {}
    for laid, snapshot in over:
        for guests in points.owners(_held(laid, snapshot)).values():
            assert snapshot.play is not None
            records[guests[0]] = snapshot.rules.record(snapshot.play.state)
            tables[guests[0]] = laid.number
    places = {guest: 1 + sum(other > mine for other in records.values()) for guest, mine in records.items()}
    earned = points.of_games_alone(records)
    return [Earned(guest, str(earned[guest]), tables[guest], places[guest], len(places)) for guest in records]


def _result(snapshot: Snapshot) -> Result:
    assert snapshot.play is not None
    result = snapshot.game.result(snapshot.play)
    assert result is not None
    return result


def _held(laid: Laid, snapshot: Snapshot) -> list[Held]:
    """Who held which seat for how long, up to the end of the game."""
    assert snapshot.play is not None
    end = snapshot.play.at
    return [
        Held(spell.guest_id, Seat(spell.seat), (min(spell.until or end, end) - min(spell.since, end)).total_seconds())
        for spell in laid.spells.all()
    ]


class Answered(Struct, frozen=True):
    """A guest has answered a card: of which edition, by the card's key in it, and whether they knew it."""

    guest: int
    edition: int
    card: str
    right: bool


class Done(Struct, frozen=True):
    """A feat of a guest: a quick buzz, a bluff (`games.rules.kernel.Feat`)."""

    guest: int
    kind: str
    value: int
    edition: int
    card: str


class Told(Struct, frozen=True):
    """What a round's logs tell of its cards."""

    answered: tuple[Answered, ...] = ()
    done: tuple[Done, ...] = ()


def told_in(row: Round) -> Told:
    """Who has answered which card of this round, and the feats; what bots did is nobody's."""
    answered: list[Answered] = []
    done: list[Done] = []
    for laid in row.laid.select_related("table", "table__room").prefetch_related("spells"):
        snapshot = _played(laid)
        if snapshot is None or laid.table.edition_id is None:
            continue
        owners = points.owners(_held(laid, snapshot), sharing=row.way == Way.TEAMS)
        named = _names_of_cards(laid.table)
        for game, before, after in steps_at(laid.table):
            for known in game.rules.known(before.state, after.state, game.pack):
                if known.card in named:
                    answered += [Answered(who, *named[known.card], known.right) for who in owners.get(known.seat, ())]
            for feat in game.rules.feats(before.state, after.state, game.pack):
                if feat.card in named:
                    guests = owners.get(feat.seat, ())
                    done += [Done(who, feat.kind, feat.value, *named[feat.card]) for who in guests]
    return Told(tuple(answered), tuple(done))


def _names_of_cards(table: Table) -> dict[Any, tuple[int, str]]:
    """Each card of the table by its edition and its key there; where two decks have the same, the first is named."""
    editions = [table.edition_id, *table.also.order_by("pk").values_list("pk", flat=True)]
    return {card: (one, key) for one in reversed(editions) if one for key, card in cards_in(pack_of(one))}


def told_of(row: Round) -> Told:
    """The copy that the round keeps; nothing before there is one."""
    return Told() if row.told is None else convert(row.told, Told)


def weighed(row: Round, earned: Iterable[Earned]) -> dict[int, Fraction]:
    """A round's points as they count in the evening."""
    return {one.guest: one.exact * row.worth for one in earned}


def kept(row: Round) -> list[Earned]:
    """The copy that the round keeps of its points; empty before it is done."""
    return [Earned(**line) for line in row.points or ()]


def evening(night: Night, guests: Sequence[int], rounds: Mapping[int, Iterable[Earned]]) -> Points:
    """Everybody's points, with the host's corrections. ``rounds``: what was earned, by the round's id."""
    rows = {row.pk: row for row in night.rounds.all()}
    corrected = [(one.guest_id, Fraction(one.points)) for one in night.corrections.all() if one.guest_id is not None]
    return points.evening(guests, [weighed(rows[pk], earned) for pk, earned in rounds.items()], corrected)


def met(night: Night) -> Counter[frozenset[int]]:
    """How often two guests have sat at one table tonight; not those of a table for all, where nobody meets anybody."""
    tables: dict[int, set[int]] = defaultdict(set)
    sat = Spell.objects.filter(laid__round__night=night).exclude(laid__round__way=Way.ONE_TABLE)
    for laid, guest in sat.values_list("laid_id", "guest_id"):
        tables[laid].add(guest)
    times: Counter[frozenset[int]] = Counter()
    for together in tables.values():
        times.update(frozenset((one, other)) for one in together for other in together if one < other)
    return times


def as_json(earned: Iterable[Earned]) -> list[dict[str, Any]]:
    """As the round keeps them."""
    return [{name: getattr(one, name) for name in one.__struct_fields__} for one in earned]
