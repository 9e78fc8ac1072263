"""What a watcher of Quatrefoil may see. Each field of the observation is a part of the page."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from games.rules.kernel import TABLE, Result, Seat
from games.rules.quatrefoil.board import FREE, POSITIONS, TURNS, WAYS, after, comes_out, lands, shortest
from games.rules.quatrefoil.state import MINUTES, Heard, Phase, QuatrefoilState
from games.rules.words import N_, Say, Who, say


class Bar(Struct, frozen=True):
    """How many moves so far, and the way to play."""

    moves: int
    way: str


class SeatLine(Struct, frozen=True):
    """A seat with what lies open of it: the signal, and the cards that are face up.

    ``looking``: everybody looks at their cards first, and says when they are ready (QF-V3). ``dual``: it has a position
    card alone, and no signal. ``in_place``: its token, at the end.
    """

    seat: Seat
    turn: bool
    signal: bool | None
    looking: bool
    ready: bool
    colour: str
    position: str
    dual: bool
    in_place: bool | None


class Token(Struct, frozen=True):
    """A token and where it lies; ``free`` for the fifth. ``wrong``: at the end it belongs elsewhere (QF-3)."""

    colour: str
    position: str
    wrong: bool = False


class Arrow(Struct, frozen=True):
    """A push that this watcher may make: which way, what goes in and what comes out."""

    way: str
    into: str
    out: str


class Leaf(Struct, frozen=True):
    """The quatrefoil. ``north``: the fifth card, if it lies open; ``goal``: in Dual, what must lie where."""

    tokens: tuple[Token, ...]
    action: int
    kind: str  # what the last action was, for the animation
    how: str
    arrows: tuple[Arrow, ...]
    north: str
    goal: tuple[Token, ...]
    stacked: bool
    over: bool
    heard: tuple[Heard, ...]  # every signal there has been, for whoever remembers them


class Hand(Struct, frozen=True):
    """One's own cards and what one can do."""

    action: int
    seat: bool = False
    own: Seat | None = None
    colour: str = ""
    position: str = ""
    may_act: bool = False
    may_signal: bool = False
    may_ready: bool = False
    signal: bool | None = None
    in_place: bool | None = None  # only where the own cards are known
    turn: Seat = Seat(0)
    dual: bool = False
    looking: bool = False  # everybody looks at their cards first
    over: bool = False
    due: datetime | None = None
    seconds: int = 0


class Shown(Struct, frozen=True):
    """One step of the shortest solution: what is done, and how the tokens lie then."""

    kind: str
    how: str
    tokens: tuple[Token, ...]


class Solution(Struct, frozen=True):
    """After the game: the cards, and the shortest way from the start (QF-E1)."""

    won: bool
    start: tuple[Token, ...]
    steps: tuple[Shown, ...]


class QuatrefoilCommon(Struct, frozen=True):
    """What all see alike."""

    bar: Bar
    seats: tuple[SeatLine, ...]
    solution: Solution | None
    news: tuple[Say, ...]
    ending: Result | None


class QuatrefoilObservation(QuatrefoilCommon, frozen=True):
    """Everything one watcher sees."""

    leaf: Leaf
    hand: Hand


def seen_by_all(state: QuatrefoilState, ending: Result | None) -> QuatrefoilCommon:
    """What everybody sees."""
    acting = state.acting()
    return QuatrefoilCommon(
        bar=Bar(state.moves, state.options.way),
        seats=tuple(_seat(state, Seat(seat), acting) for seat in range(len(state.players))),
        solution=_solution(state) if ending else None,
        news=tuple(_news(state)),
        ending=ending,
    )


def look(common: QuatrefoilCommon, state: QuatrefoilState, watcher: Seat) -> QuatrefoilObservation:
    """What this watcher sees."""
    acting = watcher in state.acting()
    return QuatrefoilObservation(
        bar=common.bar,
        seats=common.seats,
        solution=common.solution,
        news=common.news,
        ending=common.ending,
        leaf=_leaf(state, watcher, acting),
        hand=_hand(state, watcher, acting),
    )


def _seat(state: QuatrefoilState, seat: Seat, acting: tuple[Seat, ...]) -> SeatLine:
    player, options = state.players[seat], state.options
    return SeatLine(
        seat=seat,
        turn=seat in acting and not options.dual,
        signal=player.signal,
        looking=state.phase is Phase.LOOKING,
        ready=player.ready and state.phase is Phase.LOOKING,
        colour=player.colour if state.over or (options.colours_open and not options.dual) else "",
        position=player.position if state.over or options.positions_open else "",
        dual=options.dual,
        in_place=state.in_place(seat) if state.over else None,
    )


def _tokens(tokens: tuple[str, ...]) -> tuple[Token, ...]:
    return tuple(Token(colour, place) for colour, place in zip(tokens, (*POSITIONS, "free"), strict=True))


def _judged(state: QuatrefoilState) -> tuple[Token, ...]:
    """At the end the cards are open: which tokens lie where they belong (QF-3)."""
    lie, belong = _tokens(state.tokens), _tokens(state.goal)
    return tuple(replace(token, wrong=token not in belong) for token in lie)


def _leaf(state: QuatrefoilState, watcher: Seat, acting: bool) -> Leaf:
    arrows: tuple[Arrow, ...] = ()
    if acting:
        mine = state.players[watcher].position
        arrows = tuple(
            Arrow(way, state.tokens[FREE], comes_out(state.tokens, way))
            for way in WAYS
            if not state.options.dual or lands(way) == mine
        )
    moved = state.last is not None and state.last.kind in ("push", "twist")
    return Leaf(
        tokens=_judged(state) if state.over else _tokens(state.tokens),
        action=state.action,
        kind=state.last.kind if state.last and moved else "",
        how=state.last.how if state.last and moved else "",
        arrows=arrows,
        north=state.free_colour if state.over or state.options.colours_open else "",
        goal=_tokens(state.goal) if state.options.dual else (),
        stacked=state.phase is Phase.STACKED,
        over=state.over,
        heard=state.now_heard(),
    )


def _hand(state: QuatrefoilState, watcher: Seat, acting: bool) -> Hand:
    due = min((when for when in (state.deadline, state.timer) if when is not None), default=None)
    seconds = MINUTES if due is not None and due == state.timer else state.clock or 300
    if not 0 <= watcher < len(state.players):
        return Hand(
            state.action,
            turn=state.turn,
            dual=state.options.dual,
            looking=state.phase is Phase.LOOKING,
            over=state.over,
            due=due,
            seconds=seconds,
        )
    player = state.players[watcher]
    return Hand(
        action=state.action,
        seat=True,
        own=watcher,
        colour="" if state.options.dual else player.colour,
        position=player.position,
        may_act=acting,
        may_signal=watcher in state.signalling(),
        may_ready=watcher in state.looking(),
        signal=player.signal,
        in_place=None if state.options.dual else state.in_place(watcher),
        turn=state.turn,
        dual=state.options.dual,
        looking=state.phase is Phase.LOOKING,
        over=state.over,
        due=due,
        seconds=seconds,
    )


def _solution(state: QuatrefoilState) -> Solution:
    tokens, steps = state.start, []
    for step in shortest(state.start, state.goal):
        tokens = after(tokens, step)
        steps.append(Shown(step[0], step[1], _tokens(tokens)))
    return Solution(state.won, _tokens(state.start), tuple(steps))


PUSHED = {
    "top-east": N_("%(who)s pushes the upper row east."),
    "top-west": N_("%(who)s pushes the upper row west."),
    "bottom-east": N_("%(who)s pushes the lower row east."),
    "bottom-west": N_("%(who)s pushes the lower row west."),
    "left-south": N_("%(who)s pushes the left column south."),
    "left-north": N_("%(who)s pushes the left column north."),
    "right-south": N_("%(who)s pushes the right column south."),
    "right-north": N_("%(who)s pushes the right column north."),
}
TWISTED = {
    TURNS[0]: N_("%(who)s turns the quatrefoil clockwise."),
    TURNS[1]: N_("%(who)s turns the quatrefoil anticlockwise."),
}


def _news(state: QuatrefoilState) -> Iterator[Say]:
    """The last action in one sentence."""
    done = state.last
    if done is None:
        return
    if done.seat == TABLE:
        yield say(N_("Time has run out: the quatrefoil turns clockwise by itself."))
        return
    who = Who(done.seat)
    match done.kind:
        case "push":
            yield say(PUSHED[done.how], who=who)
        case "twist":
            yield say(TWISTED[done.how], who=who)  # type: ignore[index]
        case "stack":
            yield say(N_("%(who)s puts the free token on top."), who=who)
        case _:
            if done.how == "yes":
                yield say(N_("%(who)s signals: in its place."), who=who)
            else:
                yield say(N_("%(who)s signals: not in its place."), who=who)
