"""Pupils who begin their homework within a minute, on one core: from an answer to the next card."""

import http.client
import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.cookies import SimpleCookie
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decks.models import Deck
from decks.roles import TEACHERS
from decks.services import pack_of
from games.revision import sealing, services
from games.revision.memory import Memory, Review, decode, encode
from games.revision.models import Class
from tests.load.server import Site

PUPILS, ASSIGNMENTS, CARDS = 30, 20, 660
WITHIN = 60.0  # seconds in which they begin
THINKS = 2.0  # seconds over a card
HEADERS = {"Content-Type": "application/x-www-form-urlencoded"}


def prepare() -> tuple[User, Class, int, list[str]]:
    """A class with its slips, and the assignment that is worked on."""
    teacher = User.objects.create_user(f"teacher-{uuid4().hex[:8]}")
    teacher.groups.add(Group.objects.get(name=TEACHERS))
    klass = services.make_class(teacher, "Load", "en", timezone.localdate() + timedelta(days=30), number=PUPILS)
    edition = Deck.objects.filter(kind="event").first().current  # type: ignore[union-attr]
    keys = [event.key for event in pack_of(edition.pk).events]
    facts = {"title": "Load", "cards": keys, "asked": ["name", "year"], "ways": ["picked"], "goal": "once"}
    tasks = [services.assign(klass, edition, facts | {"title": f"Load {number}"}) for number in range(ASSIGNMENTS)]
    drawn = services.draw_slips(klass, list(klass.pupils.all()), uuid4())
    return teacher, klass, tasks[0].pk, [code for _pupil, code in drawn or []]


class Phone:
    """A pupil's browser, as far as it speaks http."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookies: dict[str, str] = {}
        self._page = ""

    def asks(self, path: str, fields: dict[str, str] | None = None) -> str:
        """A page, wherever that leads."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        body = None
        if fields is not None:
            token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', self._page)
            body = urlencode(fields | {"csrfmiddlewaretoken": token[1] if token else ""})
            headers |= HEADERS
        self._line.request("GET" if body is None else "POST", path, body, headers)
        answer = self._line.getresponse()
        text = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self._cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
        if answer.status in (301, 302, 303):
            return self.asks(answer.getheader("Location") or "/")
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status}")
        self._page = text
        return text


def _pupil(port: int, code: str, task: int, after: float) -> tuple[list[float], list[float]]:
    """One pupil's round: seconds from each answer to the next card, and for the scan of the slip."""
    time.sleep(after)
    phone, waits = Phone(port), []
    phone.asks("/s/")
    began = time.monotonic()
    phone.asks("/s/", {"code": code})
    scan = time.monotonic() - began
    page = phone.asks(f"/s/{task}/begin/", {"way": "picked"})
    for _ in range(40):
        step = re.search(r'name="step" value="(\d+)"', page)
        if step is None:
            break
        time.sleep(THINKS)
        picks = re.findall(r'name="pick" value="(\d+)"', page)
        deed = {"do": "answer", "pick": picks[0]} if picks else {"do": "met" if 'value="met"' in page else "next"}
        began = time.monotonic()
        page = phone.asks(f"/s/{task}/act/", {"step": step[1]} | deed)
        waits.append(time.monotonic() - began)
    return waits, [scan]


def measured(site: Site, *, quick: bool) -> dict[str, Any]:
    """A class at its homework, in milliseconds; what it costs the processors does not depend on who else uses them."""
    port = site.ports[0]
    teacher, klass, task, codes = prepare()
    pupils = codes[: PUPILS // 3] if quick else codes
    within = WITHIN / 3 if quick else WITHIN
    before = site.used()
    with ThreadPoolExecutor(len(pupils)) as phones:
        work = [
            phones.submit(_pupil, port, code, task, within * number / len(pupils)) for number, code in enumerate(pupils)
        ]
        found = [one.result() for one in work]
    used = site.used()
    waits = sorted(wait for all_waits, _scan in found for wait in all_waits)
    scans = [scan for _waits, all_scans in found for scan in all_scans]
    return {
        "pupils": len(pupils),
        "within_seconds": within,
        "answers": len(waits),
        "p50_ms": _ms(median(waits)),
        "p95_ms": _ms(quantiles(waits, n=20)[-1]),
        "cpu_web_ms": _ms((used.web - before.web) / len(waits)),
        "cpu_database_ms": _ms((used.database - before.database) / len(waits)),
        "scan_ms": _ms(median(scans)),
        **_page(teacher, klass),
        **_seal(),
    }


def _page(teacher: User, klass: Class) -> dict[str, Any]:
    """The page of a class with 30 pupils and 20 assignments."""
    client = Client(HTTP_HOST="localhost")
    client.force_login(teacher, "django.contrib.auth.backends.ModelBackend")
    times = []
    for _ in range(12):
        began = time.perf_counter()
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(f"/classes/{klass.pk}/")
        times.append(time.perf_counter() - began)
        if answer.status_code != 200:
            raise SystemExit(f"The page of a class: {answer.status_code}")
    return {"page_ms": _ms(median(times)), "page_queries": len(queries)}


def _seal() -> dict[str, Any]:
    """A memory of 660 cards with twelve answers each, opened and sealed again."""
    memory, key = Memory(), sealing.new_key()
    for number in range(CARDS):
        card = memory.card(f"swiss-quiz/{number}/true")
        for answer in range(12):
            card.add(Review(1_700_000_000 + number + answer * 400_000, answer % 3 > 0))
    sealed = sealing.seal(encode(memory), key, "slip 1")
    times = []
    for _ in range(15):
        began = time.perf_counter()
        opened = decode(sealing.opened(sealed, key, "slip 1"))
        sealing.seal(encode(opened), key, "slip 1")
        times.append(time.perf_counter() - began)
    return {"seal_cards": CARDS, "seal_ms": _ms(median(times)), "seal_bytes": len(sealed)}


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def told(row: dict[str, Any]) -> str:
    """The figures as one reads them."""
    return (
        f"  {row['pupils']} pupils within {row['within_seconds']:.0f} s, {row['answers']} answers:"
        f" next card {row['p50_ms']} ms, p95 {row['p95_ms']} ms (aim 150), CPU {row['cpu_web_ms']} + "
        f"{row['cpu_database_ms']} ms (web, database; scans included); scan {row['scan_ms']} ms;"
        f" page of the class {row['page_ms']} ms, {row['page_queries']} queries (aim 100);"
        f" {row['seal_cards']} cards opened and sealed {row['seal_ms']} ms (aim 20)"
    )
