"""A stranger's file is read in a process of its own, which has nothing of the site and little of the machine."""

import asyncio
import json
import logging
import os
import resource
import socket
import threading
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import psutil
import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from decks import confined
from decks.desk import files
from decks.exchange import ENDINGS, FORMATS, dump, load, sample
from decks.exchange.contents import MOST_PROBLEMS
from decks.exchange.headings import Manner
from decks.exchange.reading import read_file
from decks.models import Deck, Import
from decks.packaged import BrokenDeck
from decks.services import publish
from games.rules import major
from tests.decks.exchange import test_anki, test_documents, test_files, test_tables
from tests.decks.exchange.bombs import BOMBS, note
from tests.decks.exchange.making import PACKAGED, content, csv_of, packaged
from tests.decks.test_writing import client
from tests.tables.browsers import Room
from tests.tables.conftest import seat_cast
from tests.tables.packs import statement_pack

STRANGERS = "tests.decks.exchange.strangers"
TOO_MUCH = "expected a file that takes less memory and time to read: take it apart into smaller ones"
OWN_SECONDS = 0.5  # of work that reading a file may cost the process that serves the tables


def worked(who: int) -> float:
    """How many seconds of work this process, or those that it has started, have done."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def said_of(data: bytes, filename: str, language: str = "en") -> list[str]:
    """What an author is told of a file that cannot be read."""
    with translation.override(language), pytest.raises(BrokenDeck) as broken:
        load(data, filename)
    return [str(problem) for problem in broken.value.problems]


# -- the process -------------------------------------------------------------------------------------------------------


def test_it_sees_nothing_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "shh")
    monkeypatch.setenv("DATABASE_URL", "postgresql://shh")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.set_inheritable(True)
        seen = json.loads(confined.ask(STRANGERS, b"look around"))
    assert seen["pid"] != os.getpid()
    assert set(seen["environment"]) <= {"PYTHONPATH", "PYTHONUTF8", "LD_LIBRARY_PATH", "LC_CTYPE"}
    assert not [file for file in seen["files"] if "socket" in file or "pipe" in file]
    assert len(seen["files"]) == 3, "what it is asked, what it answers, what it complains of"
    assert not seen["modules"], "and it starts without whatever the site needs"
    assert seen["nice"] > os.nice(0)


def test_it_has_so_much_memory_and_no_more() -> None:
    with pytest.raises(confined.TooMuch):
        confined.ask(STRANGERS, b"remember")


def test_it_works_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "CPU_SECONDS", 1)
    before = worked(resource.RUSAGE_CHILDREN)
    with pytest.raises(confined.TooMuch):
        confined.ask(STRANGERS, b"count")
    assert worked(resource.RUSAGE_CHILDREN) - before < 3


def test_its_time_is_up_even_if_it_only_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "SECONDS", 1.0)
    here = set(psutil.Process().children())  # other tests may have servers running
    with pytest.raises(confined.TooMuch):
        confined.ask(STRANGERS, b"sleep")
    assert set(psutil.Process().children()) <= here, "nobody is left, not even a zombie"


def test_it_says_so_much_and_no_more() -> None:
    with pytest.raises(confined.TooMuch):
        confined.ask(STRANGERS, b"talk")
    with pytest.raises((confined.TooMuch, confined.Failed)):
        confined.ask(STRANGERS, b"write")


def test_what_brings_it_down_is_in_the_log_and_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR), pytest.raises(confined.Failed):
        confined.ask(STRANGERS, b"fail")
    assert "this file is clever" in caplog.text


@pytest.mark.parametrize("nonsense", [b"", b"{}x", b'{"loaded": {"cards": 1}}', b'{"more": 1, "secret": 2}'])
def test_an_answer_that_is_none_is_not_believed(nonsense: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "ask", lambda *_question: nonsense)
    assert said_of(b"", "a.csv") == ["a.csv:1: expected a whole file; this one is damaged"]


def test_only_so_many_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "SECONDS", 2.0)
    monkeypatch.setattr(confined, "PATIENCE", 0.1)
    ended: list[str] = []

    def send() -> None:
        try:
            confined.ask(STRANGERS, b"sleep")
        except (confined.TooMuch, confined.Crowded) as error:
            ended.append(type(error).__name__)

    threads = [threading.Thread(target=send) for _ in range(confined.MOST_AT_ONCE + 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == ["Crowded"] * 2 + ["TooMuch"] * confined.MOST_AT_ONCE
    monkeypatch.setattr(confined, "SECONDS", 30.0)
    assert confined.ask(STRANGERS, b"hello") == b"?", "a place is free again"


# -- honest files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", PACKAGED)
def test_a_packaged_deck_comes_back_the_same_from_its_own_process(slug: str) -> None:
    pack, about = packaged(slug)
    for format in FORMATS[about.kind]:
        data, name = dump(pack, about, format), slug + ENDINGS[format]
        loaded = load(data, name, Manner(about.kind))
        assert loaded == read_file(data, name, Manner(about.kind))
        assert format == "apkg" or loaded == content(pack, about)


REFUSED = [
    *((data, "deck.apkg") for data, _said in test_anki.REFUSALS[::4]),
    *((data, "deck.json") for data, _said in test_documents.JSON_MISTAKES[::4]),
    *((data, "deck.zip") for data, _said in test_documents.YAML_MISTAKES[::3]),
    *((data, name) for data, name, _said in test_files.REFUSALS[::4]),
    *((data, "deck.xlsx") for data, kind, _said in test_tables.TOGETHER if kind is None),
]


@pytest.mark.parametrize(("data", "name"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused_is_refused_in_the_same_words(data: bytes, name: str) -> None:
    with pytest.raises(BrokenDeck) as broken:
        read_file(data, name)
    assert said_of(data, name) == [str(problem) for problem in broken.value.problems]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "row 2: expected no invisible characters"),
        ("de", "Zeile 2"),
        ("fr", "ligne 2"),
        ("it", "riga 2"),
        ("ja", "2行目"),
    ],
)
def test_it_speaks_the_language_of_the_author(language: str, said: str) -> None:
    rows = csv_of(test_tables.STATEMENTS, test_tables.changed(test_tables.STATEMENT, 2, "perhaps"))
    [problem] = said_of(rows, "a.csv", language)
    assert said.partition(":")[0] in problem


def test_of_many_problems_the_first_are_told_and_the_rest_are_counted() -> None:
    rows = [test_tables.changed(test_tables.STATEMENT, 2, "perhaps") for _ in range(500)]
    with pytest.raises(BrokenDeck) as broken:
        load(csv_of(test_tables.STATEMENTS, *rows), "a.csv")
    assert (len(broken.value.problems), broken.value.more) == (MOST_PROBLEMS, 500 - MOST_PROBLEMS)
    assert broken.value.problems[0].line == 2


# -- bombs -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", BOMBS)
def test_no_file_takes_much_of_the_process_that_serves_the_tables(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "CPU_SECONDS", 1)  # so that the worst are over sooner
    name, made = BOMBS[what]
    data = made()
    before, children = worked(resource.RUSAGE_SELF), worked(resource.RUSAGE_CHILDREN)
    with pytest.raises(BrokenDeck) as broken:
        load(data, name)
    assert worked(resource.RUSAGE_SELF) - before < OWN_SECONDS
    assert worked(resource.RUSAGE_CHILDREN) - children < 4
    assert len(msgspec.json.encode(broken.value.problems)) < 10_000
    assert 1 <= len(broken.value.problems) <= MOST_PROBLEMS


@pytest.mark.parametrize(
    ("what", "language"),
    [
        ("elements within elements", "en"),
        ("a long value by default", "de"),
        ("strings of nothing", "fr"),
        ("a number by sixties", "it"),
        ("cells of nothing", "ja"),
    ],
)
def test_a_limit_that_is_met_is_one_clear_sentence(what: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "CPU_SECONDS", 2)
    name, made = BOMBS[what]
    with translation.override(language):
        sentence = translation.gettext(TOO_MUCH)
    assert (sentence == TOO_MUCH) == (language == "en")
    assert said_of(made(), name, language) == [f"{name}:1: {sentence}"]


def test_the_time_of_reading_grows_with_the_size_of_a_note_and_no_faster() -> None:
    """A mark that never ends was followed to the end of the text from each of its beginnings."""
    before = worked(resource.RUSAGE_SELF)
    for text in ("<" * 100_000, "<br" * 33_000, "</" * 50_000, "&#" * 50_000, "{{c" * 33_000, "[sound" * 16_000):
        with pytest.raises(BrokenDeck):
            read_file(note(text + "\x1f1989"), "a.apkg")
    assert worked(resource.RUSAGE_SELF) - before < 5


def test_a_letter_with_a_number_without_end_is_a_letter_nobody_knows() -> None:
    assert load(note("a&#" + "9" * 9_000 + ";\x1f1989"), "a.apkg").events[0].name.en == "a\ufffd"


def test_a_mnemonic_of_letters_that_can_be_read_in_many_ways_is_judged() -> None:
    for mnemonic in ("[" + "gh" * 40 + "]", "[gh]" * 40, "[" + "gh" * 2_000 + "]", "[gh]" * 1_000):
        assert major.mismatch(mnemonic, "en", 1989) is not None
        assert all(len(sound.readings) <= major.MOST_READINGS for sound in major.sounds(mnemonic, "en"))


# -- at a table --------------------------------------------------------------------------------------------------------


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    """Where the phones are."""
    room = Room()
    yield room
    await room.empty()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["marks that never end", "elements within elements", "different columns"])
async def test_a_table_is_played_on_while_a_bomb_is_read_in_the_same_process(
    what: str, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever lays a card is answered before the bomb is over."""
    monkeypatch.setattr(confined, "CPU_SECONDS", 2)
    name, made = BOMBS[what]
    data = made()
    edition = await sync_to_async(publish)(statement_pack())
    cast = await sync_to_async(seat_cast)("swiss-quiz", edition, {"answering": "at-once"})
    phones = [await room.seat(cast.table, player) for player in cast.players]
    live = await room.live(cast.table)
    card = live.snapshot.game.pack.statements[live.snapshot.play.state.card].number

    reading = asyncio.create_task(asyncio.to_thread(load, data, name))
    while not being_read():
        await asyncio.sleep(0.01)
    for number, phone in enumerate(phones, start=2):
        answer = await phone.moves(move="lay", statement=str(card), answer="true", chips="0", flags="0")
        assert answer["number"] == number
    assert not reading.done() and being_read()
    with pytest.raises(BrokenDeck):
        await reading


def being_read() -> list[psutil.Process]:
    """The processes that read a file for this one."""
    return [one for one in psutil.Process().children() if "decks.unpacking" in one.cmdline()]


# -- the page ----------------------------------------------------------------------------------------------------------


def look(deck: Deck, anna: User, data: bytes, name: str) -> Any:
    """The answer to an author who sends this file."""
    page = reverse("decks:files", args=[deck.pk])
    return client(anna).post(page, {"do": "look", "file": SimpleUploadedFile(name, data)})


@pytest.mark.django_db
def test_the_page_shows_the_first_problems_and_counts_the_rest(deck: Deck, anna: User) -> None:
    rows = [test_tables.changed(test_tables.EVENT, 2, "x") for _ in range(40)]
    told = look(deck, anna, csv_of(test_tables.EVENTS, *rows), "a.csv")
    page = told.content.decode()
    assert told.status_code == 422
    assert page.count("expected a whole number, not “x”") == MOST_PROBLEMS
    assert "40 things are wrong in this file" in page and f"and {40 - MOST_PROBLEMS} more" in page


@pytest.mark.django_db
def test_who_sends_a_file_while_many_are_read_is_asked_to_come_again(
    deck: Deck, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confined, "PATIENCE", 0.1)
    for _ in range(confined.MOST_AT_ONCE):
        assert confined._places.acquire(timeout=1)
    try:
        told = look(deck, anna, sample("event", "csv"), "a.zip")
    finally:
        confined._places.release(confined.MOST_AT_ONCE)
    assert "Many files are being read just now: try again in a minute." in told.content.decode()
    assert told.status_code == 422 and not Import.objects.exists()


@pytest.mark.django_db
def test_one_person_sends_only_so_many_files_in_an_hour(
    deck: Deck, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SENT_PER_HOUR", 1)
    assert look(deck, anna, sample("event", "json"), "a.json").status_code == 200
    told = look(deck, anna, sample("event", "json"), "a.json")
    assert "These were many files for now: go on in an hour." in told.content.decode()
