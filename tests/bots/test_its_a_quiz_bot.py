"""The bot of くいずです: it has seen what people see, forgets like them, and gives nothing away."""

from datetime import timedelta
from random import Random

import pytest

from games.bots.its_a_quiz import NEVER, ItsAQuizBot
from games.bots.kernel import Memory, Strength
from games.rules.chance import Chance
from games.rules.its_a_quiz.moves import Answer, Bid, Give, GoOn, Open, PassToPeek, Peek, PutBack, Take
from games.rules.its_a_quiz.state import Markers, Phase, Verdict
from games.rules.kernel import Seat
from games.rules.registry import GAMES
from tests.rules.courses import Course, by_bots, played
from tests.rules.quiz_table import ANNA, BEAT, CLEO, PACK, RULES, Table

BOT = ItsAQuizBot()


class Knows(Memory):
    """Remembers everything, or nothing, and never mixes anything up."""

    def __init__(self, everything: bool, strength: Strength = Strength.HARD) -> None:
        super().__init__(PACK, strength, Chance(b"knows", 0))
        self.everything = everything

    def knows(self, key: str, difficulty: int = 2, luck: float = 0.0) -> bool:
        return self.everything


def choose(table: Table, seat: Seat, memory: Memory, number: int = 0) -> object:
    return BOT.choose(table.sees(seat), tuple(table.legal(seat)), memory, Chance(b"choose", number))


def test_who_remembers_everything_writes_the_whole_row_and_is_right() -> None:
    table = Table(2, persons=0).begins().opens()
    move = choose(table, ANNA, Knows(everything=True))
    assert isinstance(move, Answer) and len(move.words.splitlines()) == 3
    table.does(ANNA, move).does(BEAT, Take(1))
    assert table.state.answers[0].verdict == Verdict.RIGHT and table.state.answers[0].count == 3


def test_who_remembers_nothing_passes() -> None:
    table = Table(2, persons=0).begins().opens()
    moves = {type(choose(table, ANNA, Knows(everything=False), number)) for number in range(20)}
    assert moves == {Take, PassToPeek}


def test_in_a_persons_seat_it_is_told_nothing_and_passes() -> None:
    table = Table(2).begins().opens()
    assert isinstance(choose(table, ANNA, Knows(everything=True)), Take | PassToPeek)


def test_the_dealer_opens_the_question_it_knows_best() -> None:
    class KnowsRow(Knows):
        def knows(self, key: str, difficulty: int = 2, luck: float = 0.0) -> bool:
            return key.startswith("white") or key.split()[1] in ("12", "13", "14")  # the row of question 5

    table = Table(2, persons=0).begins()
    assert choose(table, ANNA, KnowsRow(everything=True)) == Open(1, table.white(4))


def test_it_bids_slush_against_what_it_does_not_know_and_never_pays_points() -> None:
    class KnowsWhites(Knows):
        def knows(self, key: str, difficulty: int = 2, luck: float = 0.0) -> bool:
            return key.startswith("white")

    table = Table(3, persons=0).begins().plays_round(0)
    table.owns(BEAT, 5, 5).set(round=1, phase=Phase.SHIFTING, dealer=ANNA)
    state = table.waits().state if table.state.due else table.does(ANNA, table.legal(ANNA)[0]).state
    assert state.phase is Phase.AUCTION
    moves = [choose(table, BEAT, KnowsWhites(everything=True), number) for number in range(20)]
    bids = [move for move in moves if isinstance(move, Bid)]
    assert bids and {move.kind for move in bids} == {"slush"}


def test_it_peeks_at_what_it_has_forgotten_with_slush_markers_only() -> None:
    table = Table(2, persons=0).begins().owns(ANNA, 3, 1).opens().peeks(ANNA).slush(BEAT)
    move = choose(table, ANNA, Knows(everything=False))
    assert isinstance(move, Peek) and move.score == 0
    assert isinstance(choose(table, ANNA, Knows(everything=True)), PutBack)  # nothing to look up
    table.does(ANNA, move)
    assert isinstance(choose(table, ANNA, Knows(everything=False)), PutBack)  # points are not for that


def test_it_gives_nothing_away() -> None:
    table = Table(3, persons=0).begins().owns(BEAT, 3, 3).opens().slush(BEAT)
    assert {type(move) for move in table.legal(BEAT)} == {Give}
    assert BOT.delay(table.sees(BEAT), Knows(everything=True), Chance(b"", 0)) == NEVER
    assert timedelta(seconds=NEVER) > timedelta(days=3_000)


@pytest.mark.parametrize("strength", Strength)
def test_it_takes_time_that_eyes_can_follow(strength: Strength) -> None:
    course = Course(GAMES["its-a-quiz"], 3, b"pace", persons=frozenset())
    for _ in played(course, by_bots(strength), Random(0)):
        for seat in course.game.to_move(course.play):
            delay = course.bots_delay(seat, strength)
            laying = course.state.phase is Phase.LAYING and seat == course.state.dealer
            assert delay >= 2.5 if laying else delay >= 1.5


def test_a_strong_bot_beats_a_weak_one() -> None:
    rules, wins = GAMES["its-a-quiz"], 0
    for number in range(20):
        strengths = (Strength.HARD, Strength.EASY) if number % 2 else (Strength.EASY, Strength.HARD)
        course = Course(rules, 2, f"match {number}".encode(), persons=frozenset())
        while not course.over:
            seats = {seat: course.bots_delay(seat, strengths[seat]) for seat in course.game.to_move(course.play)}
            seat = min(seats, key=lambda seat: (seats[seat], seat))
            at = course.play.at + timedelta(seconds=seats[seat])
            course.ask(seat, course.bots_choice(seat, strengths[seat]), at)
        result = rules.result(course.state)
        assert result is not None
        wins += strengths[result.winners[0]] is Strength.HARD
    assert wins >= 15


def test_it_goes_on_and_never_appeals() -> None:
    table = Table(3, persons=0).begins().opens().slush(ANNA, BEAT, CLEO)
    assert table.state.phase is Phase.REVEALED and table.state.field == Markers(2, 2)
    assert choose(table, CLEO, Knows(everything=True)) == GoOn(1, wish="ready")
    assert RULES.slug == "its-a-quiz"
