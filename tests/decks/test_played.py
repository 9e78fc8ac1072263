"""What play has shown about a deck, and what its authors read of it on the health page."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from msgspec import structs

from decks.models import Deck, Edition, Reading
from decks.played import Share, played, uneven
from decks.roles import AUTHORS
from decks.services import note_readings, publish
from games.rules.words import Text
from tests.tables.packs import statement_pack

LEVEL = (Share("de", 500, 500), Share("fr", 500, 500))


@pytest.mark.parametrize(
    ("shares", "language"),
    [
        ((Share("de", 40, 10), Share("fr", 12, 38)), "de"),
        ((Share("de", 30, 20), Share("fr", 25, 25)), ""),
        ((Share("de", 9, 0), Share("fr", 0, 50)), ""),  # nine answers say nothing
        ((Share("de", 50, 0), Share("fr", 50, 0)), ""),
        ((Share("de", 50, 0),), ""),
        ((Share("de", 25, 25), Share("fr", 25, 25), Share("it", 48, 2)), "it"),
    ],
)
def test_only_more_than_chance_is_told(shares: tuple[Share, ...], language: str) -> None:
    assert uneven(shares, (*LEVEL, Share("it", 500, 500))) == language


def test_those_who_read_the_whole_deck_better_do_not_stand_out() -> None:
    shares = (Share("de", 90, 10), Share("fr", 50, 50))
    assert uneven(shares, LEVEL)
    assert not uneven(shares, (Share("de", 900, 100), Share("fr", 500, 500)))


@pytest.fixture
def edition(db: None) -> Edition:
    return publish(statement_pack())


def read(edition: Edition, card: str, language: str, right: int, wrong: int, table: str = "AAAAA") -> None:
    note_readings([Reading(edition=edition, card=card, language=language, table=table, right=right, wrong=wrong)])


def test_a_reworded_card_begins_anew_and_the_others_go_on(edition: Edition) -> None:
    pack = statement_pack()
    first, *others = pack.statements
    read(edition, str(first.number), "en", 3, 1)
    read(edition, str(others[0].number), "en", 1, 1)
    reworded = structs.replace(first, text=Text(**{one: f"{first.text.say(one)} Truly." for one in pack.languages}))
    second = publish(structs.replace(pack, statements=(reworded, *others)))
    read(second, str(others[0].number), "en", 2, 0)
    _overall, by_card = played(second.deck)
    assert reworded not in by_card
    assert by_card[others[0]].shares == (Share("en", 3, 1),)


def test_a_table_counts_once(edition: Edition) -> None:
    for _ in range(2):
        read(edition, "1", "en", 3, 1)
    assert Reading.objects.count() == 1


def health_page(deck: Deck) -> str:
    user = User.objects.create_user("anna", is_staff=True)
    user.groups.add(Group.objects.get(name=AUTHORS))
    deck.owner = user
    deck.save()
    browser = Client()
    browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    answer = browser.get(reverse("decks:health", args=[deck.pk]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_health_page_of_a_published_deck_tells_what_play_has_shown(edition: Edition) -> None:
    one, two = statement_pack().statements[:2]
    read(edition, str(one.number), "de", 40, 10)
    read(edition, str(one.number), "fr", 12, 38)
    read(edition, str(two.number), "de", 12, 38)
    read(edition, str(two.number), "fr", 40, 10)
    page = health_page(edition.deck)
    assert "Known differently in different languages" in page
    assert "40/50" in page and "12/50" in page
    assert "Every card has what it needs." in page


def test_without_a_game_nothing_is_told(edition: Edition) -> None:
    assert "What play has shown" not in health_page(edition.deck)
