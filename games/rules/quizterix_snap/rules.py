"""The rules of Quizterix Snap!, clause by clause (SN-A1 to SN-F1)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import ClassVar

from msgspec import UNSET, structs

from games.rules import appeals, ready
from games.rules.answers import gives_mnemonic, gives_year, named_to_the_letter, names_event
from games.rules.answers.choices import four_choices, has_choices
from games.rules.appeals import AppealState
from games.rules.chance import Chance
from games.rules.kernel import (
    DAY,
    HOST,
    PUBLIC,
    BadOption,
    Feat,
    How,
    IllegalMove,
    Known,
    Result,
    Riddle,
    Rules,
    Seat,
    Standing,
    Story,
    ranked,
)
from games.rules.pack import Event, Pack
from games.rules.quizterix_snap import buzzer
from games.rules.quizterix_snap.moves import (
    Answer,
    Appeal,
    Buzz,
    Deal,
    GiveUp,
    Judge,
    Pick,
    Reveal,
    SnapMove,
    SnapOptions,
    Vote,
)
from games.rules.quizterix_snap.observation import SnapCommon, SnapObservation, look, seen_by_all
from games.rules.quizterix_snap.state import (
    BREATH_SECONDS,
    BUZZ_SECONDS,
    DEAL_SECONDS,
    JUDGE_SECONDS,
    LEARN_SECONDS,
    LOOK_SECONDS,
    ROUND_SECONDS,
    Buzzed,
    Given,
    Phase,
    Player,
    SnapState,
    Verdict,
)
from games.rules.quizterix_snap.story import story
from games.rules.words import N_, P_, Say, Who, say

MOST_ANSWERS = 1000  # of one showing: more than there are seats
KNOWS = N_("Does %(who)s know it?")


class Snap(Rules[SnapState, SnapMove, SnapOptions, SnapCommon, SnapObservation]):
    """Quizterix Snap!: collect more event cards than anyone else (SN-A1)."""

    slug: ClassVar[str] = "quizterix-snap"
    title: ClassVar[str] = "Quizterix Snap!"
    blurb: ClassVar[str] = N_("A picture turns up. Who knows first what happened, and when?")
    seats: ClassVar[range] = range(1, 41)
    minutes: ClassVar[str] = "5-30"
    kind = "event"
    mixes = True
    at_best = 6
    latecomers: ClassVar[bool] = True
    riddles: ClassVar[bool] = True
    leading: ClassVar[Mapping[str, str] | None] = {"dealer": "leader"}
    races: ClassVar[bool] = True

    State = SnapState
    Move = SnapMove
    Options = SnapOptions
    Common = SnapCommon
    Observation = SnapObservation

    def bad_options(self, options: SnapOptions, seats: int, pack: Pack) -> Iterator[BadOption]:
        """What cannot be played: a 24 h table, nothing asked, more cards than the deck has, a host who deals to
        one.
        """
        if options.clock == DAY:
            yield BadOption("clock", say(N_("Snap! is not played at a 24 hour table.")))
        if options.answering != "picked" and not options.asked:
            yield BadOption("ask_name", say(N_("Something has to be asked: the event, the year or the mnemonic.")))
        if 0 < options.seconds < 5:
            yield BadOption("seconds", say(N_("Nobody can answer in less than 5 seconds.")))
        if options.cards > len(pack.events) or not pack.events:
            yield BadOption(
                "cards",
                say(P_("This deck has %(n)s event.", "This deck has %(n)s events."), n=len(pack.events)),
            )
        if (
            options.answering in ("typed", "spoken")
            and options.ask_mnemonic
            and not all(event.mnemonic.all() for event in pack.events)
        ):
            yield BadOption("ask_mnemonic", say(N_("Some cards of this deck have no mnemonic.")))
        if options.dealer != "player" and seats == 1:
            yield BadOption("dealer", say(N_("A host deals to at least two players.")))
        if options.answering == "picked" and not has_choices(pack):
            yield BadOption("answering", say(N_("This deck has no four cards of different years to pick from.")))
        if options.answering == "oneself" and seats != 1:
            yield BadOption("answering", say(N_("Only whoever plays alone judges their own answers.")))
        if options.everybody and options.answering == "spoken":
            yield BadOption("everybody", say(N_("Where everybody answers, answers are typed or picked.")))
        if options.speed and not options.everybody:
            yield BadOption("speed", say(N_("Speed can count only where everybody answers.")))

    # -- the course of the game -------------------------------------------------------------------

    def setup(
        self,
        options: SnapOptions,
        seats: int,
        persons: frozenset[Seat],
        pack: Pack,
        chance: Chance,
        at: datetime,
    ) -> SnapState:
        """The events shuffled, image side up, and a dealer drawn (SN-B1)."""
        players = tuple(Player(Seat(number) in persons) for number in range(seats))
        state = SnapState(
            options=options,
            players=players,
            dealer=HOST,
            phase=Phase.DEALING,
            due=None,
            deck=(),
            failed=(),
            cards=0,
            opened_at=at,
            phase_at=at,
        )
        return _laid(state, pack, chance, at)

    def to_move(self, state: SnapState) -> frozenset[Seat]:
        """Everybody who can do something: in a race that is nearly everybody."""
        return frozenset(seat for seat in (HOST, *state.seats()) if next(_legal(state, seat), None))

    def legal_moves(self, state: SnapState, seat: Seat, pack: Pack) -> Iterable[SnapMove]:
        """Every move of this seat; a buzz without its reaction, an answer without its text."""
        return _legal(state, seat)

    def apply(
        self, state: SnapState, seat: Seat, move: SnapMove, pack: Pack, chance: Chance, at: datetime
    ) -> SnapState:
        """The state after this move. Refuses what is not this seat's, names another showing or comes too late."""
        if move.showing != state.showing:
            raise ready.GoneOn if isinstance(move, Deal) else IllegalMove("SN-C1", N_("That was for another card."))
        due = state.deadline()
        if due is not None and at > due and not isinstance(move, Deal | Appeal):
            raise IllegalMove("SN-C2", N_("Too late."))
        if isinstance(move, Deal):
            return _dealt(state, seat, move, pack, chance, at)
        state = _awake(state, seat)
        match move:
            case Buzz():
                return _buzzed(state, seat, move, chance, at)
            case Answer():
                return _answered(state, seat, move, pack, at)
            case Pick():
                return _picked(state, seat, move, at)
            case GiveUp():
                return _given_up(state, seat, at)
            case Reveal():
                return _revealed(state, seat, at)
            case Judge():
                return _read(state, seat, move, chance, at)
            case Appeal():
                return _appealed(state, seat, at)
            case Vote():
                return _voted(state, seat, move, at)

    def time_up(self, state: SnapState, pack: Pack, chance: Chance, at: datetime) -> SnapState:
        """The card turns up, the buzzer closes, the answer is late, the appeal falls (CO-5)."""
        match state.phase:
            case Phase.DEALING:
                return _next(state, pack, chance, at)
            case Phase.SHOWING | Phase.EVERYBODY:
                return _flipped(state, at)
            case Phase.CONTEST:
                return _contest_over(state, chance, at)
            case Phase.ANSWERING if state.speaking:
                return state.enter(Phase.JUDGING, at, JUDGE_SECONDS)
            case Phase.ANSWERING:
                return _judged(state, Verdict.LATE, at)
            case Phase.JUDGING:
                return _judged_by_anybody(state, at)
            case Phase.SOLUTION if state.going and not state.any_appealable():
                return _gone_on(state, pack, chance, at)
            case Phase.SOLUTION:
                return _looked(state, chance, at)
            case Phase.VOTING if state.vote is not None:
                return _vote_over(state, bool(appeals.decide(state.vote, at)), at)
            case Phase.ROUND_OVER:
                return _next_round(state, pack, chance, at)
            case _:
                return state

    def common(self, state: SnapState, pack: Pack, at: datetime) -> SnapCommon:
        """What everybody sees: a card's other side only once it lies open, an answer only once it is judged (CO-10)."""
        return seen_by_all(state, pack, self.result(state), at)

    def own(self, common: SnapCommon, state: SnapState, watcher: Seat, pack: Pack, at: datetime) -> SnapObservation:
        """What this watcher may see: a card's other side before it lies open only to judge what was spoken (CO-7)."""
        moves = () if watcher == PUBLIC else tuple(_legal(state, watcher))
        return look(common, state, watcher, pack, moves)

    def led(self, state: SnapState) -> bool | None:
        """Is the leader taken for present, for whose tap each card waits? (SN-B2)"""
        return None if state.options.dealer != "leader" else state.led

    def deadline(self, state: SnapState) -> datetime | None:
        """When what is awaited happens by itself."""
        return state.deadline()

    def earliest(self, state: SnapState) -> datetime | None:
        """Logs from before the game waited for anybody tell of cards turned up or over when the time shown was up."""
        return state.due

    def shift(self, state: SnapState, by: timedelta) -> SnapState:
        """The state after a pause of this length."""
        return structs.replace(
            state,
            due=None if state.due is None else state.due + by,
            opened_at=state.opened_at + by,
            phase_at=state.phase_at + by,
            vote=appeals.shift(state.vote, by),
        )

    def known(self, before: SnapState, after: SnapState, pack: Pack) -> Iterator[Known]:
        """Whoever has had the buzzer for a card, once it is put away."""
        if before.card is not None and _put_by(before, after):
            for given in before.answers:
                event = pack.events[before.card]
                yield Known(given.seat, event, given.verdict is Verdict.RIGHT, _how(given, event))

    def feats(self, before: SnapState, after: SnapState, pack: Pack) -> Iterator[Feat]:
        """How quickly the card was known that is put away."""
        if before.card is not None and _put_by(before, after):
            for given in before.answers:
                if given.verdict is Verdict.RIGHT and given.reaction:
                    yield Feat("buzz", given.seat, pack.events[before.card], given.reaction)

    def story(self, state: SnapState, pack: Pack) -> Story:
        """What is worth telling once it is over."""
        return story(state, pack)

    def riddle(self, state: SnapState, pack: Pack) -> Riddle | None:
        """Does whoever has the buzzer know it? Until the answer is judged, but not where all answer (SN-V1)."""
        if state.everybody or state.solo or state.phase is Phase.END:
            return None
        about, choices = state.showing * MOST_ANSWERS + len(state.answers), (say(N_("Yes")), say(N_("No")))
        if state.buzzer is not None:
            return Riddle(about, say(KNOWS, who=Who(state.buzzer.seat)), choices)
        if not state.answers:
            return None
        given = state.answers[-1]
        return Riddle(about - 1, say(KNOWS, who=Who(given.seat)), choices, int(given.verdict is not Verdict.RIGHT))

    def result(self, state: SnapState) -> Result | None:
        """Most cards over all rounds; equal numbers share (SN-E1)."""
        if state.phase != Phase.END:
            return None
        return Result(ranked(player.total for player in state.players), tuple(_notes(state)))

    def unit(self, state: SnapState) -> int | None:
        """The showing, until nobody can appeal any more (CO-13)."""
        between = state.phase in (Phase.DEALING, Phase.ROUND_OVER, Phase.END)
        return None if between and not state.any_appealable() else state.showing

    def stopped(self, state: SnapState, pack: Pack, chance: Chance, at: datetime) -> SnapState:
        """Over; the card on the table goes where it would have gone, and most cards win (SN-E1).

        One of the next showing, turned up just now, goes back as if nobody had seen it.
        """
        if state.card is not None and self.unit(state) is not None:
            deck = (state.card, *state.deck)
            state = structs.replace(state, card=None, deck=deck, showing=state.showing - 1, four=())
        return _put_away(state, chance).enter(Phase.END, at, None)

    def standing(self, state: SnapState) -> Standing:
        """By cards, as they lie before everybody; so many of all rounds' cards have found an owner or are out."""
        won = [state.cards_of(seat) for seat in state.seats()]
        out = len(state.known) + state.known_before if state.everybody else sum(won)
        out += len(state.unclaimed) + state.unclaimed_before
        return Standing(ranked(won), out, state.cards * state.options.rounds)

    def record(self, state: SnapState) -> tuple[int, ...]:
        """Cards, then few showings in vain."""
        return (max(player.total for player in state.players), -state.failed_before - sum(state.failed))

    # -- people come and go -----------------------------------------------------------------------

    def seated(self, state: SnapState, seat: Seat, person: bool, at: datetime) -> SnapState:
        """A latecomer has sat down, or a seat has changed hands: no card is lost (CO-6)."""
        if seat == HOST and state.options.dealer == "leader":
            return _leader(state, person, at)
        alone = state.solo
        if seat == len(state.players) and seat < self.seats.stop - 1:
            players = (*state.players, Player(person))
        elif 0 <= seat < len(state.players):
            players = tuple(
                structs.replace(player, person=person) if number == seat else player
                for number, player in enumerate(state.players)
            )
        else:
            raise IllegalMove("CO-6", N_("There is no such seat."))
        state = structs.replace(state, players=players)
        if state.going and not state.any_appealable() and ready.enough(state.going, state.persons()):
            state = structs.replace(state, due=at)
        if state.phase in (Phase.DEALING, Phase.SOLUTION) and state.due is not None:
            state = structs.replace(state, due=max(state.due, at))  # nobody is left to wait for: it has its time now
        if alone and not state.solo and state.due is None:  # nobody makes others wait without end
            seconds = state.options.typing_seconds if state.phase == Phase.ANSWERING else LOOK_SECONDS
            state = state.enter(state.phase, at, seconds)
        return state if person else _without_person(state, seat, at)

    def receive(
        self, state: SnapState, seat: Seat, move: SnapMove, at: datetime, lines: Mapping[Seat, int]
    ) -> SnapMove:
        """A buzz with the reaction that can be believed and the time the slowest of the others may need (SN-C3).

        Refuses what bots and those who have seen the solution were once let do (SN-C1, CO-2): here and not in
        ``apply``, for there are logs that tell of it.
        """
        if isinstance(move, Deal) and _deals(state, seat) and not _may_deal(state, seat):
            raise IllegalMove("SN-C1", N_("The game waits until a person turns up the next card."))
        if isinstance(move, Judge) and not _may_judge(state, seat):
            raise IllegalMove("CO-2", N_("It is not for you to judge."))
        since = buzzer.since(state.opened_at, at)
        if isinstance(move, Answer | Pick):
            counts = state.everybody and state.options.speed
            line = min(lines.get(seat, 0), buzzer.SLOWEST_LINE)
            return structs.replace(move, reaction=max(0, since - line) if counts else UNSET)
        if not isinstance(move, Buzz):
            return move
        if seat in state.barred():
            raise _no_buzz(state, seat)
        reaction = buzzer.believed(move.reaction, since, lines.get(seat, 0), bool(state.answers))
        wait = buzzer.patience(state.can_buzz() - state.barred() - {seat}, lines, since)
        return Buzz(move.showing, min(reaction, 60_000), wait)

    def judged(self, state: SnapState, seat: Seat, move: SnapMove, pack: Pack) -> SnapMove:
        """An answer with the verdict on it."""
        return structs.replace(move, right=_is_right(state, move, pack)) if isinstance(move, Answer) else move


def _put_by(before: SnapState, after: SnapState) -> bool:
    """Has the card been put away between these two?"""
    return not after.answers or (after.phase is Phase.END and before.phase is not Phase.END)


def _how(given: Given, event: Event) -> How:
    """What helped this answer: an appeal, a choice of four, or a slip of the keyboard that was forgiven."""
    if given.appeal is AppealState.UPHELD:
        return "appeal"
    if given.choice is not None:
        return "picked"
    return "slip" if given.name and not named_to_the_letter(given.name, event) else "unaided"


# -- what a seat may do --------------------------------------------------------------------------


def _legal(state: SnapState, seat: Seat) -> Iterator[SnapMove]:
    showing = state.showing
    if _may_deal(state, seat):
        yield Deal(showing, wish="ready")
    if seat in state.can_buzz() and seat not in state.barred():
        yield Buzz(showing, 0)
        if state.phase == Phase.SHOWING and seat not in state.unknowing:
            yield GiveUp(showing)
    if _answers(state, seat):
        if state.options.answering == "picked":
            yield from (Pick(showing, choice) for choice in range(len(state.four)))
        elif not state.oneself:
            yield Answer(showing)
    if _may_reveal(state, seat):
        yield Reveal(showing)
    if _answers(state, seat):
        yield GiveUp(showing)
    if _may_judge(state, seat):
        yield Judge(showing, True)
        yield Judge(showing, False)
    if state.appealable(seat):
        yield Appeal(showing)
    if state.phase == Phase.VOTING and state.vote is not None and seat in state.vote.waiting:
        yield Vote(showing, True)
        yield Vote(showing, False)


def _answers(state: SnapState, seat: Seat) -> bool:
    """Whoever has the buzzer; where everybody answers, all who have not (SN-V1)."""
    return seat in state.awaited() or (
        state.phase == Phase.ANSWERING and state.buzzer is not None and state.buzzer.seat == seat
    )


def _may_reveal(state: SnapState, seat: Seat) -> bool:
    """The leader, as long as nobody has the buzzer (SN-B2); whoever is alone and judges themselves (SN-V3)."""
    if seat == HOST:
        return state.options.dealer == "leader" and state.phase in (Phase.SHOWING, Phase.EVERYBODY)
    return state.oneself and _answers(state, seat)


def _is_person(state: SnapState, seat: Seat) -> bool:
    return seat == HOST or state.is_person(seat)


def _deals(state: SnapState, seat: Seat) -> bool:
    """The dealer, who cuts nobody short that could still appeal."""
    if state.phase not in (Phase.DEALING, Phase.SOLUTION, Phase.ROUND_OVER):
        return False
    return seat == state.dealer and not (state.phase == Phase.SOLUTION and _others_may_appeal(state, state.dealer))


def _may_deal(state: SnapState, seat: Seat) -> bool:
    """The dealer; when the game waits, every person and no bot (SN-C1)."""
    if state.reading:
        held_up = state.phase == Phase.SOLUTION and _others_may_appeal(state, seat)
        return _is_person(state, seat) and seat not in state.going and not held_up
    if state.unattended:
        return (_deals(state, seat) and _is_person(state, seat)) or (state.waiting and state.is_person(seat))
    return _deals(state, seat)


def _others_may_appeal(state: SnapState, than: Seat) -> bool:
    return state.any_appealable(but=than)


def _may_judge(state: SnapState, seat: Seat) -> bool:
    return _judging(state) and seat in state.readers and _is_person(state, seat)


def _judging(state: SnapState) -> bool:
    return state.phase == Phase.JUDGING or (state.phase == Phase.ANSWERING and state.speaking)


def _awake(state: SnapState, seat: Seat) -> SnapState:
    """Somebody has done something: if it was a person, the cards without anybody's hand are counted anew (SN-C1)."""
    return structs.replace(state, idle=0) if _is_person(state, seat) else state


# -- dealing -------------------------------------------------------------------------------------


def _laid(state: SnapState, pack: Pack, chance: Chance, at: datetime) -> SnapState:
    """A round laid out: its cards drawn and shuffled, its dealer drawn (SN-B1)."""
    order = chance.shuffle(range(len(pack.events)))
    deck = order[: state.options.round_cards or len(order)]
    dealer = chance.pick(state.seats()) if state.options.dealer == "player" else HOST
    laid = structs.replace(
        state, deck=deck, cards=len(deck), failed=(0,) * len(pack.events), unclaimed=(), known=(), dealer=dealer
    )
    return laid.enter(Phase.DEALING, at, _patience(laid, DEAL_SECONDS))


def _patience(state: SnapState, seconds: float) -> float | None:
    """How long the next card waits to be turned up: as long as a leader likes (SN-B2), a moment if one is alone."""
    return None if state.led else BREATH_SECONDS if state.solo else seconds


def _dealt(state: SnapState, seat: Seat, move: Deal, pack: Pack, chance: Chance, at: datetime) -> SnapState:
    if seat in state.going and state.reading:
        raise ready.GoneOn
    if not _deals(state, seat) and not _may_deal(state, seat):
        if seat != state.dealer:
            raise IllegalMove("SN-C1", N_("The dealer turns up the cards."))
        if state.phase == Phase.SOLUTION:
            raise IllegalMove("SN-C5", N_("Somebody may still appeal."))
        raise IllegalMove("SN-C1", N_("The card on the table comes first."))
    state = _awake(state, seat)
    if move.wish and state.reading:
        going = (*state.going, seat)
        if not ready.goes_on(move, going, state.persons()):
            return structs.replace(state, going=going, due=ready.due(state.due, at, state.options.clock))
    return _gone_on(state, pack, chance, at)


def _gone_on(state: SnapState, pack: Pack, chance: Chance, at: datetime) -> SnapState:
    if state.phase == Phase.ROUND_OVER:
        return _next_round(state, pack, chance, at)
    return _next(state, pack, chance, at)


def _next(state: SnapState, pack: Pack, chance: Chance, at: datetime) -> SnapState:
    """The next card lies there, image side up (SN-C1); after the last one the round is over."""
    last = state.last
    state = _put_away(state, chance)
    if last:
        return _round_over(state, at)
    card = state.deck[0]
    state = structs.replace(
        state,
        card=card,
        deck=state.deck[1:],
        showing=state.showing + 1,
        idle=state.idle + 1,
        opened_at=at,
        four=four_choices(pack, card, chance) if state.options.answering == "picked" else (),
    )
    if state.everybody:
        return state.enter(Phase.EVERYBODY, at, state.options.typing_seconds)
    if state.solo:
        alone = structs.replace(state, buzzer=Buzzed(Seat(0), 0))
        return alone.enter(Phase.ANSWERING, at, state.options.clock or None)
    return state.enter(Phase.SHOWING, at, BUZZ_SECONDS)


def _put_away(state: SnapState, chance: Chance) -> SnapState:
    """The card on the table goes to its winner, out of the round, or back into the deck at a random place (SN-C4)."""
    card, winner = state.card, state.winner
    if card is None:
        return state
    players, deck, unclaimed, failed = state.players, state.deck, state.unclaimed, state.failed
    known, taken = state.known, state.taken
    if state.everybody and state.right():
        known, players = (*known, card), _with_points(state, card)
    elif winner is not None:
        players = tuple(
            structs.replace(player, won=(*player.won, card)) if seat == winner else player
            for seat, player in enumerate(players)
        )
        taken += tuple(Buzzed(given.seat, given.reaction) for given in state.answers if given.seat == winner)
    elif state.exhausted(card):
        unclaimed = (*unclaimed, card)
    else:
        failed = tuple(times + (number == card) for number, times in enumerate(failed))
        place = chance.below(len(deck) + 1)
        deck = (*deck[:place], card, *deck[place:])
    return structs.replace(
        state,
        players=players,
        deck=deck,
        unclaimed=unclaimed,
        failed=failed,
        known=known,
        taken=taken,
        card=None,
        four=(),
        unknowing=(),
        buzzes=(),
        tied=(),
        buzzer=None,
        readers=(),
        seen=(),
        speaking=False,
        answers=(),
    )


def _with_points(state: SnapState, card: int) -> tuple[Player, ...]:
    """Everybody's right answer counts, and where speed does the quickest counts double (SN-V1)."""
    right, quickest = state.right(), state.quickest()
    return tuple(
        structs.replace(player, knew=(*player.knew, card), quickest=player.quickest + (seat in quickest))
        if seat in right
        else player
        for seat, player in enumerate(state.players)
    )


def _leader(state: SnapState, here: bool, at: datetime) -> SnapState:
    """A leader who has gone is stood in for by the clock; one who is back is waited for again (SN-B2)."""
    state = structs.replace(state, away=not here)
    if state.phase in (Phase.DEALING, Phase.ROUND_OVER):
        return state.enter(state.phase, at, _patience(state, DEAL_SECONDS))
    return state


# -- the race ------------------------------------------------------------------------------------


def _buzzed(state: SnapState, seat: Seat, move: Buzz, chance: Chance, at: datetime) -> SnapState:
    """A buzz; the buzzer is given when nobody can have been quicker (SN-C3)."""
    if seat not in state.can_buzz():
        raise _no_buzz(state, seat)
    elapsed, reopened = buzzer.since(state.opened_at, at), bool(state.answers)
    if elapsed < buzzer.QUICKEST and not reopened:
        raise IllegalMove("SN-C3", N_("Nobody is that quick: look at the picture first."))
    buzz = Buzzed(seat, buzzer.believed(move.reaction, elapsed, buzzer.SLOWEST_LINE, reopened))
    first = state.phase == Phase.SHOWING
    if first and buzz.reaction > BUZZ_SECONDS * 1000:
        raise IllegalMove("SN-C4", N_("The buzzer is closed."))
    state = structs.replace(state, buzzes=(*state.buzzes, buzz))
    if not state.can_buzz():
        return _contest_over(state, chance, at)
    return state.enter(Phase.CONTEST, at, move.wait / 1000) if first else state


def _no_buzz(state: SnapState, seat: Seat) -> IllegalMove:
    if seat < 0 or state.solo:
        return IllegalMove("SN-C2", N_("There is no buzzer for you."))
    if any(given.seat == seat for given in state.answers):
        return IllegalMove("SN-C2", N_("You have answered: wait for the next card."))
    if seat in state.readers or seat in state.barred():
        return IllegalMove("CO-2", N_("You have seen the solution: wait for the next card."))
    if any(buzz.seat == seat for buzz in (*state.buzzes, state.buzzer) if buzz is not None):
        return IllegalMove("SN-C2", N_("You have buzzed already."))
    if state.buzzer is not None:
        return IllegalMove("SN-C2", N_("Somebody else was quicker."))
    return IllegalMove("SN-C4", N_("The buzzer is closed."))


def _contest_over(state: SnapState, chance: Chance, at: datetime) -> SnapState:
    """The first gets the buzzer, in a tie by lot, and has some seconds to answer (SN-C2, SN-C3)."""
    first, tied = buzzer.first(state.buzzes, chance)
    state = structs.replace(state, buzzes=(), tied=tied, buzzer=first)
    reader = _reader(state, first.seat)
    if reader is None:
        return state.enter(Phase.ANSWERING, at, state.options.typing_seconds)
    seen = (*state.seen, *(seat for seat in state.readers if seat != reader))
    speaking = structs.replace(state, readers=(reader,), seen=seen, speaking=True)
    return speaking.enter(Phase.ANSWERING, at, state.options.speaking_seconds)


def _reader(state: SnapState, speaker: Seat) -> Seat | None:
    """Who sees the solution and judges what is spoken (CO-2): the host who deals, or the next person clockwise.

    Whoever has read in this showing already reads again, so that nobody else is shut out. A bot types, and so does
    whoever has no other person at the table.
    """
    if state.options.answering != "spoken" or not state.players[speaker].person:
        return None
    if state.host_deals:
        return HOST
    clockwise = (*state.seats()[speaker + 1 :], *state.seats()[:speaker])
    return next((seat for seat in (*state.readers, *clockwise) if state.players[seat].person), None)


# -- answers -------------------------------------------------------------------------------------


def _with_buzzer(state: SnapState, seat: Seat) -> SnapState:
    """The state, if this seat is one that has to answer."""
    if state.phase == Phase.EVERYBODY and any(given.seat == seat for given in state.answers):
        raise IllegalMove("SN-V1", N_("You have answered: wait for the others."))
    if not _answers(state, seat):
        raise IllegalMove("SN-C2", N_("It is not for you to answer."))
    return state


def _given_up(state: SnapState, seat: Seat, at: datetime) -> SnapState:
    """Somebody does not know it: when all have said so the card is flipped (SN-C6)."""
    if state.phase == Phase.EVERYBODY:
        return _closed_by(_with_buzzer(state, seat), Given(seat, 0, Verdict.GAVE_UP), at)
    if state.phase != Phase.SHOWING:
        return _judged(_with_buzzer(state, seat), Verdict.GAVE_UP, at)
    if seat not in state.can_buzz() - state.barred():
        raise _no_buzz(state, seat)
    if seat in state.unknowing:
        raise IllegalMove("SN-C6", N_("You have said so already."))
    state = structs.replace(state, unknowing=(*state.unknowing, seat))
    return _flipped(state, at) if state.nobody_knows() else state


def _closed_by(state: SnapState, given: Given, at: datetime) -> SnapState:
    """An answer among everybody's; the last one closes the card (SN-V1)."""
    state = structs.replace(state, answers=(*state.answers, given))
    return state if state.awaited() else _flipped(state, at)


def _picked(state: SnapState, seat: Seat, move: Pick, at: datetime) -> SnapState:
    """One of four cards: it is this one or it is not (SN-V2)."""
    state = _with_buzzer(state, seat)
    if move.choice >= len(state.four):
        raise IllegalMove("SN-V2", N_("There is no such card to pick."))
    verdict = Verdict.RIGHT if state.four[move.choice] == state.card else Verdict.WRONG
    reaction = 0 if move.reaction is UNSET else move.reaction
    given = Given(seat, reaction, verdict, choice=move.choice)
    return _closed_by(state, given, at) if state.everybody else _judged(state, verdict, at, given)


def _revealed(state: SnapState, seat: Seat, at: datetime) -> SnapState:
    """The leader closes the card (SN-B2); whoever is alone looks, and then judges (SN-V3)."""
    if not _may_reveal(state, seat):
        raise IllegalMove("SN-B2", N_("It is not for you to turn the card over."))
    if state.oneself:
        clock = state.options.clock or None
        return structs.replace(state, readers=(seat,)).enter(Phase.JUDGING, at, clock)
    return _flipped(state, at)


def _answered(state: SnapState, seat: Seat, move: Answer, pack: Pack, at: datetime) -> SnapState:
    """Name, year and mnemonic, all that is asked for right: the card is won (SN-C2)."""
    state = _with_buzzer(state, seat)
    if state.speaking:
        return state.enter(Phase.JUDGING, at, JUDGE_SECONDS)
    if state.options.answering == "picked" or state.oneself:
        raise IllegalMove("SN-V2", N_("Nothing is typed here."))
    right = _is_right(state, move, pack) if move.right is UNSET else move.right
    verdict = Verdict.RIGHT if right else Verdict.WRONG
    reaction = 0 if move.reaction is UNSET else move.reaction
    given = Given(seat, reaction, verdict, move.name, move.year, move.mnemonic)
    return _closed_by(state, given, at) if state.everybody else _judged(state, verdict, at, given)


def _is_right(state: SnapState, move: Answer, pack: Pack) -> bool:
    if state.card is None:
        return False
    event = pack.events[state.card]
    asked = state.options.asked
    return (
        ("year" not in asked or gives_year(move.year, event, pack))
        and ("name" not in asked or names_event(move.name, event, pack))
        and ("mnemonic" not in asked or gives_mnemonic(move.mnemonic, event, pack))
    )


def _read(state: SnapState, seat: Seat, move: Judge, chance: Chance, at: datetime) -> SnapState:
    """The reader has pressed right or wrong (CO-2); alone, one has seen the solution and goes on (SN-V3)."""
    if not _may_judge(state, seat) and not (_judging(state) and seat in state.seen):
        raise IllegalMove("CO-2", N_("It is not for you to judge."))
    if state.oneself:
        state = _judged(state, Verdict.RIGHT if move.right else Verdict.WRONG, at)
        return state.enter(Phase.DEALING, at, BREATH_SECONDS)
    return _judged(state, Verdict.RIGHT if move.right else Verdict.WRONG, at)


def _judged_by_anybody(state: SnapState, at: datetime) -> SnapState:
    """The reader has not pressed: any other player may, for as long again; then it counts as wrong (CO-2)."""
    speaker = state.buzzer.seat if state.buzzer is not None else None
    others = tuple(seat for seat in state.persons() if seat != speaker and seat not in state.readers)
    if len(state.readers) > 1 or not others:
        return _judged(state, Verdict.WRONG, at)
    return structs.replace(state, readers=state.readers + others).enter(Phase.JUDGING, at, JUDGE_SECONDS)


def _judged(state: SnapState, verdict: Verdict, at: datetime, given: Given | None = None) -> SnapState:
    """The answer lies open with its verdict; a wrong one opens the buzzer again for the others (SN-C2, CO-10)."""
    if state.buzzer is None:
        return state
    given = structs.replace(
        given or Given(state.buzzer.seat, 0, verdict), reaction=state.buzzer.reaction, spoken=state.speaking
    )
    state = structs.replace(state, answers=(*state.answers, given), buzzer=None, speaking=False)
    everybody_knows = len(state.readers) > 1
    nobody = state.nobody_knows() or not frozenset(state.seats()) - state.locked()
    if verdict == Verdict.RIGHT or everybody_knows or nobody or state.everybody:
        return _flipped(state, at)
    return structs.replace(state, opened_at=at, tied=()).enter(Phase.SHOWING, at, BUZZ_SECONDS)


def _flipped(state: SnapState, at: datetime) -> SnapState:
    """The card is turned over and the solution lies open to everybody (SN-C4)."""
    seconds: float | None = LOOK_SECONDS
    if state.solo:
        seconds = state.options.clock or (LOOK_SECONDS if state.winner is not None else LEARN_SECONDS)
    return state.enter(Phase.SOLUTION, at, seconds)


# -- appeals -------------------------------------------------------------------------------------


def _appealed(state: SnapState, seat: Seat, at: datetime) -> SnapState:
    """Asks the others, once per answer, when the solution is open to all (SN-C5, CO-3)."""
    if not state.appealable(seat):
        if not state.open:
            raise IllegalMove("SN-C5", N_("An appeal waits until the solution is open to all."))
        raise IllegalMove("SN-C5", N_("There is nothing for you to appeal against."))
    state = _marked(state, seat, AppealState.WAITING)
    return state if state.vote is not None else _next_vote(state, at)


def _marked(state: SnapState, seat: Seat, appeal: AppealState) -> SnapState:
    return structs.replace(
        state,
        answers=tuple(
            structs.replace(
                given, appeal=appeal, verdict=Verdict.RIGHT if appeal == AppealState.UPHELD else given.verdict
            )
            if given.seat == seat
            else given
            for given in state.answers
        ),
    )


def _next_vote(state: SnapState, at: datetime) -> SnapState:
    """The earliest buzz under appeal is voted on; what can no longer win the card is dropped (SN-C5)."""
    waiting = [given for given in state.answers if given.appeal == AppealState.WAITING]
    for given in waiting:
        if not state.everybody and not _before_winner(state, given):
            state = _marked(state, given.seat, AppealState.NONE)
            continue
        judges = (HOST,) if state.host_deals else state.persons()
        shown = tuple(getattr(given, part) for part in state.options.asked)
        appeal = appeals.open_appeal(given.seat, shown, judges, at)
        if appeals.own_word(appeal):
            return _vote_over(structs.replace(state, vote=appeal), True, at)
        return structs.replace(state, vote=appeal, phase=Phase.VOTING, phase_at=at, due=appeal.due)
    return _flipped(state, at)


def _before_winner(state: SnapState, given: Given) -> bool:
    for other in state.answers:
        if other.verdict == Verdict.RIGHT:
            return False
        if other is given:
            return True
    return False


def _voted(state: SnapState, seat: Seat, move: Vote, at: datetime) -> SnapState:
    """A vote; a strict majority of those asked decides as soon as it is certain (CO-3)."""
    state = structs.replace(state, vote=appeals.vote(state.vote, seat, move.right))
    return _vote_counted(state, at)


def _vote_counted(state: SnapState, at: datetime) -> SnapState:
    decided = None if state.vote is None else appeals.decide(state.vote, at)
    return state if decided is None else _vote_over(state, decided, at)


def _vote_over(state: SnapState, upheld: bool, at: datetime) -> SnapState:
    """Upheld, the card goes to the one who appealed, having buzzed first (SN-C5)."""
    if state.vote is None:
        return state
    own_word = state.own_word or (upheld and appeals.own_word(state.vote))
    state = _marked(state, state.vote.seat, AppealState.UPHELD if upheld else AppealState.REFUSED)
    return _next_vote(structs.replace(state, vote=None, own_word=own_word), at)


# -- the end of a card, a round, the game --------------------------------------------------------


def _looked(state: SnapState, chance: Chance, at: datetime) -> SnapState:
    """The solution has been seen: the dealer may turn up the next card, or the round is over."""
    if state.last and not state.led:
        return _round_over(_put_away(state, chance), at)
    # the ten seconds of SN-C1 run from when the dealer could have dealt
    seconds = DEAL_SECONDS if _others_may_appeal(state, state.dealer) else DEAL_SECONDS - LOOK_SECONDS
    return state.enter(Phase.DEALING, at, _patience(state, seconds))


def _round_over(state: SnapState, at: datetime) -> SnapState:
    """The last card has been played (SN-D1); after the last round the game is over (SN-E1)."""
    if state.round == state.options.rounds:
        return state.enter(Phase.END, at, None)
    return state.enter(Phase.ROUND_OVER, at, None if state.led else ROUND_SECONDS)


def _next_round(state: SnapState, pack: Pack, chance: Chance, at: datetime) -> SnapState:
    """All events shuffled again, a new dealer drawn; the cards won so far count on (SN-E1)."""
    players = tuple(
        structs.replace(player, won=(), knew=(), quickest=0, earlier=player.total) for player in state.players
    )
    state = structs.replace(
        state,
        players=players,
        round=state.round + 1,
        unclaimed_before=state.unclaimed_before + len(state.unclaimed),
        known_before=state.known_before + len(state.known),
        failed_before=state.failed_before + sum(state.failed),
    )
    return _laid(state, pack, chance, at)


def _without_person(state: SnapState, seat: Seat, at: datetime) -> SnapState:
    """A seat has been handed to a bot: it neither votes nor judges nor speaks. Whoever has read is still locked out."""
    if state.vote is not None:
        return _vote_counted(structs.replace(state, vote=appeals.without(state.vote, seat)), at)
    if state.solo and state.phase == Phase.JUDGING:  # a bot judges nothing, and answers
        return structs.replace(state, readers=()).enter(Phase.ANSWERING, at, state.options.clock or None)
    speaker = state.buzzer
    if not state.speaking or speaker is None:
        return state
    if seat in state.readers:
        readers = tuple(reader for reader in state.readers if reader != seat)
        state = structs.replace(state, readers=readers, seen=(*state.seen, seat))
    reader = _reader(state, speaker.seat)
    if reader is None:
        state = structs.replace(state, readers=(), seen=(*state.seen, *state.readers), speaking=False)
        return state.enter(Phase.ANSWERING, at, state.options.typing_seconds)
    return state if reader in state.readers else structs.replace(state, readers=(reader,))


def _notes(state: SnapState) -> Iterator[Say]:
    if unclaimed := state.unclaimed_before + len(state.unclaimed):
        yield say(P_("%(n)s card stayed unclaimed.", "%(n)s cards stayed unclaimed."), n=unclaimed)
    if state.own_word:
        yield appeals.ON_OWN_WORD
