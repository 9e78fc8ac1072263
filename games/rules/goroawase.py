"""Goroawase: digits as kana, which is how Japanese pupils learn years.

    0 れい ぜろ まる お わ れ ぜ    1 いち ひと ひ い    2 ふた に ふ じ    3 さん み さ    4 よん よ し
    5 いつ ご こ    6 ろく む ろ    7 なな しち な    8 はち やつ は や ば ぱ    9 きゅう く    10 とお と

Long and doubled sounds and every other kana count nothing; neither do kanji, which can be read in too many ways. The
brackets of a mnemonic therefore hold kana: ``[ばく]はつ`` is 8, 9.
"""

KANA: tuple[tuple[str, ...], ...] = (
    ("れい", "ぜろ", "まる", "お", "わ", "れ", "ぜ"),
    ("いち", "ひと", "ひ", "い"),
    ("ふた", "に", "ふ", "じ"),
    ("さん", "み", "さ"),
    ("よん", "よ", "し"),
    ("いつ", "ご", "こ"),
    ("ろく", "む", "ろ"),
    ("なな", "しち", "な"),
    ("はち", "やつ", "は", "や", "ば", "ぱ"),
    ("きゅう", "く"),
)
_DIGITS = {kana: str(digit) for digit, several in enumerate(KANA) for kana in several} | {"とお": "10", "と": "10"}
_LONGEST = max(map(len, _DIGITS))
_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


def readings(kana: str, most: int) -> tuple[str, ...]:
    """The digits that these kana can stand for, the reading with the longest words first: ``ろく`` is 6, or 69.

    At most ``most`` of them; none if no kana here stands for a digit.
    """
    text = kana.translate(_HIRAGANA)
    behind: list[tuple[str, ...]] = [("",)]  # what can be read from each place on, from the end to the beginning
    for place in reversed(range(len(text))):
        found: dict[str, None] = {}
        for length in range(_LONGEST, 0, -1):
            if digits := _DIGITS.get(text[place : place + length] if place + length <= len(text) else ""):
                found.update(dict.fromkeys(digits + rest for rest in behind[-length]))
        behind.append(tuple(found)[:most] if found else behind[-1])
    return tuple(digits for digits in behind[-1] if digits)
