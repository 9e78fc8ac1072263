"""Games played by bots, and every moment at which their pages show something that has not been seen yet."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from decks.packaged import DATA, read_deck
from games.bots.kernel import Strength
from games.rules.chance import fingerprint
from games.rules.kernel import Seat
from games.rules.pack import NO_CARDS
from games.rules.play import Game, Play
from games.rules.registry import GAMES
from games.tables.models import Room, Table
from games.tables.options import unusual
from games.tables.qr import qr_svg
from games.tables.showing import OFF_STAGE, Look, showing_of
from games.tables.snapshot import Chair, House, People, Person, Snapshot
from tests.gallery.longest import longest as longest_of
from tests.rules.courses import Course, Way, at_random, by_bots, played

DECKS = {"statement": "swiss-quiz", "event": "cold-war", "quiz-show": "its-a-quiz"}
SEATS = {"quizterix-klondike": 1, "quizterix-snap": 8, "quatrefoil": 4, "qwantum": 4}  # else as many as can sit there
OPTIONS: dict[str, dict[str, Any]] = {"quizterix-snap": {"rounds": 1}, "swiss-quiz": {"answering": "at-once"}}
LONGEST = 900  # moves of a game
WAYS = (by_bots(Strength.MEDIUM), at_random)  # as people play, and then as nobody would: appeals, time that runs out
CODE = "KUH77"
LINK = f"https://tischrunde.example/t/{CODE}/"
NAMES = (
    "Anna-Magdalena Wyss",
    "Zoé",
    "Bartholomäus Gerber",
    "Großmutter Elfriede",
    "Ву́лкан",
    "さくらんぼ・ももこ",
    "W" * 20,
    "Jean-Sébastien Roux",
)  # as long as a name can be, and as short

_CLASS = re.compile(r'class="([^"]*)"')


class Moment(NamedTuple):
    """A table at one moment, seen by one pair of eyes, and what is new in it."""

    snapshot: Snapshot
    look: Look
    new: tuple[str, ...]

    @property
    def number(self) -> int:
        """The number of the last move."""
        return self.snapshot.number

    def html(self) -> str:
        """The whole page, as the site would send it."""
        look, layout = self.look, self.look.layout
        showing = showing_of(self.snapshot)
        stage = showing.page(look)
        table = Table(code=CODE, game=self.snapshot.house.game, room=Room(code=CODE))
        player = look.player
        context = {
            "table": table,
            "rules": table.rules,
            "player": None,
            "you": None if player is None else player - 1,
            "stage": SafeString(stage),
            "menu": SafeString(look.house[OFF_STAGE].html),
            "drawn": "",
            "layout": layout,
            "language": look.language,
            "second": None,
            "others": [("en", "English")] if layout == "screen" and table.rules.kind else [],
            "link": LINK,
            "qr": qr_svg(LINK),
            "address": "tischrunde.example",
            "held": [],
            "may_hold": False,
            "csrf_token": "",
            "LANGUAGE_CODE": look.language,
        }
        with translation.override(look.language):
            return render_to_string(f"tables/{layout}.html", context)


def table_of(
    game: Game, seats: int, names: Sequence[str], bots: int = 0, options: Mapping[str, Any] | None = None
) -> Snapshot:
    """A table before the game begins: everybody here, the first seat the host's."""
    liveries = game.rules.liveries
    chairs = tuple(
        Chair(
            Seat(n),
            liveries[n % len(liveries)],
            "medium" if n >= seats - bots else "",
            () if n >= seats - bots else (Person(n + 1, names[n % len(names)], True),),
        )
        for n in range(seats)
    )
    house = House(
        id=1,
        code=CODE,
        game=game.rules.slug,
        private=False,
        invitation="",
        room=CODE,
        fingerprint=fingerprint(game.secret),
        deck=game.pack.slug,
        languages=game.pack.languages,
        clock=0,
        edition=1,
        next_code="",
        begun=False,
        ended=False,
        unusual=unusual(game.rules, options or {}),
    )
    return Snapshot(house, People(chairs, (), 1, ("en", "fr")), game)


def course_of(
    slug: str, way: Way, /, seed: int = 1, seats: int = 0, longest: bool = False, **options: Any
) -> Iterator[Course]:
    """A game that is played in this way by persons, after every move; the same one every time.

    ``longest``: with texts as long as cards bear.
    """
    rules = GAMES[slug]
    deck = DECKS.get(rules.kind or "")
    pack = NO_CARDS if deck is None else longest_of(deck) if longest else read_deck(DATA / deck).pack
    seats = seats or SEATS.get(slug) or min(8, rules.seats.stop - 1)
    course = Course(rules, seats, f"{slug} {seed}".encode(), pack=pack, **OPTIONS.get(slug, {}) | options)
    yield course
    for _ in played(course, way, Random(seed), LONGEST):
        yield course


def finished(slug: str, moves: int = LONGEST, names: Sequence[str] = NAMES, **how: Any) -> Snapshot:
    """The table after so many moves, or when its game is over."""
    courses = course_of(slug, WAYS[0], **how)
    course = next(courses)
    lobby = table_of(course.game, len(course.seats), names, options=course.options)
    for _ in range(moves):
        if next(courses, None) is None:
            break
    return _at(lobby, course)


def moments(
    slug: str,
    language: str,
    layout: str,
    seat: int | None = None,
    names: Sequence[str] = NAMES,
    every: bool = False,
    **how: Any,
) -> Iterator[Moment]:
    """Every moment of a game that shows this look something new: a class that none of its pages had before.

    ``seat``: whose eyes; None for the public. ``every``: really every moment. ``how``: see `course_of`.
    """
    known: set[str] = set()
    look = partial(looking, seat, language, layout)
    for way in WAYS[: 1 if every else None]:
        snapshot: Snapshot | None = None
        last: Play | None = None
        for course in course_of(slug, way, **how):
            if snapshot is None:
                snapshot = table_of(course.game, len(course.seats), names, options=course.options)
                if not known:
                    yield Moment(snapshot, look(), ("lobby",))
            if course.play is last:
                continue
            last = course.play
            now = _at(snapshot, course)
            new = _classes(showing_of(now).page(look())) - known
            if new or every:
                known |= new
                yield Moment(now, look(), tuple(sorted(new)))


def looking(seat: int | None, language: str, layout: str) -> Look:
    return Look(None if seat is None else seat + 1, language, layout)


def _at(lobby: Snapshot, course: Course) -> Snapshot:
    house = msgspec.structs.replace(lobby.house, begun=True, ended=course.over)
    now = Snapshot(house, lobby.people, course.game)
    now.play = course.play
    return now


def _classes(html: str) -> set[str]:
    """The classes of a page; those that only count something are one."""
    return {re.sub(r"\d+", "#", name) for names in _CLASS.findall(html) for name in names.split()}
