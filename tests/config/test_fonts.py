"""The site's letters: cut when they are asked for, small, and with every letter that our texts are written in."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Barrier

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont

from config import fonts
from decks.packaged import DATA

WESTERN = ("en", "de", "fr", "it")


@cache
def texts() -> str:
    """Everything that stands on pages in western languages: cards, rulebooks, the interface."""
    base = Path(settings.BASE_DIR)
    files = (
        *DATA.rglob("*.yaml"),
        *(book for language in WESTERN for book in (base / "games/rulebooks").glob(f"*.{language}.md")),
        *(base / f"config/locale/{language}/LC_MESSAGES/django.po" for language in WESTERN[1:]),
    )
    return "".join(sorted(set("".join(file.read_text(encoding="utf-8") for file in files))))


def latin(letter: str) -> bool:
    return letter.isalpha() and unicodedata.name(letter, "").startswith("LATIN")


def test_the_letters_of_every_text_are_there_in_every_face() -> None:
    needed = {letter for letter in texts() if latin(letter)}
    assert len(needed) > 80
    for face in fonts.FACES:
        found = TTFont(fonts.letters() / "fonts" / f"{face.name}.woff2").getBestCmap()
        assert {letter for letter in needed if ord(letter) not in found} == set(), face.name


def test_all_faces_together_stay_small() -> None:
    assert sum(file.stat().st_size for file in (fonts.letters() / "fonts").iterdir()) < 200_000


def test_they_are_static_files_like_any_other() -> None:
    for face in fonts.FACES:
        found = finders.find(f"fonts/{face.name}.woff2")
        assert isinstance(found, str) and Path(found).read_bytes()[:4] == b"wOF2"
    listed = {name for finder in finders.get_finders() for name, _ in finder.list([])}
    assert {f"fonts/{face.name}.woff2" for face in fonts.FACES} <= listed
    assert finders.find("fonts/nothing.woff2") is None


def test_the_style_sheet_names_every_face() -> None:
    tokens = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
    assert tokens.count("font-display: swap") == len(fonts.FACES)
    for face in fonts.FACES:
        assert f"../fonts/{face.name}.woff2" in tokens


def test_two_threads_may_cut_the_same_letters(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAR_DIR = tmp_path
    both = Barrier(2, timeout=10)

    def cut(face: fonts.Face) -> bytes:
        if face is fonts.FACES[0]:
            both.wait()
        return face.name.encode()

    monkeypatch.setattr(fonts, "cut", cut)
    with ThreadPoolExecutor() as threads:
        there, same = [threads.submit(fonts.letters) for _ in range(2)]
        assert there.result() == same.result()
    assert {file.stem for file in (there.result() / "fonts").iterdir()} == {face.name for face in fonts.FACES}
