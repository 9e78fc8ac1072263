"""Every lesson can be learnt: each step is what the rules allow, the others answer, and the end is reached."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from games.lessons.course import LEARNER, Course, alike
from games.lessons.registry import LESSONS
from games.rules.kernel import IllegalMove
from games.rules.quizterix_snap.moves import Answer, Buzz
from games.rules.registry import GAMES
from games.rules.words import LANGUAGES
from tests.rules.courses import form

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
every_lesson = pytest.mark.parametrize("slug", LESSONS)


def begun(slug: str) -> Course:
    return Course(GAMES[slug], LESSONS[slug], NOON)


def asked(course: Course) -> Any:
    """A move that does what the present step asks for; None if it is only a look."""
    wanted = course.lesson.steps[course.step].move
    wanted = wanted[-1] if isinstance(wanted, tuple) else wanted
    if isinstance(wanted, type):
        legal = course.game.rules.legal_moves(course.play.state, LEARNER, course.game.pack)
        wanted = next(move for move in legal if isinstance(move, wanted))
    if "reaction" in getattr(wanted, "__struct_fields__", ()):
        wanted = msgspec.structs.replace(wanted, reaction=1_500)
    return wanted


def go(course: Course, after: timedelta = timedelta(seconds=5)) -> None:
    """The next step, taken as it is meant."""
    move, at = asked(course), course.play.at + after
    if move is None:
        course.look(at)
    else:
        course.move(form(move), at)


@every_lesson
def test_a_lesson_leads_to_its_end(slug: str) -> None:
    course = begun(slug)
    while not course.over:
        before = course.step
        go(course)
        assert course.step == before + 1
    assert 4 <= len(course.lesson.steps) <= 10


@every_lesson
def test_nobody_is_too_slow_for_a_lesson(slug: str) -> None:
    course = begun(slug)
    while not course.over:
        go(course, timedelta(hours=2))


@every_lesson
def test_a_lesson_is_what_has_been_done_in_it(slug: str) -> None:
    course = begun(slug)
    while not course.over:
        go(course)
        again = Course(GAMES[slug], LESSONS[slug], NOON, course.done)
        assert (again.play, again.step) == (course.play, course.step)


@every_lesson
def test_cards_of_a_lesson_are_there_in_every_language(slug: str) -> None:
    pack = LESSONS[slug].pack
    if pack.slug:
        assert set(pack.languages) == set(LANGUAGES)
    for text in _texts(pack):
        assert len(text) in (1, len(LANGUAGES)), text  # a picture may be the same for all


def _texts(pack: Any) -> list[dict[str, Any]]:
    found, todo = [], [msgspec.to_builtins(pack)]
    while todo:
        match todo.pop():
            case {"en": str()} as text:
                found.append(text)
            case dict(fields):
                todo += [value for name, value in fields.items() if name not in ("title", "accept")]
            case list(items) | tuple(items):
                todo += items
    return found


def test_another_move_is_refused_and_nothing_has_happened() -> None:
    course = begun("swiss-quiz")
    before = course.play
    with pytest.raises(IllegalMove, match="something else"):
        course.move({"move": "lay", "statement": "1", "answer": "true"}, NOON)
    with pytest.raises(IllegalMove, match="SQ-3"):
        course.move({"move": "turn", "statement": "1"}, NOON)
    with pytest.raises(IllegalMove, match="make it on the table"):
        course.look(NOON)
    with pytest.raises(msgspec.ValidationError):
        course.move({"move": "fly"}, NOON)
    assert course.play is before
    assert course.step == 0


def test_typed_words_may_differ_in_capitals_and_reactions_in_everything() -> None:
    assert alike(Answer(1, name=" moon  Landing", year="1969"), Answer(1, name="Moon landing", year="1969"))
    assert not alike(Answer(1, name="Moon landing", year="1968"), Answer(1, name="Moon landing", year="1969"))
    assert alike(Buzz(1, 300), Buzz(1, 900))
    assert not alike(Buzz(1, 300), Answer(1))
