"""Who or what sits where: new and free seats, bots, persons, in what colour."""

from contextlib import suppress
from typing import Final

from django.db import transaction
from django.db.models import Q

from games.rules.kernel import IllegalMove
from games.rules.play import AnyRules
from games.rules.words import N_
from games.tables.models import Guest, Player, Strength, Table
from games.tables.models import Seat as SeatRow
from games.tables.services.common import NoSuchTable, afresh, announce, locked, require_host
from games.tables.services.course import log_seated
from games.tables.snapshot import Broken


@transaction.atomic
def add_bot(table_id: int, player: Player | None, strength: str) -> None:
    """A bot takes a free or a new seat. Raises IllegalMove if there is no room."""
    table = locked(table_id)
    require_host(table, player)
    strength = strength if strength in Strength.values else Strength.MEDIUM
    free = next((s for s in table.seats.all() if not s.bot and not s.players.exists()), None)
    if free is None:
        if table.begun_at is not None or table.seats.count() + 1 >= table.rules.seats.stop:
            raise IllegalMove("CO-6", N_("There is no free seat for a bot."))
        new_seat(table, bot=strength)
    else:
        free.bot = strength
        free.save()
        log_seated(table, free.number, person=False)
    announce(table)


PARTY: Final = 4  # so many make a good round where fewer could play, too


def party(rules: AnyRules) -> int:
    """Up to how many seats the bots' button fills at once."""
    return min(max(rules.seats.start, PARTY), rules.seats.stop - 1)


@transaction.atomic
def fill_with_bots(table_id: int, player: Player | None, strength: str) -> None:
    """Before the game: bots sit down until enough are there for a good round; if they are, one more comes.

    Raises IllegalMove if there is no room.
    """
    table = locked(table_id)
    require_host(table, player)
    for _ in range(max(1, party(table.rules) - table.seats.count())):
        add_bot(table_id, player, strength)


@transaction.atomic
def hand_to_bot(table_id: int, player: Player | None, number: int, strength: str) -> None:
    """The host gives a seat to a bot, mid-game, nothing lost (CO-6). Whoever sat there becomes a spectator."""
    table = locked(table_id)
    require_host(table, player)
    seat = seat_at(table, number)
    seat.players.update(seat=None)
    seat.bot = strength if strength in Strength.values else Strength.MEDIUM
    seat.save()
    log_seated(table, number, person=False)
    announce(table)


@transaction.atomic
def hand_to_person(table_id: int, player: Player | None, number: int, heir_id: int) -> None:
    """The host gives a seat to somebody who watches, mid-game, nothing lost (CO-6)."""
    table = locked(table_id)
    require_host(table, player)
    seat = seat_at(table, number)
    heir = table.players.filter(pk=heir_id, seat=None).first()
    if heir is None:
        raise IllegalMove("CO-6", N_("A seat can be handed to somebody who is watching."))
    seat.players.update(seat=None)
    heir.seat = seat
    heir.save(update_fields=["seat"])
    seat.bot = ""
    seat.save()
    log_seated(table, number, person=True)
    announce(table)


@transaction.atomic
def remove(table_id: int, player: Player | None, number: int) -> None:
    """The host clears a seat: before the game it goes, mid-game it stays free. Its players become spectators."""
    table = locked(table_id)
    require_host(table, player)
    seat = seat_at(table, number)
    seat.players.update(seat=None)
    if table.begun_at is None:
        seat.delete()
        close_ranks(table)
    else:
        seat.bot = ""
        seat.save()
        log_seated(table, number, person=False)
    announce(table)


@transaction.atomic
def stand_up(table_id: int, player: Player) -> None:
    """Before the game: a person gives the seat up and watches, such as a teacher who deals without playing."""
    table = locked(table_id)
    player = afresh(table, player)
    if table.begun_at is not None or player.seat is None:
        raise IllegalMove("CO-6", N_("Seats are given up before the game begins."))
    seat = player.seat
    player.seat = None
    player.save(update_fields=["seat"])
    if not seat.players.exists():
        seat.delete()
        close_ranks(table)
    announce(table)


@transaction.atomic
def sit_down(table_id: int, player: Player, livery: str = "") -> None:
    """Somebody who watched takes a seat. Raises IllegalMove (CO-6) if every seat is taken."""
    table = locked(table_id)
    player = afresh(table, player)
    if player.seat is not None:
        return
    seat = find_seat(table, livery)
    seat.bot = ""
    seat.save()
    player.seat = seat
    player.save(update_fields=["seat"])
    log_seated(table, seat.number, person=True)
    announce(table)


def find_seat(table: Table, livery: str) -> SeatRow:
    """The seat for a newcomer: a free one, a new one while there is room, or a bot's."""
    seats = list(table.seats.all())
    free = [seat for seat in seats if not seat.bot and not seat.players.exists()]
    if free:
        return free[0]
    grows = table.begun_at is None or table.rules.latecomers
    if grows and len(seats) + 1 < table.rules.seats.stop:
        return new_seat(table, livery)
    bots = [seat for seat in seats if seat.bot]
    if bots:
        return bots[0]
    raise IllegalMove("CO-6", N_("Every seat is taken. You can watch."))


def still_at(table: Table, guest: Guest) -> list[Table]:
    """This table and all others of its room that the guest is at and that are not over, locked, the newest last."""
    at = Player.objects.filter(guest=guest).filter(Q(table=table) | Q(table__ended_at=None))
    found = Table.objects.select_for_update(no_key=True).filter(pk__in=at.values("table")).order_by("pk")
    for one in found:
        one.room = table.room
    return list(found)


def give_up(table: Table, guest: Guest) -> None:
    """A guest goes from this table: before the game their seats go too, mid-game they stay free."""
    for player in table.players.filter(guest=guest).select_related("seat"):
        seat = player.seat
        alone = seat is not None and not seat.players.exclude(pk=player.pk).exists()
        if seat is not None and alone and table.begun_at is not None:
            with suppress(Broken):  # where nothing can be played any more, nobody waits for this seat
                log_seated(table, seat.number, person=False)  # before the player goes: a move may be on its way
        player.delete()
        if seat is not None and alone and table.begun_at is None:
            seat.delete()
            close_ranks(table)
    announce(table)


def has_room(table: Table) -> bool:
    """Could a newcomer sit down, be it in a bot's place?"""
    grows = table.begun_at is None or table.rules.latecomers
    more = grows and table.seats.count() + 1 < table.rules.seats.stop
    return more or table.seats.filter(players=None).exists()


def new_seat(table: Table, livery: str = "", bot: str = "") -> SeatRow:
    """One more seat at the table, in the wished colour if nobody has it yet."""
    seats = list(table.seats.all())
    taken = [seat.livery for seat in seats]
    colours = table.rules.liveries
    if livery not in colours or livery in taken:
        livery = min(colours, key=lambda colour: (taken.count(colour), colours.index(colour)))
    return SeatRow.objects.create(table=table, number=len(seats), livery=livery, bot=bot)


def seat_at(table: Table, number: int) -> SeatRow:
    seat = table.seats.filter(number=number).first()
    if seat is None:
        raise NoSuchTable
    return seat


def close_ranks(table: Table) -> None:
    """Seats are numbered without gaps before the game begins."""
    for number, seat in enumerate(table.seats.order_by("number")):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
