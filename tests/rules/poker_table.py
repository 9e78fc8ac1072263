"""A table of poker for tests: hands dealt as the test says, time moved by hand, and Anna always opens the bidding."""

from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any, cast

from msgspec import structs

from games.rules.chance import Chance
from games.rules.kernel import Result, Seat
from games.rules.pack import Event, Pack, Rank, Suit
from games.rules.quizterix_poker import Poker
from games.rules.quizterix_poker.moves import Fold, GoOn, Pass, Play, PokerMove, PokerOptions, Raise
from games.rules.quizterix_poker.observation import PokerObservation
from games.rules.quizterix_poker.state import Phase, Player, PokerState
from games.rules.words import Text

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
ANNA, BEAT, ZOE, NONNA, URS, LEA = (Seat(number) for number in range(6))
RULES = Poker()
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def event(card: str) -> Event:
    """A card as tests write it: ``1961Qh``."""
    year, rank, suit = int(card[:4]), card[4:-1], SUITS[card[-1]]
    return Event(
        rank=cast(Rank, rank),
        suit=cast(Suit, suit),
        year=year,
        name=Text(en=f"name {card}"),
        mnemonic=Text(en=f"mnemonic {card}"),
        scene=Text(en=f"scene {card}"),
        alt=Text(en=f"picture {card}"),
        story=Text(en=f"story {card}"),
    )


def pack_with(*hands: str) -> Pack:
    """The cards of these hands, in their order."""
    events = tuple(event(card) for card in chain.from_iterable(hand.split() for hand in hands))
    return Pack("poker", Text(en="Poker"), "event", ("en",), events=events)


class PokerTable:
    """One game in progress. ``hands``: the first round's, seat by seat, slot by slot."""

    def __init__(
        self, *hands: str, bots: tuple[Seat, ...] = (), pack: Pack | None = None, seats: int = 0, **options: Any
    ):
        seats = seats or len(hands)
        self.pack = pack or pack_with(*hands)
        self.at = NOON
        self.number = next(n for n in range(1, 99) if Chance(b"poker", n).below(seats) == seats - 1)
        persons = frozenset(Seat(number) for number in range(seats)) - set(bots)
        self.state: PokerState = RULES.setup(PokerOptions(**options), seats, persons, self.pack, self.chance(), self.at)
        if hands:
            self._deal([len(hand.split()) for hand in hands])

    def _deal(self, sizes: list[int]) -> None:
        """The pack's cards in their order, the first hand first."""
        players, first = [], 0
        for player, size in zip(self.state.players, sizes, strict=True):
            players.append(structs.replace(player, dealt=tuple(range(first, first + size)), left=tuple(range(size))))
            first += size
        self.state = structs.replace(self.state, players=tuple(players), tricks=sizes[0], aside=())

    def chance(self) -> Chance:
        """The dice of the next move."""
        return Chance(b"poker", self.number)

    # -- what one sees

    @property
    def phase(self) -> Phase:
        return self.state.phase

    def player(self, seat: Seat) -> Player:
        return self.state.players[seat]

    def view(self, watcher: Seat) -> PokerObservation:
        return RULES.observe(self.state, watcher, self.pack, self.at)

    def legal(self, seat: Seat) -> list[PokerMove]:
        return list(RULES.legal_moves(self.state, seat, self.pack))

    @property
    def beans(self) -> list[int]:
        return [player.beans for player in self.state.players]

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return tuple(sorted(RULES.to_move(self.state)))

    @property
    def result(self) -> Result | None:
        return RULES.result(self.state)

    # -- what happens

    def ask(self, seat: Seat, move: PokerMove) -> "PokerTable":
        """A player asks for a move. Raises IllegalMove."""
        self.number += 1
        self.at += timedelta(seconds=1)
        self.state = RULES.apply(self.state, seat, move, self.pack, self.chance(), self.at)
        return self

    def folds(self, *seats: Seat) -> "PokerTable":
        for seat in seats:
            self.ask(seat, Fold(self.state.step))
        return self

    def passes(self, *seats: Seat) -> "PokerTable":
        for seat in seats:
            self.ask(seat, Pass(self.state.step))
        return self

    def raises(self, seat: Seat, by: int) -> "PokerTable":
        return self.ask(seat, Raise(self.state.step, by))

    def all_pass(self) -> "PokerTable":
        """Nobody raises (any more)."""
        while self.phase is Phase.BIDDING:
            self.passes(self.awaited[0])
        return self

    def lays(self, seat: Seat, slot: int) -> "PokerTable":
        return self.ask(seat, Play(self.state.step, slot))

    def trick(self, *slots: int) -> "PokerTable":
        """Everybody left in lays the card of this slot, in the order of the seats; then the cards lie open."""
        for seat, slot in zip(self.awaited, slots, strict=True):
            self.lays(seat, slot)
        return self

    def goes_on(self) -> "PokerTable":
        """Everybody wants to go on."""
        for seat in self.awaited:
            self.ask(seat, GoOn(self.state.step))
        return self

    def tricks(self, *tricks: tuple[int, ...]) -> "PokerTable":
        """Several tricks, each looked at and taken."""
        for slots in tricks:
            self.trick(*slots).goes_on()
        return self

    def time_up(self) -> "PokerTable":
        due = RULES.deadline(self.state)
        assert due is not None
        self.number, self.at = self.number + 1, due
        self.state = RULES.time_up(self.state, self.pack, self.chance(), self.at)
        return self


def bots_left(*bots: Seat) -> PokerTable:
    """Everybody but these bots has folded; two tricks are to be played."""
    hands = ("1901Ac 1902Ac", "1903Ah 1904Ah", "1905As 1906As", "1907Ad 1908Ad")
    table = PokerTable(*hands, bots=bots)
    table.raises(bots[0], 1) if table.awaited[0] == bots[0] else None
    while table.phase is Phase.BIDDING:
        seat = table.state.awaited()[0]
        table.passes(seat) if seat in bots else table.folds(seat)
    return table
