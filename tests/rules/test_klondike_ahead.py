"""Looking ahead skips what makes no difference. Here everything is tried, one move after the other, by the rules."""

from collections import Counter, deque
from random import Random

import pytest
from msgspec import structs

from games.rules.quizterix_klondike.ahead import is_red, outlook
from games.rules.quizterix_klondike.layout import CARDS, SUITS, Layout, step_of, taken, turning
from games.rules.quizterix_klondike.rules import Klondike, _targets
from games.rules.quizterix_klondike.state import KlondikeState
from tests.rules.klondike_table import position

pytestmark = pytest.mark.clause("KL-D2")

RULES = Klondike()
ENOUGH = 900  # arrangements, one by one


def tried_out(state: KlondikeState) -> str:
    """Is there anything new to be reached? By every move that the rules allow, waste and stock turned card by card."""
    seen, queue = {state.layout}, deque([state.layout])
    while queue:
        layout = queue.popleft()
        here = structs.replace(state, layout=layout)
        if here.locked() or here.sorted == CARDS:
            return "open"
        steps = [turning(layout, state.options.draw)]
        for slot, targets in _targets(here).items():
            source = layout.where(slot)
            for target in targets:
                first = (
                    target in SUITS
                    and len(layout.foundations[SUITS.index(target)]) >= (state.reached[SUITS.index(target)])
                )
                steps.append(step_of(layout, source, target, layout.above(slot, source), first))
        for step in filter(None, steps):
            if step.first or step.uncovered:
                return "open"
            after = taken(layout, step)
            if after not in seen:
                if len(seen) >= ENOUGH:
                    return "unknown"
                seen.add(after)
                queue.append(after)
    return "none"


def any_position(dice: Random) -> KlondikeState:
    """Somewhere late in a game that goes badly: the cards that are next lie covered, few are left in the stock."""
    low = dice.randrange(10)
    heights = [dice.randrange(low, min(13, low + 5) + 1) for _ in SUITS]
    reached = tuple(min(13, height + dice.choice((0, 0, 0, 1, 1, 2, 3))) for height in heights)
    been_home = [13 * suit + rank for suit in range(4) for rank in range(heights[suit], reached[suit])]
    following = [13 * suit + reached[suit] for suit in range(4) if reached[suit] < 13]
    rest = [13 * suit + rank for suit in range(4) for rank in range(reached[suit] + 1, 13)]
    open_cards = [*rest, *been_home]
    dice.shuffle(open_cards)
    columns: list[list[int]] = []
    for _ in range(7):
        run: list[int] = []
        for _ in range(dice.choice((0, 1, 1, 1, 1, 2, 3, 5))):
            fits = [c for c in open_cards if not run or (c % 13 + 1 == run[-1] % 13 and is_red(c) != is_red(run[-1]))]
            if fits:
                run.append(fits[0])
                open_cards.remove(fits[0])
        columns.append(run)
    stock = [card for card in open_cards if card in been_home]
    spare = [card for card in open_cards if card not in been_home]
    stock += spare[: dice.randrange(5)]
    below = [*following, *(card for card in spare if card not in stock)]
    hidden: list[list[int]] = [[] for _ in columns]
    full = [number for number, run in enumerate(columns) if run]
    for card in below:
        hidden[dice.choice(full)].append(card) if full else stock.append(card)
    dice.shuffle(stock)
    waste = dice.randrange(len(stock) + 1)
    layout = Layout(
        tuple((*under, *run) for under, run in zip(hidden, columns, strict=True)),
        tuple(map(len, hidden)),
        tuple(stock[waste:]),
        tuple(stock[:waste]),
        tuple(tuple(range(13 * suit, 13 * suit + heights[suit])) for suit in range(4)),
    )
    unseen = {card for under in hidden for card in under}
    if stock and dice.random() < 0.2:
        unseen.add(dice.choice(stock))
    return structs.replace(
        position(draw=dice.choice((1, 3))),
        layout=layout,
        reached=reached,
        turned=tuple(card not in unseen for card in range(CARDS)),
    )


def test_nothing_that_could_make_a_difference_is_skipped() -> None:
    found: Counter[tuple[str, str]] = Counter()
    for number in range(9_000):
        state = any_position(Random(number))
        cards = (state.layout, state.cards, state.turned, state.reached, state.options.draw)
        if outlook(*cards, limit=5).way != "open":  # what is seen at once needs no second opinion
            found[tried_out(state), outlook(*cards).way] += 1
    settled = {pair: count for pair, count in found.items() if "unknown" not in pair}
    assert settled.keys() == {("open", "open"), ("none", "none")}, found
    assert min(settled.values()) > 30, found


def test_the_way_it_shows_is_a_legal_move() -> None:
    for number in range(400):
        state = any_position(Random(number))
        seen = outlook(state.layout, state.cards, state.turned, state.reached, state.options.draw)
        assert seen.move is None or seen.move in set(RULES.legal_moves(state, 0, None))
