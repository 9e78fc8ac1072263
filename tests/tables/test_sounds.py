"""What the fragments ask to be heard is there: static/js/sound.js says what there is."""

import re
from itertools import islice
from pathlib import Path

import pytest
from django.conf import settings

from games.rules.kernel import PUBLIC
from games.tables.fragments import FOLDER
from games.tables.showing import Look, showing_of
from tests.gallery.moments import at_random, course_of
from tests.tables.looking import snapshot_of

HERE = Path(settings.BASE_DIR)
SOUND = re.compile(r'data-sound="([^"]*(?:"[a-z-]+"[^"]*)*)"')
NAME = re.compile(r"\b(?:[a-z]+)\b")


def test_every_sound_that_a_fragment_names_can_be_heard() -> None:
    there = set(re.findall(r"^    (\w+): \(to, at\)", (HERE / "static/js/sound.js").read_text(), re.M))
    assert {"card", "chip", "dice", "flag", "right", "wrong", "win", "turn", "buzz", "tick"} == there
    asked = set()
    for path in FOLDER.rglob("*.html"):
        text = path.read_text()
        assert "data-sound-of" not in text, path
        for value in SOUND.findall(text):
            asked |= set(NAME.findall(re.sub(r"{%.*?%}", " ", value, flags=re.S)))
    assert asked and asked <= there, asked - there


@pytest.mark.parametrize(
    ("slug", "sounds", "how"),
    [
        ("swiss-quiz", {"card", "right", "chip", "flag"}, {}),
        ("quizterix-snap", {"card", "buzz", "right", "wrong"}, {"seats": 3}),
        ("quizterix-standard", {"card", "right", "wrong", "dice"}, {"seats": 2}),
    ],
)
def test_on_the_big_screen_each_sound_of_a_game_has_its_moment(
    slug: str, sounds: set[str], how: dict[str, int]
) -> None:
    heard: set[str] = set()
    for course in islice(course_of(slug, at_random, **how), 150):
        if course.play is not None and not heard >= sounds:
            shown = showing_of(snapshot_of(course.game, course.play, PUBLIC, "screen")[0])
            heard |= set(re.findall(r'data-sound="\s*([a-z]+)"', shown.page(Look(None, "en", "screen"))))
    assert heard >= sounds
