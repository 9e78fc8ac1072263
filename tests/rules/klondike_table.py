"""A table of Klondike for tests: positions written down card by card, moves by their names."""

from datetime import UTC, datetime, timedelta

from msgspec import structs

from games.rules.chance import Chance
from games.rules.kernel import Seat
from games.rules.quizterix_klondike import Klondike
from games.rules.quizterix_klondike.layout import RANKS, SUITS, Layout
from games.rules.quizterix_klondike.moves import Answer, Ask, Guess, KlondikeOptions, Put
from games.rules.quizterix_klondike.proof import unlocked
from games.rules.quizterix_klondike.rules import question_of
from games.rules.quizterix_klondike.state import KlondikeState, Player
from tests.tables.packs import full_event_pack

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
ANNA = Seat(0)
PACK = full_event_pack()
RULES = Klondike()
SIGNS = dict(zip("♣♦♥♠", range(4), strict=True))


def card(text):
    """``10♥`` as its number; in a written position it is its slot, too."""
    return 13 * SIGNS[text[-1]] + RANKS.index(text[:-1])


def cards(text):
    return tuple(card(word) for word in text.split())


def position(*columns, stock="", waste="", founded="", locked="", reached=None, **options):
    """A position in the middle of a game. ``"A♣ 2♣ | K♠ Q♥"``: what stands before the bar is covered.

    The stock is written in the order in which it is turned; ``founded`` gives the top card of each foundation. Cards
    that are named nowhere are no matter. What is covered has not been seen, what is ``locked`` not turned over.
    """
    piles, hidden = [], []
    for text in (*columns, *[""] * (7 - len(columns))):
        below, bar, above = text.rpartition("|")
        hidden.append(len(cards(below)) if bar else 0)
        piles.append(cards(below) + cards(above))
    tops = {number // 13: number % 13 for number in cards(founded)}
    foundations = tuple(tuple(range(13 * suit, 13 * suit + tops.get(suit, -1) + 1)) for suit in range(4))
    layout = Layout(tuple(piles), tuple(hidden), cards(stock)[::-1], cards(waste), foundations)
    places = {(event.suit, event.rank): place for place, event in enumerate(PACK.events)}
    deal = tuple(places[SUITS[number // 13], RANKS[number % 13]] for number in range(52))
    unseen = {slot for pile, count in zip(piles, hidden, strict=True) for slot in pile[:count]}
    unturned = unseen | set(cards(locked))
    draw = options.pop("draw", 1)
    state = unlocked(tuple(range(52)), draw)
    return structs.replace(
        state,
        options=KlondikeOptions(draw=draw, **options),
        players=(Player(True),),
        deal=deal,
        questions=tuple(range(len(PACK.questions))),
        layout=layout,
        turned=tuple(slot not in unturned for slot in range(52)),
        seen=tuple(slot not in unseen for slot in range(52)),
        reached=reached or tuple(len(pile) for pile in foundations),
        began_at=NOON,
    )


def dealt(persons=frozenset({ANNA}), secret=b"klondike", at=NOON, **options):
    """A fresh deal."""
    return RULES.setup(KlondikeOptions(**options), 1, persons, PACK, Chance(secret, 1), at)


def apply(state, move, after=0, seat=ANNA) -> KlondikeState:
    return RULES.apply(state, seat, move, PACK, Chance(b"klondike", 2), NOON + timedelta(seconds=after))


def view(state, watcher=ANNA):
    return RULES.observe(state, watcher, PACK, NOON)


def legal(state, seat=ANNA):
    return set(RULES.legal_moves(state, seat, PACK))


def event(state, slot):
    return PACK.events[state.deal[slot]]


def puts(state):
    return {move for move in legal(state) if isinstance(move, Put)}


def right_answer(state):
    drawn = state.drawn
    question = question_of(PACK, drawn.question, event(state, drawn.card).suit)
    return Answer(state.asked, question.answer.en)


def right_guess(state, slot):
    return Guess(slot, event(state, slot).name.en, str(event(state, slot).year))


def turned_over(state, slot, after=0):
    """This card turned over by a question."""
    state = apply(state, Ask(slot), after)
    return apply(state, right_answer(state), after)


def opened(state):
    """The deal once its seven column ends have been turned over."""
    for slot in (0, 2, 5, 9, 14, 20, 27):
        state = apply(state, right_guess(state, slot))
    return state
