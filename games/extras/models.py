"""What games keep in the database besides their logs, listed once."""

from games.extras.quizterix_klondike.models import DayScore

__all__ = ("DayScore",)
