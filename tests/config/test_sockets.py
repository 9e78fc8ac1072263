"""What stands before every socket."""

import asyncio
from typing import Any

import psutil
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from config.sockets import LIGHTEST, MOST_UNREAD, TOO_MUCH, Intake, is_ours
from tests.servers import serving

LAN = "192.168.1.5:8000"


def scope(host: str, *origins: str, scheme: str = "", **headers: str) -> dict[str, Any]:
    """What a server says of a socket that a page of this origin opens."""
    said = [(b"host", host.encode()), *((b"origin", origin.encode()) for origin in origins)]
    said += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    told = {"type": "websocket", "path": "/ws/t/KUH77/table/", "query_string": b"", "headers": said}
    return told | ({"scheme": scheme} if scheme else {})


@pytest.fixture(autouse=True)
def at_home(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", "play.example.org"]


OURS = [
    (LAN, f"http://{LAN}"),
    ("localhost", "http://localhost"),
    ("localhost:80", "http://localhost"),
    ("[::1]:8000", "http://[::1]:8000"),
    ("LOCALHOST:8000", "http://localhost:8000"),
]
FOREIGN = [
    (LAN, "http://192.168.1.5:9000"),
    (LAN, "http://192.168.1.5"),
    (LAN, f"https://{LAN}"),
    (LAN, "http://localhost:8000"),
    (LAN, "null"),
    (LAN, ""),
    (LAN, f"http://{LAN}.evil.example.org"),
    (LAN, f"http://{LAN}/"),
    (LAN, "http://192.168.1.5:eighty"),
    (LAN, "http://[192.168.1.5:8000"),
    ("evil.example.org:8000", "http://evil.example.org:8000"),  # a name of the attacker's that points to this machine
    ("[::1]:8000", "http://[::1]:9000"),
]


@pytest.mark.parametrize("scheme", ["", "ws"])
@pytest.mark.parametrize(("host", "origin"), OURS)
def test_a_page_of_this_site_opens_a_socket(host: str, origin: str, scheme: str) -> None:
    assert is_ours(scope(host, origin, scheme=scheme))


@pytest.mark.parametrize(("host", "origin"), FOREIGN)
def test_a_page_of_another_site_opens_none_be_it_on_the_same_host(host: str, origin: str) -> None:
    assert not is_ours(scope(host, origin))


def test_who_does_not_say_where_it_comes_from_or_says_two_things_opens_none() -> None:
    assert not is_ours(scope(LAN))
    assert not is_ours(scope(LAN, f"http://{LAN}", f"http://{LAN}"))


def test_behind_a_proxy_the_page_is_https_as_the_proxy_says(settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    page = "https://play.example.org"
    assert is_ours(scope("play.example.org", page, x_forwarded_proto="https"))
    assert is_ours(scope("play.example.org:443", page, x_forwarded_proto="https"))
    assert not is_ours(scope("play.example.org", "http://play.example.org", x_forwarded_proto="https"))
    assert not is_ours(scope("play.example.org", "https://play.example.org:8443", x_forwarded_proto="https"))
    assert not is_ours(scope("play.example.org", page, x_forwarded_proto="http"))


def test_without_such_a_proxy_nobody_is_believed_to_be_https() -> None:
    assert not is_ours(scope("play.example.org", "https://play.example.org", x_forwarded_proto="https"))
    assert is_ours(scope("play.example.org", "https://play.example.org", scheme="wss"))


def test_a_proxy_that_keeps_the_name_to_itself_is_helped_by_the_public_address(settings: Any) -> None:
    settings.PUBLIC_URL = "https://play.example.org/"
    assert is_ours(scope("127.0.0.1:8001", "https://play.example.org"))
    assert not is_ours(scope("127.0.0.1:8001", "https://play.example.org:8443"))
    settings.PUBLIC_URL, settings.CSRF_TRUSTED_ORIGINS = "", ["https://other.example.org"]
    assert is_ours(scope("127.0.0.1:8001", "https://other.example.org"))
    assert not is_ours(scope("127.0.0.1:8001", "https://play.example.org"))


# ---------------------------------------------------------------------- more than can be read

FRAME = {"type": "websocket.receive", "text": "x"}
GONE = {"type": "websocket.disconnect", "code": 1000}


class Browser:
    """Both ends of a line, on an application that is given."""

    def __init__(self, application: Any) -> None:
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.heard: list[Any] = []
        self.running = asyncio.ensure_future(Intake(application)({}, self.sent.get, self.hear))

    async def hear(self, message: Any) -> None:
        self.heard.append(message)

    async def send(self, *messages: Any) -> None:
        for message in messages:
            self.sent.put_nowait(message)
        while not self.sent.empty():
            await asyncio.sleep(0)


class Table:
    """An application that reads as soon as it is told to, and writes down what it reads."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.read: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.ready.wait()
        while not self.read or self.read[-1]["type"] != "websocket.disconnect":
            self.read.append(await receive())
        await send({"type": "websocket.send", "text": "after the end"})


async def test_what_a_browser_sends_arrives_in_its_order() -> None:
    table = Table()
    browser = Browser(table)
    frames = [{"type": "websocket.receive", "text": str(number)} for number in range(MOST_UNREAD // LIGHTEST)]
    await browser.send(*frames)
    table.ready.set()
    await browser.send(*frames, GONE)
    await browser.running
    assert table.read == [*frames, *frames, GONE]
    assert [message["type"] for message in browser.heard] == ["websocket.send"]


@pytest.mark.parametrize(
    "frames",
    [
        [FRAME] * (MOST_UNREAD // LIGHTEST + 1),
        [{"type": "websocket.receive", "bytes": bytes(MOST_UNREAD // 2 + 1)}] * 2,
    ],
    ids=["many", "large"],
)
async def test_the_line_of_whoever_sends_more_than_can_be_read_is_cut(frames: list[Any]) -> None:
    table = Table()
    browser = Browser(table)
    await browser.send(*frames)
    await browser.send(*frames)  # thrown away, like whatever else comes now
    assert browser.heard == [{"type": "websocket.close", "code": TOO_MUCH}]
    table.ready.set()
    await asyncio.sleep(0)
    assert not browser.running.done()
    await browser.send(GONE)
    await browser.running
    assert table.read == [{"type": "websocket.disconnect", "code": TOO_MUCH}]
    assert len(browser.heard) == 1


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_frames_that_nobody_reads_do_not_fill_the_memory(server: str) -> None:
    frame, room = "x" * 500_000, 30_000_000
    with serving(server, "tests.config.busy:application") as (address, process):
        with connect(address.replace("http:", "ws:"), open_timeout=20) as line:
            assert line.recv(20) == "speak"
            memory = psutil.Process(process.pid).memory_info
            before = memory().rss
            with pytest.raises(ConnectionClosed):
                for _ in range(200):
                    line.send(frame)
        assert memory().rss - before < room
        process.kill()  # its application never ends
