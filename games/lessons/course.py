"""A lesson in progress: the fold of what the learner and the others have done on the prepared table."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from games.lessons.kernel import Lesson
from games.rules.kernel import TABLE, IllegalMove, Seat
from games.rules.play import AnyRules, Begin, Entry, Game, Play, TimeUp
from games.rules.words import N_

LEARNER = Seat(0)
BEAT = timedelta(seconds=1)  # between two moves of the others
LINES = {LEARNER: 1_000}  # the learner's line, in milliseconds: so slow that nobody is too late (SN-C4)


class Done(NamedTuple):
    """What the learner has done at one step, and when: a move as the log holds it, or nothing but a look."""

    move: str
    at: datetime


class Course:
    """How far a learner has come. Everything follows from ``begun`` and what has been ``done`` since."""

    def __init__(self, rules: AnyRules, lesson: Lesson, begun: datetime, done: Iterable[Done] = ()) -> None:
        self.lesson = lesson
        self.game = Game(rules, lesson.pack, lesson.secret)
        self.done: list[Done] = []
        self._number = 1
        begin = Begin(lesson.seats, (LEARNER,), lesson.options)
        self.play: Play = self.game.advance(None, Entry(1, TABLE, begin, begun))
        self._others(lesson.before)
        for one in done:
            self._take(self.game.decode(LEARNER, one.move) if one.move else None, one.at)

    @property
    def step(self) -> int:
        """How many steps have been taken."""
        return len(self.done)

    @property
    def over(self) -> bool:
        """Every step has been taken."""
        return self.step == len(self.lesson.steps)

    def look(self, at: datetime) -> None:
        """The learner has seen what there was to see. Raises IllegalMove if a move is asked for."""
        if self.over or self.lesson.steps[self.step].move is not None:
            raise IllegalMove("", N_("This step is a move: make it on the table."))
        self._take(None, at)

    def move(self, fields: dict[str, Any], at: datetime) -> None:
        """The learner has made a move, as a form sent it.

        Raises IllegalMove if the rules refuse it or the step is about another one, msgspec.ValidationError if it is no
        move of this game at all.
        """
        move = self.game.read(fields)
        if self.over:
            raise IllegalMove("", N_("The lesson is over."))
        at = self._in_time(at)
        move = self.game.rules.receive(self.play.state, LEARNER, move, at, LINES)
        wanted = self.lesson.steps[self.step].move
        self.game.advance(self.play, Entry(self._number + 1, LEARNER, move, at))  # what the rules forbid, they say
        if wanted is None or not alike(move, wanted):
            raise IllegalMove("", N_("You may, but this step is about something else. Read the line above once more."))
        self._take(move, at)

    def _take(self, move: Any, at: datetime) -> None:
        step = self.lesson.steps[self.step]
        if move is not None:
            self._advance(LEARNER, move, self._in_time(at))
        self.done.append(Done(msgspec.json.encode(move).decode() if move is not None else "", at))
        self._others(step.then)

    def _others(self, moves: Iterable[tuple[Seat, Any]]) -> None:
        for seat, move in moves:
            if seat == TABLE and move is None:
                due = self.game.deadline(self.play)
                self._advance(TABLE, TimeUp(), max(due or self.play.at, self.play.at))
            else:
                self._advance(seat, move, self._in_time(self.play.at))

    def _advance(self, seat: Seat, move: Any, at: datetime) -> None:
        self._number += 1
        self.play = self.game.advance(self.play, Entry(self._number, seat, move, at))

    def _in_time(self, at: datetime) -> datetime:
        """Nobody is too late in a lesson: however long it took, it was the last moment before time ran out."""
        due = self.game.deadline(self.play)
        at = max(at, self.play.at + BEAT)  # the others are ahead of the clock
        return at if due is None or at < due else max(self.play.at, due - timedelta(milliseconds=1))


def alike(move: Struct, wanted: Any) -> bool:
    """Is this the move the step asks for? Typed words may differ in capitals and spaces; reactions in any way."""
    if isinstance(wanted, tuple):
        return any(alike(move, one) for one in wanted)
    if isinstance(wanted, type):
        return isinstance(move, wanted)
    if type(move) is not type(wanted):
        return False
    pairs = ((name, getattr(move, name), getattr(wanted, name)) for name in move.__struct_fields__)
    return all(_tidy(mine) == _tidy(theirs) for name, mine, theirs in pairs if name != "reaction")


def _tidy(value: object) -> object:
    return " ".join(value.casefold().split()) if isinstance(value, str) else value
