"""How the cards lie, and what moving them does. Nothing here knows what a card is or whether it is locked.

Cards are slots of the deal: column 1 was dealt slot 0, column 2 slots 1 and 2, and so on to column 7 with 21 to 27;
the stock holds 28 to 51 and is turned in this order.
"""

from msgspec import Struct, structs

from games.rules.pack import Rank, Suit
from games.rules.quizterix_klondike.moves import Place

SUITS: tuple[Suit, ...] = ("clubs", "diamonds", "hearts", "spades")
RANKS: tuple[Rank, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COLUMNS: tuple[Place, ...] = ("1", "2", "3", "4", "5", "6", "7")
KING = 12
ENDS = (0, 2, 5, 9, 14, 20, 27)  # the uncovered cards of a fresh deal
FIRST_OF_STOCK = 28
CARDS = 52

Cards = tuple[int, ...]


class Step(Struct, frozen=True):
    """A move of cards as it happened, so that it can be taken back: what came from where and went where."""

    source: Place
    target: Place
    count: int
    uncovered: bool = False  # the column it came from showed a new card
    first: bool = False  # a card lay on its foundation for the first time


class Layout(Struct, frozen=True):
    """Where every card lies. The last of each pile is on top; ``covered`` counts the cards of each column that are."""

    columns: tuple[Cards, ...]
    covered: tuple[int, ...]
    stock: Cards
    waste: Cards
    foundations: tuple[Cards, ...]

    def uncovered(self, column: int) -> Cards:
        """The cards of a column that lie open, the highest first."""
        return self.columns[column][self.covered[column] :]

    def reachable(self) -> Cards:
        """The end of every column and the top of the waste: what could be turned over or played."""
        ends = tuple(column[-1] for column in self.columns if column)
        return (*ends, self.waste[-1]) if self.waste else ends

    def where(self, card: int) -> Place | None:
        """Where this card lies open and can be taken from by the way it lies; None if it cannot."""
        for number, column in enumerate(self.columns):
            if card in column:
                return COLUMNS[number] if column.index(card) >= self.covered[number] else None
        if self.waste and self.waste[-1] == card:
            return "waste"
        for suit, pile in zip(SUITS, self.foundations, strict=True):
            if pile and pile[-1] == card:
                return suit
        return None

    def above(self, card: int, source: Place) -> int:
        """How many cards move with this one, itself counted."""
        if source not in COLUMNS:
            return 1
        column = self.columns[COLUMNS.index(source)]
        return len(column) - column.index(card)


def dealt() -> Layout:
    """Seven columns of one to seven cards, the last of each uncovered, and 24 in the stock (KL-B1)."""
    columns = tuple(tuple(range(end - number, end + 1)) for number, end in enumerate(ENDS))
    stock = tuple(range(CARDS - 1, FIRST_OF_STOCK - 1, -1))
    return Layout(columns, tuple(range(7)), stock, (), ((),) * 4)


def taken(layout: Layout, step: Step) -> Layout:
    """The layout after this step."""
    if step.source == "stock":
        drawn = layout.stock[len(layout.stock) - step.count :]
        return structs.replace(layout, stock=layout.stock[: -step.count], waste=layout.waste + drawn[::-1])
    if step.target == "stock":
        return structs.replace(layout, stock=layout.waste[::-1], waste=())
    layout, cards = _without(layout, step.source, step.count)
    if step.uncovered:
        layout = _covering(layout, step.source, -1)
    return _with(layout, step.target, cards)


def taken_back(layout: Layout, step: Step) -> Layout:
    """The layout before this step."""
    if step.source == "stock":
        back = layout.waste[len(layout.waste) - step.count :]
        return structs.replace(layout, stock=layout.stock + back[::-1], waste=layout.waste[: -step.count])
    if step.target == "stock":
        return structs.replace(layout, stock=(), waste=layout.stock[::-1])
    layout, cards = _without(layout, step.target, step.count)
    if step.uncovered:
        layout = _covering(layout, step.source, 1)
    return _with(layout, step.source, cards)


def step_of(layout: Layout, source: Place, target: Place, count: int, first: bool) -> Step:
    """Moving so many cards from here to there; what it uncovers is worked out."""
    uncovered = False
    if source in COLUMNS:
        number = COLUMNS.index(source)
        covered = layout.covered[number]
        uncovered = covered > 0 and len(layout.columns[number]) - count == covered
    return Step(source, target, count, uncovered, first)


def turning(layout: Layout, draw: int) -> Step | None:
    """What turning the stock does now: some cards, or the whole waste back; None if there is nothing to turn."""
    if layout.stock:
        return Step("stock", "waste", min(draw, len(layout.stock)))
    if layout.waste:
        return Step("waste", "stock", len(layout.waste))
    return None


def _without(layout: Layout, place: Place, count: int) -> tuple[Layout, Cards]:
    if place == "waste":
        return structs.replace(layout, waste=layout.waste[:-count]), layout.waste[-count:]
    if place in COLUMNS:
        number = COLUMNS.index(place)
        cards = layout.columns[number]
        return structs.replace(layout, columns=_changed(layout.columns, number, cards[:-count])), cards[-count:]
    suit = SUITS.index(place)
    cards = layout.foundations[suit]
    return structs.replace(layout, foundations=_changed(layout.foundations, suit, cards[:-count])), cards[-count:]


def _with(layout: Layout, place: Place, cards: Cards) -> Layout:
    if place == "waste":
        return structs.replace(layout, waste=layout.waste + cards)
    if place in COLUMNS:
        number = COLUMNS.index(place)
        return structs.replace(layout, columns=_changed(layout.columns, number, layout.columns[number] + cards))
    suit = SUITS.index(place)
    return structs.replace(layout, foundations=_changed(layout.foundations, suit, layout.foundations[suit] + cards))


def _covering(layout: Layout, place: Place, by: int) -> Layout:
    number = COLUMNS.index(place)
    covered = layout.covered
    return structs.replace(layout, covered=(*covered[:number], covered[number] + by, *covered[number + 1 :]))


def _changed(piles: tuple[Cards, ...], number: int, cards: Cards) -> tuple[Cards, ...]:
    return (*piles[:number], cards, *piles[number + 1 :])
