"""What a watcher of poker may see, built up piece by piece. Each field of the observation is a part of the page."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from msgspec import Struct

from games.rules.kernel import HOST, Result, Seat
from games.rules.pack import Event, Pack, Rank, Suit
from games.rules.quizterix_poker.state import (
    Dealt,
    Folded,
    Happened,
    Laid,
    Late,
    Outcome,
    Passed,
    Phase,
    PokerState,
    Raised,
    Reason,
    Taken,
    Trick,
)
from games.rules.ready import Going, going
from games.rules.words import N_, P_, Say, Text, Who, say


class Bar(Struct, frozen=True):
    """Which round (of how many, 0 if nobody has agreed on a number), which trick of how many."""

    round: int
    rounds: int
    trick: int
    tricks: int
    phase: Phase


class SeatLine(Struct, frozen=True):
    """One seat as everybody sees it. ``bid`` is the last thing it did in this bidding."""

    seat: Seat
    betting: bool
    beans: int
    paid: int
    cards: int  # won in this round
    held: int  # in the hand, a chosen one not counted
    rounds: int  # won in this game
    dealer: bool
    to_move: bool
    folded: bool
    all_in: bool
    laid: bool  # has chosen a card
    raiser: bool
    winner: bool  # of the open trick, or of the round
    team: int  # counted from 1; 0 if there are none


class Hidden(Struct, frozen=True):
    """The picture side of a card: the scene, what is to be seen on it in words, the suit. No rank."""

    suit: Suit
    scene: Text
    alt: Text


class Open(Struct, frozen=True):
    """The year side of a card."""

    rank: Rank
    suit: Suit
    year: int
    name: Text
    mnemonic: Text


class Lying(Struct, frozen=True):
    """What a seat has on the table: nothing yet, a card face down, or, once all have chosen, an open one."""

    seat: Seat
    down: bool = False
    card: Open | None = None
    wins: bool = False
    cancelled: bool = False


class OnTable(Struct, frozen=True):
    """The trick on the table, the cards that wait for its winner, and in one sentence what has decided it.

    ``key`` names the trick, so that the page knows an old one from a new one.
    """

    phase: Phase
    key: str
    lying: tuple[Lying, ...] = ()
    waiting: int = 0  # cards that wait for this trick's winner (PK-D4)
    winner: Seat | None = None
    why: tuple[Say, ...] = ()
    earliest: bool = False  # won by its year


class Pot(Struct, frozen=True):
    """The beans on the table, and what staying in costs; empty without betting. ``taken_by`` once the round is over."""

    betting: bool
    beans: int = 0
    stake: int = 0
    taken_by: Seat | None = None


class Held(Struct, frozen=True):
    """A card of your own hand: its picture side, or for beginners its year side (PK-B3)."""

    slot: int
    hidden: Hidden | None = None
    open: Open | None = None


class Bid(Struct, frozen=True):
    """What your bid would cost: ``pays`` to stay in; ``owes`` more than that if you have too few beans."""

    owes: int
    pays: int
    beans: int
    most: int  # by which you may raise


class Rest(Struct, frozen=True):
    """What there is to know for somebody whose hand is empty: who plays on, for how much, and your own standing."""

    inside: tuple[Seat, ...]
    betting: bool
    pot: int
    beans: int
    rounds: int
    won: tuple[Open, ...]


class Hand(Struct, frozen=True):
    """What you hold and may do now. For those who do not play everything is empty."""

    step: int  # every move names it
    phase: Phase
    playing: bool = False  # you have a seat
    cards: tuple[Held, ...] = ()
    chosen: Held | None = None
    bid: Bid | None = None
    may_play: bool = False
    may_go_on: bool = False
    folded: bool = False
    last_trick: bool = False  # after this look the round ends
    going: Going | None = None  # once somebody has seen enough
    may_run: bool = False  # only bots are left in: let the rest run (PK-D5)
    runs: bool = False  # it does
    story: Text | None = None  # of the card that has won the trick, for whoever leads to tell
    rest: Rest | None = None  # while you hold no card


class Pile(Struct, frozen=True):
    """The cards you have won in this round, in the order of their years."""

    won: tuple[Open, ...] = ()


class RoundLine(Struct, frozen=True):
    """What a round has brought to one seat."""

    seat: Seat
    folded: bool
    cards: int
    beans: int
    wins: bool


class RoundEnd(Struct, frozen=True):
    """How the round has ended; empty while it goes on. Most cards first."""

    round: int = 0
    betting: bool = True
    won: int = 0  # beans
    why: Say | None = None
    lines: tuple[RoundLine, ...] = ()


class Whose(Struct, frozen=True):
    """Who is awaited and until when. ``seconds`` is the whole time there was; no timer without ``due``."""

    phase: Phase
    awaited: tuple[Seat, ...]
    chosen: int  # how many have chosen a card, or want to go on
    of: int
    raiser: Seat | None
    stake: int
    due: datetime | None
    seconds: int


class News(Struct, frozen=True):
    """What has just happened, in sentences."""

    lines: tuple[Say, ...]


class Ending(Struct, frozen=True):
    """The final ranking; empty until the end."""

    result: Result | None = None
    beans: bool = True
    teams: bool = False


class PokerCommon(Struct, frozen=True):
    """The parts of the page that are the same for all."""

    bar: Bar
    seats: tuple[SeatLine, ...]
    whose: Whose
    trick: OnTable
    pot: Pot
    round: RoundEnd
    news: News
    ending: Ending


class PokerObservation(PokerCommon, frozen=True):
    """The page of one watcher, part by part."""

    hand: Hand
    pile: Pile


# -- looking -------------------------------------------------------------------------------------------------------


def seen_by_all(state: PokerState, pack: Pack, result: Result | None) -> PokerCommon:
    """What everybody may see of the game."""
    awaited = state.awaited()
    return PokerCommon(
        bar=Bar(state.round, state.options.rounds, state.trick, state.tricks, state.phase),
        seats=_seats(state, awaited),
        whose=_whose(state, awaited),
        trick=_on_table(state, pack),
        pot=_pot(state),
        round=_round(state, pack),
        news=News(tuple(_news(state, pack))),
        ending=Ending(result, state.options.with_beans, bool(state.teams)),
    )


def look(common: PokerCommon, state: PokerState, watcher: Seat, pack: Pack) -> PokerObservation:
    """What this watcher may see of the game."""
    return PokerObservation(
        bar=common.bar,
        seats=common.seats,
        whose=common.whose,
        trick=common.trick,
        pot=common.pot,
        round=common.round,
        news=common.news,
        ending=common.ending,
        hand=_hand(state, watcher, pack, common.whose.awaited),
        pile=_pile(state, watcher, pack),
    )


@lru_cache(maxsize=4096)
def _hidden(event: Event) -> Hidden:
    return Hidden(event.suit, event.scene, event.alt)


@lru_cache(maxsize=4096)
def _open(event: Event) -> Open:
    return Open(event.rank, event.suit, event.year, event.name, event.mnemonic)


def _seats(state: PokerState, awaited: tuple[Seat, ...]) -> tuple[SeatLine, ...]:
    teams = state.teams
    winner = state.shown.winner if state.shown else state.outcome.winner if state.outcome else None
    decides = state.phase in (Phase.BIDDING, Phase.CHOOSING)
    return tuple(
        SeatLine(
            Seat(number),
            state.options.with_beans,
            player.beans,
            player.paid,
            len(player.won),
            len(player.left),
            player.rounds,
            number == state.dealer,
            decides and number in awaited,
            player.folded,
            player.paid > 0 and not player.beans and not player.folded,
            player.chosen is not None and decides,
            decides and number == state.raiser,
            number == winner,
            number % teams + 1 if teams else 0,
        )
        for number, player in enumerate(state.players)
    )


def _whose(state: PokerState, awaited: tuple[Seat, ...]) -> Whose:
    everybody = len(state.left_in()) if state.phase is Phase.CHOOSING else len(awaited) + len(state.ready)
    return Whose(
        state.phase,
        awaited,
        everybody - len(awaited),
        everybody,
        state.raiser if state.phase is Phase.BIDDING else None,
        state.stake if state.phase is Phase.BIDDING else 0,
        state.due,
        state.seconds,
    )


def _on_table(state: PokerState, pack: Pack) -> OnTable:
    key = f"{state.round}-{state.trick}"
    if state.phase not in (Phase.CHOOSING, Phase.SHOWN):
        return OnTable(state.phase, key)
    shown = state.shown
    lying = []
    for number, player in enumerate(state.players):
        if player.folded:
            continue
        if shown is None or player.card is None:
            lying.append(Lying(Seat(number), player.chosen is not None))
            continue
        card = _open(pack.events[player.card])
        lying.append(Lying(Seat(number), False, card, number == shown.winner, number in shown.cancelled))
    why = tuple(_decided(state, shown, pack)) if shown else ()
    earliest = shown is not None and shown.reason is Reason.EARLIEST
    return OnTable(state.phase, key, tuple(lying), len(state.carried), shown.winner if shown else None, why, earliest)


def _pot(state: PokerState) -> Pot:
    if not state.options.with_beans:
        return Pot(False)
    if state.outcome:
        return Pot(True, state.outcome.beans, 0, state.outcome.winner)
    return Pot(True, state.pot, state.stake)


def _hand(state: PokerState, watcher: Seat, pack: Pack, awaited: tuple[Seat, ...]) -> Hand:
    last_trick = state.phase is Phase.SHOWN and not any(player.left for player in state.players)
    if not 0 <= watcher < len(state.players):
        may_go_on = watcher == HOST and state.phase in (Phase.SHOWN, Phase.ROUND_OVER)
        story = _story(state, pack) if may_go_on else None
        return Hand(state.step, state.phase, may_go_on=may_go_on, last_trick=last_trick, story=story)
    player = state.players[watcher]
    mine = watcher in awaited
    bid = None
    if mine and state.phase is Phase.BIDDING:
        owes = state.owes(watcher)
        bid = Bid(owes, min(owes, player.beans), player.beans, state.most_raise(watcher))
    years = state.options.hand == "years"
    return Hand(
        state.step,
        state.phase,
        True,
        tuple(_held(slot, pack.events[player.dealt[slot]], years) for slot in player.left),
        None if player.chosen is None else _held(player.chosen, pack.events[player.dealt[player.chosen]], years),
        bid,
        mine and state.phase is Phase.CHOOSING,
        mine and state.phase in (Phase.SHOWN, Phase.ROUND_OVER),
        player.folded,
        last_trick,
        going(state.ready, state.persons(), watcher, state.due),
        watcher in state.may_run(),
        state.runs,
        rest=None if player.left or state.phase is Phase.OVER else _rest(state, watcher, pack),
    )


def _rest(state: PokerState, watcher: Seat, pack: Pack) -> Rest:
    player = state.players[watcher]
    inside = () if state.outcome else state.left_in()
    pot = 0 if state.outcome else state.pot
    won = _pile(state, watcher, pack).won
    return Rest(inside, state.options.with_beans, pot, player.beans, player.rounds, won)


def _story(state: PokerState, pack: Pack) -> Text | None:
    """Of the card that has just won, which lies open."""
    winner = state.shown.winner if state.shown else None
    card = None if winner is None else state.players[winner].card
    return None if card is None else pack.events[card].story


@lru_cache(maxsize=8192)
def _held(slot: int, event: Event, years: bool) -> Held:
    return Held(slot, None, _open(event)) if years else Held(slot, _hidden(event))


def _pile(state: PokerState, watcher: Seat, pack: Pack) -> Pile:
    if not 0 <= watcher < len(state.players):
        return Pile()
    won = sorted(state.players[watcher].won, key=lambda card: (pack.events[card].year, card))
    return Pile(tuple(_open(pack.events[card]) for card in won))


def _round(state: PokerState, pack: Pack) -> RoundEnd:
    if state.outcome is None:
        return RoundEnd()
    ended = state.outcome
    lines = [
        RoundLine(Seat(number), player.folded, len(player.won), player.beans, number == ended.winner)
        for number, player in enumerate(state.players)
    ]
    lines.sort(key=lambda line: (not line.wins, line.folded, -line.cards))
    betting = state.options.with_beans
    return RoundEnd(state.round, betting, ended.beans, _why(state, ended, pack), tuple(lines))


# -- telling -------------------------------------------------------------------------------------------------------


def _decided(state: PokerState, shown: Trick, pack: Pack) -> Iterator[Say]:
    """What has decided the open trick."""
    cards = {seat: pack.events[card] for seat in state.seats if (card := state.players[seat].card) is not None}
    for year in sorted({cards[seat].year for seat in shown.cancelled}):
        yield say(N_("%(year)s more than once: cancelled."), year=year)
    if shown.winner is None:
        yield say(N_("Even the highest cards are the same: all cards wait for the next trick."))
        return
    who, won = Who(shown.winner), cards[shown.winner]
    if shown.reason is Reason.EARLIEST and shown.cancelled:
        yield say(N_("%(who)s takes the trick with %(year)s, the earliest that is left."), who=who, year=won.year)
    elif shown.reason is Reason.EARLIEST:
        yield say(N_("%(who)s takes the trick with %(year)s, the earliest."), who=who, year=won.year)
    elif shown.reason is Reason.RANK:
        yield say(N_("No year is left, so the highest card counts: %(who)s takes the trick."), who=who)
    else:
        yield say(N_("No year is left, so rank and then suit count: %(who)s takes the trick."), who=who)


def _why(state: PokerState, ended: Outcome, pack: Pack) -> Say:
    """What has decided the round (PK-C5, PK-E1, PK-E2)."""
    who, player = Who(ended.winner), state.players[ended.winner]
    match ended.reason:
        case Reason.FOLDS:
            return say(N_("All the others have folded: %(who)s takes the beans."), who=who)
        case Reason.CARDS:
            return say(
                P_("%(who)s has won the round with %(n)s card.", "%(who)s has won the round with %(n)s cards."),
                who=who,
                n=len(player.won),
            )
        case Reason.RECENT:
            year = max(pack.events[card].year for card in player.won)
            return say(
                N_("As many cards, but the most recent event, %(year)s: %(who)s wins the round."), who=who, year=year
            )
        case Reason.HIGHEST:
            return say(N_("As many cards and the same year, but the highest card: %(who)s wins the round."), who=who)
        case _:
            return say(N_("All is level, and the lot falls on %(who)s."), who=who)


def _news(state: PokerState, pack: Pack) -> Iterator[Say]:
    yield from (told for event in state.last if (told := _told(event)) is not None)
    if state.shown is not None and not state.ready:
        yield say(N_("All cards are turned over."))
        yield from _decided(state, state.shown, pack)
    if state.outcome is not None and not state.ready:
        yield _why(state, state.outcome, pack)
        if state.options.with_beans:
            yield say(
                P_("%(n)s bean goes to %(who)s.", "%(n)s beans go to %(who)s."),
                n=state.outcome.beans,
                who=Who(state.outcome.winner),
            )
    elif state.phase is Phase.CHOOSING and not any(isinstance(event, Laid) for event in state.last):
        yield say(N_("Everybody chooses a card."))


def _told(event: Happened) -> Say | None:
    """One thing that happened as a sentence; None for what is told in another one."""
    match event:
        case Dealt(dealer=dealer, cards=cards):
            return say(
                P_("%(who)s deals %(n)s card to everybody.", "%(who)s deals %(n)s cards to everybody."),
                who=Who(dealer),
                n=cards,
            )
        case Folded(seat=seat):
            return say(N_("%(who)s folds."), who=Who(seat))
        case Passed(seat=seat, paid=0):
            return say(N_("%(who)s passes."), who=Who(seat))
        case Passed(seat=seat, paid=paid, short=True):
            return say(
                P_(
                    "%(who)s stays in with the last %(n)s bean.",
                    "%(who)s stays in with the last %(n)s beans.",
                ),
                who=Who(seat),
                n=paid,
            )
        case Passed(seat=seat, paid=paid):
            return say(
                P_("%(who)s pays %(n)s bean and stays in.", "%(who)s pays %(n)s beans and stays in."),
                who=Who(seat),
                n=paid,
            )
        case Raised(seat=seat, by=by, all_in=True):
            return say(
                P_("%(who)s raises by %(n)s bean: all in.", "%(who)s raises by %(n)s beans: all in."),
                who=Who(seat),
                n=by,
            )
        case Raised(seat=seat, by=by):
            return say(P_("%(who)s raises by %(n)s bean.", "%(who)s raises by %(n)s beans."), who=Who(seat), n=by)
        case Laid(seat=seat):
            return say(N_("%(who)s has chosen a card."), who=Who(seat))
        case Late(seat=seat):
            return say(N_("%(who)s has run out of time."), who=Who(seat))
        case Taken():
            return None
