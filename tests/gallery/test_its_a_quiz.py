"""Nothing on the pages of くいずです is cut off, covered, too small or out of reach."""

import re
from itertools import pairwise

import pytest

from tests.gallery.frames import PHONE, SCREEN, SMALL, Frame, Size
from tests.gallery.moments import Moment, finished, looking, moments


@pytest.mark.parametrize(
    ("language", "layout", "size", "seat"),
    [
        ("de", "screen", SCREEN, None),
        ("ja", "screen", SCREEN, None),
        ("ja", "table", SMALL, 0),
        ("de", "table", PHONE, 0),
        ("fr", "table", Size(640, 360), 0),
    ],
)
def test_nobody_could_complain(faults, language, layout, size, seat):
    found = faults("its-a-quiz", language, layout, size, seat)
    assert {number: wrong for number, wrong in found.items() if number} == {}, "the lobby is looked at elsewhere"


@pytest.mark.parametrize("size", [SMALL, Size(640, 360)])
@pytest.mark.parametrize("language", ["de", "it", "ja"])
def test_what_is_to_be_memorised_does_not_scroll_on_a_small_phone(browser, language, size):
    frame = Frame(browser, size)
    frame.hang(next(moment for moment in moments("its-a-quiz", language, "table", 0) if moment.number == 1))
    seen = []
    for leaf in (1, 2, 3):
        frame.page.locator(f"label:has(#leaf-{leaf})").click()
        assert frame.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), leaf
        seen += frame.page.locator("b.no:visible").all_inner_texts()
    frame.close()
    assert sorted(map(int, seen)) == sorted([*range(1, 11)] * 2), "each question once, and each white card"


@pytest.mark.parametrize(("form", "seats", "dealer"), [("form-open", 5, 4), ("form-shift", 5, 4), ("form-shift", 3, 0)])
def test_who_chooses_among_the_white_cards_sees_all_of_them_on_a_small_phone(browser, form, seats, dealer):
    frame, all_of_them = Frame(browser, SMALL), moments("its-a-quiz", "de", "table", dealer, every=True, seats=seats)
    frame.hang(next(one for one in all_of_them if f'id="{form}"' in one.html()))
    last, hand = frame.page.locator("#spot-14").bounding_box(), frame.page.locator(".hand-area").bounding_box()
    assert last["y"] + last["height"] <= hand["y"]
    frame.close()


@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_who_lays_the_answers_sees_every_row_they_may_go_to(browser, size):
    frame = Frame(browser, size)
    choosing = (
        one for one in moments("its-a-quiz", "de", "table", 0, every=True, seats=3) if 'id="form-lay"' in one.html()
    )
    frame.hang(next(choosing))
    hand = frame.page.locator(".hand-area").bounding_box()
    ends = [end.bounding_box() for end in frame.page.locator(".end").all()]
    assert [end for end in ends if end["y"] + end["height"] > hand["y"]] == []
    frame.close()


@pytest.mark.parametrize("language", ["de", "fr", "it", "ja"])
def test_who_watches_on_a_small_phone_sees_every_seat_and_every_row(browser, language):
    frame, seen = Frame(browser, SMALL), set()
    for moment in moments("its-a-quiz", language, "table", 0, every=True):
        phase = re.search(r'iq-stage p-(opening|laying|shifting|auction|peeking)"', moment.html())
        if phase and phase[1] not in seen and 'class="rows compact' in moment.html():
            seen.add(phase[1])
            frame.hang(moment)
            hand = frame.page.locator(".hand-area").bounding_box()
            rows = [row.bounding_box() for row in frame.page.locator(".iq-row").all()]
            assert [row for row in rows if row["y"] + row["height"] > hand["y"]] == [], phase[1]
            seats = [seat.bounding_box() for seat in frame.page.locator(".seat").all()]
            assert [seat for seat in seats if not 8 <= seat["x"] <= SMALL.width - 8 - seat["width"]] == [], phase[1]
            assert [one for one, other in pairwise(seats) if other["x"] - one["x"] - one["width"] < 4] == [], phase[1]
            edge = "area => getComputedStyle(area).overflowY"
            assert frame.page.locator(".hand-area").evaluate(edge) == "visible", "else its lace is cut off"
    assert {"opening", "laying", "shifting"} <= seen
    frame.close()


@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_who_peeks_sees_the_cards_of_the_row_asked(browser, size):
    frame = Frame(browser, size)
    peeking = (
        one for one in moments("its-a-quiz", "de", "table", 0, every=True, seed=2) if 'id="form-peek"' in one.html()
    )
    frame.hang(next(peeking))
    hand, row = frame.page.locator(".hand-area").bounding_box(), frame.page.locator(".iq-row.asked").bounding_box()
    assert row["y"] + row["height"] <= hand["y"]
    frame.close()


@pytest.mark.parametrize("size", [SMALL, PHONE])
@pytest.mark.parametrize("language", ["de", "ja"])
def test_who_names_a_card_in_the_tie_break_sees_the_seats_the_rows_and_the_button(browser, language, size):
    frame = Frame(browser, size)
    frame.hang(
        next(one for one in moments("its-a-quiz", language, "table", 0, every=True) if 'id="form-call"' in one.html())
    )
    assert frame.page.evaluate("scrollY") == 0
    hand, row = (
        frame.page.locator(".hand-area").bounding_box(),
        frame.page.locator(".iq-row:visible").last.bounding_box(),
    )
    button = frame.page.locator("#form-call .btn").bounding_box()
    assert frame.page.locator(".seat").first.is_visible()
    assert row["y"] + row["height"] <= hand["y"]
    assert button["y"] + button["height"] <= size.height
    frame.close()


def test_the_longest_japanese_questions_end_above_the_seats(browser):
    frame = Frame(browser, SCREEN)
    frame.hang(next(one for one in moments("its-a-quiz", "ja", "screen", longest=True) if one.number == 1))
    row, seats = frame.page.locator(".iq-row").last.bounding_box(), frame.page.locator("#seats").bounding_box()
    assert row["y"] + row["height"] <= seats["y"]
    frame.close()


def test_at_the_end_ten_long_answers_leave_room_for_what_is_worth_telling(browser):
    frame = Frame(browser, SCREEN)
    frame.hang(Moment(finished("its-a-quiz", longest=True), looking(None, "de", "screen"), ()))
    assert frame.page.locator(".beside li").count() == 10
    card, told = (frame.page.locator(f".endside > {part}").bounding_box() for part in (".asked-last", ".facts"))
    assert card["y"] >= 0 and card["y"] + card["height"] <= told["y"]
    frame.close()


LINES = """small => {
  small.textContent = 'Hat die achte Frage gewonnen: 1億万 Punkte.';
  const fortune = document.createRange();
  fortune.setStart(small.firstChild, 30);
  fortune.setEnd(small.firstChild, 33);
  return fortune.getClientRects().length;
}"""


@pytest.mark.clause("IQ-5.1")
def test_the_fortune_is_not_broken_between_its_figure_and_its_signs(browser):
    frame = Frame(browser, SMALL)
    frame.hang(Moment(finished("its-a-quiz"), looking(0, "de", "table"), ()))
    assert frame.page.locator(".ranking small").first.evaluate(LINES) == 1
    frame.close()
