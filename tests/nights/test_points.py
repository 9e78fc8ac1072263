"""What a round is worth: exactly as a host would work it out on paper."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.nights import points
from games.nights.points import Held
from games.rules.kernel import Place, Result, Seat

law = settings(max_examples=100, deadline=None, derandomize=True)
rankings = st.lists(st.integers(1, 6), min_size=1, max_size=8).map(lambda places: dict(enumerate(places)))


@law
@given(rankings)
def test_a_place_earns_by_how_many_it_beats_and_shared_places_share_the_mean(places: dict[int, int]) -> None:
    earned = points.placed(places)
    count = len(places)
    assert all(0 <= one <= 10 for one in earned.values())
    assert sum(earned.values()) == (Fraction(10) if count == 1 else Fraction(5 * count)), "nothing is lost or made"
    for one, place in places.items():
        beaten = sum(other > place for other in places.values()) + Fraction(
            sum(other == place for other in places.values()) - 1, 2
        )
        assert count == 1 or earned[one] == 10 * beaten / (count - 1)


def test_four_at_a_table_earn_ten_six_and_two_thirds_three_and_a_third_and_nothing() -> None:
    told = [points.told(one) for one in points.placed({7: 1, 8: 2, 9: 3, 5: 4}).values()]
    assert told == ["10", "6.7", "3.3", "0"]
    assert points.placed({1: 1, 2: 1, 3: 3}) == {1: Fraction(15, 2), 2: Fraction(15, 2), 3: 0}


def ranking(*places: int) -> Result:
    return Result(tuple(Place(place, Seat(seat), 0) for seat, place in enumerate(places)))


def test_only_persons_count_ranked_among_themselves() -> None:
    earned = points.of_a_table(ranking(1, 2, 3, 4), [Seat(1), Seat(3)], False)
    assert earned == {1: 10, 3: 0}
    assert points.of_a_table(ranking(1, 2, 3, 4), [Seat(3)], False) == {3: 10}, "one person among bots"


def test_where_all_win_or_all_lose_everybody_earns_ten_or_nothing() -> None:
    won = Result(tuple(Place(1, Seat(seat), 1) for seat in range(4)))
    lost = Result(tuple(Place(1, Seat(seat), 0) for seat in range(4)))
    everybody = [Seat(seat) for seat in range(4)]
    assert set(points.of_a_table(won, everybody, True).values()) == {10}
    assert set(points.of_a_table(lost, everybody, True).values()) == {0}


def test_everybody_alone_is_one_ranking() -> None:
    records = {1: (1, -2, -30), 2: (0, 40, 0), 3: (1, -1, -50), 4: (0, 12, 0)}
    assert points.of_games_alone(records) == {3: 10, 1: Fraction(20, 3), 2: Fraction(10, 3), 4: 0}


def test_a_seats_points_go_to_whoever_held_it_longest() -> None:
    spells = [Held(1, Seat(0), 60), Held(2, Seat(0), 90), Held(1, Seat(1), 10), Held(3, Seat(2), 5)]
    assert points.owners(spells) == {0: (2,), 2: (3,), 1: (1,)}
    assert points.owners([*spells, Held(1, Seat(0), 31)])[Seat(0)] == (1,), "two spells count together"


def test_a_team_shares_its_seats_points() -> None:
    spells = [Held(1, Seat(0), 60), Held(2, Seat(0), 5), Held(3, Seat(1), 60), Held(2, Seat(1), 2)]
    assert points.owners(spells, sharing=True) == {0: (1, 2), 1: (3,)}


@law
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(1, 9)), max_size=12), st.randoms())
def test_nobodys_points_count_twice_in_whatever_order_they_came(
    spells: list[tuple[int, int, int]], dice: Random
) -> None:
    held = [Held(guest, Seat(seat), seconds) for guest, seat, seconds in spells]
    owners = points.owners(held)
    everybody = [guest for mine in owners.values() for guest in mine]
    assert len(everybody) == len(set(everybody))
    dice.shuffle(held)
    assert points.owners(held) == owners


def test_the_evening_adds_up_and_a_round_not_played_is_nothing() -> None:
    rounds = [{1: Fraction(10), 2: Fraction(0)}, {1: Fraction(5), 3: Fraction(20)}]
    total = points.evening([1, 2, 3], rounds, [(2, Fraction(3)), (9, Fraction(1))])
    assert total == {1: 15, 2: 3, 3: 20}
    assert points.of_teams(total, {100: [1, 2], 101: [3], 102: []}) == {100: 9, 101: 20}


def test_the_standing_tells_who_climbed() -> None:
    lines = points.standing(
        {1: Fraction(15), 2: Fraction(3), 3: Fraction(20)}, {1: Fraction(10), 2: Fraction(0), 3: Fraction(0)}
    )
    assert [(line.who, line.place, line.up) for line in lines] == [(3, 1, 1), (1, 2, -1), (2, 3, -1)]
    level = points.standing({1: Fraction(5), 2: Fraction(5)}, order={1: "Zoé", 2: "Anna"})
    assert [(line.who, line.place) for line in level] == [(2, 1), (1, 1)]


@law
@given(st.lists(rankings, max_size=5), st.randoms())
def test_counted_again_in_any_order_the_evening_is_the_same_to_the_point(
    rounds: list[dict[int, int]], dice: Random
) -> None:
    earned = [points.placed(places) for places in rounds]
    everybody = list(range(8))
    total = points.evening(everybody, earned, [(1, Fraction(1, 2))])
    dice.shuffle(earned)
    assert points.evening(everybody, earned, [(1, Fraction(1, 2))]) == total
    assert sum(total.values()) == sum(sum(one.values()) for one in earned) + Fraction(1, 2)


@pytest.mark.parametrize(
    ("exact", "written"),
    [
        (Fraction(0), "0"),
        (Fraction(20, 3), "6.7"),
        (Fraction(10), "10"),
        (Fraction(-5, 2), "-2.5"),
        (Fraction(1, 30), "0"),
    ],
)
def test_points_are_written_with_one_decimal_at_most(exact: Fraction, written: str) -> None:
    assert points.told(exact) == written
