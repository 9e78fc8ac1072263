"""The rules of Swiss Quiz, clause by clause (SQ-M1 to SQ-10)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import product
from typing import ClassVar, get_args

from msgspec import structs

from games.rules import ready
from games.rules.chance import Chance
from games.rules.kernel import (
    HOST,
    BadOption,
    IllegalMove,
    Known,
    Place,
    Result,
    Riddle,
    Rules,
    Seat,
    Standing,
    Story,
    ranked,
)
from games.rules.pack import Pack
from games.rules.swiss_quiz import board
from games.rules.swiss_quiz.moves import CHIPS, Answer, GoOn, Lay, SwissQuizMove, SwissQuizOptions, Turn
from games.rules.swiss_quiz.observation import SwissQuizCommon, SwissQuizObservation, look, seen_by_all
from games.rules.swiss_quiz.state import (
    Answered,
    Between,
    Laid,
    Late,
    Opened,
    Phase,
    Player,
    Shown,
    Skipped,
    SwissQuizState,
)
from games.rules.swiss_quiz.story import story
from games.rules.swiss_quiz.turning import turned
from games.rules.words import N_, P_, Say, say

START_CHIPS = 4  # SQ-P3


class SwissQuiz(Rules[SwissQuizState, SwissQuizMove, SwissQuizOptions, SwissQuizCommon, SwissQuizObservation]):
    """Swiss Quiz: see through the statements and be first at the edelweiss."""

    slug: ClassVar[str] = "swiss-quiz"
    title: ClassVar[str] = "Swiss Quiz"
    blurb: ClassVar[str] = N_(
        "Statements about Switzerland, and only half of them are true. Who is first at the edelweiss?"
    )
    seats: ClassVar[range] = range(3, 7)
    minutes: ClassVar[str] = "30-45"
    kind = "statement"
    riddles = True

    State = SwissQuizState
    Move = SwissQuizMove
    Options = SwissQuizOptions
    Common = SwissQuizCommon
    Observation = SwissQuizObservation

    def bad_options(self, options: SwissQuizOptions, seats: int, pack: Pack) -> Iterator[BadOption]:
        """What cannot be played: too few or too many players, a beginning that the deck does not have."""
        if seats not in self.seats:
            yield BadOption("seats", say(N_("Swiss Quiz is for 3 to 6 players.")))
        last = max((statement.number for statement in pack.statements), default=0)
        if not last:
            yield BadOption("deck", say(N_("This deck has no statements.")))
        elif options.order == "in-order" and options.first > last:
            yield BadOption("stack", say(N_("This deck ends with statement %(last)s."), last=last))

    # -- the course of the game ------------------------------------------------------------------------------------

    def setup(
        self, options: SwissQuizOptions, seats: int, persons: frozenset[Seat], pack: Pack, chance: Chance, at: datetime
    ) -> SwissQuizState:
        """All pawns on the logo, flags on their spots, 4 chips each, and a keeper drawn by lot who reads first."""
        reader = Seat(chance.below(seats))
        state = SwissQuizState(
            options=options,
            deck=_deck(options, pack, chance),
            drawn=0,
            round=1,
            reader=reader,
            phase=Phase.LAYING,
            players=tuple(Player(Seat(number) in persons, START_CHIPS) for number in range(seats)),
            bank=CHIPS - START_CHIPS * seats,
            bank_flags=0,
            flags=board.spots(seats),
            deadline=None,
            last=(Opened(reader),),
        )
        return _waiting(state, at)

    def to_move(self, state: SwissQuizState) -> frozenset[Seat]:
        """Who is awaited: who answers, who turns the card, who passes the box on."""
        return frozenset(state.awaited())

    def legal_moves(self, state: SwissQuizState, seat: Seat, pack: Pack) -> Iterable[SwissQuizMove]:
        """Every move of this seat: both answers with every stake, or the one thing there is to do."""
        if seat not in state.awaited():
            return
        number = pack.statements[state.card].number
        match state.phase:
            case Phase.LAYING:
                chips, flags = range(state.players[seat].chips + 1), range(state.usable_flags(seat) + 1)
                for answer, chip, flag in product(get_args(Answer), chips, flags):
                    yield Lay(number, answer, chip, flag)
            case Phase.TURNING:
                yield Turn(number)
            case _:
                yield GoOn(number, wish="ready")

    def apply(
        self, state: SwissQuizState, seat: Seat, move: SwissQuizMove, pack: Pack, chance: Chance, at: datetime
    ) -> SwissQuizState:
        """The state after this move. Refuses what is another's to do, what is done already, and stakes one lacks."""
        if not (0 <= seat < len(state.players) or ready.by_host(seat, move)):
            raise IllegalMove("CO-1", N_("Only those who play can do that."))
        if move.statement != pack.statements[state.card].number:
            raise ready.GoneOn if isinstance(move, GoOn) else IllegalMove("SQ-6", N_("That statement is already over."))
        match move:
            case Lay():
                _check_answer(state, seat, at)
                _check_stake(state, seat, move)
                return _waiting(_answered(state, seat, move), at)
            case Turn():
                _check_turn(state, seat)
                return _waiting(_shown(state, pack), at)
            case GoOn():
                _check_next(state, seat)
                return _going_on(state, seat, move, at)

    def time_up(self, state: SwissQuizState, pack: Pack, chance: Chance, at: datetime) -> SwissQuizState:
        """No card and no stake for whoever was awaited; the card turns and the box passes on by themselves (CO-5)."""
        match state.phase:
            case Phase.LAYING:
                late = state.awaited()
                for seat in late:
                    state = state.with_player(seat, structs.replace(state.players[seat], laid=Laid(None)))
                return _waiting(_laid(state, tuple(Late(seat) for seat in late)), at)
            case Phase.TURNING:
                return _waiting(_shown(state, pack), at)
            case _:
                return _waiting(_next_round(state), at)

    def seated(self, state: SwissQuizState, seat: Seat, person: bool, at: datetime) -> SwissQuizState:
        """Pawn, chips, flags and a card already laid stay with the seat (CO-6)."""
        state = state.with_player(seat, structs.replace(state.players[seat], person=person))
        left = state.going and ready.enough(state.going, state.persons())
        return structs.replace(state, deadline=at) if left else state

    # -- what can be read off a state ------------------------------------------------------------------------------

    def common(self, state: SwissQuizState, pack: Pack, at: datetime) -> SwissQuizCommon:
        """What everybody sees: all but what somebody holds, may do and has laid face down."""
        return seen_by_all(state, pack, self.result(state))

    def own(
        self, common: SwissQuizCommon, state: SwissQuizState, watcher: Seat, pack: Pack, at: datetime
    ) -> SwissQuizObservation:
        """What this watcher may see; the host who does not play sees what everybody sees."""
        return look(common, state, watcher)

    def deadline(self, state: SwissQuizState) -> datetime | None:
        """When the phase ends by itself."""
        return state.deadline

    def shift(self, state: SwissQuizState, by: timedelta) -> SwissQuizState:
        """The deadline later by the length of the pause."""
        return structs.replace(state, deadline=state.deadline and state.deadline + by)

    def story(self, state: SwissQuizState, pack: Pack) -> Story:
        """What is worth telling once it is over."""
        return story(state, pack)

    def riddle(self, state: SwissQuizState, pack: Pack) -> Riddle | None:
        """Is the statement true? Until the card is turned."""
        if state.phase is Phase.OVER:
            return None
        right = int(not pack.statements[state.card].truth) if state.phase is Phase.SHOWN else None
        return Riddle(state.round, say(N_("True or false?")), (say(N_("TRUE")), say(N_("FALSE"))), right)

    def result(self, state: SwissQuizState) -> Result | None:
        """Who arrived, round by round, the most flags and chips first; then by square (SQ-9)."""
        if state.phase is not Phase.OVER:
            return None
        players = state.players
        home = [Seat(number) for number, player in enumerate(players) if player.arrived]
        home.sort(key=lambda seat: (players[seat].arrived_in, -players[seat].worth, players[seat].arrived))
        away = [Seat(number) for number, player in enumerate(players) if not player.arrived]
        away.sort(key=lambda seat: -players[seat].position)
        ranking = [Place(place, seat, board.EDELWEISS, _why(state, seat, home)) for place, seat in enumerate(home, 1)]
        for place, seat in enumerate(away, len(home) + 1):
            level = bool(ranking) and ranking[-1].score == players[seat].position  # only on the logo
            ranking.append(Place(ranking[-1].place if level else place, seat, players[seat].position))
        notes = (say(P_("%(n)s statement was read.", "%(n)s statements were read."), n=state.turns),)
        return Result(tuple(ranking), notes)

    def unit(self, state: SwissQuizState) -> int | None:
        """The statement, until its card is turned (CO-13)."""
        return state.round if state.phase in (Phase.LAYING, Phase.TURNING) else None

    def stopped(self, state: SwissQuizState, pack: Pack, chance: Chance, at: datetime) -> SwissQuizState:
        """Over; whoever has not arrived is ranked by square (SQ-9)."""
        return structs.replace(state, phase=Phase.OVER, deadline=None, last=())

    def standing(self, state: SwissQuizState) -> Standing:
        """Who has arrived, the earlier round first; then by square. The last pawn that counts tells how far it is."""
        players = state.players
        homecoming = state.round + 1
        scores = ranked(
            board.EDELWEISS + homecoming - player.arrived_in if player.arrived else player.position
            for player in players
        )
        ranking = tuple(structs.replace(line, score=players[line.seat].position) for line in scores)
        squares = sorted((player.position for player in players), reverse=True)
        return Standing(ranking, squares[state.options.arrivals - 1], board.EDELWEISS)

    def known(self, before: SwissQuizState, after: SwissQuizState, pack: Pack) -> Iterator[Known]:
        """Whoever has laid an answer, as soon as the card is turned."""
        if after.turns > before.turns:
            for shown in after.turn:
                if isinstance(shown, Shown) and shown.answer is not None:
                    yield Known(shown.seat, pack.statements[after.card], shown.right)

    def go_on(self, state: SwissQuizState, pack: Pack) -> Mapping[str, int | str | bool]:
        """The group goes on with the next statement (SQ-P4)."""
        if state.options.order == "shuffled":
            return {}
        following = state.deck[(state.drawn + 1) % len(state.deck)]
        return {"stack": 1, "start": pack.statements[following].number}


def _deck(options: SwissQuizOptions, pack: Pack, chance: Chance) -> tuple[int, ...]:
    """The statements in the order they are read: by number from the first one on, or shuffled (SQ-P4)."""
    places = range(len(pack.statements))
    if options.order == "shuffled":
        return chance.shuffle(places)
    in_order = sorted(places, key=lambda place: pack.statements[place].number)
    begin = next((at for at, place in enumerate(in_order) if pack.statements[place].number >= options.first), 0)
    return tuple(in_order[begin:] + in_order[:begin])


def _waiting(state: SwissQuizState, at: datetime) -> SwissQuizState:
    """The clock set anew for whoever is awaited now; all at once, the first answer does not reset it."""
    running = state.phase is Phase.LAYING and state.options.answering == "at-once" and state.deadline is not None
    if running and any(state.players[seat].laid for seat in state.answering()):
        return state
    deadline = at + timedelta(seconds=state.seconds) if state.seconds else None
    return structs.replace(state, deadline=deadline)


def _answered(state: SwissQuizState, seat: Seat, move: Lay) -> SwissQuizState:
    player = state.players[seat]
    state = state.with_player(
        seat,
        structs.replace(
            player,
            chips=player.chips - move.chips,
            flags=player.flags - move.flags,
            laid=Laid(move.answer == "true", move.chips, move.flags),
        ),
    )
    return _laid(state, (Answered(seat, move.chips, move.flags),))


def _laid(state: SwissQuizState, last: tuple[Between, ...]) -> SwissQuizState:
    """Once nobody is left to answer, the reader may turn the card (SQ-3)."""
    phase = Phase.LAYING if state.unanswered() else Phase.TURNING
    return structs.replace(state, phase=phase, last=last)


def _shown(state: SwissQuizState, pack: Pack) -> SwissQuizState:
    """The card is turned; the game is over once enough pawns are on the edelweiss at the end of the round (SQ-9)."""
    state = turned(state, pack.statements[state.card].truth)
    over = state.arrived() >= state.options.arrivals
    return structs.replace(state, phase=Phase.OVER if over else Phase.SHOWN, last=())


def _going_on(state: SwissQuizState, seat: Seat, move: GoOn, at: datetime) -> SwissQuizState:
    """The box passes on once enough people have read the explanation (CO-14)."""
    going = (*state.going, seat)
    if ready.goes_on(move, going, state.persons()):
        return _waiting(_next_round(state), at)
    return structs.replace(state, going=going, deadline=ready.due(state.deadline, at, state.options.clock))


def _next_round(state: SwissQuizState) -> SwissQuizState:
    """The box passes clockwise; a round that all miss passes it on unread (SQ-6, SQ-7.1)."""
    last: tuple[Between, ...] = ()
    state = structs.replace(
        state, drawn=state.drawn + 1, round=state.round + 1, reader=state.next_reader(), phase=Phase.LAYING, going=()
    )
    if not state.answering():
        last = (Skipped(state.reader),)
        state = structs.replace(state, round=state.round + 1, reader=state.next_reader())
    return structs.replace(state, last=(*last, Opened(state.reader)))


# -- what is refused -----------------------------------------------------------------------------------------------


def _check_answer(state: SwissQuizState, seat: Seat, at: datetime) -> None:
    player = state.players[seat]
    if seat not in state.playing():
        raise IllegalMove("SQ-9.1", N_("You have arrived and no longer answer."))
    if state.misses(seat):
        raise IllegalMove("SQ-7", N_("You are taking a photo and miss this round."))
    if player.laid is not None or state.phase is not Phase.LAYING:
        raise IllegalMove("SQ-2", N_("What is laid stays laid."))
    if seat not in state.awaited():
        raise IllegalMove("SQ-2", N_("It is not your turn yet."))
    if state.deadline is not None and at > state.deadline:
        raise IllegalMove("CO-5", N_("Too late: time has run out."))


def _check_stake(state: SwissQuizState, seat: Seat, move: Lay) -> None:
    player = state.players[seat]
    if move.chips > player.chips:
        raise IllegalMove(
            "SQ-5", P_("You have only %(n)s chip to stake.", "You have only %(n)s chips to stake."), n=player.chips
        )
    if move.flags and state.flags:
        raise IllegalMove("SQ-8.1", N_("Flags may be staked once the last one has left the board."))
    if move.flags > player.flags:
        raise IllegalMove(
            "SQ-8.1", P_("You have only %(n)s flag to stake.", "You have only %(n)s flags to stake."), n=player.flags
        )


def _check_turn(state: SwissQuizState, seat: Seat) -> None:
    if seat != state.reader:
        raise IllegalMove("SQ-3", N_("The reader turns the card."))
    if state.phase is Phase.LAYING:
        raise IllegalMove("SQ-3", N_("The card is turned when everyone has answered."))
    if state.phase is not Phase.TURNING:
        raise IllegalMove("SQ-3", N_("The card has been turned already."))


def _check_next(state: SwissQuizState, seat: Seat) -> None:
    if state.phase is not Phase.SHOWN:
        raise IllegalMove("SQ-6", N_("The box passes on after the card has been turned."))
    if seat in state.going:
        raise ready.GoneOn
    if seat not in state.awaited() and seat != HOST:
        raise IllegalMove("SQ-6", N_("The people at the table pass the box on when they have read the explanation."))


def _why(state: SwissQuizState, seat: Seat, home: list[Seat]) -> Say | None:
    """What decided between those who arrived in the same round (SQ-9)."""
    player = state.players[seat]
    same = [state.players[other] for other in home if state.players[other].arrived_in == player.arrived_in]
    if len(same) == 1:
        return None
    level = [other for other in same if other.worth == player.worth]
    if len(level) == 1:
        return say(
            P_(
                "Arrived in the same round, with flags and chips worth %(n)s chip.",
                "Arrived in the same round, with flags and chips worth %(n)s chips.",
            ),
            n=player.worth,
        )
    if player.arrived == min(other.arrived for other in level):
        return say(N_("Arrived in the same round with as many flags and chips, but earlier."))
    return say(N_("Arrived in the same round with as many flags and chips, but later."))
