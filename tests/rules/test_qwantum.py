"""Qwantum, clause by clause."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import chain, pairwise
from random import Random

import pytest
from msgspec import structs

from games.bots.kernel import Strength
from games.rules.chance import Chance
from games.rules.kernel import PUBLIC, IllegalMove, Seat
from games.rules.pack import NO_CARDS
from games.rules.qwantum import Qwantum
from games.rules.qwantum.dice import COLOURS, DICE, Face, totals
from games.rules.qwantum.moves import Enter, Pass, QwantumOptions, Reroll, Roll
from games.rules.qwantum.sheet import Sheet, column_score, fits
from games.rules.qwantum.state import Phase, Player
from tests.rules.courses import Course, by_bots, played

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
RULES = Qwantum()
ANNA, BEAT, ZOE = Seat(0), Seat(1), Seat(2)


def at_table(seats=3, **options):
    """A table with Anna about to roll."""
    state = RULES.setup(QwantumOptions(**options), seats, frozenset({ANNA}), NO_CARDS, Chance(b"x", 1), NOON)
    return structs.replace(state, active=ANNA)


def thrown(*faces, white, phase=Phase.ROLLED, **options):
    """Anna has rolled: R5 P2 and so on on the six dice, in their order, and the white die."""
    throw = []
    for die, face in zip(DICE, faces, strict=True):
        throw.append(die.index(Face({"R": "red", "Y": "yellow", "B": "blue", "P": "purple"}[face[0]], int(face[1]))))
    return structs.replace(at_table(**options), throw=(*throw, white), phase=phase)


def does(state, seat, move, number=2):
    return RULES.apply(state, seat, move, NO_CARDS, Chance(b"x", number), NOON)


def refused(state, seat, move):
    with pytest.raises(IllegalMove) as refusal:
        does(state, seat, move)
    return refusal.value.clause


def sheet(*rows, misthrows=0):
    return Sheet(tuple(tuple(row) for row in rows), misthrows)


def given(state, seat, card):
    return state.with_player(seat, structs.replace(state.players[seat], sheet=card))


# -- material --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QW-M1")
@pytest.mark.clause("QW-M3")
def test_the_dice_are_the_printed_ones_and_add_up_to_33():
    numbers = {
        colour: sorted(face.number for die in DICE for face in die if face.colour == colour) for colour in COLOURS
    }
    best = {colour: sum(max(f.number for f in die if f.colour == colour) for die in DICE) for colour in COLOURS}

    assert [len(die) for die in DICE] == [6] * 6
    assert set(best.values()) == {27}
    assert all(found == [1, 2, 2, 3, 4, 4, 5, 5, 6] for found in numbers.values())
    assert all({face.colour for face in die} == set(COLOURS) for die in DICE)
    assert max(chain.from_iterable(totals((*(0,) * 6, white)) for white in range(1, 7))) <= 33


@pytest.mark.clause("QW-M1")
def test_every_face_comes_up_as_often():
    state, seen = at_table(), Counter()
    for number in range(1_200):
        throw = does(state, ANNA, Roll(1), number).throw
        seen.update((place, face) for place, face in enumerate(throw))
    assert set(seen) == {(p, f) for p in range(6) for f in range(6)} | {(6, f) for f in range(1, 7)}
    assert min(seen.values()) > 140 and max(seen.values()) < 265


@pytest.mark.clause("QW-M2")
def test_a_sheet_has_four_rows_of_six():
    view = RULES.observe(at_table(), ANNA, NO_CARDS, NOON)

    assert [row.colour for row in view.sheet.card.rows] == list(COLOURS)
    assert [len(row.boxes) for row in view.sheet.card.rows] == [6] * 4


# -- the sheet -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QW-1")
@pytest.mark.parametrize(
    ("row", "total", "fine"),
    [
        ((), 1, True),
        ((), 33, True),
        ((7,), 8, True),
        ((7,), 7, False),
        ((7,), 6, False),
        ((7, 10, 12), 13, True),
        ((7, 10, 12), 12, False),
        ((7, 10, 12, 16), 15, True),
        ((7, 10, 12, 16), 16, False),
        ((7, 10, 12, 16), 17, False),
        ((7, 10, 12, 16, 13), 12, True),
        ((7, 10, 12, 16, 13), 13, False),
        ((7, 10, 12, 16, 13, 8), 1, False),
    ],
)
def test_rows_rise_to_the_thick_line_and_fall_after_it(row, total, fine):
    assert fits(row, total) is fine


@pytest.mark.clause("QW-1")
def test_what_does_not_fit_is_refused_and_rows_are_independent():
    state = thrown("R4", "B3", "B5", "Y2", "R2", "B4", white=3)
    state = given(state, ANNA, sheet((9,), (2,), (), ()))

    assert refused(state, ANNA, Enter(1, "red")) == "QW-1"
    assert does(state, ANNA, Enter(1, "yellow")).players[ANNA].sheet.rows == ((9,), (2, 5), (), ())


@pytest.mark.clause("QW-2")
@pytest.mark.parametrize(
    ("values", "score"), [((6, 7, 7, 4), 6), ((6, 6, 6, 6), 6), ((3, 3, 5, 5), 5), ((1, 2, 3, 4), 2), ((8, 8, 8, 9), 9)]
)
def test_a_column_scores_its_second_lowest_different_value(values, score):
    assert column_score(values) == score


@pytest.mark.clause("QW-T")
@pytest.mark.clause("QW-E2")
@pytest.mark.clause("QW-D1")
def test_the_printed_sheet_scores_51():
    printed = sheet(
        (6, 8, 9, 22, 11, 8), (7, 10, 12, 16, 13, 8), (7, 9, 12, 17, 15, 3), (4, 5, 12, 13, 6, 4), misthrows=3
    )

    assert printed.columns == (6, 8, 12, 16, 11, 4)
    assert sum(printed.columns) == 57
    assert printed.penalty == 6
    assert printed.score == 51
    assert sheet((6, 8, 9), (7, 10, 12), (7, 9), (4, 5, 12, 13)).columns == (6, 8)


# -- a turn ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QW-3")
def test_the_first_player_is_drawn_and_then_it_goes_clockwise():
    options = QwantumOptions()
    starters = {RULES.setup(options, 4, frozenset(), NO_CARDS, Chance(b"s", n), NOON).active for n in range(60)}
    assert starters == {0, 1, 2, 3}
    assert [problem.field for seats in (1, 5) for problem in RULES.bad_options(options, seats, NO_CARDS)] == [
        "seats"
    ] * 2

    course = Course(RULES, 3, b"clockwise")
    active = [play.state.active for play in played(course, by_bots(Strength.EASY), Random(1), 60)]
    turns = [seat for before, seat in pairwise(active) if before != seat]
    assert all(after == (before + 1) % 3 for before, after in pairwise(turns))


@pytest.mark.clause("QW-A1")
def test_all_dice_are_rolled_and_any_once_more():
    state = does(at_table(), ANNA, Roll(1))
    assert len(state.throw) == 7
    assert state.rolled == tuple(range(7))
    again = does(state, ANNA, Reroll(1, d2=True, d7=True), number=9)
    assert [place for place in range(7) if state.throw[place] != again.throw[place]] <= [1, 6]
    assert again.rolled in ((1, 6), ())
    later = structs.replace(again, phase=Phase.ENTERING)
    assert refused(later, ANNA, Reroll(1, d1=True)) == "QW-A1"
    assert refused(state, ANNA, Roll(1)) == "QW-A1"
    assert refused(state, ANNA, Reroll(1)) == "QW-A1"
    assert refused(at_table(), ANNA, Enter(1, "red")) == "QW-A1"
    assert refused(at_table(), ANNA, Pass(1)) == "QW-A1"


@pytest.mark.clause("QW-B1")
@pytest.mark.clause("QW-B2")
def test_in_step_b_only_the_active_player_enters_a_colour():
    state = thrown("R4", "B3", "B5", "Y2", "R2", "B4", white=3)

    assert refused(state, BEAT, Enter(1, "red")) == "QW-B1"
    after = does(state, ANNA, Enter(1, "red"))
    assert after.players[ANNA].sheet.rows == ((9,), (), (), ())
    assert after.phase is Phase.CHOOSING
    assert state.total("purple") == 3, "a colour not rolled counts as the white die alone"


@pytest.mark.clause("QW-C1")
def test_in_step_c_everybody_chooses_in_secret_and_all_is_revealed_together():
    state = does(thrown("R4", "B3", "B5", "Y2", "R2", "B4", white=3), ANNA, Enter(1, "red"))
    assert RULES.to_move(state) == {ANNA, BEAT, ZOE}
    assert refused(state, BEAT, Enter(1, "red")) == "QW-C1"
    state = does(state, BEAT, Enter(1, "blue"))
    assert refused(state, BEAT, Enter(1, "yellow")) == "QW-C1"
    assert state.players[BEAT].sheet.rows == ((), (), (), ())
    assert RULES.observe(state, BEAT, NO_CARDS, NOON).hand.chosen == "blue"
    own, others = (RULES.observe(state, seat, NO_CARDS, NOON) for seat in (BEAT, ZOE))
    assert own.sheet.card.rows[COLOURS.index("blue")].boxes[0].chosen == own.hand.chosen_total
    assert not any(box.chosen for card in (*others.sheets, others.sheet.card) for row in card.rows for box in row.boxes)
    assert RULES.observe(state, ZOE, NO_CARDS, NOON).seats[BEAT].chosen
    state = does(state, ANNA, Enter(1, "yellow"))
    state = does(state, ZOE, Enter(1, "blue"))
    assert state.players[ANNA].sheet.rows == ((9,), (5,), (), ())
    assert state.players[BEAT].sheet.rows == state.players[ZOE].sheet.rows == ((), (), (15,), ())
    assert (state.active, state.turn, state.phase) == (BEAT, 2, Phase.ROLLING)


def test_everybody_sees_the_sum_of_each_colour_and_what_has_just_been_entered():
    state = does(thrown("R4", "B3", "B5", "Y2", "R2", "B4", white=3), ANNA, Enter(1, "red"))
    view = RULES.observe(state, PUBLIC, NO_CARDS, NOON)

    sums = [(found.colour, [die.number for die in found.dice], found.total) for found in view.tray.sums]
    assert sums == [("red", [4, 2], 9), ("yellow", [2], 5), ("blue", [3, 5, 4], 15), ("purple", [], 3)]
    assert [found.colour for found in view.tray.sums if found.entered] == ["red"] == [view.tray.entered]
    fresh = [(card.seat, row.colour) for card in view.sheets for row in card.rows if any(b.fresh for b in row.boxes)]
    assert fresh == [(ANNA, "red")]


@pytest.mark.clause("QW-C1", "CO-7")
@pytest.mark.parametrize("choice", [Pass(1), Enter(1, "yellow"), Enter(1, "blue")])
def test_the_clock_of_step_c_is_set_once_whatever_anybody_chooses(choice):
    state = thrown("R4", "B3", "B5", "Y2", "R2", "B4", white=3, clock=60)
    state = does(state, ANNA, Enter(1, "red"))
    due = NOON + timedelta(seconds=60)
    assert RULES.deadline(state) == due
    for seat in (BEAT, ANNA):
        later = NOON + timedelta(seconds=20 * (1 + seat))
        state = RULES.apply(state, seat, choice, NO_CARDS, Chance(b"x", 3), later)
        assert RULES.deadline(state) == RULES.observe(state, ZOE, NO_CARDS, later).hand.due == due


@pytest.mark.clause("QW-C1")
def test_all_four_colours_are_on_offer_if_nothing_was_entered_in_b():
    state = does(thrown("R4", "B3", "B5", "Y2", "R2", "B4", white=3), ANNA, Pass(1))

    assert {move.colour for move in RULES.legal_moves(state, BEAT, NO_CARDS) if isinstance(move, Enter)} == set(COLOURS)


@pytest.mark.clause("QW-T2")
def test_the_printed_turns():
    state = at_table()
    state = structs.replace(state, phase=Phase.ROLLED, throw=_on_offer(red=6, yellow=8, purple=6, blue=13))
    assert dict(zip(COLOURS, totals(state.throw), strict=True)) == {"red": 6, "yellow": 8, "purple": 6, "blue": 13}
    state = does(state, ANNA, Enter(1, "purple"))
    assert state.fitting(ANNA) == ("red", "yellow", "blue")
    state = does(does(does(state, ANNA, Enter(1, "yellow")), BEAT, Pass(1)), ZOE, Pass(1))
    assert state.players[ANNA].sheet.rows == ((), (8,), (), (6,))

    state = structs.replace(at_table(), phase=Phase.ROLLED, throw=_on_offer(red=3, yellow=8, purple=3, blue=19))
    assert state.throw[6] == 3
    state = does(state, ANNA, Enter(1, "purple"))
    assert {colour: state.total(colour) for colour in state.fitting(BEAT)} == {"red": 3, "yellow": 8, "blue": 19}


def _on_offer(**wanted):
    """A throw of our dice that shows exactly these totals."""
    target = tuple(wanted[colour] for colour in COLOURS)
    for white in range(1, 7):
        sums = {(white,) * 4: ()}
        for die in DICE:
            following = {}
            for found, faces in sums.items():
                for place, face in enumerate(die):
                    at = COLOURS.index(face.colour)
                    more = (*found[:at], found[at] + face.number, *found[at + 1 :])
                    following[more] = (*faces, place)
            sums = following
        if target in sums:
            return (*sums[target], white)
    raise AssertionError(f"our dice cannot show {wanted}")


@pytest.mark.clause("QW-D1")
def test_entering_nothing_at_all_is_a_misthrow_for_the_active_player_only():
    state = thrown("R4", "B3", "B5", "Y2", "R2", "B4", white=3, seats=2)
    passed = does(does(does(state, ANNA, Pass(1)), ANNA, Pass(1)), BEAT, Pass(1))
    assert [player.sheet.misthrows for player in passed.players] == [1, 0]
    in_c = does(does(does(state, ANNA, Pass(1)), ANNA, Enter(1, "red")), BEAT, Pass(1))
    assert [player.sheet.misthrows for player in in_c.players] == [0, 0]
    in_b = does(does(does(state, ANNA, Enter(1, "red")), ANNA, Pass(1)), BEAT, Pass(1))
    assert [player.sheet.misthrows for player in in_b.players] == [0, 0]
    assert [sheet(misthrows=number).penalty for number in range(6)] == [0, 1, 3, 6, 10, 15]


# -- the end ---------------------------------------------------------------------------------------------------------

FULL = (4, 5, 6, 7, 3, 2)


@pytest.mark.clause("QW-E1")
def test_four_full_rows_end_the_game_and_in_step_b_there_is_no_step_c():
    almost = sheet(FULL, FULL, FULL, FULL[:5])
    state = _purple_two()
    state = given(state, ANNA, structs.replace(almost, rows=(FULL, FULL, FULL, (4, 5, 6, 7, 3))))
    over = does(state, ANNA, Enter(1, "purple"))
    assert over.phase is Phase.OVER
    assert RULES.result(over) is not None
    assert over.players[BEAT].sheet.rows == ((), (), (), ())

    state = given(_purple_two(), BEAT, sheet(FULL, FULL, FULL, (4, 5, 6, 7, 3)))
    state = does(does(does(state, ANNA, Pass(1)), BEAT, Enter(1, "purple")), ANNA, Pass(1))
    state = does(state, ZOE, Pass(1))
    assert state.phase is Phase.OVER


def _purple_two():
    """Purple counts 2: no purple face, and a white 2."""
    return thrown("R4", "R1", "B2", "Y1", "R2", "Y2", white=2)


@pytest.mark.clause("QW-E1")
def test_the_fifth_misthrow_ends_the_game_after_step_c():
    state = given(_purple_two(), ANNA, sheet((), (), (), (), misthrows=4))
    state = does(does(state, ANNA, Pass(1)), ANNA, Pass(1))
    assert state.phase is Phase.CHOOSING
    state = does(does(state, BEAT, Enter(1, "red")), ZOE, Pass(1))
    assert state.phase is Phase.OVER
    assert [line.seat for line in RULES.result(state).ranking][-1] == ANNA
    assert state.players[BEAT].sheet.rows[0]


@pytest.mark.clause("QW-E2")
def test_equal_scores_share_the_win():
    players = tuple(Player(True, sheet(FULL, FULL, FULL, FULL, misthrows=crossed)) for crossed in (1, 0, 0))
    state = structs.replace(at_table(), players=players, phase=Phase.OVER)
    result = RULES.result(state)

    assert result.winners == (BEAT, ZOE)
    assert [line.place for line in result.ranking] == [1, 1, 3]


def test_the_clock_rolls_and_enters_nothing():
    state = at_table(clock=30)
    late = NOON + timedelta(seconds=31)
    state = structs.replace(state, deadline=NOON + timedelta(seconds=30))
    rolled = RULES.time_up(state, NO_CARDS, Chance(b"t", 3), late)
    assert rolled.phase is Phase.ROLLED
    step_c = RULES.time_up(rolled, NO_CARDS, Chance(b"t", 4), late)
    assert step_c.phase is Phase.CHOOSING
    over = RULES.time_up(step_c, NO_CARDS, Chance(b"t", 5), late)
    assert (over.turn, over.players[ANNA].sheet.misthrows) == (2, 1)
    assert refused(structs.replace(state, deadline=NOON - timedelta(seconds=1)), ANNA, Roll(1)) == "CO-5"


def test_a_strong_bot_beats_a_weak_one():
    points = {Strength.HARD: 0, Strength.EASY: 0}
    for number in range(8):
        course = Course(RULES, 2, f"bots {number}".encode(), persons=frozenset())
        strengths = (Strength.HARD, Strength.EASY) if number % 2 else (Strength.EASY, Strength.HARD)
        while not course.over:
            for seat in sorted(course.game.to_move(course.play))[:1]:
                course.ask(seat, course.bots_choice(seat, strengths[seat]), course.play.at + timedelta(seconds=1))
        for line in course.rules.result(course.state).ranking:
            points[strengths[line.seat]] += line.score
    assert points[Strength.HARD] > points[Strength.EASY] + 80


@pytest.mark.clause("QW-E1")
@pytest.mark.parametrize(
    ("last", "ended"),
    [
        (sheet(*[(4, 5, 6, 7, 3, 2)] * 4), "until %(who)s had filled all four rows"),
        (Sheet(misthrows=5), "until the fifth misthrow"),
    ],
)
def test_where_little_else_is_worth_telling_the_story_says_how_it_ended(last, ended):
    state = given(given(at_table(2), ANNA, last), BEAT, sheet((7,), (), (), ()))
    assert ended in [fact.what.text for fact in RULES.story(state, NO_CARDS).facts]
