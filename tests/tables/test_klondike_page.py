"""What the page of Klondike lets one touch, and where it says a card may go."""

import re

import pytest
from django.utils.html import escape

from games.rules.play import Game, Play
from games.rules.quizterix_klondike.moves import Answer, Ask, Guess
from games.rules.quizterix_klondike.rules import question_of
from tests.rules.klondike_table import ANNA, NOON, PACK, RULES, apply, card, dealt, position
from tests.tables.looking import page, snapshot_of


@pytest.mark.clause("KL-C4")
def test_kings_on_their_foundations_are_touched_and_go_to_the_empty_columns() -> None:
    state = position("J♠ | Q♠", "K♠", founded="K♣ K♦ K♥ 10♠")
    game = Game(RULES, PACK, b"page")
    snapshot, look = snapshot_of(game, Play(9, state, frozenset({ANNA}), NOON), ANNA)
    html, _ = page(snapshot, look)

    goes = {int(slot): places.split() for slot, places in re.findall(r'id="kl-pick-(\d+)" data-to="([^"]*)"', html)}
    for king in ("K♣", "K♦", "K♥"):
        assert goes[card(king)] == ["3", "4", "5", "6", "7"]
    assert goes[card("K♠")] == ["3", "4", "5", "6", "7"] and goes[card("Q♠")] == goes[card("10♠")] == []


def _shown(*moves: Ask | Answer | Guess) -> str:
    state = dealt()
    for move in moves:
        state = apply(state, move)
    snapshot, look = snapshot_of(Game(RULES, PACK, b"page"), Play(9, state, frozenset({ANNA}), NOON), ANNA)
    return page(snapshot, look)[0]


@pytest.mark.clause("KL-C2")
def test_the_question_and_its_answer_stay_and_nothing_said_cannot_have_been_right() -> None:
    question = question_of(PACK, dealt().questions[0], PACK.events[dealt().deal[0]].suit)
    for text, appeal in (("", False), ("nonsense", True)):
        html = _shown(Ask(0), Answer(1, text))
        assert str(escape(question.ask.en)) in html and str(escape(question.answer.en)) in html
        assert ("I was right" in html) is appeal
    assert str(escape(question.ask.en)) in _shown(Ask(0), Answer(1, question.answer.en))


@pytest.mark.clause("CO-10")
def test_a_bust_shows_the_card_and_what_was_said_and_no_mark_on_either_part() -> None:
    event = PACK.events[dealt().deal[0]]
    html = _shown(Guess(0, event.name.en, "1000"))
    hand = html[html.index('id="hand"') :]
    assert "kl-said" in hand and "1000" in hand and str(escape(event.name.en)) in hand
    assert "Event and year only count together." in hand
    said = hand[hand.index("kl-said") : hand.index("</dl>")]
    assert "<svg" not in said
