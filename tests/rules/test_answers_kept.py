"""The house's verdict is written to the log with the answer: a judge that learns changes no game that has begun."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, structs

from games.rules.chance import Chance
from games.rules.kernel import IllegalMove, Seat
from games.rules.play import Entry
from games.rules.quizterix_klondike.moves import Answer, Ask, Guess
from games.rules.quizterix_standard.moves import Invent
from games.rules.registry import GAMES
from tests.rules.courses import Course, at_random, played
from tests.rules.standard_table import StandardTable

pytestmark = pytest.mark.clause("CO-3")

ME = Seat(0)
SECRET = b"a secret of thirty-two bytes, ok"
TYPED = {
    "quizterix-klondike": {"answer", "guess"},
    "quizterix-snap": {"answer"},
    "quizterix-standard": {"guess", "reply"},
    "its-a-quiz": {"answer", "call"},
}


def solitaire() -> Course:
    return Course(GAMES["quizterix-klondike"], 1, SECRET)


def folded(course: Course, change: Any) -> Any:
    """The state after the log of this course, its last move changed."""
    game, play = course.game, None
    for row in course.rows:
        move = game.decode(Seat(row.seat), row.move)
        if row is course.rows[-1]:
            move = change(move)
        play = game.advance(play, Entry(row.number, Seat(row.seat), move, row.at))
    assert play is not None
    return play.state


@pytest.mark.parametrize("slug", TYPED)
def test_every_typed_answer_is_logged_with_its_verdict(slug: str) -> None:
    found: set[str] = set()
    for number in range(12):
        course = Course(GAMES[slug], 2 if slug != "quizterix-klondike" else 1, SECRET[:-1] + bytes([number]))
        for _ in played(course, at_random, Random(number), 300):
            pass
        for row in course.rows:
            move = msgspec.json.decode(row.move)
            if move["move"] in TYPED[slug]:
                assert isinstance(move["right"], bool)
                found.add(move["move"])
    assert found == TYPED[slug]


def test_what_a_browser_claims_of_its_answer_is_overwritten() -> None:
    course = solitaire()
    course.ask(ME, Ask(course.state.locked()[0]), course.play.at)
    course.ask(ME, Answer(course.state.asked, "no idea at all", right=True), course.play.at)
    assert not course.state.judged.right
    assert course.game.decode(ME, course.rows[-1].move).right is False


def test_a_replay_takes_the_verdict_of_the_log_and_asks_no_judge() -> None:
    course = solitaire()
    course.ask(ME, Ask(course.state.locked()[0]), course.play.at)
    course.ask(ME, Answer(course.state.asked, "no idea at all"), course.play.at)
    assert not folded(course, lambda move: move).judged.right
    assert folded(course, lambda move: structs.replace(move, right=True)).judged.right
    course = solitaire()
    card = course.state.locked()[0]
    event = course.pack.events[course.state.deal[card]]
    course.ask(ME, Guess(card, event.name.en, str(event.year)), course.play.at)
    assert folded(course, lambda move: move).judged.right
    assert not folded(course, lambda move: structs.replace(move, right=False)).judged.right


def test_a_log_from_before_verdicts_were_kept_is_judged_and_reads_back_as_it_was_written() -> None:
    course = solitaire()
    card = course.state.locked()[0]
    event = course.pack.events[course.state.deal[card]]
    course.ask(ME, Guess(card, event.name.en, str(event.year)), course.play.at)
    assert folded(course, lambda move: structs.replace(move, right=UNSET)).judged.right
    old = '{"move":"guess","card":3,"name":"Sputnik 1","year":"1957"}'
    assert msgspec.json.encode(course.game.decode(ME, old)).decode() == old


def test_a_slip_of_a_cards_own_mnemonic_is_refused_before_it_is_logged_and_never_in_a_replay() -> None:
    table = StandardTable(2)
    table.lays("!2-clubs !3-clubs 4-clubs", "!2-hearts 3-hearts 4-hearts")
    table.rolls(6)
    move = Invent(table.state.moment, "1.0", "MNEMONNIC-2-hearts (en)")
    with pytest.raises(IllegalMove) as refused:
        table.rules.judged(table.state, ME, move, table.pack)
    assert refused.value.clause == "QS-D6.5"
    assert table.rules.apply(table.state, ME, move, table.pack, Chance(SECRET, 9), table.now) != table.state
