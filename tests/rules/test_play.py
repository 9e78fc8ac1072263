"""The log is the game: folding, pausing, time running out, and what is refused."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from games.rules.kernel import TABLE, IllegalMove, Seat
from games.rules.play import Begin, Call, Entry, Game, Pause, Resume, Seated, TimeUp
from tests.rules.toy import PACK, Take, Toy

START = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
GAME = Game(Toy(), PACK, bytes(32))


def later(seconds):
    return START + timedelta(seconds=seconds)


def begun(clock=0, matches=10):
    begin = Begin(2, (Seat(0),), {"clock": clock, "matches": matches})
    return GAME.advance(None, Entry(1, TABLE, begin, START))


def after(play, seat, move, seconds=1):
    return GAME.advance(play, Entry(play.number + 1, seat, move, later(seconds)))


def test_a_game_is_the_fold_of_its_log():
    play = begun()
    turn = play.state.turn
    log = [
        Entry(1, TABLE, Begin(2, (Seat(0),), {"clock": 0, "matches": 10}), START),
        Entry(2, turn, Take(3), later(1)),
        Entry(3, Seat(1 - turn), Take(2), later(2)),
    ]
    folded = GAME.fold(log)
    assert folded == after(after(play, turn, Take(3)), Seat(1 - turn), Take(2), 2)
    assert folded.state.left == 5


def test_nothing_comes_before_the_beginning():
    with pytest.raises(IllegalMove, match="not begun"):
        GAME.advance(None, Entry(1, Seat(0), Take(1), START))


def test_a_game_begins_once():
    with pytest.raises(IllegalMove, match="already begun"):
        after(begun(), TABLE, Begin(2, (), {}))


def test_a_refused_move_changes_nothing():
    play = begun()
    with pytest.raises(IllegalMove):
        after(play, Seat(1 - play.state.turn), Take(1))
    assert play == begun()


def test_nobody_moves_after_the_end():
    play = begun(matches=1)
    over = after(play, play.state.turn, Take(1))
    assert GAME.result(over).winners == (play.state.turn,)
    with pytest.raises(IllegalMove, match="over"):
        after(over, play.state.turn, Take(1))


@pytest.mark.clause("CO-5")
def test_the_mildest_choice_is_made_when_time_is_up_and_not_before():
    play = begun(clock=30)
    assert GAME.deadline(play) == later(30)
    with pytest.raises(IllegalMove, match="still time"):
        after(play, TABLE, TimeUp(), 29)
    assert after(play, TABLE, TimeUp(), 30).state.left == 9


def test_a_pause_stops_the_clock_and_moves_the_deadline():
    paused = after(begun(clock=30), TABLE, Pause(), 10)
    assert GAME.deadline(paused) is None
    assert GAME.to_move(paused) == frozenset()
    with pytest.raises(IllegalMove, match="paused"):
        after(paused, paused.state.turn, Take(1), 11)
    resumed = after(paused, TABLE, Resume(), 110)
    assert GAME.deadline(resumed) == later(130)
    assert after(resumed, resumed.state.turn, Take(1), 120).state.left == 9


def test_pausing_twice_and_resuming_nothing_are_refused():
    play = begun()
    with pytest.raises(IllegalMove, match="not paused"):
        after(play, TABLE, Resume())
    with pytest.raises(IllegalMove, match="already paused"):
        after(after(play, TABLE, Pause()), TABLE, Pause())


@pytest.mark.clause("CO-6")
def test_persons_come_and_go_and_nothing_is_lost():
    play = begun()
    bot = after(play, TABLE, Seated(Seat(0), False))
    assert bot.persons == frozenset()
    assert bot.state == play.state
    assert after(bot, TABLE, Seated(Seat(1), True)).persons == {Seat(1)}


def test_moves_read_back_as_they_were_written():
    for seat, move in [(TABLE, TimeUp()), (TABLE, Seated(Seat(2), True)), (Seat(0), Take(2))]:
        assert GAME.decode(seat, msgspec.json.encode(move)) == move


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"move": "take"},
        {"move": "take", "matches": "two"},
        {"move": "take", "matches": "1", "seat": "3"},
        {"move": "time-up"},
        {"move": "begin", "seats": "2"},
        {"matches": "1"},
        {"move": "grab", "matches": "1"},
    ],
)
def test_a_browser_can_only_ask_for_the_games_own_moves(fields):
    with pytest.raises(msgspec.ValidationError):
        GAME.read(fields)


def test_a_form_s_strings_are_read_as_numbers():
    assert GAME.read({"move": "take", "matches": "2"}) == Take(2)


@pytest.mark.clause("CO-13")
def test_a_called_game_waits_a_minute_for_whoever_is_awaited_and_then_makes_the_mildest_choice():
    play = after(begun(), TABLE, Call(), 10)
    assert GAME.result(play) is None, "the unit that runs is played"
    assert GAME.deadline(play) == later(70)
    with pytest.raises(IllegalMove, match="still time"):
        after(play, TABLE, TimeUp(), 69)
    over = after(play, TABLE, TimeUp(), 70)
    assert over.state.left == 0 and GAME.result(over) is not None
