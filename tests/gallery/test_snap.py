"""Snap!'s pages have no fault that somebody in front of them would complain of."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.gallery.conftest import Look
from tests.gallery.frames import PHONE, SCREEN, SMALL, Frame, Size
from tests.gallery.moments import moments

ENDING = ("span.who", "li.seat-6")  # the list after a game stands on every game's page


@pytest.mark.parametrize(
    ("language", "layout", "size", "seat", "how"),
    [
        ("de", "screen", SCREEN, None, {"cards": 3}),
        ("ja", "screen", SCREEN, None, {"cards": 2, "seats": 26}),
        ("de", "screen", SCREEN, None, {"cards": 1, "seats": 12, "everybody": True, "answering": "picked"}),
        ("ja", "table", SMALL, 0, {"cards": 2}),
        ("de", "table", PHONE, 0, {"cards": 1, "answering": "picked"}),
        ("fr", "table", Size(640, 360), 0, {"cards": 1, "seats": 2}),
    ],
    ids=["screen", "many", "everybody", "phone", "picked", "on its side"],
)
def test_nothing_is_cut_off_covered_too_small_or_out_of_reach(
    faults: Look, language: str, layout: str, size: Size, seat: int | None, how: dict[str, Any]
) -> None:
    found = faults("quizterix-snap", language, layout, size, seat, **how)
    game = {
        number: [line for line in lines if not any(end in line for end in ENDING)] for number, lines in found.items()
    }
    assert {number: lines for number, lines in game.items() if number and lines} == {}


def test_a_phone_on_its_side_shows_the_picture_beside_the_buzzer(browser: Browser) -> None:
    frame = Frame(browser, Size(640, 360))
    shown = moments("quizterix-snap", "de", "table", 0, cards=1)
    frame.hang(next(one for one in shown if 'class="buzz"' in one.html()))
    picture, buzzer = (frame.page.locator(part).bounding_box() for part in (".snap-card .card", ".buzz"))
    frame.close()
    assert picture and buzzer and picture["x"] + picture["width"] < buzzer["x"]
    assert max(box["y"] + box["height"] for box in (picture, buzzer)) <= 360


def test_a_small_phone_shows_the_whole_story_before_the_button(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    shown = moments("quizterix-snap", "de", "table", 0, cards=1)
    frame.hang(next(one for one in shown if 'class="story"' in one.html()))
    story, hand = (frame.page.locator(part).bounding_box() for part in (".snap-card .story", ".hand-area"))
    frame.close()
    assert story and hand and story["y"] + story["height"] <= hand["y"]


def test_half_a_phone_has_room_for_the_card_three_lines_and_the_button(browser: Browser) -> None:
    frame = Frame(browser, Size(360, 340))
    shown = moments("quizterix-snap", "fr", "table", 0)
    frame.hang(next(one for one in shown if "typing" in one.new))
    frame.page.locator("#answer-name").focus()
    card, button = (frame.page.locator(part).first.bounding_box() for part in (".snap-card .card", ".answer .btn.go"))
    frame.close()
    assert card and button and card["y"] + card["height"] > 60 and button["y"] + button["height"] <= 340


def test_nobody_is_first_before_anybody_has_a_card(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    frame.hang(next(one for one in moments("quizterix-snap", "de", "screen", every=True) if one.number == 1))
    places = frame.page.locator(".in-top > b").all_inner_texts()
    frame.close()
    assert set(places) == {""}


def test_the_picture_is_as_large_with_a_card_won_as_without(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    shown = [
        one for one in moments("quizterix-snap", "de", "table", 0, seats=4, every=True) if 'class="buzz"' in one.html()
    ]
    sizes = []
    for lies in (False, True):
        frame.hang(next(one for one in shown if ("(0)" not in one.html()) == lies))
        sizes.append(frame.page.locator(".snap-card .card").bounding_box())
        assert frame.page.locator("#pile").is_visible() == lies
    frame.close()
    assert sizes[0] == sizes[1]


def test_each_of_eight_keeps_its_place_on_the_big_screen_from_answer_to_answer(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    shown = moments("quizterix-snap", "de", "screen", seats=8, cards=1)
    frame.hang(next(one for one in shown if 'class="bwhose"' in one.html() and "is-lit" not in one.html()))
    places = set()
    wrong = '<li class="no"><b>Großmutter Elfriede</b><span>1961</span></li>'
    for tries, still in (("", True), (wrong, True), (wrong * 2, True), (wrong * 2, False)):
        frame.page.evaluate(
            """([tries, still]) => {
                 if (!still) document.querySelector(".bwhose").remove();
                 document.querySelector(".tries")?.remove();
                 const stage = document.getElementById("stage");
                 if (tries) stage.insertAdjacentHTML("beforeend", `<ol class="tries">${tries}</ol>`);
               }""",
            [tries, still],
        )
        parts = [frame.page.locator(part).bounding_box() for part in (".snside", "#stage")]
        rows = [row.bounding_box() for row in frame.page.locator(".in-top").all()]
        side, stage, *lines = (box for box in (*parts, *rows) if box)
        places.add(tuple(line["y"] for line in lines))
        assert len(lines) == 8 and stage["y"] + stage["height"] <= lines[0]["y"]
        assert max(line["y"] + line["height"] for line in lines) <= side["y"] + side["height"] + 1
    frame.close()
    assert len(places) == 1


def test_the_big_screen_names_all_of_a_small_table_at_the_solution_too(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    frame.hang(next(one for one in moments("quizterix-snap", "ja", "screen", seats=5) if "snbig open" in one.html()))
    wrong = '<li class="no"><b>Großmutter Elfriede</b><span>«Mondlandung» 1961 «kleiner Schritt»</span></li>'
    frame.page.evaluate("wrong => document.querySelector('.tries').insertAdjacentHTML('afterbegin', wrong)", wrong * 2)
    side = frame.page.locator(".snside").bounding_box()
    rows = [row.bounding_box() for row in frame.page.locator(".in-top").all()]
    frame.close()
    assert side and len(rows) == 5
    assert all(row and row["y"] + row["height"] <= side["y"] + side["height"] + 1 for row in rows)


def test_four_lines_stay_as_broad_when_somebody_buzzes(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    frame.hang(
        next(one for one in moments("quizterix-snap", "de", "screen", seats=4) if 'class="bwhose"' in one.html())
    )
    rows = [row.bounding_box() for row in frame.page.locator(".in-top").all()]
    frame.close()
    assert len({row["x"] for row in rows if row}) == 1


def test_the_picture_on_a_phone_keeps_its_size_while_somebody_else_answers(browser: Browser) -> None:
    frame, sizes = Frame(browser, SMALL), []
    shown = list(moments("quizterix-snap", "de", "table", 0, seats=4, cards=1, every=True))
    for part in ('class="buzz"', 'class="resting"'):
        frame.hang(next(one for one in shown if part in one.html() and "gr-" in one.html()))
        sizes.append(frame.page.locator(".snap-card .card").bounding_box())
    frame.close()
    assert sizes[0] == sizes[1]


def test_on_a_small_phone_the_scores_of_four_are_in_sight(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    shown = moments("quizterix-snap", "de", "table", 0, seats=4, cards=1)
    frame.hang(next(one for one in shown if 'class="buzz"' in one.html()))
    seats = [seat.bounding_box() for seat in frame.page.locator("#seats .seat").all()]
    frame.close()
    assert [box is not None and box["x"] + box["width"] <= SMALL.width for box in seats] == [True] * 4


def test_a_miss_leaves_the_picture_of_eight_on_a_small_phone_where_it_is_and_as_large(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    shown = moments("quizterix-snap", "de", "table", 0, seats=8, cards=1)
    frame.hang(next(one for one in shown if 'class="buzz"' in one.html()))
    before = frame.page.locator(".snap-card .card").bounding_box()
    frame.page.evaluate(
        """() => document.getElementById("stage").insertAdjacentHTML("beforeend", `<ul class="results">
             <li class="tried no"><span class="disc"></span><span class="who-said"><b class="by">Großmutter Elfriede</b>
             «Mondlandung» 1961</span><b class="mv">stimmt nicht</b></li></ul>`)"""
    )
    after = frame.page.locator(".snap-card .card").bounding_box()
    miss, buzzer = (frame.page.locator(part).bounding_box() for part in (".tried", ".buzz"))
    frame.close()
    assert before == after and before and before["width"] > 205
    assert miss and buzzer and miss["x"] + miss["width"] <= buzzer["x"] and miss["y"] + miss["height"] <= 640


def test_what_is_said_to_whoever_answers_stands_clear_of_the_field(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    shown = moments("quizterix-snap", "ja", "table", 0)
    frame.hang(next(one for one in shown if "typing" in one.new))
    frame.page.locator("#answer-name").focus()
    said, field = (frame.page.locator(part).bounding_box() for part in (".snap-stage .own", "#answer-name"))
    frame.close()
    assert said and field and said["y"] + said["height"] + 8 <= field["y"]
