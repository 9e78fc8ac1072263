"""What authors write at the top of a column, in their own words, and tables without anything at their top."""

import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from openpyxl.utils import get_column_letter
from rapidfuzz import process

from decks.exchange.labels import stem_called
from decks.exchange.rows import Cell, Table, column_name, is_day, is_truth, plain_text
from games.rules.pack import Kind
from games.rules.words import LANGUAGES

# by our column, as `column_name` spells them: without spaces, in small letters
_WORDS: Final[Mapping[str, str]] = {
    "rank": "rang kartenwert wert valeur valore 数字",
    "suit": "farbe couleur seme マーク",
    "year": "jahr jahreszahl année anno",
    "date": "datum tag data jour giorno",
    "name.": "event ereignis événement evento term begriff terme termine",
    "accept.": "auchrichtig aussiaccepté ancheaccettato synonyme synonyms alternative alternatives",
    "mnemonic.": "eselsbrücke merksatz merkhilfe mnémonique aide-mémoire mnemonica",
    "alt.": "bildbeschreibung description descrizione",
    "story.": "geschichte text erzählung histoire récit storia racconto",
    "number": "nummer nr no numéro numero",
    "category": "kategorie catégorie categoria",
    "truth": "wahr wahroderfalsch richtig vrai juste vero correct true 正しいか誤りか",
    "difficulty": "schwierigkeit difficulté difficoltà",
    "text.": "statement aussage behauptung affirmation affermazione 文",
    "explanation.": "erklärung auflösung begründung explication spiegazione 説明文",
    "basis": "source quelle fonte beleg",
    "card": "karte carte carta",
    "show": "numéroduquiz numerodelquiz クイズの番号",
    "ask.": "question frage domanda",
    "answer.": "antwort antworten lösung réponse répondre risposta rispondi 答える",
    "reject.": "falsch falscheantworten faux sbagliato distractors wronganswers",
}
_TONGUES: Final = {
    "deutsch": "de", "german": "de", "allemand": "de", "tedesco": "de",
    "französisch": "fr", "french": "fr", "français": "fr", "francese": "fr",
    "italienisch": "it", "italian": "it", "italien": "it", "italiano": "it",
    "englisch": "en", "english": "en", "anglais": "en", "inglese": "en",
    "japanisch": "ja", "japanese": "ja", "japonais": "ja", "giapponese": "ja",
}  # fmt: skip
_IN = re.compile(rf"(.+?)[.\-_/(\[]*({'|'.join((*_TONGUES, *LANGUAGES))})[)\]]?")
_YEAR = re.compile(r"-?\d{1,4}")
_SENTENCE = re.compile(r".*[.!?…。！？][»”’\"')）」』]?", re.DOTALL)
_MOST_BARE = 8  # columns of a table without headings


LEFT_OUT: Final = "-"  # what a column is called that its author leaves out


class Manner(Struct, frozen=True):
    """How a table is meant: what the deck should be, the language of its texts where it does not say, its columns.

    ``columns``: by their headings, as `column_name` spells them, those that the author has named by hand: ``name.`` for
    the names of events in the language of the table. ``bare``: tables have no headings, and their columns are called
    A, B, C.
    """

    kind: Kind | None = None
    language: str = "en"
    columns: Mapping[str, str] = MappingProxyType({})
    bare: bool = False


def column_meant(written: Cell, known: Collection[str], manner: Manner) -> str:
    """Which of our columns a heading means, in whatever language it is; itself if it means none."""
    name, language = column_name(written), manner.language
    if by_hand := manner.columns.get(name):
        return next((one for one in (by_hand, f"{by_hand}{language}", LEFT_OUT) if one in (*known, LEFT_OUT)), name)
    if name in known:
        return name
    written_as, name = name, name.strip(".:?!*")
    if found := _IN.fullmatch(name):
        spoken = f"{_stem(found[1], known)}{_TONGUES.get(found[2], found[2])}"
        if spoken in known:
            return spoken
    stem = _stem(name, known)
    return next((one for one in (stem, f"{stem}{language}") if one in known), written_as)


def _stem(name: str, known: Collection[str]) -> str:
    """Our column without its language: ``name.`` for ``ereignis``."""
    for stem, words in _WORDS.items():
        if name in (stem.rstrip("."), *words.split()) and any(one.startswith(stem) for one in known):
            return stem
    found = stem_called(name)  # or as the editor calls it
    return found if any(one.startswith(found) for one in known) and found else name


def nearest(written: Cell, known: Collection[str]) -> str:
    """Which of our columns somebody may have mistyped; empty if none is near."""
    found = process.extractOne(column_name(written), known, score_cutoff=75)
    return str(found[0]) if found else ""


def with_headings(table: Table) -> Table | None:
    """A table that has no headings with those it seems to need: a term and its year, the one or the other first, or a
    question and its answer.

    A third and fourth column of terms are their mnemonic and story; whatever stands behind an answer does not count
    as one. None for a table that is neither.
    """
    rows = [(number, [plain_text(cell) for cell in cells]) for number, cells in table.rows]
    width = max(len(cells) for _number, cells in rows)
    if not 2 <= width <= _MOST_BARE or not all(len(cells) > 1 and cells[0] and cells[1] for _number, cells in rows):
        return None
    for place, headings in ((1, ("name", "year")), (0, ("year", "name"))):
        if all(_YEAR.fullmatch(cells[place]) or is_day(cells[place]) for _number, cells in rows) and width <= 4:
            return _headed(table, (*headings, "mnemonic", "story")[:width])
    if any(cells[0].endswith(("?", "？")) for _number, cells in rows):
        dealt: list[tuple[int, Sequence[Cell]]] = [
            (number, [*cells[:2], " | ".join(filter(None, cells[2:]))]) for number, cells in rows
        ]
        return _headed(Table(table.file, table.name, dealt), ("ask", "answer", "reject"))
    return None


def with_letters(table: Table) -> Table:
    """A table that has no headings with the letters that spreadsheets give to columns."""
    width = max(len(cells) for _number, cells in table.rows)
    return _headed(table, [get_column_letter(place) for place in range(1, width + 1)])


def told_at_once(table: Table) -> Table | None:
    """Statements, each with TRUE or FALSE behind it, and perhaps an explanation; with the headings they lack.

    "Wahr" is what a column of truths is called as well: so the first row is looked at before its words are.
    """
    rows = [[plain_text(cell) for cell in cells] for _number, cells in table.rows]
    width = max(map(len, rows))
    if (
        2 <= width <= 3
        and all(len(cells) > 1 and is_truth(cells[1]) for cells in rows)
        and _SENTENCE.fullmatch(rows[0][0])
    ):
        return _headed(table, ("text", "truth", "explanation")[:width])
    return None


def _headed(table: Table, headings: Sequence[str]) -> Table:
    return Table(table.file, table.name, [(0, list(headings)), *table.rows])
