"""くいずです, clause by clause."""

from collections import Counter
from datetime import timedelta

import pytest

from games.rules.appeals import AppealState
from games.rules.chance import Chance
from games.rules.its_a_quiz.moves import (
    Answer,
    Appeal,
    Bid,
    Call,
    Done,
    Give,
    GoOn,
    Lay,
    Longer,
    Memorise,
    Open,
    Pass,
    PassToPeek,
    Peek,
    PutBack,
    QuizOptions,
    Ready,
    Shift,
    Show,
    Take,
    Vote,
)
from games.rules.its_a_quiz.state import FORTUNE, Markers, Phase, Verdict
from games.rules.kernel import DAY, HOST, PUBLIC, Seat
from games.rules.words import Who
from tests.rules.quiz_table import ANNA, BEAT, CLEO, DORA, EMIL, NOON, PACK, RULES, Table

# -- material and preparation ----------------------------------------------------------------------------------------


@pytest.mark.clause("IQ-M1")
def test_ten_questions_twice_thirty_answers_fourteen_markers_of_each_kind() -> None:
    state = Table().state
    assert sorted(state.questions) == list(range(10)) and sorted(state.words) == list(range(30))
    assert state.stock == Markers(14, 14) and state.field == Markers(0, 0)
    assert RULES.seats == range(2, 6)
    problems = [list(RULES.bad_options(QuizOptions(), seats, PACK)) for seats in (1, 2, 5, 6)]
    assert [bool(problem) for problem in problems] == [True, False, False, True]


@pytest.mark.clause("IQ-P1")
def test_three_answers_lie_beside_each_question_and_the_white_cards_are_scattered() -> None:
    table = Table()
    assert [len(row) for row in table.state.rows] == [3] * 10
    assert len({place for place in table.state.places if place is not None}) == 10
    side, rows = table.sees(PUBLIC).side, table.sees(PUBLIC).rows
    assert all(card.word is not None for line in rows.lines for card in line.cards)
    assert sorted(spot.white.number or 0 for spot in side.spots if spot.white) == list(range(1, 11))
    assert Table(secret=b"another").state.words != table.state.words


def test_a_show_is_drawn_or_chosen() -> None:
    assert {Table(secret=bytes([number])).state.show for number in range(20)} == {0, 1}
    assert Table(show=2).state.show == 1
    assert [problem.field for problem in RULES.bad_options(QuizOptions(show=3), 3, PACK)] == ["show"]


@pytest.mark.clause("IQ-P2")
def test_two_minutes_to_memorise_then_all_is_turned_down() -> None:
    table = Table()
    assert RULES.deadline(table.state) == NOON + timedelta(minutes=2)
    assert table.sees(ANNA).bar.round == 0 and not any(line.dealer for line in table.sees(ANNA).seats)
    table.waits()
    assert table.state.phase is Phase.OPENING and table.state.round == 1
    seen = table.sees(ANNA)
    assert not any(card.word for line in seen.rows.lines for card in line.cards)
    assert not any(spot.white.number for spot in seen.side.spots if spot.white)
    assert len(seen.rows.lines) == 10  # the black questions stay open
    assert {Table(secret=bytes([n])).waits().state.dealer for n in range(30)} == {ANNA, BEAT, CLEO}


@pytest.mark.clause("IQ-P2")
def test_sooner_if_all_are_ready() -> None:
    table = Table()
    table.does(ANNA, Ready(0)).does(CLEO, Ready(0))
    assert table.refuses(ANNA, Ready(0)) == "IQ-P2"
    assert table.state.phase is Phase.MEMORY
    assert table.does(BEAT, Ready(0)).state.phase is Phase.OPENING


@pytest.mark.clause("IQ-P2")
def test_longer_if_all_agree() -> None:
    table = Table()
    table.does(ANNA, Longer(0), 60).does(BEAT, Longer(0))
    assert table.refuses(ANNA, Longer(0)) == "IQ-P2"
    assert RULES.deadline(table.state) == NOON + timedelta(minutes=2)
    table.does(CLEO, Longer(0))
    assert RULES.deadline(table.state) == table.at + timedelta(minutes=2)
    assert table.told() == ["All agree: two more minutes."]
    assert Longer(0) in table.legal(ANNA)  # and once more


@pytest.mark.clause("IQ-P2")
def test_bots_are_always_ready_unless_they_are_among_themselves() -> None:
    assert Table(persons=1).does(ANNA, Ready(0)).state.phase is Phase.OPENING
    alone = Table(persons=0)
    assert alone.state.awaited() == (ANNA, BEAT, CLEO)


@pytest.mark.clause("IQ-P2", "CO-11")
def test_at_a_24_hour_table_everybody_has_two_minutes_of_their_own() -> None:
    table = Table(clock=DAY)
    assert not any(card.word for line in table.sees(ANNA).rows.lines for card in line.cards)
    assert table.refuses(ANNA, Ready(0)) == "IQ-P2"
    table.does(ANNA, Memorise(0), 3_600)
    assert table.refuses(ANNA, Memorise(0)) == table.refuses(ANNA, Longer(0)) == "IQ-P2"
    assert all(card.word for line in table.sees(ANNA).rows.lines for card in line.cards)
    for other in (BEAT, PUBLIC, HOST):
        assert not any(card.word for line in table.sees(other).rows.lines for card in line.cards)
    assert RULES.deadline(table.state) == table.at + timedelta(minutes=2)
    table.waits()
    assert not any(card.word for line in table.sees(ANNA).rows.lines for card in line.cards)
    assert table.refuses(ANNA, Memorise(0)) == "IQ-P2"
    table.does(BEAT, Memorise(0)).does(BEAT, Ready(0))
    assert table.state.phase is Phase.MEMORY
    assert table.waits().state.phase is Phase.OPENING  # the day is over; Cleo has not looked
    assert [player.saw for player in table.state.players] == [True, True, False]


def test_whoever_leaves_while_all_memorise_holds_nobody_up() -> None:
    table = Table(persons=2)
    table.does(ANNA, Ready(0))
    state = RULES.seated(table.state, BEAT, False, table.at)
    assert state.phase is Phase.OPENING


@pytest.mark.clause("IQ-P3")
def test_eight_rounds_and_the_eighth_ends_with_its_reveal() -> None:
    table = Table().begins()
    phases = [table.state.phase]
    table.opens(0)
    phases.append(table.state.phase)
    table.writes(ANNA, 1).slush(BEAT, CLEO)
    phases.append(table.state.phase)
    table.goes_on()
    phases.append(table.state.phase)
    assert phases == [Phase.OPENING, Phase.ANSWERING, Phase.REVEALED, Phase.LAYING]
    table.prepares().to_round(8, winner=ANNA)
    assert table.state.round == 8 and len(table.state.whites()) == 3
    table.plays_round(7, winner=BEAT)
    assert table.state.phase is Phase.OVER
    assert Table().begins().refuses(ANNA, Open(2, 30)) == "IQ-P3"  # that was for another round


# -- choosing the question -------------------------------------------------------------------------------------------


def auction(**markers: tuple[int, int]) -> Table:
    """Round 2 of three players, Anna the dealer, before the first marker is put."""
    table = Table().begins().plays_round(0)
    names = {"anna": ANNA, "beat": BEAT, "cleo": CLEO}
    for name, seat in names.items():
        table.owns(seat, *markers.get(name, (0, 0)))
    return table.set(round=1, dealer=ANNA, phase=Phase.SHIFTING).does(ANNA, Done(1))


@pytest.mark.clause("IQ-1.1")
def test_markers_are_put_clockwise_from_the_dealers_left_and_the_dealer_comes_last() -> None:
    table = auction(anna=(1, 0), beat=(0, 2), cleo=(1, 1))
    first, second = table.state.whites()[:2]
    assert table.state.awaited() == (BEAT,)
    assert table.refuses(CLEO, Bid(2, first, "score")) == "IQ-1.1"
    assert table.refuses(BEAT, Bid(2, first, "score")) == "IQ-1.1"  # has none of this kind
    table.does(BEAT, Bid(2, first, "slush"))
    assert table.state.awaited() == (CLEO,) and table.markers(BEAT) == (0, 1)
    table.does(CLEO, Bid(2, second, "score"))
    assert table.state.awaited() == (ANNA,)
    table.does(ANNA, Pass(2))
    assert table.state.awaited() == (BEAT,)
    table.does(BEAT, Bid(2, second, "slush")).does(CLEO, Pass(2))
    # Beat has no marker left and passes unasked: the auction is over
    assert table.state.phase is Phase.OPENING
    assert table.state.bids[first - 30] == Markers(0, 1) and table.state.bids[second - 30] == Markers(1, 1)


@pytest.mark.clause("IQ-1.1")
def test_whoever_has_passed_is_out_of_this_auction() -> None:
    table = auction(beat=(0, 3), cleo=(0, 3))
    card = table.state.whites()[0]
    table.does(BEAT, Pass(2)).does(CLEO, Bid(2, card, "slush"))
    assert table.state.awaited() == (CLEO,)
    assert table.refuses(BEAT, Bid(2, card, "slush")) == "IQ-1.1"
    assert table.does(CLEO, Pass(2)).state.phase is Phase.OPENING


@pytest.mark.clause("IQ-1.1")
def test_a_marker_goes_on_a_white_card_that_lies_face_down() -> None:
    table = auction(beat=(0, 3))
    assert table.refuses(BEAT, Bid(2, table.white(0), "slush")) == "IQ-1.1"  # question 1 has left the game


@pytest.mark.clause("IQ-1.1")
def test_in_the_first_round_nobody_has_markers() -> None:
    assert Table().begins().state.phase is Phase.OPENING


@pytest.mark.clause("IQ-1.2")
def test_the_dealer_opens_one_of_the_cards_with_the_fewest_markers() -> None:
    table = auction(beat=(0, 1), cleo=(1, 0))
    marked = table.state.whites()[:2]
    table.does(BEAT, Bid(2, marked[0], "slush")).does(CLEO, Bid(2, marked[1], "score"))
    assert table.refuses(BEAT, Open(2, table.state.whites()[3])) == "IQ-1.2"
    for card in marked:
        assert table.refuses(ANNA, Open(2, card)) == "IQ-1.2"
    assert {move.card for move in table.legal(ANNA, Open)} == set(table.state.whites()) - set(marked)
    before = table.state.stock
    table.does(ANNA, Open(2, table.state.whites()[4]))
    assert all(on == Markers() for on in table.state.bids)
    assert table.state.stock == before.plus(1 - 2, 1 - 2)  # back go the markers, out come two of each kind
    assert table.sees(CLEO).stage.question is not None


@pytest.mark.clause("IQ-1.2")
def test_where_every_card_bears_markers_the_fewest_still_counts() -> None:
    table = auction()
    bids = [Markers()] * 10
    for number, card in enumerate(table.state.whites()):
        bids[card - 30] = Markers(1, 1) if number else Markers(1, 0)
    table.set(bids=tuple(bids))
    assert table.state.fewest() == table.state.whites()[:1]


@pytest.mark.clause("IQ-1.3")
def test_two_markers_of_each_kind_come_into_the_field() -> None:
    table = Table().begins().opens()
    assert table.state.field == Markers(2, 2) and table.state.stock == Markers(12, 12)
    table.peeks(ANNA, BEAT, CLEO).goes_on().prepares().opens(1)
    assert table.state.field == Markers(4, 4)  # nobody took any: they add up


@pytest.mark.clause("IQ-1.3")
def test_the_fourteen_of_each_kind_last_for_exactly_seven_rounds() -> None:
    table = Table().begins()
    for number in range(7):
        assert table.state.stock == Markers(14 - 2 * number, 14 - 2 * number)
        table.plays_round(number)
    assert table.state.stock == Markers(0, 0) and table.state.field == Markers(14, 14)
    table.opens(7)
    assert table.state.field == Markers(0, 0) and table.state.stock == Markers(14, 14)


# -- answering -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("IQ-2.1")
def test_everybody_chooses_in_secret() -> None:
    table = Table(4).begins().opens()
    hidden = table.sees(ANNA)
    table.writes(BEAT, 1)
    assert table.sees(ANNA).stage.chosen == hidden.stage.chosen + 1
    assert table.sees(ANNA).seats[BEAT].choice is None and not table.sees(ANNA).stage.slips
    assert table.sees(BEAT).hand.choice == "answer" and table.sees(BEAT).hand.wrote
    assert table.refuses(BEAT, Take(1)) == "IQ-2.1"
    table.slush(CLEO).peeks(DORA)
    assert table.state.phase is Phase.ANSWERING
    table.does(ANNA, Answer(1, " \n \n"))  # nothing written means peek
    assert [line.choice for line in table.sees(ANNA).seats] == ["peek", "answer", "slush", "peek"]


@pytest.mark.clause("IQ-2.1", "CO-5")
def test_too_late_is_nothing_written() -> None:
    table = Table(clock=30).begins().opens()
    table.slush(ANNA).waits()
    assert [player.choice.kind for player in table.state.players if player.choice] == ["slush", "peek", "peek"]
    assert [player.choice.late for player in table.state.players if player.choice] == [False, True, True]
    assert table.refuses(BEAT, Answer(1, "x")) == "IQ-P3"


@pytest.mark.clause("IQ-2.2")
@pytest.mark.parametrize(("places", "right"), [((1,), True), ((3,), True), ((1, 2, 3), True), ((1, 3), True)])
def test_any_number_of_right_answers_in_their_order(places: tuple[int, ...], right: bool) -> None:
    table = Table().begins().opens()
    table.writes(ANNA, *places).slush(BEAT, CLEO)
    assert (table.state.answers[0].verdict == Verdict.RIGHT) is right
    assert table.state.answers[0].count == len(places)


@pytest.mark.clause("IQ-2.3")
def test_everything_is_revealed_together_then_peeks_then_slush_then_the_check() -> None:
    table = Table(4).begins().owns(BEAT, 0, 1).opens()
    table.writes(ANNA, 1).peeks(BEAT).slush(CLEO)
    assert not table.sees(PUBLIC).stage.slips
    table.writes(DORA, 2, 1)
    assert table.state.phase is Phase.PEEKING
    assert [(slip.choice, len(slip.words), slip.right) for slip in table.sees(PUBLIC).stage.slips] == [
        ("answer", 1, None),
        ("peek", 0, None),
        ("slush", 0, None),
        ("answer", 2, None),
    ]
    assert table.markers(CLEO) == (0, 0)  # the slush fund comes after the peeks
    table.does(BEAT, PutBack(1))
    assert table.state.phase is Phase.REVEALED and table.markers(CLEO) == (0, 2)
    assert [slip.right for slip in table.sees(PUBLIC).stage.slips] == [True, None, None, False]


def peeking(*peekers: Seat, seats: int = 4, **markers: tuple[int, int]) -> Table:
    table = Table(seats).begins(dealer=ANNA)
    names = {"anna": ANNA, "beat": BEAT, "cleo": CLEO, "dora": DORA}
    for name, own in markers.items():
        table.owns(names[name], *own)
    while table.state.phase is Phase.AUCTION:
        table.does(table.state.awaited()[0], Pass(1))
    table.opens()
    return table.peeks(*peekers).slush(*(seat for seat in table.state.seats() if seat not in peekers))


@pytest.mark.clause("IQ-2.4")
def test_peeks_go_round_from_the_dealers_left_and_cost_as_many_markers_as_there_are_who_peek() -> None:
    table = peeking(ANNA, CLEO, DORA, anna=(0, 3), cleo=(2, 2), dora=(0, 4))
    assert table.state.price == 3 and table.state.awaited() == (CLEO,)
    assert table.refuses(ANNA, Peek(1, 5, 0)) == "IQ-2.4"
    card = table.state.rows[4][1]
    assert {move.score for move in table.legal(CLEO, Peek)} == {1, 2}  # any kind: 1 + 2 or 2 + 1
    assert table.refuses(CLEO, Peek(1, card, 0)) == "IQ-2.4"  # has only two slush markers
    stock = table.state.stock
    table.does(CLEO, Peek(1, card, 1))
    assert table.markers(CLEO) == (1, 0) and table.state.stock == stock.plus(1, 2)
    [seen] = table.sees(CLEO).hand.seen
    assert (seen.number, seen.at, seen.text) == (5, 2, PACK.shows[table.state.show].words[table.state.words[card]].name)
    for other in (ANNA, BEAT, DORA, PUBLIC):
        assert not table.sees(other).hand.seen
        assert not any(c.word for line in table.sees(other).rows.lines for c in line.cards)
    table.does(CLEO, PutBack(1))
    assert not table.sees(CLEO).hand.seen
    table.does(DORA, Peek(1, table.white(9), 0))
    assert table.sees(DORA).hand.seen[0].text == PACK.shows[table.state.show].questions[9]
    table.does(DORA, PutBack(1))
    assert table.state.awaited() == (ANNA,)  # the dealer comes last
    table.does(ANNA, Peek(1, card, 0)).does(ANNA, PutBack(1))
    assert table.state.phase is Phase.REVEALED


@pytest.mark.clause("IQ-2.4")
def test_alone_one_peeks_for_one_marker_as_often_as_one_can_pay() -> None:
    table = peeking(BEAT, beat=(1, 2))
    cards = table.state.face_down()
    table.does(BEAT, Peek(1, cards[0], 0)).does(BEAT, Peek(1, cards[1], 0))
    assert table.refuses(BEAT, Peek(1, cards[1], 1)) == "IQ-2.4"  # looks at it already
    assert table.refuses(BEAT, Peek(1, table.white(0), 1)) == "IQ-2.4"  # that one lies open
    table.does(BEAT, Peek(1, cards[2], 1))
    assert table.markers(BEAT) == (0, 0) and len(table.sees(BEAT).hand.seen) == 3
    assert table.legal(BEAT, Peek) == []


@pytest.mark.clause("IQ-2.4")
def test_where_nobody_can_pay_for_a_look_nobody_is_asked() -> None:
    assert peeking(BEAT, CLEO, beat=(1, 0)).state.phase is Phase.REVEALED
    # but where the others could help with markers, they may (IQ-6)
    table = peeking(BEAT, CLEO, dora=(2, 0))
    assert table.state.awaited() == (BEAT,) and table.legal(BEAT) == [PutBack(1)]
    table.does(DORA, Give(1, BEAT, "score", 2))
    assert table.legal(BEAT, Peek)


@pytest.mark.clause("IQ-2.5")
@pytest.mark.parametrize(("takers", "each"), [((BEAT,), 2), ((BEAT, CLEO), 1), ((BEAT, CLEO, DORA), 0)])
def test_the_slush_fund_is_taken_alone_by_two_or_by_nobody(takers: tuple[Seat, ...], each: int) -> None:
    table = Table(4).begins().opens()
    for seat in table.state.seats():
        table.slush(seat) if seat in takers else table.writes(seat, 2, 1)
    assert [table.markers(seat)[1] for seat in takers] == [each] * len(takers)
    assert table.state.field.slush == 2 - each * len(takers)


@pytest.mark.clause("IQ-2.5")
def test_two_take_one_each_and_the_rest_stays() -> None:
    table = Table(2).begins().set(field=Markers(2, 5), stock=Markers(12, 9)).opens().slush(ANNA, BEAT)
    assert table.markers(ANNA) == table.markers(BEAT) == (0, 1) and table.state.field.slush == 5


@pytest.mark.clause("IQ-2.6", "CO-3")
def test_words_are_typed_from_memory_and_judged_in_any_language() -> None:
    table = Table(2).begins().opens()
    assert not [move for move in table.legal(ANNA, Answer) if move.words]  # no list to pick from
    first, third = table.words(1, 3)
    sloppy = f"  {first.replace('(en)', '(de)').lower()}  \n\n{third.replace('WORD', 'wrod')}"
    table.does(ANNA, Answer(1, sloppy)).slush(BEAT)
    assert table.state.answers[0].verdict == Verdict.RIGHT and table.state.answers[0].count == 2


# -- the reveal ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("IQ-3.1")
@pytest.mark.parametrize("places", [(2, 1), (3, 1, 2), (1, 1), (1, 2, 2)])
def test_a_wrong_order_and_an_answer_named_twice_are_wrong(places: tuple[int, ...]) -> None:
    table = Table(2).begins().opens().writes(ANNA, *places).slush(BEAT)
    assert table.state.answers[0].verdict == Verdict.WRONG


@pytest.mark.clause("IQ-3.1", "CO-10")
def test_one_word_that_is_not_in_the_row_makes_the_answer_wrong() -> None:
    table = Table(2).begins().opens()
    elsewhere = PACK.shows[table.state.show].words[table.state.words[table.state.rows[3][0]]].name.en
    table.does(ANNA, Answer(1, "\n".join([*table.words(1, 2), elsewhere]))).slush(BEAT)
    assert table.state.answers[0].verdict == Verdict.WRONG
    assert [card.word is not None for line in table.sees(BEAT).rows.lines for card in line.cards] == [True] * 3 + [
        False
    ] * 27
    nonsense = Table(2).begins().opens().does(ANNA, Answer(1, "no such thing")).slush(BEAT)
    assert nonsense.state.answers[0].verdict == Verdict.WRONG


@pytest.mark.clause("IQ-3.2")
def test_most_right_answers_win_all_score_markers_and_make_the_dealer() -> None:
    table = Table(4).begins(dealer=ANNA).opens()
    table.writes(ANNA, 3).writes(BEAT, 2, 1, 3).writes(CLEO, 1, 3).slush(DORA)
    assert table.sees(PUBLIC).stage.winner == CLEO  # Beat has more, but is wrong
    table.goes_on()
    assert table.markers(CLEO) == (2, 0) and table.state.field.score == 0
    assert table.state.dealer == CLEO and table.state.phase is Phase.LAYING


@pytest.mark.clause("IQ-3.3")
def test_two_who_are_level_take_one_each_and_nobody_has_won() -> None:
    table = Table(4).begins(dealer=DORA).set(field=Markers(3, 0), stock=Markers(11, 14)).opens()
    table.writes(ANNA, 1, 2).writes(BEAT, 2, 3).writes(CLEO, 1).slush(DORA).goes_on()
    assert [table.markers(seat)[0] for seat in (ANNA, BEAT, CLEO)] == [1, 1, 0]
    assert table.state.field.score == 3 and table.state.dealer == DORA


@pytest.mark.clause("IQ-3.3")
def test_three_or_more_or_nobody_leave_everything() -> None:
    table = Table(4).begins(dealer=DORA).opens()
    table.writes(ANNA, 1).writes(BEAT, 2).writes(CLEO, 3).slush(DORA).goes_on()
    assert table.state.field.score == 2 and table.state.dealer == DORA
    nobody = Table(2).begins(dealer=BEAT).opens().writes(ANNA, 2, 1).slush(BEAT).goes_on()
    assert nobody.state.field.score == 2 and nobody.state.dealer == BEAT


@pytest.mark.clause("IQ-3.4")
def test_round_eight_pays_no_score_markers() -> None:
    table = Table().begins().to_round(8).plays_round(7, winner=BEAT)
    assert table.markers(BEAT) == (0, 0) and table.state.last_winner == BEAT
    level = Table().begins().to_round(8).opens(7).writes(ANNA, 1).writes(BEAT, 1).peeks(CLEO).goes_on()
    assert level.state.last_winner is None and level.markers(ANNA) == (0, 0)


# -- preparing -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("IQ-4.1")
def test_the_opened_answers_go_to_the_shortest_rows_and_all_are_told() -> None:
    table = Table().begins().opens(0).writes(ANNA, 1).slush(BEAT, CLEO).goes_on()
    cards = table.state.rows[0]
    assert table.refuses(BEAT, Lay(1, cards[0], 4)) == "IQ-4.1"
    assert table.refuses(ANNA, Lay(1, 29, 4)) == "IQ-4.1"  # not one of the opened answers
    assert table.refuses(ANNA, Lay(1, cards[0], 0)) == "IQ-4.1"  # that question has left the game
    table.does(ANNA, Lay(1, cards[1], 4))
    assert table.state.rows[4][-1] == cards[1] and len(table.state.rows[4]) == 4
    [told] = table.sees(BEAT).news.lines
    word = PACK.shows[table.state.show].words[table.state.words[cards[1]]].name
    assert dict(told.facts)["word"] == word and dict(told.facts)["row"] == 5
    assert table.refuses(ANNA, Lay(1, cards[0], 4)) == "IQ-4.1"  # has four already
    table.does(ANNA, Lay(1, cards[0], 5)).does(ANNA, Lay(1, cards[2], 6))
    assert table.state.phase is Phase.SHIFTING and table.state.rows[0] == ()
    assert table.state.places[table.white(0) - 30] is None  # both cards have left the game
    assert not any(card.word for line in table.sees(ANNA).rows.lines for card in line.cards)


@pytest.mark.clause("IQ-4.1")
def test_with_rows_of_four_and_of_five_a_row_of_four() -> None:
    """The example that is printed."""
    table = Table().begins().opens(0).writes(ANNA, 1).slush(BEAT, CLEO).goes_on()
    rest = list(range(3, 30))
    rows = [table.state.rows[0], tuple(rest[:5]), tuple(rest[5:9]), tuple(rest[9:14]), tuple(rest[14:18])]
    rows += [tuple(rest[18:23]), tuple(rest[23:27]), (), (), ()]
    table.set(rows=tuple(rows))
    assert Counter(map(len, rows[1:7])) == {4: 3, 5: 3}
    assert {move.row for move in table.legal(ANNA, Lay)} == {2, 4, 6}
    assert table.refuses(ANNA, Lay(1, 0, 1)) == "IQ-4.1"
    table.does(ANNA, Lay(1, 0, 2)).does(ANNA, Lay(1, 1, 4))
    assert {move.row for move in table.legal(ANNA, Lay)} == {6}


@pytest.mark.clause("IQ-4.2")
def test_what_was_written_is_thrown_away() -> None:
    table = Table().begins().opens().writes(ANNA, 1).slush(BEAT, CLEO).goes_on().prepares()
    assert table.state.answers == () and all(player.choice is None for player in table.state.players)
    assert not table.sees(BEAT).stage.slips


def shifting() -> Table:
    table = Table().begins().opens().writes(ANNA, 1).slush(BEAT, CLEO).goes_on()
    while table.state.phase is Phase.LAYING:
        table.waits() if table.state.due else table.does(ANNA, table.legal(ANNA, Lay)[0])
    return table


@pytest.mark.clause("IQ-4.3")
def test_the_dealer_may_move_up_to_two_white_cards_without_looking() -> None:
    table = shifting()
    card, other = table.state.whites()[:2]
    free = [place for place in range(15) if place not in table.state.places]
    assert table.refuses(BEAT, Shift(1, card, free[0])) == "IQ-4.3"
    start = table.state.places[card - 30]
    assert table.refuses(ANNA, Shift(1, card, start or 0)) == "IQ-4.3"
    assert table.refuses(ANNA, Shift(1, table.white(0), free[0])) == "IQ-4.3"  # has left the game
    table.does(ANNA, Shift(1, card, free[0]))
    assert table.state.places[card - 30] == free[0] and table.state.phase is Phase.SHIFTING
    [told] = table.sees(BEAT).news.lines
    assert dict(told.facts) == {"who": told.facts[2][1], "start": (start or 0) + 1, "end": free[0] + 1}
    assert table.sees(ANNA).side == table.sees(BEAT).side or not any(
        spot.white.number for spot in table.sees(ANNA).side.spots if spot.white
    )
    assert table.refuses(ANNA, Shift(1, other, free[0])) == "IQ-4.3"  # to swap would be two more
    table.does(ANNA, Shift(1, other, free[1]))
    assert table.state.round == 2  # no more than two: the next round has begun


@pytest.mark.clause("IQ-4.3")
def test_two_cards_that_change_places_have_both_been_moved() -> None:
    table = shifting()
    card, other = table.state.whites()[:2]
    here, there = table.state.places[card - 30], table.state.places[other - 30]
    table.does(ANNA, Shift(1, card, there or 0))
    assert (table.state.places[card - 30], table.state.places[other - 30]) == (there, here)
    assert table.state.round == 2


@pytest.mark.clause("IQ-4.3")
def test_the_dealer_need_not_move_any() -> None:
    table = shifting()
    assert table.refuses(CLEO, Done(1)) == "IQ-4.3"
    assert table.does(ANNA, Done(1)).state.round == 2


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("IQ-5.1")
def test_a_point_per_score_marker_and_a_fortune_for_the_eighth_question() -> None:
    table = Table().begins().to_round(8)
    table.owns(ANNA, 9, 1).owns(BEAT, 0, 12).owns(CLEO, 2, 0)
    table.plays_round(7, winner=CLEO)
    result = RULES.result(table.state)
    assert result is not None
    assert [(line.place, line.seat, line.score) for line in result.ranking] == [
        (1, CLEO, FORTUNE + 2),
        (2, ANNA, 9),
        (3, BEAT, 0),
    ]
    assert FORTUNE == 1_000_000_000_000
    assert all(card.word for line in table.sees(BEAT).rows.lines for card in line.cards)  # nothing is secret any more


@pytest.mark.clause("IQ-5.1", "CO-12")
def test_without_a_winner_of_the_eighth_question_the_markers_decide_and_the_level_share_their_place() -> None:
    table = Table(4).begins().to_round(8).owns(ANNA, 3).owns(BEAT, 1).owns(CLEO, 1).owns(DORA, 0)
    table.plays_round(7)
    result = RULES.result(table.state)
    assert result is not None
    assert [(line.place, line.seat) for line in result.ranking] == [(1, ANNA), (2, BEAT), (2, CLEO), (4, DORA)]


def tie(*points: int, dealer: Seat = ANNA, persons: int | None = None) -> Table:
    """The end of round eight with these score markers, and nobody who has won it."""
    table = Table(len(points), persons=persons).begins().to_round(8)
    for seat, score in enumerate(points):
        table.owns(Seat(seat), score)
    return table.set(dealer=dealer).plays_round(7)


@pytest.mark.clause("IQ-5.2")
def test_the_tied_player_nearest_to_the_dealer_begins_and_a_tied_dealer_is_nearest() -> None:
    assert tie(2, 2, 0, 2, dealer=CLEO).state.tied == (DORA, ANNA, BEAT)
    assert tie(2, 2, 0, 2, dealer=BEAT).state.tied == (BEAT, DORA, ANNA)


@pytest.mark.clause("IQ-5.2")
def test_each_in_turn_names_a_card_and_turns_it_and_wrong_is_out() -> None:
    table = tie(2, 2, 2)
    cards = table.state.face_down()
    assert table.refuses(BEAT, Call(8, cards[0], "x")) == "IQ-5.2"
    assert table.refuses(ANNA, Call(8, table.state.rows[7][0], "x")) == "IQ-5.2"  # lies open already
    table.calls(ANNA, cards[0])
    assert cards[0] in table.state.turned and table.state.awaited() == (BEAT,)
    assert table.sees(PUBLIC).stage.slips[-1].right is True
    table.calls(BEAT, cards[1], right=False)
    assert table.state.phase is Phase.CALLED  # Beat might appeal
    assert table.refuses(CLEO, GoOn(8)) == "CO-9"
    table.does(BEAT, GoOn(8))
    assert cards[1] in table.state.turned  # it stays open
    assert table.state.tied == (CLEO, ANNA)
    table.calls(CLEO, cards[2]).calls(ANNA, cards[3], right=False).does(ANNA, GoOn(8))
    assert table.state.phase is Phase.OVER
    result = RULES.result(table.state)
    assert result is not None
    assert [(line.place, line.seat) for line in result.ranking] == [(1, CLEO), (2, ANNA), (2, BEAT)]
    assert result.ranking[0].why is not None and result.ranking[0].why.text == "Won the tie-break."


@pytest.mark.clause("IQ-5.2", "CO-5")
def test_silence_is_wrong() -> None:
    table = tie(1, 1).set(options=QuizOptions(clock=30), due=NOON + timedelta(days=1))
    table.waits()
    result = RULES.result(table.state)
    assert result is not None and result.winners == (BEAT,)
    said_nothing = tie(1, 1).does(ANNA, Call(8, 29, "  "))
    assert said_nothing.state.champion == BEAT


@pytest.mark.clause("IQ-5.2")
def test_when_all_cards_are_open_the_last_right_call_wins() -> None:
    table = tie(1, 1, 0)
    while table.state.phase is Phase.TIE and len(table.state.face_down()) > 1:
        table.calls(table.state.awaited()[0], table.state.face_down()[0])
    last = table.state.awaited()[0]
    table.calls(last, table.state.face_down()[0])
    assert table.state.phase is Phase.OVER and table.state.champion == last


@pytest.mark.clause("IQ-5.2")
def test_if_the_last_card_is_named_wrongly_the_latest_right_call_of_those_still_in_wins() -> None:
    table = tie(1, 1, 1)
    while len(table.state.face_down()) > 1:
        table.calls(table.state.awaited()[0], table.state.face_down()[0])
    last, before = table.state.awaited()[0], table.state.named[-1].seat
    table.calls(last, table.state.face_down()[0], right=False).does(last, GoOn(8))
    assert table.state.phase is Phase.OVER and table.state.champion == before != last


@pytest.mark.clause("IQ-5.2", "CO-12", "CO-13")
def test_whoever_shares_the_win_has_not_lost_the_tie_break() -> None:
    table = tie(2, 2, 0)
    result = RULES.result(RULES.stopped(table.state, PACK, Chance(b"called", 1), table.at))
    assert result is not None and result.winners == (ANNA, BEAT)
    assert [line.why for line in result.ranking[:2]] == [None, None]


def test_only_a_tie_is_told_as_won_in_the_tie_break() -> None:
    by_markers = RULES.story(Table().begins().to_round(8).owns(ANNA, 3).plays_round(7).state, PACK)
    by_the_eighth = RULES.story(Table().begins().to_round(8).plays_round(7, winner=BEAT).state, PACK)
    assert by_markers.how is None
    assert by_the_eighth.how is not None and by_the_eighth.how.text == "%(who)s won the eighth question."
    assert len(by_the_eighth.answers) >= 3, "what lay beside it is told, too"


@pytest.mark.clause("IQ-5.1")
def test_it_is_told_who_knew_most_and_whether_the_fortune_was_won() -> None:
    won = RULES.story(Table().begins().to_round(8).plays_round(7, winner=BEAT).state, PACK)
    assert [fact.figure.text for fact in won.facts[:2]] == ["1億万", "%(n)s answer"]
    assert [dict(fact.what.facts)["who"] for fact in won.facts[:2]] == [Who(BEAT), Who(BEAT)]
    assert "%(n)s answer" in {fact.figure.text for fact in won.own[BEAT]} - {fact.figure.text for fact in won.own[ANNA]}
    left = RULES.story(Table().begins().to_round(8).owns(ANNA, 3).plays_round(7).state, PACK)
    assert "1億万" not in {fact.figure.text for fact in left.facts}, "nobody won it"


@pytest.mark.clause("IQ-5.2", "CO-3")
def test_whoever_named_a_card_wrongly_may_appeal() -> None:
    table = tie(1, 1, 0).does(ANNA, Call(8, 29, "my own word for it"))
    table.does(ANNA, Appeal(8)).does(BEAT, Vote(8, True)).does(CLEO, Vote(8, True))
    assert table.state.phase is Phase.TIE and table.state.awaited() == (BEAT,)
    refused = tie(1, 1, 0).does(ANNA, Call(8, 29, "my own word for it")).does(ANNA, Appeal(8)).waits()
    assert refused.state.champion == BEAT
    silent = tie(1, 1, 0).does(ANNA, Call(8, 29, "my own word for it")).waits()
    assert silent.state.champion == BEAT


# -- deals -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("IQ-6")
def test_markers_may_be_given_away_at_any_time() -> None:
    table = Table().begins().owns(ANNA, 2, 1).opens()
    assert table.refuses(ANNA, Give(1, ANNA, "score")) == table.refuses(ANNA, Give(1, 3, "score")) == "IQ-6"
    assert table.refuses(ANNA, Give(1, BEAT, "slush", 2)) == "IQ-6"
    table.writes(ANNA, 1).does(ANNA, Give(1, BEAT, "score", 2))  # after one's own choice, too
    assert table.markers(ANNA) == (0, 1) and table.markers(BEAT) == (2, 0)
    assert table.state.phase is Phase.ANSWERING
    assert BEAT in RULES.to_move(table.state) and CLEO in RULES.to_move(table.state)


@pytest.mark.clause("IQ-6")
def test_no_deals_once_round_eight_is_revealed() -> None:
    table = Table().begins().to_round(8).owns(ANNA, 2, 1).opens(7).writes(ANNA, 1)
    table.does(ANNA, Give(8, BEAT, "score")).slush(BEAT, CLEO)
    assert table.state.phase is Phase.REVEALED
    assert table.refuses(ANNA, Give(8, BEAT, "score")) == "IQ-6"


@pytest.mark.clause("IQ-6")
def test_a_card_may_be_shown_while_one_is_peeking_at_it() -> None:
    table = peeking(BEAT, beat=(1, 0))
    card = table.state.rows[5][0]
    assert table.refuses(BEAT, Show(1, card, ANNA)) == "IQ-6"  # not looking at it
    table.does(BEAT, Peek(1, card, 1))
    assert table.refuses(BEAT, Show(1, card, BEAT)) == "IQ-6"
    assert table.refuses(ANNA, Show(1, card, CLEO)) == "IQ-2.4"
    table.does(BEAT, Show(1, card, ANNA))
    assert table.refuses(BEAT, Show(1, card, ANNA)) == "IQ-6"
    [seen] = table.sees(ANNA).hand.seen
    assert seen.to == () and not table.sees(CLEO).hand.seen  # only Beat shows it around
    table.does(BEAT, PutBack(1))
    assert not table.sees(ANNA).hand.seen


# -- appeals ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-3", "CO-9")
def test_an_appeal_that_is_upheld_wins_the_question() -> None:
    table = Table(4).begins().opens().does(ANNA, Answer(1, "a synonym\nand another")).writes(BEAT, 1)
    table.slush(CLEO, DORA)
    assert table.state.awaited() == (ANNA,)
    assert table.refuses(BEAT, GoOn(1)) == "CO-9" and table.refuses(BEAT, Appeal(1)) == "CO-3"
    table.does(ANNA, Appeal(1))
    assert table.refuses(ANNA, Vote(1, True)) == "CO-9"
    assert table.sees(CLEO).hand.vote is not None and table.sees(CLEO).hand.vote.given == ("a synonym", "and another")
    table.does(BEAT, Vote(1, False)).does(CLEO, Vote(1, True))
    assert table.refuses(CLEO, Vote(1, True)) == "CO-9"
    table.does(DORA, Vote(1, True))
    assert table.state.answers[-1].appeal == AppealState.UPHELD
    assert table.goes_on().markers(ANNA) == (2, 0) and table.state.dealer == ANNA


@pytest.mark.clause("CO-3")
def test_silence_upholds_the_verdict_and_time_ends_the_wait_for_appeals() -> None:
    table = Table().begins().opens().does(ANNA, Answer(1, "a synonym")).does(BEAT, Answer(1, "another")).slush(CLEO)
    table.does(ANNA, Appeal(1)).waits()
    assert next(given for given in table.state.answers if given.seat == ANNA).appeal == AppealState.REFUSED
    assert table.state.awaited() == (BEAT,)  # Beat may still appeal
    table.waits()
    assert table.state.phase is Phase.REVEALED and table.state.awaited() == (ANNA, BEAT, CLEO)
    assert table.waits().state.phase is Phase.LAYING


@pytest.mark.clause("CO-9")
def test_with_no_other_person_the_players_own_word_holds_and_the_game_is_marked() -> None:
    table = Table(2, persons=1).begins().opens().does(ANNA, Answer(1, "a synonym")).does(BEAT, Take(1))
    table.does(ANNA, Appeal(1))
    assert table.state.answers[0].verdict == Verdict.RIGHT and table.state.own_word
    over = table.goes_on().prepares().to_round(8).plays_round(7, winner=ANNA)
    result = RULES.result(over.state)
    assert result is not None and len(result.notes) == 1


@pytest.mark.clause("CO-6", "CO-9")
def test_a_bot_neither_appeals_nor_votes() -> None:
    table = Table().begins().opens().does(ANNA, Answer(1, "a synonym")).slush(BEAT, CLEO)
    assert RULES.seated(table.state, ANNA, False, table.at).may_appeal() == ()
    table.does(ANNA, Appeal(1)).does(BEAT, Vote(1, True))
    after = RULES.seated(table.state, CLEO, False, table.at)
    assert after.vote is None and after.answers[0].appeal == AppealState.UPHELD


# -- the clock -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-5")
def test_the_clock_makes_the_mildest_choice() -> None:
    table = Table(clock=30).begins()
    table.waits()  # a card is opened
    assert table.state.phase is Phase.ANSWERING
    table.waits()  # all peek, and nobody can pay
    assert table.state.phase is Phase.REVEALED
    table.waits()
    while table.state.phase is Phase.LAYING:
        table.waits()
    assert table.state.phase is Phase.SHIFTING
    places = table.state.places
    table.waits()
    assert table.state.round == 2 and table.state.places == places


@pytest.mark.clause("CO-5")
def test_too_late_is_refused() -> None:
    table = Table(clock=30).begins()
    table.at += timedelta(seconds=31)
    assert table.refuses(ANNA, Open(1, table.white(0))) == "CO-5"


@pytest.mark.clause("CO-7")
def test_a_bot_is_told_what_it_has_seen_and_a_person_is_not() -> None:
    table = Table(3, persons=2).begins()
    recall = table.sees(CLEO).hand.recall
    assert recall is not None and recall.words == table.state.words
    assert table.sees(ANNA).hand.recall is None and table.sees(PUBLIC).hand.recall is None
    state = RULES.seated(table.state, CLEO, True, table.at)
    assert RULES.observe(state, CLEO, PACK, table.at).hand.recall is None


@pytest.mark.clause("CO-8")
def test_what_a_bot_has_written_everybody_reads_in_their_own_language() -> None:
    table = Table(2, persons=1).begins().opens().writes(ANNA, 1).writes(BEAT, 1)
    anna, beat = table.sees(PUBLIC).stage.slips
    assert beat.words[0].say("fr").endswith("(fr)") and anna.words[0].say("fr").endswith("(en)")  # as Anna has typed it


def test_strangers_move_nothing() -> None:
    table = Table().begins()
    for stranger in (HOST, PUBLIC, EMIL):
        assert table.refuses(stranger, Ready(1)) == "CO-1"
    assert table.refuses(ANNA, PassToPeek(1)) == "IQ-P3"
