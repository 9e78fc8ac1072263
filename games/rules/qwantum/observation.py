"""What a watcher of Qwantum may see. Each field of the observation is a part of the page."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from games.rules.kernel import Result, Seat
from games.rules.qwantum.dice import COLOURS, DICE, WHITE, totals
from games.rules.qwantum.sheet import BOXES, MOST_MISTHROWS, Sheet, fits
from games.rules.qwantum.state import Entered, Phase, QwantumState
from games.rules.words import N_, Say, Who, say


class Bar(Struct, frozen=True):
    """Which turn, whose, and which of the three steps."""

    turn: int
    active: Seat
    phase: Phase


class SeatLine(Struct, frozen=True):
    """A seat with its score so far."""

    seat: Seat
    score: int
    active: bool
    awaited: bool
    chosen: bool  # has chosen in step C; what, nobody sees yet


class Die(Struct, frozen=True):
    """A die as it lies: its colour (white for the white one), its number, and whether it has just been rolled."""

    place: int
    colour: str
    number: int
    rolled: bool


class Sum(Struct, frozen=True):
    """A colour of the throw: its dice, and what they make with the white one. ``entered``: in step B of this turn."""

    colour: str
    dice: tuple[Die, ...]
    total: int
    entered: bool = False


class Tray(Struct, frozen=True):
    """The seven dice, the white one last, the same by colour, and how far the turn is.

    ``mine``: it is this watcher's turn; ``may_choose``: who may choose some to roll again. ``entered``: the colour
    entered in step B, empty if nothing was. ``misthrow``: which one the turn before has cost, and whom.
    """

    dice: tuple[Die, ...]
    sums: tuple[Sum, ...]
    turn: int
    roll: str  # names this roll, so that the page shows each one once
    may_choose: bool
    active: Seat
    phase: Phase
    mine: bool = False
    entered: str = ""
    misthrow: int = 0
    mistaken: Seat = Seat(0)


class Box(Struct, frozen=True):
    """A box of a row: what stands in it, or what could (``lit``), or why it cannot (``refused``).

    ``fresh``: it was entered in the last step. ``chosen``: what its owner has chosen in step C, in secret.
    """

    value: int | None = None
    lit: int | None = None
    refused: int | None = None
    fresh: bool = False
    chosen: int | None = None


class Row(Struct, frozen=True):
    """A row of six boxes."""

    colour: str
    boxes: tuple[Box, ...]


class Card(Struct, frozen=True):
    """A sheet as it is read: rows, the scores of the columns (None while open), misthrows, and the score so far."""

    seat: Seat
    rows: tuple[Row, ...]
    columns: tuple[int | None, ...]
    misthrows: tuple[bool, ...]
    score: int


class Own(Struct, frozen=True):
    """One's own sheet, with the boxes lit that may be entered now. ``step``: names the choice they belong to."""

    card: Card
    step: str


class Hand(Struct, frozen=True):
    """What this watcher can do."""

    turn: int
    phase: Phase
    may_roll: bool = False
    may_reroll: bool = False
    may_enter: tuple[tuple[str, int], ...] = ()
    may_pass: bool = False
    misthrow: int = 0  # what entering nothing would cost now
    chosen: str | None = None
    chosen_total: int = 0
    active: Seat = Seat(0)
    due: datetime | None = None
    seconds: int = 0


class QwantumCommon(Struct, frozen=True):
    """What all see alike."""

    bar: Bar
    seats: tuple[SeatLine, ...]
    sheets: tuple[Card, ...]
    news: tuple[Say, ...]
    ending: Result | None


class QwantumObservation(QwantumCommon, frozen=True):
    """Everything one watcher sees."""

    tray: Tray
    sheet: Own | None
    hand: Hand


def seen_by_all(state: QwantumState, ending: Result | None) -> QwantumCommon:
    """What everybody sees."""
    awaited = state.awaited()
    return QwantumCommon(
        bar=Bar(state.turn, state.active, state.phase),
        seats=tuple(_seat(state, Seat(seat), awaited) for seat in range(len(state.players))),
        sheets=tuple(
            _card(Seat(seat), player.sheet, (), _fresh(state, seat)) for seat, player in enumerate(state.players)
        ),
        news=tuple(_news(state)),
        ending=ending,
    )


def look(common: QwantumCommon, state: QwantumState, watcher: Seat) -> QwantumObservation:
    """What this watcher sees."""
    line = common.seats[watcher] if 0 <= watcher < len(common.seats) else None
    awaited = line is not None and line.awaited
    return QwantumObservation(
        bar=common.bar,
        seats=common.seats,
        sheets=common.sheets,
        news=common.news,
        ending=common.ending,
        tray=_tray(state, watcher),
        sheet=None if line is None else _own(common.sheets[watcher], state, watcher, awaited),
        hand=_hand(state, watcher, awaited),
    )


def _seat(state: QwantumState, seat: Seat, awaited: tuple[Seat, ...]) -> SeatLine:
    player = state.players[seat]
    return SeatLine(
        seat=seat,
        score=player.sheet.score,
        active=seat == state.active and state.phase is not Phase.OVER,
        awaited=seat in awaited,
        chosen=state.phase is Phase.CHOOSING and player.choice is not None,
    )


def _tray(state: QwantumState, watcher: Seat) -> Tray:
    dice = _dice(state.throw, state.rolled)
    return Tray(
        dice=dice,
        sums=_sums(dice, state.taken),
        turn=state.turn,
        roll=f"{state.turn}{state.phase}",
        may_choose=state.phase is Phase.ROLLED and watcher == state.active,
        active=state.active,
        phase=state.phase,
        mine=watcher == state.active,
        entered=state.taken,
        misthrow=state.players[state.mistaken].sheet.misthrows if state.misthrow else 0,
        mistaken=state.mistaken,
    )


@lru_cache(maxsize=4096)
def _dice(throw: tuple[int, ...], rolled: tuple[int, ...]) -> tuple[Die, ...]:
    if not throw:
        return ()
    coloured = (
        Die(place, die[face].colour, die[face].number, place in rolled)
        for place, (die, face) in enumerate(zip(DICE, throw, strict=False))
    )
    return (*coloured, Die(WHITE, "white", throw[WHITE], WHITE in rolled))


@lru_cache(maxsize=4096)
def _sums(dice: tuple[Die, ...], entered: str) -> tuple[Sum, ...]:
    if not dice:
        return ()
    *coloured, white = dice
    sums = []
    for colour in COLOURS:
        those = tuple(die for die in coloured if die.colour == colour)
        sums.append(Sum(colour, those, white.number + sum(die.number for die in those), colour == entered))
    return tuple(sums)


def _fresh(state: QwantumState, seat: int) -> tuple[str, ...]:
    """The colours that this seat has just entered."""
    return tuple(done.colour for done in state.last if done.seat == seat and done.colour)


def _own(card: Card, state: QwantumState, watcher: Seat, awaited: bool) -> Own:
    if awaited and state.phase is not Phase.ROLLING:
        found = totals(state.throw)
        offers = tuple(None if colour == state.taken else found[place] for place, colour in enumerate(COLOURS))
        card = _card(watcher, state.players[watcher].sheet, offers, _fresh(state, watcher))
    elif state.phase is Phase.CHOOSING and (colour := state.players[watcher].choice):
        card = _with_choice(card, colour, state.total(colour))
    return Own(card, f"{state.turn}{state.phase}")


def _with_choice(card: Card, colour: str, total: int) -> Card:
    """A sheet with what was chosen in the first free box of its row (QW-C1)."""
    rows = list(card.rows)
    row = COLOURS.index(colour)
    boxes = list(rows[row].boxes)
    boxes[next(place for place, box in enumerate(boxes) if box.value is None)] = Box(chosen=total)
    rows[row] = Row(colour, tuple(boxes))
    return replace(card, rows=tuple(rows))


@lru_cache(maxsize=4096)
def _card(seat: Seat, sheet: Sheet, offers: tuple[int | None, ...], fresh: tuple[str, ...]) -> Card:
    rows = tuple(
        Row(colour, _boxes(sheet.rows[place], offers[place] if offers else None, colour in fresh))
        for place, colour in enumerate(COLOURS)
    )
    columns = (*sheet.columns, *(None for _ in range(BOXES - len(sheet.columns))))
    crossed = tuple(number < sheet.misthrows for number in range(MOST_MISTHROWS))
    return Card(seat, rows, columns, crossed, sheet.score)


def _boxes(row: tuple[int, ...], offer: int | None, fresh: bool) -> tuple[Box, ...]:
    boxes = [Box(value=value, fresh=fresh and place == len(row) - 1) for place, value in enumerate(row)]
    if offer is not None and len(row) < BOXES:
        boxes.append(Box(lit=offer) if fits(row, offer) else Box(refused=offer))
    return (*boxes, *(Box() for _ in range(BOXES - len(boxes))))


def _hand(state: QwantumState, watcher: Seat, awaited: bool) -> Hand:
    if not awaited:
        player = state.players[watcher] if 0 <= watcher < len(state.players) else None
        chosen = player.choice if player and state.phase is Phase.CHOOSING else None
        return Hand(
            state.turn,
            state.phase,
            chosen=chosen,
            chosen_total=state.total(chosen) if chosen else 0,
            active=state.active,
            due=state.deadline,
            seconds=state.options.clock,
        )
    mine = watcher == state.active
    last_chance = mine and state.phase is Phase.CHOOSING and not state.taken
    return Hand(
        turn=state.turn,
        phase=state.phase,
        may_roll=state.phase is Phase.ROLLING,
        may_reroll=state.phase is Phase.ROLLED,
        may_enter=tuple((colour, state.total(colour)) for colour in state.fitting(watcher)),
        may_pass=state.phase is not Phase.ROLLING,
        misthrow=state.players[watcher].sheet.misthrows + 1 if last_chance else 0,
        active=state.active,
        due=state.deadline,
        seconds=state.options.clock,
    )


ENTERED = {
    "red": N_("%(who)s enters red %(total)s."),
    "yellow": N_("%(who)s enters yellow %(total)s."),
    "blue": N_("%(who)s enters blue %(total)s."),
    "purple": N_("%(who)s enters purple %(total)s."),
}


def _news(state: QwantumState) -> Iterator[Say]:
    """The last step in sentences."""
    yield from (_told(done) for done in state.last)
    if state.misthrow:
        count = state.players[state.mistaken].sheet.misthrows
        yield say(N_("%(who)s crosses misthrow %(n)s."), who=Who(state.mistaken), n=count)
    if state.phase in (Phase.ROLLED, Phase.ENTERING):
        found = dict(zip(COLOURS, totals(state.throw), strict=True))
        sentence = (
            N_("%(who)s rolls: red %(red)s, yellow %(yellow)s, blue %(blue)s, purple %(purple)s.")
            if state.phase is Phase.ROLLED
            else N_("%(who)s rolls again: red %(red)s, yellow %(yellow)s, blue %(blue)s, purple %(purple)s.")
        )
        yield say(sentence, who=Who(state.active), **found)


def _told(done: Entered) -> Say:
    if not done.colour:
        return say(N_("%(who)s enters nothing in step B."), who=Who(done.seat))
    return say(ENTERED[done.colour], who=Who(done.seat), total=done.total)
