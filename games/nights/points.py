"""What a round is worth, and how the evening stands: nothing but readings of what has been played.

Points are exact fractions: a shared place may earn a third of a point, and whoever counts again gets the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.rules.kernel import Result, Seat

FULL = 10  # points of the first place

Points = Mapping[int, Fraction]
"""Each guest's points."""


def placed(places: Mapping[int, int]) -> dict[int, Fraction]:
    """Placing points: of n, place p earns 10 (n - p) / (n - 1); shared places share the mean, alone one earns 10.

    ``places`` are places in any ranking; only their order counts, so bots may have stood between.
    """
    count = len(places)
    if count == 1:
        return dict.fromkeys(places, Fraction(FULL))
    points = {}
    for guest, place in places.items():
        before = sum(other < place for other in places.values())
        level = sum(other == place for other in places.values())
        mean = Fraction(2 * before + level + 1, 2)  # of the places before + 1 to before + level
        points[guest] = FULL * (count - mean) / (count - 1)
    return points


def of_a_table(result: Result, persons: Iterable[Seat], together: bool) -> dict[Seat, Fraction]:
    """What each seat with persons has earned. ``together``: all win or all lose (QF-3), 10 or nothing."""
    seats = set(persons)
    lines = [line for line in result.ranking if line.seat in seats]
    if together:
        return {line.seat: Fraction(FULL if line.score else 0) for line in lines}
    earned = placed({line.seat: line.place for line in lines})
    return {Seat(seat): points for seat, points in earned.items()}


def of_games_alone(records: Mapping[int, tuple[int, ...]]) -> dict[int, Fraction]:
    """The same deal for all, side by side, is one ranking: the greatest record comes first."""
    return placed({guest: 1 + sum(other > mine for other in records.values()) for guest, mine in records.items()})


class Held(NamedTuple):
    """A guest who held a seat for so many seconds."""

    guest: int
    seat: Seat
    seconds: float


def owners(spells: Iterable[Held], sharing: bool = False) -> dict[Seat, tuple[int, ...]]:
    """To whom each seat's points go: to whoever held it longest; with ``sharing`` to everybody who did, a team.

    A guest who held several seats of a table owns one at most, the one held longest, so that nobody counts twice.
    """
    total: dict[tuple[int, Seat], float] = defaultdict(float)
    for spell in spells:
        total[spell.guest, spell.seat] += spell.seconds
    if sharing:
        members: dict[Seat, list[int]] = defaultdict(list)
        for guest, seat in _longest_of_each(total):
            members[seat].append(guest)
        return {seat: tuple(sorted(guests)) for seat, guests in members.items()}
    found: dict[Seat, tuple[int, ...]] = {}
    for (guest, seat), _ in sorted(total.items(), key=lambda item: (-item[1], item[0])):
        if seat not in found and not any(guest in mine for mine in found.values()):
            found[seat] = (guest,)
    return found


def _longest_of_each(total: Mapping[tuple[int, Seat], float]) -> Iterable[tuple[int, Seat]]:
    best: dict[int, tuple[float, Seat]] = {}
    for (guest, seat), seconds in sorted(total.items()):
        if guest not in best or seconds > best[guest][0]:
            best[guest] = seconds, seat
    return ((guest, seat) for guest, (_, seat) in best.items())


# -- the evening ---------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of the standing: a guest or a team, the place (shared if equal), the points, places won since before."""

    who: int
    place: int
    points: Fraction
    up: int = 0


def evening(who: Sequence[int], rounds: Iterable[Points], corrections: Iterable[tuple[int, Fraction]]) -> Points:
    """Everybody's points of the whole evening; a round that somebody has not played is 0."""
    total = {guest: Fraction(0) for guest in who}
    for points in rounds:
        for guest, earned in points.items():
            if guest in total:
                total[guest] += earned
    for guest, more in corrections:
        if guest in total:
            total[guest] += more
    return total


def of_teams(points: Points, teams: Mapping[int, Sequence[int]]) -> Points:
    """A team's evening is the mean of its members; a team without members has none."""
    return {
        team: sum((points[guest] for guest in members), Fraction(0)) / len(members)
        for team, members in teams.items()
        if members
    }


def standing(points: Points, before: Points | None = None, order: Mapping[int, str] | None = None) -> list[Line]:
    """Most points first, equal points share a place; ``before``: the points against which somebody rose or fell.

    ``order``: in which those who are level are listed.
    """
    places, earlier = _places(points), _places(before or {})
    lines = [
        Line(who, places[who], total, earlier[who] - places[who] if who in earlier else 0)
        for who, total in points.items()
    ]
    return sorted(lines, key=lambda line: (line.place, (order or {}).get(line.who, ""), line.who))


def _places(points: Points) -> dict[int, int]:
    return {who: 1 + sum(other > mine for other in points.values()) for who, mine in points.items()}


def told(points: Fraction) -> str:
    """Points as they are written: one decimal at most, none where there is nothing behind it."""
    rounded = round(points * 10)
    whole, tenth = divmod(abs(rounded), 10)
    sign = "-" if rounded < 0 else ""
    return f"{sign}{whole}.{tenth}" if tenth else f"{sign}{whole}"
