"""The next table for the same people."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.rules.kernel import IllegalMove
from games.tables.models import Player, Table
from games.tables.models import Seat as SeatRow
from games.tables.services.common import BadOptions, afresh, locked
from games.tables.services.opening import open_table
from games.tables.services.people import join
from games.tables.snapshot import load


@transaction.atomic
def play_again(table_id: int, player: Player) -> tuple[Table, dict[int, int]]:
    """The next table with the same people, seats, bots and options; the deck goes on where it stopped (SQ-P4).

    Whoever asks first opens it; later ones get the same. Returns it and which new player each old one has become.
    Raises BadOptions if not even the cards of this game would do, NoSuchTable for a player who has been removed.
    """
    table = locked(table_id)
    player = afresh(table, player)
    following = table.next_tables.order_by("opened_at").first()
    if following is None:
        following = _open_next(table)
    heirs = {}
    for old in table.players.all():
        new = following.players.filter(recovery=old.recovery).first()
        if new is not None:
            heirs[old.pk] = new.pk
    if player.pk not in heirs:
        heirs[player.pk] = _come_along(following, player).pk
    return following, heirs


def _come_along(following: Table, player: Player) -> Player:
    """Somebody who was not yet here when the next table was laid: a seat, or only to watch if there is none."""
    try:
        with transaction.atomic():
            return join(following.pk, player.nickname, player.language)
    except IllegalMove:
        return join(following.pk, player.nickname, player.language, seat=False)


def _open_next(table: Table) -> Table:
    snapshot = load(table, timezone.now())
    options = dict(table.options)
    if snapshot.play is not None:
        options |= snapshot.rules.go_on(snapshot.play.state, snapshot.game.pack)
    edition = table.edition and (table.edition.deck.current or table.edition)
    also = [one.deck.current or one for one in table.also.select_related("deck")]
    more: dict[str, Any] = {"picked": table.picked, "private": table.private, "follows": table}
    try:
        with transaction.atomic():
            following = open_table(table.game, edition, options, also=also, **more)
    except BadOptions:  # the deck has changed meanwhile: then with the very cards of this game
        following = open_table(table.game, table.edition, dict(table.options), also=list(table.also.all()), **more)
    for seat in table.seats.all():
        copy = SeatRow.objects.create(table=following, number=seat.number, livery=seat.livery, bot=seat.bot)
        for old in seat.players.all():
            _copy_player(old, following, copy)
    for old in table.players.filter(seat=None):
        _copy_player(old, following, None)
    host = table.host
    following.host = following.players.filter(recovery=host.recovery).first() if host else None
    following.save(update_fields=["host"])
    return following


def _copy_player(old: Player, table: Table, seat: SeatRow | None) -> None:
    Player.objects.create(
        table=table,
        seat=seat,
        nickname=old.nickname,
        language=old.language,
        recovery=old.recovery,
        seen_at=old.seen_at,
    )
