"""How a deck is: what stops it from being published, and what would make it better."""

from typing import Any

from msgspec import Struct

from decks.cards import Card, key_of
from decks.deck_gates import Figure, deck_gates
from decks.models import Deck, Draft
from decks.packaged import Placed, Source
from decks.writing import about_of, built, card_name, pack_from


class Advice(Struct, frozen=True):
    """Something that could be better, with the card it is about, if it is about one."""

    draft: int | None
    name: str
    what: str


def advice(deck: Deck) -> dict[str, Any]:
    """The problems of the cards, the advice on the deck as a whole, and its figures."""
    cards, problems = built(deck)
    placed, drafts = _placed(cards)
    found: list[Advice] = []
    figures: list[Figure] = []
    if placed:
        source = Source(pack_from(deck, (one.card for one in placed)), about_of(deck), placed)
        wrong, figures = deck_gates(source)
        for problem in wrong:
            draft = drafts.get(problem.line) if problem.card else None
            name = card_name(draft, deck) if draft else ""
            found.append(Advice(draft.pk if draft else None, name, f"{problem.field}: {problem.what}"))
    return {"problems": problems, "advice": found, "figures": [one for one in figures if one.expected]}


def _placed(cards: list[tuple[Draft, Card | None]]) -> tuple[tuple[Placed, ...], dict[int, Draft]]:
    """The finished cards as the gates want them; the line in their file is simply their number here."""
    placed, drafts = [], {}
    for line, (draft, card) in enumerate(cards, start=1):
        if card is not None:
            placed.append(Placed(key_of(card, draft.position), card, "", {"": line}))
            drafts[line] = draft
    return tuple(placed), drafts
