"""All there is to know of a game of くいずです at one moment.

A card's number stays with it: 0 to 29 an answer card, 30 to 39 a white card. ``words`` and ``questions`` say what is on
the other side; everything else lies open on the table.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, structs

from games.rules import appeals
from games.rules.appeals import AppealState
from games.rules.its_a_quiz.moves import MARKERS, QUESTIONS, ROUNDS, WORDS, Kind, QuizOptions
from games.rules.kernel import DAY, Judgement, Seat, seats_of

MEMORY_SECONDS = 120  # IQ-P2
READ_SECONDS = 120  # for the result of a question; then the game goes on by itself
CLOCKED_READ_SECONDS = 60  # the same at a table with a clock
SHIFTS = 2  # white cards the dealer may move (IQ-4.3)
FORTUNE = 10**12  # 1億万 (IQ-5.1)


class Phase(StrEnum):
    """What the table is waiting for."""

    MEMORY = "memory"  # everybody, who memorises
    AUCTION = "auction"  # a marker, or a pass
    OPENING = "opening"  # the dealer, who opens a white card
    ANSWERING = "answering"  # everybody's sealed choice
    PEEKING = "peeking"  # one who passed to peek
    REVEALED = "revealed"  # everybody, who looks at the result
    VOTING = "voting"  # the others, who vote on an appeal
    LAYING = "laying"  # the dealer, who puts the opened answers into other rows
    SHIFTING = "shifting"  # the dealer, who may move white cards
    TIE = "tie"  # a tied player, who names a card
    CALLED = "called"  # one who named it wrongly, and might appeal
    OVER = "over"


class Verdict(StrEnum):
    """How an answer was judged."""

    RIGHT = "right"
    WRONG = "wrong"


class Markers(Struct, frozen=True):
    """So many score markers and slush-fund markers."""

    score: int = 0
    slush: int = 0

    @property
    def total(self) -> int:
        """Markers of both kinds."""
        return self.score + self.slush

    def plus(self, score: int = 0, slush: int = 0) -> "Markers":
        """With so many more (or fewer)."""
        return Markers(self.score + score, self.slush + slush)

    def having(self, kind: Kind, count: int) -> "Markers":
        """With so many more (or fewer) of one kind."""
        return self.plus(score=count) if kind == "score" else self.plus(slush=count)

    def of(self, kind: Kind) -> int:
        """How many of this kind."""
        return self.score if kind == "score" else self.slush


NOTHING = Markers()

Choice: TypeAlias = Literal["answer", "slush", "peek"]


class Choices(Struct, frozen=True):
    """What a seat has chosen in this round, and what it has written.

    ``late``: time ran out. ``right``: the verdict that came with the move, told to nobody before all have chosen.
    """

    kind: Choice
    words: tuple[str, ...] = ()
    late: bool = False
    right: Judgement = UNSET


class Player(Struct, frozen=True):
    """A seat with its markers. The last five are for what is told at the end."""

    person: bool
    markers: Markers = NOTHING
    saw: bool = False  # has had its time to memorise
    ready: bool = False
    longer: bool = False
    until: datetime | None = None  # its own two minutes at a 24 h table
    passed: bool = False  # out of this auction
    choice: Choices | None = None
    known: int = 0  # right answers written in all rounds
    longest: int = 0  # of them in one round
    bids: int = 0  # markers put on white cards
    looks: int = 0  # cards paid for and looked at
    grabs: int = 0  # rounds passed for slush markers


class Given(Struct, frozen=True):
    """An answer of this round, judged. ``count``: how many right answers it has, if it counts as right."""

    seat: Seat
    words: tuple[str, ...]
    count: int
    verdict: Verdict
    appeal: AppealState = AppealState.NONE


class Glance(Struct, frozen=True):
    """A card somebody is looking at just now, and to whom it has been shown (IQ-6)."""

    seat: Seat
    card: int
    shown: tuple[Seat, ...] = ()


class Named(Struct, frozen=True):
    """What was said of a card in the tie-break; no card where time ran out."""

    seat: Seat
    card: int | None
    word: str
    right: bool
    appeal: AppealState = AppealState.NONE


# -- what happened last: the page tells it ---------------------------------------------------------------------------


class Began(Struct, frozen=True, tag_field="event", tag="began"):
    """All cards have been turned face down, and the first dealer has been drawn."""

    dealer: Seat


class Extended(Struct, frozen=True, tag_field="event", tag="extended"):
    """All have agreed to memorise for longer."""


class BidMade(Struct, frozen=True, tag_field="event", tag="bid"):
    """A marker has been put on a white card."""

    seat: Seat
    kind: Kind
    place: int


class Passed(Struct, frozen=True, tag_field="event", tag="passed"):
    """This seat is out of the auction."""

    seat: Seat


class Opened(Struct, frozen=True, tag_field="event", tag="opened"):
    """The dealer has opened a white card."""

    dealer: Seat
    question: int
    place: int


class Chose(Struct, frozen=True, tag_field="event", tag="chose"):
    """This seat has chosen, in secret."""

    seat: Seat


class Uncovered(Struct, frozen=True, tag_field="event", tag="uncovered"):
    """Everything that was written lies open (IQ-2.3)."""


class Peeked(Struct, frozen=True, tag_field="event", tag="peeked"):
    """This seat has paid, and looks at a card."""

    seat: Seat
    card: int
    score: int
    slush: int


class ShownTo(Struct, frozen=True, tag_field="event", tag="shown-to"):
    """A card that is being looked at is shown to somebody."""

    seat: Seat
    to: Seat
    card: int


class TookBack(Struct, frozen=True, tag_field="event", tag="put-back"):
    """This seat has peeked enough."""

    seat: Seat


class Shared(Struct, frozen=True, tag_field="event", tag="shared"):
    """Slush-fund markers taken from the field: so many by each of these (IQ-2.5)."""

    seats: tuple[Seat, ...]
    each: int


class Judged(Struct, frozen=True, tag_field="event", tag="judged"):
    """The row lies open, and the answers are judged."""


class PaidOut(Struct, frozen=True, tag_field="event", tag="paid"):
    """The question has been settled: so many score markers for each of these; a winner is the dealer now."""

    seats: tuple[Seat, ...]
    each: int
    winner: Seat | None


class Laid(Struct, frozen=True, tag_field="event", tag="laid"):
    """The dealer has put an answer, face down, at the end of a row, and has said which (IQ-4.1)."""

    dealer: Seat
    card: int
    row: int


class Shifted(Struct, frozen=True, tag_field="event", tag="shifted"):
    """The dealer has moved a white card; ``swapped``: it has changed places with the one that lay there."""

    dealer: Seat
    start: int
    end: int
    swapped: bool


class Gave(Struct, frozen=True, tag_field="event", tag="gave"):
    """Markers have changed hands (IQ-6)."""

    seat: Seat
    to: Seat
    kind: Kind
    count: int


class Late(Struct, frozen=True, tag_field="event", tag="late"):
    """Time has run out for these."""

    seats: tuple[Seat, ...]


class Appealed(Struct, frozen=True, tag_field="event", tag="appealed"):
    """A verdict has gone to the others, or come back from them."""

    seat: Seat
    appeal: AppealState


class TieBegan(Struct, frozen=True, tag_field="event", tag="tie"):
    """These are tied for the first place (IQ-5.2)."""

    seats: tuple[Seat, ...]


class CardNamed(Struct, frozen=True, tag_field="event", tag="named"):
    """A card has been named and turned in the tie-break; None: silence."""

    seat: Seat
    card: int | None
    right: bool


Happening: TypeAlias = (
    Began
    | Extended
    | BidMade
    | Passed
    | Opened
    | Chose
    | Uncovered
    | Peeked
    | ShownTo
    | TookBack
    | Shared
    | Judged
    | PaidOut
    | Laid
    | Shifted
    | Gave
    | Late
    | Appealed
    | TieBegan
    | CardNamed
)


class QuizState(Struct, frozen=True):
    """A game at one moment."""

    options: QuizOptions
    show: int
    players: tuple[Player, ...]
    dealer: Seat
    phase: Phase
    due: datetime | None
    phase_at: datetime
    words: tuple[int, ...]  # per answer card: which word of the show is on it
    rows: tuple[tuple[int, ...], ...]  # per question: the answer cards beside it, from the question outwards
    questions: tuple[int, ...]  # per white card: which question of the show is on it
    places: tuple[int | None, ...]  # per white card: where it lies; None once it has left the game
    stock: Markers = Markers(MARKERS, MARKERS)
    field: Markers = NOTHING
    bids: tuple[Markers, ...] = (NOTHING,) * QUESTIONS  # per white card
    round: int = 0  # 0 while everybody memorises
    turn: Seat | None = None  # who bids, peeks or names a card now
    question: int | None = None  # the one asked
    peekers: tuple[Seat, ...] = ()  # who is still to peek, the one at it first
    price: int = 0  # markers per card (IQ-2.4)
    glances: tuple[Glance, ...] = ()  # what is being peeked at just now
    answers: tuple[Given, ...] = ()  # of this round, once they are judged
    shifts: int = 0  # white cards moved in this preparation
    vote: appeals.Appeal | None = None
    tied: tuple[Seat, ...] = ()  # who is still in the tie-break, the one whose turn it is first
    was_tied: tuple[Seat, ...] = ()
    turned: tuple[int, ...] = ()  # answer cards opened in the tie-break
    named: tuple[Named, ...] = ()  # everything that was said in the tie-break
    last_winner: Seat | None = None  # of the eighth question, if there is exactly one
    champion: Seat | None = None  # who has won the tie-break
    own_word: bool = False  # CO-9: somebody's own word has counted
    last: tuple[Happening, ...] = ()
    going: tuple[Seat, ...] = ()  # who has seen the result (CO-14)

    # -- seats

    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return seats_of(len(self.players))

    def persons(self) -> tuple[Seat, ...]:
        """The seats with persons in them."""
        return tuple(seat for seat in self.seats() if self.players[seat].person)

    def asked_people(self) -> tuple[Seat, ...]:
        """Whose pace the table goes by: the persons', or the bots' where they are among themselves."""
        return self.persons() or self.seats()

    def from_left(self) -> Iterator[Seat]:
        """Clockwise from the dealer's left; the dealer comes last."""
        count = len(self.players)
        return (Seat((self.dealer + step) % count) for step in range(1, count + 1))

    @property
    def slow(self) -> bool:
        """A 24 h table? Everybody then memorises at a time of their own (IQ-P2)."""
        return self.options.clock == DAY

    def with_player(self, seat: Seat, player: Player) -> "QuizState":
        """The state with this seat changed."""
        return structs.replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def paid(self, seat: Seat, score: int = 0, slush: int = 0) -> "QuizState":
        """The state with so many markers more (or fewer) in this hand."""
        player = self.players[seat]
        return self.with_player(seat, structs.replace(player, markers=player.markers.plus(score, slush)))

    # -- cards

    @property
    def last_round(self) -> bool:
        """The eighth question?"""
        return self.round == ROUNDS

    def whites(self) -> tuple[int, ...]:
        """The white cards that lie face down on the side."""
        return tuple(
            WORDS + number
            for number, place in enumerate(self.places)
            if place is not None and self.questions[number] != self.question
        )

    def fewest(self) -> tuple[int, ...]:
        """The face-down white cards that bear the fewest markers (IQ-1.2)."""
        whites = self.whites()
        least = min((self.bids[card - WORDS].total for card in whites), default=0)
        return tuple(card for card in whites if self.bids[card - WORDS].total == least)

    @property
    def row_open(self) -> bool:
        """Do the answers of the question lie open? After the eighth question they stay so."""
        return bool(self.was_tied) or self.phase in (Phase.REVEALED, Phase.VOTING, Phase.LAYING)

    def face_up(self) -> frozenset[int]:
        """The answer cards that everybody sees."""
        if self.phase is Phase.OVER or (self.phase is Phase.MEMORY and not self.slow):
            return frozenset(range(WORDS))
        if self.question is None or not self.row_open:
            return frozenset(self.turned)
        return frozenset(self.rows[self.question] + self.turned)

    def face_down(self) -> tuple[int, ...]:
        """The answer cards that lie face down in the rows."""
        opened = self.face_up()
        return tuple(card for row in self.rows for card in row if card not in opened)

    def live_rows(self) -> tuple[int, ...]:
        """The questions that are still in the game, without the one asked."""
        return tuple(row for row in range(QUESTIONS) if self.rows[row] and row != self.question)

    def shortest(self) -> tuple[int, ...]:
        """The remaining rows that have the fewest cards just now (IQ-4.1)."""
        rows = self.live_rows()
        least = min((len(self.rows[row]) for row in rows), default=0)
        return tuple(row for row in rows if len(self.rows[row]) == least)

    def seen_by(self, seat: Seat) -> frozenset[int]:
        """The face-down cards that this seat is looking at, or is shown, just now."""
        return frozenset(glance.card for glance in self.glances if seat == glance.seat or seat in glance.shown)

    def memorising(self, seat: Seat) -> bool:
        """At a 24 h table: are this seat's two minutes running?"""
        return self.phase is Phase.MEMORY and self.slow and self.players[seat].until is not None

    # -- appeals

    def appealable(self, seat: Seat) -> bool:
        """May this seat still ask the others about its answer? (CO-3)"""
        if self.phase is Phase.REVEALED:
            return any(given.seat == seat and given.appeal == AppealState.OPEN for given in self.answers)
        if self.phase is Phase.CALLED and self.named:
            return self.named[-1].seat == seat and self.named[-1].appeal == AppealState.OPEN
        return False

    def may_appeal(self) -> tuple[Seat, ...]:
        """Everybody who may."""
        return tuple(seat for seat in self.seats() if self.appealable(seat))

    # -- time

    def awaited(self) -> tuple[Seat, ...]:
        """Whom the table waits for."""
        match self.phase:
            case Phase.MEMORY:
                return tuple(seat for seat in self.asked_people() if not self.players[seat].ready)
            case Phase.ANSWERING:
                return tuple(seat for seat in self.seats() if self.players[seat].choice is None)
            case Phase.AUCTION | Phase.PEEKING | Phase.TIE:
                return () if self.turn is None else (self.turn,)
            case Phase.OPENING | Phase.LAYING | Phase.SHIFTING:
                return (self.dealer,)
            case Phase.REVEALED | Phase.CALLED:
                return self.may_appeal() or tuple(seat for seat in self.asked_people() if seat not in self.going)
            case Phase.VOTING if self.vote is not None:
                return self.vote.waiting
            case _:
                return ()

    def enter(self, phase: Phase, at: datetime, seconds: float | None = None) -> "QuizState":
        """The state in this phase; ``seconds`` where it does not go by the clock of the table."""
        length = self.options.clock if seconds is None or self.slow else seconds
        due = at + timedelta(seconds=length) if length else None
        return structs.replace(self, phase=phase, phase_at=at, due=due, going=())

    def reading(self) -> int:
        """How long a result may be looked at."""
        return CLOCKED_READ_SECONDS if self.options.clock else READ_SECONDS

    def settled_points(self, seat: Seat) -> int:
        """One point per score marker, and 1億万 for the winner of the eighth question (IQ-5.1)."""
        return self.players[seat].markers.score + (FORTUNE if seat == self.last_winner else 0)
