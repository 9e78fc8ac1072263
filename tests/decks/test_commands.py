"""``load_decks`` and ``check_decks``."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from decks.models import Deck, Edition
from decks.packaged import DATA, deck_folders
from tests.decks.making import STATEMENTS, even_deck, event_deck, nonsense, statement_deck


def run(command: str, *arguments: str, data: Path = DATA) -> str:
    out = StringIO()
    call_command(command, *arguments, data=data, stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.django_db
def test_loading_twice_changes_nothing(tmp_path: Path) -> None:
    statement_deck(tmp_path)
    event_deck(tmp_path)
    assert run("load_decks", data=tmp_path) == (
        "events: loaded edition 1 (3 cards)\nsmall: loaded edition 1 (2 cards)\n"
    )
    before = list(Edition.objects.values()) + list(Deck.objects.values())
    assert run("load_decks", data=tmp_path) == "events: unchanged (3 cards)\nsmall: unchanged (2 cards)\n"
    assert list(Edition.objects.values()) + list(Deck.objects.values()) == before


@pytest.mark.django_db
def test_loading_a_correction_adds_an_edition(tmp_path: Path) -> None:
    statement_deck(tmp_path)
    run("load_decks", data=tmp_path)
    statement_deck(tmp_path, statements=STATEMENTS.replace("difficulty: 1", "difficulty: 3"))
    assert run("load_decks", data=tmp_path) == "small: loaded edition 2 (2 cards)\n"


@pytest.mark.django_db
def test_a_broken_deck_keeps_every_deck_out(tmp_path: Path) -> None:
    event_deck(tmp_path)
    statement_deck(tmp_path, statements=STATEMENTS.replace("truth: true", "truth: maybe"))
    with pytest.raises(CommandError) as refusal:
        run("load_decks", data=tmp_path)
    assert "No deck was loaded." in str(refusal.value)
    assert "small/statements-001-055.yaml:3: statement 1, truth: expected true or false, not" in str(refusal.value)
    assert not Deck.objects.exists()
    assert not Edition.objects.exists()


@pytest.mark.django_db
def test_the_packaged_decks_load_and_stay_as_they_are() -> None:
    first = run("load_decks")
    second = run("load_decks")
    assert first.count("loaded edition 1") == second.count("unchanged") == len(deck_folders())


def test_the_packaged_decks_pass_every_gate() -> None:
    assert run("check_decks").endswith("No findings.\n")


def test_form_alone_does_not_tell_the_packaged_truth() -> None:
    said = run("check_decks", "swiss-quiz", "--form")
    assert said.count("guessed by form") == 4
    assert said.endswith("No findings.\n")


def test_a_deck_whose_form_tells_the_truth_fails(tmp_path: Path) -> None:
    even_deck(tmp_path, text=lambda number: "Well, well, well: " * (number % 2) + nonsense(number))
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("check_decks", "--form", data=tmp_path, stdout=out, stderr=out)
    assert "form, en: expected 45% to 55% to be guessed by form, not 100.0%" in out.getvalue()


def test_check_decks_names_the_place_and_fails(tmp_path: Path) -> None:
    statement_deck(tmp_path, statements=STATEMENTS.replace("Stadt", "Straße"))
    out = StringIO()
    with pytest.raises(CommandError, match="Findings: 1"):
        call_command("check_decks", data=tmp_path, stdout=out, stderr=out)
    assert "small/statements-001-055.yaml:16: statement 2, explanation.de: expected ss, not ß" in out.getvalue()


def test_check_decks_can_look_at_one_deck(tmp_path: Path) -> None:
    statement_deck(tmp_path)
    event_deck(tmp_path)
    assert "small: 2 cards in de, en" in run("check_decks", "small", data=tmp_path)
    with pytest.raises(CommandError, match="no such deck"):
        run("check_decks", "large", data=tmp_path)
