"""The host at the door of the room: who may come in, under what name, and who must not come back."""

from django.db import transaction
from django.utils import timezone

from games.rules.kernel import IllegalMove
from games.rules.words import N_
from games.tables.models import Guest, Player, Table
from games.tables.services.common import NoSuchTable, announce, locked, require_host
from games.tables.services.names import drawn_name, free_name
from games.tables.services.seats import give_up, still_at

STAND_IN = {"0": 0, "20": 20, "120": 120, "never": None}  # the host's choices: seconds until a bot plays


@transaction.atomic
def remove_for_good(table_id: int, player: Player | None, person_id: int) -> None:
    """The host sends somebody out of the room: that browser does not come in again, and the name stands nowhere.

    Raises NotYours for anybody but the host, NoSuchTable for somebody who is not there, IllegalMove for the host.
    """
    table = locked(table_id)
    guest = _guest(table, player, person_id)
    if guest.pk == table.room.host_id:
        raise IllegalMove("", N_("The host cannot be sent out."))
    guest.removed_at, guest.nickname = timezone.now(), "?"
    guest.save(update_fields=["removed_at", "nickname"])
    for one in still_at(table, guest):
        give_up(one, guest)
    guest.players.all().delete()


@transaction.atomic
def rename_person(table_id: int, player: Player | None, person_id: int, nickname: str) -> None:
    """The host gives somebody another name. Raises NotYours, NoSuchTable, IllegalMove for a name nobody may have."""
    table = locked(table_id)
    guest = _guest(table, player, person_id)
    guest.nickname = free_name(table.room, nickname, guest)
    guest.save(update_fields=["nickname"])
    announce(table)


@transaction.atomic
def close_door(table_id: int, player: Player | None, *, closed: bool) -> None:
    """The host closes the door, so that nobody new finds the room, or opens it again. Raises NotYours."""
    _decide(table_id, player, "closed", closed)


@transaction.atomic
def mute(table_id: int, player: Player | None, *, muted: bool) -> None:
    """The host keeps what people type as answers off the big screen, or lets it be shown. Raises NotYours."""
    _decide(table_id, player, "mute", muted)


def _decide(table_id: int, player: Player | None, field: str, value: bool) -> None:
    table = locked(table_id)
    require_host(table, player)
    setattr(table.room, field, value)
    table.room.save(update_fields=[field])
    announce(table)


@transaction.atomic
def draw_names(table_id: int, player: Player | None, *, drawn: bool) -> None:
    """The host has names drawn by lot, for all who are here but the host and all who come; or lets them be typed again.

    Raises NotYours.
    """
    table = locked(table_id)
    require_host(table, player)
    room = table.room
    if drawn and not room.drawn:
        for guest in room.guests.filter(removed_at=None).exclude(pk=room.host_id or 0):
            guest.nickname = drawn_name(room, guest.language)
            guest.save(update_fields=["nickname"])
    room.drawn = drawn
    room.save(update_fields=["drawn"])
    announce(table)


@transaction.atomic
def let_stand_in(table_id: int, player: Player | None, after: str) -> None:
    """The host says when a bot plays for somebody who has left: one of STAND_IN. Raises NotYours."""
    table = locked(table_id)
    require_host(table, player)
    if after in STAND_IN:
        table.room.stand_in = STAND_IN[after]
        table.room.save(update_fields=["stand_in"])
        announce(table)


def _guest(table: Table, player: Player | None, person_id: int) -> Guest:
    require_host(table, player)
    person = table.players.filter(pk=person_id).select_related("guest").first()
    if person is None:
        raise NoSuchTable
    return person.guest
