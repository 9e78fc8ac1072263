"""What there is to tell of a game of Quizterix Standard that is over."""

from collections.abc import Iterator

from games.rules.kernel import Highlight, Seat, Story
from games.rules.pack import Pack
from games.rules.quizterix_standard.state import Player, StandardState, Standing
from games.rules.words import N_, P_, Say, Who, say


def story(state: StandardState, pack: Pack) -> Story:
    """The event that was turned over last, who turned over the most, whose years reach farthest."""
    card = next((told for told in reversed(state.last) if told.what == "flipped" and told.card is not None), None)
    return Story(
        scores=tuple(_score(one, state) for one in state.standings),
        facts=tuple(_facts(state)),
        own=tuple(tuple(_own(state, seat)) for seat in state.seats()),
        event=None if card is None or card.card is None else pack.events[card.card],
        how=None if card is None or card.seat is None else say(N_("%(who)s turned it over last."), who=Who(card.seat)),
    )


def _score(one: Standing, state: StandardState) -> Say:
    """How long the streak is, and whatever parts it from others that are as long (QS-E3)."""
    as_long = [other for other in state.standings if other.streak == one.streak]
    if len(as_long) == 1:
        return say(P_("streak of %(n)s card", "streak of %(n)s cards"), n=one.streak)
    if sum(other.events == one.events for other in as_long) == 1:
        return say(N_("streak %(streak)s of %(events)s"), streak=one.streak, events=one.events)
    of = P_("streak %(streak)s of %(events)s, %(n)s year", "streak %(streak)s of %(events)s, %(n)s years")
    return say(of, streak=one.streak, events=one.events, n=one.span)


def _flipped(player: Player) -> int:
    return sum(slot.flipped for slot in player.line)


def _cards(count: int) -> Say:
    return say(P_("%(n)s card", "%(n)s cards"), n=count)


def _facts(state: StandardState) -> Iterator[Highlight]:
    streaks, spans = [one.streak for one in state.standings], [one.span for one in state.standings]
    longest = max(spans, default=0)
    if streaks and streaks.count(max(streaks)) > 1:
        yield Highlight(say(N_("Level streaks")), say(N_("more cards decide, then more years")))
    elif longest and spans.count(longest) == 1:
        what = say(N_("reach the events of %(who)s"), who=Who(spans.index(longest)))
        yield Highlight(say(P_("%(n)s year", "%(n)s years"), n=longest), what)
    flipped = [_flipped(player) for player in state.players]
    if max(flipped) and flipped.count(max(flipped)) == 1:
        who = Who(flipped.index(max(flipped)))
        yield Highlight(_cards(max(flipped)), say(N_("%(who)s turned over the most"), who=who))
    if state.used:
        yield Highlight(
            say(P_("%(n)s mnemonic", "%(n)s mnemonics"), n=len(state.used)), say(N_("made up in Mnemonic Panic"))
        )
    yield Highlight(_cards(sum(flipped)), say(N_("lie turned over on the table")))


def _own(state: StandardState, seat: Seat) -> Iterator[Highlight]:
    yield Highlight(_cards(_flipped(state.players[seat])), say(N_("of yours are turned over")))
    if seat < len(state.standings) and state.standings[seat].span:
        span = state.standings[seat].span
        yield Highlight(say(P_("%(n)s year", "%(n)s years"), n=span), say(N_("reach your events")))
