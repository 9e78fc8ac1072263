"""Every game's lesson, listed once."""

from games.lessons import qwantum, snap, swiss_quiz
from games.lessons.kernel import Lesson

LESSONS: dict[str, Lesson] = {
    "swiss-quiz": swiss_quiz.LESSON,
    "quizterix-snap": snap.LESSON,
    "qwantum": qwantum.LESSON,
}
