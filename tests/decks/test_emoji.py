"""Emoji are found by their names and by a mnemonic's words, in the languages of a deck."""

import pytest

from decks.emoji import MOST, find_emoji
from decks.mnemonics import words
from games.rules import major


def found(said, *languages):
    return [one.emoji for one in find_emoji(said, languages, "en")]


@pytest.mark.parametrize(
    ("said", "language", "emoji"),
    [
        ("Hund", "de", "🐕"),
        ("hunde", "de", "🐕"),  # several of them
        ("château", "fr", "🏰"),
        ("cane", "it", "🐕"),
        ("いぬ", "ja", "🐕"),
        ("犬", "ja", "🐕"),
    ],
)
def test_an_emoji_is_found_by_its_name_in_the_language_of_the_deck(said, language, emoji):
    assert emoji in found(said, language)[:3]


def test_a_word_of_a_language_that_the_deck_does_not_have_finds_nothing():
    assert found("Zahnradbahn", "en") == []
    assert found("Schwarzbär", "ja", "fr") == []


def test_a_mnemonic_is_read_without_its_brackets_and_each_of_its_words_has_its_turn():
    assert found("[Sh]ivering [T]errier", "en")[0] == "🐕"
    assert {"🔥", "🐈"} <= set(found("[F]euer [K]atze", "de")[:2])
    assert found("[い]そがしい[い]ぬ", "ja")[0] == "🐕", "words that no space divides"


@pytest.mark.parametrize("language", major.LANGUAGES)
def test_whatever_the_desk_proposes_as_a_mnemonic_can_be_drawn(language):
    nouns = [noun.word for digit in words(language) for noun in digit.nouns]
    assert [noun for noun in nouns if not found(noun, language)] == []


def test_what_is_found_is_few_called_by_its_name_and_fit_for_a_scene():
    assert len(found("a e i o u face head cat dog red", "en", "de", "fr", "it", "ja")) == MOST
    assert [one.name for one in find_emoji("Hund", ["de"], "fr")][:1] == ["chien"]
    assert find_emoji("", ["de"], "fr") == find_emoji("[]@*", ["de"], "tlh") == []
    assert find_emoji("x" * 10_000 + "犬", ["de"], "en") == []
