"""What the page of Klondike lets one touch, and where it says a card may go."""

import re

import pytest

from games.rules.play import Game, Play
from tests.rules.klondike_table import ANNA, NOON, PACK, RULES, card, position
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
