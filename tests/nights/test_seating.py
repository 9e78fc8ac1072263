"""Who sits where: the laws of all six ways."""

import sys
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.nights import seating
from games.nights.seating import CannotSeat, Laid, Likes, Seating
from games.rules.chance import Chance
from games.rules.registry import GAMES

law = settings(max_examples=60, deadline=None, derandomize=True)
many = st.integers(1, 60)
secrets = st.binary(min_size=4, max_size=8)
FOUR = Likes(2, 4, 4)


@st.composite
def tables_of(draw: st.DrawFn) -> Likes:
    """What some game needs at a table."""
    fewest = draw(st.integers(1, 4))
    most = draw(st.integers(fewest, 8))
    return Likes(fewest, most, draw(st.integers(fewest, most)))


def likes_of(slug: str) -> Likes:
    rules = GAMES[slug]
    return Likes(rules.seats[0], rules.seats[-1], rules.at_best)


def check(laid: Seating, guests: list[int], likes: Likes) -> None:
    """Everybody sits at exactly one table, every table can be played at."""
    assert sorted(guest for table in laid for guest in table.guests) == sorted(guests)
    for table in laid:
        assert table.seats and all(table.seats)
        assert likes.fewest <= len(table.seats) + table.bots <= likes.most


@law
@given(many, tables_of())
def test_tables_are_as_equal_as_can_be_and_bots_sit_only_where_they_must(count: int, likes: Likes) -> None:
    each = seating.sizes(count, likes)
    assert sum(each) == count and max(each) - min(each) <= 1 and max(each) <= likes.most
    bots = sum(max(0, likes.fewest - size) for size in each)
    without = [n for n in range(1, count + 1) if likes.fewest <= count // n and -(-count // n) <= likes.most]
    assert not bots or not without, "there was a way without bots"


@pytest.mark.parametrize(
    ("slug", "guests", "each"),
    [
        ("quatrefoil", 30, (4, 4, 4, 4, 4, 4, 3, 3)),
        ("quizterix-standard", 32, (4,) * 8),
        ("quizterix-poker", 32, (6, 6, 5, 5, 5, 5)),
        ("swiss-quiz", 5, (5,)),
        ("swiss-quiz", 2, (2,)),
        ("qwantum", 5, (3, 2)),
    ],
)
def test_tables_have_the_sizes_that_the_game_likes(slug: str, guests: int, each: tuple[int, ...]) -> None:
    assert seating.sizes(guests, likes_of(slug)) == each


@law
@given(many, tables_of(), secrets)
def test_every_way_seats_everybody_once(count: int, likes: Likes, secret: bytes) -> None:
    guests, chance = [100 + number for number in range(count)], Chance(secret, 1)
    dice = Random(secret)
    languages = {guest: dice.choice(("de", "fr", "ja")) for guest in guests}
    met = {frozenset(pair): dice.randrange(4) for pair in combinations(guests[:20], 2)}
    check(seating.by_lot(guests, likes, met, languages, chance), guests, likes)
    check(seating.by_standing(guests, likes, met, chance), guests, likes)
    wishes = {guest: dice.randrange(-1, 12) for guest in guests if dice.random() < 0.7}
    chosen = seating.by_choice(guests, wishes, likes)
    assert sorted(guest for table in chosen for guest in table.guests) == guests
    assert all(len(table.seats) + table.bots <= max(likes.most, 1) for table in chosen)
    assert [table.guests for table in seating.everybody_alone(guests)] == [(guest,) for guest in guests]
    if count <= likes.most:
        check(seating.at_one_table(guests, likes, chance), guests, likes)
    else:
        with pytest.raises(CannotSeat):
            seating.at_one_table(guests, likes, chance)


@law
@given(st.lists(st.integers(0, 6), min_size=1, max_size=8), tables_of(), secrets)
def test_teams_share_a_seat_each_and_none_is_torn_apart(members: list[int], likes: Likes, secret: bytes) -> None:
    numbers = iter(range(1000))
    teams = [[next(numbers) for _ in range(count)] for count in members]
    here = [tuple(team) for team in teams if team]
    if not here:
        with pytest.raises(CannotSeat):
            seating.in_teams(teams, likes, Chance(secret, 1))
        return
    laid = seating.in_teams(teams, likes, Chance(secret, 1))
    assert sorted(seat for table in laid for seat in table.seats) == sorted(here)
    assert (len(laid) == 1) is (len(here) <= likes.most)


@law
@given(st.dictionaries(st.integers(1, 5), st.integers(0, 4), min_size=1), many, secrets)
def test_whoever_has_no_team_is_dealt_into_the_smallest(teams: dict[int, int], count: int, secret: bytes) -> None:
    numbers = iter(range(1000, 2000))
    before = {team: [next(numbers) for _ in range(size)] for team, size in teams.items()}
    found = seating.dealt_into(before, list(range(count)), Chance(secret, 1))
    assert sorted(found) == list(range(count))
    after = Counter(found.values()) + Counter({team: size for team, size in teams.items() if size})
    grown = [after[team] for team in before if after[team] > teams[team]]
    assert max(grown) - min(after[team] for team in before) <= 1


def evening(secret: bytes, languages: dict[int, str], rounds: int = 5) -> Counter[frozenset[int]]:
    """How often two guests have met after so many rounds by lot at tables of four."""
    met: Counter[frozenset[int]] = Counter()
    for number in range(rounds):
        laid = seating.by_lot(sorted(languages), FOUR, met, languages, Chance(secret, number))
        met.update(seating.meetings(laid))
    return met


ONE = dict.fromkeys(range(24), "de")
MIXED = {guest: "de" if guest < 14 else "fr" if guest < 20 else "ja" for guest in range(24)}


@pytest.mark.parametrize("languages", [ONE, MIXED], ids=["one language", "three languages"])
def test_over_five_rounds_by_lot_at_most_one_pair_in_twenty_meets_again(languages: dict[int, str]) -> None:
    pairs = 24 * 23 // 2
    again = []
    for number in range(6):
        met = evening(bytes([number]), languages)
        again.append(sum(times > 1 for times in met.values()))
        assert max(met.values()) <= 3
    sys.stdout.write(f"\npairs that met again, of {pairs}: {again}\n")
    assert max(again) <= pairs / 20


@law
@given(secrets)
def test_nobody_is_left_alone_with_a_language_that_others_speak(secret: bytes) -> None:
    laid = seating.by_lot(sorted(MIXED), FOUR, {}, MIXED, Chance(secret, 1))
    for table in laid:
        spoken = Counter(MIXED[guest] for guest in table.guests)
        assert len(spoken) == 1 or 1 not in spoken.values(), spoken


@law
@given(secrets)
def test_by_standing_neighbours_meet_and_not_the_same_ones_twice(secret: bytes) -> None:
    guests = list(range(24))
    first = seating.by_standing(guests, FOUR, {}, Chance(secret, 1))
    assert [sorted(table.guests) for table in first] == [list(range(n, n + 4)) for n in range(0, 24, 4)]
    met = Counter(seating.meetings(first))
    second = seating.by_standing(guests, FOUR, met, Chance(secret, 2))
    assert not set(seating.meetings(second)) & set(met)
    assert all(max(table.guests) - min(table.guests) <= 20 for table in second), "and still not far away"


def test_the_same_chance_draws_the_same_seats() -> None:
    drawn = [seating.by_lot(list(range(24)), FOUR, {}, MIXED, Chance(b"same", 3)) for _ in range(2)]
    assert drawn[0] == drawn[1] != seating.by_lot(list(range(24)), FOUR, {}, MIXED, Chance(b"same", 4))


# -- the preview -----------------------------------------------------------------------------------------------------

LAID = (Laid(((1,), (2,), (3,), (4,))), Laid(((5,), (6,), (7,)), 1))


def test_two_taps_swap_two_people() -> None:
    assert seating.swapped(LAID, 4, 5) == (Laid(((1,), (2,), (3,), (5,))), Laid(((4,), (6,), (7,)), 1))
    assert seating.swapped(LAID, 4, 99) == LAID


def test_whoever_comes_late_takes_a_bots_place_and_whoever_goes_leaves_one() -> None:
    four = Likes(4, 4, 4)
    assert seating.with_latecomer(LAID, 8, four)[1] == Laid(((5,), (6,), (7,), (8,)))
    full = (LAID[0],)
    assert seating.with_latecomer(full, 8, four) == (LAID[0], Laid(((8,),), 3))
    assert seating.without(LAID, 1, four)[0] == Laid(((2,), (3,), (4,)), 1)
    assert seating.without((LAID[0], Laid(((8,),), 3)), 8, four) == (LAID[0],)
    assert seating.with_bot(LAID, 1, Likes(2, 5, 4))[1].bots == 2 and seating.with_bot(LAID, 0, four) == LAID
