"""Milestones: a long game is opened from the last one, and only what came after it is read from its log.

A milestone is a shortcut and never the truth. One that is missing, damaged, of another table or folded by other code is
passed over: then the log is folded from its beginning. All of them may be deleted at any moment. Whatever proves
something (`replay`) reads the log alone.
"""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import MsgspecError, Struct, msgpack

from games.rules.kernel import Seat
from games.rules.play import Game, Play
from games.tables.models import Milestone

EVERY: Final = 100  # moves between two of them: so many are folded in 2 to 10 ms
WRITE = """
insert into tables_milestone (table_id, number, version, head, state, seal) values (%s, %s, %s, %s, %s, %s)
on conflict (table_id) do update set
    number = excluded.number, version = excluded.version, head = excluded.head,
    state = excluded.state, seal = excluded.seal
"""

logger = logging.getLogger(__name__)


def _version() -> str:
    """The code that folds logs, as a hash of its sources. All games are in it, because they borrow from each other."""
    here = Path(__file__).parent
    sources = (*sorted((here.parent / "rules").rglob("*.py")), here / "snapshot.py", here / "milestones.py")
    found = [(path.relative_to(here.parent).as_posix(), sha256(path.read_bytes()).hexdigest()) for path in sources]
    return sha256(repr(found).encode()).hexdigest()


VERSION: Final = _version()  # read with the code itself: a file that is replaced later is other code


class Reached(Struct, frozen=True):
    """A table at a milestone: the game, the chain's head before and after its last move, when seats changed hands."""

    play: Play
    before: str
    head: str
    freed: dict[Seat, datetime]


class _State(Struct, array_like=True, frozen=True):
    play: bytes
    before: str
    freed: dict[Seat, datetime]


def _seal(secret: bytes, number: int, head: str, state: bytes) -> bytes:
    """Only this code at this table makes it, and only for these very bytes."""
    return hmac.digest(secret, f"milestone {VERSION} {number} {head} ".encode() + state, "sha256")


def milestone(table: int, game: Game, reached: Reached) -> Milestone:
    """A table at this moment, as the database holds it."""
    state = msgpack.encode(_State(game.stored(reached.play), reached.before, reached.freed))
    seal = _seal(game.secret, reached.play.number, reached.head, state)
    number, head = reached.play.number, reached.head
    return Milestone(table_id=table, number=number, version=VERSION, head=head, state=state, seal=seal)


def reached(table: int, game: Game) -> Reached | None:
    """The table at its milestone; None if it has none that can be used."""
    last = Milestone.objects.filter(table=table, version=VERSION).first()
    if last is None:
        return None
    state = bytes(last.state)
    if not hmac.compare_digest(bytes(last.seal), _seal(game.secret, last.number, last.head, state)):
        pass_over(table, "its seal does not fit")
        return None
    try:
        kept = msgpack.decode(state, type=_State)
        return Reached(game.restored(kept.play), kept.before, last.head, kept.freed)
    except MsgspecError as unreadable:
        pass_over(table, str(unreadable))
        return None


@lru_cache(maxsize=1000)
def pass_over(table: int, why: str) -> None:
    """Tells the site's log of a milestone that cannot be used; once."""
    logger.warning("The milestone of table %s is passed over: %s", table, why)


class Keeper:
    """One per process: writes milestones, one after the other and of each table the latest. No move waits for it."""

    def __init__(self, execute: Callable[[str, list[object]], Awaitable[Sequence[object]]]) -> None:
        self._execute = execute
        self._offered: dict[int, tuple[Game, Reached]] = {}
        self._wake = asyncio.Event()
        self._failing = False

    def offer(self, table: int, game: Game, reached: Reached) -> None:
        """Writes it soon. One that cannot be written is given up: the next one will do as well."""
        self._offered[table] = game, reached
        self._wake.set()

    async def write(self) -> None:
        """Writes what is offered, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._offered:
                table = next(iter(self._offered))
                game, reached = self._offered.pop(table)
                try:
                    one = milestone(table, game, reached)
                    await self._execute(WRITE, [table, one.number, one.version, one.head, one.state, one.seal])
                except Exception as error:  # noqa: BLE001  a shortcut: no table may suffer from it
                    if not self._failing:
                        logger.warning("The milestone of table %s was not written: %s", table, error)
                    self._failing = True
                else:
                    self._failing = False
