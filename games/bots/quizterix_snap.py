"""A player of Snap!: recognises the pictures it remembers, and takes its time to press (SN-C2)."""

from collections.abc import Sequence

from games.bots.kernel import Bot, Memory, Strength
from games.rules.chance import Chance
from games.rules.pack import Event
from games.rules.quizterix_snap.moves import Answer, Buzz, Deal, GiveUp, SnapMove
from games.rules.quizterix_snap.observation import SnapObservation
from games.rules.quizterix_snap.state import Phase
from games.rules.words import Text

NEVER = 3600.0  # by then the card has long been turned over
REACTION = 60_000  # a bot claims nothing: what the site sees counts

# From when to when it presses, in seconds after the card has turned up.
_PRESSES = {Strength.HARD: (1.5, 4.0), Strength.MEDIUM: (2.5, 6.0), Strength.EASY: (4.0, 9.0)}


class SnapBot(Bot[SnapObservation, SnapMove]):
    """Presses when it knows the picture, and then gives the answer; gives up when it was wrong about that."""

    def choose(
        self, observation: SnapObservation, legal: Sequence[SnapMove], memory: Memory, chance: Chance
    ) -> SnapMove:
        """The answer if one is awaited, else a press, else the next card."""
        for move in legal:
            match move:
                case Answer(showing=showing):
                    event = _recognised(observation, memory)
                    return _answer(showing, event) if event is not None else GiveUp(showing)
                case Buzz(showing=showing):
                    return Buzz(showing, REACTION)
                case Deal():
                    return move
        return legal[0]

    def delay(self, observation: SnapObservation, memory: Memory, chance: Chance) -> float:
        """How long it looks at a picture; for ever at one it does not know."""
        if observation.hand.may_buzz:
            if observation.stage.phase != Phase.SHOWING or _recognised(observation, memory) is None:
                return NEVER
            soonest, latest = _PRESSES[memory.strength]
            return soonest + (latest - soonest) * chance.share()
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
    learnt = seen_before and memory.knows(f"{event.key}, showing {card.showing}", difficulty=3)
    return event if learnt or memory.knows(event.key) else None


def _answer(showing: int, event: Event) -> Answer:
    mnemonic = _any(event.mnemonic).replace("[", "").replace("]", "")
    return Answer(showing, name=_any(event.name), year=str(event.year), mnemonic=mnemonic)


def _any(text: Text) -> str:
    return next(iter(text.all()), "")


BOT = SnapBot()
