"""The bots of Quatrefoil never stack on a guess, and whoever remembers the signals needs fewer moves."""

from random import Random

import pytest

from games.bots.kernel import Strength
from games.rules.registry import GAMES
from tests.rules.courses import Course, by_bots, played

WAYS = ("base", "open", "half-colours", "half-positions", "dual")


def game(way: str, strength: Strength, number: int) -> Course:
    secret = f"{way} {strength} {number}".encode()
    course = Course(GAMES["quatrefoil"], 4, secret, persons=frozenset(), way=way)
    for _ in played(course, by_bots(strength), Random(number)):
        pass
    return course


@pytest.mark.parametrize("way", WAYS)
def test_without_a_clock_they_always_win(way: str) -> None:
    assert all(game(way, strength, number).state.won for strength in Strength for number in range(10))


def test_who_remembers_the_signals_needs_fewer_moves() -> None:
    strengths = (Strength.EASY, Strength.MEDIUM, Strength.HARD)
    easy, medium, hard = (sum(game("base", strength, n).state.moves for n in range(15)) for strength in strengths)
    assert hard * 1.5 < medium < easy / 2


def test_against_the_clock_the_strong_win_more_often() -> None:
    easy, hard = (
        sum(game("race", strength, n).state.won for n in range(20)) for strength in (Strength.EASY, Strength.HARD)
    )
    assert hard == 20 > easy + 5
