"""Snap! from the shuffle to the ranking, clause by clause."""

from datetime import timedelta

import msgspec
import pytest

from games.rules.kernel import HOST, PUBLIC, IllegalMove, Options, Place, Seat
from games.rules.pack import Pack
from games.rules.quizterix_snap import Snap
from games.rules.quizterix_snap.moves import Answer, Appeal, Buzz, Deal, GiveUp, SnapOptions, Vote
from games.rules.quizterix_snap.state import Phase, Verdict
from games.rules.words import Text
from tests.rules.snap_table import ANNA, BEAT, CARLA, EVENTS, PACK, SnapTable


def refused(clause_id: str) -> "pytest.RaisesExc[IllegalMove]":
    return pytest.raises(IllegalMove, match=f"^{clause_id}:")


# -- the aim and the table


@pytest.mark.clause("SN-A1", "SN-E1")
def test_whoever_has_most_cards_wins() -> None:
    table = SnapTable(3)
    table.win(ANNA).win(BEAT).win_all(CARLA)

    assert table.cards() == [1, 1, 4]
    assert table.result is not None
    assert table.result.winners == (CARLA,)
    assert table.result.ranking == (Place(1, CARLA, 4), Place(2, ANNA, 1), Place(2, BEAT, 1))


@pytest.mark.clause("SN-B1", "CO-4")
def test_events_are_shuffled_and_a_dealer_is_drawn() -> None:
    tables = [SnapTable(3, secret=bytes([n])) for n in range(60)]

    assert all(sorted(table.state.deck) == list(range(len(EVENTS))) for table in tables)
    assert len({table.state.deck for table in tables}) > 50
    assert {table.dealer for table in tables} == {0, 1, 2}
    again = SnapTable(3, secret=bytes([7]))
    assert (again.state.deck, again.dealer) == (tables[7].state.deck, tables[7].dealer)


@pytest.mark.clause("SN-B1")
def test_the_dealer_plays_too() -> None:
    table = SnapTable(2)
    table.deal().buzz(table.dealer).right(table.dealer)

    assert table.state.winner == table.dealer


@pytest.mark.clause("SN-B1")
def test_a_host_may_deal_without_playing() -> None:
    table = SnapTable(2, dealer="host")
    with refused("SN-C1"):
        table.moves(ANNA, Deal(0))
    table.host(Deal(0))

    assert table.phase == Phase.SHOWING
    assert table.may(HOST) == set()
    with refused("SN-C2"):
        table.host(Buzz(1, 1500))


@pytest.mark.clause("SN-B1")
def test_two_to_forty_play_and_one_alone_revises() -> None:
    assert (Snap.seats.start, Snap.seats.stop) == (1, 41)
    forty = SnapTable(40)
    forty.deal().buzz(Seat(39)).right(Seat(39))
    assert forty.state.winner == 39


@pytest.mark.clause("CO-6")
def test_latecomers_take_a_new_seat_up_to_forty() -> None:
    table = SnapTable(2).deal()
    table.seated(Seat(2), person=True)
    table.buzz(CARLA).right(CARLA)
    assert table.cards() == [0, 0, 1]

    for number in range(3, 40):
        table.seated(Seat(number), person=False)
    with refused("CO-6"):
        table.seated(Seat(40), person=True)
    with refused("CO-6"):
        SnapTable(2).seated(Seat(3), person=True)


@pytest.mark.clause("CO-6")
def test_a_seat_handed_over_loses_nothing() -> None:
    table = SnapTable(2).win(ANNA)
    table.seated(ANNA, person=False)
    assert table.cards() == [1, 0]
    assert not table.sees(BEAT).seats[ANNA].person
    table.seated(ANNA, person=True)
    assert table.cards() == [1, 0]
    assert table.sees(BEAT).seats[ANNA].person


# -- one card


@pytest.mark.clause("SN-C1")
def test_the_dealer_turns_up_the_top_card_and_does_not_choose_it() -> None:
    table = SnapTable(3)
    top = table.state.deck[0]
    other = table.others(table.dealer)[0]
    with refused("SN-C1"):
        table.moves(other, Deal(0))
    table.deal()

    assert table.state.card == top
    assert msgspec.to_builtins(Deal(0)) == {"move": "deal", "showing": 0}, "a deal names no card"


@pytest.mark.clause("SN-C1")
def test_the_card_turns_up_by_itself_after_ten_seconds() -> None:
    table = SnapTable(3).wait(9.9)
    assert table.phase == Phase.DEALING
    table.wait(0.1)
    assert table.phase == Phase.SHOWING

    table.unknown()
    assert table.phase == Phase.SOLUTION
    table.wait(9.9)
    assert table.phase == Phase.DEALING
    table.wait(0.1)
    assert table.phase == Phase.SHOWING


@pytest.mark.clause("SN-C1")
def test_a_second_press_does_not_turn_up_a_second_card() -> None:
    table = SnapTable(3).deal()
    with refused("CO-14"):
        table.moves(table.dealer, Deal(0))
    with refused("SN-C1"):
        table.moves(table.dealer, Deal(1))


@pytest.mark.clause("SN-E1")
def test_the_cards_of_this_round_and_of_all_rounds_are_shown() -> None:
    table = SnapTable(2, rounds=2, cards=2).win(ANNA).win(ANNA).deal().win(ANNA)
    line = table.sees(BEAT).seats[ANNA]
    assert (line.cards, line.this_round) == (3, 1)


@pytest.mark.clause("SN-C2")
def test_name_year_and_mnemonic_all_right_win_the_card() -> None:
    table = SnapTable(3).deal().buzz(BEAT)
    assert table.phase == Phase.ANSWERING
    assert table.may(BEAT) == {Answer, GiveUp}
    assert not table.may(ANNA) and not table.may(CARLA)
    with refused("SN-C2"):
        table.right(ANNA)
    table.right(BEAT)

    assert table.phase == Phase.SOLUTION
    assert table.cards() == [0, 1, 0]


@pytest.mark.clause("SN-C2")
@pytest.mark.parametrize("part", ["name", "year", "mnemonic"])
def test_one_part_wrong_is_wrong(part: str) -> None:
    table = SnapTable(3).deal().buzz(BEAT)
    table.moves(BEAT, msgspec.structs.replace(table.solution(), **{part: "42"}))

    assert table.phase == Phase.SHOWING
    assert table.state.answers[0].verdict == Verdict.WRONG
    assert table.cards() == [0, 0, 0]


@pytest.mark.clause("SN-C2", "CO-8")
def test_the_answer_may_come_in_any_language_of_the_card() -> None:
    table = SnapTable(3).deal().buzz(BEAT)
    table.moves(BEAT, msgspec.structs.replace(table.solution(), name=table.event.name.de))

    assert table.state.winner == BEAT


@pytest.mark.clause("SN-C2")
def test_wrong_locks_out_and_opens_the_buzzer_for_the_others() -> None:
    table = SnapTable(3).deal().buzz(BEAT).wrong(BEAT)

    assert table.phase == Phase.SHOWING
    assert Buzz in table.may(ANNA) and Buzz in table.may(CARLA)
    with refused("SN-C2"):
        table.buzz(BEAT)
    table.buzz(CARLA).right(CARLA)
    assert table.cards() == [0, 0, 1]


@pytest.mark.clause("SN-C2")
@pytest.mark.parametrize(("chosen", "seconds"), [(0, 30), (5, 5), (60, 60)])
def test_late_is_as_bad_as_wrong(chosen: int, seconds: int) -> None:
    table = SnapTable(3, seconds=chosen).deal().buzz(BEAT)
    table.wait(seconds - 0.1)
    assert table.phase == Phase.ANSWERING
    table.wait(0.1)

    assert table.phase == Phase.SHOWING
    assert table.state.answers[0].verdict == Verdict.LATE
    with refused("SN-C2"):
        table.right(BEAT)


@pytest.mark.clause("SN-C2", "CO-5")
def test_what_comes_after_the_deadline_is_late_even_if_no_alarm_rang() -> None:
    table = SnapTable(3).deal().buzz(BEAT)
    table.now += timedelta(seconds=30.5)  # nobody's alarm has rung
    with refused("SN-C2"):
        table.right(BEAT)


@pytest.mark.clause("SN-C2")
def test_who_gives_up_is_locked_out_too() -> None:
    table = SnapTable(3).deal().buzz(BEAT).gives_up(BEAT)

    assert table.state.answers[0].verdict == Verdict.GAVE_UP
    assert BEAT in table.state.locked()
    with refused("SN-C2"):
        table.gives_up(BEAT)


@pytest.mark.clause("SN-C6")
def test_when_all_have_said_that_they_do_not_know_it_the_card_is_flipped() -> None:
    table = SnapTable(3).deal()
    for seat, said in ((ANNA, 1), (BEAT, 2)):
        assert GiveUp in table.may(seat)
        table.gives_up(seat)
        assert (table.phase, table.sees(PUBLIC).stage.unknowing) == (Phase.SHOWING, said)
        assert table.sees(seat).hand.passed and GiveUp not in table.may(seat)
        with refused("SN-C6"):
            table.gives_up(seat)
    table.gives_up(CARLA)

    assert table.phase == Phase.SOLUTION and not table.state.answers
    card = table.state.card
    table.deal()
    assert table.state.failed[card] == 1 and not table.state.unknowing, "shown in vain, and shuffled back in"


@pytest.mark.clause("SN-C6")
def test_whoever_does_not_know_it_may_think_of_it_after_all() -> None:
    table = SnapTable(3).deal().gives_up(ANNA).buzz(ANNA).right(ANNA)
    assert table.cards() == [1, 0, 0]


@pytest.mark.clause("SN-C6")
def test_after_a_wrong_answer_nobody_is_waited_for_who_does_not_know_it() -> None:
    table = SnapTable(3).deal().gives_up(ANNA).gives_up(BEAT).buzz(CARLA)
    with refused("SN-C2"):
        table.gives_up(ANNA)
    table.wrong(CARLA)
    assert table.phase == Phase.SOLUTION

    one_left = SnapTable(3).deal().gives_up(ANNA).buzz(CARLA).wrong(CARLA)
    assert one_left.phase == Phase.SHOWING
    one_left.gives_up(BEAT)
    assert one_left.phase == Phase.SOLUTION


@pytest.mark.clause("SN-C4", "CO-5")
def test_after_ten_seconds_without_a_buzz_the_solution_is_shown() -> None:
    table = SnapTable(3).deal()
    assert table.sees(ANNA).stage.due == table.now + timedelta(seconds=10)
    table.wait(10.9)
    assert table.phase == Phase.SHOWING, "a buzz that was in time may still be on its way"
    table.wait(0.1)

    assert table.phase == Phase.SOLUTION
    for watcher in (*table.state.seats(), HOST, Seat(-2)):
        card = table.sees(watcher).card
        assert card is not None and card.solution is not None
        assert card.solution.name == table.event.name


@pytest.mark.clause("SN-C4", "SN-C3")
@pytest.mark.parametrize(
    ("line", "pressed", "arrives", "counts"),
    [
        (300, 9900, 10_200, True),
        (20, 9990, 10_010, True),
        (1000, 9999, 10_999, True),
        (300, 9900, 10_300, True),  # the line has been a little slower than measured
        (300, 10_001, 10_301, False),
        (20, 9900, 10_200, False),  # no line of 20 ms takes so long: pressed later, as far as the site can know
        (20, 500, 10_200, False),
        (300, 60_000, 10_001, False),
        (1000, 9900, 11_001, False),
    ],
)
def test_a_press_in_time_may_arrive_a_little_later(line: int, pressed: int, arrives: int, counts: bool) -> None:
    table = SnapTable(3, lines={BEAT: line}).deal()
    if counts:
        table.buzz_arrives(BEAT, pressed, arrives)
        assert table.buzzer == BEAT
    else:
        with refused("SN-C4"):
            table.buzz_arrives(BEAT, pressed, arrives)
        assert table.wait(1).phase == Phase.SOLUTION


@pytest.mark.clause("SN-C4", "SN-C3")
def test_a_press_in_time_may_arrive_later_when_the_buzzer_has_opened_again_too() -> None:
    table = SnapTable(3, lines={CARLA: 300}).deal().buzz(BEAT).wrong(BEAT).buzz_arrives(CARLA, 9900, 10_200)
    assert table.buzzer == CARLA


@pytest.mark.clause("SN-C4", "CO-7")
def test_until_the_last_press_can_have_arrived_nobody_sees_the_solution() -> None:
    table = SnapTable(3).deal().wait(10.9)
    for watcher in (*table.state.seats(), HOST, Seat(-2)):
        card = table.sees(watcher).card
        assert card is not None and card.solution is None


@pytest.mark.clause("SN-C4")
def test_ten_seconds_run_again_when_the_buzzer_opens_again() -> None:
    table = SnapTable(3).deal().wait(9)
    table.buzz(BEAT, 9500).wrong(BEAT)
    assert table.sees(ANNA).stage.due == table.now + timedelta(seconds=10)
    table.wait(10.9)
    assert table.phase == Phase.SHOWING
    table.wait(0.1)
    assert table.phase == Phase.SOLUTION


@pytest.mark.clause("SN-C4")
def test_when_all_are_locked_out_the_solution_is_shown() -> None:
    table = SnapTable(2).deal().buzz(ANNA).wrong(ANNA).buzz(BEAT).wrong(BEAT)

    assert table.phase == Phase.SOLUTION


@pytest.mark.clause("SN-C4")
def test_an_unsolved_card_is_shuffled_back_in_at_a_random_place() -> None:
    places = set()
    for number in range(80):
        table = SnapTable(2, secret=bytes([number])).wait(10)
        card = table.state.card
        table.wait(21)
        assert card is not None
        order = (table.state.card, *table.state.deck)
        assert sorted(c for c in order if c is not None) == list(range(len(EVENTS)))
        places.add(order.index(card))
    assert places == set(range(len(EVENTS)))


@pytest.mark.clause("SN-C4", "CO-5")
def test_the_buzzer_is_closed_while_the_solution_lies_open() -> None:
    table = SnapTable(2).deal().unknown()
    with refused("SN-C4"):
        table.buzz(ANNA)


# -- the end


@pytest.mark.clause("SN-D1")
def test_the_round_ends_with_the_last_card() -> None:
    table = SnapTable(2).win_all(ANNA)

    assert table.phase == Phase.END
    assert table.cards() == [len(EVENTS), 0]


@pytest.mark.clause("SN-D1")
@pytest.mark.parametrize("limit", [1, 2, 3, 10])
def test_a_card_shown_in_vain_too_often_stays_unclaimed(limit: int) -> None:
    table = SnapTable(2, cards=1, showings=limit)
    for _ in range(limit):
        assert table.phase == Phase.DEALING
        table.deal().unknown().wait(6)

    assert table.phase == Phase.END
    assert table.cards() == [0, 0]
    assert len(table.state.unclaimed) == 1
    assert table.result is not None
    assert [note.text for note in table.result.notes] == ["%(n)s card stayed unclaimed."]


@pytest.mark.clause("SN-D1")
def test_without_a_limit_a_card_comes_back_for_ever() -> None:
    table = SnapTable(2, cards=1, showings=0)
    for showing in range(1, 101):
        table.deal().unknown().wait(6)
        assert table.state.showing == showing
    table.win(ANNA)
    assert table.phase == Phase.END


@pytest.mark.clause("SN-E1")
def test_rounds_add_up_and_each_has_a_dealer_drawn_anew() -> None:
    table = SnapTable(3, rounds=3, cards=2)
    table.win(ANNA).win(BEAT)
    assert table.phase == Phase.ROUND_OVER
    table.deal()
    assert table.phase == Phase.DEALING
    table.win(ANNA).win(CARLA)
    assert table.phase == Phase.ROUND_OVER
    table.wait(15)
    assert table.phase == Phase.DEALING
    assert table.cards() == [2, 1, 1]
    table.win(BEAT).win(CARLA)

    assert table.phase == Phase.END
    assert table.result is not None
    assert table.result.winners == (ANNA, BEAT, CARLA)
    dealers = set()
    for number in range(30):
        rounds = SnapTable(3, rounds=2, cards=1, secret=bytes([number]))
        first = rounds.dealer
        rounds.win(ANNA).deal()
        dealers.add(rounds.dealer == first)
    assert dealers == {True, False}


@pytest.mark.clause("SN-E1", "CO-12")
def test_equal_numbers_share_the_win() -> None:
    table = SnapTable(3, cards=4).win(ANNA).win(BEAT).win(ANNA).win(BEAT)

    assert table.result is not None
    assert table.result.winners == (ANNA, BEAT)
    assert [line.place for line in table.result.ranking] == [1, 1, 3]


@pytest.mark.clause("SN-D1", "SN-E1")
def test_a_round_may_be_played_with_part_of_the_deck() -> None:
    drawn = {tuple(sorted(SnapTable(2, cards=2, secret=bytes([n])).state.deck)) for n in range(40)}
    assert all(len(cards) == 2 for cards in drawn)
    assert len(drawn) > 8


@pytest.mark.clause("SN-E2")
@pytest.mark.parametrize("asked", ["name", "year", "mnemonic"])
def test_only_what_is_asked_counts_and_the_card_says_it(asked: str) -> None:
    options = {f"ask_{part}": part == asked for part in ("name", "year", "mnemonic")}
    table = SnapTable(2, **options).deal()
    assert table.sees(ANNA).asked.parts == (asked,)
    table.buzz(ANNA)
    form = table.sees(ANNA).hand.form
    assert form is not None and form.asked == (asked,)
    table.moves(ANNA, Answer(1, **{asked: getattr(table.solution(), asked)}))
    assert table.state.winner == ANNA


@pytest.mark.clause("SN-E2")
def test_all_three_are_asked_by_default() -> None:
    assert SnapTable(2).sees(ANNA).asked.parts == ("name", "year", "mnemonic")


# -- alone


@pytest.mark.clause("SN-F1")
def test_alone_there_is_no_buzzer_and_no_hurry() -> None:
    table = SnapTable(1).deal()
    assert table.phase == Phase.ANSWERING
    with refused("SN-C2"):
        table.buzz(ANNA)
    table.wait(3600)
    assert table.phase == Phase.ANSWERING
    table.right(ANNA)
    assert table.cards() == [1]


@pytest.mark.clause("SN-F1")
def test_alone_wrong_shows_the_solution_and_the_card_comes_back() -> None:
    table = SnapTable(1, showings=1).deal()
    card = table.state.card
    table.wrong(ANNA)
    assert table.phase == Phase.SOLUTION
    table.wait(14.9)
    assert table.phase == Phase.SOLUTION, "alone, there is more time to learn what one did not know"
    table.wait(1.1)
    assert table.phase == Phase.ANSWERING, "the next card turns up by itself"
    assert card in (table.state.card, *table.state.deck)
    assert not table.state.unclaimed


@pytest.mark.clause("SN-F1")
def test_alone_nothing_needs_a_tap_that_decides_nothing() -> None:
    table = SnapTable(1).wait(1)
    assert table.phase == Phase.ANSWERING
    for showing in range(1, len(EVENTS)):
        table.right(ANNA).wait(7)
        assert (table.phase, table.state.showing) == (Phase.ANSWERING, showing + 1)
    table.right(ANNA).wait(16)
    assert table.phase == Phase.END


@pytest.mark.clause("SN-F1")
def test_alone_the_game_ends_when_all_cards_are_won() -> None:
    table = SnapTable(1, showings=1).deal().wrong(ANNA).deal()
    for _ in range(len(EVENTS)):
        table.right(ANNA)
        table.deal()
    assert table.phase == Phase.END
    assert table.cards() == [len(EVENTS)]


@pytest.mark.clause("SN-F1")
def test_alone_what_one_did_not_know_in_an_earlier_round_counts_too() -> None:
    table = SnapTable(1, rounds=2, cards=1).deal().wrong(ANNA).deal().right(ANNA).deal()
    assert table.phase == Phase.ROUND_OVER
    table.deal().deal().right(ANNA).deal()
    assert table.phase == Phase.END and table.rules.record(table.state) == (2, -1)


@pytest.mark.clause("SN-F1", "CO-5")
def test_alone_a_clock_may_be_chosen() -> None:
    table = SnapTable(1, clock=30).deal().wait(29.9)
    assert table.phase == Phase.ANSWERING
    table.wait(0.1)
    assert table.phase == Phase.SOLUTION
    assert table.state.answers[0].verdict == Verdict.LATE


@pytest.mark.clause("SN-F1", "CO-6")
def test_who_sits_down_beside_one_alone_is_not_kept_waiting() -> None:
    table = SnapTable(1).deal()
    table.seated(BEAT, person=True)
    table.wait(30)
    assert table.state.answers[0].verdict == Verdict.LATE
    assert table.phase == Phase.SHOWING
    table.buzz(BEAT).right(BEAT)
    assert table.cards() == [0, 1]


# -- options


@pytest.mark.clause("CO-11")
def test_snap_is_not_played_at_a_24_hour_table() -> None:
    assert [bad.field for bad in Snap().bad_options(SnapOptions(clock=86_400), 2, PACK)] == ["clock"]


@pytest.mark.clause("SN-E2", "SN-C2", "SN-B1")
@pytest.mark.parametrize(
    ("options", "seats", "field"),
    [
        (SnapOptions(ask_name=False, ask_year=False, ask_mnemonic=False), 2, "ask_name"),
        (SnapOptions(seconds=4), 2, "seconds"),
        (SnapOptions(cards=7), 2, "cards"),
        (SnapOptions(dealer="host"), 1, "dealer"),
    ],
)
def test_options_that_cannot_be_played_are_named(options: SnapOptions, seats: int, field: str) -> None:
    assert [bad.field for bad in Snap().bad_options(options, seats, PACK)] == [field]
    assert not list(Snap().bad_options(SnapOptions(cards=6, seconds=5, dealer="host"), 2, PACK))


@pytest.mark.clause("SN-E2")
def test_a_deck_without_mnemonics_cannot_ask_for_them() -> None:
    bare = msgspec.structs.replace(EVENTS[0], mnemonic=Text())
    pack = Pack("bare", Text(en="Bare"), "event", ("en",), events=(bare,))
    assert [bad.field for bad in Snap().bad_options(SnapOptions(), 2, pack)] == ["ask_mnemonic"]
    assert not list(Snap().bad_options(SnapOptions(ask_mnemonic=False), 2, pack))
    empty = Pack("empty", Text(en="Empty"), "event", ("en",))
    assert [bad.field for bad in Snap().bad_options(SnapOptions(), 2, empty)] == ["cards"]


@pytest.mark.clause("SN-D1", "SN-E1", "SN-C2")
@pytest.mark.parametrize("bad", [{"showings": 11}, {"rounds": 0}, {"rounds": 10}, {"seconds": 61}, {"dealer": "cat"}])
def test_options_out_of_bounds_are_malformed(bad: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(bad, SnapOptions)
    assert issubclass(SnapOptions, Options)


@pytest.mark.clause("SN-C2")
@pytest.mark.parametrize(
    "frame",
    [
        {"move": "buzz", "showing": 1, "reaction": -1},
        {"move": "buzz", "showing": 1, "reaction": 60_001},
        {"move": "buzz", "showing": 1, "reaction": 500, "seat": 2},
        {"move": "buzz", "reaction": 500},
        {"move": "answer", "showing": 1, "name": "x" * 121},
        {"move": "judge", "showing": 1},
        {"move": "time-up"},
        {"move": "won", "showing": 1},
    ],
)
def test_malformed_frames_are_refused_before_the_rules_see_them(frame: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        SnapTable(2).game.read(frame)


@pytest.mark.clause("SN-C5", "CO-9")
def test_moves_that_fit_no_moment_are_refused() -> None:
    table = SnapTable(2).deal()
    with refused("CO-9"):
        table.moves(ANNA, Vote(1, True))
    with refused("SN-C5"):
        table.moves(ANNA, Appeal(1))
    with refused("CO-2"):
        table.judges(ANNA, True)


@pytest.mark.clause("CO-5")
def test_a_pause_moves_every_time_in_the_state() -> None:
    table = SnapTable(3).deal().buzz(BEAT).wrong(BEAT).unknown().appeals(BEAT)
    before, by = table.state, timedelta(minutes=7)
    after = table.rules.shift(before, by)

    assert before.vote is not None and after.vote is not None and before.due is not None
    assert after.due == before.due + by
    assert after.vote.due == before.vote.due + by
    assert after.opened_at == before.opened_at + by
    assert table.rules.shift(after, -by) == before
