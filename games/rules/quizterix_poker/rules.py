"""The rules of Quickfire Quizterix Poker, clause by clause (PK-A1 to PK-G1)."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import ClassVar

from msgspec import structs

from games.rules import ready
from games.rules.chance import Chance
from games.rules.kernel import HOST, BadOption, Feat, IllegalMove, Place, Result, Rules, Seat, Standing, Story, ranked
from games.rules.pack import Pack
from games.rules.quizterix_poker.moves import Fold, GoOn, Pass, Play, PokerMove, PokerOptions, Raise
from games.rules.quizterix_poker.observation import PokerCommon, PokerObservation, look, seen_by_all
from games.rules.quizterix_poker.state import (
    Dealt,
    Folded,
    Happened,
    Laid,
    Late,
    Passed,
    Phase,
    Player,
    PokerState,
    Raised,
    Taken,
)
from games.rules.quizterix_poker.story import bluffs, story
from games.rules.quizterix_poker.winning import decided, outcome
from games.rules.words import N_, P_, Say, say

ONE_DECK = 52  # events; more of them are several decks mixed (PK-B2)
MIXED_HAND = 13
SMALLEST_HAND = 2


class Poker(Rules[PokerState, PokerMove, PokerOptions, PokerCommon, PokerObservation]):
    """Quickfire Quizterix Poker: stake beans on your pictures, and win tricks with the earliest events."""

    slug: ClassVar[str] = "quizterix-poker"
    title: ClassVar[str] = "Quickfire Quizterix Poker"
    blurb: ClassVar[str] = N_(
        "A hand full of pictures. Who remembers the years, and who bluffs? The earliest event wins."
    )
    seats: ClassVar[range] = range(2, 7)
    minutes: ClassVar[str] = "15-40"
    kind = "event"
    at_best = 5
    mixes = True

    State = PokerState
    Move = PokerMove
    Options = PokerOptions
    Common = PokerCommon
    Observation = PokerObservation

    def bad_options(self, options: PokerOptions, seats: int, pack: Pack) -> Iterator[BadOption]:
        """What cannot be played: hands too small, teams of an odd number, no betting and no end."""
        if seats not in self.seats:
            yield BadOption("seats", say(N_("Poker is for 2 to 6 players.")))
        elif hand_size(pack, seats) < SMALLEST_HAND:
            yield BadOption("deck", say(N_("This deck has too few events: everybody needs at least two cards.")))
        if options.teams and (seats < 4 or seats % 2):
            yield BadOption("teams", say(N_("Teams need 4 or 6 players.")))
        if not options.with_beans and not options.rounds:
            yield BadOption("rounds", say(N_("Without betting, agree on a number of rounds.")))

    # -- the course of the game ------------------------------------------------------------------------------------

    def setup(
        self, options: PokerOptions, seats: int, persons: frozenset[Seat], pack: Pack, chance: Chance, at: datetime
    ) -> PokerState:
        """As many beans for everybody (PK-C1), a dealer drawn by lot (CO-4), and the first hands dealt."""
        beans = options.beans if options.with_beans else 0
        players = tuple(Player(Seat(number) in persons, beans) for number in range(seats))
        dealer = Seat(chance.below(seats))
        return _dealt(PokerState(options, players, Phase.BIDDING, dealer, None), pack, chance, at)

    def to_move(self, state: PokerState) -> frozenset[Seat]:
        """Who is awaited."""
        return frozenset((*state.awaited(), *state.may_run()))

    def awaited(self, state: PokerState) -> frozenset[tuple[Seat, datetime | None]]:
        """Nobody who has folded and may let the rest run (PK-D5)."""
        return frozenset((seat, None) for seat in state.awaited())

    def legal_moves(self, state: PokerState, seat: Seat, pack: Pack) -> Iterable[PokerMove]:
        """Every move of this seat: folding, passing and every raise; every card of the hand; or going on."""
        if seat in state.may_run():
            yield GoOn(state.step, wish="ready")
        if seat not in state.awaited():
            return
        match state.phase:
            case Phase.BIDDING:
                yield Fold(state.step)
                yield Pass(state.step)
                for by in range(1, state.most_raise(seat) + 1):
                    yield Raise(state.step, by)
            case Phase.CHOOSING:
                for slot in state.players[seat].left:
                    yield Play(state.step, slot)
            case _:
                yield GoOn(state.step, wish="ready")

    def apply(
        self, state: PokerState, seat: Seat, move: PokerMove, pack: Pack, chance: Chance, at: datetime
    ) -> PokerState:
        """The state after this move. Refuses what is another's to do, what is over, and beans one has not."""
        if not (0 <= seat < len(state.players) or ready.by_host(seat, move)):
            raise IllegalMove("CO-1", N_("Only those who play can do that."))
        match move:
            case Play():
                _check_play(state, seat, move, at)
                return _played(state, seat, move.card, pack, at)
            case GoOn() if seat in state.may_run() and move.step == state.step:
                return structs.replace(state, running=(*state.running, seat))
            case GoOn():
                _check_go_on(state, seat, move)
                return _ready(state, seat, move, pack, chance, at)
            case _:
                _check_bid(state, seat, move, at)
                return _after_bid(_bid(state, seat, move), pack, chance, at)

    def time_up(self, state: PokerState, pack: Pack, chance: Chance, at: datetime) -> PokerState:
        """Folds after a raise and passes otherwise; a random card for everybody who has chosen none (PK-C4, CO-5)."""
        match state.phase:
            case Phase.BIDDING:
                seat = state.asked[0]
                bid: Fold | Pass = Fold(state.step) if state.owes(seat) else Pass(state.step)
                state = _bid(state, seat, bid)
                return _after_bid(structs.replace(state, last=(Late(seat), *state.last)), pack, chance, at)
            case Phase.CHOOSING:
                late = state.choosing()
                for seat in late:
                    state = _laid(state, seat, chance.pick(state.players[seat].left))
                return _revealed(structs.replace(state, last=tuple(Late(seat) for seat in late)), pack, at)
            case _:
                return _gone_on(state, pack, chance, at)

    def seated(self, state: PokerState, seat: Seat, person: bool, at: datetime) -> PokerState:
        """Beans, hand and a card already laid stay with the seat (CO-6)."""
        if not 0 <= seat < len(state.players):
            raise IllegalMove("CO-6", N_("There is no such seat."))
        state = state.with_player(seat, structs.replace(state.players[seat], person=person))
        left = state.ready and ready.enough(state.ready, state.persons())
        return structs.replace(state, due=at) if left else state

    # -- what can be read off a state ------------------------------------------------------------------------------

    def common(self, state: PokerState, pack: Pack, at: datetime) -> PokerCommon:
        """What everybody sees: the beans, and the cards that lie open."""
        return seen_by_all(state, pack, self.result(state))

    def own(self, common: PokerCommon, state: PokerState, watcher: Seat, pack: Pack, at: datetime) -> PokerObservation:
        """What this watcher may see: the own hand, and what lies open (PK-B3)."""
        return look(common, state, watcher, pack)

    def deadline(self, state: PokerState) -> datetime | None:
        """When the phase ends by itself."""
        return state.due

    def shift(self, state: PokerState, by: timedelta) -> PokerState:
        """The deadline later by the length of the pause."""
        return structs.replace(state, due=state.due and state.due + by)

    def story(self, state: PokerState, pack: Pack) -> Story:
        """What is worth telling once it is over."""
        return story(state, pack)

    def feats(self, before: PokerState, after: PokerState, pack: Pack) -> Iterator[Feat]:
        """A round that was won because others have folded earlier events."""
        if before.outcome is None and after.outcome is not None:
            yield from bluffs(before, after.outcome, pack)

    def result(self, state: PokerState) -> Result | None:
        """Most beans, or most rounds won without betting; partners together (PK-F1, PK-G1)."""
        if state.phase is not Phase.OVER:
            return None
        scores = {seat: state.score(seat) for seat in state.seats}
        ranking = (
            Place(1 + sum(other > score for other in scores.values()), seat, score, _share(state, seat))
            for seat, score in scores.items()
        )
        notes = (say(P_("%(n)s round was played.", "%(n)s rounds were played."), n=state.round),)
        return Result(tuple(sorted(ranking, key=lambda line: (line.place, _team(state, line.seat), line.seat))), notes)

    def unit(self, state: PokerState) -> int | None:
        """The round, until its winner takes the beans (CO-13)."""
        return None if state.phase in (Phase.ROUND_OVER, Phase.OVER) else state.round

    def stopped(self, state: PokerState, pack: Pack, chance: Chance, at: datetime) -> PokerState:
        """Over; most beans win, or most rounds without betting (PK-F1)."""
        return _entered(state, Phase.OVER, at)

    def standing(self, state: PokerState) -> Standing:
        """By beans, or by rounds won, partners together; so many of the agreed rounds, or of the poorest's beans."""
        ranking = ranked(state.score(seat) for seat in state.seats)
        if state.options.rounds:
            return Standing(
                ranking,
                state.round - (state.phase in (Phase.BIDDING, Phase.CHOOSING, Phase.SHOWN)),
                state.options.rounds,
            )
        poorest = min(player.beans + player.paid for player in state.players)
        return Standing(ranking, max(0, state.options.beans - poorest), state.options.beans)


def hand_size(pack: Pack, seats: int) -> int:
    """As many cards for everybody as there are; 13 at most if they come from several decks (PK-B1, PK-B2)."""
    each = len(pack.events) // seats
    return min(each, MIXED_HAND) if pack.is_mixed or len(pack.events) > ONE_DECK else each


def _team(state: PokerState, seat: Seat) -> int:
    return seat % state.teams if state.teams else 0


def _share(state: PokerState, seat: Seat) -> Say | None:
    """What a partner has brought to the team's score (PK-G1)."""
    if not state.teams:
        return None
    player = state.players[seat]
    if state.options.with_beans:
        return say(P_("Brings %(n)s bean to the team.", "Brings %(n)s beans to the team."), n=player.beans)
    return say(P_("Brings %(n)s round to the team.", "Brings %(n)s rounds to the team."), n=player.rounds)


def _entered(state: PokerState, phase: Phase, at: datetime) -> PokerState:
    """The state in this phase, with a new step and the clock set anew."""
    state = structs.replace(state, phase=phase, step=state.step + 1)
    return structs.replace(state, due=at + timedelta(seconds=state.seconds) if state.seconds else None)


# -- a round begins --------------------------------------------------------------------------------------------------


def _dealt(state: PokerState, pack: Pack, chance: Chance, at: datetime) -> PokerState:
    """Shuffled and dealt, as many cards for everybody; the rest is set aside. Everybody pays a bean (PK-C2)."""
    size = hand_size(pack, len(state.players))
    deck = chance.shuffle(range(len(pack.events)))
    first = 1 if state.options.with_beans else 0
    players = tuple(
        structs.replace(
            player,
            beans=player.beans - first,
            paid=first,
            folded=False,
            dealt=deck[number * size : (number + 1) * size],
            left=tuple(range(size)),
            chosen=None,
            won=(),
        )
        for number, player in enumerate(state.players)
    )
    state = structs.replace(
        state,
        players=players,
        round=state.round + 1,
        trick=1,
        tricks=size,
        raiser=None,
        shown=None,
        carried=(),
        aside=deck[size * len(players) :],
        outcome=None,
        ready=(),
        running=(),
        last=(Dealt(state.dealer, size),),
    )
    return _after_bid(structs.replace(state, asked=tuple(state.clockwise(state.dealer))), pack, chance, at)


# -- bidding ---------------------------------------------------------------------------------------------------------


def _bid(state: PokerState, seat: Seat, move: Fold | Pass | Raise) -> PokerState:
    """What this seat has decided, and who is still to be asked after it."""
    player, owes, others = state.players[seat], state.owes(seat), state.asked[1:]
    happened: Happened
    match move:
        case Fold():
            state = structs.replace(state, aside=(*state.aside, *player.dealt))
            player = structs.replace(player, folded=True, dealt=(), left=(), folds=player.folds + 1)
            happened = Folded(seat)
        case Pass():
            player, paid = _paying(player, owes)
            happened = Passed(seat, paid, paid < owes)
        case Raise(by=by):
            player, _ = _paying(player, owes + by)
            player = structs.replace(player, raises=player.raises + 1)
            state = structs.replace(state, raiser=seat)
            others = tuple(other for other in state.clockwise(seat) if other != seat)
            happened = Raised(seat, by, not player.beans)
    return structs.replace(state.with_player(seat, player), asked=others, last=(happened,))


def _paying(player: Player, beans: int) -> tuple[Player, int]:
    """The player with so many beans more on the table, or with all there are (PK-C4)."""
    beans = min(beans, player.beans)
    return structs.replace(player, beans=player.beans - beans, paid=player.paid + beans), beans


def _after_bid(state: PokerState, pack: Pack, chance: Chance, at: datetime) -> PokerState:
    """The next to bid; the play, if nobody is left to be asked; or the end of the round, if all but one have folded.

    Whoever has folded, and whoever has neither anything to pay nor a raise to make, is not asked.
    """
    if len(state.left_in()) == 1:
        return _round_over(structs.replace(state, asked=()), pack, chance, at)
    asked = tuple(seat for seat in state.asked if _has_a_choice(state, seat))
    state = structs.replace(state, asked=asked)
    return _entered(state, Phase.BIDDING if asked else Phase.CHOOSING, at)


def _has_a_choice(state: PokerState, seat: Seat) -> bool:
    player = state.players[seat]
    return not player.folded and player.beans > 0 and (state.owes(seat) > 0 or state.most_raise(seat) > 0)


# -- the tricks ------------------------------------------------------------------------------------------------------


def _laid(state: PokerState, seat: Seat, slot: int) -> PokerState:
    player = state.players[seat]
    left = tuple(other for other in player.left if other != slot)
    return state.with_player(seat, structs.replace(player, left=left, chosen=slot))


def _played(state: PokerState, seat: Seat, slot: int, pack: Pack, at: datetime) -> PokerState:
    """The card lies face down; once all have chosen, the cards turn over together (PK-D1)."""
    state = structs.replace(_laid(state, seat, slot), last=(Laid(seat),))
    return state if state.choosing() else _revealed(state, pack, at)


def _revealed(state: PokerState, pack: Pack, at: datetime) -> PokerState:
    cards = {Seat(seat): player.card for seat, player in enumerate(state.players) if player.card is not None}
    return _entered(structs.replace(state, shown=decided(cards, pack), ready=()), Phase.SHOWN, at)


def _ready(state: PokerState, seat: Seat, move: GoOn, pack: Pack, chance: Chance, at: datetime) -> PokerState:
    """Once enough people want to go on, the game does (CO-14); in logs from before that, once all of them do."""
    state = structs.replace(state, ready=(*state.ready, seat), last=())
    if not move.wish:
        return state if state.awaited() else _gone_on(state, pack, chance, at)
    if ready.goes_on(move, state.ready, state.persons()):
        return _gone_on(state, pack, chance, at)
    return structs.replace(state, due=ready.due(state.due, at, state.options.clock))


def _gone_on(state: PokerState, pack: Pack, chance: Chance, at: datetime) -> PokerState:
    """The trick goes to its winner, or the next round is dealt."""
    if state.phase is Phase.ROUND_OVER:
        dealer = next(state.clockwise(state.dealer))  # PK-C5
        return _dealt(structs.replace(state, dealer=dealer), pack, chance, at)
    state = _collected(state)
    if any(player.left for player in state.players):
        return _entered(structs.replace(state, trick=state.trick + 1), Phase.CHOOSING, at)
    return _round_over(state, pack, chance, at)


def _collected(state: PokerState) -> PokerState:
    """The cards on the table go to the winner; without one they wait for the next (PK-D2, PK-D4)."""
    trick = tuple(player.card for player in state.players if player.card is not None)
    winner = None if state.shown is None else state.shown.winner
    cards = (*state.carried, *trick)
    players = tuple(
        structs.replace(player, chosen=None, won=(*player.won, *cards) if number == winner else player.won)
        for number, player in enumerate(state.players)
    )
    return structs.replace(
        state,
        players=players,
        shown=None,
        carried=cards if winner is None else (),
        ready=(),
        last=(Taken(winner, len(cards)),),
    )


# -- a round ends ----------------------------------------------------------------------------------------------------


def _round_over(state: PokerState, pack: Pack, chance: Chance, at: datetime) -> PokerState:
    """The winner takes the beans (PK-E1). The game is over if somebody has none left, or the rounds are up (PK-F1)."""
    ended = outcome(state, pack, chance)
    players = tuple(
        structs.replace(
            player,
            beans=player.beans + (ended.beans if number == ended.winner else 0),
            paid=0,
            rounds=player.rounds + (number == ended.winner),
            most=max(player.most, ended.beans if number == ended.winner else 0),
            dealt=(),
            left=(),
        )
        for number, player in enumerate(state.players)
    )
    unplayed = tuple(player.dealt[slot] for player in state.players for slot in player.left)
    state = structs.replace(
        state,
        players=players,
        carried=(),
        aside=(*state.aside, *state.carried, *unplayed),
        raiser=None,
        outcome=ended,
        ready=(),
    )
    broke = state.options.with_beans and any(not player.beans for player in players)
    over = broke or state.round == state.options.rounds
    return _entered(state, Phase.OVER if over else Phase.ROUND_OVER, at)


# -- what is refused -------------------------------------------------------------------------------------------------


def _check_bid(state: PokerState, seat: Seat, move: Fold | Pass | Raise, at: datetime) -> None:
    if state.players[seat].folded:
        raise IllegalMove("PK-C3", N_("You have folded and are out of this round."))
    if state.phase is not Phase.BIDDING:
        raise IllegalMove("PK-C2", N_("There is no bidding now."))
    if isinstance(move, Raise) and seat == state.raiser:
        raise IllegalMove("PK-C5", N_("Nobody raises twice in a row."))
    if seat not in state.awaited():
        raise IllegalMove("PK-C2", N_("It is not your turn to bid."))
    if move.step != state.step:
        raise IllegalMove("PK-C2", N_("The bidding has moved on."))
    _check_time(state, at)
    if isinstance(move, Raise):
        _check_raise(state, seat, move.by)


def _check_raise(state: PokerState, seat: Seat, by: int) -> None:
    if not state.others_have_beans(seat):
        raise IllegalMove("PK-C5", N_("Nobody else has beans left to match a raise."))
    most = state.most_raise(seat)
    if not most:
        raise IllegalMove("PK-C4", N_("You have too few beans to raise: stay in with all you have, or fold."))
    if by > most:
        raise IllegalMove(
            "PK-C3", P_("You can raise by %(n)s bean at most.", "You can raise by %(n)s beans at most."), n=most
        )


def _check_play(state: PokerState, seat: Seat, move: Play, at: datetime) -> None:
    player = state.players[seat]
    if player.folded:
        raise IllegalMove("PK-C3", N_("You have folded and are out of this round."))
    if state.phase is not Phase.CHOOSING:
        raise IllegalMove("PK-D1", N_("No card is asked for now."))
    if move.step != state.step:
        raise IllegalMove("PK-D1", N_("That trick is over."))
    if player.chosen is not None:
        raise IllegalMove("PK-D1", N_("You have chosen a card already."))
    if move.card not in player.left:
        raise IllegalMove("PK-D1", N_("That card is no longer in your hand."))
    _check_time(state, at)


def _check_go_on(state: PokerState, seat: Seat, move: GoOn) -> None:
    if state.phase not in (Phase.SHOWN, Phase.ROUND_OVER) or move.step != state.step or seat in state.ready:
        raise ready.GoneOn
    if seat not in state.awaited() and seat != HOST:
        raise IllegalMove("CO-14", N_("The game goes on when the people at the table are ready."))


def _check_time(state: PokerState, at: datetime) -> None:
    if state.due is not None and at > state.due:
        raise IllegalMove("CO-5", N_("Too late: time has run out."))
