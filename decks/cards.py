"""Naming a card within its deck, and reading its texts one by one."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from games.rules.pack import Event, Pack, QuestionCard, QuizShow, Statement
from games.rules.words import Text, Texts

Card: TypeAlias = Statement | Event | QuestionCard | QuizShow


def key_of(card: Card, position: int) -> str:
    """What names a card in its deck: ``17`` (a statement), ``Q-hearts``, ``question-5``, ``show-2``."""
    match card:
        case Statement():
            return str(card.number)
        case Event():
            return card.key
        case QuestionCard():
            return f"question-{position}"
        case QuizShow():
            return f"show-{position}"


def cards_of(pack: Pack) -> Iterator[tuple[str, Card]]:
    """Every card with its key."""
    decks: tuple[tuple[Card, ...], ...] = (pack.statements, pack.events, pack.questions, pack.shows)
    for cards in decks:
        for position, card in enumerate(cards, start=1):
            yield key_of(card, position), card


def find_card(pack: Pack, key: str) -> Card | None:
    """The card with this key, or nothing."""
    return next((card for name, card in cards_of(pack) if name == key), None)


def texts_of(part: Struct, path: str = "") -> Iterator[tuple[str, Text | Texts]]:
    """Every text of a card with the name of its field: ``explanation``, ``hearts.ask``, ``words[4].name``."""
    for field in part.__struct_fields__:
        value = getattr(part, field)
        several = isinstance(value, tuple)
        for number, one in enumerate(value if several else (value,)):
            name = f"{path}{field}[{number}]" if several else path + field
            if isinstance(one, Text | Texts):
                yield name, one
            elif isinstance(one, Struct):
                yield from texts_of(one, f"{name}.")
