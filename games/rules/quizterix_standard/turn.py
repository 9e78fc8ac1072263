"""The five steps of a turn (QS-D1 to QS-D5)."""

from collections.abc import Iterator

from msgspec import UNSET, structs

from games.rules import appeals
from games.rules.answers import answers_question, gives_mnemonic, gives_year, names_event
from games.rules.kernel import IllegalMove, Seat
from games.rules.pack import Pack, Question, Suit
from games.rules.quizterix_standard import panic
from games.rules.quizterix_standard.flow import Now, draw, go_on, next_turn, receive
from games.rules.quizterix_standard.moves import Answer, Give, Guess, Shift, Swap, Where, where
from games.rules.quizterix_standard.state import (
    JUDGE_SECONDS,
    LOOK_SECONDS,
    SPEAK_SECONDS,
    VERDICT_SECONDS,
    Asked,
    Given,
    Incoming,
    Looking,
    Named,
    Phase,
    Slot,
    StandardState,
    Verdict,
)
from games.rules.quizterix_standard.timeline import complete
from games.rules.words import N_

SUITS: tuple[Suit, ...] = ("clubs", "diamonds", "hearts", "spades")


# -- step 1 --------------------------------------------------------------------------------------


def insert(state: StandardState, gap: int, now: Now) -> StandardState:
    """The stack's top card goes into a gap of one's own timeline, unseen (QS-D1)."""
    seat = state.active
    if gap > len(state.players[seat].line):
        raise IllegalMove("QS-D1", N_("Your timeline has no such gap."))
    slot, state = Slot(state.stack[0]), structs.replace(state, stack=state.stack[1:])
    state = structs.replace(state.placed(seat, gap, slot), fresh=slot.card)
    return state.tell("inserted", seat=seat).enter(Phase.ACT, now.at)


# -- step 2 --------------------------------------------------------------------------------------


def own_hidden(state: StandardState, seat: Seat, place: int) -> Slot:
    """The hidden card in this place of one's own timeline."""
    slot = state.slot(Where(seat, place))
    if slot is None or slot.flipped:
        raise IllegalMove("QS-D2", N_("There is no hidden event of yours."))
    return slot


def guess(state: StandardState, move: Guess, now: Now) -> StandardState:
    """One hidden event is named: event, year and mnemonic (QS-D2)."""
    if state.tried:
        raise IllegalMove("QS-D2", N_("You may name one event per turn."))
    seat = state.active
    slot = own_hidden(state, seat, move.place)
    state = structs.replace(state, tried=True)
    reader = reader_for(state, seat)
    if reader is not None:
        given = Given(seat, move.place, spoken=True)
        state = structs.replace(state, given=given, readers=(reader,))
        state = state.with_slot(Where(seat, move.place), slot.seen_by((reader,)))
        return state.tell("speaks", seat=seat).enter(Phase.JUDGING, now.at, SPEAK_SECONDS + JUDGE_SECONDS)
    given = Given(seat, move.place, (move.name, move.year, move.mnemonic))
    right = guessed_right(state, seat, move, now.pack) if move.right is UNSET else move.right
    return judged(structs.replace(state, given=given), right, now)


def guessed_right(state: StandardState, seat: Seat, move: Guess, pack: Pack) -> bool:
    """Are name, year and mnemonic all right? (QS-D2, QS-V1, CO-3)"""
    slot = state.slot(Where(seat, move.place))
    if slot is None:
        return False
    event = pack.events[slot.card]
    return (
        names_event(move.name, event, pack)
        and gives_year(move.year, event, pack, state.options.within)
        and gives_mnemonic(move.mnemonic, event, pack)
    )


def _told_named(state: StandardState, right: bool) -> StandardState:
    """What has been named is shown to all with its verdict, and with no hint which part was wrong (CO-10)."""
    given = state.given
    slot = None if given is None or given.place is None else state.slot(Where(given.seat, given.place))
    if given is None or slot is None:
        return state
    return structs.replace(state, named=Named(given.seat, slot.card, given.texts, right, state.moment))


# -- step 3 --------------------------------------------------------------------------------------


def peek(state: StandardState, at: Where, now: Now) -> StandardState:
    """A look at the flip side of any hidden card in any timeline; it ends the turn (QS-D3)."""
    slot = state.slot(at)
    if slot is None or slot.flipped:
        raise IllegalMove("QS-D3", N_("There is no hidden card to look at."))
    seat = state.active
    state = state.with_slot(at, slot.seen_by((seat,)))
    state = structs.replace(state, looking=Looking(at)).tell("peeks", seat=seat, other=at.seat, n=at.place + 1)
    return state.enter(Phase.LOOKING, now.at, LOOK_SECONDS)


def refresh(state: StandardState, place: int, now: Now) -> StandardState:
    """Another look at an own hidden card seen before; it does not end the turn (QS-S2)."""
    seat = state.active
    if not state.players[seat].refreshers:
        raise IllegalMove("QS-S2", N_("You do not play with refreshers."))
    if state.refreshed:
        raise IllegalMove("QS-S2", N_("You have had this turn’s refresher."))
    if seat not in own_hidden(state, seat, place).seen:
        raise IllegalMove("QS-S2", N_("You have never looked at this card."))
    looking = Looking(Where(seat, place), back=state.phase)
    state = structs.replace(state, looking=looking, refreshed=True).tell("refreshed", seat=seat, n=place + 1)
    return state.enter(Phase.LOOKING, now.at, LOOK_SECONDS)


def looked(state: StandardState, now: Now) -> StandardState:
    """The card is closed: the turn is over, or goes on after a refresher."""
    looking, state = state.looking, structs.replace(state, looking=None)
    if looking is not None and looking.back is not None:
        return state.enter(looking.back, now.at)
    return next_turn(state, now)


# -- step 4 --------------------------------------------------------------------------------------


def ask(state: StandardState, suit: str, now: Now) -> StandardState:
    """The suit is fixed before anybody has seen the question (QS-D4); the card goes to the bottom of its stack."""
    chosen: Suit = next((known for known in SUITS if known == suit), now.chance.pick(SUITS))
    card, *rest = state.questions
    reader = reader_for(state, state.active)
    given = Given(state.active, spoken=reader is not None)
    state = structs.replace(
        state,
        questions=(*rest, card),
        asked=Asked(card, chosen),
        given=given,
        readers=() if reader is None else (reader,),
    )
    return state.tell("asks", seat=state.active).enter(Phase.ANSWERING, now.at)


def question(state: StandardState, now: Now) -> Question | None:
    """The question on the table."""
    if state.asked is None:
        return None
    found: Question = getattr(now.pack.questions[state.asked.card], state.asked.suit)
    return found


def answer(state: StandardState, move: Answer, now: Now) -> StandardState:
    """The answer to the question (QS-D4)."""
    given, asked = state.given, question(state, now)
    if given is None or asked is None:
        return state
    if given.spoken:
        return state.enter(Phase.JUDGING, now.at, JUDGE_SECONDS)
    state = structs.replace(state, given=structs.replace(given, texts=(move.text,)))
    right = answered_right(state, move, now.pack) if move.right is UNSET else move.right
    return judged(state, right, now)


def answered_right(state: StandardState, move: Answer, pack: Pack) -> bool:
    """Is this the answer to the question on the table? (QS-D4, CO-3)"""
    asked = state.asked
    return asked is not None and answers_question(move.text, getattr(pack.questions[asked.card], asked.suit), pack)


def not_known(state: StandardState, now: Now) -> StandardState:
    """ "Don't know": the turn is over, and the right answer is told to all (QS-D4)."""
    state = _with_verdict(state, Verdict.NOT_KNOWN)
    return next_turn(_told(state).tell("not-known", seat=state.active), now)


# -- judging (CO-2, CO-3) ------------------------------------------------------------------------


def reader_for(state: StandardState, speaker: Seat) -> Seat | None:
    """Who sees the solution and judges what is spoken: the next person clockwise (CO-2). A bot types."""
    if not state.options.spoken or not state.players[speaker].person:
        return None
    return next((seat for seat in state.clockwise(speaker) if state.players[seat].person), None)


def _with_verdict(state: StandardState, verdict: Verdict) -> StandardState:
    given = state.given
    return state if given is None else structs.replace(state, given=structs.replace(given, verdict=verdict))


def _told(state: StandardState) -> StandardState:
    """The answer to the question on the table is told to all (QS-D4)."""
    if state.asked is None or (state.given is not None and state.given.place is not None):
        return state
    return structs.replace(state, asked=structs.replace(state.asked, open=True))


def judged(state: StandardState, right: bool, now: Now) -> StandardState:
    """The verdict on the last answer: right goes on, wrong ends the turn, unless a person appeals (QS-D2, QS-D4)."""
    state = _told(_with_verdict(state, Verdict.RIGHT if right else Verdict.WRONG))
    state = structs.replace(_told_named(state, right), readers=())
    given = state.given
    if given is None:
        return state
    if right:
        return was_right(state, given, now)
    state = state.tell("wrong", seat=given.seat)
    if state.players[given.seat].person and not given.appealed:
        return state.enter(Phase.VERDICT, now.at, VERDICT_SECONDS)
    return next_turn(state, now)


def was_right(state: StandardState, given: Given, now: Now) -> StandardState:
    """A named event is flipped (QS-D2); a right answer earns a roll of the die (QS-D4)."""
    if given.place is None:
        return state.tell("answered", seat=given.seat).enter(Phase.ROLLING, now.at)
    at = Where(given.seat, given.place)
    slot = state.slot(at)
    if slot is not None:
        state = state.with_slot(at, structs.replace(slot, flipped=True)).tell(
            "flipped", seat=given.seat, card=slot.card
        )
    if complete(state.players[given.seat].line):
        return go_on(state, now)
    return state.enter(Phase.ACT, now.at)


def nobody_judged(state: StandardState, now: Now) -> StandardState:
    """The reader has not pressed: any other person may, for as long again; then it counts as wrong (CO-2)."""
    given = state.given
    others = tuple(
        seat for seat in state.persons() if given is not None and seat != given.seat and seat not in state.readers
    )
    if given is None or len(state.readers) > 1 or not others:
        return judged(state, False, now)
    state = structs.replace(state, readers=(*state.readers, *others))
    if given.place is not None:
        state = _seen_by(state, given, others)
    return state.enter(Phase.JUDGING, now.at, JUDGE_SECONDS)


def _seen_by(state: StandardState, given: Given, seats: tuple[Seat, ...]) -> StandardState:
    at = Where(given.seat, given.place or 0)
    slot = state.slot(at)
    return state if slot is None else state.with_slot(at, slot.seen_by(seats))


def appeal(state: StandardState, now: Now) -> StandardState:
    """The others are shown the solution, and vote (CO-3, CO-9)."""
    given = state.given
    if given is None or given.appealed or not state.players[given.seat].person:
        raise IllegalMove("CO-3", N_("One appeal per answer, and only by a person."))
    opened = appeals.open_appeal(given.seat, given.texts, state.persons(), now.at, state.options.clock)
    state = structs.replace(state, given=structs.replace(given, appealed=True)).tell("appeals", seat=given.seat)
    if appeals.own_word(opened):
        return vote_over(structs.replace(state, own_word=True), True, now)
    if given.place is not None:
        state = _seen_by(state, given, opened.voters)
    state = state.enter(Phase.VOTING, now.at)
    return structs.replace(state, vote=opened, due=opened.due)


def vote(state: StandardState, seat: Seat, right: bool, now: Now) -> StandardState:
    """A vote on the appeal (CO-9)."""
    if state.vote is None:
        return state
    ballot = appeals.vote(state.vote, seat, right)
    decided = appeals.decide(ballot, now.at)
    state = structs.replace(state, vote=ballot)
    return state if decided is None else vote_over(state, decided, now)


def vote_over(state: StandardState, upheld: bool, now: Now) -> StandardState:
    """Overturned, the answer was right after all; else the turn is over."""
    given, vote = state.given, state.vote
    own_word = state.own_word or (upheld and vote is not None and appeals.own_word(vote))
    state = structs.replace(state, vote=None, own_word=own_word).tell("upheld" if upheld else "refused")
    if given is None or not upheld:
        return next_turn(state, now)
    return was_right(_told_named(_with_verdict(state, Verdict.RIGHT), True), given, now)


# -- step 5 --------------------------------------------------------------------------------------


def roll(state: StandardState, now: Now) -> StandardState:
    """The die; what it says must be done, unless there is nothing to do it with (QS-D5)."""
    seat, die = state.active, now.chance.die()
    state = structs.replace(state, die=die).tell("rolled", seat=seat, n=die)
    mine = next(state.hidden_of(seat), None) is not None
    theirs = next(state.hidden_of_others(seat), None) is not None
    if die == 1 and mine:
        return state.enter(Phase.GIVING, now.at)
    if die == 2 and state.stack:
        return go_on(draw(state, seat), now)
    if die == 3 and theirs:
        return go_on(structs.replace(state, thieves=(seat,)), now)
    if die == 4 and mine and theirs:
        return state.enter(Phase.SWAPPING, now.at)
    if die == 5 and len(state.players[seat].line) > 1:
        return state.enter(Phase.SHIFTING, now.at)
    if die == 6:
        return panic.begin(state, now)
    return next_turn(state.tell("nothing", seat=seat), now)


def give(state: StandardState, move: Give, now: Now) -> StandardState:
    """A one: a hidden event for somebody else (QS-D5.1)."""
    slot, to = own_hidden(state, state.active, move.place), Seat(move.to)
    if to == state.active or to not in state.seats():
        raise IllegalMove("QS-D5.1", N_("You give it to another player."))
    state = state.without(Where(state.active, move.place)).tell("gave", seat=state.active, other=to)
    return go_on(receive(state, to, slot), now)


def others_hidden(state: StandardState, seat: Seat, at: Where) -> Slot:
    """A hidden card of somebody else."""
    slot = state.slot(at)
    if slot is None or slot.flipped or at.seat == seat:
        raise IllegalMove("QS-D5.3", N_("Take a hidden event of another player."))
    return slot


def steal(state: StandardState, at: Where, now: Now) -> StandardState:
    """A three, or the reward of a panic: a hidden event of anybody else (QS-D5.3, QS-D6.4)."""
    thief = state.thief
    slot = others_hidden(state, thief, at)
    state = structs.replace(state.without(at), thieves=state.thieves[1:]).tell("stole", seat=thief, other=at.seat)
    return go_on(receive(state, thief, slot), now)


def swap(state: StandardState, move: Swap, now: Now) -> StandardState:
    """A four: two hidden cards change hands, and both owners place what they got (QS-D5.4)."""
    seat, at = state.active, where(move.spot)
    mine, theirs = own_hidden(state, seat, move.place), others_hidden(state, seat, at)
    state = state.without(Where(seat, move.place)).without(at).tell("swapped", seat=seat, other=at.seat)
    return go_on(receive(receive(state, seat, theirs), at.seat, mine), now)


def shift(state: StandardState, move: Shift, now: Now) -> StandardState:
    """A five: one card, hidden or flipped, to another position, unseen (QS-D5.5)."""
    seat = state.active
    slot = state.slot(Where(seat, move.place))
    if slot is None or move.gap > len(state.players[seat].line):
        raise IllegalMove("QS-D5.5", N_("Your timeline has no such place."))
    if move.gap in (move.place, move.place + 1):
        raise IllegalMove("QS-D5.5", N_("Choose another position than the one it has."))
    gap = move.gap - (move.gap > move.place)
    state = structs.replace(state.without(Where(seat, move.place)).placed(seat, gap, slot), fresh=slot.card)
    return next_turn(state.tell("moved", seat=seat), now)


# -- receiving a card ----------------------------------------------------------------------------


def look_at(state: StandardState, card: Incoming) -> StandardState:
    """A look at the card one has received; only oneself sees it (QS-D5.7)."""
    if state.options.no_peeking:
        raise IllegalMove("QS-S3", N_("This table plays without peeking."))
    if card.looked or card.slot.flipped:
        raise IllegalMove("QS-D5.7", N_("You have looked at it."))
    seen = structs.replace(card, looked=True, slot=card.slot.seen_by((card.seat,)))
    incoming = tuple(seen if other is card else other for other in state.incoming)
    return structs.replace(state, incoming=incoming).tell("looked", seat=card.seat)


def put(state: StandardState, card: Incoming, gap: int, now: Now) -> StandardState:
    """The card one has received goes into one's timeline (QS-D5.7)."""
    if gap > len(state.players[card.seat].line):
        raise IllegalMove("QS-D5.7", N_("Your timeline has no such gap."))
    incoming = tuple(other for other in state.incoming if other is not card)
    state = structs.replace(state, incoming=incoming, fresh=card.slot.card).placed(card.seat, gap, card.slot)
    state = state.tell("placed", seat=card.seat)
    return state if incoming else go_on(state, now)


def all_put(state: StandardState, now: Now) -> StandardState:
    """When the clock runs out, what is on the move goes to the right-hand end (QS-D5.7)."""
    for card in tuple(_waiting(state)):
        state = state.placed(card.seat, len(state.players[card.seat].line), card.slot).tell("placed", seat=card.seat)
    return go_on(structs.replace(state, incoming=()), now)


def _waiting(state: StandardState) -> Iterator[Incoming]:
    yield from state.incoming
