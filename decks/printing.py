"""Print and play: a deck on sheets of nine cards, with backs that meet their fronts when printed on both sides.

A sheet is turned over its long edge: what lies left on the front lies right on the back.
"""

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import ClassVar, Literal, TypeAlias, cast

from msgspec import Struct

from games.rules import major
from games.rules.pack import Event, Pack, Question, QuestionCard, QuizShow, Statement, Suit
from games.rules.words import Text

WIDTH, HEIGHT = 63, 88  # of a card, in millimetres: poker size
ACROSS, DOWN = 3, 3
PER_SHEET = ACROSS * DOWN
NEAR, FAR = 0.5, 2.25  # where a crop mark begins, counted from the card, and where it ends in the margin
SUITS: tuple[Suit, ...] = ("clubs", "diamonds", "hearts", "spades")

INDICES: dict[str, dict[str, str]] = {
    "de": {"K": "K", "Q": "D", "J": "B"},  # König, Dame, Bube
    "fr": {"K": "R", "Q": "D", "J": "V"},  # roi, dame, valet
    "it": {"K": "R", "Q": "D", "J": "F"},  # re, donna, fante
}

Kind = Literal["events", "questions", "statements", "words"]
Side = Literal["front", "back"]


class Paper(Struct, frozen=True):
    """A sheet of paper in millimetres, and the gap between the cards on it."""

    width: float
    height: float
    gap: float


PAPERS = {"a4": Paper(210, 297, 4), "letter": Paper(215.9, 279.4, 2)}


class EventCard(Struct, frozen=True):
    """In front the scene, behind the year with the mnemonic explained and the story."""

    kind: ClassVar[str] = "event"
    key: str
    event: Event
    index: str  # the rank as cards of this language have it: the German queen is a D
    digits: tuple[tuple[str, str], ...]
    name_size: int
    story_size: int


class FourQuestions(Struct, frozen=True):
    """In front a question per suit, behind the answers."""

    kind: ClassVar[str] = "questions"
    key: str
    number: int
    asked: tuple[tuple[Suit, Question], ...]
    size: int
    answer_size: int


class TwoStatements(Struct, frozen=True):
    """In front the statements, behind whether they are true and why. The odd one out stands alone."""

    kind: ClassVar[str] = "statements"
    key: str
    statements: tuple[Statement, ...]
    size: int
    say_size: int


class ShowQuestion(Struct, frozen=True):
    """A question of a quiz show. Each is there twice: black for the column, white for the side (IQ-M1)."""

    kind: ClassVar[str] = "asked"
    key: str
    show: Text
    number: int
    question: Text
    black: bool
    size: int


class ShowWord(Struct, frozen=True):
    """An answer of a quiz show."""

    kind: ClassVar[str] = "word"
    key: str
    show: Text
    word: Text
    size: int


Printed: TypeAlias = EventCard | FourQuestions | TwoStatements | ShowQuestion | ShowWord


class Sheet(Struct, frozen=True):
    """One side of a sheet: nine places from left to right and from top to bottom, the last ones may be empty."""

    number: int
    side: Side
    places: tuple[Printed | None, ...]
    marks: str


# ---------------------------------------------------------------------- the cards of a deck


def kinds_of(pack: Pack) -> tuple[Kind, ...]:
    """What there is to print in this deck."""
    there: dict[Kind, bool] = {
        "events": bool(pack.events),
        "questions": bool(pack.questions or pack.shows),
        "statements": bool(pack.statements),
        "words": bool(pack.shows),
    }
    return tuple(kind for kind, some in there.items() if some)


def cards_to_print(pack: Pack, language: str, kinds: Collection[Kind]) -> tuple[Printed, ...]:
    """Every card of these kinds once, with sizes of type that suit its texts in this language."""
    cards: list[Printed] = []
    if "events" in kinds:
        cards += (_event(event, language) for event in pack.events)
    if "questions" in kinds:
        cards += (_four(card, number, language) for number, card in enumerate(pack.questions, start=1))
    if "statements" in kinds:
        cards += (_two(statements, language) for statements in pairs(pack.statements))
    for number, show in enumerate(pack.shows, start=1):
        if "questions" in kinds:
            cards += _questions(show, f"show-{number}", language)
        if "words" in kinds:
            cards += _words(show, f"show-{number}", language)
    return tuple(cards)


def pairs(statements: Sequence[Statement]) -> Iterator[tuple[Statement, ...]]:
    """Two statements per card, half the deck apart: of 660, numbers n and n + 330. An odd one out stands alone."""
    ordered = sorted(statements, key=lambda statement: statement.number)
    half = len(ordered) // 2
    yield from zip(ordered[:half], ordered[half:], strict=False)
    if len(ordered) % 2:
        yield (ordered[-1],)


def digits_of(event: Event, language: str) -> tuple[tuple[str, str], ...]:
    """The letters of the mnemonic that sound, each with its digits; nothing where it cannot be read."""
    spoken = language if getattr(event.mnemonic, language, "") else "en"
    if spoken not in major.LANGUAGES:
        return ()
    try:
        return tuple(major.explain(event.mnemonic.say(spoken), spoken, event.year))
    except major.MnemonicError:
        return ()


def _event(event: Event, language: str) -> EventCard:
    name = event.name.say(language)
    return EventCard(
        key=event.key,
        event=event,
        index=INDICES.get(language, {}).get(event.rank, event.rank),
        digits=digits_of(event, language),
        name_size=max(size(name, 22, 40, 60, 90), size(longest_word(name), 15, 19, 22, 25)),
        story_size=size(event.story.say(language), 225, 320, 400, 520),
    )


def _four(card: QuestionCard, number: int, language: str) -> FourQuestions:
    asked = tuple((suit, cast(Question, getattr(card, suit))) for suit in SUITS)
    return FourQuestions(
        key=f"question-{number}",
        number=number,
        asked=asked,
        size=size("".join(one.ask.say(language) for _suit, one in asked), 340, 420, 520),
        answer_size=size(max((one.answer.say(language) for _suit, one in asked), key=width), 30, 60, 110),
    )


def _two(statements: tuple[Statement, ...], language: str) -> TwoStatements:
    return TwoStatements(
        key="+".join(str(one.number) for one in statements),
        statements=statements,
        size=size(max((one.text.say(language) for one in statements), key=width), 115, 160, 220),
        say_size=size(max((one.explanation.say(language) for one in statements), key=width), 180, 240, 320, 420),
    )


def _questions(show: QuizShow, key: str, language: str) -> Iterator[ShowQuestion]:
    for black in (True, False):
        for number, question in enumerate(show.questions, start=1):
            text = question.say(language)
            yield ShowQuestion(
                key=f"{key}-{'black' if black else 'white'}-{number}",
                show=show.title,
                number=number,
                question=question,
                black=black,
                size=max(size(text, 90, 150), size(longest_word(text), 16, 21)),
            )


def _words(show: QuizShow, key: str, language: str) -> Iterator[ShowWord]:
    for number, word in enumerate(show.words, start=1):
        yield ShowWord(
            key=f"{key}-word-{number}",
            show=show.title,
            word=word.name,
            size=size(word.name.say(language), 9, 14, 20, 30),
        )


# ---------------------------------------------------------------------- type that fits


def width(text: str) -> int:
    """How much room a text takes: a Japanese character as much as two Latin ones."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def longest_word(text: str) -> str:
    """The longest stretch without a place for a new line. Japanese has one after nearly every character."""
    stretches = "".join(" " if width(character) > 1 or character == "-" else character for character in text).split()
    return max(stretches, key=len, default="")


def size(text: str, *limits: int) -> int:
    """Which size of type a text is set in: 0, the largest, up to the first limit, then one smaller for each.

    >>> size("short", 10, 20), size("fifteen letters", 10, 20), size("as long as it gets, and more", 10, 20)
    (0, 1, 2)
    """
    return sum(width(text) > limit for limit in limits)


# ---------------------------------------------------------------------- sheets


def sheets(cards: Sequence[Printed], paper: Paper, *, backs: bool) -> Iterator[Sheet]:
    """The sheets in the order in which they are printed: with backs, every front is followed by its back."""
    for number, start in enumerate(range(0, len(cards), PER_SHEET), start=1):
        nine = cards[start : start + PER_SHEET]
        places = tuple(card for card, _place in zip_longest(nine, range(PER_SHEET)))
        yield Sheet(number, "front", places, crop_marks(paper, places))
        if backs:
            turned = mirrored(places)
            yield Sheet(number, "back", turned, crop_marks(paper, turned))


def mirrored(places: Sequence[Printed | None]) -> tuple[Printed | None, ...]:
    """The same places seen from behind: each row from right to left."""
    return tuple(places[row * ACROSS + column] for row in range(DOWN) for column in reversed(range(ACROSS)))


def crop_marks(paper: Paper, places: Sequence[Printed | None]) -> str:
    """Two strokes at each corner of each card, outside all cards, as the path of an SVG in millimetres."""
    path = []
    for place, card in enumerate(places):
        if card is not None:
            row, column = divmod(place, ACROSS)
            across = _edges(paper.width, WIDTH, paper.gap, ACROSS, column)
            down = _edges(paper.height, HEIGHT, paper.gap, DOWN, row)
            path += [f"M{x:g} {begin:g}V{end:g}" for x, _begin, _end in across for _y, begin, end in down]
            path += [f"M{begin:g} {y:g}H{end:g}" for _x, begin, end in across for y, _begin, _end in down]
    return "".join(path)


def _edges(
    whole: float, card: int, gap: float, count: int, index: int
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Both edges of a card in one direction, each with where the marks outside it begin and end."""
    low = (whole - count * card - (count - 1) * gap) / 2 + index * (card + gap)
    high = low + card
    before = FAR if index == 0 else gap / 2
    after = FAR if index == count - 1 else gap / 2
    return (
        (_mm(low), _mm(low - NEAR), _mm(low - before)),
        (_mm(high), _mm(high + NEAR), _mm(high + after)),
    )


def _mm(length: float) -> float:
    return round(length, 2)
