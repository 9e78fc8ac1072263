"""Decks for the tests of their exchange: the packaged ones, and any that hypothesis can think of."""

import csv
import io
from functools import cache
from typing import Any, get_args

from hypothesis import strategies as st
from msgspec.structs import replace
from openpyxl import Workbook

from decks.exchange import Loaded
from decks.exchange.archives import pack_up
from decks.exchange.contents import unfit
from decks.exchange.headings import Manner
from decks.exchange.reading import read_file
from decks.packaged import DATA, About, BrokenDeck, read_files
from games.rules.pack import Category, Event, Kind, Pack, Question, QuestionCard, QuizShow, Rank, Statement, Suit, Word
from games.rules.words import LANGUAGES, Text, Texts

PACKAGED = ("swiss-quiz", "cold-war", "its-a-quiz")


@cache
def packaged(slug: str) -> tuple[Pack, About]:
    """A packaged deck; its gates are tested elsewhere."""
    source = read_files({file.name: file.read_bytes() for file in (DATA / slug).iterdir()}, slug, draft=True)
    return source.pack, source.about


def content(pack: Pack, about: About | None) -> Loaded:
    """What loading this deck should give."""
    return Loaded(about, pack.statements, pack.events, pack.questions, pack.shows)


def refused(data: bytes, filename: str, kind: Kind | None = None) -> list[str]:
    """What is said of a file that cannot be read."""
    try:
        read_file(data, filename, Manner(kind))
    except BrokenDeck as error:
        return [str(problem) for problem in error.problems]
    raise AssertionError(f"{filename} was read.")


def csv_of(*rows: list[Any], delimiter: str = ",", encoding: str = "utf-8-sig") -> bytes:
    """One CSV file."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode(encoding)


def csv_zip(**sheets: list[list[Any]]) -> bytes:
    """A zip of CSV files."""
    return pack_up({f"{name}.csv": csv_of(*rows) for name, rows in sheets.items()})


def xlsx_of(**sheets: list[list[Any]]) -> bytes:
    """A workbook as an author would make it."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


# Any text a card could have: with what tables, YAML and formulas take for their own.
TRICKY = st.sampled_from(
    [
        "=1+1",
        "'=1",
        "''",
        "'",
        "|",
        "\\|",
        "a|b",
        "\\",
        "-5",
        "+41",
        "@you",
        "＝1",
        "no",
        "1e3",
        "#N/A",
        "TRUE",
        "A\nB",
        "; ,",
    ]
)
LETTERS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")), max_size=12)
TEXT = st.one_of(TRICKY, LETTERS, st.tuples(TRICKY, LETTERS).map("".join)).map(str.strip)
TEXT = TEXT.filter(lambda text: not list(unfit(text)))
SEVERAL = st.lists(TEXT.filter(bool), max_size=3).map(tuple)
TEXTS = st.builds(Text, **dict.fromkeys(LANGUAGES, TEXT))
ACCEPTED = st.builds(Texts, **dict.fromkeys(LANGUAGES, SEVERAL))

STATEMENT = st.builds(
    Statement,
    number=st.integers(1, 9_999),
    category=st.sampled_from(get_args(Category)),
    truth=st.booleans(),
    difficulty=st.sampled_from((1, 2, 3)),
    text=TEXTS,
    explanation=TEXTS,
    basis=TEXT,
)
EVENT = st.builds(
    Event,
    rank=st.sampled_from(get_args(Rank)),
    suit=st.sampled_from(get_args(Suit)),
    year=st.integers(-5_000, 3_000),
    date=st.none() | st.dates(),
    name=TEXTS,
    accept=ACCEPTED,
    reject=ACCEPTED,
    mnemonic=TEXTS,
    scene=TEXTS,
    alt=TEXTS,
    story=TEXTS,
)
QUESTION = st.builds(Question, ask=TEXTS, answer=TEXTS, accept=ACCEPTED, reject=ACCEPTED)
QUESTION_CARD = st.builds(QuestionCard, **dict.fromkeys(get_args(Suit), QUESTION))
SHOW = st.builds(
    QuizShow,
    title=TEXTS,
    questions=st.lists(TEXTS, max_size=2).map(tuple),
    words=st.lists(st.builds(Word, name=TEXTS, accept=ACCEPTED), max_size=2).map(tuple),
)
ABOUT = st.builds(
    About,
    title=TEXTS,
    description=TEXTS,
    kind=st.just("statement"),
    languages=st.lists(st.sampled_from(LANGUAGES), min_size=1, unique=True).map(tuple),
    credits=TEXTS,
    licence=TEXTS,
)


@st.composite
def decks(draw: st.DrawFn) -> tuple[Pack, About]:
    """A deck of any kind, as unfinished as can be."""
    kind: Kind = draw(st.sampled_from(get_args(Kind)))
    about = replace(draw(ABOUT), kind=kind)
    pack = Pack("made", about.title, kind, about.languages)
    if kind == "statement":
        cards = draw(st.lists(STATEMENT, min_size=1, max_size=3, unique_by=lambda card: card.number))
        return replace(pack, statements=tuple(sorted(cards, key=lambda card: card.number))), about
    if kind == "event":
        events = draw(st.lists(EVENT, min_size=1, max_size=2, unique_by=lambda card: card.key))
        return replace(pack, events=tuple(events), questions=tuple(draw(st.lists(QUESTION_CARD, max_size=1)))), about
    return replace(pack, shows=tuple(draw(st.lists(SHOW, min_size=1, max_size=2)))), about
