"""What is remembered is what FSRS says of the same answers, in whatever order they were saved."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

import fsrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from games.revision.memory import Memory, Remembered, Review, decode, encode, name_of, names_in, rating
from games.rules.kernel import How
from tests.revision.school import PACK

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
HOWS: tuple[How, ...] = ("unaided", "slip", "appeal", "hint", "picked")
reviews = st.lists(
    st.builds(
        Review,
        st.integers(0, 200 * 24).map(lambda hours: int((NOON + timedelta(hours=hours)).timestamp())),
        st.booleans(),
        st.sampled_from(HOWS),
    ),
    max_size=14,
)


def by_the_package(history: list[Review]) -> fsrs.Card:
    """The package alone, told the same history with the same ratings."""
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card, unaided = fsrs.Card(card_id=1), False
    for review in sorted(history):
        rated = rating(review, after_unaided=unaided)
        card, _log = scheduler.review_card(card, rated, datetime.fromtimestamp(review.at, UTC))
        unaided = review.right and review.how == "unaided"
    return card


@settings(max_examples=150, deadline=None)
@given(reviews)
def test_our_states_are_those_of_the_package_whatever_the_order_of_saving(history: list[Review]) -> None:
    known = Remembered()
    for review in history:
        known.add(review)
    card = by_the_package(history)
    assert (known.stability or None, known.difficulty or None) == (card.stability, card.difficulty)
    if history:
        assert known.due == int(card.due.timestamp())
    assert decode(encode(Memory(cards={"a": known}))).cards["a"] == known, "and a seal changes nothing"


def test_every_order_of_saving_gives_the_same() -> None:
    history = [Review(int((NOON + timedelta(days=days)).timestamp()), days != 3) for days in (0, 2, 3, 9)]
    found = set()
    for order in permutations(history):
        known = Remembered()
        for review in order:
            known.add(review)
        found.add((known.stability, known.difficulty, known.due, known.right))
    assert len(found) == 1


@pytest.mark.parametrize(
    ("right", "how", "after_unaided", "rated"),
    [
        (False, "unaided", True, fsrs.Rating.Again),
        (True, "unaided", False, fsrs.Rating.Good),
        (True, "unaided", True, fsrs.Rating.Easy),
        (True, "slip", True, fsrs.Rating.Hard),
        (True, "appeal", True, fsrs.Rating.Hard),
        (True, "hint", True, fsrs.Rating.Hard),
        (True, "picked", True, fsrs.Rating.Hard),
    ],
)
def test_an_answer_is_rated_by_how_it_came_about(
    right: bool, how: How, after_unaided: bool, rated: fsrs.Rating
) -> None:
    assert rating(Review(1, right, how), after_unaided=after_unaided) == rated


def test_an_answer_that_was_taken_back_never_was() -> None:
    first, second = (Review(int((NOON + timedelta(days=days)).timestamp()), True) for days in (0, 4))
    known, without = Remembered(), Remembered()
    for review in (first, second):
        known.add(review)
    known.take_back(second)
    without.add(first)
    assert known == without


def test_two_memories_of_one_pupil_become_one_that_has_lost_no_answer() -> None:
    first, second, third = (Review(int((NOON + timedelta(days=days)).timestamp()), days > 0) for days in (0, 4, 9))
    whole, older, newer = Remembered(), Memory(), Memory()
    for review in (first, second, third):
        whole.add(review)
    for memory, reviews_there in ((older, (first, third)), (newer, (first, second))):
        for review in reviews_there:
            memory.card("a").add(review)
    older.card("b").add(first)
    older.days, newer.days = {"1": {"a": [3], "b": [3]}}, {"1": {"a": [3, 5]}}
    older.finished, newer.finished = {"1": 2}, {"1": 1}
    newer.join(older)
    assert newer.cards["a"] == whole
    assert newer.cards["b"] == older.cards["b"]
    assert newer.days == {"1": {"a": [3, 5], "b": [3]}}
    assert newer.finished == {"1": 3}


def test_a_card_keeps_its_memory_in_the_next_edition_while_it_is_the_same() -> None:
    card = PACK.events[0]
    mended = structs.replace(card, story=structs.replace(card.story, en="Better told."))
    assert name_of("small", mended) == name_of("small", card)
    assert name_of("small", structs.replace(card, year=1962)) != name_of("small", card)
    assert len(names_in(PACK)) == len(PACK.events)
