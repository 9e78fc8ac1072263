"""What there is to tell of a solitaire that is over."""

from collections.abc import Iterator

from games.rules.kernel import Highlight, Story
from games.rules.pack import Pack
from games.rules.quizterix_klondike.state import KlondikeState
from games.rules.words import N_, P_, say


def story(state: KlondikeState, pack: Pack) -> Story:
    """How far it came, how many questions it took, and how long."""
    facts = tuple(_facts(state))
    judged = state.judged
    return Story(
        scores=(say(P_("%(n)s card sorted", "%(n)s cards sorted"), n=state.sorted),),
        facts=facts,
        own=(facts,),
        event=None if judged is None else pack.events[state.deal[judged.card]],
        how=None if judged is None else say(N_("The last card that was asked for.")),
    )


def _facts(state: KlondikeState) -> Iterator[Highlight]:
    if state.lost is not None:
        yield Highlight(say(P_("%(n)s card", "%(n)s cards"), n=state.sorted), say(N_("sorted")))
    yield Highlight(
        say(N_("%(right)s of %(answers)s"), right=state.known, answers=state.asked),
        say(N_("questions answered rightly")),
    )
    seconds = 0 if state.ended_at is None else int((state.ended_at - state.began_at).total_seconds())
    yield Highlight(
        say(N_("%(time)s min"), time=f"{seconds // 60}:{seconds % 60:02}"), say(N_("from the deal to the end"))
    )
    if state.hints:
        yield Highlight(say(P_("%(n)s hint", "%(n)s hints"), n=state.hints), say(N_("asked for on the way")))
