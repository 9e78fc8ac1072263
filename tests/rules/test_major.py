"""The Major System: what letters count, in which language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import goroawase, major
from games.rules.major import MnemonicError, consonants_for, explain, mismatch, spells

CASES = {
    "en": {
        "[Sh]ivering [T]errier": "61",
        "[Sh]ee[t]": "61",
        "[Sheet] of ice": "61",
        "[N]o[s]e": "20",
        "[C]ity [c]at": "07",
        "[C]ycling [G]oat": "07",
        "[G]iant [g]irl": "67",
        "[J]ud[ge]": "66",
        "bu[dg]e[t]": "61",
        "[Ch]eese [ch]oir": "67",
        "[K]nee [m]ap": "23",
        "[G]nome [k]ing": "27",
        "[Ph]one [b]ox": "89",
        "lau[gh]ing [gh]ost": "87",
        "[Th]in [d]og": "11",
        "[Qu]een [z]ebra": "70",
        "fo[x]": "70",
        "di[sh]y [s]ugar": "60",
        "na[t]ion of [r]ats": "64",
        "mu[sc]le [l]ion": "05",
        "[V]ery [f]ine": "88",
        "[M]u[mm]y": "33",
        "ki[tt]en [P]ie": "19",
    },
    "de": {
        "[Sch]nee-[D]ackel": "61",
        "[W]al mit [Z]ahn": "80",
        "[V]ogel im [F]ass": "88",
        "[Qu]a[k]": "77",
        "[Ch]or im Da[ch]": "76",
        "Fu[chs]": "70",
        "[C]irkus [C]lown": "07",
        "[Pf]er[d]": "81",
        "[St]ern": "01",
        "[J]äger mit [G]ans": "67",
        "ka[tz]e [K]äse": "07",
        "[Th]eater-[B]är": "19",
        "deu[tsch]er [R]ost": "64",
    },
    "fr": {
        "[ch]â[t]eau": "61",
        "[Ch]a[t]on": "61",
        "[c]y[gn]e": "02",
        "[ç]a [c]ourt": "07",
        "[g]irafe en [g]are": "67",
        "pi[ge]on [gu]ide": "67",
        "[Qu]ille [ph]are": "78",
        "[Ch]rome [j]aune": "76",
        "por[t]ion de [r]iz": "04",
        "ques[t]ion de [n]ez": "12",
        "[sc]ie à [b]ois": "09",
        "[w]agon [v]ert": "88",
    },
    "it": {
        "[C]i[gn]o": "62",
        "[c]ena con [gh]iro": "67",
        "[g]iostra [ch]iusa": "67",
        "ma[g]ia [g]ialla": "66",
        "a[gli]o [r]osso": "54",
        "[gl]i [z]ii": "50",
        "[gli]cine": "75",
        "[gl]oria": "75",
        "[Sc]immia [t]urista": "01",
        "[Sch]eletro": "07",
        "[sc]udo": "07",
        "pe[sc]e [b]lu": "09",
        "[c]’è [f]umo": "68",
        "o[cch]io e fa[cc]ia": "76",
        "ra[gg]i sul mu[gg]ito": "66",
        "tra[gh]etto a [g]ara": "77",
        "a[cq]ua [Q]uieta": "77",
        "[Gn]omo [gn]occo": "22",
        "gira[ff]a [v]olante": "88",
        "ta[x]i": "70",
    },
    "ja": {
        "[ばく]はつ": "89",
        "[ロバ]のみみ": "68",
        "[いち]ばん[ごう]か": "15",
        "[ひと]り[よ]なか": "14",
        "[ろく]ぶて": "69",
        "[ろく]じゅうの[にん]じゃ": "62",
        "[きゅう]り[よん]ほん": "94",
        "[はち]みつ[しち]や": "87",
        "[れい]とう[に]く": "02",
        "[わ]らう[わ]に": "00",
        "[む]しの[みっ]つ": "63",
        "[と]うだい": "10",
    },
}
TABLE = [(language, *case) for language, cases in CASES.items() for case in cases.items()]


@pytest.mark.parametrize(("language", "mnemonic", "digits"), TABLE)
def test_letters_count_by_their_sound(language: major.Language, mnemonic: str, digits: str) -> None:
    year = 1900 + int(digits)
    assert "".join(digit for _, digit in explain(mnemonic, language, year)) == digits
    assert spells(mnemonic, language, year)
    for other in {1900, 1917, 1938, 1952, 1974, 1999} - {year}:
        assert not spells(mnemonic, language, other)


def test_a_mnemonic_is_explained_letter_by_letter() -> None:
    assert explain("[Sh]ivering [T]errier", "en") == [("Sh", "6"), ("T", "1")]
    assert explain("[Ch]or", "de") == [("Ch", "7")]
    assert explain("[Ch]eese [Ch]oir", "en") == [("Ch", "6"), ("Ch", "7")]


def test_letters_with_two_readings_are_read_the_way_the_year_needs() -> None:
    assert explain("[Ch]a[t]", "en", 1971) == [("Ch", "7"), ("t", "1")]
    assert explain("[Ch]a[t]", "en", 1961) == [("Ch", "6"), ("t", "1")]


@pytest.mark.parametrize(
    ("mnemonic", "because"),
    [
        ("[S]hip [T]oe", "[S] = 6, [T] = 1"),
        ("[K]night [T]oe", "[K] = 2, [T] = 1"),
        ("lam[b] [T]oe", "[b] = –, [T] = 1"),
        ("[C]ity [T]oe", "[C] = 0, [T] = 1"),
        ("[T]oe", "[T] = 1"),
        ("[T]oe [K]ey [M]ouse", "[T] = 1, [K] = 7, [M] = 3"),
    ],
)
def test_a_letter_that_sounds_otherwise_is_not_taken_for_itself(mnemonic: str, because: str) -> None:
    needed = "7 (k ca co ga go q), 1 (t d th)"
    assert refused(mnemonic, 1971) == f"{because}, but 1971 needs {needed}"


@pytest.mark.parametrize(
    ("mnemonic", "because"),
    [
        ("no brackets", "no letters are marked"),
        ("[Sh]ivering [Terrier", "brackets"),
        ("Sh]ivering", "brackets"),
        ("[[Sh]ivering]", "brackets"),
        ("[]", "no consonant"),
        ("[A]pe", "no consonant"),
        ("wa[t][ch]", "no consonant"),
    ],
)
def test_a_mnemonic_that_cannot_be_read_says_why(mnemonic: str, because: str) -> None:
    assert because in refused(mnemonic, 1961)


@pytest.mark.parametrize("mnemonic", ["[東]の[ばく]はつ", "[すずめ]の[ばく]はつ", "[bear]", "[]"])
def test_japanese_marks_without_a_readable_kana_say_so(mnemonic: str) -> None:
    assert "no kana that stands for a digit" in refused(mnemonic, 1989, "ja")


def test_japanese_marks_are_read_alone_and_need_not_be_whole_words() -> None:
    assert explain("[ろ][く]", "ja") == [("ろ", "6"), ("く", "9")]
    assert explain("[ろく]", "ja") == [("ろく", "6")]
    assert explain("[ろく]", "ja", 1969) == [("ろく", "69")]
    assert explain("[く]ま", "ja", 1961) == [("く", "9")]


@given(st.text("".join(sorted({kana for several in goroawase.KANA for word in several for kana in word})) + "んー亜"))
def test_however_much_is_marked_in_japanese_is_read_at_once_and_bounded(marked: str) -> None:
    found = goroawase.readings(marked * 20, major.MOST_READINGS)
    assert len(found) == len(set(found)) <= major.MOST_READINGS
    assert all(digits.isascii() and digits.isdecimal() for digits in found)


def refused(mnemonic: str, year: int, language: major.Language = "en") -> str:
    """Why it does not give the year, in English."""
    why = mismatch(mnemonic, language, year)
    assert why is not None
    return why.text % dict(why.facts)


def test_unreadable_brackets_are_refused() -> None:
    with pytest.raises(MnemonicError):
        explain("[Sh]ivering [Terrier", "en")


@given(
    st.sampled_from(major.LANGUAGES),
    st.integers(1000, 2099),
    st.integers(1000, 2099),
    st.data(),
)
def test_the_consonants_of_a_year_spell_it_and_no_other(
    language: major.Language, year: int, other: int, data: st.DataObject
) -> None:
    tens, ones = (data.draw(st.sampled_from(letters)) for letters in consonants_for(year, language))
    mnemonic = f"[{tens}]a [{ones}]a"
    assert spells(mnemonic, language, year)
    assert [letters for letters, _ in explain(mnemonic, language, year)] == [tens, ones]
    usual = "".join(digit for _, digit in explain(mnemonic, language))
    if usual == f"{year % 100:02d}" and (other - year) % 100:
        assert usual != f"{other % 100:02d}"
