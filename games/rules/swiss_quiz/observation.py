"""What a watcher of Swiss Quiz may see. The fields of the observation are the parts of the page."""

from datetime import datetime

from msgspec import Struct, structs

from games.rules.kernel import HOST, Result, Seat
from games.rules.pack import Category, Pack
from games.rules.ready import Going, going
from games.rules.swiss_quiz.board import EDELWEISS, Kind, kind_of, spots
from games.rules.swiss_quiz.state import (
    FLAG_WORTH,
    Answered,
    Arrived,
    FlagTaken,
    Laid,
    Late,
    Missed,
    Opened,
    Phase,
    Photo,
    Player,
    Shown,
    Skipped,
    SquarePaid,
    SwissQuizState,
    Turned,
    Walked,
)
from games.rules.swiss_quiz.turning import path, walked
from games.rules.words import N_, P_, Say, Text, Who, say

# -- the parts -----------------------------------------------------------------------------------------------------


class Bar(Struct, frozen=True):
    """The head of the page: which round, which statement of how many, what the table waits for."""

    round: int
    statement: int
    total: int
    phase: Phase


class SeatLine(Struct, frozen=True):
    """One seat as everybody sees it. A secret stake still counts among its chips and flags (SQ-2)."""

    seat: Seat
    chips: int
    flags: int
    position: int
    reader: bool
    to_move: bool
    laid: bool
    late: bool  # time ran out before a card was laid
    stake: bool  # does a stake lie open on the card?
    stake_chips: int
    stake_flags: int
    missing: bool  # taking a photo: misses this round, or the next once the card is turned
    arrived: int  # first, second ... at the edelweiss; 0 on the way
    right: bool | None = None  # once the card is turned, of whoever has laid one (SQ-3)


class Seats(Struct, frozen=True):
    """All seats in order, and what the bank has."""

    lines: tuple[SeatLine, ...]
    bank: int


class Card(Struct, frozen=True):
    """The statement; its truth and explanation only after it was turned (SQ-1, SQ-3)."""

    number: int
    category: Category
    text: Text
    turned: bool = False
    truth: bool | None = None
    explanation: Text | None = None


class Pawn(Struct, frozen=True):
    """Where a pawn stands: 0 the logo, 1 to LAST a square, EDELWEISS the end."""

    seat: Seat
    position: int


class Board(Struct, frozen=True):
    """What moves on the board. ``serial`` counts the turned cards: a new one means a ``turn`` to animate."""

    pawns: tuple[Pawn, ...]
    spots: tuple[int, ...]  # all that bore a flag at the beginning
    flags: tuple[int, ...]  # those that still do
    serial: int
    turn: tuple[Turned, ...]


class Consequence(Struct, frozen=True):
    """What a right answer with this stake would do to your pawn as things stand. A flag counts 4 in ``total``."""

    total: int
    steps: int
    square: int
    kind: Kind | None  # None on the edelweiss
    chips: int  # what the square itself pays, or costs if negative
    arrives: bool
    flags: int  # how many flags the pawn would take
    pays: int  # chips the bank would pay you for them


class ResultLine(Struct, frozen=True):
    """What the turned card has brought to one seat. ``answer`` is None if no card was laid."""

    seat: Seat
    missed: bool
    answer: bool | None
    right: bool
    chips: int
    flags: int
    start: int
    end: int
    square: Kind | None  # the event square where the move has ended
    square_chips: int
    flags_taken: int
    payout: int  # for all flags of this round
    photo: bool
    arrived: int

    @property
    def won(self) -> int:
        """Chips that the square and the flags have brought."""
        return max(0, self.square_chips) + self.payout


class Hand(Struct, frozen=True):
    """What you hold and may do now. For those who do not play everything is empty."""

    statement: int  # every move names it
    phase: Phase
    playing: bool = False  # you have a seat and have not arrived before this round
    may_lay: bool = False
    may_turn: bool = False
    may_next: bool = False
    position: int = 0
    chips: int = 0
    flags: int = 0
    usable_flags: int = 0
    stakes: tuple[Consequence, ...] = ()  # by total, from 0 on; while you have not answered
    laid: Laid | None = None  # your own card, face down
    result: ResultLine | None = None  # what the turned card has brought you
    missing: bool = False
    arrived: int = 0
    next_reader: Seat | None = None  # once the card is turned
    going: Going | None = None  # once somebody has read enough


class Results(Struct, frozen=True):
    """The round's outcome, in the order of the showing, with its card; empty until the card is turned."""

    lines: tuple[ResultLine, ...] = ()
    flags: tuple[FlagTaken, ...] = ()
    next_reader: Seat | None = None
    card: Card | None = None


class News(Struct, frozen=True):
    """What has just happened, in sentences."""

    lines: tuple[Say, ...]


class Whose(Struct, frozen=True):
    """Who reads, who is awaited, and until when. ``seconds`` is the whole time there was; 0 without a clock.

    Once the card is turned: who reads next, and how many of so many persons have read enough (CO-14).
    """

    phase: Phase
    reader: Seat
    awaited: tuple[Seat, ...]
    laid: int
    to_lay: int
    deadline: datetime | None
    seconds: int
    next_reader: Seat | None = None
    ready: int = 0
    persons: int = 0


class Stat(Struct, frozen=True):
    """How often a seat was right."""

    seat: Seat
    right: int
    answers: int


class Ending(Struct, frozen=True):
    """The final ranking and who knew how much; empty until the end."""

    result: Result | None = None
    stats: tuple[Stat, ...] = ()
    statements: int = 0


class SwissQuizCommon(Struct, frozen=True):
    """The parts of the page that are the same for all."""

    bar: Bar
    seats: Seats
    card: Card
    board: Board
    results: Results
    news: News
    whose: Whose
    ending: Ending


class SwissQuizObservation(SwissQuizCommon, frozen=True):
    """The page of one watcher, part by part."""

    hand: Hand


# -- looking -------------------------------------------------------------------------------------------------------


def seen_by_all(state: SwissQuizState, pack: Pack, result: Result | None) -> SwissQuizCommon:
    """What everybody may see of the game."""
    return SwissQuizCommon(
        bar=Bar(state.round, pack.statements[state.card].number, len(pack.statements), state.phase),
        seats=_seats(state),
        card=_card(state, pack),
        board=_board(state),
        results=_results(state, pack),
        news=News(tuple(_news(state, pack))),
        whose=_whose(state),
        ending=_ending(state, result),
    )


def look(common: SwissQuizCommon, state: SwissQuizState, watcher: Seat) -> SwissQuizObservation:
    """What this watcher may see of the game."""
    return SwissQuizObservation(
        bar=common.bar,
        seats=common.seats,
        card=common.card,
        board=common.board,
        results=common.results,
        news=common.news,
        whose=common.whose,
        ending=common.ending,
        hand=_hand(common, state, watcher),
    )


def _is_turned(state: SwissQuizState) -> bool:
    return state.phase in (Phase.SHOWN, Phase.OVER)


def _missing(state: SwissQuizState, player: Player) -> bool:
    return player.misses == state.round + _is_turned(state)


def _seats(state: SwissQuizState) -> Seats:
    awaited = state.awaited()
    lines = []
    shown = state.stakes_open
    right = {event.seat: event.right for event in state.turn if isinstance(event, Shown) and event.answer is not None}
    for number, player in enumerate(state.players):
        laid = player.laid or Laid(None)
        lines.append(
            SeatLine(
                seat=Seat(number),
                chips=player.chips + (0 if shown else laid.chips),
                flags=player.flags + (0 if shown else laid.flags),
                position=player.position,
                reader=number == state.reader,
                to_move=number in awaited,
                laid=laid.answer is not None,
                late=player.laid is not None and laid.answer is None,
                stake=shown and laid.chips + laid.flags > 0,
                stake_chips=laid.chips if shown else 0,
                stake_flags=laid.flags if shown else 0,
                missing=_missing(state, player),
                arrived=player.arrived,
                right=right.get(Seat(number)) if _is_turned(state) else None,
            )
        )
    return Seats(tuple(lines), state.bank)


def _card(state: SwissQuizState, pack: Pack) -> Card:
    statement = pack.statements[state.card]
    card = Card(statement.number, statement.category, statement.text)
    if _is_turned(state):
        return structs.replace(card, turned=True, truth=statement.truth, explanation=statement.explanation)
    return card


def _board(state: SwissQuizState) -> Board:
    pawns = tuple(Pawn(Seat(number), player.position) for number, player in enumerate(state.players))
    return Board(pawns, spots(len(state.players)), state.flags, state.turns, state.turn)


def _hand(common: SwissQuizCommon, state: SwissQuizState, watcher: Seat) -> Hand:
    number, next_reader = common.bar.statement, common.results.next_reader
    if not 0 <= watcher < len(state.players):
        may_next = watcher == HOST and state.phase is Phase.SHOWN
        return Hand(number, state.phase, may_next=may_next, next_reader=next_reader)
    player, line = state.players[watcher], common.seats.lines[watcher]
    unanswered = state.phase is Phase.LAYING and watcher in state.unanswered()
    return Hand(
        statement=number,
        phase=state.phase,
        playing=watcher in state.playing(),
        may_lay=state.phase is Phase.LAYING and line.to_move,
        may_turn=state.phase is Phase.TURNING and line.to_move,
        may_next=state.phase is Phase.SHOWN and line.to_move,
        position=player.position,
        chips=player.chips,
        flags=player.flags,
        usable_flags=state.usable_flags(watcher),
        stakes=_stakes(state, watcher) if unanswered else (),
        laid=player.laid,
        result=next((result for result in common.results.lines if result.seat == watcher), None),
        missing=line.missing,
        arrived=player.arrived,
        next_reader=next_reader,
        going=going(state.going, state.persons(), watcher, state.deadline),
    )


def _stakes(state: SwissQuizState, seat: Seat) -> tuple[Consequence, ...]:
    """The consequences of every stake, from nothing to everything one has."""
    player = state.players[seat]
    most = player.chips + FLAG_WORTH * state.usable_flags(seat)
    way = path(state, player.position, 1 + most)
    return tuple(_consequence(state, seat, total, way[: 1 + total]) for total in range(most + 1))


def _consequence(state: SwissQuizState, seat: Seat, total: int, way: tuple[int, ...]) -> Consequence:
    square = way[-1]
    passed = sum(state.players[seat].position <= spot < square for spot in state.flags)
    kind = None if square == EDELWEISS else kind_of(square)
    return Consequence(
        total=total,
        steps=len(way),
        square=square,
        kind=kind,
        chips=kind.chips if kind else 0,
        arrives=kind is None,
        flags=passed,
        pays=_pays(state, seat, total) if passed else 0,
    )


def _pays(state: SwissQuizState, seat: Seat, total: int) -> int:
    """What the bank would pay for the flags passed with this stake."""
    state = structs.replace(state, bank=state.bank + min(total, state.players[seat].chips))
    _, events = walked(state, seat, 1 + total)
    return _payout(seat, [event for event in events if isinstance(event, FlagTaken)])


def _payout(seat: Seat, taken: list[FlagTaken]) -> int:
    return sum(paid.chips for flag in taken for paid in flag.paid if paid.seat == seat)


def _results(state: SwissQuizState, pack: Pack) -> Results:
    if not _is_turned(state):
        return Results()
    taken = [event for event in state.turn if isinstance(event, FlagTaken)]
    lines = tuple(_result_line(state, seat, taken) for seat in state.playing())
    next_reader = state.next_reader() if state.phase is Phase.SHOWN else None
    return Results(lines, tuple(taken), next_reader, _card(state, pack))


def _result_line(state: SwissQuizState, seat: Seat, taken: list[FlagTaken]) -> ResultLine:
    player = state.players[seat]
    line = ResultLine(
        seat=seat,
        missed=False,
        answer=None,
        right=False,
        chips=0,
        flags=0,
        start=player.position,
        end=player.position,
        square=None,
        square_chips=0,
        flags_taken=sum(flag.seat == seat for flag in taken),
        payout=_payout(seat, taken),
        photo=False,
        arrived=player.arrived,
    )
    for event in state.turn:
        if event.seat != seat:
            continue
        match event:
            case Missed():
                line = structs.replace(line, missed=True)
            case Shown(answer=answer, right=right, chips=chips, flags=flags):
                line = structs.replace(line, answer=answer, right=right, chips=chips, flags=flags)
            case Walked(start=start):
                line = structs.replace(line, start=start)
            case SquarePaid(kind=kind, chips=chips):
                line = structs.replace(line, square=kind, square_chips=chips)
            case Photo():
                line = structs.replace(line, square=Kind.CAMERA, photo=True)
            case Arrived() | FlagTaken():
                pass
    return line


def _whose(state: SwissQuizState) -> Whose:
    answering = state.answering()
    shown, persons = state.phase is Phase.SHOWN, {*state.persons()}
    return Whose(
        phase=state.phase,
        reader=state.reader,
        awaited=state.awaited(),
        laid=len(answering) - len(state.unanswered()) if not _is_turned(state) else len(answering),
        to_lay=len(answering),
        deadline=state.deadline,
        seconds=state.seconds,
        next_reader=state.next_reader() if shown else None,
        ready=len(persons & {*state.going}) if shown else 0,
        persons=len(persons) if shown else 0,
    )


def _ending(state: SwissQuizState, result: Result | None) -> Ending:
    if result is None:
        return Ending()
    stats = tuple(Stat(Seat(number), player.right, player.answers) for number, player in enumerate(state.players))
    return Ending(result, stats, state.turns)


# -- telling -------------------------------------------------------------------------------------------------------


def _news(state: SwissQuizState, pack: Pack) -> list[Say]:
    statement = pack.statements[state.card]
    if _is_turned(state):
        truth = N_("The statement is true.") if statement.truth else N_("The statement is false.")
        return [say(truth), *(told for event in state.turn if (told := _told(event)) is not None)]
    lines = []
    for event in state.last:
        match event:
            case Opened(reader=reader) if state.round == 1:
                lines.append(say(N_("%(who)s is drawn as hut keeper and reads first."), who=Who(reader)))
            case Opened(reader=reader):
                lines.append(say(N_("%(who)s reads statement %(number)s."), who=Who(reader), number=statement.number))
            case Skipped():
                lines.append(say(N_("All are taking photos: no statement is read and the box passes on.")))
            case Late(seat=seat):
                lines.append(say(N_("%(who)s has run out of time."), who=Who(seat)))
            case Answered(seat=seat, chips=chips, flags=flags) if state.stakes_open and chips + flags:
                with_stake = stake(chips, flags)
                lines.append(say(N_("%(who)s has answered and stakes %(stake)s."), who=Who(seat), stake=with_stake))
            case Answered(seat=seat):
                lines.append(say(N_("%(who)s has answered."), who=Who(seat)))
    if state.phase is Phase.TURNING:
        lines.append(say(N_("All answers are laid. %(who)s turns the card."), who=Who(state.reader)))
    return lines


def stake(chips: int, flags: int) -> Say:
    in_chips = say(P_("%(n)s chip", "%(n)s chips"), n=chips)
    in_flags = say(P_("%(n)s flag", "%(n)s flags"), n=flags)
    if chips and flags:
        return say(N_("%(chips)s and %(flags)s"), chips=in_chips, flags=in_flags)
    return in_chips if chips else in_flags


def _told(event: Turned) -> Say | None:
    """One step of the turn as a sentence; None for what the next step tells as well."""
    who = Who(event.seat)
    match event:
        case Missed():
            return say(N_("%(who)s is taking a photo."), who=who)
        case Shown(answer=None):
            return say(N_("%(who)s has laid no card and stays."), who=who)
        case Shown(right=False):
            return say(N_("%(who)s is wrong and stays."), who=who)
        case Walked(end=end) if end != EDELWEISS:
            return say(N_("%(who)s is right and moves to square %(square)s."), who=who, square=end)
        case Arrived():
            return say(N_("%(who)s is right and reaches the edelweiss."), who=who)
        case FlagTaken():
            return say(N_("%(who)s takes a flag, and the bank pays everybody."), who=who)
        case SquarePaid(chips=chips) if chips > 0:
            return say(P_("%(who)s gets %(n)s chip.", "%(who)s gets %(n)s chips."), who=who, n=chips)
        case SquarePaid(chips=chips) if chips < 0:
            return say(N_("%(who)s pays a chip."), who=who)
        case Photo():
            return say(N_("%(who)s stops for a photo and misses the next round."), who=who)
        case _:
            return None
