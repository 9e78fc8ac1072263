"""What a watcher of Snap! may see, built up piece by piece. Each field of the observation is a part of the page."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from games.rules.appeals import TOLD, AppealState, Tally, tally
from games.rules.kernel import PUBLIC, Result, Seat
from games.rules.pack import Event, Pack, Rank, Suit
from games.rules.quizterix_snap.moves import Answer, Appeal, Buzz, Deal, Judge, SnapMove, Vote
from games.rules.quizterix_snap.state import Given, Phase, SnapState, Verdict
from games.rules.ready import Going, going
from games.rules.words import N_, Say, Text, Who, say


class Bar(Struct, frozen=True):
    """Card ``card`` of ``cards``, round ``round`` of ``rounds``."""

    card: int
    cards: int
    round: int
    rounds: int


class SeatLine(Struct, frozen=True):
    """A seat and its cards, those of this round and of all rounds."""

    seat: Seat
    cards: int
    this_round: int
    person: bool
    dealer: bool
    buzzer: bool  # has to answer now
    reader: bool  # has seen the solution in order to judge
    locked: bool  # can no longer buzz in this showing


class Solution(Struct, frozen=True):
    """The other side of a card."""

    rank: Rank
    suit: Suit
    year: int
    name: Text
    mnemonic: Text
    story: Text
    accept: tuple[str, ...] = ()  # other names that count, for whoever judges


class Card(Struct, frozen=True):
    """The card on the table, image side up; ``solution`` once it has been turned over."""

    showing: int
    suit: Suit
    scene: Text
    alt: Text
    solution: Solution | None = None


class Shown(Struct, frozen=True):
    """An answer of this showing, as everybody sees it once it is judged (CO-10)."""

    seat: Seat
    verdict: Verdict
    reaction: int
    name: str
    year: str
    mnemonic: str
    spoken: bool
    appeal: AppealState


class Stage(Struct, frozen=True):
    """What the table is waiting for. ``due`` and ``seconds`` drive the timer; no timer without ``due``.

    ``waiting``: no card is turned up until a person does it, because nobody has done anything for six cards (SN-C1).
    """

    phase: Phase
    waiting: bool
    due: datetime | None
    seconds: float
    buzzer: Seat | None
    reaction: int | None  # of whoever has the buzzer, in milliseconds
    speaking: bool
    reader: Seat | None  # who judges; None if any other player may
    answers: tuple[Shown, ...]
    winner: Seat | None
    vote: Tally | None


class Form(Struct, frozen=True):
    """The answer to be typed; ``asked`` names its fields. ``spoken``: say it, then press."""

    asked: tuple[str, ...]
    spoken: bool


class Hand(Struct, frozen=True):
    """What this watcher can do. ``showing`` goes into every move."""

    showing: int
    may_buzz: bool = False
    opening: str = ""  # when the buzzer opened; the browser's stopwatch starts when it paints another one
    may_deal: bool = False
    go_on: bool = False  # the game waits for a person to turn up the next card
    going: Going | None = None  # once somebody has seen enough
    may_appeal: bool = False
    form: Form | None = None
    judge: Solution | None = None  # the solution, for whoever judges what is spoken
    vote: Tally | None = None  # only while this watcher's vote is awaited
    buzzed: bool = False  # my buzz is in, others' may still be on their way
    locked: bool = False  # I have answered in this showing
    read: bool = False  # I have seen the solution in order to judge
    due: datetime | None = None  # of what is asked of this watcher
    seconds: float = 0


class Pile(Struct, frozen=True):
    """The cards this seat has won in this round, and those nobody can win any more."""

    won: tuple[Solution, ...] = ()
    unclaimed: tuple[Solution, ...] = ()


class SnapCommon(Struct, frozen=True):
    """What all see alike."""

    bar: Bar
    seats: tuple[SeatLine, ...]
    card: Card | None
    asked: tuple[str, ...]
    stage: Stage
    news: tuple[Say, ...]
    ending: Result | None


class SnapObservation(SnapCommon, frozen=True):
    """Everything one watcher sees."""

    hand: Hand
    pile: Pile


def seen_by_all(state: SnapState, pack: Pack, ending: Result | None) -> SnapCommon:
    """What everybody sees."""
    return SnapCommon(
        bar=_bar(state),
        seats=_seats(state),
        card=_card(state, pack),
        asked=state.options.asked,
        stage=_stage(state),
        news=tuple(_news(state, pack)),
        ending=ending,
    )


def look(
    common: SnapCommon, state: SnapState, watcher: Seat, pack: Pack, moves: tuple[SnapMove, ...]
) -> SnapObservation:
    """What this watcher sees; ``moves`` is what this watcher may do."""
    return SnapObservation(
        bar=common.bar,
        seats=common.seats,
        card=common.card,
        asked=common.asked,
        stage=common.stage,
        news=common.news,
        ending=common.ending,
        hand=_hand(common.stage, state, watcher, pack, moves),
        pile=_pile(state, watcher, pack),
    )


def _bar(state: SnapState) -> Bar:
    gone = sum(len(player.won) for player in state.players) + len(state.unclaimed)
    return Bar(min(gone + 1, state.cards), state.cards, state.round, state.options.rounds)


def _seats(state: SnapState) -> tuple[SeatLine, ...]:
    locked = state.locked() | state.barred()
    return tuple(
        SeatLine(
            seat=seat,
            cards=state.cards_of(seat),
            this_round=state.cards_of(seat) - player.earlier,
            person=player.person,
            dealer=state.dealer == seat,
            buzzer=state.buzzer is not None and state.buzzer.seat == seat,
            reader=seat in state.readers,
            locked=seat in locked,
        )
        for seat, player in zip(state.seats(), state.players, strict=True)
    )


def _solution(event: Event, judging: bool = False) -> Solution:
    accept = event.accept.all() if judging else ()
    return Solution(event.rank, event.suit, event.year, event.name, event.mnemonic, event.story, accept)


def _card(state: SnapState, pack: Pack) -> Card | None:
    if state.card is None:
        return None
    event = pack.events[state.card]
    return Card(state.showing, event.suit, event.scene, event.alt, _solution(event) if state.open else None)


def _shown(given: Given) -> Shown:
    return Shown(
        given.seat,
        given.verdict,
        given.reaction,
        given.name,
        given.year,
        given.mnemonic,
        given.spoken,
        given.appeal,
    )


def _due(state: SnapState) -> datetime | None:
    """When the running time is up: for a buzz when it must be pressed, not when it must have arrived (SN-C4)."""
    return state.due if state.phase == Phase.SHOWING else state.deadline()


def _seconds(state: SnapState) -> float:
    """How long the running time is in all."""
    due = _due(state)
    return 0 if due is None else (due - state.phase_at).total_seconds()


def _stage(state: SnapState) -> Stage:
    contest = state.phase == Phase.CONTEST
    return Stage(
        phase=state.phase,
        waiting=state.waiting,
        due=None if contest else _due(state),
        seconds=0 if contest else _seconds(state),
        buzzer=state.buzzer.seat if state.buzzer is not None else None,
        reaction=None if state.buzzer is None or state.solo else state.buzzer.reaction,
        speaking=state.speaking,
        reader=state.readers[0] if state.speaking and len(state.readers) == 1 else None,
        answers=tuple(_shown(given) for given in state.answers),
        winner=state.winner,
        vote=tally(state.vote),
    )


def _hand(stage: Stage, state: SnapState, watcher: Seat, pack: Pack, moves: tuple[SnapMove, ...]) -> Hand:
    if watcher == PUBLIC:
        return Hand(state.showing)
    kinds = {type(move) for move in moves}
    judging = Judge in kinds and state.card is not None
    asked_of_me = bool(kinds & {Answer, Judge, Vote})
    may_buzz = Buzz in kinds
    return Hand(
        showing=state.showing,
        may_buzz=may_buzz,
        opening=state.opened_at.isoformat() if may_buzz else "",
        may_deal=Deal in kinds,
        go_on=Deal in kinds and (state.waiting or state.reading),
        going=going(state.going, state.persons(), watcher, state.due),
        may_appeal=Appeal in kinds,
        form=Form(state.options.asked, state.speaking) if Answer in kinds else None,
        judge=_solution(pack.events[state.card], judging=True) if judging and state.card is not None else None,
        vote=stage.vote if Vote in kinds else None,
        buzzed=any(buzz.seat == watcher for buzz in state.buzzes),
        locked=any(given.seat == watcher for given in state.answers),
        read=watcher in (*state.readers, *state.barred()),
        due=stage.due if asked_of_me else None,
        seconds=stage.seconds if asked_of_me else 0,
    )


def _pile(state: SnapState, watcher: Seat, pack: Pack) -> Pile:
    won = state.players[watcher].won if watcher in state.seats() else ()
    return Pile(
        tuple(_solution(pack.events[card]) for card in won),
        tuple(_solution(pack.events[card]) for card in state.unclaimed),
    )


def _news(state: SnapState, pack: Pack) -> Iterator[Say]:
    """What has just happened, in sentences; also what a screen reader says."""
    if len(state.tied) > 1 and state.buzzer is not None:
        yield say(N_("A tie: the lot fell on %(who)s."), who=Who(state.buzzer.seat))
    for given in state.answers:
        yield say(_ANSWERED[given.verdict], who=Who(given.seat))
        if given.appeal in TOLD:
            yield say(TOLD[given.appeal], who=Who(given.seat))
    if state.open and state.card is not None and state.winner is None:
        if not state.solo and state.options.showings and state.failed[state.card] + 1 >= state.options.showings:
            yield say(N_("Nobody knew it this time either: the card stays unclaimed."))
        else:
            yield say(N_("The card is shuffled back in."))
    if state.phase == Phase.ROUND_OVER:
        yield say(N_("Round %(n)s is over."), n=state.round)


_ANSWERED = {
    Verdict.RIGHT: N_("%(who)s wins the card."),
    Verdict.WRONG: N_("%(who)s was wrong."),
    Verdict.LATE: N_("%(who)s was too late."),
    Verdict.GAVE_UP: N_("%(who)s did not know it after all."),
}
