"""Dice and shuffles come from the secret alone."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chance import Chance, fingerprint

SECRET = bytes(range(32))


@pytest.mark.clause("CO-4")
def test_same_secret_and_number_give_the_same_draws():
    first, second = Chance(SECRET, 7), Chance(SECRET, 7)
    assert [first.die() for _ in range(20)] == [second.die() for _ in range(20)]


@pytest.mark.clause("CO-4")
def test_draws_are_pinned_so_that_old_logs_replay_on_any_python():
    chance = Chance(SECRET, 1)
    assert [chance.die() for _ in range(8)] == [1, 4, 5, 2, 3, 3, 6, 5]
    assert Chance(SECRET, 2).shuffle("abcdef") == tuple("abfedc")


def test_another_number_secret_or_purpose_gives_other_draws():
    draws = {
        tuple(chance.below(1000) for _ in range(5))
        for chance in (
            Chance(SECRET, 1),
            Chance(SECRET, 2),
            Chance(SECRET[::-1], 1),
            Chance(SECRET, 1, "pace"),
        )
    }
    assert len(draws) == 4


@given(st.lists(st.integers(), max_size=60), st.integers(0, 10_000))
def test_a_shuffle_keeps_every_card(cards, number):
    assert Counter(Chance(SECRET, number).shuffle(cards)) == Counter(cards)


@given(st.integers(1, 10**30), st.integers(0, 1000))
def test_below_stays_below(bound, number):
    assert 0 <= Chance(SECRET, number).below(bound) < bound


def test_a_die_is_fair():
    chance = Chance(SECRET, 3)
    throws = Counter(chance.die() for _ in range(12_000))
    assert set(throws) == {1, 2, 3, 4, 5, 6}
    assert all(1800 < count < 2200 for count in throws.values())


def test_nothing_can_be_drawn_from_nothing():
    with pytest.raises(ValueError, match="at least one"):
        Chance(SECRET, 1).below(0)


def test_the_fingerprint_is_the_sha256_of_the_secret():
    assert fingerprint(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
