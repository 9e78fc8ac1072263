"""What a watcher of Snap! may see, built up piece by piece. Each field of the observation is a part of the page."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct, structs

from games.rules.appeals import TOLD, AppealState, Tally, tally
from games.rules.kernel import HOST, PUBLIC, Result, Seat
from games.rules.pack import Event, Pack, Rank, Suit
from games.rules.quizterix_snap.moves import Answer, Appeal, Buzz, Deal, GiveUp, Judge, Pick, Reveal, SnapMove, Vote
from games.rules.quizterix_snap.state import Given, Phase, SnapState, Verdict
from games.rules.ready import Going, going
from games.rules.words import N_, P_, Say, Text, Who, say


class Bar(Struct, frozen=True):
    """Card ``card`` of ``cards``, round ``round`` of ``rounds``; ``easier``: one of four is picked (SN-V2)."""

    card: int
    cards: int
    round: int
    rounds: int
    easier: bool = False


class SeatLine(Struct, frozen=True):
    """A seat and its cards, those of this round and of all rounds.

    ``place``: 1 for the most cards, equal ones share it; ``rank``: each its own, in the order of seats where equal.
    """

    seat: Seat
    cards: int
    this_round: int
    person: bool
    dealer: bool
    buzzer: bool  # has to answer now
    reader: bool  # has seen the solution in order to judge
    locked: bool  # can no longer buzz in this showing
    place: int = 1
    rank: int = 1
    gained: bool = False  # by the card that lies open
    answered: bool = False  # where everybody answers, while the card is not closed
    unknowing: bool = False  # has said that the card is not known here


class Solution(Struct, frozen=True):
    """The other side of a card."""

    rank: Rank
    suit: Suit
    year: int
    name: Text
    mnemonic: Text
    story: Text
    accept: tuple[str, ...] = ()  # other names that count, for whoever judges


class Choice(Struct, frozen=True):
    """One of four whole cards; ``right`` once the card on the table lies open (SN-V2)."""

    name: Text
    year: int
    right: bool = False


class Card(Struct, frozen=True):
    """The card on the table, image side up; ``solution`` once it has been turned over.

    ``choices``: the four of which one is picked.
    """

    showing: int
    suit: Suit
    scene: Text
    alt: Text
    solution: Solution | None = None
    choices: tuple[Choice, ...] = ()


class Shown(Struct, frozen=True):
    """An answer of this showing, as everybody sees it once it is judged (CO-10)."""

    seat: Seat
    verdict: Verdict | None  # None: it is known when the card is closed
    reaction: int
    name: str
    year: str
    mnemonic: str
    spoken: bool
    appeal: AppealState
    choice: int | None = None


class Everybody(Struct, frozen=True):
    """Where everybody answers: how many have; once the card is closed who knew it, and how many did not (SN-V1)."""

    players: int
    answered: int
    knew: tuple[Seat, ...] = ()
    missed: int = 0
    quickest: tuple[Seat, ...] = ()


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
    everybody: Everybody | None = None
    led: bool = False  # the next card waits for the leader (SN-B2)
    out: int = 0  # how many of the players cannot buzz any more
    unknowing: int = 0  # how many of the others have said that they do not know it (SN-C6)
    oneself: bool = False  # whoever is alone judges themselves (SN-V3)
    alone: bool = False
    since: float = 0  # seconds from when the buzzer opened to the last move
    open: bool = False  # the card lies open, with its solution
    unclaimed: bool = False  # and nobody can win it any more (SN-D1)


class Form(Struct, frozen=True):
    """The answer to be typed; ``asked`` names its fields. ``spoken``: say it, then press.

    ``choices``: one of them is picked instead. ``oneself``: look at the solution instead, and judge.
    """

    asked: tuple[str, ...]
    spoken: bool
    choices: tuple[Choice, ...] = ()
    oneself: bool = False


class Asked(Struct, frozen=True):
    """What is asked for, nothing where one of four is picked; and whether of everybody, or of one alone."""

    parts: tuple[str, ...]
    everybody: bool
    alone: bool


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
    doubted: tuple[tuple[str, str], ...] = ()  # what the vote is about: each part that is asked, and what was said
    buzzed: bool = False  # my buzz is in, others' may still be on their way
    locked: bool = False  # I have answered in this showing
    read: bool = False  # I have seen the solution in order to judge
    due: datetime | None = None  # of what is asked of this watcher
    seconds: float = 0
    may_pass: bool = False  # say that one does not know the card (SN-C6)
    passed: bool = False  # I have said so
    leads: bool = False  # the leader's page (SN-B2)
    may_reveal: bool = False
    oneself: bool = False  # I judge myself (SN-V3)
    waits: bool = False  # nobody has done anything for so long that the game waits (SN-C1)
    story: Text | None = None  # for the leader to tell, once the card lies open
    mine: Shown | None = None  # where everybody answers, what I have said; whether it was right once the card is closed
    heard: tuple[Shown, ...] = ()  # for the leader, who alone reads what was typed
    plays: bool = False  # sits at the table, so that the next card is for this watcher, too
    closed: bool = False  # the card is asked, and whoever has the buzzer may still be wrong (SN-C2)
    soon: bool = False  # the next card is about to be turned up


class Pile(Struct, frozen=True):
    """The cards this seat has won, or known, in this round, and those nobody can win any more."""

    won: tuple[Solution, ...] = ()
    unclaimed: tuple[Solution, ...] = ()


class SnapCommon(Struct, frozen=True):
    """What all see alike."""

    bar: Bar
    seats: tuple[SeatLine, ...]
    card: Card | None
    asked: Asked
    stage: Stage
    news: tuple[Say, ...]
    ending: Result | None


class SnapObservation(SnapCommon, frozen=True):
    """Everything one watcher sees."""

    hand: Hand
    pile: Pile


def seen_by_all(state: SnapState, pack: Pack, ending: Result | None, at: datetime) -> SnapCommon:
    """What everybody sees."""
    return SnapCommon(
        bar=_bar(state),
        seats=_seats(state),
        card=_card(state, pack),
        asked=Asked(state.options.asked, state.everybody, state.solo),
        stage=_stage(state, at),
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
    gone = sum(len(player.won) for player in state.players) + len(state.unclaimed) + len(state.known)
    easier = state.options.answering == "picked"
    return Bar(min(gone + 1, state.cards), state.cards, state.round, state.options.rounds, easier)


def _seats(state: SnapState) -> tuple[SeatLine, ...]:
    locked = (state.locked() if not state.everybody else frozenset()) | state.barred()
    cards = [state.cards_of(seat) for seat in state.seats()]
    order = sorted(state.seats(), key=lambda seat: (-cards[seat], seat))
    most = [cards[seat] for seat in order]
    answering = state.phase == Phase.EVERYBODY
    answered = {given.seat for given in state.answers} if answering else set()
    return tuple(
        SeatLine(
            seat=seat,
            cards=cards[seat],
            this_round=cards[seat] - player.earlier,
            person=player.person,
            dealer=state.dealer == seat,
            buzzer=state.buzzer is not None and state.buzzer.seat == seat,
            reader=seat in state.readers,
            locked=seat in locked,
            place=1 + most.index(cards[seat]),
            rank=1 + order.index(seat),
            gained=bool(state.gains(seat)),
            answered=seat in answered,
            unknowing=seat in state.unknowing,
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
    solution = _solution(event) if state.open else None
    return Card(state.showing, event.suit, event.scene, event.alt, solution, _choices(state, pack))


def _choices(state: SnapState, pack: Pack) -> tuple[Choice, ...]:
    return tuple(
        Choice(pack.events[place].name, pack.events[place].year, state.open and place == state.card)
        for place in state.four
    )


def _answers(state: SnapState) -> tuple[Shown, ...]:
    """Once judged everybody sees an answer (CO-10); but where everybody answers only who knew it (SN-V1), and where
    somebody leads what was typed is the leader's to tell (SN-B2).
    """
    if state.everybody:
        return ()
    return tuple(_shown(given, said=state.options.dealer != "leader") for given in state.answers)


def _everybody(state: SnapState) -> Everybody | None:
    if not state.everybody or state.card is None:
        return None
    players, answered = len(state.players), len(state.answers)
    if not state.open:
        return Everybody(players, answered)
    right = state.right()
    return Everybody(players, answered, tuple(sorted(right)), answered - len(right), tuple(sorted(state.quickest())))


def _shown(given: Given, said: bool = True) -> Shown:
    if not said:
        given = structs.replace(given, name="", year="", mnemonic="")
    return Shown(
        given.seat,
        given.verdict,
        given.reaction,
        given.name,
        given.year,
        given.mnemonic,
        given.spoken,
        given.appeal,
        given.choice,
    )


def _due(state: SnapState) -> datetime | None:
    """When the running time is up: for a buzz when it must be pressed, not when it must have arrived (SN-C4)."""
    return state.due if state.phase == Phase.SHOWING else state.deadline()


def _seconds(state: SnapState) -> float:
    """How long the running time is in all."""
    due = _due(state)
    return 0 if due is None else (due - state.phase_at).total_seconds()


def _stage(state: SnapState, at: datetime) -> Stage:
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
        answers=_answers(state),
        winner=state.winner,
        vote=_vote(state, said=state.options.dealer != "leader"),
        everybody=_everybody(state),
        led=state.led,
        out=len(state.locked() | state.barred()) if state.phase == Phase.SHOWING else 0,
        unknowing=len(state.unknowing),
        oneself=state.oneself,
        alone=state.solo,
        open=state.open,
        unclaimed=state.open and state.card is not None and not state.right() and state.exhausted(state.card),
        since=max(0.0, (at - state.opened_at).total_seconds()) if state.phase == Phase.SHOWING else 0,
    )


def _vote(state: SnapState, said: bool) -> Tally | None:
    counted = tally(state.vote)
    return counted if said or counted is None else structs.replace(counted, given=())


def _hand(stage: Stage, state: SnapState, watcher: Seat, pack: Pack, moves: tuple[SnapMove, ...]) -> Hand:
    if watcher == PUBLIC:
        return Hand(state.showing)
    kinds = {type(move) for move in moves}
    judging = Judge in kinds and state.card is not None
    asked_of_me = bool(kinds & {Answer, Pick, Judge, Vote})
    leads = watcher == HOST and state.options.dealer == "leader"
    may_buzz = Buzz in kinds
    return Hand(
        showing=state.showing,
        may_buzz=may_buzz,
        opening=state.opened_at.isoformat() if may_buzz else "",
        may_deal=Deal in kinds,
        go_on=Deal in kinds and (state.waiting or state.reading),
        going=going(state.going, state.persons(), watcher, state.due),
        may_appeal=Appeal in kinds,
        form=_form(state, pack) if kinds & {Answer, Pick} or (state.oneself and Reveal in kinds) else None,
        judge=_solution(pack.events[state.card], judging=True) if judging and state.card is not None else None,
        vote=_vote(state, said=True) if Vote in kinds else None,
        doubted=_doubted(state) if Vote in kinds else (),
        buzzed=any(buzz.seat == watcher for buzz in state.buzzes),
        locked=any(given.seat == watcher for given in state.answers) and not state.everybody,
        read=watcher in (*state.readers, *state.barred()),
        due=stage.due if asked_of_me else None,
        seconds=stage.seconds if asked_of_me else 0,
        may_pass=state.phase == Phase.SHOWING and GiveUp in kinds,
        passed=watcher in state.unknowing,
        leads=leads,
        may_reveal=leads and Reveal in kinds,
        waits=Deal in kinds and state.waiting,
        oneself=state.oneself,
        story=pack.events[state.card].story if leads and state.open and state.card is not None else None,
        mine=_mine(state, watcher),
        heard=tuple(_shown(given) for given in state.answers) if leads and _judged(state) else (),
        plays=watcher >= 0,
        closed=state.phase in _ASKED,
        soon=state.phase in (Phase.DEALING, Phase.ROUND_OVER),
    )


def _form(state: SnapState, pack: Pack) -> Form:
    return Form(state.options.asked, state.speaking, _choices(state, pack), state.oneself)


def _doubted(state: SnapState) -> tuple[tuple[str, str], ...]:
    given = () if state.vote is None else state.vote.given
    return tuple(zip(state.options.asked, given, strict=False)) if any(given) else ()


def _judged(state: SnapState) -> bool:
    """May the answers there are be read by whoever leads?"""
    return state.phase != Phase.EVERYBODY


def _mine(state: SnapState, watcher: Seat) -> Shown | None:
    """What I have answered where everybody does; its verdict only once the card is closed (SN-V1)."""
    given = next((given for given in state.answers if given.seat == watcher), None)
    if given is None or not state.everybody:
        return None
    shown = structs.replace(_shown(given), reaction=0)
    return shown if state.open else structs.replace(shown, verdict=None)


def _pile(state: SnapState, watcher: Seat, pack: Pack) -> Pile:
    me = state.players[watcher] if watcher in state.seats() else None
    won = () if me is None else (*me.won, *me.knew)
    return Pile(
        tuple(_solution(pack.events[card]) for card in won),
        tuple(_solution(pack.events[card]) for card in state.unclaimed),
    )


def _news(state: SnapState, pack: Pack) -> Iterator[Say]:
    """What has just happened, in sentences; also what a screen reader says."""
    if len(state.tied) > 1 and state.buzzer is not None:
        yield say(N_("A tie: the lot fell on %(who)s."), who=Who(state.buzzer.seat))
    for given in state.answers:
        if not state.everybody:
            yield say(_ANSWERED[given.verdict], who=Who(given.seat))
        if given.appeal in TOLD:
            yield say(TOLD[given.appeal], who=Who(given.seat))
    if state.everybody and state.open:
        yield say(P_("%(n)s player knew it.", "%(n)s players knew it."), n=len(state.right()))
    if state.open and state.card is not None and not state.right():
        if not state.solo and state.options.showings and state.failed[state.card] + 1 >= state.options.showings:
            yield say(N_("Nobody knew it this time either: the card stays unclaimed."))
        else:
            yield say(N_("The card is shuffled back in."))
    if state.phase == Phase.ROUND_OVER:
        yield say(N_("Round %(n)s is over."), n=state.round)


_ASKED = (Phase.SHOWING, Phase.CONTEST, Phase.ANSWERING, Phase.JUDGING)
_ANSWERED = {
    Verdict.RIGHT: N_("%(who)s wins the card."),
    Verdict.WRONG: N_("%(who)s was wrong."),
    Verdict.LATE: N_("%(who)s was too late."),
    Verdict.GAVE_UP: N_("%(who)s did not know it after all."),
}
