"""The running score of a room: who has won how many of its games. A reading of the logs, never stored."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from games.rules.kernel import Seat
from games.rules.pack import Pack
from games.rules.play import Entry, Game, Play
from games.tables.models import Guest, Player, Room, Table


def score_of(room: Room, cards: Callable[[Table], Pack]) -> tuple[tuple[str, int], ...]:
    """Each guest who has won and how often, the most first; who shares a first place has won as well.

    ``cards``: what a table plays with. Empty as long as no game of the room is over, and where only bots have won.
    """
    won: Counter[int] = Counter()
    for table in room.tables.exclude(ended_at=None):
        seats = _winners(table.pk, cards)
        sat = Player.objects.filter(table=table, seat__number__in=seats, guest__removed_at=None)
        won.update(set(sat.values_list("guest", flat=True)))
    names = dict(Guest.objects.filter(pk__in=won).values_list("pk", "nickname"))
    return tuple((names[guest], games) for guest, games in sorted(won.items(), key=lambda one: (-one[1], one[0])))


@lru_cache(maxsize=4096)
def _winners(table_id: int, cards: Callable[[Table], Pack]) -> tuple[Seat, ...]:
    """The seats that won a game that is over: it never changes again."""
    table = Table.objects.get(pk=table_id)
    game = Game(table.rules, cards(table), bytes(table.secret))
    play: Play | None = None
    for number, seat, move, at in table.moves.order_by("number").values_list("number", "seat", "move", "at"):
        play = game.advance(play, Entry(number, Seat(seat), game.decode(Seat(seat), move), at))
    result = game.result(play) if play is not None else None
    return () if result is None else result.winners
