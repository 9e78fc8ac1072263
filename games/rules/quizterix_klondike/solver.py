"""Can this deal be won, with every card known? The solver finds a way, or says honestly that it does not know (KL-E1).

Locks do not matter here: any card in reach can be turned over sooner or later (KL-C2), so a deal is winnable if the
plain solitaire is. It is searched best first, from the arrangement that looks most promising, each looked at once.
Every way found is handed back as moves of the rules, which play it again before anybody believes it.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Literal, NamedTuple

from msgspec import Struct

from games.rules.quizterix_klondike.ahead import reach
from games.rules.quizterix_klondike.layout import CARDS, ENDS, FIRST_OF_STOCK, KING, RANKS, SUITS, dealt, taken, turning
from games.rules.quizterix_klondike.layout import step_of as step_between
from games.rules.quizterix_klondike.moves import Put, Target, Turn

LIMIT = 60_000  # arrangements; what has no way by then is called unknown
_PER_SUIT = len(RANKS)
_OTHERS = ((1, 2), (0, 3), (0, 3), (1, 2))  # the suits of the other colour
_RED = (False,) * _PER_SUIT + (True,) * 2 * _PER_SUIT + (False,) * _PER_SUIT
_RANK = tuple(card % _PER_SUIT for card in range(CARDS))
_SUIT = tuple(card // _PER_SUIT for card in range(CARDS))
_TARGETS: tuple[Target, ...] = ("1", "2", "3", "4", "5", "6", "7")

Cards = tuple[int, ...]


class Solution(Struct, frozen=True):
    """What came of it. ``moves`` wins the solitaire; ``nodes`` counts the arrangements looked at."""

    verdict: Literal["winnable", "no way found", "unknown"]
    nodes: int
    moves: tuple[Put | Turn, ...] = ()


class Node(NamedTuple):
    """An arrangement of all cards; the covered ones of each column stand before the others."""

    columns: tuple[Cards, ...]
    covered: Cards
    heights: Cards
    talon: Cards
    waste: int


class Taken(NamedTuple):
    """A move between two arrangements: this card, with all that lie on it, there."""

    card: int
    target: Target


def solve(deal: Cards, draw: int, limit: int = LIMIT) -> Solution:
    """A way to win this deal, turning so many cards at a time; looks at no more than ``limit`` arrangements."""
    columns = tuple(tuple(deal[end - number : end + 1]) for number, end in enumerate(ENDS))
    start = Node(columns, tuple(range(7)), (0, 0, 0, 0), deal[FIRST_OF_STOCK:], 0)
    way, nodes = search(start, draw, limit)
    if way is None:
        return Solution("unknown" if nodes >= limit else "no way found", nodes)
    return Solution("winnable", nodes, tuple(_played(deal, draw, way)))


def search(start: Node, draw: int, limit: int = LIMIT) -> tuple[list[Taken] | None, int]:
    """A way to win from this arrangement, or None; and how many arrangements were looked at."""
    before: dict[object, tuple[object, tuple[Taken, ...]]] = {_key(start): (None, ())}
    queue: list[tuple[int, int, Node]] = [(0, 0, start)]
    nodes = 0
    while queue:
        node = heappop(queue)[2]
        key = _key(node)
        for after, moves in _after(node, draw):
            known = _key(after)
            if known in before:
                continue
            before[known] = (key, moves)
            nodes += 1
            if sum(after.heights) == CARDS:
                return _way(before, known), nodes
            if nodes >= limit:
                return None, nodes
            heappush(queue, (_promise(after), nodes, after))
    return None, nodes


def _key(node: Node) -> object:
    """The same for arrangements that differ only in which column stands where."""
    return frozenset(node.columns), node.heights, node.talon, node.waste


def _way(before: dict[object, tuple[object, tuple[Taken, ...]]], last: object) -> list[Taken]:
    moves: list[Taken] = []
    while last is not None:
        last, taken_then = before[last]
        moves[:0] = taken_then
    return moves


def _promise(node: Node) -> int:
    """How far from won this looks; less is better."""
    far = 5 * sum(node.covered) + 2 * (CARDS - sum(node.heights)) + len(node.talon)
    for column, covered in zip(node.columns, node.covered, strict=True):
        # a card that lies on a lower one of its own suit must get out of its way first
        for place in range(covered):
            card = column[place]
            suit, rank = _SUIT[card], _RANK[card]
            for above in column[place + 1 :]:
                if _SUIT[above] == suit and _RANK[above] > rank:
                    far += 1
        if not column:
            far -= 1
    return far


def _after(node: Node, draw: int) -> Iterator[tuple[Node, tuple[Taken, ...]]]:
    """Every arrangement one move on, after whatever can go onto a foundation without harm has gone there."""
    for moved, move in _moves(node, draw):
        yield _cleared(moved, (move,), draw)


def _moves(node: Node, draw: int) -> Iterator[tuple[Node, Taken]]:
    columns, covered, heights, talon, waste = node
    takes: dict[tuple[int, bool], list[int]] = {}
    empty = -1
    for number, column in enumerate(columns):
        if column:
            takes.setdefault((_RANK[column[-1]] - 1, not _RED[column[-1]]), []).append(number)
        else:
            empty = number
    for number, column in enumerate(columns):
        if not column:
            continue
        end = column[-1]
        if heights[_SUIT[end]] == _RANK[end]:
            yield _from_column(node, number, len(column) - 1, _raised(heights, _SUIT[end], 1)), _founded(end)
        for place in range(covered[number], len(column)):
            card = column[place]
            if place > covered[number]:  # half a run moves only to free the card it lies on
                under = column[place - 1]
                if heights[_SUIT[under]] != _RANK[under]:
                    continue
            for target in takes.get((_RANK[card], _RED[card]), ()):
                if target != number:
                    yield _from_column(node, number, place, heights, target), Taken(card, _TARGETS[target])
            if _RANK[card] == KING and empty >= 0 and place and place == covered[number]:
                yield _from_column(node, number, place, heights, empty), Taken(card, _TARGETS[empty])
    for place in reach(len(talon), waste, draw):
        card = talon[place]
        rest, under = talon[:place] + talon[place + 1 :], place if draw > 1 else 0
        if heights[_SUIT[card]] == _RANK[card]:
            yield Node(columns, covered, _raised(heights, _SUIT[card], 1), rest, under), _founded(card)
        targets = takes.get((_RANK[card], _RED[card]), ())
        for target in targets if _RANK[card] < KING else (empty,) if empty >= 0 else ():
            grown = (*columns[:target], (*columns[target], card), *columns[target + 1 :])
            yield Node(grown, covered, heights, rest, under), Taken(card, _TARGETS[target])
    for suit, height in enumerate(heights):
        card = suit * _PER_SUIT + height - 1
        lower = _raised(heights, suit, -1)
        if height > 2 and not _harmless(card, lower):  # back into a column, where a lower card may be waiting for it
            targets = takes.get((height - 1, _RED[card]), ())
            for target in targets if _RANK[card] < KING else (empty,) if empty >= 0 else ():
                grown = (*columns[:target], (*columns[target], card), *columns[target + 1 :])
                yield Node(grown, covered, lower, talon, waste), Taken(card, _TARGETS[target])


def _cleared(node: Node, moves: tuple[Taken, ...], draw: int) -> tuple[Node, tuple[Taken, ...]]:
    """After the moves onto foundations that can harm nobody: no card could still want to lie on these."""
    while True:
        heights = node.heights
        for number, column in enumerate(node.columns):
            if column and _harmless(column[-1], heights):
                card = column[-1]
                node = _from_column(node, number, len(column) - 1, _raised(heights, _SUIT[card], 1))
                break
        else:
            card = next((card for card in node.talon if _harmless(card, heights)), -1) if draw == 1 else -1
            if card < 0:
                return node, moves
            talon = tuple(other for other in node.talon if other != card)
            node = node._replace(talon=talon, heights=_raised(heights, _SUIT[card], 1))
        moves = (*moves, _founded(card))


def _harmless(card: int, heights: Cards) -> bool:
    suit, rank = _SUIT[card], _RANK[card]
    if heights[suit] != rank:
        return False
    one, two = _OTHERS[suit]
    return rank < 2 or (heights[one] >= rank and heights[two] >= rank)


def _from_column(node: Node, number: int, place: int, heights: Cards, target: int | None = None) -> Node:
    columns, covered = list(node.columns), node.covered
    cards = columns[number][place:]
    columns[number] = columns[number][:place]
    if target is not None:
        columns[target] += cards
    if place and place == covered[number]:
        covered = (*covered[:number], place - 1, *covered[number + 1 :])
    return Node(tuple(columns), covered, heights, node.talon, node.waste)


def _raised(heights: Cards, suit: int, by: int) -> Cards:
    return (*heights[:suit], heights[suit] + by, *heights[suit + 1 :])


def _founded(card: int) -> Taken:
    return Taken(card, SUITS[_SUIT[card]])


def _played(deal: Cards, draw: int, way: list[Taken]) -> Iterator[Put | Turn]:
    """The way as moves of the rules, with the turns of the stock in between."""
    slots = {card: slot for slot, card in enumerate(deal)}
    layout = dealt()
    for card, target in way:
        slot, turns = slots[card], 0
        while (source := layout.where(slot)) is None:
            step = turning(layout, draw)
            turns += 1
            if step is None or turns > CARDS:
                return  # no way at all: the rules will tell
            yield Turn()
            layout = taken(layout, step)
        yield Put(slot, target)
        layout = taken(layout, step_between(layout, source, target, layout.above(slot, source), first=False))
