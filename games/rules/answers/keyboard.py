"""What fingers do wrong: is one word a slip of another, or a word of its own?"""

from rapidfuzz.distance import Levenshtein

_ROWS = (
    ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
    ("azertyuiop", "qsdfghjklm", "wxcvbn"),
)
_SOUNDS = ("aeiouy", "ck", "cs", "sz", "bp", "dt", "vwf", "ijy", "gk", "qk", "mn", "lr", "gj", "xs", "uv", "fp", "ph")
_KANA = (
    "あいうえおぁぃぅぇぉゔ",
    "かきくけこがぎぐげご",
    "さしすせそざじずぜぞ",
    "たちつてとだでどっ",
    "なにぬねの",
    "はひふへほばびぶべぼぱぴぷぺぽ",
    "まみむめも",
    "やゆよゃゅょ",
    "らりるれろ",
    "わゎをん",
)
_ENDINGS = "sen"
_PARTICLES = ("の", "は", "が", "を")
_VOWELS = frozenset("aeiouy")


def _near() -> frozenset[tuple[str, str]]:
    pairs: set[tuple[str, str]] = set()
    for rows in _ROWS:
        places = {key: (x + 0.5 * y, y) for y, row in enumerate(rows) for x, key in enumerate(row)}
        for one, (x, y) in places.items():
            pairs |= {(one, two) for two, (u, v) in places.items() if one != two and abs(x - u) <= 1 >= abs(y - v)}
    for letters in (*_SOUNDS, *_KANA):
        pairs |= {(one, two) for one in letters for two in letters if one != two}
    return frozenset(pairs)


_NEAR = _near()


def is_slip(given: str, accepted: str, length: int) -> bool:
    """Are these words, one letter apart, a slip of the keyboard or of the spelling?

    In a short word almost any other letter makes another word; there only a doubled or dropped letter, two changed
    about, or a neighbour on the keyboard count. In a word of up to nine letters that is half of the answer no letter
    counts for one that is neither its neighbour nor sounds like it. ``length``: letters in the whole answer.
    """
    kana = accepted[0] > "\u3040"
    if is_ending(given, accepted):
        return True
    if kana and given.removeprefix(accepted) in _PARTICLES:
        return True
    if kana and len(accepted) < (4 if length >= 8 else 5):
        return False
    lone = 2 * len(accepted) >= length
    long = len(accepted) >= (9 if kana else 7) or (length >= 12 and len(accepted) >= 5 and not kana)
    if long and not (lone and len(given) == len(accepted) < 10 and not kana):
        return True
    if len(given) < len(accepted):
        return True
    place = next((at for at, (one, two) in enumerate(zip(given, accepted, strict=False)) if one != two), len(accepted))
    typed = given[place]
    if len(given) > len(accepted):
        beside = given[max(place - 1, 0) : place] + given[place + 1 : place + 2]
        at_end = place == len(accepted) and typed in _ENDINGS
        return typed in beside or at_end or typed in "hーっ" or any((typed, key) in _NEAR for key in beside)
    meant = accepted[place]
    if sorted(given) == sorted(accepted):
        return True
    if (
        not long
        and lone
        and typed in _VOWELS
        and meant in _VOWELS
        and (len(accepted) < 5 or place == len(accepted) - 1)
    ):
        return False  # it is the vowels that tell short words apart, and in Italian the last one
    return (typed, meant) in _NEAR


def is_ending(given: str, accepted: str) -> bool:
    """Do they differ by an ending alone? (``Komet``, ``Kometen``; ``Charly``, ``Charlie``)"""
    short, long = sorted((given, accepted), key=len)
    if short[-1:] == "y" and long == f"{short[:-1]}ie":
        return True
    return len(short) >= 4 and long.startswith(short) and long.removeprefix(short) in ("en", "es", "em", "ns")


def strangers(given: str, accepted: str) -> int:
    """How many letters stand for others that no finger and no ear takes for them: two make another word."""
    return sum(
        edit.tag == "replace"
        and (given[edit.src_pos], accepted[edit.dest_pos]) not in _NEAR
        and given[edit.src_pos] not in accepted[max(edit.dest_pos - 1, 0) : edit.dest_pos + 2]  # two changed about
        for edit in Levenshtein.editops(given, accepted)
    )
