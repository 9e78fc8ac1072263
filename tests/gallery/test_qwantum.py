"""Nothing on the pages of Qwantum is cut off, covered, too small or out of reach."""

import pytest

from tests.gallery.frames import LAPTOP, PHONE, SCREEN, SMALL, Frame, Size
from tests.gallery.moments import moments


@pytest.mark.parametrize(
    ("language", "layout", "size", "seat"),
    [
        ("de", "screen", SCREEN, None),
        ("ja", "table", SMALL, 0),
        ("de", "table", PHONE, 0),
        ("fr", "table", Size(640, 360), 0),
        ("it", "table", Size(320, 568), 0),
        ("de", "table", LAPTOP, 0),
    ],
)
def test_nobody_could_complain(faults, language, layout, size, seat):
    assert faults("qwantum", language, layout, size, seat) == {}


def test_on_a_laptop_the_sheets_of_the_others_lie_open_and_stay_where_they_are(browser):
    frame, tops = Frame(browser, LAPTOP), set()
    for moment in moments("qwantum", "de", "table", 0):
        if 'id="hand"' not in moment.html() or 'id="ranking"' in moment.html():
            continue
        frame.hang(moment)
        sheets = frame.page.locator(".sheet-of")
        assert [sheet.is_visible() for sheet in sheets.all()] == [False, True, True, True]
        tops.add(round(sheets.nth(1).bounding_box()["y"]))
    assert len(tops) == 1
    frame.close()


def test_on_a_small_phone_all_four_seats_stand_in_the_window_and_the_turn_is_told_to_its_owner(browser):
    frame = Frame(browser, SMALL)
    frame.hang(next(one for one in moments("qwantum", "de", "table", 0, every=True) if 'id="reroll"' in one.html()))
    assert [seat.bounding_box()["x"] < SMALL.width / 2 for seat in frame.page.locator(".seat").all()] == [
        True,
        False,
    ] * 2
    assert frame.page.get_by_text("Du hast gewürfelt").is_visible()
    assert frame.page.locator(".hand .turn").is_visible()
    assert frame.page.locator(".pick").inner_text() == "Zahl oder Würfel antippen"
    assert not frame.page.locator(".hand .btn.go:visible").count()
    for label in frame.page.locator(".dice label").all()[:2]:
        label.click()
    assert "von 7 Würfeln neu werfen" in frame.page.locator("#reroll").inner_text()
    frame.close()


RINGED = """() => [...document.querySelectorAll('.dice .die')].filter(die =>
  getComputedStyle(die).boxShadow === getComputedStyle(document.querySelector('.dice .l-white')).boxShadow)
  .map(die => die.className.match(/l-\\w+/)[0]).sort()"""


def test_a_lit_number_rings_the_dice_that_make_it_and_lets_go_of_dice_to_roll_again(browser):
    frame = Frame(browser, SMALL)
    frame.hang(next(one for one in moments("qwantum", "en", "table", 0, every=True) if 'id="reroll"' in one.html()))
    page = frame.page
    reroll, enter, dice = page.locator("#reroll"), page.locator("#enter"), page.locator(".dice input:checked")
    page.locator(".dice label").first.click()
    assert (dice.count(), reroll.is_visible(), enter.is_visible()) == (1, True, False)
    number = page.locator("#sheet .lit").last
    number.locator("label").click()
    assert (dice.count(), reroll.is_visible(), enter.is_visible()) == (0, False, True)
    colour = number.locator("input").get_attribute("value")
    assert page.evaluate(RINGED) == sorted(["l-white"] + [f"l-{colour}"] * page.locator(f".dice .l-{colour}").count())
    assert number.locator("label").inner_text() in enter.inner_text()
    number.locator("label").click()
    assert (reroll.is_visible(), enter.is_visible()) == (False, False), "a second tap lets go"
    frame.close()


@pytest.mark.parametrize("layout", ["screen", "table"])
def test_before_a_throw_no_die_shows_a_number_that_could_be_taken_for_the_new_one(layout):
    seen = 0
    for moment in moments("qwantum", "en", layout, None if layout == "screen" else 0, every=True):
        if moment.snapshot.play is not None and moment.snapshot.play.state.phase == "rolling":
            tray = moment.html().split('id="tray"')[1].split('id="sheet"')[0].split('class="qtable"')[0]
            assert "<b>" not in tray.split('class="dice')[-1].split('class="qtray"')[-1]
            seen += 1
    assert seen > 3


def test_in_step_c_a_phone_says_which_colour_is_taken_and_its_dice_lie_flat(browser):
    frame = Frame(browser, SMALL)
    frame.hang(next(one for one in moments("qwantum", "en", "table", 0, every=True) if "took-" in one.html()))
    taken = frame.page.locator(".dice").get_attribute("class").removeprefix("dice took-")
    assert frame.page.get_by_text(f"Everyone may enter: {taken} is taken").is_visible()
    for die in frame.page.locator(".dice .die").all():
        there = f"l-{taken}" in die.get_attribute("class")
        assert (die.evaluate("one => getComputedStyle(one).boxShadow") == "none") == there
    frame.close()
