"""`python -m tests.load micro`: what a move costs without sockets, without a database and without noise.

Games played by bots are played once more in one process, every watcher shown every move, and the CPU time of that is
taken: the least of several turns. `--store FILE` keeps the figures, `--against FILE` tells how many times as much (or
as little) they are now. Figures can only be compared on the same machine in the same hour.
"""

import argparse
import gc
import json
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from config.process import settle_down
from decks.packaged import DATA, read_deck
from games.bots.kernel import Strength
from games.rules.chance import fingerprint
from games.rules.kernel import TABLE, Seat
from games.rules.play import Entry, Game
from games.rules.registry import GAMES
from games.tables.clockwork import next_due
from games.tables.log import NewRow
from games.tables.news import News, read, written
from games.tables.showing import Look, Showing, frame
from games.tables.snapshot import Chair, House, People, Person, Snapshot, encode
from tests.rules.courses import Course, by_bots, form, played

SEATS = {"swiss-quiz": 4, "quizterix-snap": 4, "quizterix-standard": 8}
OPTIONS: dict[str, dict[str, Any]] = {"swiss-quiz": {"answering": "at-once"}, "quizterix-snap": {"rounds": 3}}
DECKS = {"statement": "swiss-quiz", "event": "cold-war"}
LANGUAGES = {1: ("de",), 4: ("de", "fr", "it", "en")}
WARM, MEASURED, LONGEST = 1, 2, 400  # tables that warm the process up, tables that are measured, moves of a table


class Recorded(NamedTuple):
    """A game to be played once more: who, which move, when, and what their page would have sent."""

    game: Game
    entries: tuple[tuple[Seat, Any, datetime, dict[str, Any] | None], ...]


class Cost(NamedTuple):
    """Of one move: CPU milliseconds, and bytes to all watchers together."""

    milliseconds: float
    size: int


def record(slug: str, number: int) -> Recorded:
    """A game of bots in persons' seats; the same one every time."""
    rules = GAMES[slug]
    pack = read_deck(DATA / DECKS[rules.kind]).pack
    course = Course(rules, SEATS[slug], f"{slug} {number}".encode(), pack=pack, **OPTIONS.get(slug, {}))
    for _ in played(course, by_bots(Strength.MEDIUM), Random(number), LONGEST):
        pass
    entries = []
    for row in course.rows:
        move = course.game.decode(Seat(row.seat), row.move)
        entries.append((Seat(row.seat), move, row.at, None if row.seat == TABLE else form(move)))
    return Recorded(course.game, tuple(entries))


class Table:
    """A table in the memory of a process, with somebody looking from every seat, or from every so manieth."""

    def __init__(
        self, slug: str, number: int, game: Game, languages: Sequence[str], first: int = 0, step: int = 1
    ) -> None:
        seats, liveries = SEATS[slug], game.rules.liveries
        chairs = tuple(
            Chair(Seat(n), liveries[n % len(liveries)], "", (Person(number * 100 + n, f"T{number} {n}", True),))
            for n in range(seats)
        )
        house = House(
            id=number,
            code=f"T{number:04}",
            game=slug,
            private=False,
            invitation="",
            room=f"T{number:04}",
            fingerprint=fingerprint(game.secret),
            deck=game.pack.slug,
            languages=game.pack.languages,
            clock=0,
            edition=1,
            next_code="",
            begun=True,
            ended=False,
        )
        self.snapshot = Snapshot(house, People(chairs, (), number * 100), game)
        self.looks = {n: Look(number * 100 + n, languages[n % len(languages)]) for n in range(first, seats, step)}
        self.showing = Showing()

    def show(self, asker: int | None, request: str) -> int:
        """Every watcher is shown what has changed; gives how many characters that were."""
        self.showing.observe(self.snapshot)
        return sum(
            len(frame(self.snapshot.number, self.showing.content(look), request if n == asker else ""))
            for n, look in self.looks.items()
        )


def play(recorded: Recorded, table: Table, *others: Table) -> Iterator[int]:
    """Plays the game once more; gives the characters that were sent for each move.

    ``others``: the same table in other processes, which hear of each move.
    """
    game, snapshot = recorded.game, table.snapshot
    for number, (seat, move, at, fields) in enumerate(recorded.entries, 1):
        if fields is not None and snapshot.play is not None:
            asked = game.read(fields)
            game.rules.receive(snapshot.play.state, seat, asked, at, {})
            next_due(snapshot, at)
        after = game.advance(snapshot.play, Entry(number, seat, move, at))
        request = UUID(int=number)
        row = NewRow(snapshot.house.id, number, seat, None, encode(move), at, request)
        snapshot.adopt(after, row.row)
        if not snapshot.over:
            next_due(snapshot, at)
        asker = None if seat < 0 else int(seat)
        sent = table.show(asker, str(request))
        if others:
            told = written(News(row.table, number, (row.row,), "somebody else"))
        for other in others:
            news = read(told)
            assert news is not None and news.rows, "the row travels with the news"
            other.snapshot.extend(news.rows)
            if not other.snapshot.over:
                next_due(other.snapshot, at)
            sent += other.show(asker, str(request))
        yield sent


def cost(slug: str, languages: int, games: Sequence[Recorded], processes: int = 1) -> Cost:
    """What a move of this game costs when its people read so many languages, all processes together."""
    seconds = size = moves = 0.0
    gc.collect()
    for number, recorded in enumerate(games):
        spread = [
            Table(slug, number + 1, recorded.game, LANGUAGES[languages], first, processes) for first in range(processes)
        ]
        going = play(recorded, *spread)
        next(going)  # the beginning, when every page is drawn whole
        began = time.process_time()  # asked for once a game: to ask costs as much as half a move
        sent = list(going)
        if number >= WARM:
            seconds, size, moves = seconds + time.process_time() - began, size + sum(sent), moves + len(sent)
    return Cost(1000 * seconds / moves, round(size / moves))


def main(arguments: Sequence[str]) -> None:
    """Measures, prints a line for each game and number of languages, and compares if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.load micro", description=__doc__)
    parser.add_argument("--game", nargs="+", choices=SEATS, default=list(SEATS))
    parser.add_argument("--languages", nargs="+", type=int, choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--processes", type=int, default=1, help="over so many a table's people are spread")
    parser.add_argument("--turns", type=int, default=4, help="how often each is played; the quickest counts")
    parser.add_argument("--store", type=Path, help="where to keep the figures")
    parser.add_argument("--against", type=Path, help="figures to compare with")
    asked = parser.parse_args(arguments)
    before = json.loads(asked.against.read_text()) if asked.against else {}
    settle_down()
    figures: dict[str, Cost] = {}
    for slug in asked.game:
        games = [record(slug, number) for number in range(WARM + MEASURED)]
        for languages in asked.languages:
            name = f"{slug}, {languages} language{'s'[: languages > 1]}"
            figures[name] = min(cost(slug, languages, games, asked.processes) for _ in range(asked.turns))
            line = f"{name:34} {figures[name].milliseconds:7.3f} ms a move {figures[name].size:7} bytes"
            if name in before:
                line += f"   {figures[name].milliseconds / before[name][0]:.2f} times as before"
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    if asked.store:
        asked.store.write_text(json.dumps(figures, indent=1))
