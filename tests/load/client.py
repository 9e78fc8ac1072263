"""A browser at a table, as far as the server can tell: one socket that speaks the page's protocol."""

import asyncio
import re
import ssl
import time
from collections.abc import Callable

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

_PIECE = re.compile(r'<hx-partial id="(hand-form|own-\d+)"[^>]*>(.*?)</hx-partial>', re.DOTALL)
_OWN = re.compile(r'(?=<li id="(own-\d+)")(.*?</li>)', re.DOTALL)
_MOVE = re.compile(r'name="move" value="([a-z-]+)"')
_ABOUT = re.compile(r'name="(?:statement|showing|moment)" value="(\d+)"')
OVER = "/again/"  # the address of the next game, offered when this one has ended
TOAST = 'id="toast"'


class Frame(msgspec.Struct, rename={"request": "HX-Request-ID"}):
    """What the server sends: a move's number with the partials that have changed, or a ping."""

    number: int = -1
    content: str = ""
    request: str = ""
    ping: float | None = None


_decode = msgspec.json.Decoder(Frame).decode
_encode = msgspec.json.Encoder().encode


class Browser:
    """One phone at a table. ``heard`` is told of every frame, and with None when the server has closed the line."""

    def __init__(
        self,
        site: int | str,
        code: str,
        session: str,
        heard: "Callable[[Browser, Frame | None], None]",
        trust: ssl.SSLContext | None = None,
    ) -> None:
        # a port of this machine, or the address of a site
        self._origin = site if isinstance(site, str) else f"http://127.0.0.1:{site}"
        self._address = f"ws{self._origin.removeprefix('http')}/ws/t/{code}/table/"
        self._trust = trust
        self._cookie = f"sessionid={session}"
        self._heard = heard
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self.code = 0  # with which the line was closed
        self.number = -1
        self.received = 0  # bytes of the last frame
        self.moves: frozenset[str] = frozenset()  # what the page offers this player
        self.about = ""  # the statement or the showing it is about
        self.chips = 0  # how many may be staked
        self.hand_at = 0.0  # when the page has last changed what it offers
        self.hand = ""  # what the hand shows
        self._hand: dict[str, str] = {}  # the same by its pieces
        self.card = ""  # the last fragment of the card that was sent
        self.over = False

    def comes_to(self, night: str) -> None:
        """The page of an evening, which is led to the table."""
        self._address = self._address.partition("/ws/")[0] + f"/ws/n/{night}/guest/"

    async def connect(self) -> None:
        """Opens the socket and waits for the whole page."""
        self.number = -1
        self._socket = await connect(
            self._address,
            origin=self._origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": self._cookie},
            compression=None,
            ping_interval=None,
            max_queue=None,
            open_timeout=60,
            ssl=self._trust,
            proxy=None,
        )
        await self._read_one()
        self._reader = asyncio.create_task(self._read())

    async def _read_one(self) -> None:
        assert self._socket is not None
        while self.number < 0:
            await self.take(await asyncio.wait_for(self._socket.recv(decode=False), 60))

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            while True:
                await self.take(await self._socket.recv(decode=False))
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else 0
            self._heard(self, None)

    async def take(self, data: bytes) -> None:
        """Reads a frame as the page does."""
        frame = _decode(data)
        if frame.ping is not None:
            assert self._socket is not None
            await self._socket.send(_encode({"pong": frame.ping}), text=True)
            return
        self.received = len(data)
        if frame.number >= 0:
            self.number = frame.number
        if frame.content:
            self._look(frame.content)
        self._heard(self, frame)

    def _look(self, content: str) -> None:
        """What a player sees who only looks at what can be pressed."""
        start = content.find('id="hand"')
        pieces = _PIECE.findall(content)
        if start >= 0 or pieces:
            if start >= 0:  # the whole hand; else only those of its pieces that have changed
                hand = content[start : content.find("</hx-partial>", start)]
                line, form, rest = hand.partition('id="hand-form"')
                self._hand = dict(_OWN.findall(line)) | {"hand-form": form + rest if form else hand}
            self._hand |= dict(pieces)
            hand = self.hand = "".join(self._hand.values())
            self.moves = frozenset(_MOVE.findall(hand))
            about = _ABOUT.search(hand)
            self.about = about[1] if about else ""
            self.chips = max(0, hand.count('name="chips"') - 1)
            self.hand_at = time.perf_counter()
        start = content.find('id="card"')
        if start >= 0:
            self.card = content[start : content.find("</hx-partial>", start)]
        if OVER in content:
            self.over = True

    async def send(self, request: str, fields: dict[str, str]) -> None:
        """Asks for a move, as htmx does."""
        assert self._socket is not None
        message = {"headers": {"HX-Request-ID": request}, "body": fields}
        await self._socket.send(_encode(message), text=True)

    def cut(self) -> None:
        """The line goes dead without a goodbye."""
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            self._socket.transport.abort()

    async def close(self) -> None:
        """The page is closed."""
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            await self._socket.close()
