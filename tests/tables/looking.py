"""A game as a page shows it, without a database: the same snapshot that a table has, for whoever looks."""

from functools import cache
from typing import Any

from games.rules.chance import fingerprint
from games.rules.kernel import HOST, Seat
from games.rules.play import Game, Play
from games.tables.showing import Look, showing_of
from games.tables.snapshot import Chair, House, People, Person, Snapshot
from tests.rules.courses import seats_of

NICKNAMES = ("Anna", "Beat", "Zoé", "Nonna", "Urs", "Lea", "Flurina", "Röbi")
HOST_ID, GUEST_ID = 900, 901


@cache
def people_at(seats: int, persons: frozenset[Seat], liveries: tuple[str, ...]) -> People:
    """Persons and bots in their seats, a host who does not play, and a guest who watches."""
    chairs = tuple(
        Chair(
            Seat(number),
            liveries[number % len(liveries)],
            "" if Seat(number) in persons else "medium",
            (Person(number + 1, NICKNAMES[number % len(NICKNAMES)], True),) if Seat(number) in persons else (),
        )
        for number in range(seats)
    )
    return People(chairs, (Person(HOST_ID, "Ruth", True), Person(GUEST_ID, "Gast", True)), HOST_ID)


@cache
def house_of(game: str, secret: bytes, languages: tuple[str, ...]) -> House:
    return House(
        id=1,
        code="TESTS",
        game=game,
        private=False,
        invitation="invitation",
        fingerprint=fingerprint(secret),
        deck="small",
        languages=languages,
        clock=0,
        edition=1,
        next_code="",
        begun=True,
        ended=False,
    )


def snapshot_of(
    game: Game, play: Play, watcher: Seat, layout: str = "table", language: str = "en", secret: bytes | None = None
) -> tuple[Snapshot, Look]:
    """The table at this moment, and this watcher's look at it. ``secret``: the one whose fingerprint is shown."""
    house = house_of(game.rules.slug, secret or game.secret, game.pack.languages)
    snapshot = Snapshot(house, people_at(len(seats_of(play.state)), play.persons, game.rules.liveries), game)
    snapshot.play = play
    return snapshot, look_of(play, watcher, layout, language)


def look_of(play: Play, watcher: Seat, layout: str = "table", language: str = "en") -> Look:
    """The browser of whoever this is: a seat's person, the host, a guest; of a bot's seat somebody looking back."""
    player: Any = {HOST: HOST_ID}.get(watcher, GUEST_ID)
    if watcher in play.persons:
        return Look(watcher + 1, language, layout)
    return Look(player, language, layout, eyes=watcher if watcher >= 0 else None)


def page(snapshot: Snapshot, look: Look) -> tuple[str, dict[str, str]]:
    """The whole stage as this look shows it, and its fragments by name."""
    showing = showing_of(snapshot)
    return showing.page(look), showing.fragments(look)
