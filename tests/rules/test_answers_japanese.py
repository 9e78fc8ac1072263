"""Typed words in Japanese, and which of many cards is meant (CO-3)."""

import pytest

from games.rules.answers import judge_text, recognised

CARDS = (
    ("Comb", "Kamm", "くし", "櫛"),
    ("Ramen", "ラーメン", "らーめん", "拉麺"),
    ("Crescent moon", "三日月", "みかづき"),
    ("Goldfish", "金魚", "きんぎょ"),
    ("Coffee", "コーヒー", "珈琲"),
    ("Key", "かぎ", "鍵"),
    ("Persimmon", "かき", "柿"),
)

pytestmark = pytest.mark.clause("CO-3")


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("櫛", 0),
        ("クシ", 0),  # katakana for hiragana
        ("ﾗｰﾒﾝ", 1),  # half width
        ("ら-めん", 1),  # a hyphen for the long vowel
        ("ＲＡＭＥＮ", 1),  # full width
        ("みかずき", 2),  # two spellings of one sound
        ("ミカヅキ", 2),
        ("　金魚　", 3),
        ("コーヒ-", 4),  # the long vowel at the end, too
        ("こーひ〜", 4),
        ("かぎ", 5),  # the voicing mark makes another word
        ("カキ", 6),
        ("goldfsh", 3),
        ("かに", None),
        ("", None),
    ],
)
def test_the_card_that_is_meant(typed: str, card: int | None) -> None:
    assert recognised(typed, CARDS) == card


def test_a_slip_that_comes_as_near_to_another_card_means_neither() -> None:
    assert recognised("planed", (("plane",), ("planes",))) is None
    assert recognised("planes", (("plane",), ("planes",))) == 1


def test_no_article_is_looked_for_where_there_is_none() -> None:
    assert judge_text("おのみもの", ["おのみもの"]) and not judge_text("の", ["のり"])
