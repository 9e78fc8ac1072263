"""What the fragments ask to be heard is there: static/js/sound.js says what there is."""

import re
from pathlib import Path

from django.conf import settings

from games.tables.fragments import FOLDER

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
