"""The deal of the day at Klondike and its leaderboard (KL-E1): who has won it, read once from each finished log."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from decks.models import Edition
from games.extras.kernel import Finished
from games.extras.quizterix_klondike.drawing import minutes
from games.extras.quizterix_klondike.models import DayScore
from games.rules.quizterix_klondike import Klondike
from games.rules.quizterix_klondike.state import KlondikeState

SHOWN = 50


class Line(NamedTuple):
    """One line of the leaderboard. Who is level in everything shares the place."""

    place: int
    name: str
    wrong: int
    asked: int
    seconds: int

    @property
    def time(self) -> str:
        """How long it took, as minutes and seconds."""
        return minutes(self.seconds)


def leaderboard(edition: Edition, day: date, finished: Finished) -> list[Line]:
    """Who has won the deal of this day: fewest wrong answers, then fewest questions, then time."""
    _read_finished(edition, finished)
    scores = DayScore.objects.filter(table__edition=edition, day=day, counts=True)
    return list(_placed(scores.select_related("table").prefetch_related("table__players__guest")[:SHOWN]))


def _placed(scores: Iterable[DayScore]) -> Iterator[Line]:
    before: tuple[int, ...] = ()
    place = 0
    for number, score in enumerate(scores, start=1):
        result = (score.wrong, score.asked, score.seconds)
        place = place if result == before else number
        before = result
        yield Line(place, score.name, score.wrong, score.asked, score.seconds)


def _read_finished(edition: Edition, finished: Finished) -> None:
    """Scores every finished game of the day that has none yet. A private table stays private."""
    for table, state in finished(
        Klondike.slug, edition=edition, options__deal="day", room__private=False, day_score=None
    ):
        DayScore.objects.get_or_create(table_id=table, defaults=score_of(state))


def score_of(state: KlondikeState) -> dict[str, object]:
    """What a finished solitaire is worth. Only a win by a person counts, and none on the player's own word (CO-9)."""
    assert state.ended_at is not None
    return {
        "day": date.fromisoformat(state.day),
        "counts": state.lost is None and not state.own_word and not state.bot,
        "wrong": state.wrong,
        "asked": state.asked,
        "seconds": int((state.ended_at - state.began_at).total_seconds()),
    }
