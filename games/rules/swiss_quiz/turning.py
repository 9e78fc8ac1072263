"""What happens when the card is turned: pawns walk and jump, flags are taken, squares pay and cost."""

from msgspec import structs

from games.rules.kernel import Seat
from games.rules.swiss_quiz.board import EDELWEISS, LOGO, Kind, kind_of
from games.rules.swiss_quiz.state import (
    FLAG_WORTH,
    Arrived,
    FlagTaken,
    Laid,
    Missed,
    Paid,
    Photo,
    Shown,
    SquarePaid,
    SwissQuizState,
    Turned,
    Walked,
)

MANY = 3  # answers: so many wrong ones, and a statement has fooled them all
FLAG_PAY = (1, 2, 3, 4)  # to the front pawn, the second, the third, all others (SQ-8)


def turned(state: SwissQuizState, truth: bool) -> SwissQuizState:
    """Everybody shows the card, clockwise from the reader, and moves (SQ-4)."""
    events: list[Turned] = []
    for seat in state.playing():
        laid = state.players[seat].laid
        if laid is None:
            events.append(Missed(seat))
            continue
        right = laid.answer is truth
        events.append(Shown(seat, laid.answer, right, laid.chips, laid.flags))
        state = _collected(state, seat, laid, right)
        if right:
            state, moved = walked(state, seat, 1 + laid.chips + FLAG_WORTH * laid.flags)
            events += moved
    shown = [event.right for event in events if isinstance(event, Shown) and event.answer is not None]
    fooled = state.card if len(shown) >= MANY and not any(shown) else state.fooled
    return structs.replace(state, turn=tuple(events), turns=state.turns + 1, fooled=fooled)


def _collected(state: SwissQuizState, seat: Seat, laid: Laid, right: bool) -> SwissQuizState:
    """The stake is in the bank, right or wrong (SQ-5)."""
    player = state.players[seat]
    state = structs.replace(state, bank=state.bank + laid.chips, bank_flags=state.bank_flags + laid.flags)
    answers, row = player.answers + (laid.answer is not None), player.row + 1 if right else 0
    player = structs.replace(player, laid=None, answers=answers, right=player.right + right, row=row)
    return state.with_player(seat, structs.replace(player, longest=max(player.longest, row)))


def walked(state: SwissQuizState, seat: Seat, steps: int) -> tuple[SwissQuizState, list[Turned]]:
    """One pawn's whole move with everything it brings, in order: the flags first, then the square (SQ-7)."""
    player = state.players[seat]
    way = path(state, player.position, steps)
    walk = Walked(seat, player.position, way[-1], way)
    events: list[Turned] = [walk]
    player = structs.replace(player, position=walk.end)
    if walk.end == EDELWEISS:
        player = structs.replace(player, arrived=state.arrived() + 1, arrived_in=state.round)
        events.append(Arrived(seat, player.arrived))
    state = state.with_player(seat, player)
    for spot in state.flags:
        if walk.start <= spot < walk.end:
            state, taken = _flag_taken(state, seat, spot)
            events.append(taken)
    if walk.end != EDELWEISS:
        state, event = _landed(state, seat)
        events += event
    return state, events


def path(state: SwissQuizState, square: int, steps: int) -> tuple[int, ...]:
    """The squares stepped on: each step goes to the next free one, and none beyond the edelweiss (SQ-4)."""
    occupied = state.occupied()
    way = []
    for _ in range(steps):
        square += 1
        while square in occupied:
            square += 1
        way.append(square)
        if square == EDELWEISS:
            break
    return tuple(way)


def _flag_taken(state: SwissQuizState, seat: Seat, spot: int) -> tuple[SwissQuizState, FlagTaken]:
    """The flag changes hands and the bank pays; if it is short, those farthest behind first (SQ-8, SQ-P3)."""
    player = state.players[seat]
    state = state.with_player(seat, structs.replace(player, flags=player.flags + 1))
    state = structs.replace(state, flags=tuple(other for other in state.flags if other != spot))
    paid = []
    for behind, place in reversed(_places(state)):
        chips = min(FLAG_PAY[min(place, len(FLAG_PAY)) - 1], state.bank)
        receiver = state.players[behind]
        state = state.with_player(behind, structs.replace(receiver, chips=receiver.chips + chips))
        state = structs.replace(state, bank=state.bank - chips)
        paid.append(Paid(behind, place, chips))
    return state, FlagTaken(seat, spot, tuple(reversed(paid)))


def _places(state: SwissQuizState) -> tuple[tuple[Seat, int], ...]:
    """Who is where in the race, the front first; all on the logo share the last place (SQ-8)."""
    players = state.players
    order = sorted(state.playing(), key=lambda seat: (-players[seat].position, players[seat].arrived))
    return tuple((seat, len(order) if players[seat].position == LOGO else place) for place, seat in enumerate(order, 1))


def _landed(state: SwissQuizState, seat: Seat) -> tuple[SwissQuizState, tuple[Turned, ...]]:
    """The square where a whole move has ended does its part (SQ-7)."""
    player = state.players[seat]
    kind = kind_of(player.position)
    if kind is Kind.PLAIN:
        return state, ()
    if kind is Kind.CAMERA:
        return state.with_player(seat, structs.replace(player, misses=state.round + 1)), (Photo(seat),)
    chips = max(min(kind.chips, state.bank), -player.chips)
    state = structs.replace(state, bank=state.bank - chips)
    return (
        state.with_player(seat, structs.replace(player, chips=player.chips + chips)),
        (SquarePaid(seat, kind, chips),),
    )
