"""Snap! in other ways: everybody answers, one of four is picked, alone one judges oneself (SN-V1 to SN-V3)."""

import pytest
from msgspec import structs

from games.rules.kernel import HOST, PUBLIC, IllegalMove, Seat
from games.rules.quizterix_snap import Snap
from games.rules.quizterix_snap.moves import (
    Answer,
    Appeal,
    Buzz,
    Deal,
    GiveUp,
    Judge,
    Pick,
    Reveal,
    SnapOptions,
    Vote,
)
from games.rules.quizterix_snap.state import Phase, Verdict
from tests.rules.snap_table import ANNA, BEAT, CARLA, EVENTS, PACK, SnapTable


def refused(clause_id: str) -> "pytest.RaisesExc[IllegalMove]":
    return pytest.raises(IllegalMove, match=f"^{clause_id}:")


def bad(seats: int = 3, pack: object = PACK, **options: object) -> list[str]:
    problems = Snap().bad_options(SnapOptions(**options), seats, pack)  # type: ignore[arg-type]
    return [problem.field for problem in problems]


# -- everybody answers -----------------------------------------------------------------------------------------------

V1 = pytest.mark.clause("SN-V1")


def together(players: int = 3, **options: object) -> SnapTable:
    return SnapTable(players, everybody=True, **options).deal()  # type: ignore[arg-type]


@V1
def test_there_is_no_buzzer_and_everybody_answers_once() -> None:
    table = together()
    for seat in (ANNA, BEAT, CARLA):
        assert table.may(seat) == {Answer, GiveUp}
    with refused("SN-C4"):
        table.moves(ANNA, Buzz(1, 900))
    table.right(ANNA)
    assert table.may(ANNA) == set()
    with refused("SN-V1"):
        table.right(ANNA)
    assert table.phase == Phase.EVERYBODY


@V1
def test_the_card_is_closed_when_the_last_has_answered_or_time_is_up() -> None:
    table = together().right(BEAT).wrong(ANNA).gives_up(CARLA)
    assert table.phase == Phase.SOLUTION

    late = together().right(BEAT).wait(29.9)
    assert late.phase == Phase.EVERYBODY
    late.wait(0.1)
    assert late.phase == Phase.SOLUTION and late.cards() == [0, 1, 0]

    assert together(seconds=5).wait(5).phase == Phase.SOLUTION


@V1
def test_every_right_answer_counts_one_and_the_card_leaves() -> None:
    table = together()
    card = table.state.card
    table.right(CARLA).right(ANNA).wrong(BEAT)

    assert table.cards() == [1, 0, 1]
    assert table.sees(PUBLIC).stage.winner is None
    table.wait(20)
    assert table.cards() == [1, 0, 1]
    assert table.state.known == (card,) and card not in (*table.state.deck, table.state.card)
    assert [solution.name for solution in table.sees(ANNA).pile.won] == [table.pack.events[card].name]
    assert table.sees(BEAT).pile.won == table.sees(PUBLIC).pile.won == ()
    assert table.sees(PUBLIC).bar.card == 2


@V1
@pytest.mark.clause("SN-C4", "SN-D1")
def test_a_card_that_nobody_knew_goes_back_and_in_the_end_stays_unclaimed() -> None:
    table = together(2, showings=2)
    card = table.state.card
    table.wrong(ANNA).gives_up(BEAT).wait(20)
    assert card in (table.state.card, *table.state.deck) and table.state.failed[card] == 1
    for _ in range(40):
        if table.phase == Phase.END:
            break
        table.gives_up(ANNA).gives_up(BEAT).wait(20)
    assert sorted(table.state.unclaimed) == list(range(len(EVENTS)))


@V1
@pytest.mark.clause("SN-E1")
def test_most_right_answers_win_over_all_rounds_and_equal_numbers_share() -> None:
    table = together(3, cards=2, rounds=2)
    table.right(ANNA).right(BEAT).gives_up(CARLA).wait(20)
    table.gives_up(ANNA).right(BEAT).gives_up(CARLA).wait(20)
    assert table.phase == Phase.ROUND_OVER
    table.deal().deal()
    table.right(ANNA).right(CARLA).gives_up(BEAT).wait(20)
    table.gives_up(BEAT).right(CARLA).gives_up(ANNA).wait(20)

    assert table.result is not None
    assert {line.seat: (line.place, line.score) for line in table.result.ranking} == {
        ANNA: (1, 2),
        BEAT: (1, 2),
        CARLA: (1, 2),
    }
    assert table.state.known_before == 2 and not table.result.notes


@V1
def test_speed_counts_nothing_unless_the_host_chose_so() -> None:
    table = together()
    table.wait(3).right(BEAT).wait(9).right(ANNA).gives_up(CARLA)
    assert table.cards() == [1, 1, 0]
    assert all(given.reaction == 0 for given in table.state.answers), "nor is it written down"

    quick = together(speed=True)
    quick.wait(3).wrong(CARLA).wait(3).right(BEAT).wait(9).right(ANNA)
    assert quick.cards() == [1, 2, 0], "the quickest right answer counts double"
    assert quick.sees(PUBLIC).stage.everybody.quickest == (BEAT,)  # type: ignore[union-attr]
    quick.deal()
    assert quick.cards() == [1, 2, 0]


@V1
@pytest.mark.clause("SN-C3")
def test_a_slow_line_is_taken_off_the_time_and_what_a_browser_claims_is_not_believed() -> None:
    table = together(speed=True, lines={ANNA: 800, BEAT: 20})
    table.wait(3).moves(BEAT, structs.replace(table.solution(), reaction=1))
    table.wait(0.7).right(ANNA).gives_up(CARLA)

    assert [given.reaction for given in table.state.answers] == [2_980, 2_900, 0]
    assert table.cards() == [2, 1, 0]


@V1
def test_answers_as_near_as_a_tie_are_level() -> None:
    table = together(speed=True)
    table.wait(3).right(BEAT).wait(0.03).right(ANNA).gives_up(CARLA)
    assert table.cards() == [2, 2, 0]


@V1
@pytest.mark.clause("CO-7")
def test_nobody_learns_what_another_has_answered_before_the_card_is_closed() -> None:
    views = []
    for answer in ("right", "wrong", "gives_up"):
        table = together()
        getattr(table.wait(2), answer)(BEAT)
        views.append([table.sees(watcher) for watcher in (ANNA, CARLA, HOST, PUBLIC)])
        mine = table.sees(BEAT).hand.mine
        assert mine is not None and mine.verdict is None, "not even one's own verdict: it would be seen over a shoulder"
        assert table.sees(PUBLIC).stage.everybody.answered == 1  # type: ignore[union-attr]
        assert [line.answered for line in table.sees(PUBLIC).seats] == [False, True, False]
    assert views[0] == views[1] == views[2]


@V1
def test_who_knew_it_is_named_and_who_did_not_is_only_counted() -> None:
    table = together().right(CARLA).wrong(ANNA, "Sputnik").gives_up(BEAT)
    for watcher in (PUBLIC, BEAT, CARLA):
        seen = table.sees(watcher)
        assert seen.stage.everybody.knew == (CARLA,) and seen.stage.everybody.missed == 2  # type: ignore[union-attr]
        assert seen.stage.answers == () and "Sputnik" not in repr(seen)
        assert [line.gained for line in seen.seats] == [False, False, True]
    mine = table.sees(ANNA).hand.mine
    assert mine is not None and (mine.verdict, mine.name) == (Verdict.WRONG, "Sputnik")


@V1
@pytest.mark.clause("SN-C5")
def test_a_typed_answer_may_be_appealed_once_the_card_is_closed() -> None:
    table = together().right(ANNA).wrong(BEAT)
    with refused("SN-C5"):
        table.appeals(BEAT)
    table.gives_up(CARLA)
    assert Appeal in table.may(BEAT) and Appeal not in table.may(CARLA) | table.may(ANNA)
    table.appeals(BEAT)
    assert table.phase == Phase.VOTING and table.may(ANNA) == {Vote}
    table.votes(ANNA, True).votes(CARLA, True)

    assert table.cards() == [1, 1, 0], "somebody else's right answer stays right"


@V1
def test_two_may_appeal_and_both_are_voted_on() -> None:
    table = together().wrong(ANNA).wrong(BEAT).gives_up(CARLA).appeals(BEAT).appeals(ANNA)
    for _ in range(2):
        for seat in (ANNA, BEAT, CARLA):
            if Vote in table.may(seat):
                table.votes(seat, True)
    assert table.cards() == [1, 1, 0]


@V1
@pytest.mark.clause("CO-6")
def test_whoever_sits_down_meanwhile_answers_too() -> None:
    table = together(2).right(ANNA)
    table.seated(CARLA, person=True)
    table.right(BEAT)
    assert table.phase == Phase.EVERYBODY
    table.right(CARLA)
    assert table.phase == Phase.SOLUTION and table.cards() == [1, 1, 1]


@V1
@pytest.mark.clause("SN-F1")
def test_alone_everybody_is_one_and_who_sits_down_beside_them_ends_the_card() -> None:
    table = together(1)
    assert table.phase == Phase.ANSWERING
    table.seated(BEAT, person=True)
    table.wrong(ANNA)
    assert table.phase == Phase.SOLUTION
    table.wait(16)
    assert table.phase == Phase.EVERYBODY


@V1
def test_what_does_not_go_with_everybody_is_refused() -> None:
    assert bad(everybody=True) == bad(everybody=True, speed=True) == bad(everybody=True, answering="picked") == []
    assert bad(everybody=True, answering="spoken") == ["everybody"]
    assert bad(speed=True) == ["speed"]


# -- one of four -----------------------------------------------------------------------------------------------------

V2 = pytest.mark.clause("SN-V2")


@V2
def test_the_same_four_whole_cards_lie_there_for_all_and_none_is_marked() -> None:
    table = SnapTable(3, answering="picked").deal()
    choices = table.sees(ANNA).card.choices  # type: ignore[union-attr]
    for watcher in (BEAT, CARLA, HOST, PUBLIC):
        assert table.sees(watcher).card.choices == choices  # type: ignore[union-attr]
    assert len({choice.year for choice in choices}) == 4 and not any(choice.right for choice in choices)
    assert (table.event.name, table.event.year) in [(choice.name, choice.year) for choice in choices]
    assert table.sees(PUBLIC).asked.parts == () and table.sees(PUBLIC).bar.easier

    table.unknown()
    marked = [choice for choice in table.sees(PUBLIC).card.choices if choice.right]  # type: ignore[union-attr]
    assert [(choice.name, choice.year) for choice in marked] == [(table.event.name, table.event.year)]


@V2
def test_whoever_has_the_buzzer_picks_and_a_wrong_pick_opens_it_again() -> None:
    table = SnapTable(3, answering="picked").deal().buzz(ANNA)
    assert table.may(ANNA) == {Pick, GiveUp}
    with refused("SN-V2"):
        table.moves(ANNA, table.solution())
    table.picks(ANNA, right=False)
    assert table.phase == Phase.SHOWING
    shown = table.sees(PUBLIC).stage.answers[0]
    assert shown.verdict == Verdict.WRONG and table.state.four[shown.choice] != table.state.card  # type: ignore[index]
    table.buzz(BEAT).picks(BEAT)
    assert table.cards() == [0, 1, 0]


@V2
def test_there_are_15_seconds_to_pick_and_no_appeal() -> None:
    table = SnapTable(3, answering="picked").deal().buzz(ANNA).wait(14.9)
    assert table.phase == Phase.ANSWERING
    table.wait(0.1)
    assert table.state.answers[0].verdict == Verdict.LATE

    wrong = SnapTable(3, answering="picked").deal().buzz(ANNA).picks(ANNA, right=False).unknown()
    assert Appeal not in wrong.may(ANNA)


@V1
@V2
def test_everybody_may_pick() -> None:
    table = together(answering="picked")
    table.picks(ANNA).picks(BEAT, right=False).picks(CARLA)
    assert table.cards() == [1, 0, 1]


@V2
@pytest.mark.clause("SN-F1")
def test_alone_one_may_pick_too() -> None:
    table = SnapTable(1, answering="picked").deal().picks(ANNA)
    assert table.cards() == [1]


@V2
def test_no_such_card_can_be_picked_and_where_answers_are_typed_none() -> None:
    with refused("SN-V2"):
        SnapTable(2).deal().buzz(ANNA).moves(ANNA, Pick(1, 0))


@V2
def test_a_deck_with_fewer_than_four_cards_of_different_years_refuses_it() -> None:
    assert bad(answering="picked") == []
    assert bad(answering="picked", pack=structs.replace(PACK, events=EVENTS[:3])) == ["answering"]
    without = structs.replace(PACK, events=tuple(structs.replace(e, mnemonic=type(e.mnemonic)()) for e in EVENTS))
    assert bad(answering="picked", pack=without) == [], "nobody is asked for a mnemonic"


# -- judged by oneself -----------------------------------------------------------------------------------------------

V3 = pytest.mark.clause("SN-V3")


@V3
def test_alone_one_sees_the_solution_judges_and_the_next_card_comes_by_itself() -> None:
    table = SnapTable(1, answering="oneself").deal()
    assert table.may(ANNA) == {Reveal, GiveUp}
    assert table.sees(ANNA).hand.judge is None and "1961" not in repr(table.sees(ANNA))
    table.reveals(ANNA)
    assert table.phase == Phase.JUDGING and table.may(ANNA) == {Judge}
    assert table.sees(ANNA).hand.judge.name == table.event.name  # type: ignore[union-attr]
    assert table.sees(PUBLIC).card.solution is None  # type: ignore[union-attr]
    table.judges(ANNA, True)
    assert table.cards() == [1]
    table.wait(1)
    assert table.phase == Phase.ANSWERING and table.state.showing == 2


@V3
def test_what_one_calls_wrong_comes_back_and_cannot_be_appealed() -> None:
    table = SnapTable(1, answering="oneself").deal()
    card = table.state.card
    table.reveals(ANNA).judges(ANNA, False)
    assert Appeal not in table.may(ANNA)
    table.wait(1)
    assert card in (table.state.card, *table.state.deck)


@V3
def test_there_is_no_hurry_unless_one_has_chosen_a_clock() -> None:
    table = SnapTable(1, answering="oneself").deal().wait(3600).reveals(ANNA).wait(3600)
    assert table.phase == Phase.JUDGING

    clocked = SnapTable(1, answering="oneself", clock=30).deal().reveals(ANNA).wait(30)
    assert clocked.phase == Phase.SOLUTION and clocked.state.answers[0].verdict == Verdict.WRONG


@V3
@pytest.mark.clause("CO-6")
def test_a_bot_alone_types_and_whoever_sits_down_beside_one_sees_the_buzzer() -> None:
    bot = SnapTable(1, bots=(ANNA,), answering="oneself").wait(1)
    assert bot.may(ANNA) == {Answer, GiveUp}

    left = SnapTable(1, answering="oneself").deal().reveals(ANNA)
    left.seated(ANNA, person=False)
    assert left.may(ANNA) == {Answer, GiveUp}

    joined = SnapTable(1, answering="oneself").deal()
    joined.seated(BEAT, person=True)
    joined.wrong(ANNA)
    assert joined.phase == Phase.SHOWING and joined.may(BEAT) >= {Buzz, GiveUp}


@V3
def test_only_whoever_plays_alone_may_judge_themselves() -> None:
    assert bad(1, answering="oneself") == []
    assert bad(2, answering="oneself") == ["answering"]
    with refused("SN-B2"):
        SnapTable(2).deal().reveals(ANNA)


# -- how many cards --------------------------------------------------------------------------------------------------


@pytest.mark.clause("SN-D1")
@pytest.mark.parametrize(
    ("options", "count"),
    [({}, 52), ({"length": "short"}, 15), ({"length": "evening"}, 30), ({"length": "short", "cards": 4}, 4)],
)
def test_a_round_may_be_short_or_fill_an_evening(options: dict[str, object], count: int) -> None:
    many = structs.replace(PACK, events=tuple(structs.replace(EVENTS[n % 6], year=1900 + n) for n in range(52)))
    assert SnapTable(2, pack=many, **options).state.cards == count  # type: ignore[arg-type]
    assert SnapTable(2, length="short").state.cards == len(EVENTS), "a smaller deck is played as it is"


def test_nobody_but_the_seats_answers() -> None:
    table = together()
    for seat in (HOST, Seat(7)):
        with refused("SN-C2"):
            table.moves(seat, Answer(1))
    assert Deal not in table.may(ANNA)
