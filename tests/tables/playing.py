"""Games played to their end without waiting, as their log would tell them."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from games.rules.chance import Chance
from games.rules.kernel import TABLE
from games.rules.play import Entry, TimeUp
from games.tables.models import Move, Table
from games.tables.snapshot import Row, Snapshot, encode, load

PACE = timedelta(seconds=1)


def rows(table: Table) -> Iterator[tuple[Row | None, Snapshot]]:
    """The table as it is and after every further row: whoever may move does anything legal, until the game is over."""
    snapshot = load(table, timezone.now())
    players = {player.seat.number: player.pk for player in table.players.exclude(seat=None).select_related("seat")}
    yield None, snapshot
    while not snapshot.over:
        entry = next_entry(snapshot)
        row = Row(entry.number, entry.seat, players.get(entry.seat), encode(entry.move), entry.at, None)
        snapshot.adopt(snapshot.game.advance(snapshot.play, entry), row)
        yield row, snapshot


def next_entry(snapshot: Snapshot) -> Entry:
    """What happens next: a move of anybody who may, or the clock's when it comes first."""
    play, game = snapshot.play, snapshot.game
    number, at, due = play.number + 1, play.at + PACE, game.deadline(play)
    seats = sorted(game.to_move(play))
    if not seats or (due is not None and due <= at):
        return Entry(number, TABLE, TimeUp(), due)
    chance = Chance(game.secret, number, "playing")
    seat = chance.pick(seats)
    return Entry(number, seat, chance.pick(tuple(game.rules.legal_moves(play.state, seat, game.pack))), at)


def finish(table: Table) -> Snapshot:
    """Plays the game to its end and writes its log."""
    steps = list(rows(table))
    Move.objects.bulk_create(
        Move(table=table, number=row.number, seat=row.seat, player_id=row.player, move=row.move, at=row.at)
        for row, _ in steps
        if row is not None
    )
    return steps[-1][1]
