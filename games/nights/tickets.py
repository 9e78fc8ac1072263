"""A table of the floor as everybody in the room may see it: who leads, whose turn, since when, how far."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from games.nights.evening import FloorTable
from games.nights.parts import FloorCard, FloorLine

SLOW: Final = 90  # seconds after which a table that waits for somebody glows


def card_of(table: FloorTable, snapshot: Any, now: datetime) -> FloorCard:
    """A table as everybody in the room may see it."""
    play = snapshot.play
    rules = snapshot.rules
    standing = None if play is None else rules.standing(play.state)
    result = None if play is None else snapshot.game.result(play)
    over = result is not None
    ranking = (result.ranking if result else standing.ranking if standing else ()) or ()
    scores = {line.seat: str(line.score) for line in ranking}
    firsts = {line.seat for line in ranking if line.place == 1} if len({line.place for line in ranking}) > 1 else set()
    awaited = set() if play is None or over else set(snapshot.game.to_move(play))
    few = awaited if len(awaited) < len(table.seats) else set()
    chairs = snapshot.people.chairs
    listed = range(len(chairs)) if len(chairs) <= 6 else [line.seat for line in ranking[:5]] or range(5)
    lines = tuple(
        FloorLine(
            chairs[seat].name,
            chairs[seat].livery,
            bool(chairs[seat].bot) or not chairs[seat].persons,
            seat in few,
            scores.get(seat, ""),
            over and seat in firsts,
        )
        for seat in listed
        if seat < len(chairs)
    )
    since = None if play is None or over or play.paused else play.at
    waited = 0.0 if since is None else (now - since).total_seconds()
    seats = tuple(seat for seat in sorted(few) if 0 <= seat < len(chairs))
    who = " + ".join(chairs[seat].name for seat in seats)
    winners = [chairs[line.seat].name for line in ranking if line.place == 1] if over else []
    return FloorCard(
        table.number,
        table.code,
        lines,
        max(0, len(chairs) - len(lines)),
        who,
        seats,
        since,
        bool(few) and waited > max(SLOW, snapshot.house.clock if snapshot.house.clock < 3600 else 0),
        over,
        play is not None and play.paused is not None,
        standing.done if standing else 0,
        standing.of if standing else 0,
        " + ".join(winners[:2]) if len(winners) < len(chairs) else "",
    )


def lost(table: FloorTable) -> FloorCard:
    """A table whose log cannot be played any more: nobody waits for it."""
    lines = tuple(FloorLine(seat.name, seat.livery, seat.bot, False, "", False) for seat in table.seats[:6])
    more = max(0, len(table.seats) - len(lines))
    return FloorCard(table.number, table.code, lines, more, "", (), None, False, True, False, 0, 0, "")


def paused(floor: Sequence[FloorCard]) -> bool:
    """Does every table of the floor wait that has not ended?"""
    playing = [card for card in floor if not card.over]
    return bool(playing) and all(card.paused for card in playing)
