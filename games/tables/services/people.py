"""Persons at a table: they come, come back, share a seat, change their name, host, and go."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.rules.kernel import DAY, IllegalMove
from games.rules.words import N_
from games.tables.models import Player, Table, new_code
from games.tables.services.common import NoSuchTable, afresh, announce, locked, require_host
from games.tables.services.course import log_seated
from games.tables.services.seats import close_ranks, find_seat

NICKNAME_LENGTH = 20


def clean_nickname(text: str) -> str:
    """A nickname without control characters and doubled spaces, at most 20 characters."""
    visible = "".join(char for char in text if char.isprintable())
    return " ".join(visible.split())[:NICKNAME_LENGTH]


@transaction.atomic
def join(
    table_id: int, nickname: str, language: str, livery: str = "", *, seat: bool = True, key: UUID | None = None
) -> Player:
    """A person comes to the table: into a free seat, else a new one, else a bot's; or only to watch.

    The first person to come is the host. The same ``key`` twice is one person. Raises IllegalMove (CO-6) if every seat
    is taken.
    """
    table = locked(table_id)
    if (come := _who_came(table, key)) is not None:
        return come
    player = Player(
        table=table,
        key=key,
        nickname=clean_nickname(nickname) or "?",
        language=language,
        recovery=new_code(8),
        seen_at=timezone.now(),
    )
    if seat:
        player.seat = find_seat(table, livery)
    player.save()
    if table.host_id is None:
        table.host = player
        table.save(update_fields=["host"])
    if player.seat is not None:
        player.seat.bot = ""
        player.seat.save()
        log_seated(table, player.seat.number, person=True)
    announce(table)
    return player


def _who_came(table: Table, key: UUID | None) -> Player | None:
    return None if key is None else table.players.filter(key=key).first()


@transaction.atomic
def join_team(table_id: int, code: str, nickname: str, language: str, *, key: UUID | None = None) -> Player:
    """Another phone for a seat that is shared by a team (CO-1). Raises NoSuchTable for a wrong code."""
    table = locked(table_id)
    if (come := _who_came(table, key)) is not None:
        return come
    seat = table.seats.filter(team_code=code.strip().upper()).first()
    if seat is None:
        raise NoSuchTable
    player = Player.objects.create(
        table=table,
        key=key,
        seat=seat,
        nickname=clean_nickname(nickname) or "?",
        language=language,
        recovery=new_code(8),
        seen_at=timezone.now(),
    )
    announce(table)
    return player


def take_another_seat(table_id: int, player: Player) -> Player:
    """The same person holds one more seat (QF-S4), as a player of its own. Raises IllegalMove if there is none."""
    table = player.table
    if not table.rules.several_seats or player.seat is None:
        raise IllegalMove("CO-1", N_("At this game everybody has one seat."))
    return join(table_id, player.nickname, player.language)


def recover(table_id: int, code: str) -> Player:
    """The player whose recovery code this is: a lost phone gets its seat back. Raises NoSuchTable for a wrong code."""
    player = Player.objects.filter(table_id=table_id, recovery=code.strip().upper()).first()
    if player is None:
        raise NoSuchTable
    return player


@transaction.atomic
def rename(player: Player, nickname: str, language: str) -> None:
    """Another nickname or language, at any moment. Raises NoSuchTable if the player has been removed."""
    player = afresh(locked(player.table_id), player)
    player.nickname = clean_nickname(nickname) or player.nickname
    player.language = language
    player.save(update_fields=["nickname", "language"])
    announce(player.table)


@transaction.atomic
def leave(table_id: int, player: Player) -> None:
    """A person gives the seat up and goes: before the game the seat goes too, mid-game it stays free."""
    table = locked(table_id)
    player = afresh(table, player)
    seat = player.seat
    if table.host_id == player.pk:
        table.host = _next_host(table, player)
        table.save(update_fields=["host"])
    alone = seat is not None and not seat.players.exclude(pk=player.pk).exists()
    if seat is not None and alone and table.begun_at is not None:
        log_seated(table, seat.number, person=False)  # before the player goes: a move of theirs may be on its way
    player.delete()
    if seat is not None and alone and table.begun_at is None:
        seat.delete()
        close_ranks(table)
    announce(table)


@transaction.atomic
def make_host(table_id: int, player: Player | None, heir_id: int) -> None:
    """The host hands the table over to another person."""
    table = locked(table_id)
    require_host(table, player)
    heir = table.players.filter(pk=heir_id).first()
    if heir is None:
        raise NoSuchTable
    table.host = heir
    table.save(update_fields=["host"])
    announce(table)


@transaction.atomic
def follow_host(table_id: int, now: datetime) -> None:
    """If the host has been gone for two minutes (24 h tables: a day), the next person clockwise follows (CO-6)."""
    table = locked(table_id)
    patience = timedelta(days=1) if table.options.get("clock") == DAY else timedelta(minutes=2)
    host = table.host
    if host is not None and host.seen_at is not None and now - host.seen_at <= patience:
        return
    heir = _next_host(table, host, since=now - timedelta(minutes=1))
    if heir is not None:
        table.host = heir
        table.save(update_fields=["host"])
        announce(table)


def _next_host(table: Table, host: Player | None, since: datetime | None = None) -> Player | None:
    """The next person clockwise from the host, among those seen since then; a spectator only if nobody sits."""
    people = table.players.all()
    if host is not None:
        people = people.exclude(pk=host.pk)
    if since is not None:
        people = people.filter(seen_at__gte=since)
    start = host.seat.number if host and host.seat else -1
    seats = max(1, table.seats.count())

    def distance(player: Player) -> tuple[bool, int, int]:
        seat = player.seat
        return seat is None, (seat.number - start - 1) % seats if seat else 0, player.pk

    return min(people.select_related("seat"), key=distance, default=None)


def forget_guests(before: datetime) -> int:
    """Takes the nicknames off tables that nobody has played at since then; returns how many were forgotten."""
    return (
        Player.objects.filter(table__opened_at__lt=before)
        .exclude(nickname="?")
        .exclude(seen_at__gte=before)
        .update(nickname="?")
    )


def last_seen(table: Table) -> datetime:
    """When somebody last looked at this table, as far as the database knows."""
    seen: datetime | None = table.players.aggregate(seen=Max("seen_at"))["seen"]
    return seen or table.begun_at or table.opened_at
