"""What a browser gets cannot be turned against anybody: every page, and every fragment of both games in every phase."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles.finders import get_finders
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone, translation

from config.fonts import letters
from config.models import Attempt
from decks.models import Edition
from decks.services import publish
from games.rules.kernel import HOST, PUBLIC, IllegalMove, Seat
from games.rules.pack import Pack
from games.rules.quizterix_snap.state import Phase as SnapPhase
from games.rules.swiss_quiz.state import Phase as QuizPhase
from games.tables import services
from games.tables.access import FOUND
from games.tables.models import Table
from games.tables.parts import Toast
from games.tables.showing import Look, toast
from games.tables.snapshot import Snapshot
from tests.tables.browsers import browser
from tests.tables.looking import page
from tests.tables.packs import event_pack, full_event_pack, statement_pack
from tests.tables.playing import finish, rows

ROOT = Path(settings.BASE_DIR)
SECRET = b"the same games are played every time"
TEXTS = {".html", ".css", ".js", ".svg", ".txt", ".xml", ".json", ".webmanifest"}
EVIL = '<evil style="x" onload="x">'
URLS = {
    "href",
    "src",
    "srcset",
    "action",
    "formaction",
    "poster",
    "data",
    "xlink:href",
    "hx-get",
    "hx-post",
    "hx-ws:connect",
}
FORBIDDEN = {"style", "base", "iframe", "object", "embed", "evil"}


class Inspector(HTMLParser):
    """Collects what in some HTML that the policy forbids or that leads elsewhere, and the site's own links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.links: set[str] = set()
        self._script = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._script = tag == "script"
        if tag in FORBIDDEN or (tag == "script" and "src" not in values):
            self.found.append(f"<{tag}>")
        for name, value in values.items():
            runs = name == "style" or name.startswith(("on", "hx-on")) or (name == "hx-trigger" and "[" in value)
            if runs or value.strip().lower().startswith(("javascript:", "js:")):
                self.found.append(f"{name}={value}")
            if name in URLS and (urlsplit(value).scheme or urlsplit(value).netloc):
                self.found.append(f"{name}={value}")
        if tag == "a" and values.get("href", "").startswith("/"):
            self.links.add(values["href"].partition("#")[0])

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.found.append(f"script: {data.strip()[:40]}")

    def handle_endtag(self, tag: str) -> None:
        self._script = False


def test_the_inspector_sees_what_it_is_looking_for() -> None:
    bad = """<p style="color:red"><script>x()</script><script src="/x.js"></script><a onclick="x">a</a>
    <style>p{}</style>
    <img src="https://evil.example.org/x"><script src="//evil.example.org/x.js"></script><a href="JavaScript:x">b</a>
    <form hx-on:submit="x" hx-vals="js:x"><svg><use href="/x.svg#a"/></svg><i hx-trigger="click[x]"></i>
    <a href="/ok/#x">c</a>"""

    inspector = Inspector(bad)

    assert len(inspector.found) == 12, inspector.found
    assert inspector.links == {"/ok/"}
    assert Inspector('<p class="a">style="b" onclick=</p><script src="/a.js" defer></script>').found == []


# ---------------------------------------------------------------------- decks and people that mean harm


def with_evil(pack: Pack) -> Pack:
    """The pack with markup in every text that people read."""

    def spoil(value: object, name: str = "") -> object:
        if isinstance(value, dict):
            return {
                key: spoil(inner, key if key not in {"en", "de", "fr", "it"} else name) for key, inner in value.items()
            }
        if isinstance(value, list):
            return [spoil(inner, name) for inner in value]
        spoilt = {"title", "text", "explanation", "name", "mnemonic", "alt", "story"}
        return f"{value} {EVIL}" if isinstance(value, str) and name in spoilt else value

    return msgspec.convert(spoil(msgspec.to_builtins(pack)), Pack)


@pytest.fixture
def decks(db: None) -> dict[str, Edition]:
    return {
        "swiss-quiz": publish(with_evil(statement_pack())),
        "quizterix-snap": publish(with_evil(event_pack())),
        "quizterix-klondike": publish(with_evil(full_event_pack())),
    }


def opened(game: str, edition: Edition, begin: bool = True, people: int = 3, **options: object) -> Table:
    """A table with people whose names are markup, and one more who watches."""
    table = services.open_table(game, edition, options)
    table.secret = SECRET
    table.save()
    host = services.join(table.pk, "<evil onload=x>", "de")
    for language in ("fr", "it")[: people - 1]:
        services.join(table.pk, "<evil style=x>", language)
    services.join(table.pk, "<evil src=x>", "en", seat=False)
    if begin:
        services.begin(table.pk, host)
    table.refresh_from_db()
    return table


# ---------------------------------------------------------------------- every page


def policy_of(answer: HttpResponse) -> dict[str, list[str]]:
    """The policy of a page, directive by directive."""
    parts = [part.split() for part in answer.headers["Content-Security-Policy"].split(";") if part.strip()]
    return {name: sorted(values) for name, *values in parts}


def check(path: str, answer: HttpResponse) -> set[str]:
    """Holds a page to the policy; gives its links."""
    policy = policy_of(answer)
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == ["'none'"], path
    assert (
        policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == ["'self'"]
    ), path
    assert {source for sources in policy.values() for source in sources} <= {"'self'", "'none'"}, path
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        return set()
    inspector = Inspector(answer.content.decode())
    assert inspector.found == [], path
    return inspector.links


def crawl(client: Client, *paths: str, within: str = "/") -> dict[str, int]:
    """Follows every link from these pages, checks every page, and gives their statuses; the admin is another area."""
    waiting, seen = list(paths), dict[str, int]()
    while waiting:
        path = waiting.pop(0)
        if path in seen or path.startswith(("/admin/", "/static/")) or not path.startswith(within):
            continue
        answer = client.get(path)
        seen[path] = answer.status_code
        assert answer.status_code < 500, path
        waiting += sorted(link for link in check(path, answer) if "?at=" not in link)
    return seen


@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_page_of_the_house_keeps_the_policy(decks: dict[str, Edition], language: str) -> None:
    stranger = Client()
    stranger.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    seen = crawl(stranger, "/", "/accounts/signup/", "/accounts/password/reset/", "/no/such/page/")
    expected = {"/", "/games/", "/games/swiss-quiz/", "/rules/", "/rules/common/", "/rules/quizterix-snap/"}
    assert expected <= seen.keys()
    assert {seen[path] for path in expected} == {200}
    user = Client()
    user.force_login(User.objects.create_superuser("hanna", password="right and long"))
    user.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    seen = crawl(user, "/", "/accounts/logout/", "/accounts/password/change/", "/accounts/email/")
    assert seen["/accounts/logout/"] == seen["/accounts/password/change/"] == 200


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["swiss-quiz", "quizterix-snap"])
def test_every_page_around_a_table_keeps_the_policy(decks: dict[str, Edition], game: str) -> None:
    lobby, running, paused, over = (opened(game, decks[game], begin=begin) for begin in (False, True, True, True))
    services.pause(paused.pk, paused.host)
    finish(over)
    for table in (lobby, running, paused, over):
        doors = [f"/t/{table.code}/{door}" for door in ("", "?watch", "screen/", "me/", "back/", "replay/", "again/")]
        for people in ([], [table.host], [table.players.get(seat=None)]):
            seen = crawl(browser(*people), *doors, within="/t/")
            assert seen[doors[0]] == seen[doors[2]] == 200
            assert seen[doors[5]] == (200 if table is over else 404)
        for step in (1, 3, 5):
            check("replay", browser().get(f"{doors[5]}?at={step}&seat=0"))


@pytest.mark.django_db
def test_every_page_that_says_no_keeps_the_policy(decks: dict[str, Edition], monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened("swiss-quiz", decks["swiss-quiz"], begin=False)
    host, path = browser(table.host), f"/t/{table.code}"
    client, strict = Client(raise_request_exception=False), Client(enforce_csrf_checks=True)
    nonsense = {
        "nickname": EVIL,
        "language": EVIL,
        "code": EVIL,
        "deck": EVIL,
        "clock": EVIL,
        "team": EVIL,
        "livery": EVIL,
    }
    answers = {
        "wrong options": client.post("/games/swiss-quiz/", nonsense),
        "wrong name": client.post(f"{path}/take-seat/", nonsense),
        "wrong code": client.post("/join/", nonsense),
        "wrong seat": client.post(f"{path}/back/", nonsense),
        "wrong team": client.post(f"{path}/take-seat/", {"nickname": "Eve", "language": "en", "team": EVIL}),
        "my wrong name": host.post(f"{path}/me/", nonsense),
        "wrong login": client.post("/accounts/login/", {"login": EVIL, "password": EVIL}),
        "wrong signup": client.post("/accounts/signup/", {"username": EVIL, "password1": "x", "password2": "y"}),
        "refused": host.post(f"{path}/do/add-bot/", {"strength": EVIL}, headers={"HX-Request": "true"}),
        "no token": strict.post("/join/", nonsense),
        "wrong host": client.get("/", headers={"host": "evil.example.org"}),
        "wrong method": client.get(f"{path}/do/begin/"),
        "not found": client.get(f"/{EVIL}/?{EVIL}"),
    }
    monkeypatch.setattr("games.tables.views.shelf.GAMES", None)
    answers["broken"] = client.get("/games/")
    monkeypatch.undo()
    monkeypatch.setattr("config.limits.OF_AN_ADDRESS", 0)
    Attempt.objects.create(key="queue:127.0.0.1", until=timezone.now() + timedelta(minutes=1))
    answers["too many at once"] = client.post("/join/", {"code": "QQQQQ"})
    monkeypatch.setattr("config.limits.JOINS", 0)
    answers["too often"] = client.post(f"{path}/take-seat/", {"nickname": "Eve", "language": "en"})
    statuses = {name: answer.status_code for name, answer in answers.items()}
    assert statuses == {
        "wrong options": 422,
        "wrong name": 422,
        "wrong code": 404,
        "wrong seat": 422,
        "wrong team": 422,
        "my wrong name": 422,
        "wrong login": 200,
        "wrong signup": 200,
        "refused": 204,
        "no token": 403,
        "wrong host": 400,
        "wrong method": 405,
        "not found": 404,
        "broken": 500,
        "too many at once": 429,
        "too often": 429,
    }
    for name, answer in answers.items():
        check(name, answer)
        if answer.status_code not in (204, 405):
            assert "<h1" in answer.content.decode(), name


# ---------------------------------------------------------------------- every fragment


def looks(snapshot: Snapshot) -> Iterator[Look]:
    """Everybody who may look at a table: each seat, the public, the big screen, the host who only deals."""
    for chair in snapshot.people.chairs:
        yield Look(chair.persons[0].id, "de", eyes=chair.seat)
    yield Look(None, "fr", eyes=PUBLIC)
    yield Look(None, "it", "screen", PUBLIC)
    yield Look(snapshot.people.host, "en", eyes=HOST)


def phases(table: Table, each: int = 3) -> Iterator[Snapshot]:
    """The table in every phase that a game comes through, several times each."""
    seen: dict[tuple[object, ...], int] = {}
    for _, snapshot in rows(table):
        state = snapshot.play.state
        kind = (state.phase, len(getattr(state, "readers", ())), getattr(state, "speaking", False))
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= each or snapshot.over:
            yield snapshot


GAMES = [
    ("swiss-quiz", {"answering": "at-once"}, QuizPhase),
    ("swiss-quiz", {"answering": "in-turn", "clock": 30}, QuizPhase),
    ("quizterix-snap", {}, SnapPhase),
    ("quizterix-snap", {"rounds": 2, "dealer": "host", "cards": 3}, SnapPhase),
    ("quizterix-snap", {"answering": "spoken"}, SnapPhase),
    ("quizterix-snap", {"everybody": True}, SnapPhase),
]


@pytest.mark.django_db
def test_every_fragment_of_both_games_in_every_phase_keeps_the_policy(decks: dict[str, Edition]) -> None:
    reached: dict[type, set[object]] = {QuizPhase: set(), SnapPhase: set()}
    names: dict[str, set[str]] = {}
    for game, options, kind in GAMES:
        for snapshot in phases(opened(game, decks[game], **options)):
            reached[kind].add(snapshot.play.state.phase)
            for look in looks(snapshot):
                with translation.override(look.language):
                    stage, fragments = page(snapshot, look)
                for name, html in {"stage": stage, **fragments}.items():
                    assert Inspector(html).found == [], (game, name, snapshot.play.state.phase, look.eyes)
                    assert EVIL not in html
                names.setdefault(game, set()).update(fragments)
    assert {kind: set(kind) - phases for kind, phases in reached.items()} == {QuizPhase: set(), SnapPhase: set()}
    for game, parts in names.items():
        assert {"banner", "menu", "hand", "seats", "card", "ending"} <= parts, game


@pytest.mark.django_db
def test_a_refusal_keeps_the_policy_whoever_it_names(decks: dict[str, Edition]) -> None:
    from games.rules.words import Who, say
    from games.tables.snapshot import load

    snapshot = load(opened("swiss-quiz", decks["swiss-quiz"]), timezone.now())
    illegal = IllegalMove("SQ-5", "%(who)s says %(what)s", who=Who(Seat(0)), what=EVIL)
    html = toast(snapshot.rules, snapshot.people, Look(None, "en"), Toast(illegal.why, illegal.clause))
    assert "&lt;evil onload=x&gt; says &lt;evil" in html
    assert Inspector(html.replace("hx-partial", "div")).found == []
    assert Inspector(toast(snapshot.rules, snapshot.people, Look(None, "en"), Toast(say(EVIL), ""))).found == []


# ---------------------------------------------------------------------- files


def our_files() -> Iterator[Path]:
    for folder in (ROOT / "static", ROOT / "templates"):
        yield from (path for path in folder.rglob("*") if path.suffix in TEXTS)


def test_no_file_of_ours_names_an_address_elsewhere() -> None:
    elsewhere = re.compile(r"(?:https?|wss?):(?://|\\)\w[^\s\"'<>)]*|(?:url\(|=)\s*[\"']?//[^\s\"'<>)]+")
    namespace = re.compile(r"http://www\.w3\.org/(2000/svg|1999/xlink)")

    found = {
        str(path.relative_to(ROOT)): names
        for path in our_files()
        if (names := [name for name in elsewhere.findall(path.read_text()) if not namespace.fullmatch(name)])
    }

    assert found == {}
    assert elsewhere.findall("a{b:url(//evil.org/x)} @import 'https://evil.org'; new WebSocket('wss://evil.org')") != []


def test_no_template_has_a_style_a_script_or_a_handler_of_its_own() -> None:
    """What is in no page that the tests see (other people's error pages, say) is at least not written down."""
    own = re.compile(
        r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|hx-on|\|safe\b|\{% autoescape off|javascript:"
    )
    allowed = {"templates/rules/rulebook.html": ["|safe"]}  # our own Markdown, with HTML switched off

    found = {
        str(path.relative_to(ROOT)): hits
        for path in our_files()
        if path.suffix == ".html" and (hits := own.findall(path.read_text()))
    }

    assert found == allowed


def test_the_html_of_the_rulebooks_comes_from_markdown_without_html() -> None:
    from games.rulebooks import _MARKDOWN

    assert _MARKDOWN.render(f"{EVIL} [x](javascript:x)").count("<") == 2


def test_no_script_makes_code_from_text_and_no_style_needs_more_than_this_site() -> None:
    makes_code = re.compile(
        r"\beval\(|new Function|document\.write|innerHTML|insertAdjacentHTML|setAttribute\([\"']style"
    )
    needs_more = re.compile(r"@import|url\(\s*[\"']?(?:data|https?|//)|expression\(")
    for path in our_files():
        if path.suffix == ".js":
            assert makes_code.findall(path.read_text()) == [], path
        if path.suffix == ".css":
            assert needs_more.findall(path.read_text()) == [], path


def test_drawings_run_nothing() -> None:
    for path in our_files():
        if path.suffix == ".svg":
            text = path.read_text()
            assert re.findall(r"<script|<foreignObject|\son[a-z]+=|href=\"(?!#)", text) == [], path


def test_no_file_that_is_served_lies_outside_the_packages_and_static_but_the_letters_cut_from_one() -> None:
    places = {Path(storage.path(name)).resolve() for finder in get_finders() for name, storage in finder.list([])}
    outside = [
        path for path in places if not path.is_relative_to(ROOT / "static") and "site-packages" not in path.parts
    ]
    assert {path.parents[1] for path in outside} == {letters().resolve()}
    assert {path.suffix for path in outside} == {".woff2"}


# ---------------------------------------------------------------------- cookies and sizes


@pytest.mark.django_db
def test_cookies_are_kept_from_scripts_and_from_other_sites(decks: dict[str, Edition]) -> None:
    table = opened("swiss-quiz", decks["swiss-quiz"], begin=False, people=1)
    guest = Client()
    guest.post(f"/t/{table.code}/take-seat/", {"nickname": "Eve", "language": "en"})
    guest.get(f"/t/{table.code}/")
    guest.post("/i18n/setlang/", {"language": "de"})
    names = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, FOUND)
    assert set(guest.cookies) == set(names)
    assert {guest.cookies[name]["samesite"] for name in names} == {"Lax"}
    assert guest.cookies[settings.SESSION_COOKIE_NAME]["httponly"]
    assert guest.cookies[FOUND]["httponly"]
    assert "Eve" not in guest.cookies[settings.SESSION_COOKIE_NAME].value


def test_with_https_everything_goes_over_https_only() -> None:
    names = "SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE LANGUAGE_COOKIE_SECURE SECURE_SSL_REDIRECT SECURE_HSTS_SECONDS"
    script = f"from config import settings; print([bool(getattr(settings, name)) for name in '{names}'.split()])"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}

    def told(https: str) -> str:
        command = [sys.executable, "-c", script]
        result = subprocess.run(
            command, cwd=ROOT, env=environment | {"HTTPS": https}, capture_output=True, text=True, check=True
        )
        return result.stdout.strip()

    assert told("1") == str([True] * 5)
    assert told("") == str([False] * 5)


def too_big() -> Iterable[tuple[str, dict[str, str]]]:
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert limit is not None
    assert limit <= 1024 * 1024
    yield "a megabyte of text", {"code": "x" * limit}
    yield "a thousand fields", {f"field{number}": "" for number in range(1000)}


@pytest.mark.django_db
def test_a_body_that_is_too_big_is_refused() -> None:
    client = Client()
    for name, fields in too_big():
        body = "&".join(f"{key}={value}" for key, value in fields.items())
        kind = "application/x-www-form-urlencoded"
        answer = client.post("/join/", body, content_type=kind)
        assert answer.status_code == 400, name
        check(name, answer)
    assert client.post("/join/", "code=" + "x" * 100_000, content_type=kind).status_code == 404


def _addresses(resolver: Any = None, before: str = "/") -> Iterator[str]:
    """Every address of the site as its pattern."""
    for pattern in (resolver or get_resolver()).url_patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern, path)
        else:
            yield path


@pytest.mark.django_db
def test_a_code_that_leads_nowhere_is_a_fault_of_no_page(client: Client) -> None:
    coded = sorted({path for path in _addresses() if "code>" in path})
    for path in coded:
        address = re.sub(r"<[^>]*code>", "ZZZZZ", path)
        address = re.sub(r"<[^>]*>", "x", re.sub(r"<(?:int|id):[^>]*>", "7", address))
        for ask in (client.get, client.post):
            told = ask(address).status_code
            expected = (200, 422) if address.endswith("/back/") else (404, 405)  # there, any code may be typed
            assert told in expected, (address, told)
    assert len(coded) > 20
