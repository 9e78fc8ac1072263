"""Going on after something that everybody reads: nobody cuts off another's reading (CO-14).

It goes on when two of three persons are ready, four seconds after the first of them, or at once when the host says so.
A game keeps who is ready in its state, and its deadline does the rest.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Literal

from msgspec import Struct, structs

from games.rules.kernel import DAY, HOST, IllegalMove, Move, Seat
from games.rules.words import N_

SECONDS = 4


class GoesOn(Move, frozen=True, kw_only=True, omit_defaults=True):
    """I have read enough. ``wish`` is the site's word, never a browser's: "now" is the host's.

    Logs from before CO-14 hold no wish: there the game's own earlier law goes on holding.
    """

    wish: Literal["", "ready", "now"] = ""


def by_host(seat: Seat, move: Move) -> bool:
    """Does a host who does not play let the game go on?"""
    return seat == HOST and isinstance(move, GoesOn) and move.wish == "now"


class GoneOn(IllegalMove):
    """What was asked for has come about already, or has been asked before: there is nothing to play or to refuse."""

    def __init__(self) -> None:
        super().__init__("CO-14", N_("The game has already gone on."))


class Going(Struct, frozen=True):
    """So many of so many persons are ready. ``mine``: this watcher is. ``due``: when it goes on by itself."""

    ready: int
    of: int
    mine: bool
    due: datetime | None


def told(move: Any, host: bool) -> Any:
    """The move as the log holds it: whose wish it is."""
    return structs.replace(move, wish="now" if host else "ready") if isinstance(move, GoesOn) else move


def enough(ready: Collection[Seat], persons: Collection[Seat]) -> bool:
    """Are two of three ready? Bots always are."""
    return 3 * len({*ready} & {*persons}) >= 2 * len({*persons})


def goes_on(move: GoesOn, ready: Collection[Seat], persons: Collection[Seat]) -> bool:
    """Does it go on with this move, after which these are ready?"""
    return move.wish != "ready" or enough(ready, persons)


def due(by_itself: datetime | None, at: datetime, clock: int) -> datetime:
    """When it goes on by itself, now that somebody is ready; at a 24 h table within a day (CO-11)."""
    soon = at + timedelta(seconds=DAY if clock == DAY else SECONDS)
    return soon if by_itself is None else min(by_itself, soon)


def going(ready: Collection[Seat], persons: Collection[Seat], watcher: Seat, due: datetime | None) -> Going | None:
    """What a page tells of it, once somebody is ready."""
    count = len({*ready} & {*persons})
    return Going(count, len({*persons}), watcher in ready, due) if count else None
