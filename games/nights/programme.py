"""An evening's programme: its rounds and breaks, the evenings ready to take, and what does not fit."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from games.nights.seating import Likes, Way, sizes
from games.rules.play import AnyRules
from games.rules.registry import GAMES
from games.rules.words import N_, P_, Say, say

CHANGE = 3  # minutes between two rounds: results, and a walk to another table
MOST_GUESTS = 200
WAYS: Mapping[Way, str] = {
    Way.ONE_TABLE: N_("one table for all"),
    Way.LOT: N_("by lot"),
    Way.STANDING: N_("by standing"),
    Way.TEAMS: N_("teams, each a seat"),
    Way.CHOICE: N_("free choice"),
    Way.ALONE: N_("everybody alone, the same deal"),
}

Options = dict[str, int | str | bool]


class Item(Struct, frozen=True):
    """One item of the programme: a round, or a break where ``game`` is empty.

    ``size``: seats at a table, 0 for as many as the game likes; ``minutes``: its time box, 0 for none; ``worth``: how
    much its points weigh; ``decks``: the cards, by the decks' slugs, empty for the first that fit.
    """

    game: str = ""
    way: Way = Way.LOT
    size: int = 0
    minutes: int = 0
    worth: int = 1
    options: Options = {}
    decks: tuple[str, ...] = ()

    @property
    def rules(self) -> AnyRules:
        """The rules of its game; a break has none."""
        return GAMES[self.game]

    @property
    def likes(self) -> Likes:
        """How many seats a table of this round has."""
        seats = self.rules.seats
        best = min(max(self.size or self.rules.at_best, seats[0]), seats[-1])
        return Likes(seats[0], best if self.size else seats[-1], best)

    @property
    def length(self) -> int:
        """Minutes it takes: its box, or what the game takes at most."""
        return self.minutes or int(self.rules.minutes.split("-")[-1])


class Template(NamedTuple):
    """An evening ready to take."""

    title: str
    blurb: str
    items: tuple[Item, ...]
    teams: int = 0


BREAK = Item(minutes=15)
_SNAP: Options = {"ask_mnemonic": False, "showings": 1}
_CLOCK: Options = {"clock": 120}  # whoever has fallen asleep keeps nobody waiting longer
_AT_ONCE: Options = _CLOCK | {"answering": "at-once", "order": "shuffled"}

TEMPLATES: Mapping[str, Template] = {
    "club": Template(
        N_("Club quiz, two hours"),
        N_("two hours, teams"),
        (
            Item("quizterix-snap", Way.ONE_TABLE, minutes=15, options=_SNAP | {"cards": 20}),
            Item("quizterix-standard", Way.LOT, minutes=30, options=_CLOCK | {"cards": 32}),
            BREAK,
            Item("quizterix-poker", Way.STANDING, minutes=25, options=_CLOCK | {"rounds": 3}),
            Item("swiss-quiz", Way.TEAMS, minutes=25, worth=2, options=_AT_ONCE),
        ),
        teams=6,
    ),
    "family": Template(
        N_("Family evening"),
        N_("short rounds"),
        (
            Item("quizterix-snap", Way.ONE_TABLE, minutes=10, options=_SNAP | {"cards": 10}),
            Item("qwantum", Way.LOT, minutes=20, options=_CLOCK),
            Item(minutes=10),
            Item("quatrefoil", Way.LOT, minutes=10, options=_CLOCK),
            Item("swiss-quiz", Way.LOT, minutes=25, options=_AT_ONCE),
        ),
    ),
    "taste": Template(
        N_("All eight games, a taste"),
        N_("ten minutes each"),
        (
            Item("quizterix-snap", Way.ONE_TABLE, minutes=10, options=_SNAP | {"cards": 12}),
            Item("swiss-quiz", Way.LOT, minutes=10, options=_AT_ONCE),
            Item("qwantum", Way.LOT, minutes=10, options=_CLOCK),
            Item("quizterix-standard", Way.LOT, minutes=10, options=_CLOCK | {"cards": 24}),
            Item(minutes=10),
            Item("quatrefoil", Way.LOT, minutes=10, options=_CLOCK),
            Item("quizterix-poker", Way.STANDING, minutes=10, options=_CLOCK | {"rounds": 2}),
            Item("its-a-quiz", Way.LOT, minutes=10, options=_CLOCK),
            Item("quizterix-klondike", Way.ALONE, minutes=10, options={"deal": "winnable"}),
        ),
    ),
    "one": Template(
        N_("One game, all together"),
        N_("everybody together"),
        (Item("quizterix-snap", Way.ONE_TABLE, minutes=30, options=_SNAP | {"cards": 30}),),
    ),
}


def ways_of(rules: AnyRules) -> tuple[Way, ...]:
    """How a round of this game can seat people: alone only where one can play alone, else all but that."""
    together = tuple(way for way in Way if way is not Way.ALONE)
    if rules.seats[-1] == 1:
        return (Way.ALONE,)
    return (*together, Way.ALONE) if rules.seats[0] == 1 else together


class Remark(NamedTuple):
    """Something to know of an item (its place in the programme, from 0 on); ``grave``: it cannot be seated so."""

    item: int
    grave: bool
    why: Say


def remarks(items: Sequence[Item], guests: int, teams: int) -> Iterator[Remark]:
    """What does not fit with so many guests and teams, round by round, and which tables get bots."""
    if not any(item.game for item in items):
        yield Remark(0, True, say(N_("The programme has no round yet: add one.")))
    for number, item in enumerate(items):
        if item.game:
            yield from (Remark(number, grave, why) for grave, why in _of_round(item, guests, teams))


def _of_round(item: Item, guests: int, teams: int) -> Iterator[tuple[bool, Say]]:
    rules, likes = item.rules, item.likes
    name = rules.title
    if item.way not in ways_of(rules):
        text = N_("%(game)s is played alone: choose “everybody alone”.")
        other = N_("%(game)s is not played alone: choose how people sit together.")
        yield True, say(text if rules.seats[-1] == 1 else other, game=name)
        return
    if not guests or item.way is Way.ALONE:
        return
    if item.way is Way.ONE_TABLE and guests > likes.most:
        text = N_("%(game)s has %(most)s seats at one table: with %(guests)s guests choose another way to sit.")
        yield True, say(text, game=name, most=likes.most, guests=guests)
        return
    if item.way is Way.TEAMS and not teams:
        yield True, say(N_("There are no teams yet: make some, or choose another way to sit."))
        return
    seats = teams if item.way is Way.TEAMS else guests
    one = item.way is Way.ONE_TABLE or (item.way is Way.TEAMS and seats <= likes.most)
    each = (seats,) if one else sizes(seats, likes)
    short = sum(size < likes.fewest for size in each)
    if short:
        text_of = P_(
            "With %(seats)s at tables of at least %(least)s, %(n)s table gets bots.",
            "With %(seats)s at tables of at least %(least)s, %(n)s tables get bots.",
        )
        yield False, say(text_of, seats=seats, least=likes.fewest, n=short)


def length(items: Sequence[Item]) -> int:
    """Minutes of the whole evening, with the changes of tables."""
    return sum(item.length for item in items) + CHANGE * sum(bool(item.game) for item in items)


def begins(items: Sequence[Item]) -> list[int]:
    """After how many minutes each item begins."""
    starts, now = [], 0
    for item in items:
        starts.append(now)
        now += item.length + (CHANGE if item.game else 0)
    return starts
