"""The pages of Klondike: board left, card and question right; on a phone seven columns and the hand."""

import pytest

from tests.gallery.conftest import Look
from tests.gallery.frames import PHONE, SCREEN, SMALL


def test_onlookers_see_board_card_and_question_without_a_fault(faults: Look) -> None:
    assert faults("quizterix-klondike", "de", "screen", SCREEN) == {}


@pytest.mark.parametrize(("language", "size"), [("ja", SMALL), ("de", PHONE)])
def test_a_phone_shows_the_columns_without_a_fault(faults: Look, language: str, size: tuple[int, int]) -> None:
    assert faults("quizterix-klondike", language, "table", size, seat=0) == {}
