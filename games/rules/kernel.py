"""The contract that every game fulfils.

The words are the same in code, templates, tests and admin: *rules* (a game), *table* (one playing of it),
*seat*, *watcher* (a seat, the host who does not play, or the public), *move* (asked for), *observation* (what a
watcher may see).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Annotated, Any, ClassVar, Generic, Literal, NewType, TypeAlias, TypeVar, final

from msgspec import Meta, Struct, UnsetType

from games.rules.chance import Chance
from games.rules.pack import Event, Pack, QuestionCard, Statement
from games.rules.words import N_, Fact, Say, Text, say

Seat = NewType("Seat", int)
"""A place at the table: 0, 1, 2 ... clockwise, or one of the three named places below."""

HOST = Seat(-1)  # a host or teacher who deals and decides without playing
PUBLIC = Seat(-2)  # spectators and the big screen: sees what lies open, never moves
TABLE = Seat(-3)  # the house itself: the clock, seating, pauses

DAY = 86_400


@cache
def seats_of(count: int) -> tuple[Seat, ...]:
    """So many seats, clockwise from the first."""
    return tuple(Seat(number) for number in range(count))


Judgement: TypeAlias = bool | UnsetType
"""The house's verdict on what a move types (CO-3), written by the site; unset, the rules judge when they play it."""


class IllegalMove(Exception):
    """A move the rules refuse: the clause that refuses it, and one sentence for the player."""

    def __init__(self, clause: str, text: str | tuple[str, str], **facts: Fact) -> None:
        self.clause = clause
        self.why: Say = say(text, **facts)
        super().__init__(f"{clause}: {text}")


class Move(Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    """What is asked for at a table. Its fields and its ``tag`` stand in every log, and stay what they are."""


class BadOption(Struct, frozen=True):
    """An option that cannot be played with, and why; shown beside its field when a table is opened."""

    field: str
    why: Say


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What whoever opens a table may choose. The form is built from the fields and their titles."""

    clock: Annotated[
        Literal[0, 30, 60, 120, 86_400],
        Meta(
            title=N_("Turn clock"),
            description=N_("When it runs out, the mildest choice is made for the seat."),
            extra={"labels": (N_("none"), N_("30 seconds"), N_("1 minute"), N_("2 minutes"), N_("24 hours"))},
        ),
    ] = 0


class Place(Struct, frozen=True):
    """One line of the final ranking. Equal ``place`` means a shared place (CO-12)."""

    place: int
    seat: Seat
    score: int
    why: Say | None = None  # what decided a tie


class Result(Struct, frozen=True):
    """How a game ended: the ranking, best first, and what there is to say about it.

    ``lost``: nobody has won, be it all together (QF-3) or alone; then nobody is ahead of anybody either.
    """

    ranking: tuple[Place, ...]
    notes: tuple[Say, ...] = ()
    lost: bool = False

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats on the first place; several share the win, and where the game is lost nobody has it."""
        return () if self.lost else tuple(line.seat for line in self.ranking if line.place == 1)


class Standing(Struct, frozen=True):
    """How a game stands, by what lies open for all: who leads, and how far it is (CO-7, CO-13).

    ``ranking`` is empty where nobody is ranked. So many steps of so many are ``done``; ``of`` is 0 where nobody can
    tell how many there will be.
    """

    ranking: tuple[Place, ...]
    done: int
    of: int


def ranked(scores: Iterable[int]) -> tuple[Place, ...]:
    """The seats by their scores, one for each in their order, the most first; equal scores share a place (CO-12)."""
    every = tuple(scores)
    places = (Place(1 + sum(other > score for other in every), Seat(seat), score) for seat, score in enumerate(every))
    return tuple(sorted(places, key=lambda line: (line.place, line.seat)))


class Highlight(Struct, frozen=True):
    """Something worth telling about a game that is over, never a blame: a figure, and what it says."""

    figure: Say
    what: Say

    @property
    def nothing(self) -> bool:
        """A count of zero, or none that was right: poor to be told."""
        return any(fact in self.figure.facts for fact in (("n", 0), ("right", 0)))


class Story(Struct, frozen=True):
    """What there is to tell of a game that is over besides its ranking; whatever it does not hold stays empty.

    ``scores``: by seat, what its score stands for, such as "square 46". ``facts``: about the table, the best ones
    first. ``own``: by seat, about its own game. One of ``statement``, ``event`` and ``question`` is the card that
    decided, and ``how`` says how; ``answers`` are those of the question.
    """

    scores: tuple[Say, ...] = ()
    facts: tuple[Highlight, ...] = ()
    own: tuple[tuple[Highlight, ...], ...] = ()
    statement: Statement | None = None
    event: Event | None = None
    question: Text | None = None
    answers: tuple[Text, ...] = ()
    how: Say | None = None


class Riddle(Struct, frozen=True):
    """What onlookers may guess along with the players. It is no move, decides nothing, and no seat hears of it.

    ``about``: which riddle of the game, a number that does not come again. ``right``: the place among ``choices`` that
    everybody now sees to be right; until then it is None, and guesses are taken.
    """

    about: int
    asks: Say
    choices: tuple[Say, Say]
    right: int | None = None


How = Literal["unaided", "slip", "appeal", "hint", "picked"]
"""What helped an answer: nothing, a forgiven slip of the keyboard, an appeal, a hint, or a choice among few."""


class Known(Struct, frozen=True):
    """Somebody has answered a card, for good: did they know it, and how?

    Authors learn from it how their cards are read, and the memory of whoever wishes it what they know.
    """

    seat: Seat
    card: Statement | Event | QuestionCard
    right: bool
    how: How = "unaided"


class Feat(Struct, frozen=True):
    """Something that a whole evening may hear of at its end: who, with which card, and how great it was.

    A "buzz" was right after ``value`` milliseconds; a "bluff" made ``value`` seats fold that held earlier events.
    """

    kind: Literal["buzz", "bluff"]
    seat: Seat
    card: Event
    value: int


S = TypeVar("S", bound=Struct)
M = TypeVar("M", bound=Move)
O = TypeVar("O", bound=Options)  # noqa: E741  the O of Options
C = TypeVar("C", bound=Struct)
V = TypeVar("V", bound=Struct)  # a subclass of C


class Rules(ABC, Generic[S, M, O, C, V]):
    """One game. Every method is a pure function of its arguments: ``at`` the only clock, ``chance`` the only dice."""

    slug: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str]
    seats: ClassVar[range]
    minutes: ClassVar[str]
    kind: ClassVar[Literal["statement", "event", "quiz-show", ""]]  # the kind of deck it is played with
    liveries: ClassVar[tuple[str, ...]] = ("red", "blue", "yellow", "purple", "green", "orange", "slate", "cream")
    initials: ClassVar[bool] = False  # do seats carry an initial on black, since a livery would be a piece of the game?
    mixes: ClassVar[bool] = False  # may it be played with several decks at once, or with picked cards?
    several_seats: ClassVar[bool] = False  # may one person hold several seats?
    latecomers: ClassVar[bool] = False  # may new seats be taken once the game has begun?
    at_best: ClassVar[int] = 4  # how many seats make the best table, where a large group is divided up
    together: ClassVar[bool] = False  # do all win or all lose?
    silent: ClassVar[bool] = False  # must nobody make a sign to another?
    riddles: ClassVar[bool] = False  # may onlookers guess along?
    races: ClassVar[bool] = False  # does it measure reactions? Then the site measures the lines
    leading: ClassVar[Mapping[str, str] | None] = {}  # the options it needs to be led from beside; None: it cannot be

    State: type[S]
    Move: Any  # the union of the game's move structs: what a player may ask for, tagged by "move"
    Options: type[O]
    Common: type[C]  # the parts of the page that are the same for all
    Observation: type[V]  # the common parts and the watcher's own: its fields are the parts of the page

    def bad_options(self, options: O, seats: int, pack: Pack) -> Iterator[BadOption]:
        """What makes these options impossible, field by field; nothing if they can be played."""
        yield from ()

    @abstractmethod
    def setup(self, options: O, seats: int, persons: frozenset[Seat], pack: Pack, chance: Chance, at: datetime) -> S:
        """The table laid: cards shuffled, pieces handed out, the starter drawn by lot (CO-4)."""

    @abstractmethod
    def to_move(self, state: S) -> frozenset[Seat]:
        """Who may act now; several at once in simultaneous phases, nobody when the game has ended."""

    def awaited(self, state: S) -> frozenset[tuple[Seat, datetime | None]]:
        """For whom the game waits, each with since when; None where that is since their own last move (CO-13).

        Whoever may act, unless a game lets people act for whom it does not wait.
        """
        return frozenset((seat, None) for seat in self.to_move(state))

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat, pack: Pack) -> Iterable[M]:
        """Every move of this seat, or none; typed answers as templates with the text left empty."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M, pack: Pack, chance: Chance, at: datetime) -> S:
        """The state after this move; the old one is untouched. Raises IllegalMove with the clause that forbids it."""

    @abstractmethod
    def time_up(self, state: S, pack: Pack, chance: Chance, at: datetime) -> S:
        """The state after the deadline has passed: the mildest legal choice is made for whoever was awaited (CO-5)."""

    @abstractmethod
    def common(self, state: S, pack: Pack, at: datetime) -> C:
        """What every watcher sees alike, the public too: worked out once for a whole table (CO-7).

        A part belongs here only if nobody ever sees it otherwise; a part that differs for one seat is that seat's own.
        """

    @abstractmethod
    def own(self, common: C, state: S, watcher: Seat, pack: Pack, at: datetime) -> V:
        """All that this watcher may see: the parts of ``common``, the very same ones, and this watcher's own.

        ``common`` is of the same state, pack and moment. Built up piece by piece; never the state with pieces removed
        (CO-7).
        """

    @final
    def observe(self, state: S, watcher: Seat, pack: Pack, at: datetime) -> V:
        """What this watcher may see, for whoever asks for one watcher alone."""
        return self.own(self.common(state, pack, at), state, watcher, pack, at)

    @abstractmethod
    def deadline(self, state: S) -> datetime | None:
        """When time runs out for whoever is awaited; None without a clock."""

    def earliest(self, state: S) -> datetime | None:
        """From when on a log may tell that time was up: the deadline, or sooner where earlier rules waited less."""
        return self.deadline(state)

    @abstractmethod
    def shift(self, state: S, by: timedelta) -> S:
        """The state after a pause of this length: every time in it later by as much."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The final ranking with the reason that decided ties; None while the game goes on."""

    def unit(self, state: S) -> int | None:
        """The number of the unit that runs, such as a turn: once time is called it is played to its end (CO-13).

        None where nothing runs that has to be: then the game ends at the call.
        """
        return None

    @abstractmethod
    def stopped(self, state: S, pack: Pack, chance: Chance, at: datetime) -> S:
        """The game over where it stands, ranked by its own clauses, with no tie-break that begins a new one (CO-13).

        The unit that ran when time was called is over, and the game is not.
        """

    @abstractmethod
    def standing(self, state: S) -> Standing:
        """Who leads by what lies open for all, and how far the game is; nothing in it depends on what is hidden."""

    def record(self, state: S) -> tuple[int, ...]:
        """What a game that has ended was worth beside others of the same deal, played alone: the greatest is best."""
        result = self.result(state)
        return () if result is None else (result.ranking[0].score,)

    def story(self, state: S, pack: Pack) -> Story:
        """What is worth telling of a game that is over, as far as its last state still knows it."""
        return Story()

    def riddle(self, state: S, pack: Pack) -> Riddle | None:
        """What onlookers may guess, by what lies open for all; None where there is nothing to guess."""
        return None

    def seated(self, state: S, seat: Seat, person: bool, at: datetime) -> S:
        """The state after a person (or a bot) has sat down in this seat in the middle of the game (CO-6)."""
        return state

    def led(self, state: S) -> bool | None:
        """Is the host who leads without playing taken for present? None where nobody leads (SN-B2).

        When that is no longer so, the site tells of it by ``Seated`` for the host's place.
        """
        return None

    def known(self, before: S, after: S, pack: Pack) -> Iterator[Known]:
        """Who has answered which card between these two states, and whether it was right; no appeal can follow."""
        yield from ()

    def feats(self, before: S, after: S, pack: Pack) -> Iterator[Feat]:
        """What has happened between these two states that is worth telling at the end of an evening."""
        yield from ()

    def go_on(self, state: S, pack: Pack) -> Mapping[str, int | str | bool]:
        """The options that differ for the next game of the same group, such as where the deck goes on."""
        return {}

    def receive(self, state: S, seat: Seat, move: M, at: datetime, lines: Mapping[Seat, int]) -> M:
        """The move as it is written to the log: what the browser claims, bounded by what the site has measured.

        ``lines``: the round-trip time of every seat's line in milliseconds. Raises IllegalMove for what was played in
        earlier logs and no longer is.
        """
        return move

    def judged(self, state: S, seat: Seat, move: M, pack: Pack) -> M:
        """The move with the house's verdict on what it types, as the log keeps it (CO-3).

        So a game that has begun keeps its verdicts when the house learns to judge better. A verdict that a browser
        claims is overwritten. Raises IllegalMove where what is typed may not be used at all.
        """
        return move
