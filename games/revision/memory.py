"""What somebody remembers of each card, by FSRS. Pure: no database, no clock.

A card's state is folded from the history of its answers in the order in which they were given, so that it is the same
whatever device saved first, and the very one the ``fsrs`` package gives for that history.
"""

from bisect import insort
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import fsrs
import msgspec
from msgspec import Struct, field

from games.revision.rounds import Round
from games.rules.kernel import How
from games.rules.pack import Event, Pack, Statement

SCHEDULER = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
"""The package's own parameters. What comes again within a day comes again in its round, so there are no steps."""

Learnable = Event | Statement


class Review(Struct, frozen=True, array_like=True, order=True):
    """One answer: when (seconds since 1970), right or wrong, and how it came about."""

    at: int
    right: bool
    how: How = "unaided"


class Remembered(Struct, array_like=True):
    """One card: its history, the state that FSRS folds from it, and what the class has been told of it.

    ``tried``: the class knows that somebody more has tried the card; ``told``: the result that its count holds.
    """

    history: list[Review] = field(default_factory=list)
    stability: float = 0.0
    difficulty: float = 0.0
    due: int = 0
    last: int = 0
    unaided: bool = False  # was the last answer right, and nobody helped?
    tried: bool = False
    told: bool | None = None

    @property
    def right(self) -> bool:
        """Was the card known at the last try?"""
        return bool(self.history) and self.history[-1].right

    def known_before(self, moment: int) -> bool:
        """Was the card known at the last try before this moment?"""
        earlier = [review for review in self.history if review.at < moment]
        return bool(earlier) and earlier[-1].right

    def add(self, review: Review) -> None:
        """One more answer, wherever in time it belongs."""
        in_order = not self.history or self.history[-1] <= review
        insort(self.history, review)
        if in_order:
            self._fold(review)
        else:
            self.refold()

    def take_back(self, review: Review) -> None:
        """One answer was not what it seemed."""
        self.history.remove(review)
        self.refold()

    def join(self, older: "Remembered") -> None:
        """All answers of both, each once; the class was told of the older ones, if of any."""
        self.history = sorted({*self.history, *older.history})
        self.refold()
        if not self.tried:
            self.tried, self.told = older.tried, older.told

    def refold(self) -> None:
        """The state from the whole history."""
        self.stability = self.difficulty = 0.0
        self.due = self.last = 0
        self.unaided = False
        for review in self.history:
            self._fold(review)

    def _fold(self, review: Review) -> None:
        card, _log = SCHEDULER.review_card(
            self._card(), rating(review, after_unaided=self.unaided), datetime.fromtimestamp(review.at, UTC)
        )
        assert card.stability is not None and card.difficulty is not None
        self.stability, self.difficulty = card.stability, card.difficulty
        self.due, self.last = int(card.due.timestamp()), review.at
        self.unaided = review.right and review.how == "unaided"

    def _card(self) -> fsrs.Card:
        if not self.last:
            return fsrs.Card(card_id=1, due=datetime.fromtimestamp(0, UTC))
        due, last = (datetime.fromtimestamp(moment, UTC) for moment in (self.due, self.last))
        return fsrs.Card(1, fsrs.State.Review, None, self.stability, self.difficulty, due, last)

    def retrievability(self, at: int) -> float:
        """How likely it is that the card would be known now, by FSRS; 0 for one that was never answered."""
        return SCHEDULER.get_card_retrievability(self._card(), datetime.fromtimestamp(at, UTC)) if self.last else 0.0


def rating(review: Review, *, after_unaided: bool) -> fsrs.Rating:
    """Wrong is Again; appeal, hint, slip or picked is Hard at best; right is Good; unaided twice in a row is Easy."""
    if not review.right:
        return fsrs.Rating.Again
    if review.how != "unaided":
        return fsrs.Rating.Hard
    return fsrs.Rating.Easy if after_unaided else fsrs.Rating.Good


class Likes(Struct):
    """How somebody likes to learn. No choice here costs anything."""

    aloud: bool = False
    large: bool = False
    clock: bool = False
    games: bool = False  # games that were played count, too


class Memory(Struct):
    """All that lies in one seal."""

    cards: dict[str, Remembered] = field(default_factory=dict)
    rounds: dict[str, Round] = field(default_factory=dict)  # under way, by assignment or deck
    days: dict[str, dict[str, list[int]]] = field(default_factory=dict)  # assignment -> card -> days it was right, two
    finished: dict[str, int] = field(default_factory=dict)  # assignment -> rounds
    devices: list[str] = field(default_factory=list)  # that may bring the key
    tables: list[int] = field(default_factory=list)  # whose game has been counted
    likes: Likes = field(default_factory=Likes)

    def card(self, name: str) -> Remembered:
        """What is remembered of this card; nothing yet for a new one."""
        return self.cards.setdefault(name, Remembered())

    def due(self, names: Iterable[str], until: int) -> list[str]:
        """Which of these cards come back by then, the longest due first."""
        cards = [(self.cards[name].due, name) for name in names if name in self.cards and self.cards[name].last]
        return [name for due, name in sorted(cards) if due <= until]

    def new(self, names: Iterable[str]) -> list[str]:
        """Which of these cards were never answered."""
        return [name for name in names if name not in self.cards or not self.cards[name].last]

    def join(self, older: "Memory") -> None:
        """Takes over everything that an older memory of the same pupil knows."""
        for name, card in older.cards.items():
            self.card(name).join(card)
        self.rounds = older.rounds | self.rounds
        for task, cards in older.days.items():
            here = self.days.setdefault(task, {})
            for name, days in cards.items():
                here[name] = sorted({*here.get(name, ()), *days})[:2]
        for task, rounds in older.finished.items():
            self.finished[task] = self.finished.get(task, 0) + rounds
        self.tables = sorted({*self.tables, *older.tables})
        if self.likes == Likes():
            self.likes = older.likes


def name_of(pack_slug: str, card: Learnable) -> str:
    """What names a card in a memory, across editions: ``cold-war/Q-hearts/1961``, ``swiss-quiz/17/true``.

    The same card is one with the same place in its deck and the same year, or truth: a mended sentence keeps what is
    remembered of it.
    """
    if isinstance(card, Event):
        return f"{pack_slug}/{card.key}/{card.year}"
    return f"{pack_slug}/{card.number}/{str(card.truth).lower()}"


def key_of(card: Learnable) -> str:
    """What names a card within its edition: ``Q-hearts``, ``17``."""
    return card.key if isinstance(card, Event) else str(card.number)


def learnable(pack: Pack) -> tuple[Learnable, ...]:
    """The cards of a deck that can be learnt: its events or its statements."""
    return pack.events or pack.statements


def names_in(pack: Pack) -> dict[str, int]:
    """Every card that can be learnt, by its name in a memory, with its place in the pack."""
    return {name_of(pack.slug, card): place for place, card in enumerate(learnable(pack))}


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Memory)


def encode(memory: Memory) -> bytes:
    """A memory as the text of a seal."""
    return _encoder.encode(memory)


def decode(text: bytes) -> Memory:
    """The memory in the text of a seal; an empty text is a new one."""
    return _decoder.decode(text) if text else Memory()


def plain(memory: Memory) -> Any:
    """Everything there is, for whoever it belongs to."""
    return msgspec.to_builtins(memory)
