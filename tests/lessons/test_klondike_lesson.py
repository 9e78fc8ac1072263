"""The lesson of Klondike leads through the rules, in whatever language its card is named."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from games.lessons.quizterix_klondike import LESSON
from games.rules.kernel import Seat
from games.rules.play import Begin, Entry, Game
from games.rules.quizterix_klondike import Klondike
from games.rules.quizterix_klondike.state import Phase

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
LEARNER = Seat(0)


def played(language):
    """The states before and after each step; where several moves will do, the one of this language."""
    game = Game(Klondike(), LESSON.pack, LESSON.secret)
    play = game.advance(None, Entry(1, Seat(-3), Begin(LESSON.seats, (LEARNER,), LESSON.options), NOON))
    states = []
    moves = [move for _, move in LESSON.before] + [step.move for step in LESSON.steps]
    for number, move in enumerate(moves):
        one = move[language % len(move)] if isinstance(move, tuple) else move
        if one is not None:
            at = NOON + timedelta(seconds=number)
            fields = {name: str(value) for name, value in msgspec.to_builtins(one).items()}
            play = game.advance(play, Entry(play.number + 1, LEARNER, game.read(fields), at))
        states.append(play.state)
    return states[len(LESSON.before) :]


@pytest.mark.parametrize("language", range(5))
def test_the_lesson_can_be_played_step_by_step(language):
    states = played(language)
    assert [state.phase for state in states[:4]] == [Phase.OPENING, Phase.QUESTION, Phase.OPENING, Phase.SORTING]
    assert states[3].opened and states[3].wrong == 0
    assert states[4].locked(), "a new card comes to light"
    assert states[6].layout.waste and not states[7].layout.waste
    assert states[7].seen[28]


def test_it_takes_a_minute():
    assert 5 <= len(LESSON.steps) <= 9
    assert all(step.say for step in LESSON.steps)
    assert not list(Klondike().bad_options(Klondike().Options(), 1, LESSON.pack))
