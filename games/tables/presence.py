"""Who is at a table: noted in the database for whoever is connected here, and seen from there in every process."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime
from typing import Final

from channels.db import database_sync_to_async

from games.rules.kernel import DAY, HOST
from games.tables import carrier, services
from games.tables.live import Clock, Live, Watch
from games.tables.log import Log
from games.tables.news import News
from games.tables.services import NoSuchTable
from games.tables.snapshot import HERE_FOR, People, watcher_of

LEADER_AWAY: Final = 30  # seconds, then the clock stands in (SN-B2)

# whoever is about to change names holds their row: they are noted the next time
HERE = """
update tables_guest set seen_at = %s
where id in (
    select g.id from tables_guest g where g.id in (select guest_id from tables_player where id = any(%s))
    order by g.id for no key update skip locked
)
"""
SEEN = """
select table_id, p.id, g.seen_at from tables_player p join tables_guest g on g.id = p.guest_id where table_id = any(%s)
"""


Seen = Mapping[int, datetime | None]  # when each player of a table was last here


class Presence:
    """Who comes, who is here, and who has gone. ``refresh`` reads the people of a table again."""

    def __init__(self, log: Log, clock: Clock, refresh: Callable[[int], Awaitable[None]]) -> None:
        self._log = log
        self._clock = clock
        self._refresh = refresh

    async def came(self, live: Live, watch: Watch) -> None:
        """Whoever comes is here at once, and everybody sees it. Raises one of AWAY."""
        player = watch.look.player
        if player is None:
            return
        await self._log.execute(HERE, [self._clock(), [player]])
        if any(person.id == player and not person.here for person in live.snapshot.people.everybody):
            await database_sync_to_async(carrier.announce)(News(live.id))

    async def note(self, watched: Iterable[Live], now: datetime) -> None:
        """Whoever is connected here is here. Raises one of AWAY."""
        players = [watch.look.player for live in watched for watch in live.watches if watch.look.player is not None]
        await self._log.execute(HERE, [now, players])

    async def seen(self, watched: Iterable[Live]) -> Mapping[int, Seen]:
        """When everybody at these tables was last here, whichever process they are connected to."""
        seen: dict[int, dict[int, datetime | None]] = defaultdict(dict)
        for table, player, at in await self._log.execute(SEEN, [[live.id for live in watched]]):
            seen[table][player] = at  # type: ignore[index, assignment]
        return seen

    async def check(self, live: Live, seen: Mapping[int, datetime | None], now: datetime) -> None:
        """Sees who has come or gone, and lets another person follow a host who left (CO-6).

        Raises one of AWAY.
        """
        here = {player for player, at in seen.items() if at is not None and abs((now - at).total_seconds()) < HERE_FOR}
        if here != {person.id for person in live.snapshot.people.everybody if person.here}:
            await self._refresh(live.id)
        people: People = live.snapshot.people
        patience = DAY if live.snapshot.house.clock == DAY else 120
        host_seen = None if people.host is None else seen.get(people.host)
        play = live.snapshot.play
        led = None if play is None or live.snapshot.over else live.snapshot.rules.led(play.state)
        if led is not None:  # nobody follows: whoever sits there would lead and play
            leads = host_seen is not None and watcher_of(people, people.host) == HOST
            at_hand = leads and host_seen is not None and abs((now - host_seen).total_seconds()) <= LEADER_AWAY
            if at_hand is not led:
                await database_sync_to_async(services.note_leader)(live.id, here=at_hand)
            return
        if live.snapshot.house.led or live.snapshot.house.next_code:
            return
        if host_seen is None or abs((now - host_seen).total_seconds()) > patience:
            try:
                await database_sync_to_async(services.follow_host)(live.id, now)
            except NoSuchTable:
                await self._refresh(live.id)
