"""What a process says of itself, what it counts and writes down, and how it ends when it is asked to."""

import asyncio
import json
import logging
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from prometheus_client import REGISTRY

from config import logs, metrics
from config import process as process_module
from config.process import Process
from config.sockets import TOO_MUCH
from games.tables import consumer, duty, hub, outbox
from games.tables.hub import Hub
from games.tables.outbox import Outbox

Answer = tuple[int, str]


async def nothing(*whatever: Any) -> None:
    """Closes no lines."""


class Server:
    """An ASGI server in small: asks the application, and is itself asked to end."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def get(self, path: str, **headers: str) -> Answer:
        """What is answered."""
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        named = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "http", "path": path, "method": "GET", "headers": [(b"host", b"10.0.0.7:8001"), *named]}
        await self.application(scope, nothing, send)
        return sent[0]["status"], sent[1]["body"].decode()

    async def knock(self) -> str:
        """Whether a socket is taken: the type of the first message."""
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.application({"type": "websocket", "path": "/ws/", "headers": []}, receive, send)
        return str(sent[0]["type"])


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How often the server itself was told to end. Nobody waits for long."""
    monkeypatch.setattr(process_module, "NOTICE", 0.0)
    told: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: told.append(number))
    yield told
    signal.signal(signal.SIGTERM, before)


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """A site that takes every socket and has nothing to say."""
    kind = "websocket.accept" if scope["type"] == "websocket" else "http.response.start"
    await send({"type": kind, "status": 204})
    await send({"type": "http.response.body", "body": b""})


def site(
    troubles: list[str] | None = None,
    application: Any = hello,
    close_lines: Callable[[], Awaitable[None]] = nothing,
) -> Server:
    async def found() -> list[str]:
        return troubles or []

    return Server(Process(application, found, close_lines, lambda: None))


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0)


# ---------------------------------------------------------------------- probes


async def test_whoever_asks_by_the_port_gets_an_answer_without_a_name_or_https() -> None:
    assert await site().get("/healthz") == (200, "alive\n")
    assert await site().get("/readyz") == (200, "ready\n")
    assert await site(["database"]).get("/readyz") == (503, "database\n")
    assert await site(["writer", "listener"]).get("/readyz") == (503, "writer\nlistener\n")
    assert await site(["database"]).get("/healthz") == (200, "alive\n")


async def test_what_is_counted_is_told_to_whoever_has_the_token_and_to_nobody_without_one(settings: Any) -> None:
    token = {"authorization": "Bearer of-the-watchman"}
    assert settings.METRICS == ""
    assert (await site().get("/metrics", **token))[0] == 404
    assert (await site().get("/metrics", authorization="Bearer "))[0] == 404
    settings.METRICS = "of-the-watchman"
    assert (await site().get("/metrics"))[0] == 404
    assert (await site().get("/metrics", authorization="Bearer of-somebody"))[0] == 404
    status, text = await site().get("/metrics", **token)
    assert status == 200
    for name in ("sockets", "tables", "moves_total", "commit_seconds_count", "show_seconds_count", "refusals_total"):
        assert f"\ntischrunde_{name} " in text, name


def test_every_code_a_line_is_closed_with_has_a_reason() -> None:
    codes = {hub.NO_SUCH_TABLE, outbox.COME_BACK, outbox.LEAVING, consumer.TOO_MANY, consumer.WAIT, TOO_MUCH}
    assert codes == set(metrics.REASONS)


def dropped(reason: str) -> float:
    return REGISTRY.get_sample_value("tischrunde_drops_total", {"reason": reason}) or 0.0


async def test_whoever_is_let_go_is_counted_once_by_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST_UNREAD", 10)
    before = dropped("unread"), dropped("failed"), dropped("leaving")
    box = Outbox(nothing, lambda: 0.0)
    box.put("more than fits in there")
    box.end(outbox.LEAVING)
    Outbox(nothing, lambda: 0.0).end(outbox.LEAVING)
    assert (dropped("unread"), dropped("failed"), dropped("leaving")) == (before[0] + 1, before[1], before[2] + 1)


@pytest.mark.django_db(transaction=True)
async def test_a_process_is_ready_as_soon_as_it_hears_the_others_and_says_what_it_lacks() -> None:
    here = await Hub.current()
    began = here.beaten
    try:
        async with asyncio.timeout(30):
            while here.beaten == began or await duty.troubles():  # it is still connecting
                await asyncio.sleep(0.01)
        here.listening = False
        assert await duty.troubles() == ["listener"]
        here.listening = True
        here.beaten -= duty.MISSED * hub.HEARTBEAT
        assert await duty.troubles() == ["heartbeat"]
        await here.beat()
        assert await duty.troubles() == []
        assert here.log._writer is not None
        here.log._writer.cancel()
        await asyncio.wait([here.log._writer])
        assert await duty.troubles() == ["writer"]
    finally:
        await here.close()


# ---------------------------------------------------------------------- the end


async def test_who_is_asked_to_end_says_so_closes_its_lines_finishes_its_work_and_only_then_goes(
    ended: list[int],
) -> None:
    steps: list[str] = []
    begun, finish, close = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/slow":
            begun.set()
            await finish.wait()
            steps.append("finished")
        await hello(scope, receive, send)

    async def close_lines() -> None:
        await close.wait()
        steps.append("closed")

    server = site(application=slow, close_lines=close_lines)
    assert await server.knock() == "websocket.accept"
    working = asyncio.create_task(server.get("/slow"))
    await begun.wait()
    signal.raise_signal(signal.SIGTERM)
    assert await server.get("/readyz") == (503, "leaving\n")
    assert await server.get("/healthz") == (200, "alive\n")
    assert (await server.get("/"))[0] == 204  # it still serves whoever comes
    async with asyncio.timeout(20):
        while await server.knock() != "websocket.close":  # but takes no socket as soon as it closes its own
            await asyncio.sleep(0)
    close.set()
    await until(lambda: steps == ["closed"])
    assert ended == []
    finish.set()
    await until(lambda: ended == [signal.SIGTERM])
    assert steps == ["closed", "finished"]
    assert (await working)[0] == 204


async def test_who_is_asked_twice_goes_at_once(ended: list[int]) -> None:
    async def close_lines() -> None:
        await asyncio.Event().wait()

    server = site(close_lines=close_lines)
    assert (await server.get("/"))[0] == 204
    signal.raise_signal(signal.SIGTERM)
    assert ended == []
    signal.raise_signal(signal.SIGTERM)
    assert ended == [signal.SIGTERM]


async def test_who_cannot_finish_goes_all_the_same(ended: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    async def for_ever() -> None:
        await asyncio.Event().wait()

    async def badly() -> None:
        raise RuntimeError("the lines cannot be closed")

    monkeypatch.setattr(process_module, "LONGEST", 0.01)
    for close_lines in (for_ever, badly):
        ended.clear()
        server = site(close_lines=close_lines)
        before = signal.getsignal(signal.SIGTERM)
        assert (await server.get("/"))[0] == 204
        signal.raise_signal(signal.SIGTERM)
        await until(lambda: ended == [signal.SIGTERM])
        assert signal.getsignal(signal.SIGTERM) == before  # the server's own way is as it was


# ---------------------------------------------------------------------- the log


def written(record: logging.LogRecord) -> dict[str, str]:
    """A line, taken apart as a collector does it."""
    line = logs.Line().format(record)
    assert "\n" not in line
    parts = re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)', line)
    assert " ".join(f"{name}={value}" for name, value in parts) == line
    return {name: json.loads(value) if value.startswith('"') else value for name, value in parts}


def record(message: str, error: BaseException | None = None) -> logging.LogRecord:
    trace = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("games.tables.hub", logging.ERROR, "hub.py", 1, message, (), trace)


async def test_an_event_is_one_line_with_its_table_and_its_request() -> None:
    seen: list[dict[str, str]] = []

    async def site(scope: Any, receive: Any, send: Any) -> None:
        seen.append(written(record("A move failed")))

    async def serve(path: str, *headers: tuple[bytes, bytes]) -> None:
        await logs.Named(site)({"type": "http", "path": path, "headers": headers}, nothing, nothing)

    await serve("/t/kxpm/move/", (b"hx-request-id", b"7c0f-1"), (b"x-request-id", b"of-the-proxy"))
    await serve("/ws/t/KXPM/table/", (b"x-request-id", b"of-the-proxy"))
    await serve("/games/", (b"hx-request-id", b'1" level=ERROR msg="forged'))
    assert [(line.get("table"), line.get("request")) for line in seen] == [
        ("KXPM", "7c0f-1"),
        ("KXPM", "of-the-proxy"),
        (None, None),
    ]
    assert (seen[0]["level"], seen[0]["logger"]) == ("ERROR", "games.tables.hub")


def test_nobody_can_forge_a_line_and_a_trace_stays_in_its_own() -> None:
    assert written(record('"\nlevel=ERROR msg="The house burns'))["msg"] == '"\nlevel=ERROR msg="The house burns'
    try:
        raise ValueError("no\nway")
    except ValueError as error:
        line = written(record("That failed", error))
    assert line["msg"] == "That failed"
    assert line["trace"].endswith("ValueError: no\nway")


async def test_what_a_table_does_by_itself_is_not_put_down_to_whoever_happened_to_start_it() -> None:
    logs.TABLE.set("KXPM")
    logs.REQUEST.set("7c0f-1")

    async def said() -> dict[str, str]:
        return written(record("That failed"))

    loop = asyncio.get_running_loop()
    assert "table" not in await loop.create_task(said(), context=logs.apart())
    other = await loop.create_task(said(), context=logs.apart("QQQQ"))
    assert (other["table"], other.get("request")) == ("QQQQ", None)
    assert (await said())["table"] == "KXPM"


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_what_the_server_itself_has_to_say_looks_like_the_rest(server: str) -> None:
    code = (
        "import config.asgi, logging; logging.getLogger('uvicorn.error').error('one');"
        "logging.getLogger('daphne.server').error('two'); logging.getLogger('config').error('three')"
    )
    if server == "uvicorn":
        code = f"from uvicorn.config import Config; Config('config.asgi:application'); {code}"
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=60, check=True
    )
    lines = [line for line in told.stderr.splitlines() if line]
    assert [re.sub(r"time=\S+ ", "", line) for line in lines] == [
        "level=ERROR logger=uvicorn.error msg=one",
        "level=ERROR logger=daphne.server msg=two",
        "level=ERROR logger=config msg=three",
    ]
