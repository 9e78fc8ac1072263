"""A person whose network lets no WebSockets through: their page asks and posts over plain HTTP."""

import asyncio
import json
import random
import re
import ssl
from collections.abc import Mapping
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from uuid import uuid4

from tests.failures.people import DO, TAPS
from tests.load.client import TOAST, Browser

EVERY = 0.1  # seconds between two questions


class Poller:
    """One phone without a line. ``told``: the requests that the site has said it has played, but for `TAPS`."""

    def __init__(self, site: str, code: str, session: str, chance: random.Random, trust: ssl.SSLContext) -> None:
        self.browser = Browser(site, code, session, lambda browser, frame: None)
        self.told: list[str] = []
        self.unanswered = 0  # how often the site did not answer, or was not able to
        self._site, self._chance, self._trust = site, chance, trust
        self._page = f"{site}/t/{code}/"
        self._cookies = {"sessionid": session}
        self._token = ""

    @property
    def number(self) -> int:
        """The last move that this page shows."""
        return self.browser.number

    def _ask(self, url: str, fields: Mapping[str, str] | None, request: str) -> str:
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
            "Referer": self._page,
            "X-CSRFToken": self._token,
        }
        body = None
        if fields is not None:
            headers["HX-Request-ID"], body = request, urlencode(fields).encode()
        with urlopen(Request(url, body, headers), timeout=30, context=self._trust) as answer:
            for cookie in answer.headers.get_all("Set-Cookie", []):
                name, _, value = cookie.partition(";")[0].partition("=")
                self._cookies[name] = value
            return str(answer.read().decode())

    async def _insist(self, url: str, fields: Mapping[str, str] | None = None) -> str:
        """The answer, asked for until it comes; with the same id a move is played once."""
        request = str(uuid4())
        while True:
            try:
                text = await asyncio.to_thread(self._ask, url, fields, request)
            except HTTPError as error:
                if error.code < 500 and error.code != 429:
                    raise
            except (URLError, OSError):
                pass
            else:
                played = fields is not None and fields["move"] not in TAPS
                if played and TOAST not in json.loads(text).get("content", ""):
                    self.told.append(request)
                return text
            self.unanswered += 1
            await asyncio.sleep(EVERY)

    async def stay(self) -> None:
        """There is no line to keep open."""

    async def play(self) -> None:
        """Opens the page, asks every so often, and does whatever the page offers, for ever."""
        found = re.search(r'data-csrf="(\w+)"', await self._insist(self._page))
        assert found
        self._token, stamp = found[1], ""
        while True:
            text = await self._insist(f"{self._page}live/?layout=table&stamp={stamp}")
            stamp = json.loads(text)["stamp"]
            await self.browser.take(text.encode())
            move = next((move for move in DO if move in self.browser.moves), None)
            if move is not None:
                fields = {"move": move, "statement": self.browser.about}
                if move == "lay":
                    fields |= {"answer": self._chance.choice(("true", "false")), "chips": "0"}
                text = await self._insist(f"{self._page}move/?layout=table", fields)
                await self.browser.take(text.encode())
            await asyncio.sleep(EVERY)
