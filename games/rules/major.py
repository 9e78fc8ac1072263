"""The Major System: digits as consonant sounds, so that a year becomes a picture.

    0 s z soft-c    1 t d th    2 n gn    3 m    4 r    5 l
    6 sh ch j soft-g    7 k hard-c hard-g q    8 f v ph    9 p b

A mnemonic marks in brackets the letters that count: ``[Sh]ivering [T]errier`` is 6, 1. Vowels, h, y and
whatever stands outside the brackets count nothing. What counts is the sound in the mnemonic's own language:
a c is read by the letter that follows it, a German w is a v, an Italian sc before e or i is one sibilant (0), and the k
of *knee* is not heard at all. Japanese has no use for consonants: its mnemonics are heard by goroawase.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice, product
from typing import Literal

from msgspec import Struct

from games.rules import goroawase
from games.rules.words import N_, Say, say

Language = Literal["en", "de", "fr", "it", "ja"]
LANGUAGES: tuple[Language, ...] = ("en", "de", "fr", "it", "ja")

# How a sound is spelled: a pattern that is matched within the word, and the digits it can stand for, the
# usual one first. Several readings are several sounds of the same letters (chef, choir); an empty one is not heard.
# The first pattern that fits wins, so the longer and rarer spellings stand first.
_COMMON: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"ss?|zz?|ß|ç", ("0",)),
    (r"tt|dd|t|d", ("1",)),
    (r"nn?|ñ", ("2",)),
    (r"mm?", ("3",)),
    (r"rr?", ("4",)),
    (r"ll?", ("5",)),
    (r"j", ("6",)),
    (r"qu?|kk?", ("7",)),
    (r"ff?|vv?", ("8",)),
    (r"pp?|bb?", ("9",)),
)
_SPELLINGS: dict[Language, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "en": (
        (r"\bsch(?=oo|e)", ("07", "6")),
        (r"sch|sh|tch|dge?(?![aou])|zh", ("6",)),
        (r"ch(?=[rl])|\bch(?=ao|or|em|ar[ai])|ch(?=o)", ("7", "6")),
        (r"ch", ("6", "7")),
        (r"th", ("1",)),
        (r"ph", ("8",)),
        (r"\bgh", ("7",)),
        (r"(?<=i)gh|(?<=[ao]u)gh(?=t)", ("",)),
        (r"gh", ("8", "7", "")),
        (r"\bgn|gn\b|\bkn|\bpn", ("2",)),
        (r"\bps", ("0",)),
        (r"\bpt", ("1",)),
        (r"(?<=m)b\b|b(?=t\b)", ("",)),
        (r"(?<=s)t(?=le|en)", ("", "1")),
        (r"(?<=[ao])l(?=[kfm])", ("5", "")),
        (r"(?<!s)t(?=i(on|al|ous|ent|an))", ("6",)),
        (r"[cs]s?(?=i(on|al|ous|an))|(?<=o)c(?=ean)", ("6", "0")),
        (r"s(?=u)", ("0", "6")),
        (r"[td](?=u)", ("1", "6")),
        (r"sc(?=[eiy]|les?\b)|c(?=[eiy])", ("0",)),
        (r"cc(?=[eiy])", ("70",)),
        (r"ck|cc?|cq", ("7",)),
        (r"gg", ("7", "6")),
        (
            r"\bg(?=e(t|ar|ese|ck|is|ld|yser)|i(r|v|ft|g|ld|ll|mm|bb)|uy)|(?<=n)g(?=e|i)|g(?=u[eiy])",
            ("7", "6"),
        ),
        (r"g(?=[eiy])", ("6", "7")),
        (r"g", ("7",)),
        (r"\bx", ("0", "70")),
        (r"x", ("70",)),
    ),
    "de": (
        (r"tsch|dsch", ("6",)),
        (r"sch|sh", ("6",)),
        (r"chs", ("70", "60")),
        (r"\bch(?=[rlo])|\bch(?=a[or])", ("7", "6")),
        (r"ch", ("6", "7")),
        (r"\bs(?=[pt])", ("0", "6")),
        (r"tz|ts|ds", ("0",)),
        (r"t(?=ion|ient|iell)", ("0", "1")),
        (r"th|dt", ("1",)),
        (r"\bpf", ("8", "98", "9")),
        (r"ph", ("8",)),
        (r"w", ("8",)),
        (r"\bgn", ("2", "72")),
        (r"gn", ("72", "2")),
        (r"cc?(?=[eiyäö])", ("0",)),
        (r"ck|cc?", ("7",)),
        (r"gg|g(?![ei])", ("7",)),
        (r"g", ("7", "6")),
        (r"x", ("70",)),
    ),
    "fr": (
        (r"sch|sh", ("6",)),
        (r"ch(?=[rl])", ("7",)),
        (r"ch(?=œ|oe|a?os|or[ié])", ("7", "6")),
        (r"ch", ("6", "7")),
        (r"\bpn", ("92",)),
        (r"gn", ("2",)),
        (r"th", ("1",)),
        (r"ph", ("8",)),
        (r"(?<!s)t(?=i(on|el|al|eux|enc|en))", ("0", "1")),
        (r"sc(?=[eiyéèêî])|c(?=[eiyéèêîœ])", ("0",)),
        (r"cc(?=[eiyéèêî])", ("70",)),
        (r"ck|cc?|cq", ("7",)),
        (r"ge(?=[ao])|gg?(?=[eiyéèêî])", ("6",)),
        (r"gu(?=[eiyéèêî])|gg?", ("7",)),
        (r"(?<=i)ll", ("5", "")),
        (r"w", ("8",)),
        (r"\bx", ("70",)),
        (r"x", ("70", "0")),
    ),
    "it": (
        (r"sh|sc(?=['’]?[eièéìî])", ("0",)),
        (r"gn", ("2",)),
        (r"\bgli(?=[cf])", ("75",)),
        (r"gl(?=i)", ("5", "75")),
        (r"th", ("1",)),
        (r"ph", ("8",)),
        (r"cc?h|ck|gg?h|cqu?", ("7",)),
        (r"(cc?|gg?)(?=['’]?[eièéìî])", ("6",)),
        (r"cc?|gg?", ("7",)),
        (r"w", ("8",)),
        (r"x", ("70",)),
    ),
    "ja": (),
}
_SOUNDS: dict[Language, tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = {
    language: tuple((re.compile(pattern), digits) for pattern, digits in (*own, *_COMMON))
    for language, own in _SPELLINGS.items()
}

_LETTERS: dict[Language, tuple[tuple[str, ...], ...]] = {
    "en": (
        ("s", "z", "ce", "ci"),
        ("t", "d", "th"),
        ("n", "kn"),
        ("m",),
        ("r",),
        ("l",),
        ("sh", "ch", "j", "ge", "gi"),
        ("k", "ca", "co", "ga", "go", "q"),
        ("f", "v", "ph"),
        ("p", "b"),
    ),
    "de": (
        ("s", "z", "ss", "ce"),
        ("t", "d", "th"),
        ("n",),
        ("m",),
        ("r",),
        ("l",),
        ("sch", "ch", "j"),
        ("k", "g", "ck", "qu"),
        ("f", "v", "w", "ph"),
        ("p", "b"),
    ),
    "fr": (
        ("s", "z", "ç", "ce", "ci"),
        ("t", "d", "th"),
        ("n", "gn"),
        ("m",),
        ("r",),
        ("l",),
        ("ch", "j", "ge", "gi"),
        ("k", "ca", "co", "ga", "gue", "qu"),
        ("f", "v", "ph"),
        ("p", "b"),
    ),
    "it": (
        ("s", "z", "sce", "sci"),
        ("t", "d"),
        ("n", "gn"),
        ("m",),
        ("r",),
        ("l", "gli"),
        ("ce", "ci", "ge", "gi"),
        ("ca", "co", "ch", "ga", "go", "gh", "q"),
        ("f", "v"),
        ("p", "b"),
    ),
    "ja": goroawase.KANA,
}


MOST_READINGS = 64  # of the letters in one bracket; nobody marks that many by honest means


class MnemonicError(ValueError):
    """A mnemonic that cannot be read: brackets that do not close, or letters without a sound of their own."""

    def __init__(self, text: str, **facts: str) -> None:
        self.why = say(text, **facts)
        super().__init__(text % facts)


class Sound(Struct, frozen=True):
    """Marked letters and the digits they can stand for in this language, the usual reading first."""

    letters: str
    readings: tuple[str, ...]


def sounds(mnemonic: str, language: Language) -> tuple[Sound, ...]:
    """The marked letters of a mnemonic, bracket by bracket, with what they can stand for.

    A spelling that is marked in part is heard whole: in ``[S]hip`` the sound is sh, whatever was meant. In Japanese
    only what stands within the brackets is read. Raises MnemonicError for brackets that do not close and for marked
    letters that stand for no digit.
    """
    plain, marks = _without_brackets(unicodedata.normalize("NFC", mnemonic))
    if language == "ja":
        return tuple(_read_aloud(plain[start:end]) for start, end in marks)
    heard = list(_sounds_of(plain.lower(), language))
    found = []
    for start, end in marks:
        inside = [readings for first, last, readings in heard if first < end and start < last]
        heard = [sound for sound in heard if sound[0] >= end]
        if not inside:
            raise MnemonicError(N_("[%(letters)s] has no consonant that counts"), letters=plain[start:end])
        readings = islice(product(*inside), MOST_READINGS)
        found.append(Sound(plain[start:end], tuple(map("".join, readings))))
    return tuple(found)


def _read_aloud(marked: str) -> Sound:
    readings = goroawase.readings(marked, MOST_READINGS)
    if not readings:
        raise MnemonicError(N_("[%(letters)s] has no kana that stands for a digit"), letters=marked)
    return Sound(marked, readings)


def explain(mnemonic: str, language: Language, year: int | None = None) -> list[tuple[str, str]]:
    """The marked letters with the digit each stands for: ``[("Sh", "6"), ("T", "1")]``.

    Letters with two readings are read the usual way, or the way that gives ``year`` if there is one.
    """
    found = sounds(mnemonic, language)
    chosen = _spelling(found, _digits(year)) if year is not None else None
    usual = tuple(sound.readings[0] for sound in found)
    return [(sound.letters, digit) for sound, digit in zip(found, chosen or usual, strict=True)]


def _spelling(found: tuple[Sound, ...], wanted: str) -> tuple[str, ...] | None:
    """The first reading of each sound with which they give these digits together, if there are such."""
    begun: dict[str, tuple[str, ...]] = {"": ()}  # how the digits can begin, and with which readings
    for sound in found:
        longer: dict[str, tuple[str, ...]] = {}
        for digits, readings in begun.items():
            for reading in sound.readings:
                if wanted.startswith(digits + reading):
                    longer.setdefault(digits + reading, (*readings, reading))
        begun = longer
    return begun.get(wanted)


def spells(mnemonic: str, language: Language, year: int) -> bool:
    """Do the marked letters give the last two digits of this year?"""
    return mismatch(mnemonic, language, year) is None


def mismatch(mnemonic: str, language: Language, year: int) -> Say | None:
    """Why the mnemonic does not give this year, in one sentence for its author; None if it does."""
    try:
        shown = explain(mnemonic, language, year)
    except MnemonicError as error:
        return error.why
    given, wanted = "".join(digit for _, digit in shown), _digits(year)
    if given == wanted:
        return None
    needed = _needed(year, language)
    if not shown:
        return say(N_("no letters are marked; %(year)s needs %(needed)s"), year=str(year), needed=needed)
    spelt = ", ".join(f"[{letters}] = {digit or '–'}" for letters, digit in shown)
    return say(N_("%(spelt)s, but %(year)s needs %(needed)s"), spelt=spelt, year=str(year), needed=needed)


def consonants_for(year: int, language: Language) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Letters to choose from for the last two digits of a year; where a vowel decides, it is written too."""
    tens, ones = divmod(year % 100, 10)
    return _LETTERS[language][tens], _LETTERS[language][ones]


def _needed(year: int, language: Language) -> str:
    pairs = zip(_digits(year), consonants_for(year, language), strict=True)
    return ", ".join(f"{digit} ({' '.join(letters)})" for digit, letters in pairs)


def _digits(year: int) -> str:
    return f"{year % 100:02d}"


def _without_brackets(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text as it is read, and from where to where in it letters are marked."""
    plain, marks, opened = "", [], -1
    for character in text:
        if character == "[" and opened < 0:
            opened = len(plain)
        elif character == "]" and opened >= 0:
            marks.append((opened, len(plain)))
            opened = -1
        elif character in "[]":
            raise MnemonicError(N_("the brackets do not match"))
        else:
            plain += character
    if opened >= 0:
        raise MnemonicError(N_("the brackets do not match"))
    return plain, marks


def _sounds_of(word: str, language: Language) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Where each consonant sound begins and ends, and its readings."""
    position = 0
    while position < len(word):
        for pattern, readings in _SOUNDS[language]:
            if found := pattern.match(word, position):
                yield position, found.end(), readings
                position = found.end()
                break
        else:
            position += 1
