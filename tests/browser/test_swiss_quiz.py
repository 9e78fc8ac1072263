"""Whole games of Swiss Quiz, as people play them."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.tables.models import Table
from games.tables.replay import verify
from games.tables.services import last_seen
from games.tables.snapshot import load
from tests.browser.conftest import MOVING, TELEVISION, seat_bots


def true(number: int) -> bool:
    """In the small deck of the tests the odd statements are true."""
    return number % 2 == 1


# What the first gesture says, whenever that is: it is gone by itself, however long a page takes to be looked at.
GESTURE = """() => ({promise: new Promise(resolve => new MutationObserver((_, watch) => {
  const gesture = document.querySelector('.gesture');
  if (gesture) { watch.disconnect(); resolve(gesture.textContent); }
}).observe(document.getElementById('gestures'), {childList: true, subtree: true}))})"""


def claps(one, *others):
    """A gesture is seen by all for a moment, and by nobody who wants none."""
    one.live()
    seen = [other.page.evaluate_handle(GESTURE) for other in others]
    one.page.locator("[data-dialog=menu-dialog]").click()
    one.page.locator("button[value=clap]").click()
    for other, first in zip(others, seen, strict=True):
        assert "Beat claps" in first.evaluate("seen => seen.promise")
        expect(other.page.locator(".gesture")).to_have_count(0)
    expect(one.page.locator("#menu-dialog")).to_be_hidden()


def play_to_the_end(phones):
    """Everybody does whatever can be done until the ranking is there. Returns how many cards were turned."""
    turned = 0
    while True:
        can = [phone.can() for phone in phones]
        if "over" in can:
            return turned
        for phone, move in zip(phones, can, strict=True):
            if phone.can() != move:
                continue
            if move == "lay":
                phone.lays(true(phone.statement()), chips=3)
            elif move == "turn" or (move == "next-round" and phone is phones[0]):  # all may; one presses for all
                phone.presses(move)
                turned += move == "turn"
                break
        if not any(can):
            phones[0].page.wait_for_function("() => document.querySelector('#hand form, #ranking')")


@pytest.mark.clause("SQ-9", "CO-8")
def test_three_phones_and_a_big_screen_play_a_whole_game(site, person):
    anna, beat, zoe = (person(site, name) for name in ("Anna", "Beat", "Zoé"))
    screen = person(site, "Screen", viewport=TELEVISION)
    code = anna.opens("swiss-quiz", answering="at-once")
    beat.joins(code, "de")
    zoe.joins(code, "fr")
    screen.watches(code)
    expect(anna.page.locator("#lobby")).to_contain_text("Zoé")
    claps(beat, anna, screen)
    anna.page.get_by_role("button", name="Begin the game").click()
    for phone, language in ((anna, "en"), (beat, "de"), (zoe, "fr")):
        expect(phone.page.locator("#card .text")).to_have_text(f"Statement 1 ({language})")
    expect(screen.page.locator("#board .pawn")).to_have_count(3)
    assert play_to_the_end([anna, beat, zoe]) >= 5
    for phone in (anna, beat, zoe):
        expect(phone.page.locator("#ranking .ranking li")).to_have_count(3)
    expect(screen.page.locator("#ranking")).to_be_visible()
    with anna.page.expect_download() as picture:
        anna.page.get_by_role("link", name="Keep a picture").click()
    assert Path(picture.value.path()).read_bytes()[:4] == b"\x89PNG"
    table = Table.objects.get(code=code)
    result = verify(table, load(table, last_seen(table)))
    assert result is not None
    names = load(table, last_seen(table)).people
    expect(screen.page.locator("#ranking h2")).to_contain_text(names.chairs[result.winners[0]].name)
    looks_back(zoe)
    beat.page.get_by_role("button", name="Noch einmal spielen").click()
    for one in (beat, anna):  # whoever sits at the old table follows by itself
        expect(one.page.locator("#lobby")).to_contain_text("Anna")
        assert f"/t/{code}/" in one.page.url, "the room keeps its code"


def looks_back(one):
    """From the end of the game to its first move, through somebody else's eyes, and on."""
    one.page.get_by_role("link", name="Revoir la partie").click()
    one.page.locator(".replay-bar a").first.click()
    expect(one.page.locator("#card .text")).to_have_text("Statement 1 (fr)")
    one.page.get_by_role("link", name="Anna").click()
    one.page.locator(".replay-bar a[rel=next]").click()
    expect(one.page.locator(".replay-bar b")).to_contain_text("2 /")


def test_a_refused_move_names_its_clause_and_keeps_what_was_chosen(site, person):
    anna, beat, zoe = (person(site, name) for name in ("Anna", "Beat", "Zoé"))
    code = anna.opens("swiss-quiz", answering="at-once")
    for one in (beat, zoe):
        one.joins(code)
    expect(anna.page.locator("#lobby")).to_contain_text("Zoé")
    anna.page.get_by_role("button", name="Begin the game").click()
    anna.until_can("lay")
    anna.page.locator("#answer-false").check(force=True)
    anna.page.locator("#chips-2").check(force=True)
    anna.page.evaluate("() => { document.querySelector('#chips-2').value = '9'; }")
    anna.page.locator("form.lay button").click()
    expect(anna.page.locator("#toast")).to_contain_text("Rule SQ-5")
    expect(anna.page.locator("#answer-false")).to_be_checked()
    anna.page.evaluate("() => { document.querySelector('#chips-2').value = '2'; }")
    anna.presses("lay")
    expect(anna.page.locator("#hand")).to_contain_text("You have laid FALSE")


# Where a chip begins and ends its way, as soon as there is one; the board's own place beside it.
SLIDES = """() => ({promise: new Promise(resolve => new MutationObserver((changes, watch) => {
  const chip = changes.flatMap(change => [...change.addedNodes]).find(one => one.classList?.contains('sliding'));
  if (!chip) return;
  watch.disconnect();
  const frames = chip.getAnimations()[0].effect.getKeyframes().map(frame => new DOMMatrix(frame.transform));
  const board = document.getElementById('board').getBoundingClientRect();
  resolve({ways: frames.map(one => parseFloat(chip.style.top) + one.f), top: board.top, bottom: board.bottom});
}).observe(document.body, {childList: true}))})"""


def test_on_a_phone_chips_slide_between_the_trail_and_their_owner(site, person):
    anna = person(site, "Anna", **MOVING)
    code = anna.opens("swiss-quiz", answering="at-once")
    seat_bots(code, 2)
    expect(anna.page.locator("#lobby li")).to_have_count(3)
    anna.page.get_by_role("button", name="Begin the game").click()
    anna.until_can("lay")
    slid = anna.page.evaluate_handle(SLIDES)
    anna.lays(true(anna.statement()), chips=3)
    slides = slid.evaluate("slid => slid.promise")
    assert any(slides["top"] <= way <= slides["bottom"] for way in slides["ways"]), slides
    assert min(slides["ways"]) > 0, "no chip comes from the corner of the window"
