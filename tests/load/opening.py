"""How long it takes to open a table with a long log: from its beginning, and from its milestone."""

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from statistics import median
from typing import Any

from django.utils import timezone

from games.rules.kernel import TABLE
from games.rules.play import Entry, Pause, Resume
from games.rules.quizterix_klondike.moves import Put, Turn, Undo
from games.tables import services
from games.tables.clockwork import bots_moves
from games.tables.milestones import EVERY, milestone
from games.tables.models import Milestone, Move, Table
from games.tables.snapshot import Row, Snapshot, encode, folded, load
from tests.load.prepare import edition_for

MOVES = 5_000
TIMES = 15
PACE = timedelta(seconds=1)


def _solitaire(snapshot: Snapshot) -> Entry:
    """Cards go to and fro: a person who cannot decide. A bot turns the first seven over."""
    play, game = snapshot.play, snapshot.game
    assert play is not None
    seat = next(iter(game.to_move(play)))
    if not play.state.opened:
        return Entry(play.number + 1, seat, next(iter(bots_moves(snapshot, seat, play.at))), play.at + PACE)
    kinds = (Turn, Put, Undo)
    moves = [move for move in game.rules.legal_moves(play.state, seat, game.pack) if isinstance(move, kinds)]
    return Entry(play.number + 1, seat, moves[play.number % len(moves)], play.at + PACE)


def _pauses(snapshot: Snapshot) -> Entry:
    """A game that is paused and goes on, again and again."""
    play = snapshot.play
    assert play is not None
    return Entry(play.number + 1, TABLE, Resume() if play.paused else Pause(), play.at + PACE)


WAYS: dict[str, tuple[int, Callable[[Snapshot], Entry]]] = {
    "quizterix-klondike": (1, _solitaire),
    "swiss-quiz": (4, _pauses),
}


def opening(game: str) -> dict[str, Any]:
    """Milliseconds until a table of this game with 5,000 moves is open: the median of so many times."""
    people, way = WAYS[game]
    table = services.open_table(game, edition_for(game), {})
    players = [services.join(table.pk, f"{number}", "en") for number in range(people)]
    services.begin(table.pk, players[0])
    last = None
    for snapshot in _played(table, way):
        if snapshot.number == MOVES - EVERY + 1:  # the worst case: the next one is due
            last = snapshot.milestone()
    whole = _milliseconds(lambda: folded(table, timezone.now()))
    assert last is not None
    row: Milestone = milestone(table.pk, snapshot.game, last)
    row.save()
    opened = load(table, timezone.now())
    assert opened.play == snapshot.play and opened.unread == MOVES - EVERY
    return {
        "game": game,
        "moves": MOVES,
        "from_the_beginning_ms": whole,
        "from_the_milestone_ms": _milliseconds(lambda: load(table, timezone.now())),
        "state_bytes": len(row.state),
    }


def _played(table: Table, way: Callable[[Snapshot], Entry]) -> Iterator[Snapshot]:
    snapshot = load(table, timezone.now())
    rows = []
    while snapshot.number < MOVES:
        entry = way(snapshot)
        row = Row(entry.number, entry.seat, None, encode(entry.move), entry.at, None)
        snapshot.adopt(snapshot.game.advance(snapshot.play, entry), row)
        rows.append(Move(table=table, number=row.number, seat=row.seat, move=row.move, at=row.at))
        yield snapshot
    Move.objects.bulk_create(rows)


def _milliseconds(work: Callable[[], object]) -> float:
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return round(1000 * median(took), 1)
