"""A table of Snap! for tests: time is moved by hand, the alarm rings when it is due, and lines have a length."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from games.rules.kernel import HOST, TABLE, Result, Seat
from games.rules.pack import Event, Pack, Rank, Suit
from games.rules.play import Begin, Entry, Game, Play, Seated, TimeUp
from games.rules.quizterix_snap import Snap
from games.rules.quizterix_snap.moves import Answer, Appeal, Buzz, Deal, GiveUp, Judge, Pick, Reveal, SnapMove, Vote
from games.rules.quizterix_snap.observation import SnapObservation
from games.rules.quizterix_snap.state import Phase, SnapState
from games.rules.words import Text, Texts

NOON = datetime(2024, 5, 4, 12, tzinfo=UTC)
ANNA, BEAT, CARLA, DARIO = Seat(0), Seat(1), Seat(2), Seat(3)


def _event(rank: Rank, suit: Suit, year: int, name: str, german: str, mnemonic: str, scene: str) -> Event:
    return Event(
        rank=rank,
        suit=suit,
        year=year,
        name=Text(en=name, de=german),
        mnemonic=Text(en=mnemonic),
        scene=Text(en=scene),
        alt=Text(en=f"a picture of {scene}"),
        story=Text(en=f"It was {year}: {name}."),
        accept=Texts(en=(f"The {name}",)),
    )


EVENTS = (
    _event("Q", "hearts", 1961, "Building of the Berlin Wall", "Mauerbau", "[Sh]ivering [T]errier", "🐕🧱"),
    _event("K", "hearts", 1989, "Fall of the Berlin Wall", "Mauerfall", "[F]lying [P]enguin", "🐧🎉"),
    _event("A", "spades", 1969, "Apollo 11", "Mondlandung", "[Sh]ee[p]", "🐑🌕"),
    _event("7", "clubs", 1970, "Apollo 13", "Apollo 13", "[C]a[s]e", "🧳🚀"),
    _event("2", "diamonds", 1950, "Korean War", "Koreakrieg", "[L]a[c]e", "🎀💥"),
    _event("9", "spades", 1964, "Vietnam War", "Vietnamkrieg", "[Ch]ai[r]", "🪑🌴"),
)
PACK = Pack("small", Text(en="A small deck"), "event", ("en", "de"), events=EVENTS)


class SnapTable:
    """One game in progress. ``lines`` are the round trips the site has measured, in milliseconds."""

    def __init__(
        self,
        players: int = 3,
        *,
        bots: tuple[Seat, ...] = (),
        secret: bytes = b"snap",
        pack: Pack = PACK,
        lines: Mapping[Seat, int] | None = None,
        **options: Any,
    ) -> None:
        self.rules = Snap()
        self.game = Game(self.rules, pack, secret)
        self.pack = pack
        self.lines: dict[Seat, int] = dict(lines or {})
        self.now = NOON
        self.log: list[Entry] = []
        self.play: Play | None = None
        persons = tuple(Seat(n) for n in range(players) if Seat(n) not in bots)
        self._append(TABLE, Begin(players, persons, options))

    # -- what one sees

    @property
    def state(self) -> SnapState:
        assert self.play is not None
        return self.play.state  # type: ignore[no-any-return]

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def dealer(self) -> Seat:
        return self.state.dealer

    @property
    def event(self) -> Event:
        assert self.state.card is not None
        return self.pack.events[self.state.card]

    @property
    def result(self) -> Result | None:
        return self.rules.result(self.state)

    @property
    def buzzer(self) -> Seat | None:
        return self.state.buzzer.seat if self.state.buzzer else None

    def sees(self, watcher: Seat) -> SnapObservation:
        return self.rules.observe(self.state, watcher, self.pack, self.now)

    def may(self, seat: Seat) -> set[type]:
        return {type(move) for move in self.rules.legal_moves(self.state, seat, self.pack)}

    def cards(self) -> list[int]:
        return [self.state.cards_of(seat) for seat in self.state.seats()]

    def others(self, *but: Seat) -> list[Seat]:
        return [seat for seat in self.state.seats() if seat not in but]

    # -- what happens

    def _append(self, seat: Seat, move: Any) -> None:
        entry = Entry(len(self.log) + 1, seat, move, self.now)
        self.play = self.game.advance(self.play, entry)
        self.log.append(entry)

    def wait(self, seconds: float) -> "SnapTable":
        """Time goes by; whatever is due on the way happens at its time."""
        end = self.now + timedelta(seconds=seconds)
        assert self.play is not None
        while (due := self.game.deadline(self.play)) is not None and due <= end:
            self.now = max(due, self.now)
            self._append(TABLE, TimeUp())
        self.now = end
        return self

    def unknown(self) -> "SnapTable":
        """Nobody knows the card: ten seconds go by, and one for a buzz that may still be on its way (SN-C4)."""
        return self.wait(11)

    def moves(self, seat: Seat, move: SnapMove) -> "SnapTable":
        """A browser's frame: decoded, bounded by the site, appended to the log."""
        wire = msgspec.to_builtins(move)
        received = self.rules.receive(self.state, seat, self.game.read(wire), self.now, self.lines)
        row = msgspec.json.encode(self.game.judged(self.play, seat, received))
        self._append(seat, self.game.decode(seat, row))
        return self

    def seated(self, seat: Seat, person: bool) -> "SnapTable":
        self._append(TABLE, Seated(seat, person))
        return self

    def deal(self) -> "SnapTable":
        return self.moves(self.dealer, Deal(self.state.showing))

    def buzz(self, seat: Seat, reaction: int = 1500, settle: bool = True) -> "SnapTable":
        """Presses so long after the picture was painted; the buzz arrives a round trip later."""
        arrival = self.state.opened_at + timedelta(milliseconds=reaction + self.lines.get(seat, 0))
        if arrival > self.now:
            self.wait((arrival - self.now).total_seconds())
        self.moves(seat, Buzz(self.state.showing, reaction))
        if settle and self.phase == Phase.CONTEST:
            assert self.state.due is not None
            self.wait((self.state.due - self.now).total_seconds())
        return self

    def solution(self) -> Answer:
        event = self.event
        mnemonic = event.mnemonic.en.replace("[", "").replace("]", "")
        return Answer(self.state.showing, event.name.en, str(event.year), mnemonic)

    def right(self, seat: Seat) -> "SnapTable":
        return self.moves(seat, self.solution())

    def wrong(self, seat: Seat, name: str = "Moon landing") -> "SnapTable":
        return self.moves(seat, Answer(self.state.showing, name, "1900", "old hat"))

    def gives_up(self, seat: Seat) -> "SnapTable":
        return self.moves(seat, GiveUp(self.state.showing))

    def picks(self, seat: Seat, right: bool = True) -> "SnapTable":
        """One of the four cards: the one that is asked for, or another one."""
        four = self.state.four
        choice = next(place for place, card in enumerate(four) if (card == self.state.card) is right)
        return self.moves(seat, Pick(self.state.showing, choice))

    def reveals(self, seat: Seat) -> "SnapTable":
        return self.moves(seat, Reveal(self.state.showing))

    def buzz_arrives(self, seat: Seat, reaction: int, after: int) -> "SnapTable":
        """A buzz that says so many milliseconds and arrives so many after the buzzer has opened; then the race ends."""
        self.wait((self.state.opened_at + timedelta(milliseconds=after) - self.now).total_seconds())
        self.moves(seat, Buzz(self.state.showing, reaction))
        if self.phase == Phase.CONTEST and self.state.due is not None:
            self.wait((self.state.due - self.now).total_seconds())
        return self

    def judges(self, seat: Seat, right: bool) -> "SnapTable":
        return self.moves(seat, Judge(self.state.showing, right))

    def appeals(self, seat: Seat) -> "SnapTable":
        return self.moves(seat, Appeal(self.state.showing))

    def votes(self, seat: Seat, right: bool) -> "SnapTable":
        return self.moves(seat, Vote(self.state.showing, right))

    def host(self, move: SnapMove) -> "SnapTable":
        return self.moves(HOST, move)

    def win(self, seat: Seat) -> "SnapTable":
        """One whole showing: dealt, buzzed, answered right, looked at."""
        self.deal().buzz(seat).right(seat).wait(6)
        return self

    def win_all(self, seat: Seat) -> "SnapTable":
        for _ in range(200):
            if self.phase in (Phase.END, Phase.ROUND_OVER):
                return self
            self.win(seat)
        raise AssertionError("the round does not end")
