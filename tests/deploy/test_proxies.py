"""Tables behind a real proxy with two processes of the site, of which one is killed, or stopped and started again."""

import asyncio
import random
import ssl
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from asgiref.sync import sync_to_async
from django.db.models import Max

from config.models import Attempt
from decks.services import publish
from games.tables.models import Move
from games.tables.outbox import LEAVING
from tests.deploy.people import Poller
from tests.deploy.proxies import proxy
from tests.deploy.sites import Site
from tests.failures.people import Person
from tests.load.prepare import Ready, seat_sessions
from tests.tables.packs import statement_pack

pytestmark = pytest.mark.django_db(transaction=True)

WAYS = (("nginx", "uvicorn"), ("nginx", "daphne"), ("caddy", "uvicorn"))
TABLES = 4
PATIENCE = 90  # seconds until a table that does not go on is a fault; it takes one
TRUST = ssl.create_default_context()
TRUST.check_hostname, TRUST.verify_mode = False, ssl.CERT_NONE  # the certificate is made for the test


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """Where the static files lie; one is enough."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "one.css").write_text("a { color: red }")
    return folder


@pytest.fixture
def servers(server: str) -> Iterator[list[Site]]:
    """Two processes, on the server that the test names."""
    two = [Site(server), Site(server)]
    yield two
    for site in two:
        site.kill()


class Hall:
    """Some tables with two people each: one with a line, one without."""

    def __init__(self, address: str, tables: Sequence[Ready], *, polling: bool) -> None:
        self.tables = tables
        self.people: list[Person | Poller] = []
        for number, ready in enumerate(tables):
            for seat, session in enumerate(ready.sessions):
                kind = Poller if polling and seat else Person
                self.people.append(kind(address, ready.code, session, random.Random(10 * number + seat), TRUST))

    @property
    def lines(self) -> list[Person]:
        """All people with a line."""
        return [person for person in self.people if isinstance(person, Person)]

    async def until_all_have(self, more: int) -> None:
        """Waits until each table has so many more moves, and everybody has been told of one more of their own."""
        before, told = await heads(self.tables), [len(person.told) for person in self.people]
        async with asyncio.timeout(PATIENCE):
            while True:
                now = await heads(self.tables)
                if all(now[ready.id] >= before[ready.id] + more for ready in self.tables) and all(
                    len(person.told) > count for person, count in zip(self.people, told, strict=True)
                ):
                    return
                await asyncio.sleep(0.1)

    async def until_all_are_current(self) -> None:
        """Waits until every page shows the last move, while nobody plays."""
        async with asyncio.timeout(PATIENCE):
            while True:
                now = await heads(self.tables)
                shown = [now[ready.id] for ready in self.tables for _ in ready.sessions]
                if [person.number for person in self.people if isinstance(person, Person)] == [
                    number for number, person in zip(shown, self.people, strict=True) if isinstance(person, Person)
                ]:
                    return
                await asyncio.sleep(0.1)

    async def check(self) -> None:
        """Whatever anybody was told stands in the log, once; no number is missing."""
        for number, ready in enumerate(self.tables):
            log = await sync_to_async(lambda ready=ready: list(Move.objects.filter(table=ready.id)))()
            assert sorted(move.number for move in log) == list(range(1, len(log) + 1))
            written = [str(move.request) for move in log if move.request]
            assert len(set(written)) == len(written)
            people = self.people[2 * number : 2 * number + 2]
            assert {request for person in people for request in person.told} <= set(written)


@sync_to_async
def open_tables() -> list[Ready]:
    """Tables with two people and a bot each, begun."""
    edition = publish(statement_pack(240))
    return [seat_sessions("swiss-quiz", edition, {"answering": "at-once"}, ("de", "en"), 1) for _ in range(TABLES)]


@sync_to_async
def heads(tables: Sequence[Ready]) -> dict[int, int]:
    """The number of the last move of each table."""
    found = Move.objects.filter(table__in=[ready.id for ready in tables]).values_list("table")
    return dict(found.annotate(last=Max("number")))


@asynccontextmanager
async def playing(address: str, *, polling: bool) -> AsyncIterator[Hall]:
    """Everybody plays until the test is done."""
    hall = Hall(address, await open_tables(), polling=polling)
    tasks = [asyncio.create_task(work()) for person in hall.people for work in (person.stay, person.play)]
    try:
        yield hall
    finally:
        while tasks:  # one may have heard of something else in the very moment, and not of this
            for task in tasks:
                task.cancel()
            _, going = await asyncio.wait(tasks, timeout=1)
            tasks = list(going)


async def homes(servers: Sequence[Site]) -> list[float]:
    """How many tables each process has in its memory."""
    return [await site.measured("tischrunde_tables") for site in servers]


@pytest.mark.parametrize(("behind", "server"), WAYS)
async def test_a_process_is_killed_and_its_tables_go_on_in_the_other(
    behind: str, servers: list[Site], static: Path, tmp_path: Path
) -> None:
    for site in servers:  # before the proxy asks for the first time: else it sends their tables elsewhere for a second
        await site.ready()
    with proxy(behind, tmp_path, [site.port for site in servers], static) as address:
        async with playing(address, polling=True) as hall:
            await hall.until_all_have(3)
            # sockets and pages of one table are at home in one process
            at_home = await homes(servers)
            assert sum(at_home) == TABLES
            assert sum([await site.measured("tischrunde_sockets") for site in servers]) == TABLES

            gone, left = sorted(servers, key=lambda site: at_home[servers.index(site)], reverse=True)
            gone.kill()
            await hall.until_all_have(3)

            assert await left.measured("tischrunde_tables") == TABLES
            assert all(sum(person.tries) - len(person.tries) <= 3 for person in hall.lines), (
                "a line that did not come back"
            )
        await hall.check()


@pytest.mark.parametrize(("behind", "server"), WAYS[1:])  # each proxy and each server once
async def test_a_rolling_restart_is_over_before_anybody_has_tried_twice(
    behind: str, servers: list[Site], static: Path, tmp_path: Path
) -> None:
    for site in servers:  # before the proxy asks for the first time: else it sends their tables elsewhere for a second
        await site.ready()
    with proxy(behind, tmp_path, [site.port for site in servers], static) as address:
        async with playing(address, polling=False) as hall:
            await hall.until_all_have(2)
            for site in servers:
                closed = [len(person.closed) for person in hall.lines]
                site.ask_to_end()
                assert await asyncio.to_thread(site.ask, "/readyz") == (503, "leaving\n")
                assert await asyncio.to_thread(site.ask, "/healthz") == (200, "alive\n")
                await site.end()
                await hall.until_all_have(2)
                assert all(len(person.closed) <= count + 1 for person, count in zip(hall.lines, closed, strict=True))
                site.start()
                await site.ready()
            codes = [code for person in hall.lines for code in person.closed]
            assert len(codes) >= 2 * TABLES  # everybody was moved once at least
            assert set(codes) == {LEAVING}
            assert {tries for person in hall.lines for tries in person.tries} == {1}
        await hall.check()


@pytest.mark.parametrize(("behind", "server"), WAYS[1:])
async def test_a_proxy_says_itself_where_a_request_comes_from_and_keeps_the_probes_to_itself(
    behind: str, servers: list[Site], static: Path, tmp_path: Path
) -> None:
    def ask(path: str, **headers: str) -> tuple[int, str]:
        try:
            with urlopen(Request(address + path, headers=headers), timeout=30, context=TRUST) as answer:
                return answer.status, answer.headers.get("Cache-Control", "")
        except HTTPError as error:
            return error.code, ""

    for site in servers:  # before the proxy asks for the first time: else it sends their tables elsewhere for a second
        await site.ready()
    with proxy(behind, tmp_path, [site.port for site in servers], static) as address:
        lies = {"X-Forwarded-For": "203.0.113.6", "X-Forwarded-Proto": "http", "X-Real-IP": "203.0.113.6"}
        assert (await asyncio.to_thread(lambda: ask("/t/NOSUCH/", **lies)))[0] == 404  # and no redirect to https
        keys = await sync_to_async(lambda: set(Attempt.objects.values_list("key", flat=True)))()
        assert "code:127.0.0.1" in keys
        assert not [key for key in keys if "203.0.113" in key]
        for path in ("/healthz", "/readyz", "/metrics"):
            assert (await asyncio.to_thread(ask, path))[0] == 404
        status, cached = await asyncio.to_thread(ask, "/static/one.css")
        assert (status, "immutable" in cached) == (200, True)
