"""Pages of tables in a browser, without a site: what is asked for comes from the static files, and nothing else."""

import mimetypes
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, BrowserContext, Page

from tests.gallery.moments import Moment

WITHOUT: Final = ("live.js", "htmx")  # nothing here is alive
FAULTS: Final = (Path(__file__).parent / "faults.js").read_text()


class Size(NamedTuple):
    """Of a browser's window, in pixels."""

    width: int
    height: int


SMALL, PHONE, LAPTOP, SCREEN = Size(360, 640), Size(390, 844), Size(1280, 800), Size(1920, 1080)


class Wall(ThreadingHTTPServer):
    """Serves one page, and the static files, which a browser keeps from one page to the next."""

    daemon_threads = True
    request_queue_size = 64  # a browser asks for much at once; whoever finds no place in the queue comes a second later

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Files)
        self.address = f"http://127.0.0.1:{self.server_port}/"
        self.html = ""
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def handle_error(self, *_about: Any) -> None:
        """A browser that goes on to the next page hangs up in the middle of this one."""


class Files(BaseHTTPRequestHandler):
    """What a browser asks of a wall."""

    protocol_version = "HTTP/1.1"
    server: Wall

    def do_GET(self) -> None:
        """The page, a static file, or nothing."""
        path = unquote(urlsplit(self.path).path)
        if path == "/":
            self._answer(self.server.html.encode(), "text/html; charset=utf-8", "no-store")
            return
        found = finders.find(path.removeprefix("/static/"))
        there = isinstance(found, str) and not any(name in path for name in WITHOUT)
        body = Path(str(found)).read_bytes() if there else b""
        self._answer(body, mimetypes.guess_type(path)[0] or "text/plain", "max-age=3600")

    def _answer(self, body: bytes, kind: str, kept: str) -> None:
        self.send_response(200)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": kept}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_about: Any) -> None:
        """Nobody reads it."""


class Frame:
    """A window of a browser in which moments are hung."""

    def __init__(self, browser: Browser, size: Size, **options: Any) -> None:
        self.size = size
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size.width, "height": size.height}, **{"reduced_motion": "reduce"} | options
        )
        self.page: Page = self.context.new_page()
        self._wall = Wall()

    def hang(self, moment: Moment, after: int | None = None) -> None:
        """Shows a moment as it is once every animation has ended, or ``after`` so many milliseconds of them."""
        self._wall.html = moment.html()
        assert moment.snapshot.play is not None or moment.number == 0
        at = moment.snapshot.play.at.timestamp() * 1000 if moment.snapshot.play else 0
        self.page.goto(self._wall.address, wait_until="load")
        self.page.evaluate(
            """at => { window.serverNow = () => at; window.stageIsSet = () => false;
               document.documentElement.dataset.live = 'socket';
               document.dispatchEvent(new Event('shown')); return document.fonts.ready.then(() => 0); }""",
            at,
        )
        self.page.evaluate(
            """after => document.getAnimations().forEach(one => {
                 if (after === null) { one.finish(); } else { one.pause(); one.currentTime = after; } })""",
            after,
        )

    def show(self, html: str) -> None:
        """Shows a page as the site has sent it."""
        self._wall.html = html
        self.page.goto(self._wall.address, wait_until="load")

    def measured(self, body: str, script: str) -> Any:
        """What a script finds on a page with nothing but this, in the style of a table's page."""
        sheets = "".join(
            f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("tokens", "site", "table/cards")
        )
        self._wall.html = f"<!doctype html><html><head>{sheets}</head><body>{body}</body></html>"
        self.page.goto(self._wall.address, wait_until="load")
        return self.page.evaluate(f"document.fonts.ready.then(() => ({script})())")

    def keep(self, file: Path, *, whole: bool = False) -> None:
        """Takes a picture, of what is on the screen or of the whole page."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=file, full_page=whole)

    def faults(self) -> Sequence[str]:
        """What is cut off, covered, too small or out of reach, one line each."""
        found: list[str] = self.page.evaluate(FAULTS)
        return found

    def scrolls_sideways_at_200_percent(self) -> bool:
        """Whether it would if letters were twice as large; then they are as they were."""
        wide: bool = self.page.evaluate(
            """() => {
                 const root = document.documentElement;
                 root.style.fontSize = "200%";
                 const wide = document.scrollingElement.scrollWidth > innerWidth + 1;
                 root.style.fontSize = "";
                 return wide;
               }"""
        )
        return wide

    def close(self) -> None:
        """Closes the window."""
        self.context.close()
        self._wall.shutdown()
        self._wall.server_close()
