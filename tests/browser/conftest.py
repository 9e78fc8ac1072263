"""People with browsers: phones, a big screen, and sites that can be killed under them."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, expect

from decks.services import publish
from games.rules.chance import fingerprint
from games.tables import services
from games.tables.models import Table
from tests.tables.packs import event_pack, quiz_show_pack, statement_pack

PHONE = {"width": 360, "height": 740}
TELEVISION = {"width": 1280, "height": 720}
MOVING = {"reduced_motion": "no-preference"}  # most people of the tests want none: a third less work for the same pages
expect.set_options(timeout=30_000)  # a busy machine is no fault of the page

# What a phone can do now: the first of these that is there.
CHOICES = """() => {
  if (document.querySelector('#ranking')) return 'over';
  for (const name of ['lay', 'turn', 'next-round', 'deal', 'buzz', 'answer', 'vote']) {
    const field = document.querySelector(`#hand input[name=move][value=${name}]`);
    const button = field?.form.querySelector('button');   // a page that is just coming in may not have it yet
    if (button && !button.disabled) return name;
  }
  return '';
}"""

# What a hand shows, but for what a button says while its move is on its way: that is no answer yet.
SHOWS = """() => {
  const hand = document.querySelector('#hand').cloneNode(true);
  for (const node of hand.querySelectorAll('[data-sent], [data-sending], [aria-disabled]')) {
    for (const name of ['data-sent', 'data-sending', 'aria-disabled']) node.removeAttribute(name);
  }
  return hand.innerHTML;
}"""


class Person:
    """Somebody with a browser of their own. Anything the console complains about is kept."""

    def __init__(self, browser: Browser, address: str, name: str, **options: Any) -> None:
        still = {"viewport": PHONE, "locale": "en-GB", "base_url": address, "reduced_motion": "reduce"}
        self.context = browser.new_context(**still | options)
        self.page: Page = self.context.new_page()
        self.name, self.complaints = name, []
        self.page.on("console", lambda message: self._hear(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, kind: str, text: str) -> None:
        known = ("WebSocket connection", "ERR_CONNECTION", "Failed to load resource")
        if kind in ("error", "warning") and not any(words in text for words in known):
            self.complaints.append(text)

    def opens(self, game: str, **options: str) -> str:
        """Opens a table and returns its code."""
        page = self.page
        page.goto(f"/games/{game}/")
        page.fill("#id_nickname", self.name)
        page.locator("details.options summary").click()
        for name, value in options.items():
            page.select_option(f"#id_{name}", value)
        page.locator("main button.go, form button.go").first.click()
        page.wait_for_url("**/t/*/")
        return page.url.rstrip("/").rsplit("/", 1)[1]

    def joins(self, code: str, language: str = "en") -> None:
        """Comes to the table by its code and sits down."""
        self.page.goto(f"/t/{code}/")
        self.page.fill("#id_nickname", self.name)
        self.page.select_option("#id_language", language)
        self.page.get_by_role("button", name="Sit down").or_(self.page.locator("form.form button.go")).first.click()
        self.page.locator("#live").wait_for()

    def watches(self, code: str) -> None:
        """Puts the table on the big screen."""
        self.page.goto(f"/t/{code}/screen/")
        self.page.locator("#live").wait_for()

    def live(self) -> None:
        """Waits until the page hears from the table."""
        self.page.wait_for_function("() => document.documentElement.dataset.live")

    def hears(self, code: str) -> None:
        """Waits until the page shows all that has been played at this table so far; bots may be further by then."""
        number = Table.objects.get(code=code).moves.count()
        self.page.wait_for_function("number => Number(document.documentElement.dataset.number) >= number", arg=number)

    def can(self) -> str:
        """What this person can do now, by the name of the move; '' for waiting, 'over' at the end."""
        return str(self.page.evaluate(CHOICES))

    def until_can(self, *moves: str) -> str:
        """Waits until one of these can be done."""
        one_of = f"moves => {{ const can = ({CHOICES})(); return moves.includes(can) && can; }}"
        handle = self.page.wait_for_function(one_of, arg=list(moves))
        return str(handle.json_value())

    def presses(self, move: str) -> None:
        """Presses the button of this move and waits until the table has answered."""
        form = self.page.locator(f"#hand form:has(input[name=move][value={move}])")
        mark = self.shows()
        form.locator("button").first.click()
        self.until_it_shows_more_than(mark)

    def shows(self) -> str:
        """What this person's hand shows."""
        return str(self.page.evaluate(SHOWS))

    def until_it_shows_more_than(self, mark: str) -> None:
        """Waits until the hand shows something else than it did; a move on its way is no answer."""
        self.page.wait_for_function(f"mark => ({SHOWS})() !== mark", arg=mark)

    def buzzes(self) -> None:
        """Presses the buzzer as soon as a person could, and waits for the form to answer."""
        self.until_can("buzz")
        self.page.evaluate("() => new Promise(seen => setTimeout(seen, 200))")  # nobody knows a picture in less (SN-C3)
        self.page.locator(".buzz").click()
        self.until_can("answer")

    def lays(self, answer: bool, chips: int = 0) -> None:
        """Locks in TRUE or FALSE with a stake."""
        page = self.page
        page.locator(f"#answer-{'true' if answer else 'false'}").check(force=True)
        if chips and page.locator(f"#chips-{chips}").count():
            page.locator(f"#chips-{chips}").check(force=True)
        self.presses("lay")

    def statement(self) -> int:
        """The number of the statement on the table."""
        return int(self.page.locator("#hand input[name=statement]").first.input_value())


def until_one_changes(phones: Sequence["Person"], look: str, before: Sequence[str]) -> None:
    """Waits until one of these pages shows something else than it did; whose turn it is decides which."""
    for _ in range(600):
        if [phone.page.evaluate(look) for phone in phones] != list(before):
            return
        phones[0].page.wait_for_timeout(50)
    raise AssertionError(f"for half a minute nothing has changed: {list(before)}")


@pytest.fixture
def decks(transactional_db: None) -> None:
    """One small deck of each kind."""
    publish(statement_pack())
    publish(event_pack())
    publish(quiz_show_pack())


@pytest.fixture
def person(browser: Browser, decks: None) -> Iterator[Any]:
    """Brings people: ``person(address, "Anna")``. In the end nobody's console may have complained."""
    people: list[Person] = []

    def bring(address: str, name: str, **options: Any) -> Person:
        people.append(Person(browser, address, name, **options))
        return people[-1]

    yield bring
    complaints = {one.name: one.complaints for one in people if one.complaints}
    for one in people:
        one.context.close()
    assert not complaints


class Site:
    """A site that can be killed and started again on the same address; its database goes on."""

    def __init__(self) -> None:
        self.listening = socket.socket()
        self.listening.bind(("127.0.0.1", 0))
        self.listening.listen(128)
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.start()

    def start(self) -> None:
        """A new process on the old address."""
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
        environment |= {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "TEST_DATABASE": str(settings.DATABASES["default"]["NAME"]),
        }
        number = self.listening.fileno()
        command = [sys.executable, "-m", "daphne", "--fd", str(number), "config.asgi:application"]
        self.process = subprocess.Popen(command, pass_fds=[number], env=environment, cwd=settings.BASE_DIR)

    def kill(self) -> None:
        """The way a power cut does it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """For good. Nothing is lost by it, so it need not wait for anybody."""
        self.kill()
        self.listening.close()


@pytest.fixture
def sites(transactional_db: None) -> Iterator[Any]:
    """Starts sites on one database."""
    started: list[Site] = []

    def start() -> Site:
        started.append(Site())
        return started[-1]

    yield start
    for site in started:
        site.stop()


def cut_off_once(page: Page, address: str) -> None:
    """The site does what the next request asks for, and its answer never comes; later ones do."""

    def cut(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(address, cut, times=1)


def seat_bots(code: str, count: int, strength: str = "hard") -> None:
    """Bots sit down at a table that has not begun."""
    table = Table.objects.get(code=code)
    for _ in range(count):
        services.new_seat(table, bot=strength)
    services.announce(table)


def without_chance(code: str, number: int) -> None:
    """A table that has not begun gets this secret: the same cards, dice and bots in every run."""
    table = Table.objects.get(code=code)
    table.secret = number.to_bytes(32)
    table.fingerprint = fingerprint(table.secret)
    table.save(update_fields=["secret", "fingerprint"])
