"""Guests of a night: they come in, join a team, choose a table, come late, step out, come back, are removed."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from msgspec import to_builtins

from games.nights import seating
from games.nights.models import Attendance, Laid, Night, Spell, State
from games.nights.seating import Way
from games.nights.services.common import NoSuchNight, Passed, changed, locked
from games.nights.services.floor import fit, mates, seating_of
from games.nights.services.sending import lay_one_more
from games.rules.kernel import IllegalMove
from games.rules.words import N_
from games.tables import services as tables
from games.tables.models import Guest, Player, Strength, new_code
from games.tables.services.course import log_seated
from games.tables.services.names import drawn_name, free_name, looks
from games.tables.services.people import still_welcome


@transaction.atomic
def come_in(
    night_id: int,
    nickname: str,
    language: str,
    team: int | None = None,
    *,
    key: UUID | None = None,
    guest: Guest | None = None,
    leads: bool = False,
    watching: bool = False,
) -> Guest:
    """Somebody comes, once for the whole evening; in the middle of a round they get the next free or bot's seat.

    ``leads``: this is a host, who may be called so. ``watching``: they do not play. Raises NoSuchNight if the doors are
    not open, or closed, and IllegalMove for a name that cannot be had.
    """
    night = locked(night_id)
    if night.state in (State.PLANNED, State.ENDED):
        raise NoSuchNight
    guest = _welcome(night, nickname, language, key, guest, leads)
    attendance, new = Attendance.objects.get_or_create(guest=guest, defaults={"night": night, "watching": watching})
    if team is not None and night.teams.filter(pk=team).exists():
        attendance.team_id = team
        attendance.save(update_fields=["team"])
    if new and not watching:
        _find_place(night, guest)
    changed(night)
    return guest


def _welcome(night: Night, nickname: str, language: str, key: UUID | None, guest: Guest | None, leads: bool) -> Guest:
    if guest is None and key is not None:
        guest = night.room.guests.filter(key=key).first()
        if guest is not None:
            return still_welcome(night.room, guest)
    if guest is not None:
        guest = still_welcome(night.room, guest)
    elif night.room.closed:
        raise NoSuchNight
    name = drawn_name(night.room, language) if night.drawn_names else _name(night, nickname, guest, leads)
    if guest is None:
        return Guest.objects.create(
            room=night.room,
            key=key,
            nickname=name,
            language=language,
            recovery=new_code(8),
            seen_at=timezone.now(),
        )
    if not night.drawn_names:
        guest.nickname = name
    guest.language = language
    guest.save(update_fields=["nickname", "language"])
    return guest


def _name(night: Night, nickname: str, guest: Guest | None, leads: bool = False) -> str:
    """A name that nobody else has here. Raises IllegalMove for one that could be taken for a host's."""
    hosts = {looks(name) for one in (night.host, *night.cohosts.all()) for name in (one.get_username(), one.first_name)}
    if not leads and looks(nickname) in hosts - {""}:
        raise IllegalMove("", N_("Please choose another name: this one could be taken for the host’s."))
    return free_name(night.room, nickname, guest, leads)


def _find_place(night: Night, guest: Guest) -> None:
    """The preview gets another seat, or a running table another person."""
    if night.state == State.SEATING:
        fit(night)
    elif night.state == State.RUNNING:
        seat_latecomer(night, guest)


def seat_latecomer(night: Night, guest: Guest, now: datetime | None = None) -> bool:
    """A seat at a running table for somebody who has none: their team's, a free one, or a bot's. Says whether."""
    row, now = night.current, now or timezone.now()
    if row is None or row.called_at is not None or row.leader_id == guest.pk:
        return False
    if Spell.objects.filter(guest=guest, until=None).exists():
        return False
    mine = Spell.objects.filter(guest=guest, laid__round=row).order_by("-since").first()
    if row.way == Way.ALONE:
        if mine is not None:  # nobody plays the same deal twice
            return _sit_down(mine.laid, guest, now, mine.seat)
        lay_one_more(night, row, guest, now)
        return True
    if row.way == Way.TEAMS:
        shared = Spell.objects.filter(laid__round=row, guest__in=mates(night, guest), until=None).first()
        if shared is not None and _sit_down(shared.laid, guest, now, shared.seat, with_others=True):
            return True
    counted = row.laid.filter(table__ended_at=None).annotate(persons=Count("spells")).order_by("persons", "number")
    running: list[Laid] = list(counted)
    if mine is not None:  # back to the same seat, if it is still there
        running = [mine.laid, *(laid for laid in running if laid.pk != mine.laid_id)]
    for laid in running:
        if _sit_down(laid, guest, now, mine.seat if mine is not None and laid.pk == mine.laid_id else None):
            return True
    return False


def _sit_down(laid: Laid, guest: Guest, now: datetime, wished: int | None, with_others: bool = False) -> bool:
    """``with_others``: into the wished seat, whoever holds it already: a team's."""
    table = tables.locked(laid.table_id)
    if table.ended_at is not None:
        return False
    seats = list(table.seats.prefetch_related("players"))
    free = [seat for seat in seats if seat.bot or not seat.players.all() or (with_others and seat.number == wished)]
    free.sort(key=lambda seat: (seat.number != wished, bool(seat.bot), seat.number))
    if not free and table.rules.latecomers and len(seats) + 1 < table.rules.seats.stop:
        free = [tables.new_seat(table)]
    if not free:
        return False
    seat = free[0]
    alone = not seat.players.exists()
    Player.objects.filter(table=table, guest=guest).delete()
    Player.objects.create(table=table, guest=guest, seat=seat)
    if alone:
        seat.bot = ""
        seat.save()
        log_seated(table, seat.number, person=True)
    Spell.objects.create(laid=laid, guest=guest, seat=seat.number, since=now)
    tables.announce(table)
    return True


def _stand_up(night: Night, guest: Guest, now: datetime) -> None:
    """A bot stands in for them, at every table where they hold a seat."""
    for spell in Spell.objects.filter(guest=guest, until=None, laid__round__night=night).select_related("laid"):
        table = tables.locked(spell.laid.table_id)
        seat = table.seats.filter(number=spell.seat).first()
        Player.objects.filter(table=table, guest=guest).update(seat=None)
        if seat is not None and not seat.players.exists() and table.ended_at is None:
            seat.bot = Strength.MEDIUM
            seat.save()
            log_seated(table, seat.number, person=False)
        spell.until = now
        spell.save(update_fields=["until"])
        tables.announce(table)


@transaction.atomic
def step_out(night_id: int, guest_id: int, now: datetime | None = None) -> None:
    """They only watch from now on, and a bot stands in; they may come back to the same seat."""
    night = locked(night_id)
    attendance = _of(night, guest_id)
    attendance.watching = True
    attendance.save(update_fields=["watching"])
    _stand_up(night, attendance.guest, now or timezone.now())
    fit(night)
    changed(night)


@transaction.atomic
def step_in(night_id: int, guest_id: int, now: datetime | None = None) -> None:
    """They play again: at the same seat if it is still there, else at the next free or bot's one."""
    night = locked(night_id)
    attendance = _of(night, guest_id)
    attendance.watching = False
    attendance.save(update_fields=["watching"])
    if night.state == State.RUNNING:
        seat_latecomer(night, attendance.guest, now)
    fit(night)
    changed(night)


@transaction.atomic
def remove(night_id: int, guest_id: int, now: datetime | None = None) -> None:
    """Out for good: their browser does not come in again, their name stands nowhere any more, the seat is free."""
    night = locked(night_id)
    attendance = _of(night, guest_id)
    guest, now = attendance.guest, now or timezone.now()
    _stand_up(night, guest, now)
    if night.room.host_id == guest.pk:
        night.room.host = None
        night.room.save(update_fields=["host"])
    guest.players.all().delete()
    guest.removed_at = now
    guest.save(update_fields=["removed_at"])
    fit(night)
    changed(night)


@transaction.atomic
def rename(night_id: int, guest_id: int, nickname: str, language: str = "", leads: bool = False) -> None:
    """Another name, or another language. ``leads``: a host renames themselves. Raises IllegalMove as `come_in`."""
    night = locked(night_id)
    guest = _of(night, guest_id).guest
    guest.nickname = _name(night, nickname or guest.nickname, guest, leads)
    guest.language = language or guest.language
    guest.save(update_fields=["nickname", "language"])
    changed(night)
    for spell in Spell.objects.filter(guest=guest, until=None).select_related("laid__table"):
        tables.announce(spell.laid.table)


@transaction.atomic
def join_team(night_id: int, guest_id: int, team_id: int | None) -> None:
    """Into this team; without one into the smallest. Raises Passed when the places have been told."""
    night = locked(night_id)
    if night.state in (State.FINALE, State.ENDED):
        raise Passed
    attendance = _of(night, guest_id)
    teams = {team.pk: team.members for team in night.teams.annotate(members=Count("attendances"))}
    if not teams:
        raise Passed
    chosen = team_id if team_id in teams else min(teams, key=lambda team: (teams[team], team))
    attendance.team_id = chosen
    attendance.save(update_fields=["team"])
    changed(night)


@transaction.atomic
def wish(night_id: int, guest_id: int, table: int, now: datetime | None = None) -> None:
    """A table chosen on the floor plan, from 0 on, while a round is being seated by free choice; if it has room.

    Raises Passed at any other moment.
    """
    night = locked(night_id)
    attendance, row = _of(night, guest_id), night.current
    if night.state != State.SEATING or row is None or row.way != Way.CHOICE:
        raise Passed
    attendance.wish, attendance.wished_at = table, now or timezone.now()
    attendance.save(update_fields=["wish", "wished_at"])
    row.seating = to_builtins(seating.moved(seating_of(row), guest_id, table, row.item.likes))
    row.save(update_fields=["seating"])
    changed(night)


@transaction.atomic
def look_at(night_id: int, guest_id: int, number: int) -> None:
    """Whoever has no table, or whose table is done, watches the one of this number; 0 for none.

    Raises Passed if no round runs.
    """
    night = locked(night_id)
    if night.state != State.RUNNING:
        raise Passed
    attendance = _of(night, guest_id)
    attendance.wish = number or None
    attendance.save(update_fields=["wish"])
    changed(night)


@transaction.atomic
def move_to(night_id: int, guest_id: int, number: int, now: datetime | None = None) -> None:
    """To another table of the running round: a bot takes over the old seat. Raises Passed if there is no room."""
    night = locked(night_id)
    row, now = night.current, now or timezone.now()
    guest = _of(night, guest_id).guest
    laid = None if row is None else row.laid.filter(number=number, table__ended_at=None).first()
    if night.state != State.RUNNING or laid is None or (row is not None and row.leader_id == guest.pk):
        raise Passed
    _stand_up(night, guest, now)
    if not _sit_down(laid, guest, now, None):
        seat_latecomer(night, guest, now)
    changed(night)


@transaction.atomic
def close_door(night_id: int, closed: bool) -> None:
    """Nobody new comes in, or again everybody may."""
    night = locked(night_id)
    night.room.closed = closed
    night.room.save(update_fields=["closed"])
    changed(night)


def note_seen(guests: list[int], now: datetime) -> None:
    """These were here just now."""
    Guest.objects.filter(pk__in=sorted(guests)).update(seen_at=now)


def _of(night: Night, guest_id: int) -> Attendance:
    found = night.attendances.select_related("guest").filter(guest=guest_id, guest__removed_at=None).first()
    if found is None:
        raise NoSuchNight
    return found
