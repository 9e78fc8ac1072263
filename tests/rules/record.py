"""Recordings: games written down once, and replayed by the tests bit for bit ever since.

``python -m tests.rules.record swiss-quiz`` plays the games of RECIPES anew and writes them to
``tests/recordings/swiss-quiz/``; without a slug it does so for every game. Do that only when the rules were meant to
change; then read what has changed (the log is one move per line) before you commit it. Where only what is seen was
meant to change, ``python -m tests.rules.record --same-games swiss-quiz`` keeps the games and looks at them anew.

A recording holds the log as the database holds it, a digest of the state it ends in, and every ten moves a digest of
what each watcher sees.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from games.bots.kernel import Strength
from games.rules.kernel import Seat
from games.rules.play import Begin, Entry, Game, Play
from games.rules.registry import GAMES
from tests.rules.courses import (
    LONGEST,
    Course,
    Way,
    at_random,
    by_bots,
    comings_and_goings,
    pack_for,
    played,
    watchers_of,
)

FOLDER = Path(__file__).resolve().parent.parent / "recordings"
HOW = "python -m tests.rules.record"
SAME_GAMES = "--same-games"
EVERY = 10  # moves between two looks at what everybody sees


class Line(Struct, frozen=True):
    """One row of the log."""

    number: int
    seat: int
    move: str
    at: datetime


class Recording(Struct, frozen=True, forbid_unknown_fields=True):
    """A game written down. ``shows``: the kinds of moves it was made for."""

    game: str
    name: str
    shows: tuple[str, ...]
    deck: str
    secret: str
    options: dict[str, int | str | bool]
    log: tuple[Line, ...]
    observations: dict[int, dict[int, str]]
    state: str


class Replayed(NamedTuple):
    """A recording played again."""

    game: Game
    plays: tuple[Play, ...]

    @property
    def over(self) -> bool:
        return self.game.result(self.plays[-1]) is not None


class Recipe(NamedTuple):
    """How a game is played that is worth recording. ``persons``: the first so many seats; bots sit in the others."""

    name: str
    seats: int
    persons: int
    way: Way
    options: dict[str, Any] = {}
    shows: tuple[str, ...] = ()
    most: int | None = None  # moves; None: to the end


RECIPES: dict[str, tuple[Recipe, ...]] = {
    "swiss-quiz": (
        Recipe("short", 3, 3, at_random, {"answering": "at-once", "clock": 30}, ("lay", "turn", "time-up"), 24),
        Recipe("in-turn", 4, 1, by_bots(Strength.MEDIUM), {"order": "shuffled"}, ("lay", "turn", "next-round")),
        Recipe(
            "at-once", 5, 3, comings_and_goings, {"answering": "at-once", "clock": 60}, ("time-up", "pause", "seated")
        ),
    ),
    "quatrefoil": (
        Recipe("short", 4, 4, at_random, {"way": "race"}, ("ready", "push", "twist", "signal"), 20),
        Recipe("hidden", 4, 2, by_bots(Strength.HARD), {}, ("push", "signal", "stack")),
        Recipe("half", 4, 4, at_random, {"way": "half-positions", "clock": 30}, ("time-up", "signal", "stack")),
        Recipe("dual", 4, 3, at_random, {"way": "dual"}, ("push", "twist", "stack")),
    ),
    "qwantum": (
        Recipe("short", 2, 2, at_random, {"clock": 30}, ("roll", "enter", "time-up"), 24),
        Recipe("two", 2, 2, at_random, {}, ("roll", "reroll", "enter", "pass")),
        Recipe("four", 4, 2, by_bots(Strength.MEDIUM), {}, ("roll", "enter", "pass")),
        Recipe("coming", 3, 2, comings_and_goings, {"clock": 60}, ("time-up", "pause", "seated")),
    ),
    "quizterix-klondike": (
        Recipe("short", 1, 1, by_bots(Strength.EASY), {}, ("ask", "answer", "put", "turn"), 40),
        Recipe("won", 1, 0, by_bots(Strength.HARD), {"deal": "winnable"}, ("guess", "ask", "answer", "put", "turn")),
        Recipe("bust", 1, 1, at_random, {"draw": 3}, ("guess", "appeal", "undo", "hint")),
        Recipe("day", 1, 1, comings_and_goings, {"deal": "day", "clock": 30}, ("ask", "time-up", "pause", "seated")),
    ),
    "quizterix-standard": (
        Recipe("short", 3, 3, at_random, {"answering": "spoken"}, ("insert", "guess", "ruling"), 40),
        Recipe("two", 2, 1, by_bots(Strength.MEDIUM), {"cards": 20}, ("insert", "guess", "peek", "ask", "roll")),
        Recipe("panic", 3, 1, by_bots(Strength.HARD), {"cards": 24}, ("invent", "point", "put", "steal")),
        Recipe(
            "spoken",
            4,
            3,
            at_random,
            {"answering": "spoken", "clock": 60, "refreshers": "asked", "cards": 20},
            ("ruling", "object", "ballot", "time-up"),
        ),
        Recipe("rounds", 5, 2, comings_and_goings, {"rounds": 4, "no_peeking": True}, ("pause", "seated", "peek")),
    ),
    "quizterix-snap": (
        Recipe("short", 2, 2, at_random, {"showings": 1}, ("buzz", "answer", "give-up"), 24),
        Recipe("typed", 4, 4, at_random, {"showings": 2, "cards": 8}, ("answer", "appeal", "vote", "time-up")),
        Recipe("spoken", 4, 3, at_random, {"answering": "spoken", "cards": 6}, ("buzz", "answer", "judge", "appeal")),
        Recipe("bots", 5, 0, by_bots(Strength.HARD), {"ask_mnemonic": False}, ("deal", "buzz", "answer")),
        Recipe("host", 3, 3, at_random, {"dealer": "host", "answering": "spoken", "cards": 5}, ("deal", "judge")),
        Recipe("alone", 1, 1, at_random, {"cards": 4, "rounds": 2}, ("deal", "answer", "appeal")),
        Recipe(
            "everybody", 4, 3, at_random, {"everybody": True, "speed": True, "cards": 4}, ("answer", "appeal", "vote")
        ),
        Recipe(
            "leader",
            3,
            3,
            at_random,
            {"dealer": "leader", "answering": "picked", "cards": 4},
            ("pick", "reveal", "deal"),
        ),
    ),
    "quizterix-poker": (
        Recipe("short", 3, 3, at_random, {"clock": 30}, ("fold", "raise", "play"), 24),
        Recipe("bots", 4, 1, by_bots(Strength.MEDIUM), {"beans": 5}, ("raise", "pass", "play")),
        Recipe("teams", 6, 4, comings_and_goings, {"teams": True, "rounds": 2}, ("fold", "pass", "play", "go-on")),
        Recipe("years", 5, 3, at_random, {"betting": "none", "rounds": 1, "hand": "years"}, ("play", "go-on")),
    ),
    "its-a-quiz": (
        Recipe("short", 2, 2, at_random, {"clock": 30}, ("ready", "open", "answer"), 24),
        Recipe("bots", 4, 1, by_bots(Strength.MEDIUM), {}, ("ready", "bid", "answer", "take", "lay", "go-on")),
        Recipe("deals", 3, 3, at_random, {"clock": 60}, ("give", "peek", "show", "appeal", "vote", "lay", "shift")),
        Recipe("tie-break", 2, 2, at_random, {"clock": 30}, ("call", "appeal", "time-up")),
        Recipe("slow", 3, 2, comings_and_goings, {"clock": 86_400, "show": 2}, ("memorise", "seated", "pause")),
    ),
}


ORDERS = {
    "SwissQuizObservation": "bar seats card board hand results news whose ending",
    "QuatrefoilObservation": "bar seats leaf hand solution news ending",
    "QwantumObservation": "bar seats tray sheet hand sheets news ending",
    "KlondikeObservation": "bar seats board hand news ending",
    "StandardObservation": "bar stage hand seats playoff news ending",
    "SnapObservation": "bar seats card asked stage hand pile news ending",
    "PokerObservation": "bar seats whose trick pot hand round pile news ending",
    "QuizObservation": "bar seats field side rows stage hand deals news ending",
}
"""In what order the parts of a page went into the digests of the recordings there are."""


YOUNGER = re.compile(rb',"reject":{}|,"going":(?:\[\]|null|{[^{}]*})')
"""What has been learned since the recordings were made: cards say what to reject, and states who is ready (CO-14)."""


def digest(thing: object) -> str:
    """Enough of a hash to notice that a bit has changed."""
    told = msgspec.json.encode(_in_order(thing), order="deterministic")
    return sha256(YOUNGER.sub(b"", told)).hexdigest()[:20]


def _in_order(thing: object) -> object:
    """An observation with its parts as in ORDERS, so that the order in which they are declared is free to change."""
    order = ORDERS.get(type(thing).__name__, "").split()
    if not isinstance(thing, Struct) or not order:
        return thing
    names = (*order, *sorted({*thing.__struct_fields__} - {*order}))
    return msgspec.defstruct("Ordered", names)(*(_in_order(getattr(thing, name)) for name in names))


def listed() -> list[Path]:
    """Every recording there is."""
    return sorted(FOLDER.glob("*/*.json"))


def read(path: Path) -> Recording:
    return msgspec.json.decode(path.read_bytes(), type=Recording)


def replayed(recording: Recording) -> Replayed:
    """The game after each entry of its log."""
    rules = GAMES[recording.game]
    game = Game(rules, pack_for(rules), bytes.fromhex(recording.secret))
    return Replayed(game, tuple(_plays(game, recording.log)))


def _plays(game: Game, log: Iterable[Line]) -> Iterable[Play]:
    play: Play | None = None
    for line in log:
        seat = Seat(line.seat)
        play = game.advance(play, Entry(line.number, seat, game.decode(seat, line.move), line.at))
        yield play


def taken(recording: Recording, log: tuple[Line, ...]) -> Recording:
    """The recording with everything in it worked out afresh from a log."""
    recording = msgspec.structs.replace(recording, log=log)
    game, plays = replayed(recording)
    begin = game.decode(Seat(log[0].seat), log[0].move)
    assert isinstance(begin, Begin)
    return msgspec.structs.replace(
        recording,
        deck=digest(game.pack),
        options=begin.options,
        log=tuple(
            msgspec.structs.replace(line, move=msgspec.json.encode(game.decode(Seat(line.seat), line.move)).decode())
            for line in log
        ),
        observations={
            play.number: {
                int(watcher): digest(game.rules.observe(play.state, watcher, game.pack, play.at))
                for watcher in watchers_of(play.state)
            }
            for play in plays
            if play.number % EVERY == 0 or play is plays[-1]
        },
        state=digest(plays[-1].state),
    )


def made(slug: str, recipe: Recipe) -> Recording:
    """The shortest of the first few games by this recipe in which everything happens that it is to show."""
    return min(islice(_good_ones(slug, recipe), 8), key=lambda recording: len(recording.log))


def _good_ones(slug: str, recipe: Recipe) -> Iterator[Recording]:
    for number in range(1_000):
        secret = sha256(f"{slug} {recipe.name} {number}".encode()).digest()
        persons = frozenset(Seat(seat) for seat in range(recipe.persons))
        course = Course(GAMES[slug], recipe.seats, secret, persons=persons, **recipe.options)
        for _ in played(course, recipe.way, Random(secret), recipe.most or LONGEST):
            pass
        tags = {msgspec.json.decode(row.move)["move"] for row in course.rows}
        if tags >= set(recipe.shows) and course.over is (recipe.most is None):
            log = tuple(Line(*row) for row in course.rows)
            yield taken(Recording(slug, recipe.name, recipe.shows, "", secret.hex(), {}, (), {}, ""), log)


def written(recording: Recording) -> str:
    """A recording as text: a line for each move, so that it can be read and compared."""
    fields = []
    for name in recording.__struct_fields__:
        value = getattr(recording, name)
        if name == "log":
            text = "[\n" + ",\n".join(f"    {_json(line)}" for line in value) + "\n  ]"
        elif name == "observations":
            text = "{\n" + ",\n".join(f'    "{number}": {_json(seen)}' for number, seen in value.items()) + "\n  }"
        else:
            text = _json(value)
        fields.append(f'  "{name}": {text}')
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def main(arguments: list[str]) -> None:
    """Plays and writes the recordings of these games, or looks anew at those there are."""
    same_games = SAME_GAMES in arguments
    for slug in [one for one in arguments if one != SAME_GAMES] or list(GAMES):
        folder = FOLDER / slug
        folder.mkdir(parents=True, exist_ok=True)
        if same_games:
            recordings = [taken(old, old.log) for old in map(read, sorted(folder.glob("*.json")))]
        else:
            recordings = [made(slug, recipe) for recipe in RECIPES[slug]]
        for old_file in folder.glob("*.json"):
            old_file.unlink()
        for recording in recordings:
            (folder / f"{recording.name}.json").write_text(written(recording), encoding="utf-8")
            sys.stdout.write(f"{slug}/{recording.name}: {len(recording.log)} moves\n")


if __name__ == "__main__":
    main(sys.argv[1:])
