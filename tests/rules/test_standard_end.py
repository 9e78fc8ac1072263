"""How a game of Quizterix Standard ends, and who wins it (QS-A1, QS-E1 to QS-E4, QS-S1)."""

import pytest
from msgspec import structs

from games.rules.chance import Chance
from games.rules.kernel import IllegalMove, Seat
from games.rules.quizterix_snap.moves import Answer, Buzz, Deal, Judge
from games.rules.quizterix_standard.flow import Now, end
from games.rules.quizterix_standard.moves import Agree, Ask, Give, NotKnown, Peek, Put, Stop
from games.rules.quizterix_standard.state import Ending, Phase, Slot, Standing
from games.rules.quizterix_standard.timeline import longest, protected, runs, standing
from tests.rules.standard_table import ANNA, BEAT, CARLA, PACK, PLACES, Loaded, StandardTable

HIDDEN = ("2-clubs 3-clubs 4-clubs", "2-hearts 3-hearts", "2-spades 3-spades")


@pytest.mark.clause("QS-E2")
def test_the_printed_examples() -> None:
    assert standing((56, 81, 49, 51, 53, 68, 66, 79)).streak == 4
    assert standing((87, 72, 76, 76, 81, 83)).streak == 5


@pytest.mark.clause("QS-E2")
def test_equal_years_are_in_order_and_an_empty_timeline_has_no_streak() -> None:
    assert standing((61, 61, 61)).streak == 3
    assert standing((63, 62, 61)).streak == 1
    assert standing(()) == Standing(0, 0, 0, 0)
    assert runs((3, 1, 2, 2)) == [(3,), (1, 2, 2)]


@pytest.mark.clause("QS-E3")
def test_of_several_longest_streaks_the_best_timespan_counts() -> None:
    assert standing((50, 51, 49, 60)) == Standing(2, 4, 11, 11)


@pytest.mark.clause("QS-S1")
def test_all_four_suits_of_a_rank_all_flipped_are_protected() -> None:
    queens = [Slot(PLACES[f"Q-{suit}"], True) for suit in ("clubs", "diamonds", "hearts", "spades")]
    other = Slot(PLACES["K-clubs"], True)
    assert protected((*queens, other), PACK) == {0, 1, 2, 3}
    assert protected((*queens[:3], other), PACK) == frozenset()
    hidden = structs.replace(queens[3], flipped=False)
    assert protected((*queens[:3], hidden), PACK) == frozenset()


@pytest.mark.clause("QS-S1", "QS-S4")
def test_with_mixed_decks_all_flipped_cards_of_the_rank_are_protected() -> None:
    pack = structs.replace(PACK, events=PACK.events + PACK.events)
    queens = [Slot(PLACES[f"Q-{suit}"] + 52 * (suit == "hearts"), True) for suit in ("clubs", "diamonds", "hearts")]
    line = (*queens, Slot(PLACES["Q-hearts"], True), Slot(PLACES["Q-spades"], True))
    assert protected(line[:4], pack) == frozenset()
    assert protected(line, pack) == {0, 1, 2, 3, 4}


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-E1", "QS-A1")
def test_the_game_ends_at_once_when_a_whole_timeline_is_flipped() -> None:
    table = StandardTable(3)
    table.lays("!2-clubs !3-clubs !A-clubs 4-clubs", "2-hearts 3-hearts", "2-spades 3-spades")
    table.names(ANNA, 3)
    assert table.phase is Phase.OVER and table.state.ending is Ending.FLIPPED
    assert all(slot.flipped for player in table.state.players for slot in player.line)
    assert table.result is not None
    best = max(line.score for line in table.result.ranking)
    assert table.result.ranking[0].score == best


@pytest.mark.clause("QS-E1.1")
def test_a_last_hidden_card_given_away_ends_the_game_once_it_is_placed() -> None:
    table = StandardTable(3)
    table.lays("!2-clubs 3-clubs", "2-hearts 3-hearts", "2-spades 3-spades")
    table.rolls(1)
    table.does(ANNA, Give, place=1, to=1)
    assert table.phase is Phase.PLACING
    table.does(BEAT, Put, gap=0)
    assert table.state.ending is Ending.FLIPPED


@pytest.mark.clause("QS-E1.1")
def test_an_empty_timeline_does_not_end_the_game() -> None:
    table = StandardTable(3)
    table.lays("3-clubs", "2-hearts 3-hearts", "2-spades 3-spades")
    table.rolls(1)
    table.does(ANNA, Give, place=0, to=1)
    table.does(BEAT, Put, gap=0)
    assert table.line(ANNA) == [] and table.state.ending is None and table.active == BEAT


# -- ties --------------------------------------------------------------------------------------------------------------


def ended(*lines: tuple[int, ...], **options: object) -> StandardTable:
    """A game that ends with timelines of these years."""
    years = [year for line in lines for year in line]
    events = (
        tuple(structs.replace(event, year=year) for event, year in zip(PACK.events, years, strict=False))
        + PACK.events[len(years) :]
    )
    table = StandardTable(len(lines), pack=structs.replace(PACK, events=events), **options)  # type: ignore[arg-type]
    first = 0
    for seat, line in enumerate(lines):
        slots = tuple(Slot(card, True) for card in range(first, first + len(line)))
        table.state, first = table.state.with_line(Seat(seat), slots), first + len(line)
    table.state = structs.replace(table.state, stack=())
    table.state = end(table.state, Ending.FLIPPED, Now(table.pack, Loaded(1), table.now))
    return table


def places(table: StandardTable) -> list[tuple[int, int]]:
    assert table.result is not None
    return [(line.place, line.seat) for line in table.result.ranking]


@pytest.mark.clause("QS-A1", "QS-E2")
def test_the_longest_streak_wins_even_of_a_shorter_timeline() -> None:
    table = ended((56, 81, 49, 51, 53, 68, 66, 79), (87, 72, 76, 76, 81, 83))
    assert places(table) == [(1, BEAT), (2, ANNA)]


@pytest.mark.clause("QS-E3")
def test_ties_are_broken_by_events_then_timespan_then_the_timespan_of_the_streak() -> None:
    by_events = ended((50, 60, 70, 40), (50, 60, 70))
    assert places(by_events) == [(1, ANNA), (2, BEAT)]
    by_span = ended((50, 60, 70), (50, 60, 75))
    assert places(by_span) == [(1, BEAT), (2, ANNA)]
    by_streak = ended((50, 60, 70, 45), (45, 46, 70, 50))
    assert places(by_streak) == [(1, BEAT), (2, ANNA)]
    assert by_events.result is not None and by_events.result.ranking[0].why is None, "the score tells it"
    assert by_events.rules.story(by_events.state, by_events.pack).scores[0].facts == (("all", 4), ("streak", 3))
    for table, what in ((by_span, "spans"), (by_streak, "streak")):
        assert table.result is not None
        reason = table.result.ranking[0].why
        assert reason is not None and what in reason.text


def plays_out(table: StandardTable) -> None:
    """Nobody buzzes any more, and Anna turns up a card when the game waits for somebody (SN-C1)."""
    for _ in range(400):
        playoff = table.state.playoff
        if table.result is not None:
            return
        if playoff is not None and playoff.waiting:
            table.does(ANNA, Deal, showing=playoff.showing)
        else:
            table.rings()


@pytest.mark.clause("QS-E3", "SN-C1")
def test_a_play_off_that_nobody_attends_waits_for_any_person_and_no_bot() -> None:
    table = ended((50, 60), (50, 60), (50,))
    while (playoff := table.state.playoff) is not None and not playoff.waiting:
        table.rings()
    assert playoff is not None and playoff.showing == 6
    assert table.rules.deadline(table.state) is None
    assert table.can(CARLA) == {"Deal"}, "also who does not play for the win"
    dealer = playoff.dealer
    table.state = table.rules.seated(table.state, dealer, False, table.now)
    assert table.can(dealer) == set()
    with pytest.raises(IllegalMove, match=r"^SN-C1"):
        table.rules.receive(table.state, dealer, Deal(6), table.now, {})
    table.does(next(seat for seat in (ANNA, BEAT) if seat != dealer), Deal, showing=6)
    assert table.rules.deadline(table.state) is not None


@pytest.mark.clause("QS-E3")
def test_those_still_tied_play_snap_with_the_events_of_this_game() -> None:
    table = ended((50, 60), (50, 60), (50,))
    assert table.phase is Phase.PLAYOFF and table.result is None
    playoff = table.state.playoff
    assert playoff is not None and sorted(playoff.deck) == [0, 1, 2, 3, 4] and playoff.out == (CARLA,)
    dealer = playoff.dealer
    table.does(dealer, Deal, showing=0)
    assert "Buzz" not in table.can(CARLA) and "Buzz" in table.can(ANNA)
    table.refuses("QS-E3", CARLA, Buzz, showing=1, reaction=200)
    table.does(BEAT, Buzz, showing=1, reaction=900)
    table.rings()
    assert table.state.playoff is not None and table.state.playoff.card is not None
    event = table.pack.events[table.state.playoff.card]
    table.does(BEAT, Answer, showing=1, name=event.name.en, year=str(event.year), mnemonic=event.mnemonic.en)
    plays_out(table)
    assert places(table) == [(1, BEAT), (2, ANNA), (3, CARLA)]


@pytest.mark.clause("QS-E3", "CO-2")
def test_whoever_has_seen_a_solution_of_the_play_off_and_stood_up_judges_no_more() -> None:
    table = ended((50, 60), (50, 60), (50,), answering="spoken")
    playoff = table.state.playoff
    assert playoff is not None
    table.does(playoff.dealer, Deal, showing=0)
    table.does(ANNA, Buzz, showing=1, reaction=900)
    table.rings()
    assert "Judge" in table.can(BEAT)
    table.state = table.rules.seated(table.state, BEAT, False, table.now)
    table.state = table.rules.seated(table.state, BEAT, True, table.now)
    assert "Judge" not in table.can(BEAT) and "Judge" in table.can(CARLA)
    table.refuses("CO-2", BEAT, Judge, showing=1, right=True)


@pytest.mark.clause("QS-E2", "QS-A1")
def test_the_longest_streak_of_a_timeline_that_lies_open_is_marked() -> None:
    assert longest((56, 81, 49, 51, 53, 68, 66, 79)) == range(2, 6)
    assert longest((50, 51, 40, 60)) == range(2, 4), "of equal ones the one that counts"
    assert longest(()) == range(0)
    table = ended((50, 60, 40), (70,), (80, 70))
    assert [[card.streak for card in line.cards] for line in table.sees(ANNA).seats[:1]] == [[True, True, False]]
    assert table.sees(ANNA).line.seat == ANNA and table.sees(ANNA).line.over


@pytest.mark.clause("QS-E3", "CO-12")
def test_after_snap_the_win_is_shared() -> None:
    table = ended((50, 60), (50, 60))
    plays_out(table)
    assert places(table) == [(1, ANNA), (1, BEAT)]


@pytest.mark.clause("CO-11", "CO-12")
def test_at_a_24_hour_table_there_is_no_snap_and_looks_take_a_day() -> None:
    table = ended((50, 60), (50, 60), clock=86_400)
    assert places(table) == [(1, ANNA), (1, BEAT)]
    slow = StandardTable(2, clock=86_400)
    slow.lays("2-clubs 3-clubs", "2-hearts")
    slow.does(ANNA, Peek, spot="0.0")
    assert slow.state.due is not None and (slow.state.due - slow.now).days == 1


def test_snap_is_not_played_before_the_end() -> None:
    table = StandardTable(2)
    table.refuses("QS-E3", ANNA, Deal, showing=0)


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-E4")
def test_a_limit_of_rounds_ends_the_game_after_equal_turns() -> None:
    table = StandardTable(3, rounds=2)
    table.lays(*HIDDEN, stack=0)
    turns = 0
    while table.state.ending is None:
        table.does(table.active, Ask, suit="hearts")
        table.does(table.active, NotKnown)
        turns += 1
    assert turns == 6 and table.state.ending is Ending.ROUNDS


@pytest.mark.clause("QS-E4")
def test_all_may_agree_to_stop() -> None:
    table = StandardTable(4, bots=(Seat(3),))
    table.lays(*HIDDEN, "2-diamonds")
    table.does(ANNA, Stop)
    assert table.can(BEAT) == table.can(CARLA) == {"Agree"} and not table.can(Seat(3))
    table.does(BEAT, Agree, yes=True)
    table.does(CARLA, Agree, yes=False)
    assert (table.active, table.phase) == (ANNA, Phase.ACT)
    table.refuses("QS-E4", ANNA, Stop)
    table.lays(*HIDDEN, "2-diamonds")
    table.state = structs.replace(table.state, asked_to_stop=False)
    table.does(ANNA, Stop)
    table.does(BEAT, Agree, yes=True)
    table.does(CARLA, Agree, yes=True)
    assert table.state.ending is Ending.AGREED
    assert all(slot.flipped for player in table.state.players for slot in player.line)


@pytest.mark.clause("QS-E4", "CO-6")
def test_all_have_agreed_to_stop_once_nobody_is_left_who_has_not() -> None:
    table = StandardTable(2)
    table.lays("2-clubs", "2-hearts")
    table.does(ANNA, Stop)
    table.state = table.rules.seated(table.state, BEAT, False, table.now)
    earlier = table.rules.earliest(table.state)
    assert earlier is not None and earlier <= table.now, "logs by the earlier law tell of time that was up at once"
    went_on = table.rules.time_up(table.state, table.pack, Chance(b"", 1), table.now)
    assert went_on.phase is Phase.ACT and went_on.ending is None
    table.rings()
    assert table.state.ending is Ending.AGREED


@pytest.mark.clause("QS-E4")
def test_silence_is_no_agreement() -> None:
    table = StandardTable(2)
    table.lays("2-clubs", "2-hearts")
    table.does(ANNA, Stop)
    table.rings()
    assert table.state.ending is None and table.phase is Phase.ACT
