"""How the game goes on: the next step, the next turn, the end (QS-D1, QS-E1 to QS-E4)."""

from datetime import datetime
from typing import NamedTuple

from msgspec import structs

from games.rules.chance import Chance
from games.rules.kernel import DAY, Seat
from games.rules.pack import Pack
from games.rules.quizterix_snap.moves import SnapOptions
from games.rules.quizterix_snap.rules import Snap
from games.rules.quizterix_standard.mnemonics import plain
from games.rules.quizterix_standard.state import (
    INVENT_SECONDS,
    POINT_SECONDS,
    Ending,
    Incoming,
    Phase,
    Playoff,
    Slot,
    StandardState,
)
from games.rules.quizterix_standard.timeline import complete, standing, years_of

SNAP = Snap()


class Now(NamedTuple):
    """What a move is played with: the cards, the dice, the time."""

    pack: Pack
    chance: Chance
    at: datetime


# -- turns ---------------------------------------------------------------------------------------


def begin_turn(state: StandardState, at: datetime) -> StandardState:
    """Step 1 while the stack has cards, else step 2 (QS-D1)."""
    return state.enter(Phase.INSERT if state.stack else Phase.ACT, at)


def next_turn(state: StandardState, now: Now) -> StandardState:
    """The next player clockwise, unless the limit of rounds is reached (QS-D1, QS-E4)."""
    active = Seat((state.active + 1) % len(state.players))
    rounds = state.round + (active == state.starter)
    if state.options.rounds and rounds > state.options.rounds:
        return end(state, Ending.ROUNDS, now)
    fresh = structs.replace(
        state, active=active, round=rounds, tried=False, refreshed=False, asked_to_stop=False, die=0, panic=None
    )
    return begin_turn(fresh, now.at)


def go_on(state: StandardState, now: Now) -> StandardState:
    """Cards on the move are placed first; then the game may be over, or somebody steals, presents, or is next."""
    if state.incoming:
        return state.enter(Phase.PLACING, now.at)
    if any(complete(player.line) for player in state.players):
        return end(state, Ending.FLIPPED, now)
    while state.thieves:
        if next(state.hidden_of_others(state.thief), None) is not None:
            return state.enter(Phase.STEALING, now.at)
        state = structs.replace(state, thieves=state.thieves[1:]).tell("nothing-to-steal", seat=state.thief)
    if state.panic is not None and state.panic.queue:
        return present_next(state, now)
    return next_turn(state, now)


def receive(state: StandardState, seat: Seat, slot: Slot) -> StandardState:
    """This card is on its way to this seat, which places it before play goes on (QS-D5.7)."""
    return structs.replace(state, incoming=(*state.incoming, Incoming(seat, slot)))


def draw(state: StandardState, seat: Seat) -> StandardState:
    """The top card of the stack is on its way to this seat."""
    return receive(structs.replace(state, stack=state.stack[1:]), seat, Slot(state.stack[0]))


def present_next(state: StandardState, now: Now) -> StandardState:
    """The next mnemonic is presented; one that has been used is void (QS-D6.3, QS-D6.5)."""
    while state.panic is not None and state.panic.queue:
        invention, *rest = state.panic.queue
        panic = structs.replace(
            state.panic, queue=tuple(rest), presented=invention, points=(), settling=False, told=None
        )
        state = structs.replace(state, panic=panic)
        if not invention.text:
            return state.tell("performs", seat=invention.seat).enter(Phase.PERFORMING, now.at, INVENT_SECONDS)
        if plain(invention.text) in map(plain, state.used):
            state = state.tell("void", seat=invention.seat, text=invention.text)
            continue
        state = structs.replace(state, used=(*state.used, invention.text))
        return state.tell("presents", seat=invention.seat).enter(Phase.POINTING, now.at, POINT_SECONDS)
    return go_on(state, now)


# -- the end -------------------------------------------------------------------------------------


def end(state: StandardState, ending: Ending, now: Now) -> StandardState:
    """Everybody's remaining cards are flipped; those still level play Snap! for it (QS-E1, QS-E3).

    Nobody does once time has been called (CO-13), nor at a 24 h table (CO-11).
    """
    players = tuple(
        structs.replace(player, line=tuple(structs.replace(slot, flipped=True) for slot in player.line))
        for player in state.players
    )
    state = structs.replace(
        state, players=players, ending=ending, panic=None, thieves=(), looking=None, vote=None, readers=()
    ).tell("over")
    found = tuple(standing(years_of(player.line, now.pack)) for player in state.players)
    level = tuple(seat for seat in state.seats() if found[seat] == max(found))
    state = structs.replace(state, standings=found)
    if len(level) == 1 or state.options.clock == DAY or ending is Ending.CALLED:
        return structs.replace(state.enter(Phase.OVER, now.at), due=None)
    return structs.replace(state.enter(Phase.PLAYOFF, now.at), due=None, playoff=_playoff(state, level, now))


def _playoff(state: StandardState, level: tuple[Seat, ...], now: Now) -> Playoff:
    """A round of Snap! with this game's events; only those still level may buzz."""
    options = SnapOptions(answering=state.options.answering)
    snap = SNAP.setup(options, len(state.players), frozenset(state.persons()), now.pack, now.chance, now.at)
    events = sorted({slot.card for player in state.players for slot in player.line} | set(state.stack))
    others = tuple(seat for seat in state.seats() if seat not in level)
    laid = structs.replace(snap, deck=now.chance.shuffle(events), cards=len(events))
    return Playoff(**structs.asdict(laid), out=others)


def after_playoff(state: StandardState, playoff: Playoff, at: datetime) -> StandardState:
    """The play-off after something has happened in it; with its end the game is over."""
    state = structs.replace(state, playoff=playoff)
    if SNAP.result(playoff) is None:
        return state
    return structs.replace(state.enter(Phase.OVER, at), due=None)
