"""What there is to tell of a game of Qwantum that is over."""

from collections.abc import Iterator

from games.rules.kernel import Highlight, Story
from games.rules.pack import Pack
from games.rules.qwantum.sheet import MOST_MISTHROWS, Sheet
from games.rules.qwantum.state import QwantumState
from games.rules.words import N_, P_, Say, Who, say

FEW = 2  # facts that leave room for one more


def story(state: QwantumState, pack: Pack) -> Story:
    """The best column, the fullest sheet, the highest number."""
    return Story(
        scores=tuple(_points(player.sheet.score) for player in state.players),
        facts=_facts(state),
        own=tuple(tuple(_own(player.sheet)) for player in state.players),
    )


def _points(points: int) -> Say:
    return say(P_("%(n)s point", "%(n)s points"), n=points)


def _columns(count: int) -> Say:
    return say(P_("%(n)s column", "%(n)s columns"), n=count)


def _highest(sheet: Sheet) -> int:
    return max((total for row in sheet.rows for total in row), default=0)


def _facts(state: QwantumState) -> tuple[Highlight, ...]:
    """What one alone has done; where that is little, also how long it took, and what ended it (QW-E1)."""
    facts = tuple(_alone([player.sheet for player in state.players]))
    return facts if len(facts) > FEW else (*facts, *_end(state))


def _end(state: QwantumState) -> Iterator[Highlight]:
    turns = say(P_("%(n)s turn", "%(n)s turns"), n=state.turn)
    full = [seat for seat, player in enumerate(state.players) if player.sheet.full]
    if len(full) == 1:
        yield Highlight(turns, say(N_("until %(who)s had filled all four rows"), who=Who(full[0])))
    elif any(player.sheet.misthrows == MOST_MISTHROWS for player in state.players):
        yield Highlight(turns, say(N_("until the fifth misthrow")))


def _alone(sheets: list[Sheet]) -> Iterator[Highlight]:
    best = [max(sheet.columns, default=0) for sheet in sheets]
    if max(best) and best.count(max(best)) == 1:
        yield Highlight(_points(max(best)), say(N_("the best column, by %(who)s"), who=Who(best.index(max(best)))))
    full = [len(sheet.columns) for sheet in sheets]
    if max(full) and full.count(max(full)) == 1:
        yield Highlight(_columns(max(full)), say(N_("%(who)s filled the most"), who=Who(full.index(max(full)))))
    high = [_highest(sheet) for sheet in sheets]
    if max(high) and high.count(max(high)) == 1:
        number = say(N_("a %(number)s"), number=max(high))
        yield Highlight(number, say(N_("the highest number, by %(who)s"), who=Who(high.index(max(high)))))
    if sum(not sheet.misthrows for sheet in sheets) == 1:
        clean = next(seat for seat, sheet in enumerate(sheets) if not sheet.misthrows)
        yield Highlight(say(N_("not one")), say(N_("misthrow on the sheet of %(who)s"), who=Who(clean)))


def _own(sheet: Sheet) -> Iterator[Highlight]:
    yield Highlight(_columns(len(sheet.columns)), say(N_("you have filled")))
    if sheet.columns:
        yield Highlight(_points(max(sheet.columns)), say(N_("your best column")))
    if sheet.rows and _highest(sheet):
        yield Highlight(say(N_("a %(number)s"), number=_highest(sheet)), say(N_("your highest number")))
