"""What onlookers guess along: beside the log, told to nobody until everybody sees what was right."""

from collections import Counter

from games.tables import carrier
from games.tables.models import Guess
from games.tables.news import News
from games.tables.snapshot import Guessed


def guess(table_id: int, about: int, who: str, choice: int) -> None:
    """An onlooker guesses, or thinks better of it: of each browser only the last guess counts.

    Nobody hears what; only the processes of the site, that there will be something to be counted.
    """
    facts = {"choice": choice}
    _, first = Guess.objects.update_or_create(table_id=table_id, about=about, who=who, defaults=facts)
    if first:
        carrier.announce(News(table_id, guess=about))


def last_guessed(table_id: int) -> int | None:
    """The riddle that an onlooker guessed at last; None if nobody has."""
    return Guess.objects.filter(table_id=table_id).order_by("-pk").values_list("about", flat=True).first()


def guessed_by(table_id: int, who: str) -> tuple[int, int] | None:
    """The riddle at which this browser has guessed last, and what; None if it has not."""
    last = Guess.objects.filter(table_id=table_id, who=who).order_by("-pk")
    return last.values_list("about", "choice").first()


def guessed(table_id: int, about: int) -> Guessed:
    """How many onlookers have guessed what."""
    of = Counter(Guess.objects.filter(table_id=table_id, about=about).values_list("choice", flat=True))
    return Guessed(about, of[0], of[1])
