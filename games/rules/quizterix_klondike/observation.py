"""What a watcher of Klondike may see, built up piece by piece. Each field of the observation is a part of the page."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Literal

from msgspec import Struct

from games.rules.kernel import Result, Seat
from games.rules.pack import Event, Pack, Rank, Suit
from games.rules.quizterix_klondike.layout import COLUMNS, ENDS, RANKS, SUITS, Step
from games.rules.quizterix_klondike.moves import Ask, Place, Put, Target, Turn, Undo
from games.rules.quizterix_klondike.state import Happened, KlondikeState, Phase
from games.rules.words import N_, P_, Say, Text, say

FAN = 3  # so many cards of the waste can be seen


class Bar(Struct, frozen=True):
    """How far the solitaire has come, and what it has cost."""

    sorted: int
    asked: int
    wrong: int
    day: str  # the date of the deal of the day, else empty
    deal: Literal["random", "winnable", "day"]
    easier: bool  # KL-V1


class SeatLine(Struct, frozen=True):
    """The one seat and how many cards it has sorted."""

    seat: Seat
    person: bool
    sorted: int


class Face(Struct, frozen=True):
    """The other side of a card."""

    rank: Rank
    suit: Suit
    year: int
    name: Text
    mnemonic: Text


class Picture(Struct, frozen=True):
    """The image side of a card: scene and suit, nothing else (KL-B2)."""

    suit: Suit
    scene: Text
    alt: Text


class Card(Struct, frozen=True):
    """A card as it lies there. Covered again by a move taken back, it still shows what it has shown (KL-E2)."""

    slot: int
    covered: bool = False
    picture: Picture | None = None
    face: Face | None = None
    title: Say | None = None  # what a screen reader calls it
    targets: tuple[Target, ...] = ()
    hinted: bool = False

    @property
    def locked(self) -> bool:
        """Lies open and has not been turned over."""
        return self.face is None and not self.covered


class Column(Struct, frozen=True):
    """One of the seven columns, from the card dealt first to the end."""

    place: Place
    cards: tuple[Card, ...]
    hinted: bool = False

    @property
    def crowd(self) -> str:
        """How closely its cards must lie to fit on a low screen."""
        room = sum(1 if card.covered else 2 for card in self.cards)
        return " longer longest" if room > 22 else " longer" if room > 18 else " long" if room > 10 else ""


class Foundation(Struct, frozen=True):
    """One of the four foundations: its top card, and how many lie below."""

    suit: Suit
    count: int
    card: Card | None = None
    hinted: bool = False


class Stock(Struct, frozen=True):
    """The stock and how many cards are turned from it at a time. ``may_turn``: this watcher may, now."""

    count: int
    draw: int
    waste: int
    idle: int  # how often it was turned since anything else happened
    may_turn: bool
    hinted: bool = False


class Board(Struct, frozen=True):
    """All that lies on the table."""

    stock: Stock
    waste: tuple[Card, ...]
    foundations: tuple[Foundation, ...]
    columns: tuple[Column, ...]
    playing: bool  # this watcher may touch the cards now


class Asked(Struct, frozen=True):
    """The question to be answered, and the card it is about."""

    asked: int
    picture: Picture
    text: Text
    due: datetime | None
    seconds: float


class Verdict(Struct, frozen=True):
    """What was answered last, about which card, and how it was judged: as a whole, never which part failed (CO-10).

    ``face``: its other side, once turned over. ``given``: what was answered, or name and year.
    """

    slot: int
    picture: Picture
    face: Face | None
    kind: Literal["question", "guess"]
    given: tuple[str, ...]
    right: bool
    late: bool
    own_word: bool
    answer: Text | None = None  # the right one
    question: Text | None = None
    card: Say | None = None  # the card that has been turned over


class Unlock(Struct, frozen=True):
    """A locked card that this watcher may turn over."""

    slot: int
    place: Place
    picture: Picture


class Hand(Struct, frozen=True):
    """What there is to answer and to decide. Buttons only for whoever plays."""

    phase: Phase
    mine: bool
    asked: Asked | None
    verdict: Verdict | None
    solution: Face | None  # of the card that was guessed wrong: for whoever might appeal, then for all
    due: datetime | None
    seconds: float
    unlocks: tuple[Unlock, ...]
    left: int  # of the seven column ends, how many are still locked
    may_turn: bool
    may_appeal: bool
    may_undo: bool
    may_hint: bool
    may_finish: bool
    may_give_up: bool
    hint: Say | None


class Ending(Struct, frozen=True):
    """How it ended. ``locked``: a card that stayed locked, where none was asked for last; only its picture (KL-B2)."""

    won: bool
    sorted: int
    asked: int
    wrong: int
    seconds: int
    day: str
    own_word: bool
    notes: tuple[Say, ...]
    locked: Picture | None


class KlondikeCommon(Struct, frozen=True):
    """What all see alike."""

    bar: Bar
    seats: tuple[SeatLine, ...]
    news: tuple[Say, ...]
    ending: Ending | None


class KlondikeObservation(KlondikeCommon, frozen=True):
    """Everything one watcher sees."""

    board: Board
    hand: Hand


def seen_by_all(state: KlondikeState, pack: Pack, result: Result | None) -> KlondikeCommon:
    """What everybody sees."""
    return KlondikeCommon(
        bar=Bar(state.sorted, state.asked, state.wrong, state.day, state.options.deal, state.options.gentle),
        seats=tuple(SeatLine(Seat(seat), player.person, state.sorted) for seat, player in enumerate(state.players)),
        news=tuple(_news(state, pack)),
        ending=None if result is None else _ending(state, pack, result),
    )


def look(
    common: KlondikeCommon,
    state: KlondikeState,
    watcher: Seat,
    pack: Pack,
    targets: Mapping[int, tuple[Target, ...]],
    may_finish: bool,
) -> KlondikeObservation:
    """What this watcher sees; ``targets`` is where this watcher may lay which card."""
    mine = 0 <= watcher < len(state.players)
    return KlondikeObservation(
        bar=common.bar,
        seats=common.seats,
        news=common.news,
        ending=common.ending,
        board=_board(state, pack, targets, mine),
        hand=_hand(state, watcher, pack, mine, may_finish),
    )


# -- the cards -----------------------------------------------------------------------------------


def _face(event: Event) -> Face:
    return Face(event.rank, event.suit, event.year, event.name, event.mnemonic)


def _picture(event: Event) -> Picture:
    return Picture(event.suit, event.scene, event.alt)


_RANKS: dict[Rank, Say] = {
    "A": say(N_("ace")),
    "J": say(N_("jack")),
    "Q": say(N_("queen")),
    "K": say(N_("king")),
}
_SUITS: dict[Suit, Say] = {
    "clubs": say(N_("clubs")),
    "diamonds": say(N_("diamonds")),
    "hearts": say(N_("hearts")),
    "spades": say(N_("spades")),
}
_TITLES = {
    13 * number + place: say(N_("%(rank)s of %(suit)s"), rank=_RANKS.get(rank, rank), suit=_SUITS[suit])
    for number, suit in enumerate(SUITS)
    for place, rank in enumerate(RANKS)
}


def title(card: int) -> Say:
    """A card by its name: queen of hearts."""
    return _TITLES[card]


def _card(
    state: KlondikeState,
    slot: int,
    pack: Pack,
    targets: tuple[Target, ...] = (),
    covered: bool = False,
    hinted: bool = False,
) -> Card:
    event = pack.events[state.deal[slot]]
    if state.turned[slot]:
        return Card(slot, covered, None, _face(event), _TITLES[state.cards[slot]], targets, hinted)
    if state.seen[slot]:
        return Card(slot, covered, _picture(event), None, None, (), hinted)
    return Card(slot, covered)


def _board(state: KlondikeState, pack: Pack, targets: Mapping[int, tuple[Target, ...]], mine: bool) -> Board:
    layout, hint = state.layout, state.hint
    marked = hint.card if isinstance(hint, Put | Ask) else None
    onto = hint.target if isinstance(hint, Put) else None
    columns = tuple(
        Column(
            place,
            tuple(
                _card(state, slot, pack, targets.get(slot, ()), height < covered, slot == marked)
                for height, slot in enumerate(column)
            ),
            place == onto,
        )
        for place, column, covered in zip(COLUMNS, layout.columns, layout.covered, strict=True)
    )
    foundations = tuple(
        Foundation(
            suit,
            len(pile),
            _card(state, pile[-1], pack, targets.get(pile[-1], ()), False, pile[-1] == marked) if pile else None,
            suit == onto,
        )
        for suit, pile in zip(SUITS, layout.foundations, strict=True)
    )
    waste = tuple(
        _card(state, slot, pack, targets.get(slot, ()), slot != layout.waste[-1], slot == marked)
        for slot in layout.waste[-FAN:]
    )
    playing = mine and state.phase in (Phase.OPENING, Phase.SORTING)
    may_turn = playing and state.opened and bool(layout.stock or layout.waste)
    stock = Stock(
        len(layout.stock), state.options.draw, len(layout.waste), state.idle, may_turn, isinstance(hint, Turn)
    )
    return Board(stock, waste, foundations, columns, playing)


# -- the hand ------------------------------------------------------------------------------------


def _hand(state: KlondikeState, watcher: Seat, pack: Pack, mine: bool, may_finish: bool) -> Hand:
    playing = mine and state.phase in (Phase.OPENING, Phase.SORTING)
    bust = state.phase is Phase.BUST
    seconds = 0.0 if state.due is None else 20.0 if bust else float(state.options.clock)
    may_turn = playing and state.opened and bool(state.layout.stock or state.layout.waste)
    return Hand(
        phase=state.phase,
        mine=mine,
        asked=_asked(state, pack),
        verdict=_verdict(state, pack),
        solution=_solution(state, pack, mine),
        due=state.due if bust else None,
        seconds=seconds if bust else 0,
        unlocks=tuple(_unlocks(state, pack)) if playing else (),
        left=sum(not state.turned[slot] for slot in ENDS),
        may_turn=may_turn,
        may_appeal=mine and state.appealable(watcher),
        may_undo=mine and bool(state.history) and state.phase in (Phase.SORTING, Phase.STUCK),
        may_hint=playing,
        may_finish=may_finish,
        may_give_up=mine and state.phase is not Phase.END,
        hint=_hint(state) if mine else None,
    )


def _solution(state: KlondikeState, pack: Pack, mine: bool) -> Face | None:
    """The other side of the card that was guessed wrong; while an appeal is possible only for the player (CO-9)."""
    judged = state.judged
    if judged is None or judged.right or judged.question is not None:
        return None
    told = mine if state.phase is Phase.BUST else state.phase is Phase.END
    return _face(pack.events[state.deal[judged.card]]) if told else None


def _unlocks(state: KlondikeState, pack: Pack) -> Iterator[Unlock]:
    for slot in state.locked():
        place = state.layout.where(slot)
        if place is not None:
            yield Unlock(slot, place, _picture(pack.events[state.deal[slot]]))


def _asked(state: KlondikeState, pack: Pack) -> Asked | None:
    if state.drawn is None:
        return None
    event = pack.events[state.deal[state.drawn.card]]
    question = getattr(pack.questions[state.drawn.question], event.suit)
    return Asked(state.asked, _picture(event), question.ask, state.due, float(state.options.clock))


def _verdict(state: KlondikeState, pack: Pack) -> Verdict | None:
    judged = state.judged
    if judged is None:
        return None
    turned = state.turned[judged.card]
    event = pack.events[state.deal[judged.card]]
    question = None if judged.question is None else getattr(pack.questions[judged.question], event.suit)
    return Verdict(
        slot=judged.card,
        picture=_picture(event),
        face=_face(event) if turned else None,
        kind="guess" if question is None else "question",
        given=judged.given,
        right=judged.right,
        late=judged.late,
        own_word=judged.own_word,
        answer=None if question is None else question.answer,
        question=None if question is None else question.ask,
        card=_TITLES[state.cards[judged.card]] if turned else None,
    )


_COLUMN = N_("column %(n)s")
_FOUNDATION = N_("the foundation")
_WASTE = N_("the waste")


def suit_name(suit: Suit) -> Say:
    """A suit in words."""
    return _SUITS[suit]


def place_name(place: Place) -> Say:
    """A place of the table in words."""
    if place in COLUMNS:
        return say(_COLUMN, n=int(place))
    return say(_WASTE) if place == "waste" else say(_FOUNDATION)


def _hint(state: KlondikeState) -> Say | None:
    match state.hint:
        case Put(card=card, target=target):
            return say(N_("Lay the %(card)s: %(place)s."), card=_TITLES[state.cards[card]], place=place_name(target))
        case Ask(card=card):
            where = state.layout.where(card) or "waste"
            return say(N_("Unlock the card: %(place)s."), place=place_name(where))
        case Turn():
            return say(N_("Turn the stock."))
        case Undo():
            return say(N_("Take the last move back."))
    return None


# -- what has happened ---------------------------------------------------------------------------


def _moved(state: KlondikeState, step: Step) -> Say:
    piles = dict(zip((*COLUMNS, *SUITS), (*state.layout.columns, *state.layout.foundations), strict=True))
    card = _TITLES[state.cards[piles[step.target][-step.count]]]
    if step.target in SUITS:
        return say(N_("The %(card)s goes onto its foundation."), card=card)
    return say(N_("The %(card)s goes to column %(n)s."), card=card, n=int(step.target))


def _news(state: KlondikeState, pack: Pack) -> Iterator[Say]:
    """What has just happened, in sentences; also what a screen reader says."""
    match state.happened:
        case Happened.DEALT if state.opened:
            yield say(N_("The cards are dealt, and the seven column ends lie turned over. Sort away."))
        case Happened.DEALT:
            yield say(N_("The cards are dealt. Turn over the seven column ends first."))
        case Happened.PUT:
            yield _moved(state, state.history[-1])
        case Happened.TURNED:
            top = state.layout.waste[-1]
            if state.turned[top]:
                yield say(N_("On the waste: %(card)s."), card=_TITLES[state.cards[top]])
            else:
                suit = _SUITS[pack.events[state.deal[top]].suit]
                yield say(N_("On the waste: a locked card, %(suit)s."), suit=suit)
        case Happened.PASSED:
            yield say(N_("The waste is the stock again."))
        case Happened.ASKED:
            yield say(N_("A question has been drawn."))
        case Happened.JUDGED if state.judged is not None and state.judged.right:
            yield say(N_("Right. Turned over: %(card)s."), card=_TITLES[state.cards[state.judged.card]])
        case Happened.JUDGED:
            yield say(N_("Too late.") if state.judged is not None and state.judged.late else N_("That was wrong."))
        case Happened.APPEALED if state.judged is not None:
            yield say(N_("Your own word holds. Turned over: %(card)s."), card=_TITLES[state.cards[state.judged.card]])
        case Happened.UNDONE:
            yield say(N_("The move has been taken back."))
        case Happened.FINISHED:
            yield say(N_("Everything goes onto the foundations."))
    if state.phase is Phase.STUCK:
        yield say(N_("There is no way on: nothing new can be reached by any sequence of moves."))
    elif state.phase is Phase.OPENING and state.happened is not Happened.DEALT:
        left = sum(not state.turned[slot] for slot in ENDS)
        yield say(P_("%(n)s column end is still locked.", "%(n)s column ends are still locked."), n=left)


def _ending(state: KlondikeState, pack: Pack, result: Result) -> Ending:
    locked = state.locked() if state.judged is None else ()
    seconds = 0 if state.ended_at is None else int((state.ended_at - state.began_at).total_seconds())
    return Ending(
        state.lost is None,
        state.sorted,
        state.asked,
        state.wrong,
        seconds,
        state.day if state.lost is None else "",
        state.own_word,
        result.notes,
        _picture(pack.events[state.deal[locked[0]]]) if locked else None,
    )
