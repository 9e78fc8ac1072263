"""A table of Swiss Quiz for tests: a small pack, a scripted chance, and moves by name."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Literal

from hypothesis import strategies as st
from msgspec import structs

from games.bots.kernel import Memory, Strength
from games.bots.swiss_quiz import SwissQuizBot
from games.rules.chance import Chance
from games.rules.kernel import Seat
from games.rules.pack import Pack, Statement
from games.rules.swiss_quiz import SwissQuiz
from games.rules.swiss_quiz.board import LAST, Kind, kind_of
from games.rules.swiss_quiz.moves import GoOn, Lay, SwissQuizMove, SwissQuizOptions, Turn
from games.rules.swiss_quiz.observation import SwissQuizObservation
from games.rules.swiss_quiz.state import Player, SwissQuizState
from games.rules.words import Text

ANNA, BEAT, ZOE, NONNA, URS, LEA = (Seat(number) for number in range(6))
NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
RULES = SwissQuiz()
CATEGORIES: tuple[Literal["nature", "places", "history"], ...] = ("nature", "places", "history")


def square_of(kind: Kind, after: int = 0) -> int:
    """The first square of this kind beyond ``after``."""
    return next(square for square in range(after + 1, LAST + 1) if kind_of(square) is kind)


class Scripted(Chance):
    """Draws these numbers, then always 0: the first thing, the first seat."""

    def __init__(self, *draws: int) -> None:
        super().__init__(b"scripted", 0)
        self.draws = list(draws)

    def below(self, bound: int) -> int:
        draw = self.draws.pop(0) if self.draws else 0
        assert draw < bound, f"{draw} was scripted where only {bound} are possible"
        return draw


def statement(number: int, truth: bool | None = None) -> Statement:
    """A statement; odd numbers are true unless said otherwise."""
    return Statement(
        number=number,
        category=CATEGORIES[number % 3],
        truth=number % 2 == 1 if truth is None else truth,
        difficulty=(1, 2, 3)[number % 3],  # type: ignore[arg-type]
        text=Text(en=f"Statement {number}.", de=f"Aussage {number}."),
        explanation=Text(en=f"Explanation {number}.", de=f"Erklärung {number}."),
    )


def small_pack(count: int = 12, first: int = 1) -> Pack:
    """A pack with so many statements."""
    statements = tuple(statement(number) for number in range(first, first + count))
    return Pack("test", Text(en="Test"), "statement", ("en", "de"), statements=statements)


PACK = small_pack()


class Table:
    """A game in progress. Anna reads first unless told otherwise; everybody is a person."""

    def __init__(
        self,
        seats: int = 4,
        options: SwissQuizOptions | None = None,
        *,
        pack: Pack = PACK,
        reader: Seat = ANNA,
        bots: Sequence[Seat] = (),
        chance: Chance | None = None,
    ) -> None:
        self.pack = pack
        self.at = NOON
        persons = frozenset(Seat(number) for number in range(seats)) - frozenset(bots)
        self.state = RULES.setup(
            options or SwissQuizOptions(), seats, persons, pack, chance or Scripted(int(reader)), self.at
        )

    # -- the table laid out as a test needs it --

    def place(self, **pawns: int) -> "Table":
        """Puts pawns on squares: ``place(anna=5, beat=6)``."""
        for name, square in pawns.items():
            self._change(name, position=square)
        return self

    def give(self, **chips: int) -> "Table":
        """Gives players so many chips in all, from the bank."""
        for name, count in chips.items():
            change = count - self.player(name).chips
            self._change(name, chips=count)
            self.state = structs.replace(self.state, bank=self.state.bank - change)
        return self

    def give_flags(self, **flags: int) -> "Table":
        """Gives players so many flags from the board, the first spots first."""
        for name, count in flags.items():
            self._change(name, flags=count)
            self.state = structs.replace(self.state, flags=self.state.flags[count:])
        return self

    def clear_flags(self) -> "Table":
        """The last flag leaves the board; those left over go to the bank."""
        left = len(self.state.flags)
        self.state = structs.replace(self.state, flags=(), bank_flags=self.state.bank_flags + left)
        return self

    def photo(self, *names: str) -> "Table":
        """These players miss this round."""
        for name in names:
            self._change(name, misses=self.state.round)
        return self

    def _change(self, name: str, **changes: int) -> None:
        seat = SEATS[name]
        self.state = self.state.with_player(seat, structs.replace(self.state.players[seat], **changes))

    # -- playing --

    @property
    def number(self) -> int:
        """The statement on top."""
        return self.pack.statements[self.state.card].number

    @property
    def truth(self) -> bool:
        return self.pack.statements[self.state.card].truth

    def play(self, seat: Seat, move: SwissQuizMove) -> None:
        self.state = RULES.apply(self.state, seat, move, self.pack, Scripted(), self.at)

    def lay(self, seat: Seat, *, right: bool = True, chips: int = 0, flags: int = 0) -> None:
        answer: Literal["true", "false"] = "true" if self.truth is right else "false"
        self.play(seat, Lay(self.number, answer, chips, flags))

    def turn(self, seat: Seat | None = None) -> None:
        self.play(self.state.reader if seat is None else seat, Turn(self.number))

    def next_round(self, seat: Seat | None = None) -> None:
        self.play(self.state.awaited()[0] if seat is None else seat, GoOn(self.number))

    def round(self, right: Sequence[str] = (), **chips: int) -> "Table":
        """A whole round up to the turned card: who is right, and who stakes how many chips."""
        while waiting := self.state.unanswered():
            name = NAMES[waiting[0]]
            self.lay(waiting[0], right=name in right, chips=chips.get(name, 0))
        self.turn()
        return self

    def wait(self, seconds: float) -> None:
        """Time passes; if the deadline comes, the table's alarm rings."""
        until = self.at + timedelta(seconds=seconds)
        while self.state.deadline is not None and self.state.deadline <= until:
            self.at = self.state.deadline
            self.state = RULES.time_up(self.state, self.pack, Scripted(), self.at)
        self.at = until

    # -- looking --

    def player(self, name: str) -> Player:
        return self.state.players[SEATS[name]]

    def square(self, name: str) -> int:
        return self.player(name).position

    def chips(self, name: str) -> int:
        return self.player(name).chips

    def view(self, watcher: Seat) -> SwissQuizObservation:
        return RULES.observe(self.state, watcher, self.pack, self.at)


SEATS = {"anna": ANNA, "beat": BEAT, "zoe": ZOE, "nonna": NONNA, "urs": URS, "lea": LEA}
NAMES = {seat: name for name, seat in SEATS.items()}


def chips_in_play(state: SwissQuizState) -> int:
    """All chips: in the bank, with players, staked."""
    staked = sum(player.laid.chips for player in state.players if player.laid)
    return state.bank + sum(player.chips for player in state.players) + staked


def flags_in_play(state: SwissQuizState) -> int:
    """All flags: on the board, with players, staked, in the bank."""
    staked = sum(player.laid.flags for player in state.players if player.laid)
    return len(state.flags) + state.bank_flags + sum(player.flags for player in state.players) + staked


# -- whole games ---------------------------------------------------------------------------------------------------

FULL = small_pack(660)


def random_game(seats: int, options: SwissQuizOptions, secret: bytes) -> Iterator[SwissQuizState]:
    """Every state of a game in which random legal moves are made, and now and then time runs out."""
    dice = Chance(secret, 0, "players")
    state = RULES.setup(options, seats, frozenset({ANNA}), PACK, Chance(secret, 1), NOON)
    number, at = 1, NOON
    yield state
    while seated := sorted(RULES.to_move(state)):
        number += 1
        due = RULES.deadline(state)
        if due is not None and dice.below(12) == 0:
            at = due
            state = RULES.time_up(state, PACK, Chance(secret, number), at)
        else:
            seat = dice.pick(seated)
            move = dice.pick(tuple(RULES.legal_moves(state, seat, PACK)))
            state = RULES.apply(state, seat, move, PACK, Chance(secret, number), at)
        yield state


def bots_game(game: int, strengths: Sequence[Strength], options: SwissQuizOptions | None = None) -> SwissQuizState:
    """The end of a game between bots of these strengths."""
    secret = f"game {game}".encode()
    bot = SwissQuizBot()
    memories = [Memory(FULL, strength, Chance(secret, seat, "memory")) for seat, strength in enumerate(strengths)]
    options = options or SwissQuizOptions(order="shuffled")
    state = RULES.setup(options, len(strengths), frozenset(), FULL, Chance(secret, 0), NOON)
    number = 0
    while waiting := RULES.to_move(state):
        number += 1
        seat = min(waiting)
        view, legal = RULES.observe(state, seat, FULL, NOON), tuple(RULES.legal_moves(state, seat, FULL))
        move = bot.choose(view, legal, memories[seat], Chance(secret, number, f"bot-{seat}"))
        state = RULES.apply(state, seat, move, FULL, Chance(secret, number), NOON)
    return state


def options_for_games() -> st.SearchStrategy[SwissQuizOptions]:
    """Every combination of the options."""
    return st.builds(
        SwissQuizOptions,
        clock=st.sampled_from((0, 30, 86_400)),
        answering=st.sampled_from(("in-turn", "at-once")),
        order=st.sampled_from(("in-order", "shuffled")),
        arrivals=st.sampled_from((1, 2)),
    )


@st.composite
def random_states(draw: st.DrawFn, options: SwissQuizOptions) -> SwissQuizState:
    """A state that can be reached by random moves."""
    game = random_game(draw(st.integers(3, 6)), options, draw(st.binary(min_size=8, max_size=8)))
    *_, state = islice(game, draw(st.integers(1, 250)))
    return state
