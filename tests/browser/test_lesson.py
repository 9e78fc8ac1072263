"""A lesson from its first step to "you can play", on a phone, by touch and by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_everyone import violations


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_first_statement_is_in_sight_on_a_small_phone(site, person, language):
    sam = person(site, "Sam", locale=language, viewport={"width": 360, "height": 640})
    sam.page.goto("/games/swiss-quiz/learn/")
    statement, hand = sam.page.locator(".stmt .text").first, sam.page.locator(".hand-area")
    box = statement.bounding_box()
    assert box["y"] + box["height"] <= hand.bounding_box()["y"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_newcomer_learns_snap(site, person, scheme):
    sam = person(site, "Sam", color_scheme=scheme)
    page, say = sam.page, sam.page.locator(".coach-say")
    page.goto("/games/quizterix-snap/")
    page.get_by_role("link", name="Learn in a minute").click()
    expect(say).to_contain_text("You are the dealer")
    assert not violations(page)
    page.get_by_role("button", name="Turn up the next card").click()
    expect(say).to_contain_text("Press the buzzer")
    sam.buzzes()
    page.fill("#answer-name", "Apollo")
    page.fill("#answer-year", "1969")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("something else")
    assert page.input_value("#answer-name") == "Apollo"
    page.fill("#answer-name", "moon landing")
    page.keyboard.press("Enter")
    expect(say).to_contain_text("the card is yours")
    expect(page.locator("#toast")).to_be_hidden()
    page.reload()
    expect(say).to_contain_text("the card is yours")
    page.get_by_role("button", name="Turn up the next card").click()
    expect(say).to_contain_text("Bruno was quicker")
    sam.buzzes()
    page.fill("#answer-name", "Sinking of the Titanic")
    page.fill("#answer-year", "1912")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Next", exact=True).press("Enter")
    expect(say).to_contain_text("you can play")
    assert not violations(page)
    page.get_by_role("button", name="Once more").click()
    expect(say).to_contain_text("You are the dealer")
