"""The pages of Quizterix Standard: whole names, eight timelines on one screen, a hand in reach of a thumb."""

import pytest
from msgspec import structs
from playwright.sync_api import Browser

from games.drawing import in_marks
from games.rules.kernel import Seat
from games.rules.quizterix_standard.flow import Now, end
from games.rules.quizterix_standard.state import Ending, Slot
from tests.gallery.conftest import Look
from tests.gallery.frames import LAPTOP, PHONE, SCREEN, SMALL, Frame, Size
from tests.gallery.moments import Moment, finished, looking, moments
from tests.rules.standard_table import Loaded

# The names of cards whose words, named in the other language, lie on the story or on what is above the flip.
TOO_HIGH = """cards => {
  const find = what => document.querySelector(`.flipscr${what}`);
  const [name, , mnemonic] = document.querySelectorAll(".flipscr .claims dd");
  return cards.filter(card => {
    name.lastChild.textContent = card.name;
    mnemonic.querySelector("i").innerHTML = card.mnemonic;
    find(" .said > .alt span").innerHTML = `${card.name} <i>${card.second}</i>`;
    find(" .tale").textContent = card.story;
    const [said, flip, alt, tale] = [" .said", "", " .said > .alt", " .tale"].map(what =>
      find(what).getBoundingClientRect());
    return said.top < flip.top || alt.bottom > tale.top;
  }).map(card => card.name);
}"""


def test_the_big_screen_shows_eight_timelines_without_a_fault(faults: Look) -> None:
    found = faults("quizterix-standard", "de", "screen", SCREEN)
    found.pop(0, None)  # the lobby, which every game has alike
    assert found == {}


OUT_OF_ITS_ROW = """() => [...document.querySelectorAll(".qs-seat")]
  .filter(row => row.querySelector("b").getBoundingClientRect().bottom > row.getBoundingClientRect().bottom)
  .map(row => row.querySelector("b").innerText)"""


def test_four_names_stay_in_their_rows_on_a_japanese_screen(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    frame.hang(next(one for one in moments("quizterix-standard", "ja", "screen", seats=4) if one.number == 1))
    out = frame.page.evaluate(OUT_OF_ITS_ROW)
    frame.close()
    assert out == []


YEARS_SLICED = """() => [...document.querySelectorAll(".qs-seat .slot")].flatMap(slot => {
  const year = slot.querySelector(".year"), next = slot.nextElementSibling;
  if (!year || !next) return [];
  const words = document.createRange();
  words.selectNodeContents(year.lastChild);
  return words.getBoundingClientRect().right > next.getBoundingClientRect().left ? [year.innerText] : [];
})"""


@pytest.mark.parametrize("seats", [5, 6])
def test_every_year_on_the_big_screen_is_whole(browser: Browser, seats: int) -> None:
    frame = Frame(browser, SCREEN)
    seen = [
        one for one in moments("quizterix-standard", "de", "screen", seats=seats, every=True) if one.number % 30 == 9
    ]
    sliced = []
    for one in seen:
        frame.hang(one)
        sliced += frame.page.evaluate(YEARS_SLICED)
    frame.close()
    assert seen and sliced == []


def test_three_rows_of_cards_and_the_button_share_a_small_phone(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    seen = moments("quizterix-standard", "de", "table", 0, seats=3, every=True)
    full = [one for one in seen if "form-put" in one.html() and one.html().count('class="own-card') > 11]
    frame.hang(full[0])
    button = frame.page.locator(".form-put .btn.go").bounding_box()
    frame.close()
    assert button and button["y"] + button["height"] <= SMALL.height


def test_the_last_gap_of_a_full_row_keeps_off_the_edge_and_off_the_card(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    seen = moments("quizterix-standard", "de", "table", 0, seats=4)
    frame.hang(next(one for one in seen if "form-put" in one.html()))
    slit = frame.page.locator("#own-after .slit").bounding_box()
    card = frame.page.locator(".line li:nth-child(5) > span > .card").bounding_box()
    frame.close()
    assert slit and card
    assert card["x"] + card["width"] <= slit["x"] and slit["x"] + slit["width"] < SMALL.width


def test_a_laptop_shows_eight_timelines_whole(browser: Browser) -> None:
    frame = Frame(browser, LAPTOP)
    frame.hang(next(one for one in moments("quizterix-standard", "de", "table", 0) if one.number == 1))
    frame.page.locator(".seat-6 .head b").evaluate("name => { name.textContent = 'Bartholomäus Gerber'; }")
    ends = [strip.bounding_box() for strip in frame.page.locator(".qs-seat .strip").all()]
    frame.close()
    assert len(ends) == 8 and all(end and end["y"] + end["height"] <= LAPTOP.height for end in ends)


COVERED = """() => [...document.querySelectorAll(".own-card .card, .slot .card")]
  .map(card => card.getBoundingClientRect())
  .filter((card, at, all) => card.width && all[at + 1]
    && card.top === all[at + 1].top && card.right > all[at + 1].left && card.left < all[at + 1].left)
  .length"""


def test_on_a_laptop_the_largest_timeline_is_ones_own_and_its_cards_are_whole(browser: Browser) -> None:
    frame = Frame(browser, LAPTOP)
    seen = moments("quizterix-standard", "de", "table", 0, seats=4, every=True)
    frame.hang(next(one for one in seen if one.html().count('class="own-card') == 13))
    own, other = (frame.page.locator(f"{part} .card").first.bounding_box() for part in (".line", ".seat-1 .slot"))
    covered = frame.page.evaluate(COVERED)
    frame.close()
    assert own and other and own["width"] > other["width"]
    assert covered == 0


def test_on_a_laptop_no_card_lies_under_the_next_and_no_gap_on_a_card(browser: Browser) -> None:
    frame = Frame(browser, LAPTOP)
    seen = [one for one in moments("quizterix-standard", "de", "table", 0, every=True) if "form-put" in one.html()]
    frame.hang(max(seen, key=lambda one: one.html().count('class="own-card')))
    disc, card = (frame.page.locator(f".own-card:nth-child(2) {part}").bounding_box() for part in (".slit", ".card"))
    covered = frame.page.evaluate(COVERED)
    frame.close()
    assert disc and card and disc["x"] + disc["width"] <= card["x"] + 1
    assert covered == 0


def test_a_new_mnemonic_has_its_field_and_its_button_on_a_small_phone(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    seen = moments("quizterix-standard", "de", "table", 0)
    frame.hang(next(one for one in seen if "form-invent" in one.html()))
    button = frame.page.locator(".form-invent > form > .btn.ghost").bounding_box()
    named = frame.page.locator(".form-invent .pick").first.inner_text()
    years = frame.page.locator(".form-invent .events .num").all_inner_texts()
    frame.close()
    assert years == sorted(years), "the earliest first"
    assert button and button["y"] + button["height"] <= SMALL.height, "the way out"
    assert max(map(len, named.split())) > 3, "the event's name, not only its year"


def test_whose_turn_it_is_stands_above_the_fold_of_a_small_phone(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    frame.hang(next(one for one in moments("quizterix-standard", "de", "table", 0) if one.number == 1))
    ringed, own = frame.page.locator(".qs-seat .now b").inner_text(), frame.page.locator("#own-head b").bounding_box()
    said = frame.page.locator("#stage-say b")
    named, box = said.inner_text(), said.bounding_box()
    played = frame.page.locator(".qs-seat:has(> .now)").bounding_box()
    frame.close()
    assert named == ringed
    assert box and played and own
    assert box["y"] < played["y"] < played["y"] + played["height"] < own["y"] < SMALL.height


def test_who_is_named_on_the_big_screen_is_ringed(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    seen = moments("quizterix-standard", "de", "screen")
    frame.hang(next(one for one in seen if "presented" in one.html()))
    named, ringed = (frame.page.locator(part).inner_text() for part in (".qs-stage .bwhose b", ".who.now b"))
    frame.close()
    assert named == ringed


def test_ones_own_answer_is_not_told_by_ones_name(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    seen = moments("quizterix-standard", "en", "table", 0)
    frame.hang(next(one for one in seen if "form-verdict" in one.html()))
    told = frame.page.locator(".judged").inner_text()
    frame.close()
    assert told.startswith("Your answer")


def test_a_card_that_is_flipped_fits_the_screen_and_can_be_read_from_afar(faults: Look) -> None:
    found = faults("quizterix-standard", "de", "screen", SCREEN, after=3_500, until=3)
    assert 3 in found, "the board lies under it"
    wrong = ("beyond", "cut off", "does not fit", "ends in dots")
    assert not [fault for fault in found[3] if fault.startswith(wrong) or "less than" in fault]


def test_what_was_right_is_not_covered_by_the_card_that_was_just_inserted(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    seen = moments("quizterix-standard", "de", "screen", seats=4, every=True)
    frame.hang(next(one for one in seen if "told" in one.html() and "is-fresh" in one.html()), after=2_500)
    frame.page.add_style_tag(content=".stscr .middle { pointer-events: auto; }")  # so that it is found
    above = frame.page.evaluate(
        """() => {
             const card = document.querySelector(".is-fresh .card").getBoundingClientRect();
             const seen = document.elementFromPoint(card.x + card.width / 2, card.y + card.height / 2);
             return seen.closest(".told") !== null;
           }"""
    )
    frame.close()
    assert above


@pytest.mark.parametrize(("language", "other"), [("de", "en"), ("en", "de"), ("ja", "en")])
def test_every_card_that_is_flipped_fits_in_two_languages(browser: Browser, language: str, other: str) -> None:
    frame = Frame(browser, SCREEN)
    flips = moments("quizterix-standard", language, "screen", seats=4)
    flip = next(one for one in flips if "turnarrow" in one.html())
    frame.hang(flip, after=3_500)
    cards = [
        {
            "name": card.name.say(other),
            "mnemonic": in_marks(card.mnemonic.say(language)),
            "second": in_marks(card.mnemonic.say(other)),
            "story": card.story.say(language),
        }
        for card in flip.snapshot.game.pack.events
    ]
    too_high = frame.page.evaluate(TOO_HIGH, cards)
    frame.close()
    assert too_high == []


def test_a_picture_that_is_shown_again_elsewhere_is_the_whole_picture(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    frame.hang(Moment(finished("quizterix-standard", moves=3), looking(None, "de", "screen"), ()))
    anchors = frame.page.evaluate(
        "[...document.querySelectorAll('.scene > use')].map(use => getComputedStyle(use).textAnchor)"
    )
    frame.close()
    assert anchors and set(anchors) == {"middle"}, "each emoji stands where it was put, with its middle"


def test_all_see_what_lay_there_before_the_podium(browser: Browser) -> None:
    frame = Frame(browser, SCREEN, reduced_motion="no-preference")
    over = Moment(finished("quizterix-standard", seats=3, cards=20), looking(None, "de", "screen"), ())
    seen = []
    for after in (2000, None):
        frame.hang(over, after)
        seen.append([frame.page.locator(part).is_visible() for part in ("#bar", ".finale")])
    frame.close()
    assert seen == [[True, False], [False, True]]


@pytest.mark.parametrize(("language", "size"), [("ja", SMALL), ("de", PHONE)])
def test_a_phone_shows_hand_and_choices_without_a_fault(faults: Look, language: str, size: tuple[int, int]) -> None:
    assert faults("quizterix-standard", language, "table", size, seat=0, seats=3, cards=20) == {}


def test_whoever_answers_a_question_sees_it_on_a_laptop_too(browser: Browser) -> None:
    frame = Frame(browser, LAPTOP)
    seen = moments("quizterix-standard", "en", "table", 0, seats=2, cards=20)
    frame.hang(next(one for one in seen if "form-answer" in one.html()))
    asked = frame.page.locator(".question:visible").all_inner_texts()
    frame.close()
    assert len(asked) == 1 and asked[0].endswith("?"), "once, and not only the field"


def test_whoever_points_sees_the_mnemonic_that_it_is_about(browser: Browser) -> None:
    seen = moments("quizterix-standard", "en", "table", 0, seats=4)
    pointing = next(one for one in seen if "form-point" in one.html())
    for size in (SMALL, LAPTOP):
        frame = Frame(browser, size)
        frame.hang(pointing)
        shown = frame.page.locator(".presented").is_visible()
        frame.close()
        assert shown


def test_half_a_phone_has_room_for_the_question_its_answer_and_the_button(browser: Browser) -> None:
    frame = Frame(browser, Size(360, 340))
    seen = moments("quizterix-standard", "de", "table", 0, seats=4)
    frame.hang(next(one for one in seen if "form-answer" in one.html()))
    frame.page.locator("#answer-text").focus()
    boxes = [frame.page.locator(f".form-answer {part}").first.bounding_box() for part in (".question", ".btn.go")]
    frame.close()
    question, button = boxes
    assert question and button and question["y"] >= 0 and button["y"] + button["height"] <= 340


def test_the_card_of_a_play_off_has_a_size(browser: Browser) -> None:
    three = finished("quizterix-standard", moves=3, seats=3)
    assert three.play is not None
    state = three.play.state
    for seat in range(3):
        state = state.with_line(Seat(seat), (Slot(seat, True),))
    now = Now(three.game.pack, Loaded(1), three.play.at)
    three.play = structs.replace(three.play, state=end(structs.replace(state, stack=()), Ending.FLIPPED, now))
    for size, layout in ((SMALL, "table"), (LAPTOP, "table"), (SCREEN, "screen")):
        frame = Frame(browser, size)
        frame.hang(Moment(three, looking(None if layout == "screen" else 0, "de", layout), ()))
        card = frame.page.locator("#playoff .card").first.bounding_box()
        frame.close()
        assert card and card["width"] >= 80
