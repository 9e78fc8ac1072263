"""An author at her desk, and the deck she writes."""

import pytest
from django.contrib.auth.models import User

from decks import writing
from decks.models import Deck
from tests.decks.test_writing import person


@pytest.fixture
def anna(db: None) -> User:
    return person("anna")


@pytest.fixture
def deck(anna: User) -> Deck:
    return writing.begin_deck(anna, "event", "Inventions", "en", [])
