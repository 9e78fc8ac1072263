"""Every game's extras, those listed that have some."""

from games.extras.kernel import Extras
from games.extras.quizterix_klondike.extras import KlondikeExtras
from games.extras.quizterix_standard.extras import StandardExtras
from games.rules.registry import GAMES

EXTRAS: dict[str, Extras] = {slug: Extras() for slug in GAMES} | {
    extras.slug: extras for extras in (KlondikeExtras(), StandardExtras())
}
