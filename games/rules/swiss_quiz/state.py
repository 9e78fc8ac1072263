"""All there is to know of a game of Swiss Quiz at one moment. Statements are named by their place in the pack."""

from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct, structs

from games.rules.kernel import DAY, Seat, seats_of
from games.rules.swiss_quiz.board import EDELWEISS, LOGO, Kind
from games.rules.swiss_quiz.moves import SwissQuizOptions

FLAG_WORTH = 4  # chips (SQ-8.1)
TURN_SECONDS = 10  # then the card turns by itself (SQ-3)
READ_SECONDS = 120  # for the explanation; then the box passes on by itself (SQ-6)
CLOCKED_READ_SECONDS = 60  # the same at a table with a clock


class Phase(StrEnum):
    """What the table is waiting for."""

    LAYING = "laying"  # answers
    TURNING = "turning"  # the reader, who turns the card
    SHOWN = "shown"  # everybody, who read the explanation
    OVER = "over"


# -- what happened, step by step: the page animates it and tells it ------------------------------------------------


class Opened(Struct, frozen=True, tag_field="event", tag="opened"):
    """A new round: this seat reads."""

    reader: Seat


class Skipped(Struct, frozen=True, tag_field="event", tag="skipped"):
    """All took photos: this seat passes the box on unread (SQ-7.1)."""

    reader: Seat


class Answered(Struct, frozen=True, tag_field="event", tag="answered"):
    """A card has been laid, face down, with this stake."""

    seat: Seat
    chips: int
    flags: int


class Late(Struct, frozen=True, tag_field="event", tag="late"):
    """Time ran out before a card was laid (CO-5)."""

    seat: Seat


class Missed(Struct, frozen=True, tag_field="event", tag="missed"):
    """This seat took a photo and missed the round (SQ-7)."""

    seat: Seat


class Shown(Struct, frozen=True, tag_field="event", tag="shown"):
    """A player shows the card (None: had laid none), and the stake goes to the bank."""

    seat: Seat
    answer: bool | None
    right: bool
    chips: int
    flags: int


class Walked(Struct, frozen=True, tag_field="event", tag="walked"):
    """A pawn has moved: ``path`` are the squares it stepped on, in order; what lies between was jumped (SQ-4)."""

    seat: Seat
    start: int
    end: int
    path: tuple[int, ...]

    @property
    def steps(self) -> int:
        """How many steps it took; those left over at the edelweiss are lost."""
        return len(self.path)


class Arrived(Struct, frozen=True, tag_field="event", tag="arrived"):
    """A pawn has reached the edelweiss; ``order`` counts from 1 (SQ-9)."""

    seat: Seat
    order: int


class Paid(Struct, frozen=True):
    """What the bank paid to one player for a flag, who stood at this place of the race."""

    seat: Seat
    place: int
    chips: int


class FlagTaken(Struct, frozen=True, tag_field="event", tag="flag-taken"):
    """The first pawn to pass a flag has taken it, and the bank has paid everybody, the front pawn first (SQ-8)."""

    seat: Seat
    spot: int
    paid: tuple[Paid, ...]


class SquarePaid(Struct, frozen=True, tag_field="event", tag="square-paid"):
    """A move ended on a green or red square: so many chips from the bank, or to it if negative (SQ-7)."""

    seat: Seat
    kind: Kind
    chips: int


class Photo(Struct, frozen=True, tag_field="event", tag="photo"):
    """A move ended on a camera: the next round will be missed (SQ-7)."""

    seat: Seat


Turned: TypeAlias = Missed | Shown | Walked | Arrived | FlagTaken | SquarePaid | Photo
Between: TypeAlias = Opened | Skipped | Answered | Late


# -- who has what --------------------------------------------------------------------------------------------------


class Laid(Struct, frozen=True):
    """A card face down with its stake; ``answer`` is None where time ran out."""

    answer: bool | None
    chips: int = 0
    flags: int = 0


class Player(Struct, frozen=True):
    """A seat with its pawn and its goods; what is staked lies on the card, no longer here."""

    person: bool
    chips: int
    flags: int = 0
    position: int = LOGO
    misses: int = 0  # the round that a photo costs
    laid: Laid | None = None
    arrived: int = 0  # first, second ... at the edelweiss
    arrived_in: int = 0  # in this round
    answers: int = 0
    right: int = 0
    row: int = 0  # right answers one after the other, up to now
    longest: int = 0  # and at the most

    @property
    def worth(self) -> int:
        """Flags and chips left, in chips (SQ-9)."""
        return self.chips + FLAG_WORTH * self.flags


class SwissQuizState(Struct, frozen=True):
    """A game at one moment."""

    options: SwissQuizOptions
    deck: tuple[int, ...]  # places in the pack, in the order the statements are read
    drawn: int  # how many were put away
    round: int
    reader: Seat
    phase: Phase
    players: tuple[Player, ...]
    bank: int
    bank_flags: int
    flags: tuple[int, ...]  # the spots where flags stand
    deadline: datetime | None
    turns: int = 0  # cards turned so far
    turn: tuple[Turned, ...] = ()  # what the last turned card has brought
    last: tuple[Between, ...] = ()  # what has happened since, or before it was turned
    going: tuple[Seat, ...] = ()  # who has read enough (CO-14)
    fooled: int | None = None  # the last statement that nobody saw through: its place in the pack

    @property
    def card(self) -> int:
        """The statement on top: its place in the pack."""
        return self.deck[self.drawn % len(self.deck)]

    def persons(self) -> tuple[Seat, ...]:
        """The seats with persons in them."""
        return tuple(Seat(number) for number, player in enumerate(self.players) if player.person)

    def playing(self) -> tuple[Seat, ...]:
        """Who has not arrived in an earlier round, clockwise from the reader (SQ-9.1)."""
        seats = seats_of(len(self.players))
        clockwise = seats[self.reader :] + seats[: self.reader]
        return tuple([seat for seat in clockwise if self.players[seat].arrived_in in (0, self.round)])

    def misses(self, seat: Seat) -> bool:
        """Does this seat take a photo in this round?"""
        return self.players[seat].misses == self.round

    def answering(self) -> tuple[Seat, ...]:
        """Who answers in this round, clockwise from the reader."""
        return tuple([seat for seat in self.playing() if not self.misses(seat)])

    def unanswered(self) -> tuple[Seat, ...]:
        """Who still has to answer, clockwise from the reader."""
        return tuple([seat for seat in self.answering() if self.players[seat].laid is None])

    def awaited(self) -> tuple[Seat, ...]:
        """Who may act now. The box is passed on by a person, by bots only where they are among themselves."""
        match self.phase:
            case Phase.LAYING:
                seats = self.unanswered()
                return seats if self.options.answering == "at-once" else seats[:1]
            case Phase.TURNING:
                return (self.reader,)
            case Phase.SHOWN:
                seats = self.persons() or seats_of(len(self.players))
                return tuple(seat for seat in seats if seat not in self.going)
            case Phase.OVER:
                return ()

    @property
    def seconds(self) -> int:
        """How long this phase waits; 0 for ever. At a 24 h table everything takes a day (CO-11)."""
        clock = self.options.clock
        match self.phase:
            case Phase.LAYING:
                return clock
            case Phase.TURNING:
                return DAY if clock == DAY else TURN_SECONDS
            case Phase.SHOWN:
                return DAY if clock == DAY else CLOCKED_READ_SECONDS if clock else READ_SECONDS
            case Phase.OVER:
                return 0

    @property
    def stakes_open(self) -> bool:
        """Do the stakes lie open? All at once, only when all answers are locked (SQ-2)."""
        return self.options.answering == "in-turn" or not self.unanswered()

    def usable_flags(self, seat: Seat) -> int:
        """How many flags this seat may stake: none while one is left on the board (SQ-8.1)."""
        return 0 if self.flags else self.players[seat].flags

    def next_reader(self) -> Seat:
        """The next seat clockwise that has not arrived (SQ-6, SQ-9.1)."""
        count = len(self.players)
        following = (Seat((self.reader + step) % count) for step in range(1, count + 1))
        return next((seat for seat in following if not self.players[seat].arrived), self.reader)

    def occupied(self) -> frozenset[int]:
        """The squares with a pawn on them; logo and edelweiss hold any number (SQ-4, SQ-9)."""
        return frozenset(player.position for player in self.players) - {LOGO, EDELWEISS}

    def arrived(self) -> int:
        """How many pawns are on the edelweiss."""
        return sum(player.arrived > 0 for player in self.players)

    def with_player(self, seat: Seat, player: Player) -> "SwissQuizState":
        """The state with this seat changed."""
        return structs.replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))
