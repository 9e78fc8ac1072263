"""Every packaged event on its card, in every language: index, year, name and mnemonic keep out of each other's way."""

import pytest
from playwright.sync_api import Browser

from decks.packaged import DATA, deck_folders, read_deck
from games.tables.fragments import draw
from tests.gallery.frames import Frame, Size

EVENTS = [folder.name for folder in deck_folders() if read_deck(DATA / folder.name).pack.kind == "event"]
COLLIDING = """() => [...document.querySelectorAll(".card")].flatMap(card => {
  const edge = card.getBoundingClientRect(), flow = card.querySelector(".flow");
  const lines = one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  };
  const texts = [".ix", ".year", ".name", ".mnem"].map(name => lines(card.querySelector(name)));
  const foot = card.querySelector(".foot").getBoundingClientRect(), share = edge.width / 50;
  const apart = (a, b) => a.right <= b.left + share || b.right <= a.left + share || a.bottom <= b.top + 2 * share
    || b.bottom <= a.top + 2 * share;
  const meet = (ones, others) => !ones.every(a => others.every(b => apart(a, b)));
  const wrong = texts.some((ones, i) => texts.some((others, j) => i < j && meet(ones, others)))
    || texts.flat().some(a => a.left < edge.left || a.right > edge.right || a.bottom > foot.top + 3 * share)
    || flow.scrollHeight > flow.clientHeight + 2;
  return wrong ? [`${card.closest("section").lang}: ${card.querySelector(".name").textContent}`] : [];
})"""


@pytest.mark.parametrize("slug", EVENTS)
def test_nothing_on_a_card_lies_over_anything_else(browser: Browser, slug: str) -> None:
    pack = read_deck(DATA / slug).pack
    sheets = "".join(
        f'<section lang="{language}">{"".join(_card(event, language) for event in pack.events)}</section>'
        for language in pack.languages
    )
    frame = Frame(browser, Size(1280, 800))
    colliding = frame.measured(sheets, COLLIDING)
    frame.close()
    assert colliding == []


def _card(event: object, language: str) -> str:
    return draw("parts/event_flipped.html", language, {"card": event, "size": "w-6"})
