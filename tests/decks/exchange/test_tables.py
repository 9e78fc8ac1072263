"""Tables as authors make them: Excel's habits are forgiven, mistakes are named by row and column."""

import csv
import datetime
import io
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from msgspec.structs import replace
from openpyxl import load_workbook

from decks.exchange import dump
from decks.exchange.headings import Manner
from decks.exchange.letters import in_utf8
from decks.exchange.reading import read_file
from decks.exchange.samples import sample_deck
from decks.packaged import BrokenDeck
from games.rules.pack import Kind
from games.rules.words import Text
from tests.decks.exchange.making import content, csv_of, csv_zip, refused, xlsx_of

STATEMENTS = ["number", "category", "truth", "difficulty", "text.en", "explanation.en", "basis"]
STATEMENT = [1, "nature", True, 2, "Marmots whistle.", "To warn each other.", "Any guide."]
EVENTS = ["rank", "suit", "year", "date", "name.en", "accept.en"]
EVENT = ["Q", "hearts", 1961, "1961-08-13", "Berlin Wall", "The Wall | Mauer"]
QUESTIONS = ["card", "suit", "ask.en", "answer.en", "accept.en"]
SHOWS = ["show", "part", "number", "text.ja", "accept.ja"]
ABOUT = ["field", "value", "text.en"]


def changed(row: list[Any], place: int, value: Any) -> list[Any]:
    return [*row[:place], value, *row[place + 1 :]]


@pytest.mark.parametrize(
    ("place", "value", "field", "meant"),
    [
        (0, "12", "number", 12),
        (0, 12.0, "number", 12),
        (0, " 12.0 ", "number", 12),
        (1, " Nature ", "category", "nature"),
        (3, 2.0, "difficulty", 2),
        (3, "2", "difficulty", 2),
        (4, 1291, "text", Text(en="1291")),
        (4, 12.5, "text", Text(en="12.5")),
        (4, None, "text", Text()),
        (4, "  So it is. ", "text", Text(en="So it is.")),
        (4, "One\r\ntwo", "text", Text(en="One\ntwo")),
        (6, None, "basis", ""),
        *((2, yes, "truth", True) for yes in (True, 1, 1.0, "TRUE", "true", "wahr", "Vrai", "VERO", "1")),
        *((2, no, "truth", False) for no in (False, 0, "FALSE", "falsch", "FAUX", "falso", "0")),
    ],
)
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_what_excel_makes_of_a_statement_is_understood(
    form: str, place: int, value: Any, field: str, meant: Any
) -> None:
    rows = [STATEMENTS, changed(STATEMENT, place, value)]
    data = xlsx_of(statements=rows) if form == "xlsx" else csv_of(*rows)
    [card] = read_file(data, f"deck.{form}").statements
    assert getattr(card, field) == meant


@pytest.mark.parametrize(
    ("place", "value", "field", "meant"),
    [
        (0, 10, "rank", "10"),
        (0, 10.0, "rank", "10"),
        (0, "q", "rank", "Q"),
        (1, "HEARTS", "suit", "hearts"),
        (2, -44, "year", -44),
        (2, "1961", "year", 1961),
        (3, datetime.datetime(1961, 8, 13), "date", datetime.date(1961, 8, 13)),
        (3, datetime.date(1961, 8, 13), "date", datetime.date(1961, 8, 13)),
        (3, "13.8.1961", "date", datetime.date(1961, 8, 13)),
        (3, "1961-08-13 00:00:00", "date", datetime.date(1961, 8, 13)),
        (3, None, "date", None),
    ],
)
def test_what_excel_makes_of_an_event_is_understood(place: int, value: Any, field: str, meant: Any) -> None:
    [card] = read_file(xlsx_of(events=[EVENTS, changed(EVENT, place, value)]), "deck.xlsx").events
    assert getattr(card, field) == meant


@pytest.mark.parametrize("bars", ["The Wall|Mauer", " The Wall | Mauer | ", "The Wall | | Mauer"])
def test_accepted_answers_stand_between_bars(bars: str) -> None:
    [card] = read_file(csv_of(EVENTS, changed(EVENT, 5, bars)), "events.csv").events
    assert card.accept.en == ("The Wall", "Mauer")


def test_headers_may_be_written_in_large_letters_and_with_spaces() -> None:
    header = [" Number", "CATEGORY", "Truth ", "difficulty", "Text . EN", "Explanation.en", "Basis"]
    assert read_file(csv_of(header, STATEMENT), "deck.csv").statements[0].text.en == "Marmots whistle."


@pytest.mark.parametrize(("delimiter", "encoding"), [(";", "utf-8-sig"), ("\t", "utf-16"), (",", "utf-8")])
def test_csv_may_be_as_any_excel_saves_it(delimiter: str, encoding: str) -> None:
    data = csv_of(STATEMENTS, changed(STATEMENT, 4, "Père, mère; 鳥"), delimiter=delimiter, encoding=encoding)
    assert read_file(data, "Deck.CSV").statements[0].text.en == "Père, mère; 鳥"


def test_blank_rows_are_passed_over() -> None:
    blank: list[Any] = [None] * 7
    rows = [blank, STATEMENTS, STATEMENT, blank, changed(STATEMENT, 0, 2), [" "] * 7, *([blank] * 50)]
    for data, name in ((csv_of(*rows), "a.csv"), (xlsx_of(Tabelle1=rows, Tabelle2=[]), "a.xlsx")):
        assert [card.number for card in read_file(data, name).statements] == [1, 2]


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ([STATEMENTS, STATEMENT], "statement"),
        ([EVENTS, EVENT], "event"),
        ([QUESTIONS, [1, "clubs", "Who?", "Me", ""]], "event"),
        ([SHOWS, [1, "word", 1, "ねこ", ""]], "quiz-show"),
    ],
)
def test_a_table_is_known_by_its_columns(rows: list[list[Any]], kind: Kind) -> None:
    assert read_file(csv_of(*rows), "export (2).csv").kinds == [kind]
    assert read_file(xlsx_of(Sheet1=rows), "book.xlsx", Manner(kind)).kinds == [kind]


def test_a_single_table_says_nothing_about_the_deck() -> None:
    assert read_file(csv_of(STATEMENTS, STATEMENT), "statements.csv").about is None


def test_a_question_that_is_not_written_yet_is_left_blank() -> None:
    rows = [QUESTIONS, [2, "clubs", "Second?", "Yes", ""], [1, "hearts", "First?", "Yes", "Yeah | Oui"]]
    first, second = read_file(csv_of(*rows), "questions.csv").questions
    assert (first.hearts.ask.en, first.hearts.accept.en, first.clubs.ask) == ("First?", ("Yeah", "Oui"), Text())
    assert second.clubs.ask.en == "Second?"


def test_a_show_is_put_together_by_its_numbers() -> None:
    rows = [
        [2, "title", "", "二", ""],
        [1, "word", 2, "いぬ", ""],
        [1, "word", 1, "ねこ", "猫 | ネコ"],
        [1, "question", 1, "なに？", ""],
    ]
    first, second = read_file(csv_of(SHOWS, *rows), "shows.csv").shows
    assert [word.name.ja for word in first.words] == ["ねこ", "いぬ"]
    assert first.words[0].accept.ja == ("猫", "ネコ")
    assert (first.title, first.questions[0].ja, second.title.ja) == (Text(), "なに？", "二")


LONG = "x" * 5_001
MISTAKES = [
    # the sheet, its header, a row with one mistake in it, what is said
    ("statements", STATEMENTS, changed(STATEMENT, 0, "one"), "Number: expected a whole number from 1, not “one”"),
    ("statements", STATEMENTS, changed(STATEMENT, 0, "0"), "Number: expected a whole number from 1, not “0”"),
    ("statements", STATEMENTS, changed(STATEMENT, 0, 1.5), "Number: expected a whole number from 1, not “1.5”"),
    ("statements", STATEMENTS, changed(STATEMENT, 0, ""), "Number: is missing: expected a whole number from 1"),
    (
        "statements",
        STATEMENTS,
        changed(STATEMENT, 1, "sport"),
        "Category: expected one of Nature, Places, History, Culture, Economy, Everyday life, not “sport”",
    ),
    (
        "statements",
        STATEMENTS,
        changed(STATEMENT, 2, "perhaps"),
        "True or false: expected true or false, not “per",
    ),
    ("statements", STATEMENTS, changed(STATEMENT, 2, None), "True or false: is missing: expected true or false"),
    ("statements", STATEMENTS, changed(STATEMENT, 3, 4), "Difficulty: expected one of 1, 2, 3, not “4”"),
    (
        "statements",
        STATEMENTS,
        changed(STATEMENT, 4, LONG),
        "Statement (en): expected at most 5000 characters, n",
    ),
    (
        "statements",
        STATEMENTS,
        changed(STATEMENT, 4, "#REF!"),
        "Statement (en): expected a value, but the formula",
    ),
    ("statements", STATEMENTS, [*STATEMENT, "?"], "H: expected a name at the top of this column"),
    ("events", EVENTS, changed(EVENT, 0, "X"), "Rank: expected one of A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2, not “X”"),
    ("events", EVENTS, changed(EVENT, 1, "cups"), "Suit: expected one of clubs, diamonds, hearts, spades, not “cups”"),
    ("events", EVENTS, changed(EVENT, 2, "nineteen"), "Year: expected a whole number, not “nineteen”"),
    ("events", EVENTS, changed(EVENT, 2, "9" * 50), f"Year: expected a whole number, not “{'9' * 39}…”"),
    ("events", EVENTS, changed(EVENT, 3, "8/13/1961"), "Date: expected a day such as 1989-11-09, not “8/13/1961”"),
    ("events", EVENTS, changed(EVENT, 3, "1961-02-30"), "Date: expected a day such as 1989-11-09, not “1961-02-30”"),
    (
        "questions",
        QUESTIONS,
        ["one", "clubs", "Who?", "Me", ""],
        "Number of the card: expected a whole number from 1",
    ),
    (
        "questions",
        QUESTIONS,
        [1, "", "Who?", "Me", ""],
        "Suit: is missing: expected one of clubs, diamonds, hearts, sp",
    ),
    ("shows", SHOWS, [1, "joke", 1, "x", ""], "What it is: expected one of Title, Question, Word, not “joke”"),
    ("shows", SHOWS, [1, "word", "", "x", ""], "Number: is missing: expected a whole number from 1"),
    ("shows", SHOWS, [1, "title", "", "x", "y"], "Also right (ja): expected nothing here beside “T"),
    (
        "about",
        ABOUT,
        ["colour", "red", ""],
        "About the deck: expected one of Kind of deck, Languages of the deck, Title, Description, Credits, Lic",
    ),
    (
        "about",
        ABOUT,
        ["kind", "poem", ""],
        "Indication: expected one of statements, events and questions, quiz show, not “poem”",
    ),
    ("about", ABOUT, ["languages", "en, rm", ""], "Indication: expected one or more of en, de, fr, it, ja, each once"),
    (
        "about",
        ABOUT,
        ["title", "Small talk", ""],
        "Indication: expected nothing here: texts stand in the columns of their",
    ),
]


@pytest.mark.parametrize(("sheet", "header", "row", "said"), MISTAKES, ids=range(len(MISTAKES)))
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_mistake_is_named_by_its_row_and_column(
    form: str, sheet: str, header: list[str], row: list[Any], said: str
) -> None:
    rows = {sheet: [header, [], row]}
    if form == "xlsx":
        problems, file = refused(xlsx_of(**rows), "deck.xlsx"), f"deck.xlsx, sheet {sheet}"
    else:
        problems, file = refused(csv_zip(**rows), "deck.zip"), f"{sheet}.csv"
    assert [problem for problem in problems if problem.startswith(f"{file}:3: row 3, column {said}")]
    assert len(problems) == 1 or sheet == "about"  # which also lacks its kind and languages


def test_an_invisible_character_is_refused() -> None:
    [problem] = refused(csv_of(STATEMENTS, changed(STATEMENT, 4, "Mar\x00mots")), "a.csv")
    assert problem == "a.csv:2: row 2, column Statement (en): expected no invisible characters (at character 4)"


HEADERS = [
    (changed(STATEMENTS, 2, "verity"), "row 1, column verity: no such column: the samples show"),
    (changed(STATEMENTS, 4, "text.rm"), "row 1, column text.rm: no such language: expected one of en, de, fr"),
    (changed(STATEMENTS, 6, "text.en"), "row 1, column Statement (en): expected this column once, not twice"),
    (changed(STATEMENTS, 2, "text.de"), "row 1, column True or false: is missing: expected this column"),
    (changed(STATEMENTS, 2, "truht"), "row 1, column truht: no such column: did you mean True or false?"),
]


@pytest.mark.parametrize(("header", "said"), HEADERS)
def test_a_mistake_in_the_header_is_named_once(header: list[str], said: str) -> None:
    problems = refused(csv_of(header, STATEMENT, changed(STATEMENT, 0, 2)), "statements.csv")
    assert [problem for problem in problems if problem.startswith(f"statements.csv:1: {said}")]
    assert all(problem.startswith("statements.csv:1: ") for problem in problems)


@pytest.mark.parametrize(
    ("rows", "language", "name", "year"),
    [
        ([["Jahr", "Ereignis"], ["1848", "Bundesstaat"]], "de", "Bundesstaat", 1848),
        ([["Ereignis (französisch)", "Jahr"], ["État fédéral", "12.9.1848"]], "fr", "État fédéral", 1848),
        ([["Événement", "Année", "Aide-mémoire"], ["État fédéral", "1848", "[R]e[v]e"]], "fr", "État fédéral", 1848),
        ([["name.de", "year"], ["Bundesstaat", "1848-09-12"]], "de", "Bundesstaat", 1848),
        ([["Bundesstaat", "1848"], ["Erster Weltkrieg", "1914"]], "de", "Bundesstaat", 1848),
        ([["12.9.1848", "Bundesstaat"], ["1914", "Erster Weltkrieg"]], "de", "Bundesstaat", 1848),
    ],
)
def test_a_teachers_own_headings_are_understood(rows: list[list[str]], language: str, name: str, year: int) -> None:
    event = read_file(csv_of(*rows), "Daten.csv", Manner("event", language)).events[0]
    assert (getattr(event.name, language), event.year, event.suit, event.rank) == (name, year, "clubs", "A")
    assert event.date in (None, date(1848, 9, 12))


def test_questions_with_their_choices_are_dealt_into_cards_by_suit() -> None:
    rows = [["Who won in 1315?", "The Swiss", "Habsburg", "Savoy"]] + [
        [f"Question {n}?", "Yes", "No", ""] for n in range(4)
    ]
    first, second = read_file(csv_of(*rows), "quiz.csv", Manner("event")).questions
    assert first.clubs.ask.en == "Who won in 1315?" and first.clubs.answer.en == "The Swiss"
    assert first.clubs.reject.en == ("Habsburg", "Savoy")
    assert second.clubs.ask.en == "Question 3?" and second.hearts.ask == Text()


def test_statements_need_no_more_than_their_truth() -> None:
    rows = [["Aussage", "wahr", "Erklärung"], ["Die Kuh ist blau.", "falsch", "Sie ist braun."]]
    [card] = read_file(csv_of(*rows), "a.csv", Manner("statement", "de")).statements
    assert (card.text.de, card.truth, card.number, card.difficulty) == ("Die Kuh ist blau.", False, 1, 2)


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("de", [["Aussage", "Wahr oder falsch", "Erklärung"], ["Kühe pfeifen.", "falsch", "Murmeltiere."]]),
        ("ja", [["文", "正しいか誤りか", "説明文"], ["牛は口笛を吹く。", "誤", "マーモット。"]]),
        ("ja", [["問題文", "本当かうそか", "解説"], ["牛は口笛を吹く。", "うそ", "マーモット。"]]),
    ],
)
def test_a_table_with_the_headings_of_earlier_days_is_read(language: str, rows: list[list[str]]) -> None:
    [card] = read_file(csv_of(*rows), "a.csv", Manner("statement", language)).statements
    assert (getattr(card.text, language), card.truth) == (rows[1][0], False)
    assert getattr(card.explanation, language) == rows[1][2]


def test_a_list_of_statements_without_headings_keeps_its_first() -> None:
    rows = [["Die Kuh ist blau.", "wahr"], ["Sursee liegt an einem See.", "Falsch"]]
    cards = read_file(csv_of(*rows), "a.csv", Manner("statement", "de")).statements
    assert [(card.text.de, card.truth) for card in cards] == [(rows[0][0], True), (rows[1][0], False)]


def test_of_a_table_that_its_author_says_has_no_headings_every_row_is_a_card() -> None:
    rows = [["See", "1291", "Bund"], ["Land", "1848", "Staat"]]
    lettered = {"a": "-", "b": "year", "c": "name."}
    events = read_file(csv_of(*rows), "a.csv", Manner("event", "de", lettered, bare=True)).events
    assert [(event.name.de, event.year) for event in events] == [("Bund", 1291), ("Staat", 1848)]
    with pytest.raises(BrokenDeck) as broken:
        read_file(csv_of(*rows), "a.csv", Manner("event", "de", bare=True))
    assert broken.value.unread == (("A", "B", "C"), *map(tuple, rows))


def test_more_events_than_there_are_cards_are_refused_with_the_number() -> None:
    rows = [["Jahr", "Ereignis"], *([str(1900 + n), f"E{n}"] for n in range(53))]
    [problem] = refused(csv_of(*rows), "a.csv")
    assert problem == "a.csv:54: row 54: expected at most 52 events"


REPEATED = [
    ("statements", [STATEMENTS, STATEMENT, STATEMENT], "Number: expected each number once; the first is in row 2"),
    ("events", [EVENTS, EVENT, EVENT], "Rank: expected each rank of a suit once; the first is in row 2"),
    (
        "questions",
        [QUESTIONS, [1, "clubs", "a", "b", ""], [1, "clubs", "c", "d", ""]],
        "Suit: expected each suit of a card once; the first is in row 2",
    ),
    (
        "shows",
        [SHOWS, [1, "word", 1, "a", ""], [1, "word", 1, "b", ""]],
        "Number: expected each number of a part once; the first is in row 2",
    ),
]


@pytest.mark.parametrize(("sheet", "rows", "said"), REPEATED)
def test_what_is_there_twice_is_named(sheet: str, rows: list[list[Any]], said: str) -> None:
    assert refused(csv_of(*rows), f"{sheet}.csv") == [f"{sheet}.csv:3: row 3, column {said}"]


def test_a_card_that_is_on_two_sheets_is_named() -> None:
    [problem] = refused(xlsx_of(One=[STATEMENTS, STATEMENT], Two=[STATEMENTS, STATEMENT]), "a.xlsx")
    assert problem.endswith(
        "row 2, column Number: expected each number once; the first is in row 2 of a.xlsx, sheet One"
    )


def test_every_mistake_is_named_at_once() -> None:
    rows = [EVENTS, ["X", "cups", "x", "y", "", ""], EVENT, changed(EVENT, 2, "z")]
    problems = refused(csv_of(*rows), "events.csv")
    assert [problem.partition(": expected")[0] for problem in problems] == [
        "events.csv:2: row 2, column Date",
        "events.csv:2: row 2, column Rank",
        "events.csv:2: row 2, column Suit",
        "events.csv:2: row 2, column Year",
        "events.csv:4: row 4, column Year",
    ]


def test_a_deck_must_say_its_kind_and_languages() -> None:
    rows = [ABOUT, ["title", "", "Small talk"]]
    [problem] = refused(csv_zip(about=rows, statements=[STATEMENTS, STATEMENT]), "deck.zip")
    assert problem == "about.csv:1: Kind of deck: is missing: expected a row for it"


TOGETHER = [
    (xlsx_of(a=[STATEMENTS, STATEMENT]), "event", "expected only events, not statements"),
    (
        xlsx_of(a=[STATEMENTS, STATEMENT], b=[EVENTS, EVENT]),
        None,
        "expected only cards of one kind, not statements and",
    ),
    (xlsx_of(a=[STATEMENTS]), None, "expected at least one card"),
    (xlsx_of(a=[]), None, "expected at least one card"),
]


@pytest.mark.parametrize(("data", "kind", "said"), TOGETHER, ids=range(len(TOGETHER)))
def test_cards_that_do_not_belong_in_one_deck_are_refused(data: bytes, kind: Kind | None, said: str) -> None:
    [problem] = refused(data, "deck.xlsx", kind)
    assert problem.startswith(f"deck.xlsx:1: {said}")


def test_a_deck_of_another_kind_is_refused() -> None:
    problems = refused(dump(*sample_deck("event"), "xlsx"), "deck.xlsx", "statement")
    assert problems[0] == "deck.xlsx:1: expected a deck of statements, not of events"


def test_a_table_of_something_else_is_refused() -> None:
    [problem] = refused(csv_of(["animal", "age"], ["Cow", "twelve"]), "people.csv")
    assert problem == "people.csv:1: row 1: expected columns such as Statement, True or false at the top"


FORMULAS = ["=1+1", "+41", "-5", "@SUM(A1)", "＝1+1", "＋1", '=HYPERLINK("http://x","y")', "'=1", "''=1", "#REF!", "'"]


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_no_text_is_executed_as_a_formula(formula: str, form: str) -> None:
    pack, about = sample_deck("statement")
    card = replace(pack.statements[0], text=Text(en=formula), basis=formula)
    pack = replace(pack, statements=(card,))
    data = dump(pack, about, form)
    if form == "xlsx":
        cell = load_workbook(io.BytesIO(data))["statements"]["E2"]
        assert cell.data_type == "s"
        written = cell.value
    else:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            text = archive.read("statements.csv").decode("utf-8-sig")
        written = list(csv.reader(io.StringIO(text, newline="")))[1][4]
    assert written == (formula if formula == "'" else f"'{formula}")
    name = "deck.xlsx" if form == "xlsx" else "deck.zip"
    assert read_file(data, name).statements == (card,)


def test_a_formula_is_read_as_the_value_it_last_had() -> None:
    data = xlsx_of(statements=[STATEMENTS, changed(STATEMENT, 0, "=40+2")])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    assert b"<f>40+2</f><v />" in parts[sheet] or b"<f>40+2</f><v/>" in parts[sheet]
    parts[sheet] = parts[sheet].replace(b"<v />", b"<v/>", 1).replace(b"<f>40+2</f><v/>", b"<f>40+2</f><v>42</v>")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    assert read_file(packed.getvalue(), "deck.xlsx").statements[0].number == 42


def test_what_no_spreadsheet_can_hold_is_left_out_of_a_workbook() -> None:
    pack, about = sample_deck("statement")
    pack = replace(pack, statements=(replace(pack.statements[0], basis="a\x07b"),))
    assert read_file(dump(pack, about, "xlsx"), "deck.xlsx").statements[0].basis == "ab"


def test_a_workbook_of_five_thousand_statements_is_read() -> None:
    rows = [changed(STATEMENT, 0, number) for number in range(1, 5_001)]
    cards = read_file(xlsx_of(statements=[STATEMENTS, *rows]), "many.xlsx", Manner("statement")).statements
    assert [card.number for card in cards] == list(range(1, 5_001))


def test_more_than_ten_thousand_rows_are_refused() -> None:
    rows = [changed(STATEMENT, 0, number) for number in range(1, 10_002)]
    assert read_file(csv_of(STATEMENTS, *rows[:-1]), "many.csv").statements
    assert refused(csv_of(STATEMENTS, *rows), "many.csv") == ["many.csv:10002: row 10002: expected at most 10000 rows"]


@pytest.mark.parametrize(
    ("language", "where", "cards"),
    [
        ("en", "row 2, column True or false", "statements"),
        ("de", "Zeile 2, Spalte Richtig oder falsch", "Aussagen"),
        ("fr", "ligne 2, colonne Vrai ou faux", "affirmations"),
        ("it", "riga 2, colonna Vero o falso", "affermazioni"),
        ("ja", "2行目, 列本当かうそか", "問題"),
    ],
)
def test_a_refusal_is_in_the_language_of_its_reader(language: str, where: str, cards: str) -> None:
    with translation.override(language):
        [perhaps] = refused(csv_of(STATEMENTS, changed(STATEMENT, 2, "perhaps")), "a.csv")
        [mixed] = refused(csv_of(STATEMENTS, STATEMENT), "a.csv", "event")
    assert perhaps.startswith(f"a.csv:2: {where}: ")
    assert cards in mixed


SPREADSHEETS = Path(__file__).parent / "spreadsheets"


def test_what_a_real_spreadsheet_has_saved_is_read() -> None:
    events = read_file((SPREADSHEETS / "events.xlsx").read_bytes(), "events.xlsx", Manner("event", "de")).events
    assert [(one.year, one.date and one.date.isoformat(), one.name.de, one.mnemonic.de) for one in events] == [
        (1848, "1848-09-12", "Gründung des Bundesstaats", "[R]au[f]e"),
        (1874, None, "Erste Totalrevision der Verfassung", "[K]rö[r]te"),
        (1291, None, "Rütlischwur", ""),
        (1971, "1971-02-07", "Frauenstimmrecht", "[K]a[t]ze"),
    ]
    data, guessed = in_utf8((SPREADSHEETS / "statements.csv").read_bytes(), "statements.csv")
    assert guessed == '"Nr.";"Aussage";TRUE;"Begründung"', "it takes even a heading for a value"
    statements = read_file(data, "statements.csv", Manner("statement", "de")).statements
    assert [(one.truth, one.explanation.de) for one in statements] == [
        (True, "Im Kanton Graubünden."),
        (False, "Sie hat keine; der Bundesrat tagt in Bern."),
    ]


def test_what_we_give_out_comes_back_whole_from_a_real_spreadsheet() -> None:
    pack, about = sample_deck("event")
    loaded = read_file((SPREADSHEETS / "sample.xlsx").read_bytes(), "sample.xlsx", Manner("event"))
    assert loaded == content(pack, about)
