"""What there is to tell of a game of Quizterix Standard that is over."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from games.rules.kernel import Highlight, Seat, Story
from games.rules.pack import Pack
from games.rules.quizterix_standard.state import StandardState, Standing
from games.rules.quizterix_standard.timeline import years_of
from games.rules.words import N_, P_, Say, Who, say

FACTS = 3  # that have room beside the podium


def story(state: StandardState, pack: Pack) -> Story:
    """The event that was turned over last, whose years reach farthest, and leap back farthest."""
    card = next((told for told in reversed(state.last) if told.what == "flipped" and told.card is not None), None)
    return Story(
        scores=tuple(_score(one) for one in state.standings),
        facts=tuple(islice(_facts(state, pack), FACTS)),
        own=tuple(tuple(_own(state, seat)) for seat in state.seats()),
        event=None if card is None or card.card is None else pack.events[card.card],
        how=None if card is None or card.seat is None else say(N_("%(who)s turned it over last."), who=Who(card.seat)),
    )


def _score(one: Standing) -> Say:
    """How long the streak is, and of how many cards: the two that decide first (QS-E3)."""
    return say(N_("%(streak)s of %(all)s cards in order"), streak=one.streak, all=one.events)


def _cards(count: int) -> Say:
    return say(P_("%(n)s card", "%(n)s cards"), n=count)


def _years(count: int) -> Say:
    return say(P_("%(n)s year", "%(n)s years"), n=count)


def _facts(state: StandardState, pack: Pack) -> Iterator[Highlight]:
    leaps = [_leap(years_of(player.line, pack)) for player in state.players]
    most = (
        ([one.span for one in state.standings], _years, N_("reach the events of %(who)s")),
        ([one.events for one in state.standings], _cards, N_("lie in front of %(who)s, the most")),
        (leaps, _years, N_("back in one leap, in the timeline of %(who)s")),
    )
    for counts, worded, what in most:
        best = max(counts, default=0)
        if best and counts.count(best) == 1:
            yield Highlight(worded(best), say(what, who=Who(counts.index(best))))
    if state.used:
        yield Highlight(
            say(P_("%(n)s mnemonic", "%(n)s mnemonics"), n=len(state.used)), say(N_("made up in Mnemonic Panic"))
        )


def _leap(years: Sequence[int]) -> int:
    """By how many years a card lies earlier than the one before it."""
    return max((left - right for left, right in pairwise(years)), default=0)


def _own(state: StandardState, seat: Seat) -> Iterator[Highlight]:
    if seat < len(state.standings) and state.standings[seat].span:
        yield Highlight(_years(state.standings[seat].span), say(N_("reach your events")))
