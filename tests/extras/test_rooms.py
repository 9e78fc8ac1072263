"""What belongs to one game alone: in a room that bears its slug, known to the rest of the site by one contract."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games import extras
from games.extras.registry import EXTRAS
from games.rules.registry import GAMES
from games.tables.finished import finished
from tests.markup import flat

ROOMS = sorted(path.name for path in Path(extras.__file__).parent.iterdir() if (path / "__init__.py").exists())


def test_every_room_is_named_by_the_slug_of_a_game():
    assert {room.replace("_", "-") for room in ROOMS} - {"migrations", "management"} <= GAMES.keys()


def test_every_room_that_offers_pages_is_listed():
    offered = {room.replace("_", "-") for room in ROOMS if (Path(extras.__file__).parent / room / "extras.py").exists()}
    assert {slug for slug, one in EXTRAS.items() if hasattr(one, "slug")} == offered
    assert EXTRAS.keys() == GAMES.keys()


@pytest.mark.parametrize(
    ("name", "args", "address"),
    [
        ("tables:day_now", [], "/day/"),
        ("tables:day", [7, "2026-08-01"], "/day/7/2026-08-01/"),
        ("tables:major", [], "/games/quizterix-standard/major/"),
    ],
)
def test_the_addresses_stay_where_they_are(name, args, address):
    assert reverse(name, args=args) == address


def test_no_two_games_have_a_page_of_the_same_name():
    names = [address.name for one in EXTRAS.values() for address in one.addresses(finished)]
    assert names and len(names) == len(set(names))


@pytest.mark.django_db
@pytest.mark.parametrize("slug", GAMES)
def test_a_page_of_a_games_own_is_offered_where_its_tables_are_opened_and_nowhere_else(slug):
    html = flat(Client().get(reverse("tables:open", args=[slug])).content.decode())
    for other, one in EXTRAS.items():
        for link in one.links:
            there = f'<a href="{reverse(link.address)}">{link.label}</a>' in html
            assert there is (other == slug)
