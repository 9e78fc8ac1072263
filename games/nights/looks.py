"""Who looks at a night, from which page, and what they show by now."""

from dataclasses import dataclass, field
from typing import Any, Final

from games.tables.live import Watch
from games.tables.outbox import NoOutlet, Outlet

GUEST: Final = "guest"
HOST: Final = "host"
SCREEN: Final = "screen"


@dataclass(eq=False)
class NightLook:
    """One browser's look at a night: who, in which language, on which page, and what it shows by now."""

    guest: int | None
    language: str
    layout: str  # GUEST, HOST or SCREEN
    leads: bool = False  # a host or co-host, who may play along
    stage: tuple[object, ...] = ()
    shown: dict[str, str] = field(default_factory=dict)


@dataclass(eq=False)
class NightWatch:
    """One browser at a night, and the table it has been led to, if any: over the same line."""

    look: NightLook
    outbox: Outlet
    at: tuple[int, int | None] | None = None  # the table, and who it is there
    table: Watch | None = None
    live: Any = None
    called: int = 0  # the table it has been called to last


def no_line(look: NightLook) -> NightWatch:
    """A page without a socket."""
    return NightWatch(look, NoOutlet())
