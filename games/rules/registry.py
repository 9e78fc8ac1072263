"""Every game on the shelf, listed once."""

from games.rules.its_a_quiz import ItsAQuiz
from games.rules.klondike import Klondike
from games.rules.play import AnyRules
from games.rules.poker import Poker
from games.rules.quatrefoil import Quatrefoil
from games.rules.qwantum import Qwantum
from games.rules.snap import Snap
from games.rules.standard import Standard
from games.rules.swiss_quiz import SwissQuiz

GAMES: dict[str, AnyRules] = {
    rules.slug: rules
    for rules in (
        SwissQuiz(),
        Standard(),
        Snap(),
        Klondike(),
        Poker(),
        Qwantum(),
        Quatrefoil(),
        ItsAQuiz(),
    )
}
