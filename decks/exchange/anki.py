"""Decks of events for Anki: one note per event, one per question; and simple notes of others back as cards."""

import html
import itertools
import re
import sqlite3
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import genanki
import msgspec
from django.utils.translation import gettext as _
from msgspec import Struct

from decks.exchange.archives import pack_up, unpack
from decks.exchange.contents import LONGEST_CELL, MEGABYTE, MOST_ROWS, Loaded, in_language, shown, unfit
from decks.exchange.faces import face
from decks.exchange.sheets import RANKS, SUITS
from decks.packaged import BrokenDeck, Problem
from games.rules.pack import Event, Pack, Question, QuestionCard
from games.rules.words import Text

EVENT_FIELDS = ("Event", "Year", "Mnemonic", "Story", "Picture")
OLDER_FIELDS = EVENT_FIELDS[:4]  # of packages that were given out before pictures came along
QUESTION_FIELDS = ("Question", "Answer")

_PLACES = tuple(itertools.product(SUITS, RANKS))
_WORK = 20_000_000  # steps that SQLite may take: a forged file could keep it busy for ever
_LONGEST_VALUE = 5 * MEGABYTE  # a collection describes all its kinds of notes in one
_MOST_FIELDS = 100
_COLLECTIONS = ("collection.anki2", "collection.anki21", "collection.anki21b")  # all that is read of a package
_MOST_MARKED = 20  # times as long as its text may a field be that is marked up as HTML

# Anki knows notes of the same make by these numbers: they never change.
_EVENT = genanki.Model(
    1_947_031_247,
    "Tischrunde: event",
    fields=[{"name": name} for name in EVENT_FIELDS],
    templates=[
        {
            "name": "Year of the event",
            "qfmt": "{{Event}}",
            "afmt": "{{FrontSide}}<hr id=answer><b>{{Year}}</b><br>{{Mnemonic}}<br>{{Picture}}<br>{{Story}}",
        },
        {
            "name": "Event of the year",
            "qfmt": "<b>{{Year}}</b>",
            "afmt": "{{FrontSide}}<hr id=answer>{{Event}}<br>{{Mnemonic}}<br>{{Picture}}<br>{{Story}}",
        },
    ],
    css=f"{genanki.BASIC_MODEL.css} mark {{ background: #f4b942; }} img {{ max-height: 16em; border-radius: .5em; }}",
)
_QUESTION = genanki.Model(
    1_947_031_246,
    "Tischrunde: question",
    fields=[{"name": name} for name in QUESTION_FIELDS],
    templates=[{"name": "Answer", "qfmt": "{{Question}}", "afmt": "{{FrontSide}}<hr id=answer>{{Answer}}"}],
    css=genanki.BASIC_MODEL.css,
)

_YEAR = re.compile(r"-?\d{3,4}")
_MARKED = re.compile(r"\[([^\[\]]*)\]")
_MARK = re.compile(r"<mark>([^<>]*)</mark>")
_SHOWN = re.compile(r'<img src="[^"<>]*" alt="(?P<alt>[^"<>]*)" data-scene="(?P<scene>[^"<>]*)">')
_PICTURE = re.compile(r"<(img|audio|video|object)\b|\[sound:|\{\{c\d+::", re.IGNORECASE)
# A mark ends before the next begins: or many that never end would each be followed to the end of the text.
_BREAK = re.compile(r"<br\b[^<>]*>|</(div|p|li)>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_ABSURD = re.compile(r"(?<=&#)\d{1000,}")  # no letter has such a number, and Python reads no number that long


def apkg_bytes(pack: Pack, language: str, pictures: Mapping[str, bytes]) -> bytes:
    """An Anki package of the events and questions, in one language where they exist in it, with their pictures.

    Each event is asked both ways and tagged by its suit and decade. A note keeps its identity, so that a newer package
    changes what a learner has and leaves what they have learnt.
    """
    deck = genanki.Deck(_stable_id(f"{pack.slug}/{language}"), pack.title.say(language) or pack.slug)
    shown: dict[str, bytes] = {}
    for event in pack.events:
        texts = [event.name.say(language), str(event.year), event.mnemonic.say(language), event.story.say(language)]
        fields = [*map(_marked, texts), _picture(event, language, pictures, shown)]
        fields[2] = _MARKED.sub(r"<mark>\1</mark>", fields[2])
        tags = [pack.slug, f"suit::{event.suit}", f"decade::{event.year // 10}0s"]
        _add(deck, _EVENT, fields, (pack.slug, event.key, language), tags)
    for number, card in enumerate(pack.questions, start=1):
        for suit in SUITS:
            question: Question = getattr(card, suit)
            fields = [_marked(question.ask.say(language)), _marked(question.answer.say(language))]
            tags = [pack.slug, f"suit::{suit}"]
            _add(deck, _QUESTION, fields, (pack.slug, f"question-{number}", suit, language), tags)
    now = time.time()  # Anki takes over a changed note only if it is newer
    with sqlite3.connect(":memory:") as database:
        genanki.Package(deck).write_to_db(database.cursor(), now, itertools.count(int(now * 1000)))
        database.commit()
        collection = database.serialize()
    database.close()
    numbered = {str(number): name for number, name in enumerate(shown)}
    media = {number: shown[name] for number, name in numbered.items()}
    return pack_up({"collection.anki2": collection, "media": msgspec.json.encode(numbered), **media})


def _add(
    deck: genanki.Deck, model: genanki.Model, fields: list[str], names: tuple[str, ...], tags: Sequence[str]
) -> None:
    """Adds a note, which Anki will know again by these names; none if there is nothing to ask yet."""
    if fields[0]:
        deck.add_note(genanki.Note(model, fields, tags=tags, guid=genanki.guid_for(*names)))


def _marked(text: str) -> str:
    """A text as HTML."""
    return html.escape(text, quote=False).replace("\n", "<br>")


def _picture(event: Event, language: str, pictures: Mapping[str, bytes], shown: dict[str, bytes]) -> str:
    """What shows the event's picture, which goes to the others; it says what is on it, and how it was written."""
    scene = event.scene.say(language)
    if not scene or (drawn := face(scene, pictures)) is None:
        return ""
    name, shown[drawn[0]] = drawn
    return f'<img src="{name}" alt="{html.escape(event.alt.say(language))}" data-scene="{html.escape(scene)}">'


def _stable_id(name: str) -> int:
    """A number by which Anki knows a deck again, above those it gives itself for a long time to come."""
    return (1 << 42) + zlib.crc32(name.encode())


class _Field(Struct):
    name: str


class _Model(Struct):
    flds: list[_Field]


class _Note(Struct, frozen=True):
    """A note in plain text, and how it was meant: our own notes say so by the names of their fields."""

    number: int
    names: tuple[str, ...]
    fields: tuple[str, ...]
    scene: str = ""
    alt: str = ""

    @property
    def meant(self) -> Literal["event", "question", ""]:
        if self.names == OLDER_FIELDS:
            return "event"
        if self.names == QUESTION_FIELDS:
            return "question"
        if len(self.fields) != 2:
            return ""
        return "event" if _YEAR.fullmatch(self.fields[1]) else "question"


def read_apkg(data: bytes, file: str, language: str) -> Loaded:
    """The events and questions of an Anki package, in this language. Raises BrokenDeck.

    A note with a year as its second field is an event; the events get ranks and suits in their order. Questions make
    up cards by fours.
    """
    problems: list[Problem] = []
    events: list[Event] = []
    questions: list[Question] = []
    for note in _notes(data, file, problems):
        first, second, *others = *note.fields, ""
        if note.meant == "question":
            questions.append(Question(in_language(first, language), in_language(second, language)))
        elif note.meant == "" or len(note.fields) != len(note.names or note.fields):
            said = _("expected two fields, a question and its answer or an event and its year, not %(n)d")
            problems.append(_problem(file, note.number, said % {"n": len(note.fields)}))
        elif not _YEAR.fullmatch(second):
            what = _("expected a year, not %(found)s") % {"found": shown(second)}
            problems.append(_problem(file, note.number, what))
        elif len(events) < len(_PLACES):
            suit, rank = _PLACES[len(events)]
            mnemonic, story, *_rest = *others, "", ""
            events.append(
                Event(
                    rank=rank,
                    suit=suit,
                    year=int(second),
                    name=in_language(first, language),
                    mnemonic=in_language(mnemonic, language),
                    scene=in_language(note.scene, language),
                    alt=in_language(note.alt, language),
                    story=in_language(story, language),
                )
            )
        else:
            what = _("expected at most %(most)d events") % {"most": len(_PLACES)}
            problems.append(_problem(file, note.number, what))
    if problems:
        raise BrokenDeck(problems)
    return Loaded(events=tuple(events), questions=tuple(_by_fours(questions)))


def _by_fours(questions: list[Question]) -> Iterator[QuestionCard]:
    for start in range(0, len(questions), len(SUITS)):
        four = questions[start : start + len(SUITS)]
        four += [Question(Text(), Text())] * (len(SUITS) - len(four))
        yield QuestionCard(*four)


def _notes(data: bytes, file: str, problems: list[Problem]) -> Iterator[_Note]:
    files = unpack(data, file, _COLLECTIONS)
    if "collection.anki21b" in files:
        what = _("expected the older form: in Anki, export with “Support older Anki versions”")
        raise BrokenDeck([Problem(file, 1, "", "", what)])
    collection = files.get("collection.anki21") or files.get("collection.anki2")
    if not collection:
        what = _("expected an Anki package, with a collection in it")
        raise BrokenDeck([Problem(file, 1, "", "", what)])
    try:
        models, rows = _rows(collection)
    except (sqlite3.Error, msgspec.MsgspecError) as error:
        what = _("expected an Anki package; this one is damaged")
        raise BrokenDeck([Problem(file, 1, "", "", what)]) from error
    if len(rows) > MOST_ROWS:
        what = _("expected at most %(most)d notes") % {"most": MOST_ROWS}
        problems.append(Problem(file, 1, "", "", what))
    names = {model: tuple(field.name for field in made.flds) for model, made in models.items()}
    for number, (model, written) in enumerate(rows, start=1):
        marked = str(written).split("\x1f", _MOST_FIELDS)
        called, scene, alt = names.get(str(model), ()), "", ""
        if called == EVENT_FIELDS and len(marked) == len(EVENT_FIELDS):  # only we can tell what our pictures show
            if picture := _SHOWN.fullmatch(marked[-1]):
                scene, alt = html.unescape(picture["scene"]), html.unescape(picture["alt"])
            called, marked = OLDER_FIELDS, marked[:-1]
        found = [what for field in marked for what in _unreadable(field)]
        problems += [_problem(file, number, what) for what in found]
        if not found:
            yield _Note(number, called, tuple(map(_plain, marked)), scene, alt)


def _rows(collection: bytes) -> tuple[dict[str, _Model], list[tuple[object, object]]]:
    """The kinds of note in a collection, and the notes. Whatever else a stranger put into this file is not run: a table
    must be one, no view and nothing that a module makes up, and hold what it shows, not work it out.
    """
    database = sqlite3.connect(":memory:")
    try:
        database.deserialize(collection)
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        database.set_progress_handler(lambda: True, _WORK)
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA temp_store = MEMORY")
        database.execute("PRAGMA cell_size_check = ON")
        plain = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE %'"
        if not {"col", "notes"} <= {name for (name,) in database.execute(plain)}:
            raise sqlite3.DatabaseError("no notes")
        for table in ("col", "notes"):
            if any(hidden for *_column, hidden in database.execute(f"PRAGMA table_xinfo({table})")):
                raise sqlite3.DatabaseError("columns that are worked out")
        ((models,),) = database.execute("SELECT models FROM col LIMIT 1").fetchall() or (("{}",),)
        rows = database.execute("SELECT mid, flds FROM notes ORDER BY id LIMIT ?", (MOST_ROWS + 1,)).fetchall()
    finally:
        database.close()
    return msgspec.json.decode(models or "{}", type=dict[str, _Model]), rows


def _unreadable(field: str) -> Iterator[str]:
    if len(field) > _MOST_MARKED * LONGEST_CELL:
        yield from unfit(field)
        return
    if _PICTURE.search(field):
        yield _("expected only text, no pictures, sounds or gaps")
    yield from unfit(_plain(field))


def _plain(field: str) -> str:
    text = html.unescape(
        _ABSURD.sub("9999999", _TAG.sub("", _MARK.sub(r"[\1]", _BREAK.sub("\n", field.replace("\n", " ")))))
    )
    return text.replace("\r", "").strip()


def _problem(file: str, number: int, what: str) -> Problem:
    return Problem(file, number, _("note %(n)d") % {"n": number}, "", what)
