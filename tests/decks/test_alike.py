"""Texts that give each other away are found in decks of any size; what is known of a card is not worked out again."""

import pytest
from django.contrib.auth.models import User
from rapidfuzz import fuzz

from decks import writing
from decks.alike import alike_pairs
from decks.deck_gates import ALIKE
from decks.flat import known
from decks.models import Deck
from decks.packaged import DATA, read_deck
from tests.decks.making import nonsense
from tests.decks.test_writing import EVENT


def test_two_that_are_alike_are_found_wherever_they_stand_in_a_deck_of_thousands() -> None:
    texts = [nonsense(number) for number in range(2_000)]
    texts[1_990] = " ".join(reversed(texts[1_400].casefold().split())).replace("g", "gg", 1)
    assert [(one, other) for one, other, score in alike_pairs(tuple(texts)) if score >= ALIKE] == [(1_400, 1_990)]


def test_what_is_found_is_what_comparing_all_with_all_finds() -> None:
    texts = [one.text.de for one in read_deck(DATA / "swiss-quiz").pack.statements[:150]]
    texts += [text.replace("Schweiz", "Eidgenossenschaft") for text in texts]
    small = [text.casefold() for text in texts]  # the order of words is that of small letters
    found = {other for _one, other, score in alike_pairs(tuple(texts)) if score >= ALIKE}
    pairs = ((one, other) for other in range(len(texts)) for one in range(other))
    alike = {other for one, other in pairs if fuzz.token_sort_ratio(small[one], small[other]) >= ALIKE}
    assert found == alike and len(found) > 140


@pytest.mark.django_db
def test_looking_through_a_deck_again_works_out_only_what_has_changed(deck: Deck, anna: User) -> None:
    cards = [writing.add_card(deck, "event", anna, EVENT | {"name.en": f"Only here {number}"}) for number in range(5)]
    writing.built(deck)
    before = known.cache_info().misses
    writing.save_card(cards[2], EVENT | {"name.en": "Changed"}, 1, anna)
    assert writing.built(deck)[0][2][1].name.en == "Changed"
    assert known.cache_info().misses == before + 1
