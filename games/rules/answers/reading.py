"""How a text can be read: its words without accents and articles, its numbers as numbers (CO-3)."""

import itertools
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.rules.answers import numbers

LONGEST = 200  # letters; no accepted answer has half as many
_MOST_WORDS = 40
_MOST_READINGS = 32


def words_in(text: str) -> frozenset[str]:
    """The words of a table."""
    return frozenset(text.split())


# May be left out: articles, and the little words that only tie nouns together.
LITTLE = words_in(
    """
    the a an of and
    der die das des dem den ne ein eine einer eines einem einen von vom und d
    le la les un une des du de et
    il lo i gli uno una un di del dello della dei degli delle dell e ed
    teh hte
    """
)
# May be misspelt in a long answer, but not left out.
TIES = words_in(
    """
    in on at to by from for with as into off
    im am zum zur bei mit auf aus nach fur als zu an
    en au aux sur dans par pour avec a
    nel nella nello nei al alla ai da dal dalla su sul sulla sullo con per tra
    """
)
# Who types one of these where no answer has it, says something else (``not``, ``before``).
TURNING = words_in(
    """
    not no never without before after since until till minus non
    nicht kein keine keiner keinen nie ohne vor nach seit bis
    pas jamais sans avant apres depuis moins
    senza prima dopo meno fino
    ない ではない じゃない まえ あと 前 後 以前 以後 以降
    """
)
_BEFORE = words_in(
    """
    in im en a au aux nel nella nello nell am it is es ist war c'est cest est e was
    from near bei aus auf dans sur pres da dal dalla dallo sul sulla presso
    """
)

KANA = "\u3041-\u3096\u30a1-\u30fa\u30fc"
KANJI = "\u3005\u3400-\u4dbf\u4e00-\u9fff"
_TOKEN = re.compile(rf"\d+|[{KANA}]+|[{KANJI}]+|[^\W\d_{KANA}{KANJI}]+")
_NO_KANJI = re.compile(f"[^{KANJI}]")
_PARTICLE = re.compile(
    rf"(?<=[\u30a1-\u30fa\u30fc{KANJI}0-9])(?:[のをがは](?=[\u30a1-\u30fa{KANJI}0-9])|の(?=[\u3041-\u3096]))"
)
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
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

_ELIDED = re.compile(r"(?<!\w)(?:l|d|un|dell|nell|all|sull|dall)'(?=\w)")
_ORDINAL_DIGITS = re.compile(
    r"(?<![a-z\d])(\d+)(?:st|nd|rd|th|er|re|ere|e|eme|ieme|de|nde|te|ter|ten|tes|a|o|esim[oaie])(?![a-z\d])"
)
_ORDINAL_ROMAN = re.compile(r"(?<!\w)([xvi]{2,})(?:e|eme|o|a)(?!\w)")
_CAPITAL_I = re.compile(r"(?<=\w )I(?![\w'])")
_THOUSANDS = re.compile(r"(?<!\d)\d{1,3}(?:[.,' ]\d{3})+(?!\d)")
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}")
_MINUS = re.compile(r"^\s*[-−](?=\d)")
_SAINT = re.compile(r"(?<!\w)(?:st\.?|ste\.?|sankt|sainte?|sant[oa]?|san)(?=[\s\-'][^\W\d_]{3})|^s\.(?=\s*[^\W\d_]{3})")
_MOUNT = re.compile(r"(?<!\w)mt\.?(?=\s[^\W\d_])")


class Reading(NamedTuple):
    """One way to read a text: its words and its numbers in order, its kanji sorted; all its letters, and in order."""

    words: tuple[str, ...]
    numbers: tuple[int, ...]
    kanji: str
    letters: str
    sorted: str


def plain(text: str) -> str:
    """Small letters without accents; katakana as hiragana."""
    text = unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS)
    letters = unicodedata.normalize("NFKD", text)
    # the two voicing marks of kana are no accents: か and が are different letters
    letters = "".join(c for c in letters if unicodedata.category(c) != "Mn" or c in "\u3099\u309a")
    text = unicodedata.normalize("NFC", letters).translate(_HIRAGANA)
    for two, one in _VOICED.items():
        text = text.replace(two, one)
    return text


def name_words(name: str) -> set[str]:
    """The words of a name that could be mistaken for one of another name; of a long name only the long ones."""
    words = {word for reading in read(name) for word in reading.words} - LITTLE - TIES
    least = 3 if all(len(reading.words) == 1 for reading in read(name)) else 5
    return {word for word in words if len(word) >= (least if word[0] <= "z" else 2)}


@lru_cache(maxsize=16_384)
def read(text: str) -> frozenset[Reading]:
    """Every way in which the text can be read: ``ü`` as u or ue, ``Vatican I`` as a letter or a number.

    A text longer than any answer has no reading.
    """
    if len(text) > LONGEST:
        return frozenset()
    text = re.sub("[’‘ʼ′`´]", "'", text.replace("[", "").replace("]", ""))
    text = unicodedata.normalize("NFKC", text)
    if not text.isupper():  # a capital I within a text is a number (World War I), a small one may be an article
        text = _CAPITAL_I.sub("1", text)
    text = text.casefold()
    readings: set[Reading] = set()
    for spelling in {text, text.translate(_UMLAUTS)}:
        tokens = _tokens(spelling)
        for items in _variants(tokens):
            readings.update(_reading(kept) for kept in _thinned(items))
    return frozenset(reading for reading in readings if reading.words or reading.numbers)


def _reading(items: tuple[str | int, ...]) -> Reading:
    words = tuple(item for item in items if isinstance(item, str))
    letters = "".join(words)
    kanji = "".join(sorted(_NO_KANJI.sub("", letters)))
    return Reading(
        words, tuple(item for item in items if isinstance(item, int)), kanji, letters, "".join(sorted(letters))
    )


def _tokens(text: str) -> tuple[str, ...]:
    """Words and digits, in order."""
    text = re.sub(rf"(?<=[{KANA}])[・゠=](?=[{KANA}])", "", text)
    text = re.sub(rf"(?<=[{KANA}])[-‐‑–−—―~〜](?=[{KANA}]|$)", "ー", text)
    text = numbers.KANJI.sub(lambda found: str(numbers.kanji_value(found[0])), _MINUS.sub("minus ", text))
    text = numbers.ERA.sub(numbers.era_year, text)
    text = re.sub(r"第(?=\d)", "", _PARTICLE.sub(" ", text))
    text = plain(re.sub(r"(?<=\d)号", "", text))
    text = _SAINT.sub("saint ", _MOUNT.sub("mount", text))
    text = _INITIALS.sub(lambda found: found[0].replace(".", "") + " ", text)
    text = _THOUSANDS.sub(lambda found: re.sub(r"\D", "", found[0]), text)
    text = _ORDINAL_ROMAN.sub(r"\1 ", _ORDINAL_DIGITS.sub(r"\1 ", text))
    text = re.sub(r"(?<=\w)'s(?!\w)", "s", _ELIDED.sub("", text))
    text = re.sub(r"(?<=[^\W\d_])'(?=[^\W\d_])", "", text)
    return tuple(_TOKEN.findall(text)[:_MOST_WORDS])


def _thinned(items: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """As it is; without its little words; and without a preposition before it."""
    yield items
    last = len(items) - 1  # a lone letter at the end is no article: Plan A
    kept = tuple(
        item
        for place, item in enumerate(items)
        if item not in LITTLE or (place == last and isinstance(item, str) and len(item) == 1)
    )
    if kept and kept != items:
        yield kept
    if len(items) > 1 and items[0] in _BEFORE:
        yield from _thinned(items[1:])


def _variants(tokens: tuple[str, ...]) -> Iterator[tuple[str | int, ...]]:
    """The tokens with their numbers recognised, and again with what only might be a number left as words."""
    choices: list[tuple[tuple[str | int, ...], ...]] = []
    place = 0
    while place < len(tokens):
        token, count, last = tokens[place], 1, place == len(tokens) - 1
        if token.isdecimal():
            choices.append(((int(token),),))
        elif token == "i":  # the number one, or an Italian article
            choices.append(((1,),) if last else ((1,), (token,)))
        elif token in ("v", "x"):
            choices.append(((numbers.roman(token) or 0,), (token,)))
        elif roman := numbers.roman(token):
            choices.append(((roman,),))
        elif found := numbers.longest(tokens, place):
            count, number = found
            number_first = count > 1 or token not in LITTLE or last
            choices.append(((number,), tokens[place : place + count]) if number_first else ((token,),))
        else:
            choices.append(((token,),))
        place += count
    for chosen in itertools.islice(itertools.product(*choices), _MOST_READINGS):
        yield tuple(itertools.chain.from_iterable(chosen))
