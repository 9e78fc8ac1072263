"""Sending: everybody is seated at the tables of a round, or nobody; and the table for whoever comes late and alone."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from decks.models import Edition
from games.nights import seating
from games.nights.models import Laid, Night, Round, Spell, State
from games.nights.seating import CannotSeat, Seating, Way
from games.nights.services.common import Passed, at_step, changed, locked
from games.nights.services.floor import may_be_led, seating_of
from games.rules.chance import fingerprint
from games.rules.kernel import TABLE, BadOption, Seat
from games.rules.pack import NO_CARDS, Pack
from games.rules.play import Begin
from games.rules.words import N_, say
from games.tables import services as tables
from games.tables.models import Guest, Move, Player, Strength, Table, new_secret
from games.tables.models import Seat as SeatRow
from games.tables.services.common import free_codes
from games.tables.services.course import append
from games.tables.snapshot import encode, mixture

MOST_TABLES = 200


def editions_of(row: Round) -> list[Edition]:
    """The cards of a round: the decks it names, else the first that fits; none where the game needs none.

    Raises BadOptions where there is none.
    """
    kind = row.item.rules.kind
    if not kind:
        return []
    found = list(Edition.objects.playable(kind).select_related("deck"))
    named = [one for slug in row.decks for one in found if one.deck.slug == slug] or found[:1]
    if not named:
        raise tables.BadOptions([BadOption("deck", say(N_("There is no deck for this game yet.")))])
    return named


def cards_of(row: Round) -> tuple[list[Edition], Pack]:
    """The cards of a round, and the same as one pack. Raises BadOptions as `editions_of`."""
    editions = editions_of(row)
    keys = [one.pk for one in editions]
    return editions, mixture((keys[0], *sorted(keys[1:])), ()) if keys else NO_CARDS


@transaction.atomic
def send(night_id: int, meant: str, now: datetime | None = None) -> None:
    """Everybody is seated, or nobody: one transaction for all tables of the round.

    Raises Passed, and BadOptions if a table cannot be played at with so many.
    """
    night = locked(night_id)
    row, now = at_step(night, meant), now or timezone.now()
    if night.state != State.SEATING or row is None:
        raise Passed
    numbered = {number: table for number, table in enumerate(seating_of(row), 1) if table.seats}
    if not 0 < len(numbered) <= MOST_TABLES:
        raise CannotSeat
    if row.leader is not None and not may_be_led(row):
        row.leader = None  # it is another round by now
        row.save(update_fields=["leader"])
    opened = _open(night, row, tuple(numbered.values()), now)
    _seat(night, row, numbered, opened, now)
    _lead(night, row.leader, opened)
    row.sent_at, row.seating = now, None
    row.save(update_fields=["sent_at", "seating"])
    night.attendances.exclude(wish=None).update(wish=None, wished_at=None)
    night.state, night.scene = State.RUNNING, ""
    night.until = now + timedelta(minutes=row.minutes) if row.minutes else None
    changed(night, "state", "until", "scene")


def _open(night: Night, row: Round, laid: Seating, now: datetime) -> list[Table]:
    rules, options = row.item.rules, dict(row.options)
    if row.leader is not None and len(laid) == 1:  # no game of several waits for somebody who may be at another table
        options |= rules.leading or {}
    editions, cards = cards_of(row)
    edition, also = (editions[0], editions[1:]) if editions else (None, [])
    for count in {len(table.seats) + table.bots for table in laid}:
        problems = list(rules.bad_options(rules.Options(**options), count, cards))
        if problems:
            raise tables.BadOptions(problems)
    same = new_secret() if row.way == Way.ALONE else None
    opened = []
    for code in free_codes(len(laid)):
        secret = same or new_secret()
        opened.append(
            Table(
                room=night.room,
                code=code,
                game=row.game,
                edition=edition,
                options=options,
                secret=secret,
                fingerprint=fingerprint(secret),
                begun_at=now,
            )
        )
    Table.objects.bulk_create(opened)
    if also:
        for table in opened:
            table.also.set(also)
    return opened


def _seat(
    night: Night, row: Round, numbered: Mapping[int, seating.Laid], opened: Sequence[Table], now: datetime
) -> None:
    """Seats, players, the first move of every log, who holds what: all in a few statements."""
    teamed = night.attendances.exclude(team=None) if row.way == Way.TEAMS else night.attendances.none()
    teams = {one.guest_id: one.team for one in teamed.select_related("team") if one.team}
    seats, holders, first = [], [], []
    for table, plan in zip(opened, numbered.values(), strict=True):
        persons = len(plan.seats)
        liveries = _liveries(table, plan, {guest: team.livery for guest, team in teams.items()})
        for number, livery in enumerate(liveries):
            bot = "" if number < persons else Strength.MEDIUM
            holders.append(plan.seats[number] if number < persons else ())
            name = next((teams[guest].name for guest in holders[-1] if guest in teams), "")
            seats.append(SeatRow(table=table, number=number, livery=livery, bot=bot, team=name))
        begin = Begin(len(liveries), tuple(Seat(number) for number in range(persons)), table.options)
        first.append(Move(table=table, number=1, seat=TABLE, move=encode(begin), at=now))
    SeatRow.objects.bulk_create(seats)
    Player.objects.bulk_create(
        Player(table=seat.table, guest_id=guest, seat=seat)
        for seat, guests in zip(seats, holders, strict=True)
        for guest in guests
    )
    Move.objects.bulk_create(first)
    rows = Laid.objects.bulk_create(
        Laid(round=row, table=table, number=number) for number, table in zip(numbered, opened, strict=True)
    )
    of = {one.table_id: one for one in rows}
    Spell.objects.bulk_create(
        Spell(laid=of[seat.table_id], guest_id=guest, seat=seat.number, since=now)
        for seat, guests in zip(seats, holders, strict=True)
        for guest in guests
    )


def _lead(night: Night, leader: Guest | None, opened: Sequence[Table]) -> None:
    """Whoever leads is host of every table, without a seat, and goes from one to another; else nobody is of any."""
    if leader is not None:
        Player.objects.bulk_create(Player(table=table, guest=leader) for table in opened)
    night.room.host = leader
    night.room.save(update_fields=["host"])


def _liveries(table: Table, plan: seating.Laid, teams: dict[int, str]) -> list[str]:
    """A colour for every seat: a team's own where it is free, else the next that nobody has."""
    colours = table.rules.liveries
    taken: list[str] = []
    for number in range(len(plan.seats) + plan.bots):
        own = teams.get(plan.seats[number][0], "") if number < len(plan.seats) else ""
        if own not in colours or own in taken:
            own = min(colours, key=lambda colour: (taken.count(colour), colours.index(colour)))
        taken.append(own)
    return taken


def lay_one_more(night: Night, row: Round, guest: Guest, now: datetime) -> None:
    """A table for somebody who comes late to a round that everybody plays alone: the same deal."""
    first = row.laid.select_related("table").order_by("number").first()
    last = row.laid.order_by("-number").first()
    if first is None or last is None:
        return
    table = Table(
        code=free_codes(1)[0],
        room=night.room,
        game=row.game,
        edition=first.table.edition,
        options=dict(row.options),
        secret=bytes(first.table.secret),
        begun_at=now,
    )
    table.save()
    seat = SeatRow.objects.create(table=table, number=0, livery=table.rules.liveries[0])
    Player.objects.create(table=table, guest=guest, seat=seat)
    append(table, Begin(1, (Seat(0),), table.options))
    laid = Laid.objects.create(round=row, table=table, number=last.number + 1)
    Spell.objects.create(laid=laid, guest=guest, seat=0, since=now)
