"""Everything there is to know of a game of Qwantum at one moment."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct, structs

from games.rules.kernel import Seat
from games.rules.qwantum.dice import COLOURS, totals
from games.rules.qwantum.moves import QwantumOptions
from games.rules.qwantum.sheet import MOST_MISTHROWS, Sheet, fits


class Phase(StrEnum):
    """What the table is waiting for."""

    ROLLING = "rolling"  # step A: the active player, who rolls
    ROLLED = "rolled"  # who may roll again, or go on to step B
    ENTERING = "entering"  # step B after the second roll
    CHOOSING = "choosing"  # step C: everybody, in secret
    OVER = "over"


class Entered(Struct, frozen=True):
    """What somebody has entered in step B or C, or has not: then ``colour`` is empty."""

    seat: Seat
    step: str  # "b" or "c"
    colour: str
    total: int = 0


class Player(Struct, frozen=True):
    """A seat and its sheet. ``choice``: what is chosen in step C: a colour, nothing (empty), or not yet (None)."""

    person: bool
    sheet: Sheet = Sheet()
    choice: str | None = None


class QwantumState(Struct, frozen=True):
    """A game of Qwantum. Hidden are only the choices of step C until all have chosen."""

    options: QwantumOptions
    players: tuple[Player, ...]
    active: Seat
    turn: int
    phase: Phase
    deadline: datetime | None
    throw: tuple[int, ...] = ()  # face of each coloured die, number of the white one; empty before the first roll
    rolled: tuple[int, ...] = ()  # which dice the last roll has rolled
    taken: str = ""  # the colour entered in step B
    last: tuple[Entered, ...] = ()  # what the last step has brought, in the order of the seats
    misthrow: bool = False  # the last turn ended with a misthrow of ``mistaken``
    mistaken: Seat = Seat(0)

    def total(self, colour: str) -> int:
        """What this colour would enter."""
        return totals(self.throw)[COLOURS.index(colour)]

    def fitting(self, seat: Seat) -> tuple[str, ...]:
        """The colours this seat could enter now: on offer, and allowed by its rows (QW-1, QW-C1)."""
        if not self.throw or self.phase in (Phase.ROLLING, Phase.OVER):
            return ()
        rows, found = self.players[seat].sheet.rows, totals(self.throw)
        offered = [place for place, colour in enumerate(COLOURS) if colour != self.taken]
        return tuple(COLOURS[place] for place in offered if fits(rows[place], found[place]))

    def awaited(self) -> tuple[Seat, ...]:
        """Who may act now."""
        match self.phase:
            case Phase.OVER:
                return ()
            case Phase.CHOOSING:
                return tuple(Seat(seat) for seat, player in enumerate(self.players) if player.choice is None)
            case _:
                return (self.active,)

    def with_player(self, seat: Seat, player: Player) -> "QwantumState":
        """The state with this seat's player changed."""
        return structs.replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    @property
    def ended(self) -> bool:
        """Has somebody filled all rows, or crossed the fifth misthrow? (QW-E1)"""
        return any(player.sheet.full or player.sheet.misthrows >= MOST_MISTHROWS for player in self.players)
