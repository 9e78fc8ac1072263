"""A game as the fold of its log: the log is the game, everything else is a reading of it."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct, structs

from games.rules.chance import Chance
from games.rules.kernel import TABLE, IllegalMove, Move, Result, Rules, Seat
from games.rules.pack import Pack
from games.rules.words import N_

LAST_CALL = timedelta(seconds=60)  # CO-13: so long anybody is awaited once time has been called

AnyRules: TypeAlias = Rules[Any, Any, Any, Any, Any]


class Begin(Move, frozen=True, tag="begin"):
    """The first entry of every log: how many seats, which of them are persons, and the options as chosen."""

    seats: int
    persons: tuple[Seat, ...]
    options: dict[str, int | str | bool]


class Seated(Move, frozen=True, tag="seated"):
    """A person (or a bot) has sat down in this seat in the middle of the game (CO-6)."""

    seat: Seat
    person: bool


class Pause(Move, frozen=True, tag="pause"):
    """The host has stopped the game and its clocks (CO-5)."""


class Resume(Move, frozen=True, tag="resume"):
    """Somebody at the table lets the game go on; every deadline is later by the length of the pause (CO-5)."""


class TimeUp(Move, frozen=True, tag="time-up"):
    """The deadline has passed (CO-5)."""


class Call(Move, frozen=True, tag="call"):
    """Time has been called: the game ends when the unit that runs does (CO-13). A paused game goes on for it."""


TableMove: TypeAlias = Begin | Seated | Pause | Resume | TimeUp | Call


class Entry(Struct, frozen=True):
    """One row of the log: its number from 1 on, who moved (TABLE for the house), what, and when."""

    number: int
    seat: Seat
    move: Any  # a TableMove, or one of the game's moves
    at: datetime


class Called(Struct, frozen=True):
    """Time has been called: the unit that is still played, and since when somebody is awaited in it (CO-13)."""

    unit: int
    since: datetime
    earlier: datetime  # the same by the earlier law, which took whoever might act for awaited: there are logs by it


class Play(Struct, frozen=True):
    """A game after some entries of its log. ``at`` is the time of the last one."""

    number: int
    state: Any
    persons: frozenset[Seat]
    at: datetime
    paused: datetime | None = None
    called: Called | None = None


class _Stored(Struct):
    """A Play whose state is still to be read, as what the game's rules call a state."""

    number: int
    state: msgspec.Raw
    persons: frozenset[Seat]
    at: datetime
    paused: datetime | None = None
    called: Called | None = None


class Game:
    """One game with its cards and its secret: folds entries, tells what is due, decodes what the log holds."""

    def __init__(self, rules: AnyRules, pack: Pack, secret: bytes) -> None:
        self.rules = rules
        self.pack = pack
        self.secret = secret

    def advance(self, play: Play | None, entry: Entry) -> Play:
        """The game after one more entry. Raises IllegalMove; then nothing has changed."""
        move, chance = entry.move, Chance(self.secret, entry.number)
        if play is None:
            if not isinstance(move, Begin):
                raise IllegalMove("CO-4", N_("The game has not begun yet."))
            persons = frozenset(move.persons)
            options = msgspec.convert(move.options, self.rules.Options)
            state = self.rules.setup(options, move.seats, persons, self.pack, chance, entry.at)
            return Play(entry.number, state, persons, entry.at)
        if self.rules.result(play.state) is not None:
            raise IllegalMove("CO-4", N_("The game is over."))
        if isinstance(move, Call):
            return self._called(play, entry, chance)
        after = self._after(play, entry, chance)
        return after if after.called is None else self._to_its_end(play, after, entry, chance)

    def _after(self, play: Play, entry: Entry, chance: Chance) -> Play:
        rules, state, at = self.rules, play.state, entry.at
        persons, paused = play.persons, play.paused
        match entry.move:
            case Begin():
                raise IllegalMove("CO-4", N_("The game has already begun."))
            case Seated(seat=seat, person=person):
                state = rules.seated(state, seat, person, at)
                persons = persons | {seat} if person else persons - {seat}
            case Pause():
                if paused is not None:
                    raise IllegalMove("CO-5", N_("The game is already paused."))
                if play.called is not None:
                    raise IllegalMove("CO-13", N_("Time has been called: the game is played to its end."))
                paused = at
            case Resume():
                if paused is None:
                    raise IllegalMove("CO-5", N_("The game is not paused."))
                state, paused = rules.shift(state, at - paused), None
            case TimeUp():
                due = None if paused is not None else _sooner(rules.earliest(state), _by_the_earlier_law(play.called))
                if due is None or at < due:
                    raise IllegalMove("CO-5", N_("There is still time."))
                state = rules.time_up(state, self.pack, chance, at)
            case move:
                if paused is not None:
                    raise IllegalMove("CO-5", N_("The game is paused."))
                state = rules.apply(state, entry.seat, move, self.pack, chance, at)
        return Play(entry.number, state, persons, at, paused, play.called)

    def _called(self, play: Play, entry: Entry, chance: Chance) -> Play:
        """Time is called: the unit that runs is played to its end; where none runs, that was the game (CO-13)."""
        if play.called is not None:
            raise IllegalMove("CO-13", N_("Time has been called already."))
        state, at = play.state, entry.at
        if play.paused is not None:
            state = self.rules.shift(state, at - play.paused)
        unit = self.rules.unit(state)
        if unit is None:
            state = self.rules.stopped(state, self.pack, chance, at)
        return Play(entry.number, state, play.persons, at, None, Called(unit or 0, at, at))

    def _to_its_end(self, before: Play, after: Play, entry: Entry, chance: Chance) -> Play:
        """The same, over if its last unit is; else everybody is awaited for so long and no longer (CO-13)."""
        called = after.called
        if called is None or self.rules.result(after.state) is not None:
            return after
        if self.rules.unit(after.state) != called.unit:
            state = self.rules.stopped(after.state, self.pack, chance, entry.at)
            return structs.replace(after, state=state)
        rules, at, timed = self.rules, entry.at, isinstance(entry.move, TimeUp)
        waits = rules.awaited(before.state) & rules.awaited(after.state)
        still = any(since is not None or seat != entry.seat for seat, since in waits)
        could = rules.to_move(before.state) & rules.to_move(after.state) - {entry.seat}
        since, earlier = (called.since if still else at), (called.earlier if could else at)
        return structs.replace(after, called=Called(called.unit, at if timed else since, at if timed else earlier))

    def judged(self, play: Play | None, seat: Seat, move: Any) -> Any:
        """A player's move as it is written to the log, with the verdict on what it types. Raises IllegalMove."""
        return move if play is None or seat == TABLE else self.rules.judged(play.state, seat, move, self.pack)

    def fold(self, entries: Iterable[Entry], play: Play | None = None) -> Play | None:
        """The game after all these entries, in order; None for an empty log."""
        for entry in entries:
            play = self.advance(play, entry)
        return play

    def deadline(self, play: Play) -> datetime | None:
        """When time runs out for whoever is awaited; None without a clock, in a pause and after the end."""
        if play.paused is not None or self.rules.result(play.state) is not None:
            return None
        return _sooner(self.rules.deadline(play.state), play.called)

    def to_move(self, play: Play) -> frozenset[Seat]:
        """Who may act now; nobody in a pause or after the end."""
        if play.paused is not None or self.result(play) is not None:
            return frozenset()
        return self.rules.to_move(play.state)

    def result(self, play: Play) -> Result | None:
        """The final ranking; None while the game goes on."""
        return self.rules.result(play.state)

    def decode(self, seat: Seat, move: bytes | str) -> Any:
        """A move as the log holds it. Raises msgspec.ValidationError for anything the log cannot hold."""
        kind: Any = TableMove if seat == TABLE else self.rules.Move
        return msgspec.json.decode(move, type=kind)

    def stored(self, play: Play) -> bytes:
        """The game at this moment as bytes, from which ``restored`` makes an equal one."""
        return msgspec.msgpack.encode(play)

    def restored(self, stored: bytes) -> Play:
        """The game that was ``stored``. Raises msgspec.MsgspecError for anything else."""
        play = msgspec.msgpack.decode(stored, type=_Stored)
        state = msgspec.msgpack.decode(play.state, type=self.rules.State)
        return Play(play.number, state, play.persons, play.at, play.paused, play.called)

    def read(self, fields: Mapping[str, object]) -> Any:
        """A move as a browser sent it: a form's fields. Raises msgspec.ValidationError for anything malformed."""
        if "move" not in fields:  # msgspec asks for the tag only where it has to choose between several
            raise msgspec.ValidationError("The field `move` is missing")
        return msgspec.convert(dict(fields), self.rules.Move, strict=False)


def _by_the_earlier_law(called: Called | None) -> Called | None:
    return called and structs.replace(called, since=called.earlier)


def _sooner(due: datetime | None, called: Called | None) -> datetime | None:
    """When time runs out; once time has been called, a minute after somebody came to be awaited at the latest."""
    if called is None:
        return due
    limit = called.since + LAST_CALL
    return limit if due is None else min(due, limit)
