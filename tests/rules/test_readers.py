"""Only persons read, judge, vote and appeal, whoever comes and goes (CO-2, CO-6, CO-9)."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.rules.kernel import HOST, Seat
from games.rules.play import Seated
from games.rules.quizterix_standard.moves import Answer, Ask, Judge
from games.rules.quizterix_standard.state import Phase
from games.rules.registry import GAMES
from tests.rules.courses import Course, at_random, option_values
from tests.rules.standard_table import ANNA, BEAT, CARLA, StandardTable

VERDICTS = {"judge", "ruling", "vote", "ballot", "appeal", "object"}
ASKED = {"quizterix-snap", "quizterix-standard", "its-a-quiz", "quizterix-klondike"}


def restless(course: Course, dice: Random) -> None:
    """At random, and every eighth time a seat changes hands."""
    at, due = course.play.at + timedelta(milliseconds=dice.randrange(20)), course.game.deadline(course.play)
    if dice.random() < 0.12 and (due is None or at <= due):
        course.house(Seated(Seat(dice.randrange(len(course.seats))), dice.random() < 0.6), at)
    else:
        at_random(course, dice)


def verdicts(course: Course) -> set[tuple[Seat, str]]:
    """Who may judge, vote or appeal now, and how it is called."""
    asked = {
        (seat, move.__struct_config__.tag)
        for seat in course.rules.to_move(course.state)
        for move in course.rules.legal_moves(course.state, seat, course.pack)
    }
    return {(seat, tag) for seat, tag in asked if tag in VERDICTS}


@pytest.mark.clause("CO-2", "CO-6", "CO-9")
@pytest.mark.parametrize("slug", GAMES)
def test_a_bot_never_judges_votes_or_appeals(slug: str) -> None:
    rules, found = GAMES[slug], 0
    spoken: dict[str, Any] = {"answering": "spoken"} if "spoken" in option_values(rules).get("answering", ()) else {}
    for number in range(10):
        dice = Random(f"readers {slug} {number}")
        course = Course(rules, min(rules.seats[-1], 4), dice.randbytes(8), **spoken)
        for _ in range(200):
            if course.over:
                break
            restless(course, dice)
            may = verdicts(course)
            found += len(may)
            assert {seat for seat, _ in may} <= {HOST, *course.play.persons}, may
    assert bool(found) is (slug in ASKED)


# -- Quizterix Standard: the reader of a question has left


def asked(players: int) -> StandardTable:
    """A question is being answered aloud by Anna, and Beat reads."""
    table = StandardTable(players, answering="spoken")
    lines = ("2-clubs 3-clubs 4-clubs 5-clubs", "2-hearts 3-hearts 4-hearts 5-hearts", "2-spades 3-spades 4-spades")
    table.lays(*lines[:players])
    table.does(ANNA, Ask, suit="clubs")
    return table


@pytest.mark.clause("CO-2", "CO-6")
def test_when_the_reader_of_a_question_leaves_the_next_person_reads() -> None:
    table = asked(3)
    table.state = table.rules.seated(table.state, BEAT, False, table.now)

    assert table.can(BEAT) == set() and table.can(CARLA) == {"Judge"}
    table.does(ANNA, Answer)
    table.does(CARLA, Judge, right=True)
    assert table.phase is Phase.ROLLING


@pytest.mark.clause("CO-2", "CO-6")
def test_with_nobody_left_to_read_the_answer_to_a_question_is_typed() -> None:
    table = asked(2)
    table.state = table.rules.seated(table.state, BEAT, False, table.now)
    assert table.state.given is not None and not table.state.given.spoken
    table.does(ANNA, Answer, text=table.card().clubs.answer.en)

    assert table.phase is Phase.ROLLING
