"""The page of health: what is found is kept while the deck stays as it is, and thousands of cards are no load."""

import pytest
from django.contrib.auth.models import User
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from decks import card_gates, writing
from decks.deck_gates import EVENTS, deck_gates
from decks.health import MOST_PROBLEMS, found
from decks.models import Deck, Draft, Findings, Picture
from decks.packaged import Placed, Source
from decks.writing import about_of, pack_from
from games.rules.pack import Event
from games.rules.words import LANGUAGES, Text, Texts
from tests.decks.test_writing import EVENT


@pytest.mark.django_db
def test_what_was_found_is_kept_until_something_changes_by_whomever(deck: Deck, anna: User) -> None:
    writing.add_cards(deck, [("event", EVENT)], anna)
    assert found(deck).count == 0
    kept = Findings.objects.get()

    def is_kept() -> bool:
        """Is what was kept given out once more? It says something that nobody could find."""
        Findings.objects.filter(pk=kept.pk).update(found=kept.found | {"count": 99})
        return found(Deck.objects.get(pk=deck.pk)).count == 99

    assert is_kept()
    Draft.objects.update(fields=EVENT | {"year": "1877"})  # as somebody with an older version of the site would
    assert found(deck).count == 1
    assert is_kept()
    writing.add_cards(deck, [("event", EVENT)], anna)
    assert not is_kept()
    Deck.objects.update(title={})
    assert not is_kept()
    writing.remove_card(Draft.objects.latest("pk"), anna)
    assert not is_kept()
    Picture.objects.create(deck=deck, key="a" * 20, data=b"", width=1, height=1)
    assert not is_kept()
    assert is_kept()
    with translation.override("de"):
        assert not is_kept()
    assert is_kept(), "each language keeps its own"


@pytest.mark.django_db
def test_a_mnemonic_that_cannot_be_read_is_a_problem_of_its_card_and_of_nothing_else(deck: Deck, anna: User) -> None:
    writing.add_cards(deck, [("event", EVENT | {"mnemonic.en": "[H]ouse"})], anna)
    assert [problem.path for problem in found(deck).problems] == ["mnemonic.en"]


@pytest.mark.django_db
def test_of_thousands_of_problems_the_first_are_told_and_the_others_counted(deck: Deck, anna: User) -> None:
    writing.add_cards(deck, [("event", {}) for _ in range(60)], anna)
    there = found(deck)
    assert len(there.problems) == MOST_PROBLEMS
    assert there.count == 60 * 8


def test_more_events_than_there_are_ranks_and_suits_are_not_compared_each_with_each(deck_of_one: Deck) -> None:
    event = Event("A", "hearts", 1876, Text(en="The same"), Text(), Text(), Text(), Text(), reject=Texts(en=("Same",)))
    placed = tuple(Placed(str(number), event, "", {}) for number in range(EVENTS + 1))
    wrong, _figures = deck_gates(Source(pack_from(deck_of_one, [event] * (EVENTS + 1)), about_of(deck_of_one), placed))
    assert not [problem for problem in wrong if "taken for" in problem.what or "counts" in problem.what]


@pytest.fixture
def deck_of_one() -> Deck:
    return Deck(slug="one", kind="event", languages=["en"])


RULES = [
    (language, pattern)
    for language in LANGUAGES
    for pattern, _expected in (*card_gates._SETTING[""], *card_gates._SETTING.get(language, ()))
]


@pytest.mark.parametrize(("language", "pattern"), RULES)
def test_no_rule_of_setting_is_missed_by_the_first_look(language: str, pattern: str) -> None:
    @settings(max_examples=4)
    @given(st.from_regex(pattern))
    def each(text: str) -> None:
        assert list(card_gates._well_set("text", text, language))

    each()
