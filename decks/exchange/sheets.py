"""Decks as tables: a sheet per kind of card, a row per card or question, a column per field and language."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, get_args

from django.utils.translation import gettext as _
from msgspec import Struct

from decks.cards import cards_of, texts_of
from decks.exchange.contents import Loaded, Unfinished, shown
from decks.exchange.headings import (
    LEFT_OUT,
    Manner,
    column_meant,
    nearest,
    told_at_once,
    with_headings,
    with_letters,
)
from decks.exchange.labels import called, choice_called, choice_meant
from decks.exchange.rows import Cell, Row, Table, cells_of, column_name, harmless, joined, plain_text, problem_at, split
from decks.packaged import About, Problem, wrong_languages
from games.rules.pack import Category, Event, Kind, Pack, Question, QuestionCard, QuizShow, Rank, Statement, Suit, Word
from games.rules.words import LANGUAGES, Text, Texts

SUITS: tuple[Suit, ...] = get_args(Suit)
RANKS: tuple[Rank, ...] = get_args(Rank)
PARTS = ("title", "question", "word")
ABOUT_TEXTS = ("title", "description", "credits", "licence")


class Sheet(Struct, frozen=True):
    """The columns of a sheet. One that ends with a dot is there once per language; the needed ones hold no text.

    ``counted``: columns that may be left out, all of them together, and then follow from the order of the rows.
    """

    columns: tuple[str, ...]
    needed: tuple[str, ...]
    kind: Kind | None = None
    counted: tuple[str, ...] = ()

    def spread(self, languages: Iterable[str]) -> list[str]:
        """The columns for these languages."""
        return [
            column + language for column in self.columns for language in (languages if column.endswith(".") else ("",))
        ]


SHEETS = {
    "about": Sheet(("field", "value", "text."), ("field",)),
    "statements": Sheet(
        ("number", "category", "truth", "difficulty", "text.", "explanation.", "basis"),
        ("number", "category", "truth", "difficulty"),
        "statement",
        ("number", "category", "difficulty"),
    ),
    "events": Sheet(
        ("rank", "suit", "year", "date", "name.", "accept.", "reject.", "mnemonic.", "scene.", "alt.", "story."),
        ("rank", "suit", "year"),
        "event",
        ("rank", "suit"),
    ),
    "questions": Sheet(
        ("card", "suit", "ask.", "answer.", "accept.", "reject."), ("card", "suit"), "event", ("card", "suit")
    ),
    "shows": Sheet(("show", "part", "number", "text.", "accept."), ("show", "part", "number"), "quiz-show"),
}


SHOWN = 4  # rows of a table that is not understood, with its headings

_TELLING: dict[Kind, tuple[str, ...]] = {  # columns by which a table is known
    "statement": ("text.", "truth"),
    "event": ("year", "name."),
    "quiz-show": ("show", "part", "number"),
}

CHOSEN = ("suit", "category")  # columns of what can be chosen
UNFINISHED = "unfinished"  # the column of a card that is taken as it is


def written(pack: Pack, about: About, unfinished: Iterable[Unfinished] = ()) -> dict[str, list[list[Cell]]]:
    """The sheets of a deck by name: what it is, then its cards, the unfinished ones last; the header first."""
    cards = [card for _, card in cards_of(pack)]
    used = [text for part in (about, *cards) for _, text in texts_of(part)]
    others = [one for one in LANGUAGES if one not in about.languages and any(getattr(text, one) for text in used)]
    sheets: dict[str, Iterable[dict[str, Cell]]] = {"about": _about_rows(about)}
    match about.kind:
        case "statement":
            sheets["statements"] = map(_statement_row, pack.statements)
        case "event":
            sheets["events"] = map(_event_row, pack.events)
            sheets["questions"] = _question_rows(pack.questions)
        case "quiz-show":
            sheets["shows"] = _show_rows(pack.shows)
    last = {"question": len(pack.questions), "show": len(pack.shows)}
    more: dict[str, list[dict[str, Cell]]] = {}
    for card in unfinished:
        last[card.part] = last.get(card.part, 0) + 1
        more.setdefault(f"{card.part}s", []).extend(_unfinished_rows(card, last[card.part]))
    result: dict[str, list[list[Cell]]] = {}
    for name, rows in sheets.items():
        columns = SHEETS[name].spread([*about.languages, *others]) + [UNFINISHED] * (name in more)
        every = (*rows, *more.get(name, ()))
        result[name] = [
            [called(column, name) for column in columns],
            *([row.get(column) for column in columns] for row in every),
        ]
    return result


def _unfinished_rows(card: Unfinished, number: int) -> Iterator[dict[str, Cell]]:
    """A card as it was typed: a row, or a row for each of its questions and words."""
    rows: dict[tuple[str, str], dict[str, Cell]] = {}
    for path, text in card.fields.items():
        where, column = _place(card.part, path)
        several, chosen = column.partition(".")[0] in ("accept", "reject"), column in CHOSEN
        told = joined(text.splitlines()) if several else choice_called(text) if chosen else text
        rows.setdefault(where, {})[column] = harmless(told)
    for (part, place), cells in (rows or {("", ""): {}}).items():
        match card.part:
            case "question":
                named: dict[str, Cell] = {"card": number, "suit": choice_called(part)}
            case "show":
                named = {"show": number, "part": choice_called(part), "number": place}
            case _:
                named = {}
        yield named | cells | {UNFINISHED: "x"}


def _place(part: str, path: str) -> tuple[tuple[str, str], str]:
    """In which row of a card a field stands, and in which column."""
    head, _dot, rest = path.partition(".")
    match part, head:
        case "question", _:
            return (head, ""), rest
        case "show", "title":
            return ("title", ""), f"text.{rest}"
        case "show", "questions":
            number, _dot, tongue = rest.partition(".")
            return ("question", str(int(number) + 1)), f"text.{tongue}"
        case "show", "words":
            number, _dot, field = rest.partition(".")
            return ("word", str(int(number) + 1)), field.replace("name.", "text.")
    return ("", ""), path


def _read_unfinished(part: str, rows: Sequence[Row]) -> Iterator[Unfinished]:
    """Cards taken as they are: rows of the same card together."""
    cards: dict[str, dict[str, str]] = {}
    for row in rows:
        of = row.text({"question": "card", "show": "show"}.get(part, "")) or str(row.number)
        fields = cards.setdefault(of, {})
        for column, text in row.texts():
            if path := _path(part, row, column):
                several = column.partition(".")[0] in ("accept", "reject")
                fields[path] = "\n".join(split(text)) if several else _chosen(text) if column in CHOSEN else text
    yield from (Unfinished(part, fields) for fields in cards.values())


def _path(part: str, row: Row, column: str) -> str:
    """The field that a cell holds; none for those that only say where it belongs."""
    if column in (UNFINISHED, "card", "show", "part") or (part, column) in (("question", "suit"), ("show", "number")):
        return ""
    match part:
        case "question":
            return f"{_chosen(row.text('suit'))}.{column}"
        case "show":
            place = int(row.text("number") or 1) - 1 if row.text("number").isdigit() else 0
            head = {"title": "title", "question": f"questions.{place}"}.get(_part(row), f"words.{place}")
            field = column.replace("text.", "name." if head.startswith("words") else "")
            return f"{head}.{field}"
    return column


def _chosen(text: str) -> str:
    """What is meant by a choice in whatever language; itself if that is nothing known."""
    meant = choice_meant(text.casefold())
    return text if meant == text.casefold() else meant


def _part(row: Row) -> str:
    """What stands in the row of a show, in whatever language it says so."""
    written = row.text("part").casefold()
    return written if written in PARTS else choice_meant(written)


def _about_rows(about: About) -> Iterator[dict[str, Cell]]:
    yield {"field": choice_called("kind"), "value": choice_called(about.kind)}
    yield {"field": choice_called("languages"), "value": ", ".join(about.languages)}
    for field in ABOUT_TEXTS:
        yield {"field": choice_called(field), **_texts("text", getattr(about, field))}


def _statement_row(card: Statement) -> dict[str, Cell]:
    return {
        "number": card.number,
        "category": choice_called(card.category),
        "truth": card.truth,
        "difficulty": card.difficulty,
        "basis": harmless(card.basis),
        **_texts("text", card.text),
        **_texts("explanation", card.explanation),
    }


def _event_row(card: Event) -> dict[str, Cell]:
    return {
        "rank": card.rank,
        "suit": choice_called(card.suit),
        "year": card.year,
        "date": card.date and card.date.isoformat(),  # as text: Excel knows no day before 1900
        **_texts("name", card.name),
        **_texts("accept", card.accept),
        **_texts("reject", card.reject),
        **_texts("mnemonic", card.mnemonic),
        **_texts("scene", card.scene),
        **_texts("alt", card.alt),
        **_texts("story", card.story),
    }


def _question_rows(cards: Sequence[QuestionCard]) -> Iterator[dict[str, Cell]]:
    for number, card in enumerate(cards, start=1):
        for suit in SUITS:
            question: Question = getattr(card, suit)
            yield {
                "card": number,
                "suit": choice_called(suit),
                **_texts("ask", question.ask),
                **_texts("answer", question.answer),
                **_texts("accept", question.accept),
                **_texts("reject", question.reject),
            }


def _show_rows(shows: Sequence[QuizShow]) -> Iterator[dict[str, Cell]]:
    for number, show in enumerate(shows, start=1):
        yield {"show": number, "part": choice_called("title"), **_texts("text", show.title)}
        for place, question in enumerate(show.questions, start=1):
            yield {"show": number, "part": choice_called("question"), "number": place, **_texts("text", question)}
        for place, word in enumerate(show.words, start=1):
            texts = {**_texts("text", word.name), **_texts("accept", word.accept)}
            yield {"show": number, "part": choice_called("word"), "number": place, **texts}


def _texts(field: str, text: Text | Texts) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for language in LANGUAGES:
        said: str | tuple[str, ...] = getattr(text, language)
        cells[f"{field}.{language}"] = harmless(said if isinstance(said, str) else joined(said))
    return cells


def read(tables: Iterable[Table], manner: Manner, problems: list[Problem]) -> Loaded:
    """The cards of these tables. Notes every problem; with a single one the cards are not to be used."""
    rows: dict[str, list[Row]] = {}
    for table in tables:
        if not table.rows:
            continue
        whole, name = _told(table, manner)
        if whole and name:
            header = _header(whole, name, manner, problems)
            rows.setdefault(name, []).extend(cells_of(whole, header, problems, name))
        else:
            columns = ", ".join(called(column) for column in _TELLING[manner.kind or "statement"])
            what = _("expected columns such as %(columns)s at the top") % {"columns": columns}
            problems.append(problem_at(table.file, table.rows[0][0], "", what))
    unfinished: list[Unfinished] = []
    for name, there in rows.items():
        raw = [row for row in there if row.text(UNFINISHED)]
        unfinished += _read_unfinished(name.removesuffix("s"), raw) if raw else ()
        rows[name] = [row for row in there if not row.text(UNFINISHED)]
    return Loaded(
        unfinished=tuple(unfinished),
        about=_read_about(rows["about"], problems) if "about" in rows else None,
        statements=tuple(_read_statements(rows.get("statements", []))),
        events=tuple(_read_events(rows.get("events", []))),
        questions=tuple(_read_questions(rows.get("questions", []))),
        shows=tuple(_read_shows(rows.get("shows", []))),
    )


def unread(tables: Iterable[Table], manner: Manner) -> tuple[tuple[str, ...], ...]:
    """The first rows of the first table whose columns are not understood, the headings first; none if all are."""
    for table in tables:
        if not table.rows:
            continue
        whole, name = _told(table, manner)
        problems: list[Problem] = []
        if whole and name:
            _header(whole, name, manner, problems)
        if not (whole and name) or problems:
            shown = with_letters(table) if manner.bare else table
            return tuple(tuple(map(_cut, cells)) for _number, cells in shown.rows[:SHOWN])
    return ()


def _cut(cell: Cell) -> str:
    return plain_text(cell)[:80]


def _told(table: Table, manner: Manner) -> tuple[Table | None, str]:
    """The table with its headings, and which sheet it is; nothing if it cannot be told."""
    if manner.bare:
        table = with_letters(table)
        return (table, name) if (name := _meant(table, manner)) else (None, "")
    if at_once := told_at_once(table):
        return at_once, "statements"
    if name := _meant(table, manner):
        return table, name
    whole = with_headings(table)
    return whole, _meant(whole, manner) if whole else ""


def _header(table: Table, sheet_name: str, manner: Manner, problems: list[Problem]) -> dict[int, str]:
    """The name of each column by its place, whatever its author calls it."""
    sheet, (number, cells) = SHEETS[sheet_name], table.rows[0]
    known = [*sheet.spread(LANGUAGES), UNFINISHED]
    header: dict[int, str] = {}
    for place, cell in enumerate(cells):
        name = column_meant(cell, known, manner)
        if name and name != LEFT_OUT and name not in known:
            problems.append(problem_at(table.file, number, plain_text(cell)[:40], _unknown(cell, known, sheet_name)))
        elif name and name != LEFT_OUT and name in header.values():
            problems.append(
                problem_at(table.file, number, called(name, sheet_name), _("expected this column once, not twice"))
            )
        header[place] = name
    there = set(header.values())
    follows = sheet.counted if not there.intersection(sheet.counted) or sheet.kind == "statement" else ()
    for name in sheet.needed:
        if name not in there and name not in follows:
            problems.append(
                problem_at(table.file, number, called(name, sheet_name), _("is missing: expected this column"))
            )
    return header


def _unknown(written: Cell, known: Sequence[str], sheet_name: str) -> str:
    if f"{column_name(written).rpartition('.')[0]}." in SHEETS[sheet_name].columns:
        return _("no such language: expected one of %(languages)s") % {"languages": ", ".join(LANGUAGES)}
    if near := nearest(written, known):
        return _("no such column: did you mean %(column)s?") % {"column": called(near, sheet_name)}
    return _("no such column: the samples show those there are")


def _meant(table: Table, manner: Manner) -> str:
    """Which sheet a table is: by its name, else by its columns, else by what the deck should be."""
    if (name := table.name.strip().casefold()) in SHEETS:
        return name

    def likeness(name: str) -> tuple[int, int, bool]:
        sheet = SHEETS[name]
        known = sheet.spread(LANGUAGES)
        header = {column_meant(cell, known, manner) for cell in table.rows[0][1]}
        named = len(header.intersection(known))
        return len(header.intersection(sheet.needed)), named, manner.kind is not None and sheet.kind == manner.kind

    best = max(SHEETS, key=likeness)
    return best if any(likeness(best)[:2]) else ""


def _read_about(rows: Sequence[Row], problems: list[Problem]) -> About | None:
    found: dict[str, Any] = {}
    once = _Once(_("expected each field once; the first is in %(where)s"), "field")
    for row in rows:
        field = row.choice("field", ("kind", "languages", *ABOUT_TEXTS))
        once.check(row, field)
        if field == "kind":
            found[field] = row.choice("value", get_args(Kind))
        elif field == "languages":
            languages = tuple(row.text("value").casefold().replace(",", " ").split())
            if what := wrong_languages(languages):
                row.problem("value", what)
            found[field] = languages
        else:
            if row.text("value"):
                row.problem("value", _("expected nothing here: texts stand in the columns of their languages"))
            found[field] = row.in_languages("text")
    for field in ("kind", "languages"):
        if field not in found:
            file = rows[0].file if rows else "about"
            problems.append(Problem(file, 1, "", choice_called(field), _("is missing: expected a row for it")))
            return None
    return About(**{**dict.fromkeys(ABOUT_TEXTS, Text()), **found})


class _Once:
    """Notices what is there twice, and says so in this sentence."""

    def __init__(self, said: str, column: str) -> None:
        self._said = said
        self._column = column
        self._first: dict[Hashable, Row] = {}

    def check(self, row: Row, *key: Hashable) -> None:
        """Refuses a row if an earlier one was about the same."""
        if row.whole and (first := self._first.setdefault(key, row)) is not row:
            where = _("row %(n)s") if first.file == row.file else _("row %(n)s of %(file)s")
            row.problem(self._column, self._said % {"where": where % {"n": first.number, "file": first.file}})


def _read_statements(rows: Iterable[Row]) -> Iterator[Statement]:
    once = _Once(_("expected each number once; the first is in %(where)s"), "number")
    for position, row in enumerate(rows, start=1):
        card = Statement(
            number=row.number_in("number", 1) if row.has("number") else position,
            category=row.choice("category", get_args(Category)) if row.has("category") else "everyday",
            truth=row.truth("truth"),
            difficulty=row.choice("difficulty", (1, 2, 3)) if row.has("difficulty") else 2,
            text=row.in_languages("text"),
            explanation=row.in_languages("explanation"),
            basis=row.text("basis"),
        )
        once.check(row, card.number)
        yield card


def _read_events(rows: Iterable[Row]) -> Iterator[Event]:
    once = _Once(_("expected each rank of a suit once; the first is in %(where)s"), "rank")
    places = [(suit, rank) for suit in SUITS for rank in RANKS]
    for position, row in enumerate(rows):
        if row.has("rank") or row.has("suit"):
            suit, rank = row.choice("suit", SUITS), row.choice("rank", RANKS)
        elif position < len(places):
            suit, rank = places[position]
        else:
            row.problem("", _("expected at most %(most)d events") % {"most": len(places)})
            return
        year, day = row.year("year")
        card = Event(
            rank=rank,
            suit=suit,
            year=year,
            date=row.day("date") or day,
            name=row.in_languages("name"),
            accept=row.several("accept"),
            reject=row.several("reject"),
            mnemonic=row.in_languages("mnemonic"),
            scene=row.in_languages("scene"),
            alt=row.in_languages("alt"),
            story=row.in_languages("story"),
        )
        once.check(row, card.rank, card.suit)
        yield card


def _read_questions(rows: Iterable[Row]) -> Iterator[QuestionCard]:
    """Question cards in the order of their numbers; a suit without a row is a question still to be written."""
    once = _Once(_("expected each suit of a card once; the first is in %(where)s"), "suit")
    cards: dict[int, dict[str, Question]] = {}
    for position, row in enumerate(rows):
        if row.has("card") or row.has("suit"):
            number, suit = row.number_in("card", 1), row.choice("suit", SUITS)
        else:
            number, suit = position // len(SUITS) + 1, SUITS[position % len(SUITS)]
        once.check(row, number, suit)
        question = Question(
            row.in_languages("ask"), row.in_languages("answer"), row.several("accept"), row.several("reject")
        )
        cards.setdefault(number, {})[suit] = question
    for _number, questions in sorted(cards.items()):
        yield QuestionCard(**{suit: questions.get(suit, Question(Text(), Text())) for suit in SUITS})


def _read_shows(rows: Iterable[Row]) -> Iterator[QuizShow]:
    """Shows in the order of their numbers, and so are the questions and words of each."""
    once = _Once(_("expected each number of a part once; the first is in %(where)s"), "number")
    shows: dict[int, dict[str, dict[int, Word]]] = {}
    for row in rows:
        number, part = row.number_in("show", 1), row.choice("part", PARTS)
        place = 0 if part == "title" else row.number_in("number", 1)
        word = Word(row.in_languages("text"), row.several("accept"))
        if part != "word":
            for language in word.accept.__struct_fields__:
                if said := getattr(word.accept, language):
                    what = _("expected nothing here beside “%(part)s”, not %(found)s")
                    row.problem(
                        f"accept.{language}", what % {"part": choice_called(part), "found": shown(joined(said))}
                    )
        once.check(row, number, part, place)
        shows.setdefault(number, {one: {} for one in PARTS})[part][place] = word
    for _number, parts in sorted(shows.items()):
        yield QuizShow(
            title=parts["title"].get(0, Word(Text())).name,
            questions=tuple(word.name for _, word in sorted(parts["question"].items())),
            words=tuple(word for _, word in sorted(parts["word"].items())),
        )
