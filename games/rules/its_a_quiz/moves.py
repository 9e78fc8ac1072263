"""What a player may ask for, and what whoever opens the table may choose.

Cards are named by what everybody can follow: a number for each answer card (0 to 29) and each white card (30 to 39)
that stays with it wherever it is moved. It tells nothing of the other side. Every move names its round.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta

from games.rules.kernel import Judgement, Move, Options
from games.rules.ready import GoesOn
from games.rules.words import N_

QUESTIONS, WORDS = 10, 30  # IQ-M1
ROUNDS = 8  # IQ-P3
MARKERS = 14  # of each kind (IQ-M1)
PLACES = 15  # on the side of the table, where the white cards lie scattered

Round: TypeAlias = Annotated[int, Meta(ge=0, le=ROUNDS)]
AnyCard: TypeAlias = Annotated[int, Meta(ge=0, lt=WORDS + QUESTIONS)]
AnswerCard: TypeAlias = Annotated[int, Meta(ge=0, lt=WORDS)]
WhiteCard: TypeAlias = Annotated[int, Meta(ge=WORDS, lt=WORDS + QUESTIONS)]
Row: TypeAlias = Annotated[int, Meta(ge=0, lt=QUESTIONS)]
Place: TypeAlias = Annotated[int, Meta(ge=0, lt=PLACES)]
Kind: TypeAlias = Literal["score", "slush"]
Written: TypeAlias = Annotated[str, Meta(max_length=1_200)]
Typed: TypeAlias = Annotated[str, Meta(max_length=60)]
Other: TypeAlias = Annotated[int, Meta(ge=0, lt=5)]


class Memorise(Move, frozen=True, tag="memorise"):
    """At a 24 h table: my own two minutes begin now (IQ-P2)."""

    round: Round


class Ready(Move, frozen=True, tag="ready"):
    """I have memorised enough (IQ-P2)."""

    round: Round


class Longer(Move, frozen=True, tag="longer"):
    """I want to memorise for longer; it counts once all agree (IQ-P2)."""

    round: Round


class Bid(Move, frozen=True, tag="bid"):
    """One of my markers onto a white card (IQ-1.1)."""

    round: Round
    card: WhiteCard
    kind: Kind


class Pass(Move, frozen=True, tag="pass"):
    """I put no more markers in this round (IQ-1.1)."""

    round: Round


class Open(Move, frozen=True, tag="open"):
    """The dealer opens a white card with the fewest markers (IQ-1.2)."""

    round: Round
    card: WhiteCard


class Answer(Move, frozen=True, tag="answer"):
    """What I have written: right answers from the question outwards, a line for each; nothing means peek (IQ-2.1)."""

    round: Round
    words: Written = ""
    right: Judgement = UNSET


class Take(Move, frozen=True, tag="take"):
    """I pass for slush-fund markers (IQ-2.1)."""

    round: Round


class PassToPeek(Move, frozen=True, tag="pass-to-peek"):
    """I pass to peek (IQ-2.1)."""

    round: Round


class Peek(Move, frozen=True, tag="peek"):
    """I look at a face-down card; ``score`` of the markers I pay are score markers, the rest slush (IQ-2.4)."""

    round: Round
    card: AnyCard
    score: Annotated[int, Meta(ge=0, le=MARKERS)] = 0


class Show(Move, frozen=True, tag="show"):
    """I show a card I have just peeked at to another player (IQ-6)."""

    round: Round
    card: AnyCard
    to: Other


class PutBack(Move, frozen=True, tag="put-back"):
    """I have peeked enough: the next player's turn (IQ-2.4)."""

    round: Round


class Appeal(Move, frozen=True, tag="appeal"):
    """My answer was judged wrong, and I ask the others (CO-3)."""

    round: Round


class Vote(Move, frozen=True, tag="vote"):
    """Was the answer under appeal right? (CO-9)"""

    round: Round
    right: bool


class GoOn(GoesOn, frozen=True, tag="go-on"):
    """I have seen the result, and do not appeal (CO-14)."""

    round: Round


class Lay(Move, frozen=True, tag="lay"):
    """The dealer puts an opened answer, face down, at the end of a row (IQ-4.1)."""

    round: Round
    card: AnswerCard
    row: Row


class Shift(Move, frozen=True, tag="shift"):
    """The dealer moves a white card to another place; onto another card, the two change places (IQ-4.3)."""

    round: Round
    card: WhiteCard
    place: Place


class Done(Move, frozen=True, tag="done"):
    """The dealer moves no more white cards (IQ-4.3)."""

    round: Round


class Call(Move, frozen=True, tag="call"):
    """In the tie-break: I say what this card is, and turn it (IQ-5.2)."""

    round: Round
    card: AnswerCard
    word: Typed = ""
    right: Judgement = UNSET


class Give(Move, frozen=True, tag="give"):
    """I give markers away (IQ-6)."""

    round: Round
    to: Other
    kind: Kind
    count: Annotated[int, Meta(ge=1, le=MARKERS)] = 1


QuizMove: TypeAlias = (
    Memorise
    | Ready
    | Longer
    | Bid
    | Pass
    | Open
    | Answer
    | Take
    | PassToPeek
    | Peek
    | Show
    | PutBack
    | Appeal
    | Vote
    | GoOn
    | Lay
    | Shift
    | Done
    | Call
    | Give
)


class QuizOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which show of the deck is played."""

    show: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            title=N_("Show"),
            description=N_("Each show of the deck has its own ten questions and thirty words; 0 draws one by lot."),
        ),
    ] = 0
