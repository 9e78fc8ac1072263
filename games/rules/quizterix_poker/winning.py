"""Who wins a trick (PK-D2 to PK-D4) and who wins a round (PK-E1, PK-E2)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from games.rules.chance import Chance
from games.rules.kernel import Seat
from games.rules.pack import Event, Pack
from games.rules.quizterix_poker.state import Outcome, PokerState, Reason, Trick

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("clubs", "diamonds", "hearts", "spades")
_HEIGHTS = {(rank, suit): (RANKS.index(rank), SUITS.index(suit)) for rank in RANKS for suit in SUITS}

Height = tuple[int, int]


def height(event: Event) -> Height:
    """The order of PK-D4: by rank, ace first; then by suit, spades first."""
    return _HEIGHTS[event.rank, event.suit]


def decided(cards: Mapping[Seat, int], pack: Pack) -> Trick:
    """The earliest year that lies there once wins; if there is none, the highest card does."""
    events = {seat: pack.events[card] for seat, card in cards.items()}
    lying = Counter(event.year for event in events.values())
    cancelled = tuple(seat for seat, event in events.items() if lying[event.year] > 1)
    single = [seat for seat, event in events.items() if lying[event.year] == 1]
    if single:
        return Trick(min(single, key=lambda seat: events[seat].year), Reason.EARLIEST, cancelled)
    heights = {seat: height(event) for seat, event in events.items()}
    best = max(heights.values())
    highest = [seat for seat in heights if heights[seat] == best]
    if len(highest) > 1:  # twins of two mixed decks
        return Trick(None, Reason.NOBODY, cancelled)
    same_rank = sum(rank == best[0] for rank, _ in heights.values())
    return Trick(highest[0], Reason.SUIT if same_rank > 1 else Reason.RANK, cancelled)


def outcome(state: PokerState, pack: Pack, chance: Chance) -> Outcome:
    """Most cards; then the most recent event among them; then the highest card; then the lot."""
    beans = state.pot
    level = state.left_in()
    if len(level) == 1:
        return Outcome(level[0], Reason.FOLDS, beans)
    won = {seat: [pack.events[card] for card in state.players[seat].won] for seat in level}
    measures = (
        (Reason.CARDS, {seat: len(events) for seat, events in won.items()}),
        (Reason.RECENT, {seat: max((event.year for event in events), default=0) for seat, events in won.items()}),
        (Reason.HIGHEST, {seat: _highest(events) for seat, events in won.items()}),
    )
    for reason, measure in measures:
        before, level = level, _best(level, measure)
        if len(level) == 1:
            return Outcome(level[0], reason, beans, () if reason is Reason.CARDS else before)
    return Outcome(chance.pick(level), Reason.LOT, beans, level)


def _highest(events: Sequence[Event]) -> int:
    return max((height(event)[0] * len(SUITS) + height(event)[1] for event in events), default=-1)


def _best(seats: tuple[Seat, ...], measure: Mapping[Seat, int]) -> tuple[Seat, ...]:
    most = max(measure[seat] for seat in seats)
    return tuple(seat for seat in seats if measure[seat] == most)
