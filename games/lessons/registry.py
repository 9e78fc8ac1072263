"""Every game's lesson, listed once."""

from games.lessons import its_a_quiz, klondike, poker, quatrefoil, qwantum, snap, standard, swiss_quiz
from games.lessons.kernel import Lesson

LESSONS: dict[str, Lesson] = {
    "swiss-quiz": swiss_quiz.LESSON,
    "quizterix-standard": standard.LESSON,
    "quizterix-snap": snap.LESSON,
    "quizterix-poker": poker.POKER,
    "qwantum": qwantum.LESSON,
    "quatrefoil": quatrefoil.LESSON,
    "quizterix-klondike": klondike.LESSON,
    "its-a-quiz": its_a_quiz.LESSON,
}
