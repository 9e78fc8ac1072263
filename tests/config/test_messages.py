"""Nobody meets an English sentence in another language."""

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from config import messages

NARROW = "\u202f"
TEMPLATE = """{% load i18n %}<h1>{% translate "Big screen" %}</h1>
{% blocktranslate count n=flags trimmed %}
  {{ n }} flag{% plural %}{{ n }} flags
{% endblocktranslate %}"""
RULES = 'raise IllegalMove("SQ-5", N_("There are only %(chips)s chips."), chips=2)\n'


@pytest.fixture
def german(tmp_path: Path, settings: Any) -> Path:
    """The German catalogue of a small house with a template and a rule."""
    settings.BASE_DIR, settings.LOCALE_PATHS = tmp_path, [tmp_path / "locale"]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    for name, text in {"templates/home.html": TEMPLATE, "games/rules.py": RULES}.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    messages.collect()
    return tmp_path / "locale" / "de" / "LC_MESSAGES" / "django.po"


def forms(text: Any) -> tuple[str, ...]:
    """Singular and plural, or the one form there is."""
    return (text,) if isinstance(text, str) else tuple(text)


def say(catalogue: Path, text: str, translation: str) -> None:
    entry = f'msgid "{text}"\nmsgstr '
    assert entry in catalogue.read_text()
    catalogue.write_text(catalogue.read_text().replace(f'{entry}""', f'{entry}"{translation}"'))


def test_every_text_is_translated_in_every_language() -> None:
    troubles = messages.troubles()

    assert not troubles, "\n" + "\n".join(troubles)


def test_swiss_german_has_no_sharp_s() -> None:
    german = next(path for path in messages.catalogues() if "de" in path.parts)

    said = (line for line in german.read_text().splitlines() if not line.startswith("msgid"))  # English may name it
    assert [line for line in said if "ß" in line] == []


def test_french_marks_keep_a_narrow_space() -> None:
    french = next(path for path in messages.catalogues() if "fr" in path.parts)
    with french.open("rb") as file:
        texts = [text for message in read_po(file, locale="fr") if message.id for text in forms(message.string)]
    # the game's own name, a class of the admin's pages, and what shows how German does it
    said = [re.sub("Snap!|dark:text|«ainsi»", "", text) for text in texts]

    assert said and [text for text in said if re.search(f"«(?!{NARROW})|(?<!{NARROW})[»;:!?]", text)] == []


def test_texts_of_templates_and_rules_are_collected(german: Path) -> None:
    assert messages.troubles() == [
        "de: not translated: '%(n)s flag'",
        "de: not translated: 'Big screen'",
        "de: not translated: 'There are only %(chips)s chips.'",
    ]


def test_collecting_keeps_what_is_said_and_drops_what_nobody_says_any_more(german: Path) -> None:
    say(german, "Big screen", "Grosser Bildschirm")
    say(german, "There are only %(chips)s chips.", "Es hat nur %(chips)s Chips.")
    (german.parents[3] / "games" / "rules.py").write_text("")

    messages.collect()

    assert "Grosser Bildschirm" in german.read_text()
    assert "Chips" not in german.read_text()
    assert messages.troubles() == ["de: not translated: '%(n)s flag'"]


def test_collecting_twice_changes_nothing(german: Path) -> None:
    say(german, "Big screen", "Grosser Bildschirm")
    messages.collect()
    once = german.read_text()

    messages.collect()

    assert german.read_text() == once
    assert str(german.parents[3]) not in once


def test_a_lost_placeholder_is_found(german: Path) -> None:
    say(german, "There are only %(chips)s chips.", "Es hat nur %(chip)s Chips.")

    assert "de: other placeholders than the English text: 'There are only %(chips)s chips.'" in messages.troubles()


def test_an_unsure_translation_and_a_new_text_are_found(german: Path) -> None:
    say(german, "Big screen", "Grosser Bildschirm")
    german.write_text(german.read_text().replace('msgid "Big screen"', '#, fuzzy\nmsgid "Big screen"'))
    (german.parents[3] / "games" / "rules.py").write_text('N_("Too late.")')

    assert messages.troubles() == [
        "de: not translated: '%(n)s flag'",
        "de: marked as fuzzy: 'Big screen'",
        "de: missing, run: manage.py messages: 'Too late.'",
        "de: no longer used: 'There are only %(chips)s chips.'",
    ]


def test_what_django_reads_is_compiled_beside_it(german: Path) -> None:
    say(german, "Big screen", "Grosser Bildschirm")

    messages.compile_all()

    assert b"Grosser Bildschirm" in german.with_suffix(".mo").read_bytes()


def test_japanese_marks_are_as_wide_as_its_signs() -> None:
    japanese = next(path for path in messages.catalogues() if "ja" in path.parts)
    with japanese.open("rb") as file:
        texts = [text for message in read_po(file, locale="ja") if message.id for text in forms(message.string)]
    texts += [path.read_text() for path in (settings.BASE_DIR / "games" / "rulebooks").glob("*.ja.md")]
    assert [found for text in texts for found in re.findall(r"[\u3040-\u30ff\u4e00-\u9fff」』]\**[?!:;,]", text)] == []
