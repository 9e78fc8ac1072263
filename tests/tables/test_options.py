"""What is not played as usual is said in words before the game begins."""

from typing import Any

import pytest

from games.bots.kernel import Strength
from games.rules.registry import GAMES
from games.tables.options import Told, unusual
from games.tables.showing import Look, showing_of
from tests.gallery.moments import NAMES, course_of, table_of
from tests.rules.courses import by_bots


@pytest.mark.parametrize(
    ("slug", "options", "told"),
    [
        ("quatrefoil", {"way": "dual"}, [("Dual: no turns, the goal is open", "")]),
        ("quizterix-standard", {"cards": 20}, [("short: 20 cards", "")]),
        ("quizterix-standard", {"cards": 7}, [("Events", "7")]),
        ("quizterix-standard", {"near_years": True}, [("Easier: years may be off by five", "")]),
        ("quizterix-snap", {"ask_year": False}, [("Ask for the year", "No")]),
        ("swiss-quiz", {"clock": 60}, [("Turn clock", "1 minute")]),
    ],
)
def test_each_in_its_own_words(slug: str, options: dict[str, Any], told: list[Told]) -> None:
    assert unusual(GAMES[slug], options) == tuple(told)


@pytest.mark.parametrize("slug", GAMES)
def test_as_usual_nothing_is_said(slug: str) -> None:
    usual = GAMES[slug].Options()
    assert unusual(GAMES[slug], {}) == ()
    assert unusual(GAMES[slug], {name: getattr(usual, name) for name in usual.__struct_fields__}) == ()


@pytest.mark.parametrize("layout", ["table", "screen"])
def test_the_lobby_tells_it_in_the_language_of_whoever_reads(layout: str) -> None:
    course = next(course_of("quatrefoil", by_bots(Strength.MEDIUM), clock=60))
    for options, there in (({"clock": 60}, True), ({}, False)):
        lobby = table_of(course.game, 4, NAMES, options=options)
        page = showing_of(lobby).fragments(Look(None, "fr", layout))["lobby"]
        assert ("Chrono\u202f: " in page) == there
