"""Decks of the quiz show: read from their files, and held to what the game needs."""

import json
from pathlib import Path
from typing import Any

import pytest

from decks.cards import cards_of, find_card, texts_of
from decks.deck_gates import deck_gates
from decks.packaged import BrokenDeck, read_deck
from games.rules.pack import QuizShow

LANGUAGES = ("en", "de", "ja")
SYLLABLES = ("ba", "du", "fi", "go", "ke", "lo", "mu", "ni", "pa", "ru")
KANA = ("あ", "く", "し", "て", "ね", "ふ", "み", "よ", "り", "わ")


def word(show: int, number: int) -> dict[str, str]:
    tens, ones = SYLLABLES[number // 10 + 3 * show], SYLLABLES[number % 10]
    latin = f"{tens}{ones}zz{ones}{tens}".capitalize()
    kana = KANA[number // 10 + 3 * show] * 3 + KANA[number % 10] * 3
    return {"en": latin, "de": latin + "ung", "ja": kana}


def show(number: int) -> dict[str, Any]:
    def texts(text: str) -> dict[str, str]:
        return {language: f"{text} ({language})" for language in LANGUAGES}

    return {
        "title": texts(f"Evening {number}"),
        "questions": [texts(f"What is question {question} of {number}?") for question in range(1, 11)],
        "words": [{"name": word(number, place)} for place in range(30)],
    }


def show_deck(folder: Path, *shows: dict[str, Any], file: str = "pack-{}.yaml") -> Path:
    """A deck of shows as an author would write it; YAML reads JSON."""
    deck = folder / "shows"
    deck.mkdir()
    about = {
        **{field: dict.fromkeys(LANGUAGES, "Something") for field in ("title", "description", "credits", "licence")},
        "kind": "quiz-show",
        "languages": list(LANGUAGES),
    }
    (deck / "deck.yaml").write_text(json.dumps(about), encoding="utf-8")
    for number, content in enumerate(shows or (show(1), show(2)), start=1):
        (deck / file.format(number)).write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    return deck


def broken(folder: Path) -> list[str]:
    with pytest.raises(BrokenDeck) as refusal:
        read_deck(folder)
    return [str(problem) for problem in refusal.value.problems]


def test_a_deck_of_shows_is_read(tmp_path: Path) -> None:
    source = read_deck(show_deck(tmp_path))
    assert source.pack.kind == "quiz-show"
    assert [shown.title.de for shown in source.pack.shows] == ["Evening 1 (de)", "Evening 2 (de)"]
    assert [(placed.key, placed.name) for placed in source.cards] == [("show-1", "show 1"), ("show-2", "show 2")]
    assert len(source.pack.shows[1].questions) == 10 and len(source.pack.shows[1].words) == 30
    assert dict(cards_of(source.pack)).keys() == {"show-1", "show-2"}
    assert find_card(source.pack, "show-2") == source.pack.shows[1]


def test_the_tenth_show_comes_after_the_second(tmp_path: Path) -> None:
    deck = show_deck(tmp_path)
    (deck / "pack-1.yaml").rename(deck / "pack-10.yaml")
    assert [shown.title.en for shown in read_deck(deck).pack.shows] == ["Evening 2 (en)", "Evening 1 (en)"]


def test_a_sound_deck_of_shows_passes_the_gates_and_shows_its_figures(tmp_path: Path) -> None:
    problems, figures = deck_gates(read_deck(show_deck(tmp_path)))
    assert problems == []
    assert [figure.value[:12] for figure in figures if figure.name == "show 1"] == ["10 questions"]


MISTAKES: list[tuple[Any, str]] = [
    (lambda deck: deck["questions"].pop(), "show 1, questions: expected 10 questions, not 9"),
    (lambda deck: deck["words"].pop(), "show 1, words: expected 30 words, not 29"),
    (lambda deck: deck["questions"][3].pop("ja"), "questions[3].ja: is missing"),
    (lambda deck: deck["words"][4]["name"].pop("ja"), "words[4].name.ja: is missing"),
    (lambda deck: deck["words"][4]["name"].update(fr="Mot"), "words[4].name.fr: expected only the languages"),
    (lambda deck: deck["questions"][0].update(de="w" * 91), "questions[0].de: expected at most 90 characters, not 91"),
    (lambda deck: deck["words"][2]["name"].update(en="q" * 25), "words[2].name.en: expected at most 24 characters"),
    (
        lambda deck: deck["words"][2]["name"].update(de="q" * 18),
        "words[2].name.de: expected at most 17 letters without",
    ),
    (lambda deck: deck["title"].update(de=" Abend"), "title.de: expected no space at the beginning"),
    (lambda deck: deck.update(colour="red"), "colour: no such field: expected one of title, questions, words"),
    # the same word twice, however it is written: the judging could not tell the cards apart
    (lambda deck: deck["words"][7]["name"].update(en=word(1, 3)["en"]), "words[7].name.en: expected a word of its own"),
    (
        lambda deck: deck["words"][7].update(accept={"en": [word(1, 3)["en"].upper()]}),
        "words[7].accept.en: expected a word of its own",
    ),
    (
        lambda deck: (deck["words"][7]["name"].update(ja="ﾗｰﾒﾝ"), deck["words"][8]["name"].update(ja="らーめん")),
        "words[8].name.ja: expected a word of its own: “らーめん”, when typed, is taken for “ﾗｰﾒﾝ”",
    ),
]


@pytest.mark.parametrize(("mistake", "said"), MISTAKES)
def test_a_mistake_in_a_show_is_named_with_its_place(tmp_path: Path, mistake: Any, said: str) -> None:
    wrong = show(1)
    mistake(wrong)
    found = broken(show_deck(tmp_path, wrong))
    assert any(said in line and line.startswith("shows/pack-1.yaml:") for line in found), found


def test_a_problem_of_a_word_names_its_line(tmp_path: Path) -> None:
    wrong = show(1)
    wrong["words"][0]["name"]["en"] = "q" * 25
    deck = show_deck(tmp_path, wrong)
    lines = (deck / "pack-1.yaml").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, start=1) if "q" * 25 in text)
    assert f"shows/pack-1.yaml:{line}: show 1, words[0].name.en: expected at most 24" in "\n".join(broken(deck))


def test_a_file_of_another_name_is_refused(tmp_path: Path) -> None:
    assert "expected deck.yaml, pack-1.yaml" in broken(show_deck(tmp_path, file="show-{}.yaml"))[0]


def test_a_list_is_no_show(tmp_path: Path) -> None:
    deck = show_deck(tmp_path)
    (deck / "pack-2.yaml").write_text("- title: {en: A, de: B, ja: C}\n", encoding="utf-8")
    assert broken(deck) == ["shows/pack-2.yaml:1: show 2: expected a group of fields, not a list"]


def test_a_question_asked_twice_is_found(tmp_path: Path) -> None:
    again = show(2)
    again["questions"][5] = show(1)["questions"][5]
    problems, _ = deck_gates(read_deck(show_deck(tmp_path, show(1), again)))
    assert len(problems) == len(LANGUAGES)
    assert all("expected to stand here only, not as Question 6 of show 1 too" in str(problem) for problem in problems)


def test_a_show_is_one_card_with_all_its_texts(tmp_path: Path) -> None:
    [shown, _] = read_deck(show_deck(tmp_path)).pack.shows
    assert isinstance(shown, QuizShow)
    fields = [field for field, _ in texts_of(shown)]
    assert fields[:2] == ["title", "questions[0]"] and fields[-1] == "words[29].accept"
