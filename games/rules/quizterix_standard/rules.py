"""The rules of Quizterix Standard, clause by clause (QS-A1 to QS-E4)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import ClassVar

from msgspec import structs

from games.rules import appeals
from games.rules.answers import named_to_the_letter
from games.rules.chance import Chance
from games.rules.kernel import BadOption, How, IllegalMove, Known, Place, Result, Rules, Seat, Standing, Story, ranked
from games.rules.pack import Pack
from games.rules.quizterix_snap import buzzer
from games.rules.quizterix_snap.moves import Buzz, SnapMove
from games.rules.quizterix_standard import panic, turn
from games.rules.quizterix_standard.flow import SNAP, Now, after_playoff, begin_turn, end, next_turn
from games.rules.quizterix_standard.legal import actors, judges, legal, may_enrol
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
    OwnMove,
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
    StandardOptions,
    Steal,
    Stop,
    Swap,
    Vote,
    Where,
    where,
)
from games.rules.quizterix_standard.observation import StandardCommon, StandardObservation, look, seen_by_all
from games.rules.quizterix_standard.state import (
    AGREE_SECONDS,
    ALL_AGREED,
    Ending,
    Phase,
    Player,
    Playoff,
    Slot,
    StandardState,
    Verdict,
)
from games.rules.quizterix_standard.story import story
from games.rules.words import N_, P_, Say, say

DEALT = 4  # QS-C2
FEWEST = 5  # QS-B1: of each player, where too few were chosen for everybody


class Standard(Rules[StandardState, StandardMove, StandardOptions, StandardCommon, StandardObservation]):
    """Quizterix Standard: the longest streak of consecutive events wins (QS-A1)."""

    slug: ClassVar[str] = "quizterix-standard"
    title: ClassVar[str] = "Quizterix Standard"
    blurb: ClassVar[str] = N_("Build a timeline of crazy pictures, and find out card by card what they stand for.")
    seats: ClassVar[range] = range(2, 9)
    minutes: ClassVar[str] = "45-120"
    kind = "event"
    races: ClassVar[bool] = True
    mixes: ClassVar[bool] = True

    State = StandardState
    Move = StandardMove
    Options = StandardOptions
    Common = StandardCommon
    Observation = StandardObservation

    def bad_options(self, options: StandardOptions, seats: int, pack: Pack) -> Iterator[BadOption]:
        """The number of events and the deck must go together, and some variants exclude each other."""
        cards = len(pack.events)
        if cards < DEALT * seats:
            yield BadOption("deck", say(P_("This deck has %(n)s event.", "This deck has %(n)s events."), n=cards))
        elif options.cards > cards:
            yield BadOption("cards", say(P_("This deck has %(n)s event.", "This deck has %(n)s events."), n=cards))
        if not pack.questions:
            yield BadOption("deck", say(N_("This deck has no question cards.")))
        if not all(event.mnemonic.all() for event in pack.events):
            yield BadOption("deck", say(N_("Some cards of this deck have no mnemonic.")))
        if options.no_peeking and options.refreshers != "nobody":
            yield BadOption("no_peeking", say(N_("Refreshers and no peeking do not go together.")))

    # -- the course of the game -------------------------------------------------------------------

    def setup(
        self,
        options: StandardOptions,
        seats: int,
        persons: frozenset[Seat],
        pack: Pack,
        chance: Chance,
        at: datetime,
    ) -> StandardState:
        """Both decks shuffled, four hidden events dealt to everybody, the starter drawn (QS-C1, QS-C2, CO-4)."""
        order = chance.shuffle(range(len(pack.events)))
        in_play = options.cards or len(order)
        events = order[: FEWEST * seats if in_play < DEALT * seats else in_play]
        players = tuple(
            Player(
                Seat(number) in persons,
                tuple(Slot(card) for card in events[DEALT * number : DEALT * (number + 1)]),
                options.refreshers == "everybody",
            )
            for number in range(seats)
        )
        starter = Seat(chance.below(seats))
        state = StandardState(
            options=options,
            players=players,
            starter=starter,
            active=starter,
            phase=Phase.INSERT,
            due=None,
            phase_at=at,
            stack=events[DEALT * seats :],
            questions=chance.shuffle(range(len(pack.questions))),
            numbers=tuple(number for _, number in sorted(zip(order, range(len(order)), strict=True))),
        )
        return begin_turn(state, at)

    def to_move(self, state: StandardState) -> frozenset[Seat]:
        """Everybody who may do something now."""
        return actors(state)

    def legal_moves(self, state: StandardState, seat: Seat, pack: Pack) -> Iterable[StandardMove]:
        """Every move of this seat; an answer without its text, a mnemonic with one that will do."""
        return legal(state, seat, pack)

    def apply(
        self, state: StandardState, seat: Seat, move: StandardMove, pack: Pack, chance: Chance, at: datetime
    ) -> StandardState:
        """The state after this move. Refuses what is not this seat's, means another moment or comes too late."""
        if isinstance(move, SnapMove):
            if state.playoff is None or state.phase is not Phase.PLAYOFF:
                raise IllegalMove("QS-E3", N_("Snap! is only played to break a tie."))
            if seat in state.playoff.out and isinstance(move, Buzz):
                raise IllegalMove("QS-E3", N_("Only those still level play Snap! for the win."))
            playoff = SNAP.apply(state.playoff, seat, move, pack, chance, at)
            return self._after_playoff(structs.replace(state, last=()), playoff, at)
        if move.moment != state.moment:
            raise IllegalMove("CO-5", N_("The game has gone on since."))
        if state.due is not None and at > state.due:
            raise IllegalMove("CO-5", N_("Too late."))
        if seat not in actors(state):
            raise IllegalMove("QS-D1", N_("It is not your turn."))
        return _played(structs.replace(state, last=()), seat, move, Now(pack, chance, at))

    def _after_playoff(self, state: StandardState, playoff: object, at: datetime) -> StandardState:
        return after_playoff(state, playoff, at) if isinstance(playoff, Playoff) else state

    def time_up(self, state: StandardState, pack: Pack, chance: Chance, at: datetime) -> StandardState:
        """The mildest choice is made for whoever was awaited (CO-5)."""
        if state.playoff is not None:
            return self._after_playoff(
                structs.replace(state, last=()), SNAP.time_up(state.playoff, pack, chance, at), at
            )
        return _timed_out(structs.replace(state, last=()), Now(pack, chance, at))

    def common(self, state: StandardState, pack: Pack, at: datetime) -> StandardCommon:
        """What everybody sees: the timelines with what is flipped in them, and what lies in the middle."""
        return seen_by_all(state, pack, self.result(state))

    def own(
        self, common: StandardCommon, state: StandardState, watcher: Seat, pack: Pack, at: datetime
    ) -> StandardObservation:
        """What this watcher may see (CO-7)."""
        return look(common, state, watcher, pack)

    def deadline(self, state: StandardState) -> datetime | None:
        """When time runs out for whoever is awaited."""
        return state.due if state.playoff is None else SNAP.deadline(state.playoff)

    def earliest(self, state: StandardState) -> datetime | None:
        """The same, but for a play-off that was told before Snap! waited for anybody, and for games that went on at
        once though all who are left had agreed to stop.
        """
        if state.phase is Phase.STOPPING and not actors(state):
            return state.phase_at
        return state.due if state.playoff is None else SNAP.earliest(state.playoff)

    def shift(self, state: StandardState, by: timedelta) -> StandardState:
        """The state after a pause of this length."""
        playoff = None if state.playoff is None else SNAP.shift(state.playoff, by)
        return structs.replace(
            state,
            due=None if state.due is None else state.due + by,
            phase_at=state.phase_at + by,
            vote=appeals.shift(state.vote, by),
            playoff=playoff,
        )

    def known(self, before: StandardState, after: StandardState, pack: Pack) -> Iterator[Known]:
        """Whoever has named an event or answered a question, once nobody can appeal any more."""
        given = after.given
        if given is None or not _final(after) or (given == before.given and _final(before)):
            return
        right = given.verdict is Verdict.RIGHT
        if given.place is None:
            if after.asked is not None:
                yield Known(given.seat, pack.questions[after.asked.card], right)
        elif slot := before.slot(Where(given.seat, given.place)):
            event = pack.events[slot.card]
            exact = given.spoken or all(named_to_the_letter(text, event) for text in given.texts[:1])
            how: How = "appeal" if given.appealed else "unaided" if exact else "slip"
            yield Known(given.seat, event, right, how)

    def story(self, state: StandardState, pack: Pack) -> Story:
        """What is worth telling once it is over."""
        return story(state, pack)

    def result(self, state: StandardState) -> Result | None:
        """The longest streak; then events, timespan, the streak's timespan, Snap!; then shared (QS-E2, QS-E3)."""
        if state.phase is not Phase.OVER:
            return None
        values = tuple((*state.standings[seat], _snapped(state, seat)) for seat in state.seats())
        ranking = (
            Place(1 + sum(other > value for other in values), seat, value[0], _why(seat, values))
            for seat, value in zip(state.seats(), values, strict=True)
        )
        return Result(tuple(sorted(ranking, key=lambda line: (line.place, line.seat))), tuple(_notes(state)))

    def unit(self, state: StandardState) -> int | None:
        """The turn; in a play-off that had begun before the call, the showing (CO-13)."""
        if state.phase is Phase.OVER:
            return None
        if state.playoff is not None:
            showing = SNAP.unit(state.playoff)
            return None if showing is None else -showing
        return state.round * len(state.players) + (state.active - state.starter) % len(state.players)

    def stopped(self, state: StandardState, pack: Pack, chance: Chance, at: datetime) -> StandardState:
        """All cards are flipped and the streaks counted; a play-off that runs counts as far as it came (QS-E3)."""
        if state.playoff is not None:
            return self._after_playoff(state, SNAP.stopped(state.playoff, pack, chance, at), at)
        return end(state, Ending.CALLED, Now(pack, chance, at))

    def standing(self, state: StandardState) -> Standing:
        """By flipped events, for they alone lie open; the timeline nearest to its end tells how far the game is.

        Where rounds have been agreed, they do.
        """
        flipped = [sum(slot.flipped for slot in player.line) for player in state.players]
        if state.options.rounds:
            return Standing(ranked(flipped), min(state.round - 1, state.options.rounds), state.options.rounds)
        lengths = [len(player.line) for player in state.players]
        done, of = max(zip(flipped, lengths, strict=True), key=lambda line: (line[0] / max(1, line[1]), line[1]))
        return Standing(ranked(flipped), done, of)

    # -- people come and go -----------------------------------------------------------------------

    def seated(self, state: StandardState, seat: Seat, person: bool, at: datetime) -> StandardState:
        """A seat has changed hands: no card is lost (CO-6)."""
        if seat not in state.seats():
            raise IllegalMove("CO-6", N_("There is no such seat."))
        state = state.with_player(seat, structs.replace(state.players[seat], person=person))
        if state.playoff is not None:
            playoff = SNAP.seated(state.playoff, seat, person, at)
            return self._after_playoff(state, playoff, at)
        return state if person else _without_person(state, seat, at)

    def receive(
        self, state: StandardState, seat: Seat, move: StandardMove, at: datetime, lines: Mapping[Seat, int]
    ) -> StandardMove:
        """Who was faster or first is measured as in Snap! (QS-D6.6, SN-C3)."""
        if isinstance(move, SnapMove):
            return move if state.playoff is None else SNAP.receive(state.playoff, seat, move, at, lines)
        if not isinstance(move, Invent | Perform | Point):
            return move
        line = min(lines.get(seat, 0), buzzer.SLOWEST_LINE)
        reaction = buzzer.believed(move.reaction, buzzer.since(state.phase_at, at), line)
        wait = buzzer.patience(set(panic.busy(state)) - {seat}, lines)
        return structs.replace(move, reaction=min(reaction, 86_400_000), wait=wait)

    def judged(self, state: StandardState, seat: Seat, move: StandardMove, pack: Pack) -> StandardMove:
        """What is named or answered, with the verdict; refuses the card's own mnemonic for a new one (QS-D6.5)."""
        if isinstance(move, SnapMove):
            return move if state.playoff is None else SNAP.judged(state.playoff, seat, move, pack)
        match move:
            case Guess():
                return structs.replace(move, right=turn.guessed_right(state, seat, move, pack))
            case Answer():
                return structs.replace(move, right=turn.answered_right(state, move, pack))
            case Invent():
                panic.check_new(state, move, pack)
        return move


# -- what a move does ----------------------------------------------------------------------------


def _in(state: StandardState, *phases: Phase) -> bool:
    """Is the table waiting for this?"""
    return state.phase in phases


def _played(state: StandardState, seat: Seat, move: OwnMove, now: Now) -> StandardState:
    """The move of somebody who may do something now, if it is this that the table waits for."""
    match move:
        case Insert(gap=gap) if _in(state, Phase.INSERT):
            return turn.insert(state, gap, now)
        case Guess() if _in(state, Phase.ACT):
            return turn.guess(state, move, now)
        case Peek(spot=at) if _in(state, Phase.ACT):
            return turn.peek(state, where(at), now)
        case Refresh(place=place) if _in(state, Phase.INSERT, Phase.ACT):
            return turn.refresh(state, place, now)
        case Enrol() if _in(state, Phase.INSERT, Phase.ACT):
            return _enrolled(state, seat)
        case GoOn() if _in(state, Phase.LOOKING):
            return turn.looked(state, now)
        case GoOn() if _in(state, Phase.VERDICT):
            return next_turn(state, now)
        case Appeal() if _in(state, Phase.VERDICT):
            return turn.appeal(state, now)
        case Vote(right=right) if _in(state, Phase.VOTING):
            return turn.vote(state, seat, right, now)
        case Ask(suit=suit) if _in(state, Phase.ACT):
            return turn.ask(state, suit, now)
        case Answer() if _in(state, Phase.ANSWERING) and seat == state.active:
            return turn.answer(state, move, now)
        case NotKnown() if _in(state, Phase.ANSWERING) and seat == state.active:
            return turn.not_known(state, now)
        case Judge(right=right) if _in(state, Phase.ANSWERING, Phase.JUDGING) and seat in judges(state):
            return turn.judged(state, right, now)
        case Stop() if _in(state, Phase.ACT):
            return _stop_asked(state, seat, now)
        case Agree(yes=yes) if _in(state, Phase.STOPPING):
            return _agreed(state, seat, yes, now)
        case _:
            return _stepped(state, seat, move, now)


def _stepped(state: StandardState, seat: Seat, move: OwnMove, now: Now) -> StandardState:
    """What the die, a received card or a panic asks for."""
    card = state.for_me(seat) if _in(state, Phase.PLACING) else None
    match move:
        case Roll() if _in(state, Phase.ROLLING):
            return turn.roll(state, now)
        case Give() if _in(state, Phase.GIVING):
            return turn.give(state, move, now)
        case Steal(spot=at) if _in(state, Phase.STEALING):
            return turn.steal(state, where(at), now)
        case Swap() if _in(state, Phase.SWAPPING):
            return turn.swap(state, move, now)
        case Shift() if _in(state, Phase.SHIFTING):
            return turn.shift(state, move, now)
        case LookAt() if card is not None:
            return turn.look_at(state, card)
        case Put(gap=gap) if card is not None:
            return turn.put(state, card, gap, now)
        case Invent() | Perform() if _in(state, Phase.RACING, Phase.INVENTING):
            return panic.invent(state, seat, move, now)
        case Skip() if _in(state, Phase.RACING, Phase.INVENTING, Phase.POINTING):
            return panic.skip(state, seat, now)
        case Accept(right=right) if _in(state, Phase.ACCEPTING):
            return panic.accepted(state, right, now)
        case Performed() if _in(state, Phase.PERFORMING):
            return panic.performed(state, now)
        case Point() if _in(state, Phase.POINTING):
            return panic.point(state, seat, move, now)
        case _:
            raise _not_now(move)


def _not_now(move: OwnMove) -> IllegalMove:
    """Why this is not what the table waits for."""
    match move:
        case Insert():
            return IllegalMove("QS-D1", N_("There is no new event to insert."))
        case Guess():
            return IllegalMove("QS-D2", N_("An event is named in one’s own turn, after the new event is inserted."))
        case Peek():
            return IllegalMove("QS-D3", N_("One look, in your own turn, after the new event is inserted."))
        case Refresh() | Enrol():
            return IllegalMove("QS-S2", N_("Refreshers are for your own turn."))
        case Ask() | Answer() | NotKnown():
            return IllegalMove("QS-D4", N_("A question is asked once, in your own turn."))
        case Roll():
            return IllegalMove("QS-D5", N_("The die is rolled after a right answer."))
        case Give():
            return IllegalMove("QS-D5.1", N_("An event is given away after a one."))
        case Steal():
            return IllegalMove("QS-D5.3", N_("An event is stolen after a three."))
        case Swap():
            return IllegalMove("QS-D5.4", N_("Events are swapped after a four."))
        case Shift():
            return IllegalMove("QS-D5.5", N_("An event is moved after a five."))
        case LookAt() | Put():
            return IllegalMove("QS-D5.7", N_("You have received no card."))
        case Invent() | Perform() | Skip() | Accept() | Performed() | Point():
            return IllegalMove("QS-D6.3", N_("That belongs to another moment of a Mnemonic Panic."))
        case Stop() | Agree():
            return IllegalMove("QS-E4", N_("Whether to stop is asked in one’s own turn."))
        case GoOn() | Appeal() | Vote() | Judge():
            return IllegalMove("CO-9", N_("There is nothing for you to decide now."))


def _enrolled(state: StandardState, seat: Seat) -> StandardState:
    """From now on this seat may look again (QS-S2)."""
    if not may_enrol(state, seat):
        raise IllegalMove("QS-S2", N_("Refreshers are not chosen at this table."))
    player = structs.replace(state.players[seat], refreshers=True)
    return structs.replace(state.with_player(seat, player).tell("enrolled", seat=seat), moment=state.moment + 1)


def _stop_asked(state: StandardState, seat: Seat, now: Now) -> StandardState:
    """All players may agree to stop; bots do not mind (QS-E4)."""
    if state.asked_to_stop or not state.players[seat].person:
        raise IllegalMove("QS-E4", N_("You have asked in this turn."))
    state = structs.replace(state, asked_to_stop=True, agreed=(seat,)).tell("asks-to-stop", seat=seat)
    return _stop_counted(state.enter(Phase.STOPPING, now.at, AGREE_SECONDS), now)


def _agreed(state: StandardState, seat: Seat, yes: bool, now: Now) -> StandardState:
    if not yes:
        return state.tell("plays-on", seat=seat).enter(Phase.ACT, now.at)
    return _stop_counted(structs.replace(state, agreed=(*state.agreed, seat)), now)


def _stop_counted(state: StandardState, now: Now) -> StandardState:
    return state if actors(state) else end(state, Ending.AGREED, now)


def _timed_out(state: StandardState, now: Now) -> StandardState:
    """The mildest choice for whoever was awaited (CO-5)."""
    match state.phase:
        case Phase.INSERT:
            return turn.insert(state, len(state.players[state.active].line), now)
        case Phase.LOOKING:
            return turn.looked(state, now)
        case Phase.ANSWERING:
            return turn.not_known(state, now)
        case Phase.JUDGING:
            return turn.nobody_judged(state, now)
        case Phase.VOTING if state.vote is not None:
            return turn.vote_over(state, bool(appeals.decide(state.vote, now.at)), now)
        case Phase.ROLLING:
            return turn.roll(state, now)
        case Phase.STOPPING if not actors(state) and state.due is not None and now.at >= state.due:
            return end(state, Ending.AGREED, now)
        case Phase.STOPPING:
            return state.tell("nobody-answered").enter(Phase.ACT, now.at)
        case Phase.PLACING:
            return turn.all_put(state, now)
        case Phase.GIVING | Phase.STEALING | Phase.SWAPPING | Phase.SHIFTING:
            forced = tuple(legal(state, state.thief, now.pack))
            return _played(state, state.thief, now.chance.pick(forced), now)  # type: ignore[arg-type]
        case Phase.RACING | Phase.INVENTING:
            return panic.invented(state, now)
        case Phase.ACCEPTING:
            return panic.accepted(state, False, now)
        case Phase.PERFORMING:
            return panic.performed(state, now)
        case Phase.POINTING:
            return panic.pointed_out(state, now)
        case _:
            return next_turn(state.tell("timed-out", seat=state.active), now)


def _without_person(state: StandardState, seat: Seat, at: datetime) -> StandardState:
    """A seat has been handed to a bot: it neither votes nor judges nor speaks (CO-9)."""
    if state.vote is not None:
        state = structs.replace(state, vote=appeals.without(state.vote, seat))
    given = state.given
    if state.phase is Phase.ANSWERING and given is not None and given.spoken:
        reader = turn.reader_for(state, given.seat)
        if reader is None:
            state = structs.replace(state, given=structs.replace(given, spoken=False), readers=())
        elif not judges(state):
            state = structs.replace(state, readers=(reader,))
    if state.phase is Phase.STOPPING and not actors(state):
        return structs.replace(state, due=at + ALL_AGREED)
    waits = state.phase in (Phase.VOTING, Phase.JUDGING, Phase.VERDICT)
    if waits and not actors(state):
        return structs.replace(state, due=at)
    return state


def _final(state: StandardState) -> bool:
    """Has the last answer been judged, with no appeal open or possible?"""
    judged = state.given is not None and state.given.verdict is not Verdict.OPEN
    return judged and not _in(state, Phase.VERDICT, Phase.VOTING)


# -- the end -------------------------------------------------------------------------------------


def _snapped(state: StandardState, seat: Seat) -> int:
    """The cards won in the play-off."""
    playoff = state.playoff
    return 0 if playoff is None or seat in playoff.out else playoff.players[seat].total


def _why(seat: Seat, values: tuple[tuple[int, ...], ...]) -> Say | None:
    """What decided between this seat and others that its score does not part it from (QS-E3)."""
    mine = values[seat]
    level = [other for number, other in enumerate(values) if number != seat and other[0] == mine[0]]
    if not level:
        return None
    depth = max(
        next((depth for depth, (one, two) in enumerate(zip(mine, other, strict=True)) if one != two), len(mine))
        for other in level
    )
    match depth:
        case 1:
            return None
        case 2:
            return say(N_("spans %(n)s years"), n=mine[2])
        case 3:
            return say(N_("the streak covers %(n)s years"), n=mine[3])
        case 4:
            return say(N_("%(n)s cards in Snap!"), n=mine[4])
        case _:
            return say(N_("level in everything"))


def _notes(state: StandardState) -> Iterator[Say]:
    if state.ending is Ending.ROUNDS:
        yield say(N_("The agreed rounds have been played."))
    if state.ending is Ending.AGREED:
        yield say(N_("All agreed to stop here."))
    if state.ending is Ending.CALLED:
        yield say(N_("Time was called."))
    if state.own_word or (state.playoff is not None and state.playoff.own_word):
        yield appeals.ON_OWN_WORD
