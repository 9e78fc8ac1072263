"""Files of cards: looked at first, taken in after a yes, and given out whole."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from decks import writing
from decks.exchange import FORMATS
from decks.exchange.archives import pack_up
from decks.models import Columns, Deck, Draft, Import
from decks.packaged import DATA, read_deck
from decks.services import publish
from decks.taking import compare, keep_import, take_in
from tests.decks.test_writing import client, person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", FORMATS)
def test_what_is_given_out_can_be_taken_in_again(kind, anna: User) -> None:
    own = writing.begin_deck(anna, kind, "Mine", "en", ["de"])
    browser, page = client(anna), reverse("decks:files", args=[own.pk])
    for form in FORMATS[kind]:
        taken = browser.get(reverse("decks:sample", args=[own.pk, form])).content
        looked = browser.post(page, {"do": "look", "file": SimpleUploadedFile(f"cards.{_ending(form)}", taken)})
        assert looked.status_code == 200, form
        browser.post(page, {"do": "yes", "only": mark(own)})
        assert own.drafts.count() >= 1
        again = browser.get(reverse("decks:give_out", args=[own.pk, form]))
        assert again.status_code == 200


def sent(browser: Client, deck: Deck, name: str, content: str, **more: str):
    file = SimpleUploadedFile(name, content.encode())
    return browser.post(reverse("decks:files", args=[deck.pk]), {"do": "look", "file": file, **more})


def mark(deck: Deck) -> str:
    """What the page says of the cards that a file lacks."""
    return compare(Import.objects.get(deck=deck)).mark


def years(deck: Deck, language: str = "en") -> dict[str, str]:
    """The cards of a deck by their name, with their years."""
    return {draft.fields[f"name.{language}"]: draft.fields["year"] for draft in deck.drafts.all()}


TABLE = "rank,suit,year,name.en,story.en\nA,hearts,1876,Telephone,Bell\n2,hearts,1903,First flight,\n"


def test_a_file_that_is_taken_in_twice_doubles_nothing_and_changes_what_differs(deck: Deck, anna: User) -> None:
    browser, page = client(anna), reverse("decks:files", args=[deck.pk])
    for _ in range(2):
        sent(browser, deck, "cards.csv", TABLE)
        browser.post(page, {"do": "yes"})
        assert years(deck) == {"Telephone": "1876", "First flight": "1903"}
    looked = sent(
        browser, deck, "cards.csv", "rank,suit,year,name.en\nA,hearts,1877,Telephone\n3,hearts,1912,Titanic\n"
    )
    shown = re.sub(r"<[^>]+>|\s+", " ", looked.content.decode())
    assert re.search(r"New +Titanic +Changed +Telephone +Not in the file +First flight", shown)
    browser.post(page, {"do": "yes"})
    assert years(deck) == {"Telephone": "1877", "First flight": "1903", "Titanic": "1912"}
    telephone = deck.drafts.get(position=1)
    assert telephone.fields["story.en"] == "Bell", "what the file leaves out stays"
    assert telephone.history.count() == 2 and telephone.version == 2
    sent(browser, deck, "cards.csv", TABLE)
    browser.post(page, {"do": "yes", "only": mark(deck)})
    assert years(deck) == {"Telephone": "1876", "First flight": "1903"}
    assert Draft.everything.exclude(removed_at=None).get().fields["name.en"] == "Titanic"


def test_what_somebody_saves_while_a_file_is_taken_in_is_not_written_over(deck: Deck, anna: User) -> None:
    writing.add_card(deck, "event", anna, {"rank": "A", "suit": "hearts", "year": "1876"})
    waiting = keep_import(deck, anna, "cards.csv", (), [("event", {"rank": "A", "suit": "hearts", "year": "1877"})])
    with CaptureQueriesContext(connection) as asked:
        take_in(waiting)
    read = [query["sql"] for query in asked if 'FROM "decks_draft"' in query["sql"] and '"fields"' in query["sql"]]
    assert read and "FOR UPDATE" in read[0], "whoever saves a card waits, and is told that it has changed"


def test_no_other_cards_go_than_those_that_were_shown_and_the_rest_closes_up(deck: Deck, anna: User) -> None:
    browser, page = client(anna), reverse("decks:files", args=[deck.pk])
    sent(browser, deck, "cards.csv", f"{TABLE}3,hearts,1912,Titanic,\n")
    browser.post(page, {"do": "yes"})
    sent(browser, deck, "cards.csv", "rank,suit,year,name.en\nA,hearts,1876,Telephone\n3,hearts,1912,Titanic\n")
    seen = mark(deck)
    writing.add_card(deck, "event", anna, {"name.en": "Radio", "year": "1906"})
    refused = browser.post(page, {"do": "yes", "only": seen})
    assert "look once more" in refused.content.decode() and deck.drafts.count() == 4
    browser.post(page, {"do": "yes", "only": mark(deck)})
    assert years(deck) == {"Telephone": "1876", "Titanic": "1912"}
    assert [draft.position for draft in deck.drafts.order_by("position")] == [1, 2]


def test_a_yes_that_is_sent_twice_takes_the_file_in_once(deck: Deck, anna: User) -> None:
    sent(client(anna), deck, "cards.csv", TABLE)
    waiting = Import.objects.get(deck=deck)
    take_in(waiting, further=True)
    with pytest.raises(ValidationError, match="taken in already"):
        take_in(Import(pk=1_000_000, deck=deck, person=anna, cards=waiting.cards), further=True)
    assert deck.drafts.count() == 2


def test_further_cards_come_into_places_that_are_free(deck: Deck, anna: User) -> None:
    browser, page = client(anna), reverse("decks:files", args=[deck.pk])
    for choice in ("same", "further"):
        sent(browser, deck, "cards.csv", TABLE)
        browser.post(page, {"do": "yes", "as": choice})
    assert deck.drafts.count() == 4
    assert len({(draft.fields["suit"], draft.fields["rank"]) for draft in deck.drafts.all()}) == 4


def test_further_statements_get_free_numbers_whatever_somebody_has_typed_there(anna: User) -> None:
    own = writing.begin_deck(anna, "statement", "Mine", "en", [])
    for number in ("x", "7"):
        writing.add_card(own, "statement", anna, {"number": number})
    sent(client(anna), own, "cards.csv", "truth,text.en\ntrue,Cows moo.\n")
    client(anna).post(reverse("decks:files", args=[own.pk]), {"do": "yes", "as": "further"})
    assert [draft.fields["number"] for draft in own.drafts.all()] == ["x", "7", "8"]


def test_texts_of_a_file_that_names_no_language_come_into_the_first_of_the_deck(anna: User) -> None:
    own = writing.begin_deck(anna, "event", "Meins", "de", ["fr"])
    browser, page = client(anna), reverse("decks:files", args=[own.pk])
    package = browser.get(reverse("decks:sample", args=[own.pk, "apkg"])).content
    for language, path in (("", "name.de"), ("fr", "name.fr"), ("en", "name.de")):
        browser.post(page, {"do": "look", "file": SimpleUploadedFile("a.apkg", package), "language": language})
        browser.post(page, {"do": "yes", "only": mark(own)})
        assert all(path in draft.fields for draft in own.drafts.filter(part="event")), language
        own.drafts.all().delete()


def test_a_teachers_file_from_windows_is_read_and_one_line_is_shown(anna: User) -> None:
    own = writing.begin_deck(anna, "event", "Daten", "de", [])
    browser, page = client(anna), reverse("decks:files", args=[own.pk])
    table = "Jahr;Ereignis\r\n12.9.1848;Gründung des Bundesstaats\r\n1914;Erster Weltkrieg\r\n".encode("cp1252")
    looked = browser.post(page, {"do": "look", "file": SimpleUploadedFile("Daten.csv", table)}).content.decode()
    assert "<b>12.9.1848;Gründung des Bundesstaats</b>" in looked
    browser.post(page, {"do": "yes"})
    first, second = own.drafts.all()
    assert first.fields == {
        "suit": "clubs",
        "rank": "A",
        "year": "1848",
        "date": "1848-09-12",
        "name.de": "Gründung des Bundesstaats",
    }
    assert second.fields["name.de"] == "Erster Weltkrieg"


UNHEARD_OF = "Wann;Was geschah;Notiz\n1848;Bundesstaat;alt\n1914;Erster Weltkrieg;\n"


def test_columns_that_nobody_understands_are_named_once_by_hand_and_remembered(anna: User) -> None:
    own = writing.begin_deck(anna, "event", "Daten", "de", [])
    browser, page = client(anna), reverse("decks:files", args=[own.pk])
    asked = sent(browser, own, "Daten.csv", UNHEARD_OF)
    shown = re.sub(r"(<[^>]+>|\s)+", " ", asked.content.decode())
    assert asked.status_code == 422 and "Wann" in shown and "1914 Erster Weltkrieg" in shown
    still = browser.post(page, {"do": "columns", "column-0": "year", "column-1": "", "column-2": ""})
    assert still.status_code == 200, "names are not needed while it is a draft"
    named = {"do": "columns", "column-0": "year", "column-1": "name.", "column-2": "<b>"}
    browser.post(page, {"do": "forget"})
    sent(browser, own, "Daten.csv", UNHEARD_OF)
    browser.post(page, named)
    browser.post(page, {"do": "yes"})
    assert {(one.fields["year"], one.fields["name.de"]) for one in own.drafts.all()} == {
        ("1848", "Bundesstaat"),
        ("1914", "Erster Weltkrieg"),
    }
    assert sent(browser, own, "Mehr.csv", UNHEARD_OF.replace("1914", "1918")).status_code == 200, "it is remembered"
    assert client(person("beat")).get(page).status_code == 404
    assert not Columns.objects.exclude(person=anna).exists()


def test_a_list_without_headings_keeps_its_first_row_if_its_author_says_so(anna: User) -> None:
    own = writing.begin_deck(anna, "event", "Daten", "de", [])
    browser, page = client(anna), reverse("decks:files", args=[own.pk])
    browser.post(page, {"do": "look", "pasted": "Bern\tBundesstaat\t1848\nWien\tErster Weltkrieg\t1914 ?"})
    named = {"do": "columns", "bare": "on", "column-0": "", "column-1": "name.", "column-2": "year"}
    wrong = browser.post(page, named, HTTP_ACCEPT_LANGUAGE="de").content.decode()
    assert "<b>Spalte Jahr</b>" in wrong and 'name="bare" checked' in wrong, "it stays as it was said"
    assert '<option value="year" selected>' in wrong
    assert wrong.index("Spalte Jahr") < wrong.index('name="bare"'), "what is wrong comes first: the columns are said"
    browser.post(page, {"do": "look", "pasted": "Bern\tBundesstaat\t1848\nWien\tErster Weltkrieg\t1914"})
    browser.post(page, named)
    browser.post(page, {"do": "yes"})
    assert years(own, "de") == {"Bundesstaat": "1848", "Erster Weltkrieg": "1914"}
    assert not Columns.objects.exists(), "what A and B are is something else in every file"


def test_a_refused_file_names_its_fields_as_the_editor_does(anna: User) -> None:
    own = writing.begin_deck(anna, "event", "Daten", "de", [])
    card = "- rank: A\n  suit: herz\n  year: bald\n  name: {de: 5}\n"
    about = "title: {de: Daten}\nkind: event\nlanguages: [de]\n"
    data = pack_up({"deck.yaml": about.encode(), "events.yaml": card.encode()})
    said = client(anna).post(
        reverse("decks:files", args=[own.pk]),
        {"do": "look", "file": SimpleUploadedFile("deck.zip", data)},
        HTTP_ACCEPT_LANGUAGE="de",
    )
    assert re.findall("<b>(.*?)</b>", said.content.decode())[-3:] == ["Farbe", "Jahr", "Name (de)"]


def test_what_is_pasted_comes_in_as_a_file_does_and_stays_if_it_is_wrong(deck: Deck, anna: User) -> None:
    browser, page = client(anna), reverse("decks:files", args=[deck.pk])
    nonsense = browser.post(page, {"do": "look", "pasted": "only one\tthing"})
    assert nonsense.status_code == 422 and "only one\tthing</textarea>" in nonsense.content.decode()
    browser.post(page, {"do": "look", "pasted": "Telephone\t1876\nFirst flight\t1903"})
    browser.post(page, {"do": "yes"})
    assert years(deck) == {"Telephone": "1876", "First flight": "1903"}
    browser.post(page, {"do": "look", "pasted": "\tyear\tname.en\n\t1977\tVoyager\n"})
    browser.post(page, {"do": "yes"})
    assert years(deck)["Voyager"] == "1977", "a blank cell is a cell"
    browser.post(page, {"do": "look", "pasted": "Who called?\tBell\tEdison"})
    browser.post(page, {"do": "yes"})
    assert deck.drafts.get(part="question").fields["clubs.reject.en"] == "Edison"


UNFINISHED = {
    "event": [
        ("event", {"year": "abc", "name.en": "=A half", "accept.en": "one\ntwo | three"}),
        ("question", {"hearts.ask.en": "Who?"}),
        ("event", {}),
    ],
    "statement": [("statement", {"number": "x", "text.en": "Half of\na thought"})],
    "quiz-show": [
        (
            "show",
            {"title.en": "Half", "questions.3.en": "Where?", "words.2.accept.en": "a\nb", "words.2.name.en": "Cow"},
        )
    ],
}


@pytest.mark.parametrize("form", ["xlsx", "csv", "json"])
@pytest.mark.parametrize("kind", UNFINISHED)
def test_what_is_given_out_is_a_backup_with_everything_unfinished(kind: str, form: str, anna: User) -> None:
    own = writing.begin_deck(anna, kind, "Mine", "en", [], "short")
    for part, fields in UNFINISHED[kind]:
        writing.add_card(own, part, anna, fields)
    browser = client(anna)
    before = sorted((draft.part, sorted(draft.fields.items())) for draft in own.drafts.all())
    taken = browser.get(reverse("decks:give_out", args=[own.pk, form])).content
    other = writing.begin_deck(anna, kind, "Other", "en", [])
    page = reverse("decks:files", args=[other.pk])
    looked = browser.post(page, {"do": "look", "file": SimpleUploadedFile(f"cards.{_ending(form)}", taken)})
    assert looked.status_code == 200, looked.content.decode()[-3000:]
    browser.post(page, {"do": "yes"})
    assert sorted((draft.part, sorted(draft.fields.items())) for draft in other.drafts.all()) == before


def _ending(form: str) -> str:
    return {"csv": "zip", "yaml": "zip"}.get(form, form)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04 broken", b"\xff\xfe\x00"])
@pytest.mark.parametrize("name", ["cards.xlsx", "cards.csv", "cards.json", "cards.zip", "cards.apkg", "cards.exe", ""])
def test_nonsense_is_refused_with_a_sentence(deck: Deck, anna: User, name: str, content: bytes) -> None:
    page = reverse("decks:files", args=[deck.pk])
    told = client(anna).post(page, {"do": "look", "file": SimpleUploadedFile(name or "x", content)})
    assert told.status_code == 422
    assert (
        "wrong in this file" in told.content.decode()
        or "Choose a file first, or paste a table" in told.content.decode()
    )
    assert not deck.drafts.exists()


@pytest.mark.parametrize("form", ["xlsx", "csv", "yaml", "json"])
def test_a_deck_goes_out_and_comes_back_by_command(form: str, anna: User, tmp_path: Path) -> None:
    pack = read_deck(DATA / "cold-war").pack
    publish(pack)
    file = tmp_path / f"deck.{_ending(form)}"
    call_command("export_deck", "cold-war", format=form, to=file, stdout=StringIO())
    call_command("import_deck", file, owner="anna", dry_run=True, stdout=StringIO())
    assert not Draft.objects.exists()
    call_command("import_deck", file, owner="anna", stdout=StringIO())
    own = Deck.objects.get(owner=anna)
    cards = [card for _draft, card in writing.built(own)[0]]
    assert writing.pack_from(own, cards).events == pack.events
    assert writing.pack_from(own, cards).questions == pack.questions


def test_the_command_says_what_is_wrong_and_takes_in_nothing(anna: User, tmp_path: Path) -> None:
    file = tmp_path / "events.csv"
    file.write_text("rank,suit,year,name.en\nA,hearts,nineteen,A\n")
    said = StringIO()
    with pytest.raises(CommandError, match="Nothing was taken in"):
        call_command("import_deck", file, owner="anna", stdout=said, stderr=said)
    assert "row 2, column Year" in said.getvalue()
    assert not Draft.objects.exists()
    for wrong in ({"owner": "nobody"}, {"owner": "anna", "deck": "no-such"}):
        with pytest.raises(CommandError):
            call_command("import_deck", file, stdout=said, stderr=said, **wrong)
