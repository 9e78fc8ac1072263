"""An appeal against a verdict: the others vote, and a strict majority of them overturns it (CO-3, CO-9)."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct, structs

from games.rules.kernel import DAY, IllegalMove, Seat
from games.rules.words import N_, say

SECONDS = 20
ON_OWN_WORD = say(N_("An answer counted on the player’s own word, so this game is kept off the leaderboards."))


class AppealState(StrEnum):
    """What became of the appeal against a verdict."""

    OPEN = "open"  # none yet, and it is not too late
    NONE = "none"
    WAITING = "waiting"
    UPHELD = "upheld"
    REFUSED = "refused"


TOLD = {
    AppealState.WAITING: N_("%(who)s appeals."),
    AppealState.UPHELD: N_("The others found the answer right."),
    AppealState.REFUSED: N_("The verdict stands."),
}
"""What everybody reads of an appeal."""


class Appeal(Struct, frozen=True):
    """Somebody judged wrong has asked the others. ``given`` is what they are shown of the answer."""

    seat: Seat
    given: tuple[str, ...]
    voters: tuple[Seat, ...]
    due: datetime
    votes: tuple[tuple[Seat, bool], ...] = ()

    @property
    def for_it(self) -> int:
        """How many have voted that the answer was right."""
        return sum(right for _, right in self.votes)

    @property
    def against(self) -> int:
        """How many have voted that it was wrong."""
        return len(self.votes) - self.for_it

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who has not voted yet."""
        voted = {seat for seat, _ in self.votes}
        return tuple(seat for seat in self.voters if seat not in voted)


class Tally(Struct, frozen=True):
    """The vote on an appeal, as it is seen: whose answer, and how the votes stand."""

    seat: Seat
    given: tuple[str, ...]
    for_it: int
    against: int
    voters: int


def tally(appeal: Appeal | None) -> Tally | None:
    """How the votes stand, for everybody to see; None where nothing is voted on."""
    if appeal is None:
        return None
    return Tally(appeal.seat, appeal.given, appeal.for_it, appeal.against, len(appeal.voters))


def open_appeal(seat: Seat, given: Iterable[str], persons: Iterable[Seat], at: datetime, clock: int = 0) -> Appeal:
    """The others are asked: every person but the one who appeals, for 20 s, at a 24 h table for 24 h (CO-11).

    Where a host decides alone, ``persons`` is the host. With nobody to ask, :func:`decide` says at once that the
    player's own word holds; the game is then to be marked so.
    """
    voters = tuple(sorted(set(persons) - {seat}))
    return Appeal(seat, tuple(given), voters, at + timedelta(seconds=DAY if clock == DAY else SECONDS))


def vote(appeal: Appeal | None, seat: Seat, right: bool) -> Appeal:
    """The appeal with this vote. Only persons vote, nobody on an answer of their own, and nobody twice (CO-9)."""
    if appeal is None:
        raise IllegalMove("CO-9", N_("There is nothing to vote on."))
    if seat not in appeal.voters:
        raise IllegalMove("CO-9", N_("You have no vote on this answer."))
    if seat not in appeal.waiting:
        raise IllegalMove("CO-9", N_("You have voted already."))
    return structs.replace(appeal, votes=(*appeal.votes, (seat, right)))


def without(appeal: Appeal, seat: Seat) -> Appeal:
    """The appeal after a voter's seat has been handed to a bot."""
    voters = tuple(voter for voter in appeal.voters if voter != seat)
    votes = tuple((voter, right) for voter, right in appeal.votes if voter != seat)
    return structs.replace(appeal, voters=voters, votes=votes)


def decide(appeal: Appeal, at: datetime) -> bool | None:
    """True: overturned, by a strict majority of those asked. False: it stands; silence upholds it. None: still
    open.
    """
    if not appeal.voters or 2 * appeal.for_it > len(appeal.voters):
        return True
    still_possible = 2 * (appeal.for_it + len(appeal.waiting)) > len(appeal.voters)
    return None if still_possible and at < appeal.due else False


def own_word(appeal: Appeal) -> bool:
    """Is there nobody to ask, so that the player's own word holds?"""
    return not appeal.voters


def shift(appeal: Appeal | None, by: timedelta) -> Appeal | None:
    """The appeal, if there is one, after a pause of this length."""
    return appeal and structs.replace(appeal, due=appeal.due + by)
