"""The Major System looked up both ways: what stands for a digit, and which digits are heard in a word."""

import re
from typing import NamedTuple

from games.rules import major as system

WORDS: dict[system.Language, tuple[str, ...]] = {
    "en": ("sea", "tie", "hen", "home", "ray", "owl", "shoe", "cow", "ivy", "bee"),
    "de": ("See", "Tee", "Huhn", "Oma", "Uhr", "Eule", "Schuh", "Kuh", "Efeu", "Opa"),
    "fr": ("oiseau", "thé", "âne", "ami", "roi", "île", "chou", "quai", "fée", "pie"),
    "it": ("zio", "tè", "anno", "amo", "re", "aglio", "ciao", "oca", "uva", "ape"),
    "ja": ("れい", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"),
}


class Row(NamedTuple):
    """A digit, the letters that stand for it, and a word that has no other sound."""

    digit: int
    letters: tuple[str, ...]
    word: str


class Read(NamedTuple):
    """A word and the digits that are heard in it."""

    word: str
    digits: str


def spoken(language: str) -> system.Language:
    """The language whose sounds are meant; the system is written down for five."""
    return next((known for known in system.LANGUAGES if known == language), "en")


def rows(language: str, digits: str = "0123456789") -> tuple[Row, ...]:
    """What stands for these digits, one by one."""
    known = spoken(language)
    return tuple(
        Row(int(digit), system.consonants_for(int(digit), known)[1], WORDS[known][int(digit)]) for digit in digits
    )


def read(text: str, language: str) -> tuple[Read, ...]:
    """What is heard in each word of a text."""
    return tuple(Read(word, heard(word, spoken(language))) for word in re.findall(r"[^\W\d_]+", text))


def heard(word: str, language: system.Language) -> str:
    """The digits of one word as it is usually read; none if it has no consonant that counts."""
    try:
        found = system.sounds(f"[{word}]", language)
    except system.MnemonicError:
        return ""
    return "".join(sound.readings[0] for sound in found)
