"""What stands before every socket, on whatever ASGI server."""

import asyncio
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from channels.sessions import InstanceSessionWrapper
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

from config import metrics
from config.plain import plain_cookies

PORTS = {"http": 80, "https": 443}
PAGES_OF = {"ws": "http", "wss": "https"}

MOST_UNREAD = 2 * 1024 * 1024  # bytes of one browser
LIGHTEST = 8 * 1024  # bytes that a frame counts at least: so 256 small ones may wait
TOO_MUCH = 4429  # as the close code of whoever talks too fast

Origin = tuple[str, str, int]


class SameOrigin:
    """Takes the sockets that pages of this site open. A page on another port of the same host is another site.

    Whoever may post a form may open a socket: the page's origin must be the address it asks for (one of ALLOWED_HOSTS),
    or PUBLIC_URL, or one of CSRF_TRUSTED_ORIGINS.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Refuses all others with 403."""
        application = self.application if is_ours(scope) else WebsocketDenier()
        await application(scope, receive, send)


def is_ours(scope: Any) -> bool:
    """Was this socket opened by a page of this site? Browsers always say where a page comes from."""
    said = [value.decode("latin1") for name, value in scope["headers"] if name == b"origin"]
    origin = origin_of(said[0]) if len(said) == 1 else None
    if origin is None:
        return False
    trusted = [settings.PUBLIC_URL, *settings.CSRF_TRUSTED_ORIGINS]
    return origin == _asked_for(scope) or origin in [origin_of(one.rstrip("/")) for one in trusted]


def origin_of(text: str) -> Origin | None:
    """Scheme, host and port; None for what is no web page's origin, such as ``null``."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    if not host or parts.scheme not in PORTS or text != f"{parts.scheme}://{parts.netloc}":
        return None
    return parts.scheme, host, port


def _asked_for(scope: Any) -> Origin | None:
    """The address under which the site was asked, as Django reads it for pages; None for a foreign name."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"content-type"]
    request = ASGIRequest(scope | {"method": "GET", "headers": headers}, BytesIO())
    try:
        host = request.get_host()
    except DisallowedHost:
        return None
    scheme = request.scheme or "http"
    return origin_of(f"{PAGES_OF.get(scheme, scheme)}://{host}")


class PlainCookies:
    """Cookies with text that is none are no cookies, as for pages."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Hands on the others."""
        await self.application(scope | {"cookies": plain_cookies(scope["cookies"])}, receive, send)


class Sessions:
    """Whoever opens a socket is known by their session. Nothing of it can change over a socket, which has no cookies to
    set: so messages do not go through it, as they do in Channels' own middleware.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Adds the session to what is known of the socket."""
        of_session = InstanceSessionWrapper(scope, send)
        await of_session.resolve_session()
        await self.application(of_session.scope, receive, send)


class Intake:
    """Cuts the line of a browser that sends more than can be read: servers queue what is not read yet without a limit.

    Whatever arrives is counted at once, however busy the table is. Nobody who plays comes near the limit.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Runs the application on a queue of its own. Once the line is cut, it hears that and is not heard any more."""
        line = _Line(receive, send)
        reader = asyncio.create_task(line.read())
        try:
            await self.application(scope, line.receive, line.send)
            if line.cut:
                await reader  # until the browser has gone: what it still sends is thrown away
        finally:
            reader.cancel()


class _Line:
    """What one browser has sent and nobody has read yet."""

    def __init__(self, receive: Any, send: Any) -> None:
        self._receive, self._send = receive, send
        self._unread: asyncio.Queue[Any] = asyncio.Queue()
        self._weight = 0
        self.cut = False

    async def read(self) -> None:
        """Takes over what arrives until the browser has gone."""
        while True:
            message = await self._receive()
            if not self.cut:
                self._unread.put_nowait(message)
                self._weight += weight(message)
            if message["type"] == "websocket.disconnect":
                return
            if self._weight > MOST_UNREAD:
                await self._cut()

    async def _cut(self) -> None:
        self.cut, self._weight = True, 0
        metrics.dropped(TOO_MUCH)
        self._unread = asyncio.Queue()
        self._unread.put_nowait({"type": "websocket.disconnect", "code": TOO_MUCH})
        await self._send({"type": "websocket.close", "code": TOO_MUCH})

    async def receive(self) -> Any:
        """The next message for the application."""
        message = await self._unread.get()
        self._weight -= weight(message)
        return message

    async def send(self, message: Any) -> None:
        """Nothing goes down a line that is cut."""
        if not self.cut:
            await self._send(message)


def weight(message: Any) -> int:
    """What a frame costs while it waits: its length, but never less than a small one."""
    if message["type"] != "websocket.receive":
        return 0
    return max(len(message.get("text") or message.get("bytes") or ""), LIGHTEST)
