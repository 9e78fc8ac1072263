"""What a player of Quatrefoil may ask for, and the six ways to play.

Every action names the tokens it was aimed at, so that one aimed at tokens that have moved since is refused (QF-V4.1).
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from games.rules.kernel import Move, Options
from games.rules.quatrefoil.board import Turn, Way
from games.rules.words import N_

Count: TypeAlias = Annotated[int, Meta(ge=0)]


class Push(Move, frozen=True, tag="push"):
    """Pushes the free token into a row or a column (QF-1.1). ``action``: how many actions there have been."""

    action: Count
    way: Way


class Twist(Move, frozen=True, tag="twist"):
    """Turns the quatrefoil by 90 degrees (QF-1.2)."""

    action: Count
    turn: Turn


class Stack(Move, frozen=True, tag="stack"):
    """Puts the free token on top: the game ends (QF-1.3)."""

    action: Count


class Signal(Move, frozen=True, tag="signal"):
    """Shows whether one's own token is in its place (QF-2). What it shows, the table knows."""

    action: Count


class Ready(Move, frozen=True, tag="ready"):
    """I have looked at my cards (QF-V3)."""


QuatrefoilMove: TypeAlias = Push | Twist | Stack | Signal | Ready


class QuatrefoilOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of the six ways."""

    way: Annotated[
        Literal["base", "open", "half-colours", "half-positions", "race", "dual", "dual-race"],
        Meta(
            title=N_("Way to play"),
            description=N_("All win together, or all lose."),
            extra={
                "labels": (
                    N_("Quatrefoil, with hidden cards"),
                    N_("Nothing to Hide: all cards open"),
                    N_("Half and Half: colours open"),
                    N_("Half and Half: positions open"),
                    N_("Race the Clock: two minutes"),
                    N_("Dual: no turns, the goal is open"),
                    N_("Dual against the clock"),
                )
            },
        ),
    ] = "base"

    @property
    def dual(self) -> bool:
        """Is there no order of turns? (QF-V4)"""
        return self.way in ("dual", "dual-race")

    @property
    def timed(self) -> bool:
        """Do two minutes decide? (QF-V3, QF-V5)"""
        return self.way in ("race", "dual-race")

    @property
    def colours_open(self) -> bool:
        """Do the colour cards lie face up?"""
        return self.way in ("open", "half-colours", "dual", "dual-race")

    @property
    def positions_open(self) -> bool:
        """Do the position cards lie face up?"""
        return self.way in ("open", "half-positions")
