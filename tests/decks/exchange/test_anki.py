"""Anki packages: our events and questions for learners, and simple notes of others as cards."""

import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Sequence
from html import escape
from pathlib import Path
from random import randbytes

import pytest
from django.conf import settings
from msgspec import structs

from decks.exchange import dump, load
from decks.exchange.archives import pack_up
from decks.exchange.contents import MOST_PACKAGE
from decks.exchange.faces import GROUNDS
from decks.exchange.headings import Manner
from decks.exchange.reading import read_file
from decks.exchange.samples import sample_deck
from games.rules.pack import Event
from games.rules.scene import parse_scene
from games.rules.words import Text
from tests.decks.exchange.making import packaged, refused


def collection(*statements: str, notes: Sequence[str] = (), models: object = None) -> bytes:
    database = sqlite3.connect(":memory:")
    for statement in statements or ("CREATE TABLE col (models)", "CREATE TABLE notes (id, mid, flds)"):
        database.execute(statement)
    if not statements:
        database.execute("INSERT INTO col VALUES (?)", (json.dumps(models or {}),))
        database.executemany("INSERT INTO notes VALUES (?, 1, ?)", enumerate(notes))
    database.commit()
    return database.serialize()


def apkg(*notes: str) -> bytes:
    return pack_up({"collection.anki2": collection(notes=notes), "media": b"{}"})


def test_a_package_with_many_pictures_is_read_and_they_are_not_unpacked() -> None:
    pictures = {str(number): randbytes(1_000_000) for number in range(20)}
    nothing = {str(number): bytes(30_000_000) for number in range(20, 22)}  # a bomb, were it unpacked
    files = {"collection.anki2": collection(notes=["Moon\x1f1969"]), "media": b"{}"}
    package = pack_up(files | pictures | nothing)
    assert 20_000_000 < len(package) < MOST_PACKAGE
    assert load(package, "large.apkg", Manner("event")).events[0].year == 1969
    assert refused(package + bytes(MOST_PACKAGE), "large.apkg") == ["large.apkg:1: expected at most 25 MB, not 45.1 MB"]
    assert refused(package, "large.zip") == ["large.zip:1: expected at most 5 MB, not 20.1 MB"]


def notes_in(data: bytes) -> list[tuple[str, ...]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        database = sqlite3.connect(":memory:")
        database.deserialize(archive.read("collection.anki2"))
    return [tuple(flds.split("\x1f")) for (flds,) in database.execute("SELECT flds FROM notes ORDER BY id")]


def test_a_learner_is_asked_for_each_event_and_question() -> None:
    notes = notes_in(dump(*sample_deck("event"), "apkg", "de"))
    assert notes[0][:4] == (
        "Bau der Berliner Mauer",
        "1961",
        "<mark>Sch</mark>nee-<mark>D</mark>ackel",
        "Über Nacht schloss die DDR die Grenze mitten durch Berlin.",
    )
    assert notes[2:4] == [
        ("Welche Stadt war bis 1989 durch eine Mauer geteilt?", "Berlin"),
        ("Wer war der erste Mensch im Weltraum?", "Juri Gagarin"),
    ]


def test_a_learner_sees_the_picture_is_asked_both_ways_and_finds_cards_by_suit_and_decade() -> None:
    pack, about = packaged("cold-war")
    wall = next(event for event in pack.events if event.key == "Q-hearts")
    key = "0c3f5a7b9d1e2f4a6b8c"
    uploaded = structs.replace(wall, rank="K", scene=Text(en=f"picture {key}"))
    data = dump(structs.replace(pack, events=(wall, uploaded)), about, "apkg", "de", (), {key: b"WebP"})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        media = {name: archive.read(number) for number, name in json.loads(archive.read("media")).items()}
        database = sqlite3.connect(":memory:")
        database.deserialize(archive.read("collection.anki2"))
    drawn, photo = media
    assert all(item.emoji.encode() in media[drawn] for item in parse_scene(wall.scene.de).items)
    assert photo == f"tischrunde-{key}.webp" and media[photo] == b"WebP"
    (fields, tags), *_others = database.execute("SELECT flds, tags FROM notes ORDER BY id")
    assert f'src="{drawn}" alt="{escape(wall.alt.de)}"' in fields
    assert set(tags.split()) == {"cold-war", "suit::hearts", "decade::1960s"}
    ((cards,),) = database.execute("SELECT count(*) FROM cards WHERE nid = (SELECT min(id) FROM notes)")
    assert cards == 2


def test_a_language_that_the_deck_lacks_gives_way_to_english() -> None:
    assert notes_in(dump(*sample_deck("event"), "apkg", "ja"))[0][0] == "Building of the Berlin Wall"


def test_a_note_keeps_its_identity_from_one_export_to_the_next() -> None:
    def identities(language: str) -> list[str]:
        with zipfile.ZipFile(io.BytesIO(dump(*sample_deck("event"), "apkg", language))) as archive:
            database = sqlite3.connect(":memory:")
            database.deserialize(archive.read("collection.anki2"))
        return [guid for (guid,) in database.execute("SELECT guid FROM notes ORDER BY id")]

    assert identities("en") == identities("en")
    assert not set(identities("en")) & set(identities("de"))


def test_the_grounds_of_the_pictures_are_those_of_our_pages() -> None:
    tokens = (Path(settings.BASE_DIR) / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    assert dict(re.findall(r"--g-(\w+): (#\w{6})", tokens.partition("@media")[0])) == GROUNDS


def test_what_went_to_anki_comes_back_but_for_its_suits_and_other_languages() -> None:
    pack, about = packaged("cold-war")
    loaded = read_file(dump(pack, about, "apkg", "fr"), "cold-war.apkg", Manner("event", "fr"))

    def said(events: tuple[Event, ...]) -> list[tuple[int, str, str, str, str, str]]:
        return [(one.year, one.name.fr, one.mnemonic.fr, one.story.fr, one.scene.fr, one.alt.fr) for one in events]

    assert said(loaded.events) == said(pack.events)
    assert [card.clubs.ask.fr for card in loaded.questions] == [card.clubs.ask.fr for card in pack.questions]
    assert (loaded.about, loaded.events[0].name.en) == (None, "")


def test_names_with_years_are_events_in_the_order_of_the_suits() -> None:
    loaded = read_file(apkg("Wall<br>falls\x1f1989", "<b>Sputnik</b> &amp; co\x1f 1957 "), "deck.apkg")
    assert [(event.key, event.name.en, event.year) for event in loaded.events] == [
        ("A-clubs", "Wall\nfalls", 1989),
        ("K-clubs", "Sputnik & co", 1957),
    ]


def test_questions_make_up_cards_by_fours() -> None:
    loaded = read_file(apkg(*(f"Question {number}\x1f{number}" for number in range(1, 6))), "deck.apkg")
    first, second = loaded.questions
    assert (first.spades.ask.en, first.spades.answer.en) == ("Question 4", "4")
    assert (second.clubs.ask.en, second.diamonds.ask.en) == ("Question 5", "")


ENDLESS = "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 1 AS mid, '' AS flds FROM n"
REFUSALS = [
    (apkg("a\x1fb\x1fc"), "note 1: expected two fields, a question and its answer or an event and its year, not 3"),
    (apkg("a\x1fb", "alone"), "note 2: expected two fields, a question and its answer or an event and its year, not 1"),
    (apkg('<img src="x.png">\x1fb'), "note 1: expected only text, no pictures, sounds or gaps"),
    (apkg("a\x1f[sound:x.mp3]"), "note 1: expected only text, no pictures, sounds or gaps"),
    (apkg("The {{c1::wall}} fell\x1f"), "note 1: expected only text, no pictures, sounds or gaps"),
    (apkg(f"{'x' * 5_001}\x1fb"), "note 1: expected at most 5000 characters, not 5001"),
    (apkg("a\x07\x1fb"), "note 1: expected no invisible characters (at character 2)"),
    (apkg(*["a\x1f1989"] * 53), "note 53: expected at most 52 events"),
    (apkg(*["a\x1fb"] * 10_001), "expected at most 10000 notes"),
    (apkg(), "expected at least one card"),
    (pack_up({"media": b"{}"}), "expected an Anki package, with a collection in it"),
    (
        pack_up({"collection.anki2": collection(notes=["Please update"]), "collection.anki21b": b"x"}),
        "expected the older form: in Anki, export with “Support older Anki versions”",
    ),
    (pack_up({"collection.anki2": b"no database"}), "expected an Anki package; this one is damaged"),
    (pack_up({"collection.anki2": collection()[:3_000]}), "expected an Anki package; this one is damaged"),
    (
        pack_up({"collection.anki2": collection("CREATE TABLE col (models)")}),
        "expected an Anki package; this one is da",
    ),
    (
        pack_up({"collection.anki2": collection(models=[1], notes=["a\x1fb"])}),
        "expected an Anki package; this one is d",
    ),
    (
        pack_up({"collection.anki2": collection("CREATE TABLE col (models)", f"CREATE VIEW notes AS {ENDLESS}")}),
        "expected an Anki package; this one is damaged",
    ),
]


@pytest.mark.parametrize(("data", "said"), REFUSALS, ids=range(len(REFUSALS)))
def test_what_is_not_understood_is_named(data: bytes, said: str) -> None:
    problems = refused(data, "deck.apkg")
    assert len(problems) == 1
    assert problems[0].partition(": ")[2].startswith(said)


def test_a_note_of_ours_needs_a_year() -> None:
    models = {"1": {"flds": [{"name": name} for name in ("Event", "Year", "Mnemonic", "Story")]}}
    data = pack_up({"collection.anki21": collection(notes=["Wall\x1fsoon\x1f\x1f"], models=models)})
    assert refused(data, "deck.apkg") == ["deck.apkg:1: note 1: expected a year, not “soon”"]


def test_anki_cards_are_no_statements() -> None:
    assert refused(apkg("a\x1fb"), "deck.apkg", "statement") == ["deck.apkg:1: expected only statements, not events"]
