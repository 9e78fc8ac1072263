"""Naming a card within its deck, and reading its texts one by one."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from games.rules.pack import Event, Pack, QuestionCard, Statement
from games.rules.words import Text, Texts

Card: TypeAlias = Statement | Event | QuestionCard


def key_of(card: Card, position: int) -> str:
    """What names a card in its deck: ``17`` (a statement), ``Q-hearts``, ``question-5`` (a question card)."""
    match card:
        case Statement():
            return str(card.number)
        case Event():
            return card.key
        case QuestionCard():
            return f"question-{position}"


def cards_of(pack: Pack) -> Iterator[tuple[str, Card]]:
    """Every card with its key."""
    decks: tuple[tuple[Card, ...], ...] = (pack.statements, pack.events, pack.questions)
    for cards in decks:
        for position, card in enumerate(cards, start=1):
            yield key_of(card, position), card


def find_card(pack: Pack, key: str) -> Card | None:
    """The card with this key, or nothing."""
    return next((card for name, card in cards_of(pack) if name == key), None)


def texts_of(part: Struct, path: str = "") -> Iterator[tuple[str, Text | Texts]]:
    """Every text of a card with the name of its field: ``explanation``, ``hearts.ask``."""
    for field in part.__struct_fields__:
        value = getattr(part, field)
        if isinstance(value, Text | Texts):
            yield path + field, value
        elif isinstance(value, Struct):
            yield from texts_of(value, f"{path}{field}.")
