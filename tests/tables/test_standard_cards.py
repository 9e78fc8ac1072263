"""What lies on the table of Quizterix Standard besides its cards: three reference cards, small events, no leak."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games.bots.kernel import Strength
from games.rules.kernel import PUBLIC, Seat
from games.rules.major import LANGUAGES, Language
from games.rules.registry import GAMES
from games.rules.sounds import WORDS, heard
from tests.rules.courses import Course, by_bots, played
from tests.tables.looking import page, snapshot_of


@pytest.mark.clause("QS-C3")
def test_three_reference_cards_can_be_opened_by_anyone_at_any_time() -> None:
    course = Course(GAMES["quizterix-standard"], 3, b"reference", persons=frozenset({Seat(0)}))
    for _ in played(course, by_bots(Strength.EASY), Random(1), 40):
        for watcher in (Seat(0), Seat(1), PUBLIC):
            snapshot, look = snapshot_of(course.game, course.play, watcher)
            html, _ = page(snapshot, look)
            assert html.count('data-dialog="card-help"') == 1
            dialog = html[html.index('id="card-help"') :]
            for card in ("quickstart", "major", "panic"):
                assert dialog.count(f'<details class="act" name="help" id="card-{card}"') == 1
    assert 'id="major-ask"' in html


@pytest.mark.clause("QS-C3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_major_system_card_have_no_other_sound(language: Language) -> None:
    assert [heard(word, language) for word in WORDS[language]] == list("0123456789")


@pytest.mark.clause("QS-C3")
@pytest.mark.parametrize(
    ("asked", "language", "told"),
    [
        ("61", "en", ["sh, ch, j", "t, d, th", "shoe", "tie"]),
        ("7", "de", ["k, g, ck", "Kuh"]),
        ("shivering terrier", "en", ["shivering = ", "68427", "144"]),
        ("Kuh 12", "de", ["Kuh = ", ">7<"]),
        ("eye", "en", ["eye = ", "–"]),
        ("gelato", "it", ["gelato = ", ">651<"]),
        ("61", "ja", ["ろく, む, ろ", "いち, ひと, ひ, い"]),
        ("にく", "ja", ["にく = ", ">29<"]),
        ("肉", "ja", ["肉 = ", "–"]),
        ("<b>", "rm", ["b = ", ">9<"]),
    ],
)
def test_the_major_system_card_answers(client: Client, asked: str, language: str, told: list[str]) -> None:
    answer = client.get(reverse("tables:major"), {"ask": asked, "language": language}).content.decode()
    assert all(words in answer for words in told), answer


def test_fifteen_cards_stand_in_the_hand_with_a_gap_before_each_and_one_after() -> None:
    course = Course(GAMES["quizterix-standard"], 2, b"long", persons=frozenset({Seat(0), Seat(1)}))
    state = course.state
    slots = tuple(player.line for player in state.players)
    active = state.active
    line = (*slots[active], *[slots[active][0]] * 11)
    play = type(course.play)(course.play.number, state.with_line(active, line), course.play.persons, course.play.at)
    snapshot, look = snapshot_of(course.game, play, active)
    _, fragments = page(snapshot, look)
    assert fragments["hand"].count('name="gap"') == 16
