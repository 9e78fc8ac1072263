"""The next table of a room: the same game once more, or another one, for the same people."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from decks.models import Edition
from games.rules.kernel import IllegalMove
from games.rules.words import N_
from games.tables.models import Player, Seat, Table
from games.tables.services.common import BadOptions, afresh, locked, require_host
from games.tables.services.opening import open_table
from games.tables.services.people import come_along
from games.tables.services.seats import new_seat
from games.tables.snapshot import load


@transaction.atomic
def play_again(table_id: int, player: Player) -> Table:
    """The next table with the same people, seats, bots and options; the deck goes on where it stopped (SQ-P4).

    Whoever asks first opens it; later ones come along to it. Raises BadOptions if not even the cards of this game would
    do, NoSuchTable for a player who has been removed.
    """
    table = locked(table_id)
    player = afresh(table, player)
    following = last_of(table)
    if following == table:
        following = _once_more(table)
        for seat in table.seats.all():
            copy = Seat.objects.create(table=following, number=seat.number, livery=seat.livery, bot=seat.bot)
            _bring(following, seat.players.all(), copy)
        _bring(following, table.players.filter(seat=None), None)
    come_along(following.pk, player.guest)
    return following


@transaction.atomic
def another_game(
    table_id: int,
    player: Player | None,
    game: str,
    edition: Edition | None,
    options: Mapping[str, Any],
    *,
    also: Sequence[Edition] = (),
    picked: Sequence[str] = (),
    leads: bool = False,
    key: UUID | None = None,
) -> Table:
    """The host chooses another game for the room: its people sit down at it in their order, bots stay behind.

    ``leads``: the host leads it and does not play. Who finds no seat watches. Whoever comes second gets the table that
    was opened meanwhile. Raises NotYours, BadOptions, and IllegalMove while the game here still runs.
    """
    table = locked(table_id)
    require_host(table, player)
    following = last_of(table)
    if following != table:
        return following
    if table.begun_at is not None and table.ended_at is None:
        raise IllegalMove("", N_("The game here is not over yet."))
    where: dict[str, Any] = {"room": table.room, "follows": table}
    following = open_table(game, edition, options, also=also, picked=picked, key=key, **where)
    led, leads = table.players.filter(guest=table.room.host_id), leads or table.room.led
    playing = table.players.exclude(guest=table.room.host_id) if leads else table.players.all()
    if not leads and led.filter(seat=None).exists():  # has led until now
        _bring(following, led, new_seat(following))
        playing = playing.exclude(guest=table.room.host_id)
    for seat in table.seats.filter(players__in=playing).distinct():
        free = following.seats.count() + 1 < following.rules.seats.stop
        _bring(following, playing.filter(seat=seat), new_seat(following, seat.livery) if free else None)
    _bring(following, [*playing.filter(seat=None), *(led[:1] if leads else ())], None)
    return following


def last_of(table: Table) -> Table:
    """The table that has taken this one's place in the room by now; itself if none has."""
    while (following := table.next_tables.order_by("pk").first()) is not None:
        table = following
    return table


def _once_more(table: Table) -> Table:
    snapshot = load(table, timezone.now())
    options = dict(table.options)
    if snapshot.play is not None:
        options |= snapshot.rules.go_on(snapshot.play.state, snapshot.game.pack)
    edition = table.edition and (table.edition.deck.current or table.edition)
    also = [one.deck.current or one for one in table.also.select_related("deck")]
    where: dict[str, Any] = {"picked": table.picked, "room": table.room, "follows": table}
    try:
        with transaction.atomic():
            return open_table(table.game, edition, options, also=also, **where)
    except BadOptions:  # the deck has changed meanwhile: then with the very cards of this game
        return open_table(table.game, table.edition, dict(table.options), also=list(table.also.all()), **where)


def _bring(following: Table, players: Iterable[Player], seat: Seat | None) -> None:
    """Whoever shared a seat shares this one at the next table; without a seat they watch."""
    for player in players:
        Player.objects.create(table=following, guest_id=player.guest_id, seat=seat)
