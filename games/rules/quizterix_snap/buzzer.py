"""Who buzzed first, decided fairly across slow and fast lines (SN-C3)."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from games.rules.chance import Chance
from games.rules.kernel import Seat
from games.rules.quizterix_snap.state import TIE, Buzzed

QUICKEST = 100  # ms: nobody sees a picture and presses in less
SLOWEST_LINE = 1_000  # ms: no line is waited for any longer, none is compensated for more


def milliseconds(span: timedelta) -> int:
    """A stretch of time in whole milliseconds."""
    return span // timedelta(milliseconds=1)


def believed(claim: int, since_opening: int, line: int, reopened: bool = False) -> int:
    """The reaction that counts: what the browser claims, as far as it can be true.

    ``since_opening`` is what the site saw: the reaction plus the way of the picture down and of the buzz up the
    line. No round trip is quicker than the quickest that was measured, so the truth is never more than ``line`` below
    it: that bound counts for every claim below it. Such a claim comes from a line that was slower than measured, or
    from a liar, who then has what the truth would have brought. A claim above what the site saw is the site's own.

    Nobody sees a picture and presses in less than a tenth of a second: such a claim goes without the compensation for
    the line. When the buzzer has opened again everybody has long seen the picture: whoever presses sooner counts as
    having pressed after a tenth.
    """
    if claim < QUICKEST and not reopened:
        return since_opening
    bound = since_opening - min(line, SLOWEST_LINE)
    return max(QUICKEST, bound, min(claim, since_opening))


def patience(others: Iterable[Seat], lines: Mapping[Seat, int], since_opening: int = QUICKEST) -> int:
    """How long after the first buzz one at least as quick could still arrive from these seats, in milliseconds."""
    slowest = max((lines.get(seat, 0) for seat in others), default=0)
    return min(SLOWEST_LINE, max(0, QUICKEST - since_opening) + TIE + slowest)


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
