"""A printed deck: every card once, every back behind its front, and an answer to every address."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from decks.models import Deck
from decks.packaged import deck_folders, read_deck
from decks.printing import (
    ACROSS,
    PAPERS,
    PER_SHEET,
    cards_to_print,
    crop_marks,
    digits_of,
    kinds_of,
    longest_word,
    mirrored,
    pairs,
    sheets,
    size,
    width,
)
from decks.services import pack_of, publish
from games.rules.pack import Pack
from games.rules.words import LANGUAGES, Text
from tests.tables.packs import event_pack, full_event_pack, quiz_show_pack, statement_pack

REFUSED = "the usual choice stands in for it"
PACKS = {pack.slug: pack for pack in (statement_pack(660), full_event_pack(), quiz_show_pack())}


def page(pack: Pack | str, **wanted: str) -> Any:
    """The answer of the site when somebody asks for a deck to print."""
    slug = pack if isinstance(pack, str) else pack.slug
    return Client().get(reverse("decks:print", args=[slug]), wanted)


def keys(answer: Any, side: str = "card") -> list[str]:
    """The cards of a page in the order in which they lie on the sheets."""
    return re.findall(rf'data-{side}="([^"]+)"', answer.content.decode())


def printed(pack: Pack, language: str = "en") -> list[Any]:
    return list(cards_to_print(pack, language, kinds_of(pack)))


# ---------------------------------------------------------------------- sheets


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_every_card_is_there_once_with_its_back(pack: Pack) -> None:
    cards = printed(pack)
    assert len({card.key for card in cards}) == len(cards)
    for backs in (True, False):
        made = list(sheets(cards, PAPERS["a4"], backs=backs))
        fronts = [card for sheet in made if sheet.side == "front" for card in sheet.places if card]
        behind = [card for sheet in made if sheet.side == "back" for card in sheet.places if card]
        assert fronts == cards
        assert sorted(card.key for card in behind) == (sorted(card.key for card in cards) if backs else [])


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_a_back_lies_behind_its_front_when_the_sheet_is_turned_over_its_long_edge(pack: Pack) -> None:
    made = list(sheets(printed(pack), PAPERS["letter"], backs=True))
    for front, back in zip(made[::2], made[1::2], strict=True):
        assert (front.side, back.side, front.number) == ("front", "back", back.number)
        for place, card in enumerate(front.places):
            row, column = divmod(place, ACROSS)
            assert back.places[row * ACROSS + (ACROSS - 1 - column)] is card


def test_the_only_card_of_a_sheet_has_its_back_on_the_right() -> None:
    cards = printed(event_pack())[:1]
    front, back = sheets(cards, PAPERS["a4"], backs=True)
    assert [bool(card) for card in front.places] == [True] + [False] * 8
    assert [bool(card) for card in back.places] == [False, False, True] + [False] * 6
    assert mirrored(back.places) == front.places


@pytest.mark.parametrize("name", PAPERS)
def test_crop_marks_stand_at_the_corners_and_on_no_card(name: str) -> None:
    paper = PAPERS[name]
    cards = printed(full_event_pack())[:PER_SHEET]
    rights = [(paper.width - 63 * 3 - paper.gap * 2) / 2 + column * (63 + paper.gap) for column in range(3)]
    tops = [(paper.height - 88 * 3 - paper.gap * 2) / 2 + row * (88 + paper.gap) for row in range(3)]
    strokes = re.findall(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", crop_marks(paper, cards))
    assert len(strokes) == PER_SHEET * 4 * 2
    for x, y, direction, end in strokes:
        begin, fixed = (float(y), float(x)) if direction == "V" else (float(x), float(y))
        across, along = (rights, tops) if direction == "V" else (tops, rights)
        wide, long = (63, 88) if direction == "V" else (88, 63)
        assert any(abs(fixed - edge) < 0.01 for start in across for edge in (start, start + wide))
        for start in along:
            assert not any(start < one < start + long for one in (begin, float(end)))
        assert min(begin, float(end)) > 0
        assert max(begin, float(end)) < (paper.height if direction == "V" else paper.width)


def test_an_empty_place_has_no_crop_marks() -> None:
    assert crop_marks(PAPERS["a4"], [None] * PER_SHEET) == ""


# ---------------------------------------------------------------------- cards


@pytest.mark.clause("SQ-M1")
def test_a_card_carries_the_statements_n_and_n_plus_330() -> None:
    both = [tuple(one.number for one in pair) for pair in pairs(statement_pack(660).statements)]
    assert both == [(number, number + 330) for number in range(1, 331)]


@pytest.mark.parametrize(
    ("count", "numbers"),
    [(0, []), (1, [(1,)]), (2, [(1, 2)]), (5, [(1, 3), (2, 4), (5,)]), (6, [(1, 4), (2, 5), (3, 6)])],
)
def test_in_other_decks_half_the_deck_lies_between_two_statements(count: int, numbers: list[Any]) -> None:
    assert [tuple(one.number for one in pair) for pair in pairs(statement_pack(count).statements)] == numbers


@pytest.mark.clause("IQ-M1")
def test_a_quiz_show_has_its_questions_in_black_and_in_white() -> None:
    made = [card.key for card in printed(quiz_show_pack()) if card.key.startswith("show-1")]
    black, white = ([f"show-1-{colour}-{number}" for number in range(1, 11)] for colour in ("black", "white"))
    assert made == black + white + [f"show-1-word-{number}" for number in range(1, 31)]


def test_the_digits_of_a_mnemonic_are_explained_where_there_are_rules_for_them() -> None:
    said = Text(en="[Sh]ivering [T]errier", de="[Sch]needackel mit [D]ecke", it="[C]ervo col [t]è", fr="[Ch]at [")
    event = msgspec.structs.replace(event_pack().events[0], year=1961, mnemonic=said)
    assert digits_of(event, "en") == (("Sh", "6"), ("T", "1"))
    assert digits_of(event, "de") == (("Sch", "6"), ("D", "1"))
    assert digits_of(event, "it") == (("C", "6"), ("t", "1"))
    assert digits_of(event, "fr") == ()  # brackets that do not close are no reason to print nothing
    assert digits_of(event, "ja") == digits_of(event, "en")  # not in this deck: the English one is printed


def test_the_longer_the_text_the_smaller_the_type() -> None:
    assert [size("x" * length, 10, 20, 30) for length in (0, 10, 11, 20, 21, 30, 31, 999)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert size("anything") == 0
    assert width("Murmeltier") == 10
    assert width("怒ったペンギン") == 14
    assert longest_word("Reaktorunglück von Tschernobyl") == "Reaktorunglück"
    assert longest_word("Wi-Fiのパスワード") == "Wi"
    assert longest_word("") == ""


# ---------------------------------------------------------------------- the page


@pytest.mark.django_db
@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_the_page_shows_every_card_and_every_back(pack: Pack) -> None:
    publish(pack)
    answer = page(pack)
    expected = [card.key for card in printed(pack)]
    assert answer.status_code == 200
    assert keys(answer) == expected
    assert sorted(keys(answer, "back")) == sorted(expected)
    assert REFUSED not in answer.content.decode()
    assert keys(page(pack, sides="fronts"), "back") == []


@pytest.mark.django_db
def test_the_cards_are_chosen_by_kind() -> None:
    pack = full_event_pack()
    publish(pack)
    events, questions = [event.key for event in pack.events], [f"question-{number}" for number in range(1, 53)]
    assert keys(page(pack, cards="events")) == events
    assert keys(page(pack, cards="questions")) == questions
    assert keys(page(pack, cards="everything")) == keys(page(pack)) == events + questions


@pytest.mark.django_db
@pytest.mark.parametrize("folder", deck_folders(), ids=lambda folder: folder.name)
def test_the_packaged_decks_are_printed_in_every_language(folder: Path) -> None:
    pack = read_deck(folder).pack
    publish(pack)
    for language in pack.languages:
        answer = page(pack, language=language)
        said = answer.content.decode()
        assert f'<div class="sheets" lang="{language}"' in said
        assert len(keys(answer)) == len(set(keys(answer))) == len(printed(pack))
        for text in [event.story for event in pack.events] + [one.explanation for one in pack.statements]:
            assert escape(text.say(language)) in said


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_readers_language_and_the_cards_their_own(language: str) -> None:
    publish(statement_pack())
    address = reverse("decks:print", args=["small-statements"])
    said = Client().get(address, {"language": "de"}, headers={"accept-language": language}).content.decode()
    assert f'<html lang="{language}">' in said
    assert "Statement 1 (de)" in said
    assert "RICHTIG" in said
    usual = Client().get(address, headers={"accept-language": language}).content.decode()
    assert f"Statement 1 ({language if language in statement_pack().languages else 'en'})" in usual


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wanted",
    [
        {"language": "ja"},
        {"language": ""},
        {"paper": "papyrus"},
        {"cards": "statements"},
        {"cards": "words"},
        {"sides": "<script>"},
        {"language": "xx", "paper": "xx", "cards": "xx", "sides": "xx", "picture": "xx"},
    ],
)
def test_nonsense_gets_the_usual_choice_and_one_clear_sentence(wanted: dict[str, str]) -> None:
    pack = event_pack()
    publish(pack)
    answer = page(pack, **wanted)
    said = answer.content.decode()
    assert answer.status_code == 200
    assert said.count(REFUSED) == 1
    assert "<script>" not in said.partition("</main>")[0]
    usual = page(pack).content.decode()
    assert said[said.index('<div class="sheets"') :] == usual[usual.index('<div class="sheets"') :]


@pytest.mark.django_db
def test_parameters_of_others_are_none_of_our_business() -> None:
    publish(event_pack())
    assert REFUSED not in page(event_pack(), fbclid="x").content.decode()


@pytest.mark.django_db
def test_the_picture_side_may_hide_what_the_rules_hide() -> None:
    pack = event_pack()
    publish(pack)
    named, plain = (page(pack, sides="fronts", picture=picture).content.decode() for picture in ("named", "plain"))
    assert "NAME-Q (en)" in named
    assert "NAME-Q (en)" not in plain
    assert "STORY" not in named + plain


@pytest.mark.django_db
def test_letter_paper_is_another_sheet() -> None:
    publish(event_pack())
    assert "print-letter.css" in page(event_pack(), paper="letter").content.decode()
    assert "print-a4.css" in page(event_pack()).content.decode()


@pytest.mark.django_db
def test_the_latest_edition_is_printed() -> None:
    publish(statement_pack(4))
    edition = publish(statement_pack(6))
    assert keys(page(statement_pack())) == ["1+4", "2+5", "3+6"]
    assert f"Edition {edition.number}" in page(statement_pack()).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("pack", "games"),
    [
        (statement_pack(), {"swiss-quiz"}),
        (full_event_pack(), {"quizterix-standard", "quizterix-snap", "quizterix-klondike", "quizterix-poker"}),
        (quiz_show_pack(), {"its-a-quiz"}),
    ],
    ids=["statements", "events", "shows"],
)
def test_the_rules_of_the_decks_games_are_linked(pack: Pack, games: set[str]) -> None:
    publish(pack)
    links = set(re.findall(r'href="/rules/([^/"]+)/"', page(pack).content.decode()))
    assert links == games | {"common"}


@pytest.mark.django_db
def test_an_unpublished_deck_and_none_at_all_give_the_same_answer() -> None:
    Deck.objects.create(slug="draft", kind=Deck.Kind.EVENT, title={"en": "Not yet"})
    answers = [page(slug) for slug in ("draft", "absent")]
    assert [answer.status_code for answer in answers] == [404, 404]
    first, second = (re.sub('draft|absent|value="[^"]{64}"', "", answer.content.decode()) for answer in answers)
    assert first == second


@pytest.mark.django_db
def test_the_number_of_queries_does_not_depend_on_the_number_of_cards() -> None:
    counts = []
    for pack in (statement_pack(2), statement_pack(200)):
        pack_of.cache_clear()
        publish(pack)
        with CaptureQueriesContext(connection) as queries:
            page(pack)
        counts.append(len(queries))
    assert counts == [2, 2]


@pytest.mark.parametrize(
    ("language", "court"), [("en", "KQJ"), ("de", "KDB"), ("fr", "RDV"), ("it", "RDF"), ("ja", "KQJ")]
)
def test_a_printed_card_has_the_index_of_its_language(language: str, court: str) -> None:
    shown = {card.event.rank: card.index for card in cards_to_print(full_event_pack(), language, ["events"])}
    assert [shown[rank] for rank in "AKQJ"] == ["A", *court] and shown["10"] == "10"
