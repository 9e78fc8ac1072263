"""Every game's lesson, listed once."""

from games.lessons import (
    its_a_quiz,
    quatrefoil,
    quizterix_klondike,
    quizterix_poker,
    quizterix_snap,
    quizterix_standard,
    qwantum,
    swiss_quiz,
)
from games.lessons.kernel import Lesson

LESSONS: dict[str, Lesson] = {
    "swiss-quiz": swiss_quiz.LESSON,
    "quizterix-standard": quizterix_standard.LESSON,
    "quizterix-snap": quizterix_snap.LESSON,
    "quizterix-poker": quizterix_poker.POKER,
    "qwantum": qwantum.LESSON,
    "quatrefoil": quatrefoil.LESSON,
    "quizterix-klondike": quizterix_klondike.LESSON,
    "its-a-quiz": its_a_quiz.LESSON,
}
