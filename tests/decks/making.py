"""Small decks for tests, written to a folder as an author would write them."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from games.rules.major import consonants_for
from games.rules.pack import Category, Rank

CATEGORIES = get_args(Category)
RANKS = get_args(Rank)

ABOUT = """\
title: {en: "Small talk", de: "Kleinigkeiten"}
description: {en: "A deck for tests.", de: "Ein Satz Karten für Tests."}
kind: statement
languages: [de, en]
credits: {en: "Nobody", de: "Niemand"}
licence: {en: "CC BY-SA 4.0", de: "CC BY-SA 4.0"}
"""

ONE_LANGUAGE = """\
title: {en: "Nonsense"}
description: {en: "A deck for tests."}
kind: statement
languages: [en]
credits: {en: "Nobody"}
licence: {en: "CC0 1.0"}
"""

STATEMENTS = """\
- number: 1
  category: nature
  truth: true
  difficulty: 1
  text: {de: "Murmeltiere pfeifen.", en: "Marmots whistle."}
  explanation: {de: "Sie warnen einander so.", en: "That is how they warn each other."}
  basis: "Alpine marmots give alarm whistles; any mammal guide."
- number: 2
  category: places
  truth: false
  difficulty: 2
  text:
    de: "Auf dem Sursee kann man segeln."
    en: "One can sail a boat on the Sursee."
  explanation:
    de: "Sursee ist eine Stadt."
    en: "Sursee is a town."
  basis: "Sursee is a town on Lake Sempach; any map."
"""

EVENTS_ABOUT = ABOUT.replace("kind: statement", "kind: event")

EVENTS = """\
- rank: Q
  suit: hearts
  year: 1961
  date: 1961-08-13
  name: {en: "Building of the Berlin Wall", de: "Bau der Berliner Mauer"}
  accept: {en: ["Berlin Wall"], de: ["Mauerbau"]}
  mnemonic: {en: "[Sh]ivering [T]errier", de: "[Sch]nee-[D]ackel"}
  scene: {en: "night flat 🧱@50,100*22 🐕@50,80*52|", de: "night flat 🧱@50,100*22 🐕@50,80*52|"}
  alt: {en: "A dog on a wall", de: "Ein Hund auf einer Mauer"}
  story: {en: "A wall went up.", de: "Eine Mauer wurde gebaut."}
- rank: 10
  suit: hearts
  year: 1969
  name: {en: "First people on the Moon", de: "Die ersten Menschen auf dem Mond"}
  mnemonic: {en: "[Ch]eeky [P]ug", de: "[Sch]lauer [B]är"}
  scene: {en: "space 🌙@50,40*40", de: "space 🌙@50,40*40"}
  alt: {en: "The Moon", de: "Der Mond"}
  story: {en: "They walked there.", de: "Sie spazierten dort."}
"""

QUESTIONS = "".join(
    f"""{"-" if suit == "clubs" else " "} {suit}:
    ask: {{en: "Which of the {suit}?", de: "Welche von {suit}?"}}
    answer: {{en: "Berlin", de: "Berlin"}}
    accept: {{en: ["Berlin, Germany"]}}
"""
    for suit in ("clubs", "diamonds", "hearts", "spades")
)


def write_deck(folder: Path, files: Mapping[str, str]) -> Path:
    """A deck in this folder with these files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def statement_deck(data: Path, name: str = "small", **changes: str) -> Path:
    """A deck of two statements; ``changes`` replaces whole files: ``about=...``, ``statements=...``."""
    return write_deck(
        data / name,
        {
            "deck.yaml": changes.get("about", ABOUT),
            "statements-001-055.yaml": changes.get("statements", STATEMENTS),
        },
    )


def event_deck(data: Path, name: str = "events", **changes: str) -> Path:
    """A deck of two events and a question card; ``changes`` replaces whole files."""
    return write_deck(
        data / name,
        {
            "deck.yaml": changes.get("about", EVENTS_ABOUT),
            "events.yaml": changes.get("events", EVENTS),
            "questions.yaml": changes.get("questions", QUESTIONS),
        },
    )


def nonsense(seed: object, words: int = 6) -> str:
    """A sentence unlike any other."""
    letters = hashlib.sha256(str(seed).encode()).hexdigest().translate(str.maketrans("0123456789", "ghklmnprst"))
    size = len(letters) // words
    return " ".join(letters[start : start + size] for start in range(0, size * words, size)).capitalize() + "."


def statement(number: int, truth: bool, category: str = "nature", difficulty: int = 1, text: str = "") -> str:
    """One statement as it stands in a file, in English alone."""
    return f"""\
- number: {number}
  category: {category}
  truth: {str(truth).lower()}
  difficulty: {difficulty}
  text: {{en: {json.dumps(text or nonsense(number))}}}
  explanation: {{en: "Because."}}
  basis: "It is so; look it up."
"""


def even_deck(data: Path, count: int = 60, **changes: Callable[[int], Any]) -> Path:
    """Statements nobody can guess, in files of twenty; ``changes``: truth, category, difficulty, text by number."""
    rules: dict[str, Callable[[int], Any]] = {
        "truth": lambda number: number % 2 == 0,
        "category": lambda number: CATEGORIES[number // 2 % 6],
        "difficulty": lambda number: number // 4 % 3 + 1,
        "text": lambda number: nonsense(number),
    } | changes
    files = {"deck.yaml": ONE_LANGUAGE}
    for first in range(1, count + 1, 20):
        numbers = range(first, min(first + 20, count + 1))
        cards = (statement(number, **{name: rule(number) for name, rule in rules.items()}) for number in numbers)
        files[f"statements-{first:03}-{first + 19:03}.yaml"] = "".join(cards)
    return write_deck(data / "even", files)


def suit_deck(data: Path, years: Sequence[int], suits: Sequence[str] = ("hearts",), mnemonic: str = "") -> Path:
    """Whole suits of events in these years, each with a mnemonic made of its consonants."""
    events = []
    places = [(rank, suit) for suit in suits for rank in RANKS]
    for (rank, suit), year in zip(places, years, strict=False):
        tens, ones = consonants_for(year, "en")
        fitting = mnemonic or f"[{tens[0]}]a{nonsense((rank, suit), 8)[:30]} [{ones[0]}]a"
        events.append(f"""\
- rank: {rank}
  suit: {suit}
  year: {year}
  name: {{en: "{nonsense((suit, rank))[:40].strip()}"}}
  mnemonic: {{en: "{fitting}"}}
  scene: {{en: "night 🐕@50,80*52"}}
  alt: {{en: "A dog"}}
  story: {{en: "It barks."}}
""")
    about = ONE_LANGUAGE.replace("kind: statement", "kind: event")
    return write_deck(data / "suit", {"deck.yaml": about, "events.yaml": "".join(events)})
