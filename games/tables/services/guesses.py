"""What onlookers guess along: beside the log, told to nobody until everybody sees what was right."""

from collections import Counter

from games.tables.models import Guess
from games.tables.snapshot import Guessed


def guess(table_id: int, about: int, who: str, choice: int) -> None:
    """An onlooker guesses, or thinks better of it: of each browser only the last guess counts. Nobody hears of it."""
    facts = {"choice": choice}
    Guess.objects.update_or_create(table_id=table_id, about=about, who=who, defaults=facts)


def guessed(table_id: int, about: int) -> Guessed:
    """How many onlookers have guessed what."""
    of = Counter(Guess.objects.filter(table_id=table_id, about=about).values_list("choice", flat=True))
    return Guessed(about, of[0], of[1])
