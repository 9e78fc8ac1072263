"""Who may do what now (QS-D1 to QS-E4)."""

from collections.abc import Iterator

from games.rules.kernel import Seat
from games.rules.pack import Pack
from games.rules.quizterix_standard import panic
from games.rules.quizterix_standard.flow import SNAP
from games.rules.quizterix_standard.mnemonics import suggestion
from games.rules.quizterix_standard.moves import (
    Accept,
    Agree,
    Answer,
    Appeal,
    Ask,
    Enrol,
    Give,
    GoOn,
    Guess,
    Insert,
    Invent,
    Judge,
    LookAt,
    NotKnown,
    Peek,
    Perform,
    Performed,
    Point,
    Put,
    Refresh,
    Roll,
    Shift,
    Skip,
    StandardMove,
    Steal,
    Stop,
    Swap,
    Vote,
    spot,
)
from games.rules.quizterix_standard.state import Phase, StandardState
from games.rules.quizterix_standard.turn import SUITS

ACTIVE = {
    Phase.INSERT,
    Phase.ACT,
    Phase.LOOKING,
    Phase.ROLLING,
    Phase.GIVING,
    Phase.SWAPPING,
    Phase.SHIFTING,
}  # what only the player whose turn it is does


def actors(state: StandardState) -> frozenset[Seat]:
    """Everybody who may do something now."""
    match state.phase:
        case phase if phase in ACTIVE:
            return frozenset({state.active})
        case Phase.ANSWERING:
            return frozenset({state.active, *judges(state)})
        case Phase.JUDGING:
            return frozenset(judges(state))
        case Phase.VERDICT if state.given is not None:
            return frozenset({state.given.seat})
        case Phase.VOTING if state.vote is not None:
            return frozenset(state.vote.waiting)
        case Phase.STEALING:
            return frozenset({state.thief})
        case Phase.PLACING:
            return frozenset(card.seat for card in state.incoming)
        case Phase.RACING | Phase.INVENTING | Phase.POINTING:
            return frozenset(panic.busy(state))
        case Phase.ACCEPTING | Phase.PERFORMING if state.panic is not None and state.panic.presented is not None:
            presenter = state.panic.presented.seat
            return frozenset({presenter if state.phase is Phase.PERFORMING else Seat(1 - presenter)})
        case Phase.STOPPING:
            return frozenset(state.persons()) - frozenset(state.agreed)
        case Phase.PLAYOFF if state.playoff is not None:
            return SNAP.to_move(state.playoff)
        case _:
            return frozenset()


def judges(state: StandardState) -> tuple[Seat, ...]:
    """The persons who have been shown the solution, and judge (CO-2)."""
    return tuple(seat for seat in state.readers if state.players[seat].person)


def may_refresh(state: StandardState, seat: Seat) -> Iterator[int]:
    """The cards this seat may look at again now (QS-S2)."""
    player = state.players[seat]
    if state.phase in (Phase.INSERT, Phase.ACT) and player.refreshers and not state.refreshed:
        for place in state.hidden_of(seat):
            if seat in player.line[place].seen:
                yield place


def may_enrol(state: StandardState, seat: Seat) -> bool:
    """May this seat ask for refreshers? (QS-S2)"""
    player = state.players[seat]
    return player.person and state.options.refreshers == "asked" and not player.refreshers


def legal(state: StandardState, seat: Seat, pack: Pack) -> Iterator[StandardMove]:
    """Every move of this seat; an answer without its text, a mnemonic with one that will do."""
    if seat not in actors(state):
        return
    if state.playoff is not None:
        yield from SNAP.legal_moves(state.playoff, seat, pack)
        return
    moment = state.moment
    match state.phase:
        case Phase.INSERT:
            yield from (Insert(moment, gap) for gap in range(len(state.players[seat].line) + 1))
            yield from _beside(state, seat)
        case Phase.ACT:
            yield from _act(state, seat)
            yield from _beside(state, seat)
        case Phase.LOOKING:
            yield GoOn(moment)
        case Phase.VERDICT:
            yield GoOn(moment)
            if state.players[seat].person:
                yield Appeal(moment)
        case Phase.VOTING:
            yield from (Vote(moment, right) for right in (True, False))
        case Phase.ANSWERING | Phase.JUDGING:
            if state.phase is Phase.ANSWERING and seat == state.active:
                yield Answer(moment)
                yield NotKnown(moment)
            if seat in judges(state):
                yield from (Judge(moment, right) for right in (True, False))
        case Phase.STOPPING:
            yield from (Agree(moment, yes) for yes in (True, False))
        case Phase.ROLLING | Phase.GIVING | Phase.STEALING | Phase.SWAPPING | Phase.SHIFTING:
            yield from _die(state, seat)
        case Phase.PLACING:
            card = state.for_me(seat)
            if card is not None and not (card.looked or card.slot.flipped or state.options.no_peeking):
                yield LookAt(moment)
            yield from (Put(moment, gap) for gap in range(len(state.players[seat].line) + 1))
        case _:
            yield from _panic(state, seat, pack)


def _beside(state: StandardState, seat: Seat) -> Iterator[StandardMove]:
    yield from (Refresh(state.moment, place) for place in may_refresh(state, seat))
    if may_enrol(state, seat):
        yield Enrol(state.moment)


def _act(state: StandardState, seat: Seat) -> Iterator[StandardMove]:
    moment = state.moment
    if not state.tried:
        yield from (Guess(moment, place) for place in state.hidden_of(seat))
    yield from (Peek(moment, spot(other, place)) for other in state.seats() for place in state.hidden_of(other))
    yield from (Ask(moment, suit) for suit in SUITS)
    yield Ask(moment, "lot")
    if state.players[seat].person and not state.asked_to_stop:
        yield Stop(moment)


def _die(state: StandardState, seat: Seat) -> Iterator[StandardMove]:
    moment = state.moment
    match state.phase:
        case Phase.ROLLING:
            yield Roll(moment)
        case Phase.GIVING:
            others = state.clockwise(seat)
            yield from (Give(moment, place, other) for place in state.hidden_of(seat) for other in others)
        case Phase.STEALING:
            yield from (Steal(moment, spot(*at)) for at in state.hidden_of_others(seat))
        case Phase.SWAPPING:
            theirs = [spot(*at) for at in state.hidden_of_others(seat)]
            yield from (Swap(moment, place, other) for place in state.hidden_of(seat) for other in theirs)
        case Phase.SHIFTING:
            cards = len(state.players[seat].line)
            for place in range(cards):
                yield from (Shift(moment, place, gap) for gap in range(cards + 1) if gap not in (place, place + 1))


def _panic(state: StandardState, seat: Seat, pack: Pack) -> Iterator[StandardMove]:
    moment = state.moment
    match state.phase:
        case Phase.RACING | Phase.INVENTING:
            yield Skip(moment)
            for at in panic.targets(state, seat, pack):
                slot = state.slot(at)
                text = None if slot is None else suggestion(pack.events[slot.card], state.used)
                if text is not None:
                    yield Invent(moment, spot(*at), text)
                if panic.performs(state, seat):
                    yield Perform(moment, spot(*at))
        case Phase.ACCEPTING:
            yield from (Accept(moment, right) for right in (True, False))
        case Phase.PERFORMING:
            yield Performed(moment)
        case Phase.POINTING:
            yield Skip(moment)
            yield from (Point(moment, spot(*at)) for at in state.flipped())
