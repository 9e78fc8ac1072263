"""What stands before every socket, on whatever ASGI server."""

from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

PORTS = {"http": 80, "https": 443}
PAGES_OF = {"ws": "http", "wss": "https"}

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
    request = ASGIRequest(scope | {"method": "GET"}, BytesIO())
    try:
        host = request.get_host()
    except DisallowedHost:
        return None
    scheme = request.scheme or "http"
    return origin_of(f"{PAGES_OF.get(scheme, scheme)}://{host}")
