"""What there is to tell of a game of Quizterix Poker that is over."""

from collections.abc import Iterator

from games.rules.kernel import Feat, Highlight, Seat, Story
from games.rules.pack import Event, Pack
from games.rules.quizterix_poker.state import Outcome, PokerState, Reason
from games.rules.words import N_, P_, Say, Who, say

ROUNDS = P_("%(n)s round", "%(n)s rounds")
BEANS = P_("%(n)s bean", "%(n)s beans")
HOW = N_("The earliest event that %(who)s took in the last round.")


def story(state: PokerState, pack: Pack) -> Story:
    """The earliest card taken in the last round, and who stood out in what."""
    taker = _taker(state)
    return Story(
        scores=tuple(_score(state, seat) for seat in state.seats),
        facts=tuple(_facts(state)),
        own=tuple(tuple(_own(state, seat)) for seat in state.seats),
        event=None if taker is None else _card(state, taker, pack),
        how=None if taker is None else say(HOW, who=Who(taker)),
    )


def _rounds(count: int) -> Say:
    return say(ROUNDS, n=count)


def _beans(count: int) -> Say:
    return say(BEANS, n=count)


def _score(state: PokerState, seat: Seat) -> Say:
    return _beans(state.score(seat)) if state.options.with_beans else _rounds(state.score(seat))


def _taker(state: PokerState) -> Seat | None:
    """Whose card is shown: whoever has won the game, or the last round if the winner took nothing in it."""
    if state.outcome is None:
        return None
    last = state.outcome.winner
    first = max(state.seats, key=lambda seat: (state.score(seat), seat == last))
    return first if state.players[first].won else last


def _card(state: PokerState, taker: Seat, pack: Pack) -> Event | None:
    """The earliest event that this seat has taken in the last round."""
    won = [pack.events[card] for card in state.players[taker].won]
    return min(won, key=lambda event: event.year, default=None)


def _facts(state: PokerState) -> Iterator[Highlight]:
    """Who stands out alone, by what: of the whole game first."""
    times = P_("%(n)s time", "%(n)s times")
    cards = P_("%(n)s card", "%(n)s cards")
    each = state.players
    told = (
        ([player.rounds for player in each], ROUNDS, N_("%(who)s won the most")),
        ([player.most for player in each], BEANS, N_("%(who)s took with a single round")),
        ([player.raises for player in each], times, N_("%(who)s raised the stake, more often than anybody")),
        ([player.folds for player in each], times, N_("%(who)s folded, more often than anybody")),
        ([len(player.won) for player in each], cards, N_("%(who)s took in the last round")),
    )
    for counts, figure, what in told:
        most = max(counts)
        if most and counts.count(most) == 1:
            yield Highlight(say(figure, n=most), say(what, who=Who(counts.index(most))))


def _own(state: PokerState, seat: Seat) -> Iterator[Highlight]:
    player = state.players[seat]
    yield Highlight(_rounds(player.rounds), say(N_("you have won")))
    if state.options.with_beans:
        yield Highlight(_beans(player.beans), say(N_("you have left")))


def bluffs(state: PokerState, ended: Outcome, pack: Pack) -> Iterator[Feat]:
    """All the others have folded (PK-C5), and some of them held an earlier event than the winner's earliest.

    ``state``: before the last of them did. Whoever folds puts the whole hand aside, one after the other.
    """
    winner, size = state.players[ended.winner], len(state.players[ended.winner].dealt)
    if ended.reason is not Reason.FOLDS or not size:
        return
    begin = len(state.aside) - size * sum(player.folded for player in state.players)
    hands = [state.aside[at : at + size] for at in range(begin, len(state.aside), size)]
    hands += [player.dealt for player in state.players if player is not winner and not player.folded]
    best = _earliest(winner.dealt, pack)
    beaten = sum(_earliest(hand, pack).year < best.year for hand in hands)
    if beaten:
        yield Feat("bluff", ended.winner, best, beaten)


def _earliest(hand: tuple[int, ...], pack: Pack) -> Event:
    return min((pack.events[card] for card in hand), key=lambda event: event.year)
