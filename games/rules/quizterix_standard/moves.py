"""What a player of Quizterix Standard may ask for, and what whoever opens the table may choose.

Every move names the moment it means, so that one that comes too late is refused and never hits another card. A card is
named by where it lies: by its place in one's own timeline, or by a spot: the seat and the place, as in ``2.5``.

What Snap! also has, such as an answer or a vote, has the same name and another tag: in a play-off both can come.
"""

from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import UNSET, Meta

from games.rules.kernel import Judgement, Move, Options, Seat
from games.rules.pack import Suit
from games.rules.quizterix_snap.moves import SnapMove, Typed
from games.rules.words import N_

Place: TypeAlias = Annotated[int, Meta(ge=0, le=1_000)]
Spot: TypeAlias = Annotated[str, Meta(pattern=r"^[0-7]\.[0-9]{1,3}$")]
NEAR = 5  # years, QS-V1
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=86_400_000)]


class Where(NamedTuple):
    """A spot taken apart: whose timeline, and which place in it."""

    seat: Seat
    place: int


def spot(seat: Seat, place: int) -> str:
    """A place in somebody's timeline, as moves and pages write it."""
    return f"{seat}.{place}"


def where(written: str) -> Where:
    """A spot taken apart."""
    seat, place = written.split(".")
    return Where(Seat(int(seat)), int(place))


class Insert(Move, frozen=True, tag="insert"):
    """Step 1: the stack's top card goes into this gap of my timeline, 0 before the first card (QS-D1)."""

    moment: int
    gap: Place


class Guess(Move, frozen=True, tag="guess"):
    """Step 2: I name one hidden event of my timeline (QS-D2); spoken, all texts are left empty: I say it now."""

    moment: int
    place: Place
    name: Typed = ""
    year: Typed = ""
    mnemonic: Typed = ""
    right: Judgement = UNSET


class Peek(Move, frozen=True, tag="peek"):
    """Step 3: I look at the flip side of one hidden card, and my turn ends with it (QS-D3)."""

    moment: int
    spot: Spot


class Refresh(Move, frozen=True, tag="refresh"):
    """I look again at a hidden card of mine that I have seen before (QS-S2)."""

    moment: int
    place: Place


class Enrol(Move, frozen=True, tag="enrol"):
    """I should like to play with refreshers (QS-S2)."""

    moment: int


class GoOn(Move, frozen=True, tag="done"):
    """I have looked, or I accept the verdict: play goes on."""

    moment: int


class Ask(Move, frozen=True, tag="ask"):
    """Step 4: a question, of the suit I name blindly or of one drawn by lot (QS-D4)."""

    moment: int
    suit: Suit | Literal["lot"]


class Answer(Move, frozen=True, tag="reply"):
    """My answer to the question; spoken, the text is left empty and it means: I have said it."""

    moment: int
    text: Typed = ""
    right: Judgement = UNSET


class NotKnown(Move, frozen=True, tag="not-known"):
    """I do not know the answer (QS-D4)."""

    moment: int


class Judge(Move, frozen=True, tag="ruling"):
    """The reader says whether what was spoken is right (CO-2)."""

    moment: int
    right: bool


class Appeal(Move, frozen=True, tag="object"):
    """I was judged wrong, and I ask the others (CO-3)."""

    moment: int


class Vote(Move, frozen=True, tag="ballot"):
    """Was the answer under appeal right? (CO-9)"""

    moment: int
    right: bool


class Roll(Move, frozen=True, tag="roll"):
    """Step 5: the die (QS-D5)."""

    moment: int


class Give(Move, frozen=True, tag="give"):
    """A one: this hidden event of mine goes to that player (QS-D5.1)."""

    moment: int
    place: Place
    to: Annotated[int, Meta(ge=0, le=7)]


class Steal(Move, frozen=True, tag="steal"):
    """A three, or the reward of a panic: this hidden event becomes mine (QS-D5.3, QS-D6.4)."""

    moment: int
    spot: Spot


class Swap(Move, frozen=True, tag="swap"):
    """A four: this hidden event of mine for that hidden event of somebody else (QS-D5.4)."""

    moment: int
    place: Place
    spot: Spot


class Shift(Move, frozen=True, tag="shift"):
    """A five: this card of mine goes into that gap (QS-D5.5). Gaps are counted while the card still lies there."""

    moment: int
    place: Place
    gap: Place


class LookAt(Move, frozen=True, tag="look"):
    """I look at the card I have received, before I place it (QS-D5.7)."""

    moment: int


class Put(Move, frozen=True, tag="put"):
    """The card I have received goes into this gap of my timeline (QS-D5.7)."""

    moment: int
    gap: Place


class Invent(Move, frozen=True, tag="invent"):
    """Mnemonic Panic: a new mnemonic, typed, for this flipped card (QS-D6.1).

    ``reaction`` and ``wait`` are as in Snap!: the site writes what it has measured (QS-D6.6).
    """

    moment: int
    spot: Spot
    text: Annotated[str, Meta(min_length=1, max_length=120)]
    reaction: Milliseconds = 0
    wait: Milliseconds = 0


class Perform(Move, frozen=True, tag="perform"):
    """Mnemonic Panic: I have a mnemonic for this flipped card and perform it, aloud, mimed or sung (QS-D6.1)."""

    moment: int
    spot: Spot
    reaction: Milliseconds = 0
    wait: Milliseconds = 0


class Skip(Move, frozen=True, tag="skip"):
    """No mnemonic comes to me; or I point at nothing (QS-D6.3)."""

    moment: int


class Accept(Move, frozen=True, tag="accept"):
    """Do I accept the mnemonic the other has performed? (QS-D6.2)"""

    moment: int
    right: bool


class Performed(Move, frozen=True, tag="performed"):
    """I have performed my mnemonic; now the others guess (QS-D6.3)."""

    moment: int


class Point(Move, frozen=True, tag="point"):
    """The mnemonic presented is for this card (QS-D6.3). ``reaction`` and ``wait``: QS-D6.6."""

    moment: int
    spot: Spot
    reaction: Milliseconds = 0
    wait: Milliseconds = 0


class Stop(Move, frozen=True, tag="stop"):
    """Shall we stop here? (QS-E4)"""

    moment: int


class Agree(Move, frozen=True, tag="agree"):
    """I agree to stop, or I do not (QS-E4)."""

    moment: int
    yes: bool


OwnMove: TypeAlias = (
    Insert | Guess | Peek | Refresh | Enrol | GoOn | Ask | Answer | NotKnown | Judge | Appeal | Vote | Roll
    | Give | Steal | Swap | Shift | LookAt | Put | Invent | Perform | Skip | Accept | Performed | Point | Stop | Agree
)  # fmt: skip
StandardMove: TypeAlias = OwnMove | SnapMove


class StandardOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this table plays Quizterix Standard."""

    cards: Annotated[
        int,
        Meta(
            ge=0,
            le=520,
            title=N_("Events"),
            description=N_("Too few for everybody? Then 5 for each player."),
            extra={
                "presets": ((20, N_("short: 20 cards")), (32, N_("an evening: 32 cards")), (0, N_("all cards"))),
                "suggested": 20,
            },
        ),
    ] = 0
    answering: Annotated[
        Literal["typed", "spoken"],
        Meta(
            title=N_("Answers"),
            description=N_("Typed, the site judges; spoken, another player sees the solution and judges."),
            extra={"labels": (N_("typed"), N_("spoken"))},
        ),
    ] = "typed"
    refreshers: Annotated[
        Literal["nobody", "asked", "everybody"],
        Meta(
            title=N_("Refreshers"),
            description=N_("Once in each own turn, look again at an own card you have seen before."),
            extra={"labels": (N_("for nobody"), N_("for whoever asks for them"), N_("for everybody"))},
        ),
    ] = "nobody"
    no_peeking: Annotated[
        bool,
        Meta(title=N_("No peeking"), description=N_("Every look is forbidden but the one that ends a turn.")),
    ] = False
    near_years: Annotated[
        bool,
        Meta(
            title=N_("Easier: years may be off by five"),
            description=N_("For a first evening: who names an event need not know its year to the year."),
        ),
    ] = False
    rounds: Annotated[
        int,
        Meta(
            ge=0, le=99, title=N_("Limit of rounds"), description=N_("The game ends after so many; 0 means no limit.")
        ),
    ] = 0

    @property
    def within(self) -> int:
        """How far a year that is named may lie from the card's (QS-V1)."""
        return NEAR if self.near_years else 0

    @property
    def spoken(self) -> bool:
        """Do people say their answers aloud? (CO-2)"""
        return self.answering == "spoken"
