"""The rules of Qwantum, clause by clause (QW-M1 to QW-E2)."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import cache
from itertools import product
from typing import ClassVar

from msgspec import structs

from games.rules.chance import Chance
from games.rules.kernel import BadOption, IllegalMove, Result, Rules, Seat, Standing, Story, ranked
from games.rules.pack import Pack
from games.rules.qwantum.dice import COLOURS, WHITE, Colour
from games.rules.qwantum.moves import Enter, Pass, QwantumMove, QwantumOptions, Reroll, Roll
from games.rules.qwantum.observation import QwantumCommon, QwantumObservation, look, seen_by_all
from games.rules.qwantum.sheet import BOXES, fits
from games.rules.qwantum.state import Entered, Phase, Player, QwantumState
from games.rules.qwantum.story import story
from games.rules.words import N_, say

FACES = 6


class Qwantum(Rules[QwantumState, QwantumMove, QwantumOptions, QwantumCommon, QwantumObservation]):
    """Qwantum: enter the dice so that columns fill, before somebody else is done."""

    slug: ClassVar[str] = "qwantum"
    title: ClassVar[str] = "Qwantum"
    blurb: ClassVar[str] = N_("Seven dice, four rows. Everybody uses every throw: who fills the best columns?")
    seats: ClassVar[range] = range(2, 5)
    minutes: ClassVar[str] = "20-30"
    kind = ""
    liveries = ("green", "orange", "slate", "cream")  # the other four are the dice

    State = QwantumState
    Move = QwantumMove
    Options = QwantumOptions
    Common = QwantumCommon
    Observation = QwantumObservation

    def bad_options(self, options: QwantumOptions, seats: int, pack: Pack) -> Iterator[BadOption]:
        """Only the number of players can be wrong (QW-3)."""
        if seats not in self.seats:
            yield BadOption("seats", say(N_("Qwantum is for 2 to 4 players.")))

    # -- the course of the game ------------------------------------------------------------------------------------

    def setup(
        self, options: QwantumOptions, seats: int, persons: frozenset[Seat], pack: Pack, chance: Chance, at: datetime
    ) -> QwantumState:
        """Empty sheets; the first player is drawn by lot (QW-3)."""
        state = QwantumState(
            options=options,
            players=tuple(Player(Seat(number) in persons) for number in range(seats)),
            active=Seat(chance.below(seats)),
            turn=1,
            phase=Phase.ROLLING,
            deadline=None,
        )
        return _waiting(state, at)

    def to_move(self, state: QwantumState) -> frozenset[Seat]:
        """The active player; in step C everybody who has not chosen yet."""
        return frozenset(state.awaited())

    def legal_moves(self, state: QwantumState, seat: Seat, pack: Pack) -> Iterable[QwantumMove]:
        """The roll; every choice of dice to roll again; every colour that fits; or nothing."""
        if seat not in state.awaited():
            return
        if state.phase is Phase.ROLLING:
            yield Roll(state.turn)
            return
        if state.phase is Phase.ROLLED:
            yield from _rerolls(state.turn)
        for colour in COLOURS:
            if colour in state.fitting(seat):
                yield Enter(state.turn, colour)
        yield Pass(state.turn)

    def apply(
        self, state: QwantumState, seat: Seat, move: QwantumMove, pack: Pack, chance: Chance, at: datetime
    ) -> QwantumState:
        """The state after this move. Refuses what is not one's turn, what has been done, and what does not fit."""
        if not 0 <= seat < len(state.players):
            raise IllegalMove("CO-1", N_("Only those who play can do that."))
        if move.turn != state.turn or state.phase is Phase.OVER:
            raise IllegalMove("QW-3", N_("That turn is already over."))
        if seat not in state.awaited():
            if state.phase is Phase.CHOOSING:
                raise IllegalMove("QW-C1", N_("You have chosen already."))
            raise IllegalMove("QW-B1", N_("It is not your turn yet."))
        if state.deadline is not None and at > state.deadline:
            raise IllegalMove("CO-5", N_("Too late: time has run out."))
        match move:
            case Roll():
                if state.phase is not Phase.ROLLING:
                    raise IllegalMove("QW-A1", N_("All dice are rolled together once in a turn."))
                return _waiting(_rolled(state, tuple(range(WHITE + 1)), chance, Phase.ROLLED), at)
            case Reroll():
                return _waiting(_rerolled(state, move, chance), at)
            case Enter() if state.phase is Phase.CHOOSING:
                _check(state, seat, move.colour)
                return _chosen(state, seat, move.colour, at)
            case Enter():
                _check(state, seat, move.colour)
                return _waiting(_entered(state, move.colour), at)
            case Pass():
                if state.phase is Phase.ROLLING:
                    raise IllegalMove("QW-A1", N_("The dice come first: roll them."))
                if state.phase is Phase.CHOOSING:
                    return _chosen(state, seat, "", at)
                return _waiting(_entered(state, ""), at)

    def time_up(self, state: QwantumState, pack: Pack, chance: Chance, at: datetime) -> QwantumState:
        """The dice roll by themselves; nothing is entered for whoever was awaited (CO-5)."""
        if state.phase is Phase.ROLLING:
            return _waiting(_rolled(state, tuple(range(WHITE + 1)), chance, Phase.ROLLED), at)
        if state.phase is Phase.CHOOSING:
            for seat in state.awaited():
                state = state.with_player(seat, structs.replace(state.players[seat], choice=""))
            return _waiting(_revealed(state), at)
        return _waiting(_entered(state, ""), at)

    def seated(self, state: QwantumState, seat: Seat, person: bool, at: datetime) -> QwantumState:
        """The sheet and what is chosen stay with the seat (CO-6)."""
        return state.with_player(seat, structs.replace(state.players[seat], person=person))

    # -- what can be read off a state ------------------------------------------------------------------------------

    def common(self, state: QwantumState, pack: Pack, at: datetime) -> QwantumCommon:
        """What everybody sees: the sheets, and everything but the choices of step C before all have chosen."""
        return seen_by_all(state, self.result(state))

    def own(
        self, common: QwantumCommon, state: QwantumState, watcher: Seat, pack: Pack, at: datetime
    ) -> QwantumObservation:
        """What this watcher may see: the dice to choose from, the own sheet with what fits into it, the own choice."""
        return look(common, state, watcher)

    def deadline(self, state: QwantumState) -> datetime | None:
        """When the decision is made by the clock."""
        return state.deadline

    def shift(self, state: QwantumState, by: timedelta) -> QwantumState:
        """The deadline later by the length of the pause."""
        return structs.replace(state, deadline=state.deadline and state.deadline + by)

    def story(self, state: QwantumState, pack: Pack) -> Story:
        """What is worth telling once it is over."""
        return story(state, pack)

    def result(self, state: QwantumState) -> Result | None:
        """Full columns minus misthrows; equal scores share their place (QW-E2)."""
        if state.phase is not Phase.OVER:
            return None
        return Result(ranked(player.sheet.score for player in state.players))

    def unit(self, state: QwantumState) -> int | None:
        """The turn, with what everybody enters in it (CO-13)."""
        return None if state.phase is Phase.OVER else state.turn

    def stopped(self, state: QwantumState, pack: Pack, chance: Chance, at: datetime) -> QwantumState:
        """Over; full columns minus misthrows, as they are (QW-E2)."""
        return structs.replace(state, phase=Phase.OVER, deadline=None)

    def standing(self, state: QwantumState) -> Standing:
        """By score; the fullest sheet tells how far the game is."""
        sheets = [player.sheet for player in state.players]
        filled = max(sum(len(row) for row in sheet.rows) for sheet in sheets)
        return Standing(ranked(sheet.score for sheet in sheets), filled, BOXES * len(COLOURS))


@cache
def _rerolls(turn: int) -> tuple[Reroll, ...]:
    """Every choice of at least one die."""
    return tuple(Reroll(turn, *chosen) for chosen in product((False, True), repeat=WHITE + 1) if any(chosen))


def _waiting(state: QwantumState, at: datetime) -> QwantumState:
    """The clock set anew."""
    clock = state.options.clock
    if not clock or state.phase is Phase.OVER:
        return structs.replace(state, deadline=None)
    return structs.replace(state, deadline=at + timedelta(seconds=clock))


def _rolled(state: QwantumState, dice: tuple[int, ...], chance: Chance, phase: Phase) -> QwantumState:
    throw = state.throw or (0,) * WHITE + (1,)
    faces = tuple(
        (chance.below(FACES) + (place == WHITE) if place in dice else face) for place, face in enumerate(throw)
    )
    return structs.replace(state, throw=faces, rolled=dice, phase=phase, last=(), misthrow=False)


def _rerolled(state: QwantumState, move: Reroll, chance: Chance) -> QwantumState:
    if state.phase is not Phase.ROLLED:
        raise IllegalMove("QW-A1", N_("Dice may be rolled again once in a turn, before anything is entered."))
    if not move.dice:
        raise IllegalMove("QW-A1", N_("Choose the dice that you want to roll again."))
    state = _rolled(state, move.dice, chance, Phase.ENTERING)
    return state if state.fitting(state.active) else _entered(state, "")


def _check(state: QwantumState, seat: Seat, colour: Colour) -> None:
    if state.phase is Phase.ROLLING:
        raise IllegalMove("QW-A1", N_("The dice come first: roll them."))
    if colour == state.taken:
        raise IllegalMove("QW-C1", N_("This colour was taken in step B."))
    row = state.players[seat].sheet.rows[COLOURS.index(colour)]
    if not fits(row, state.total(colour)):
        raise IllegalMove(
            "QW-1", N_("This number does not fit: the row rises up to the thick line and falls after it.")
        )


def _entered(state: QwantumState, colour: str) -> QwantumState:
    """Step B is done; step C follows unless all four rows are full (QW-E1)."""
    player = state.players[state.active]
    done = Entered(state.active, "b", colour)
    if colour:
        total = state.total(colour)
        done = Entered(state.active, "b", colour, total)
        sheet = player.sheet.entered(COLOURS.index(colour), total)
        state = state.with_player(state.active, structs.replace(player, sheet=sheet))
    state = structs.replace(state, taken=colour, phase=Phase.CHOOSING, last=(done,), rolled=(), misthrow=False)
    if state.ended:
        return structs.replace(state, phase=Phase.OVER)
    for number in range(len(state.players)):  # who can enter nothing need not say so
        seat = Seat(number)
        choice = None if state.fitting(seat) else ""
        state = state.with_player(seat, structs.replace(state.players[seat], choice=choice))
    return state if state.awaited() else _revealed(state)


def _chosen(state: QwantumState, seat: Seat, colour: str, at: datetime) -> QwantumState:
    """A choice in secret: the clock of step C runs on for the others, whatever it was (QW-C1)."""
    state = state.with_player(seat, structs.replace(state.players[seat], choice=colour))
    return state if state.awaited() else _waiting(_revealed(state), at)


def _revealed(state: QwantumState) -> QwantumState:
    """All choices are revealed at once and entered; the next player rolls (QW-C1, QW-D1)."""
    last, players = [], []
    for number, player in enumerate(state.players):
        colour, sheet = player.choice or "", player.sheet
        if colour:
            total = state.total(colour)
            sheet = sheet.entered(COLOURS.index(colour), total)
            last.append(Entered(Seat(number), "c", colour, total))
        elif number == state.active and not state.taken:
            sheet = sheet.crossed()
        players.append(structs.replace(player, sheet=sheet, choice=None))
    misthrow = players[state.active].sheet.misthrows > state.players[state.active].sheet.misthrows
    before = tuple(done for done in state.last if done.colour)
    state = structs.replace(
        state, players=tuple(players), last=(*before, *last), misthrow=misthrow, mistaken=state.active
    )
    if state.ended:
        return structs.replace(state, phase=Phase.OVER)
    following = Seat((state.active + 1) % len(players))
    return structs.replace(state, active=following, turn=state.turn + 1, phase=Phase.ROLLING, taken="", rolled=())
