"""A table of Quizterix Standard for tests: any timelines laid out, dice that fall as told, time moved by hand."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import structs

from games.rules.chance import Chance
from games.rules.kernel import IllegalMove, Result, Seat
from games.rules.pack import Event, Pack, QuestionCard
from games.rules.quizterix_standard import Standard
from games.rules.quizterix_standard.moves import Guess, Roll
from games.rules.quizterix_standard.observation import Hand, StandardObservation
from games.rules.quizterix_standard.state import Phase, Slot, StandardState
from tests.tables.packs import full_event_pack

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
ANNA, BEAT, CARLA, DARIO = Seat(0), Seat(1), Seat(2), Seat(3)
PACK = full_event_pack()
PLACES = {event.key: place for place, event in enumerate(PACK.events)}


class Loaded(Chance):
    """Chance with a die that falls as told, and lots that fall on the first."""

    def __init__(self, die: int) -> None:
        super().__init__(b"loaded", 1)
        self._die = die

    def die(self, sides: int = 6) -> int:
        return self._die


class StandardTable:
    """One game in progress. Cards are written ``Q-hearts``, with an exclamation mark in front if flipped."""

    def __init__(
        self, players: int = 3, *, bots: tuple[Seat, ...] = (), pack: Pack = PACK, secret: bytes = b"", **options: Any
    ) -> None:
        self.rules = Standard()
        self.pack = pack
        self.now = NOON
        self.number = 1
        persons = frozenset(Seat(seat) for seat in range(players)) - frozenset(bots)
        self.secret = secret or b"standard"
        self.lines: dict[Seat, int] = {}
        self.state: StandardState = self.rules.setup(
            self.rules.Options(**options), players, persons, pack, Chance(self.secret, 1), NOON
        )

    # -- laying out

    def lays(self, *lines: str, stack: int | None = None, active: Seat = ANNA, phase: Phase = Phase.ACT) -> None:
        """These timelines, seat by seat; so many of the other cards on the stack (None: all); a turn begins."""
        state = self.state
        laid = []
        for seat, line in enumerate(lines):
            slots = tuple(Slot(PLACES[card.lstrip("!")], card.startswith("!")) for card in line.split())
            state = state.with_line(Seat(seat), slots)
            laid += [slot.card for slot in slots]
        rest = tuple(card for card in range(len(self.pack.events)) if card not in laid)
        stack = len(rest) if stack is None else stack
        state = structs.replace(state, stack=rest[:stack], active=active, starter=ANNA, panic=None, incoming=())
        self.state = structs.replace(state, tried=False, refreshed=False, die=0).enter(phase, self.now)

    def rolls(self, die: int, seat: Seat | None = None) -> None:
        """The player whose turn it is throws this number."""
        if seat is not None:
            self.state = structs.replace(self.state, active=seat)
        self.state = self.state.enter(Phase.ROLLING, self.now)
        self.does(self.state.active, Roll, die=die)

    # -- what one sees

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def active(self) -> Seat:
        return self.state.active

    def line(self, seat: Seat) -> list[str]:
        """A timeline as it is written above."""
        slots = self.state.players[seat].line
        return [("!" if slot.flipped else "") + self.pack.events[slot.card].key for slot in slots]

    def sees(self, watcher: Seat) -> StandardObservation:
        return self.rules.observe(self.state, watcher, self.pack, self.now)

    def hand(self, seat: Seat) -> Hand:
        return self.sees(seat).hand

    def event(self, seat: Seat, place: int) -> Event:
        return self.pack.events[self.state.players[seat].line[place].card]

    def card(self) -> QuestionCard:
        assert self.state.asked is not None
        return self.pack.questions[self.state.asked.card]

    @property
    def news(self) -> list[str]:
        """The kinds of things that have just happened."""
        return [happening.what for happening in self.state.last]

    @property
    def result(self) -> Result | None:
        return self.rules.result(self.state)

    def can(self, seat: Seat) -> set[str]:
        """The names of the moves this seat has."""
        return {type(move).__name__ for move in self.rules.legal_moves(self.state, seat, self.pack)}

    # -- what happens

    def does(self, seat: Seat, kind: Any, *, die: int = 0, after: float = 1, **fields: Any) -> None:
        """This seat makes a move of this kind, some seconds later."""
        self.now += timedelta(seconds=after)
        self.number += 1
        chance = Loaded(die) if die else Chance(self.secret, self.number)
        move = kind(**({"moment": self.state.moment} | fields if "showing" not in fields else fields))
        move = self.rules.receive(self.state, seat, move, self.now, self.lines)
        move = self.rules.judged(self.state, seat, move, self.pack)
        self.state = self.rules.apply(self.state, seat, move, self.pack, chance, self.now)

    def refuses(self, clause: str, seat: Seat, kind: Any, **fields: Any) -> None:
        """This move is refused, and by this clause."""
        before, now = self.state, self.now
        with pytest.raises(IllegalMove) as refused:
            self.does(seat, kind, **fields)
        assert refused.value.clause == clause
        self.now = now
        assert self.state == before

    def names(self, seat: Seat, place: int, **wrong: str) -> None:
        """This seat names a card of its timeline, rightly unless told otherwise."""
        event = self.event(seat, place)
        right = {"name": event.name.en, "year": str(event.year), "mnemonic": event.mnemonic.en}
        self.does(seat, Guess, place=place, **(right | wrong))

    def rings(self) -> None:
        """Time runs out."""
        due = self.rules.deadline(self.state)
        assert due is not None
        self.now, self.number = max(due, self.now), self.number + 1
        self.state = self.rules.time_up(self.state, self.pack, Chance(self.secret, self.number), self.now)
