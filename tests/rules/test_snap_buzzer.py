"""Who buzzed first: equal reflexes win equally often on any line, and lying gains nothing (SN-C3)."""

import math
from datetime import datetime, timedelta
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.kernel import TABLE, IllegalMove, Seat
from games.rules.play import Pause, Resume
from games.rules.quizterix_snap import Snap
from games.rules.quizterix_snap.buzzer import QUICKEST, SLOWEST_LINE, TIE, believed
from games.rules.quizterix_snap.moves import Buzz
from games.rules.quizterix_snap.state import Phase, SnapState
from tests.rules.snap_table import ANNA, BEAT, CARLA, PACK, SnapTable

pytestmark = pytest.mark.clause("SN-C3")

SHOWINGS = 4000


class Liar:
    """What this browser claims instead of the truth."""

    def __init__(self, claim: int | None = None, early: float = 0) -> None:
        self.claim, self.early = claim, early

    def claims(self, reaction: int) -> int:
        if self.claim is not None:
            return self.claim
        return max(0, round(reaction * (1 - self.early)))


HONEST = Liar()


def wins(
    lines: list[int],
    claims: dict[Seat, Liar] | None = None,
    jitter: float = 0,
    spikes: dict[Seat, int] | None = None,
    busy: int = 0,
) -> list[int]:
    """How often each player gets the buzzer in thousands of showings, all with the same reflexes.

    The picture comes down the line, the buzz goes up, and with some jitter that takes longer than usual; with
    ``spikes`` every fifth trip takes so many milliseconds more, and with a ``busy`` server every one. The site knows
    each line by the quickest of its pings.
    """
    rules, dice, liars = Snap(), Random(1961), claims or {}

    measured = {Seat(seat): line for seat, line in enumerate(lines)}

    def trip(seat: Seat, line: int) -> float:
        slower = spikes.get(seat, 0) * (dice.random() < 0.2) if spikes else 0
        return line * (1 + jitter * abs(dice.gauss(0, 1))) + slower + busy

    shown = SnapTable(len(lines)).deal().state
    count = [0] * len(lines)
    for number in range(SHOWINGS):
        chance = Chance(b"fair", number)
        state, at = shown, shown.opened_at
        arrivals = []
        for seat, line in enumerate(lines):
            reaction = round(250 + dice.gammavariate(4, 120))
            claim = liars.get(Seat(seat), HONEST).claims(reaction)
            arrivals.append((reaction + trip(Seat(seat), line), Seat(seat), claim))
        for delay, seat, claim in sorted(arrivals):
            at = shown.opened_at + timedelta(milliseconds=delay)
            state = _in_time(rules, state, chance, at)
            if state.phase not in (Phase.SHOWING, Phase.CONTEST):
                break
            move = rules.receive(state, seat, Buzz(1, claim), at, measured)
            state = rules.apply(state, seat, move, PACK, chance, at)
        while state.phase != Phase.ANSWERING:
            assert state.due is not None
            state = rules.time_up(state, PACK, chance, state.due)
        assert state.buzzer is not None
        count[state.buzzer.seat] += 1
    return count


def _in_time(rules: Snap, state: SnapState, chance: Chance, at: datetime) -> SnapState:
    if state.due is not None and state.due <= at:
        return rules.time_up(state, PACK, chance, state.due)
    return state


def likely(wins: int, share: float = 0.5, sigmas: float = 3.5) -> bool:
    """Within chance: as many wins as this share of all showings would give, or nearly."""
    spread = math.sqrt(SHOWINGS * share * (1 - share))
    return abs(wins - SHOWINGS * share) <= sigmas * spread


def test_a_slow_line_wins_as_often_as_a_fast_one() -> None:
    fast, slow = wins([20, 300])

    assert likely(fast) and likely(slow)


def test_many_players_on_mixed_lines_win_equally_often() -> None:
    count = wins([20, 20, 300, 300, 120, 700])

    assert all(likely(mine, 1 / 6) for mine in count), count


def test_an_unsteady_line_loses_no_more_than_its_own_jitter() -> None:
    _, slow = wins([20, 300], jitter=0.1)

    assert slow > SHOWINGS * 0.45


def test_without_the_claim_the_slow_line_would_hardly_ever_win() -> None:
    # the measuring stick of the two tests above: it does see unfairness
    _, slow = wins([20, 300], {Seat(1): Liar(60_000)})

    assert slow < SHOWINGS * 0.25 and not likely(slow)


@pytest.mark.parametrize("claim", [0, 1, 50, 99, 100, 150])
@pytest.mark.parametrize("line", [20, 300])
def test_claiming_an_impossible_reaction_gains_nothing(claim: int, line: int) -> None:
    cheat, honest = wins([line, 20], {Seat(0): Liar(claim)})

    assert likely(cheat) or cheat < honest


@pytest.mark.parametrize("early", [0.05, 0.3, 0.6])
def test_shaving_the_reaction_gains_nothing(early: float) -> None:
    cheat, honest = wins([300, 20], {Seat(0): Liar(early=early)})

    assert likely(cheat) or cheat < honest


@given(st.integers(0, 60_000), st.integers(QUICKEST, 60_000), st.integers(0, 1000))
def test_what_counts_lies_within_one_round_trip_of_what_the_site_saw(claim: int, since_opening: int, line: int) -> None:
    counts = believed(claim, since_opening, line)

    assert max(QUICKEST, since_opening - line) <= counts <= since_opening
    if max(QUICKEST, since_opening - line) <= claim <= since_opening:
        assert counts == claim, "what can be true is believed"
    if claim < QUICKEST or claim > since_opening:
        assert counts == since_opening, "an impossible claim costs the compensation"


reactions = st.integers(QUICKEST, 9_000)


@given(reactions, st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 60_000), st.booleans())
def test_no_claim_counts_less_than_the_truth_would(
    reaction: int, line: int, slower: int, claim: int, reopened: bool
) -> None:
    # no round trip is quicker than the quickest that was measured; how much slower it was nobody knows
    arrives = reaction + line + slower
    truth = believed(reaction, arrives, line, reopened)

    assert believed(claim, arrives, line, reopened) >= truth
    assert truth == reaction + slower + max(0, line - SLOWEST_LINE), "it costs what the line was slower, and no more"


@given(reactions, reactions, st.integers(0, 970), st.integers(0, 970), st.integers(0, 3000))
def test_whoever_comes_too_late_for_the_race_could_not_have_won_it(
    first: int, second: int, line: int, other: int, slower: int
) -> None:
    table = SnapTable(2, lines={ANNA: line, BEAT: other}).deal().buzz(ANNA, first, settle=False)
    race_over = table.state.due
    assert race_over is not None
    arrives = table.state.opened_at + timedelta(milliseconds=second + other + slower)
    if arrives > race_over:
        assert believed(second, second + other + slower, other) > table.state.buzzes[0].reaction + TIE


@pytest.mark.parametrize("slower", [0, 100, 250, 251, 400, 900])
def test_a_line_slower_than_measured_costs_only_what_it_was_slower(slower: int) -> None:
    # pressed after 900 ms on a line measured at 200 ms
    table = SnapTable(2, lines={ANNA: 200}).deal()
    table.now += timedelta(milliseconds=900 + 200 + slower)
    row = table.rules.receive(table.state, ANNA, Buzz(1, 900), table.now, table.lines)

    assert row == Buzz(1, 900 + slower, wait=TIE)


@pytest.mark.parametrize("line", [999, 1000, 1001, 1250, 1251, 1300, 5000])
def test_a_line_slower_than_a_second_costs_only_what_it_takes_beyond_the_second(line: int) -> None:
    table = SnapTable(2, lines={ANNA: line}).deal()
    table.now += timedelta(milliseconds=900 + line)
    row = table.rules.receive(table.state, ANNA, Buzz(1, 900), table.now, table.lines)

    assert row == Buzz(1, 900 + max(0, line - 1000), wait=TIE)


def test_a_line_with_spikes_wins_as_often_as_its_spikes_allow() -> None:
    # every fifth of its trips takes 400 ms longer; in the others it is as good as any
    steady, spiky = wins([300, 300], spikes={Seat(1): 400})

    assert 0.4 * SHOWINGS < spiky < steady
    slow, fast = wins([300, 20], spikes={Seat(0): 400})
    assert slow > 0.4 * SHOWINGS, "a spike costs itself, not the compensation on top"


def test_a_busy_server_costs_slow_lines_no_more_than_fast_ones() -> None:
    slow, fast = wins([300, 20], busy=300)

    assert likely(slow) and likely(fast)


def test_a_line_of_more_than_a_second_still_wins_now_and_then() -> None:
    fast, slow = wins([20, 1300])

    assert slow > 0.1 * SHOWINGS


@pytest.mark.parametrize("line", [20, 300, 1300])
@pytest.mark.parametrize("lie", [Liar(claim=100), Liar(claim=300), Liar(early=0.3), Liar(early=0.6), Liar(early=0.9)])
def test_lying_on_a_line_with_spikes_wins_no_more_than_the_truth(line: int, lie: Liar) -> None:
    spikes = {Seat(0): 600}
    honest, _ = wins([line, 20], spikes=spikes)  # the same dice for both
    cheat, _ = wins([line, 20], {Seat(0): lie}, spikes=spikes)

    assert cheat <= honest


def test_a_browser_cannot_send_the_bounded_form() -> None:
    table = SnapTable(2, lines={ANNA: 40, BEAT: 200}).deal()
    table.now += timedelta(milliseconds=1000)
    row = table.rules.receive(table.state, ANNA, Buzz(1, 120, wait=0), table.now, table.lines)

    assert row == Buzz(1, 960, wait=230), "both numbers come from the site"
    honest = table.rules.receive(table.state, ANNA, Buzz(1, 970, wait=777), table.now, table.lines)
    assert honest == Buzz(1, 970, wait=230)


def test_what_the_rules_are_told_is_bounded_once_more() -> None:
    # should a caller ever forget `receive`, the log still cannot hold a reaction of 1 ms
    table = SnapTable(2).deal()
    table.now += timedelta(milliseconds=2500)
    table._append(ANNA, Buzz(1, 1, 1000))

    assert table.state.buzzes[0].reaction == 2500


def test_nobody_gets_the_buzzer_before_the_slowest_line_could_have_arrived() -> None:
    table = SnapTable(3, lines={ANNA: 20, BEAT: 20, CARLA: 400}).deal().buzz(ANNA, 1000, settle=False)
    assert table.phase == Phase.CONTEST
    table.wait(0.429)
    assert table.phase == Phase.CONTEST
    table.wait(0.001)
    assert table.phase == Phase.ANSWERING
    assert table.buzzer == ANNA


def test_the_quicker_player_gets_it_although_the_buzz_came_later() -> None:
    table = SnapTable(3, lines={ANNA: 20, BEAT: 20, CARLA: 400}).deal()
    table.buzz(ANNA, 1000, settle=False)  # there after 1020 ms
    table.buzz(CARLA, 900)  # there after 1300 ms

    assert table.buzzer == CARLA


def test_one_second_is_the_longest_wait() -> None:
    table = SnapTable(2, lines={ANNA: 20, BEAT: 5000}).deal().buzz(ANNA, 1000, settle=False)
    table.wait(0.999)
    assert table.phase == Phase.CONTEST
    table.wait(0.001)
    assert table.phase == Phase.ANSWERING


def test_a_line_of_five_seconds_is_compensated_for_one() -> None:
    table = SnapTable(2, lines={ANNA: 5000}).deal()
    table.now += timedelta(milliseconds=5900)
    assert table.rules.receive(table.state, ANNA, Buzz(1, 900), table.now, table.lines) == Buzz(1, 4900, 30)


def test_when_all_have_buzzed_nobody_waits() -> None:
    table = SnapTable(2, lines={ANNA: 20, BEAT: 900}).deal()
    table.buzz(ANNA, 1000, settle=False)
    table.buzz(BEAT, 500, settle=False)

    assert table.phase == Phase.ANSWERING
    assert table.buzzer == BEAT


def test_within_30_ms_of_the_earliest_is_a_tie_drawn_by_lot() -> None:
    lucky = set()
    for number in range(40):
        table = SnapTable(3, secret=bytes([number]), lines={ANNA: 20, BEAT: 20}).deal()
        table.buzz(ANNA, 1000, settle=False).buzz(BEAT, 1030)
        assert table.state.tied == (ANNA, BEAT)
        assert table.buzzer is not None
        lucky.add(table.buzzer)
    assert lucky == {ANNA, BEAT}


def test_31_ms_later_is_later() -> None:
    table = SnapTable(2, lines={ANNA: 20, BEAT: 20})
    for showing in range(1, 7):
        table.deal().buzz(ANNA, 1000, settle=False).buzz(BEAT, 1031)
        assert table.buzzer == ANNA
        assert table.state.tied == ()
        table.right(ANNA).wait(6)
        assert table.state.showing == showing


def test_who_was_beaten_to_it_may_buzz_again() -> None:
    table = SnapTable(2, lines={ANNA: 20, BEAT: 20}).deal()
    table.buzz(ANNA, 1000, settle=False).buzz(BEAT, 1040)
    table.wrong(ANNA)

    assert Buzz in table.may(BEAT)
    table.buzz(BEAT, 300).right(BEAT)
    assert table.cards() == [0, 1]


def test_reactions_count_from_the_opening_when_the_buzzer_opens_again() -> None:
    table = SnapTable(3).deal()
    first = table.sees(BEAT).hand.opening
    table.buzz(ANNA).wait(5).wrong(ANNA)
    opened = table.sees(BEAT).hand.opening
    table.buzz(BEAT, 400, settle=False)

    assert table.state.buzzes[0].reaction == 400
    assert opened != first, "the browser starts its stopwatch anew"


@pytest.mark.parametrize("reaction", [0, 1, 60, 99])
@pytest.mark.parametrize("line", [0, 20, 300, 1300])
def test_when_the_buzzer_opens_again_whoever_presses_at_once_counts_as_after_a_tenth(reaction: int, line: int) -> None:
    table = SnapTable(3, lines={BEAT: line}).deal().buzz(ANNA).wrong(ANNA)
    table.buzz(BEAT, reaction, settle=False)

    assert table.state.buzzes[0].reaction == max(QUICKEST, reaction + max(0, line - SLOWEST_LINE))


def test_all_who_press_at_once_when_the_buzzer_opens_again_are_level() -> None:
    lucky = set()
    for number in range(40):
        table = SnapTable(4, secret=bytes([number]), lines={BEAT: 20, CARLA: 300}).deal().buzz(ANNA).wrong(ANNA)
        table.buzz(BEAT, 5, settle=False).buzz(CARLA, 95)
        assert table.state.tied == (BEAT, CARLA)
        lucky.add(table.buzzer)
    assert lucky == {BEAT, CARLA}


def test_a_buzz_of_the_first_opening_that_comes_in_the_second_counts_from_the_second() -> None:
    table = SnapTable(3, lines={ANNA: 20, BEAT: 1900}).deal().buzz(ANNA, 1000)  # the race ended a second later
    table.wait(0.5).gives_up(ANNA)
    late = table.state.opened_at + timedelta(milliseconds=400)
    table.now = late
    table.moves(BEAT, Buzz(1, 1020))

    assert table.state.buzzes[0].reaction == 400, "no claim about the first opening is taken for the second"


def test_after_a_pause_the_stopwatch_starts_anew_and_a_slow_line_keeps_its_compensation() -> None:
    table = SnapTable(3, lines={BEAT: 300}).deal().wait(2)
    before = table.sees(BEAT).hand.opening
    table._append(TABLE, Pause())
    with pytest.raises(IllegalMove, match="paused"):
        table.moves(BEAT, Buzz(1, 2100))
    table.now += timedelta(minutes=3)
    table._append(TABLE, Resume())
    assert table.sees(BEAT).hand.opening != before
    table.now += timedelta(milliseconds=500 + 300)  # painted again, pressed after half a second
    table.moves(BEAT, Buzz(1, 500))

    assert table.state.buzzes[0].reaction == 2500


def test_pressing_before_one_can_have_seen_anything_is_refused() -> None:
    table = SnapTable(2).deal()
    table.now += timedelta(milliseconds=QUICKEST - 1)
    with pytest.raises(IllegalMove, match=r"^SN-C3:"):
        table.moves(ANNA, Buzz(1, QUICKEST - 1))
    table.now += timedelta(milliseconds=1)
    table.moves(ANNA, Buzz(1, QUICKEST))
    assert table.state.buzzes[0].reaction == QUICKEST


def test_nobody_buzzes_twice() -> None:
    table = SnapTable(3).deal().buzz(ANNA, 1000, settle=False)
    with pytest.raises(IllegalMove, match=r"^SN-C2: You have buzzed already"):
        table.moves(ANNA, Buzz(1, 900))
    table.wait(1)
    with pytest.raises(IllegalMove, match=r"^SN-C2: You have buzzed already"):  # and not: somebody was quicker
        table.moves(ANNA, Buzz(1, 900))


def test_a_buzz_that_comes_when_the_buzzer_is_taken_is_told_so() -> None:
    table = SnapTable(3).deal().buzz(ANNA)
    with pytest.raises(IllegalMove, match="quicker"):
        table.moves(BEAT, Buzz(1, 1600))


def test_a_buzz_for_the_card_before_never_hits_the_next_one() -> None:
    table = SnapTable(2).deal().unknown().wait(6).deal().wait(1)
    with pytest.raises(IllegalMove, match="another card"):
        table.moves(ANNA, Buzz(1, 900))


def test_the_log_row_of_a_buzz_replays_to_the_same_state() -> None:
    table = SnapTable(3, lines={ANNA: 20, BEAT: 300}).deal().buzz(ANNA, 900, settle=False).buzz(BEAT, 880)
    again = table.game.fold(table.log)

    assert again is not None and again.state == table.state
    assert msgspec.json.decode(msgspec.json.encode(table.state), type=SnapState) == table.state
