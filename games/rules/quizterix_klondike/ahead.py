"""Looking ahead without looking under a card: is there any way on (KL-D2), and which move leads there (KL-E2)?

Only cards that have been turned over are ever looked at, so that a hint, or the end of the game, tells nothing that
the player could not have worked out.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from games.rules.quizterix_klondike.layout import CARDS, KING, RANKS, SUITS, Cards, Layout
from games.rules.quizterix_klondike.moves import Put, Target, Turn

GLANCE = 200  # arrangements looked at after every move: a way on is mostly one or two moves away
STARE = 5_000  # when the stock has come round, or a hint is asked for; no dead end met so far has more
_TARGETS: tuple[Target, ...] = ("1", "2", "3", "4", "5", "6", "7")
_PER_SUIT = len(RANKS)
_RED = (False, True, True, False)
_OTHERS = ((1, 2), (0, 3), (0, 3), (1, 2))  # the suits of the other colour
_RANK = tuple(card % _PER_SUIT for card in range(CARDS))
_SUIT = tuple(card // _PER_SUIT for card in range(CARDS))
_TAKERS = tuple(
    tuple(other * _PER_SUIT + _RANK[card] + 1 for other in _OTHERS[_SUIT[card]] if _RANK[card] < KING)
    for card in range(CARDS)
)  # what a card may be laid on in a column
_LOCKED = -1

Heights = tuple[int, ...]


class Outlook(Struct, frozen=True):
    """Whether anything new can be reached, and the first move on the shortest way to it."""

    way: Literal["open", "none", "unknown"]
    move: Put | Turn | None = None


class _Spot(NamedTuple):
    """An arrangement of the open cards: columns, heights of the foundations, the stock in the order it is turned."""

    columns: tuple[Cards, ...]
    heights: Heights
    talon: Cards
    waste: int  # how many of the talon lie on the waste


class _Found(Exception):
    """Something new: a card for its foundation, a card uncovered, a locked card to be reached."""

    def __init__(self, move: Put | Turn) -> None:
        self.move = move


def is_red(card: int) -> bool:
    """Is this card, a number from 0 to 51, a diamond or a heart?"""
    return _RED[card // _PER_SUIT]


@lru_cache(maxsize=256)  # a stock turned round and round in vain brings the same question again
def outlook(
    layout: Layout, cards: Cards, turned: tuple[bool, ...], reached: Heights, draw: int, limit: int = STARE
) -> Outlook:
    """Can draws and moves ever bring another card to a foundation, uncover one, or reach a locked one?

    ``reached``: how high each foundation has ever been. Looks at a bounded number of arrangements; what is not settled
    by then is unknown, and the game goes on.
    """
    search = _Search(layout, cards, turned, reached, draw, limit)
    try:
        return Outlook("none") if search.exhausted() else Outlook("unknown")
    except _Found as found:
        return Outlook("open", found.move)


class _Search:
    """Breadth first through everything that changes nothing for good. Cards are numbers here, and -1 while locked."""

    def __init__(
        self, layout: Layout, cards: Cards, turned: tuple[bool, ...], reached: Heights, draw: int, limit: int
    ) -> None:
        self.limit, self.reached, self.draw = limit, reached, draw
        self.covered = layout.covered
        self.slots = {card: slot for slot, card in enumerate(cards)}

        def seen(slots: Cards) -> Cards:
            return tuple(cards[slot] if turned[slot] else _LOCKED for slot in slots)

        self.start = _Spot(
            tuple(seen(layout.uncovered(number)) for number in range(len(layout.columns))),
            tuple(len(pile) for pile in layout.foundations),
            seen(layout.waste + layout.stock[::-1]),
            len(layout.waste),
        )
        self.order = sorted(range(len(self.covered)), key=lambda number: -self.covered[number])

    def put(self, card: int, target: Target) -> Put:
        return Put(self.slots[card], target)

    def exhausted(self) -> bool:
        """True if there is nothing new anywhere, False if there was too much to look at."""
        self.at_once()
        seen = {_key(self.start)}
        queue: deque[tuple[_Spot, Put | Turn | None]] = deque([(self.start, None)])
        while queue:
            spot, first = queue.popleft()
            for after, move in self.after(spot, first):
                key = _key(after)
                if key not in seen:
                    if len(seen) >= self.limit:
                        return False
                    seen.add(key)
                    queue.append((after, move))
        return True

    def at_once(self) -> None:
        """Raises _Found if something new is one move away: the rule rather than the exception, and quickly seen."""
        columns, heights, talon, waste = self.start
        ends = {column[-1]: number for number, column in enumerate(columns) if column}
        for number in self.order:
            column = columns[number]
            if not column or column[-1] == _LOCKED:
                continue
            self.founds(column[-1], heights)
            if self.covered[number]:
                self.uncovers(column[0], ends, columns, None)
        if waste and talon[waste - 1] != _LOCKED:
            self.founds(talon[waste - 1], heights)

    def founds(self, card: int, heights: Heights) -> None:
        """Raises _Found if this card can go to its foundation, and that is new."""
        if heights[_SUIT[card]] == _RANK[card] and self.is_new(_SUIT[card], heights):
            raise _Found(self.put(card, SUITS[_SUIT[card]]))

    def is_new(self, suit: int, heights: Heights) -> bool:
        """Would the next card of this suit lie on its foundation for the first time, or be the last one of all?"""
        return heights[suit] >= self.reached[suit] or sum(heights) == CARDS - 1

    def uncovers(self, base: int, ends: dict[int, int], columns: tuple[Cards, ...], first: Put | Turn | None) -> None:
        """Raises _Found if the lowest open card of a column with covered ones can go elsewhere."""
        for target in _targets(base, ends, columns):
            raise _Found(first or self.put(base, _TARGETS[target]))

    def after(self, spot: _Spot, first: Put | Turn | None) -> Iterator[tuple[_Spot, Put | Turn]]:
        """Every arrangement one move on. Raises _Found as soon as one of them would be new."""
        ends = {column[-1]: number for number, column in enumerate(spot.columns) if column}
        for number in self.order:
            column = spot.columns[number]
            if column and column[-1] != _LOCKED:
                yield from self.from_column(spot, number, ends, first)
        for index in reach(len(spot.talon), spot.waste, self.draw):
            yield from self.from_talon(spot, index, ends, first)
        yield from self.from_foundations(spot, ends, first)

    def from_column(
        self, spot: _Spot, number: int, ends: dict[int, int], first: Put | Turn | None
    ) -> Iterator[tuple[_Spot, Put | Turn]]:
        columns, heights, talon, waste = spot
        column, covered = columns[number], self.covered[number]
        suit = _SUIT[column[-1]]
        if heights[suit] == _RANK[column[-1]]:
            move = first or self.put(column[-1], SUITS[suit])
            if self.is_new(suit, heights) or (len(column) == 1 and covered):
                raise _Found(move)
            yield _Spot(_cut(columns, number, len(column) - 1), _raised(heights, suit, 1), talon, waste), move
        if covered:
            self.uncovers(column[0], ends, columns, first)
        elif _RANK[column[0]] < KING:
            for target in _targets(column[0], ends, columns):
                moved = _laid(_cut(columns, number, 0), target, column)
                yield _Spot(moved, heights, talon, waste), first or self.put(column[0], _TARGETS[target])
        for start in range(1, len(column)):
            # Where a run lies makes a difference only for the card that it frees: the two that take it take the same.
            under = column[start - 1]
            suit = _SUIT[under]
            if heights[suit] != _RANK[under]:
                continue
            for target in _targets(column[start], ends, columns):
                move = first or self.put(column[start], _TARGETS[target])
                if self.is_new(suit, heights) or (start == 1 and covered):
                    raise _Found(move)
                moved = _laid(_cut(columns, number, start - 1), target, column[start:])
                yield _Spot(moved, _raised(heights, suit, 1), talon, waste), move

    def from_talon(
        self, spot: _Spot, index: int, ends: dict[int, int], first: Put | Turn | None
    ) -> Iterator[tuple[_Spot, Put | Turn]]:
        columns, heights, talon, waste = spot
        card = talon[index]
        if card == _LOCKED:
            raise _Found(first or Turn())
        at_hand = index == waste - 1
        suit = _SUIT[card]
        rest, left = talon[:index] + talon[index + 1 :], index if self.draw > 1 else 0
        if heights[suit] == _RANK[card]:
            move = first or (self.put(card, SUITS[suit]) if at_hand else Turn())
            if self.is_new(suit, heights):
                raise _Found(move)
            yield _Spot(columns, _raised(heights, suit, 1), rest, left), move
        for target in _targets(card, ends, columns):
            move = first or (self.put(card, _TARGETS[target]) if at_hand else Turn())
            yield _Spot(_laid(columns, target, (card,)), heights, rest, left), move

    def from_foundations(
        self, spot: _Spot, ends: dict[int, int], first: Put | Turn | None
    ) -> Iterator[tuple[_Spot, Put | Turn]]:
        columns, heights, talon, waste = spot
        for suit, height in enumerate(heights):
            card = suit * _PER_SUIT + height - 1
            if not height or _idle(card, heights):
                continue
            for target in _targets(card, ends, columns):
                laid = _laid(columns, target, (card,))
                yield (
                    _Spot(laid, _raised(heights, suit, -1), talon, waste),
                    first or self.put(card, _TARGETS[target]),
                )


def _key(spot: _Spot) -> object:
    """The same for arrangements that differ only in which column stands where."""
    return frozenset(spot.columns), spot.heights, spot.talon, spot.waste


def _targets(card: int, ends: dict[int, int], columns: tuple[Cards, ...]) -> Sequence[int]:
    """The columns that take this card; of several empty ones the first."""
    if _RANK[card] == KING:
        return (columns.index(()),) if () in columns else ()
    return [ends[end] for end in _TAKERS[card] if end in ends]


def _idle(card: int, heights: Heights) -> bool:
    """Is everything founded that this card could carry, at once or with others between?"""
    suit, rank = _SUIT[card], _RANK[card]
    one, two = _OTHERS[suit]
    return heights[one] >= rank and heights[two] >= rank and heights[3 - suit] >= rank - 1


def reach(cards: int, waste: int, draw: int) -> Sequence[int]:
    """The places in the talon that turning brings up, the nearest first (KL-C5)."""
    if draw == 1:
        return (*range(max(waste - 1, 0), cards), *range(max(waste - 1, 0)))
    places = [waste - 1] if waste else []
    places += range(waste + draw - 1, cards, draw)
    if cards and (not places or places[-1] != cards - 1):
        places.append(cards - 1)  # the last ones are turned even if they are fewer
    again = [*range(draw - 1, cards, draw), cards - 1]
    return list(dict.fromkeys(places + again)) if cards else ()


def _raised(heights: Heights, suit: int, by: int) -> Heights:
    return (*heights[:suit], heights[suit] + by, *heights[suit + 1 :])


def _laid(columns: tuple[Cards, ...], target: int, cards: Cards) -> tuple[Cards, ...]:
    return (*columns[:target], columns[target] + cards, *columns[target + 1 :])


def _cut(columns: tuple[Cards, ...], number: int, length: int) -> tuple[Cards, ...]:
    return (*columns[:number], columns[number][:length], *columns[number + 1 :])
