"""Every game's bot, listed once."""

from typing import Any

from games.bots.its_a_quiz import ItsAQuizBot
from games.bots.kernel import Bot
from games.bots.quatrefoil import QuatrefoilBot
from games.bots.quizterix_klondike import KlondikeBot
from games.bots.quizterix_poker import PokerBot
from games.bots.quizterix_snap import SnapBot
from games.bots.quizterix_standard import StandardBot
from games.bots.qwantum import QwantumBot
from games.bots.swiss_quiz import SwissQuizBot

BOTS: dict[str, Bot[Any, Any]] = {
    "swiss-quiz": SwissQuizBot(),
    "quizterix-snap": SnapBot(),
    "quizterix-klondike": KlondikeBot(),
    "quizterix-poker": PokerBot(),
    "qwantum": QwantumBot(),
    "quatrefoil": QuatrefoilBot(),
    "its-a-quiz": ItsAQuizBot(),
    "quizterix-standard": StandardBot(),
}
