"""Everything there is to know of a game of Klondike at one moment."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from games.rules.kernel import Seat
from games.rules.quizterix_klondike.layout import Layout, Step
from games.rules.quizterix_klondike.moves import Ask, KlondikeOptions, Put, Turn, Undo


class Phase(StrEnum):
    """What the table is waiting for."""

    OPENING = "opening"  # the seven column ends are being turned over (KL-C6)
    SORTING = "sorting"
    QUESTION = "question"  # the answer to the question that has been drawn
    BUST = "bust"  # a wrong guess: the last word on it
    STUCK = "stuck"  # no way on; the last move may still be taken back
    END = "end"


class Lost(StrEnum):
    """Why a solitaire was lost (KL-D2)."""

    BUST = "bust"
    STUCK = "stuck"
    GAVE_UP = "gave-up"
    CALLED = "called"  # CO-13


class Happened(StrEnum):
    """The last thing that has happened, for the news."""

    DEALT = "dealt"
    PUT = "put"
    TURNED = "turned"
    PASSED = "passed"
    ASKED = "asked"
    JUDGED = "judged"
    APPEALED = "appealed"
    UNDONE = "undone"
    HINTED = "hinted"
    FINISHED = "finished"
    GAVE_UP = "gave-up"


class Player(Struct, frozen=True):
    """The one seat: is there a person in it?"""

    person: bool


class Drawn(Struct, frozen=True):
    """A question card drawn for a locked card."""

    card: int
    question: int  # its place in the pack


class Judged(Struct, frozen=True):
    """An answer or a guess that has been judged; shown until the next move."""

    card: int
    question: int | None  # None: it was the name and the year
    given: tuple[str, ...]  # what was answered, or name and year, of which either may be empty
    right: bool
    late: bool = False
    own_word: bool = False


class KlondikeState(Struct, frozen=True):
    """A solitaire. Cards are slots of the deal; what they are is hidden until they are turned over.

    ``deal`` gives the place of each slot's card in the pack, ``cards`` its suit and rank as a number,
    13 * suit + rank. Hidden are both wherever ``turned`` is false, and the order of the ``questions``.
    """

    options: KlondikeOptions
    players: tuple[Player, ...]
    phase: Phase
    due: datetime | None
    deal: tuple[int, ...]
    cards: tuple[int, ...]
    questions: tuple[int, ...]  # places in the pack, the next card first
    layout: Layout
    turned: tuple[bool, ...]
    seen: tuple[bool, ...]  # has lain uncovered at some time
    began_at: datetime
    day: str  # the date of the deal of the day, else empty
    opened: bool = False  # the seven column ends of the deal have been turned over (KL-C6)
    ended_at: datetime | None = None
    reached: tuple[int, ...] = (0, 0, 0, 0)  # how high each foundation has ever been
    history: tuple[Step, ...] = ()
    asked: int = 0  # questions drawn
    wrong: int = 0  # questions answered wrongly; a wrong guess is the end of it
    known: int = 0  # questions answered rightly
    hints: int = 0
    idle: int = 0  # how often the stock was turned since anything else happened
    drawn: Drawn | None = None
    judged: Judged | None = None
    hint: Put | Turn | Ask | Undo | None = None
    happened: Happened = Happened.DEALT
    own_word: bool = False  # an answer has counted on the player's own word (CO-9)
    lost: Lost | None = None
    bot: bool = False  # a bot has played, if only for a while

    @property
    def sorted(self) -> int:
        """Cards on the foundations."""
        return sum(len(pile) for pile in self.layout.foundations)

    def locked(self) -> tuple[int, ...]:
        """The locked cards in reach: column ends and the top of the waste that are not turned over (KL-C1)."""
        return tuple(slot for slot in self.layout.reachable() if not self.turned[slot])

    def appealable(self, seat: Seat) -> bool:
        """May this seat say that its last answer was right? Only a person, at once, and once (CO-3, CO-9)."""
        if not self.players[seat].person or self.judged is None or self.happened is not Happened.JUDGED:
            return False
        return not self.judged.right and not self.judged.late
