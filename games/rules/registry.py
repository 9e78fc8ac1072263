"""Every game on the shelf, listed once. Its bot, its lesson, its extras, fragments and books are found by its slug."""

from games.rules.its_a_quiz import ItsAQuiz
from games.rules.pack import Pack
from games.rules.play import AnyRules
from games.rules.quatrefoil import Quatrefoil
from games.rules.quizterix_klondike import Klondike
from games.rules.quizterix_poker import Poker
from games.rules.quizterix_snap import Snap
from games.rules.quizterix_standard import Standard
from games.rules.qwantum import Qwantum
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


def games_for(pack: Pack) -> list[AnyRules]:
    """The games that can be played with these cards as they are usually set up, with some number of players."""
    return [
        rules
        for rules in GAMES.values()
        if rules.kind == pack.kind and not all(any(rules.bad_options(rules.Options(), n, pack)) for n in rules.seats)
    ]


def room_of(slug: str) -> str:
    """How a game's packages and folders are named: by its slug, with underscores."""
    return slug.replace("-", "_")
