"""Mnemonic Panic, for two and for more (QS-D6.1 to QS-D6.6)."""

from datetime import timedelta

from msgspec import structs

from games.rules.kernel import IllegalMove, Seat
from games.rules.pack import Pack
from games.rules.quizterix_snap import buzzer
from games.rules.quizterix_snap.state import Buzzed
from games.rules.quizterix_standard import mnemonics
from games.rules.quizterix_standard.flow import Now, draw, go_on, next_turn, receive
from games.rules.quizterix_standard.moves import Invent, Perform, Point, Where, where
from games.rules.quizterix_standard.state import (
    INVENT_SECONDS,
    JUDGE_SECONDS,
    POINT_SECONDS,
    Invention,
    Panic,
    Phase,
    Pointed,
    StandardState,
)
from games.rules.quizterix_standard.timeline import protected
from games.rules.words import N_

FLIPPED = 3  # QS-D6.3: so many flipped cards must lie on the table


def targets(state: StandardState, seat: Seat, pack: Pack) -> tuple[Where, ...]:
    """The flipped cards this seat may invent a mnemonic for: of two players, the opponent's that are not protected
    (QS-D6.2); of more, any (QS-D6.3).
    """
    if len(state.players) > 2:
        return tuple(state.flipped())
    other = Seat(1 - seat)
    line = state.players[other].line
    safe = protected(line, pack)
    return tuple(Where(other, place) for place, slot in enumerate(line) if slot.flipped and place not in safe)


def performs(state: StandardState, seat: Seat) -> bool:
    """Does this seat perform its mnemonics? At spoken tables, persons do, to other persons (QS-D6.1)."""
    return state.options.spoken and state.players[seat].person and len(state.persons()) > 1


def begin(state: StandardState, now: Now) -> StandardState:
    """A six. Played only if there are enough flipped cards (QS-D6.2, QS-D6.3)."""
    if len(state.players) == 2:
        enough = all(targets(state, seat, now.pack) for seat in state.seats())
    else:
        enough = sum(1 for _ in state.flipped()) >= FLIPPED
    if not enough:
        return next_turn(state.tell("no-panic"), now)
    phase = Phase.RACING if len(state.players) == 2 else Phase.INVENTING
    return structs.replace(state, panic=Panic()).tell("panic").enter(phase, now.at, INVENT_SECONDS)


def busy(state: StandardState) -> tuple[Seat, ...]:
    """Who has not yet done what this part of the panic asks for."""
    panic = state.panic
    if panic is None:
        return ()
    if state.phase is Phase.POINTING and panic.presented is not None:
        gone = {panic.presented.seat, *(point.seat for point in panic.points)}
    else:
        gone = {*panic.out, *(invention.seat for invention in panic.inventions)}
    return tuple(seat for seat in state.seats() if seat not in gone)


def _settling(state: StandardState, panic: Panic, wait: int, now: Now) -> StandardState:
    """Somebody was first, unless a slower line still brings somebody quicker (QS-D6.6)."""
    panic, due = structs.replace(panic, settling=True), now.at + timedelta(milliseconds=wait)
    return structs.replace(state, panic=panic, due=due)


# -- inventing -----------------------------------------------------------------------------------


def invent(state: StandardState, seat: Seat, move: Invent | Perform, now: Now) -> StandardState:
    """A new mnemonic for a flipped card, typed or to be performed (QS-D6.1)."""
    at = where(move.spot)
    slot = state.slot(at)
    if slot is None or at not in targets(state, seat, now.pack):
        raise IllegalMove("QS-D6.2", N_("You cannot invent a mnemonic for this card."))
    if state.panic is None or seat not in busy(state):
        raise IllegalMove("QS-D6.3", N_("You have had your go."))
    text = move.text.strip() if isinstance(move, Invent) else ""
    if isinstance(move, Invent):
        mnemonics.check(text, now.pack.events[slot.card], state.used)
    elif not performs(state, seat):
        raise IllegalMove("QS-D6.1", N_("Mnemonics are performed at spoken tables only."))
    invention = Invention(seat, slot.card, text, move.reaction)
    panic = structs.replace(state.panic, inventions=(*state.panic.inventions, invention))
    state = structs.replace(state, panic=panic)
    if state.phase is Phase.RACING and busy(state):
        return state if panic.settling else _settling(state, panic, move.wait, now)
    return _all_invented(state, now)


def check_new(state: StandardState, move: Invent, pack: Pack) -> None:
    """Refuses what the card of this move has for a mnemonic already (QS-D6.5)."""
    slot = state.slot(where(move.spot))
    if slot is not None:
        mnemonics.check_new(move.text, pack.events[slot.card])


def skip(state: StandardState, seat: Seat, now: Now) -> StandardState:
    """No mnemonic comes to this seat, or it points at nothing."""
    panic = state.panic
    if panic is None or seat not in busy(state):
        raise IllegalMove("QS-D6.3", N_("You have had your go."))
    if state.phase is Phase.POINTING:
        points = (*panic.points, Pointed(seat, None))
        return _pointed(structs.replace(state, panic=structs.replace(panic, points=points)), 0, now)
    return _all_invented(structs.replace(state, panic=structs.replace(panic, out=(*panic.out, seat))), now)


def _all_invented(state: StandardState, now: Now) -> StandardState:
    return state if busy(state) else invented(state, now)


def invented(state: StandardState, now: Now) -> StandardState:
    """Everybody has had a go, or the time is over."""
    panic = state.panic
    if panic is None:
        return state
    if state.phase is Phase.RACING:
        return _race_over(state, panic, now)
    order = (state.active, *state.clockwise(state.active))
    queue = tuple(sorted(panic.inventions, key=lambda invention: order.index(invention.seat)))
    return go_on(structs.replace(state, panic=structs.replace(panic, queue=queue)), now)


# -- for two -------------------------------------------------------------------------------------


def _race_over(state: StandardState, panic: Panic, now: Now) -> StandardState:
    """The faster steals; whoever performs must be accepted first (QS-D6.2, QS-D6.6)."""
    waiting = [invention for invention in panic.inventions if invention.seat not in panic.out]
    if not waiting:
        return go_on(structs.replace(state, panic=None).tell("panic-over"), now)
    first, _ = buzzer.first((Buzzed(invention.seat, invention.reaction) for invention in waiting), now.chance)
    invention = next(invention for invention in waiting if invention.seat == first.seat)
    state = structs.replace(state, panic=structs.replace(panic, presented=invention, settling=False))
    if not invention.text:
        return state.tell("performs", seat=invention.seat).enter(Phase.ACCEPTING, now.at, JUDGE_SECONDS)
    return _won(structs.replace(state, used=(*state.used, invention.text)), invention, now)


def _won(state: StandardState, invention: Invention, now: Now) -> StandardState:
    """The card the mnemonic is for is stolen, flipped, and placed anew (QS-D6.2)."""
    at = next(at for at in state.flipped() if (slot := state.slot(at)) is not None and slot.card == invention.card)
    slot = state.slot(at)
    if slot is None:
        return go_on(state, now)
    state = structs.replace(state.without(at), panic=None)
    state = state.tell("won", seat=invention.seat, text=invention.text, card=invention.card)
    return go_on(receive(state, invention.seat, slot), now)


def accepted(state: StandardState, right: bool, now: Now) -> StandardState:
    """The opponent accepts what was performed, or the other may present; two refusals end the panic (QS-D6.2)."""
    panic = state.panic
    if panic is None or panic.presented is None:
        return state
    if right:
        return _won(state, panic.presented, now)
    panic = structs.replace(panic, out=(*panic.out, panic.presented.seat), presented=None)
    state = structs.replace(state, panic=panic).tell("not-accepted", seat=panic.out[-1])
    if busy(state):
        return state.enter(Phase.RACING, now.at, INVENT_SECONDS)
    return _race_over(state, panic, now)


# -- for more ------------------------------------------------------------------------------------


def performed(state: StandardState, now: Now) -> StandardState:
    """The mnemonic has been performed; the others point (QS-D6.3)."""
    return state.enter(Phase.POINTING, now.at, POINT_SECONDS)


def point(state: StandardState, seat: Seat, move: Point, now: Now) -> StandardState:
    """Each other player points once, and only the first right guess counts (QS-D6.3)."""
    slot, panic = state.slot(where(move.spot)), state.panic
    if panic is None or seat not in busy(state):
        raise IllegalMove("QS-D6.3", N_("You have had your go."))
    if slot is None or not slot.flipped:
        raise IllegalMove("QS-D6.3", N_("Point at a flipped event."))
    points = (*panic.points, Pointed(seat, slot.card, move.reaction))
    return _pointed(structs.replace(state, panic=structs.replace(panic, points=points)), move.wait, now)


def _pointed(state: StandardState, wait: int, now: Now) -> StandardState:
    panic = state.panic
    if panic is None or panic.presented is None:
        return state
    if not busy(state):
        return pointed_out(state, now)
    right = panic.points[-1].card == panic.presented.card
    return _settling(state, panic, wait, now) if right and not panic.settling else state


def pointed_out(state: StandardState, now: Now) -> StandardState:
    """The first who has guessed it and the inventor each receive an event (QS-D6.3, QS-D6.4)."""
    panic = state.panic
    if panic is None or panic.presented is None:
        return state
    invention = panic.presented
    right = [Buzzed(point.seat, point.reaction) for point in panic.points if point.card == invention.card]
    if not right:
        return go_on(_tell(state, "not-guessed", seat=invention.seat, card=invention.card), now)
    first, _ = buzzer.first(right, now.chance)
    state = _tell(state, "guessed", seat=first.seat, other=invention.seat, card=invention.card)
    if len(state.stack) < 2:
        return go_on(structs.replace(state, thieves=(invention.seat, first.seat)), now)
    return go_on(draw(draw(state, invention.seat), first.seat), now)


def _tell(state: StandardState, what: str, **facts: object) -> StandardState:
    """Told now, and kept as long as what follows from it is done."""
    state = state.tell(what, **facts)
    return structs.replace(state, panic=structs.replace(state.panic, told=state.last[-1]) if state.panic else None)
