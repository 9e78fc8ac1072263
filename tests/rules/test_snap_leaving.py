"""Whoever leaves Snap! at whatever moment, and whatever comes late or twice: the game goes on, and fairly (CO-6)."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from games.rules.kernel import HOST, TABLE, IllegalMove, Seat
from games.rules.play import Pause, Resume, TimeUp
from games.rules.quizterix_snap import Snap
from games.rules.quizterix_snap.moves import Answer, Buzz, Deal, GiveUp, Judge, Vote
from games.rules.quizterix_snap.state import Phase, SnapState, Verdict
from tests.rules.courses import Course, any_options
from tests.rules.snap_table import ANNA, BEAT, CARLA, DARIO, SnapTable
from tests.rules.test_readers import restless

pytestmark = pytest.mark.clause("CO-6")


def spoken(players: int = 4, **options: object) -> SnapTable:
    return SnapTable(players, answering="spoken", **options)  # type: ignore[arg-type]


def contest() -> SnapTable:
    table = SnapTable(4, lines={DARIO: 900}).deal().buzz(ANNA, 1000, settle=False)
    assert table.phase == Phase.CONTEST
    return table


PHASES: dict[str, Callable[[], SnapTable]] = {
    "dealing": lambda: SnapTable(4).deal().unknown().wait(6),
    "waiting": lambda: SnapTable(4).wait(3600),
    "showing": lambda: SnapTable(4).deal(),
    "opened again": lambda: SnapTable(4).deal().buzz(ANNA).wrong(ANNA),
    "contest": contest,
    "typing": lambda: SnapTable(4).deal().buzz(ANNA),
    "speaking": lambda: spoken().deal().buzz(ANNA),
    "judging": lambda: spoken().deal().buzz(ANNA).moves(ANNA, Answer(1)),
    "anybody judges": lambda: spoken().deal().buzz(ANNA).wait(15 + 30),
    "solution": lambda: SnapTable(4).deal().buzz(ANNA).right(ANNA),
    "appealable": lambda: SnapTable(4, cards=1, showings=1).deal().buzz(ANNA).wrong(ANNA).unknown().wait(8),
    "voting": lambda: SnapTable(4).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA),
    "round over": lambda: SnapTable(4, cards=1, rounds=2).win(ANNA),
}


def to_the_end(table: SnapTable) -> None:
    """Whoever is left makes the mildest moves, until the game is over."""
    for _ in range(600):
        if table.phase == Phase.END:
            return
        state = table.state
        due = table.rules.deadline(state)
        movers = [seat for seat in table.rules.to_move(state) if Deal in table.may(seat)]
        if state.phase == Phase.ANSWERING and not state.speaking and state.buzzer is not None:
            table.gives_up(state.buzzer.seat)
        elif movers:
            table.moves(movers[0], Deal(state.showing))
        else:
            assert due is not None, "nothing can happen any more"
            table.wait(max(0, (due - table.now).total_seconds()))
    raise AssertionError("the game does not end")


def check(state: SnapState, rules: Snap) -> None:
    """What must hold at every moment, whoever sits where."""
    persons = {HOST, *state.persons()}
    moves = {
        seat: [type(m) for m in rules.legal_moves(state, seat, None)]  # type: ignore[arg-type]
        for seat in rules.to_move(state)
    }
    assert moves or state.deadline() is not None or state.phase == Phase.END
    for seat, kinds in moves.items():
        assert seat in persons or not {Judge, Vote} & set(kinds), "only persons judge and vote"
        assert not state.waiting or (seat in persons and kinds == [Deal]), "no bot wakes a game that waits"
    if state.phase in (Phase.ANSWERING, Phase.JUDGING):
        assert state.buzzer is not None
        if state.speaking:
            assert state.readers and set(state.readers) <= persons
            assert state.buzzer.seat not in state.readers and state.players[state.buzzer.seat].person
        else:
            assert state.phase == Phase.ANSWERING
    if state.vote is not None:
        assert set(state.vote.voters) <= persons - {state.vote.seat}
    assert not state.waiting or (state.deadline() is None and state.persons())


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("who", [(ANNA,), (BEAT,), (CARLA, DARIO), (BEAT, CARLA, DARIO), (ANNA, BEAT, CARLA, DARIO)])
def test_whoever_leaves_at_whatever_moment_the_game_ends_by_its_rules(phase: str, who: tuple[Seat, ...]) -> None:
    table = PHASES[phase]()
    cards = table.cards()
    for seat in who:
        table.seated(seat, person=False)
        check(table.state, table.rules)
        due = table.rules.deadline(table.state)
        assert due is None or due >= table.now, "what is due lies ahead"
    if phase != "voting":
        assert table.cards() == cards, "no card is lost or won by leaving"
    to_the_end(table)
    total = sum(table.cards()) + table.state.unclaimed_before + len(table.state.unclaimed)
    assert total == table.state.cards * table.state.options.rounds


@pytest.mark.parametrize("dealer", [ANNA, BEAT, CARLA, DARIO, HOST])
def test_when_the_dealer_leaves_the_cards_still_turn_up(dealer: Seat) -> None:
    for number in range(60):
        table = SnapTable(4, secret=bytes([number]), dealer="host" if dealer == HOST else "player")
        if table.dealer == dealer:
            break
    assert table.dealer == dealer
    if dealer != HOST:
        table.seated(dealer, person=False)
        assert table.may(dealer) == {Deal}, "the bot in this seat deals on"
    table.wait(10)
    assert table.phase == Phase.SHOWING


@pytest.mark.clause("SN-C2")
def test_when_whoever_has_the_buzzer_leaves_a_bot_answers_in_the_time_that_is_left() -> None:
    table = SnapTable(3).deal().buzz(ANNA).wait(20)
    due = table.rules.deadline(table.state)
    table.seated(ANNA, person=False)
    assert table.may(ANNA) == {Answer, GiveUp} and table.rules.deadline(table.state) == due
    table.wait(10)
    assert table.state.answers[0].verdict == Verdict.LATE
    assert table.phase == Phase.SHOWING


@pytest.mark.clause("CO-9")
def test_when_the_one_who_appeals_leaves_the_others_still_decide() -> None:
    table = SnapTable(3).deal().buzz(ANNA).wrong(ANNA).unknown().appeals(ANNA)
    table.seated(ANNA, person=False)
    assert table.may(BEAT) == table.may(CARLA) == {Vote}
    table.votes(BEAT, False)
    assert table.phase == Phase.SOLUTION and table.cards() == [0, 0, 0]


@pytest.mark.clause("CO-2", "SN-B1")
def test_when_the_host_who_reads_does_not_press_the_players_may() -> None:
    table = spoken(3, dealer="host").host(Deal(0)).buzz(ANNA).wait(15 + 30)
    assert table.may(BEAT) == table.may(CARLA) == {Judge}
    table.judges(BEAT, True)
    assert table.cards() == [1, 0, 0]


@pytest.mark.clause("SN-C2")
@pytest.mark.parametrize("phase", ["showing", "opened again", "contest"])
def test_a_bot_takes_over_the_buzzer_of_the_seat_and_no_second_one(phase: str) -> None:
    table = PHASES[phase]()
    before = {seat for seat in table.state.seats() if Buzz in table.may(seat)}
    for seat in table.state.seats():
        table.seated(seat, person=False)
    assert {seat for seat in table.state.seats() if Buzz in table.may(seat)} == before


@pytest.mark.clause("SN-C3")
@pytest.mark.parametrize("phase", PHASES)
def test_in_a_pause_nobody_does_anything_and_afterwards_as_much_time_is_left(phase: str) -> None:
    table = PHASES[phase]()
    due, legal = table.rules.deadline(table.state), {seat: table.may(seat) for seat in table.state.seats()}
    table._append(TABLE, Pause())
    for seat in table.state.seats():
        for move in tuple(table.rules.legal_moves(table.state, seat, table.pack)) or (Buzz(table.state.showing, 900),):
            with pytest.raises(IllegalMove, match="paused"):
                table.moves(seat, move)
    with pytest.raises(IllegalMove):
        table._append(TABLE, TimeUp())
    table.now += timedelta(hours=1)
    table._append(TABLE, Resume())
    after = table.rules.deadline(table.state)
    assert after == (None if due is None else due + timedelta(hours=1))
    assert {seat: table.may(seat) for seat in table.state.seats()} == legal


@pytest.mark.clause("CO-2", "CO-9", "SN-C1")
def test_with_people_coming_and_going_all_the_time_every_moment_makes_sense() -> None:
    waits = spoken_answers = 0
    for number in range(60):
        dice = Random(f"leaving {number}")
        seats = dice.randrange(2, 6)
        options = any_options(Snap(), seats, dice) | ({"answering": "spoken"} if number % 2 else {})
        course = Course(Snap(), seats, dice.randbytes(8), lines={Seat(0): 1400, Seat(1): 200}, **options)
        for _ in range(250):
            if course.over:
                break
            if (
                course.state.phase in (Phase.SHOWING, Phase.SOLUTION) and dice.random() < 0.8
            ):  # nobody knows, or goes on
                course.time_up()
            else:
                restless(course, dice)
            check(course.state, Snap())
            waits += course.state.waiting
            spoken_answers += course.state.speaking
    assert spoken_answers > 100
    assert waits > 10
