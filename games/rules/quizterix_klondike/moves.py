"""What a player of Klondike may ask for, and what whoever opens the table may choose.

A card is named by its *slot*: its place in the deal, 0 to 27 in the columns, 28 to 51 in the stock. Everybody knows
where a card has come from, so a slot tells nothing about what the card is.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta

from games.rules.kernel import Judgement, Move, Options
from games.rules.words import N_

Typed: TypeAlias = Annotated[str, Meta(max_length=120)]
Slot: TypeAlias = Annotated[int, Meta(ge=0, le=51)]
Target: TypeAlias = Literal["1", "2", "3", "4", "5", "6", "7", "clubs", "diamonds", "hearts", "spades"]
Place: TypeAlias = Literal["1", "2", "3", "4", "5", "6", "7", "clubs", "diamonds", "hearts", "spades", "stock", "waste"]


class Put(Move, frozen=True, tag="put"):
    """Lay this card, with the cards that lie on it, onto a column or a foundation (KL-C4)."""

    card: Slot
    target: Target


class Turn(Move, frozen=True, tag="turn"):
    """Turn cards from the stock onto the waste, or the waste over when the stock is empty (KL-C5)."""


class Ask(Move, frozen=True, tag="ask"):
    """The low risk: draw a question card for this locked card (KL-C2)."""

    card: Slot


class Answer(Move, frozen=True, tag="answer"):
    """The answer to the question drawn as the ``asked``-th of this game; empty means: I do not know."""

    asked: Annotated[int, Meta(ge=0, le=100_000)]
    text: Typed = ""
    right: Judgement = UNSET


class Guess(Move, frozen=True, tag="guess"):
    """The high risk: the name and the year of this locked card (KL-C3)."""

    card: Slot
    name: Typed = ""
    year: Typed = ""
    right: Judgement = UNSET


class Appeal(Move, frozen=True, tag="appeal"):
    """What I have just answered was judged wrong, and it was right (CO-9)."""


class Undo(Move, frozen=True, tag="undo"):
    """Take back the last move of cards (KL-E2)."""


class Hint(Move, frozen=True, tag="hint"):
    """Show me a useful move (KL-E2)."""


class Finish(Move, frozen=True, tag="finish"):
    """Everything is turned over and in sight: put the rest onto the foundations (KL-D1)."""


class GiveUp(Move, frozen=True, tag="give-up"):
    """I give the solitaire up, or see that it is lost (KL-D2)."""


KlondikeMove: TypeAlias = Put | Turn | Ask | Answer | Guess | Appeal | Undo | Hint | Finish | GiveUp


class KlondikeOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this solitaire is dealt and played."""

    deal: Annotated[
        Literal["random", "winnable", "day"],
        Meta(
            title=N_("Deal"),
            description=N_(
                "The deal of the day is the same for everyone. Who wins it stands on its leaderboard, by nickname."
            ),
            extra={"labels": (N_("random"), N_("known to be winnable"), N_("the deal of the day"))},
        ),
    ] = "random"
    draw: Annotated[
        Literal[1, 3],
        Meta(
            title=N_("Cards turned from the stock"),
            description=N_("As many passes as you like."),
            extra={"labels": (N_("one at a time"), N_("three at a time"))},
        ),
    ] = 1
    gentle: Annotated[
        bool,
        Meta(
            title=N_("Easier: the seven open cards are turned over"),
            description=N_("For a first evening: sorting begins at once."),
        ),
    ] = False
