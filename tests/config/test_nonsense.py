"""Whatever a browser sends to whichever view, the site answers in its right mind. New views are covered by themselves.

NONSENSE=300 tries that often per view and person instead of a few times.
"""

import asyncio
import logging
import os
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple
from urllib.parse import quote, quote_plus

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections
from django.template import engines
from django.test import AsyncClient, Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import Phase, given
from hypothesis import settings as searching
from hypothesis import strategies as st

from config.plain import MOST_DIGITS, number
from decks import writing
from decks.services import publish
from games.nights import services as nights
from games.nights.models import Night
from games.tables.hub import Hub
from tests.tables.browsers import GUESTS
from tests.tables.conftest import seat_cast
from tests.tables.packs import full_event_pack, statement_pack

SOURCES = [path for app in ("games", "decks") for path in (settings.BASE_DIR / app).rglob("*.py")]
TEMPLATES = list((settings.BASE_DIR / "templates").rglob("*.html"))
NAMES = sorted(
    {name for path in SOURCES for name in re.findall(r"(?:GET|POST|FILES)\W[^\n]*?\"([\w.-]+)\"", path.read_text())}
    | {name for path in TEMPLATES for name in re.findall(r"name=\"([\w.-]+)\"", path.read_text())}
    | {"q", "p", "o", "page", "e", "all", "_popup", "_changelist_filters", "next", "deck", "number__gte", "action"}
)
ODD = ["", "0", "1", "-1", "+1", " 1", "1_0", "²", "١", "1e9", "NaN", "true", "9" * 19, "9" * 5000, "a" * 3000]
ODD += ["é", "🐄", "%", "%00", "'", "{{", "[]", "../..", "a.b", "\x85", "0001-01-01", "9999-12-31", "2026-02-30"]
OF_A_NIGHT = ["swap", "again", "not-yet", "send", "warn", "pause", "scene", "correct", "rename", "wish", "lead"]
NO_TEXT = ["\0", "a\0b", "\ud800"]
USUAL = {  # what leads further into a view
    "nickname": ["Eve"],
    "language": ["en"],
    "languages": ["en", "de"],
    "part": ["event", "question"],
    "do": ["up", "down", "remove", "yes", "no", "ask", "back", "publish"],
    "kind": ["event", "statement"],
    "start": ["empty", "numbers"],
    "title": ["Mine"],
    "version": ["1", "2"],
    "record": ["1"],
    "year": ["1961"],
    "move": ["lay", "turn"],
    "strength": ["easy"],
    "seat": ["0", "1"],
    "at": ["1"],
    "sort": ["place", "changed", "year"],
    "move_number": ["1"],
    "reason": ["wrong"],
    "card": ["1"],
}
CONTENT_TYPES = [
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=x; charset=base64",
    "multipart/form-data; boundary=x; charset=unicode_escape",
    "application/json",
    "nonsense",
]
HEADERS = {
    "accept-language": ["de;q=x", "*" * 600, "en-" * 200, ",,;;", "x"],
    "cookie": [
        'sessionid="abcdefgh\\000"',
        "sessionid=" + "x" * 5000,
        'django_language="\\000"',
        "messages=nonsense",
        "csrftoken=\\",
        "x=;;==",
    ],
    "hx-request": ["true"],
    "hx-request-id": ["x", "0" * 32, "\xb2" * 32],
    "hx-current-url": ["http://[", "//"],
    "referer": ["http://[", "x"],
    "x-forwarded-for": ["x", "1.2.3.4, ::"],
}
METHODS = ["GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE"]


def views(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every address of the site: with gaps, and the names of what goes there."""
    for entry in resolver.url_patterns:
        text = str(entry.pattern)
        if hasattr(entry.pattern, "_route"):
            gaps = re.findall(r"<(?:\w+:)?(\w+)>", text)
            address = re.sub(r"<[^>]*>", "{}", text)
        else:
            gaps = re.findall(r"\(\?P<(\w+)>", text)
            address = re.sub(r"\(\?P<\w+>(?:\[[^]]*\]|[^()])*\)|\(\?:.*?\)\??", "{}", text.strip("^$")).replace(
                "\\", ""
            )
            gaps = gaps[: address.count("{}")]
        if isinstance(entry, URLPattern):
            yield before + address, gaps
        else:
            yield from ((address, gaps + more) for address, more in views(entry, before + address))


VIEWS = sorted(dict(views(get_resolver())).items())


def encoded(fields: dict[str, str]) -> str:
    """A query as a browser would write it, and as none would."""
    pairs = ((quote_plus(a, errors="surrogatepass"), quote_plus(b, errors="surrogatepass")) for a, b in fields.items())
    return "&".join(f"{a}={b}" for a, b in pairs)


def parts(fields: dict[str, str]) -> bytes:
    """The same as a form with files; every second field is one."""
    lines = []
    for place, (name, value) in enumerate(fields.items()):
        name = name.replace('"', "").replace("\n", "").replace("\r", "")
        file = f'; filename="{name}.csv"' if place % 2 else ""
        lines.append(f'--x\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{value}\r\n')
    return ("".join(lines) + "--x--\r\n").encode(errors="surrogatepass")


class Asked(NamedTuple):
    """A request that nobody in their right mind would make."""

    method: str
    path: str
    content: bytes
    content_type: str
    headers: dict[str, str]


def nonsense(address: str, gaps: list[str], there: Mapping[str, list[object]], chance: Random) -> Asked:
    """A request to this address: much of it is as usual, so that it gets far before it stumbles."""
    odd = chance.choice(ODD * 2 + NO_TEXT)

    def text(name: str) -> str:
        usual = [str(one) for one in there.get(name, USUAL.get(name, []))]
        return chance.choice(usual) if usual and chance.random() < 0.7 else odd

    def fields(share: float) -> dict[str, str]:
        return {name: text(name) for name in NAMES if chance.random() < share} | {odd: "x"}

    gaps = [f"night-{gap}" if gap == "code" and address.startswith("n/") else gap for gap in gaps]
    filled = [quote(text(gap) or "x", safe="", errors="surrogatepass") for gap in gaps]
    path = f"/{address.format(*filled)}?{encoded(fields(chance.choice([0, 0.1, 0.5])))}"
    content_type = chance.choice([*CONTENT_TYPES[:1] * 9, *CONTENT_TYPES])
    form = fields(chance.choice([0, 0.1, 0.5, 0.9]))
    content = parts(form) if content_type.startswith("multipart") else encoded(form).encode()
    headers = {name: chance.choice(values) for name, values in HEADERS.items() if chance.random() < 0.1}
    return Asked(chance.choice(METHODS), path, content, content_type, headers)


class Site:
    """A site with something in it, and the two who try it out: they reach it in one event loop, as in life."""

    def __init__(self) -> None:
        statements, events = publish(statement_pack()), publish(full_event_pack())
        user = User.objects.create_superuser("anna")
        deck = writing.begin_deck(user, "event", "Mine", "en", ["en", "de"], "empty")
        draft = writing.add_card(deck, "event", user, {"rank": "A", "suit": "hearts"})
        self.table = seat_cast("swiss-quiz", statements).table
        night = nights.make_night(user, "Evening", template="club")
        nights.open_doors(night.pk, nights.token(night, None))
        guest = nights.come_in(night.pk, "Eve", "en")
        nights.go_on(night.pk, nights.token(Night.objects.get(pk=night.pk), None))
        browser = Client()
        browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
        session = browser.session
        session[GUESTS] = {str(self.table.room_id): self.table.room.host_id, str(night.room_id): guest.pk}
        session.save()
        self.cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
        self.there: dict[str, list[object]] = {
            "deck": [deck.pk],
            "draft": [draft.pk],
            "number": [1],
            "edition": [events.pk],
            "day": ["2026-01-02"],
            "code": [self.table.code],
            "night-code": [night.room.code],
            "round": list(night.rounds.values_list("pk", flat=True)),
            "guest": [guest.pk],
            "team": list(night.teams.values_list("pk", flat=True)),
            "invitation": [self.table.room.invitation],
            "slug": ["swiss-quiz", "quizterix-standard", "quizterix-klondike", statements.deck.slug],
            "key": [deck.key, "0" * 20],
            "form": ["csv", "anki"],
            "language": ["en"],
            "object_id": [events.pk, deck.pk, user.pk, self.table.pk],
            "action": ["begin", "add-bot", "remove", "make-host", "leave", "look-through", *OF_A_NIGHT],
            "app_label": ["decks", "tables"],
        }
        self.loop = asyncio.new_event_loop()

    def ask(self, asked: Asked) -> int:
        """The status of the answer; whatever a view raises is raised here."""
        client = AsyncClient()
        name, _, value = asked.headers.pop("cookie", "").partition("=")
        if name:
            client.cookies[name] = ""
            client.cookies[name].set(name, value, value)

        async def answer() -> int:
            async with ThreadSensitiveContext():  # as on a server: a task that a view waits for needs a thread
                try:
                    return int((await client.generic(*asked[:-1], headers=asked.headers)).status_code)
                finally:
                    await sync_to_async(connections.close_all)()

        return self.loop.run_until_complete(answer())

    def close(self) -> None:
        """No table lives on."""
        hub = Hub._hubs.get(self.loop)
        if hub is not None:
            self.loop.run_until_complete(hub.close())
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()


@pytest.fixture
def place(transactional_db: None) -> Iterator[Site]:
    """Where nonsense is tried."""
    site = Site()
    yield site
    site.close()


@pytest.mark.parametrize("area", ["", "admin/"], ids=["the site", "the admin"])
@pytest.mark.parametrize("signed_in", [False, True], ids=["a stranger", "somebody signed in"])
def test_no_view_breaks_whatever_it_gets(
    place: Site, signed_in: bool, area: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.CRITICAL, "django")
    if area:  # other people's templates do use unknown variables
        monkeypatch.setattr(engines["django"].engine, "string_if_invalid", "")  # type: ignore[attr-defined]
    often = int(os.environ.get("NONSENSE", 4))
    broken: dict[str, str] = {}
    search = searching(derandomize=True, database=None, deadline=None, phases=[Phase.generate])

    @searching(search, max_examples=often)
    @given(seed=st.integers(0, 2**32))
    def holds(address: str, gaps: list[str], seed: int) -> None:
        asked = nonsense(address, gaps, place.there, Random(f"{address} {seed}"))
        if signed_in:
            asked.headers["cookie"] = place.cookie
        assert place.ask(asked) < 500, asked

    for address, gaps in VIEWS:
        if address.startswith("admin/") == bool(area):
            try:
                holds(address, gaps)
            except Exception as error:  # noqa: BLE001  the next view is tried as well
                broken[address] = f"{type(error).__name__}: {error} {getattr(error, '__notes__', '')}"[:1500]
    assert broken == {}, "\n".join(broken.values())


def test_every_view_is_found() -> None:
    addresses = dict(VIEWS)
    assert addresses["decks/write/{}/card/{}/undo/"] == ["deck", "draft"]
    assert addresses["day/{}/{}/"] == ["edition", "day"]
    assert addresses["pictures/{}.webp"] == ["key"]
    assert addresses["t/{}/live/"] == ["code"]
    assert "admin/decks/flag/" in addresses
    assert len(VIEWS) > 90


def test_a_number_is_one_or_the_other() -> None:
    assert [number(text, 7) for text in ("0", "12", "9" * MOST_DIGITS)] == [0, 12, int("9" * MOST_DIGITS)]
    for text in ("", "-1", "+1", " 1", "1_0", "²", "١", "1.0", "x", "9" * (MOST_DIGITS + 1), "9" * 5000):
        assert number(text, 7) == 7
