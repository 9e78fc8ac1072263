"""Appeals, wherever a game has them: the others decide, by a strict majority, in 20 seconds (CO-3, CO-9)."""

from datetime import UTC, datetime, timedelta

import pytest

from games.rules import appeals
from games.rules.kernel import DAY, HOST, IllegalMove, Seat

NOON = datetime(2024, 5, 4, 12, tzinfo=UTC)
ANNA, BEAT, CARLA, DARIO, ELSA = (Seat(number) for number in range(5))
EVERYBODY = (ANNA, BEAT, CARLA, DARIO, ELSA)
SOON = NOON + timedelta(seconds=19.9)
LATE = NOON + timedelta(seconds=20)


def asked(*persons: Seat, clock: int = 0) -> appeals.Appeal:
    return appeals.open_appeal(ANNA, ["Mauerbau"], persons, NOON, clock)


@pytest.mark.clause("CO-9")
def test_every_other_person_is_asked() -> None:
    assert asked(*EVERYBODY).voters == (BEAT, CARLA, DARIO, ELSA)
    assert asked(HOST).voters == (HOST,)


@pytest.mark.clause("CO-3")
@pytest.mark.parametrize(
    ("votes", "now", "at_the_end"),
    [
        ([], None, False),
        ([True], None, False),
        ([True, True], None, False),
        ([True, True, True], True, True),
        ([False], None, False),
        ([False, False], False, False),
        ([True, True, False], None, False),
        ([True, True, False, False], False, False),
        ([False, True, True, True], True, True),
    ],
)
def test_a_strict_majority_of_four(votes: list[bool], now: bool | None, at_the_end: bool) -> None:
    appeal = asked(*EVERYBODY)
    for seat, right in zip(appeal.voters, votes, strict=False):
        appeal = appeals.vote(appeal, seat, right)

    assert appeals.decide(appeal, SOON) is now, "decided as soon as it is certain"
    assert appeals.decide(appeal, LATE) is at_the_end, "silence upholds the verdict"


@pytest.mark.clause("CO-9")
def test_nobody_votes_twice_or_unasked() -> None:
    appeal = appeals.vote(asked(ANNA, BEAT, CARLA), BEAT, True)
    for seat in (ANNA, BEAT, DARIO):
        with pytest.raises(IllegalMove, match=r"^CO-9:"):
            appeals.vote(appeal, seat, True)
    assert appeal.waiting == (CARLA,)


@pytest.mark.clause("CO-9")
def test_with_nobody_to_ask_the_own_word_holds() -> None:
    appeal = asked(ANNA)
    assert appeals.own_word(appeal)
    assert appeals.decide(appeal, NOON) is True
    assert not appeals.own_word(asked(ANNA, BEAT))


@pytest.mark.clause("CO-9", "CO-6")
def test_who_leaves_takes_the_vote_along() -> None:
    appeal = appeals.vote(asked(ANNA, BEAT, CARLA, DARIO), BEAT, False)
    appeal = appeals.without(appeals.vote(appeal, CARLA, True), BEAT)
    assert appeal.voters == (CARLA, DARIO)
    assert (appeal.for_it, appeal.against) == (1, 0)


@pytest.mark.clause("CO-11")
def test_at_a_24_hour_table_a_vote_takes_24_hours() -> None:
    assert asked(ANNA, BEAT, clock=DAY).due == NOON + timedelta(hours=24)
    assert asked(ANNA, BEAT, clock=60).due == LATE


def test_a_pause_gives_the_voters_their_time_back() -> None:
    appeal = appeals.shift(asked(ANNA, BEAT), timedelta(minutes=5))
    assert appeals.decide(appeal, LATE) is None
