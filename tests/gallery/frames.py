"""Pages of tables in a browser, without a site: what is asked for comes from the static files, and nothing else."""

import mimetypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.gallery.moments import Moment

ADDRESS: Final = "http://gallery.test/"
WITHOUT: Final = ("live.js", "htmx")  # nothing here is alive
FAULTS: Final = (Path(__file__).parent / "faults.js").read_text()


class Size(NamedTuple):
    """Of a browser's window, in pixels."""

    width: int
    height: int


SMALL, PHONE, LAPTOP, SCREEN = Size(360, 640), Size(390, 844), Size(1280, 800), Size(1920, 1080)


class Frame:
    """A window of a browser in which moments are hung."""

    def __init__(self, browser: Browser, size: Size, **options: Any) -> None:
        self.size = size
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size.width, "height": size.height}, **{"reduced_motion": "reduce"} | options
        )
        self.page: Page = self.context.new_page()
        self.page.route("**/*", self._serve)
        self._html = ""

    def hang(self, moment: Moment, after: int | None = None) -> None:
        """Shows a moment as it is once every animation has ended, or ``after`` so many milliseconds of them."""
        self._html = moment.html()
        assert moment.snapshot.play is not None or moment.number == 0
        at = moment.snapshot.play.at.timestamp() * 1000 if moment.snapshot.play else 0
        self.page.goto(ADDRESS, wait_until="load")
        self.page.evaluate(
            """at => { window.serverNow = () => at; document.documentElement.dataset.live = 'socket';
               document.dispatchEvent(new Event('shown')); return document.fonts.ready.then(() => 0); }""",
            at,
        )
        self.page.evaluate(
            """after => document.getAnimations().forEach(one => {
                 if (after === null) { one.finish(); } else { one.pause(); one.currentTime = after; } })""",
            after,
        )

    def measured(self, body: str, script: str) -> Any:
        """What a script finds on a page with nothing but this, in the style of a table's page."""
        sheets = "".join(
            f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("tokens", "site", "table/cards")
        )
        self._html = f"<!doctype html><html><head>{sheets}</head><body>{body}</body></html>"
        self.page.goto(ADDRESS, wait_until="load")
        return self.page.evaluate(f"document.fonts.ready.then(() => ({script})())")

    def keep(self, file: Path, *, whole: bool = False) -> None:
        """Takes a picture, of what is on the screen or of the whole page."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=file, full_page=whole)

    def faults(self) -> Sequence[str]:
        """What is cut off, covered, too small or out of reach, one line each."""
        found: list[str] = self.page.evaluate(FAULTS)
        return found

    def close(self) -> None:
        """Closes the window."""
        self.context.close()

    def _serve(self, route: Route) -> None:
        path = unquote(urlsplit(route.request.url).path)
        if path == "/":
            route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
            return
        found = finders.find(path.removeprefix("/static/"))
        if not isinstance(found, str) or any(name in path for name in WITHOUT):
            route.fulfill(body="", content_type=mimetypes.guess_type(path)[0] or "text/plain")
            return
        route.fulfill(path=found)
