"""The rules of Quatrefoil, clause by clause (QF-M1 to QF-E1)."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import ClassVar

from msgspec import structs

from games.rules.chance import Chance
from games.rules.kernel import DAY, TABLE, BadOption, IllegalMove, Place, Result, Rules, Seat, Standing
from games.rules.pack import Pack
from games.rules.quatrefoil.board import (
    COLOURS,
    FREE,
    POSITIONS,
    TURNS,
    WAYS,
    Arrangement,
    lands,
    pushed,
    shortest,
    twisted,
)
from games.rules.quatrefoil.moves import Push, QuatrefoilMove, QuatrefoilOptions, Ready, Signal, Stack, Twist
from games.rules.quatrefoil.observation import QuatrefoilCommon, QuatrefoilObservation, look, seen_by_all
from games.rules.quatrefoil.state import MINUTES, Done, Phase, Player, QuatrefoilState
from games.rules.words import N_, P_, Say, say

SEATS = 4
LOOK_SECONDS = 300  # a table that forgets to say "ready" begins by itself


class Quatrefoil(Rules[QuatrefoilState, QuatrefoilMove, QuatrefoilOptions, QuatrefoilCommon, QuatrefoilObservation]):
    """Quatrefoil: bring every token to its place, together, and stop at the right moment."""

    slug: ClassVar[str] = "quatrefoil"
    silent: ClassVar[bool] = True  # QF-2
    title: ClassVar[str] = "Quatrefoil"
    blurb: ClassVar[str] = N_("Four people, five tokens, hardly a word: when is every token in its place?")
    seats: ClassVar[range] = range(4, 5)
    minutes: ClassVar[str] = "5-10"
    kind = ""
    several_seats = True  # QF-S4
    together = True  # QF-3
    liveries = ("orange", "slate", "cream", "green")
    initials = True  # the fourth would be a token

    State = QuatrefoilState
    Move = QuatrefoilMove
    Options = QuatrefoilOptions
    Common = QuatrefoilCommon
    Observation = QuatrefoilObservation

    def bad_options(self, options: QuatrefoilOptions, seats: int, pack: Pack) -> Iterator[BadOption]:
        """Four seats; the timed ways and Dual have no turns of 24 hours (QF-S4, CO-11)."""
        if seats not in self.seats:
            yield BadOption("seats", say(N_("Quatrefoil has four seats: let bots take the others.")))
        if options.timed and options.clock == DAY:
            yield BadOption("clock", say(N_("The timed ways are not played at a 24 hour table.")))

    # -- the course of the game ------------------------------------------------------------------------------------

    def setup(
        self, options: QuatrefoilOptions, seats: int, persons: frozenset[Seat], pack: Pack, chance: Chance, at: datetime
    ) -> QuatrefoilState:
        """Cards dealt, tokens laid out, never solved already (QF-S1, QF-S2)."""
        colours, positions = chance.shuffle(COLOURS), chance.shuffle(POSITIONS)
        players = tuple(Player(Seat(seat) in persons, colours[seat], positions[seat]) for seat in range(SEATS))
        state = QuatrefoilState(
            options=options,
            players=players,
            tokens=("blue", "green", "purple", "red", "yellow"),
            start=("blue", "green", "purple", "red", "yellow"),
            free_colour=colours[SEATS],
            phase=Phase.LOOKING if options.way == "race" else Phase.PLAYING,
            turn=Seat(chance.below(SEATS)),
            deadline=None,
        )
        tokens = state.goal
        while tokens == state.goal:
            laid = chance.shuffle(COLOURS)
            tokens = (laid[0], laid[1], laid[2], laid[3], laid[FREE])
        state = structs.replace(state, tokens=tokens, start=tokens)
        if options.way == "dual-race":
            state = structs.replace(state, timer=at + timedelta(seconds=MINUTES))
        return _waiting(state, at)

    def to_move(self, state: QuatrefoilState) -> frozenset[Seat]:
        """Whose turn it is, and everybody who may show a signal; in Dual all (QF-V4)."""
        return frozenset((*state.acting(), *state.signalling(), *state.looking()))

    def legal_moves(self, state: QuatrefoilState, seat: Seat, pack: Pack) -> Iterable[QuatrefoilMove]:
        """Pushes, twists, the stack; a signal; or: I am ready."""
        if seat in state.looking():
            yield Ready()
        if seat in state.acting():
            for way in WAYS:
                if not state.options.dual or lands(way) == state.players[seat].position:
                    yield Push(state.action, way)
            for turn in TURNS:
                yield Twist(state.action, turn)
            yield Stack(state.action)
        if seat in state.signalling():
            yield Signal(state.action)

    def apply(
        self,
        state: QuatrefoilState,
        seat: Seat,
        move: QuatrefoilMove,
        pack: Pack,
        chance: Chance,
        at: datetime,
    ) -> QuatrefoilState:
        """The state after this move. Refuses what is another's turn, and what was aimed at tokens that have moved."""
        if not 0 <= seat < len(state.players):
            raise IllegalMove("CO-1", N_("Only those who play can do that."))
        if state.over:
            raise IllegalMove("QF-1.3", N_("The free token is stacked: it is over."))
        due = self.deadline(state)
        if due is not None and at > due:
            raise IllegalMove("CO-5", N_("Too late: time has run out."))
        if isinstance(move, Ready):
            if seat not in state.looking():
                raise IllegalMove("QF-V3", N_("You have said already that you are ready."))
            return _waiting(_begun(state.with_player(seat, structs.replace(state.players[seat], ready=True)), at), at)
        if state.phase is Phase.LOOKING:
            raise IllegalMove("QF-V3", N_("Everybody looks at their cards first."))
        if move.action != state.action:
            raise IllegalMove("QF-V4.1", N_("The tokens have moved since: look again."))
        if isinstance(move, Signal):
            return _signalled(state, seat)
        if seat not in state.acting():
            raise IllegalMove("QF-1", N_("It is not your turn yet."))
        return _waiting(_acted(state, seat, move), at)

    def time_up(self, state: QuatrefoilState, pack: Pack, chance: Chance, at: datetime) -> QuatrefoilState:
        """The two minutes are over and all have lost; or the quatrefoil is twisted clockwise for a seat (QF-1)."""
        if state.phase is Phase.LOOKING:
            players = tuple(structs.replace(player, ready=True) for player in state.players)
            return _waiting(_begun(structs.replace(state, players=players), at), at)
        if state.timer is not None and state.timer <= at:
            return structs.replace(state, phase=Phase.LATE, deadline=None, timer=None)
        return _waiting(_acted(state, state.turn, Twist(state.action, "clockwise"), by_clock=True), at)

    def seated(self, state: QuatrefoilState, seat: Seat, person: bool, at: datetime) -> QuatrefoilState:
        """The cards stay with the seat (CO-6)."""
        return state.with_player(seat, structs.replace(state.players[seat], person=person))

    # -- what can be read off a state ------------------------------------------------------------------------------

    def common(self, state: QuatrefoilState, pack: Pack, at: datetime) -> QuatrefoilCommon:
        """What everybody sees: the open cards and the signals, and at the end the shortest way."""
        return seen_by_all(state, self.result(state))

    def own(
        self, common: QuatrefoilCommon, state: QuatrefoilState, watcher: Seat, pack: Pack, at: datetime
    ) -> QuatrefoilObservation:
        """What this watcher may see: the open cards, and their own."""
        return look(common, state, watcher)

    def deadline(self, state: QuatrefoilState) -> datetime | None:
        """The turn's clock or the two minutes, whichever is earlier."""
        return min((due for due in (state.deadline, state.timer) if due is not None), default=None)

    def shift(self, state: QuatrefoilState, by: timedelta) -> QuatrefoilState:
        """Both clocks later by the length of the pause."""
        return structs.replace(
            state, deadline=state.deadline and state.deadline + by, timer=state.timer and state.timer + by
        )

    def result(self, state: QuatrefoilState) -> Result | None:
        """All win or all lose (QF-3); how many moves, and how few would have done (QF-E1)."""
        if not state.over:
            return None
        ranking = tuple(Place(1, Seat(seat), int(state.won)) for seat in range(len(state.players)))
        best = len(shortest(state.start, state.goal))
        return Result(ranking, (_verdict(state), _used(state.moves), _fewest(best, state)), lost=not state.won)

    def stopped(self, state: QuatrefoilState, pack: Pack, chance: Chance, at: datetime) -> QuatrefoilState:
        """Not stacked when time is called is lost (CO-13)."""
        return structs.replace(state, phase=Phase.LATE, deadline=None, timer=None)

    def standing(self, state: QuatrefoilState) -> Standing:
        """All win or all lose: nobody is ranked; and nobody can tell how many moves there will be."""
        return Standing((), state.moves, 0)


def _verdict(state: QuatrefoilState) -> Say:
    if state.won:
        return say(N_("Every token is in its place: you have all won."))
    if state.phase is Phase.LATE:
        return say(N_("Time has run out: you have all lost."))
    return say(N_("Not every token is in its place: you have all lost."))


def _used(moves: int) -> Say:
    return say(P_("You used %(n)s move.", "You used %(n)s moves."), n=moves)


def _fewest(moves: int, state: QuatrefoilState) -> Say:
    if state.won and state.moves == moves:
        return say(N_("Nobody can do it in fewer."))
    return say(P_("%(n)s move would have been enough.", "%(n)s moves would have been enough."), n=moves)


def _waiting(state: QuatrefoilState, at: datetime) -> QuatrefoilState:
    """The clock set anew for whose turn it is."""
    seconds = state.clock if state.phase is Phase.PLAYING else 0
    if state.phase is Phase.LOOKING:
        if state.deadline is not None:
            return state
        seconds = LOOK_SECONDS
    return structs.replace(state, deadline=at + timedelta(seconds=seconds) if seconds else None)


def _begun(state: QuatrefoilState, at: datetime) -> QuatrefoilState:
    """Once everybody has looked, the two minutes run (QF-V3)."""
    if state.looking():
        return state
    return structs.replace(state, phase=Phase.PLAYING, deadline=None, timer=at + timedelta(seconds=MINUTES))


def _signalled(state: QuatrefoilState, seat: Seat) -> QuatrefoilState:
    if state.options.dual:
        raise IllegalMove("QF-V4", N_("There are no signals in Dual."))
    player = state.players[seat]
    if player.signal is not None:
        raise IllegalMove("QF-2", N_("Your signal is showing already."))
    state = state.with_player(seat, structs.replace(player, signal=state.in_place(seat)))
    return structs.replace(state, last=Done(seat, "signal", "yes" if state.in_place(seat) else "no"))


def _acted(state: QuatrefoilState, seat: Seat, move: Push | Twist | Stack, by_clock: bool = False) -> QuatrefoilState:
    """One action; it clears all signals (QF-2), and the turn passes clockwise (QF-1)."""
    who = TABLE if by_clock else seat
    tokens: Arrangement = state.tokens
    match move:
        case Push(way=way):
            if state.options.dual and lands(way) != state.players[seat].position:
                raise IllegalMove("QF-V4", N_("In Dual you push only if the token ends on your own position."))
            done, tokens = Done(who, "push", way, tokens[FREE]), pushed(tokens, way)
        case Twist(turn=turn):
            done, tokens = Done(who, "twist", turn), twisted(tokens, turn)
        case Stack():
            done = Done(who, "stack", "", tokens[FREE])
    players = tuple(structs.replace(player, signal=None) for player in state.players)
    stacked = isinstance(move, Stack)
    return structs.replace(
        state,
        players=players,
        tokens=tokens,
        phase=Phase.STACKED if stacked else Phase.PLAYING,
        timer=None if stacked else state.timer,
        turn=Seat((state.turn + 1) % SEATS),
        action=state.action + 1,
        moves=state.moves + (not stacked),
        last=done,
        heard=state.now_heard(),
    )
