"""The cards that players have flagged, each once, by their names and faces."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, QuerySet
from msgspec import Struct

from decks.cards import Card, find_card
from decks.flat import build, flatten, name_of, part_of
from decks.models import Deck, Draft, Edition, Flag
from decks.services import pack_of


class Flagged(Struct, frozen=True):
    """A card with open flags: how many, the newest of them, and the card as that one's sender saw it."""

    deck: Deck
    newest: int
    count: int
    last: datetime
    name: str
    card: Card


def flagged_cards(decks: "QuerySet[Deck]") -> "QuerySet[Any, Any]":
    """The cards of these decks that have open flags, those with the most of them first."""
    flags = Flag.objects.filter(edition__deck__in=decks, state=Flag.State.OPEN).values("edition__deck", "card")
    return flags.annotate(count=Count("pk"), newest=Max("pk"), last=Max("created_at")).order_by("-count", "-last")


def faces(rows: Iterable[dict[str, Any]], language: str) -> list[Flagged]:
    """These rows with their decks and cards, read in two queries, and one more for an edition not yet read."""
    counted = {row["newest"]: row for row in rows}
    flags = Flag.objects.filter(pk__in=counted).select_related("edition__deck").defer("edition__content")
    by_number = {flag.pk: flag for flag in flags}
    found = []
    for newest, row in counted.items():
        flag = by_number.get(newest)
        card = flag and find_card(pack_of(flag.edition_id), flag.card)
        if flag and card:
            name = title_of(card, flag.edition.deck, language)
            found.append(Flagged(flag.edition.deck, newest, row["count"], row["last"], name, card))
    return found


def title_of(card: Card, deck: Deck, language: str) -> str:
    """How a card is called by somebody who reads this language."""
    return name_of(part_of(card), flatten(card), 0, [language, *deck.languages])


def as_written(deck: Deck, key: str, card: Card) -> tuple[Draft | None, Card | None]:
    """The draft in which a published card is written on, and the card as it is now; without drafts as it is published.

    A statement is known by its number, an event by its rank and suit, other cards by their place.
    """
    part = part_of(card)
    drafts = deck.drafts.filter(part=part)
    if not deck.drafts.exists():
        current = deck.current
        return None, find_card(pack_of(current.pk), key) if current else None
    fields = flatten(card)
    match part:
        case "statement":
            drafts = drafts.filter(fields__number=fields["number"])
        case "event":
            drafts = drafts.filter(fields__rank=fields["rank"], fields__suit=fields["suit"])
        case _:
            drafts = drafts.filter(position=int(key.rpartition("-")[2]))
    draft = drafts.first()
    return draft, build(part, draft.fields, deck.languages)[0] if draft else None


def changed_since(flag: Flag, current: Edition | None) -> bool:
    """Is the card another one in this edition than in the one it was flagged in, or gone?"""
    if current is None or current.pk == flag.edition_id:
        return False
    return find_card(pack_of(current.pk), flag.card) != find_card(pack_of(flag.edition_id), flag.card)
