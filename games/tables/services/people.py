"""Persons in a room and at its tables: they come, come back, share a seat, change their name, host, and go."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.rules.kernel import DAY, IllegalMove
from games.rules.words import N_
from games.tables.models import Guest, Player, Room, Table, new_code
from games.tables.models import Seat as SeatRow
from games.tables.services.common import NoSuchTable, afresh, announce, locked, require_host
from games.tables.services.course import log_seated
from games.tables.services.names import drawn_name, free_name
from games.tables.services.seats import find_seat, give_up, still_at


@transaction.atomic
def join(
    table_id: int,
    nickname: str,
    language: str,
    livery: str = "",
    *,
    seat: bool = True,
    key: UUID | None = None,
    guest: Guest | None = None,
) -> Player:
    """A person comes to the table: into a free seat, else a new one, else a bot's; or only to watch.

    ``guest``: who this browser is in the room already. The first person to come is the host. The same ``key`` twice is
    one person. Raises IllegalMove (CO-6) if every seat is taken or the name cannot be had, NoSuchTable for
    somebody new if the door is closed.
    """
    table = locked(table_id)
    guest = _welcome(table.room, nickname, language, key, guest)
    come = table.players.filter(guest=guest).first()
    return come or _take_place(table, guest, find_seat(table, livery) if seat else None)


@transaction.atomic
def join_team(
    table_id: int, code: str, nickname: str, language: str, *, key: UUID | None = None, guest: Guest | None = None
) -> Player:
    """Another phone for a seat that is shared by a team (CO-1). Raises NoSuchTable for a wrong code."""
    table = locked(table_id)
    seat = table.seats.filter(team_code=code.strip().upper()).first()
    if seat is None:
        raise NoSuchTable
    guest = _welcome(table.room, nickname, language, key, guest)
    come = table.players.filter(guest=guest).first()
    return come or _take_place(table, guest, seat)


@transaction.atomic
def come_along(table_id: int, guest: Guest) -> Player:
    """A guest of the room comes to its next table: a seat, or only to watch if there is none."""
    table = locked(table_id)
    if (come := table.players.filter(guest=guest).first()) is not None:
        return come
    try:
        seat = find_seat(table, "")
    except IllegalMove:
        seat = None
    return _take_place(table, guest, seat)


def _welcome(room: Room, nickname: str, language: str, key: UUID | None, guest: Guest | None) -> Guest:
    """The guest who comes with this form: somebody known, who may have another name by now, or somebody new."""
    before = room.guests.filter(key=key).first() if guest is None and key is not None else None
    if guest is not None or before is not None:
        known = still_welcome(room, guest or before)
        if before is None:
            _name(room, known, nickname, language)
        return known
    if room.closed:
        raise NoSuchTable
    name = drawn_name(room, language) if room.drawn else free_name(room, nickname)
    now = timezone.now()
    return Guest.objects.create(room=room, key=key, nickname=name, language=language, recovery=new_code(8), seen_at=now)


def still_welcome(room: Room, guest: Guest | None) -> Guest:
    """The guest as the locked room knows them now. Raises NoSuchTable for somebody who has just been sent out."""
    known = room.guests.filter(pk=guest.pk, removed_at=None).first() if guest is not None else None
    if known is None:
        raise NoSuchTable
    return known


def _name(room: Room, guest: Guest, nickname: str, language: str) -> None:
    """Where names are drawn, and in a lesson, only the host may choose another one."""
    if room.named or room.host_id == guest.pk:
        guest.nickname = free_name(room, nickname or guest.nickname, guest)
    guest.language = language
    guest.save(update_fields=["nickname", "language"])


def _take_place(table: Table, guest: Guest, seat: SeatRow | None) -> Player:
    alone = seat is not None and not seat.players.exists()
    player = Player.objects.create(table=table, guest=guest, seat=seat)
    room = table.room
    if room.host_id is None and not room.led:
        room.host = guest
        room.save(update_fields=["host"])
    if seat is not None and alone:
        seat.bot = ""
        seat.save()
        log_seated(table, seat.number, person=True)
    announce(table)
    return player


@transaction.atomic
def take_another_seat(table_id: int, player: Player) -> Player:
    """The same person holds one more seat (QF-S4), as a player of its own. Raises IllegalMove if there is none."""
    table = locked(table_id)
    player = afresh(table, player)
    if not table.rules.several_seats or player.seat is None:
        raise IllegalMove("CO-1", N_("At this game everybody has one seat."))
    return _take_place(table, player.guest, find_seat(table, ""))


def recover(table_id: int, code: str) -> Guest:
    """The guest whose recovery code this is: a lost phone gets its seat back. Raises NoSuchTable for a wrong code."""
    guest = Guest.objects.filter(room__tables=table_id, recovery=code.strip().upper(), removed_at=None).first()
    if guest is None:
        raise NoSuchTable
    return guest


@transaction.atomic
def rename(player: Player, nickname: str, language: str) -> None:
    """Another nickname or language, at any moment.

    Raises NoSuchTable if the player has been removed, IllegalMove for a name that nobody may have.
    """
    table = locked(player.table_id)
    player = afresh(table, player)
    _name(table.room, player.guest, nickname, language)
    announce(table)


@transaction.atomic
def leave(table_id: int, player: Player) -> None:
    """A person leaves the room: gives up every seat held here and wherever the room has gone on to meanwhile.

    Before the game a seat goes too, mid-game it stays free.
    """
    table = locked(table_id)
    guest = afresh(table, player).guest
    tables = still_at(table, guest)
    if table.room.host_id == guest.pk:
        newest = tables[-1]
        there = newest.players.select_related("seat").filter(guest=guest).first()
        heir = None if table.room.led else _next_host(newest, there)
        table.room.host = None if heir is None else heir.guest
        table.room.save(update_fields=["host"])
    for one in tables:
        give_up(one, guest)


@transaction.atomic
def make_host(table_id: int, player: Player | None, heir_id: int) -> None:
    """The host hands the table over to another person."""
    table = locked(table_id)
    require_host(table, player)
    heir = table.players.filter(pk=heir_id).first()
    if heir is None:
        raise NoSuchTable
    table.room.host_id = heir.guest_id
    table.room.save(update_fields=["host"])
    announce(table)


@transaction.atomic
def lead(table_id: int, player: Player) -> None:
    """A room gets a leader, such as a teacher: its host from now on, whom nobody follows when they are gone."""
    table = locked(table_id)
    table.room.host, table.room.led = afresh(table, player).guest, True
    table.room.save(update_fields=["host", "led"])
    announce(table)


@transaction.atomic
def follow_host(table_id: int, now: datetime) -> None:
    """If the host has been gone for two minutes (24 h tables: a day), the next person clockwise follows (CO-6).

    At a table that the room has left nobody does: the host may be at the next one, and never have been at this one.
    """
    table = locked(table_id)
    if table.room.led or table.next_tables.exists():
        return
    patience = timedelta(days=1) if table.options.get("clock") == DAY else timedelta(minutes=2)
    host = table.host
    seen = None if host is None else host.guest.seen_at
    if seen is not None and now - seen <= patience:
        return
    heir = _next_host(table, host, since=now - timedelta(minutes=1))
    if heir is not None:
        table.room.host = heir.guest
        table.room.save(update_fields=["host"])
        announce(table)


def _next_host(table: Table, host: Player | None, since: datetime | None = None) -> Player | None:
    """The next person clockwise from the host, among those seen since then; a spectator only if nobody sits."""
    people = table.players.all()
    if host is not None:
        people = people.exclude(guest=host.guest_id)
    if since is not None:
        people = people.filter(guest__seen_at__gte=since)
    start = host.seat.number if host and host.seat else -1
    seats = max(1, table.seats.count())

    def distance(player: Player) -> tuple[bool, int, int]:
        seat = player.seat
        return seat is None, (seat.number - start - 1) % seats if seat else 0, player.pk

    return min(people.select_related("seat", "guest"), key=distance, default=None)


def forget_guests(before: datetime) -> int:
    """Takes the nicknames off rooms that nobody has played in since then; returns how many were forgotten."""
    return (
        Guest.objects.filter(room__opened_at__lt=before)
        .exclude(nickname="?")
        .exclude(seen_at__gte=before)
        .update(nickname="?")
    )


def last_seen(table: Table) -> datetime:
    """When somebody last looked at this table, as far as the database knows."""
    seen: datetime | None = table.players.aggregate(seen=Max("guest__seen_at"))["seen"]
    return seen or table.begun_at or table.opened_at
