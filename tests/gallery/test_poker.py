"""Poker's pages have no fault that somebody in front of them would complain of."""

import pytest

from tests.gallery.conftest import Look
from tests.gallery.frames import PHONE, SCREEN, SMALL, Size

ENDING = ("laurel", "div.over", "ranking", "span.who", "p.quiet")  # the end of a game looks alike in every game


@pytest.mark.parametrize(("language", "seats"), [("de", 6), ("ja", 4)])
def test_on_the_big_screen_nothing_is_cut_off_covered_or_too_small(faults: Look, language: str, seats: int) -> None:
    found = faults("quizterix-poker", language, "screen", SCREEN, seats=seats)
    table = {
        number: [line for line in lines if not any(end in line for end in ENDING)] for number, lines in found.items()
    }
    assert {number: lines for number, lines in table.items() if number and lines} == {}


@pytest.mark.parametrize(("language", "size", "seats"), [("de", SMALL, 6), ("fr", PHONE, 4)])
def test_a_phone_shows_every_seat_with_its_whole_name(faults: Look, language: str, size: Size, seats: int) -> None:
    assert faults("quizterix-poker", language, "table", size, seat=0, seats=seats) == {}
