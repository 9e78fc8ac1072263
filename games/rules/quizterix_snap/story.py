"""What there is to tell of a game of Snap! that is over."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from games.rules.kernel import Highlight, Story
from games.rules.pack import Pack
from games.rules.quizterix_snap.state import Player, SnapState
from games.rules.words import N_, P_, Say, Who, say


def story(state: SnapState, pack: Pack) -> Story:
    """The last card that one of the best has won, who was the quickest, and who won most in a row."""
    best = max(player.total for player in state.players)
    players = enumerate(state.players)
    last = next(((seat, player.won[-1]) for seat, player in players if player.total == best and player.won), None)
    return Story(
        scores=tuple(_cards(player.total) for player in state.players),
        facts=tuple(_facts(state)),
        own=tuple(tuple(_own(player, state)) for player in state.players),
        event=None if last is None else pack.events[last[1]],
        how=None if last is None else say(N_("The last card that %(who)s won."), who=Who(last[0])),
    )


def _cards(count: int) -> Say:
    return say(P_("%(n)s card", "%(n)s cards"), n=count)


def _facts(state: SnapState) -> Iterator[Highlight]:
    timed = [taken for taken in state.taken if taken.reaction]
    if len(timed) > 1:
        quickest = min(timed, key=lambda taken: taken.reaction)
        whole, tenths = divmod(round(quickest.reaction / 100), 10)
        time = say(N_("%(whole)s.%(tenths)s s"), whole=whole, tenths=tenths)
        yield Highlight(time, say(N_("%(who)s needed for the quickest card of all"), who=Who(quickest.seat)))
    rows = [(seat, len(list(row))) for seat, row in groupby(taken.seat for taken in state.taken)]
    seat, most = max(rows, key=itemgetter(1), default=(0, 0))
    if most > 1 and len(state.players) > 1:
        yield Highlight(_cards(most), say(N_("%(who)s won one after the other"), who=Who(seat)))
    rounds = [player.this_round for player in state.players]
    if state.round > 1 and max(rounds) and rounds.count(max(rounds)) == 1:
        who = Who(rounds.index(max(rounds)))
        yield Highlight(_cards(max(rounds)), say(N_("%(who)s won in the last round"), who=who))


def _own(player: Player, state: SnapState) -> Iterator[Highlight]:
    yield Highlight(_cards(player.total), say(N_("you have won")))
    if state.round > 1:
        yield Highlight(_cards(player.this_round), say(N_("of them in the last round")))
