"""Mnemonics the desk proposes: they spell the year, they are grammatical, and there are always others."""

import re

import pytest
from django.urls import reverse

from decks import writing
from decks.mnemonics import A_PAGE, NOUN_FIRST, suggestions, words
from games.rules import major
from tests.decks.test_writing import client, person

LETTERS = "bcdfghjklmnpqrstvxz"  # a w has no digit in English and its own in German
ENOUGH = 12
EACH = pytest.mark.parametrize("language", major.LANGUAGES)


def forms(language):
    """Every word as it can be said, with the digit it is kept under."""
    for digit, known in enumerate(words(language)):
        for adjective in known.adjectives:
            for form in adjective.split("/"):
                yield digit, form
        for noun in known.nouns:
            yield digit, noun.word


@EACH
def test_each_digit_has_a_dozen_adjectives_and_a_dozen_nouns(language):
    for digit, known in enumerate(words(language)):
        assert len(known.adjectives) == len(set(known.adjectives)) >= ENOUGH, digit
        assert len(known.nouns) == len({noun.word for noun in known.nouns}) >= ENOUGH, digit


@EACH
def test_every_word_begins_with_the_sound_of_its_digit(language):
    wrong = []
    for digit, word in forms(language):
        (sound,) = major.sounds(word, language)  # one mark in each word
        if not word.startswith("[") or sound.readings[0] != str(digit):
            wrong.append((digit, word, sound.readings))
    assert not wrong


@EACH
def test_a_mark_takes_in_all_letters_of_its_sound(language):
    """In ``[S]hip`` the sound is sh: marking the S alone would mislead whoever learns it."""
    wrong = []
    for _, word in forms(language):
        inside, next_letter = re.match(r"\[(\w+)\](\w)", word).groups()
        longer = word.replace(f"{inside}]{next_letter}", f"{inside}{next_letter}]")
        same = major.sounds(longer, language)[0].readings == major.sounds(word, language)[0].readings
        if next_letter in LETTERS and same:
            wrong.append(word)
    assert not wrong


@EACH
def test_all_hundred_endings_have_pages_of_six_that_spell_them(language):
    for year in range(1900, 2000):
        for page in (0, 1, 7, 10_000):
            found = suggestions(year, language, page)
            assert len(set(found)) == A_PAGE == 6
            assert [one for one in found if not major.spells(one, language, year)] == []


@EACH
def test_pages_go_on_until_every_adjective_has_met_every_noun(language):
    known = words(language)
    described, thing = (4, 2) if language in NOUN_FIRST else (2, 4)
    pairs = len(known[described].adjectives) * len(known[thing].nouns)
    seen = [one for page in range(-(-pairs // A_PAGE)) for one in suggestions(1924, language, page)]
    assert len(set(seen)) == pairs


@EACH
def test_no_word_is_paired_with_itself(language):
    for year in range(100):
        for page in range(60):
            for pair in suggestions(year, language, page):
                halves = pair.split("[") if language == "ja" else re.sub(r"[\[\]]", "", pair).lower().split()
                first, second = halves[-2:]
                assert first != second, pair


def test_the_same_page_is_the_same_tomorrow():
    assert suggestions(1961, "en", 3) == suggestions(1961, "en", 3) == suggestions(1861, "en", 3)
    assert set(suggestions(1961, "en", 3)).isdisjoint(suggestions(1961, "en", 4))


def all_of(year, language):
    return {pair for page in range(60) for pair in suggestions(year, language, page)}


def test_german_adjectives_follow_the_gender_of_the_noun():
    assert {"[Sch]webende [M]öwe", "[Sch]webender [M]ond", "[Sch]webendes [M]otorrad"} <= all_of(1963, "de")
    assert "[Z]itternder [D]ackel" in all_of(1901, "de")


def test_french_nouns_come_first_and_their_adjectives_agree():
    assert {"[Ch]èvre [b]ondissante", "[Ch]at [b]ondissant", "[Ch]èvre [p]âle"} <= all_of(1969, "fr")
    assert {"[L]oup [f]ou", "[L]une [f]olle"} <= all_of(1958, "fr")


def test_italian_nouns_come_first_and_their_adjectives_agree():
    assert {"[C]ivetta [b]allerina", "[C]igno [b]allerino", "[G]iraffa [p]igra"} <= all_of(1969, "it")
    assert {"[L]upo [f]urbo", "[L]una [f]urba"} <= all_of(1958, "it")


def test_japanese_words_stand_side_by_side():
    assert "[ば]かな[く]ま" in all_of(1989, "ja")


def test_german_french_and_italian_nouns_have_a_gender_and_german_knows_no_eszett():
    for language, genders in (("de", {"m", "f", "n"}), ("fr", {"m", "f"}), ("it", {"m", "f"})):
        for known in words(language):
            assert {noun.gender for noun in known.nouns} == genders
    assert not [word for _, word in forms("de") if "ß" in word]


# -- at the desk -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_other_words_are_for_whoever_writes_the_deck_and_for_years_that_can_be_read():
    anna, emil = person("anna"), person("emil")
    deck = writing.begin_deck(anna, "event", "Inventions", "en", ["de"])
    draft = writing.add_card(deck, "event", anna, {"year": "1876"})

    def asks(user, language="en", **query):
        address = reverse("decks:other_words", args=[deck.pk, draft.pk, language])
        return client(user).get(address, {"year": "1961"} | query)

    answer = asks(anna, **{"others-en": "2"})
    assert answer.status_code == 200
    for words_ in suggestions(1961, "en", draft.pk + 2):
        assert f'value="{words_}"' in answer.content.decode()
    assert asks(anna, **{"others-en": "-2"}).content == asks(anna).content
    assert asks(emil).status_code == asks(anna, "it").status_code == asks(anna, year="61").status_code == 404


@pytest.mark.django_db
def test_without_script_the_link_to_others_shows_them_too():
    anna = person("anna")
    deck = writing.begin_deck(anna, "event", "Inventions", "en", [])
    draft = writing.add_card(deck, "event", anna, {"year": "1876"})
    page = client(anna).get(reverse("decks:card", args=[deck.pk, draft.pk]), {"others-en": "4"}).content.decode()
    assert all(f'value="{one}"' in page for one in suggestions(1876, "en", draft.pk + 4))
