"""How four browsers at one table play a whole game by themselves, looking only at what their pages offer."""

import asyncio
import html
import random
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeAlias
from uuid import uuid4

from websockets.exceptions import ConnectionClosed

from games.rules.pack import Pack
from tests.load.client import TOAST, Browser, Frame
from tests.load.prepare import Ready

TAPS = frozenset({"next-round", "deal"})  # answered without being played where it has come about already (CO-14)

PATIENCE = 30.0  # seconds for one move
REACTION = 0.105  # seconds; nobody may buzz quicker than a tenth (SN-C3)
KNOWS = 0.8  # how often whoever has buzzed knows the answer
MOST_CHIPS = 3  # staked at once
RIGHT = 2 / 3  # how often an answer is right (SQ-P5)

Fields: TypeAlias = dict[str, str]
Player: TypeAlias = "Callable[[Table], Awaitable[None]]"


class Stuck(Exception):
    """A move was not answered, or nobody at the table can do anything."""


class Done(NamedTuple):
    """A move that all browsers of the table have received, or that the rules have refused."""

    number: int
    seconds: float
    refused: bool


class Record:
    """What all tables of one measurement have lived through."""

    def __init__(self) -> None:
        self.moves = 0  # numbers of the log that every browser of their table has received
        self.waits: list[float] = []  # seconds from asking to the last of them
        self.told: list[tuple[int, int, str]] = []  # table, number and request of every move acknowledged
        self.refused = 0
        self.received = 0  # bytes
        self.games = 0


class _Asked:
    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.number: int | None = None
        self.refused = False
        self.done: asyncio.Future[Done] = asyncio.get_running_loop().create_future()


class Table:
    """A table with a browser in each seat; several ports: its players are spread over the processes."""

    def __init__(self, ready: Ready, ports: Sequence[int], record: Record) -> None:
        self.ready = ready
        self.record = record
        self.chance = random.Random(ready.code)
        self._asked: dict[str, _Asked] = {}
        self._changed = asyncio.Event()
        self._number: int | None = None
        self.browsers = [
            Browser(ports[seat % len(ports)], ready.code, session, self._heard)
            for seat, session in enumerate(ready.sessions)
        ]

    @property
    def number(self) -> int:
        """The last move that all browsers have received."""
        return min(browser.number for browser in self.browsers)

    @property
    def over(self) -> bool:
        """Every page says that the game has ended."""
        return all(browser.over for browser in self.browsers)

    async def sit_down(self) -> None:
        """All browsers open the page."""
        for browser in self.browsers:
            await browser.connect()

    async def get_up(self) -> None:
        """All browsers close it."""
        await asyncio.gather(*(browser.close() for browser in self.browsers))

    def offered(self, move: str) -> list[int]:
        """The seats whose pages offer this move."""
        return [seat for seat, browser in enumerate(self.browsers) if move in browser.moves]

    async def move(self, seat: int, fields: Fields) -> Done:
        """Asks for a move and waits until all browsers have it."""
        request = str(uuid4())
        asked = self._asked[request] = _Asked()
        try:
            await self.browsers[seat].send(request, fields)
            done = await asyncio.wait_for(asked.done, PATIENCE)
        except TimeoutError as error:
            raise Stuck(f"{self.ready.code}: no answer to {fields}") from error
        except ConnectionClosed as error:
            raise Stuck(f"{self.ready.code}: the line was cut") from error
        finally:
            del self._asked[request]
        if done.refused:
            self.record.refused += 1
        else:
            self.record.waits.append(done.seconds)
            if fields["move"] not in TAPS:
                self.record.told.append((self.ready.id, done.number, request))
        return done

    async def news(self) -> None:
        """Waits until any page changes."""
        self._changed.clear()
        try:
            await asyncio.wait_for(self._changed.wait(), PATIENCE)
        except TimeoutError as error:
            raise Stuck(f"{self.ready.code}: nobody can do anything at move {self.number}") from error

    def _heard(self, browser: Browser, frame: Frame | None) -> None:
        self._changed.set()
        if frame is None:
            for asked in self._asked.values():
                if not asked.done.done():
                    asked.done.set_exception(Stuck(f"{self.ready.code}: the line was cut"))
            return
        self.record.received += browser.received
        if frame.request in self._asked:
            asked = self._asked[frame.request]
            asked.number, asked.refused = frame.number, TOAST in frame.content
        number = self.number
        if number < 0:
            return
        if self._number is not None and number > self._number:
            self.record.moves += number - self._number
        self._number = number if self._number is None else max(number, self._number)
        for asked in self._asked.values():
            if asked.number is not None and asked.number <= number and not asked.done.done():
                asked.done.set_result(Done(asked.number, time.perf_counter() - asked.began, asked.refused))


# -- Swiss Quiz ----------------------------------------------------------------------------------------------------


def swiss_quiz(pack: Pack) -> Player:
    """Whoever has not answered lays a card with some chips, right two times in three; then the reader turns it."""
    truths = {str(statement.number): statement.truth for statement in pack.statements}

    async def play(table: Table) -> None:
        for move in ("lay", "turn", "next-round"):
            for seat in table.offered(move):
                await table.move(seat, fields(table, seat, move))
                return
        await table.news()

    def fields(table: Table, seat: int, move: str) -> Fields:
        about = table.browsers[seat].about
        if move != "lay":
            return {"move": move, "statement": about}
        right = table.chance.random() < RIGHT
        chips = table.chance.randint(0, min(MOST_CHIPS, table.browsers[seat].chips))
        answer = "true" if truths[about] is right else "false"
        return {"move": move, "statement": about, "answer": answer, "chips": str(chips)}

    return play


# -- Snap! ---------------------------------------------------------------------------------------------------------


def snap(pack: Pack) -> Player:
    """The dealer deals, some see what it is and buzz, and the quickest mostly knows the answer."""

    async def play(table: Table) -> None:
        for seat in table.offered("answer"):
            known = table.chance.random() < KNOWS
            await table.move(seat, answer(table, seat) if known else plain(table, seat, "give-up"))
            return
        if seats := table.offered("buzz"):
            some = table.chance.sample(seats, table.chance.randint(1, len(seats)))
            await asyncio.gather(*(buzz(table, seat) for seat in some))
            return
        for seat in table.offered("deal"):
            await table.move(seat, plain(table, seat, "deal"))
            return
        await table.news()

    def plain(table: Table, seat: int, move: str) -> Fields:
        return {"move": move, "showing": table.browsers[seat].about}

    async def buzz(table: Table, seat: int) -> None:
        painted, fields = table.browsers[seat].hand_at, plain(table, seat, "buzz")
        await asyncio.sleep(max(0.0, painted + REACTION - time.perf_counter()))
        reaction = int((time.perf_counter() - painted) * 1000)
        await table.move(seat, fields | {"reaction": str(reaction)})

    def answer(table: Table, seat: int) -> Fields:
        language, card = table.ready.languages[seat], table.browsers[seat].card
        event = next(event for event in pack.events if html.escape(event.alt.say(language)) in card)
        mnemonic = re.sub(r"[\[\]]", "", event.mnemonic.say(language))
        typed = {"name": event.name.say(language), "year": str(event.year), "mnemonic": mnemonic}
        return plain(table, seat, "answer") | typed

    return play


# -- Quizterix Standard --------------------------------------------------------------------------------------------


_CHOICES = {name: re.compile(rf'name="{name}" value="([^"]+)"') for name in ("gap", "place", "spot", "to")}
_OWN = re.compile(r'id="own-(\d+)">.*?</li>', re.DOTALL)
_ORDER = (  # what is done first, if several things are offered
    *("insert", "put", "done", "roll", "give", "steal", "swap", "shift"),
    *("ballot", "ruling", "agree", "point", "skip", "reply", "guess", "ask"),
)


def standard(pack: Pack) -> Player:
    """Whoever is asked does what the page offers: places cards anywhere, names most events, knows no answers."""

    async def play(table: Table) -> None:
        for seat, browser in enumerate(table.browsers):
            for move in _ORDER:
                if move in browser.moves:
                    await table.move(seat, fields(table, seat, move))
                    return
        await table.news()

    def fields(table: Table, seat: int, move: str) -> Fields:
        hand = table.browsers[seat].hand
        plain = {"moment": table.browsers[seat].about}
        if move in ("guess", "ask"):
            return plain | ((named(table, seat) if move == "guess" else None) or asks(table, hand))
        chosen = {
            name: table.chance.choice(found) for name, pattern in _CHOICES.items() if (found := pattern.findall(hand))
        }
        needed: dict[str, tuple[str, ...]] = {
            "insert": ("gap",),
            "put": ("gap",),
            "give": ("place", "to"),
            "steal": ("spot",),
            "swap": ("place", "spot"),
            "point": ("spot",),
        }
        more: dict[str, Fields] = {
            "shift": {"place": "0", "gap": "2"},
            "reply": {"text": "nobody knows"},
            "ballot": {"right": "false"},
            "ruling": {"right": "true"},
            "agree": {"yes": "false"},
        }
        return plain | {"move": move} | {name: chosen[name] for name in needed.get(move, ())} | more.get(move, {})

    def named(table: Table, seat: int) -> Fields | None:
        """A hidden event of this player's, named by its picture."""
        language, hand = table.ready.languages[seat], table.browsers[seat].hand
        if table.chance.random() > KNOWS:
            return None
        for own in _OWN.finditer(hand):
            for event in pack.events:
                if 'name="place"' in own[0] and html.escape(event.alt.say(language)) in own[0]:
                    mnemonic = re.sub(r"[\[\]]", "", event.mnemonic.say(language))
                    typed = {"name": event.name.say(language), "year": str(event.year), "mnemonic": mnemonic}
                    return {"move": "guess", "place": own[1]} | typed
        return None

    def asks(table: Table, hand: str) -> Fields:
        """A look at a card, or a question."""
        spots = _CHOICES["spot"].findall(hand)
        if spots and table.chance.random() < 0.5:
            return {"move": "peek", "spot": table.chance.choice(spots)}
        return {"move": "ask", "suit": "lot"}

    return play


PLAYERS: dict[str, Callable[[Pack], Player]] = {
    "swiss-quiz": swiss_quiz,
    "quizterix-snap": snap,
    "quizterix-standard": standard,
}
