"""What there is to tell of a game of くいずです that is over."""

from collections.abc import Callable, Iterator

from games.rules.its_a_quiz.state import FORTUNE, QuizState
from games.rules.kernel import Highlight, Seat, Story
from games.rules.pack import Pack
from games.rules.words import N_, P_, Say, Who, say

FORTUNE_WON = N_("“a hundred million ten-thousands”, for %(who)s, who won the last question")
LONGEST = N_("in one breath, all right: %(who)s has the longest memory")
KNOWN = N_("were right: nobody knew more than %(who)s")
BIDS = N_("put on white cards by %(who)s, the boldest of all")
LOOKS = N_("paid for by %(who)s, the most curious of all")
GRABS = N_("%(who)s reached for the slush fund, most often of all")


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
    """The fortune somebody won first (IQ-5.1), then who knew most, who dared most and who was most curious."""
    if state.last_winner is not None:
        yield Highlight(say(N_("1億万")), say(FORTUNE_WON, who=Who(state.last_winner)))
    longest, right = [player.longest for player in state.players], [player.known for player in state.players]
    yield from _most(_answers, longest, LONGEST)
    if max(right) > max(longest):
        yield from _most(_answers, right, KNOWN)
    known = sum(named.right for named in state.named)
    if known:
        cards = say(P_("%(n)s card", "%(n)s cards"), n=known)
        yield Highlight(cards, say(N_("named by heart in the tie-break")))
    yield from _most(_markers, [player.bids for player in state.players], BIDS)
    yield from _most(_looks, [player.looks for player in state.players], LOOKS)
    yield from _most(_times, [player.grabs for player in state.players], GRABS)
    for kind, what in (("score", N_("%(who)s has the most score markers")), ("slush", N_("in the fund of %(who)s"))):
        held = [player.markers.score if kind == "score" else player.markers.slush for player in state.players]
        yield from _most(_markers, held, what)


def _most(figure: Callable[[int], Say], counts: list[int], what: str) -> Iterator[Highlight]:
    """Whoever alone has the most of something."""
    most = max(counts)
    if most and counts.count(most) == 1:
        yield Highlight(figure(most), say(what, who=Who(counts.index(most))))


def _answers(count: int) -> Say:
    return say(P_("%(n)s answer", "%(n)s answers"), n=count)


def _looks(count: int) -> Say:
    return say(P_("%(n)s look", "%(n)s looks"), n=count)


def _times(count: int) -> Say:
    return say(P_("%(n)s time", "%(n)s times"), n=count)


def _markers(count: int) -> Say:
    return say(P_("%(n)s marker", "%(n)s markers"), n=count)


def _own(state: QuizState, seat: Seat) -> Iterator[Highlight]:
    markers, known = state.players[seat].markers, state.players[seat].known
    if known:
        yield Highlight(_answers(known), say(N_("you knew by heart")))
    yield Highlight(_markers(markers.score), say(N_("for your score")))
    yield Highlight(_markers(markers.slush), say(N_("in your slush fund")))
