"""Looking ahead without looking under a card: is there any way on (KL-D2), and which move leads there (KL-E2)?

Only cards that have been turned over are ever looked at, so that a hint, or the end of the game, tells nothing that
the player could not have worked out.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from games.rules.klondike.layout import KING, RANKS, SUITS, Cards, Layout
from games.rules.klondike.moves import Put, Target, Turn

GLANCE = 200  # arrangements looked at after every move: a way on is mostly one or two moves away
STARE = 1_500  # when the stock has come round, or a hint is asked for; few dead ends have more
_TARGETS: tuple[Target, ...] = ("1", "2", "3", "4", "5", "6", "7")
_PER_SUIT = len(RANKS)
_RED = (False, True, True, False)

Heights = tuple[int, ...]


class Outlook(Struct, frozen=True):
    """Whether anything new can be reached, and the first move on the shortest way to it."""

    way: Literal["open", "none", "unknown"]
    move: Put | Turn | None = None


class _Spot(Struct, frozen=True):
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


def outlook(
    layout: Layout, cards: Cards, turned: Sequence[bool], reached: Heights, draw: int, limit: int = STARE
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
    """Breadth first through everything that changes nothing for good."""

    def __init__(
        self, layout: Layout, cards: Cards, turned: Sequence[bool], reached: Heights, draw: int, limit: int
    ) -> None:
        self.limit = limit
        self.cards, self.turned, self.reached, self.draw = cards, turned, reached, draw
        self.covered = layout.covered
        self.founded = layout.foundations
        self.start = _Spot(
            tuple(layout.uncovered(number) for number in range(len(layout.columns))),
            tuple(len(pile) for pile in layout.foundations),
            layout.waste + layout.stock[::-1],
            len(layout.waste),
        )
        self.order = sorted(range(len(self.covered)), key=lambda number: -self.covered[number])
        self.slots: dict[int, int] = {}  # where the cards on foundations have come from

    def at_once(self) -> None:
        """Raises _Found if something new is one move away: the rule rather than the exception, and quickly seen."""
        spot, cards = self.start, self.cards
        places = self.places(spot)
        for number in self.order:
            column = spot.columns[number]
            if not column or not self.turned[column[-1]]:
                continue
            suit, rank = divmod(cards[column[-1]], _PER_SUIT)
            if rank == spot.heights[suit] >= self.reached[suit]:
                raise _Found(Put(column[-1], SUITS[suit]))
            base = cards[column[0]]
            if self.covered[number] and (targets := places.get((base % _PER_SUIT, is_red(base)))):
                raise _Found(Put(column[0], _TARGETS[targets[0]]))
        if spot.waste and self.turned[spot.talon[spot.waste - 1]]:
            suit, rank = divmod(cards[spot.talon[spot.waste - 1]], _PER_SUIT)
            if rank == spot.heights[suit] >= self.reached[suit]:
                raise _Found(Put(spot.talon[spot.waste - 1], SUITS[suit]))

    def exhausted(self) -> bool:
        """True if there is nothing new anywhere, False if there was too much to look at."""
        self.at_once()
        seen = {self.start}
        queue: deque[tuple[_Spot, Put | Turn | None]] = deque([(self.start, None)])
        while queue:
            spot, first = queue.popleft()
            for after, move in self.after(spot, first):
                if after not in seen:
                    if len(seen) >= self.limit:
                        return False
                    seen.add(after)
                    queue.append((after, first or move))
        return True

    def after(self, spot: _Spot, first: Put | Turn | None) -> Iterator[tuple[_Spot, Put | Turn]]:
        """Every arrangement one move on. Raises _Found as soon as one of them would be new."""
        places = self.places(spot)
        later: list[tuple[_Spot, Put | Turn]] = []
        for number in self.order:
            later += self.from_column(spot, number, places, first)
        for index in self.in_reach(spot):
            later += self.from_talon(spot, index, places, first)
        yield from later
        yield from self.from_foundations(spot, places)

    def places(self, spot: _Spot) -> dict[tuple[int, bool], list[int]]:
        """Which columns take a card of this rank and colour; an empty one takes kings of both."""
        places: dict[tuple[int, bool], list[int]] = {}
        for number, column in enumerate(spot.columns):
            if column:
                end = self.cards[column[-1]]
                if self.turned[column[-1]]:
                    places.setdefault((end % _PER_SUIT - 1, not is_red(end)), []).append(number)
            elif (KING, True) not in places:  # one empty column is as good as another
                places.setdefault((KING, True), []).append(number)
                places.setdefault((KING, False), []).append(number)
        return places

    def from_column(
        self, spot: _Spot, number: int, places: dict[tuple[int, bool], list[int]], first: Put | Turn | None
    ) -> Iterator[tuple[_Spot, Put | Turn]]:
        column = spot.columns[number]
        if not column or not self.turned[column[-1]]:
            return
        end = self.cards[column[-1]]
        suit, rank = divmod(end, _PER_SUIT)
        if spot.heights[suit] == rank:
            move = first or Put(column[-1], SUITS[suit])
            if rank >= self.reached[suit] or (len(column) == 1 and self.covered[number]):
                raise _Found(move)
            self.slots[end] = column[-1]
            yield _moved(spot, number, 1, _raised(spot.heights, suit, 1)), move
        for start, slot in enumerate(column):
            card = self.cards[slot]
            for target in places.get((card % _PER_SUIT, is_red(card)), ()):
                bare = start == 0 and not self.covered[number]
                if target == number or (bare and not spot.columns[target]):
                    continue
                move = first or Put(slot, _TARGETS[target])
                if start == 0 and self.covered[number]:
                    raise _Found(move)
                yield _moved(spot, number, len(column) - start, spot.heights, target), move

    def from_talon(
        self, spot: _Spot, index: int, places: dict[tuple[int, bool], list[int]], first: Put | Turn | None
    ) -> Iterator[tuple[_Spot, Put | Turn]]:
        slot = spot.talon[index]
        if not self.turned[slot]:
            raise _Found(first or Turn())
        at_hand = index == spot.waste - 1
        card = self.cards[slot]
        suit, rank = divmod(card, _PER_SUIT)
        talon = spot.talon[:index] + spot.talon[index + 1 :]
        waste = index if self.draw > 1 else 0
        if spot.heights[suit] == rank:
            move = first or (Put(slot, SUITS[suit]) if at_hand else Turn())
            if rank >= self.reached[suit]:
                raise _Found(move)
            self.slots[card] = slot
            yield _Spot(spot.columns, _raised(spot.heights, suit, 1), talon, waste), move
        for target in places.get((rank, is_red(card)), ()):
            columns = _laid(spot.columns, target, (slot,))
            yield (
                _Spot(columns, spot.heights, talon, waste),
                first or (Put(slot, _TARGETS[target]) if at_hand else Turn()),
            )

    def from_foundations(
        self, spot: _Spot, places: dict[tuple[int, bool], list[int]]
    ) -> Iterator[tuple[_Spot, Put | Turn]]:
        for suit, height in enumerate(spot.heights):
            if not height:
                continue
            card = suit * _PER_SUIT + height - 1
            pile = self.founded[suit]
            slot = pile[height - 1] if height <= len(pile) else self.slots[card]
            for target in places.get((height - 1, is_red(card)), ()):
                columns = _laid(spot.columns, target, (slot,))
                lower = _raised(spot.heights, suit, -1)
                yield _Spot(columns, lower, spot.talon, spot.waste), Put(slot, _TARGETS[target])

    def in_reach(self, spot: _Spot) -> Sequence[int]:
        """Which cards of the talon can come to lie on top of the waste, the nearest first."""
        return reach(len(spot.talon), spot.waste, self.draw)


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


def _moved(spot: _Spot, source: int, count: int, heights: Heights, target: int | None = None) -> _Spot:
    columns = list(spot.columns)
    cards = columns[source][-count:]
    columns[source] = columns[source][:-count]
    if target is not None:
        columns[target] += cards
    return _Spot(tuple(columns), heights, spot.talon, spot.waste)
