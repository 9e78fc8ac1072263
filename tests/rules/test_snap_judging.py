"""Spoken answers, appeals and votes in Snap! (CO-2, CO-3, CO-9, CO-10, SN-C5)."""

from datetime import timedelta

import pytest

from games.rules.appeals import AppealState, Tally
from games.rules.kernel import HOST, PUBLIC, IllegalMove, Seat
from games.rules.quizterix_snap.moves import Answer, Appeal, Buzz, Deal, GiveUp, Judge, Vote
from games.rules.quizterix_snap.state import Phase, Verdict
from tests.rules.snap_table import ANNA, BEAT, CARLA, DARIO, EVENTS, SnapTable


def refused(clause_id: str) -> "pytest.RaisesExc[IllegalMove]":
    return pytest.raises(IllegalMove, match=f"^{clause_id}:")


# -- spoken


def spoken(players: int = 3, **options: object) -> SnapTable:
    return SnapTable(players, answering="spoken", **options)  # type: ignore[arg-type]


@pytest.mark.clause("CO-2", "SN-C2")
def test_the_next_person_clockwise_reads_and_judges() -> None:
    table = spoken(4, bots=(CARLA,)).deal().buzz(BEAT)
    assert table.may(BEAT) == {Answer, GiveUp}
    assert table.may(DARIO) == {Judge}, "Carla's seat is a bot's"
    judge = table.sees(DARIO).hand.judge
    assert judge is not None and judge.name == table.event.name and judge.accept == table.event.accept.en
    with refused("CO-2"):
        table.judges(ANNA, True)
    with refused("CO-2"):
        table.judges(BEAT, True)
    table.judges(DARIO, True)

    assert table.cards() == [0, 1, 0, 0]


@pytest.mark.clause("CO-2")
def test_the_last_seat_is_followed_by_the_first() -> None:
    table = spoken(3).deal().buzz(CARLA)
    assert table.may(ANNA) == {Judge}


@pytest.mark.clause("CO-2", "SN-B1")
def test_a_host_who_deals_reads() -> None:
    table = spoken(2, dealer="host").host(Deal(0)).buzz(ANNA)
    assert table.may(HOST) == {Judge}
    assert table.sees(BEAT).hand.judge is None
    table.host(Judge(1, False))
    assert Buzz in table.may(BEAT), "with a host to read nobody is shut out"


@pytest.mark.clause("CO-2", "SN-C2")
@pytest.mark.parametrize(("chosen", "seconds"), [(0, 15), (40, 40)])
def test_there_are_15_seconds_to_say_it(chosen: int, seconds: int) -> None:
    table = spoken(3, seconds=chosen).deal().buzz(ANNA).wait(seconds - 0.1)
    assert table.phase == Phase.ANSWERING
    table.wait(0.1)
    assert table.phase == Phase.JUDGING
    table.judges(BEAT, False)
    assert table.state.answers[0].verdict == Verdict.WRONG


@pytest.mark.clause("CO-2")
def test_who_has_said_it_need_not_wait() -> None:
    table = spoken(3).deal().buzz(ANNA).moves(ANNA, Answer(1))
    assert table.phase == Phase.JUDGING
    assert table.may(ANNA) == set()


@pytest.mark.clause("CO-2", "CO-7")
def test_the_reader_has_seen_the_solution_and_is_out_for_this_showing() -> None:
    table = spoken(3).deal().buzz(ANNA).judges(BEAT, False)
    assert table.phase == Phase.SHOWING
    assert table.may(BEAT) == set()
    assert table.sees(BEAT).hand.read
    with refused("CO-2"):
        table.buzz(BEAT)
    table.buzz(CARLA)
    assert table.may(BEAT) == {Judge}, "who has read once reads again, so nobody else is shut out"
    table.judges(BEAT, True)
    assert table.cards() == [0, 0, 1]


@pytest.mark.clause("CO-2")
def test_if_the_reader_does_not_press_any_other_player_may() -> None:
    table = spoken(4).deal().buzz(ANNA).wait(15 + 29.9)
    assert table.may(CARLA) == set()
    table.wait(0.1)
    assert table.may(BEAT) == table.may(CARLA) == table.may(DARIO) == {Judge}
    assert table.may(ANNA) == set()
    table.judges(DARIO, True)
    assert table.cards() == [1, 0, 0, 0]


@pytest.mark.clause("CO-2")
def test_wrong_before_everybodys_eyes_ends_the_showing() -> None:
    table = spoken(4, bots=(DARIO,)).deal().buzz(ANNA).wait(45).judges(CARLA, False)
    assert table.phase == Phase.SOLUTION


@pytest.mark.clause("CO-2", "CO-5")
def test_if_nobody_presses_it_counts_as_wrong() -> None:
    table = spoken(3).deal().buzz(ANNA).wait(15 + 30 + 29.9)
    assert table.phase == Phase.JUDGING
    table.wait(0.1)
    assert table.phase == Phase.SOLUTION
    assert table.state.answers[0].verdict == Verdict.WRONG


@pytest.mark.clause("CO-2")
def test_alone_and_among_bots_answers_are_typed() -> None:
    table = spoken(3, bots=(BEAT, CARLA)).deal().buzz(ANNA)
    form = table.sees(ANNA).hand.form
    assert form is not None and not form.spoken
    table.right(ANNA)
    assert table.cards() == [1, 0, 0]

    alone = spoken(1).deal()
    form = alone.sees(ANNA).hand.form
    assert form is not None and not form.spoken


@pytest.mark.clause("CO-2")
def test_a_bot_types() -> None:
    table = spoken(3, bots=(CARLA,)).deal().buzz(CARLA)
    assert table.may(ANNA) == set()
    table.right(CARLA)
    assert table.cards() == [0, 0, 1]


@pytest.mark.clause("CO-2", "CO-6")
def test_a_reader_who_leaves_is_followed_by_the_next_person() -> None:
    table = spoken(3).deal().buzz(ANNA)
    table.seated(BEAT, person=False)
    assert table.may(CARLA) == {Judge}
    assert table.may(BEAT) == set()
    table.seated(CARLA, person=False)
    assert table.may(CARLA) == set()
    table.right(ANNA)
    assert table.cards() == [1, 0, 0], "with nobody left to judge the answer is typed"


@pytest.mark.clause("CO-2", "CO-6")
def test_when_a_reader_has_left_the_next_person_reads_the_next_answer() -> None:
    table = spoken(4).deal().buzz(ANNA).judges(BEAT, False)
    table.seated(BEAT, person=False)
    table.buzz(CARLA)

    assert table.may(BEAT) == set(), "a bot never judges"
    assert table.may(DARIO) == {Judge}
    table.judges(DARIO, True)
    assert table.cards() == [0, 0, 1, 0]


@pytest.mark.clause("CO-2", "CO-6", "CO-7")
def test_a_reader_who_leaves_and_comes_back_has_still_seen_the_solution() -> None:
    table = spoken(4).deal().buzz(ANNA)
    table.seated(BEAT, person=False)
    table.judges(CARLA, False)
    table.seated(BEAT, person=True)
    assert table.sees(BEAT).hand.read and table.sees(BEAT).seats[BEAT].locked
    assert Buzz not in table.may(BEAT)
    with refused("CO-2"):
        table.buzz(BEAT)
    table.buzz(DARIO).judges(CARLA, True).wait(6).deal()
    assert Buzz in table.may(BEAT), "the next card is for everybody"


@pytest.mark.clause("CO-2", "CO-6", "CO-7")
def test_when_the_speaker_leaves_the_reader_has_still_seen_the_solution() -> None:
    table = spoken(4).deal().buzz(ANNA)
    table.seated(ANNA, person=False)
    table.wrong(ANNA)
    assert Buzz not in table.may(BEAT) and Buzz in table.may(CARLA)
    table.buzz(CARLA)
    assert table.may(DARIO) == {Judge}, "the next person clockwise reads"


@pytest.mark.clause("CO-2", "CO-6")
def test_a_reader_who_follows_another_has_time_to_judge() -> None:
    table = spoken(3).deal().buzz(ANNA).wait(15 + 29)
    table.seated(BEAT, person=False)
    assert table.sees(CARLA).hand.due == table.now + timedelta(seconds=31)
    assert table.wait(30).phase == Phase.JUDGING
    table.judges(CARLA, True)
    assert table.cards() == [1, 0, 0]


@pytest.mark.clause("CO-2", "CO-6")
def test_a_speaker_who_leaves_is_followed_by_a_bot_that_types() -> None:
    table = spoken(3).deal().buzz(ANNA)
    table.seated(ANNA, person=False)
    assert table.may(BEAT) == set()
    table.right(ANNA)
    assert table.cards() == [1, 0, 0]


# -- appeals


@pytest.mark.clause("SN-C5", "CO-9")
def test_an_appeal_waits_until_the_solution_is_open_to_all() -> None:
    table = SnapTable(3).deal().buzz(ANNA).wrong(ANNA)
    assert Appeal not in table.may(ANNA)
    with refused("SN-C5"):
        table.appeals(ANNA)
    table.unknown()
    assert table.may(ANNA) >= {Appeal}
    assert table.sees(ANNA).hand.may_appeal
    table.appeals(ANNA)
    assert table.phase == Phase.VOTING


@pytest.mark.clause("SN-C5", "CO-3")
def test_upheld_the_card_goes_to_who_appealed() -> None:
    table = SnapTable(3).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA)
    assert table.may(BEAT) == table.may(CARLA) == {Vote}
    assert table.may(ANNA) == set(), "nobody votes on an answer of their own"
    table.votes(BEAT, True)
    assert table.phase == Phase.VOTING
    table.votes(CARLA, True)

    assert table.phase == Phase.SOLUTION
    assert table.cards() == [1, 0, 0]
    assert not table.state.own_word


@pytest.mark.clause("SN-C5")
def test_a_card_won_meanwhile_goes_over_to_the_earlier_buzz() -> None:
    table = SnapTable(3).deal().buzz(ANNA).wrong(ANNA).buzz(BEAT).right(BEAT)
    assert table.cards() == [0, 1, 0]
    table.appeals(ANNA).votes(CARLA, True).votes(BEAT, True)

    assert table.cards() == [1, 0, 0]
    table.wait(16)
    assert table.state.players[ANNA].won and not table.state.players[BEAT].won


@pytest.mark.clause("SN-C5")
def test_a_later_buzz_cannot_appeal_a_card_away() -> None:
    table = SnapTable(3).deal().buzz(ANNA).wrong(ANNA).buzz(BEAT).wrong(BEAT).buzz(CARLA).wrong(CARLA)
    table.appeals(ANNA).votes(BEAT, True).votes(CARLA, True)
    assert table.cards() == [1, 0, 0]
    with refused("SN-C5"):
        table.appeals(BEAT)


@pytest.mark.clause("SN-C5")
def test_of_two_upheld_the_earlier_buzz_counts() -> None:
    table = SnapTable(4).deal().buzz(BEAT).wrong(BEAT).buzz(ANNA).wrong(ANNA).unknown()
    table.appeals(ANNA)
    assert table.state.vote is not None and table.state.vote.seat == ANNA
    table.appeals(BEAT)  # may still be added while the vote runs
    for voter in (CARLA, DARIO):
        table.votes(voter, True)
    assert table.cards() == [1, 0, 0, 0]
    assert table.state.vote.seat == BEAT, "then the other one is voted on"
    for voter in (ANNA, CARLA):
        table.votes(voter, True)

    assert table.phase == Phase.SOLUTION
    assert table.cards() == [0, 1, 0, 0]


@pytest.mark.clause("SN-C5")
def test_appeals_are_voted_on_in_the_order_of_the_buzzes() -> None:
    table = SnapTable(4).deal()
    for seat in (CARLA, BEAT, ANNA):
        table.buzz(seat).wrong(seat)
    table.unknown().appeals(ANNA).appeals(BEAT).appeals(CARLA)
    assert table.state.vote is not None and table.state.vote.seat == ANNA, "a vote that runs is not broken off"
    table.wait(20)
    assert table.state.vote.seat == CARLA
    table.votes(ANNA, True).votes(DARIO, True)

    assert table.phase == Phase.SOLUTION, "Beat's later buzz cannot win the card any more"
    assert table.cards() == [0, 0, 1, 0]
    assert [given.appeal for given in table.state.answers] == [
        AppealState.UPHELD,
        AppealState.NONE,
        AppealState.REFUSED,
    ]


@pytest.mark.clause("CO-3")
@pytest.mark.parametrize(
    ("votes", "upheld"),
    [
        ({}, False),
        ({BEAT: True}, False),
        ({BEAT: True, CARLA: False}, False),
        ({BEAT: True, CARLA: True}, True),
        ({BEAT: False, CARLA: False}, False),
        ({BEAT: True, CARLA: True, DARIO: False}, True),
    ],
)
def test_a_strict_majority_of_those_asked_overturns_and_silence_upholds(votes: dict[Seat, bool], upheld: bool) -> None:
    table = SnapTable(4).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA)
    for voter, right in votes.items():
        if table.phase == Phase.VOTING:
            table.votes(voter, right)
    table.wait(20) if table.phase == Phase.VOTING else None

    assert table.state.answers[0].appeal == (AppealState.UPHELD if upheld else AppealState.REFUSED)
    assert table.cards() == [int(upheld), 0, 0, 0]


@pytest.mark.clause("CO-3", "CO-5")
def test_a_vote_lasts_20_seconds() -> None:
    table = SnapTable(3).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA).wait(19.9)
    assert table.phase == Phase.VOTING
    table.wait(0.1)
    assert table.phase == Phase.SOLUTION


@pytest.mark.clause("CO-3")
def test_one_appeal_per_answer_and_one_vote_per_person() -> None:
    table = SnapTable(4).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA)
    with refused("SN-C5"):
        table.appeals(ANNA)
    table.votes(BEAT, True)
    with refused("CO-9"):
        table.votes(BEAT, True)
    with refused("CO-9"):
        table.votes(ANNA, True)
    table.wait(20)
    with refused("SN-C5"):
        table.appeals(ANNA)


@pytest.mark.clause("CO-3")
def test_only_wrong_can_be_appealed_against() -> None:
    late = SnapTable(2).deal().buzz(ANNA).wait(30).unknown()
    with refused("SN-C5"):
        late.appeals(ANNA)
    gave_up = SnapTable(2).deal().buzz(ANNA).gives_up(ANNA).unknown()
    with refused("SN-C5"):
        gave_up.appeals(ANNA)
    silent = SnapTable(2).deal().unknown()
    with refused("SN-C5"):
        silent.appeals(ANNA)


@pytest.mark.clause("CO-9")
def test_only_persons_vote() -> None:
    table = SnapTable(4, bots=(CARLA, DARIO)).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA)
    assert table.may(CARLA) == table.may(DARIO) == set()
    with refused("CO-9"):
        table.votes(CARLA, True)
    table.votes(BEAT, True)
    assert table.cards() == [1, 0, 0, 0]


@pytest.mark.clause("CO-9")
def test_a_bot_does_not_appeal() -> None:
    table = SnapTable(3, bots=(ANNA,)).deal().buzz(ANNA).wrong(ANNA).unknown()
    with refused("SN-C5"):
        table.appeals(ANNA)


@pytest.mark.clause("CO-9")
def test_the_vote_holds_the_game() -> None:
    table = SnapTable(3).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA)
    with refused("SN-C1"):
        table.moves(table.others(table.dealer)[0], Deal(1))
    assert Deal not in table.may(table.dealer)


@pytest.mark.clause("CO-9")
def test_the_dealer_cannot_cut_an_appeal_short() -> None:
    table = SnapTable(3)
    other = table.others(table.dealer)[0]
    table.deal().buzz(other).wrong(other).unknown()
    assert table.phase == Phase.SOLUTION
    with refused("SN-C5"):
        table.deal()
    table.wait(6)
    assert table.phase == Phase.DEALING
    table.appeals(other)
    assert table.phase == Phase.VOTING
    table.wait(20 + 6)
    table.deal()
    assert table.phase == Phase.SHOWING


@pytest.mark.clause("SN-C5")
def test_an_appeal_ends_with_the_next_card() -> None:
    table = SnapTable(3).deal().buzz(ANNA).wrong(ANNA).unknown().wait(6).deal()
    with refused("SN-C1"):
        table.moves(ANNA, Appeal(1))
    with refused("SN-C5"):
        table.appeals(ANNA)


@pytest.mark.clause("SN-C5")
def test_the_last_card_can_be_appealed_for_too() -> None:
    table = SnapTable(3, cards=1, showings=1).deal().buzz(ANNA).wrong(ANNA).unknown()
    table.appeals(ANNA).votes(BEAT, True).votes(CARLA, True).wait(6)

    assert table.phase == Phase.END
    assert table.cards() == [1, 0, 0]
    assert table.state.unclaimed == ()


@pytest.mark.clause("SN-C5")
@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("won", [False, True])
def test_for_the_last_card_there_is_as_long_to_appeal_as_for_any_other(rounds: int, won: bool) -> None:
    table = SnapTable(3, cards=1, showings=1, rounds=rounds, dealer="host").host(Deal(0)).buzz(ANNA).wrong(ANNA)
    table.buzz(BEAT).right(BEAT) if won else table.unknown()
    begun = table.state.phase_at
    assert table.sees(ANNA).stage.due == begun + timedelta(seconds=16)
    table.wait((begun + timedelta(seconds=15.9) - table.now).total_seconds())
    assert table.phase == Phase.SOLUTION
    table.appeals(ANNA).host(Vote(1, True)).wait(6)

    assert table.phase == (Phase.END if rounds == 1 else Phase.ROUND_OVER)
    assert table.cards() == [1, 0, 0]


@pytest.mark.clause("SN-C5")
def test_the_last_card_is_over_as_soon_as_nobody_can_appeal_any_more() -> None:
    silent = SnapTable(3, cards=1, showings=1).deal().unknown().wait(5.9)
    assert silent.phase == Phase.SOLUTION
    assert silent.wait(0.1).phase == Phase.END

    left = SnapTable(3, cards=1, showings=1).deal().buzz(ANNA).wrong(ANNA).unknown().wait(8)
    assert left.phase == Phase.SOLUTION
    left.seated(ANNA, person=False)
    assert left.wait(0.1).phase == Phase.END

    slow = SnapTable(3, cards=1, showings=1).deal().buzz(ANNA).wrong(ANNA).unknown()
    assert slow.wait(15.9).phase == Phase.SOLUTION
    assert slow.wait(0.1).phase == Phase.END


@pytest.mark.clause("SN-C5", "SN-B1")
def test_a_host_who_deals_decides_alone() -> None:
    table = SnapTable(3, dealer="host").host(Deal(0)).buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA)
    assert table.may(HOST) == {Vote}
    assert table.may(BEAT) == set()
    table.host(Vote(1, True))
    assert table.cards() == [1, 0, 0]


@pytest.mark.clause("CO-9", "SN-F1")
def test_with_no_other_person_the_players_own_word_holds_and_the_game_is_marked() -> None:
    alone = SnapTable(1, cards=1).deal().wrong(ANNA).appeals(ANNA)
    assert alone.cards() == [1]
    assert alone.state.own_word
    alone.deal()
    assert alone.result is not None
    assert "own word" in alone.result.notes[0].text

    among_bots = SnapTable(3, bots=(BEAT, CARLA)).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA)
    assert among_bots.cards() == [1, 0, 0]
    assert among_bots.state.own_word


@pytest.mark.clause("CO-9", "CO-6")
def test_a_voter_who_leaves_is_no_longer_asked() -> None:
    table = SnapTable(4).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA).votes(BEAT, True)
    table.seated(CARLA, person=False)
    assert table.phase == Phase.VOTING
    table.seated(DARIO, person=False)
    assert table.cards() == [1, 0, 0, 0]
    assert not table.state.own_word


@pytest.mark.clause("CO-2", "CO-3")
def test_a_spoken_answer_can_be_appealed_for_as_well() -> None:
    table = spoken(4).deal().buzz(ANNA).judges(BEAT, False).unknown().appeals(ANNA)
    table.votes(CARLA, True).votes(DARIO, True)
    assert table.cards() == [1, 0, 0, 0]


@pytest.mark.clause("CO-9")
def test_voters_are_shown_the_answer_and_the_solution() -> None:
    table = SnapTable(4).deal().buzz(ANNA).wrong(ANNA, "Mauer, Bau der").unknown().appeals(ANNA)
    for watcher in (BEAT, CARLA, PUBLIC):
        seen = table.sees(watcher)
        assert seen.stage.vote == Tally(ANNA, ("Mauer, Bau der", "1900", "old hat"), 0, 0, 3)
        assert seen.card is not None and seen.card.solution is not None
    assert table.sees(BEAT).hand.vote is not None
    assert table.sees(ANNA).hand.vote is None
    table.votes(BEAT, False)
    assert table.sees(BEAT).hand.vote is None
    assert table.sees(CARLA).stage.vote == Tally(ANNA, ("Mauer, Bau der", "1900", "old hat"), 0, 1, 3)


# -- what everybody sees of an answer


@pytest.mark.clause("CO-10")
def test_once_judged_everybody_sees_the_answer_and_no_hint_what_was_wrong_with_it() -> None:
    def after(**parts: str) -> SnapTable:
        table = SnapTable(3).deal().buzz(ANNA)
        typed = {"name": table.event.name.en, "year": str(table.event.year), "mnemonic": "old hat"} | parts
        return table.moves(ANNA, Answer(1, **typed))

    table = after()
    shown = table.sees(BEAT).stage.answers[0]
    assert (shown.name, shown.verdict) == (table.event.name.en, Verdict.WRONG)
    # two answers wrong in different parts: everything but the words typed is the same
    other = after(year="1900", mnemonic="other hat")
    for watcher in (ANNA, BEAT, PUBLIC, HOST):
        one, two = table.sees(watcher), other.sees(watcher)
        assert one.news == two.news
        assert one.hand == two.hand
        assert one.stage.answers[0].verdict == two.stage.answers[0].verdict


@pytest.mark.clause("CO-10", "CO-7")
def test_nobody_reads_an_answer_before_it_is_judged() -> None:
    table = spoken(3).deal().buzz(ANNA).moves(ANNA, Answer(1, name="whispered"))
    assert table.phase == Phase.JUDGING
    assert all(b"whispered" not in repr(table.sees(seat)).encode() for seat in table.state.seats())
    assert len(EVENTS) == len(table.state.deck) + 1
