"""Nobody believes the solver: its way is played through the rules, move by move (KL-E1)."""

from collections.abc import Iterable
from datetime import UTC, datetime

from games.rules.chance import Chance
from games.rules.kernel import IllegalMove, Seat
from games.rules.pack import NO_CARDS
from games.rules.quizterix_klondike.layout import CARDS, dealt
from games.rules.quizterix_klondike.moves import KlondikeOptions, Put, Turn
from games.rules.quizterix_klondike.rules import Klondike
from games.rules.quizterix_klondike.solver import LIMIT, solve
from games.rules.quizterix_klondike.state import KlondikeState, Phase, Player

_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def unlocked(deal: tuple[int, ...], draw: int) -> KlondikeState:
    """This deal with every card turned over: the plain solitaire."""
    return KlondikeState(
        options=KlondikeOptions(draw=3 if draw == 3 else 1),
        players=(Player(False),),
        phase=Phase.SORTING,
        due=None,
        deal=deal,
        cards=deal,
        questions=(),
        layout=dealt(),
        turned=(True,) * CARDS,
        seen=(True,) * CARDS,
        began_at=_BEGIN,
        day="",
        opened=True,
    )


def wins(deal: tuple[int, ...], draw: int, moves: Iterable[Put | Turn]) -> bool:
    """Do these moves win this deal by the rules?"""
    rules, state, dice = Klondike(), unlocked(deal, draw), Chance(b"", 0)
    try:
        for move in moves:
            state = rules.apply(state, Seat(0), move, NO_CARDS, dice, _BEGIN)
    except IllegalMove:
        return False
    return state.phase is Phase.END and state.lost is None


def proved_winnable(deal: tuple[int, ...], draw: int, limit: int = LIMIT) -> bool:
    """Does the solver find a way, and does it hold?"""
    solution = solve(deal, draw, limit)
    return solution.verdict == "winnable" and wins(deal, draw, solution.moves)
