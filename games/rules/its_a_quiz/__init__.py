"""くいずです (it's a QUIZ?): the right answers are whatever lies in a question's row."""

from games.rules.its_a_quiz.rules import ItsAQuiz

__all__ = ["ItsAQuiz"]
