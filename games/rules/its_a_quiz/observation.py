"""What a watcher of くいずです may see, built up piece by piece. Each field of the observation is a part of the page.

Rows and white cards may differ from watcher to watcher: one sees the card that is being peeked at, and one may pick.
"""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from games.rules.answers import recognised
from games.rules.appeals import TOLD, AppealState, Tally, tally
from games.rules.its_a_quiz.judging import names_of
from games.rules.its_a_quiz.moves import (
    PLACES,
    QUESTIONS,
    WORDS,
    Bid,
    Call,
    Kind,
    Lay,
    Open,
    Peek,
    QuizMove,
    Shift,
)
from games.rules.its_a_quiz.state import (
    MEMORY_SECONDS,
    NOTHING,
    SHIFTS,
    Appealed,
    Began,
    BidMade,
    CardNamed,
    Choice,
    Chose,
    Extended,
    Gave,
    Given,
    Happening,
    Judged,
    Laid,
    Late,
    Opened,
    PaidOut,
    Passed,
    Peeked,
    Phase,
    QuizState,
    Shared,
    Shifted,
    ShownTo,
    TieBegan,
    TookBack,
    Uncovered,
    Verdict,
)
from games.rules.kernel import HOST, Result, Seat
from games.rules.pack import Pack, QuizShow
from games.rules.ready import Going, going
from games.rules.words import N_, P_, Say, Text, Who, say

# -- the parts -------------------------------------------------------------------------------------------------------


class Bar(Struct, frozen=True):
    """Which round, which show; 0 while everybody memorises."""

    round: int
    title: Text
    phase: Phase


class SeatLine(Struct, frozen=True):
    """One seat as everybody sees it. ``choice`` once all have chosen."""

    seat: Seat
    score: int
    slush: int
    dealer: bool
    to_move: bool
    ready: bool  # has memorised, or has chosen
    passed: bool  # is out of this auction
    choice: Choice | None
    tied: bool  # in the tie-break


class Field(Struct, frozen=True):
    """The markers that lie in the field, and those left in the stock (IQ-1.3)."""

    score: int
    slush: int
    stock_score: int
    stock_slush: int


class White(Struct, frozen=True):
    """A white card: where it lies and what lies on it; its question where this watcher sees it."""

    card: int
    place: int
    score: int
    slush: int
    may: bool  # this watcher may pick it
    peeking: bool  # somebody is looking at it
    number: int | None = None  # of the question, as beside the rows
    question: Text | None = None


class Spot(Struct, frozen=True):
    """A place on the side, with the white card on it. ``may``: a white card may be moved here."""

    place: int
    white: White | None
    may: bool


class Side(Struct, frozen=True):
    """The white cards on the side of the table. ``form``: what picking a card is for."""

    spots: tuple[Spot, ...]
    form: str
    memory: bool


class Card(Struct, frozen=True):
    """An answer card. ``at``: its place in the row, from 1 on; its word where this watcher sees it."""

    card: int
    at: int
    may: bool
    open: bool  # everybody sees it
    peeking: bool
    word: Text | None = None


class RowLine(Struct, frozen=True):
    """A black question with the answer cards beside it, from the question outwards."""

    row: int
    number: int
    question: Text
    cards: tuple[Card, ...]
    asked: bool
    may: bool  # a card may be put at its end


class Rows(Struct, frozen=True):
    """The rows that are still in the game."""

    lines: tuple[RowLine, ...]
    form: str
    memory: bool
    compact: bool  # nothing to see or to pick just now


class Slip(Struct, frozen=True):
    """What somebody has written, as everybody sees it once it is revealed (CO-10). ``right``: None until judged."""

    seat: Seat
    choice: Choice
    words: tuple[Text, ...]  # as typed; what a bot has written everybody reads in their own language (CO-8)
    late: bool
    right: bool | None
    appeal: AppealState


class Stage(Struct, frozen=True):
    """What the table waits for, the question asked, and what has come of it. No timer without ``due``."""

    phase: Phase
    round: int
    awaited: tuple[Seat, ...]
    dealer: Seat | None
    due: datetime | None
    seconds: float
    number: int | None
    question: Text | None
    length: int  # answer cards in the row of the question
    slips: tuple[Slip, ...]
    winner: Seat | None  # of the question, as it stands
    level: tuple[Seat, ...]  # two who share
    price: int
    vote: Tally | None
    chosen: int
    seats: int


class Payment(Struct, frozen=True):
    """One way to pay for a peek."""

    score: int
    slush: int


class Seen(Struct, frozen=True):
    """A card that this seat is looking at. ``to``: to whom it may still be shown (IQ-6)."""

    card: int
    number: int  # of the row's question, or the place on the side
    at: int  # the place in the row; 0 for a white card
    text: Text
    to: tuple[Seat, ...]


class Recall(Struct, frozen=True):
    """What a bot has seen of the cards, as a person sitting there has: how much of it stays is up to its memory.

    Persons are never told twice. ``words`` and ``questions`` are the other sides of the cards, by card.
    """

    words: tuple[int, ...]
    questions: tuple[int, ...]


class Hand(Struct, frozen=True):
    """What this watcher can do. ``round`` goes into every move; for those who do not play everything is empty."""

    round: int
    phase: Phase
    playing: bool = False
    may: tuple[str, ...] = ()  # the moves, by their names
    kinds: tuple[Kind, ...] = ()  # markers that may be put on a card
    payments: tuple[Payment, ...] = ()
    price: int = 0
    seen: tuple[Seen, ...] = ()
    length: int = 0  # answer cards in the row of the question
    wrote: tuple[str, ...] = ()  # my sealed answer
    choice: Choice | None = None
    others_appeal: bool = False
    shifts_left: int = 0
    last_round: bool = False
    vote: Tally | None = None
    lay: tuple[Text, ...] = ()  # the opened answers still to be placed
    recall: Recall | None = None
    going: Going | None = None  # once somebody has seen the result


class Deals(Struct, frozen=True):
    """Markers this watcher may give away (IQ-6)."""

    round: int
    to: tuple[Seat, ...] = ()
    score: int = 0
    slush: int = 0


class News(Struct, frozen=True):
    """What has just happened, in sentences."""

    lines: tuple[Say, ...]


class Ending(Struct, frozen=True):
    """The final ranking; empty until the end."""

    result: Result | None = None


class QuizCommon(Struct, frozen=True):
    """What all see alike."""

    bar: Bar
    seats: tuple[SeatLine, ...]
    field: Field
    news: News
    ending: Ending


class QuizObservation(QuizCommon, frozen=True):
    """Everything one watcher sees."""

    side: Side
    rows: Rows
    stage: Stage
    hand: Hand
    deals: Deals


# -- looking ---------------------------------------------------------------------------------------------------------

FORMS = {Phase.AUCTION: "bid", Phase.OPENING: "open", Phase.PEEKING: "peek", Phase.SHIFTING: "shift"}
ROW_FORMS = {Phase.PEEKING: "peek", Phase.LAYING: "lay", Phase.TIE: "call"}


def seen_by_all(state: QuizState, pack: Pack, result: Result | None) -> QuizCommon:
    """What everybody sees."""
    show = pack.shows[state.show]
    awaited = state.awaited()
    return QuizCommon(
        bar=Bar(state.round, show.title, state.phase),
        seats=tuple(_seat(state, seat, awaited) for seat in state.seats()),
        field=Field(state.field.score, state.field.slush, state.stock.score, state.stock.slush),
        news=News(tuple(_news(state, show))),
        ending=Ending(result),
    )


def look(
    common: QuizCommon, state: QuizState, watcher: Seat, pack: Pack, duties: tuple[QuizMove, ...], gives: bool
) -> QuizObservation:
    """What this watcher sees; ``duties`` is what this watcher may do, ``gives``: may they give markers away, too?"""
    show = pack.shows[state.show]
    return QuizObservation(
        bar=common.bar,
        seats=common.seats,
        field=common.field,
        news=common.news,
        ending=common.ending,
        side=_side(state, watcher, show, duties),
        rows=_rows(state, watcher, show, duties),
        stage=_stage(state, watcher, show),
        hand=_hand(state, watcher, show, duties),
        deals=_deals(state, watcher, gives),
    )


def _seat(state: QuizState, seat: Seat, awaited: tuple[Seat, ...]) -> SeatLine:
    player = state.players[seat]
    open_choice = player.choice is not None and state.phase is not Phase.ANSWERING
    return SeatLine(
        seat=seat,
        score=player.markers.score,
        slush=player.markers.slush,
        dealer=state.round > 0 and seat == state.dealer,
        to_move=seat in awaited,
        ready=player.ready or (state.phase is Phase.ANSWERING and player.choice is not None),
        passed=state.phase is Phase.AUCTION and player.passed,
        choice=player.choice.kind if player.choice is not None and open_choice else None,
        tied=seat in state.tied,
    )


def _peeking(state: QuizState) -> frozenset[int]:
    return frozenset(glance.card for glance in state.glances)


def _memory_open(state: QuizState, watcher: Seat) -> bool:
    """Does this watcher see all cards? At a 24 h table only during their own two minutes (IQ-P2)."""
    if state.phase is Phase.OVER:
        return True
    if state.phase is not Phase.MEMORY:
        return False
    return not state.slow or (watcher in state.seats() and state.memorising(watcher))


def _side(state: QuizState, watcher: Seat, show: QuizShow, moves: tuple[QuizMove, ...]) -> Side:
    picks = {move.card for move in moves if isinstance(move, Bid | Open | Peek | Shift)}
    targets = {move.place for move in moves if isinstance(move, Shift)}
    seen = state.seen_by(watcher)
    everything, peeking = _memory_open(state, watcher), _peeking(state)
    whites: dict[int, White] = {}
    for number, place in enumerate(state.places):
        if place is None:
            continue
        card, question = WORDS + number, state.questions[number]
        visible = everything or card in seen or question == state.question
        whites[place] = White(
            card=card,
            place=place,
            score=state.bids[number].score,
            slush=state.bids[number].slush,
            may=card in picks,
            peeking=card in peeking,
            number=question + 1 if visible else None,
            question=show.questions[question] if visible else None,
        )
    spots = tuple(Spot(place, whites.get(place), place in targets) for place in range(PLACES))
    return Side(spots, FORMS.get(state.phase, "") if picks else "", everything)


def _rows(state: QuizState, watcher: Seat, show: QuizShow, moves: tuple[QuizMove, ...]) -> Rows:
    picks = {move.card for move in moves if isinstance(move, Lay | Peek | Call)}
    ends = {move.row for move in moves if isinstance(move, Lay)}
    seen, opened, peeking = state.seen_by(watcher), state.face_up(), _peeking(state)
    everything = _memory_open(state, watcher)
    lines = tuple(
        RowLine(
            row=row,
            number=row + 1,
            question=show.questions[row],
            cards=tuple(
                Card(
                    card=card,
                    at=at,
                    may=card in picks,
                    open=card in opened,
                    peeking=card in peeking,
                    word=show.words[state.words[card]].name if everything or card in opened or card in seen else None,
                )
                for at, card in enumerate(state.rows[row], start=1)
            ),
            asked=row == state.question,
            may=row in ends,
        )
        for row in range(QUESTIONS)
        if state.rows[row]
    )
    form = ROW_FORMS.get(state.phase, "") if picks else ""
    large = everything or bool(state.was_tied) or form == "peek"
    return Rows(lines, form, everything, compact=not large)


def _due(state: QuizState, watcher: Seat) -> tuple[datetime | None, float]:
    """The timer: this watcher's own two minutes at a 24 h table, else the table's."""
    if watcher in state.seats() and state.phase is Phase.MEMORY and state.players[watcher].until is not None:
        return state.players[watcher].until, MEMORY_SECONDS
    return state.due, 0 if state.due is None else (state.due - state.phase_at).total_seconds()


def _stage(state: QuizState, watcher: Seat, show: QuizShow) -> Stage:
    due, seconds = _due(state, watcher)
    settled = state.phase in (Phase.REVEALED, Phase.VOTING) and not state.was_tied
    top = _top(state.answers) if settled else ()
    question = state.question
    return Stage(
        phase=state.phase,
        round=state.round,
        awaited=state.awaited(),
        dealer=state.dealer if state.round else None,
        due=due,
        seconds=seconds,
        number=None if question is None else question + 1,
        question=None if question is None else show.questions[question],
        length=0 if question is None else len(state.rows[question]),
        slips=tuple(_slips(state, show)),
        winner=top[0] if len(top) == 1 else None,
        level=top if len(top) > 1 else (),
        price=state.price if state.phase is Phase.PEEKING else 0,
        vote=tally(state.vote),
        chosen=sum(player.choice is not None for player in state.players),
        seats=len(state.players),
    )


def _top(answers: tuple[Given, ...]) -> tuple[Seat, ...]:
    """Who has most right answers, as the verdicts stand."""
    right = [given for given in answers if given.verdict == Verdict.RIGHT]
    best = max((given.count for given in right), default=0)
    return tuple(given.seat for given in right if given.count == best)


def _slips(state: QuizState, show: QuizShow) -> Iterator[Slip]:
    """Everything that was written, from the dealer's left, once all have written (IQ-2.3)."""
    if state.was_tied:
        for named in state.named:
            said = _written(state, named.seat, (named.word,) if named.word else (), show)
            yield Slip(named.seat, "answer", said, not named.word, named.right, named.appeal)
        return
    if state.phase not in (Phase.PEEKING, Phase.REVEALED, Phase.VOTING):
        return
    judged = {given.seat: given for given in state.answers}
    for seat in state.seats():
        choice = state.players[seat].choice
        if choice is None:
            continue
        given = judged.get(seat)
        yield Slip(
            seat=seat,
            choice=choice.kind,
            words=_written(state, seat, choice.words, show),
            late=choice.late,
            right=None if given is None else given.verdict == Verdict.RIGHT,
            appeal=AppealState.NONE if given is None else given.appeal,
        )


def _written(state: QuizState, seat: Seat, words: tuple[str, ...], show: QuizShow) -> tuple[Text, ...]:
    """The words on a slip."""
    if state.players[seat].person:
        return tuple(Text(en=word) for word in words)
    meant = (recognised(word, names_of(show)) for word in words)
    return tuple(
        Text(en=word) if card is None else show.words[card].name for word, card in zip(words, meant, strict=True)
    )


def _hand(state: QuizState, watcher: Seat, show: QuizShow, moves: tuple[QuizMove, ...]) -> Hand:
    if not 0 <= watcher < len(state.players):
        goes_on = watcher == HOST and state.phase in (Phase.REVEALED, Phase.CALLED) and not state.may_appeal()
        return Hand(state.round, state.phase, may=("go-on",) if goes_on else ())
    player = state.players[watcher]
    names = {move.__struct_config__.tag for move in moves}
    duties = tuple(sorted(str(name) for name in names if name != "show"))
    question = state.question
    answering = state.phase is Phase.ANSWERING
    bids = {move.kind for move in moves if isinstance(move, Bid)}
    kinds: tuple[Kind, ...] = ("slush", "score")
    choice = player.choice
    return Hand(
        round=state.round,
        phase=state.phase,
        playing=True,
        may=duties,
        kinds=tuple(kind for kind in kinds if kind in bids),
        payments=tuple(
            Payment(score, state.price - score)
            for score in sorted({move.score for move in moves if isinstance(move, Peek)})
        ),
        price=state.price if state.phase is Phase.PEEKING else 0,
        seen=tuple(_seen(state, watcher, show)),
        length=len(state.rows[question]) if answering and question is not None else 0,
        wrote=choice.words if choice is not None and answering else (),
        choice=choice.kind if choice is not None and answering else None,
        others_appeal=any(seat != watcher for seat in state.may_appeal()),
        shifts_left=SHIFTS - state.shifts if "done" in duties else 0,
        last_round=state.last_round,
        vote=tally(state.vote) if "vote" in duties else None,
        lay=_to_lay(state, show) if "lay" in duties else (),
        recall=None if player.person or not player.saw else Recall(state.words, state.questions),
        going=going(state.going, state.persons(), watcher, state.due) if not state.may_appeal() else None,
    )


def _to_lay(state: QuizState, show: QuizShow) -> tuple[Text, ...]:
    cards = () if state.question is None else state.rows[state.question]
    return tuple(show.words[state.words[card]].name for card in cards)


def _seen(state: QuizState, watcher: Seat, show: QuizShow) -> Iterator[Seen]:
    """The cards this seat is looking at just now, its own peeks and those it is shown."""
    for glance in state.glances:
        if watcher != glance.seat and watcher not in glance.shown:
            continue
        others = state.seats() if watcher == glance.seat else ()
        to = tuple(seat for seat in others if seat != watcher and seat not in glance.shown)
        if glance.card >= WORDS:
            number = glance.card - WORDS
            text = show.questions[state.questions[number]]
            yield Seen(glance.card, (state.places[number] or 0) + 1, 0, text, to)
        else:
            row, at = _where(state, glance.card)
            yield Seen(glance.card, row + 1, at, show.words[state.words[glance.card]].name, to)


def _where(state: QuizState, card: int) -> tuple[int, int]:
    """The row of an answer card, and its place there from 1 on."""
    for row, cards in enumerate(state.rows):
        if card in cards:
            return row, cards.index(card) + 1
    return 0, 0


def _deals(state: QuizState, watcher: Seat, gives: bool) -> Deals:
    mine = state.players[watcher].markers if gives else NOTHING
    if not (mine.score or mine.slush):
        return Deals(state.round)
    others = tuple(seat for seat in state.seats() if seat != watcher)
    return Deals(state.round, others, mine.score, mine.slush)


# -- telling ---------------------------------------------------------------------------------------------------------


def _news(state: QuizState, show: QuizShow) -> Iterator[Say]:
    """What has just happened, in sentences; also what a screen reader says. Moves are told card by card (IQ-4)."""
    for event in state.last:
        yield from _told(event, state, show)


def _told(event: Happening, state: QuizState, show: QuizShow) -> Iterator[Say]:
    match event:
        case Began(dealer=dealer):
            yield say(N_("All cards are turned face down. The first dealer is %(who)s, drawn by lot."), who=Who(dealer))
        case Extended():
            yield say(N_("All agree: two more minutes."))
        case BidMade(seat=seat, kind="score", place=place):
            yield say(N_("%(who)s puts a score marker on the card at place %(place)s."), who=Who(seat), place=place + 1)
        case BidMade(seat=seat, place=place):
            yield say(N_("%(who)s puts a slush marker on the card at place %(place)s."), who=Who(seat), place=place + 1)
        case Passed(seat=seat):
            yield say(N_("%(who)s passes."), who=Who(seat))
        case Opened(dealer=dealer, question=question, place=place):
            yield say(
                N_("%(who)s opens the card at place %(place)s. Question %(number)s: %(question)s"),
                who=Who(dealer),
                place=place + 1,
                number=question + 1,
                question=show.questions[question],
            )
        case Chose(seat=seat):
            yield say(N_("%(who)s has chosen."), who=Who(seat))
        case Uncovered():
            yield say(N_("Everything written lies open."))
            yield from _choices(state)
        case Peeked(seat=seat, card=card, score=score, slush=slush):
            yield say(
                N_("%(who)s pays %(price)s and looks at %(card)s."),
                who=Who(seat),
                price=_markers(score, slush),
                card=_named(state, card),
            )
        case ShownTo(seat=seat, to=to, card=card):
            yield say(N_("%(who)s shows %(whom)s %(card)s."), who=Who(seat), whom=Who(to), card=_named(state, card))
        case TookBack(seat=seat):
            yield say(N_("%(who)s has peeked enough."), who=Who(seat))
        case Shared(seats=seats, each=each):
            if not each:
                yield say(N_("Nobody gets any slush markers."))
            for seat in seats if each else ():
                yield say(N_("%(who)s takes %(markers)s."), who=Who(seat), markers=_markers(0, each))
        case Judged():
            yield from _verdicts(state, show)
        case PaidOut(seats=seats, each=each, winner=winner):
            for seat in seats:
                yield say(N_("%(who)s takes %(markers)s."), who=Who(seat), markers=_markers(each, 0))
            if winner is not None:
                yield say(N_("%(who)s is the dealer now."), who=Who(winner))
            elif not seats:
                yield say(N_("Nobody wins the question; the markers stay in the field."))
        case Laid(dealer=dealer, card=card, row=row):
            yield say(
                N_("%(who)s puts “%(word)s” face down at the end of row %(row)s."),
                who=Who(dealer),
                word=show.words[state.words[card]].name,
                row=row + 1,
            )
        case Shifted(dealer=dealer, start=start, end=end, swapped=True):
            yield say(
                N_("%(who)s swaps the white cards at places %(start)s and %(end)s."),
                who=Who(dealer),
                start=start + 1,
                end=end + 1,
            )
        case Shifted(dealer=dealer, start=start, end=end):
            yield say(
                N_("%(who)s moves the white card from place %(start)s to place %(end)s."),
                who=Who(dealer),
                start=start + 1,
                end=end + 1,
            )
        case Gave(seat=seat, to=to, kind=kind, count=count):
            given = _markers(count, 0) if kind == "score" else _markers(0, count)
            yield say(N_("%(who)s gives %(markers)s to %(whom)s."), who=Who(seat), markers=given, whom=Who(to))
        case Late(seats=seats):
            for seat in seats:
                yield say(N_("%(who)s has run out of time."), who=Who(seat))
        case Appealed(seat=seat, appeal=appeal):
            yield say(TOLD[appeal], who=Who(seat)) if appeal == AppealState.WAITING else say(TOLD[appeal])
        case TieBegan(seats=seats):
            yield say(N_("A tie for the first place: the tie-break."))
            for seat in seats[:1]:
                yield say(N_("%(who)s begins."), who=Who(seat))
        case CardNamed(seat=seat, card=None):
            yield say(N_("%(who)s says nothing and is out."), who=Who(seat))
        case CardNamed(seat=seat, card=int(card), right=right):
            yield say(
                N_("%(who)s names it rightly: %(word)s.") if right else N_("%(who)s names it wrongly: it is %(word)s."),
                who=Who(seat),
                word=show.words[state.words[card]].name,
            )


def _choices(state: QuizState) -> Iterator[Say]:
    for seat in state.seats():
        choice = state.players[seat].choice
        if choice is None:
            continue
        match choice.kind:
            case "answer":
                yield say(
                    P_("%(who)s has written %(n)s answer.", "%(who)s has written %(n)s answers."),
                    who=Who(seat),
                    n=len(choice.words),
                )
            case "slush":
                yield say(N_("%(who)s has passed for slush markers."), who=Who(seat))
            case "peek":
                yield say(N_("%(who)s has passed to peek."), who=Who(seat))


def _verdicts(state: QuizState, show: QuizShow) -> Iterator[Say]:
    if state.question is not None:
        for at, card in enumerate(state.rows[state.question], start=1):
            yield say(N_("Answer %(at)s: %(word)s."), at=at, word=show.words[state.words[card]].name)
    for given in state.answers:
        if given.verdict == Verdict.RIGHT:
            yield say(
                P_("%(who)s has %(n)s right answer.", "%(who)s has %(n)s right answers."),
                who=Who(given.seat),
                n=given.count,
            )
        else:
            yield say(N_("%(who)s is wrong."), who=Who(given.seat))


def _markers(score: int, slush: int) -> Say:
    points = say(P_("%(n)s score marker", "%(n)s score markers"), n=score)
    secret = say(P_("%(n)s slush marker", "%(n)s slush markers"), n=slush)
    if score and slush:
        return say(N_("%(score)s and %(slush)s"), score=points, slush=secret)
    return points if score else secret


def _named(state: QuizState, card: int) -> Say:
    """A card by where it lies."""
    if card >= WORDS:
        return say(N_("the white card at place %(place)s"), place=(state.places[card - WORDS] or 0) + 1)
    row, at = _where(state, card)
    return say(N_("card %(at)s of row %(row)s"), at=at, row=row + 1)
