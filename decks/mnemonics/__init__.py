"""Words for a year: pairs to choose from that spell its last two digits, as ``[Sh]ivering [T]errier`` spells 61.

The words stand in a file per language, so that whoever speaks it can mend them. Adding one there is enough;
a test hears every one of them with the ears of the Major System.
"""

from functools import lru_cache
from math import lcm
from pathlib import Path

from msgspec import Struct

from games.rules.major import Language

A_PAGE = 6
FILES = Path(__file__).parent
NOUN_FIRST = ("fr", "it")
_GERMAN_ENDINGS = {"m": "er", "f": "e", "n": "es"}


class Noun(Struct, frozen=True):
    """Something to draw, and its gender where the language has any."""

    word: str
    gender: str


class Words(Struct, frozen=True):
    """What a digit can be called in one language, in the forms in which the file has it."""

    adjectives: tuple[str, ...]
    nouns: tuple[Noun, ...]


def suggestions(year: int, language: Language, page: int) -> tuple[str, ...]:
    """Six mnemonics for a year. Each page has others, until every adjective has met every noun."""
    tens, ones = divmod(year % 100, 10)
    known = words(language)
    # French and Italian nouns stand before their adjectives, and the digits are heard in the order they are said in.
    described, thing = (ones, tens) if language in NOUN_FIRST else (tens, ones)
    adjectives, nouns = known[described].adjectives, known[thing].nouns
    # Both lists are walked side by side, so that no word comes twice on a page. Once they are back where they
    # began, the nouns go one step ahead: so all pairs come, each once.
    again = lcm(len(adjectives), len(nouns))
    numbers = (number % (len(adjectives) * len(nouns)) for number in range(page * A_PAGE, (page + 1) * A_PAGE))
    return tuple(
        _pair(adjectives[number % len(adjectives)], nouns[(number + number // again) % len(nouns)], language)
        for number in numbers
    )


def _pair(adjective: str, noun: Noun, language: Language) -> str:
    """An adjective and a noun as they are said together."""
    match language:
        case "en":
            return f"{adjective} {noun.word}"
        case "de":
            return f"{adjective}{_GERMAN_ENDINGS[noun.gender]} {noun.word}"
        case "ja":
            return f"{adjective}{noun.word}"
        case "fr" | "it":
            masculine, _, feminine = adjective.partition("/")
            return f"{noun.word} {feminine if feminine and noun.gender == 'f' else masculine}"


@lru_cache(maxsize=5)
def words(language: Language) -> tuple[Words, ...]:
    """The words of a language, digit by digit."""
    lines: dict[str, tuple[str, ...]] = {}
    for line in (FILES / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            head, _, entries = line.partition(": ")
            lines[head] = tuple(entries.split(", "))
    return tuple(
        Words(lines[f"{digit} adjectives"], tuple(_noun(entry, language) for entry in lines[f"{digit} nouns"]))
        for digit in range(10)
    )


def _noun(entry: str, language: Language) -> Noun:
    """A noun as it stands in the file: ``[S]äge f``, or ``[S]nake`` where words have no gender."""
    if language in ("en", "ja"):
        return Noun(entry, "")
    word, _, gender = entry.rpartition(" ")
    return Noun(word, gender)
