"""A deck on paper: every card once, every back behind its front, nonsense answered."""

from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from decks.packaged import DATA, deck_folders, read_deck
from decks.printing import COLUMNS, PER_PAGE, pages, printed, sized
from decks.services import publish
from games.rules.pack import Pack

DECKS = pytest.mark.parametrize("folder", deck_folders(DATA), ids=lambda folder: folder.name)


@DECKS
def test_every_card_is_there_once(folder: Path) -> None:
    pack = read_deck(folder).pack
    cards = list(printed(pack))
    assert [card.event for card in cards if card.event] == list(pack.events)
    assert sum(card.kind == "question" for card in cards) == len(pack.questions)
    assert sorted(one.number for card in cards for one in card.statements) == [one.number for one in pack.statements]
    assert sum(card.kind in ("word", "ask") for card in cards) == 40 * len(pack.shows)


def test_two_statements_half_a_deck_apart_share_a_card() -> None:
    pack = read_deck(DATA / "swiss-quiz").pack
    pairs = [tuple(one.number for one in card.statements) for card in printed(pack)]
    assert pairs[16] == (17, 347)
    assert len(pairs) == 330
    odd = Pack("odd", pack.title, "statement", pack.languages, statements=pack.statements[:5])
    assert [tuple(one.number for one in card.statements) for card in printed(odd)] == [(1, 4), (2, 5), (3,)]


@DECKS
def test_every_back_lies_behind_its_front(folder: Path) -> None:
    pack = read_deck(folder).pack
    both = list(pages(sized(pack, "en"), backs=True))
    for front, back in zip(both[::2], both[1::2], strict=True):
        assert (front.back, back.back) == (False, True)
        for place in range(PER_PAGE):
            row, column = divmod(place, COLUMNS)
            assert front.cards[place] is back.cards[row * COLUMNS + COLUMNS - 1 - column]
    assert [page.back for page in pages(sized(pack, "en"), backs=False)] == [False] * (len(both) // 2)


@pytest.mark.django_db
def test_the_page_answers_nonsense_with_a_sentence_and_absent_decks_alike() -> None:
    publish(read_deck(DATA / "cold-war").pack)
    client = Client()
    usual = client.get("/decks/cold-war/print/")
    assert "There is no such choice" not in usual.content.decode()
    for asked in ("language=xx", "paper=napkin", "sides=<b>", "language=ja"):
        odd = client.get(f"/decks/cold-war/print/?{asked}")
        assert odd.status_code == 200
        assert "There is no such choice" in odd.content.decode()
        assert '<b>"' not in odd.content.decode()
    assert 'class="print-letter"' in client.get("/decks/cold-war/print/?paper=letter").content.decode()
    for absent in ("/decks/no-such-deck/print/", "/decks/no-such-deck/"):
        assert client.get(absent).status_code == 404
    with CaptureQueriesContext(connection) as asked_of:
        client.get("/decks/cold-war/print/?language=de")
    assert len(asked_of) <= 4
