"""Deck files: read whole or not at all, and every mistake named with its file, line, card and field."""

from pathlib import Path

import pytest

from decks.packaged import BrokenDeck, deck_folders, read_deck, read_files
from games.rules.words import Text
from tests.decks.making import ABOUT, EVENTS, QUESTIONS, STATEMENTS, event_deck, statement_deck


def broken(folder: Path) -> list[str]:
    with pytest.raises(BrokenDeck) as refusal:
        read_deck(folder)
    return [str(problem) for problem in refusal.value.problems]


def test_a_deck_of_statements_is_read(tmp_path: Path) -> None:
    source = read_deck(statement_deck(tmp_path))
    assert (source.pack.slug, source.pack.kind, source.pack.languages) == ("small", "statement", ("de", "en"))
    assert [(card.number, card.truth) for card in source.pack.statements] == [(1, True), (2, False)]
    assert source.pack.statements[1].text.de == "Auf dem Sursee kann man segeln."
    assert source.about.licence.de == "CC BY-SA 4.0"
    assert [(placed.key, placed.line(), placed.line("text.en")) for placed in source.cards] == [
        ("1", 1, 5),
        ("2", 8, 14),
    ]


def test_a_deck_of_events_is_read(tmp_path: Path) -> None:
    source = read_deck(event_deck(tmp_path))
    assert [card.key for card in source.pack.events] == ["Q-hearts", "10-hearts"]
    assert str(source.pack.events[0].date) == "1961-08-13"
    assert source.pack.questions[0].spades.accept.en == ("Berlin, Germany",)
    assert [placed.name for placed in source.cards] == ["event Q-hearts", "event 10-hearts", "question card 1"]


FIRST = "small/statements-001-055.yaml"
LONG = '"' + "Murmeltiere pfeifen laut und " * 5 + 'sie pfeifen oft."'

STATEMENT_MISTAKES = [
    # what the author wrote, what it stands in place of, what is said
    ("\t", "  category: nature", f"{FIRST}:2: expected YAML; "),
    ("{de: [}", '{de: "Murmeltiere pfeifen.", en: "Marmots whistle."}', f"{FIRST}:5: expected YAML; "),
    (
        "  colour: red\n  truth: true",
        "  truth: true",
        f"{FIRST}:3: statement 1, colour: no such field: expected one of number, category, truth, difficulty, "
        "text, explanation, basis",
    ),
    ('de: "Murmeltiere pfeifen.", rm: "M."', 'de: "Murmeltiere pfeifen."', f"{FIRST}:5: statement 1, text.rm: no "),
    ("number: one", "number: 1", f"{FIRST}:1: statement one, number: expected a whole number, not a text"),
    ("truth: maybe", "truth: true", f"{FIRST}:3: statement 1, truth: expected true or false, not a text"),
    ("de: 1291", 'de: "Murmeltiere pfeifen."', f"{FIRST}:5: statement 1, text.de: expected a text, not a whole number"),
    (
        "category: sport",
        "category: nature",
        f"{FIRST}:2: statement 1, category: expected one of nature, places, history, culture, economy, everyday, "
        "not 'sport'",
    ),
    ("difficulty: 4", "difficulty: 1", f"{FIRST}:4: statement 1, difficulty: expected one of 1, 2, 3, not 4"),
    ("", "  difficulty: 1\n", f"{FIRST}:1: statement 1, difficulty: is missing"),
    (
        'text: {de: "Murmeltiere pfeifen."}',
        'text: {de: "Murmeltiere pfeifen.", en: "Marmots whistle."}',
        f"{FIRST}:5: statement 1, text.en: is missing: expected a text in every language of the deck",
    ),
    (
        'en: "Marmots whistle.", it: "Le marmotte fischiano."',
        'en: "Marmots whistle."',
        f"{FIRST}:5: statement 1, text.it: expected only the languages of the deck (de, en)",
    ),
    (LONG, '"Murmeltiere pfeifen."', f"{FIRST}:5: statement 1, text.de: expected at most 160 characters, not 161"),
    (
        '"Murmeltiere gehen weiß gekleidet."',
        '"Murmeltiere pfeifen."',
        f"{FIRST}:5: statement 1, text.de: expected ss, not ß: Swiss spelling (at character 22)",
    ),
    (
        "'Murmeltiere \"pfeifen\".'",
        '"Murmeltiere pfeifen."',
        f"{FIRST}:5: statement 1, text.de: expected «so», not other quotation marks (at character 13)",
    ),
    (
        '"Murmeltiere « pfeifen »."',
        '"Murmeltiere pfeifen."',
        f"{FIRST}:5: statement 1, text.de: expected «so», without spaces inside (at character 13)",
    ),
    (
        '"Murmeltiere pfeifen"',
        '"Murmeltiere pfeifen."',
        f"{FIRST}:5: statement 1, text.de: expected a full stop at the end",
    ),
    (
        '"Murmeltiere pfeifen derzeit."',
        '"Murmeltiere pfeifen."',
        f"{FIRST}:5: statement 1, text.de: expected something that stays true, not “derzeit”",
    ),
    ("number: 1", "number: 2", f"{FIRST}:8: statement 1, number: expected each card once; the first is in {FIRST}:1"),
    ("number: 56", "number: 2", f"{FIRST}:8: statement 56, number: expected a number from 1 to 55 in this file"),
    ("number: 3", "number: 1", f"{FIRST}:8: statement 2, number: expected a number above 3, in rising order"),
    ("number: 1\n  number: 1", "number: 1", f"{FIRST}:2: card 1 of the file: expected number once, not twice"),
]


@pytest.mark.parametrize(("wrong", "right", "said"), STATEMENT_MISTAKES, ids=range(len(STATEMENT_MISTAKES)))
def test_a_mistake_in_a_statement_is_named(tmp_path: Path, wrong: str, right: str, said: str) -> None:
    assert right in STATEMENTS
    problems = broken(statement_deck(tmp_path, statements=STATEMENTS.replace(right, wrong, 1)))
    assert len(problems) == 1
    assert problems[0].startswith(said)


EVENT_MISTAKES = [
    (
        "[Sh]ivering [M]utt",
        "[Sh]ivering [T]errier",
        "events/events.yaml:7: event Q-hearts, mnemonic.en: [Sh] = 6, [M] = 3, but 1961 needs 6 (sh ch j ge gi)"
        ", 1 (t d th)",
    ),
    (
        "space 🌙@150,40*40",
        "space 🌙@50,40*40",
        "events/events.yaml:16: event 10-hearts, scene.en: character 9: expected a place across from 0 to 100, not 150",
    ),
    ("rank: Q", "rank: 10", "events/events.yaml:11: event Q-hearts, rank: expected each card once; the first is in "),
    ("rank: 1", "rank: 10", "events/events.yaml:11: event 1-hearts, rank: expected one of A, K, Q, J, 10, 9"),
    (
        "date: 1962-08-13",
        "date: 1961-08-13",
        "events/events.yaml:4: event Q-hearts, date: expected a day in 1961, not 1962-08-13",
    ),
    (
        "year: 69",
        "year: 1969",
        "events/events.yaml:13: event 10-hearts, year: expected a year with four digits, not 69",
    ),
    (
        'accept: {en: ["Berlin Wall "]',
        'accept: {en: ["Berlin Wall"]',
        "events/events.yaml:6: event Q-hearts, accept.en: expected no space at the beginning or the end",
    ),
]


@pytest.mark.parametrize(("wrong", "right", "said"), EVENT_MISTAKES, ids=range(len(EVENT_MISTAKES)))
def test_a_mistake_in_an_event_is_named(tmp_path: Path, wrong: str, right: str, said: str) -> None:
    assert right in EVENTS
    problems = broken(event_deck(tmp_path, events=EVENTS.replace(right, wrong, 1)))
    assert len(problems) == 1
    assert problems[0].startswith(said)


def test_a_mistake_in_a_question_is_named(tmp_path: Path) -> None:
    wrong = QUESTIONS.replace('ask: {en: "Which of the hearts?", ', "ask: {", 1)
    said = "events/questions.yaml:10: question card 1, hearts.ask.en: is missing"
    [problem] = broken(event_deck(tmp_path, questions=wrong))
    assert problem.startswith(said)


def test_a_missing_suit_is_named(tmp_path: Path) -> None:
    wrong = QUESTIONS.partition("  spades:")[0]
    [problem] = broken(event_deck(tmp_path, questions=wrong))
    assert problem == "events/questions.yaml:1: card 1 of the file, spades: is missing"


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("kind: poem", "kind: statement", "small/deck.yaml:3: kind: expected one of statement, event, quiz-show, not"),
        ("languages: [de, rm]", "languages: [de, en]", "small/deck.yaml:4: languages: expected one or more of en, de"),
        ("languages: [de, de]", "languages: [de, en]", "small/deck.yaml:4: languages: expected one or more of en, de"),
        ("", ABOUT.splitlines(keepends=True)[-1], "small/deck.yaml:1: licence: is missing"),
        ('title: {en: "Small talk"}', ABOUT.partition("\n")[0], "small/deck.yaml:1: title.de: is missing"),
        ("title: [", "title:", "small/deck.yaml:2: expected YAML; "),
    ],
)
def test_a_mistake_in_the_deck_itself_is_named(tmp_path: Path, wrong: str, right: str, said: str) -> None:
    assert right in ABOUT
    problems = broken(statement_deck(tmp_path, about=ABOUT.replace(right, wrong, 1)))
    assert problems[0].startswith(said)


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    wrong = STATEMENTS.replace("truth: true", "truth: maybe").replace("Stadt", "Straße")
    assert [problem.partition(": ")[0] for problem in broken(statement_deck(tmp_path, statements=wrong))] == [
        f"{FIRST}:3",
        f"{FIRST}:16",
    ]


def test_all_mistakes_in_one_card_are_named() -> None:
    files = {
        "deck.yaml": b"kind: quiz-show\nlanguages: [en]\n",
        "pack-1.yaml": b"questions: [{en: 1}]\ncolour: red\nwords: [{name: {}, it: 1}]",
    }
    with pytest.raises(BrokenDeck) as refusal:
        read_files(files, "", draft=True)
    assert [str(problem) for problem in refusal.value.problems] == [
        "pack-1.yaml:1: show 1, questions[0].en: expected a text, not a whole number",
        "pack-1.yaml:2: show 1, colour: no such field: expected one of title, questions, words",
        "pack-1.yaml:3: show 1, words[0].it: no such field: expected one of name, accept",
    ]


def test_a_file_that_does_not_belong_there_is_named(tmp_path: Path) -> None:
    folder = statement_deck(tmp_path)
    (folder / "statement-056-110.yaml").write_text(STATEMENTS)
    [problem] = broken(folder)
    assert problem.startswith("small/statement-056-110.yaml:1: no such file here: expected deck.yaml, statements-")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"- number: 1\n  text: \xff", f"{FIRST}:2: expected UTF-8"),
        (b"", f"{FIRST}:1: expected something in this file"),
        (b"number: 1", f"{FIRST}:1: expected a list of cards, each beginning with a dash"),
        (b"- one", f"{FIRST}:1: card 1 of the file: expected a group of fields, not a text"),
        (b"- !!python/name:os.system x", f"{FIRST}:1: card 1 of the file: could not determine a constructor"),
        (b"- 1\x00", f"{FIRST}:1: expected YAML"),
    ],
)
def test_a_file_that_is_no_list_of_cards_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    folder = statement_deck(tmp_path)
    (folder / "statements-001-055.yaml").write_bytes(content)
    [problem] = broken(folder)
    assert problem.startswith(said)


def test_a_deck_without_cards_is_refused(tmp_path: Path) -> None:
    folder = statement_deck(tmp_path)
    (folder / "statements-001-055.yaml").unlink()
    assert broken(folder) == ["small/deck.yaml:1: expected at least one card in the deck"]


@pytest.mark.parametrize("folder", deck_folders(), ids=lambda folder: folder.name)
def test_the_packaged_decks_can_be_read(folder: Path) -> None:
    assert read_deck(folder).cards


def test_a_draft_may_lack_texts() -> None:
    files = {
        "deck.yaml": b"kind: quiz-show\nlanguages: [en, de]\ntitle: {en: Odds}\n",
        "pack-1.yaml": b"title:\nquestions: [{en: Why?}]\nwords:\n  - name: {de: Gummi}\n",
    }
    [show] = read_files(files, "odds", draft=True).pack.shows
    assert (show.title, show.questions[0].en, show.words[0].name.de) == (Text(), "Why?", "Gummi")
    with pytest.raises(BrokenDeck):
        read_files(files, "odds")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[" * 100_000, "pack-1.yaml:1: expected YAML: fewer lists within lists"),
        ("a: &x [1]\nb: *x", "pack-1.yaml:2: expected YAML: everything written out, no *references"),
        ("\n\ntitle: 2021-02-31", "pack-1.yaml:3: show 1: expected title to exist: 2021-02-31"),
        ("questions: []\nwords: [{name: {}, it: 1}]", "pack-1.yaml:2: show 1, words[0].it: no such field: expected "),
    ],
)
def test_a_file_that_would_harm_is_refused(content: str, said: str) -> None:
    files = {"deck.yaml": b"kind: quiz-show\nlanguages: [en]\n", "pack-1.yaml": content.encode()}
    with pytest.raises(BrokenDeck) as refusal:
        read_files(files, "", draft=True)
    assert str(refusal.value).startswith(said)


def test_a_deck_without_its_first_file_is_refused() -> None:
    with pytest.raises(BrokenDeck, match=r"^small/deck.yaml:1: expected this file: it says what the deck is$"):
        read_files({"pack-1.yaml": b"title: {}"}, "small")
