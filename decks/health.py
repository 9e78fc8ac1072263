"""How a deck is: what stops it from being published, what would make it better, and what play has shown."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from decks.cards import Card, cards_of, key_of
from decks.deck_gates import Figure, deck_gates
from decks.flat import PARTS, as_path, flatten, label_of, name_of, part_of
from decks.models import Deck
from decks.packaged import Placed, Source
from decks.played import Played, played
from decks.services import pack_of
from decks.writing import Problem, about_of, built, card_name, pack_from


class Written(Struct, frozen=True):
    """A finished card with its name, and the draft it is written in; a published card has none."""

    draft: int | None
    name: str
    key: str
    card: Card


class Advice(Struct, frozen=True):
    """Something that could be better, with the card it is about, if it is about one."""

    draft: int | None
    name: str
    what: str


class Known(Struct, frozen=True):
    """How often a card was known."""

    draft: int | None
    name: str
    played: Played


def advice(deck: Deck) -> dict[str, Any]:
    """The problems of the cards, the advice on the deck as a whole, its figures, and how often which card was known."""
    cards, problems = _written(deck)
    found: list[Advice] = []
    figures: list[Figure] = []
    if cards:
        placed = tuple(Placed(one.key, one.card, "", {"": line}, one.name) for line, one in enumerate(cards, start=1))
        wrong, figures = deck_gates(Source(pack_from(deck, (one.card for one in cards)), about_of(deck), placed))
        for problem in wrong:
            about = cards[problem.line - 1] if problem.card else None
            part = part_of(about.card) if about else PARTS[deck.kind][0]
            what = f"{label_of(part, as_path(problem.field))}: {problem.what}"
            found.append(Advice(about.draft, about.name, what) if about else Advice(None, "", what))
    return {
        "problems": problems,
        "advice": found,
        "figures": [one for one in figures if one.expected],
        **_play(deck, cards),
    }


def _written(deck: Deck) -> tuple[list[Written], list[Problem]]:
    """The cards that are open for writing; if none are, those of the current edition."""
    if deck.current is not None and not deck.drafts.exists():
        return list(_published(deck)), []
    cards, problems = built(deck)
    done = [
        Written(draft.pk, card_name(draft, deck), key_of(card, draft.position), card) for draft, card in cards if card
    ]
    return done, problems


def _published(deck: Deck) -> Iterable[Written]:
    assert deck.current is not None
    for place, (key, card) in enumerate(cards_of(pack_of(deck.current.pk)), start=1):
        yield Written(None, name_of(part_of(card), flatten(card), place, deck.languages), key, card)


def _play(deck: Deck, cards: Iterable[Written]) -> dict[str, Any]:
    """What play has shown: by language, and card by card, the least known first."""
    overall, by_card = played(deck)
    known = [Known(one.draft, one.name, by_card[one.card]) for one in cards if one.card in by_card] if by_card else []
    known.sort(key=lambda one: one.played.share)
    return {"overall": overall, "known": known, "uneven": [one for one in known if one.played.uneven]}
