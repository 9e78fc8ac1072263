"""What a player of Qwantum may ask for. Every move names the turn it means, so that a late one hits no other."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from games.rules.kernel import Move, Options
from games.rules.qwantum.dice import WHITE, Colour

Turn: TypeAlias = Annotated[int, Meta(ge=1)]


class Roll(Move, frozen=True, tag="roll"):
    """Rolls all seven dice (QW-A1)."""

    turn: Turn


class Reroll(Move, frozen=True, tag="reroll"):
    """Rolls the chosen dice once more (QW-A1): d1 to d6 the coloured ones, d7 the white one."""

    turn: Turn
    d1: bool = False
    d2: bool = False
    d3: bool = False
    d4: bool = False
    d5: bool = False
    d6: bool = False
    d7: bool = False

    @property
    def dice(self) -> tuple[int, ...]:
        """The places of the chosen dice, the white one last."""
        chosen = (self.d1, self.d2, self.d3, self.d4, self.d5, self.d6, self.d7)
        return tuple(place for place in range(WHITE + 1) if chosen[place])


class Enter(Move, frozen=True, tag="enter"):
    """Enters a colour's total in its row (QW-B1, QW-C1)."""

    turn: Turn
    colour: Colour


class Pass(Move, frozen=True, tag="pass"):
    """Enters nothing in this step."""

    turn: Turn


QwantumMove: TypeAlias = Roll | Reroll | Enter | Pass


class QwantumOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """There is nothing to choose but the clock."""
