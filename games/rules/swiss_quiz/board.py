"""The board: one trail from the logo to the edelweiss, and the spots between its squares where flags stand (SQ-P5)."""

from enum import StrEnum


class Kind(StrEnum):
    """What a square does to the pawn whose move ends there (SQ-7)."""

    PLAIN = "plain"
    GREEN1 = "green-1"
    GREEN2 = "green-2"
    RED1 = "red-1"
    CAMERA = "camera"

    @property
    def chips(self) -> int:
        """What the bank pays, or takes if negative."""
        return {Kind.GREEN1: 1, Kind.GREEN2: 2, Kind.RED1: -1}.get(self, 0)


_SIGNS = {".": Kind.PLAIN, "1": Kind.GREEN1, "2": Kind.GREEN2, "-": Kind.RED1, "o": Kind.CAMERA}
_TRAIL = "2..-.1..o. -.1..-.2.. o.-..1.-.. 1.o.-..1.. ..2.o.-.1. .-.o.1..-."

SQUARES: tuple[Kind, ...] = tuple(_SIGNS[sign] for sign in _TRAIL.replace(" ", ""))
"""The squares 1, 2, 3 ... in order; ``kind_of`` counts as players do."""

LOGO = 0
LAST = len(SQUARES)
EDELWEISS = LAST + 1

# Spot k lies between square k and square k + 1.
WHITE: tuple[int, ...] = (7, 13, 20, 26, 33, 39, 46)
BLACK: tuple[int, ...] = (9, 18, 28, 37, 47)


def kind_of(square: int) -> Kind:
    """The kind of square 1 to LAST."""
    return SQUARES[square - 1]


def spots(seats: int) -> tuple[int, ...]:
    """Where the flags stand at the beginning: on white for 3 or 4 players, on black for 5 or 6 (SQ-P2)."""
    return WHITE if seats <= 4 else BLACK
