"""Nobody cuts off another's reading (CO-14): two of three, four seconds, or the host."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import pytest

from games.rules import ready
from games.rules.chance import Chance
from games.rules.its_a_quiz.moves import Answer
from games.rules.its_a_quiz.moves import GoOn as QuizGoOn
from games.rules.kernel import DAY, HOST, IllegalMove, Seat
from games.rules.play import Entry, Game, Play, Seated, TimeUp
from games.rules.quizterix_poker.moves import GoOn as PokerGoOn
from games.rules.ready import GoesOn, GoneOn
from games.rules.registry import GAMES
from games.rules.swiss_quiz.moves import GoOn as SwissGoOn
from tests.rules import poker_table, quiz_table, swiss_quiz_helpers
from tests.rules.courses import NOON, Course, at_random, played
from tests.rules.poker_table import PokerTable
from tests.rules.quiz_table import Table as QuizTable
from tests.rules.swiss_quiz_helpers import Table as SwissTable

pytestmark = pytest.mark.clause("CO-14")

READ = ("swiss-quiz", "quizterix-poker", "quizterix-snap", "its-a-quiz")  # the games with something all read
every_reading = pytest.mark.parametrize("slug", READ)


def seats(*numbers: int) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in numbers)


def test_two_of_three_are_enough_in_any_order_and_bots_are_always_ready() -> None:
    least = {persons: next(n for n in range(9) if ready.enough(range(n), range(persons))) for persons in range(8)}  # type: ignore[arg-type]
    assert least == {0: 0, 1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 4, 7: 5}
    for some in permutations(seats(0, 1, 4), 2):
        assert ready.enough(some, seats(0, 1, 4))
    assert not ready.enough(seats(0, 2, 3), seats(0, 1, 4)), "only those count who are persons"


def test_it_goes_on_four_seconds_after_the_first_and_never_later_than_by_itself() -> None:
    later = NOON + timedelta(minutes=2)
    assert ready.due(None, NOON, 0) == ready.due(later, NOON, 30) == NOON + timedelta(seconds=4)
    assert ready.due(NOON + timedelta(seconds=1), NOON, 0) == NOON + timedelta(seconds=1)
    assert ready.due(None, NOON, DAY) == NOON + timedelta(days=1)


class Reading(NamedTuple):
    """A moment at which three people read, and what each of them may say."""

    game: Game
    play: Play
    moves: dict[Seat, Any]

    def says(self, seat: Seat, play: Play, wish: str = "ready", after: float = 1.0) -> Play:
        move = self.moves[seat].__class__(
            **{name: getattr(self.moves[seat], name) for name in self.fields} | {"wish": wish}
        )
        return self.game.advance(play, Entry(play.number + 1, seat, move, play.at + timedelta(seconds=after)))

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(self.moves[Seat(0)].__struct_fields__)


def readings(slug: str) -> Iterator[Reading]:
    """Moments of games at random at which all three persons may say that they have read enough."""
    options: dict[str, Any] = {"answering": "at-once"} if slug == "swiss-quiz" else {}
    for number in range(40):
        course = Course(GAMES[slug], 3, f"reading {number}".encode(), **options)
        for _ in played(course, at_random, Random(number), 160):
            game, play = course.game, course.play
            moves = {
                seat: move
                for seat in seats(0, 1, 2)
                for move in game.rules.legal_moves(play.state, seat, game.pack)
                if isinstance(move, GoesOn)
            }
            if len(moves) == 3 and not game.result(play) and not getattr(play.state, "waiting", False):
                yield Reading(game, play, moves)
                break


@every_reading
def test_the_first_of_three_only_asks_and_two_go_on_in_any_order(slug: str) -> None:
    moment = next(readings(slug))
    before = moment.game.deadline(moment.play)
    assert before is None or before > moment.play.at + timedelta(seconds=ready.SECONDS), "nobody has said anything yet"
    for first, second, third in permutations(seats(0, 1, 2)):
        one = moment.says(first, moment.play)
        assert one.state.phase == moment.play.state.phase
        soon = one.at + timedelta(seconds=ready.SECONDS)
        assert moment.game.deadline(one) == (soon if before is None else min(before, soon))
        with pytest.raises(GoneOn):
            moment.says(first, one)
        two = moment.says(second, one)
        assert two.state.phase != moment.play.state.phase or two.state != one.state
        assert not getattr(two.state, "going", ()) and first not in getattr(two.state, "ready", ())
        with pytest.raises(GoneOn):
            moment.says(third, two)


@every_reading
def test_four_seconds_after_the_first_it_goes_on_as_it_does_when_two_are_ready(slug: str) -> None:
    moment = next(readings(slug))
    one = moment.says(Seat(1), moment.play, after=0.5)
    due = moment.game.deadline(one)
    assert due is not None and due <= one.at + timedelta(seconds=ready.SECONDS)
    over = moment.game.advance(one, Entry(one.number + 1, Seat(-3), TimeUp(), due))
    both = moment.says(Seat(0), one, after=0.1)
    assert over.state.phase == both.state.phase


@every_reading
def test_the_host_goes_on_at_once_and_so_do_logs_that_know_nothing_of_it(slug: str) -> None:
    moment = next(readings(slug))
    now = moment.says(Seat(2), moment.play, wish="now")
    both = moment.says(Seat(0), moment.says(Seat(1), moment.play, after=0.4), after=0.6)
    assert now.state.phase == both.state.phase
    old = (
        [(seat, "") for seat in seats(0, 1, 2)]
        if slug == "quizterix-poker"
        else [(Seat(moment.play.state.dealer), "")]
        if (slug == "quizterix-snap")
        else [(Seat(1), "")]
    )
    play = moment.play
    for seat, wish in old:
        play = moment.says(seat, play, wish=wish)
    assert play.state.phase == both.state.phase


@pytest.mark.parametrize("slug", [slug for slug in READ if slug != "quizterix-snap"])
def test_a_host_who_does_not_play_has_the_button_as_soon_as_it_does_something_and_onlookers_never(slug: str) -> None:
    course, had = Course(GAMES[slug], 3, b"led", **({"answering": "at-once"} if slug == "swiss-quiz" else {})), set()
    buttons = {"swiss-quiz": "may_next", "quizterix-poker": "may_go_on"}
    for _ in played(course, at_random, Random(1), 160):
        game, play = course.game, course.play
        host, public = (
            game.rules.observe(play.state, watcher, game.pack, play.at).hand for watcher in (HOST, Seat(-2))
        )
        has = getattr(host, buttons[slug]) if slug in buttons else "go-on" in host.may
        had.add(has)
        assert host == public or has, "else the host sees what everybody sees"
        own = (move for seat in seats(0, 1, 2) for move in game.rules.legal_moves(play.state, seat, game.pack))
        move = next((move for move in own if isinstance(move, GoesOn)), None)
        if has and move is not None:
            now = ready.told(move, host=True)
            after = game.advance(play, Entry(play.number + 1, HOST, now, play.at + timedelta(seconds=1)))
            assert after.state.phase != play.state.phase or after.state != play.state
    assert had == {True, False}
    assert slug != "quizterix-poker" or game.rules.observe(play.state, HOST, game.pack, play.at).hand.cards == ()


@every_reading
def test_whoever_has_not_read_and_hands_the_seat_to_a_bot_keeps_nobody_waiting(slug: str) -> None:
    moment = next(readings(slug))
    play = moment.says(Seat(0), moment.play)
    for seat in seats(1, 2):
        play = moment.game.advance(play, Entry(play.number + 1, Seat(-3), Seated(seat, False), play.at))
    due = moment.game.deadline(play)
    assert due is not None and due <= play.at


def test_what_a_browser_wishes_is_overwritten_by_what_the_site_knows() -> None:
    move = GAMES["swiss-quiz"].Move.__args__[2](3, wish="now")
    assert ready.told(move, host=False).wish == "ready"
    assert ready.told(move, host=True).wish == "now"
    other = GAMES["swiss-quiz"].Move.__args__[1](3)
    assert ready.told(other, host=True) is other


def test_a_host_who_does_not_play_lets_every_game_go_on() -> None:
    quiz = QuizTable().begins().opens().slush(*map(Seat, range(3)))
    poker = PokerTable("1945Ah 1950Kh", "1960Qh 1970Jh").all_pass().trick(0, 0)
    swiss = SwissTable().round()
    tables: tuple[tuple[Any, Any, Any, Any], ...] = (
        (quiz_table.RULES, quiz.state, quiz_table.PACK, QuizGoOn(1)),
        (poker_table.RULES, poker.state, poker.pack, PokerGoOn(poker.state.step)),
        (swiss_quiz_helpers.RULES, swiss.state, swiss_quiz_helpers.PACK, SwissGoOn(swiss.number)),
    )
    for rules, state, pack, move in tables:
        after = rules.apply(state, HOST, ready.told(move, host=True), pack, Chance(b"host", 1), quiz.at)
        assert after.phase is not state.phase, "at once, as the host is nobody's equal here"
        with pytest.raises(IllegalMove):
            rules.apply(state, HOST, ready.told(move, host=False), pack, Chance(b"host", 1), quiz.at)
    asks = QuizTable().begins().opens().does(Seat(0), Answer(1, "a synonym")).slush(Seat(1), Seat(2))
    with pytest.raises(IllegalMove, match="may still appeal"):
        asks.does(HOST, ready.told(QuizGoOn(1), host=True))
