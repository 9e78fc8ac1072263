"""A player of Quizterix Standard: knows some pictures by heart, remembers what it has looked at, and keeps its timeline
in order as well as it can.
"""

from collections.abc import Iterable, Sequence

from games.bots.kernel import Bot, Memory, Strength
from games.bots.quizterix_snap import SnapBot
from games.rules.chance import Chance
from games.rules.pack import Event
from games.rules.quizterix_standard.mnemonics import heard, suggestion
from games.rules.quizterix_standard.moves import (
    Accept,
    Answer,
    Ask,
    Give,
    GoOn,
    Guess,
    Insert,
    Invent,
    LookAt,
    NotKnown,
    Peek,
    Performed,
    Point,
    Put,
    Roll,
    Shift,
    Skip,
    StandardMove,
    Steal,
    Swap,
)
from games.rules.quizterix_standard.observation import Card, StandardObservation
from games.rules.quizterix_standard.timeline import standing

SNAP = SnapBot()
SUITS = ("clubs", "diamonds", "hearts", "spades")
FLIPPED = 6.0  # seconds in which a big screen shows nothing but the card that was flipped
FORGETS = 3  # rounds after which something else of what it has seen has slipped its mind

_INVENTS = {Strength.HARD: (8.0, 20.0), Strength.MEDIUM: (12.0, 35.0), Strength.EASY: (20.0, 58.0)}
_POINTS = {Strength.HARD: (4.0, 9.0), Strength.MEDIUM: (6.0, 13.0), Strength.EASY: (8.0, 19.0)}
_QUICK = {"roll", "looking", "verdict", "accept", "perform"}


class StandardBot(Bot[StandardObservation, StandardMove]):
    """Names what it knows, looks at what it does not, and answers a question when there is nothing to look at."""

    def choose(
        self, observation: StandardObservation, legal: Sequence[StandardMove], memory: Memory, chance: Chance
    ) -> StandardMove:
        """What it does, form by form."""
        if observation.playoff is not None:
            return SNAP.choose(observation.playoff, legal, memory, chance)  # type: ignore[arg-type]
        mind = Mind(observation, memory, chance)
        wanted = mind.wanted(tuple(legal))
        return wanted if wanted is not None else legal[0]

    def delay(self, observation: StandardObservation, memory: Memory, chance: Chance) -> float:
        """Longer where a person would have to think."""
        if observation.playoff is not None:
            return SNAP.delay(observation.playoff, memory, chance)
        form, share = observation.hand.form, chance.share()
        if form == "act" and observation.hand.tried:
            return FLIPPED + share  # everybody looks at the card that was flipped just now
        if form in ("invent", "point"):
            soonest, latest = (_INVENTS if form == "invent" else _POINTS)[memory.strength]
            return soonest + (latest - soonest) * share
        return 1.0 + 0.5 * share if form in _QUICK else 1.5 + 1.5 * share


class Mind:
    """What a bot makes of what it sees at one moment."""

    def __init__(self, observation: StandardObservation, memory: Memory, chance: Chance) -> None:
        self.observation = observation
        self.hand = observation.hand
        self.memory = memory
        self.chance = chance
        self.deck = {(event.scene, event.alt, event.suit): event for event in memory.pack.events}

    # -- what it knows

    def event(self, card: Card) -> Event | None:
        """The event behind this picture, if the bot knows it, or has looked at it and not forgotten it."""
        event = self.deck.get((card.scene, card.alt, card.suit))
        if event is None or card.flip is not None or self.memory.knows(event.key):
            return event
        span = self.observation.bar.round // FORGETS
        remembers = card.spot in self.hand.seen and self.memory.learns(f"{event.key}, seen, {span}", difficulty=1)
        return event if remembers else None

    def year(self, card: Card) -> int | None:
        """The year of a card, if the bot knows it."""
        event = self.event(card)
        return None if event is None else event.year

    def worth(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """How good a timeline is, as far as it is known."""
        years = [year for card in cards if (year := self.year(card)) is not None]
        return standing(years)

    @property
    def line(self) -> list[Card]:
        """Its own timeline."""
        return [own.card for own in self.hand.mine]

    def gap(self, card: Card, line: list[Card] | None = None) -> int:
        """Where a card fits best: in the middle of the places that are equally good."""
        line = self.line if line is None else line
        worths = [self.worth([*line[:gap], card, *line[gap:]]) for gap in range(len(line) + 1)]
        best = [gap for gap, worth in enumerate(worths) if worth == max(worths)]
        return best[len(best) // 2] if self.year(card) is not None else self.chance.pick(best)

    def forget(self, cards: Sequence[Card]) -> Card:
        """The card it can spare best: one it does not know, else any."""
        unknown = [card for card in cards if self.event(card) is None]
        return self.chance.pick(unknown or list(cards))

    def covet(self, cards: Sequence[Card]) -> Card:
        """The card it would like best: one it knows and that fits."""
        return max(cards, key=lambda card: (self._with(card), self.event(card) is not None))

    def _with(self, card: Card) -> tuple[int, ...]:
        line = self.line
        gap = self.gap(card)
        return self.worth([*line[:gap], card, *line[gap:]])

    @property
    def choice(self) -> list[Card]:
        """The cards there are to choose from."""
        return [card for line in self.hand.choose for card in line.cards]

    @property
    def hidden(self) -> list[Card]:
        """Its own hidden cards."""
        return [own.card for own in self.hand.mine if own.hidden]

    # -- what it wants

    def wanted(self, legal: tuple[StandardMove, ...]) -> StandardMove | None:
        """The move for this form; None if any will do."""
        hand, moment = self.hand, self.hand.moment
        match hand.form:
            case "insert" if hand.new is not None:
                return Insert(moment, self.gap(hand.new))
            case "act":
                return self.act()
            case "answer":
                return self.reply()
            case "looking" | "verdict":
                return GoOn(moment)
            case "roll":
                return Roll(moment)
            case "give":
                return Give(moment, self.forget(self.hidden).place, self.chance.pick(hand.others))
            case "steal":
                return Steal(moment, self.covet(self.choice).spot)
            case "swap":
                return Swap(moment, self.forget(self.hidden).place, self.covet(self.choice).spot)
            case "shift":
                return self.shift()
            case "put" if hand.new is not None:
                return LookAt(moment) if hand.may_look else Put(moment, self.gap(hand.new))
            case "invent":
                return self.invent()
            case "accept":
                return Accept(moment, True)
            case "perform":
                return Performed(moment)
            case "point":
                return self.point()
        return None

    def act(self) -> StandardMove:
        """Steps 2 to 4: name what it knows; look at what it does not; else take a question."""
        moment = self.hand.moment
        known = [(card, event) for card in self.hidden if (event := self.event(card)) is not None]
        if known and not self.hand.tried:
            card, event = self.chance.pick(known)
            mnemonic = self.memory.says(event.mnemonic).replace("[", "").replace("]", "")
            return Guess(moment, card.place, self.memory.says(event.name), str(event.year), mnemonic)
        unknown = [card for card in self.hidden if self.event(card) is None]
        if unknown and (not known or self.chance.below(3)):
            return Peek(moment, self.chance.pick(unknown).spot)
        return Ask(moment, "lot")

    def reply(self) -> StandardMove:
        """The answer to a question, if it is one of those the bot can answer."""
        moment, question = self.hand.moment, self.observation.stage.question
        if question is not None:
            for number, card in enumerate(self.memory.pack.questions):
                found = getattr(card, question.suit)
                if found.ask == question.ask and self.memory.knows(f"question {number} {question.suit}"):
                    return Answer(moment, self.memory.says(found.answer))
        return NotKnown(moment)

    def shift(self) -> StandardMove:
        """The move of one card that puts most in order; a card it does not know, if all is in order."""
        line, moment = self.line, self.hand.moment
        best: tuple[tuple[int, ...], int, int] | None = None
        for place, card in enumerate(line):
            rest = [*line[:place], *line[place + 1 :]]
            for gap in range(len(rest) + 1):
                if gap != place:
                    worth = self.worth([*rest[:gap], card, *rest[gap:]])
                    if best is None or worth > best[0]:
                        best = (worth, place, gap + (gap >= place))
        return Shift(moment, best[1], best[2]) if best is not None else Shift(moment, 0, 2)

    def invent(self) -> StandardMove:
        """Words that spell the year of a flipped card, if something comes to its mind."""
        moment, cards = self.hand.moment, self.choice
        if not cards or (self.memory.strength is Strength.EASY and self.chance.below(3) == 0):
            return Skip(moment)
        card = self.covet(cards) if len(self.observation.seats) == 2 else self.chance.pick(cards)
        event = self.event(card)
        skip, language = self.chance.below(9), self.memory.language
        text = None if event is None else suggestion(event, self.hand.used, skip, language)
        return Skip(moment) if text is None else Invent(moment, card.spot, text)

    def point(self) -> StandardMove:
        """The flipped card whose year the mnemonic spells, or any."""
        presented, cards = self.observation.stage.presented, self.choice
        years = heard(presented.text) if presented is not None else ()
        meant = [card for card in cards if card.flip is not None and card.flip.year % 100 in years]
        return Point(self.hand.moment, self.chance.pick(meant or cards).spot)


BOT = StandardBot()
