"""The lesson of poker can be played as it says, and shows what it talks of."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.lessons.kernel import Step
from games.lessons.quizterix_poker import CHERNOBYL, FALL_OF_THE_WALL, GAGARIN, LESSON, MOON, PACK, UNITED_NATIONS
from games.lessons.registry import LESSONS
from games.rules import ready
from games.rules.kernel import TABLE, Seat
from games.rules.play import Begin, Entry, Game, Play
from games.rules.quizterix_poker import Poker
from games.rules.quizterix_poker.state import Phase
from games.rules.scene import parse_scene

YOU = Seat(0)
NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)


class Course:
    """The lesson, step by step."""

    def __init__(self) -> None:
        self.game = Game(Poker(), PACK, LESSON.secret)
        begin = Begin(LESSON.seats, (YOU,), LESSON.options)
        self.play: Play = self.game.advance(None, Entry(1, TABLE, begin, NOON))

    def does(self, seat: Seat, move: Any) -> None:
        number, at = self.play.number + 1, self.play.at + timedelta(seconds=1)
        self.play = self.game.advance(self.play, Entry(number, seat, move, at))

    def takes(self, step: Step) -> None:
        if step.move is not None:
            assert ready.told(step.move, host=False) in tuple(self.game.rules.legal_moves(self.play.state, YOU, PACK))
            self.does(YOU, step.move)
        for seat, move in step.then:
            self.does(seat, move)


def after(steps: int) -> Any:
    """The state after so many steps."""
    course = Course()
    for step in LESSON.steps[:steps]:
        course.takes(step)
    return course.play.state


def test_it_is_listed_and_short() -> None:
    assert LESSONS["quizterix-poker"] is LESSON
    assert 5 <= len(LESSON.steps) <= 9
    assert not list(Poker().bad_options(Poker.Options(**LESSON.options), LESSON.seats, PACK))


def test_you_hold_the_three_pictures_it_talks_of() -> None:
    state = after(0)

    assert [PACK.events[card] for card in state.players[YOU].dealt] == [UNITED_NATIONS, FALL_OF_THE_WALL, MOON]
    assert Poker().to_move(state) == {YOU}


def test_it_can_be_played_to_its_end_and_you_win() -> None:
    state = after(len(LESSON.steps))
    result = Poker().result(state)

    assert result is not None and result.winners == (YOU,)
    assert [len(player.won) for player in state.players] == [6, 0, 3]
    assert state.outcome is not None and state.outcome.beans == 9


def test_each_step_finds_what_it_says() -> None:
    first, twins, late = after(3), after(5), after(7)

    assert first.phase is twins.phase is late.phase is Phase.SHOWN
    assert first.shown.winner == YOU and not first.shown.cancelled
    assert twins.shown.winner == YOU and len(twins.shown.cancelled) == 2
    assert PACK.events[twins.players[2].card] is GAGARIN
    assert late.shown.winner == Seat(2) and PACK.events[late.players[2].card] is CHERNOBYL


@pytest.mark.parametrize("card", PACK.events, ids=lambda card: card.name.en)
def test_every_card_is_whole_in_five_languages(card: Any) -> None:
    for text in (card.name, card.mnemonic, card.alt):
        assert len(text.all()) == 5
    assert parse_scene(card.scene.en).items
