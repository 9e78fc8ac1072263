"""A player of Snap!: recognises the pictures it remembers, and takes its time to press (SN-C2)."""

from collections.abc import Sequence

from games.bots.kernel import Bot, Memory, Strength
from games.rules.chance import Chance
from games.rules.pack import Event
from games.rules.quizterix_snap.moves import Answer, Buzz, Deal, GiveUp, Judge, Pick, Reveal, SnapMove
from games.rules.quizterix_snap.observation import SnapObservation
from games.rules.quizterix_snap.state import Phase

NEVER = 3600.0  # by then the card has long been turned over
REACTION = 60_000  # a bot claims nothing: what the site sees counts

# From when to when it says that it does not know, in seconds after the card has turned up.
_PASSES = (5.0, 8.0)

# From when to when it presses, in seconds after the card has turned up.
_PRESSES = {Strength.HARD: (1.5, 4.0), Strength.MEDIUM: (2.5, 6.0), Strength.EASY: (4.0, 9.0)}


class SnapBot(Bot[SnapObservation, SnapMove]):
    """Presses when it knows the picture, and then gives the answer; says so when it does not know it.

    Of four cards it picks one in any case where everybody picks.
    """

    def choose(
        self, observation: SnapObservation, legal: Sequence[SnapMove], memory: Memory, chance: Chance
    ) -> SnapMove:
        """The answer if one is awaited, else a press, else the next card."""
        for move in legal:
            match move:
                case Answer(showing=showing):
                    event = _recognised(observation, memory)
                    return _answer(showing, event, memory) if event is not None else GiveUp(showing)
                case Pick(showing=showing):
                    return _picked(observation, memory, chance, showing)
                case Reveal(showing=showing) if observation.stage.oneself:
                    return move if _recognised(observation, memory) is not None else GiveUp(showing)
                case Judge(showing=showing) if observation.stage.oneself:
                    return Judge(showing, True)
                case Buzz(showing=showing):
                    if GiveUp(showing) in legal and _recognised(observation, memory) is None:
                        return GiveUp(showing)
                    return Buzz(showing, REACTION)
                case Deal():
                    return move
        return legal[0]

    def delay(self, observation: SnapObservation, memory: Memory, chance: Chance) -> float:
        """How long it looks at a picture; for ever when it has said that it does not know it."""
        if observation.hand.may_buzz:
            if observation.stage.phase != Phase.SHOWING:
                return NEVER
            known = _recognised(observation, memory) is not None
            if not known and not observation.hand.may_pass:
                return NEVER
            soonest, latest = _PRESSES[memory.strength] if known else _PASSES
            return max(0.1, soonest + (latest - soonest) * chance.share() - observation.stage.since)
        if observation.hand.may_reveal:
            return NEVER
        if observation.hand.form is not None:
            return 3.0 + 3.0 * chance.share()
        if observation.stage.phase == Phase.SOLUTION:
            return 4.5 + 1.5 * chance.share()  # people want to read the solution
        return 1.5 + 1.5 * chance.share()


def _recognised(observation: SnapObservation, memory: Memory) -> Event | None:
    """The event behind the picture on the table, if the bot knows it, or has learnt it in this game."""
    card = observation.card
    if card is None:
        return None
    event = next((e for e in memory.pack.events if (e.scene, e.alt, e.suit) == (card.scene, card.alt, card.suit)), None)
    if event is None:
        return None
    seen_before = card.showing > observation.bar.card  # some cards have come back: perhaps this one
    learnt = seen_before and memory.learns(f"{event.key}, showing {card.showing}", difficulty=3)
    return event if learnt or memory.knows(event.key) else None


def _picked(observation: SnapObservation, memory: Memory, chance: Chance, showing: int) -> SnapMove:
    """The card it recognises among the four; else any, or none with the buzzer in its hand."""
    form, event = observation.hand.form, _recognised(observation, memory)
    choices = form.choices if form is not None else ()
    if event is not None:
        places = [n for n, one in enumerate(choices) if (one.name, one.year) == (event.name, event.year)]
        return Pick(showing, places[0]) if places else GiveUp(showing)
    return GiveUp(showing) if observation.stage.everybody is None else Pick(showing, chance.below(len(choices)))


def _answer(showing: int, event: Event, memory: Memory) -> Answer:
    mnemonic = memory.says(event.mnemonic).replace("[", "").replace("]", "")
    return Answer(showing, name=memory.says(event.name), year=str(event.year), mnemonic=mnemonic)


BOT = SnapBot()
