"""The steps of an evening: doors, seating, sending, warning, calling, the standing, breaks, the finale."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from games.nights import readings, seating
from games.nights.models import Attendance, Night, Round, Spell, State
from games.nights.points import standing
from games.nights.seating import CannotSeat, Seating, Way
from games.nights.services.common import Passed, at_step, changed, locked
from games.rules.chance import Chance
from games.rules.kernel import IllegalMove
from games.rules.play import Call, Pause, Resume
from games.rules.words import N_
from games.tables import services as tables
from games.tables.models import Guest, Table
from games.tables.services.course import append
from games.tables.snapshot import Broken, load

WARNING = timedelta(minutes=5)


# -- step by step --------------------------------------------------------------------------------------------------


@transaction.atomic
def open_doors(night_id: int, meant: str) -> None:
    """From now on guests come in. Raises Passed."""
    night = locked(night_id)
    at_step(night, meant)
    night.state = State.DOORS
    changed(night, "state")


@transaction.atomic
def go_on(night_id: int, meant: str, now: datetime | None = None) -> None:
    """To whatever comes next: the seating of the next round, a break, the finale. Raises Passed and CannotSeat."""
    night = locked(night_id)
    before, now = at_step(night, meant), now or timezone.now()
    if night.state not in (State.DOORS, State.STANDING, State.BREAK):
        raise Passed
    if night.state == State.BREAK and before is not None:
        before.done_at = now
        before.save(update_fields=["done_at"])
    coming = night.rounds.filter(done_at=None, sent_at=None).order_by("place", "id").first()
    night.scene = ""
    if coming is None:
        night.state, night.current, night.until = State.FINALE, None, None
    elif not coming.game:
        coming.sent_at = now
        coming.save(update_fields=["sent_at"])
        night.state, night.current = State.BREAK, coming
        night.until = now + timedelta(minutes=coming.minutes) if coming.minutes else None
    else:
        night.attendances.exclude(wish=None).update(wish=None, wished_at=None)  # of an earlier round
        draw(night, coming)
        night.state, night.current, night.until = State.SEATING, coming, None
    changed(night, "state", "current", "until", "scene")


@transaction.atomic
def back_to_standing(night_id: int, meant: str) -> None:
    """Not yet: the seating is put away, and may be drawn anew later. Raises Passed."""
    night = locked(night_id)
    current = at_step(night, meant)
    if night.state != State.SEATING or current is None:
        raise Passed
    played = night.rounds.exclude(done_at=None).exists()
    night.state, night.current = (State.STANDING if played else State.DOORS), None
    changed(night, "state", "current")


@transaction.atomic
def end(night_id: int, meant: str, now: datetime | None = None) -> None:
    """The evening is over; its page of results stays. Raises Passed."""
    night = locked(night_id)
    at_step(night, meant)
    if night.state != State.FINALE:
        raise Passed
    night.state, night.ended_at, night.scene = State.ENDED, now or timezone.now(), ""
    changed(night, "state", "ended_at", "scene")


# -- the seating -----------------------------------------------------------------------------------------------------


def present(night: Night, row: Round) -> list[Attendance]:
    """Who plays in a round: everybody who came, was not removed, does not lead it, and has not chosen to watch."""
    found = night.attendances.filter(guest__removed_at=None, watching=False).select_related("guest", "team")
    return [one for one in found.order_by("guest_id") if one.guest_id != row.leader_id]


def draw(night: Night, row: Round) -> None:
    """Draws the seating of a round anew. Raises CannotSeat."""
    row.draws += 1
    row.seating = msgspec.to_builtins(_drawn(night, row, present(night, row)))
    row.save(update_fields=["draws", "seating"])


def _drawn(night: Night, row: Round, here: Sequence[Attendance]) -> Seating:
    guests = [one.guest_id for one in here]
    likes, chance = row.item.likes, Chance(bytes(night.secret), row.pk * 1000 + row.draws, "seating")
    if not guests:
        raise CannotSeat
    match Way(row.way):
        case Way.ONE_TABLE:
            return seating.at_one_table(guests, likes, chance)
        case Way.LOT:
            languages = {one.guest_id: one.guest.language for one in here}
            return seating.by_lot(guests, likes, readings.met(night), languages, chance)
        case Way.STANDING:
            lines = standing(points_of(night, guests))
            return seating.by_standing([line.who for line in lines], likes, readings.met(night), chance)
        case Way.TEAMS:
            return seating.in_teams(_teams(night, here, chance), likes, chance)
        case Way.CHOICE:
            chosen = sorted((one for one in here if one.wished_at), key=lambda one: (one.wished_at, one.guest_id))
            wishes = {one.guest_id: one.wish for one in chosen if one.wish is not None}
            return seating.by_choice(guests, wishes, likes)
        case Way.ALONE:
            return seating.everybody_alone(guests)


def _teams(night: Night, here: Sequence[Attendance], chance: Chance) -> list[list[int]]:
    """Everybody's team; whoever has none is dealt into one now."""
    teams: dict[int, list[int]] = {team.pk: [] for team in night.teams.all()}
    if not teams:
        raise CannotSeat
    for one in here:
        if one.team_id is not None:
            teams[one.team_id].append(one.guest_id)
    dealt = seating.dealt_into(teams, [one.guest_id for one in here if one.team_id is None], chance)
    for guest, team in dealt.items():
        teams[team].append(guest)
        Attendance.objects.filter(guest=guest).update(team=team)
    return list(teams.values())


def mates(night: Night, guest: Guest) -> set[int]:
    """Everybody in this guest's team; whoever has none is dealt into the smallest."""
    mine = night.attendances.get(guest=guest)
    if mine.team_id is None:
        smallest = night.teams.annotate(members=Count("attendances")).order_by("members", "id").first()
        if smallest is None:
            return set()
        mine.team = smallest
        mine.save(update_fields=["team"])
    return set(night.attendances.filter(team=mine.team).exclude(guest=guest).values_list("guest_id", flat=True))


def points_of(night: Night, guests: Sequence[int]) -> Any:
    """The evening's points so far, from what the rounds keep."""
    done = night.rounds.exclude(points=None)
    return readings.evening(night, guests, {row.pk: readings.kept(row) for row in done})


def seating_of(row: Round) -> Seating:
    """The preview as it stands."""
    return msgspec.convert(row.seating or [], Seating)


def _preview(night_id: int, round_id: int) -> tuple[Night, Round]:
    night = locked(night_id)
    if night.state != State.SEATING or night.current_id != round_id or night.current is None:
        raise Passed
    return night, night.current


def _put(night: Night, row: Round, laid: Seating) -> None:
    row.seating = msgspec.to_builtins(laid)
    row.save(update_fields=["seating"])
    changed(night)


@transaction.atomic
def draw_again(night_id: int, round_id: int) -> None:
    """Another lot. Raises Passed, CannotSeat."""
    night, row = _preview(night_id, round_id)
    draw(night, row)
    changed(night)


@transaction.atomic
def swap(night_id: int, round_id: int, one: int, other: int) -> None:
    """Two guests change places in the preview. Raises Passed."""
    night, row = _preview(night_id, round_id)
    _put(night, row, seating.swapped(seating_of(row), one, other))


@transaction.atomic
def add_bot(night_id: int, round_id: int, table: int) -> None:
    """One more bot at a table of the preview. Raises Passed."""
    night, row = _preview(night_id, round_id)
    _put(night, row, seating.with_bot(seating_of(row), table, row.item.likes))


def may_be_led(row: Round) -> bool:
    """Can somebody lead this round without playing? Not where everybody plays alone."""
    return row.way != Way.ALONE and row.item.rules.leading is not None


@transaction.atomic
def lead_round(night_id: int, round_id: int, guest_id: int | None) -> None:
    """This guest, a host, leads the round that is being seated, and plays not; without one nobody does.

    Raises Passed, and IllegalMove for a round that cannot be led.
    """
    night, row = _preview(night_id, round_id)
    if guest_id is not None and not may_be_led(row):
        raise IllegalMove("", N_("In this round everybody plays alone: there is nothing to lead."))
    row.leader = night.room.guests.filter(pk=guest_id, removed_at=None).first() if guest_id is not None else None
    row.save(update_fields=["leader"])
    fit(night)
    changed(night)


def fit(night: Night) -> None:
    """The preview without whoever has gone, and with whoever has come, since it was drawn."""
    row = night.current
    if night.state != State.SEATING or row is None:
        return
    laid, here = seating_of(row), [one.guest_id for one in present(night, row)]
    seated = {guest for table in laid for guest in table.guests}
    for guest in seated - set(here):
        laid = seating.without(laid, guest, row.item.likes)
    for guest in (guest for guest in here if guest not in seated):
        if row.way == Way.ALONE:
            laid = (*laid, *seating.everybody_alone([guest]))
        elif row.way == Way.TEAMS:
            laid = seating.with_member(laid, guest, mates(night, Guest.objects.get(pk=guest)), row.item.likes)
        else:
            laid = seating.with_latecomer(laid, guest, row.item.likes)
    row.seating = msgspec.to_builtins(laid)
    row.save(update_fields=["seating"])


# -- a round runs, and ends ------------------------------------------------------------------------------------------


def _running(night: Night, round_id: int | None = None) -> Round:
    row = night.current
    if night.state != State.RUNNING or row is None or (round_id is not None and row.pk != round_id):
        raise Passed
    return row


@transaction.atomic
def warn(night_id: int, round_id: int, now: datetime | None = None, shorten: bool = True) -> None:
    """Every phone and the screen say how long the round still has: five minutes, or what its box leaves."""
    night = locked(night_id)
    row, now = _running(night, round_id), now or timezone.now()
    if row.warned_at is not None or row.called_at is not None:
        raise Passed
    row.warned_at = now
    row.save(update_fields=["warned_at"])
    if shorten and (night.until is None or night.until > now + WARNING):
        night.until = now + WARNING
    changed(night, "until")


@transaction.atomic
def call_time(night_id: int, round_id: int, now: datetime | None = None) -> None:
    """Time is called at every table that still plays: a move in its log (CO-13). Raises Passed."""
    night = locked(night_id)
    row, now = _running(night, round_id), now or timezone.now()
    if row.called_at is not None:
        raise Passed
    for laid in row.laid.filter(table__ended_at=None).order_by("table_id"):
        table = tables.locked(laid.table_id)
        try:
            append(table, Call())
        except (IllegalMove, Broken):  # over since, or called already, or past playing
            continue
    row.called_at = now
    row.save(update_fields=["called_at"])
    night.until = None
    changed(night, "until")


@transaction.atomic
def close_round(night_id: int, round_id: int, now: datetime | None = None, force: bool = False) -> bool:
    """The round is over: its points are read from its tables' logs, and everybody comes back. Says whether it is.

    ``force``: tables that still play are not waited for, and earn nothing. Raises Passed.
    """
    night = locked(night_id)
    row, now = _running(night, round_id), now or timezone.now()
    playing = [laid.table_id for laid in row.laid.select_related("table", "table__room") if not _is_over(laid.table)]
    if playing and not force:
        return False
    Table.objects.filter(pk__in=playing).update(ended_at=now)  # what was dealt there is played nowhere any more
    row.points = readings.as_json(readings.earned_in(row))
    row.done_at = now
    row.save(update_fields=["points", "done_at"])
    Spell.objects.filter(laid__round=row, until=None).update(until=now)
    night.room.host = None
    night.room.save(update_fields=["host"])
    for laid in row.laid.select_related("table") if row.way == Way.ALONE else ():
        tables.announce(laid.table)  # secrets and replays of the same deal open
    night.state, night.until, night.scene = State.STANDING, None, ""
    changed(night, "state", "until", "scene")
    return True


def keep_told(night_id: int, round_id: int) -> None:
    """A round that is done keeps what its logs tell of its cards. They are read before anything is locked."""
    row = Round.objects.filter(pk=round_id, told__isnull=True).exclude(done_at=None).first()
    if row is None:
        raise Passed
    told = msgspec.to_builtins(readings.told_in(row))
    with transaction.atomic():
        night = locked(night_id)
        if not Round.objects.filter(pk=round_id, told__isnull=True).update(told=told):
            raise Passed
        changed(night)


def _is_over(table: Table) -> bool:
    """A table whose log cannot be played any more keeps nobody waiting."""
    try:
        return table.ended_at is not None or load(table, timezone.now()).over
    except Broken:
        return True


@transaction.atomic
def pause_all(night_id: int, go: bool, now: datetime | None = None) -> None:
    """Every table of the floor waits, or goes on; what the round's box has lost by it, it gets back."""
    night = locked(night_id)
    row, now = _running(night), now or timezone.now()
    waited = timedelta(0)
    for laid in row.laid.filter(table__ended_at=None).order_by("table_id"):
        table = tables.locked(laid.table_id)
        try:
            play = load(table, now).play
            append(table, Resume() if go else Pause())
        except (IllegalMove, Broken):
            continue
        if go and play is not None and play.paused is not None:
            waited = max(waited, now - play.paused)
    if night.until is not None:
        night.until += waited
    changed(night, "until")
