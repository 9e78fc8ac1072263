"""Reads one file of cards, as a process of its own: see decks.confined. It stands beside `exchange`, not in it, so that
nothing is imported before it begins.
"""

import sys
from pathlib import Path

from django.apps import apps
from django.conf import settings

sys.modules["numpy"] = None  # type: ignore[assignment]  # openpyxl would take it along where it is installed

from msgspec import json, msgpack  # noqa: E402

from decks.confined import answer  # noqa: E402
from decks.exchange.reading import Question, answer_to  # noqa: E402


def _work(question: bytes) -> bytes:
    return json.encode(answer_to(msgpack.decode(question, type=Question)))


# All that texts need to be said in the language of their reader. There is no database here.
settings.configure(LOCALE_PATHS=[Path(__file__).parents[1] / "config" / "locale"])
apps.populate([])
answer(_work)
