"""What a player may ask for, and what whoever opens the table may choose.

Every move names the step of the game it is meant for, so that a late or doubled click is recognised. A card is named by
its place in the hand as it was dealt: its place in the pack would tell more than the picture does.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from games.rules.kernel import Move, Options
from games.rules.ready import GoesOn
from games.rules.words import N_

MOST_BEANS = 50  # each, at the start (PK-C1)
MOST_SEATS = 6
LARGEST_HAND = 1_000  # no deck deals more


class Fold(Move, frozen=True, tag="fold"):
    """Out of this round; the cards leave it unseen (PK-C3)."""

    step: int


class Pass(Move, frozen=True, tag="pass"):
    """Stays in without raising, and pays up to the stake, or all there is (PK-C3, PK-C4)."""

    step: int


class Raise(Move, frozen=True, tag="raise"):
    """Pays up to the stake and adds so many beans (PK-C3)."""

    step: int
    by: Annotated[int, Meta(ge=1, le=MOST_SEATS * MOST_BEANS)]


class Play(Move, frozen=True, tag="play"):
    """Lays this card of the hand face down (PK-D1)."""

    step: int
    card: Annotated[int, Meta(ge=0, lt=LARGEST_HAND)]


class GoOn(GoesOn, frozen=True, tag="go-on"):
    """Has seen enough of the trick, or of how the round has ended (CO-14)."""

    step: int


PokerMove: TypeAlias = Fold | Pass | Raise | Play | GoOn


class PokerOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Beans or none, how many rounds, which side of the hand one sees, alone or in teams."""

    betting: Annotated[
        Literal["beans", "none"],
        Meta(
            title=N_("Betting"),
            description=N_("Never for money: beans have no worth but at this table."),
            extra={"labels": (N_("with beans"), N_("without betting: most rounds won"))},
        ),
    ] = "beans"
    beans: Annotated[int, Meta(ge=5, le=MOST_BEANS, title=N_("Beans at the start"))] = 10
    rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            title=N_("Rounds"),
            description=N_("0 means: until somebody has no beans left. Without betting, agree on a number."),
        ),
    ] = 0
    hand: Annotated[
        Literal["pictures", "years"],
        Meta(
            title=N_("Your own hand shows"),
            description=N_("The pictures are the memory test; the years make it easy to begin."),
            extra={"labels": (N_("the pictures"), N_("the years, for beginners"))},
        ),
    ] = "pictures"
    teams: Annotated[
        bool,
        Meta(
            title=N_("Play in teams"),
            description=N_("Players sitting opposite are partners. For 4 or 6 players."),
        ),
    ] = False

    @property
    def with_beans(self) -> bool:
        """Are beans staked? (PK-C1)"""
        return self.betting == "beans"
