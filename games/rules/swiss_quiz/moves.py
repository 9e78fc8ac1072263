"""What a player may ask for, and what whoever opens the table may choose.

Every move names the statement it is about, so that a late or doubled click is recognised.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from games.rules.kernel import Move, Options
from games.rules.ready import GoesOn
from games.rules.words import N_

CHIPS = 50  # all there are (SQ-P3)
FLAGS = 7  # all there can be (SQ-P2)
STACK = 55  # cards in a stack (SQ-M1)
NUMBERS = 999_999  # the highest number that an author may give a statement

Answer: TypeAlias = Literal["true", "false"]


class Lay(Move, frozen=True, tag="lay"):
    """Lays the TRUE or the FALSE card face down, with chips and flags staked on it (SQ-2, SQ-5, SQ-8.1)."""

    statement: int
    answer: Answer
    chips: Annotated[int, Meta(ge=0, le=CHIPS)] = 0
    flags: Annotated[int, Meta(ge=0, le=FLAGS)] = 0


class Turn(Move, frozen=True, tag="turn"):
    """The reader turns the card: the answer is shown and the pawns move (SQ-3)."""

    statement: int


class GoOn(GoesOn, frozen=True, tag="next-round"):
    """I have read enough: the card is put away and the box passes to the next reader (SQ-6, CO-14)."""

    statement: int


SwissQuizMove: TypeAlias = Lay | Turn | GoOn


class SwissQuizOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to answer, in which order the statements come, when the game ends."""

    answering: Annotated[
        Literal["in-turn", "at-once"],
        Meta(
            title=N_("Answers"),
            description=N_("All at once is quicker on phones; stakes then stay secret until all are locked."),
            extra={"labels": (N_("one after another"), N_("all at once"))},
        ),
    ] = "in-turn"
    order: Annotated[
        Literal["in-order", "shuffled"],
        Meta(
            title=N_("Statements"),
            description=N_("In order, your group goes on next time where it has stopped."),
            extra={"labels": (N_("in order"), N_("shuffled"))},
        ),
    ] = "in-order"
    stack: Annotated[
        Literal[1, 2, 3, 4, 5, 6],
        Meta(
            title=N_("First stack"),
            description=N_("The statements are kept in stacks. Which one do you open first?"),
            extra={
                "labels": (
                    N_("from statement 1"),
                    N_("from statement 56"),
                    N_("from statement 111"),
                    N_("from statement 166"),
                    N_("from statement 221"),
                    N_("from statement 276"),
                )
            },
        ),
    ] = 1
    start: Annotated[int, Meta(ge=0, le=NUMBERS)] = 1  # from the stack's first statement; for a group that goes on
    arrivals: Annotated[
        Literal[1, 2],
        Meta(
            title=N_("The game ends"),
            extra={"labels": (N_("when the first has arrived"), N_("when two have arrived"))},
        ),
    ] = 1

    @property
    def first(self) -> int:
        """The number of the first statement, if they come in order (SQ-P4)."""
        return (self.stack - 1) * STACK + self.start
