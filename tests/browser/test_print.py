"""The printed pages in a real browser: nothing runs over its card, and a page is a page."""

import re

import pytest

from decks.packaged import DATA, read_deck
from decks.services import publish

OVER = """() => [...document.querySelectorAll('.plain')]
  .filter(card => card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1)
  .map(card => card.innerText.slice(0, 80))"""


@pytest.mark.parametrize("slug", ["cold-war", "swiss-quiz", "its-a-quiz"])
def test_every_text_fits_its_card_in_every_language(site, person, slug):
    pack = read_deck(DATA / slug).pack
    publish(pack)
    page = person(site, "Anna").page
    for language in pack.languages:
        page.goto(f"/decks/{slug}/print/?language={language}")
        assert page.evaluate(OVER) == []


def test_a_page_of_cards_is_a_page_of_paper(site, person):
    publish(read_deck(DATA / "cold-war").pack)
    page = person(site, "Anna").page
    for paper, size in (("a4", "595.9"), ("letter", "612")):
        page.goto(f"/decks/cold-war/print/?paper={paper}")
        pdf = page.pdf(prefer_css_page_size=True, print_background=True)
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) [\d.]+\]", pdf)
        assert len(boxes) == page.locator(".paper").count() == 24
        assert abs(float(boxes[0]) - float(size)) < 2
