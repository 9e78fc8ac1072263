"""Is a typed year right? (CO-3)"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein

from games.rules.answers import numbers
from games.rules.answers.reading import LONGEST, TURNING, plain, words_in
from games.rules.answers.world import NAMES

# What may stand beside a year and says nothing else. All the rest is taken for what it is: not, before, since ...
_FILLERS = words_in(
    """
    the a of in on at it its it's is was year date about around circa ca c ad ce approximately maybe probably roughly i
    think that be must im am um es war ist das der den die des jahr jahre jahres etwa ungefahr zirka rund anno dazumal
    wohl vielleicht glaube ich chr christus christi
    en l le la les an annee vers environ c'est c cetait c'etait etait ap apr j jc peut etre je crois
    nel nell il lo anno circa verso era e d dc forse credo del
    spring summer autumn fall winter early late mid fruhling sommer herbst winter anfang ende mitte printemps ete
    automne hiver debut fin primavera estate autunno inverno inizio
    st nd rd th er eme e ten ter o
    """
)
_MONTHS_SHORT = words_in(
    """
    jan feb mar apr jun jul aug sep sept oct nov dec mrz okt dez janv fevr avr juil aout gen mag giu lug ago set ott dic
    mon tue tues wed thu thur thurs fri sat sun mo di mi do fr sa so lun mer jeu ven sam dim mar gio sab dom
    """
)
_CALENDAR = frozenset(
    word for line in NAMES.splitlines() if line.startswith(("m-", "d-")) for word in line.split()[1:] if word.isascii()
)
_AFTER_CHRIST = re.compile(
    r"\bn\.?\s?chr\b\.?(?:istus)?|\bapr?\.?\s?j\.?-?\s?c\b\.?|\bd\.?\s?c\b\.?|\bnach christus|\bapres jesus-christ"
    r"|\bdopo cristo|\ba\.?\s?d\b\.?|\bc\.?\s?e\b\.?|西暦|紀元後"
)
_BEFORE_CHRIST = re.compile(
    r"^\s*[-−]\s*(?=\d)|\bb\.?\s?c\b\.?(?:\s?e\b\.?)?|\bv\.?\s?chr\b\.?(?:istus)?|\bvor christus|\bv\.?\s?u\.?\s?z\b\.?"
    r"|\bav\.?\s?j\.?-?\s?c\b\.?|\bavant jesus-christ|\ba\.?\s?c\b\.?|\bavanti cristo|紀元前"
)
_CENTURY_DROPPED = re.compile(r"(?<!\w)'(?=\d\d(?!\d))")
_KANJI_FILLERS = re.compile("[年月日頃]|ごろ|ころ|です|だ$|たぶん|おそらく|約|春|夏|秋|冬|の")
_WORDS = re.compile(r"\d+|[^\W\d_]+(?:'[^\W\d_]+)?|[^\W\d_]")


def judge_year(given: str, year: int, deck: Iterable[int] = ()) -> bool:
    """Is this the year? Four digits, or a date that holds them (``13.8.1961``, ``13 August 1961``).

    Two digits (``'61``) are enough where the whole ``deck`` lies in one century. Two years are no answer, however
    they are written; neither is a year with a word that makes it another (``not 1961``, ``before 1961``, ``1961 BC``,
    ``1960s``). The year may be written in words, in kanji or by its Japanese era (``昭和36年``).
    """
    found = _read(given)
    if found is None:
        return False
    before, numerals = found
    if year < 1000:  # antiquity: the bare number, with a mark where it lies before our era
        return [int(number) for number in numerals] == [abs(year)] and before == (year < 0)
    if before:
        return False
    full = [number for number in numerals if len(number) == 4]
    if not full and numerals and len(numerals[-1]) == 2 and {other // 100 for other in deck} == {year // 100}:
        full = [str(year // 100) + numerals[-1]]
        numerals = (*numerals[:-1], full[0])
    rest = [int(number) for number in numerals if number not in full]
    return full == [str(year)] and len(rest) <= 2 and all(1 <= number <= 31 for number in rest)


@lru_cache(maxsize=4096)
def _read(given: str) -> tuple[bool, tuple[str, ...]] | None:
    """Is it before our era, and the numbers in it, in order; None if there is a word that says something else."""
    if len(given) > LONGEST:
        return None
    text = plain(re.sub("[’‘ʼ′`´]", "'", unicodedata.normalize("NFKC", given)))
    text = numbers.ERA.sub(numbers.era_year, text)
    text = numbers.KANJI.sub(lambda found: str(numbers.kanji_value(found[0])), text)
    text = numbers.ERA.sub(numbers.era_year, text)
    text = _AFTER_CHRIST.sub(" ", text)
    text, marks = _BEFORE_CHRIST.subn(" ", text)
    text = _KANJI_FILLERS.sub(" ", _CENTURY_DROPPED.sub(" ", text))
    text = re.sub(r"(?<!\w)[ld]'(?=\w)", "", text)
    tokens = tuple(_WORDS.findall(text)[:40])
    numerals: list[str] = []
    place = 0
    while place < len(tokens):
        token, count = tokens[place], 1
        if token.isdecimal():
            stuck = tokens[place + 1 : place + 2]
            if stuck and re.search(rf"(?<!\d){token}{stuck[0]}", text) and not _may_follow(token, stuck[0]):
                return None  # 1960s, 61er
            numerals.append(token)
        elif token in TURNING:
            return None
        elif (found := numbers.longest(tokens, place)) and (found[0] > 1 or token not in _FILLERS):
            count, number = found
            numerals.append(str(number))
        elif not _says_nothing(token):
            return None
        place += count
    return marks > 0, tuple(numerals)


def _may_follow(numeral: str, letters: str) -> bool:
    """May these letters be written right behind this number? (``13th``, ``1er``, ``13Aug``)"""
    return (len(numeral) <= 2 and letters not in ("s", "er")) or (numeral == "1" and letters == "er")


def _says_nothing(token: str) -> bool:
    if token in _FILLERS or token in _CALENDAR or token in _MONTHS_SHORT:
        return True
    return len(token) > 3 and any(
        DamerauLevenshtein.distance(token, name, score_cutoff=1) <= 1 for name in _CALENDAR if len(name) > 3
    )
