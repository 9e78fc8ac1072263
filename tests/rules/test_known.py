"""Who has known which card: whatever the games count themselves, the authors are told."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.rules.kernel import Known, Seat
from games.rules.pack import Event, QuestionCard, Statement
from games.rules.quizterix_klondike.state import Lost
from games.rules.quizterix_standard.state import Phase
from games.rules.registry import GAMES
from tests.rules.courses import Course, at_random, played
from tests.rules.poker_table import ANNA, BEAT, RULES, ZOE, PokerTable


def a_game(slug: str, seats: int, number: int, **more: Any) -> tuple[Course, list[Any], list[list[Known]]]:
    """A game at random: its course, its states, and what each step has shown."""
    course = Course(GAMES[slug], seats, f"known {number}".encode(), **more)
    states = [course.state for _ in played(course, at_random, Random(number))]
    shown = [list(course.rules.known(before, after, course.pack)) for before, after in pairwise(states)]
    return course, states, shown


def rights(shown: list[list[Known]]) -> Counter[Seat]:
    return Counter(known.seat for step in shown for known in step if known.right)


@pytest.mark.parametrize("number", range(4))
def test_swiss_quiz_tells_of_every_answer(number: int) -> None:
    course, states, shown = a_game("swiss-quiz", 4, number)
    answers = Counter(known.seat for step in shown for known in step)
    for seat in course.seats:
        assert answers[seat] == states[-1].players[seat].answers
        assert rights(shown)[seat] == states[-1].players[seat].right
    assert all(isinstance(known.card, Statement) for step in shown for known in step)
    assert sum(answers.values()) > 10


@pytest.mark.parametrize("number", range(4))
def test_snap_tells_of_every_card_that_is_won(number: int) -> None:
    course, states, shown = a_game("quizterix-snap", 3, number)
    first = Counter(next(known.seat for known in step if known.right) for step in shown if any(k.right for k in step))
    assert first == Counter({seat: n for seat in course.seats if (n := states[-1].players[seat].total)})
    assert any(not known.right for step in shown for known in step)


def test_klondike_tells_of_every_mistake() -> None:
    told = Counter[type]()
    for number in range(6):
        _course, states, shown = a_game("quizterix-klondike", 1, number, persons=frozenset())
        mistaken = Counter(type(known.card) for step in shown for known in step if not known.right)
        bust = states[-1].lost is Lost.BUST  # by a wrong guess, which is no answer to a question
        assert mistaken == Counter({QuestionCard: states[-1].wrong, Event: int(bust)})
        told.update(type(known.card) for step in shown for known in step)
    assert told[QuestionCard] and told[Event]


def test_standard_tells_of_every_answer_that_earns_a_roll() -> None:
    told = Counter[tuple[type, bool]]()
    for number in range(6):
        _course, states, shown = a_game("quizterix-standard", 3, number)
        earned = sum(
            before.phase is not Phase.ROLLING and after.phase is Phase.ROLLING for before, after in pairwise(states)
        )
        assert sum(known.right and isinstance(known.card, QuestionCard) for step in shown for known in step) == earned
        assert all(len(step) <= 1 for step in shown)
        told.update((type(known.card), known.right) for step in shown for known in step)
    assert set(told) == {(kind, right) for kind in (QuestionCard, Event) for right in (True, False)}


@pytest.mark.parametrize("slug", ["qwantum", "quatrefoil", "its-a-quiz"])
def test_games_without_knowledge_tell_nothing(slug: str) -> None:
    _course, _states, shown = a_game(slug, GAMES[slug].seats[-1], 0)
    assert not any(shown)


def test_snap_tells_how_quickly_a_card_was_known() -> None:
    course, states, shown = a_game("quizterix-snap", 3, 1)
    feats = [list(course.rules.feats(before, after, course.pack)) for before, after in pairwise(states)]
    assert any(feats)
    for step, told in zip(feats, shown, strict=True):
        assert {(feat.seat, feat.card) for feat in step} <= {(known.seat, known.card) for known in told if known.right}
        assert all(feat.kind == "buzz" and feat.value > 0 for feat in step)


@pytest.mark.parametrize(("beat", "folded"), [("1950As 1980Ks", 1), ("1961As 1980Ks", 0)])
def test_poker_tells_of_whoever_made_earlier_events_fold(beat: str, folded: int) -> None:
    table = PokerTable("1960Ah 1970Kh", beat, "1965Ad 1975Kd").raises(ANNA, 2).folds(BEAT)
    before = table.state
    after = table.folds(ZOE).state
    told = [(feat.kind, feat.seat, feat.card.year, feat.value) for feat in RULES.feats(before, after, table.pack)]
    assert told == ([("bluff", ANNA, 1960, folded)] if folded else [])
    assert not list(RULES.feats(after, after, table.pack)), "once"
