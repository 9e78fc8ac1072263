"""The frozen cards a table plays with: an edition of a deck, in all its languages."""

import datetime
from collections.abc import Collection, Sequence
from typing import Literal

from msgspec import Struct

from games.rules.words import Text, Texts

Category = Literal["nature", "places", "history", "culture", "economy", "everyday"]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Rank = Literal["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
Kind = Literal["statement", "event", "quiz-show"]


class Statement(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement that is true or false, and why. ``difficulty``: 1 most people know, 2 half do, 3 few do."""

    number: int
    category: Category
    truth: bool
    difficulty: Literal[1, 2, 3]
    text: Text
    explanation: Text
    basis: str = ""


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """An event card. ``mnemonic`` marks in brackets the letters that spell the year's last two digits.

    ``accept``: what else names it; ``reject``: near misses, which never do.
    """

    rank: Rank
    suit: Suit
    year: int
    name: Text
    mnemonic: Text
    scene: Text
    alt: Text
    story: Text
    accept: Texts = Texts()
    reject: Texts = Texts()
    date: datetime.date | None = None

    @property
    def key(self) -> str:
        """What names this card within its deck: ``Q-hearts``."""
        return f"{self.rank}-{self.suit}"


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """One question with its answer, whatever else is accepted, and the near misses that are not."""

    ask: Text
    answer: Text
    accept: Texts = Texts()
    reject: Texts = Texts()


class QuestionCard(Struct, frozen=True, forbid_unknown_fields=True):
    """Four questions, one per suit."""

    clubs: Question
    diamonds: Question
    hearts: Question
    spades: Question


class Word(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer card of the quiz show: a word, and what else is accepted when it is typed."""

    name: Text
    accept: Texts = Texts()


class QuizShow(Struct, frozen=True, forbid_unknown_fields=True):
    """One game's worth of the quiz show: ten questions, and thirty words that answer every one of them."""

    title: Text
    questions: tuple[Text, ...]
    words: tuple[Word, ...]


class Pack(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Everything a table plays with. Never copied into a state: states name cards by position or number."""

    slug: str
    title: Text
    kind: Kind | Literal[""]  # empty: no cards at all
    languages: tuple[str, ...]
    statements: tuple[Statement, ...] = ()
    events: tuple[Event, ...] = ()
    questions: tuple[QuestionCard, ...] = ()
    shows: tuple[QuizShow, ...] = ()

    @property
    def is_mixed(self) -> bool:
        """Are its cards from several decks? Then its slug names them all, as ``mixed`` writes it."""
        return "+" in self.slug


def mixed(packs: Sequence[Pack], picked: Collection[str] = ()) -> Pack:
    """Several decks of events as one (QS-S4, PK-B2), with the question cards of all.

    ``picked``: only these events, each named like ``cold-war/Q-hearts``; all of them if empty. In a mixture two events
    may have the same rank and suit.
    """
    first, *others = packs
    languages = tuple(one for one in first.languages if all(one in pack.languages for pack in others))
    events = tuple(
        event for pack in packs for event in pack.events if not picked or f"{pack.slug}/{event.key}" in picked
    )
    return Pack(
        slug="+".join(pack.slug for pack in packs),
        title=_joined([pack.title for pack in packs]),
        kind=first.kind,
        languages=languages or first.languages,
        events=events,
        questions=tuple(card for pack in packs for card in pack.questions),
    )


def _joined(titles: Sequence[Text]) -> Text:
    fields = Text.__struct_fields__
    return Text(**{field: " + ".join(title.say(field) for title in titles) for field in fields})


NO_CARDS = Pack("", Text(), "", ())
"""What a game without cards of its own is played with."""
