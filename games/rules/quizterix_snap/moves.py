"""What a player of Snap! may ask for, and what whoever opens the table may choose.

Every move names the showing it means, so that one that comes too late is refused and never hits the next card.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from games.rules.answers.choices import CHOICES
from games.rules.kernel import Judgement, Move, Options
from games.rules.ready import GoesOn
from games.rules.words import N_

Typed: TypeAlias = Annotated[str, Meta(max_length=120)]
Reaction: TypeAlias = Annotated[int, Meta(ge=0, le=3_600_000)] | UnsetType
"""Milliseconds until an answer came, written by the site, and only where speed counts (SN-V1)."""


class Deal(GoesOn, frozen=True, tag="deal"):
    """Turn up the next card (SN-C1); ``showing`` is the one that lies open now, 0 before the first.

    While all look at a solution, or at how a round has ended: I have seen enough (CO-14).
    """

    showing: int


class Buzz(Move, frozen=True, tag="buzz"):
    """I know! ``reaction``: milliseconds since the picture was painted in this browser (SN-C3).

    What a browser claims is never what the log holds: ``Snap.receive`` writes both numbers anew from what the site
    has measured, ``wait`` being how long the slowest line of the others still takes. A ``wait`` sent by a browser
    is overwritten, a ``reaction`` that cannot be is not believed.
    """

    showing: int
    reaction: Annotated[int, Meta(ge=0, le=60_000)]
    wait: Annotated[int, Meta(ge=0, le=1_000)] = 0


class Answer(Move, frozen=True, tag="answer"):
    """The answer as typed; spoken, all is left empty and it means: I have said it."""

    showing: int
    name: Typed = ""
    year: Typed = ""
    mnemonic: Typed = ""
    right: Judgement = UNSET
    reaction: Reaction = UNSET


class Pick(Move, frozen=True, tag="pick"):
    """One of the four whole cards (SN-V2): ``choice`` is its place among them, 0 to 3."""

    showing: int
    choice: Annotated[int, Meta(ge=0, lt=CHOICES)]
    reaction: Reaction = UNSET


class GiveUp(Move, frozen=True, tag="give-up"):
    """I do not know: before anybody has buzzed (SN-C6), or after all."""

    showing: int


class Reveal(Move, frozen=True, tag="reveal"):
    """Turn the card over now: the leader for all (SN-B2), or whoever is alone, to judge themselves (SN-V3)."""

    showing: int


class Judge(Move, frozen=True, tag="judge"):
    """The reader says whether what was spoken is right (CO-2)."""

    showing: int
    right: bool


class Appeal(Move, frozen=True, tag="appeal"):
    """My answer was judged wrong, and I ask the others (SN-C5)."""

    showing: int


class Vote(Move, frozen=True, tag="vote"):
    """Was the answer under appeal right? (CO-9)"""

    showing: int
    right: bool


SnapMove: TypeAlias = Deal | Buzz | Answer | Pick | GiveUp | Reveal | Judge | Appeal | Vote


LENGTHS = {"all": 0, "short": 15, "evening": 30}
"""Cards of a round; 0 means all."""


class SnapOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this table plays Snap!"""

    dealer: Annotated[
        Literal["player", "host", "leader"],
        Meta(
            title=N_("Dealer"),
            description=N_("A host or teacher may deal and decide without playing; for a leader the cards wait."),
            extra={
                "labels": (
                    N_("a player, drawn by lot"),
                    N_("the host, who does not play"),
                    N_("the host as leader: each card waits for a tap"),
                )
            },
        ),
    ] = "player"
    everybody: Annotated[
        bool,
        Meta(
            title=N_("Everybody answers"),
            description=N_("No buzzer: each card is answered by all, and each right answer counts."),
        ),
    ] = False
    speed: Annotated[
        bool,
        Meta(
            title=N_("Speed counts"),
            description=N_("Where everybody answers: the quickest right answer counts double."),
        ),
    ] = False
    ask_name: Annotated[bool, Meta(title=N_("Ask for the event"))] = True
    ask_year: Annotated[bool, Meta(title=N_("Ask for the year"))] = True
    ask_mnemonic: Annotated[bool, Meta(title=N_("Ask for the mnemonic"))] = True
    answering: Annotated[
        Literal["typed", "spoken", "picked", "oneself"],
        Meta(
            title=N_("Answers"),
            description=N_("Typed, the site judges; spoken, another player sees the solution and judges."),
            extra={
                "labels": (
                    N_("typed"),
                    N_("spoken"),
                    N_("picked, one of four (easier)"),
                    N_("judged by oneself (only alone)"),
                )
            },
        ),
    ] = "typed"
    seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=60,
            title=N_("Seconds to answer"),
            description=N_("5 to 60; 0 means 30 seconds typed, 15 spoken or picked."),
        ),
    ] = 0
    showings: Annotated[
        int,
        Meta(
            ge=0,
            le=10,
            title=N_("Showings of a card"),
            description=N_("After so many without an answer a card stays unclaimed; 0 means no limit."),
        ),
    ] = 3
    rounds: Annotated[int, Meta(ge=1, le=9, title=N_("Rounds"))] = 1
    length: Annotated[
        Literal["short", "evening", "all"],
        Meta(
            title=N_("Length"),
            description=N_("How many cards are drawn from the deck for a round."),
            extra={"labels": (N_("short: 15 cards"), N_("an evening: 30 cards"), N_("all cards"))},
        ),
    ] = "all"
    cards: Annotated[
        int,
        Meta(
            ge=0,
            le=520,
            title=N_("Cards per round"),
            description=N_("If you want another number; 0 leaves it at the length above."),
        ),
    ] = 0

    @property
    def asked(self) -> tuple[str, ...]:
        """What must be given to win a card (SN-E2); of four whole cards one is picked (SN-V2)."""
        if self.answering == "picked":
            return ()
        parts = (("name", self.ask_name), ("year", self.ask_year), ("mnemonic", self.ask_mnemonic))
        return tuple(part for part, asked in parts if asked)

    @property
    def round_cards(self) -> int:
        """How many cards a round is to have, if the deck has as many; 0 means all of them."""
        return self.cards or LENGTHS[self.length]

    @property
    def typing_seconds(self) -> int:
        """How long whoever buzzed first, or everybody, may type or pick."""
        return self.seconds or (15 if self.answering == "picked" else 30)

    @property
    def speaking_seconds(self) -> int:
        """How long whoever buzzed first may speak."""
        return self.seconds or 15
