"""A table is opened, and its game begins."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from decks.models import Edition
from games.rules.kernel import BadOption, IllegalMove, Options, Seat
from games.rules.pack import NO_CARDS, Pack
from games.rules.play import Begin
from games.rules.words import N_, P_, say
from games.tables.models import Player, Room, Table
from games.tables.services.common import BadOptions, announce, free_codes, locked, once, require_host
from games.tables.services.course import append
from games.tables.services.seats import close_ranks
from games.tables.snapshot import cards_of, mixture


@transaction.atomic
def open_table(
    game: str,
    edition: Edition | None,
    options: Mapping[str, Any],
    *,
    also: Sequence[Edition] = (),
    picked: Sequence[str] = (),
    private: bool = False,
    opened_by: User | None = None,
    room: Room | None = None,
    follows: Table | None = None,
    key: UUID | None = None,
) -> Table:
    """A new table with its options, nobody there yet. Raises BadOptions if they cannot be played with.

    ``also``: decks to mix in; ``picked``: only these of all their cards (QS-S4). ``room``: where it stands; else a new
    one is opened for it, ``private`` or not. ``follows``: the table it takes the place of there. The same ``key`` twice
    is one table.
    """
    if key is not None:
        once(key)
        if (opened := Table.objects.filter(key=key).first()) is not None:
            return opened
    table = Table(
        key=key,
        game=game,
        edition=edition,
        picked=list(picked),
        options=dict(options),
        follows=follows,
    )
    cards = NO_CARDS if edition is None else mixture((edition.pk, *sorted(one.pk for one in also)), tuple(picked))
    check_options(table, cards, seats=None)
    (table.code,) = free_codes(1)
    table.room = room or Room.objects.create(code=table.code, private=private, opened_by=opened_by)
    table.save()
    table.also.set(also)
    if follows is not None:
        announce(follows)
    return table


def check_options(table: Table, pack: Pack, seats: int | None) -> Options:
    """The table's options, ready to play these cards with so many seats (any number that the game allows if None).

    Raises BadOptions with the reason per field.
    """
    rules = table.rules
    try:
        options: Options = msgspec.convert(table.options, rules.Options)
    except msgspec.ValidationError as error:
        raise BadOptions([BadOption("", say(N_("This game cannot be played with these options.")))]) from error
    problems: list[BadOption] = []
    for count in rules.seats if seats is None else (seats,):
        found = list(rules.bad_options(options, count, pack))
        if not found:
            return options
        problems = problems or found  # with the fewest seats: what has to be put right in any case
    raise BadOptions(problems)


@transaction.atomic
def begin(table_id: int, player: Player | None) -> None:
    """The host begins: empty seats go, the secret lays the table. Raises IllegalMove or BadOptions if it cannot."""
    table = locked(table_id)
    require_host(table, player)
    if table.begun_at is not None:
        raise IllegalMove("", N_("The game has already begun."))
    for seat in table.seats.filter(bot="", players=None):
        seat.delete()
    close_ranks(table)
    seats = list(table.seats.all())
    least = table.rules.seats.start
    if len(seats) not in table.rules.seats:
        raise IllegalMove(
            "", P_("This game needs at least one player.", "This game needs at least %(n)s players."), n=least
        )
    check_options(table, cards_of(table), len(seats))
    table.begun_at = timezone.now()
    table.save(update_fields=["begun_at"])
    persons = tuple(Seat(seat.number) for seat in seats if not seat.bot)
    append(table, Begin(len(seats), persons, table.options), player)
    announce(table)
