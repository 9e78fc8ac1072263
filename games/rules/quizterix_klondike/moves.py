"""What a player of Klondike may ask for, and what whoever opens the table may choose.

A card is named by its *slot*: its place in the deal, 0 to 27 in the columns, 28 to 51 in the stock. Everybody knows
where a card has come from, so a slot tells nothing about what the card is.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct

from games.rules.kernel import Judgement, Options
from games.rules.words import N_

Typed: TypeAlias = Annotated[str, Meta(max_length=120)]
Slot: TypeAlias = Annotated[int, Meta(ge=0, le=51)]
Target: TypeAlias = Literal["1", "2", "3", "4", "5", "6", "7", "clubs", "diamonds", "hearts", "spades"]
Place: TypeAlias = Literal["1", "2", "3", "4", "5", "6", "7", "clubs", "diamonds", "hearts", "spades", "stock", "waste"]


class Put(Struct, frozen=True, tag_field="move", tag="put", forbid_unknown_fields=True):
    """Lay this card, with the cards that lie on it, onto a column or a foundation (KL-C4)."""

    card: Slot
    target: Target


class Turn(Struct, frozen=True, tag_field="move", tag="turn", forbid_unknown_fields=True):
    """Turn cards from the stock onto the waste, or the waste over when the stock is empty (KL-C5)."""


class Ask(Struct, frozen=True, tag_field="move", tag="ask", forbid_unknown_fields=True):
    """The low risk: draw a question card for this locked card (KL-C2)."""

    card: Slot


class Answer(Struct, frozen=True, tag_field="move", tag="answer", forbid_unknown_fields=True):
    """The answer to the question drawn as the ``asked``-th of this game; empty means: I do not know."""

    asked: Annotated[int, Meta(ge=0, le=100_000)]
    text: Typed = ""
    right: Judgement = UNSET


class Guess(Struct, frozen=True, tag_field="move", tag="guess", forbid_unknown_fields=True):
    """The high risk: the name and the year of this locked card (KL-C3)."""

    card: Slot
    name: Typed = ""
    year: Typed = ""
    right: Judgement = UNSET


class Appeal(Struct, frozen=True, tag_field="move", tag="appeal", forbid_unknown_fields=True):
    """What I have just answered was judged wrong, and it was right (CO-9)."""


class Undo(Struct, frozen=True, tag_field="move", tag="undo", forbid_unknown_fields=True):
    """Take back the last move of cards (KL-E2)."""


class Hint(Struct, frozen=True, tag_field="move", tag="hint", forbid_unknown_fields=True):
    """Show me a useful move (KL-E2)."""


class Finish(Struct, frozen=True, tag_field="move", tag="finish", forbid_unknown_fields=True):
    """Everything is turned over and in sight: put the rest onto the foundations (KL-D1)."""


class GiveUp(Struct, frozen=True, tag_field="move", tag="give-up", forbid_unknown_fields=True):
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
