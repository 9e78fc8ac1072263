"""A page to meet the cards of a deck before one plays with them."""

import pytest

from decks.services import publish
from tests.tables.packs import full_event_pack, statement_pack

pytestmark = pytest.mark.django_db


def test_ten_cards_of_the_deck_can_be_turned_over_and_then_ten_others(client):
    deck = publish(full_event_pack()).deck
    first, second = (client.get(f"/decks/{deck.slug}/meet/{query}") for query in ("", "?from=1"))
    assert first.content.decode().count("<details") == second.content.decode().count("<details") + 0 == 11
    one, other = ({card.key for card in page.context["cards"]} for page in (first, second))
    assert (len(one), len(other), one & other) == (10, 10, set())
    assert "?from=1" in first.content.decode()


@pytest.mark.parametrize("query", ["?from=x", "?from=-7", "?from=99999999999999999999"])
def test_nonsense_shows_some_ten_cards(client, query):
    deck = publish(full_event_pack()).deck
    assert len(client.get(f"/decks/{deck.slug}/meet/{query}").context["cards"]) == 10


def test_a_deck_of_statements_has_no_cards_to_meet(client):
    deck = publish(statement_pack()).deck
    assert client.get(f"/decks/{deck.slug}/meet/").status_code == 404
    assert "/meet/" not in client.get(f"/decks/{deck.slug}/").content.decode()
