"""What there is to tell of a game of Swiss Quiz that is over."""

from collections.abc import Iterator

from games.rules.kernel import Highlight, Seat, Story
from games.rules.pack import Pack
from games.rules.swiss_quiz.observation import stake
from games.rules.swiss_quiz.state import Player, Shown, SwissQuizState, Walked
from games.rules.words import N_, P_, Say, Who, say

IN_A_ROW = 3  # right answers that are worth telling


def story(state: SwissQuizState, pack: Pack) -> Story:
    """The statement that brought the last pawn home, who was right most often, and what everybody has left."""
    return Story(
        scores=tuple(_score(player) for player in state.players),
        facts=tuple(_facts(state, pack)),
        own=tuple(tuple(_own(player)) for player in state.players),
        statement=pack.statements[state.card],
        how=_how(state),
    )


def _score(player: Player) -> Say:
    if player.arrived:
        return say(N_("at the edelweiss"))
    return say(N_("square %(square)s"), square=player.position) if player.position else say(N_("at the start"))


def _of(right: int, answers: int) -> Say:
    return say(N_("%(right)s of %(answers)s"), right=right, answers=answers)


def _facts(state: SwissQuizState, pack: Pack) -> Iterator[Highlight]:
    players = state.players
    best = max(players, key=lambda player: player.right)
    if [player.right for player in players].count(best.right) == 1:
        who = Who(players.index(best))
        yield Highlight(_of(best.right, best.answers), say(N_("%(who)s was right most often"), who=who))
    longest = max(player.longest for player in players)
    if longest >= IN_A_ROW:
        who = Who(next(seat for seat, player in enumerate(players) if player.longest == longest))
        yield Highlight(say(N_("%(n)s in a row"), n=longest), say(N_("%(who)s was right"), who=who))
    if state.fooled is not None:
        statement = pack.statements[state.fooled]
        number = say(N_("No. %(number)s"), number=statement.number)
        yield Highlight(number, say(N_("fooled everybody: %(statement)s"), statement=statement.text))
    richest = max(players, key=lambda player: player.flags)
    if richest.flags and [player.flags for player in players].count(richest.flags) == 1:
        flags = say(P_("%(n)s flag", "%(n)s flags"), n=richest.flags)
        yield Highlight(flags, say(N_("%(who)s brings home the most"), who=Who(players.index(richest))))
    shown = [event for event in state.turn if isinstance(event, Shown)]
    bold = max(shown, key=lambda event: (event.chips + 4 * event.flags, event.right), default=None)
    if bold is not None and bold.chips + bold.flags:
        what = say(N_("%(who)s dared most on the last card"), who=Who(bold.seat))
        yield Highlight(stake(bold.chips, bold.flags), what)
    right, answers = sum(player.right for player in players), sum(player.answers for player in players)
    yield Highlight(_of(right, answers), say(N_("answers of the whole table were right")))


def _own(player: Player) -> Iterator[Highlight]:
    yield Highlight(_of(player.right, player.answers), say(N_("of your answers were right")))
    if player.flags:
        yield Highlight(say(P_("%(n)s flag", "%(n)s flags"), n=player.flags), say(N_("you bring home")))
    if player.chips:
        yield Highlight(say(P_("%(n)s chip", "%(n)s chips"), n=player.chips), say(N_("you have left")))


def _how(state: SwissQuizState) -> Say | None:
    """What the card has brought to the one of the best place that moved with it."""
    walks = {event.seat: event for event in state.turn if isinstance(event, Walked)}
    shown = {event.seat: event for event in state.turn if isinstance(event, Shown)}
    home = [Seat(seat) for seat in walks if state.players[seat].arrived]
    if not home:
        return None
    first = min(home, key=lambda seat: state.players[seat].arrived)
    steps, laid = len(walks[first].path), shown[first]
    if not laid.chips + laid.flags:
        return say(
            P_("%(who)s walked the last square.", "%(who)s walked the last %(n)s squares."), who=Who(first), n=steps
        )
    return say(
        P_("%(who)s staked %(stake)s and walked %(n)s square.", "%(who)s staked %(stake)s and walked %(n)s squares."),
        who=Who(first),
        stake=stake(laid.chips, laid.flags),
        n=steps,
    )
