"""The rules of Quizterix Klondike, clause by clause (KL-A1 to KL-E2)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import ClassVar

from msgspec import UNSET, structs

from games.rules import appeals
from games.rules.answers import answers_question, gives_year, names_event
from games.rules.chance import Chance
from games.rules.kernel import DAY, BadOption, IllegalMove, Known, Place, Result, Rules, Seat, Standing, Story, ranked
from games.rules.pack import Pack, Question
from games.rules.quizterix_klondike import deals
from games.rules.quizterix_klondike.ahead import GLANCE, STARE, Outlook, is_red, outlook, reach
from games.rules.quizterix_klondike.layout import (
    CARDS,
    COLUMNS,
    ENDS,
    KING,
    RANKS,
    SUITS,
    Step,
    dealt,
    step_of,
    taken,
    taken_back,
    turning,
)
from games.rules.quizterix_klondike.moves import (
    Answer,
    Appeal,
    Ask,
    Finish,
    GiveUp,
    Guess,
    Hint,
    KlondikeMove,
    KlondikeOptions,
    Put,
    Target,
    Turn,
    Undo,
)
from games.rules.quizterix_klondike.observation import KlondikeCommon, KlondikeObservation, look, seen_by_all
from games.rules.quizterix_klondike.state import Drawn, Happened, Judged, KlondikeState, Lost, Phase, Player
from games.rules.quizterix_klondike.story import story
from games.rules.words import N_, P_, Say, say

Targets = Mapping[int, tuple[Target, ...]]
_PER_SUIT = len(RANKS)


class Klondike(Rules[KlondikeState, KlondikeMove, KlondikeOptions, KlondikeCommon, KlondikeObservation]):
    """Quizterix Klondike: sort the 52 events into four foundations, once you know them (KL-A1)."""

    slug: ClassVar[str] = "quizterix-klondike"
    title: ClassVar[str] = "Quizterix Klondike"
    blurb: ClassVar[str] = N_("The classic solitaire, but every card is locked until you know something about it.")
    seats: ClassVar[range] = range(1, 2)
    minutes: ClassVar[str] = "15-40"
    kind = "event"
    leading: ClassVar[Mapping[str, str] | None] = None

    State = KlondikeState
    Move = KlondikeMove
    Options = KlondikeOptions
    Common = KlondikeCommon
    Observation = KlondikeObservation

    def bad_options(self, options: KlondikeOptions, seats: int, pack: Pack) -> Iterator[BadOption]:
        """What cannot be played: a deck that is not one complete deck of 52 with questions; a day that differs."""
        if sorted((event.suit, event.rank) for event in pack.events) != sorted((s, r) for s in SUITS for r in RANKS):
            yield BadOption("deck", say(N_("Klondike needs one complete deck of 52 events.")))
        elif not pack.questions:
            yield BadOption("deck", say(N_("This deck has no question cards.")))
        if options.deal == "day" and options.draw != 1:
            yield BadOption("draw", say(N_("The deal of the day turns one card at a time.")))
        if options.deal == "day" and options.gentle:
            yield BadOption("gentle", say(N_("The deal of the day is the same for everyone, and not made easier.")))

    # -- the course of the game -------------------------------------------------------------------

    def setup(
        self,
        options: KlondikeOptions,
        seats: int,
        persons: frozenset[Seat],
        pack: Pack,
        chance: Chance,
        at: datetime,
    ) -> KlondikeState:
        """The usual deal, every card image side up and locked (KL-B1); the day's comes from its date (KL-E1)."""
        day = at.date().isoformat() if options.deal == "day" else ""
        lot = deals.lot_of(day, pack) if day else chance
        order = lot.shuffle(range(CARDS)) if options.deal == "random" else deals.winnable(options.draw, lot)
        places = {(event.suit, event.rank): place for place, event in enumerate(pack.events)}
        deal = tuple(places[SUITS[card // _PER_SUIT], RANKS[card % _PER_SUIT]] for card in order)
        gentle = options.gentle  # KL-V1
        state = KlondikeState(
            options=options,
            players=tuple(Player(Seat(number) in persons) for number in range(seats)),
            phase=Phase.SORTING if gentle else Phase.OPENING,
            due=None,
            deal=deal,
            cards=order,
            questions=lot.shuffle(range(len(pack.questions))),
            layout=dealt(),
            turned=tuple(gentle and slot in ENDS for slot in range(CARDS)),
            seen=(False,) * CARDS,
            began_at=at,
            day=day,
            bot=Seat(0) not in persons,
            opened=gentle,
        )
        return _looked(state)

    def to_move(self, state: KlondikeState) -> frozenset[Seat]:
        """The player, until it is over."""
        return frozenset() if state.phase is Phase.END else frozenset({Seat(0)})

    def legal_moves(self, state: KlondikeState, seat: Seat, pack: Pack) -> Iterable[KlondikeMove]:
        """Every move of the player; answers and guesses without their text."""
        return _legal(state, seat)

    def apply(
        self, state: KlondikeState, seat: Seat, move: KlondikeMove, pack: Pack, chance: Chance, at: datetime
    ) -> KlondikeState:
        """The state after this move. Refuses what the layout, a lock or an open question does not allow."""
        if not 0 <= seat < len(state.players):
            raise IllegalMove("CO-1", N_("Only the player touches the cards."))
        match move:
            case GiveUp():
                return _given_up(state, at)
            case Answer():
                return _answered(state, move, pack, at)
            case Appeal():
                return _appealed(state, seat, at)
        if state.phase is Phase.QUESTION:
            raise IllegalMove("KL-C2", N_("Answer the question first."))
        if state.phase is Phase.BUST:
            raise IllegalMove("KL-C3", N_("The solitaire is bust."))
        if isinstance(move, Undo):
            return _undone(state, at)
        if state.phase is Phase.STUCK:
            raise IllegalMove("KL-D2", N_("There is no way on any more."))
        match move:
            case Ask():
                return _asked(state, move, at)
            case Guess():
                return _guessed(state, move, pack, at)
            case Hint():
                return _settled(_hinted(state), at, STARE)
        if not state.opened:
            raise IllegalMove("KL-C6", N_("First turn over the seven cards at the ends of the columns."))
        match move:
            case Put():
                return _settled(_put(state, move), at)
            case Turn():
                return _turned(state, at)
            case Finish():
                return _finished(state, at)

    def judged(self, state: KlondikeState, seat: Seat, move: KlondikeMove, pack: Pack) -> KlondikeMove:
        """An answer or a guess with the verdict on it."""
        match move:
            case Answer():
                return structs.replace(move, right=_knows(state, move, pack) if state.drawn else UNSET)
            case Guess():
                return structs.replace(move, right=_guesses(state, move, pack))
        return move

    def time_up(self, state: KlondikeState, pack: Pack, chance: Chance, at: datetime) -> KlondikeState:
        """A question nobody answered in time was not known; a bust nobody appealed against stands (CO-5)."""
        if state.phase is Phase.QUESTION:
            return _wrong(state, (), True)
        return _over(state, Lost.BUST, at) if state.phase is Phase.BUST else state

    def common(self, state: KlondikeState, pack: Pack, at: datetime) -> KlondikeCommon:
        """What everybody sees: how far it has come, and what has just happened."""
        return seen_by_all(state, pack, self.result(state))

    def own(
        self, common: KlondikeCommon, state: KlondikeState, watcher: Seat, pack: Pack, at: datetime
    ) -> KlondikeObservation:
        """What this watcher may see: pictures of what has lain open, faces of what has been turned over (CO-7)."""
        mine = 0 <= watcher < len(state.players)
        moves = _targets(state) if mine and state.phase is Phase.SORTING and state.opened else {}
        return look(common, state, watcher, pack, moves, mine and _may_finish(state))

    def deadline(self, state: KlondikeState) -> datetime | None:
        """When the answer to a question, or an appeal against a bust, is due."""
        return state.due

    def shift(self, state: KlondikeState, by: timedelta) -> KlondikeState:
        """The state after a pause of this length."""
        return structs.replace(
            state,
            due=None if state.due is None else state.due + by,
            began_at=state.began_at + by,
            ended_at=None if state.ended_at is None else state.ended_at + by,
        )

    def known(self, before: KlondikeState, after: KlondikeState, pack: Pack) -> Iterator[Known]:
        """The question answered, or the event named; one's own word on it does not count."""
        judged = after.judged
        if judged is None or judged.own_word or judged == before.judged:
            return
        if judged.question is not None:
            yield Known(Seat(0), pack.questions[judged.question], judged.right)
        else:
            yield Known(Seat(0), pack.events[after.deal[judged.card]], judged.right)

    def story(self, state: KlondikeState, pack: Pack) -> Story:
        """What is worth telling once it is over."""
        return story(state, pack)

    def result(self, state: KlondikeState) -> Result | None:
        """How many cards were sorted, and why no more (KL-D1, KL-D2)."""
        if state.phase is not Phase.END:
            return None
        return Result((Place(1, Seat(0), state.sorted),), tuple(_notes(state)), lost=state.lost is not None)

    def stopped(self, state: KlondikeState, pack: Pack, chance: Chance, at: datetime) -> KlondikeState:
        """It stops where it is (CO-13)."""
        return _over(state, Lost.BUST if state.phase is Phase.BUST else Lost.CALLED, at)

    def standing(self, state: KlondikeState) -> Standing:
        """By the cards on the foundations, of 52."""
        return Standing(ranked((state.sorted,)), state.sorted, CARDS)

    def record(self, state: KlondikeState) -> tuple[int, ...]:
        """Won, with few wrong answers, then few questions; else by the cards on the foundations."""
        won = state.phase is Phase.END and state.lost is None
        return (1, -state.wrong, -state.asked) if won else (0, state.sorted, 0)

    def seated(self, state: KlondikeState, seat: Seat, person: bool, at: datetime) -> KlondikeState:
        """The seat has changed hands in the middle of the solitaire: nothing is lost (CO-6)."""
        if not 0 <= seat < len(state.players):
            raise IllegalMove("CO-6", N_("There is no such seat."))
        return structs.replace(state, players=(Player(person),), bot=state.bot or not person)


# -- what may be done ----------------------------------------------------------------------------


def _legal(state: KlondikeState, seat: Seat) -> Iterator[KlondikeMove]:
    if not 0 <= seat < len(state.players) or state.phase is Phase.END:
        return
    if state.phase is Phase.QUESTION:
        yield Answer(state.asked)
    if state.appealable(seat):
        yield Appeal()
    if state.phase in (Phase.OPENING, Phase.SORTING):
        if state.opened:
            for card, targets in _targets(state).items():
                for target in targets:
                    yield Put(card, target)
            if state.layout.stock or state.layout.waste:
                yield Turn()
            if _may_finish(state):
                yield Finish()
        for card in state.locked():
            yield Ask(card)
            yield Guess(card)
        yield Hint()
    if state.history and state.phase in (Phase.SORTING, Phase.STUCK):
        yield Undo()
    yield GiveUp()


def _targets(state: KlondikeState) -> Targets:
    """Every card that can be laid somewhere, with where (KL-C4)."""
    layout, cards, turned = state.layout, state.cards, state.turned
    takes: dict[tuple[int, bool], list[Target]] = {}
    empty: list[Target] = []
    for place, column in zip(COLUMNS, layout.columns, strict=True):
        if not column:
            empty.append(place)  # type: ignore[arg-type]
        elif turned[column[-1]]:
            end = cards[column[-1]]
            takes.setdefault((end % _PER_SUIT, is_red(end)), []).append(place)  # type: ignore[arg-type]
    found: dict[int, tuple[Target, ...]] = {}

    def add(slot: int, on_top: bool) -> None:
        suit, rank = divmod(cards[slot], _PER_SUIT)
        targets = takes.get((rank + 1, not is_red(cards[slot])), []) if rank < KING else empty
        if on_top and len(layout.foundations[suit]) == rank:
            targets = [*targets, SUITS[suit]]
        if targets:
            found[slot] = tuple(targets)

    for number, column in enumerate(layout.columns):
        if column and turned[column[-1]]:
            for slot in layout.uncovered(number):
                add(slot, slot == column[-1])
    if layout.waste and turned[layout.waste[-1]]:
        add(layout.waste[-1], True)
    for pile in layout.foundations:
        if pile:
            add(pile[-1], False)
    return found


def _may_finish(state: KlondikeState) -> bool:
    """Does the rest go onto the foundations by itself? Everything must be turned over and in sight."""
    layout = state.layout
    if state.phase is not Phase.SORTING or any(layout.covered) or not all(state.turned):
        return False
    if state.options.draw == 1 or not (layout.stock or layout.waste):
        return True  # the lowest card left always lies at the end of a column, or comes up from the stock
    return _rest(state) is not None


def _rest(state: KlondikeState) -> tuple[Step, ...] | None:
    """The moves that put everything onto the foundations, turning the stock as needed; None if that does not do."""
    layout, cards, draw = state.layout, state.cards, state.options.draw
    steps: list[Step] = []
    vain = 0
    while sum(map(len, layout.foundations)) < CARDS:
        step = None
        for slot in layout.reachable():
            suit, rank = divmod(cards[slot], _PER_SUIT)
            source = layout.where(slot)
            if len(layout.foundations[suit]) == rank and source is not None:
                step = step_of(layout, source, SUITS[suit], 1, first=rank >= state.reached[suit])
                vain = 0
                break
        if step is None:
            step = turning(layout, draw)
            vain += 1
        if step is None or vain > len(layout.stock) + len(layout.waste) + 2:
            return None
        steps.append(step)
        layout = taken(layout, step)
    return tuple(steps)


# -- turning cards over --------------------------------------------------------------------------


def _locked_card(state: KlondikeState, card: int) -> None:
    """Refuses a card that is not in reach, or has been turned over already."""
    if card not in state.layout.reachable():
        raise IllegalMove("KL-C1", N_("This card does not lie open."))
    if state.turned[card]:
        raise IllegalMove("KL-C1", N_("This card has been turned over already."))


def _asked(state: KlondikeState, move: Ask, at: datetime) -> KlondikeState:
    """A question card is drawn; with a turn clock its answer is due (KL-C2)."""
    _locked_card(state, move.card)
    clock = state.options.clock
    return structs.replace(
        _acting(state, Happened.ASKED),
        phase=Phase.QUESTION,
        due=at + timedelta(seconds=clock) if clock else None,
        drawn=Drawn(move.card, state.questions[0]),
        questions=(*state.questions[1:], state.questions[0]),  # under the stack it goes, however it is answered
        asked=state.asked + 1,
    )


def question_of(pack: Pack, question: int, suit: str) -> Question:
    """The one of the four questions of a card that goes with this suit."""
    asked: Question = getattr(pack.questions[question], suit)
    return asked


def _answered(state: KlondikeState, move: Answer, pack: Pack, at: datetime) -> KlondikeState:
    drawn = state.drawn
    if state.phase is not Phase.QUESTION or drawn is None:
        raise IllegalMove("KL-C2", N_("There is no question to answer."))
    if move.asked != state.asked:
        raise IllegalMove("KL-C2", N_("That was for another question."))
    if state.due is not None and at > state.due:
        raise IllegalMove("CO-5", N_("Too late."))
    if _knows(state, move, pack) if move.right is UNSET else move.right:
        judged = Judged(drawn.card, drawn.question, (move.text,), True)
        state = structs.replace(state, happened=Happened.JUDGED, judged=judged, known=state.known + 1)
        return _settled(_turned_over(state, drawn.card), at)
    return _wrong(state, (move.text,) if move.text else (), False)


def _knows(state: KlondikeState, move: Answer, pack: Pack) -> bool:
    """Is this the answer to the question that has been drawn?"""
    if state.drawn is None:
        return False
    question = question_of(pack, state.drawn.question, pack.events[state.deal[state.drawn.card]].suit)
    return answers_question(move.text, question, pack)


def _wrong(state: KlondikeState, given: tuple[str, ...], late: bool) -> KlondikeState:
    """Wrong, or not known: the card stays locked, and one may try again (KL-C2)."""
    if state.drawn is None:
        return state
    return structs.replace(
        state,
        phase=Phase.SORTING if state.opened else Phase.OPENING,
        due=None,
        drawn=None,
        wrong=state.wrong + 1,
        judged=Judged(state.drawn.card, state.drawn.question, given, False, late),
        happened=Happened.JUDGED,
    )


def _guessed(state: KlondikeState, move: Guess, pack: Pack, at: datetime) -> KlondikeState:
    """The name and the year: right, and the card is turned over; wrong, and the solitaire is bust (KL-C3)."""
    _locked_card(state, move.card)
    right = _guesses(state, move, pack) if move.right is UNSET else move.right
    state = structs.replace(
        _acting(state, Happened.JUDGED),
        judged=Judged(move.card, None, (move.name, move.year), right),
    )
    if right:
        return _settled(_turned_over(state, move.card), at)
    if not state.players[0].person:
        return _over(state, Lost.BUST, at)
    seconds = DAY if state.options.clock == DAY else appeals.SECONDS
    return structs.replace(state, phase=Phase.BUST, due=at + timedelta(seconds=seconds))


def _guesses(state: KlondikeState, move: Guess, pack: Pack) -> bool:
    """Are this the name and the year of the card?"""
    event = pack.events[state.deal[move.card]]
    return names_event(move.name, event, pack) and gives_year(move.year, event, pack)


def _appealed(state: KlondikeState, seat: Seat, at: datetime) -> KlondikeState:
    """Nobody else is at the table to vote: the player's own word holds, and the game is marked so (CO-9)."""
    judged = state.judged
    if judged is None or not state.appealable(seat):
        raise IllegalMove("CO-9", N_("There is nothing for you to appeal against."))
    if state.due is not None and at > state.due:
        raise IllegalMove("CO-9", N_("Too late."))
    state = structs.replace(
        state,
        judged=structs.replace(judged, right=True, own_word=True),
        own_word=True,
        wrong=state.wrong - (judged.question is not None),
        known=state.known + (judged.question is not None),
        happened=Happened.APPEALED,
    )
    return _settled(_turned_over(state, judged.card), at)


def _turned_over(state: KlondikeState, card: int) -> KlondikeState:
    """The card shows its other side from now on."""
    turned = (*state.turned[:card], True, *state.turned[card + 1 :])
    opened = state.opened or all(turned[slot] for slot in ENDS)
    phase = Phase.SORTING if opened else Phase.OPENING
    return structs.replace(state, turned=turned, opened=opened, phase=phase, drawn=None, due=None)


# -- moving cards --------------------------------------------------------------------------------


def _put(state: KlondikeState, move: Put) -> KlondikeState:
    """One card, or a run with all that lies on it, goes to a column or a foundation (KL-C4)."""
    layout, cards = state.layout, state.cards
    source = layout.where(move.card)
    if source is None:
        raise IllegalMove("KL-C4", N_("Another card lies on top of this one."))
    if not state.turned[move.card]:
        raise IllegalMove("KL-C1", N_("A locked card cannot be moved."))
    if source == move.target:
        raise IllegalMove("KL-C4", N_("This card lies there already."))
    count = layout.above(move.card, source)
    suit, rank = divmod(cards[move.card], _PER_SUIT)
    first = False
    if move.target in COLUMNS:
        column = layout.columns[COLUMNS.index(move.target)]
        if not column:
            if rank != KING:
                raise IllegalMove("KL-C4", N_("Only a king goes to an empty column."))
        elif not state.turned[column[-1]]:
            raise IllegalMove("KL-C1", N_("Nothing can be built on a locked card."))
        elif cards[column[-1]] % _PER_SUIT != rank + 1 or is_red(cards[column[-1]]) == is_red(cards[move.card]):
            raise IllegalMove("KL-C4", N_("Columns are built downwards in alternating colours."))
    else:
        height = len(layout.foundations[suit])
        if count > 1:
            raise IllegalMove("KL-C4", N_("Cards go to a foundation one by one."))
        if SUITS[suit] != move.target or height != rank:
            raise IllegalMove("KL-C4", N_("Foundations are built by suit, from the ace to the king."))
        first = height >= state.reached[suit]
    return _taken(_acting(state, Happened.PUT), step_of(layout, source, move.target, count, first))


def _taken(state: KlondikeState, step: Step) -> KlondikeState:
    """The state after cards have moved; what comes to lie open has been seen."""
    reached = state.reached
    if step.first:
        suit = SUITS.index(step.target)
        reached = (*reached[:suit], reached[suit] + 1, *reached[suit + 1 :])
    layout = taken(state.layout, step)
    return _looked(structs.replace(state, layout=layout, history=(*state.history, step), reached=reached))


def _looked(state: KlondikeState) -> KlondikeState:
    """What lies open now has been seen, for good (KL-E2)."""
    waste = state.layout.waste[-state.options.draw :]
    if all(state.seen[slot] for slot in (*state.layout.reachable(), *waste)):
        return state
    seen = list(state.seen)
    for slot in (*state.layout.reachable(), *waste):
        seen[slot] = True
    return structs.replace(state, seen=tuple(seen))


def _turned(state: KlondikeState, at: datetime) -> KlondikeState:
    """One card, or three, from the stock; when it is empty, the waste becomes the stock again (KL-C5)."""
    step = turning(state.layout, state.options.draw)
    if step is None:
        raise IllegalMove("KL-C5", N_("Stock and waste are empty."))
    idle = state.idle
    state = _taken(_acting(state, Happened.PASSED if step.target == "stock" else Happened.TURNED), step)
    state = structs.replace(state, idle=idle + 1)
    if state.happened is Happened.PASSED:
        return _settled(state, at, STARE)
    return state if state.options.draw == 1 else _settled(state, at)  # with single cards, turning closes no way


def _undone(state: KlondikeState, at: datetime) -> KlondikeState:
    """The last move of cards is taken back; nothing that has been learnt is (KL-E2)."""
    if not state.history:
        raise IllegalMove("KL-E2", N_("There is no move to take back."))
    step = state.history[-1]
    reached = state.reached
    if step.first:
        suit = SUITS.index(step.target)
        reached = (*reached[:suit], reached[suit] - 1, *reached[suit + 1 :])
    state = structs.replace(
        _acting(state, Happened.UNDONE),
        phase=Phase.SORTING,
        layout=taken_back(state.layout, step),
        history=state.history[:-1],
        reached=reached,
    )
    return _settled(state, at)


def _finished(state: KlondikeState, at: datetime) -> KlondikeState:
    """The rest goes onto the foundations (KL-D1)."""
    steps = _rest(state) if _may_finish(state) else None
    if steps is None:
        raise IllegalMove("KL-D1", N_("That works only once every card is turned over and none is covered."))
    state = _acting(state, Happened.FINISHED)
    for step in steps:
        state = _taken(state, step)
    return _settled(state, at)


def _hinted(state: KlondikeState) -> KlondikeState:
    """A useful move is shown (KL-E2): a card to unlock, or the first on the shortest way to something new."""
    ahead = _ahead(state, STARE).move if state.opened else None
    locked = state.locked()
    move: Put | Turn | Ask | Undo
    if isinstance(ahead, Put):
        move = ahead
    elif locked:
        move = Ask(locked[0])
    else:
        move = ahead or (Turn() if state.layout.stock or state.layout.waste else Undo())
    return structs.replace(_acting(state, Happened.HINTED), hint=move, hints=state.hints + 1)


def _ahead(state: KlondikeState, limit: int) -> Outlook:
    return outlook(state.layout, state.cards, state.turned, state.reached, state.options.draw, limit)


# -- the end -------------------------------------------------------------------------------------


def _acting(state: KlondikeState, happened: Happened) -> KlondikeState:
    """Somebody acts: the last verdict is history, and the hint has been used."""
    return structs.replace(state, happened=happened, judged=None, hint=None, idle=0)


def _settled(state: KlondikeState, at: datetime, limit: int = GLANCE) -> KlondikeState:
    """Won when every card is on a foundation (KL-D1); stuck when there is no way on (KL-D2)."""
    if state.sorted == CARDS:
        return structs.replace(state, phase=Phase.END, ended_at=at)
    if not state.opened or _something_to_unlock(state):
        return state
    if not (state.layout.stock or state.layout.waste):
        limit = STARE  # the stock will not come round any more
    return structs.replace(state, phase=Phase.STUCK) if _ahead(state, limit).way == "none" else state


def _something_to_unlock(state: KlondikeState) -> bool:
    """Can a locked card be reached by turning alone?"""
    layout = state.layout
    if any(column and not state.turned[column[-1]] for column in layout.columns):
        return True
    talon = layout.waste + layout.stock[::-1]
    return any(not state.turned[talon[place]] for place in reach(len(talon), len(layout.waste), state.options.draw))


def _given_up(state: KlondikeState, at: datetime) -> KlondikeState:
    """Over: a bust is accepted, a dead end seen, or the player has had enough."""
    why = {Phase.BUST: Lost.BUST, Phase.STUCK: Lost.STUCK}.get(state.phase, Lost.GAVE_UP)
    if state.phase is not Phase.BUST:
        state = _acting(state, Happened.GAVE_UP)
    return _over(state, why, at)


def _over(state: KlondikeState, lost: Lost, at: datetime) -> KlondikeState:
    return structs.replace(state, phase=Phase.END, lost=lost, ended_at=at, due=None, drawn=None)


def _notes(state: KlondikeState) -> Iterator[Say]:
    if state.lost is None:
        yield say(N_("The solitaire has come out: every card is on its foundation."))
    else:
        yield say(_LOST[state.lost])
    yield say(P_("%(n)s question drawn", "%(n)s questions drawn"), n=state.asked)
    yield say(P_("%(n)s wrong answer", "%(n)s wrong answers"), n=state.wrong)
    if state.own_word:
        yield appeals.ON_OWN_WORD


_LOST = {
    Lost.BUST: N_("Bust: event and year only count together."),
    Lost.STUCK: N_("There was no way on."),
    Lost.GAVE_UP: N_("The solitaire was given up."),
    Lost.CALLED: N_("Time was called."),
}
