"""What a deck must be as a whole."""

from pathlib import Path

import pytest

from decks.deck_gates import Figure, deck_gates
from decks.packaged import read_deck
from games.rules.answers import names_event
from tests.decks.making import EVENTS, QUESTIONS, even_deck, event_deck, nonsense, suit_deck

SPREAD = [1945, 1948, 1948, 1952, 1956, 1961, 1962, 1968, 1972, 1979, 1985, 1989, 1989]


def findings(folder: Path) -> list[str]:
    return [str(problem) for problem in deck_gates(read_deck(folder))[0]]


def figures(folder: Path) -> dict[str, Figure]:
    return {figure.name: figure for figure in deck_gates(read_deck(folder))[1]}


def test_an_even_deck_passes_and_shows_its_figures(tmp_path: Path) -> None:
    folder = even_deck(tmp_path)
    assert findings(folder) == []
    shown = figures(folder)
    assert shown["statements"] == Figure("statements", "30 of 60 true (50%)", "48% to 52%")
    assert shown["statements-021-040.yaml"].value == "10 of 20 true (50%)"
    assert shown["category Places"].value == "5 of 10 true (50%)"
    assert shown["of difficulty 1"].value == "20 (33%)"
    assert shown["longest run of equal answers"].value == "1"


def test_too_many_true_statements_are_found_overall_and_by_file(tmp_path: Path) -> None:
    found = findings(even_deck(tmp_path, truth=lambda number: number % 2 == 0 or 21 <= number <= 29))
    assert any(line.startswith("even/deck.yaml:1: truth: expected 48% to 52% true, not 35 of 60") for line in found)
    assert any(line.startswith("even/statements-021-040.yaml:1: truth: expected 40% to 60%") for line in found)


def test_a_category_must_not_tell_the_truth(tmp_path: Path) -> None:
    found = findings(even_deck(tmp_path, category=lambda number: "nature" if number in (2, 4, 6) else "places"))
    assert found == ["even/deck.yaml:1: category: expected 40% to 60% true in Nature, not 3 of 3 true (100%)"]


def test_an_odd_statement_out_is_no_imbalance(tmp_path: Path) -> None:
    assert findings(even_deck(tmp_path, count=19)) == []


def test_a_run_of_equal_answers_is_found_where_it_gets_too_long(tmp_path: Path) -> None:
    folder = even_deck(tmp_path, truth=lambda number: number % 2 == 0 and number not in (10, 12, 14))
    [found] = [line for line in findings(folder) if "in a row" in line]
    # 9 to 15 are false: the seventh of them is one too many.
    assert found.startswith("even/statements-001-020.yaml:101: statement 15, truth: expected at most 6 equal answers")
    assert found.endswith("not 7 from statement 9")


def test_length_must_not_tell_the_truth(tmp_path: Path) -> None:
    found = findings(even_deck(tmp_path, text=lambda number: nonsense(number) + " Indeed." * (number % 2)))
    assert [line.partition(" not ")[0] for line in found] == [
        "even/deck.yaml:1: longer half, en: expected 40% to 60% true,",
        "even/deck.yaml:1: shorter half, en: expected 40% to 60% true,",
    ]


@pytest.mark.parametrize(("word", "group"), [("7", "with a number"), ("not", "with a negation")])
def test_numbers_and_negations_must_not_tell_the_truth(tmp_path: Path, word: str, group: str) -> None:
    other = "x" * len(word)
    found = findings(even_deck(tmp_path, text=lambda number: f"{word if number % 2 else other} {nonsense(number)}"))
    assert [line.partition(":")[2].partition(" expected")[0] for line in found] == [f"1: {group}:"]


def test_difficulty_is_about_a_third_each(tmp_path: Path) -> None:
    found = findings(even_deck(tmp_path, difficulty=lambda number: 2 if number < 40 else number // 4 % 3 + 1))
    assert any("expected 25% to 42% of difficulty 2, not 78%" in line for line in found)


def test_statements_that_give_each_other_away_are_found(tmp_path: Path) -> None:
    alike = {
        4: "The Dufourspitze is the highest peak of all the Alps.",
        51: "The Dom is the highest peak of all the Alps.",
    }
    [found] = findings(even_deck(tmp_path, text=lambda number: alike.get(number, nonsense(number))))
    assert found.startswith("even/statements-041-060.yaml:")
    assert "statement 51, text.en: expected nothing that close to statement 4: " in found


def test_a_whole_suit_passes(tmp_path: Path) -> None:
    folder = suit_deck(tmp_path, SPREAD)
    assert findings(folder) == []
    shown = figures(folder)
    assert shown["events"].value == "13 of 52"
    assert shown["years"].value == "1945 to 1989, 11 different"
    assert shown["years shared by events"].value == "2"
    assert shown["A-hearts 1945 en"].value.endswith(": r=4 l=5")


def test_a_suit_with_a_gap_is_found(tmp_path: Path) -> None:
    [found] = findings(suit_deck(tmp_path, SPREAD[:-2]))
    assert found == "suit/deck.yaml:1: rank: expected all ranks of hearts: 3, 2 missing"


def test_a_crowded_year_is_found(tmp_path: Path) -> None:
    [found] = findings(suit_deck(tmp_path, [1961] * 4 + SPREAD[:5] + [1985, 1986, 1987, 1988]))
    assert "event J-hearts, year: expected at most 3 events in 1961, not 5" in found or "not 4" in found


def test_a_complete_deck_needs_ties_and_no_wide_gap(tmp_path: Path) -> None:
    suits = ("clubs", "diamonds", "hearts", "spades")
    folder = suit_deck(tmp_path, [*range(1900, 1926), *range(1940, 1966)], suits)
    assert [line.partition(": ")[2] for line in findings(folder)] == [
        "questions: expected 52 question cards, not 0",
        "year: expected 8 years shared by events, not 0",
        "year: expected no gap above 8 years, not 15 (1925 to 1940)",
    ]


def test_a_mnemonic_belongs_to_one_event(tmp_path: Path) -> None:
    found = findings(suit_deck(tmp_path, [1961, 1861], mnemonic="[Sh]ivering [T]errier"))
    assert (
        "suit/events.yaml:13: event K-hearts, mnemonic.en: expected a mnemonic of its own, not that of event A-hearts"
        in found
    )


def test_a_question_is_asked_once(tmp_path: Path) -> None:
    folder = event_deck(tmp_path)
    questions = folder / "questions.yaml"
    questions.write_text(questions.read_text().replace("Which of the spades?", "Which of the, hearts?"))
    found = [line for line in findings(folder) if "rank" not in line]
    assert found == [
        "events/questions.yaml:14: question card 1, spades.ask.en: expected to stand here only, "
        "not as hearts: question of question card 1 too"
    ]


# -- what counts, and what comes near --------------------------------------------------------------------------------


def test_a_name_that_is_taken_for_another_event_is_found(tmp_path: Path) -> None:
    wrong = EVENTS.replace(
        'accept: {en: ["Berlin Wall"]', 'accept: {en: ["Berlin Wall", "the first people on the moon"]'
    )
    [found] = [line for line in findings(event_deck(tmp_path, events=wrong)) if "name of its own" in line]
    assert found == (
        "events/events.yaml:14: event 10-hearts, name.en: expected a name of its own: “First people on the Moon”, "
        "when typed, is taken for event Q-hearts"
    )


def test_a_near_miss_that_would_be_right_is_found(tmp_path: Path) -> None:
    own = 'accept: {en: ["Berlin Wall"]'
    near = EVENTS.replace(own, 'reject: {en: ["Fall of the Berlin Wall", "The Berlin wall"]}\n  ' + own)
    wrong = QUESTIONS.replace('["Berlin, Germany"]}', '["Berlin, Germany"]}\n    reject: {de: [Bern, berlin]}', 1)
    folder = event_deck(tmp_path, events=near, questions=wrong)
    assert [line.partition(": ")[2] for line in findings(folder) if "nothing that counts" in line] == [
        "event Q-hearts, reject.en: expected nothing that counts: “The Berlin wall”, when typed, is right",
        "question card 1, clubs.reject.de: expected nothing that counts: “berlin”, when typed, is right",
    ]
    assert figures(folder)["near misses"].value == "4"


def test_an_answer_that_comes_nearer_to_a_near_miss_is_refused_in_play(tmp_path: Path) -> None:
    plain = read_deck(event_deck(tmp_path / "plain")).pack
    own = 'accept: {en: ["Berlin Wall"]'
    near = EVENTS.replace(own, 'reject: {en: ["Berlin Walk"]}\n  ' + own)
    strict = read_deck(event_deck(tmp_path / "strict", events=near)).pack
    assert names_event("Berlin Walk", plain.events[0], plain)
    assert not names_event("Berlin Walk", strict.events[0], strict)
    assert names_event("the berlin wall", strict.events[0], strict)
