"""Emoji by what they are called: an author types a word, or has a mnemonic, and finds what to draw it with."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from games.rules.scene import is_emoji
from games.rules.words import LANGUAGES

MOST: Final = 24  # at once
LONGEST: Final = 300  # characters that are looked at
NEWEST: Final = 14  # of Unicode's emoji: later ones neither every device nor Python 3.11 knows
WORDS: Final = Path(__file__).parent / "mnemonics" / "emoji.txt"

_SKIN = re.compile("[\U0001f3fb-\U0001f3ff]")
_BETWEEN = re.compile(r"[\W_]+")
# Children's books write いぬ, Unicode イヌ: both are the same word.
_HIRAGANA: Final = {one: one - 0x60 for one in range(0x30A1, 0x30F7)}


class Found(Struct, frozen=True):
    """An emoji and what it is called."""

    emoji: str
    name: str


def find_emoji(said: str, languages: Iterable[str], reader: str) -> list[Found]:
    """The emoji for these words, in any of these languages, the best first; their names in the reader's language.

    Letters in brackets are a mnemonic's: ``[T]errier`` is a terrier. Where many words are asked for, each gets its
    best before any gets a second.
    """
    text = said[:LONGEST].replace("[", "").replace("]", "")
    known = [_called(language) for language in dict.fromkeys((*languages, "")) if language in (*LANGUAGES, "")]
    by_word = [list(dict.fromkeys(_of_word(word, known))) for word in _words(text)]
    by_word += [list(dict.fromkeys(_within(word, known))) for word in _words(text) if not word.isascii()]
    every = [one for place in range(MOST) for found in by_word for one in found[place : place + 1]]
    names = _names(reader if reader in LANGUAGES else "en")
    return [Found(one, names[one]) for one in dict.fromkeys(every)][:MOST]


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(text.casefold().translate(_HIRAGANA)) if word]


def _of_word(word: str, known: Sequence[Mapping[str, tuple[str, ...]]]) -> Iterator[str]:
    """What is called so, one of it or several; then whatever begins so."""
    for stem in (word, word[:-1], word[:-2]) if len(word) > 3 and word.isalpha() else (word,):
        for called in known:
            yield from called.get(stem, ())
    if len(word) > 2 or not word.isascii():
        for called in known:
            for name in called:
                if name.startswith(word):
                    yield from called[name]


def _within(text: str, known: Sequence[Mapping[str, tuple[str, ...]]]) -> Iterator[str]:
    """What is named within words that no space divides, as Japanese ones: the longest names first."""
    parts = {text[start:end] for start in range(len(text)) for end in range(start + 2, len(text) + 1)} - {text}
    for part in sorted(parts, key=len, reverse=True):
        for called in known:
            if not part.isascii():
                yield from called.get(part, ())


@lru_cache(maxsize=1)
def _there() -> tuple[str, ...]:
    """The emoji that can be put into a scene, without their shades of skin."""
    import emoji  # only here: it reads all of Unicode, which no process needs before somebody draws

    whole = emoji.STATUS["fully_qualified"]
    every = [one for one, facts in emoji.EMOJI_DATA.items() if facts["status"] == whole and facts["E"] <= NEWEST]
    return tuple(one for one in every if is_emoji(one) and not _SKIN.search(one))


@lru_cache(maxsize=len(LANGUAGES))
def _names(language: str) -> dict[str, str]:
    """What each emoji is called in a language."""
    import emoji

    emoji.config.load_language(language)
    return {one: emoji.EMOJI_DATA[one].get(language, "").strip(":").replace("_", " ") for one in _there()}


@lru_cache(maxsize=len(LANGUAGES) + 1)
def _called(language: str) -> dict[str, tuple[str, ...]]:
    """The emoji by each word of their names in a language; by the words of our own list for none."""
    found: dict[str, list[str]] = {}
    for name, one in _own() if language == "" else _each(language):
        found.setdefault(name, []).append(one)
    return {name: tuple(several) for name, several in found.items()}


def _own() -> Iterator[tuple[str, str]]:
    for line in WORDS.read_text(encoding="utf-8").splitlines():
        one, *words = line.split()
        if one != "#":
            yield from ((word.translate(_HIRAGANA), one) for word in words)


def _each(language: str) -> Iterator[tuple[str, str]]:
    """Each emoji with the words of its name: first those that are called so and nothing else."""
    names = [(_words(name), one) for one, name in _names(language).items()]
    for words, one in sorted(names, key=lambda named: len(named[0])):
        yield from ((word, one) for word in dict.fromkeys(("".join(words), *words)))
