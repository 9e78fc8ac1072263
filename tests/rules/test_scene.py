"""Scenes: a few characters that become a picture."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.scene import GROUNDS, HORIZONS, Item, Scene, SceneError, Uploaded, is_emoji, parse_scene, uploaded_in

KEY = "0c3f5a7b9d1e2f4a6b8c"
EMOJI = ("🌙", "❄️", "🧱", "👩🏽‍🚀", "🇨🇭", "☎️", "🏴‍☠️", "🐕", "♟️", "‼️", "⚔️", "〰️", "♾️")


def test_a_scene_is_read() -> None:
    assert parse_scene("night flat 🌙@76,26*20~-12 🧱@16,100*22 🐕@50,80*52|") == Scene(
        "night",
        "flat",
        (Item("🌙", 76, 26, 20, -12), Item("🧱", 16, 100, 22), Item("🐕", 50, 80, 52, mirrored=True)),
    )


def test_the_horizon_may_be_left_out() -> None:
    assert parse_scene("snow 🐕@50,80*52").horizon == "none"
    assert parse_scene("sea sea 🐕@50,80*52") == Scene("sea", "sea", (Item("🐕", 50, 80, 52),))


def test_an_uploaded_picture_is_a_scene() -> None:
    assert parse_scene(f" picture  {KEY} ") == Uploaded(KEY)
    assert str(Uploaded(KEY)) == f"picture {KEY}"
    assert uploaded_in(f"picture {KEY}") == KEY
    assert [uploaded_in(text) for text in ("snow 🐕@50,80*52", "", "picture", f"picture {KEY}0")] == [""] * 4


@pytest.mark.parametrize("emoji", EMOJI)
def test_every_kind_of_emoji_is_one(emoji: str) -> None:
    assert is_emoji(emoji)


@pytest.mark.parametrize("text", ["", "a", "x🐕", "🐕🐕", "<b>", "🇨", "7", "é", "&#33;", "—", "※", "🐕\u200d"])
def test_nothing_else_is_an_emoji(text: str) -> None:
    assert not is_emoji(text)


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("", 1, "expected a ground to begin with: night, snow"),
        ("nite 🐕@50,80*52", 1, "expected a ground to begin with"),
        ("night flt 🐕@50,80*52", 7, "expected a horizon (none, flat"),
        ("night flat", 11, "expected at least one emoji"),
        ("night 🐕", 7, "expected emoji@x,y*size"),
        ("night 🐕@50*80", 7, "expected emoji@x,y*size"),
        ("night dog@50,80*52", 7, "expected one emoji before the @, not “dog”"),
        ("night 🐕@101,80*52", 9, "expected a place across from 0 to 100, not 101"),
        ("night 🐕@50,141*52", 12, "expected a place down from 0 to 140, not 141"),
        ("night 🐕@50,80*5", 15, "expected a size from 6 to 90, not 5"),
        ("night 🐕@50,80*91", 15, "expected a size from 6 to 90, not 91"),
        ("night 🐕@50,80*52~181", 18, "expected a turn from -180 to 180, not 181"),
        ("night 🐕@50,80*52|~5", 7, "expected emoji@x,y*size"),
        ("picture", 8, "expected the picture’s 20 letters"),
        ("picture ../../etc/passwd", 9, "expected the picture’s 20 letters"),
        (f"picture {KEY.upper()}", 9, "expected the picture’s 20 letters"),
        (f"picture {KEY} 🐕@50,80*52", 30, "expected nothing behind the picture, not “🐕@50,80*52”"),
        ("night" + " 🐕@50,80*52" * 13, 139, "expected at most 12 emoji, not 13"),
    ],
)
def test_a_scene_that_cannot_be_drawn_says_where_and_why(text: str, position: int, what: str) -> None:
    with pytest.raises(SceneError) as refusal:
        parse_scene(text)
    assert (refusal.value.position, refusal.value.what[: len(what)]) == (position, what)


items = st.builds(
    Item,
    st.sampled_from(EMOJI),
    st.integers(0, 100),
    st.integers(0, 140),
    st.integers(6, 90),
    st.integers(-180, 180),
    st.booleans(),
)


@given(
    st.builds(
        Scene,
        st.sampled_from(GROUNDS),
        st.sampled_from(HORIZONS),
        st.lists(items, min_size=1, max_size=12).map(tuple),
    )
)
def test_a_scene_written_down_is_the_same_scene(scene: Scene) -> None:
    assert parse_scene(str(scene)) == scene
