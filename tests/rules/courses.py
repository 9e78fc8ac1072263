"""Any game of the shelf in progress, for tests that hold for all of them: its log, its clock, and who plays it how.

A course does what the site does: a move comes as the fields of a form, is bounded by what the site has measured, is
written to the log as JSON, read back, and only then played.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import inspect

from games.bots.kernel import Memory, Strength
from games.bots.registry import BOTS
from games.rules import ready
from games.rules.chance import Chance
from games.rules.kernel import HOST, PUBLIC, TABLE, Seat
from games.rules.pack import NO_CARDS, Kind, Pack
from games.rules.play import AnyRules, Begin, Entry, Game, Pause, Play, Resume, Seated, TimeUp
from games.rules.quizterix_klondike import moves as klondike
from games.rules.registry import GAMES
from tests.tables.packs import event_pack, full_event_pack, quiz_show_pack, statement_pack

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
STRANGERS = (TABLE, Seat(-4), Seat(99), Seat(4_096))
LONGEST = 6_000  # entries in the log of a game; none has come near

PACKS: dict[str, Pack] = {
    "statement": statement_pack(),
    "event": full_event_pack(),
    "quiz-show": quiz_show_pack(),
    "": NO_CARDS,
    "quizterix-snap": event_pack(),  # thirteen cards are enough for it
}
LARGE = {**PACKS, "statement": statement_pack(330)}  # as long as the options reach
assert PACKS.keys() <= {"", *get_args(Kind), *GAMES}


def pack_for(rules: AnyRules, packs: dict[str, Pack] = PACKS) -> Pack:
    """The cards a game is tested with."""
    return packs.get(rules.slug) or packs[rules.kind]


class Row(NamedTuple):
    """One row of the log as the database holds it."""

    number: int
    seat: int
    move: str
    at: datetime


def form(move: Any) -> dict[str, Any]:
    """A move as the fields of a form."""
    fields = msgspec.to_builtins(move)
    return {name: value if isinstance(value, list) else written(value) for name, value in fields.items()}


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Course:
    """One playing of a game. ``lines``: the round trips that the site has measured, in milliseconds."""

    def __init__(
        self,
        rules: AnyRules,
        seats: int,
        secret: bytes,
        *,
        persons: frozenset[Seat] | None = None,
        pack: Pack | None = None,
        lines: dict[Seat, int] | None = None,
        **options: Any,
    ) -> None:
        self.rules = rules
        self.game = Game(rules, pack or pack_for(rules), secret)
        self.pack = self.game.pack
        self.lines = lines or {}
        self.options = options
        self.rows: list[Row] = []
        self.memories: dict[tuple[Seat, Strength], Memory] = {}
        everybody = frozenset(Seat(number) for number in range(seats))
        begin = Begin(seats, tuple(sorted(everybody if persons is None else persons)), options)
        self.play = self._played(None, TABLE, begin, NOON)

    # -- what there is to see

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def over(self) -> bool:
        return self.rules.result(self.state) is not None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat, latecomers too."""
        return seats_of(self.state)

    # -- what happens

    def _played(self, play: Play | None, seat: Seat, move: Any, at: datetime) -> Play:
        row = Row(len(self.rows) + 1, seat, msgspec.json.encode(move).decode(), at)
        play = self.game.advance(play, Entry(row.number, seat, self.game.decode(seat, row.move), at))
        self.rows.append(row)
        return play

    def house(self, move: Any, at: datetime) -> None:
        """The table itself does something: the clock, somebody who sits down."""
        self.play = self._played(self.play, TABLE, move, at)

    def ask(self, seat: Seat, move: Any, at: datetime) -> None:
        """A player asks for a move. Raises IllegalMove."""
        move = received(self.game, self.play, seat, move, at, self.lines)
        self.play = self._played(self.play, seat, self.game.judged(self.play, seat, move), at)

    def time_up(self) -> None:
        """Whatever is due happens."""
        due = self.game.deadline(self.play)
        assert due is not None, "nobody can do anything, and no clock runs"
        self.house(TimeUp(), max(due, self.play.at))

    def bots_choice(self, seat: Seat, strength: Strength) -> Any:
        """What a bot in this seat would do now."""
        bot, memory = BOTS[self.rules.slug], self.memory(seat, strength)
        view = self.rules.observe(self.state, seat, self.pack, self.play.at)
        legal = tuple(self.rules.legal_moves(self.state, seat, self.pack))
        return bot.choose(view, legal, memory, Chance(self.game.secret, self.play.number, f"bot-{seat}"))

    def bots_delay(self, seat: Seat, strength: Strength) -> float:
        """After how many seconds it would."""
        view = self.rules.observe(self.state, seat, self.pack, self.play.at)
        chance = Chance(self.game.secret, self.play.number, f"pace-{seat}")
        return BOTS[self.rules.slug].delay(view, self.memory(seat, strength), chance)

    def memory(self, seat: Seat, strength: Strength) -> Memory:
        if (seat, strength) not in self.memories:
            chance = Chance(self.game.secret, seat, "memory")
            self.memories[seat, strength] = Memory(self.pack, strength, chance)
        return self.memories[seat, strength]


def received(game: Game, play: Play, seat: Seat, move: Any, at: datetime, lines: dict[Seat, int]) -> Any:
    """The move as the log will hold it."""
    return ready.told(game.rules.receive(play.state, seat, game.read(form(move)), at, lines), host=False)


def seats_of(state: Any) -> tuple[Seat, ...]:
    """Every game lists its players in the order of the seats."""
    return tuple(Seat(number) for number in range(len(state.players)))


def watchers_of(state: Any) -> tuple[Seat, ...]:
    """Everybody who looks at a table: each seat, a host who does not play, spectators and the big screen."""
    return (*seats_of(state), HOST, PUBLIC)


# -- ways to play ----------------------------------------------------------------------------------------------------

Way = Callable[[Course, Random], None]


def by_bots(strength: Strength) -> Way:
    """Bots that take their time: who is ready first moves first, unless the clock is faster."""

    def step(course: Course, dice: Random) -> None:
        delays = {seat: course.bots_delay(seat, strength) for seat in course.game.to_move(course.play)}
        due = course.game.deadline(course.play)
        if delays:
            seat = min(delays, key=lambda seat: (delays[seat], seat))
            at = course.play.at + timedelta(seconds=delays[seat])
            if due is None or at < due:
                course.ask(seat, course.bots_choice(seat, strength), at)
                return
        course.time_up()

    return step


def at_random(course: Course, dice: Random) -> None:
    """Anybody makes any legal move, sometimes a clever one, sometimes none in time."""
    seats = sorted(course.game.to_move(course.play))
    at = course.play.at + timedelta(milliseconds=dice.randrange(150, 2_000))
    due = course.game.deadline(course.play)
    if not seats or (due is not None and (due <= at or dice.random() < 0.06)):
        course.time_up()
        return
    seat = dice.choice(seats)
    clever = dice.random() < 0.35 and seat >= 0
    move = course.bots_choice(seat, Strength.HARD) if clever else any_move(course, seat, dice)
    course.ask(seat, move, at)


RECKLESS = (klondike.GiveUp, klondike.Guess)


def any_move(course: Course, seat: Seat, dice: Random) -> Any:
    """Any legal move; where the text of an answer is left open, now and then something is written."""
    legal = tuple(course.rules.legal_moves(course.state, seat, course.pack))
    move = dice.choice(legal)
    if isinstance(move, RECKLESS) and dice.random() < 0.8:  # else no solitaire would come far
        move = dice.choice(legal)
    blanks = {name: dice.choice(WORDS) for name in move.__struct_fields__ if getattr(move, name) == ""}
    return msgspec.structs.replace(move, **blanks) if blanks else move


WORDS = ("", "no idea", "1961", "42")


def comings_and_goings(course: Course, dice: Random) -> None:
    """At random, and now and then the game is paused, or a seat changes hands."""
    at = course.play.at + timedelta(milliseconds=dice.randrange(20))
    due = course.game.deadline(course.play)
    chance = dice.random()
    if due is not None and at > due:
        course.time_up()
    elif chance < 0.02:
        course.house(Pause(), at)
        course.house(Resume(), at + timedelta(seconds=dice.randrange(1, 90_000)))
    elif chance < 0.05:
        seats = len(course.seats)
        late = course.rules.latecomers and seats + 1 in course.rules.seats
        course.house(Seated(Seat(dice.randrange(seats + late)), dice.random() < 0.6), at)
    else:
        at_random(course, dice)


def played(course: Course, way: Way, dice: Random, most: int = LONGEST) -> Iterator[Course]:
    """The course after each step, until the game is over or has had so many steps."""
    yield course
    for _ in range(most):
        if course.over:
            return
        way(course, dice)
        yield course


# -- options ---------------------------------------------------------------------------------------------------------


def option_values(rules: AnyRules) -> dict[str, tuple[Any, ...]]:
    """Each option with its values: all of a list, both of a switch, the ends of a range."""
    return {field.name: tuple(_values(field.type)) for field in inspect.type_info(rules.Options).fields}


def _values(kind: Any) -> Iterator[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            yield from _values(inner)
        case inspect.LiteralType(values=values):
            yield from values
        case inspect.BoolType():
            yield from (False, True)
        case inspect.IntType(ge=int(least), le=int(most)):
            yield from (least, most)
        case _:
            raise AssertionError(f"an option is a choice, a switch or a number from ... to ..., not {kind}")


def playable(rules: AnyRules, options: dict[str, Any], seats: int, pack: Pack) -> bool:
    """Can this be played? (The form says why not.)"""
    return not list(rules.bad_options(rules.Options(**options), seats, pack))


def any_options(rules: AnyRules, seats: int, dice: Random) -> dict[str, Any]:
    """Playable options, most of them as they are by default."""
    while True:
        options = {name: dice.choice(values) for name, values in option_values(rules).items() if dice.random() < 0.5}
        if playable(rules, options, seats, pack_for(rules)):
            return options


# -- positions -------------------------------------------------------------------------------------------------------


class Position(NamedTuple):
    """A game at one moment of a course, and the lines of those who play it."""

    game: Game
    play: Play
    lines: dict[Seat, int]

    @property
    def rules(self) -> AnyRules:
        return self.game.rules

    @property
    def state(self) -> Any:
        return self.play.state

    def view(self, watcher: Seat) -> Any:
        return self.rules.observe(self.state, watcher, self.game.pack, self.play.at)

    @property
    def soon(self) -> datetime:
        """A moment for the next move: after somebody can have seen what there is, and in time."""
        soon = self.play.at + timedelta(milliseconds=150)
        due = self.game.deadline(self.play)
        return soon if due is None else min(soon, max(due, self.play.at))


WALKS, STEPS = 24, 220


@cache
def walk(slug: str, number: int) -> tuple[Position, ...]:
    """The positions of one game with its own seats, options, lines and ways; always the same ones."""
    dice, rules = Random(f"{slug} {number}"), GAMES[slug]
    seats = dice.choice([seats for seats in rules.seats if seats <= 7])
    options = any_options(rules, seats, dice)
    persons = frozenset(Seat(seat) for seat in range(seats) if dice.random() < 0.7)
    lines = {Seat(seat): dice.choice((5, 20, 80, 300, 1_500)) for seat in range(seats)}
    course = Course(rules, seats, dice.randbytes(32), persons=persons, lines=lines, **options)
    way = by_bots(dice.choice(list(Strength))) if number % 4 == 0 else comings_and_goings
    return tuple(Position(course.game, course.play, course.lines) for _ in played(course, way, dice, STEPS))


@cache
def positions(slug: str) -> tuple[Position, ...]:
    """All positions of all walks."""
    return tuple(position for number in range(WALKS) for position in walk(slug, number))
