"""The rules of くいずです, clause by clause (IQ-M1 to IQ-6)."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import ClassVar

from msgspec import UNSET, structs

from games.rules import appeals, ready
from games.rules.answers import recognised
from games.rules.appeals import AppealState
from games.rules.chance import Chance
from games.rules.its_a_quiz.judging import is_right, lines, names_of
from games.rules.its_a_quiz.moves import (
    PLACES,
    QUESTIONS,
    ROUNDS,
    WORDS,
    Answer,
    Appeal,
    Bid,
    Call,
    Done,
    Give,
    GoOn,
    Lay,
    Longer,
    Memorise,
    Open,
    Pass,
    PassToPeek,
    Peek,
    PutBack,
    QuizMove,
    QuizOptions,
    Ready,
    Shift,
    Show,
    Take,
    Vote,
)
from games.rules.its_a_quiz.observation import QuizCommon, QuizObservation, look, seen_by_all
from games.rules.its_a_quiz.state import (
    MEMORY_SECONDS,
    NOTHING,
    SHIFTS,
    Appealed,
    Began,
    BidMade,
    CardNamed,
    Choices,
    Chose,
    Extended,
    Gave,
    Given,
    Glance,
    Judged,
    Laid,
    Late,
    Named,
    Opened,
    PaidOut,
    Passed,
    Peeked,
    Phase,
    Player,
    QuizState,
    Shared,
    Shifted,
    ShownTo,
    TieBegan,
    TookBack,
    Uncovered,
    Verdict,
)
from games.rules.its_a_quiz.story import story
from games.rules.kernel import HOST, BadOption, IllegalMove, Place, Result, Rules, Seat, Standing, Story, ranked
from games.rules.pack import Pack
from games.rules.words import N_, P_, Say, say


class ItsAQuiz(Rules[QuizState, QuizMove, QuizOptions, QuizCommon, QuizObservation]):
    """くいずです: a memory game dressed up as a quiz show."""

    slug: ClassVar[str] = "its-a-quiz"
    title: ClassVar[str] = "くいずです"
    blurb: ClassVar[str] = N_("It’s a QUIZ? The right answers are whatever lies beside the question. Who remembers?")
    seats: ClassVar[range] = range(2, 6)
    minutes: ClassVar[str] = "45-60"
    kind = "quiz-show"

    State = QuizState
    Move = QuizMove
    Options = QuizOptions
    Common = QuizCommon
    Observation = QuizObservation

    def bad_options(self, options: QuizOptions, seats: int, pack: Pack) -> Iterator[BadOption]:
        """What cannot be played: too few or too many players, a show that the deck does not have."""
        if seats not in self.seats:
            yield BadOption("seats", say(N_("This game is for 2 to 5 players.")))
        if options.show > len(pack.shows) or not pack.shows:
            yield BadOption(
                "show", say(P_("This deck has %(n)s show.", "This deck has %(n)s shows."), n=len(pack.shows))
            )

    # -- the course of the game ------------------------------------------------------------------------------------

    def setup(
        self, options: QuizOptions, seats: int, persons: frozenset[Seat], pack: Pack, chance: Chance, at: datetime
    ) -> QuizState:
        """Three shuffled answers beside each question, the white cards scattered, all face up (IQ-P1)."""
        show = options.show - 1 if options.show else chance.below(len(pack.shows))
        words = chance.shuffle(range(WORDS))
        state = QuizState(
            options=options,
            show=show,
            players=tuple(Player(Seat(number) in persons) for number in range(seats)),
            dealer=Seat(chance.below(seats)),  # drawn by lot, told when the cards are turned down
            phase=Phase.MEMORY,
            due=None,
            phase_at=at,
            words=words,
            rows=tuple(tuple(range(3 * row, 3 * row + 3)) for row in range(QUESTIONS)),
            questions=chance.shuffle(range(QUESTIONS)),
            places=chance.shuffle(range(PLACES))[:QUESTIONS],
        )
        if not state.slow:
            state = _everybody(state, saw=True)
        return state.enter(Phase.MEMORY, at, MEMORY_SECONDS)

    def to_move(self, state: QuizState) -> frozenset[Seat]:
        """Whoever is awaited, and whoever has something to give away (IQ-6)."""
        return frozenset(seat for seat in state.seats() if next(_legal(state, seat), None))

    def awaited(self, state: QuizState) -> frozenset[tuple[Seat, datetime | None]]:
        """Nobody for a marker to give away (IQ-6); each appeal and each vote is a wait of its own (CO-9)."""
        return frozenset((seat, state.phase_at) for seat in state.awaited())

    def legal_moves(self, state: QuizState, seat: Seat, pack: Pack) -> Iterable[QuizMove]:
        """Every move of this seat; words left empty, and a gift of one marker standing for any number."""
        return _legal(state, seat)

    def apply(
        self, state: QuizState, seat: Seat, move: QuizMove, pack: Pack, chance: Chance, at: datetime
    ) -> QuizState:
        """The state after this move. Refuses what is another's to do, what one cannot pay, what was for a round gone
        by.
        """
        if not (0 <= seat < len(state.players) or ready.by_host(seat, move)):
            raise IllegalMove("CO-1", N_("Only those who play can do that."))
        if move.round != state.round:
            raise ready.GoneOn if isinstance(move, GoOn) else IllegalMove("IQ-P3", N_("That was for another round."))
        if state.due is not None and at > state.due and not isinstance(move, Give | GoOn):
            raise IllegalMove("CO-5", N_("Too late: time has run out."))
        state = structs.replace(state, last=())
        match move:
            case Memorise():
                return _memorise(state, seat, at)
            case Ready():
                return _ready(state, seat, at)
            case Longer():
                return _longer(state, seat, at)
            case Bid():
                return _bid(state, seat, move, at)
            case Pass():
                _check_turn(state, seat, Phase.AUCTION)
                return _passed(state, seat, at)
            case Open():
                return _open(state, seat, move, at)
            case Answer():
                written = lines(move.words)
                choice = Choices("answer", written, right=move.right) if written else Choices("peek")
                return _chosen(state, seat, choice, pack, at)
            case Take():
                return _chosen(state, seat, Choices("slush"), pack, at)
            case PassToPeek():
                return _chosen(state, seat, Choices("peek"), pack, at)
            case Peek():
                return _peek(state, seat, move, at)
            case Show():
                return _show(state, seat, move)
            case PutBack():
                _check_turn(state, seat, Phase.PEEKING)
                return _put_back(state, seat, pack, at)
            case Appeal():
                return _appeal(state, seat, at)
            case Vote():
                return _voted(state, seat, move, at)
            case GoOn():
                return _go_on(state, seat, move, at)
            case Lay():
                return _lay(state, seat, move, at)
            case Shift():
                return _shift(state, seat, move, at)
            case Done():
                _check_turn(state, seat, Phase.SHIFTING)
                return _next_round(state, at)
            case Call():
                return _call(state, seat, move, pack, at)
            case Give():
                return _give(state, seat, move)

    def judged(self, state: QuizState, seat: Seat, move: QuizMove, pack: Pack) -> QuizMove:
        """An answer, or what is said in the tie-break, with the verdict on it."""
        match move:
            case Answer():
                return structs.replace(move, right=_is_right(state, lines(move.words), pack))
            case Call():
                return structs.replace(move, right=_is_called(state, move, pack))
        return move

    def time_up(self, state: QuizState, pack: Pack, chance: Chance, at: datetime) -> QuizState:
        """Memorised enough, pass, peek at nothing, any card where one is forced, silence (CO-5)."""
        state = structs.replace(state, last=())
        match state.phase:
            case Phase.MEMORY:
                return _memory_over(state, at)
            case Phase.AUCTION if state.turn is not None:
                return _passed(state, state.turn, at)
            case Phase.OPENING:
                return _opened(state, chance.pick(state.fewest()), at)
            case Phase.ANSWERING:
                return _too_late(state, pack, at)
            case Phase.PEEKING if state.turn is not None:
                return _put_back(state, state.turn, pack, at)
            case Phase.REVEALED if state.may_appeal():
                return _looking(_no_appeals(state), at)
            case Phase.REVEALED:
                return _settled(state, at)
            case Phase.VOTING if state.vote is not None:
                return _vote_over(state, bool(appeals.decide(state.vote, at)), at)
            case Phase.LAYING if state.question is not None:
                card = state.rows[state.question][0]
                return _laid(state, card, chance.pick(state.shortest()), at)
            case Phase.SHIFTING:
                return _next_round(state, at)
            case Phase.TIE if state.turn is not None:
                return _named(state, Named(state.turn, None, "", False), at)
            case Phase.CALLED:
                return _call_over(_no_appeals(state), at)
            case _:
                return state

    def seated(self, state: QuizState, seat: Seat, person: bool, at: datetime) -> QuizState:
        """Markers, choices and turns stay with the seat; a bot neither votes nor appeals (CO-6, CO-9)."""
        state = state.with_player(seat, structs.replace(state.players[seat], person=person))
        if state.phase is Phase.MEMORY and not state.awaited():
            return _turned_down(structs.replace(state, last=()), at)
        if person:
            return state
        state = _no_appeals(state, (seat,))
        if state.vote is None:
            left = state.going and not state.may_appeal() and ready.enough(state.going, state.persons())
            return structs.replace(state, due=at) if left else state
        return _counted(structs.replace(state, vote=appeals.without(state.vote, seat)), at)

    # -- what can be read off a state ------------------------------------------------------------------------------

    def common(self, state: QuizState, pack: Pack, at: datetime) -> QuizCommon:
        """What everybody sees: who has how many markers, what lies in the field, and what has just happened."""
        return seen_by_all(state, pack, self.result(state))

    def own(self, common: QuizCommon, state: QuizState, watcher: Seat, pack: Pack, at: datetime) -> QuizObservation:
        """What this watcher may see; the host who does not play sees what everybody sees."""
        playing = 0 <= watcher < len(common.seats)
        duties = tuple(_duties(state, watcher)) if playing and common.seats[watcher].to_move else ()
        return look(common, state, watcher, pack, duties, playing and _may_give(state))

    def deadline(self, state: QuizState) -> datetime | None:
        """When the phase ends by itself, or somebody's own two minutes at a 24 h table."""
        own = [player.until for player in state.players if player.until is not None]
        return min((due for due in (state.due, *own) if due is not None), default=None)

    def shift(self, state: QuizState, by: timedelta) -> QuizState:
        """Every time in the state later by the length of the pause."""
        return structs.replace(
            state,
            due=state.due and state.due + by,
            phase_at=state.phase_at + by,
            vote=appeals.shift(state.vote, by),
            players=tuple(
                structs.replace(player, until=player.until and player.until + by) for player in state.players
            ),
        )

    def story(self, state: QuizState, pack: Pack) -> Story:
        """What is worth telling once it is over."""
        return story(state, pack)

    def result(self, state: QuizState) -> Result | None:
        """Most points; those tied for the first place by the tie-break, all others share (IQ-5.1, IQ-5.2)."""
        if state.phase is not Phase.OVER:
            return None
        points = {seat: state.settled_points(seat) for seat in state.seats()}
        first = (state.champion,) if state.champion is not None else state.tied
        keys = {seat: (points[seat], seat in first) for seat in state.seats()}
        ranking = tuple(
            Place(1 + sum(other > keys[seat] for other in keys.values()), seat, points[seat], _why(state, seat))
            for seat in sorted(keys, key=lambda seat: (keys[seat], -seat), reverse=True)
        )
        return Result(ranking, tuple(_notes(state)))

    def unit(self, state: QuizState) -> int | None:
        """The round, until its question is settled; what follows is for the next one (CO-13)."""
        between = (Phase.MEMORY, Phase.LAYING, Phase.SHIFTING, Phase.TIE, Phase.CALLED, Phase.OVER)
        return None if state.phase in between or state.was_tied else state.round

    def stopped(self, state: QuizState, pack: Pack, chance: Chance, at: datetime) -> QuizState:
        """Over; no further question is asked and no tie is played out: whoever is level shares (IQ-5.1, CO-12)."""
        best = max(state.settled_points(seat) for seat in state.seats())
        tied = state.tied or tuple(seat for seat in state.seats() if state.settled_points(seat) == best)
        champion = tied[0] if len(tied) == 1 else None
        return structs.replace(
            state, champion=champion, tied=tied, turn=None, vote=None, phase=Phase.OVER, phase_at=at, due=None
        )

    def standing(self, state: QuizState) -> Standing:
        """By points, as the markers lie before everybody; so many of the eight rounds."""
        return Standing(ranked(state.settled_points(seat) for seat in state.seats()), max(0, state.round - 1), ROUNDS)


# -- what a seat may do ----------------------------------------------------------------------------------------------


def _legal(state: QuizState, seat: Seat) -> Iterator[QuizMove]:
    if not 0 <= seat < len(state.players) or state.phase is Phase.OVER:
        return
    if seat in state.awaited():
        yield from _duties(state, seat)
    if _may_give(state):
        mine = state.players[seat].markers
        for other in state.seats():
            if other != seat:
                yield from (Give(state.round, other, "score", count) for count in range(1, mine.score + 1))
                yield from (Give(state.round, other, "slush", count) for count in range(1, mine.slush + 1))


def _duties(state: QuizState, seat: Seat) -> Iterator[QuizMove]:
    """What an awaited seat may do to let the game go on."""
    number, mine = state.round, state.players[seat].markers
    match state.phase:
        case Phase.MEMORY:
            if state.slow and state.players[seat].until is None:
                yield Memorise(number)
                return
            yield Ready(number)
            if not state.slow and not state.players[seat].longer:
                yield Longer(number)
        case Phase.AUCTION:
            for card in state.whites():
                if mine.slush:
                    yield Bid(number, card, "slush")
                if mine.score:
                    yield Bid(number, card, "score")
            yield Pass(number)
        case Phase.OPENING:
            yield from (Open(number, card) for card in state.fewest())
        case Phase.ANSWERING:
            yield Answer(number)
            yield Take(number)
            yield PassToPeek(number)
        case Phase.PEEKING:
            yield from _peeks(state, seat)
        case Phase.REVEALED | Phase.CALLED:
            yield GoOn(number, wish="ready")
            if state.appealable(seat):
                yield Appeal(number)
        case Phase.VOTING:
            yield Vote(number, True)
            yield Vote(number, False)
        case Phase.LAYING if state.question is not None:
            for card in state.rows[state.question]:
                yield from (Lay(number, card, row) for row in state.shortest())
        case Phase.SHIFTING:
            yield Done(number)
            for card in state.whites():
                for place in range(PLACES):
                    if _shifts_for(state, card, place) in range(1, SHIFTS - state.shifts + 1):
                        yield Shift(number, card, place)
        case Phase.TIE:
            yield from (Call(number, card) for card in state.face_down())


def _peeks(state: QuizState, seat: Seat) -> Iterator[QuizMove]:
    number, mine = state.round, state.players[seat].markers
    yield PutBack(number)
    for glance in state.glances:
        for other in state.seats():
            if other != seat and other not in glance.shown:
                yield Show(number, glance.card, other)
    least, most = max(0, state.price - mine.slush), min(state.price, mine.score)
    seen = {glance.card for glance in state.glances}
    for card in (*state.face_down(), *state.whites()):
        if card not in seen:
            yield from (Peek(number, card, score) for score in range(least, most + 1))


def _may_give(state: QuizState) -> bool:
    """Until round 8 is revealed, and not while an appeal is decided (IQ-6, CO-9)."""
    if state.phase in (Phase.MEMORY, Phase.VOTING, Phase.TIE, Phase.CALLED, Phase.OVER):
        return False
    return not (state.last_round and state.phase is Phase.REVEALED)


def _check_turn(state: QuizState, seat: Seat, phase: Phase) -> None:
    """Refuses what comes at another moment, or is another's to do."""
    if state.phase is not phase:
        raise IllegalMove("IQ-P3", N_("That is not what the table waits for now."))
    if seat in state.awaited() or (seat == HOST and not state.may_appeal()):
        return
    match phase:
        case Phase.MEMORY:
            raise IllegalMove("IQ-P2", N_("You have memorised already."))
        case Phase.AUCTION:
            raise IllegalMove("IQ-1.1", N_("It is not your turn to put a marker."))
        case Phase.OPENING:
            raise IllegalMove("IQ-1.2", N_("The dealer opens the card."))
        case Phase.ANSWERING:
            raise IllegalMove("IQ-2.1", N_("What is written stays written."))
        case Phase.PEEKING:
            raise IllegalMove("IQ-2.4", N_("It is not your turn to peek."))
        case Phase.LAYING:
            raise IllegalMove("IQ-4.1", N_("The dealer places the answers."))
        case Phase.SHIFTING:
            raise IllegalMove("IQ-4.3", N_("The dealer moves the white cards."))
        case Phase.TIE:
            raise IllegalMove("IQ-5.2", N_("It is not your turn to name a card."))
        case _:
            raise IllegalMove("CO-9", N_("Somebody may still appeal."))


# -- memorising ------------------------------------------------------------------------------------------------------


def _everybody(state: QuizState, **changes: bool) -> QuizState:
    return structs.replace(state, players=tuple(structs.replace(player, **changes) for player in state.players))


def _memorise(state: QuizState, seat: Seat, at: datetime) -> QuizState:
    """At a 24 h table the cards are open to this seat alone, for two minutes (IQ-P2)."""
    _check_turn(state, seat, Phase.MEMORY)
    player = state.players[seat]
    if not state.slow or player.until is not None:
        raise IllegalMove("IQ-P2", N_("Your time to memorise has already begun."))
    until = at + timedelta(seconds=MEMORY_SECONDS)
    return state.with_player(seat, structs.replace(player, until=until, saw=True))


def _ready(state: QuizState, seat: Seat, at: datetime) -> QuizState:
    _check_turn(state, seat, Phase.MEMORY)
    player = state.players[seat]
    if state.slow and player.until is None:
        raise IllegalMove("IQ-P2", N_("First look at the cards: you have two minutes."))
    state = state.with_player(seat, structs.replace(player, ready=True, until=None))
    return state if state.awaited() else _turned_down(state, at)


def _longer(state: QuizState, seat: Seat, at: datetime) -> QuizState:
    """Two more minutes once all agree (IQ-P2)."""
    _check_turn(state, seat, Phase.MEMORY)
    player = state.players[seat]
    if state.slow:
        raise IllegalMove("IQ-P2", N_("At a 24 hour table everybody has two minutes of their own."))
    if player.longer:
        raise IllegalMove("IQ-P2", N_("You have already asked for more time."))
    state = state.with_player(seat, structs.replace(player, longer=True))
    if not all(state.players[other].longer for other in state.asked_people()):
        return state
    state = structs.replace(_everybody(state, longer=False, ready=False), last=(Extended(),))
    return state.enter(Phase.MEMORY, at, MEMORY_SECONDS)


def _memory_over(state: QuizState, at: datetime) -> QuizState:
    """Time is up for all, or at a 24 h table for some."""
    if state.due is not None and at >= state.due:
        return _turned_down(state, at)
    players = tuple(
        structs.replace(player, ready=True, until=None) if player.until is not None and player.until <= at else player
        for player in state.players
    )
    late = tuple(seat for seat in state.seats() if players[seat] != state.players[seat])
    state = structs.replace(state, players=players, last=(Late(late),))
    return state if state.awaited() else _turned_down(state, at)


def _turned_down(state: QuizState, at: datetime) -> QuizState:
    """Answers and white questions are turned face down, and the first dealer is told (IQ-P2)."""
    players = tuple(structs.replace(player, ready=False, longer=False, until=None) for player in state.players)
    state = structs.replace(state, players=players)
    return _began(structs.replace(state, last=(*state.last, Began(state.dealer))), at)


# -- choosing the question -------------------------------------------------------------------------------------------


def _began(state: QuizState, at: datetime) -> QuizState:
    """A round begins with the auction; whoever has no marker can only pass (IQ-1.1)."""
    players = tuple(structs.replace(player, passed=False, choice=None) for player in state.players)
    state = structs.replace(
        state, players=players, round=state.round + 1, question=None, answers=(), shifts=0, glances=(), peekers=()
    )
    return _next_bidder(state, state.dealer, at)


def _next_bidder(state: QuizState, after: Seat, at: datetime) -> QuizState:
    """The next clockwise who is still in the auction; when all have passed, the dealer opens a card."""
    count = len(state.players)
    for step in range(1, count + 1):
        seat = Seat((after + step) % count)
        player = state.players[seat]
        if player.passed:
            continue
        if player.markers.total:
            return structs.replace(state, turn=seat).enter(Phase.AUCTION, at)
        state = state.with_player(seat, structs.replace(player, passed=True))
    return structs.replace(state, turn=None).enter(Phase.OPENING, at)


def _bid(state: QuizState, seat: Seat, move: Bid, at: datetime) -> QuizState:
    _check_turn(state, seat, Phase.AUCTION)
    if move.card not in state.whites():
        raise IllegalMove("IQ-1.1", N_("A marker is put on a white card that lies face down."))
    if not state.players[seat].markers.of(move.kind):
        raise IllegalMove("IQ-1.1", N_("You have no such marker."))
    number = move.card - WORDS
    player = state.players[seat]
    state = state.with_player(
        seat, structs.replace(player, markers=player.markers.having(move.kind, -1), bids=player.bids + 1)
    )
    on_card = state.bids[number].having(move.kind, 1)
    bids = (*state.bids[:number], on_card, *state.bids[number + 1 :])
    state = structs.replace(state, bids=bids, last=(BidMade(seat, move.kind, _place(state, move.card)),))
    return _next_bidder(state, seat, at)


def _passed(state: QuizState, seat: Seat, at: datetime) -> QuizState:
    state = state.with_player(seat, structs.replace(state.players[seat], passed=True))
    return _next_bidder(structs.replace(state, last=(*state.last, Passed(seat))), seat, at)


def _open(state: QuizState, seat: Seat, move: Open, at: datetime) -> QuizState:
    _check_turn(state, seat, Phase.OPENING)
    if move.card not in state.fewest():
        raise IllegalMove("IQ-1.2", N_("One of the cards that bear the fewest markers is opened."))
    return _opened(state, move.card, at)


def _opened(state: QuizState, card: int, at: datetime) -> QuizState:
    """All markers on cards go back; two of each kind come into the field, in the last round none (IQ-1.3)."""
    bids = [(on.score, on.slush) for on in state.bids]
    stock = state.stock.plus(sum(score for score, _ in bids), sum(slush for _, slush in bids))
    field = state.field
    if state.last_round:
        stock, field = stock.plus(field.score, field.slush), NOTHING
    else:
        stock, field = stock.plus(-2, -2), field.plus(2, 2)
    question = state.questions[card - WORDS]
    state = structs.replace(
        state,
        bids=(NOTHING,) * QUESTIONS,
        stock=stock,
        field=field,
        question=question,
        last=(Opened(state.dealer, question, _place(state, card)),),
    )
    return state.enter(Phase.ANSWERING, at)


def _place(state: QuizState, card: int) -> int:
    place = state.places[card - WORDS]
    return 0 if place is None else place


# -- answering, peeking, the slush fund ------------------------------------------------------------------------------


def _chosen(state: QuizState, seat: Seat, choice: Choices, pack: Pack, at: datetime) -> QuizState:
    """A sealed choice (IQ-2.1); when all have chosen everything is revealed together (IQ-2.3)."""
    _check_turn(state, seat, Phase.ANSWERING)
    state = state.with_player(seat, structs.replace(state.players[seat], choice=choice))
    state = structs.replace(state, last=(Chose(seat),))
    return state if state.awaited() else _uncovered(state, pack, at)


def _too_late(state: QuizState, pack: Pack, at: datetime) -> QuizState:
    """Writing nothing means peek (IQ-2.1)."""
    late = state.awaited()
    for seat in late:
        state = state.with_player(seat, structs.replace(state.players[seat], choice=Choices("peek", late=True)))
    return _uncovered(structs.replace(state, last=(Late(late),)), pack, at)


def _uncovered(state: QuizState, pack: Pack, at: datetime) -> QuizState:
    """The peeks come first, from the dealer's left (IQ-2.4)."""
    peekers = tuple(seat for seat in state.from_left() if _chose(state, seat, "peek"))
    late = tuple(event for event in state.last if isinstance(event, Late))
    state = structs.replace(state, peekers=peekers, price=len(peekers), last=(*late, Uncovered()))
    return _next_peeker(state, pack, at)


def _chose(state: QuizState, seat: Seat, kind: str) -> bool:
    choice = state.players[seat].choice
    return choice is not None and choice.kind == kind


def _next_peeker(state: QuizState, pack: Pack, at: datetime) -> QuizState:
    """Whoever cannot pay is passed over only if no deal could help either (IQ-2.4, IQ-6)."""
    if state.peekers and sum(player.markers.total for player in state.players) >= state.price:
        return structs.replace(state, turn=state.peekers[0]).enter(Phase.PEEKING, at)
    return _checked(structs.replace(state, turn=None, peekers=()), pack, at)


def _peek(state: QuizState, seat: Seat, move: Peek, at: datetime) -> QuizState:
    """So many markers of any kind per card as there are who peek (IQ-2.4)."""
    _check_turn(state, seat, Phase.PEEKING)
    if move.card not in (*state.face_down(), *state.whites()):
        raise IllegalMove("IQ-2.4", N_("Only cards that lie face down can be peeked at."))
    if any(glance.card == move.card for glance in state.glances):
        raise IllegalMove("IQ-2.4", N_("You are looking at that card already."))
    mine, slush = state.players[seat].markers, state.price - move.score
    if slush < 0 or mine.score < move.score or mine.slush < slush:
        raise IllegalMove(
            "IQ-2.4",
            P_("To peek at a card costs %(n)s marker here.", "To peek at a card costs %(n)s markers here."),
            n=state.price,
        )
    state = state.paid(seat, -move.score, -slush)
    state = state.with_player(seat, structs.replace(state.players[seat], looks=state.players[seat].looks + 1))
    state = structs.replace(
        state,
        stock=state.stock.plus(move.score, slush),
        glances=(*state.glances, Glance(seat, move.card)),
        last=(Peeked(seat, move.card, move.score, slush),),
    )
    return state.enter(Phase.PEEKING, at)


def _show(state: QuizState, seat: Seat, move: Show) -> QuizState:
    """A card is shown while one is looking at it (IQ-6)."""
    _check_turn(state, seat, Phase.PEEKING)
    if move.to == seat or move.to >= len(state.players):
        raise IllegalMove("IQ-6", N_("A card is shown to another player."))
    mine = [glance for glance in state.glances if glance.card == move.card]
    if not mine:
        raise IllegalMove("IQ-6", N_("You can show a card only while you are looking at it."))
    if move.to in mine[0].shown:
        raise IllegalMove("IQ-6", N_("That player is looking at the card already."))
    glances = tuple(
        structs.replace(glance, shown=(*glance.shown, Seat(move.to))) if glance is mine[0] else glance
        for glance in state.glances
    )
    return structs.replace(state, glances=glances, last=(ShownTo(seat, Seat(move.to), move.card),))


def _put_back(state: QuizState, seat: Seat, pack: Pack, at: datetime) -> QuizState:
    state = structs.replace(state, peekers=state.peekers[1:], glances=(), last=(TookBack(seat),))
    return _next_peeker(state, pack, at)


def _checked(state: QuizState, pack: Pack, at: datetime) -> QuizState:
    """The slush fund is shared out (IQ-2.5), the row is opened, and the answers are checked (IQ-3.1)."""
    state = _slush(state)
    given = []
    for seat in state.from_left():
        choice = state.players[seat].choice
        if choice is None or choice.kind != "answer":
            continue
        right = _is_right(state, choice.words, pack) if choice.right is UNSET else choice.right
        asks = state.players[seat].person and not right
        given.append(
            Given(
                seat,
                choice.words,
                len(choice.words),
                Verdict.RIGHT if right else Verdict.WRONG,
                AppealState.OPEN if asks else AppealState.NONE,
            )
        )
    return _looking(structs.replace(state, answers=tuple(given), last=(*state.last, Judged())), at)


def _is_right(state: QuizState, written: tuple[str, ...], pack: Pack) -> bool:
    """Does the row of the open question hold what has been written? (IQ-3.1)"""
    row = tuple(state.words[card] for card in state.rows[state.question or 0])
    return is_right(written, row, names_of(pack.shows[state.show]))


def _slush(state: QuizState) -> QuizState:
    """Alone, all slush markers of the field; two, one each; three or more, none (IQ-2.5)."""
    takers = tuple(seat for seat in state.from_left() if _chose(state, seat, "slush"))
    if not takers:
        return state
    for seat in takers:
        state = state.with_player(seat, structs.replace(state.players[seat], grabs=state.players[seat].grabs + 1))
    each = state.field.slush if len(takers) == 1 else min(1, state.field.slush // 2) if len(takers) == 2 else 0
    for seat in takers if each else ():
        state = structs.replace(state.paid(seat, slush=each), field=state.field.plus(slush=-each))
    return structs.replace(state, last=(*state.last, Shared(takers, each)))


# -- the result, appeals ---------------------------------------------------------------------------------------------


def _looking(state: QuizState, at: datetime) -> QuizState:
    """Everybody looks at the result; where somebody may appeal, first for as long as that takes (CO-3)."""
    state = structs.replace(state, phase=Phase.REVEALED)
    return state.enter(Phase.REVEALED, at, appeals.SECONDS if state.may_appeal() else state.reading())


def _no_appeals(state: QuizState, seats: tuple[Seat, ...] | None = None) -> QuizState:
    """Who might have appealed does not (any more)."""

    def closed(appeal: AppealState, seat: Seat) -> AppealState:
        gone = appeal == AppealState.OPEN and (seats is None or seat in seats)
        return AppealState.NONE if gone else appeal

    answers = tuple(structs.replace(given, appeal=closed(given.appeal, given.seat)) for given in state.answers)
    named = tuple(structs.replace(one, appeal=closed(one.appeal, one.seat)) for one in state.named)
    return structs.replace(state, answers=answers, named=named)


def _go_on(state: QuizState, seat: Seat, move: GoOn, at: datetime) -> QuizState:
    """Who does not appeal is ready; nobody cuts another's appeal short (CO-9), or another's reading (CO-14)."""
    phase = Phase.CALLED if state.phase is Phase.CALLED else Phase.REVEALED
    if seat in state.going or state.phase in (Phase.VOTING, Phase.LAYING, Phase.SHIFTING, Phase.TIE):
        raise ready.GoneOn
    _check_turn(state, seat, phase)
    state = _no_appeals(state, (seat,))
    going = (*state.going, seat) if move.wish else ()
    if state.may_appeal():
        return structs.replace(state, going=going)
    if phase is Phase.CALLED:
        return _call_over(state, at)
    if ready.goes_on(move, going, state.persons()):
        return _settled(state, at)
    return structs.replace(state, going=going, due=ready.due(state.due, at, state.options.clock))


def _appeal(state: QuizState, seat: Seat, at: datetime) -> QuizState:
    """Asks the others, once per answer (CO-3)."""
    if not state.appealable(seat):
        raise IllegalMove("CO-3", N_("There is nothing for you to appeal against."))
    if state.phase is Phase.CALLED:
        words: tuple[str, ...] = (state.named[-1].word,)
    else:
        words = next(given.words for given in state.answers if given.seat == seat)
    state = _with_appeal(state, seat, AppealState.WAITING)
    vote = appeals.open_appeal(seat, words, state.persons(), at, state.options.clock)
    state = structs.replace(state, vote=vote, last=(Appealed(seat, AppealState.WAITING),))
    if appeals.own_word(vote):
        return _vote_over(structs.replace(state, own_word=True), True, at)
    return structs.replace(state, phase=Phase.VOTING, phase_at=at, due=vote.due)


def _with_appeal(state: QuizState, seat: Seat, appeal: AppealState) -> QuizState:
    upheld = appeal == AppealState.UPHELD
    if state.named:
        last = structs.replace(state.named[-1], appeal=appeal, right=upheld or state.named[-1].right)
        return structs.replace(state, named=(*state.named[:-1], last))
    answers = tuple(
        structs.replace(given, appeal=appeal, verdict=Verdict.RIGHT if upheld else given.verdict)
        if given.seat == seat
        else given
        for given in state.answers
    )
    return structs.replace(state, answers=answers)


def _voted(state: QuizState, seat: Seat, move: Vote, at: datetime) -> QuizState:
    return _counted(structs.replace(state, vote=appeals.vote(state.vote, seat, move.right)), at)


def _counted(state: QuizState, at: datetime) -> QuizState:
    """A strict majority of those asked decides as soon as it is certain (CO-3)."""
    decided = None if state.vote is None else appeals.decide(state.vote, at)
    return state if decided is None else _vote_over(state, decided, at)


def _vote_over(state: QuizState, upheld: bool, at: datetime) -> QuizState:
    if state.vote is None:
        return state
    seat = state.vote.seat
    verdict = AppealState.UPHELD if upheld else AppealState.REFUSED
    own_word = state.own_word or (upheld and appeals.own_word(state.vote))
    state = _with_appeal(structs.replace(state, vote=None, own_word=own_word), seat, verdict)
    state = structs.replace(state, last=(*state.last, Appealed(seat, verdict)))
    return _call_over(state, at) if state.named else _looking(state, at)


def _settled(state: QuizState, at: datetime) -> QuizState:
    """Score markers for the winner, who is dealer at once, or for two who are level (IQ-3.2 to IQ-3.4)."""
    right = [given for given in state.answers if given.verdict == Verdict.RIGHT]
    for given in right:
        player = state.players[given.seat]
        known, longest = player.known + given.count, max(player.longest, given.count)
        state = state.with_player(given.seat, structs.replace(player, known=known, longest=longest))
    best = max((given.count for given in right), default=0)
    top = tuple(given.seat for given in right if given.count == best)
    winner = top[0] if len(top) == 1 else None
    if state.last_round:
        return _ended(structs.replace(state, last_winner=winner), at)
    each = state.field.score if winner is not None else min(1, state.field.score // 2) if len(top) == 2 else 0
    paid = top if each else ()
    for seat in paid:
        state = structs.replace(state.paid(seat, score=each), field=state.field.plus(score=-each))
    places = tuple(
        None if state.questions[number] == state.question else place for number, place in enumerate(state.places)
    )
    dealer = state.dealer if winner is None else winner
    state = structs.replace(state, places=places, dealer=dealer, last=(PaidOut(paid, each, winner),))
    return state.enter(Phase.LAYING, at)


# -- preparing -------------------------------------------------------------------------------------------------------


def _lay(state: QuizState, seat: Seat, move: Lay, at: datetime) -> QuizState:
    _check_turn(state, seat, Phase.LAYING)
    if state.question is None or move.card not in state.rows[state.question]:
        raise IllegalMove("IQ-4.1", N_("Only the opened answers are placed."))
    if move.row not in state.live_rows():
        raise IllegalMove("IQ-4.1", N_("That question is no longer in the game."))
    if move.row not in state.shortest():
        raise IllegalMove("IQ-4.1", N_("The card goes to one of the rows with the fewest cards."))
    return _laid(state, move.card, move.row, at)


def _laid(state: QuizState, card: int, row: int, at: datetime) -> QuizState:
    """Face down at the end of a row, and everybody has seen which (IQ-4.1)."""
    question = state.question
    rows = tuple(
        (*cards, card) if number == row else tuple(other for other in cards if other != card)
        for number, cards in enumerate(state.rows)
    )
    state = structs.replace(state, rows=rows, last=(*state.last, Laid(state.dealer, card, row)))
    if question is not None and rows[question]:
        return state.enter(Phase.LAYING, at)
    return structs.replace(state, question=None, answers=()).enter(Phase.SHIFTING, at)


def _shifts_for(state: QuizState, card: int, place: int) -> int:
    """How many cards would move: one onto a free place, two if two change places, none onto its own."""
    if state.places[card - WORDS] == place:
        return 0
    return 2 if place in state.places else 1


def _shift(state: QuizState, seat: Seat, move: Shift, at: datetime) -> QuizState:
    """Up to two white cards to other places, without looking (IQ-4.3)."""
    _check_turn(state, seat, Phase.SHIFTING)
    if move.card not in state.whites():
        raise IllegalMove("IQ-4.3", N_("Only white cards that lie face down are moved."))
    moving = _shifts_for(state, move.card, move.place)
    if not moving:
        raise IllegalMove("IQ-4.3", N_("The card lies there already."))
    if state.shifts + moving > SHIFTS:
        raise IllegalMove("IQ-4.3", N_("No more than two white cards are moved."))
    number, start = move.card - WORDS, _place(state, move.card)
    places = tuple(
        move.place if other == number else start if place == move.place else place
        for other, place in enumerate(state.places)
    )
    state = structs.replace(
        state,
        places=places,
        shifts=state.shifts + moving,
        last=(Shifted(state.dealer, start, move.place, moving == SHIFTS),),
    )
    return _next_round(state, at) if state.shifts == SHIFTS else state.enter(Phase.SHIFTING, at)


def _next_round(state: QuizState, at: datetime) -> QuizState:
    """What was written is discarded, and the next auction begins (IQ-4.2)."""
    return _began(state, at)


# -- deals -----------------------------------------------------------------------------------------------------------


def _give(state: QuizState, seat: Seat, move: Give) -> QuizState:
    """Markers change hands whenever their owner likes (IQ-6)."""
    if not _may_give(state):
        raise IllegalMove("IQ-6", N_("Markers can be given away during the eight rounds, until the last is revealed."))
    if move.to == seat or move.to >= len(state.players):
        raise IllegalMove("IQ-6", N_("Markers are given to another player."))
    if state.players[seat].markers.of(move.kind) < move.count:
        raise IllegalMove("IQ-6", N_("You do not have that many markers."))
    to = Seat(move.to)
    for owner, count in ((seat, -move.count), (to, move.count)):
        player = state.players[owner]
        state = state.with_player(owner, structs.replace(player, markers=player.markers.having(move.kind, count)))
    return structs.replace(state, last=(Gave(seat, to, move.kind, move.count),))


# -- the end ---------------------------------------------------------------------------------------------------------


def _ended(state: QuizState, at: datetime) -> QuizState:
    """Most points wins (IQ-5.1); a tie for the first place is played out (IQ-5.2)."""
    best = max(state.settled_points(seat) for seat in state.seats())
    count = len(state.players)
    nearest = (Seat((state.dealer + step) % count) for step in range(count))
    tied = tuple(seat for seat in nearest if state.settled_points(seat) == best)
    if len(tied) == 1:
        return structs.replace(state, champion=tied[0], phase=Phase.OVER, phase_at=at, due=None)
    state = structs.replace(state, tied=tied, was_tied=tied, turn=tied[0], last=(TieBegan(tied),))
    return state.enter(Phase.TIE, at)


def _call(state: QuizState, seat: Seat, move: Call, pack: Pack, at: datetime) -> QuizState:
    """Says what the card is, and turns it; silence is wrong (IQ-5.2)."""
    _check_turn(state, seat, Phase.TIE)
    if move.card not in state.face_down():
        raise IllegalMove("IQ-5.2", N_("Choose an answer card that lies face down."))
    word = move.word.strip()
    right = _is_called(state, move, pack) if move.right is UNSET else move.right
    asks = state.players[seat].person and bool(word) and not right
    return _named(state, Named(seat, move.card, word, right, AppealState.OPEN if asks else AppealState.NONE), at)


def _is_called(state: QuizState, move: Call, pack: Pack) -> bool:
    return recognised(move.word.strip(), names_of(pack.shows[state.show])) == state.words[move.card]


def _named(state: QuizState, named: Named, at: datetime) -> QuizState:
    """The card stays open; a person who was wrong may appeal before anybody goes on."""
    turned = state.turned if named.card is None else (*state.turned, named.card)
    state = structs.replace(
        state,
        turned=turned,
        named=(*state.named, named),
        last=(CardNamed(named.seat, named.card, named.right),),
        turn=None,
    )
    if named.appeal == AppealState.OPEN:
        return state.enter(Phase.CALLED, at, appeals.SECONDS)
    return _call_over(state, at)


def _call_over(state: QuizState, at: datetime) -> QuizState:
    """Wrong is out; the last one left wins, or whoever turned the last card rightly (IQ-5.2)."""
    named = state.named[-1]
    others = tuple(seat for seat in state.tied if seat != named.seat)
    tied = (*others, named.seat) if named.right else others
    state = structs.replace(state, tied=tied)
    if len(tied) > 1 and state.face_down():
        return structs.replace(state, turn=tied[0]).enter(Phase.TIE, at)
    champion = tied[0] if len(tied) == 1 else _last_right(state)
    return structs.replace(state, champion=champion, phase=Phase.OVER, phase_at=at, due=None)


def _last_right(state: QuizState) -> Seat | None:
    """Of those still in, who made the latest right call. If nobody has made any, they share (CO-12)."""
    return next((one.seat for one in reversed(state.named) if one.right and one.seat in state.tied), None)


def _why(state: QuizState, seat: Seat) -> Say | None:
    if seat == state.last_winner:
        return say(N_("Won the eighth question: 1億万 points."))
    if state.champion is None and seat in state.tied:
        return None  # nobody has lost: they share the win (CO-12)
    if seat in state.was_tied:
        return say(N_("Won the tie-break.")) if seat == state.champion else say(N_("Lost the tie-break."))
    return None


def _notes(state: QuizState) -> Iterator[Say]:
    if state.own_word:
        yield appeals.ON_OWN_WORD
