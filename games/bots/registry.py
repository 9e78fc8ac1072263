"""Every game's bot, found by the slug that its rules bear."""

from importlib import import_module
from typing import Any

from games.bots.kernel import Bot
from games.rules.registry import GAMES, room_of

BOTS: dict[str, Bot[Any, Any]] = {slug: import_module(f"games.bots.{room_of(slug)}").BOT for slug in GAMES}
