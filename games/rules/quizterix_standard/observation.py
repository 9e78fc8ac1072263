"""What a watcher of Quizterix Standard may see, built up piece by piece. Each field is a part of the page.

What a player has looked at is theirs to remember: the page marks that they have seen a card, and shows it no more.
"""

from datetime import datetime

from msgspec import Struct, structs

from games.rules.appeals import Tally, tally
from games.rules.kernel import Result, Seat
from games.rules.pack import Event, Pack, Rank, Suit
from games.rules.quizterix_snap.observation import SnapObservation
from games.rules.quizterix_standard import panic
from games.rules.quizterix_standard.flow import SNAP
from games.rules.quizterix_standard.legal import actors, may_enrol, may_refresh
from games.rules.quizterix_standard.moves import Where, spot
from games.rules.quizterix_standard.state import Happening, Phase, Slot, StandardState, Verdict
from games.rules.quizterix_standard.timeline import longest, protected, standing, years_of
from games.rules.words import N_, Say, Text, Who, say

STEPS = {
    Phase.INSERT: 1,
    Phase.ACT: 2,
    Phase.LOOKING: 3,
    Phase.ANSWERING: 4,
}  # what comes later belongs to the die


ASKING = {Phase.ANSWERING, Phase.JUDGING, Phase.VERDICT, Phase.VOTING, Phase.ROLLING}
CONTESTED = {Phase.JUDGING, Phase.VERDICT, Phase.VOTING}
SHOWN = 3  # moments after which what was named is history: the next player has done something


class Flip(Struct, frozen=True):
    """The flip side of a card."""

    rank: Rank
    suit: Suit
    year: int
    name: Text
    mnemonic: Text
    story: Text
    accept: tuple[str, ...] = ()  # other names that count, for whoever judges


class Card(Struct, frozen=True):
    """A card where it lies, hidden side up, or flipped. Its ``number`` is its own for the whole game: as the how
    manieth it came off the shuffled stack, which all have seen. What lies in no timeline has no ``spot``.
    """

    spot: str
    place: int
    number: int
    suit: Suit
    scene: Text
    alt: Text
    flip: Flip | None = None
    safe: bool = False  # QS-S1
    streak: bool = False  # in the longest streak of a timeline that lies open as a whole (QS-E2)


class Bar(Struct, frozen=True):
    """The round, how many there are (0: no limit), and whether the table plays an easier game (QS-V1)."""

    round: int
    rounds: int
    easier: bool


class SeatLine(Struct, frozen=True):
    """A player with the timeline that lies in front of them; ``active``: who the table looks at."""

    seat: Seat
    person: bool
    active: bool
    awaited: bool
    refreshers: bool
    looked: int | None  # the place of the card somebody looks at right now
    flipped: int
    streak: int  # of a timeline that lies open as a whole; 0 while anything is hidden
    cards: tuple[Card, ...]


class Question(Struct, frozen=True):
    """The question on the table; ``answer`` once it is told to all."""

    suit: Suit
    ask: Text
    answer: Text | None = None


class Shown(Struct, frozen=True):
    """The last answer, as everybody sees it once it is judged (CO-10). ``card``: of an event that was named."""

    seat: Seat
    place: int | None
    card: Card | None
    texts: tuple[str, ...]
    verdict: Verdict
    spoken: bool


class Claim(Struct, frozen=True):
    """The last event that was named: by whom, what they said, and whether all of it was right (CO-10). ``side`` is its
    flip side, once it lies open. ``moment`` tells one naming from another.
    """

    seat: Seat
    card: Card
    texts: tuple[str, ...]
    right: bool
    side: Flip | None
    moment: int


class InPlay(Struct, frozen=True):
    """The timeline that play is about: of whoever has to do something with it, at the end the winner's.

    ``about``: the number of the card the turn is about; ``over``: every card lies open.
    """

    seat: Seat
    cards: tuple[Card, ...]
    about: int | None
    over: bool


class Presented(Struct, frozen=True):
    """The mnemonic being presented. ``told``: who guessed it, and what it was for, once that is settled."""

    seat: Seat
    text: str
    told: Say | None
    settling: bool


class Stage(Struct, frozen=True):
    """What lies in the middle of the table, and what the table is waiting for.

    ``lead``: who has to do it, or else whose turn it is; ``asking``: the question is still the matter.
    """

    phase: Phase
    step: int
    active: Seat
    lead: Seat
    asking: bool
    awaited: tuple[Seat, ...]
    due: datetime | None
    seconds: float
    stack: int
    top: Card | None
    die: int
    question: Question | None
    given: Shown | None
    vote: Tally | None
    presented: Presented | None
    playoff: bool


class Own(Struct, frozen=True):
    """A card of one's own timeline, and what only oneself knows about it."""

    card: Card
    seen: bool
    hidden: bool
    refresh: bool  # may be looked at again now


class Line(Struct, frozen=True):
    """A timeline to choose a card from."""

    seat: Seat
    cards: tuple[Card, ...]


class Hand(Struct, frozen=True):
    """What this watcher has and can do. ``form`` names what is asked; empty: nothing."""

    moment: int = 0
    form: str = ""
    seat: Seat | None = None
    mine: tuple[Own, ...] = ()
    new: Card | None = None  # the card to be placed
    look: Card | None = None  # the card whose flip side is being looked at
    question: Question | None = None  # the question to be answered
    may_look: bool = False
    tried: bool = False
    may_enrol: bool = False
    may_refresh: bool = False
    may_stop: bool = False
    spoken: bool = False
    judge: Flip | None = None  # an event's solution, for whoever judges
    answer: Text | None = None  # a question's, likewise
    accept: tuple[str, ...] = ()
    vote: Tally | None = None
    choose: tuple[Line, ...] = ()  # cards to choose from
    seen: tuple[str, ...] = ()  # hidden cards, anywhere, that this seat has looked at
    others: tuple[Seat, ...] = ()
    used: tuple[str, ...] = ()
    performs: bool = False
    due: datetime | None = None
    seconds: float = 0

    @property
    def gaps(self) -> bool:
        """Is a gap of one's own timeline to be chosen?"""
        return self.form in ("insert", "put", "shift")

    @property
    def picks(self) -> bool:
        """Is a card of one's own timeline to be chosen?"""
        return self.form in ("give", "swap", "shift") or (self.form == "act" and not self.tried)


class StandardCommon(Struct, frozen=True):
    """What all see alike."""

    bar: Bar
    stage: Stage
    claim: Claim | None
    line: InPlay
    seats: tuple[SeatLine, ...]
    news: tuple[Say, ...]
    ending: Result | None


class StandardObservation(StandardCommon, frozen=True):
    """Everything one watcher sees."""

    hand: Hand
    playoff: SnapObservation | None


def seen_by_all(state: StandardState, pack: Pack, ending: Result | None) -> StandardCommon:
    """What everybody sees."""
    awaited = actors(state)
    whose = _whose(state, awaited)
    seats = tuple(_seat(state, seat, pack, awaited, seat == whose) for seat in state.seats())
    return StandardCommon(
        bar=Bar(state.round, state.options.rounds, state.options.near_years),
        stage=_stage(state, pack, awaited),
        claim=_claim(state, pack),
        line=_in_play(state, seats, awaited, ending),
        seats=seats,
        news=tuple(_told(happening, pack) for happening in state.last),
        ending=ending,
    )


def look(common: StandardCommon, state: StandardState, watcher: Seat, pack: Pack) -> StandardObservation:
    """What this watcher sees."""
    playing = state.playoff is not None and state.phase is Phase.PLAYOFF
    return StandardObservation(
        bar=common.bar,
        stage=common.stage,
        claim=common.claim,
        line=common.line,
        seats=common.seats,
        news=common.news,
        ending=common.ending,
        hand=_hand(common, state, watcher, pack) if watcher in state.seats() else Hand(),
        playoff=SNAP.observe(state.playoff, watcher, pack, state.phase_at) if playing and state.playoff else None,
    )


# -- cards ---------------------------------------------------------------------------------------


def flip_of(event: Event, judging: bool = False) -> Flip:
    """The flip side of this event."""
    accept = event.accept.all() if judging else ()
    return Flip(event.rank, event.suit, event.year, event.name, event.mnemonic, event.story, accept)


def _card(
    state: StandardState,
    slot: Slot,
    at: Where | None,
    pack: Pack,
    opened: bool = False,
    safe: bool = False,
    streak: bool = False,
) -> Card:
    event = pack.events[slot.card]
    flip = flip_of(event) if slot.flipped or opened else None
    number = state.numbers[slot.card]
    lies, place = ("", 0) if at is None else (spot(*at), at.place)
    return Card(lies, place, number, event.suit, event.scene, event.alt, flip, safe, streak)


def _timeline(state: StandardState, seat: Seat, pack: Pack, whole: bool) -> tuple[Card, ...]:
    line = state.players[seat].line
    safe, streak = protected(line, pack), longest(years_of(line, pack)) if whole else range(0)
    return tuple(
        _card(state, slot, Where(seat, place), pack, safe=place in safe, streak=place in streak)
        for place, slot in enumerate(line)
    )


# -- what all see --------------------------------------------------------------------------------


def _whose(state: StandardState, awaited: frozenset[Seat]) -> Seat | None:
    """Whom the table looks at: whoever presents a mnemonic until it is guessed, nobody while all invent one."""
    if state.phase in (Phase.OVER, Phase.PLAYOFF, Phase.RACING, Phase.INVENTING):
        return None
    if state.panic is not None and state.panic.presented is not None and state.panic.told is None:
        return state.panic.presented.seat
    return state.active if state.phase in CONTESTED else _lead(state, awaited)


def _lead(state: StandardState, awaited: frozenset[Seat]) -> Seat:
    return state.active if state.active in awaited else min(awaited, default=state.active)


def _step(state: StandardState) -> int:
    """Which of the five steps the turn is at: a verdict belongs to what it is about."""
    if state.phase in CONTESTED and state.given is not None:
        return STEPS[Phase.ANSWERING] if state.given.place is None else STEPS[Phase.ACT]
    return STEPS.get(state.phase, 5)


def _seat(state: StandardState, seat: Seat, pack: Pack, awaited: frozenset[Seat], active: bool) -> SeatLine:
    player = state.players[seat]
    flipped = sum(slot.flipped for slot in player.line)
    whole = flipped == len(player.line)
    at = state.looking.at if state.looking is not None else None
    return SeatLine(
        seat=seat,
        person=player.person,
        active=active,
        awaited=seat in awaited,
        refreshers=player.refreshers,
        looked=at.place if at is not None and at.seat == seat else None,
        flipped=flipped,
        streak=standing(years_of(player.line, pack)).streak if whole else 0,
        cards=_timeline(state, seat, pack, whole),
    )


def _stage(state: StandardState, pack: Pack, awaited: frozenset[Seat]) -> Stage:
    settling = state.panic is not None and state.panic.settling
    timed = not settling and state.playoff is None
    top = _card(state, Slot(state.stack[0]), None, pack) if state.stack else None
    return Stage(
        phase=state.phase,
        step=_step(state),
        active=state.active,
        lead=_lead(state, awaited),
        asking=state.phase in ASKING,
        awaited=tuple(sorted(awaited)),
        due=state.due if timed else None,
        seconds=_seconds(state) if timed else 0,
        stack=len(state.stack),
        top=top,
        die=state.die,
        question=_question(state, pack),
        given=_given(state, pack),
        vote=tally(state.vote),
        presented=_presented(state, pack),
        playoff=state.playoff is not None,
    )


def _claim(state: StandardState, pack: Pack) -> Claim | None:
    """Nobody is told what a card is by naming it wrong: it stays hidden (QS-D2)."""
    named = state.named
    if named is None or state.moment > named.moment + SHOWN:
        return None
    card = _card(state, Slot(named.card), None, pack)
    side = flip_of(pack.events[named.card]) if named.right else None
    return Claim(named.seat, card, named.texts, named.right, side, named.moment)


def _in_play(
    state: StandardState, seats: tuple[SeatLine, ...], awaited: frozenset[Seat], ending: Result | None
) -> InPlay:
    if ending is not None:
        seat = ending.ranking[0].seat
    elif state.phase in (Phase.PLACING, Phase.STEALING):
        seat = _lead(state, awaited)
    else:
        seat = state.active
    cards = seats[seat].cards
    numbers = {card.number for card in cards}
    card = _about(state)
    about = None if card is None else state.numbers[card]
    return InPlay(seat, cards, about if about in numbers else None, state.standings != ())


def _about(state: StandardState) -> int | None:
    """The card the turn is about: the one looked at, or named in this turn, or else the one put there last."""
    at, given = None, state.given
    if state.looking is not None:
        at = state.looking.at
    elif given is not None and given.place is not None and state.tried and not state.die:
        at = Where(given.seat, given.place)
    slot = None if at is None else state.slot(at)
    return state.fresh if slot is None else slot.card


def _seconds(state: StandardState) -> float:
    return 0 if state.due is None else (state.due - state.phase_at).total_seconds()


def _question(state: StandardState, pack: Pack) -> Question | None:
    asked, given = state.asked, state.given
    if asked is None or (given is not None and given.place is not None):  # an event has been named since
        return None
    question = getattr(pack.questions[asked.card], asked.suit)
    return Question(asked.suit, question.ask, question.answer if asked.open else None)


def _given(state: StandardState, pack: Pack) -> Shown | None:
    given, named = state.given, state.named
    if given is None or given.verdict is Verdict.OPEN:
        return None
    card = None if given.place is None or named is None else _card(state, Slot(named.card), None, pack)
    return Shown(given.seat, given.place, card, given.texts, given.verdict, given.spoken)


def _presented(state: StandardState, pack: Pack) -> Presented | None:
    panicking = state.panic
    if panicking is None or panicking.presented is None:
        return None
    presented = panicking.presented
    told = None if panicking.told is None else _told(panicking.told, pack)
    return Presented(presented.seat, presented.text, told, panicking.settling)


# -- what one seat has ---------------------------------------------------------------------------


def _hand(common: StandardCommon, state: StandardState, watcher: Seat, pack: Pack) -> Hand:
    player, stage, line = state.players[watcher], common.stage, common.seats[watcher]
    mine = line.awaited and state.phase is not Phase.PLAYOFF
    again = frozenset(may_refresh(state, watcher)) if mine else frozenset[int]()
    own = tuple(
        Own(card, watcher in slot.seen, not slot.flipped, card.place in again)
        for card, slot in zip(line.cards, player.line, strict=True)
    )
    seen = tuple(
        card.spot
        for theirs, other in zip(common.seats, state.players, strict=True)
        for card, slot in zip(theirs.cards, other.line, strict=True)
        if not slot.flipped and watcher in slot.seen
    )
    if not mine:
        return Hand(seat=watcher, mine=own, seen=seen)
    form = _form(state, watcher)
    new, may_look = _new(state, watcher, pack)
    judging = form == "judge"
    answer = _solution(state, pack) if judging else None
    return Hand(
        moment=state.moment,
        form=form,
        seat=watcher,
        mine=own,
        new=new,
        look=_looking(state, pack) if form == "looking" else None,
        question=stage.question if form == "answer" else None,
        may_look=may_look,
        tried=state.tried,
        may_enrol=state.phase in (Phase.INSERT, Phase.ACT) and may_enrol(state, watcher),
        may_refresh=bool(again),
        may_stop=form == "act" and player.person and not state.asked_to_stop,
        spoken=_speaks(state, watcher),
        judge=_named(state, pack) if form in ("judge", "vote") else None,
        answer=answer,
        accept=_accepted(state, pack) if answer is not None else (),
        vote=stage.vote if form == "vote" else None,
        choose=_choose(common, state, watcher, pack, form),
        seen=seen,
        others=state.clockwise(watcher) if form == "give" else (),
        used=state.used if form == "invent" else (),
        performs=form == "invent" and panic.performs(state, watcher),
        due=stage.due,
        seconds=stage.seconds,
    )


_FORMS = {
    Phase.INSERT: "insert",
    Phase.ACT: "act",
    Phase.LOOKING: "looking",
    Phase.JUDGING: "judge",
    Phase.VERDICT: "verdict",
    Phase.VOTING: "vote",
    Phase.ROLLING: "roll",
    Phase.GIVING: "give",
    Phase.STEALING: "steal",
    Phase.SWAPPING: "swap",
    Phase.SHIFTING: "shift",
    Phase.PLACING: "put",
    Phase.RACING: "invent",
    Phase.INVENTING: "invent",
    Phase.ACCEPTING: "accept",
    Phase.PERFORMING: "perform",
    Phase.POINTING: "point",
    Phase.STOPPING: "stop",
}


def _form(state: StandardState, watcher: Seat) -> str:
    """What this seat is asked for."""
    if state.phase is Phase.ANSWERING:
        return "answer" if watcher == state.active else "judge"
    return _FORMS.get(state.phase, "")


def _speaks(state: StandardState, watcher: Seat) -> bool:
    """Does this seat say its answers aloud? (CO-2)"""
    if state.phase is Phase.ANSWERING:
        return state.given is not None and state.given.spoken
    others = any(other != watcher for other in state.persons())
    return state.options.spoken and state.players[watcher].person and others


def _new(state: StandardState, watcher: Seat, pack: Pack) -> tuple[Card | None, bool]:
    """The card to be placed: the stack's top one, or one received, opened if it has been looked at."""
    if state.phase is Phase.INSERT:
        return _card(state, Slot(state.stack[0]), None, pack), False
    incoming = state.for_me(watcher) if state.phase is Phase.PLACING else None
    if incoming is None:
        return None, False
    hidden = not incoming.slot.flipped
    card = _card(state, incoming.slot, None, pack, opened=incoming.looked)
    return card, hidden and not incoming.looked and not state.options.no_peeking


def _looking(state: StandardState, pack: Pack) -> Card | None:
    looking = state.looking
    slot = None if looking is None else state.slot(looking.at)
    return None if looking is None or slot is None else _card(state, slot, looking.at, pack, opened=True)


def _named(state: StandardState, pack: Pack) -> Flip | None:
    """The solution of the event that was named, for whoever judges or votes (CO-2, CO-9)."""
    given = state.given
    slot = None if given is None or given.place is None else state.slot(Where(given.seat, given.place))
    return None if slot is None else flip_of(pack.events[slot.card], judging=True)


def _solution(state: StandardState, pack: Pack) -> Text | None:
    """The answer to the question, for whoever judges."""
    asked, given = state.asked, state.given
    if asked is None or given is None or given.place is not None:
        return None
    answer: Text = getattr(pack.questions[asked.card], asked.suit).answer
    return answer


def _accepted(state: StandardState, pack: Pack) -> tuple[str, ...]:
    if state.asked is None:
        return ()
    accept: tuple[str, ...] = getattr(pack.questions[state.asked.card], state.asked.suit).accept.all()
    return accept


def _choose(common: StandardCommon, state: StandardState, watcher: Seat, pack: Pack, form: str) -> tuple[Line, ...]:
    """The cards of others (or of all) that may be chosen in this form."""
    match form:
        case "act":
            spots = [Where(seat, place) for seat in state.seats() for place in state.hidden_of(seat)]
        case "steal" | "swap":
            spots = list(state.hidden_of_others(watcher))
        case "invent":
            spots = list(panic.targets(state, watcher, pack))
        case "point":
            spots = list(state.flipped())
        case _:
            return ()
    lines: dict[Seat, list[Card]] = {}
    for at in spots:
        card = common.seats[at.seat].cards[at.place]
        lines.setdefault(at.seat, []).append(structs.replace(card, safe=False) if card.safe else card)
    return tuple(Line(seat, tuple(cards)) for seat, cards in lines.items())


# -- what has happened ---------------------------------------------------------------------------


def _told(happening: Happening, pack: Pack) -> Say:
    """A sentence for the news; also what a screen reader says."""
    facts: dict[str, int | str | Text | Who] = {"n": happening.n, "said": happening.text}
    if happening.seat is not None:
        facts["who"] = Who(happening.seat)
    if happening.other is not None:
        facts["other"] = Who(happening.other)
    if happening.card is not None:
        facts["event"] = pack.events[happening.card].name
    return say(_NEWS[happening.what], **facts)


_NEWS = {
    "inserted": N_("%(who)s has inserted a new event."),
    "speaks": N_("%(who)s names an event aloud."),
    "flipped": N_("%(who)s knew it: %(event)s is flipped."),
    "peeks": N_("%(who)s looks at card %(n)s of %(other)s."),
    "refreshed": N_("%(who)s looks again at card %(n)s."),
    "asks": N_("%(who)s takes a question."),
    "answered": N_("%(who)s has answered correctly."),
    "wrong": N_("%(who)s was wrong."),
    "not-known": N_("%(who)s did not know it."),
    "appeals": N_("%(who)s appeals."),
    "upheld": N_("The others found the answer right."),
    "refused": N_("The verdict stands."),
    "rolled": N_("%(who)s rolls a %(n)s."),
    "nothing": N_("Nothing to do with it: %(who)s’s turn is over."),
    "gave": N_("%(who)s gives an event to %(other)s."),
    "stole": N_("%(who)s takes an event from %(other)s."),
    "swapped": N_("%(who)s swaps an event with %(other)s."),
    "moved": N_("%(who)s has moved a card."),
    "looked": N_("%(who)s looks at the card received."),
    "placed": N_("%(who)s has placed the card."),
    "nothing-to-steal": N_("There is nothing left for %(who)s to take."),
    "panic": N_("Mnemonic Panic!"),
    "no-panic": N_("A six, but too few flipped cards for a Mnemonic Panic."),
    "panic-over": N_("Nobody has a mnemonic: the panic is over."),
    "performs": N_("%(who)s performs a mnemonic."),
    "presents": N_("%(who)s presents a mnemonic."),
    "void": N_("The mnemonic of %(who)s has been used: “%(said)s”."),
    "won": N_("%(who)s was faster and takes %(event)s."),
    "not-accepted": N_("The mnemonic of %(who)s is not accepted."),
    "not-guessed": N_("Nobody guessed it: the mnemonic of %(who)s was for %(event)s."),
    "guessed": N_("%(who)s guessed it: the mnemonic of %(other)s was for %(event)s."),
    "enrolled": N_("%(who)s plays with refreshers."),
    "asks-to-stop": N_("%(who)s asks whether to stop here."),
    "plays-on": N_("%(who)s would like to play on."),
    "nobody-answered": N_("Not all agreed: play goes on."),
    "timed-out": N_("Time is up for %(who)s."),
    "over": N_("All cards are flipped."),
}
