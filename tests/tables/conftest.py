"""A named cast at a table: Anna opens it and is the host, Beat and Zoé come along."""

from types import SimpleNamespace

import pytest

from decks.services import publish
from games.tables import services
from tests.redis_server import RedisServer
from tests.tables.browsers import Room
from tests.tables.hubs import Clock
from tests.tables.packs import event_pack, full_event_pack, statement_pack

CAST = (("Anna", "de"), ("Beat", "fr"), ("Zoé", "en"))


@pytest.fixture
def statements(db):
    """An edition of a small statement deck."""
    return publish(statement_pack())


@pytest.fixture
def events(db):
    """An edition of a small event deck."""
    return publish(event_pack())


@pytest.fixture
def whole_deck(db):
    """An edition of an event deck with all 52 cards and their questions."""
    return publish(full_event_pack())


def seat_cast(game, edition, options=None, *, begin=True, private=False, cast=CAST):
    """A table with the cast seated: the table and its players."""
    table = services.open_table(game, edition, options or {}, private=private)
    players = [services.join(table.pk, name, language) for name, language in cast]
    if begin:
        services.begin(table.pk, players[0])
    table.refresh_from_db()
    return SimpleNamespace(table=table, anna=players[0], beat=players[1], zoe=players[2], players=players)


@pytest.fixture
def lobby(statements):
    """A Swiss Quiz that has not begun."""
    return seat_cast("swiss-quiz", statements, {"answering": "at-once"}, begin=False)


@pytest.fixture
def quiz(statements):
    """A Swiss Quiz that has begun, everybody answering at once."""
    return seat_cast("swiss-quiz", statements, {"answering": "at-once"})


@pytest.fixture
def snap(events):
    """A Snap! that has begun."""
    return seat_cast("quizterix-snap", events)


@pytest.fixture
async def room():
    """Where the phones and the pages without a line are: on one hub."""
    room = Room()
    yield room
    await room.empty()


@pytest.fixture(scope="session")
def redis_server():
    """A Redis for this worker."""
    server = RedisServer()
    yield server
    server.kill()


@pytest.fixture
def carrier(request, settings):
    """What carries the news: PostgreSQL's notifications, unless the test asks for another one."""
    name = getattr(request, "param", "postgres")
    if name == "redis":
        settings.CARRIER_URL = request.getfixturevalue("redis_server").url
    return name


@pytest.fixture
async def hubs(carrier):
    """Opens hubs, each as another process would have it, on one clock."""
    opened, clock = [], Clock()

    async def another():
        hub = clock.hub()
        opened.append(hub)
        await hub.open()
        return hub

    another.clock = clock
    yield another
    for hub in opened:
        await hub.close()
