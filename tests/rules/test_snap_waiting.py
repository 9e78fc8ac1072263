"""When nobody has done anything for six cards the game waits for a person (SN-C1)."""

from datetime import timedelta

import pytest

from games.rules.kernel import HOST, PUBLIC, TABLE, IllegalMove, Seat
from games.rules.play import Entry, Pause, Resume, TimeUp
from games.rules.quizterix_snap.moves import Appeal, Buzz, Deal
from games.rules.quizterix_snap.state import Phase
from tests.rules.snap_table import ANNA, BEAT, CARLA, DARIO, SnapTable

pytestmark = pytest.mark.clause("SN-C1")

HOUR = 3600


def refused(clause_id: str) -> "pytest.RaisesExc[IllegalMove]":
    return pytest.raises(IllegalMove, match=f"^{clause_id}:")


def dealt_by(dealer: Seat, players: int = 3, **more: object) -> SnapTable:
    """A table at which this seat deals."""
    for number in range(200):
        table = SnapTable(players, secret=bytes([number]), **more)  # type: ignore[arg-type]
        if table.dealer == dealer:
            return table
    raise AssertionError("no such table")


def left_alone(players: int = 3, **more: object) -> SnapTable:
    """A table at which nobody has done anything for as long as you like."""
    return SnapTable(players, **more).wait(HOUR)  # type: ignore[arg-type]


def test_after_six_cards_without_anybodys_hand_no_further_one_is_turned_up() -> None:
    table = left_alone()

    assert table.state.showing == 6
    assert table.phase == Phase.DEALING
    assert table.rules.deadline(table.state) is None
    assert sum(table.state.failed) == 5, "the sixth lies open until it is put away"
    before = table.state
    table.wait(HOUR)
    assert table.state == before, "nothing more counts as shown"


def test_five_cards_without_anybodys_hand_are_not_enough() -> None:
    table = SnapTable(3)
    while table.state.showing < 5 or table.phase != Phase.DEALING:
        table.wait(1)

    assert table.rules.deadline(table.state) is not None
    assert not table.sees(ANNA).stage.waiting


def test_everybody_sees_that_it_waits_and_no_timer_runs() -> None:
    table = left_alone(dealer="host")
    for watcher in (*table.state.seats(), HOST, PUBLIC):
        seen = table.sees(watcher)
        assert seen.stage.waiting and seen.stage.due is None and seen.stage.seconds == 0
        assert seen.hand.go_on is (watcher != PUBLIC)
        assert seen.card is not None and seen.card.solution is not None, "the solution of the last card lies open"


@pytest.mark.parametrize("seat", [ANNA, BEAT, CARLA])
def test_any_person_turns_up_the_next_card_and_the_game_goes_on(seat: Seat) -> None:
    table = left_alone()
    assert all(table.may(other) == {Deal} for other in table.state.seats())
    table.moves(seat, Deal(6))

    assert table.phase == Phase.SHOWING and table.state.showing == 7
    assert table.sees(PUBLIC).stage.due == table.now + timedelta(seconds=10)
    assert not table.sees(PUBLIC).stage.waiting
    table.wait(HOUR)
    assert table.state.showing == 12, "six cards more, and it waits again"


def test_when_it_does_not_wait_the_dealer_alone_turns_up_cards() -> None:
    table = dealt_by(ANNA)
    with refused("SN-C1"):
        table.moves(BEAT, Deal(0))
    table.wait(HOUR).moves(BEAT, Deal(6)).unknown()
    table.wait(6)
    with refused("SN-C1"):
        table.moves(BEAT, Deal(7))


@pytest.mark.parametrize("deed", ["buzz", "deal", "appeal"])
def test_whatever_a_person_does_starts_the_count_anew(deed: str) -> None:
    table = dealt_by(ANNA)
    while table.state.showing < 6:
        table.wait(1)
    if deed == "buzz":
        table.buzz(BEAT, 500).gives_up(BEAT)
    elif deed == "appeal":
        table.buzz(BEAT, 500).wrong(BEAT).unknown().appeals(BEAT)
    else:
        table.unknown().wait(6).moves(ANNA, Deal(6))
    table.wait(HOUR)

    assert table.state.showing == 12


def test_a_dealer_who_is_there_is_never_waited_for() -> None:
    table = dealt_by(ANNA)
    for showing in range(12):
        table.moves(ANNA, Deal(showing)).unknown().wait(6)
    assert table.rules.deadline(table.state) is not None


@pytest.mark.parametrize("dealer", [ANNA, BEAT])
def test_bots_that_play_on_do_not_count_and_do_not_wake_it(dealer: Seat) -> None:
    table = dealt_by(dealer, 2, bots=(ANNA,))
    for _ in range(6):
        if Deal in table.may(ANNA):
            table.moves(ANNA, Deal(table.state.showing))
        else:
            table.wait((table.rules.deadline(table.state) - table.now).total_seconds())  # type: ignore[operator]
        table.buzz(ANNA).gives_up(ANNA).unknown()
        assert table.phase == Phase.SOLUTION
        if table.state.showing < 6:
            table.wait(6)

    assert table.may(ANNA) == set(), "a bot that deals does not skip the waiting either"
    with refused("SN-C1"):
        table.moves(ANNA, Deal(6))
    table.wait(HOUR)
    assert table.state.showing == 6 and table.sees(BEAT).stage.waiting
    assert table.may(ANNA) == set() and table.may(BEAT) == {Deal}
    with refused("SN-C1"):
        table.moves(ANNA, Deal(6))
    table.moves(BEAT, Deal(6))
    assert table.phase == Phase.SHOWING


def test_among_bots_alone_there_is_nobody_to_wait_for() -> None:
    bots = tuple(Seat(number) for number in range(3))
    table = SnapTable(3, bots=bots).wait(HOUR)
    assert table.phase == Phase.END

    unlimited = SnapTable(3, bots=bots, showings=0).wait(HOUR)
    assert unlimited.state.showing > 100


def test_when_the_last_person_leaves_the_bots_go_on() -> None:
    table = left_alone(3, bots=(CARLA,))
    table.seated(ANNA, person=False)
    assert table.rules.deadline(table.state) is None
    table.seated(BEAT, person=False)
    due = table.rules.deadline(table.state)

    assert due is not None and due >= table.now
    assert table.wait(HOUR).phase == Phase.END


@pytest.mark.clause("CO-6")
def test_whoever_sits_down_meanwhile_may_wake_it() -> None:
    table = left_alone(2)
    table.seated(CARLA, person=True)
    assert table.sees(CARLA).stage.waiting
    table.moves(CARLA, Deal(6))
    assert table.phase == Phase.SHOWING


@pytest.mark.clause("SN-B1")
def test_a_host_who_deals_and_every_player_may_wake_it() -> None:
    for seat in (HOST, ANNA, BEAT):
        table = left_alone(2, dealer="host", showings=0)
        assert table.state.showing == 6
        assert table.may(seat) == {Deal}
        table.moves(seat, Deal(6))
        assert table.phase == Phase.SHOWING


@pytest.mark.clause("SN-B1")
def test_a_host_who_judges_or_deals_has_done_something() -> None:
    table = SnapTable(2, dealer="host", showings=0)
    for showing in range(9):
        table.host(Deal(showing)).unknown().wait(6)
    assert table.rules.deadline(table.state) is not None


@pytest.mark.clause("SN-D1")
def test_an_unclaimed_card_and_the_end_come_before_the_waiting() -> None:
    once = left_alone(3, showings=1, cards=6)
    assert once.phase == Phase.END and len(once.state.unclaimed) == 6

    twice = left_alone(3, showings=2, cards=4)
    assert twice.state.showing == 6 and twice.sees(ANNA).stage.waiting
    while twice.phase != Phase.END:
        if Deal in twice.may(ANNA):
            twice.moves(ANNA, Deal(twice.state.showing))
        twice.wait(1)
    assert len(twice.state.unclaimed) == 4 and twice.state.showing == 8


@pytest.mark.clause("SN-E1")
def test_a_new_round_is_laid_out_and_then_waits() -> None:
    table = left_alone(3, showings=2, cards=3, rounds=3)
    assert (table.state.round, table.state.showing, table.phase) == (2, 6, Phase.DEALING)
    assert table.sees(ANNA).stage.waiting and table.sees(ANNA).card is None
    table.moves(BEAT, Deal(6)).wait(HOUR)
    assert (table.state.round, table.state.showing) == (3, 12)
    table.moves(BEAT, Deal(12)).wait(HOUR)
    assert table.phase == Phase.END


@pytest.mark.clause("SN-F1")
def test_alone_with_a_clock_it_waits_too_and_without_one_it_waits_anyway() -> None:
    clocked = left_alone(1, clock=30)
    assert clocked.state.showing == 6 and clocked.sees(ANNA).stage.waiting
    clocked.moves(ANNA, Deal(6))
    assert clocked.phase == Phase.ANSWERING

    assert left_alone(1).state.showing == 1


@pytest.mark.clause("CO-2")
def test_with_spoken_answers_it_waits_just_the_same() -> None:
    assert left_alone(answering="spoken").state.showing == 6


def test_a_pause_does_not_end_the_waiting() -> None:
    table = left_alone()
    table._append(TABLE, Pause())
    table.now += timedelta(hours=2)
    table._append(TABLE, Resume())

    assert table.rules.deadline(table.state) is None
    assert table.may(DARIO) == set() and table.may(ANNA) == {Deal}


@pytest.mark.clause("CO-9")
def test_nothing_else_can_be_done_while_it_waits() -> None:
    table = left_alone()
    with refused("SN-C4"):
        table.moves(ANNA, Buzz(6, 900))
    with refused("SN-C5"):
        table.moves(ANNA, Appeal(6))
    with refused("SN-C1"):
        table.moves(HOST, Deal(6))


def test_a_log_from_before_the_game_waited_is_told_as_it_was() -> None:
    table = dealt_by(ANNA, 2, bots=(ANNA,))
    again = table.game.fold(table.log)
    now = table.now
    for showing in range(9):  # the bot deals, nobody buzzes, the solution is looked at
        for seat, move, seconds in ((ANNA, Deal(showing), 3), (TABLE, TimeUp(), 10), (TABLE, TimeUp(), 6)):
            assert again is not None
            now += timedelta(seconds=seconds)
            again = table.game.advance(again, Entry(again.number + 1, seat, move, now))
    assert again is not None and again.state.showing == 9 and again.state.phase == Phase.DEALING
    now += timedelta(seconds=10)
    again = table.game.advance(again, Entry(again.number + 1, TABLE, TimeUp(), now))
    assert again.state.showing == 10, "a card that turned up by itself has turned up"
