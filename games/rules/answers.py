"""Is a typed answer right? The one place where the house judges what players type (CO-3).

Forgiven: case, accents, articles, punctuation, word order, words written apart or together, numbers written
differently (``Apollo XI``, ``Apollo eleven``), the width of kana, and small slips of the keyboard.
Never forgiven: another card's answer, another number, another year, another kanji.
"""

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import DamerauLevenshtein

from games.rules.pack import Event
from games.rules.words import Text

# Left out wherever another word follows: articles, and the little words that only tie nouns together.
_LITTLE = """
    the a an of and
    der die das des dem den ein eine einer eines einem einen von vom und
    le la les un une des du de et
    il lo i gli uno una di del dello della dei degli delle e ed
"""
_ARTICLES = frozenset(_LITTLE.split())
_ELIDED = re.compile(r"(?<!\w)(?:l|d|un|dell)'")

_UNITS = {
    "en": "one two three four five six seven eight nine",
    "de": "eins zwei drei vier funf sechs sieben acht neun",
    "fr": "- deux trois quatre cinq six sept huit neuf",
    "it": "- due tre quattro cinque sei sette otto nove",
}
_TEENS = {
    "en": "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "de": "zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "dix onze douze treize quatorze quinze seize - - -",
    "it": "dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante septante huitante nonante",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
}
_ORDINALS = {
    1: "first erste erster ersten erstes premier premiere primo prima",
    2: "second zweite zweiter zweiten zweites deuxieme seconde secondo seconda",
    3: "third dritte dritter dritten drittes troisieme terzo terza",
    4: "fourth vierte vierter vierten viertes quatrieme quarto quarta",
    5: "fifth funfte funfter funften cinquieme quinto quinta",
    6: "sixth sechste sechster sechsten sixieme sesto sesta",
    7: "seventh siebte siebter siebten septieme settimo settima",
    8: "eighth achte achter achten huitieme ottavo ottava",
    9: "ninth neunte neunter neunten neuvieme nono nona",
    10: "tenth zehnte zehnter zehnten dixieme decimo decima",
}


def _number_words() -> dict[str, int]:
    words = {word: number for number, names in _ORDINALS.items() for word in names.split()}
    for units, teens, tens in zip(_UNITS.values(), _TEENS.values(), _TENS.values(), strict=True):
        words |= {word: number for number, word in enumerate(units.split(), 1)}
        words |= {word: number for number, word in enumerate(teens.split(), 10)}
        words |= {word: 10 * number for number, word in enumerate(tens.split(), 2)}
    for (ten, name), (unit, other) in itertools.product(
        enumerate(_TENS["de"].split(), 2), enumerate(["ein", *_UNITS["de"].split()[1:]], 1)
    ):
        words[f"{other}und{name}"] = 10 * ten + unit
    for (ten, name), (unit, other) in itertools.product(
        enumerate(_TENS["it"].split(), 2), enumerate(["uno", *_UNITS["it"].split()[1:]], 1)
    ):
        words[(name[:-1] if other[0] in "uo" else name) + other] = 10 * ten + unit
    del words["-"]
    expanded = {word.replace("funf", "fuenf").replace("zwolf", "zwoelf"): number for word, number in words.items()}
    return words | expanded


_NUMBERS = _number_words()
_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})")
_KANJI_DIGITS = {digit: value for value, digit in enumerate("〇一二三四五六七八九")}
_KANJI_POWERS = {"十": 10, "百": 100, "千": 1000}

# Real names one slip apart. Whoever types one of them means it.
_NO_SLIPS = frozenset(
    frozenset(pair.split())
    for pair in ("iran irak", "iran iraq", "gambia zambia", "austria australia", "laos lagos", "mars marx")
)

_KANA = "\u3041-\u3096\u30a1-\u30fa\u30fc"
_KANJI = "\u3005\u3400-\u4dbf\u4e00-\u9fff"
_TOKEN = re.compile(rf"\d+|[{_KANA}]+|[{_KANJI}]+|[^\W\d_{_KANA}{_KANJI}]+")
_PARTICLE = re.compile(rf"(?<=[\u30a1-\u30fa\u30fc{_KANJI}0-9])[のをがは](?=[\u30a1-\u30fa{_KANJI}0-9])")
_KANJI_NUMBER = re.compile("[〇一二三四五六七八九十百千]+")
_VOICED = {
    "ゔぁ": "ば",
    "ゔぃ": "び",
    "ゔぇ": "べ",
    "ゔぉ": "ぼ",
    "ゔ": "ぶ",
    "ぢ": "じ",
    "づ": "ず",
    "ゖ": "か",
}  # two spellings of one sound
_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}

_ORDINAL_DIGITS = re.compile(r"(?<![a-z\d])(\d+)(?:st|nd|rd|th|er|re|ere|e|eme|de|nde|te|ter|ten|tes|a|o)(?![a-z\d])")
_CAPITAL_I = re.compile(r"(?<=\w )I(?![\w'])")
_THOUSANDS = re.compile(r"(?<!\d)\d{1,3}(?:[.,' ]\d{3})+(?!\d)")
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}")


class _Reading(NamedTuple):
    """One way to read a text: its words in order, its numbers in order, its kanji sorted."""

    words: tuple[str, ...]
    numbers: tuple[int, ...]
    kanji: str


def names(event: Event) -> tuple[str, ...]:
    """Everything that names this event, in every language of its card."""
    return event.name.all() + event.accept.all()


def judge_text(given: str, accepted: Iterable[str], others: Iterable[str] = ()) -> bool:
    """Does this name one of the accepted answers, in whatever language?

    ``others`` are the answers of the other cards. What is an accepted answer to the letter is right, even
    if another card accepts it too; a slip is not forgiven if it comes as near to another card's answer, or
    if the word typed stands on another card (``Fall`` is no slip of ``Wall`` where the Wall falls on
    another card).
    """
    readings = _read(given)
    wanted, unwanted = tuple(accepted), tuple(others)
    near = _nearest(readings, wanted)
    if near is None or near == 0:
        return near == 0
    foreign = _vocabulary(unwanted) - _vocabulary(wanted)
    near = _nearest(readings, wanted, foreign)
    if near is None:
        return False
    other = _nearest(readings, unwanted)
    return other is None or near < other


@lru_cache(maxsize=4096)
def recognised(given: str, cards: tuple[tuple[str, ...], ...]) -> int | None:
    """Which of these cards is meant, each with everything that names it, in whatever language? None if none is.

    The same card is meant as :func:`judge_text` would say: nearer than to any other card.
    """
    readings = _read(given)
    near = [(distance, card) for card, names in enumerate(cards) if (distance := _nearest(readings, names)) is not None]
    for distance, card in sorted(near):
        others = tuple(name for other, names in enumerate(cards) if other != card for name in names)
        if distance == 0 or judge_text(given, cards[card], others):
            return card
    return None


def judge_year(given: str, year: int, deck: Iterable[int] = ()) -> bool:
    """Is this the year? Four digits, or a date that holds them (``13.8.1961``, ``13 August 1961``).

    Two digits (``'61``) are enough where the whole ``deck`` lies in one century. Two years are no answer,
    however they are written. Japanese eras count (``昭和36年``).
    """
    text = unicodedata.normalize("NFKC", given).casefold()
    if era := re.fullmatch(r"\s*(明治|大正|昭和|平成|令和)\s*(元|\d{1,2})\s*年?.*", text):
        start = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}[era[1]]
        return start + (1 if era[2] == "元" else int(era[2])) == year
    numbers = re.findall(r"\d+", text)
    if year < 1000:  # antiquity: the bare number, with a mark where it lies before our era
        before = bool(re.search(r"^\s*[-−]|\bb\.?\s?c|\bv\.?\s?chr|\bav\.?|\ba\.?\s?c|紀元前", text))
        return [int(number) for number in numbers] == [abs(year)] and before == (year < 0)
    full = [number for number in numbers if len(number) == 4]
    if not full and numbers and len(numbers[-1]) == 2:
        centuries = {other // 100 for other in deck}
        if centuries == {year // 100}:
            full = [str(year // 100) + numbers[-1]]
            numbers[-1:] = full
    rest = [int(number) for number in numbers if number not in full]
    return full == [str(year)] and len(rest) <= 2 and all(1 <= number <= 31 for number in rest)


def judge_mnemonic(given: str, mnemonic: Text, others: Iterable[Text] = ()) -> bool:
    """Is this the mnemonic, in whatever language of the card?

    The words that carry the sounds of the year must all be there, in any order; the words between them need
    not. So ``terrier`` alone is not enough for ``[Sh]ivering [T]errier``, but ``sheet`` is for ``a wet
    [Sh]ee[t]``.
    """
    wanted = [phrase for text in mnemonic.all() for phrase in _phrases(text)]
    unwanted = [phrase for text in others for words in text.all() for phrase in _phrases(words)]
    return judge_text(given, wanted, unwanted)


@lru_cache(maxsize=2048)
def _phrases(mnemonic: str) -> tuple[str, ...]:
    """The mnemonic without its brackets, with and without each of the words that carry no sound."""
    words = mnemonic.split()
    silent = [place for place, word in enumerate(words) if "[" not in word]
    if len(silent) == len(words) or len(silent) > 4:
        return (_bare(mnemonic),)
    return tuple(
        _bare(" ".join(word for place, word in enumerate(words) if place not in left_out))
        for count in range(len(silent) + 1)
        for left_out in itertools.combinations(silent, count)
    )


def _bare(text: str) -> str:
    return text.replace("[", "").replace("]", "")


# -- reading a text ------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def _read(text: str) -> frozenset[_Reading]:
    """Every way in which the text can be read: ``ü`` as u or ue, ``Vatican I`` as a letter or a number."""
    plain = re.sub("[’‘ʼ′`´]", "'", _bare(text))
    plain = unicodedata.normalize("NFKC", plain)
    if not plain.isupper():  # a capital I within a text is a number (World War I), a small one may be an article
        plain = _CAPITAL_I.sub("1", plain)
    plain = plain.casefold()
    readings: set[_Reading] = set()
    for spelling in {plain, plain.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")}:
        for tokens in _variants(_tokens(_unaccented(spelling))):
            words = tuple(token for token in tokens if isinstance(token, str))
            numbers = tuple(token for token in tokens if isinstance(token, int))
            if words or numbers:
                kanji = "".join(sorted(re.sub(f"[^{_KANJI}]", "", "".join(words))))
                readings.add(_Reading(words, numbers, kanji))
    return frozenset(readings)


def _unaccented(text: str) -> str:
    for letter, letters in (("ø", "o"), ("æ", "ae"), ("œ", "oe"), ("ł", "l"), ("đ", "d")):
        text = text.replace(letter, letters)
    letters = unicodedata.normalize("NFKD", text)
    # the two voicing marks of kana are no accents: か and が are different letters
    letters = "".join(c for c in letters if unicodedata.category(c) != "Mn" or c in "\u3099\u309a")
    return unicodedata.normalize("NFC", letters)


def _tokens(text: str) -> list[str]:
    """Words and digits, without articles and particles."""
    text = re.sub(rf"(?<=[{_KANA}])[・゠=](?=[{_KANA}])", "", text)
    text = re.sub(rf"(?<=[{_KANA}])[-‐‑–−—―~〜](?=[{_KANA}]|$)", "ー", text)
    text = _KANJI_NUMBER.sub(lambda found: str(_kanji_number(found[0])), text)
    text = re.sub(r"第(?=\d)", "", _PARTICLE.sub(" ", text))
    text = re.sub(r"(?<=\d)号", "", text).translate(_HIRAGANA)
    for two, one in _VOICED.items():
        text = text.replace(two, one)
    text = _INITIALS.sub(lambda found: found[0].replace(".", "") + " ", text)
    text = _THOUSANDS.sub(lambda found: re.sub(r"\D", "", found[0]), text)
    text = _ORDINAL_DIGITS.sub(r"\1 ", text)
    text = re.sub(r"(?<=\w)'s(?!\w)", "s", _ELIDED.sub("", text))
    text = re.sub(r"(?<=[^\W\d_])'(?=[^\W\d_])", "", text)
    parts = re.sub('[«»„“”"(),&+]', " ", text).split()
    last = len(parts) - 1  # a lone letter at the end is no article: Plan A
    kept = [part for place, part in enumerate(parts) if not _is_article(part) or (place == last and len(part) == 1)]
    return _TOKEN.findall(" ".join(kept or parts))


def _is_article(part: str) -> bool:
    return part in _ARTICLES and part != "i"


def _kanji_number(digits: str) -> int:
    if not any(digit in _KANJI_POWERS for digit in digits):
        return int("".join(str(_KANJI_DIGITS[digit]) for digit in digits))
    total = unit = 0
    for digit in digits:
        if digit in _KANJI_POWERS:
            total, unit = total + max(unit, 1) * _KANJI_POWERS[digit], 0
        else:
            unit = _KANJI_DIGITS[digit]
    return total + unit


def _variants(tokens: list[str]) -> Iterator[list[str | int]]:
    """The tokens with their numbers recognised, and again with what only might be a number left as a word."""
    choices: list[tuple[str | int | None, ...]] = []
    for place, token in enumerate(tokens):
        if token.isdecimal():
            choices.append((int(token),))
        elif token == "i":  # the number one, or an Italian article
            choices.append((1,) if place == len(tokens) - 1 else (1, None))
        elif token in ("v", "x"):
            choices.append((_roman(token), token))
        elif token in _NUMBERS:
            choices.append((_NUMBERS[token], token))
        elif roman := _roman(token):
            choices.append((roman,))
        else:
            choices.append((token,))
    for chosen in itertools.islice(itertools.product(*choices), 32):
        read: list[str | int] = []
        for place, token_or_number in enumerate(chosen):
            if token_or_number is None:
                continue
            before = read[-1] if read else None
            if (
                isinstance(token_or_number, int)
                and isinstance(before, int)
                and not (tokens[place].isdecimal() or tokens[place - 1].isdecimal())
                and before in range(20, 100, 10)
                and 0 < token_or_number < 10
            ):
                read[-1] = before + token_or_number  # twenty-one
            else:
                read.append(token_or_number)
        yield read


def _roman(token: str) -> int | None:
    if not token or not _ROMAN.fullmatch(token):
        return None
    values = [{"i": 1, "v": 5, "x": 10}[letter] for letter in token]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


@lru_cache(maxsize=64)
def _vocabulary(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for text in texts for reading in _read(text) for word in reading.words)


# -- how far apart -------------------------------------------------------------------------------


def _allowance(letters: int) -> int:
    """How many slips are forgiven in so many letters."""
    return 0 if letters < 4 else 1 if letters < 9 else 2 if letters < 14 else 3


def _nearest(given: Iterable[_Reading], texts: Iterable[str], foreign: frozenset[str] = frozenset()) -> int | None:
    """How far the nearest of the texts lies, in half slips; None if none of them is meant."""
    best: int | None = None
    for text in texts:
        for reading, accepted in itertools.product(given, _read(text)):
            distance = _distance(reading, accepted, foreign)
            if distance is not None and (best is None or distance < best):
                best = distance
                if best == 0:
                    return 0
    return best


def _distance(given: _Reading, accepted: _Reading, foreign: frozenset[str]) -> int | None:
    """Two for each slip, one for another order of the words; None for another answer."""
    if not _same_numbers(given.numbers, accepted.numbers) or given.kanji != accepted.kanji:
        return None
    if given.words == accepted.words or "".join(given.words) == "".join(accepted.words):
        return 0
    found = [_slips(ours, theirs, foreign) for ours, theirs in _aligned(given.words, accepted.words)]
    slips = min((number for number in found if number is not None), default=None)
    if slips is None or slips > _allowance(sum(map(len, accepted.words))):
        return None
    return 2 * slips + (Counter(given.words) == Counter(accepted.words))


def _same_numbers(given: tuple[int, ...], accepted: tuple[int, ...]) -> bool:
    """The same numbers in the same order; a year may be given by its last two digits (``Munich 72``)."""
    return len(given) == len(accepted) and all(
        ours == theirs or (1000 <= theirs <= 2999 and ours < 100 and theirs % 100 == ours)
        for ours, theirs in zip(given, accepted, strict=True)
    )


Words = tuple[str, ...]


def _aligned(given: Words, accepted: Words) -> Iterator[tuple[Words, Words]]:
    """Both with the same number of words: as they are, or with two neighbours of the longer one written
    together.
    """
    if len(given) == len(accepted):
        yield given, accepted
    elif len(given) == len(accepted) + 1:
        yield from ((joined, accepted) for joined in _joined(given))
    elif len(given) + 1 == len(accepted):
        yield from ((given, joined) for joined in _joined(accepted))


def _joined(words: Words) -> Iterator[Words]:
    for place, (one, two) in enumerate(itertools.pairwise(words)):
        if min(len(one), len(two)) > 1:  # a lone letter carries the meaning: A-bomb, H-bomb
            yield (*words[:place], one + two, *words[place + 2 :])


def _slips(given: Words, accepted: Words, foreign: frozenset[str]) -> int | None:
    """The fewest slips that make these words of those, in any order; None where a word is not forgiven."""
    left = list((Counter(given) - Counter(accepted)).elements())
    right = list((Counter(accepted) - Counter(given)).elements())
    if len(left) > 3:
        return None
    best: int | None = None
    for order in itertools.permutations(right):
        slips = [_slip(ours, theirs, foreign) for ours, theirs in zip(left, order, strict=True)]
        if None not in slips:
            total = sum(number for number in slips if number is not None)
            best = total if best is None else min(best, total)
    return best


def _slip(given: str, accepted: str, foreign: frozenset[str]) -> int | None:
    allowed = _allowance(len(accepted))
    slips = DamerauLevenshtein.distance(given, accepted, score_cutoff=allowed)
    if slips > allowed or frozenset((given, accepted)) in _NO_SLIPS or given in _NUMBERS:
        return None
    inflected = min(len(given), len(accepted)) >= 4 and (given.startswith(accepted) or accepted.startswith(given))
    if given in foreign and not inflected:
        return None
    return slips
