"""A deck that goes out and comes back is the same deck, in every form and language."""

import csv
import io
import zipfile
from typing import get_args

import pytest
import yaml
from django.utils import translation
from hypothesis import given, settings
from openpyxl import load_workbook

from decks.card_gates import gates
from decks.exchange import ENDINGS, FORMATS, Format, dump, sample
from decks.exchange.headings import Manner
from decks.exchange.reading import read_file
from decks.exchange.samples import sample_deck
from decks.packaged import About, read_files
from games.rules.pack import Kind, Pack
from games.rules.words import LANGUAGES
from tests.decks.exchange.making import PACKAGED, content, decks, packaged

WHOLE: tuple[Format, ...] = ("csv", "xlsx", "yaml", "json")
SAMPLES = [(kind, format) for kind, formats in FORMATS.items() for format in formats]


@pytest.mark.parametrize("format", WHOLE)
@pytest.mark.parametrize("slug", PACKAGED)
def test_a_packaged_deck_comes_back_the_same(slug: str, format: Format) -> None:
    pack, about = packaged(slug)
    data = dump(pack, about, format)
    assert read_file(data, slug + ENDINGS[format], Manner(about.kind)) == content(pack, about)


@pytest.mark.parametrize("format", WHOLE)
@settings(max_examples=40, deadline=None)
@given(deck=decks())
def test_any_deck_comes_back_the_same(deck: tuple[Pack, About], format: Format) -> None:
    pack, about = deck
    assert read_file(dump(pack, about, format), "made" + ENDINGS[format]) == content(pack, about)


@pytest.mark.parametrize("format", ["csv", "yaml", "json"])
def test_the_same_deck_makes_the_same_file(format: Format) -> None:
    assert sample("event", format) == sample("event", format)


def test_a_zip_of_yaml_is_a_packaged_deck() -> None:
    pack, about = packaged("cold-war")
    with zipfile.ZipFile(io.BytesIO(dump(pack, about, "yaml"))) as archive:
        names = archive.namelist()
        files = {name.removeprefix("cold-war/"): archive.read(name) for name in names}
    assert names == ["cold-war/deck.yaml", "cold-war/events.yaml", "cold-war/questions.yaml"]
    assert read_files(files, "cold-war").pack == pack
    assert yaml.safe_load(files["events.yaml"])[0]["accept"]["en"][0] == "Fall of the Wall"


def test_statements_are_spread_over_yaml_files_by_their_numbers() -> None:
    pack, about = packaged("swiss-quiz")
    with zipfile.ZipFile(io.BytesIO(dump(pack, about, "yaml"))) as archive:
        assert archive.namelist()[:3] == [
            "swiss-quiz/deck.yaml",
            "swiss-quiz/statements-001-055.yaml",
            "swiss-quiz/statements-056-110.yaml",
        ]


@pytest.mark.parametrize("kind", get_args(Kind))
def test_tables_speak_the_language_of_who_takes_them_and_come_back_in_any(kind: Kind) -> None:
    pack, about = sample_deck(kind)
    for language in LANGUAGES:
        with translation.override(language):
            data = dump(pack, about, "csv")
        assert read_file(data, "deck.zip", Manner(kind)) == content(pack, about), language
    with translation.override("de"), zipfile.ZipFile(io.BytesIO(dump(pack, about, "csv"))) as archive:
        about, first = (archive.read(name).decode("utf-8-sig").splitlines()[:2] for name in archive.namelist()[:2])
    assert about[0] == "Zum Deck,Angabe,Text (en),Text (de)"
    assert about[1].startswith("Art des Decks,")
    if kind == "event":
        assert first[1].startswith("Q,Herz,1961,")
    if kind == "quiz-show":
        assert first[0] == "Nummer der Show,Was es ist,Nummer,Text (en),Text (de),Auch richtig (en),Auch richtig (de)"
        assert first[1].startswith("1,Titel,,")


def test_a_csv_names_its_columns_and_is_read_by_excel() -> None:
    with zipfile.ZipFile(io.BytesIO(sample("statement", "csv"))) as archive:
        assert archive.namelist() == ["about.csv", "statements.csv"]
        data = archive.read("statements.csv")
    assert data.startswith(b"\xef\xbb\xbf")
    header, first, *_ = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert ",".join(header) == (
        "Number,Category,True or false,Difficulty,Statement (en),Statement (de),Explanation (en),Explanation (de),"
        "Where it can be looked up"
    )
    assert first[:4] == ["1", "Nature", "true", "1"]


def test_a_workbook_has_a_sheet_per_kind_of_card() -> None:
    book = load_workbook(io.BytesIO(sample("event", "xlsx")))
    assert book.sheetnames == ["about", "events", "questions"]
    assert [cell.value for cell in book["questions"][1]] == [
        *("Number of the card", "Suit", "Question (en)", "Question (de)", "Answer (en)", "Answer (de)"),
        *("Other names that count (en)", "Other names that count (de)"),
        *("Near misses that do not count (en)", "Near misses that do not count (de)"),
    ]
    assert book["events"]["G2"].value == "Berlin Wall | The Wall goes up"
    assert load_workbook(io.BytesIO(sample("quiz-show", "xlsx"))).sheetnames == ["about", "shows"]


def test_a_language_that_only_some_card_has_gets_its_columns_too() -> None:
    pack, about = sample_deck("quiz-show")
    about = About(about.title, about.description, "quiz-show", ("de",), about.credits, about.licence)
    header = load_workbook(io.BytesIO(dump(pack, about, "xlsx")))["shows"][1]
    assert [cell.value for cell in header][3:] == ["Text (de)", "Text (en)", "Also right (de)", "Also right (en)"]


@pytest.mark.parametrize(("kind", "format"), SAMPLES)
def test_a_sample_can_be_read(kind: Kind, format: Format) -> None:
    assert read_file(sample(kind, format), "sample" + ENDINGS[format], Manner(kind)).kinds == [kind]


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_sample_passes_the_gates(kind: Kind) -> None:
    pack, _ = sample_deck(kind)
    problems = [
        found
        for card in (*pack.statements, *pack.events, *pack.questions, *pack.shows)
        for found in gates(card, pack.languages)
    ]
    # A sample show is too short to be played.
    assert [field for field, _ in problems] == (["questions", "words"] if kind == "quiz-show" else [])


@pytest.mark.parametrize("kind", ["statement", "quiz-show"])
def test_only_events_are_written_for_anki(kind: Kind) -> None:
    with pytest.raises(ValueError, match="cannot be written as apkg"):
        sample(kind, "apkg")
