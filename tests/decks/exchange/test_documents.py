"""Decks in JSON and YAML: every mistake named, gaps of a draft filled."""

import json
from typing import Any

import pytest

from decks.exchange import dump
from decks.exchange.archives import pack_up
from decks.exchange.headings import Manner
from decks.exchange.reading import read_file
from decks.exchange.samples import sample_deck
from games.rules.words import Text
from tests.decks.exchange.making import refused

STATEMENT = {"number": 1, "category": "nature", "truth": True, "difficulty": 1, "text": {"en": "Marmots whistle."}}
ABOUT = {"title": {"en": "Small talk"}, "kind": "statement", "languages": ["en"]}
DECK_YAML = b"kind: statement\nlanguages: [en]\n"


def as_json(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


def as_yaml(cards: str, folder: str = "small/") -> bytes:
    return pack_up({f"{folder}deck.yaml": DECK_YAML, f"{folder}statements-001-055.yaml": cards.encode()})


def test_a_draft_in_json_may_lack_texts_and_whole_fields() -> None:
    loaded = read_file(b"\xef\xbb\xbf" + as_json(about=ABOUT, statements=[{**STATEMENT, "basis": None}]), "deck.json")
    assert loaded.about is not None
    assert (loaded.about.title.en, loaded.about.licence) == ("Small talk", Text())
    assert (loaded.statements[0].explanation, loaded.statements[0].basis) == (Text(), "")


def test_cards_in_json_need_not_say_what_the_deck_is() -> None:
    assert read_file(as_json(statements=[STATEMENT]), "cards.json", Manner("statement")).about is None


def test_the_json_of_a_deck_is_laid_out_to_be_read() -> None:
    assert dump(*sample_deck("statement"), "json").decode().splitlines()[:3] == [
        "{",
        ' "about": {',
        '  "title": {',
    ]


JSON_MISTAKES: list[tuple[bytes, str]] = [
    (b'{"statements": [}', "expected JSON; look at the commas"),
    (b"[" * 100_000, "expected JSON; "),
    (b'"\xff"', "expected JSON; "),
    (b'{"events": ["\\ud800"]}', "expected JSON; "),
    (b"", "expected JSON; "),
    (b"[]", "expected an object with statements, events, questions, shows"),
    (as_json(cards=[]), "cards: no such field: expected one of about, statements, events, questions, shows"),
    (as_json(statements={}), "expected at least one card"),
    (as_json(statements="x"), "statements: expected a list of cards"),
    (as_json(statements=["x"]), "card 1 of the statements: expected a group of fields, not a text"),
    (as_json(statements=[{**STATEMENT, "truth": "yes"}]), "statement 1, truth: expected true or false, not a text"),
    (as_json(statements=[{**STATEMENT, "number": 0}]), "statement 0, number: expected a whole number from 1, not 0"),
    (
        as_json(statements=[{**STATEMENT, "text": {"rm": "x"}}]),
        "statement 1, text.rm: no such field: expected one of en",
    ),
    (as_json(statements=[STATEMENT, STATEMENT]), "statement 1, number: expected each card once; the first is in "),
    (
        as_json(statements=[{**STATEMENT, "text": {"en": "x" * 5_001}}]),
        "statement 1, text.en: expected at most 5000 characters, not 5001",
    ),
    (
        as_json(statements=[{**STATEMENT, "basis": "a\x00"}]),
        "statement 1, basis: expected no invisible characters (at character 2)",
    ),
    (as_json(about={"kind": "statement"}, statements=[STATEMENT]), "languages: is missing"),
    (as_json(about={**ABOUT, "kind": "poem"}, statements=[STATEMENT]), "kind: expected one of statement, event, quiz"),
    (as_json(about={**ABOUT, "languages": ["rm"]}, statements=[STATEMENT]), "languages: expected one or more of en"),
    (as_json(about={**ABOUT, "title": {"en": "a\x07"}}, statements=[STATEMENT]), "title.en: expected no invisible"),
    (as_json(about={**ABOUT, "kind": "event"}, statements=[STATEMENT]), "expected only events, not statements"),
    (as_json(about=ABOUT), "expected at least one card"),
    (
        as_json(statements=[{**STATEMENT, "number": number} for number in range(1, 10_002)]),
        "expected at most 10000 cards, not 10001",
    ),
]


@pytest.mark.parametrize(("data", "said"), JSON_MISTAKES, ids=range(len(JSON_MISTAKES)))
def test_a_mistake_in_json_is_named(data: bytes, said: str) -> None:
    [problem] = refused(data, "deck.json")
    assert problem.startswith(f"deck.json:1: {said}")


def test_every_mistake_in_json_is_named_at_once() -> None:
    wrong = [{**STATEMENT, "truth": "yes", "text": [], "colour": 1}, {**STATEMENT, "number": 2, "difficulty": 4}]
    assert len(refused(as_json(about={**ABOUT, "kind": "poem"}, statements=wrong, more=1), "deck.json")) == 6


CARD = "- {number: 1, category: nature, truth: true, difficulty: 1, text: {en: Marmots}}\n"


@pytest.mark.parametrize("folder", ["", "small/", "there/small/"])
def test_yaml_files_may_lie_in_a_folder(folder: str) -> None:
    assert read_file(as_yaml(CARD, folder), "deck.zip").statements[0].text.en == "Marmots"


def test_what_a_computer_adds_to_a_zip_is_passed_over() -> None:
    files = {"a/deck.yaml": DECK_YAML, "a/statements-001-055.yaml": CARD.encode()}
    extras = {"__MACOSX/a/._deck.yaml": b"\x00", "a/.DS_Store": b"\x00", "a/": b""}
    assert read_file(pack_up({**files, **extras}), "deck.zip").statements


YAML_MISTAKES = [
    (
        as_yaml(CARD.replace("true", "maybe")),
        "small/statements-001-055.yaml:1: statement 1, truth: expected true or false",
    ),
    (as_yaml(CARD.replace("1,", "56,", 1)), "small/statements-001-055.yaml:1: statement 56, number: expected a number"),
    (as_yaml(CARD.replace("Marmots", "x" * 5_001)), "small/statements-001-055.yaml:1: statement 1, text.en: expected "),
    (as_yaml("- [" * 50), "small/statements-001-055.yaml:1: expected YAML"),
    (pack_up({"events.yaml": b"[]"}), "deck.yaml:1: expected this file: it says what the deck is"),
    (pack_up({"a/deck.yaml": DECK_YAML, "b/deck.yaml": DECK_YAML}), "deck.zip:1: expected all files in one folder"),
    (pack_up({"a/deck.yaml": DECK_YAML}), "a/deck.yaml:1: expected at least one card in the deck"),
    (
        pack_up({"deck.yaml": b'kind: event\nlanguages: [en]\ntitle: {en: "\\a"}', "events.yaml": b"[]"}),
        "deck.yaml:1: ",
    ),
]


@pytest.mark.parametrize(("data", "said"), YAML_MISTAKES, ids=range(len(YAML_MISTAKES)))
def test_a_mistake_in_yaml_is_named(data: bytes, said: str) -> None:
    [problem] = refused(data, "deck.zip")
    assert problem.startswith(said)
