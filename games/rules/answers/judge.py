"""Is a typed answer right? The one place where the house judges what players type (CO-3).

Forgiven: case, accents, articles, punctuation, word order, words written apart or together, numbers written
differently (``Apollo XI``, ``Apollo eleven``), the width of kana, and small slips of the keyboard.
Never forgiven: another card's answer, another number, another year, another kanji, a word that says no, and the name
of another real thing, however near it lies.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein, Levenshtein

from games.rules.answers import numbers
from games.rules.answers.keyboard import is_ending, is_slip, strangers
from games.rules.answers.near_misses import are_two
from games.rules.answers.reading import LITTLE, TIES, TURNING, Reading, read
from games.rules.words import Text

Words = tuple[str, ...]
Cards = tuple[tuple[str, ...], ...]

_FAR = 7  # half slips: farther than anything that is forgiven
_LONG = 7  # letters an answer must have for a slip in one of its words of two or three letters to be forgiven


def judge_text(given: str, accepted: Iterable[str], others: Iterable[str] = ()) -> bool:
    """Does this name one of the accepted answers, in whatever language?

    ``others`` are the answers of the other cards; those that are accepted here, too, are passed over, so that it may
    as well be every answer of the deck. What is an accepted answer to the letter is right. A slip is not forgiven if
    it comes as near to another card's answer, or if the word typed stands on another card (``Fall`` is no slip of
    ``Wall`` where the Wall falls on another card).
    """
    return _judged(given, tuple(accepted), tuple(others))


@lru_cache(maxsize=1024)
def _judged(given: str, accepted: tuple[str, ...], others: tuple[str, ...]) -> bool:
    readings = read(given)
    if not readings:
        return False
    wanted = _shelf(accepted)
    if _is_exact(readings, wanted):
        return True
    unwanted = _shelf(others)
    if _is_exact(readings, unwanted):
        return False
    near = _nearest(readings, wanted, unwanted)
    return near is not None and _nearest(readings, unwanted, wanted, near, strangers=False) is None


def to_the_letter(given: str, accepted: Iterable[str]) -> bool:
    """Does this name one of the accepted answers without any slip of the keyboard?"""
    return _is_exact(read(given), _shelf(tuple(accepted)))


@lru_cache(maxsize=4096)
def recognised(given: str, cards: Cards) -> int | None:
    """Which of these cards is meant, each with everything that names it, in whatever language? None if none is.

    The same card is meant as :func:`judge_text` would say: nearer than to any other card.
    """
    readings = read(given)
    for card, texts in enumerate(cards):
        if _is_exact(readings, _shelf(texts)):
            return card
    everything = tuple(itertools.chain.from_iterable(cards))
    near = [(distance, card) for card, texts in enumerate(cards)
            if (distance := _nearest(readings, _shelf(texts), _shelf(everything))) is not None]  # fmt: skip
    for _, card in sorted(near):
        if judge_text(given, cards[card], everything):
            return card
    return None


@lru_cache(maxsize=2048)
def phrases(mnemonic: str) -> tuple[str, ...]:
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


def judge_mnemonic(given: str, mnemonic: Text, others: Iterable[Text] = ()) -> bool:
    """Is this the mnemonic, in whatever language of the card?

    The words that carry the sounds of the year must all be there, in any order; the words between them need
    not. So ``terrier`` alone is not enough for ``[Sh]ivering [T]errier``, but ``sheet`` is for ``a wet
    [Sh]ee[t]``.
    """
    wanted = [phrase for text in mnemonic.all() for phrase in phrases(text)]
    unwanted = [phrase for text in others for words in text.all() for phrase in phrases(words)]
    return judge_text(given, wanted, unwanted)


def _bare(text: str) -> str:
    return text.replace("[", "").replace("]", "")


# -- the answers of a card, or of all ------------------------------------------------------------


class _Shelf:
    """Some answers, so ordered that only what may be meant need be compared."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.readings = frozenset(itertools.chain.from_iterable(map(read, texts)))
        self.exact: dict[tuple[str, str], list[Reading]] = {}
        self.alike: dict[tuple[int, str, int], list[Reading]] = {}
        for reading in self.readings:
            self.exact.setdefault((reading.letters, reading.kanji), []).append(reading)
            self.alike.setdefault((len(reading.numbers), reading.kanji, len(reading.letters)), []).append(reading)
        self.initialled = frozenset(
            (reading.words[0][0], *reading.words[1:])
            for reading in self.readings
            if 2 <= len(reading.words) <= 3 and not reading.numbers and reading.words[0] not in LITTLE
        )
        self.words = frozenset(word for reading in self.readings for word in reading.words) - LITTLE - TIES

    def has(self, reading: Reading) -> bool:
        """Does the same answer stand here, perhaps written apart?"""
        return any(reading.numbers == own.numbers for own in self.exact.get((reading.letters, reading.kanji), ()))

    def candidates(self, given: Reading) -> Iterator[Reading]:
        """The readings with as many numbers, the same kanji and about the same letters."""
        length = len(given.letters)
        for theirs in range(length - 3, length + 4):
            most = 2 * _allowance(theirs)  # a slip changes two letters at most
            if abs(theirs - length) <= most:
                for reading in self.alike.get((len(given.numbers), given.kanji, theirs), ()):
                    if Levenshtein.distance(reading.sorted, given.sorted, score_cutoff=most) <= most:
                        yield reading


@lru_cache(maxsize=512)
def _shelf(texts: tuple[str, ...]) -> _Shelf:
    return _Shelf(texts)


def _is_exact(given: Iterable[Reading], shelf: _Shelf) -> bool:
    if any(reading.words in shelf.initialled and not reading.numbers for reading in given):  # W. Churchill
        return True
    return any(
        _same_numbers(reading.numbers, other.numbers)
        for reading in given
        for other in shelf.exact.get((reading.letters, reading.kanji), ())
    )


def _nearest(
    given: Iterable[Reading], shelf: _Shelf, against: _Shelf, least: int = _FAR, *, strangers: bool = True
) -> int | None:
    """How far the nearest of these answers lies, in half slips; None if none of them is meant.

    ``against``: the other shelf. What stands on both is looked for on this one only if ``strangers`` is set, and then
    no word that stands on the other shelf alone is forgiven as a slip. ``least``: what is farther away does not count.
    """
    best: int | None = None
    foreign = frozenset(_words(given)) & against.words - shelf.words if strangers else _NOTHING
    for reading in given:
        for other in shelf.candidates(reading):
            if not strangers and against.has(other):
                continue
            distance = _distance(reading, other, foreign)
            if distance is not None and distance <= least and (best is None or distance < best):
                best = distance
    return best


_NOTHING: frozenset[str] = frozenset()


def _words(given: Iterable[Reading]) -> Iterator[str]:
    for reading in given:
        yield from reading.words
        yield from map("".join, itertools.pairwise(reading.words))


# -- how far apart -------------------------------------------------------------------------------


def _allowance(letters: int) -> int:
    """How many slips are forgiven in so many letters."""
    return 0 if letters < 4 else 1 if letters < 9 else 2 if letters < 14 else 3


def _distance(given: Reading, accepted: Reading, foreign: frozenset[str]) -> int | None:
    """Two for each slip, one for another order of the words; None for another answer."""
    if not _same_numbers(given.numbers, accepted.numbers) or given.kanji != accepted.kanji:
        return None
    if given.letters == accepted.letters:
        return 0
    length = len(accepted.letters)
    found = [_slips(ours, theirs, foreign, length) for ours, theirs in _aligned(given.words, accepted.words)]
    slips = min((number for number in found if number is not None), default=None)
    if slips is None or slips > _allowance(length):
        return None
    return 2 * slips + (Counter(given.words) == Counter(accepted.words))


def _same_numbers(given: tuple[int, ...], accepted: tuple[int, ...]) -> bool:
    """The same numbers in the same order; a year may be given by its last two digits (``Munich 72``)."""
    return len(given) == len(accepted) and all(
        ours == theirs or (1000 <= theirs <= 2999 and ours < 100 and theirs % 100 == ours and len(accepted) == 1)
        for ours, theirs in zip(given, accepted, strict=True)
    )


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


def _slips(given: Words, accepted: Words, foreign: frozenset[str], length: int) -> int | None:
    """The fewest slips that make these words of those, in any order; None where a word is not forgiven.

    ``length``: letters in the whole answer.
    """
    left = list((Counter(given) - Counter(accepted)).elements())
    right = list((Counter(accepted) - Counter(given)).elements())
    if len(left) > 3:
        return None
    best: int | None = None
    for order in itertools.permutations(right):
        slips = [_slip(ours, theirs, foreign, length) for ours, theirs in zip(left, order, strict=True)]
        if None not in slips:
            total = sum(number for number in slips if number is not None)
            best = total if best is None else min(best, total)
    return best


def _slip(given: str, accepted: str, foreign: frozenset[str], length: int) -> int | None:
    """How many slips of the keyboard make this word of that; None where it is another word."""
    if len(accepted) < 4:
        return 1 if _short_slip(given, accepted, foreign, length) else None
    allowed = _allowance(len(accepted))
    slips = 1 if is_ending(given, accepted) else DamerauLevenshtein.distance(given, accepted, score_cutoff=allowed)
    if (
        slips > allowed
        or (slips == 1 and not is_slip(given, accepted, length))
        or (slips > 1 and strangers(given, accepted) > 1)
    ):
        return None
    if given in TURNING or numbers.value(given) is not None or are_two(given, accepted, length):
        return None
    inflected = min(len(given), len(accepted)) >= 4 and (given.startswith(accepted) or accepted.startswith(given))
    return None if given in foreign and not inflected else slips


def _short_slip(given: str, accepted: str, foreign: frozenset[str], length: int) -> bool:
    """A slip in a word of two or three letters is forgiven in a long answer, or where the word says nothing."""
    little = accepted in LITTLE or accepted in TIES
    if len(accepted) < 2 or (len(given) < 2 and not little) or (length < _LONG and accepted not in LITTLE):
        return False
    if DamerauLevenshtein.distance(given, accepted, score_cutoff=1) > 1 or (given in LITTLE and not little):
        return False
    if (
        given in TURNING
        or (given in foreign and len(given) > 1)
        or numbers.value(given) is not None
        or are_two(given, accepted, length)
    ):
        return False
    return is_slip(given, accepted, length)
