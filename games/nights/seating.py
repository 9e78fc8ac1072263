"""Who sits where in a round: six ways, each a pure function of the guests and of a chance.

A guest is a number. A *seat* holds one guest, or a team; a *table* is its seats and the bots that fill it. Nothing here
knows of a database: what is drawn is shown to the host, changed by swaps, and only then sent.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple, TypeVar

from msgspec import Struct

from games.rules.chance import Chance

Thing = TypeVar("Thing")

LONELY = 3  # to sit without anybody of one's language weighs as much as to meet three people again
TRIES = 8  # beginnings of a draw, of which the best is kept; fewer in a large room
ROUNDS = 30  # of swapping, at most: it has never needed ten


class Way(StrEnum):
    """How a round seats people."""

    ONE_TABLE = "one-table"
    LOT = "lot"
    STANDING = "standing"
    TEAMS = "teams"
    CHOICE = "choice"
    ALONE = "alone"


class Likes(NamedTuple):
    """What a game needs at a table: the fewest and the most seats, and how many are best."""

    fewest: int
    most: int
    best: int


class Laid(Struct, frozen=True):
    """A table of a seating: who holds which seat, clockwise, and how many bots sit beside them."""

    seats: tuple[tuple[int, ...], ...]
    bots: int = 0

    @property
    def guests(self) -> tuple[int, ...]:
        """Everybody at this table."""
        return tuple(guest for seat in self.seats for guest in seat)


Seating = tuple[Laid, ...]


class CannotSeat(Exception):
    """This cannot be seated this way: there are too few seats in the game, or nobody is there."""


# -- how large the tables are ----------------------------------------------------------------------------------------


def sizes(seats: int, likes: Likes) -> tuple[int, ...]:
    """Tables for so many, as equal as can be, larger ones first; a size below ``fewest`` is filled up by bots.

    First as few bots as can be, then sizes as near to the best as can be, then fewer tables. Nobody, no tables.
    """
    if seats == 0:
        return ()

    def cost(tables: int) -> tuple[int, float, int]:
        each = _split(seats, tables)
        bots = sum(max(0, likes.fewest - size) for size in each)
        return bots, abs(seats / tables - likes.best), tables

    least = -(-seats // likes.most)
    return _split(seats, min(range(least, seats + 1), key=cost))


def _split(seats: int, tables: int) -> tuple[int, ...]:
    each, more = divmod(seats, tables)
    return (each + 1,) * more + (each,) * (tables - more)


def _laid(tables: Iterable[Sequence[tuple[int, ...]]], likes: Likes) -> Seating:
    return tuple(Laid(tuple(seats), max(0, likes.fewest - len(seats))) for seats in tables)


def _singles(tables: Iterable[Iterable[int]], likes: Likes) -> Seating:
    return _laid(([(guest,) for guest in table] for table in tables), likes)


# -- the six ways ----------------------------------------------------------------------------------------------------

Met = Mapping[frozenset[int], int]
"""How often two guests have sat at one table."""


def at_one_table(guests: Sequence[int], likes: Likes, chance: Chance) -> Seating:
    """Everybody at one table, in an order drawn by lot. Raises CannotSeat for more than it holds."""
    if not 0 < len(guests) <= likes.most:
        raise CannotSeat
    return _singles([chance.shuffle(guests)], likes)


def by_lot(guests: Sequence[int], likes: Likes, met: Met, languages: Mapping[int, str], chance: Chance) -> Seating:
    """Whoever has met least sits together, and nobody is left alone with a language that others here speak."""
    spoken = Counter(languages[guest] for guest in guests)

    def cost(table: Sequence[int]) -> int:
        here = Counter(languages[guest] for guest in table)
        lonely = sum(1 for language, count in here.items() if count == 1 < spoken[language] and len(here) > 1)
        return LONELY * lonely + sum(_again(met, one, other) for one, other in combinations(table, 2))

    each = sizes(len(guests), likes)
    tries = max(1, min(TRIES, 400 // max(1, len(guests))))
    drawn = [_settled(_cut(chance.shuffle(guests), each), cost) for _ in range(tries)]
    best = min(drawn, key=lambda tables: sum(map(cost, tables)), default=[])
    return _singles((chance.shuffle(table) for table in best), likes)


def by_standing(standing: Sequence[int], likes: Likes, met: Met, chance: Chance) -> Seating:
    """Neighbours in the standing meet, nobody the same people twice while it can be helped; the leaders at table 1."""
    rank = {guest: place for place, guest in enumerate(standing)}

    def cost(table: Sequence[int]) -> int:
        return sum(
            far * _again(met, one, other) + abs(rank[one] - rank[other]) for one, other in combinations(table, 2)
        )

    far, each = len(standing) ** 2, sizes(len(standing), likes)
    beginnings = [sorted(standing, key=lambda guest: _dealt_out(rank[guest], block)) for block in _blocks(each)]
    settled = [_settled(_cut(order, each), cost) for order in beginnings]
    tables = min(settled, key=lambda tables: sum(map(cost, tables)), default=[])
    tables.sort(key=lambda table: sum(rank[guest] for guest in table) / len(table))
    return _singles((chance.shuffle(table) for table in tables), likes)


def _blocks(each: Sequence[int]) -> Iterator[int]:
    """How many neighbouring tables are mixed before the search begins: none, two, ... as many as one has seats."""
    yield from range(1, min(len(each), max(each, default=0)) + 1)


def _dealt_out(rank: int, tables: int) -> tuple[int, int, int]:
    """Where somebody of this rank stands, if the neighbours of so many tables are dealt out between these."""
    block, place = divmod(rank, tables * tables)
    return block, place % tables, place


def in_teams(teams: Sequence[Sequence[int]], likes: Likes, chance: Chance) -> Seating:
    """Each team a seat; at one table if they all fit, else at as many as it takes. Empty teams sit nowhere."""
    here = [tuple(team) for team in teams if team]
    if not here:
        raise CannotSeat
    each = (len(here),) if len(here) <= likes.most else sizes(len(here), likes)
    return _laid(_cut(chance.shuffle(here), each), likes)


def by_choice(guests: Sequence[int], wishes: Mapping[int, int], likes: Likes) -> Seating:
    """Everybody at the table of their choice while it has room, first come first served; the others where most is free.

    ``wishes``: the table from 0 on, in the order in which they were made. Nobody need sit at a table; where all are
    full there is one more, so that there is something to choose.
    """
    each = sizes(len(guests), likes)
    tables: list[list[int]] = [[] for _ in each]
    for guest, wish in wishes.items():
        if guest in guests and 0 <= wish < len(tables) and len(tables[wish]) < likes.most:
            tables[wish].append(guest)
    chosen = {guest for table in tables for guest in table}
    for guest in guests:
        if guest not in chosen:
            min(tables, key=len).append(guest)
    seated = [tuple((guest,) for guest in table) for table in tables]
    laid = tuple(Laid(seats, max(0, likes.fewest - len(seats)) if seats else 0) for seats in seated)
    return laid if any(len(seats) < likes.most for seats in seated) else (*laid, Laid(()))


def everybody_alone(guests: Sequence[int]) -> Seating:
    """A table for each, side by side."""
    return tuple(Laid(((guest,),)) for guest in guests)


# -- teams ---------------------------------------------------------------------------------------------------------


def dealt_into(teams: Mapping[int, Sequence[int]], guests: Sequence[int], chance: Chance) -> dict[int, int]:
    """The team of each of these guests, who have none yet: the smallest teams first, by lot."""
    sizes_now = {team: len(members) for team, members in teams.items()}
    found = {}
    for guest in chance.shuffle(guests) if sizes_now else ():
        team = min(sizes_now, key=lambda team: (sizes_now[team], team))
        sizes_now[team] += 1
        found[guest] = team
    return found


# -- changing what was drawn -----------------------------------------------------------------------------------------


def swapped(seating: Seating, one: int, other: int) -> Seating:
    """The seating with two guests in each other's place; as it is if one of them is not seated."""
    here = {guest for table in seating for guest in table.guests}
    if not {one, other} <= here:
        return seating
    turn = {one: other, other: one}
    return _changed(seating, lambda seat: tuple(turn.get(guest, guest) for guest in seat))


def without(seating: Seating, guest: int, likes: Likes) -> Seating:
    """The seating after somebody has gone: a bot sits down if too few are left, a table without people is cleared."""
    left = _changed(seating, lambda seat: tuple(other for other in seat if other != guest))
    tables = [(tuple(seat for seat in table.seats if seat), table.bots) for table in left]
    return tuple(Laid(seats, max(bots, likes.fewest - len(seats))) for seats, bots in tables if seats)


def with_bot(seating: Seating, table: int, likes: Likes) -> Seating:
    """The seating with one bot more at this table, if it has room."""
    return tuple(
        Laid(one.seats, one.bots + 1) if number == table and len(one.seats) + one.bots < likes.most else one
        for number, one in enumerate(seating)
    )


def with_latecomer(seating: Seating, guest: int, likes: Likes) -> Seating:
    """The seating with one guest more: in a bot's place, else where most is free, else at a table of their own."""
    order = sorted(range(len(seating)), key=lambda number: (-seating[number].bots, len(seating[number].seats), number))
    for number in order:
        table = seating[number]
        if len(table.seats) < likes.most:
            more = Laid((*table.seats, (guest,)), max(0, table.bots - 1))
            return (*seating[:number], more, *seating[number + 1 :])
    return (*seating, Laid(((guest,),), max(0, likes.fewest - 1)))


def with_member(seating: Seating, guest: int, mates: set[int], likes: Likes) -> Seating:
    """The seating with one guest more in the seat of their team; a team that has none yet gets one."""
    if not any(mates & set(table.guests) for table in seating):
        return with_latecomer(seating, guest, likes)
    return _changed(seating, lambda seat: (*seat, guest) if mates & set(seat) else seat)


def moved(seating: Seating, guest: int, table: int, likes: Likes) -> Seating:
    """The seating with this guest at another table, if that has room; as it is if not. A table may become empty."""
    here = next((number for number, one in enumerate(seating) if guest in one.guests), None)
    if here in (None, table) or not 0 <= table < len(seating) or len(seating[table].seats) >= likes.most:
        return seating
    left = _changed(seating, lambda seat: tuple(other for other in seat if other != guest))
    tables = [tuple(seat for seat in one.seats if seat) for one in left]
    tables[table] = (*tables[table], (guest,))
    return tuple(Laid(seats, max(0, likes.fewest - len(seats)) if seats else 0) for seats in tables)


def meetings(seating: Seating) -> Iterator[frozenset[int]]:
    """Every two guests who sit at one table."""
    for table in seating:
        yield from (frozenset(pair) for pair in combinations(table.guests, 2))


# -- the search ------------------------------------------------------------------------------------------------------


def _again(met: Met, one: int, other: int) -> int:
    """What it costs that these two sit together: nothing if they have not met, more each time they have."""
    times = met.get(frozenset((one, other)), 0)
    return times * times


def _cut(things: Sequence[Thing], each: Iterable[int]) -> list[list[Thing]]:
    left, tables = iter(things), []
    for size in each:
        tables.append([next(left) for _ in range(size)])
    return tables


def _settled(tables: list[list[int]], cost: Callable[[Sequence[int]], int]) -> list[list[int]]:
    """The tables after swapping two people for as long as that is better for both tables together."""
    costs = [cost(table) for table in tables]
    for _ in range(ROUNDS):
        better = False
        for one, other in combinations(range(len(tables)), 2):
            if costs[one] or costs[other]:
                better |= _swap_two(tables, costs, one, other, cost)
        if not better:
            break
    return tables


def _swap_two(
    tables: list[list[int]], costs: list[int], one: int, other: int, cost: Callable[[Sequence[int]], int]
) -> bool:
    """Swaps people of two tables wherever that makes it better; says whether it ever did."""
    here, there, better = tables[one], tables[other], False
    for place in range(len(here)):
        for opposite in range(len(there)):
            here[place], there[opposite] = there[opposite], here[place]
            now = cost(here), cost(there)
            if sum(now) < costs[one] + costs[other]:
                costs[one], costs[other] = now
                better = True
            else:
                here[place], there[opposite] = there[opposite], here[place]
    return better


def _changed(seating: Seating, change: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Seating:
    return tuple(Laid(tuple(change(seat) for seat in table.seats), table.bots) for table in seating)
