"""Poker's pages have no fault that somebody in front of them would complain of."""

import pytest
from playwright.sync_api import Browser

from tests.gallery.conftest import Look
from tests.gallery.frames import LAPTOP, PHONE, SCREEN, SMALL, Frame, Size
from tests.gallery.moments import moments

ENDING = ("laurel", "div.over", "ranking", "span.who", "p.quiet")  # the end of a game looks alike in every game


@pytest.mark.parametrize(("language", "seats"), [("de", 6), ("ja", 4)])
def test_on_the_big_screen_nothing_is_cut_off_covered_or_too_small(faults: Look, language: str, seats: int) -> None:
    found = faults("quizterix-poker", language, "screen", SCREEN, seats=seats)
    table = {
        number: [line for line in lines if not any(end in line for end in ENDING)] for number, lines in found.items()
    }
    assert {number: lines for number, lines in table.items() if number and lines} == {}


@pytest.mark.parametrize(("language", "size", "seats"), [("de", SMALL, 6), ("ja", SMALL, 6), ("fr", PHONE, 4)])
def test_a_phone_shows_every_seat_with_its_whole_name(faults: Look, language: str, size: Size, seats: int) -> None:
    assert faults("quizterix-poker", language, "table", size, seat=0, seats=seats) == {}


def seen(browser: Browser, size: Size, measure: str, *how: object, until: int, **more: object) -> dict[int, object]:
    """What a measure says at each moment up to a move, where it says anything."""
    frame, found = Frame(browser, size), {}
    for moment in moments("quizterix-poker", *how, **more):
        if moment.number > until:
            break
        frame.hang(moment)
        if said := frame.page.evaluate(measure):
            found[moment.number] = said
    frame.close()
    return found


LINES = """() => [...document.querySelectorAll("#bar .part, #pot .pot-beans")].filter(words => {
    const one = document.createRange();
    one.selectNodeContents(words);
    return new Set([...one.getClientRects()].map(line => Math.round(line.bottom))).size > 1;
  }).map(words => words.textContent.trim())"""


def test_a_full_pot_leaves_its_words_one_line_on_the_big_screen(browser: Browser) -> None:
    assert seen(browser, SCREEN, LINES, "ja", "screen", seats=5, seed=3, until=22) == {}


HIGH = """() => [...document.querySelectorAll(".told")].filter(
    words => words.offsetHeight > words.parentElement.offsetHeight).map(words => words.textContent.trim())"""


def test_what_stands_beside_an_opened_card_is_no_higher_than_its_place(browser: Browser) -> None:
    assert seen(browser, SCREEN, HIGH, "ja", "screen", seats=6, seed=2, until=58) == {}


LACED = """() => [...document.querySelectorAll("#trick .event")].filter(
    name => name.getBoundingClientRect().bottom > document.querySelector(".hand-area").getBoundingClientRect().top - 8)
    .map(name => name.textContent)"""


@pytest.mark.parametrize(("language", "seed"), [("de", 2), ("ja", 1)])
def test_a_small_phone_shows_every_name_of_an_opened_trick_above_the_lace(
    browser: Browser, language: str, seed: int
) -> None:
    assert seen(browser, SMALL, LACED, language, "table", 0, seats=6, seed=seed, until=58) == {}


LOW = """() => [...document.querySelectorAll("#hand .two .btn")].filter(
    button => button.getBoundingClientRect().bottom > innerHeight).map(button => button.id)"""


@pytest.mark.parametrize(("language", "seats"), [("de", 6), ("ja", 6), ("fr", 4)])
def test_who_bids_has_every_button_in_reach(browser: Browser, language: str, seats: int) -> None:
    assert seen(browser, PHONE, LOW, language, "table", 0, seats=seats, until=40) == {}


CUT = """() => [...document.querySelectorAll("#hand .pk-hand.still .card")].filter(
    card => card.getBoundingClientRect().bottom > innerHeight).length"""


@pytest.mark.parametrize("language", ["de", "ja"])
def test_who_waits_for_bids_sees_every_picture(browser: Browser, language: str) -> None:
    assert seen(browser, SMALL, CUT, language, "table", 0, seats=6, until=6) == {}


OUT = """() => ["#trick .event", "#trick .mark", "#round li", "#pot .pot-words", "#hand .btn", "#hand .card"]
    .flatMap(kind => [...document.querySelectorAll(kind)])
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().bottom > innerHeight + 1)
    .map(one => one.className || one.tagName)"""


@pytest.mark.parametrize("language", ["de", "ja"])
def test_a_phone_held_sideways_shows_all_of_a_round(browser: Browser, language: str) -> None:
    found = seen(browser, Size(640, 360), OUT, language, "table", 0, seats=6, until=110)
    found.pop(0, None)  # the lobby scrolls
    assert found == {}


STRUCK = """() => [...document.querySelectorAll(".slot.wins .turned")].filter(
    card => getComputedStyle(card, "::after").backgroundImage !== "none").length"""


def test_a_card_that_wins_by_its_rank_is_not_struck_through(browser: Browser) -> None:
    both = """() => document.querySelectorAll(".slot.wins.cancelled").length"""
    assert seen(browser, PHONE, both, "en", "table", 0, seats=3, seed=2, until=30) != {}
    assert seen(browser, PHONE, STRUCK, "en", "table", 0, seats=3, seed=2, until=30) == {}


WORDLESS = """() => [...document.querySelectorAll(".game:has(.pk-trick.bidding) .sign")].filter(
    sign => !sign.innerText.trim()).length"""


def test_who_bids_is_told_in_words_what_everybody_does(browser: Browser) -> None:
    assert seen(browser, SMALL, WORDLESS, "de", "table", 0, seats=6, until=6) == {}


ON_WORDS = """() => [...document.querySelectorAll("#trick .n-4 .slot")].filter(slot => {
    const disc = slot.querySelector(".disc").getBoundingClientRect();
    return [...slot.querySelectorAll(".event, .aid")].some(words => {
      const one = document.createRange();
      one.selectNodeContents(words);
      return [...one.getClientRects()].some(line => line.left < disc.right + 2 && line.right > disc.left
        && line.top < disc.bottom - 4 && line.bottom > disc.top);
    });
  }).map(slot => slot.querySelector(".event").textContent)"""


@pytest.mark.parametrize("language", ["de", "ja"])
def test_of_four_open_cards_none_has_a_disc_upon_its_words(browser: Browser, language: str) -> None:
    assert seen(browser, SMALL, ON_WORDS, language, "table", 0, seats=6, until=58) == {}


FOOT = """() => {
    const button = document.querySelector(".hand :is(#go-on-button, #run-button)");
    return button && Math.round(button.getBoundingClientRect().bottom);
  }"""


def test_on_a_laptop_what_goes_on_keeps_its_place_with_a_full_and_with_an_empty_hand(browser: Browser) -> None:
    places = seen(browser, LAPTOP, FOOT, "de", "table", 0, seats=6, until=110)
    assert len(places) > 3
    assert len(set(places.values())) == 1


HELD = """() => [...document.querySelectorAll(".pk-hand .card")].map(card => Math.round(card.offsetWidth))"""

LAID = """() => [...document.querySelectorAll(".choosing .slot .card")].map(card => Math.round(card.offsetWidth))"""


@pytest.mark.parametrize("language", ["de", "ja"])
def test_on_a_small_phone_a_hand_keeps_its_size_and_what_is_laid_is_no_smaller(browser: Browser, language: str) -> None:
    held = seen(browser, SMALL, HELD, language, "table", 0, seats=6, until=12)
    sizes = {size for sizes in held.values() for size in sizes}
    assert len(sizes) == 1
    laid = seen(browser, SMALL, LAID, language, "table", 0, seats=6, until=12)
    assert min(size for sizes in laid.values() for size in sizes) >= min(sizes)


LIES = """() => {
    const card = document.querySelector(".pk-hand .card");
    return card && [card.getBoundingClientRect().top, card.offsetWidth].map(Math.round);
  }"""


def test_on_a_laptop_the_hand_keeps_its_size_and_its_height_from_the_first_bid_on(browser: Browser) -> None:
    found = seen(browser, LAPTOP, LIES, "de", "table", 0, seats=6, until=30)
    assert len(found) > 5
    assert len({tuple(place) for place in found.values()}) == 1
