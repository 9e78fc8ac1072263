"""Who buzzed first, decided fairly across slow and fast lines (SN-C3)."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from games.rules.chance import Chance
from games.rules.kernel import Seat
from games.rules.snap.state import Buzzed

TIE = 30  # ms: buzzes this close to the earliest are level
QUICKEST = 100  # ms: nobody sees a picture and presses in less
SLOWEST_LINE = 1_000  # ms: no line is waited for any longer, none is compensated for more
JITTER = 250  # ms by which a line may be slower than it was measured


def milliseconds(span: timedelta) -> int:
    """A stretch of time in whole milliseconds."""
    return span // timedelta(milliseconds=1)


def believed(claim: int, since_opening: int, line: int) -> int:
    """The reaction that counts: what the browser claims, as far as it can be true.

    ``since_opening`` is what the site saw: the reaction plus the way of the picture down and of the buzz up the
    line. So the truth lies at most one round trip below it. A claim a little below that bound is a line that has
    just been slower than it was measured: the bound counts. Any other impossible claim is not believed at all: the
    player goes without the compensation for the line.
    """
    bound = since_opening - line
    if claim < QUICKEST or claim > since_opening or claim < bound - JITTER:
        return since_opening
    return max(claim, bound)


def patience(others: Iterable[Seat], lines: Mapping[Seat, int]) -> int:
    """How long after the first buzz a quicker one could still arrive from these seats, in milliseconds."""
    slowest = max((lines.get(seat, 0) for seat in others), default=0)
    return min(SLOWEST_LINE, TIE + slowest)


def first(buzzes: Iterable[Buzzed], chance: Chance) -> tuple[Buzzed, tuple[Seat, ...]]:
    """The buzz that gets the buzzer, and who was level with it if a lot had to be drawn."""
    in_order = sorted(buzzes, key=lambda buzz: buzz.seat)
    quickest = min(buzz.reaction for buzz in in_order)
    level = [buzz for buzz in in_order if buzz.reaction <= quickest + TIE]
    if len(level) == 1:
        return level[0], ()
    return chance.pick(level), tuple(buzz.seat for buzz in level)


def since(opened_at: datetime, at: datetime) -> int:
    """Milliseconds since the buzzer opened."""
    return max(0, milliseconds(at - opened_at))
