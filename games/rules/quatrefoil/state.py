"""Everything there is to know of a game of Quatrefoil at one moment."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct, structs

from games.rules.kernel import DAY, Seat
from games.rules.quatrefoil.board import POSITIONS, Arrangement, Colour, Position
from games.rules.quatrefoil.moves import QuatrefoilOptions

MINUTES = 120  # seconds: QF-V3, QF-V5
HEARD = 40  # actions back, at most


class Phase(StrEnum):
    """What the table is waiting for."""

    LOOKING = "looking"  # everybody, who say that they have looked at their cards (QF-V3)
    PLAYING = "playing"
    STACKED = "stacked"  # the end
    LATE = "late"  # the end: time has run out


class Player(Struct, frozen=True):
    """A seat with its two cards. In Dual the colour belongs to the position, not to a player."""

    person: bool
    colour: Colour
    position: Position
    ready: bool = False
    signal: bool | None = None  # shown since the last action: in its place, or not


class Done(Struct, frozen=True):
    """The last action: whose, and what. By the clock if ``seat`` is the table."""

    seat: Seat
    kind: str  # "push", "twist", "stack", "signal"
    how: str = ""
    token: str = ""  # the token that was pushed in


class Heard(Struct, frozen=True):
    """How the tokens lay before an action, and which signals were up: everybody could see it."""

    tokens: Arrangement
    signals: tuple[bool | None, ...]


class QuatrefoilState(Struct, frozen=True):
    """A game of Quatrefoil. Hidden are the players' cards, as the way to play has it."""

    options: QuatrefoilOptions
    players: tuple[Player, ...]
    tokens: Arrangement
    start: Arrangement
    free_colour: Colour  # the fifth card: its token must be free
    phase: Phase
    turn: Seat
    deadline: datetime | None
    timer: datetime | None = None  # when the two minutes are over
    action: int = 0  # actions so far
    moves: int = 0  # pushes and twists
    last: Done | None = None
    heard: tuple[Heard, ...] = ()  # before the latest actions, the oldest first

    @property
    def goal(self) -> Arrangement:
        """Every token in its place (QF-S3)."""
        at = {player.position: player.colour for player in self.players}
        return (at[POSITIONS[0]], at[POSITIONS[1]], at[POSITIONS[2]], at[POSITIONS[3]], self.free_colour)

    def in_place(self, seat: Seat) -> bool:
        """Is this seat's token where it must be?"""
        player = self.players[seat]
        return self.tokens[POSITIONS.index(player.position)] == player.colour

    @property
    def over(self) -> bool:
        """Has it ended?"""
        return self.phase in (Phase.STACKED, Phase.LATE)

    @property
    def won(self) -> bool:
        """Stacked with every token in its place (QF-3)."""
        return self.phase is Phase.STACKED and self.tokens == self.goal

    def now_heard(self) -> tuple[Heard, ...]:
        """What has been signalled, with the signals that are up now."""
        signals = tuple(player.signal for player in self.players)
        return (
            (*self.heard, Heard(self.tokens, signals))[-HEARD:] if any(s is not None for s in signals) else self.heard
        )

    def acting(self) -> tuple[Seat, ...]:
        """Who may push, twist and stack now."""
        if self.phase is not Phase.PLAYING:
            return ()
        return tuple(Seat(seat) for seat in range(len(self.players))) if self.options.dual else (self.turn,)

    def signalling(self) -> tuple[Seat, ...]:
        """Who may still show a signal (QF-2); there are none in Dual."""
        if self.phase is not Phase.PLAYING or self.options.dual:
            return ()
        return tuple(Seat(seat) for seat, player in enumerate(self.players) if player.signal is None)

    def looking(self) -> tuple[Seat, ...]:
        """Who has not said yet that the cards have been looked at."""
        if self.phase is not Phase.LOOKING:
            return ()
        return tuple(Seat(seat) for seat, player in enumerate(self.players) if not player.ready)

    def with_player(self, seat: Seat, player: Player) -> "QuatrefoilState":
        """The state with this seat's player changed."""
        return structs.replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    @property
    def clock(self) -> int:
        """Seconds for a turn, 0 without a clock; only where there are turns."""
        return 0 if self.options.dual or self.options.clock == 0 else min(self.options.clock, DAY)
