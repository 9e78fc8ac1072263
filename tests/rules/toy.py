"""A very small game, to test the kernel apart from the real ones: take one to three matches, the last one wins."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import ClassVar, Literal

from msgspec import Struct, structs

from games.rules.chance import Chance
from games.rules.kernel import IllegalMove, Move, Options, Place, Result, Rules, Seat, Standing
from games.rules.pack import Pack
from games.rules.words import Text

PACK = Pack("toy", Text(en="Toy"), "statement", ("en",))


class Take(Move, frozen=True, tag="take"):
    matches: int


class ToyState(Struct, frozen=True):
    left: int
    turn: Seat
    seats: int
    due: datetime | None
    clock: int


class ToyCommon(Struct, frozen=True):
    heap: int


class ToyView(ToyCommon, frozen=True):
    mine: bool


class ToyOptions(Options, frozen=True, kw_only=True):
    matches: int = 10


class Toy(Rules[ToyState, Take, ToyOptions, ToyCommon, ToyView]):
    slug = "toy"
    title = "Toy"
    blurb = "Take matches"
    seats = range(2, 5)
    minutes = "1"
    kind: ClassVar[Literal["statement", "event", "quiz-show", ""]] = ""
    State, Move, Options, Common, Observation = ToyState, Take, ToyOptions, ToyCommon, ToyView

    def setup(
        self,
        options: ToyOptions,
        seats: int,
        persons: frozenset[Seat],
        pack: Pack,
        chance: Chance,
        at: datetime,
    ) -> ToyState:
        starter = Seat(chance.below(seats))
        return ToyState(options.matches, starter, seats, self._due(options.clock, at), options.clock)

    @staticmethod
    def _due(clock: int, at: datetime) -> datetime | None:
        return at + timedelta(seconds=clock) if clock else None

    def to_move(self, state: ToyState) -> frozenset[Seat]:
        return frozenset() if state.left == 0 else frozenset({state.turn})

    def legal_moves(self, state: ToyState, seat: Seat, pack: Pack) -> Iterable[Take]:
        return [Take(n) for n in (1, 2, 3) if seat in self.to_move(state) and n <= state.left]

    def apply(self, state: ToyState, seat: Seat, move: Take, pack: Pack, chance: Chance, at: datetime) -> ToyState:
        if move not in self.legal_moves(state, seat, pack):
            raise IllegalMove("TOY-1", "One to three, when it is your turn.")
        turn = state.turn if move.matches == state.left else Seat((seat + 1) % state.seats)
        return structs.replace(state, left=state.left - move.matches, turn=turn, due=self._due(state.clock, at))

    def time_up(self, state: ToyState, pack: Pack, chance: Chance, at: datetime) -> ToyState:
        return self.apply(state, state.turn, Take(1), pack, chance, at)

    def common(self, state: ToyState, pack: Pack, at: datetime) -> ToyCommon:
        return ToyCommon(state.left)

    def own(self, common: ToyCommon, state: ToyState, watcher: Seat, pack: Pack, at: datetime) -> ToyView:
        return ToyView(heap=common.heap, mine=watcher in self.to_move(state))

    def deadline(self, state: ToyState) -> datetime | None:
        return state.due

    def shift(self, state: ToyState, by: timedelta) -> ToyState:
        return structs.replace(state, due=state.due + by if state.due else None)

    def result(self, state: ToyState) -> Result | None:
        return Result((Place(1, state.turn, 1),)) if state.left == 0 else None

    def unit(self, state: ToyState) -> int | None:
        return None if state.left == 0 else state.left  # each taking is a unit

    def stopped(self, state: ToyState, pack: Pack, chance: Chance, at: datetime) -> ToyState:
        return structs.replace(state, left=0, due=None)

    def standing(self, state: ToyState) -> Standing:
        return Standing((), 10 - state.left, 10)
