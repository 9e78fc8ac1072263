"""The deals of Klondike: random, proved winnable, of the day; and the solver that proves them."""

from datetime import timedelta
from random import Random

import pytest
from msgspec import structs

from games.rules.chance import Chance
from games.rules.quizterix_klondike import deals
from games.rules.quizterix_klondike.deals import numbered, proved
from games.rules.quizterix_klondike.layout import ENDS
from games.rules.quizterix_klondike.moves import KlondikeOptions, Put, Turn
from games.rules.quizterix_klondike.proof import proved_winnable, unlocked, wins
from games.rules.quizterix_klondike.solver import Node, search, solve
from tests.rules.klondike_table import NOON, PACK, RULES, card, cards, dealt

pytestmark = pytest.mark.clause("KL-E1")

EVENING, TOMORROW = NOON + timedelta(hours=11), NOON + timedelta(hours=13)


# -- the solver ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [1, 3])
def test_deals_on_the_list_are_won_by_the_solver_and_by_the_rules(draw):
    assert len(proved(draw)) > 1_000
    for number in Random(draw).sample(proved(draw), 12):
        solution = solve(numbered(number), draw, 8_000)
        assert solution.verdict == "winnable"
        assert wins(numbered(number), draw, solution.moves)


def test_a_way_that_does_not_hold_proves_nothing():
    number = proved(1)[0]
    moves = solve(numbered(number), 1, 8_000).moves
    assert not wins(numbered(number), 1, moves[:-1])
    assert not wins(numbered(number), 1, (*moves[:5], *moves[6:]))
    assert not wins(numbered(number + 1), 1, moves)


def test_what_cannot_be_won_is_not_called_winnable():
    deal = unwinnable()
    assert solve(deal, 1).verdict == "no way found"
    assert not proved_winnable(deal, 1)


def unwinnable():
    """The ends are black and even, every red card that could go onto one lies covered, and so do the aces."""
    ends = cards("2♣ 4♣ 6♣ 8♣ 2♠ 4♠ 6♠")
    below = cards("A♣ A♦ A♥ A♠ K♣ K♦ K♥ K♠ 3♦ 3♥ 5♦ 5♥ 7♦ 7♥ Q♣ Q♠ Q♦ Q♥ J♣ J♠ 10♠")
    stock = tuple(number for number in range(52) if number not in {*ends, *below})
    hidden, shown = iter(below), iter(ends)
    return tuple(next(shown) if slot in ENDS else next(hidden) for slot in range(28)) + stock


def test_beyond_its_limit_the_solver_says_that_it_does_not_know():
    hard = next(number for number in range(200) if solve(numbered(number), 1, 400).verdict == "unknown")
    solution = solve(numbered(hard), 1, 400)
    assert solution.nodes == 400 and not solution.moves
    assert not proved_winnable(numbered(hard), 1, 400)


@pytest.mark.clause("KL-C4")
@pytest.mark.parametrize("draw", [1, 3])
def test_the_solver_takes_a_king_back_where_nothing_else_wins(draw):
    """Q♠ lies on J♠ and could lie only on a red king: both are on their foundations."""
    columns = (cards("J♠ Q♠"), cards("K♠"), (), (), (), (), ())
    way, _ = search(Node(columns, (1, 0, 0, 0, 0, 0, 0), (13, 13, 13, 10), (), 0), draw)
    assert way is not None
    assert way[0].card in cards("K♦ K♥") and way[0].target in "34567"


def test_the_solver_gives_the_same_answer_every_time():
    assert solve(numbered(7), 3, 2_000) == solve(numbered(7), 3, 2_000)


def test_the_proof_plays_with_every_card_turned_over():
    state = unlocked(numbered(0), 3)
    assert all(state.turned) and state.options.draw == 3 and not state.locked()
    assert {type(move) for move in solve(numbered(proved(3)[0]), 3, 8_000).moves} == {Put, Turn}


# -- what is dealt ---------------------------------------------------------------------------------------------------


def test_a_winnable_deal_is_one_of_the_list_in_another_dress():
    for draw in (1, 3):
        numbers = {shape(numbered(number)): number for number in proved(draw)}
        dresses = set()
        for secret in range(40):
            state = dealt(deal="winnable", draw=draw, secret=bytes([secret]))
            assert shape(state.cards) in numbers
            dresses.add(tuple(state.cards.index(ace) for ace in (0, 13, 26, 39)))
        assert len(dresses) > 20
    assert proved_winnable(dealt(deal="winnable", secret=b"any").cards, 1, 8_000)


def shape(deal):
    """The deal without its suits: ranks, and which cards are of one suit and of one colour."""
    first = deal[0]
    return tuple((number % 13, (number // 13 in (1, 2)) == (first // 13 in (1, 2))) for number in deal)


def test_every_dress_is_as_winnable_as_the_first():
    number = proved(1)[3]
    for dress in deals._DRESSES:
        deal = tuple(dress[one // 13] * 13 + one % 13 for one in numbered(number))
        assert proved_winnable(deal, 1, 60_000)


def test_a_random_deal_comes_from_the_secret_of_its_table():
    assert dealt(secret=b"one").cards == dealt(secret=b"one").cards
    assert len({dealt(secret=bytes([number])).cards for number in range(30)}) == 30
    assert dealt(secret=b"one", at=TOMORROW).cards == dealt(secret=b"one").cards


def test_the_cards_are_events_of_the_deck_by_suit_and_rank():
    for options in ({"deal": "random"}, {"deal": "winnable"}, {"deal": "day"}):
        state = dealt(**options)
        for slot, place in enumerate(state.deal):
            event = PACK.events[place]
            assert (
                card(event.rank + {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}[event.suit])
                == (state.cards[slot])
            )


def test_the_deal_of_the_day_is_the_same_for_everyone_on_that_date_and_no_other():
    first, second = dealt(deal="day", secret=b"one"), dealt(deal="day", secret=b"two", at=EVENING)
    assert (first.deal, first.questions, first.day) == (second.deal, second.questions, "2026-08-01")
    tomorrow = dealt(deal="day", secret=b"one", at=TOMORROW)
    assert tomorrow.day == "2026-08-02" and tomorrow.deal != first.deal and tomorrow.questions != first.questions


def test_the_deal_of_the_day_belongs_to_its_edition():
    other = structs.replace(PACK, slug="another-deck")
    state = RULES.setup(KlondikeOptions(deal="day"), 1, frozenset(), other, Chance(b"one", 1), NOON)
    assert state.cards != dealt(deal="day").cards


def test_the_deal_of_the_day_is_winnable_and_turns_one_card_at_a_time():
    for day in range(5):
        assert proved_winnable(dealt(deal="day", at=NOON + timedelta(days=day)).cards, 1)
    (problem,) = RULES.bad_options(KlondikeOptions(deal="day", draw=3), 1, PACK)
    assert problem.field == "draw"
