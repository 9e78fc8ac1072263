"""A player's sheet: what may be entered where, and what it is worth."""

from collections.abc import Sequence

from msgspec import Struct

BOXES = 6
TOP = 4  # the thick line stands after the fourth box (QW-M2)
MOST_MISTHROWS = 5  # QW-E1

Rows = tuple[tuple[int, ...], ...]


class Sheet(Struct, frozen=True):
    """Four rows, filled from the left, in the order of COLOURS; and the misthrows crossed."""

    rows: Rows = ((), (), (), ())
    misthrows: int = 0

    @property
    def full(self) -> bool:
        """Are all four rows filled?"""
        return all(len(row) == BOXES for row in self.rows)

    @property
    def columns(self) -> tuple[int, ...]:
        """What each full column scores, as far as they are full; the rows have no gaps, so these come first."""
        done = min(len(row) for row in self.rows)
        return tuple(column_score([row[place] for row in self.rows]) for place in range(done))

    @property
    def penalty(self) -> int:
        """What the misthrows cost: 1 for the first, 2 for the second, and so on (QW-D1)."""
        return self.misthrows * (self.misthrows + 1) // 2

    @property
    def score(self) -> int:
        """Full columns minus misthrows (QW-E2)."""
        return sum(self.columns) - self.penalty

    def entered(self, row: int, total: int) -> "Sheet":
        """The sheet with this total in the next box of a row."""
        rows = tuple((*boxes, total) if place == row else boxes for place, boxes in enumerate(self.rows))
        return Sheet(rows, self.misthrows)

    def crossed(self) -> "Sheet":
        """The sheet with one misthrow more."""
        return Sheet(self.rows, self.misthrows + 1)


def fits(row: Sequence[int], total: int) -> bool:
    """May this total go into the next box? Rising up to the thick line, falling after it (QW-1)."""
    place = len(row)
    if place == BOXES:
        return False
    if place == 0:
        return True
    return total > row[-1] if place < TOP else total < row[-1]


def column_score(values: Sequence[int]) -> int:
    """The second lowest of a full column's different values; four equal ones score that value (QW-2)."""
    different = sorted(set(values))
    return different[min(1, len(different) - 1)]
