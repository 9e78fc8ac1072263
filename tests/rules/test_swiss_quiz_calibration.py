"""The trail is as long as a game should last: four players, right two times in three, 25 to 40 statements (SQ-P5)."""

from statistics import mean, quantiles

import pytest

from games.bots.kernel import Strength
from tests.rules.swiss_quiz_helpers import bots_game


@pytest.mark.clause("SQ-P5")
def test_four_players_need_25_to_40_statements() -> None:
    games = [bots_game(number, [Strength.MEDIUM] * 4) for number in range(120)]
    players = [player for game in games for player in game.players]
    lengths = [game.turns for game in games]

    assert sum(player.right for player in players) / sum(player.answers for player in players) == pytest.approx(
        2 / 3, abs=0.03
    )
    assert 25 <= mean(lengths) <= 40
    tenths = quantiles(lengths, n=10)
    assert tenths[0] >= 23
    assert tenths[-1] <= 40
