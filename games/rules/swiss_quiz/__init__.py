"""Swiss Quiz: statements about Switzerland, half of them true, and a race to the edelweiss."""

from games.rules.swiss_quiz.rules import SwissQuiz

__all__ = ["SwissQuiz"]
