"""The running score of a room: who has won how many of its games. A reading of the logs, never stored."""

import logging
from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from games.rules.kernel import Seat
from games.rules.pack import Pack
from games.rules.play import Entry, Game, Play
from games.tables.models import Player, Room, Table

logger = logging.getLogger(__name__)


def score_of(room: Room, cards: Callable[[Table], Pack]) -> tuple[tuple[str, int], ...]:
    """Each guest who has won and how often, the most first; who shares a first place has won as well.

    ``cards``: what a table plays with. Empty as long as no game of the room is over, and where only bots have won.
    """
    over = room.tables.exclude(ended_at=None).values_list("pk", flat=True)
    winners = {table: _winners(table, cards) for table in over}
    sat = Player.objects.filter(table__in=winners, guest__removed_at=None)
    wins: set[tuple[int, int]] = set()
    names: dict[int, str] = {}
    for table, seat, guest, name in sat.values_list("table", "seat__number", "guest", "guest__nickname"):
        if seat in winners[table]:
            wins.add((table, guest))
            names[guest] = name
    won = Counter(guest for _table, guest in wins)
    return tuple((names[guest], games) for guest, games in sorted(won.items(), key=lambda one: (-one[1], one[0])))


@lru_cache(maxsize=4096)
def _winners(table_id: int, cards: Callable[[Table], Pack]) -> tuple[Seat, ...]:
    """The seats that won a game that is over: it never changes again. Nobody where its log cannot be read any more."""
    table = Table.objects.get(pk=table_id)
    game = Game(table.rules, cards(table), bytes(table.secret))
    rows = list(table.moves.order_by("number").values_list("number", "seat", "move", "at"))
    play: Play | None = None
    try:
        for number, seat, move, at in rows:
            play = game.advance(play, Entry(number, Seat(seat), game.decode(Seat(seat), move), at))
        result = game.result(play) if play is not None else None
    except Exception as error:  # noqa: BLE001  whatever an old game stumbles over, the room plays on
        logger.warning("Table %s does not count for the score of its room: %s", table.code, error)
        return ()
    return () if result is None else result.winners
