"""Every game's lesson, listed once."""

from games.lessons.kernel import Lesson

LESSONS: dict[str, Lesson] = {}
