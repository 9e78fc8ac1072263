"""What must never get lost or doubled in a game: counts that stay the same from the first state to the last.

Every game on the shelf has a function here. It takes a state and the cards, and gives each count its name.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.its_a_quiz.state import QuizState
from games.rules.kernel import Seat
from games.rules.pack import Pack
from games.rules.quatrefoil.board import COLOURS, POSITIONS
from games.rules.quatrefoil.state import QuatrefoilState
from games.rules.quizterix_klondike.state import KlondikeState
from games.rules.quizterix_poker.state import Phase, PokerState
from games.rules.quizterix_snap.state import SnapState
from games.rules.quizterix_standard.state import Phase as StandardPhase
from games.rules.quizterix_standard.state import StandardState
from games.rules.qwantum.state import QwantumState
from games.rules.swiss_quiz.state import SwissQuizState

Counts = Mapping[str, int]


def swiss_quiz(state: SwissQuizState, pack: Pack) -> Counts:
    """Chips and flags, wherever they lie; the statements of the box."""
    staked = [player.laid for player in state.players if player.laid]
    chips = [state.bank, *(player.chips for player in state.players), *(laid.chips for laid in staked)]
    flags = [
        len(state.flags),
        state.bank_flags,
        *(player.flags for player in state.players),
        *(laid.flags for laid in staked),
    ]
    assert min(*chips, *flags) >= 0
    assert sorted(state.deck) == list(range(len(pack.statements)))
    return {"chips": sum(chips), "flags": sum(flags), "pawns": len(state.players)}


def snap(state: SnapState, pack: Pack) -> Counts:
    """The cards of a round lie in one place each; those of earlier rounds are won or unclaimed."""
    won = [card for player in state.players for card in player.won]
    cards = [*state.deck, *won, *state.unclaimed, *state.known, *([] if state.card is None else [state.card])]
    won_before = state.known_before if state.everybody else sum(player.earlier for player in state.players)
    earlier = state.unclaimed_before + won_before
    assert all(set(player.knew) <= set(state.known) for player in state.players)
    assert all(0 <= card < len(pack.events) for card in cards)
    return {
        "cards of a round": len(cards),
        "cards that lie twice": len(cards) - len(set(cards)),
        "cards missing from earlier rounds": (state.round - 1) * state.cards - earlier,
    }


def qwantum(state: QwantumState, pack: Pack) -> Counts:
    """Seven dice, four rows for everybody; numbers once entered stay, and obey the thick line."""
    for player in state.players:
        for row in player.sheet.rows:
            assert list(row[:4]) == sorted(set(row[:4])) and list(row[3:]) == sorted(set(row[3:]), reverse=True)
        assert 0 <= player.sheet.misthrows <= 5
    assert len(state.throw) in (0, 7)
    return {"sheets": len(state.players), "rows": sum(len(player.sheet.rows) for player in state.players)}


def poker(state: PokerState, pack: Pack) -> Counts:
    """Beans are in front of a seat or in the pot; every card of the deck lies in one place."""
    players = state.players
    in_hands = [player.dealt[slot] for player in players for slot in player.left]
    on_table = [card for player in players if (card := player.card) is not None]
    won = [card for player in players for card in player.won]
    cards = [*in_hands, *on_table, *won, *state.carried, *state.aside]
    assert sorted(cards) == list(range(len(pack.events)))
    assert min(min(player.beans, player.paid) for player in players) >= 0
    if state.phase is Phase.CHOOSING:
        held = {len(player.left) + (player.chosen is not None) for player in players if not player.folded}
        assert held == {state.tricks - state.trick + 1}
    return {"beans": sum(player.beans + player.paid for player in players), "cards": len(cards)}


def quatrefoil(state: QuatrefoilState, pack: Pack) -> Counts:
    """Five tokens, five colour cards, four position cards; a signal that shows is true."""
    assert sorted(state.tokens) == sorted(COLOURS)
    assert sorted((*(player.colour for player in state.players), state.free_colour)) == sorted(COLOURS)
    assert sorted(player.position for player in state.players) == sorted(POSITIONS)
    for seat in range(4):
        assert state.players[seat].signal in (None, state.in_place(Seat(seat)))
    return {"tokens": len(state.tokens), "cards": 2 * len(state.players) + 1}


def its_a_quiz(state: QuizState, pack: Pack) -> Counts:
    """Markers in the stock, in the field, on white cards, with the players; every card in one place (IQ-M1)."""
    everywhere = [state.stock, state.field, *state.bids, *(player.markers for player in state.players)]
    assert all(min(there.score, there.slush) >= 0 for there in everywhere)
    places = [place for place in state.places if place is not None]
    assert len(places) == len(set(places))
    assert sorted(state.words) == list(range(30)) and sorted(state.questions) == list(range(10))
    gone = len(state.places) - len(places)
    return {
        "score markers": sum(there.score for there in everywhere),
        "slush markers": sum(there.slush for there in everywhere),
        "answer cards": len({card for row in state.rows for card in row}),
        "answer cards that lie twice": sum(map(len, state.rows)) - 30,
        "questions": gone + len(places),
        "rows too many or too few": sum(not row for row in state.rows) - gone
        if state.phase != "laying" and not (state.phase == "over" and state.round < 8)
        else 0,  # the last of its answers are just being placed, or time was called before they were (CO-13)
    }


def klondike(state: KlondikeState, pack: Pack) -> Counts:
    """The 52 cards of the deal and what they are; the question cards. What is turned over stays so."""
    layout = state.layout
    piles = [*layout.columns, layout.stock, layout.waste, *layout.foundations]
    assert sorted(card for pile in piles for card in pile) == list(range(52))
    assert all(
        0 <= covered <= max(0, len(column) - 1) for covered, column in zip(layout.covered, layout.columns, strict=True)
    )
    assert all(seen for seen, turned in zip(state.seen, state.turned, strict=True) if turned)
    return {
        "cards": len(set(state.deal)),
        "sum of the ranks": sum(card % 13 for card in state.cards),
        "questions": len(set(state.questions)),
    }


def standard(state: StandardState, pack: Pack) -> Counts:
    """Every event lies in one timeline, on the stack or in a hand; the question cards stay in their stack."""
    lines = [slot.card for player in state.players for slot in player.line]
    cards = [*lines, *state.stack, *(card.slot.card for card in state.incoming)]
    if state.playoff is not None and state.phase is StandardPhase.PLAYOFF:
        assert snap(state.playoff, pack)["cards of a round"] == len(cards)
    assert sorted(state.questions) == list(range(len(pack.questions)))
    return {"events": len(cards), "events that lie twice": len(cards) - len(set(cards))}


PIECES: dict[str, Callable[[Any, Pack], Counts]] = {
    "swiss-quiz": swiss_quiz,
    "quizterix-snap": snap,
    "qwantum": qwantum,
    "quatrefoil": quatrefoil,
    "quizterix-poker": poker,
    "its-a-quiz": its_a_quiz,
    "quizterix-klondike": klondike,
    "quizterix-standard": standard,
}
