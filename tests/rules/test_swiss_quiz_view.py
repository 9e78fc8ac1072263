"""What each watcher of Swiss Quiz sees: the parts of the page, and nothing that is hidden (CO-7)."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from games.rules.kernel import HOST, PUBLIC, Seat
from games.rules.pack import Pack
from games.rules.swiss_quiz.board import EDELWEISS, LAST, WHITE, Kind
from games.rules.swiss_quiz.moves import SwissQuizOptions
from games.rules.swiss_quiz.observation import SwissQuizObservation
from games.rules.swiss_quiz.state import Answered, Laid, Phase, SwissQuizState
from games.rules.words import Say, Text, Who
from tests.rules.swiss_quiz_helpers import (
    ANNA,
    BEAT,
    NONNA,
    NOON,
    PACK,
    RULES,
    ZOE,
    Table,
    random_states,
    square_of,
)

AT_ONCE = SwissQuizOptions(answering="at-once")
RED1, CAMERA = square_of(Kind.RED1), square_of(Kind.CAMERA)


def words(lines: tuple[Say, ...]) -> list[str]:
    """Sentences in English with seats as numbers."""

    def fact(value: object) -> object:
        match value:
            case Who(seat=seat):
                return f"<{seat}>"
            case Say():
                return words((value,))[0]
        return value

    said = []
    for line in lines:
        facts = {name: fact(value) for name, value in line.facts}
        text = line.plural if line.plural and facts["n"] != 1 else line.text
        said.append(text % facts)
    return said


# -- the hand ------------------------------------------------------------------------------------------------------


def test_the_hand_says_what_every_stake_would_do() -> None:
    table = Table().place(anna=WHITE[0] - 1, beat=WHITE[0] + 1, zoe=2, nonna=3)
    stakes = table.view(ANNA).hand.stakes

    assert [stake.total for stake in stakes] == [0, 1, 2, 3, 4]
    assert [(stake.steps, stake.square) for stake in stakes] == [(1, 7), (2, 9), (3, 10), (4, 11), (5, 12)]
    assert [stake.kind for stake in stakes] == ["plain", "camera", "plain", "red-1", "plain"]
    assert [stake.chips for stake in stakes] == [0, 0, 0, -1, 0]
    assert [stake.flags for stake in stakes] == [0, 1, 1, 1, 1]
    assert [stake.pays for stake in stakes] == [0, 1, 1, 1, 1]  # in front then


def test_the_hand_counts_a_usable_flag_as_four() -> None:
    table = Table().give_flags(anna=1).place(anna=LAST - 4)
    assert len(table.view(ANNA).hand.stakes) == 5
    table.clear_flags()

    stakes = table.view(ANNA).hand.stakes
    assert len(stakes) == 9
    assert [stake.arrives for stake in stakes] == [False] * 4 + [True] * 5
    assert (stakes[8].square, stakes[8].steps, stakes[8].kind) == (EDELWEISS, 5, None)


@pytest.mark.clause("SQ-5", "SQ-8")
@pytest.mark.parametrize("chips", range(5))
def test_what_the_hand_promises_comes_true_if_nobody_moves_before(chips: int) -> None:
    table = Table().place(anna=WHITE[0] - 2, beat=WHITE[0] + 2, zoe=2, nonna=3)
    promised = table.view(ANNA).hand.stakes[chips]
    table.round(right=["anna"], anna=chips)

    (line, *_) = table.view(PUBLIC).results.lines
    assert line.end == promised.square
    assert (line.flags_taken, line.payout, line.square_chips) == (promised.flags, promised.pays, promised.chips)


@pytest.mark.clause("SQ-P3")
def test_the_hand_promises_no_more_than_the_bank_has() -> None:
    table = Table().place(anna=WHITE[0] - 1, beat=20, zoe=21, nonna=22)
    table.give(nonna=4 + table.state.bank - 1)

    stakes = table.view(ANNA).hand.stakes  # the bank has 1 chip, and what is staked comes to it
    assert [(stake.total, stake.pays) for stake in stakes] == [(0, 0), (1, 2), (2, 3), (3, 4), (4, 4)]


def test_the_hand_says_what_one_may_do_now() -> None:
    table = Table()
    hand = table.view(ANNA).hand
    assert (hand.may_lay, hand.may_turn, hand.may_next) == (True, False, False)
    hand = table.view(BEAT).hand
    assert (hand.may_lay, bool(hand.stakes)) == (False, True)

    for seat in (ANNA, BEAT, ZOE, NONNA):
        table.lay(seat)
    hand = table.view(ANNA).hand
    assert (hand.may_lay, hand.stakes, hand.may_turn, hand.may_next) == (False, (), True, False)
    assert hand.laid == Laid(True)
    table.turn()
    hand = table.view(BEAT).hand
    assert (hand.may_turn, hand.may_next, hand.next_reader, hand.laid) == (False, True, BEAT, None)


def test_whoever_has_no_seat_has_nothing_in_hand() -> None:
    table = Table()

    assert table.view(HOST) == table.view(PUBLIC)
    hand = table.view(PUBLIC).hand
    assert not (hand.playing or hand.may_lay or hand.stakes or hand.chips)


# -- the other parts -----------------------------------------------------------------------------------------------


def test_who_is_awaited_and_how_many_have_answered() -> None:
    table = Table(options=SwissQuizOptions(clock=60)).photo("nonna")
    table.lay(ANNA)
    whose = table.view(PUBLIC).whose

    assert (whose.reader, whose.awaited, whose.laid, whose.to_lay, whose.seconds) == (ANNA, (BEAT,), 1, 3, 60)
    assert whose.deadline == table.state.deadline
    lines = table.view(PUBLIC).seats.lines
    assert [line.missing for line in lines] == [False, False, False, True]
    assert [line.to_move for line in lines] == [False, True, False, False]


def test_a_card_that_was_not_laid_in_time_is_shown_as_late() -> None:
    table = Table(options=SwissQuizOptions(clock=30))
    table.wait(30)

    lines = table.view(PUBLIC).seats.lines
    assert [(line.laid, line.late) for line in lines[:2]] == [(False, True), (False, False)]


def test_the_results_tell_what_the_card_has_brought() -> None:
    table = Table().place(anna=5, beat=RED1 - 1, zoe=CAMERA - 2, nonna=1).photo("nonna")
    assert table.view(PUBLIC).results.lines == ()
    table.round(right=["beat", "zoe"], anna=2, zoe=1)

    results = table.view(PUBLIC).results
    anna, beat, zoe, nonna = results.lines
    assert (anna.answer, anna.right, anna.chips, anna.start, anna.end) == (False, False, 2, 5, 5)
    assert (beat.right, beat.start, beat.end, beat.square, beat.square_chips) == (True, 3, 4, Kind.RED1, -1)
    assert (zoe.square, zoe.photo, zoe.flags_taken, zoe.payout) == (Kind.CAMERA, True, 1, 1)
    assert (nonna.missed, nonna.answer, nonna.payout) == (True, None, 4)
    assert [flag.spot for flag in results.flags] == [WHITE[0]]
    assert results.next_reader == BEAT
    assert [line.missing for line in table.view(PUBLIC).seats.lines] == [False, False, True, False]
    assert [table.view(BEAT).hand.result, table.view(PUBLIC).hand.result] == [beat, None], "everybody sees their own"


def test_the_board_changes_only_when_a_card_is_turned() -> None:
    table = Table()
    before = table.view(PUBLIC).board
    table.lay(ANNA)
    assert table.view(PUBLIC).board == before

    table.round(right=["anna"])
    turned = table.view(PUBLIC).board
    assert (before.serial, turned.serial) == (0, 1)
    assert turned.pawns[0].position == 1
    table.next_round()
    assert table.view(PUBLIC).board == turned


def test_the_news_tell_the_last_move() -> None:
    table = Table(options=SwissQuizOptions(clock=30)).place(anna=RED1 - 1, zoe=CAMERA - 1).clear_flags()
    assert words(table.view(PUBLIC).news.lines) == ["<0> is drawn as hut keeper and reads first."]
    table.lay(ANNA)
    assert words(table.view(PUBLIC).news.lines) == ["<0> has answered."]
    table.lay(BEAT, chips=1, right=False)
    assert words(table.view(PUBLIC).news.lines) == ["<1> has answered and stakes 1 chip."]
    table.lay(ZOE)
    table.wait(30)
    assert words(table.view(PUBLIC).news.lines) == [
        "<3> has run out of time.",
        "All answers are laid. <0> turns the card.",
    ]
    table.turn()
    assert words(table.view(PUBLIC).news.lines) == [
        "The statement is true.",
        f"<0> is right and moves to square {RED1}.",
        "<0> pays a chip.",
        "<1> is wrong and stays.",
        f"<2> is right and moves to square {CAMERA}.",
        "<2> stops for a photo and misses the next round.",
        "<3> has laid no card and stays.",
    ]
    table.next_round()
    assert words(table.view(PUBLIC).news.lines) == ["<1> reads statement 2."]


def test_the_news_tell_of_flags_and_arrivals() -> None:
    table = Table().place(anna=LAST, beat=WHITE[0], zoe=1, nonna=2).give_flags(nonna=0)
    table.lay(ANNA)
    table.lay(BEAT)
    table.round(right=[])
    told = words(table.view(PUBLIC).news.lines)

    assert "<0> is right and reaches the edelweiss." in told
    assert "<1> takes a flag, and the bank pays everybody." in told


def test_the_news_name_a_stake_of_chips_and_flags() -> None:
    table = Table().give_flags(anna=2).clear_flags()
    table.lay(ANNA, chips=2, flags=1)

    assert words(table.view(PUBLIC).news.lines) == ["<0> has answered and stakes 2 chips and 1 flag."]


# -- what is hidden ------------------------------------------------------------------------------------------------


def scrambled_state(state: SwissQuizState, watcher: Seat) -> SwissQuizState:
    """Everything changed that this watcher may not know: others' answers, stakes not yet open, the order to come."""
    for number, player in enumerate(state.players):
        seat, laid = Seat(number), player.laid
        if laid is None or laid.answer is None or seat == watcher:
            continue
        goods, stake = (player.chips, player.flags), (laid.chips, laid.flags)
        if not state.stakes_open:
            goods, stake = stake, goods
        other = structs.replace(player, chips=goods[0], flags=goods[1], laid=Laid(not laid.answer, *stake))
        state = state.with_player(seat, other)
        told = (Answered(seat, *stake) if isinstance(event, Answered) else event for event in state.last)
        state = structs.replace(state, last=tuple(told) if seat == _answered(state) else state.last)
    top = state.drawn % len(state.deck)
    rest = [card for place, card in enumerate(state.deck) if place != top]
    return structs.replace(state, deck=(*rest[:top][::-1], state.deck[top], *rest[top:][::-1]))


def _answered(state: SwissQuizState) -> Seat | None:
    return next((event.seat for event in state.last if isinstance(event, Answered)), None)


def scrambled_pack(state: SwissQuizState, pack: Pack) -> Pack:
    """Other statements to come, another truth and explanation under the card until it is turned."""
    shown = state.phase in (Phase.SHOWN, Phase.OVER)
    statements = []
    for place, statement in enumerate(pack.statements):
        if place == state.card and shown:
            statements.append(statement)
        elif place == state.card:
            statements.append(
                structs.replace(statement, truth=not statement.truth, difficulty=3, basis="", explanation=Text(en="?"))
            )
        else:
            statements.append(structs.replace(statement, truth=not statement.truth, text=Text(en="secret")))
    return structs.replace(pack, statements=tuple(statements))


def as_json(observation: SwissQuizObservation) -> bytes:
    return msgspec.json.encode(observation)


@pytest.mark.clause("CO-7", "SQ-1", "SQ-2")
@pytest.mark.parametrize("answering", ["in-turn", "at-once"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_nothing_hidden_reaches_an_observation(answering: str, data: st.DataObject) -> None:
    options = msgspec.convert({"answering": answering, "clock": 30}, SwissQuizOptions)
    state = data.draw(random_states(options))
    for watcher in (HOST, PUBLIC, *(Seat(number) for number in range(len(state.players)))):
        seen = RULES.observe(state, watcher, PACK, NOON)
        changed = RULES.observe(scrambled_state(state, watcher), watcher, scrambled_pack(state, PACK), NOON)
        assert as_json(seen) == as_json(changed)


@pytest.mark.clause("CO-7")
def test_the_scrambling_scrambles() -> None:
    table = Table(options=AT_ONCE)
    table.lay(BEAT, chips=1)
    other = scrambled_state(table.state, ANNA)

    assert other.players[BEAT].laid == Laid(False, 3)
    assert other.deck != table.state.deck
    assert as_json(RULES.observe(other, BEAT, PACK, NOON)) != as_json(table.view(BEAT))


def test_every_part_can_be_kept_and_compared() -> None:
    for phase in ("laying", "turning", "shown"):
        table = Table()
        if phase != "laying":
            for seat in (ANNA, BEAT, ZOE, NONNA):
                table.lay(seat)
        if phase == "shown":
            table.turn()
        view = table.view(ANNA)
        assert view == table.view(ANNA)
        assert all(hash(getattr(view, part)) for part in view.__struct_fields__)
