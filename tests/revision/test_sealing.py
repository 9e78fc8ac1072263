"""Only the code of a slip opens its seal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.revision import sealing
from games.revision.sealing import (
    CODE_LENGTH,
    Keys,
    Unreadable,
    cleaned,
    in_fours,
    keys_of,
    new_code,
    new_key,
    opened,
    seal,
)
from games.revision.services import Holder

KEY = b"only who has the slip opens this"
TEXT = b"1961: Building of the Berlin Wall"


def test_a_code_has_sixty_bits_and_nothing_that_is_read_as_something_else() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert {len(code) for code in codes} == {CODE_LENGTH}
    assert len(sealing.ALPHABET) == 32
    assert not set("01OI") & set(sealing.ALPHABET)


@pytest.mark.parametrize(
    "typed", ["kr4m 8dwt q2hx", "KR4M-8DWT-Q2HX", " kr4m8dwtq2hx ", "ＫＲ４Ｍ　８ＤＷＴー‐Ｑ２ＨＸ"]
)
def test_a_code_is_typed_as_one_likes(typed: str) -> None:
    assert cleaned(typed) == "KR4M8DWTQ2HX"
    assert in_fours(cleaned(typed)) == "KR4M 8DWT Q2HX"


@pytest.mark.parametrize("typed", ["", "KR4M 8DWT", "KR4M 8DWT Q2HO", "KR4M 8DWT Q2HXX", "ＫＲ４Ｍ８ＤＷＴＱ２ＨＯ"])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert cleaned(typed) == ""


def test_the_whole_code_and_the_sites_secret_give_lookup_and_key() -> None:
    keys = keys_of("KR4M8DWTQ2HX", "secret")
    assert keys == keys_of("KR4M8DWTQ2HX", "secret")
    others = [keys_of("KR4M8DWTQ2HY", "secret"), keys_of("KR4M8DWTQ2HX", "another")]
    assert all(other.lookup != keys.lookup and other.key != keys.key for other in others)
    assert (len(keys.lookup), len(keys.key)) == (32, 32)
    assert sealing.N == 2**15
    assert keys.lookup.encode() not in keys.key.hex().encode()


def test_a_seal_opens_with_its_key_for_what_it_is_about_and_with_nothing_else() -> None:
    key = new_key()
    sealed = seal(TEXT, key, "slip 7")
    assert opened(sealed, key, "slip 7") == TEXT
    assert TEXT[:8] not in sealed
    broken = sealed[:40] + bytes([sealed[40] ^ 1]) + sealed[41:]
    for wrong, bad, about in ((sealed, new_key(), "slip 7"), (sealed, key, "slip 8"), (broken, key, "slip 7")):
        with pytest.raises(Unreadable):
            opened(wrong, bad, about)


def test_seals_are_padded_and_never_twice_the_same() -> None:
    key = new_key()
    sizes = {len(seal(b"x" * size, key, "a")) for size in (0, 1, 500, 4000)}
    assert len(sizes) == 1
    assert len(seal(b"x" * 5000, key, "a")) > sizes.pop()
    assert seal(TEXT, key, "a") != seal(TEXT, key, "a")


@settings(max_examples=40)
@given(st.integers(0, 5000), st.integers(1, 255))
def test_whatever_was_cut_off_or_changed_does_not_open(place: int, change: int) -> None:
    sealed = seal(TEXT, KEY, "slip 7")
    place %= len(sealed)
    for broken in (sealed[:place], sealed[:place] + bytes([sealed[place] ^ change]) + sealed[place + 1 :]):
        with pytest.raises(Unreadable):
            opened(broken, KEY, "slip 7")


def test_no_key_is_told_by_what_holds_it() -> None:
    for one in (Keys("0123", KEY), Holder(7, "0123456789abcdef", KEY)):
        for told in (repr(one), str(one), f"{[one]}"):
            assert not any(spelt in told for spelt in (repr(KEY)[2:-1], KEY.hex(), KEY.decode()))
