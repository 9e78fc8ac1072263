"""What becomes of published decks: taken back, put away, handed over, deleted; and what follows is what was said."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from decks import keeping, writing
from decks.models import Deck, Draft, Edition
from decks.roles import EDITORS
from games.tables.services import open_table
from games.tables.tidy import tidy
from tests.decks.test_writing import EVENT, client, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(deck: Deck, anna: User) -> Deck:
    """A deck with two editions, in the catalogue."""
    draft = writing.add_card(deck, "event", anna, EVENT)
    deck.title, deck.listed = {"en": "Inventions"}, True
    deck.save()
    emma = person("emma", EDITORS)
    writing.publish_drafts(deck, emma)
    writing.save_card(draft, EVENT | {"year": "1877", "mnemonic.en": "[C]o[ck]"}, 1, anna)
    writing.publish_drafts(deck, emma)
    return Deck.objects.get(pk=deck.pk)


def offered(deck: Deck) -> list[int]:
    """The editions that a new table can take."""
    return [edition.number for edition in Edition.objects.playable("event") if edition.deck_id == deck.pk]


def do(deck: Deck, who: User, what: str, **more: str):
    return client(who).post(reverse("decks:keep", args=[deck.pk]), {"do": what, **more}, follow=True)


def test_an_edition_is_taken_back_and_the_one_before_it_stands(published: Deck, anna: User) -> None:
    asked = do(published, anna, "withdraw", edition="2").content.decode()
    assert "Withdraw edition 2?" in asked and offered(published) == [2], "asked first"
    for _ in range(2):
        do(published, anna, "withdraw", edition="2", sure="1")
        assert offered(published) == [1]
        assert published.current == published.editions.get(number=1)
    do(published, anna, "withdraw", edition="1", sure="1")
    assert offered(published) == []
    assert client(None).get(reverse("decks:deck", args=[published.slug])).status_code == 404
    assert client(None).get(reverse("decks:print", args=[published.slug])).status_code == 404
    do(published, anna, "let-stand", edition="2")
    assert offered(published) == [2]
    assert do(published, anna, "withdraw", edition="7", sure="1").status_code == 404


def test_what_is_published_after_a_withdrawal_gets_a_number_of_its_own(published: Deck) -> None:
    keeping.withdraw(published.editions.get(number=2), None)
    assert writing.publish_drafts(published, None).number == 3


def test_a_deck_that_is_put_away_is_in_no_list_and_can_be_taken_out(published: Deck, anna: User) -> None:
    do(published, anna, "put-away", sure="1")
    assert offered(published) == []
    assert "Inventions" not in client(None).get(reverse("decks:catalogue")).content.decode()
    desk = client(anna).get(reverse("decks:desk")).content.decode()
    assert "Inventions" in desk and "put away" in desk
    do(published, anna, "take-out")
    assert offered(published) == [2]


def test_a_deck_is_handed_over_and_its_author_goes_on_writing(published: Deck, anna: User) -> None:
    beat = person("beat")
    told = do(published, anna, "hand-over", heir="nobody")
    assert told.status_code == 422 and "Nobody here who writes decks is called nobody." in told.content.decode()
    assert 'value="nobody"' in told.content.decode()
    User.objects.create_user("plain")
    with pytest.raises(ValidationError):
        keeping.hand_over(published, "plain")
    do(published, anna, "hand-over", heir="beat")
    deck = Deck.objects.get(pk=published.pk)
    assert deck.owner == beat and list(deck.shared_with.all()) == [anna]
    assert client(anna).get(reverse("decks:write", args=[deck.pk])).status_code == 200


def test_a_deleted_deck_is_gone_for_all_and_its_editions_go_with_their_last_table(published: Deck, anna: User) -> None:
    table = open_table("quizterix-snap", published.current, {})
    also = open_table("quizterix-snap", published.editions.get(number=1), {})
    review = reverse("decks:review", args=[published.key])
    assert "Delete the deck?" in do(published, anna, "delete").content.decode()
    do(published, anna, "delete", sure="1")
    assert offered(published) == []
    for page in (reverse("decks:write", args=[published.pk]), reverse("decks:deck", args=["inventions"]), review):
        assert client(anna).get(page).status_code == 404, page
    assert "Inventions" not in client(anna).get(reverse("decks:desk")).content.decode()
    assert writing.begin_deck(anna, "event", "Inventions", "en", []).slug == "inventions", "its address is free"
    also.delete()
    tidy(timezone.now())
    assert [edition.number for edition in Edition.objects.filter(deck=published)] == [2]
    table.delete()
    tidy(timezone.now())
    assert not Deck.objects.filter(pk=published.pk).exists()
    assert not Draft.everything.filter(deck=published.pk).exists()


def test_an_edition_that_is_mixed_into_a_table_stays_as_long_as_the_table(published: Deck) -> None:
    other = writing.begin_deck(None or person("carla"), "event", "Other", "en", [])
    writing.add_card(other, "event", None, EVENT)
    edition = writing.publish_drafts(other, None)
    open_table("quizterix-snap", edition, {}, also=[published.current])
    keeping.delete(published)
    tidy(timezone.now() + timedelta(days=1))
    assert [edition.number for edition in Edition.objects.filter(deck=published)] == [2]


def test_a_review_link_can_be_renewed_and_the_old_one_is_dead(published: Deck, anna: User) -> None:
    old = reverse("decks:review", args=[published.key])
    do(published, anna, "renew")
    assert client(None).get(old).status_code == 404
    fresh = Deck.objects.get(pk=published.pk).key
    assert client(None).get(reverse("decks:review", args=[fresh])).status_code == 200


def test_when_an_account_goes_its_decks_go_to_who_writes_them_too_or_are_put_away(published: Deck, anna: User) -> None:
    alone = writing.begin_deck(anna, "event", "Alone", "en", [])
    beat = person("beat")
    published.shared_with.add(beat)
    anna.delete()
    assert Deck.objects.get(pk=published.pk).owner == beat
    left = Deck.objects.get(pk=alone.pk)
    assert left.owner is None and left.archived_at is not None


@pytest.mark.parametrize("what", ["", "nonsense", "withdraw", "let-stand", "hand-over"])
def test_nonsense_changes_nothing(published: Deck, anna: User, what: str) -> None:
    assert do(published, anna, what, sure="1", edition="x").status_code in (200, 404, 422)
    assert offered(published) == [2] and Deck.objects.get(pk=published.pk).owner == anna


def test_strangers_find_no_such_page(published: Deck) -> None:
    for stranger, status in ((person("beat"), 404), (User.objects.create_user("plain"), 200)):  # told where they stand
        assert do(published, stranger, "delete", sure="1").status_code == status
    assert offered(published) == [2]
