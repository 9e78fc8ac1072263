"""Quatrefoil, clause by clause, and its six ways to play."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from random import Random

import pytest
from msgspec import structs

from games.bots.kernel import Strength
from games.rules.chance import Chance
from games.rules.kernel import DAY, PUBLIC, IllegalMove, Seat
from games.rules.pack import NO_CARDS
from games.rules.quatrefoil import Quatrefoil
from games.rules.quatrefoil.board import COLOURS, POSITIONS, TURNS, WAYS, after, lands, pushed, shortest, twisted
from games.rules.quatrefoil.moves import Push, QuatrefoilOptions, Ready, Signal, Stack, Twist
from games.rules.quatrefoil.state import Phase
from tests.rules.courses import Course

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
RULES = Quatrefoil()
SEATS = tuple(Seat(seat) for seat in range(4))
ANNA, BEAT, ZOE, NONNA = SEATS
WAYS_TO_PLAY = ("base", "open", "half-colours", "half-positions", "race", "dual", "dual-race")


def dealt(way="base", number=1, **options):
    """A table; Anna is to move where there are turns."""
    options = QuatrefoilOptions(way=way, **options)
    state = RULES.setup(options, 4, frozenset(SEATS), NO_CARDS, Chance(b"deal", number), NOON)
    return structs.replace(state, turn=ANNA)


def known(tokens=("red", "green", "purple", "blue", "yellow"), **options):
    """Red must be northwest (Anna), green northeast (Beat), purple southwest (Zoé), blue southeast (Nonna)."""
    state = dealt(**options)
    players = tuple(
        structs.replace(player, colour=colour, position=position)
        for player, colour, position in zip(state.players, ("red", "green", "purple", "blue"), POSITIONS, strict=True)
    )
    return structs.replace(state, players=players, free_colour="yellow", tokens=tokens)


def does(state, seat, move, at=NOON):
    return RULES.apply(state, seat, move, NO_CARDS, Chance(b"x", 2), at)


def refused(state, seat, move, at=NOON):
    with pytest.raises(IllegalMove) as refusal:
        does(state, seat, move, at)
    return refusal.value.clause


def view(state, seat):
    return RULES.observe(state, seat, NO_CARDS, NOON)


@pytest.mark.clause("QF-M1")
@pytest.mark.clause("QF-S2")
def test_each_is_dealt_a_colour_and_a_position_and_sees_only_their_own():
    state = dealt()
    assert sorted((*(player.colour for player in state.players), state.free_colour)) == sorted(COLOURS)
    assert sorted(player.position for player in state.players) == sorted(POSITIONS)
    mine = view(state, BEAT)
    assert (mine.hand.colour, mine.hand.position) == (state.players[BEAT].colour, state.players[BEAT].position)
    assert {(line.colour, line.position) for line in mine.seats} == {("", "")}
    assert mine.leaf.north == ""
    assert not view(state, PUBLIC).hand.seat


@pytest.mark.clause("QF-S1")
def test_a_table_is_never_dealt_solved():
    for number in range(150):
        state = dealt(number=number)
        assert sorted(state.tokens) == sorted(COLOURS)
        assert state.tokens != state.goal


@pytest.mark.clause("QF-S3")
@pytest.mark.clause("QF-3")
def test_all_win_if_every_token_is_in_its_place_and_else_all_lose():
    won = does(known(), ANNA, Stack(0))
    assert won.goal == ("red", "green", "purple", "blue", "yellow")
    assert won.won
    assert RULES.result(won).winners == SEATS
    assert "all won" in RULES.result(won).notes[0].text
    lost = does(known(tokens=("green", "red", "purple", "blue", "yellow")), ANNA, Stack(0))
    assert not lost.won
    assert "all lost" in RULES.result(lost).notes[0].text
    assert [line.place for line in RULES.result(lost).ranking] == [1] * 4, "nobody is ahead of anybody"
    assert RULES.result(lost).winners == (), "and nobody has won"
    free_wrong = does(known(tokens=("yellow", "green", "purple", "blue", "red")), ANNA, Stack(0))
    assert not free_wrong.won


@pytest.mark.clause("QF-S4")
def test_there_are_four_seats_and_bots_may_take_some():
    assert list(RULES.seats) == [4]
    problems = [
        problem.field for seats in (3, 5) for problem in RULES.bad_options(QuatrefoilOptions(), seats, NO_CARDS)
    ]
    assert problems == ["seats", "seats"]
    course = Course(RULES, 4, b"bots", persons=frozenset({ANNA}), way="open")
    while not course.over:
        seat = min(course.game.to_move(course.play))
        course.ask(seat, course.bots_choice(seat, Strength.HARD), course.play.at + timedelta(seconds=1))
    assert course.state.won


@pytest.mark.clause("QF-1")
def test_turns_go_clockwise_and_each_is_one_action():
    state = known()
    assert refused(state, BEAT, Twist(0, "clockwise")) == "QF-1"
    state = does(state, ANNA, Twist(0, "clockwise"))
    assert state.turn == BEAT
    assert refused(state, ANNA, Twist(1, "clockwise")) == "QF-1"
    for seat in (BEAT, ZOE, NONNA):
        state = does(state, seat, Twist(state.action, "clockwise"))
    assert (state.turn, state.tokens) == (ANNA, known().tokens)


@pytest.mark.clause("QF-1")
def test_the_clock_twists_clockwise_and_never_pushes_or_stacks():
    state = structs.replace(known(clock=30), deadline=NOON + timedelta(seconds=30))
    late = RULES.time_up(state, NO_CARDS, Chance(b"t", 2), NOON + timedelta(seconds=30))
    assert late.tokens == twisted(state.tokens, "clockwise")
    assert (late.turn, late.phase, late.moves) == (BEAT, Phase.PLAYING, 1)


@pytest.mark.clause("QF-1.1")
def test_there_are_eight_pushes_and_the_far_token_comes_out():
    tokens = ("red", "green", "purple", "blue", "yellow")
    assert len({pushed(tokens, way) for way in WAYS}) == 8
    assert pushed(tokens, "top-east") == ("yellow", "red", "purple", "blue", "green")
    assert pushed(tokens, "top-west") == ("green", "yellow", "purple", "blue", "red")
    assert pushed(tokens, "bottom-east") == ("red", "green", "yellow", "purple", "blue")
    assert pushed(tokens, "left-south") == ("yellow", "green", "red", "blue", "purple")
    assert pushed(tokens, "right-north") == ("red", "blue", "purple", "yellow", "green")
    for way in WAYS:
        assert sorted(pushed(tokens, way)) == sorted(COLOURS)
    assert does(known(), ANNA, Push(0, "top-east")).tokens == pushed(tokens, "top-east")


@pytest.mark.clause("QF-1.2")
def test_a_twist_turns_the_four_and_north_stays():
    tokens = ("red", "green", "purple", "blue", "yellow")
    assert twisted(tokens, "clockwise") == ("purple", "red", "blue", "green", "yellow")
    assert twisted(twisted(tokens, "clockwise"), "anticlockwise") == tokens
    state = does(known(), ANNA, Twist(0, "anticlockwise"))
    assert state.goal == known().goal


@pytest.mark.clause("QF-1.3")
def test_a_stack_ends_the_game_at_once():
    state = does(known(), ANNA, Stack(0))
    assert state.phase is Phase.STACKED
    assert RULES.to_move(state) == frozenset()
    assert refused(state, BEAT, Twist(1, "clockwise")) == "QF-1.3"


@pytest.mark.clause("QF-2")
def test_a_signal_shows_the_truth_and_every_action_clears_all():
    state = known(tokens=("red", "purple", "green", "blue", "yellow"))
    assert refused(does(state, BEAT, Signal(0)), BEAT, Signal(0)) == "QF-2"
    for seat in SEATS:
        state = does(state, seat, Signal(0))
    assert [player.signal for player in state.players] == [True, False, False, True]
    assert [line.signal for line in view(state, PUBLIC).seats] == [True, False, False, True]
    assert state.turn == ANNA, "a signal is no action"
    assert [player.signal for player in does(state, ANNA, Twist(0, "clockwise")).players] == [None] * 4


@pytest.mark.clause("QF-V1")
def test_nothing_to_hide_shows_all_cards():
    seen = view(known(way="open"), PUBLIC)
    assert [(line.colour, line.position) for line in seen.seats] == [
        ("red", "northwest"),
        ("green", "northeast"),
        ("purple", "southwest"),
        ("blue", "southeast"),
    ]
    assert seen.leaf.north == "yellow"


@pytest.mark.clause("QF-V2")
def test_half_and_half_shows_one_kind_of_card():
    colours, positions = view(known(way="half-colours"), PUBLIC), view(known(way="half-positions"), PUBLIC)
    assert [line.colour for line in colours.seats] == ["red", "green", "purple", "blue"]
    assert {line.position for line in colours.seats} == {""} == {line.colour for line in positions.seats}
    assert [line.position for line in positions.seats] == list(POSITIONS)
    assert (colours.leaf.north, positions.leaf.north) == ("yellow", "")


@pytest.mark.clause("QF-V3")
def test_race_the_clock_begins_when_all_are_ready_and_time_out_is_a_loss():
    state = known(way="race")
    assert refused(state, ANNA, Twist(0, "clockwise")) == "QF-V3"
    later = NOON + timedelta(seconds=40)
    for seat in SEATS:
        assert state.timer is None
        state = does(state, seat, Ready(), later)
    assert RULES.deadline(state) == later + timedelta(minutes=2)
    assert refused(state, ANNA, Ready(), later) == "QF-V3"
    assert refused(state, ANNA, Stack(0), later + timedelta(seconds=121)) == "CO-5"
    lost = RULES.time_up(state, NO_CARDS, Chance(b"t", 9), later + timedelta(minutes=2))
    assert lost.phase is Phase.LATE
    assert not lost.won
    assert "all lost" in RULES.result(lost).notes[0].text
    assert [problem.field for problem in RULES.bad_options(QuatrefoilOptions(way="race", clock=DAY), 4, NO_CARDS)] == [
        "clock"
    ]


@pytest.mark.clause("QF-V4")
def test_dual_has_no_turns_and_an_open_goal_and_pushes_that_end_on_ones_own_position():
    state = known(way="dual")
    assert RULES.to_move(state) == set(SEATS)
    assert [token.colour for token in view(state, PUBLIC).leaf.goal] == list(state.goal)
    assert refused(state, ANNA, Push(0, "top-west")) == "QF-V4"
    assert refused(state, ANNA, Signal(0)) == "QF-V4"
    legal = {move.way for move in RULES.legal_moves(state, ANNA, NO_CARDS) if isinstance(move, Push)}
    assert legal == {"top-east", "left-south"} == {way for way in WAYS if lands(way) == "northwest"}
    state = does(does(state, NONNA, Twist(0, "clockwise")), NONNA, Twist(1, "anticlockwise"))
    assert does(state, BEAT, Stack(2)).won


@pytest.mark.clause("QF-V4.1")
def test_in_dual_positions_stay_hidden_and_late_actions_are_refused():
    state = known(way="dual")
    assert view(state, BEAT).hand.position == "northeast"
    assert {line.position for line in view(state, BEAT).seats} == {""}
    state = does(state, ANNA, Twist(0, "clockwise"))
    assert refused(state, BEAT, Twist(0, "clockwise")) == "QF-V4.1"
    assert refused(state, BEAT, Stack(0)) == "QF-V4.1"
    assert does(state, BEAT, Twist(1, "clockwise")).action == 2


@pytest.mark.clause("QF-V5")
def test_dual_against_the_clock_runs_from_the_deal():
    state = known(way="dual-race")
    assert RULES.deadline(state) == NOON + timedelta(minutes=2)
    state = does(state, ANNA, Twist(0, "clockwise"), NOON + timedelta(seconds=90))
    assert RULES.deadline(state) == NOON + timedelta(minutes=2)
    assert RULES.time_up(state, NO_CARDS, Chance(b"t", 3), NOON + timedelta(minutes=2)).phase is Phase.LATE


@pytest.mark.clause("QF-E1")
def test_four_moves_always_suffice_and_the_shortest_way_leads_to_the_goal():
    goal = ("red", "green", "purple", "blue", "yellow")
    lengths = []
    for start in permutations(COLOURS):
        tokens = start
        for step in shortest(start, goal):
            tokens = after(tokens, step)
        assert tokens == goal
        lengths.append(len(shortest(start, goal)))
    assert max(lengths) == 4
    assert lengths.count(0) == 1
    assert all(len(shortest(pushed(goal, way), goal)) >= 1 for way in WAYS)


@pytest.mark.clause("QF-E1")
def test_after_the_game_everybody_sees_the_moves_used_and_the_fewest_possible():
    state = structs.replace(known(), start=twisted(known().tokens, "clockwise"))
    state = does(state, ANNA, Twist(0, TURNS[0]))
    state = does(does(state, BEAT, Twist(1, TURNS[1])), ZOE, Stack(2))
    used, fewest = RULES.result(state).notes[1:]
    assert dict(used.facts)["n"] == 2, "the stack does not count"
    assert dict(fewest.facts)["n"] == 1
    assert [(step.kind, step.how) for step in view(state, PUBLIC).solution.steps] == [("twist", "anticlockwise")]
    assert view(known(), ANNA).solution is None


@pytest.mark.clause("QF-E1")
def test_whoever_needed_the_fewest_moves_is_told_so():
    state = structs.replace(known(), start=twisted(known().tokens, "clockwise"), moves=1)
    assert "in fewer" in RULES.result(does(state, ANNA, Stack(0))).notes[2].text


@pytest.mark.parametrize("way", WAYS_TO_PLAY)
def test_bots_that_think_win_more_often_than_bots_that_do_not(way):
    won = {}
    for strength in (Strength.EASY, Strength.HARD):
        won[strength] = 0
        for number in range(6):
            course = Course(RULES, 4, f"{way} {number}".encode(), persons=frozenset(), way=way)
            quickest = Random(number)
            while not course.over and len(course.rows) < 400:
                seat = quickest.choice(sorted(course.game.to_move(course.play)))
                course.ask(seat, course.bots_choice(seat, strength), course.play.at + timedelta(milliseconds=200))
            won[strength] += course.over and course.state.won
    assert won[Strength.HARD] >= won[Strength.EASY]
    assert won[Strength.HARD] == 6 or way in ("base", "half-colours", "half-positions", "race")
