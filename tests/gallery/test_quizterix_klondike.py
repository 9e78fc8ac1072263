"""The pages of Klondike: board left, card and question right; on a phone seven columns and the hand."""

import pytest
from playwright.sync_api import Browser

from tests.gallery.conftest import Look
from tests.gallery.frames import PHONE, SCREEN, SMALL, Frame, Size
from tests.gallery.moments import moments


def test_onlookers_see_board_card_and_question_without_a_fault(faults: Look) -> None:
    assert faults("quizterix-klondike", "de", "screen", SCREEN) == {}


def test_the_longest_question_and_its_answer_stand_whole_on_the_big_screen(faults: Look) -> None:
    assert faults("quizterix-klondike", "ja", "screen", SCREEN, longest=True, until=16) == {}


def test_an_easier_game_leaves_its_longest_column_whole_on_the_big_screen(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    easier = moments("quizterix-klondike", "ja", "screen", gentle=True)
    frame.hang(next(moment for moment in easier if moment.number == 1))
    assert frame.page.evaluate("() => document.documentElement.scrollHeight") <= SCREEN.height
    frame.close()


NINE = """() => { const column = document.querySelector(".kl-column"), cards = column.querySelector("ol");
    column.classList.add("long");
    while (cards.children.length < 9) cards.append(cards.firstElementChild.cloneNode(true));
    return column.getBoundingClientRect().bottom }"""


def test_nine_open_cards_of_a_column_stand_whole_on_the_big_screen(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    first = next(moment for moment in moments("quizterix-klondike", "de", "screen") if moment.number == 1)
    frame.hang(first)
    assert frame.page.evaluate(NINE) <= SCREEN.height
    frame.close()


@pytest.mark.parametrize(("language", "size"), [("ja", SMALL), ("de", PHONE)])
def test_a_phone_shows_the_columns_without_a_fault(faults: Look, language: str, size: tuple[int, int]) -> None:
    assert faults("quizterix-klondike", language, "table", size, seat=0) == {}


ASIDE = Size(640, 360)  # a small phone held sideways

ENDS = """() => Math.max(0, ...[...document.querySelectorAll("#hand .btn")].filter(button => button.checkVisibility())
    .map(button => button.getBoundingClientRect().bottom))"""


@pytest.mark.parametrize(
    ("language", "size", "longest"),
    [("de", SMALL, True), ("de", PHONE, False), ("de", ASIDE, False), ("ja", ASIDE, False)],
)
def test_the_last_button_is_in_reach_after_every_answer(
    browser: Browser, language: str, size: Size, longest: bool
) -> None:
    frame, low = Frame(browser, size), {}
    for moment in moments("quizterix-klondike", language, "table", 0, longest=longest):
        frame.hang(moment)
        end = frame.page.evaluate(ENDS)
        if end > size.height:
            low[moment.number] = end
    frame.close()
    assert low == {}


NAMING = """() => { const risk = document.querySelector("#hand .kl-risk");
    risk.closest(".kl-unlock").open = risk.open = true;
    return risk.querySelector("form .btn").getBoundingClientRect().bottom }"""


@pytest.mark.parametrize(("language", "size"), [("de", SMALL), ("ja", PHONE)])
def test_the_button_that_names_a_card_is_in_reach(browser: Browser, language: str, size: Size) -> None:
    frame = Frame(browser, size)
    first = next(moment for moment in moments("quizterix-klondike", language, "table", 0) if moment.number == 1)
    frame.hang(first)
    frame.page.evaluate("() => document.documentElement.classList.add('kl-scripted')")
    assert frame.page.evaluate(NAMING) <= size.height
    frame.close()


READ = """() => Math.min(...[...document.querySelectorAll("#hand, .klhow")].filter(one => one.checkVisibility())
    .map(one => one.getBoundingClientRect().width))"""


def test_a_laptop_has_the_whole_width_for_what_is_read_beside_the_board(browser: Browser) -> None:
    frame, widths = Frame(browser, Size(1366, 768)), {}
    for moment in moments("quizterix-klondike", "de", "table", 0):
        frame.hang(moment)
        if 'id="hand"' in moment.html() and 'id="ranking"' not in moment.html():
            widths[moment.number] = frame.page.evaluate(READ)
    frame.close()
    assert len(widths) > 3
    assert {number: width for number, width in widths.items() if not 300 <= width <= 1366} == {}
