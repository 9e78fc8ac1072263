"""Time is called (CO-13), and how a game stands meanwhile: what holds for every game of the shelf."""

from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import structs

from games.rules.chance import Chance
from games.rules.its_a_quiz.moves import Answer, Appeal, Give, Pass, Vote
from games.rules.its_a_quiz.state import Phase as QuizPhase
from games.rules.kernel import TABLE, IllegalMove, Seat, ranked
from games.rules.play import LAST_CALL, Call, Called, Entry, Game, Pause, Play, Resume, TimeUp
from games.rules.quizterix_poker.moves import Play as LayCard
from games.rules.quizterix_poker.state import Phase as PokerPhase
from games.rules.quizterix_snap.moves import Deal
from games.rules.quizterix_snap.state import Phase as SnapPhase
from games.rules.quizterix_standard.state import Phase as StandardPhase
from games.rules.registry import GAMES
from games.rules.swiss_quiz.state import Phase as SwissQuizPhase
from tests.rules import poker_table, quiz_table
from tests.rules.courses import Course, Position, at_random, by_bots, played, positions, watchers_of
from tests.rules.pieces import PIECES
from tests.rules.poker_table import PokerTable
from tests.rules.quiz_table import Table as QuizTable
from tests.rules.scrambles import SCRAMBLES
from tests.rules.snap_table import SnapTable
from tests.rules.test_contract import Strength, every_game, sample
from tests.rules.test_standard_end import ended

SECOND = timedelta(seconds=1)
ALWAYS_IN_A_UNIT = {"qwantum", "quizterix-standard", "quizterix-poker"}  # at every moment that is looked at here


def called(position: Position) -> Play:
    """The game once time has been called, a second after its last move."""
    play = position.play
    return position.game.advance(play, Entry(play.number + 1, TABLE, Call(), play.at + SECOND))


def running(slug: str, most: int = 2) -> list[Position]:
    """Moments of every sort at which the game still goes on."""
    return [position for position in sample(slug, most) if position.rules.result(position.state) is None]


def waited_out(position: Position, play: Play) -> list[Play]:
    """What happens if nobody does anything any more: every state up to the end."""
    plays = [play]
    while position.game.result(plays[-1]) is None:
        now = plays[-1]
        due = position.game.deadline(now)
        assert due is not None, "nobody can hold up a game whose time has been called"
        assert due - now.at <= LAST_CALL
        plays.append(position.game.advance(now, Entry(now.number + 1, TABLE, TimeUp(), max(due, now.at))))
        assert len(plays) < 200, "it ends soon"
    return plays


@pytest.mark.clause("CO-13")
@every_game
def test_a_game_whose_time_is_called_ends_with_its_unit_even_if_nobody_moves(slug: str) -> None:
    at_once = later = 0
    for position in running(slug):
        rules, unit = position.rules, position.rules.unit(position.state)
        plays = waited_out(position, called(position))
        assert all(rules.unit(play.state) == unit for play in plays[:-1]), "no new unit begins"
        last = plays[-1]
        result = position.game.result(last)
        assert result is not None
        assert sorted(line.seat for line in result.ranking) == [*range(len(last.state.players))]
        assert not rules.to_move(last.state) and position.game.deadline(last) is None
        for watcher in watchers_of(last.state):
            msgspec.json.encode(rules.observe(last.state, watcher, position.game.pack, last.at))
        assert PIECES[slug](last.state, position.game.pack) == PIECES[slug](position.state, position.game.pack)
        at_once += len(plays) == 1
        later += len(plays) > 1
    assert bool(at_once) is (slug not in ALWAYS_IN_A_UNIT), "between two units it is over at once"
    assert bool(later) is (slug not in {"quatrefoil", "quizterix-klondike"}), "they have no units"


@pytest.mark.clause("CO-13")
@every_game
def test_whoever_plays_on_after_the_call_plays_the_same_unit_and_no_other(slug: str) -> None:
    for number, way in enumerate((at_random, by_bots(Strength.EASY))):
        dice = Random(f"called {slug} {number}")
        for position in dice.sample(running(slug), min(3, len(running(slug)))):
            course = Course(position.rules, len(position.state.players), position.game.secret, lines=position.lines)
            course.play = called(position)
            unit = position.rules.unit(position.state)
            before = course.state
            for now in played(course, way, dice, 3_000):
                if not now.over:
                    before = now.state
                    assert position.rules.unit(before) == unit
            assert course.over


@pytest.mark.clause("CO-13")
@every_game
def test_a_called_game_cannot_be_paused_or_called_again_and_a_paused_one_goes_on(slug: str) -> None:
    for position in running(slug, 1):
        play = called(position)
        if position.game.result(play) is None:
            for move in (Call(), Pause()):
                with pytest.raises(IllegalMove, match="Time has been called"):
                    position.game.advance(play, Entry(play.number + 1, TABLE, move, play.at))
        game, before = position.game, position.play
        pause = Entry(before.number + 1, TABLE, Pause(), before.at)
        call = Entry(before.number + 2, TABLE, Call(), before.at + timedelta(hours=1))
        resume = structs.replace(call, move=Resume())
        paused = game.fold([pause, call], before)
        resumed = game.fold([pause, resume], before)
        assert paused is not None and paused.paused is None and resumed is not None
        if game.result(paused) is None:
            assert paused.state == resumed.state


def called_at(table: QuizTable | PokerTable, rules: Any, pack: Any) -> tuple[Game, Play]:
    """A game of this table's people at this moment, in which time has just been called."""
    game, unit = Game(rules, pack, b"called"), rules.unit(table.state)
    return game, Play(99, table.state, frozenset(), table.at, None, Called(unit, table.at, table.at))


def played_after(game: Game, play: Play, *moves: tuple[float, int, Any]) -> Play:
    """The game after these moves, each so many seconds after the last."""
    for seconds, seat, move in moves:
        play = game.advance(play, Entry(play.number + 1, Seat(seat), move, play.at + timedelta(seconds=seconds)))
    return play


@pytest.mark.clause("CO-13", "IQ-6")
def test_whoever_may_give_markers_away_has_a_whole_minute_once_it_is_their_turn() -> None:
    table = QuizTable(2).begins().to_round(2).owns(Seat(0), 1, 1).owns(Seat(1), 1, 1)
    table.set(
        phase=QuizPhase.AUCTION,
        turn=Seat(1),
        players=tuple(structs.replace(p, passed=False) for p in table.state.players),
    )
    game, play = called_at(table, quiz_table.RULES, quiz_table.PACK)
    passed = played_after(game, play, (50, 1, Pass(2)))
    assert passed.state.turn == Seat(0) and game.deadline(passed) == passed.at + LAST_CALL
    given = played_after(game, passed, (9, 0, Give(2, Seat(1), "score")))
    assert game.deadline(given) == passed.at + LAST_CALL, "nobody gets more time by giving something away"
    early = Entry(given.number + 1, TABLE, TimeUp(), play.at + LAST_CALL)
    assert game.advance(given, early).state.phase is QuizPhase.OPENING, "as logs by the earlier law tell it"


@pytest.mark.clause("CO-13", "CO-9")
def test_each_appeal_and_each_vote_has_its_own_minute_once_time_is_called() -> None:
    table = QuizTable(4).begins().opens()
    for seat in (0, 1, 2):
        table.does(Seat(seat), Answer(1, f"synonym {seat}"))
    game, play = called_at(table.slush(Seat(3)), quiz_table.RULES, quiz_table.PACK)
    votes = [(9, 2, Vote(1, True)), (9, 3, Vote(1, True))]
    voted = played_after(game, play, (19, 0, Appeal(1)), *votes)
    assert voted.state.phase is QuizPhase.REVEALED
    asked = played_after(game, voted, (19, 1, Appeal(1)))
    assert game.deadline(asked) == asked.at + timedelta(seconds=20), "nobody's appeal is cut short"


@pytest.mark.clause("CO-13", "PK-D5")
def test_whoever_has_folded_still_has_time_to_read_the_trick_of_those_who_have_not() -> None:
    table = poker_table.bots_left(Seat(2), Seat(3))
    game, play = called_at(table, poker_table.RULES, table.pack)
    shown = played_after(game, play, (30, 2, LayCard(play.state.step, 0)), (29, 3, LayCard(play.state.step, 0)))
    assert shown.state.phase is PokerPhase.SHOWN and game.deadline(shown) == shown.state.due


@every_game
def test_a_called_game_is_stored_and_read_back_as_it_was(slug: str) -> None:
    for position in running(slug, 1):
        play = called(position)
        assert position.game.restored(position.game.stored(play)) == play


# -- the standing --------------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-7", "CO-13")
@every_game
def test_how_a_game_stands_never_depends_on_what_is_hidden(slug: str) -> None:
    for position in sample(slug, 6):
        standing = position.rules.standing(position.state)
        for number, watcher in enumerate(watchers_of(position.state)):
            chance = Chance(position.game.secret, number, "standing")
            state, _ = SCRAMBLES[slug](position.state, watcher, position.game.pack, chance)
            assert position.rules.standing(state) == standing, watcher


@every_game
def test_how_a_game_stands_names_every_seat_once_or_nobody_and_gets_on(slug: str) -> None:
    got_on = 0
    for position, after in pairwise(positions(slug)):
        standing = position.rules.standing(position.state)
        seats = [*range(len(position.state.players))]
        assert sorted(line.seat for line in standing.ranking) in ([], seats)
        assert [line.place for line in standing.ranking] == sorted(line.place for line in standing.ranking)
        assert standing.done >= 0 and (standing.of == 0 or standing.done <= standing.of)
        got_on += after.game is position.game and position.rules.standing(after.state).done > standing.done
    assert got_on > 10


def test_equal_scores_share_a_place() -> None:
    places = [(line.place, line.seat) for line in ranked([3, 7, 3, 1])]
    assert places == [(1, 1), (2, 0), (2, 2), (4, 3)]


# -- what each game does with it -------------------------------------------------------------------------------------


def ends(slug: str) -> list[tuple[Position, Any]]:
    """Games stopped in all sorts of moments: before, and the state in which nobody has moved any more."""
    return [(position, waited_out(position, called(position))[-1].state) for position in running(slug)]


@pytest.mark.clause("CO-13", "SQ-9")
def test_swiss_quiz_turns_the_card_and_ranks_who_has_not_arrived_by_square() -> None:
    for position, state in ends("swiss-quiz"):
        laying = position.state.phase in (SwissQuizPhase.LAYING, SwissQuizPhase.TURNING)
        assert state.turns == position.state.turns + laying
        result = position.rules.result(state)
        away = [line for line in result.ranking if not state.players[line.seat].arrived]
        assert [line.score for line in away] == sorted((line.score for line in away), reverse=True)


@pytest.mark.clause("CO-13", "SN-E1")
def test_snap_finishes_its_showing_and_the_card_goes_where_it_would_have_gone() -> None:
    for position, state in ends("quizterix-snap"):
        assert state.card is None and state.round == position.state.round
        assert state.phase is SnapPhase.END


@pytest.mark.clause("CO-13", "SN-E1")
def test_snap_counts_no_card_that_is_turned_up_after_the_last_showing() -> None:
    table = SnapTable(showings=1).deal().unknown()
    play = table.game.advance(table.play, Entry(99, TABLE, Call(), table.now))
    assert table.game.result(play) is None, "the solution still lies open"
    over = table.game.advance(play, Entry(100, table.dealer, Deal(table.state.showing), table.now))
    assert table.game.result(over) is not None
    assert over.state.unclaimed == (table.state.card,) and over.state.deck == table.state.deck


@pytest.mark.clause("CO-13", "QS-E3", "CO-12")
def test_standard_finishes_its_turn_and_flips_everything() -> None:
    for position, state in ends("quizterix-standard"):
        assert state.phase is StandardPhase.OVER
        assert all(slot.flipped for player in state.players for slot in player.line)
        assert position.state.playoff is not None or state.playoff is None


@pytest.mark.clause("CO-13", "QS-E3", "CO-12")
def test_standard_lets_the_level_share_and_plays_no_snap_for_it() -> None:
    table = ended((50, 60), (50, 60), (50,))
    running_turn = structs.replace(table.state, playoff=None, ending=None, standings=(), phase=StandardPhase.ACT)
    for state in (running_turn, table.state):  # before a play-off, and before the first card of one
        stopped = table.rules.stopped(state, table.pack, Chance(b"called", 1), table.now)
        assert table.rules.result(stopped).winners == (Seat(0), Seat(1))


@pytest.mark.clause("CO-13", "QW-E2")
def test_qwantum_finishes_its_turn_for_everybody_and_counts() -> None:
    for position, state in ends("qwantum"):
        scores = [state.players[line.seat].sheet.score for line in position.rules.result(state).ranking]
        assert scores == sorted(scores, reverse=True)
        assert not any(player.choice for player in state.players), "what was chosen has been entered"


@pytest.mark.clause("CO-13", "PK-F1")
def test_poker_finishes_its_round_and_no_bean_stays_on_the_table() -> None:
    for _, state in ends("quizterix-poker"):
        assert state.pot == 0


@pytest.mark.clause("CO-13", "IQ-5.1", "CO-12")
def test_the_quiz_settles_its_question_asks_no_other_and_lets_the_level_share() -> None:
    shared = 0
    for position, state in ends("its-a-quiz"):
        assert state.phase is QuizPhase.OVER and state.round == position.state.round
        best = max(state.settled_points(seat) for seat in state.seats())
        level = [seat for seat in state.seats() if state.settled_points(seat) == best]
        if not position.state.was_tied:
            assert sorted(position.rules.result(state).winners) == level
            shared += len(level) > 1
    assert shared


@pytest.mark.clause("CO-13", "QF-3")
def test_quatrefoil_that_is_not_stacked_is_lost() -> None:
    for position, state in ends("quatrefoil"):
        assert {line.score for line in position.rules.result(state).ranking} == {0}


@pytest.mark.clause("CO-13", "KL-D2")
def test_klondike_stops_where_it_is() -> None:
    for position, state in ends("quizterix-klondike"):
        assert state.layout == position.state.layout
        assert position.rules.result(state).ranking[0].score == position.state.sorted


def test_every_game_says_what_its_units_are() -> None:
    assert {slug for slug, rules in GAMES.items() if any(rules.unit(p.state) is not None for p in positions(slug))} == {
        *GAMES
    } - {"quatrefoil", "quizterix-klondike"}
