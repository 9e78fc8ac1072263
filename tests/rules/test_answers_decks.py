"""Typed answers against whole decks: nobody's answer is another's, and a slip of the keyboard is forgiven (CO-3)."""

import itertools
from collections.abc import Callable, Iterator
from random import Random

import pytest

from decks.packaged import deck_folders, read_deck
from games.rules.answers import (
    answers_question,
    gives_mnemonic,
    gives_year,
    judge_text,
    names,
    names_event,
    recognised,
)
from games.rules.answers.numbers import value
from games.rules.answers.reading import LONGEST, read
from games.rules.pack import Pack, Question, mixed

pytestmark = pytest.mark.clause("CO-3")

PACKS = [read_deck(folder).pack for folder in deck_folders()]
EVENTS = [pack for pack in PACKS if pack.kind == "event"]
SHOWS = [(pack, show) for pack in PACKS for show in pack.shows]
every_deck = pytest.mark.parametrize("pack", EVENTS, ids=lambda pack: pack.slug)

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
BESIDE = {key: row[at - 1 : at] + row[at + 1 : at + 2] for row in ROWS for at, key in enumerate(row)}
SOME = 40  # of the other cards' answers: all of them would be half a million


def slips(text: str, dice: Random) -> Iterator[str]:
    """One letter left out, doubled, changed about with the next, or taken for its neighbour on the keyboard."""
    places = [at for at, letter in enumerate(text) if letter.isalpha() and not "\u3400" <= letter <= "\u9fff"]
    if len(places) < 5:
        return
    at = dice.choice(places)
    yield text[:at] + text[at + 1 :]
    at = dice.choice(places)
    yield text[:at] + text[at] + text[at:]
    pairs = [(one, two) for one, two in itertools.pairwise(places) if two == one + 1]
    one, two = dice.choice(pairs)
    yield text[:one] + text[two] + text[one] + text[two + 1 :]
    latin = [at for at in places if text[at].lower() in BESIDE]
    if latin:
        at = dice.choice(latin)
        yield text[:at] + dice.choice(BESIDE[text[at].lower()]) + text[at + 1 :]


def forgiven(cards: list[tuple[tuple[str, ...], Callable[[str], bool]]]) -> float:
    """The share of slips that are forgiven, of one slip of each kind in two answers of each card."""
    dice = Random(9)
    verdicts = [
        judge(typed) for texts, judge in cards for text in dict.fromkeys(texts[:2]) for typed in slips(text, dice)
    ]
    assert len(verdicts) > 200
    return sum(verdicts) / len(verdicts)


def questions(pack: Pack) -> list[Question]:
    return [one for card in pack.questions for one in (card.clubs, card.diamonds, card.hearts, card.spades)]


def accepted(question: Question) -> tuple[str, ...]:
    return question.answer.all() + question.accept.all()


@every_deck
def test_a_slip_in_the_name_of_an_event_is_forgiven(pack: Pack) -> None:
    assert forgiven([(names(one), lambda typed, one=one: names_event(typed, one, pack)) for one in pack.events]) > 0.97


@every_deck
def test_a_slip_in_the_answer_to_a_question_is_forgiven(pack: Pack) -> None:
    cards = [(accepted(one), lambda typed, one=one: answers_question(typed, one, pack)) for one in questions(pack)]
    assert forgiven(cards) > 0.96


@pytest.mark.parametrize(("pack", "show"), SHOWS, ids=lambda one: getattr(one, "slug", ""))
def test_a_slip_in_a_word_of_a_show_is_forgiven(pack: Pack, show: object) -> None:
    words = tuple(word.name.all() + word.accept.all() for word in show.words)  # type: ignore[attr-defined]
    cards = [(texts, lambda typed, at=at: recognised(typed, words) == at) for at, texts in enumerate(words)]
    assert forgiven(cards) > 0.96


@every_deck
def test_every_answer_is_right_on_its_own_card_and_on_no_other(pack: Pack) -> None:
    dice = Random(10)
    for one in pack.events:
        assert all(names_event(name, one, pack) for name in names(one))
        assert gives_year(str(one.year), one, pack)
        assert all(gives_mnemonic(text, one, pack) for text in one.mnemonic.all())
        elsewhere = [name for other in pack.events if other is not one for name in names(other)]
        assert [name for name in dice.sample(elsewhere, SOME) if names_event(name, one, pack)] == []
    for question in questions(pack):
        own = {reading[:3] for text in accepted(question) for reading in read(text)}
        assert all(answers_question(text, question, pack) for text in accepted(question))
        elsewhere = [
            text
            for other in questions(pack)
            for text in accepted(other)
            if not own & {reading[:3] for reading in read(text)}  # two questions may have the same answer
        ]
        elsewhere = dice.sample(elsewhere, SOME)
        assert [text for text in elsewhere if answers_question(text, question, pack) and not _same(text, own)] == []


def _same(text: str, own: set[tuple[object, ...]]) -> bool:
    """Is it one of the own answers, written together or apart?"""
    joined = {("".join(words), numbers) for words, numbers, _ in own}  # type: ignore[arg-type, misc]
    return any((reading.letters, reading.numbers) in joined for reading in read(text))


def test_in_mixed_decks_an_answer_that_two_cards_have_may_be_misspelt() -> None:
    assert judge_text("Mikhal Gorbachev", ["Mikhail Gorbachev"], ["Mikhail Gorbachev", "Leonid Brezhnev"])
    assert judge_text("Sputnk 1", ["Sputnik 1"], ["Sputnik 1", "Sputnik 2"])
    pack = mixed([EVENTS[0], EVENTS[0]])
    assert names_event("Fall of teh Berlin Wall", pack.events[0], pack)


def test_what_lies_between_two_countries_or_days_is_neither() -> None:
    assert not judge_text("Ambia", ["Zambia"])
    assert not judge_text("Ira", ["Iran"])
    assert judge_text("Sontag", ["Sonntag"])  # no finger makes a Montag of it
    assert judge_text("Zamiba", ["Zambia"])


def test_a_short_word_of_a_long_answer_may_be_misspelt() -> None:
    assert judge_text("Treaties f Rome", ["Treaties of Rome"])
    assert judge_text("Man on teh Moon", ["Man on the Moon"])
    assert not judge_text("Man no the Moon", ["Man on the Moon"])
    assert not judge_text("Ham", ["Sam"])


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("quatrevingtdixneuf", 99), ("vingtetun", 21), ("soixanteetonze", 71), ("septante", 70), ("huitantedeux", 82),
        ("nonanteneuf", 99), ("millecent", 1100), ("neufmilleneufcentquatrevingtdixneuf", 9999), ("dixseptieme", 17),
        ("einundzwanzig", 21), ("siebzehnter", 17), ("neuntausendneunhundertneunundneunzig", 9999), ("zwoelf", 12),
        ("ventotto", 28), ("centottanta", 180), ("novemilanovecentonovantanove", 9999), ("ventitreesimo", 23),
        ("ninehundred", 900), ("ninethousandninehundredandninetynine", 9999), ("twentyfirst", 21),
        ("nineteenohfive", 1905),
        ("きゅうせんきゅうひゃくきゅうじゅうきゅう", 9999), ("zero", 0), ("einhundert", 100), ("hundredand", None),
        ("zwanzigund", None), ("vingtdix", None), ("millemille", None), ("elfe", None), ("unter", None), ("", None),
    ],
)  # fmt: skip
def test_numbers_in_words_are_read_whole(word: str, number: int | None) -> None:
    assert value(word) == number


@pytest.mark.parametrize("typed", ["a" * 120, "one " * 30, "i v x " * 20, "un et " * 20, "äöü " * 30, "一二三" * 40])
def test_whatever_is_typed_can_be_read_in_few_ways(typed: str) -> None:
    assert len(read(typed)) <= 200
    assert read(typed + "x" * LONGEST) == frozenset()
