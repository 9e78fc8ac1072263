"""A published deck is one tap from being played, and stands in its author's own lists at once."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from decks import writing
from decks.models import Deck
from tests.decks.test_writing import EVENT, client, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(deck: Deck, anna: User) -> Deck:
    """A deck of one event, which only its link leads to."""
    writing.add_card(deck, "event", anna, EVENT)
    writing.publish_drafts(deck, anna)
    return deck


def test_after_publishing_the_desk_offers_the_games_the_page_and_the_link(published: Deck, anna: User) -> None:
    for page in ("release", "write"):
        shown = client(anna).get(reverse(f"decks:{page}", args=[published.pk])).content.decode()
        assert "/games/quizterix-snap/?with=inventions" in shown
        assert "/games/quizterix-klondike/" not in shown, "it has too few cards for that"
        assert 'class="qr"' in shown and 'value="http://testserver/decks/inventions/"' in shown
    assert 'href="/decks/inventions/"' in client(anna).get(reverse("decks:desk")).content.decode()
    assert "/games/quizterix-klondike/" not in client(None).get("/decks/inventions/").content.decode()


def test_whoever_writes_the_deck_says_whether_everybody_finds_it(published: Deck, anna: User) -> None:
    page, catalogue = reverse("decks:listing", args=[published.pk]), reverse("decks:catalogue")
    assert client(person("beat")).post(page, {"listed": "yes"}).status_code == 404
    for listed, found in (("yes", True), ("no", False)):
        client(anna).post(page, {"listed": listed})
        assert ("Inventions" in client(None).get(catalogue).content.decode()) is found


def test_an_unlisted_deck_stands_in_the_lists_of_those_who_write_it_and_of_nobody_else(
    published: Deck, anna: User
) -> None:
    beat = person("beat")
    for page in (reverse("decks:catalogue"), reverse("tables:open", args=["quizterix-snap"])):
        seen = {who: "Inventions" in client(who).get(page).content.decode() for who in (anna, beat, None)}
        assert seen == {anna: True, beat: False, None: False}
    published.shared_with.add(beat)
    assert "Inventions" in client(beat).get(page).content.decode()


def test_the_tour_stands_on_the_first_deck_until_it_is_put_away_and_never_again(deck: Deck, anna: User) -> None:
    browser, beat, page = client(anna), person("beat"), reverse("decks:write", args=[deck.pk])
    tour = reverse("decks:tour", args=[deck.pk])
    deck.shared_with.add(beat)
    assert tour in browser.get(page).content.decode()
    assert tour not in client(beat).get(page).content.decode(), "it is somebody else's"
    browser.post(tour)
    assert tour not in browser.get(page).content.decode()
    writing.begin_deck(anna, "event", "Another", "en", [])
    assert tour not in client(anna).get(page).content.decode(), "whoever has two knows their way"
