"""Snap! with a leader: a host who does not play, and for whose tap each card waits (SN-B2)."""

import pytest

from games.rules.kernel import HOST, PUBLIC, IllegalMove
from games.rules.quizterix_snap.moves import Deal, Reveal, Vote
from games.rules.quizterix_snap.state import Phase
from tests.rules.snap_table import ANNA, BEAT, CARLA, SnapTable

pytestmark = pytest.mark.clause("SN-B2")

HOUR = 3600


def refused(clause_id: str) -> "pytest.RaisesExc[IllegalMove]":
    return pytest.raises(IllegalMove, match=f"^{clause_id}:")


def led(players: int = 3, **options: object) -> SnapTable:
    return SnapTable(players, dealer="leader", **options)  # type: ignore[arg-type]


def test_every_card_waits_for_the_leaders_tap() -> None:
    table = led()
    for showing in range(3):
        table.wait(HOUR)
        assert (table.phase, table.state.showing) == (Phase.DEALING, showing)
        assert table.rules.deadline(table.state) is None
        assert table.sees(PUBLIC).stage.led and not table.sees(PUBLIC).stage.waiting
        with refused("SN-C1"):
            table.moves(ANNA, Deal(showing))
        table.host(Deal(showing)).unknown()


def test_the_game_waits_for_nobody_else_however_long_no_player_has_done_anything() -> None:
    table = led(showings=0)
    for showing in range(9):
        table.host(Deal(showing)).wait(HOUR)
    assert table.may(ANNA) == set() and table.may(HOST) == {Deal}


def test_the_last_card_of_a_round_and_the_next_round_wait_too() -> None:
    table = led(cards=1, rounds=2)
    table.host(Deal(0)).buzz(ANNA).right(ANNA).wait(HOUR)
    assert table.phase == Phase.DEALING and table.state.open, "there is time for the story"
    table.host(Deal(1)).wait(HOUR)
    assert table.phase == Phase.ROUND_OVER
    table.host(Deal(1)).wait(HOUR)
    assert (table.phase, table.state.round) == (Phase.DEALING, 2)


@pytest.mark.parametrize("everybody", [True, False])
def test_the_leader_may_turn_the_card_over_before_time_is_up(everybody: bool) -> None:
    table = led(everybody=everybody).host(Deal(0))
    assert Reveal in table.may(HOST) and table.sees(HOST).hand.may_reveal
    with refused("SN-B2"):
        table.reveals(ANNA)
    table.reveals(HOST)
    assert table.phase == Phase.SOLUTION
    with refused("SN-B2"):
        table.reveals(HOST)


def test_whoever_has_the_buzzer_is_not_cut_short() -> None:
    table = led().host(Deal(0)).buzz(ANNA)
    with refused("SN-B2"):
        table.reveals(HOST)


def test_a_host_who_only_deals_has_no_such_page() -> None:
    table = SnapTable(2, dealer="host").deal()
    assert Reveal not in table.may(HOST) and not table.sees(HOST).hand.leads
    with refused("SN-B2"):
        table.reveals(HOST)


@pytest.mark.clause("SN-C5")
def test_the_leader_alone_decides_appeals_and_alone_reads_them() -> None:
    table = led(everybody=True).host(Deal(0)).wrong(ANNA, "Sputnik").gives_up(BEAT).right(CARLA).appeals(ANNA)
    assert table.may(HOST) == {Vote} and table.may(BEAT) == set()
    assert "Sputnik" in repr(table.sees(HOST).hand.vote)
    assert "Sputnik" not in repr(table.sees(PUBLIC)) + repr(table.sees(BEAT))
    table.votes(HOST, True)
    assert table.cards() == [1, 0, 1]


@pytest.mark.parametrize("everybody", [True, False])
def test_what_was_typed_is_read_by_the_leader_and_by_nobody_else(everybody: bool) -> None:
    table = led(everybody=everybody).host(Deal(0))
    if not everybody:
        table.buzz(ANNA)
    table.wrong(ANNA, "Sputnik")
    if everybody:
        assert table.sees(HOST).hand.heard == (), "nor by the leader before the card is closed"
        table.gives_up(BEAT).gives_up(CARLA)
    assert next(shown.name for shown in table.sees(HOST).hand.heard) == "Sputnik"
    for watcher in (PUBLIC, BEAT):
        assert "Sputnik" not in repr(table.sees(watcher))


def test_the_leader_reads_the_story_once_the_card_lies_open() -> None:
    table = led().host(Deal(0))
    assert table.sees(HOST).hand.story is None
    table.reveals(HOST)
    assert table.sees(HOST).hand.story == table.event.story
    assert table.sees(ANNA).hand.story is None


def test_the_clock_stands_in_for_a_leader_who_is_away() -> None:
    table = led()
    table.seated(HOST, person=False)
    assert table.rules.led(table.state) is False
    table.wait(10)
    assert table.phase == Phase.SHOWING
    table.unknown().wait(10)
    assert table.state.showing == 2

    table.seated(HOST, person=True)
    assert table.rules.led(table.state) is True
    table.wait(HOUR)
    assert table.phase == Phase.DEALING and table.state.showing == 2, "and waits again for one who is back"


def test_a_leader_who_goes_in_the_middle_of_a_card_or_between_rounds_holds_nobody_up() -> None:
    table = led(2, cards=1, rounds=2).host(Deal(0))
    table.seated(HOST, person=False)
    table.buzz(ANNA).right(ANNA).wait(6)
    assert table.phase == Phase.ROUND_OVER
    table.seated(HOST, person=True)
    assert table.rules.deadline(table.state) is None
    table.seated(HOST, person=False)
    table.wait(20)
    assert (table.state.round, table.phase) == (2, Phase.SHOWING)


def test_when_all_have_gone_with_the_leader_the_game_waits() -> None:
    table = led(showings=0)
    table.seated(HOST, person=False)
    table.wait(HOUR)
    assert table.state.showing == 6 and table.sees(ANNA).stage.waiting
    table.moves(ANNA, Deal(6))
    assert table.phase == Phase.SHOWING


def test_where_nobody_leads_nobody_is_missed() -> None:
    for dealer in ("player", "host"):
        table = SnapTable(2, dealer=dealer)
        assert table.rules.led(table.state) is None
        with refused("CO-6"):
            table.seated(HOST, person=False)
