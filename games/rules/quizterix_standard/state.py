"""Everything there is to know of a game of Quizterix Standard at one moment. A card is its place in the pack."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct, structs

from games.rules import appeals
from games.rules.kernel import DAY, Seat, seats_of
from games.rules.pack import Suit
from games.rules.quizterix_snap.state import SnapState
from games.rules.quizterix_standard.moves import StandardOptions, Where

LOOK_SECONDS = 30  # QS-D3
SPEAK_SECONDS = 15  # as in Snap!: how long an event is named aloud
JUDGE_SECONDS = 30  # CO-2: then any other player may judge
VERDICT_SECONDS = 10  # how long one may think about an appeal
INVENT_SECONDS = 60  # QS-D6.2, QS-D6.3
POINT_SECONDS = 20  # QS-D6.3
AGREE_SECONDS = 20  # QS-E4, as long as a vote
ALL_AGREED = timedelta(seconds=1)  # QS-E4: how long after the last who has not agreed has left the game is over


class Phase(StrEnum):
    """What the table is waiting for."""

    INSERT = "insert"  # step 1
    ACT = "act"  # steps 2 to 4: name, look, or ask for a question
    LOOKING = "looking"  # whoever looks at a card
    ANSWERING = "answering"  # step 4: the answer to the question
    JUDGING = "judging"  # whoever judges what was spoken
    VERDICT = "verdict"  # whoever was judged wrong may appeal
    VOTING = "voting"  # the others, who vote on an appeal
    ROLLING = "rolling"  # step 5
    GIVING = "giving"
    STEALING = "stealing"
    SWAPPING = "swapping"
    SHIFTING = "shifting"
    PLACING = "placing"  # whoever has received a card
    RACING = "racing"  # panic for two: who is faster?
    ACCEPTING = "accepting"  # panic for two: the other judges what was performed
    INVENTING = "inventing"  # panic for more: everybody
    PERFORMING = "performing"  # panic for more: whoever performs
    POINTING = "pointing"  # panic for more: the others guess
    STOPPING = "stopping"  # shall we stop?
    PLAYOFF = "playoff"  # a round of Snap!
    OVER = "over"


class Verdict(StrEnum):
    """How an answer was judged."""

    OPEN = "open"
    RIGHT = "right"
    WRONG = "wrong"
    NOT_KNOWN = "not-known"


class Ending(StrEnum):
    """What ended the game."""

    FLIPPED = "flipped"  # QS-E1
    ROUNDS = "rounds"  # QS-E4
    AGREED = "agreed"  # QS-E4
    CALLED = "called"  # CO-13


class Slot(Struct, frozen=True):
    """A card in a timeline. ``seen``: who has looked at it while it was hidden."""

    card: int
    flipped: bool = False
    seen: tuple[Seat, ...] = ()

    def seen_by(self, seats: Iterable[Seat]) -> "Slot":
        """The card after these have looked at it."""
        return structs.replace(self, seen=tuple(sorted({*self.seen, *seats})))


class Player(Struct, frozen=True):
    """A seat with its timeline from left to right. ``refreshers``: may it look again? (QS-S2)"""

    person: bool
    line: tuple[Slot, ...] = ()
    refreshers: bool = False


class Incoming(Struct, frozen=True):
    """A card somebody has received and not yet placed (QS-D5.7)."""

    seat: Seat
    slot: Slot
    looked: bool = False


class Looking(Struct, frozen=True):
    """Somebody looks at a card. ``back``: where play goes on after a refresher; None if the turn ends."""

    at: Where
    back: Phase | None = None


class Given(Struct, frozen=True):
    """The last answer: an event named (``place``), or a question answered."""

    seat: Seat
    place: int | None = None
    texts: tuple[str, ...] = ()
    spoken: bool = False
    verdict: Verdict = Verdict.OPEN
    appealed: bool = False


class Named(Struct, frozen=True):
    """The last event that was named, from when it was judged to the next one. What was spoken has no ``texts``."""

    seat: Seat
    card: int
    texts: tuple[str, ...]
    right: bool
    moment: int


class Asked(Struct, frozen=True):
    """The question on the table, from when its suit is fixed; ``open`` once the answer has been told."""

    card: int
    suit: Suit
    open: bool = False


class Invention(Struct, frozen=True):
    """A new mnemonic for a card. Without a text it is performed. ``reaction`` counts in the race of two."""

    seat: Seat
    card: int
    text: str = ""
    reaction: int = 0


class Pointed(Struct, frozen=True):
    """Somebody has pointed at a card (None: at nothing), so quickly."""

    seat: Seat
    card: int | None
    reaction: int = 0


class Happening(Struct, frozen=True):
    """Something that has just happened, to be told in a sentence."""

    what: str
    seat: Seat | None = None
    other: Seat | None = None
    n: int = 0
    text: str = ""
    card: int | None = None


class Panic(Struct, frozen=True):
    """A Mnemonic Panic. ``out``: who has no mnemonic, or was refused; ``queue``: who has yet to present."""

    inventions: tuple[Invention, ...] = ()
    out: tuple[Seat, ...] = ()
    settling: bool = False  # somebody was first, unless a slower line brings a quicker one
    queue: tuple[Invention, ...] = ()
    presented: Invention | None = None
    points: tuple[Pointed, ...] = ()
    told: Happening | None = None  # how the guessing ended: the table says it until the cards are placed


class Standing(NamedTuple):
    """What a timeline is worth, in the order in which it decides (QS-A1, QS-E3)."""

    streak: int
    events: int
    span: int
    streak_span: int


class Playoff(SnapState, frozen=True):
    """A round of Snap! between those still tied (QS-E3); the others may judge and vote, but not buzz."""

    out: tuple[Seat, ...] = ()

    def locked(self) -> frozenset[Seat]:
        """Who cannot buzz."""
        return super().locked() | frozenset(self.out)


class StandardState(Struct, frozen=True):
    """A game of Quizterix Standard. Hidden are the order of ``stack`` and ``questions``, and hidden flip sides."""

    options: StandardOptions
    players: tuple[Player, ...]
    starter: Seat
    active: Seat
    phase: Phase
    due: datetime | None
    phase_at: datetime  # when this phase began
    stack: tuple[int, ...]  # the top card first
    questions: tuple[int, ...]
    numbers: tuple[int, ...]  # of every card of the pack: as the how manieth it lay in the shuffled stack
    moment: int = 0
    round: int = 1
    tried: bool = False  # QS-D2: once per turn
    refreshed: bool = False  # QS-S2: once per turn
    asked_to_stop: bool = False  # once per turn
    looking: Looking | None = None
    asked: Asked | None = None
    given: Given | None = None
    named: Named | None = None
    fresh: int | None = None  # the card that was last put somewhere in this turn
    readers: tuple[Seat, ...] = ()  # who has seen the solution in order to judge
    vote: appeals.Appeal | None = None
    die: int = 0  # the last throw of this turn
    thieves: tuple[Seat, ...] = ()  # who steals next, in this order
    incoming: tuple[Incoming, ...] = ()
    panic: Panic | None = None
    used: tuple[str, ...] = ()  # QS-D6.1: every mnemonic used in this game
    agreed: tuple[Seat, ...] = ()
    ending: Ending | None = None
    standings: tuple[Standing, ...] = ()  # once the game has ended
    playoff: Playoff | None = None
    own_word: bool = False  # CO-9: somebody's own word has counted
    last: tuple[Happening, ...] = ()

    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return seats_of(len(self.players))

    def persons(self) -> tuple[Seat, ...]:
        """The seats with persons in them."""
        return tuple(seat for seat in self.seats() if self.players[seat].person)

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """The others, beginning to the left of this seat."""
        seats = self.seats()
        return (*seats[seat + 1 :], *seats[:seat])

    def hidden_of(self, seat: Seat) -> Iterator[int]:
        """The places of this seat's hidden events."""
        return (place for place, slot in enumerate(self.players[seat].line) if not slot.flipped)

    def hidden_of_others(self, seat: Seat) -> Iterator[Where]:
        """Every hidden event in the timelines of others."""
        return (Where(other, place) for other in self.seats() if other != seat for place in self.hidden_of(other))

    def flipped(self) -> Iterator[Where]:
        """Every flipped event on the table."""
        for seat in self.seats():
            for place, slot in enumerate(self.players[seat].line):
                if slot.flipped:
                    yield Where(seat, place)

    def slot(self, at: Where) -> Slot | None:
        """What lies there, if anything does."""
        if not 0 <= at.seat < len(self.players) or not 0 <= at.place < len(self.players[at.seat].line):
            return None
        return self.players[at.seat].line[at.place]

    def for_me(self, seat: Seat) -> Incoming | None:
        """The card this seat has to place now."""
        return next((card for card in self.incoming if card.seat == seat), None)

    @property
    def thief(self) -> Seat:
        """Who has to steal now."""
        return self.thieves[0] if self.thieves else self.active

    # -- the same with something changed

    def with_player(self, seat: Seat, player: Player) -> "StandardState":
        """The state with this player changed."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return structs.replace(self, players=players)

    def with_line(self, seat: Seat, line: tuple[Slot, ...]) -> "StandardState":
        """The state with this timeline changed."""
        return self.with_player(seat, structs.replace(self.players[seat], line=line))

    def with_slot(self, at: Where, slot: Slot) -> "StandardState":
        """The state with one card changed where it lies."""
        line = self.players[at.seat].line
        return self.with_line(at.seat, (*line[: at.place], slot, *line[at.place + 1 :]))

    def without(self, at: Where) -> "StandardState":
        """The state with one card taken out of its timeline."""
        line = self.players[at.seat].line
        return self.with_line(at.seat, (*line[: at.place], *line[at.place + 1 :]))

    def placed(self, seat: Seat, gap: int, slot: Slot) -> "StandardState":
        """The state with a card put into this gap of a timeline."""
        line = self.players[seat].line
        return self.with_line(seat, (*line[:gap], slot, *line[gap:]))

    def tell(self, what: str, **facts: object) -> "StandardState":
        """The state with one more thing that has happened."""
        return structs.replace(self, last=(*self.last, Happening(what, **facts)))  # type: ignore[arg-type]

    def enter(self, phase: Phase, at: datetime, seconds: float | None = None) -> "StandardState":
        """The state in this phase. It ends after so many seconds; without any, after the turn clock (CO-5).

        At a 24 h table the short times are 24 h too (CO-11).
        """
        if seconds is None or self.options.clock == DAY:
            seconds = self.options.clock or seconds
        due = None if seconds is None else at + timedelta(seconds=seconds)
        return structs.replace(self, phase=phase, phase_at=at, due=due, moment=self.moment + 1)
