"""Every game's lesson, found by the slug that its rules bear."""

from importlib import import_module

from games.lessons.kernel import Lesson
from games.rules.registry import GAMES, room_of

LESSONS: dict[str, Lesson] = {slug: import_module(f"games.lessons.{room_of(slug)}").LESSON for slug in GAMES}
