"""Numbers written in words, read whole: from 0 to 9,999, cardinal or ordinal, in five languages.

A word is given as the judge reads it: small letters, no accents, words written together (``quatrevingtdixsept``).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple


def _split(names: str) -> list[str]:
    return names.split()


_LONGEST = 60  # letters: the longest there is has 52

_EN_TEENS = _split(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_EN_TENS = _split("twenty thirty forty fifty sixty seventy eighty ninety")
_EN_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth"}

_DE_TEENS = _split(
    "eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
)
_DE_TENS = _split("zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig")
_DE_ORDINALS = {"eins": "erst", "drei": "dritt", "sieben": "siebt", "acht": "acht"}

_FR_TEENS = _split(
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf"
)
_FR_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}
_FR_SWISS = {70: "septante", 80: "huitante", 90: "nonante"}

_IT_TEENS = _split(
    "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
    "diciassette diciotto diciannove"
)
_IT_TENS = _split("venti trenta quaranta cinquanta sessanta settanta ottanta novanta")
_IT_ORDINALS = _split("prim second terz quart quint sest settim ottav non decim")

_JA_UNITS = _split("いち/いっ に さん よん/し ご ろく/ろっ なな/しち はち/はっ きゅう/く")

# As they are often misspelt: a slip must not make one number of another, so these are named one by one.
_MISSPELT = {
    "fourty": 40, "fourtieth": 40, "ninty": 90, "fivteen": 15, "fiveteen": 15, "ninteen": 19, "twelth": 12, "nineth": 9,
    "forteen": 14, "eightteen": 18, "fith": 5, "fiveth": 5, "dreizig": 30, "sechszehn": 16, "sechszig": 60,
    "siebenzehn": 17, "siebenzig": 70, "siebente": 7, "siebenter": 7, "zwo": 2, "diciasette": 17, "dicianove": 19,
    "diciassete": 17, "quatorce": 14, "quattordicci": 14, "quaranti": 40, "soixantes": 60, "quatres": 4,
    "quatrevint": 80,
}  # fmt: skip


class _Language(NamedTuple):
    """How a language builds its numbers. ``small``: every name of 1 to 99; ``ends``: of an ordinal, too."""

    small: Mapping[str, int]
    ends: Mapping[str, int]
    powers: tuple[tuple[int, tuple[str, ...]], ...]
    tie: str


def _english() -> Iterator[tuple[str, int, bool]]:
    for number in range(1, 100):
        tens, units = divmod(number, 10) if number >= 20 else (0, number)
        unit = _EN_TEENS[units - 1] if units else ""
        ten = _EN_TENS[tens - 2] if tens else ""
        yield ten + unit, number, False
        if unit:
            yield ten + _EN_ORDINALS.get(unit, "twelfth" if unit == "twelve" else unit + "th"), number, True
        else:
            yield ten[:-1] + "ieth", number, True


def _german() -> Iterator[tuple[str, int, bool]]:
    for number in range(1, 100):
        if number < 20:
            word = _DE_TEENS[number - 1]
            stem = _DE_ORDINALS.get(word, word + "t")
        else:
            tens, units = divmod(number, 10)
            unit = "ein" if units == 1 else _DE_TEENS[units - 1] if units else ""
            word = (f"{unit}und" if unit else "") + _DE_TENS[tens - 2]
            stem = word + "st"
        for spelling in {word, word.replace("funf", "fuenf").replace("zwolf", "zwoelf")}:
            yield spelling, number, False
        for spelling in {stem, stem.replace("funf", "fuenf").replace("zwolf", "zwoelf")}:
            yield from ((spelling + end, number, True) for end in ("e", "er", "en", "es", "em"))
    yield "ein", 1, False
    yield "eine", 1, False


def _french() -> Iterator[tuple[str, int, bool]]:
    words = {number: {name} for number, name in enumerate(_FR_TEENS, 1)}
    words[1].add("une")
    for ten, name in (_FR_TENS | _FR_SWISS).items():
        words.setdefault(ten, set()).add(name)
        for unit in range(1, 10):
            ties = ("", "et") if unit == 1 else ("",)
            words.setdefault(ten + unit, set()).update(name + tie + _FR_TEENS[unit - 1] for tie in ties)
    words[80] |= {"quatrevingt", "quatrevingts", "octante"}
    words[70].add("soixantedix")
    words[90].add("quatrevingtdix")
    for unit in range(1, 10):
        words[80 + unit] |= {"quatrevingt" + _FR_TEENS[unit - 1], "quatrevingts" + _FR_TEENS[unit - 1]}
        words[90 + unit].add("quatrevingt" + _FR_TEENS[9 + unit])
        words[70 + unit].add("soixante" + _FR_TEENS[9 + unit])
    words[71].add("soixanteetonze")
    words[21].add("vingtetune")
    for number, names in words.items():
        for name in names:
            yield name, number, False
            stem = name[:-1] if name.endswith("e") else {"q": name + "u", "f": name[:-1] + "v"}.get(name[-1], name)
            yield stem + "ieme", number, True
    for name in ("premier", "premiere"):
        yield name, 1, True
    for name in ("second", "seconde"):
        yield name, 2, True


def _italian() -> Iterator[tuple[str, int, bool]]:
    for number in range(1, 100):
        if number < 20:
            name = _IT_TEENS[number - 1]
        else:
            tens, units = divmod(number, 10)
            ten, unit = _IT_TENS[tens - 2], _IT_TEENS[units - 1] if units else ""
            name = (ten[:-1] if unit[:1] in ("u", "o") and unit else ten) + unit
        yield name, number, False
        if number > 20 and name.endswith("uno"):
            yield name[:-1], number, False
        stem = _IT_ORDINALS[number - 1] if number <= 10 else name + "esim" if name[-3:] in ("tre", "sei") else ""
        yield from (((stem or name[:-1] + "esim") + end, number, True) for end in "oaie")
    for name in ("un", "una"):
        yield name, 1, False


def _japanese() -> Iterator[tuple[str, int, bool]]:
    for number in range(1, 100):
        tens, units = divmod(number, 10)
        heads = (
            [""]
            if not tens
            else ["じゅう"]
            if tens == 1
            else [f"{one}じゅう" for one in _JA_UNITS[tens - 1].split("/")]
        )
        ends = _JA_UNITS[units - 1].split("/") if units else [""]
        yield from ((head + end, number, False) for head in heads for end in ends)


def _language(names: Iterable[tuple[str, int, bool]], thousand: str, hundred: str, tie: str) -> _Language:
    every = list(names)
    return _Language(
        {name: number for name, number, ordinal in every if not ordinal},
        {name: number for name, number, _ in reversed(every) if name != "a"},
        ((1000, tuple(thousand.split())), (100, tuple(hundred.split()))),
        tie,
    )


_LANGUAGES = (
    _language([*_english(), ("a", 1, False)], "thousandth thousand", "hundredth hundred", "and"),
    _language(_german(), "tausendster tausendste tausend", "hundertster hundertste hundert", "und"),
    _language(_french(), "millieme milles mille", "centieme cents cent", "et"),
    _language(_italian(), "millesimo millesima mille mila", "centesimo centesima cento cent", "e"),
    _language(_japanese(), "せん ぜん", "ひゃく びゃく ぴゃく", "と"),
)
_TIES = frozenset(("and", "und", "et", "e"))
_ZERO = frozenset(("zero", "null", "nil", "れい", "ぜろ"))
_ENGLISH = _LANGUAGES[0].small
_CENTURIES = tuple((name, number) for name, number in _ENGLISH.items() if 10 <= number <= 29)


@lru_cache(maxsize=16_384)
def value(word: str) -> int | None:
    """The number that a word stands for; None if it is none."""
    if word in _ZERO:
        return 0
    if not word or len(word) > _LONGEST:
        return None
    if word in _MISSPELT:
        return _MISSPELT[word]
    for language in _LANGUAGES:
        number = _built(language, word, language.powers)
        if number is not None:
            return number
    return next(_english_years(word), None)


def _built(language: _Language, word: str, powers: tuple[tuple[int, tuple[str, ...]], ...]) -> int | None:
    """The value of what is left of a word, below the powers that have been read."""
    if not powers:
        return language.ends.get(word)
    (power, names), *rest = powers
    for name in names:
        factor, found, after = word.partition(name)
        if found and (not factor or factor in language.small):
            above = power * language.small.get(factor, 1)
            if not after:
                return above
            for end in (after, after.removeprefix(language.tie)):
                below = _built(language, end, tuple(rest))
                if below is not None:
                    return above + below
    return _built(language, word, tuple(rest))


def _english_years(word: str) -> Iterator[int]:
    """Nineteen sixty-one, nineteen oh five."""
    for name, century in _CENTURIES:
        if word.startswith(name):
            year = word.removeprefix(name)
            if _ENGLISH.get(year, 0) >= 10:
                yield 100 * century + _ENGLISH[year]
            for tie in ("oh", "o"):
                if year.startswith(tie) and 1 <= _ENGLISH.get(year.removeprefix(tie), 0) < 10:
                    yield 100 * century + _ENGLISH[year.removeprefix(tie)]


def longest(words: tuple[str, ...], place: int) -> tuple[int, int] | None:
    """The longest number that begins at this place of a text: how many words it takes, and its value.

    Kana is read as a number only where it stands alone: ご is a number, and much else.
    """
    first = words[place]
    number = value(first) if len(words) == 1 or first[0] <= "z" else None
    if number is None and first != "a":
        return None
    for end in range(min(len(words), place + 9), place + 1, -1):
        if words[end - 1] not in _TIES and (whole := value("".join(words[place:end]))) is not None:
            return end - place, whole
    return None if number is None else (1, number)


_KANJI_DIGITS = {digit: number for number, digit in enumerate("〇一二三四五六七八九")} | {"零": 0}
_KANJI_POWERS = {"十": 10, "百": 100, "千": 1000}
KANJI = re.compile("[〇零一二三四五六七八九十百千]+")


def kanji_value(digits: str) -> int:
    """The value of a number in kanji, spelt (``千九百六十一``) or digit by digit (``一九六一``)."""
    if not any(digit in _KANJI_POWERS for digit in digits):
        return int("".join(str(_KANJI_DIGITS[digit]) for digit in digits))
    total = unit = 0
    for digit in digits:
        if digit in _KANJI_POWERS:
            total, unit = total + max(unit, 1) * _KANJI_POWERS[digit], 0
        else:
            unit = _KANJI_DIGITS[digit]
    return total + unit


_ERAS = {"明治": (1868, 45), "大正": (1912, 15), "昭和": (1926, 64), "平成": (1989, 31), "令和": (2019, 99)}
_ERAS |= dict(zip("mtshr", _ERAS.values(), strict=True))
ERA = re.compile(r"(明治|大正|昭和|平成|令和|(?<![a-z])[mtshr]\.?(?=\d{1,2}\s*年))\s*(元|\d{1,2})(?!\d)")


def era_year(found: re.Match[str]) -> str:
    """A match of ``ERA`` as a year of the common era (``昭和36`` is 1961); as it is if the era had no such year."""
    first, years = _ERAS[found[1].rstrip(".")]
    number = 1 if found[2] == "元" else int(found[2])
    return str(first + number - 1) if 1 <= number <= years else found[0]


_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})")


def roman(token: str) -> int | None:
    """A Roman number below 40, in small letters; None if it is none."""
    if not token or not _ROMAN.fullmatch(token):
        return None
    values = [{"i": 1, "v": 5, "x": 10}[letter] for letter in token]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))
