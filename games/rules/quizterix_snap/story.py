"""What there is to tell of a game of Snap! that is over."""

from collections.abc import Iterator

from games.rules.kernel import Highlight, Story
from games.rules.pack import Pack
from games.rules.quizterix_snap.state import Player, SnapState, Verdict
from games.rules.words import N_, P_, Say, Who, say


def story(state: SnapState, pack: Pack) -> Story:
    """The last card that one of the best has won, and how many cards found somebody."""
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
    right = next((given for given in state.answers if given.verdict == Verdict.RIGHT), None)
    if right is not None and right.reaction:
        quick = say(N_("%(ms)s ms"), ms=right.reaction)
        yield Highlight(quick, say(N_("%(who)s needed to know the last card"), who=Who(right.seat)))
    totals = [player.total for player in state.players]
    rounds = [player.this_round for player in state.players]
    if state.round > 1 and max(rounds) and rounds.count(max(rounds)) == 1:
        who = Who(rounds.index(max(rounds)))
        yield Highlight(_cards(max(rounds)), say(N_("%(who)s won in the last round"), who=who))
    known = len(state.known) + state.known_before if state.everybody else sum(totals)
    yield Highlight(_cards(known), say(N_("found somebody who knew them")))
    takers = sum(total > 0 for total in totals)
    if takers > 1:
        yield Highlight(say(P_("%(n)s player", "%(n)s players"), n=takers), say(N_("won cards of their own")))


def _own(player: Player, state: SnapState) -> Iterator[Highlight]:
    yield Highlight(_cards(player.total), say(N_("you have won")))
    if state.round > 1:
        yield Highlight(_cards(player.this_round), say(N_("of them in the last round")))
