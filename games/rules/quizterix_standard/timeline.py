"""Reading a timeline: its streak, its timespan, what is protected in it (QS-E2, QS-E3, QS-S1)."""

from collections import defaultdict
from collections.abc import Sequence

from games.rules.pack import Pack
from games.rules.quizterix_standard.state import Slot, Standing


def span(years: Sequence[int]) -> int:
    """The latest year minus the earliest."""
    return max(years) - min(years) if years else 0


def runs(years: Sequence[int]) -> list[tuple[int, ...]]:
    """The timeline cut wherever a year is earlier than the one before; equal years are in order (QS-E2)."""
    found: list[tuple[int, ...]] = []
    for place, year in enumerate(years):
        if place and years[place - 1] <= year:
            found[-1] = (*found[-1], year)
        else:
            found.append((year,))
    return found


def standing(years: Sequence[int]) -> Standing:
    """The longest streak; of several longest the one with the longest timespan counts (QS-E3)."""
    streaks = runs(years)
    longest = max(map(len, streaks), default=0)
    best = max((span(streak) for streak in streaks if len(streak) == longest), default=0)
    return Standing(longest, len(years), span(years), best)


def longest(years: Sequence[int]) -> range:
    """The places of the streak that counts (QS-E2, QS-E3)."""
    best, place = range(0), 0
    for run in runs(years):
        if (len(run), span(run)) > (len(best), span(years[best.start : best.stop])):
            best = range(place, place + len(run))
        place += len(run)
    return best


def years_of(line: Sequence[Slot], pack: Pack) -> tuple[int, ...]:
    """The years of a timeline from left to right."""
    return tuple(pack.events[slot.card].year for slot in line)


def protected(line: Sequence[Slot], pack: Pack) -> frozenset[int]:
    """The places of flipped cards whose rank lies here in all four suits, all flipped (QS-S1)."""
    flipped = [(pack.events[slot.card], place) for place, slot in enumerate(line) if slot.flipped]
    if len(flipped) < 4:
        return frozenset()
    suits: defaultdict[str, set[str]] = defaultdict(set)
    for event, _ in flipped:
        suits[event.rank].add(event.suit)
    return frozenset(place for event, place in flipped if len(suits[event.rank]) == 4)


def complete(line: Sequence[Slot]) -> bool:
    """Is a whole timeline flipped? An empty one does not count (QS-E1, QS-E1.1)."""
    return bool(line) and all(slot.flipped for slot in line)
