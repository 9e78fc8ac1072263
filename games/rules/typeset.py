"""How large the name and the mnemonic of an event stand on its card, and whether they have room there at all.

Everything on a card is measured in its width, so what holds for one size of card holds for all. The lines are reckoned
from how wide letters are in the site's own type, a little wider than a browser sets them.
"""

import re
from functools import lru_cache
from typing import Final

WIDTH, HEIGHT = 88, 60  # what name and mnemonic share, in hundredths of the card's width
NAMES, MNEMONICS = (9.4, 8.0, 6.8), (8.4, 7.2, 6.2)  # sizes of type in the same measure, the largest first
LEADING_NAME, LEADING_MNEMONIC = 1.12, 1.2  # from line to line
_STEPS: Final = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2))

_NARROW: Final = frozenset(" '!,-.:;[]ijl{|}¡¦·ìíîï’‘ ")
_SLIM: Final = frozenset("()*/?IJ`ftr“”«»")
_WIDE: Final = frozenset("%@MmWwHÆŒæœ…—")
_MARKED: Final = re.compile(r"\[([^\]]*)\]")
_AROUND_A_MARK: Final = 0.24
# Where a new line may begin: after a space or a hyphen, and in Japanese where a phrase ends, as browsers set it.
_PIECES: Final = re.compile(
    r" +|[^ \-\u2e80-\U0010ffff]*-|[^ \-\u2e80-\U0010ffff]+|[\u30a0-\U0010ffff]+[\u3000-\u309f]*|[\u2e80-\u309f]+"
)


@lru_cache(maxsize=4096)
def steps(name: str, mnemonic: str) -> tuple[int, int] | None:
    """The sizes of type in which both stand on the card, 0 being the largest; None if they have no room there.

    Rather smaller than with a broken word: not every browser knows where to hyphenate.
    """
    said, marks = _MARKED.subn(r"\1", mnemonic)
    fitting = []
    for one, other in _STEPS:
        high = _lines(name, NAMES[one], 0) * NAMES[one] * LEADING_NAME
        high += _lines(said, MNEMONICS[other], marks) * MNEMONICS[other] * LEADING_MNEMONIC
        if high <= HEIGHT:
            if _whole(name, NAMES[one]) and _whole(said, MNEMONICS[other]):
                return one, other
            fitting.append((one, other))
    return fitting[0] if fitting else None


def too_many(name: str, mnemonic: str) -> int:
    """By how many characters the longer of the two is too long for the card; 0 if they have room."""
    if steps(name, mnemonic) is not None:
        return 0
    longer = max(name, mnemonic, key=len)
    least, most = 0, len(longer)
    while most - least > 1:
        middle = (least + most) // 2
        cut = longer[:middle]
        fits = steps(cut, mnemonic) if longer is name else steps(name, cut)
        least, most = (middle, most) if fits is not None else (least, middle)
    return len(longer) - least


def _room(text: str, size: float) -> float:
    """How wide a line of this size is, in ems."""
    return WIDTH / size - (1.4 if any(letter > "\u2e7f" for letter in text) else 0.4)


def _whole(text: str, size: float) -> bool:
    """Whether each word has room in a line; Japanese has none that could not be broken."""
    words = (piece for piece in _PIECES.findall(text) if piece.strip() and max(piece) < "\u2e80")
    return all(_width(word) <= _room(text, size) for word in words)


def _lines(text: str, size: float, marks: int) -> int:
    """Into how many lines a text of this size breaks, with so many marks in it."""
    room = _room(text, size)
    lines, there = 1, marks * _AROUND_A_MARK
    for piece in _PIECES.findall(text):
        wide = _width(piece)
        if there + wide > room and piece.strip():
            lines, there = lines + (there > 0), 0.0
            while wide > room:  # a word that no line can hold is broken
                lines, wide = lines + 1, wide - room + 0.5
        there += wide
    return lines


def _width(text: str) -> float:
    """How wide a text is in bold type, in ems."""
    return sum(map(_em, text))


@lru_cache(maxsize=1024)
def _em(letter: str) -> float:
    if letter in _NARROW:
        return 0.33
    if letter in _SLIM:
        return 0.45
    if letter in _WIDE or letter > "\u2e7f":
        return 1.0
    return 0.72 if letter.isupper() else 0.59
