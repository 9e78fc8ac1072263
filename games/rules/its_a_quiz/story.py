"""What there is to tell of a game of くいずです that is over."""

from collections.abc import Iterator

from games.rules.its_a_quiz.state import FORTUNE, QuizState
from games.rules.kernel import Highlight, Seat, Story
from games.rules.pack import Pack
from games.rules.words import N_, P_, Say, Who, say


def story(state: QuizState, pack: Pack) -> Story:
    """The eighth question, its answers and who won it, the markers, and what was known by heart."""
    show, asked = pack.shows[state.show], state.question
    return Story(
        scores=tuple(_points(state.settled_points(seat)) for seat in state.seats()),
        facts=tuple(_facts(state)),
        own=tuple(tuple(_own(state, seat)) for seat in state.seats()),
        question=None if asked is None else show.questions[asked],
        answers=() if asked is None else tuple(show.words[state.words[card]].name for card in state.rows[asked]),
        how=_how(state),
    )


def _how(state: QuizState) -> Say | None:
    """What decided; None where the markers of eight rounds did, or nothing."""
    if state.was_tied and state.champion is not None:
        return say(N_("%(who)s won the tie-break."), who=Who(state.champion))
    if state.last_winner is not None:
        return say(N_("%(who)s won the eighth question."), who=Who(state.last_winner))
    return None


def _points(points: int) -> Say:
    if points < FORTUNE:
        return say(P_("%(n)s point", "%(n)s points"), n=points)
    return say(N_("1億万 + %(n)s"), n=points - FORTUNE)


def _facts(state: QuizState) -> Iterator[Highlight]:
    if state.last_winner is not None:
        yield Highlight(say(N_("1億万")), say(N_("for %(who)s, who won the last question"), who=Who(state.last_winner)))
    known = sum(named.right for named in state.named)
    if known:
        cards = say(P_("%(n)s card", "%(n)s cards"), n=known)
        yield Highlight(cards, say(N_("named by heart in the tie-break")))
    for kind, what in (("score", N_("%(who)s has the most score markers")), ("slush", N_("in the fund of %(who)s"))):
        held = [player.markers.score if kind == "score" else player.markers.slush for player in state.players]
        if max(held) and held.count(max(held)) == 1:
            yield Highlight(_markers(max(held)), say(what, who=Who(held.index(max(held)))))
    yield Highlight(say(P_("%(n)s question", "%(n)s questions"), n=state.round), say(N_("were asked")))


def _markers(count: int) -> Say:
    return say(P_("%(n)s marker", "%(n)s markers"), n=count)


def _own(state: QuizState, seat: Seat) -> Iterator[Highlight]:
    markers = state.players[seat].markers
    yield Highlight(_markers(markers.score), say(N_("for your score")))
    yield Highlight(_markers(markers.slush), say(N_("in your slush fund")))
