"""All there is to know of a game of poker at one moment. A card is its place in the pack, in a hand its slot."""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct, structs

from games.rules.kernel import DAY, Seat, seats_of
from games.rules.quizterix_poker.moves import PokerOptions

LOOK_SECONDS = 8  # an open trick, if not everybody wants to go on earlier
RUN_SECONDS = 1  # PK-D5: the same where nobody is left to look
ROUND_SECONDS = 25  # the same for the end of a round


class Phase(StrEnum):
    """What the table is waiting for."""

    BIDDING = "bidding"  # one seat, which folds, passes or raises
    CHOOSING = "choosing"  # everybody left in, who choose a card
    SHOWN = "shown"  # everybody, who look at the open trick
    ROUND_OVER = "round-over"  # everybody, who see who has won the round
    OVER = "over"


class Reason(StrEnum):
    """What decided a trick or a round."""

    EARLIEST = "earliest"  # the year (PK-D2, PK-D3)
    RANK = "rank"  # no year was left (PK-D4)
    SUIT = "suit"
    NOBODY = "nobody"
    FOLDS = "folds"  # all the others have folded (PK-C5)
    CARDS = "cards"  # the most cards (PK-E1)
    RECENT = "recent"  # as many cards, but the most recent event (PK-E2)
    HIGHEST = "highest"  # the same year, but the highest card
    LOT = "lot"


# -- what happened: the page tells it ------------------------------------------------------------------------------


class Dealt(Struct, frozen=True, tag_field="event", tag="dealt"):
    """A new round: this seat deals, and every seat has paid its bean (PK-C2)."""

    dealer: Seat
    cards: int


class Folded(Struct, frozen=True, tag_field="event", tag="folded"):
    """This seat has left the round (PK-C3)."""

    seat: Seat


class Passed(Struct, frozen=True, tag_field="event", tag="passed"):
    """This seat stays in, paying so many beans; ``short`` of the stake if it had no more (PK-C4)."""

    seat: Seat
    paid: int
    short: bool


class Raised(Struct, frozen=True, tag_field="event", tag="raised"):
    """This seat has raised the stake by so much, with everything it has if ``all_in`` (PK-C3)."""

    seat: Seat
    by: int
    all_in: bool


class Laid(Struct, frozen=True, tag_field="event", tag="laid"):
    """A card lies face down (PK-D1)."""

    seat: Seat


class Late(Struct, frozen=True, tag_field="event", tag="late"):
    """The time of this seat has run out (CO-5)."""

    seat: Seat


class Taken(Struct, frozen=True, tag_field="event", tag="taken"):
    """The trick has gone to this seat; to nobody if None, and then the cards wait for the next winner (PK-D4)."""

    seat: Seat | None
    cards: int


Happened: TypeAlias = Dealt | Folded | Passed | Raised | Laid | Late | Taken


class Trick(Struct, frozen=True):
    """How the open trick is decided: who wins it and by what, and which seats' cards have cancelled each other."""

    winner: Seat | None
    reason: Reason
    cancelled: tuple[Seat, ...] = ()


class Outcome(Struct, frozen=True):
    """How a round has ended: who takes the beans, what decided, who was level before that."""

    winner: Seat
    reason: Reason
    beans: int
    level: tuple[Seat, ...] = ()


class Player(Struct, frozen=True):
    """A seat with its beans and its cards. What is staked is ``paid``, and no longer among the beans."""

    person: bool
    beans: int
    paid: int = 0
    folded: bool = False
    dealt: tuple[int, ...] = ()  # the hand as dealt: a slot is a place in it
    left: tuple[int, ...] = ()  # the slots still in the hand, without the chosen one
    chosen: int | None = None  # the slot that lies on the table
    won: tuple[int, ...] = ()
    rounds: int = 0  # rounds won
    most: int = 0  # beans taken with one round
    raises: int = 0  # in the whole game
    folds: int = 0

    @property
    def card(self) -> int | None:
        """The card that this seat has on the table."""
        return None if self.chosen is None else self.dealt[self.chosen]


class PokerState(Struct, frozen=True):
    """A game at one moment."""

    options: PokerOptions
    players: tuple[Player, ...]
    phase: Phase
    dealer: Seat
    due: datetime | None
    step: int = 0  # counts what has been decided; every move names it
    round: int = 0
    trick: int = 0
    tricks: int = 0  # in this round
    asked: tuple[Seat, ...] = ()  # who is still to bid, in their order
    raiser: Seat | None = None  # who has raised last (PK-C5)
    shown: Trick | None = None  # while a trick lies open
    carried: tuple[int, ...] = ()  # cards that wait for the next trick's winner (PK-D4)
    aside: tuple[int, ...] = ()  # cards that are nobody's: removed, folded, unplayed, never won
    outcome: Outcome | None = None  # of the round that has just ended
    ready: tuple[Seat, ...] = ()  # who wants to go on
    last: tuple[Happened, ...] = ()
    running: tuple[Seat, ...] = ()  # PK-D5: who has folded and lets the rest of the round run

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return seats_of(len(self.players))

    def persons(self) -> tuple[Seat, ...]:
        """The seats with persons in them."""
        return tuple(seat for seat in self.seats if self.players[seat].person)

    def clockwise(self, after: Seat) -> Iterator[Seat]:
        """All seats, beginning with the next one clockwise."""
        count = len(self.players)
        return (Seat((after + step) % count) for step in range(1, count + 1))

    def left_in(self) -> tuple[Seat, ...]:
        """Who has not folded."""
        return tuple(Seat(number) for number, player in enumerate(self.players) if not player.folded)

    @property
    def stake(self) -> int:
        """What staying in costs in this round, the first bean included."""
        return max(player.paid for player in self.players)

    @property
    def pot(self) -> int:
        """The beans on the table."""
        return sum(player.paid for player in self.players)

    def owes(self, seat: Seat) -> int:
        """How many beans this seat lacks to the stake."""
        return self.stake - self.players[seat].paid

    def most_raise(self, seat: Seat) -> int:
        """By how much this seat could raise; 0 if it may not (PK-C3, PK-C4, PK-C5)."""
        if seat == self.raiser or not self.others_have_beans(seat):
            return 0
        return max(0, self.players[seat].beans - self.owes(seat))

    def others_have_beans(self, seat: Seat) -> bool:
        """Is there anybody left in who could match a raise?"""
        return any(
            other != seat and not player.folded and player.beans > 0 for other, player in enumerate(self.players)
        )

    def choosing(self) -> tuple[Seat, ...]:
        """Who has still to choose a card."""
        return tuple(
            Seat(number)
            for number, player in enumerate(self.players)
            if player.chosen is None and not player.folded and player.left
        )

    def may_run(self) -> tuple[Seat, ...]:
        """Who may still let the rest of the round run: the persons, once all of them have folded (PK-D5)."""
        persons = [Seat(number) for number, player in enumerate(self.players) if player.person]
        if self.phase not in (Phase.BIDDING, Phase.CHOOSING) or not all(self.players[seat].folded for seat in persons):
            return ()
        return tuple(seat for seat in persons if seat not in self.running)

    @property
    def runs(self) -> bool:
        """Do all persons let the rest of the round run? (PK-D5)"""
        return bool(self.running) and all(
            player.folded and number in self.running for number, player in enumerate(self.players) if player.person
        )

    def awaited(self) -> tuple[Seat, ...]:
        """Who may act now. People say when to go on, bots never do."""
        match self.phase:
            case Phase.BIDDING:
                return self.asked[:1]
            case Phase.CHOOSING:
                return self.choosing()
            case Phase.SHOWN | Phase.ROUND_OVER:
                return tuple(seat for seat in self.persons() if seat not in self.ready)
            case Phase.OVER:
                return ()

    @property
    def seconds(self) -> int:
        """How long this phase waits; 0 for ever. At a 24 h table everything takes a day (CO-11)."""
        clock = self.options.clock
        match self.phase:
            case Phase.BIDDING | Phase.CHOOSING:
                return clock
            case Phase.SHOWN if self.runs:
                return RUN_SECONDS
            case Phase.SHOWN:
                return DAY if clock == DAY else LOOK_SECONDS
            case Phase.ROUND_OVER:
                return DAY if clock == DAY else ROUND_SECONDS
            case Phase.OVER:
                return 0

    @property
    def teams(self) -> int:
        """How many teams there are; 0 if everybody plays for themselves (PK-G1)."""
        return len(self.players) // 2 if self.options.teams else 0

    def score(self, seat: Seat) -> int:
        """Beans, or rounds won without betting; partners count theirs together (PK-F1, PK-G1)."""
        teams = self.teams
        ours = (
            player
            for number, player in enumerate(self.players)
            if number == seat or (teams and number % teams == seat % teams)
        )
        return sum(player.beans if self.options.with_beans else player.rounds for player in ours)

    def with_player(self, seat: Seat, player: Player) -> "PokerState":
        """The state with this seat changed."""
        return structs.replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))
