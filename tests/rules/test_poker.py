"""Poker, clause by clause: the deal, the bidding, the tricks, the end of a round and of the game (PK-A1 to PK-G1)."""

from datetime import timedelta

import pytest
from msgspec import structs

from games.rules.chance import Chance
from games.rules.kernel import DAY, PUBLIC, IllegalMove, Seat
from games.rules.pack import Pack
from games.rules.pack import mixed as several_decks
from games.rules.quizterix_poker.moves import Fold, GoOn, Pass, Play, PokerOptions, Raise
from games.rules.quizterix_poker.state import Outcome, Phase, Reason, Trick
from tests.rules.poker_table import (
    ANNA,
    BEAT,
    LEA,
    NONNA,
    NOON,
    RULES,
    URS,
    ZOE,
    PokerTable,
    bots_left,
    event,
    pack_with,
)
from tests.tables.packs import event_pack, full_event_pack

FULL = full_event_pack()
# Anna is earlier in both tricks, whatever they play
TWO = ("1945Ah 1950Kh", "1960Qh 1970Jh")
THREE = ("1945Ah 1950Kh", "1960Qh 1970Jh", "1980Ac 1990Kc")
FOUR = (*THREE, "1981Ad 1991Kd")


def mixed(events: int) -> Pack:
    """Several decks in one pack, where rank and suit come up more than once."""
    return structs.replace(FULL, events=(FULL.events * 3)[:events])


def refused(table: PokerTable, seat: Seat, move: object) -> str:
    """The clause that refuses this move."""
    with pytest.raises(IllegalMove) as refusal:
        table.ask(seat, move)  # type: ignore[arg-type]
    return refusal.value.clause


# -- players and the deal (PK-A1 to PK-B3) ---------------------------------------------------------------------------


@pytest.mark.clause("PK-A1")
@pytest.mark.parametrize(("seats", "problem"), [(1, "seats"), (2, None), (6, None), (7, "seats")])
def test_two_to_six_play(seats: int, problem: str | None) -> None:
    problems = [bad.field for bad in RULES.bad_options(PokerOptions(), seats, FULL)]

    assert problems == ([problem] if problem else [])


@pytest.mark.clause("PK-A1")
def test_no_round_is_cut_short() -> None:
    table = PokerTable(*TWO)
    table.all_pass().trick(0, 0)
    table.at += timedelta(hours=3)

    assert table.goes_on().phase is Phase.CHOOSING


@pytest.mark.clause("PK-B1")
@pytest.mark.parametrize(("seats", "each", "removed"), [(2, 26, 0), (3, 17, 1), (4, 13, 0), (5, 10, 2), (6, 8, 4)])
def test_one_deck_is_dealt_out_but_for_what_must_be_removed(seats: int, each: int, removed: int) -> None:
    state = PokerTable(pack=FULL, seats=seats).state

    assert [len(player.dealt) for player in state.players] == [each] * seats
    assert len(state.aside) == removed
    assert sorted([*state.aside, *(card for player in state.players for card in player.dealt)]) == list(range(52))


@pytest.mark.clause("PK-B1")
def test_chance_removes_and_deals() -> None:
    deals = {
        RULES.setup(PokerOptions(), 3, frozenset(), FULL, Chance(b"deal", number), NOON).aside for number in range(30)
    }

    assert len(deals) > 10


@pytest.mark.clause("PK-B1")
@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3), (5, 2), (6, 2)])
def test_a_small_deck_is_dealt_evenly_too(seats: int, each: int) -> None:
    state = PokerTable(pack=event_pack(), seats=seats).state

    assert {len(player.dealt) for player in state.players} == {each}
    assert state.tricks == each


@pytest.mark.clause("PK-B1")
def test_a_deck_without_two_cards_for_everybody_is_refused() -> None:
    small = structs.replace(FULL, events=FULL.events[:11])

    assert [bad.field for bad in RULES.bad_options(PokerOptions(), 6, small)] == ["deck"]
    assert not list(RULES.bad_options(PokerOptions(), 5, small))


@pytest.mark.clause("PK-B2")
@pytest.mark.parametrize(
    ("events", "seats", "each"), [(104, 2, 13), (104, 6, 13), (156, 4, 13), (53, 2, 13), (60, 6, 10)]
)
def test_of_mixed_decks_everybody_gets_thirteen_cards(events: int, seats: int, each: int) -> None:
    state = PokerTable(pack=mixed(events), seats=seats).state

    assert {len(player.dealt) for player in state.players} == {each}
    assert len(state.aside) == events - seats * each


@pytest.mark.clause("PK-B2")
@pytest.mark.parametrize(
    ("picked", "seats", "each"),
    [(52, 2, 13), (52, 3, 13), (40, 2, 13), (39, 3, 13), (38, 3, 12), (40, 6, 6), (25, 2, 12)],
)
def test_thirteen_cards_or_as_many_as_there_are_for_all_of_cards_picked_from_several_decks(
    picked: int, seats: int, each: int
) -> None:
    decks = (FULL, event_pack())
    keys = [f"{pack.slug}/{event.key}" for pack in reversed(decks) for event in pack.events][:picked]
    state = PokerTable(pack=several_decks(decks, keys), seats=seats).state

    assert {len(player.dealt) for player in state.players} == {each}
    assert state.tricks == each and len(state.aside) == picked - seats * each


@pytest.mark.clause("PK-B1", "PK-B2")
def test_cards_picked_from_a_single_deck_are_dealt_out() -> None:
    keys = [f"{FULL.slug}/{event.key}" for event in FULL.events][:40]

    assert {len(player.dealt) for player in PokerTable(pack=several_decks([FULL], keys), seats=2).state.players} == {20}


@pytest.mark.clause("PK-B3")
def test_you_see_the_pictures_of_your_own_hand_and_of_no_other() -> None:
    table = PokerTable(*TWO)
    hand = table.view(ANNA).hand

    assert [held.hidden.alt.en for held in hand.cards if held.hidden] == ["picture 1945Ah", "picture 1950Kh"]
    assert all(held.open is None for held in hand.cards)
    assert b"1960Qh" not in repr(table.view(ANNA)).encode()
    assert table.view(PUBLIC).hand.cards == ()


@pytest.mark.clause("PK-B3")
def test_beginners_see_the_years_of_their_own_hand() -> None:
    table = PokerTable(*TWO, hand="years")

    assert [held.open.year for held in table.view(ANNA).hand.cards if held.open] == [1945, 1950]
    assert all(held.hidden is None for held in table.view(ANNA).hand.cards)
    assert "1960" not in repr(table.view(ANNA))


# -- beans (PK-C1 to PK-C5) --------------------------------------------------------------------------------------------


@pytest.mark.clause("PK-C1")
@pytest.mark.parametrize("beans", [5, 10, 50])
def test_all_start_with_the_same_number_of_beans(beans: int) -> None:
    table = PokerTable(*THREE, beans=beans)

    assert [player.beans + player.paid for player in table.state.players] == [beans] * 3


@pytest.mark.clause("PK-C1")
def test_it_is_ten_by_default_and_betting_may_be_left_out() -> None:
    assert PokerOptions().beans == 10
    table = PokerTable(*TWO, betting="none", rounds=1)

    assert table.phase is Phase.CHOOSING
    assert table.beans == [0, 0]
    assert not table.view(ANNA).pot.betting


@pytest.mark.clause("PK-C2")
def test_everybody_pays_a_bean_and_the_next_clockwise_of_the_dealer_opens() -> None:
    table = PokerTable(*FOUR)

    assert table.state.dealer == NONNA
    assert table.beans == [9, 9, 9, 9] and table.state.pot == 4
    for seat in (ANNA, BEAT, ZOE, NONNA):
        assert table.awaited == (seat,)
        table.passes(seat)
    assert table.phase is Phase.CHOOSING


@pytest.mark.clause("PK-C2")
def test_whoever_is_not_asked_does_not_bid() -> None:
    table = PokerTable(*THREE)

    assert refused(table, BEAT, Pass(table.state.step)) == "PK-C2"
    assert refused(table, ANNA, Pass(table.state.step - 1)) == "PK-C2"
    table.all_pass()
    assert refused(table, ANNA, Raise(table.state.step, 1)) == "PK-C2"


@pytest.mark.clause("PK-C2")
def test_a_bid_meant_for_an_earlier_moment_does_not_count() -> None:
    table = PokerTable(*THREE)
    old = Pass(table.state.step)
    table.passes(ANNA).raises(BEAT, 2).passes(ZOE)

    assert table.awaited == (ANNA,)
    assert refused(table, ANNA, old) == "PK-C2", "it did not mean to pay two beans"


@pytest.mark.clause("PK-C3")
def test_who_folds_leaves_the_round_and_nobody_sees_the_cards() -> None:
    table = PokerTable(*THREE).folds(ANNA)

    assert set(table.state.aside) == {0, 1}
    for watcher in (ANNA, BEAT, PUBLIC):
        assert "1945Ah" not in repr(table.view(watcher))
    assert refused(table, ANNA, Pass(table.state.step)) == "PK-C3"
    table.all_pass().trick(0, 0).goes_on().trick(1, 1).goes_on()
    assert table.state.outcome == Outcome(BEAT, Reason.CARDS, 3)
    assert table.beans == [9, 12, 9]


@pytest.mark.clause("PK-C3")
def test_whoever_has_folded_plays_no_card() -> None:
    table = PokerTable(*THREE).folds(ANNA).all_pass()

    assert refused(table, ANNA, Play(table.state.step, 0)) == "PK-C3"


@pytest.mark.clause("PK-C3")
def test_passing_pays_up_to_the_stake_and_a_raise_adds_to_it() -> None:
    table = PokerTable(*THREE).raises(ANNA, 3)
    assert table.state.stake == 4 and table.beans == [6, 9, 9]

    table.raises(BEAT, 2)  # three to stay in, and two more
    assert table.state.stake == 6 and table.beans == [6, 4, 9]

    table.passes(ZOE)
    assert table.beans == [6, 4, 4] and table.state.pot == 4 + 6 + 6


@pytest.mark.clause("PK-C3")
def test_a_raise_is_at_least_one_bean_and_at_most_all_one_has() -> None:
    table = PokerTable(*THREE).raises(ANNA, 4)
    raises = [move.by for move in table.legal(BEAT) if isinstance(move, Raise)]

    assert raises == [1, 2, 3, 4, 5]  # 9 beans, 4 of them to stay in
    assert refused(table, BEAT, Raise(table.state.step, 6)) == "PK-C3"
    table.raises(BEAT, 5)
    assert table.player(BEAT).beans == 0


@pytest.mark.clause("PK-C4")
def test_after_a_raise_everybody_else_matches_it_or_folds() -> None:
    table = PokerTable(*FOUR).passes(ANNA, BEAT).raises(ZOE, 2)
    for seat in (NONNA, ANNA, BEAT):
        assert table.awaited == (seat,)
        if seat == ANNA:
            table.folds(seat)
        else:
            table.passes(seat)

    assert table.phase is Phase.CHOOSING
    assert [player.paid for player in table.state.players] == [1, 3, 3, 3]


@pytest.mark.clause("PK-C4")
def test_who_has_too_few_beans_stays_in_with_all_of_them() -> None:
    table = PokerTable(*THREE, beans=5)
    table.state = table.state.with_player(BEAT, structs.replace(table.player(BEAT), beans=2))
    table.raises(ANNA, 4)

    bid = table.view(BEAT).hand.bid
    assert bid is not None and (bid.owes, bid.pays, bid.most) == (4, 2, 0)
    assert refused(table, BEAT, Raise(table.state.step, 1)) == "PK-C4"
    table.passes(BEAT)
    assert table.player(BEAT).beans == 0 and table.state.stake == 5
    table.passes(ZOE)
    assert table.phase is Phase.CHOOSING, "who has no beans left is not asked again"


@pytest.mark.clause("PK-C4", "CO-5")
def test_a_clock_that_runs_out_passes_and_after_a_raise_folds() -> None:
    table = PokerTable(*THREE, clock=30).time_up()
    assert not table.player(ANNA).folded and table.awaited == (BEAT,)

    table.raises(BEAT, 1).time_up()
    assert table.player(ZOE).folded
    assert refused_late(table, ANNA, Pass(table.state.step)) == "CO-5"


def refused_late(table: PokerTable, seat: Seat, move: object) -> str:
    table.at += timedelta(seconds=40)
    return refused(table, seat, move)


@pytest.mark.clause("PK-C5")
def test_nobody_raises_twice_in_a_row() -> None:
    table = PokerTable(*THREE).raises(ANNA, 1)
    assert refused(table, ANNA, Raise(table.state.step, 1)) == "PK-C5"

    table.passes(BEAT).raises(ZOE, 1)
    table.raises(ANNA, 1)  # somebody else has raised since
    table.passes(BEAT, ZOE)
    assert table.phase is Phase.CHOOSING, "the last to have raised is not asked"


@pytest.mark.clause("PK-C5")
def test_nobody_raises_when_no_other_has_beans() -> None:
    table = PokerTable(*THREE)
    for seat in (BEAT, ZOE):
        table.state = table.state.with_player(seat, structs.replace(table.player(seat), beans=0))

    assert not [move for move in table.legal(ANNA) if isinstance(move, Raise)]
    assert refused(table, ANNA, Raise(table.state.step, 1)) == "PK-C5"


@pytest.mark.clause("PK-C5")
def test_who_has_nothing_to_pay_and_cannot_raise_is_not_asked() -> None:
    table = PokerTable(*TWO, beans=5).raises(ANNA, 4)

    table.passes(BEAT)  # both have staked all they have
    assert table.phase is Phase.CHOOSING and table.beans == [0, 0]


@pytest.mark.clause("PK-C5")
def test_if_all_but_one_fold_that_one_takes_the_beans() -> None:
    table = PokerTable(*THREE).raises(ANNA, 2).folds(BEAT, ZOE)

    assert table.phase is Phase.ROUND_OVER
    assert table.state.outcome == Outcome(ANNA, Reason.FOLDS, 5)
    assert table.beans == [12, 9, 9]
    assert all(name not in repr(table.view(BEAT)) for name in ("1945Ah", "1950Kh")), "the hand stays unseen"


@pytest.mark.clause("PK-C5")
def test_the_dealer_moves_clockwise_every_round() -> None:
    table = PokerTable(*THREE).folds(ANNA, BEAT).goes_on()
    assert (table.state.round, table.state.dealer, table.awaited) == (2, ANNA, (BEAT,))

    table.folds(BEAT, ZOE).goes_on()
    assert (table.state.round, table.state.dealer, table.awaited) == (3, BEAT, (ZOE,))


# -- tricks (PK-D1 to PK-D4) -------------------------------------------------------------------------------------------


@pytest.mark.clause("PK-D1")
def test_all_choose_in_secret_and_the_cards_turn_over_at_once() -> None:
    table = PokerTable(*THREE).all_pass().lays(BEAT, 1)

    assert table.awaited == (ANNA, ZOE), "in any order"
    assert [lies.down for lies in table.view(ANNA).trick.lying] == [False, True, False]
    assert "1970" not in repr(table.view(ANNA)), "nobody sees it yet"
    table.lays(ZOE, 0)
    assert table.phase is Phase.CHOOSING
    table.lays(ANNA, 0)
    shown = [lies.card.year for lies in table.view(PUBLIC).trick.lying if lies.card]
    assert shown == [1945, 1970, 1980]


@pytest.mark.clause("PK-D1")
def test_what_is_chosen_stays_and_only_what_one_holds_can_be() -> None:
    table = PokerTable(*THREE).all_pass().lays(ANNA, 0)
    assert refused(table, ANNA, Play(table.state.step, 1)) == "PK-D1"
    assert refused(table, BEAT, Play(table.state.step, 2)) == "PK-D1"

    table.lays(BEAT, 0).lays(ZOE, 0)
    late = Play(table.state.step - 1, 1)
    assert refused(table, ANNA, late) == "PK-D1"
    table.goes_on()
    assert refused(table, ANNA, late) == "PK-D1"
    assert refused(table, ANNA, Play(table.state.step, 0)) == "PK-D1", "that card is gone"


@pytest.mark.clause("PK-D1", "CO-5")
def test_a_random_card_is_laid_for_whoever_runs_out_of_time() -> None:
    chosen = set()
    for number in range(20):
        table = PokerTable(*THREE, clock=30).all_pass().lays(ANNA, 0)
        table.number += number
        table.time_up()
        assert table.phase is Phase.SHOWN and table.player(ANNA).chosen == 0
        chosen.add((table.player(BEAT).chosen, table.player(ZOE).chosen))

    assert len(chosen) == 4


@pytest.mark.clause("PK-D2")
def test_the_earliest_event_wins_all_cards_on_the_table() -> None:
    table = PokerTable("1970Ah 1950Kh", "1960Qh 1970Jh", "1980Ac 1990Kc").all_pass().trick(0, 0, 0)

    assert table.state.shown == Trick(BEAT, Reason.EARLIEST)
    table.goes_on()
    assert table.player(BEAT).won == (0, 2, 4)
    assert [line.cards for line in table.view(ANNA).seats] == [0, 3, 0]


@pytest.mark.clause("PK-D2")
def test_the_open_trick_is_looked_at_until_all_people_go_on_or_a_moment_is_over() -> None:
    table = PokerTable(*THREE, bots=(ZOE,)).all_pass().trick(0, 0, 0)
    assert table.awaited == (ANNA, BEAT)

    table.ask(BEAT, GoOn(table.state.step))
    assert refused(table, BEAT, GoOn(table.state.step)) == "CO-14"
    assert table.phase is Phase.SHOWN
    old = table.state.step
    table.ask(ANNA, GoOn(old))
    assert table.phase is Phase.CHOOSING
    assert refused(table, ANNA, GoOn(old)) == "CO-14"
    table.trick(1, 1, 1).time_up()
    assert table.phase is Phase.ROUND_OVER


@pytest.mark.clause("CO-11")
def test_at_a_24_hour_table_an_open_trick_lies_for_a_day() -> None:
    table = PokerTable(*TWO, clock=86_400).all_pass().trick(0, 0)

    assert table.state.due == table.at + timedelta(seconds=DAY)


@pytest.mark.clause("PK-D3")
def test_equal_years_cancel_each_other_and_the_next_earliest_wins() -> None:
    table = PokerTable("1945Ah 1950Kh", "1960Qh 1970Jh", "1945Ac 1990Kc").all_pass().trick(0, 0, 0)

    assert table.state.shown == Trick(BEAT, Reason.EARLIEST, (ANNA, ZOE))
    assert [lies.cancelled for lies in table.view(PUBLIC).trick.lying] == [True, False, True]
    table.goes_on()
    assert table.player(BEAT).won == (0, 2, 4), "cancelled cards are won, too"


@pytest.mark.clause("PK-D3", "PK-D4")
@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (("1945Ah 1950Kh", "1960Qh 1970Jh"), ["takes the trick with %(year)s, the earliest."]),
        (
            ("1945Ah 1950Kh", "1960Qh 1970Jh", "1945Ac 1990Kc"),
            ["%(year)s more than once", "with %(year)s, the earliest that is left."],
        ),
        (("1945Ah 1950Kh", "1945Qc 1970Jh"), ["%(year)s more than once", "the highest card counts"]),
        (("1945Ah 1950Kh", "1945Ac 1970Jh"), ["%(year)s more than once", "rank and then suit count"]),
        (("1945Ah 1950Kh", "1945Ah 1970Jh"), ["%(year)s more than once", "wait for the next trick"]),
    ],
)
def test_the_page_says_what_has_decided_a_trick(hands: tuple[str, ...], told: list[str]) -> None:
    table = PokerTable(*hands).all_pass()
    why = table.trick(*(0 for _ in hands)).view(PUBLIC).trick.why

    assert len(why) == len(told)
    assert all(words in line.text for words, line in zip(told, why, strict=True))
    assert dict(why[0].facts)["year"] == 1945


@pytest.mark.clause("PK-D3")
def test_two_pairs_cancel_and_so_do_three_of_a_year() -> None:
    pairs = PokerTable("1945Ah 1950Kh", "1945Qh 1970Jh", "1960Ac 1990Kc", "1960Ad 1991Kd", "1970As 1971Ks")
    assert pairs.all_pass().trick(0, 0, 0, 0, 0).state.shown == Trick(URS, Reason.EARLIEST, (ANNA, BEAT, ZOE, NONNA))

    three = PokerTable("1945Ah 1950Kh", "1945Qh 1970Jh", "1945Ac 1990Kc", "1981Ad 1991Kd")
    assert three.all_pass().trick(0, 0, 0, 0).state.shown == Trick(NONNA, Reason.EARLIEST, (ANNA, BEAT, ZOE))


@pytest.mark.clause("PK-D4")
@pytest.mark.parametrize(
    ("cards", "winner", "reason"),
    [
        ("1945Kh 1945Ac", BEAT, Reason.RANK),
        ("1945Kc 1945Qs", ANNA, Reason.RANK),
        ("194510c 1945Js", BEAT, Reason.RANK),
        ("19459c 194510s", BEAT, Reason.RANK),
        ("19452s 19453c", BEAT, Reason.RANK),
        ("1945As 1945Ah", ANNA, Reason.SUIT),
        ("1945Ad 1945Ah", BEAT, Reason.SUIT),
        ("1945Ad 1945Ac", ANNA, Reason.SUIT),
    ],
)
def test_without_a_year_the_highest_card_wins(cards: str, winner: Seat, reason: Reason) -> None:
    hands = [f"{card} 1990{rank}h" for card, rank in zip(cards.split(), ("3", "4"), strict=True)]
    table = PokerTable(*hands).all_pass().trick(0, 0)

    assert table.state.shown == Trick(winner, reason, (ANNA, BEAT))


@pytest.mark.clause("PK-D4")
def test_identical_cards_of_mixed_decks_wait_for_the_next_winner() -> None:
    table = PokerTable("1945Ah 1950Kh", "1945Ah 1970Jh").all_pass().trick(0, 0)
    assert table.state.shown == Trick(None, Reason.NOBODY, (ANNA, BEAT))

    table.goes_on()
    assert table.view(PUBLIC).trick.waiting == 2
    table.trick(1, 1).goes_on()
    assert sorted(table.player(ANNA).won) == [0, 1, 2, 3]


@pytest.mark.clause("PK-D4")
def test_after_the_last_trick_they_are_nobodys() -> None:
    table = PokerTable("1950Kh 1945Ah", "1970Jh 1945Ah").all_pass().tricks((0, 0), (1, 1))

    assert table.state.outcome == Outcome(ANNA, Reason.CARDS, 2)
    assert len(table.player(ANNA).won) == 2 and sorted(table.state.aside) == [1, 3]


# -- the end of a round (PK-E1, PK-E2) ---------------------------------------------------------------------------------


@pytest.mark.clause("PK-E1")
def test_when_the_hands_are_empty_most_cards_take_all_beans() -> None:
    table = PokerTable(*THREE).raises(ANNA, 3).all_pass().tricks((0, 0, 0), (1, 1, 1))

    assert table.state.outcome == Outcome(ANNA, Reason.CARDS, 12)
    assert table.beans == [18, 6, 6]


@pytest.mark.clause("PK-E1")
def test_there_are_no_side_pots() -> None:
    table = PokerTable("1980Ah 1981Kh", "1945Qh 1950Jh")
    table.state = table.state.with_player(BEAT, structs.replace(table.player(BEAT), beans=2))
    table.raises(ANNA, 9).passes(BEAT).tricks((0, 0), (1, 1))

    assert table.state.outcome == Outcome(BEAT, Reason.CARDS, 10 + 3)
    assert table.beans == [0, 13]


@pytest.mark.clause("PK-E2")
def test_equal_numbers_go_to_the_most_recent_event() -> None:
    table = PokerTable("1945Ah 1990Kh", "1960Qh 1970Jh").all_pass().tricks((0, 0), (1, 1))

    # two cards each: Anna has won 1945 and 1960, Beat 1970 and 1990
    assert table.state.outcome == Outcome(BEAT, Reason.RECENT, 2, (ANNA, BEAT))


@pytest.mark.clause("PK-E2")
def test_then_to_the_highest_card() -> None:
    table = PokerTable("1945Ah 1980Kh", "19802c 1970Jc").all_pass().tricks((0, 0), (1, 1))

    # Anna has won an ace with 1980, Beat a king with 1980
    assert table.state.outcome == Outcome(ANNA, Reason.HIGHEST, 2, (ANNA, BEAT))


@pytest.mark.clause("PK-E2")
def test_and_in_mixed_decks_the_lot_may_have_to_decide() -> None:
    winners = set()
    for number in range(20):
        table = PokerTable("1945Ah 1980Kh", "1980Kh 1945Ah").all_pass().trick(0, 0).goes_on().trick(1, 1)
        table.number += number
        table.goes_on()
        assert table.state.outcome is not None and table.state.outcome.reason is Reason.LOT
        winners.add(table.state.outcome.winner)

    assert winners == {ANNA, BEAT}


# -- the end of the game (PK-F1, PK-G1) --------------------------------------------------------------------------------


@pytest.mark.clause("PK-F1")
def test_the_game_ends_once_somebody_has_no_beans_left() -> None:
    table = PokerTable(*THREE, beans=5).raises(ANNA, 4).passes(BEAT).folds(ZOE)
    assert table.beans == [0, 0, 4] and table.result is None, "not before the round is paid out"
    table.tricks((0, 0), (1, 1))

    assert table.beans == [11, 0, 4]
    assert table.result is not None
    assert [(line.place, line.seat, line.score) for line in table.result.ranking] == [
        (1, ANNA, 11),
        (2, ZOE, 4),
        (3, BEAT, 0),
    ]
    assert table.awaited == ()


@pytest.mark.clause("PK-F1")
def test_a_number_of_rounds_may_be_agreed() -> None:
    table = PokerTable(*THREE, rounds=2).folds(ANNA, BEAT).goes_on()
    assert table.result is None
    table.folds(BEAT, ZOE)

    assert table.result is not None
    assert [(line.place, line.seat, line.score) for line in table.result.ranking] == [
        (1, ANNA, 11),
        (1, ZOE, 11),
        (3, BEAT, 8),
    ]


@pytest.mark.clause("PK-F1")
def test_whichever_comes_first() -> None:
    table = PokerTable(*TWO, rounds=20, beans=5).raises(ANNA, 4).passes(BEAT).tricks((0, 0), (1, 1))

    assert table.result is not None and table.state.round == 1


@pytest.mark.clause("PK-F1")
def test_without_betting_most_rounds_won_win() -> None:
    assert [bad.field for bad in RULES.bad_options(PokerOptions(betting="none"), 2, FULL)] == ["rounds"]
    table = PokerTable(*TWO, betting="none", rounds=1).tricks((0, 0), (1, 1))

    assert table.result is not None
    assert [(line.place, line.seat, line.score) for line in table.result.ranking] == [(1, ANNA, 1), (2, BEAT, 0)]


@pytest.mark.clause("PK-F1", "CO-12")
def test_as_many_beans_share_the_win() -> None:
    table = PokerTable(*TWO, rounds=2).folds(ANNA).goes_on().folds(BEAT)

    assert table.result is not None
    assert table.result.winners == (ANNA, BEAT)


@pytest.mark.clause("PK-G1")
@pytest.mark.parametrize(("seats", "playable"), [(2, False), (3, False), (4, True), (5, False), (6, True)])
def test_teams_need_an_even_number_of_four_or_more(seats: int, playable: bool) -> None:
    problems = [bad.field for bad in RULES.bad_options(PokerOptions(teams=True), seats, FULL)]

    assert problems == ([] if playable else ["teams"])


@pytest.mark.clause("PK-G1")
def test_opposite_players_are_partners_and_count_their_beans_together() -> None:
    table = PokerTable(*FOUR, beans=5, teams=True, rounds=1)
    assert [line.team for line in table.view(PUBLIC).seats] == [1, 2, 1, 2]
    table.raises(ANNA, 2).passes(BEAT).folds(ZOE, NONNA).tricks((0, 0), (1, 1))

    assert table.beans == [10, 2, 4, 4], "each keeps their own"
    assert table.result is not None
    assert [(line.place, line.seat, line.score) for line in table.result.ranking] == [
        (1, ANNA, 14),
        (1, ZOE, 14),
        (3, BEAT, 6),
        (3, NONNA, 6),
    ]


@pytest.mark.clause("PK-G1")
def test_six_are_three_teams_and_partners_never_see_each_others_hand() -> None:
    table = PokerTable(pack=FULL, seats=6, teams=True, betting="none", rounds=1, hand="years")

    assert [line.team for line in table.view(PUBLIC).seats] == [1, 2, 3, 1, 2, 3]
    theirs = {FULL.events[card].name for card in table.player(NONNA).dealt}
    seen = {held.open.name for held in table.view(ANNA).hand.cards if held.open}
    assert not seen & theirs


# -- what the page needs -----------------------------------------------------------------------------------------------


def test_no_move_of_a_stranger_counts() -> None:
    table = PokerTable(*TWO)

    for move in (Fold(1), Play(1, 0), GoOn(1)):
        assert refused(table, PUBLIC, move) == "CO-1"
    assert refused(table, LEA, Fold(table.state.step)) == "CO-1"


def test_the_place_of_a_card_in_the_pack_is_nobodys_to_see() -> None:
    # packs are written in the order of their ranks: the place would tell what the picture does not
    again = PokerTable(*TWO)
    other = PokerTable(*TWO)
    other.pack = pack_with("1960Qh 1945Ah 1970Jh 1950Kh")
    players = (
        structs.replace(other.player(ANNA), dealt=(1, 3)),
        structs.replace(other.player(BEAT), dealt=(0, 2)),
    )
    other.state = structs.replace(other.state, players=players)

    assert other.view(ANNA) == again.view(ANNA)


def test_the_open_cards_show_their_years_and_names() -> None:
    table = PokerTable(*TWO).all_pass().trick(0, 0)
    cards = [lies.card for lies in table.view(PUBLIC).trick.lying]

    assert [card and (card.rank, card.suit, card.year, card.name) for card in cards] == [
        ("A", "hearts", 1945, event("1945Ah").name),
        ("Q", "hearts", 1960, event("1960Qh").name),
    ]


# -- whoever has folded ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PK-D5")
def test_where_only_bots_are_left_in_whoever_has_folded_lets_the_rest_run() -> None:
    table = bots_left(ZOE, NONNA)
    assert table.phase is Phase.CHOOSING
    for seat in (ANNA, BEAT):
        assert table.view(seat).hand.may_run and table.legal(seat) == [GoOn(table.state.step, wish="ready")]
    assert not table.view(ZOE).hand.may_run

    table.ask(ANNA, GoOn(table.state.step))
    assert not table.state.runs and not table.view(ANNA).hand.may_run, "Beat still looks on"
    table.ask(BEAT, GoOn(table.state.step))
    assert table.state.runs and table.view(ZOE).hand.runs

    table.lays(ZOE, 0).lays(NONNA, 0)
    assert table.phase is Phase.SHOWN and table.state.due == table.at + timedelta(seconds=1)


@pytest.mark.clause("PK-D5")
def test_it_runs_for_this_round_only() -> None:
    table = bots_left(ZOE, NONNA)
    for seat in (ANNA, BEAT):
        table.ask(seat, GoOn(table.state.step))
    for slot in (0, 1):
        table.lays(ZOE, slot).lays(NONNA, slot).goes_on()
    assert table.phase is Phase.ROUND_OVER and table.state.due != table.at + timedelta(seconds=1)
    table.goes_on()
    assert table.phase is Phase.BIDDING and not table.state.runs


@pytest.mark.clause("PK-D5")
def test_nobody_hurries_a_person_who_is_still_in() -> None:
    table = bots_left(ZOE, NONNA)
    table.state = RULES.seated(table.state, ZOE, True, table.at)
    assert not table.view(ANNA).hand.may_run and table.legal(ANNA) == []
    with pytest.raises(IllegalMove):
        table.ask(ANNA, GoOn(table.state.step))


def test_the_end_tells_of_whoever_stood_out_alone_in_the_whole_game() -> None:
    table = PokerTable(*TWO, rounds=2).raises(ANNA, 3).folds(BEAT).goes_on().folds(BEAT)

    told = [(fact.what.text, dict(fact.figure.facts)["n"]) for fact in RULES.story(table.state, table.pack).facts]
    assert told == [
        ("%(who)s won the most", 2),
        ("%(who)s took with a single round", 5),
        ("%(who)s raised the stake, more often than anybody", 1),
        ("%(who)s folded, more often than anybody", 2),
    ]
