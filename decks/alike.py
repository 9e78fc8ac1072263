"""Which texts of a deck are so alike that one gives the other away."""

from collections import Counter
from functools import lru_cache

from rapidfuzz import fuzz, process

from decks.card_gates import LONGEST

RAREST = 6  # words of a text: two that share none of theirs are not compared
COMMON = 60  # so many texts may share a word before it says nothing


@lru_cache(maxsize=20_000)
def _words(text: str) -> tuple[str, frozenset[str]]:
    """The words of a text in small letters and in order: as one, and each once."""
    words = sorted(text[:LONGEST].casefold().split())
    return " ".join(words), frozenset(words)


@lru_cache(maxsize=8)
def alike_pairs(texts: tuple[str, ...]) -> tuple[tuple[int, int, float], ...]:
    """For each text the earlier one that is most like it: both places and how alike they are, of 100.

    The order of words does not count. Only texts that share a rare word are compared, so that thousands take no time.
    """
    words = [_words(text) for text in texts]
    sorted_texts = [one for one, _each in words]
    often = Counter(word for _one, each in words for word in each)
    rarity = {word: place for place, word in enumerate(sorted(often, key=lambda word: (often[word], word)))}
    found = []
    sharing: dict[str, list[int]] = {}
    for place, (_one, each) in enumerate(words):
        rarest = sorted(each, key=rarity.__getitem__)[:RAREST]  # the same six of two alike
        near = {other for word in rarest if often[word] <= COMMON for other in sharing.get(word, ())}
        best = process.extractOne(
            sorted_texts[place], {other: sorted_texts[other] for other in near}, scorer=fuzz.ratio
        )
        if best is not None:
            found.append((best[2], place, best[1]))
        for word in rarest:
            sharing.setdefault(word, []).append(place)
    return tuple(found)
