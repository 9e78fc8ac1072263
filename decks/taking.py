"""Files of cards that wait for a yes: what each would change in its deck, and taking it in."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import count, product
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from config.plain import number
from decks.cards import Card
from decks.flat import LAYOUT, Fields, Part, flatten, part_of
from decks.models import Columns, Deck, Draft, Import
from decks.pictures import bring_along
from decks.writing import LONGEST_FIELD, add_cards, bin_cards

MOST_COLUMNS = 200  # that are remembered of an author


def keep_import(
    deck: Deck, user: Any, name: str, cards: Iterable[Card], unfinished: Iterable[tuple[str, Fields]] = ()
) -> Import:
    """A file that has been read waits for a yes; ``unfinished`` cards as they were typed."""
    Import.objects.filter(deck=deck, person=user).delete()
    flat: list[list[Any]] = [[part_of(card), flatten(card)] for card in cards]
    flat += [[part, {path: text[:LONGEST_FIELD] for path, text in fields.items()}] for part, fields in unfinished]
    return Import.objects.create(deck=deck, person=user, name=name[:200], cards=msgspec.to_builtins(flat))


def keep_unread(deck: Deck, user: Any, name: str, data: bytes) -> Import:
    """A file waits until its author has said what its columns are."""
    Import.objects.filter(deck=deck, person=user).delete()
    return Import.objects.create(deck=deck, person=user, name=name[:200], data=data)


def columns_of(user: Any) -> dict[str, str]:
    """What this author calls the columns of tables."""
    said = Columns.objects.filter(person=user).first()
    return dict(said.meant) if said else {}


def name_columns(user: Any, meant: Mapping[str, str]) -> None:
    """Remembers what an author calls columns, the latest last; the oldest are forgotten."""
    kept = list((columns_of(user) | dict(meant)).items())[-MOST_COLUMNS:]
    Columns.objects.update_or_create(person=user, defaults={"meant": dict(kept)})


def forget_columns(user: Any) -> None:
    """Columns are called what they say themselves again."""
    Columns.objects.filter(person=user).delete()


def turn_down(waiting: Import) -> None:
    """A file that has been looked at is not taken in."""
    waiting.delete()


class Compared(Struct, frozen=True):
    """What a file would do to a deck: cards that are new, that change one there is, that are the same, that it lacks.

    A card is known by its rank and suit, a statement by its number, other cards by their place.
    """

    new: tuple[tuple[Part, Fields], ...]
    changed: tuple[tuple[Draft, Fields], ...]
    same: int
    gone: tuple[Draft, ...]

    @property
    def mark(self) -> str:
        """Names the cards that the file lacks, so that no others go than those that were seen."""
        return sha256(" ".join(f"{draft.pk}.{draft.version}" for draft in self.gone).encode()).hexdigest()[:16]


def compare(waiting: Import, *, locked: bool = False) -> Compared:
    """The cards of the file beside those that are there. What the file leaves blank stays as it is.

    ``locked``: nobody saves one of them until the transaction is over.
    """
    new: list[tuple[Part, Fields]] = []
    changed: list[tuple[Draft, Fields]] = []
    same = 0
    parts = {part for part, _fields in waiting.cards}
    left: dict[str, list[Draft]] = {}
    there_now = waiting.deck.drafts.filter(part__in=parts).order_by("position")
    for draft in there_now.select_for_update(of=("self",)) if locked else there_now:
        left.setdefault(_known_as(draft.part, draft.fields, draft.position), []).append(draft)
    places: dict[str, int] = {}
    for part, fields in waiting.cards:
        places[part] = places.get(part, 0) + 1
        there = left.get(_known_as(part, fields, places[part]))
        known = there.pop(0) if there else None
        if known is None:
            new.append((part, fields))
        elif known.fields == known.fields | fields:
            same += 1
        else:
            changed.append((known, known.fields | fields))
    return Compared(tuple(new), tuple(changed), same, tuple(one for several in left.values() for one in several))


def _known_as(part: str, fields: Mapping[str, str], position: int) -> str:
    """By what a card is known in its deck, as far as it is written; else by its texts."""
    match part:
        case "statement":
            mark = fields.get("number", "")
        case "event":
            mark = f"{fields['suit']}-{fields['rank']}" if {"suit", "rank"} <= fields.keys() else ""
        case _:
            mark = str(position)
    return f"{part} {mark or sorted(fields.items())}"


@transaction.atomic
def take_in(waiting: Import, *, further: bool = False, only: str = "") -> Compared:
    """Takes the file in: cards that are there change, new ones come behind them; returns what was done.

    ``further``: they are further cards, whatever they are known by; events get ranks and suits that are free. ``only``:
    what the file lacks goes into the bin, if that is still what had this mark. Raises ValidationError if it is not, if
    the deck would become too large, and if the file has been taken in or turned down meanwhile.
    """
    deck = Deck.objects.select_for_update().get(pk=waiting.deck_id)
    if not Import.objects.filter(pk=waiting.pk).exists():
        raise ValidationError(_("This file has been taken in already, or turned down."))
    if further:
        cards = tuple((part, dict(fields)) for part, fields in waiting.cards)
        done = Compared(tuple(_in_free_places(deck, cards)), (), 0, ())
    else:
        done = compare(waiting, locked=True)
    if only and only != done.mark:
        raise ValidationError(_("The deck has changed since you looked: look once more at what would go."))
    add_cards(deck, done.new, waiting.person)
    for draft, fields in done.changed:
        draft.fields, draft.version, draft.changed_by = fields, draft.version + 1, waiting.person
    Draft.objects.bulk_update([draft for draft, _fields in done.changed], ["fields", "version", "changed_by"], 500)
    Draft.history.bulk_history_create(
        [draft for draft, _fields in done.changed], batch_size=500, update=True, default_user=waiting.person
    )
    bring_along(deck, [fields for _draft, fields in done.changed], waiting.person)
    if only:
        bin_cards(Draft.objects.filter(pk__in=[draft.pk for draft in done.gone]), waiting.person)
        _close_up(deck)
    waiting.delete()
    return done


def _close_up(deck: Deck) -> None:
    """No place is empty, and none taken twice."""
    places: dict[str, int] = {}
    moved = []
    for draft in deck.drafts.order_by("part", "position", "pk"):
        places[draft.part] = places.get(draft.part, 0) + 1
        if draft.position != places[draft.part]:
            draft.position = places[draft.part]
            moved.append(draft)
    Draft.objects.bulk_update(moved, ["position"], 500)


def _in_free_places(deck: Deck, cards: Iterable[tuple[Part, Fields]]) -> Iterator[tuple[Part, Fields]]:
    """The cards, each event at a rank and suit that no other has, each statement with a number of its own."""
    drafts = [(draft.part, draft.fields) for draft in deck.drafts.all()]
    taken = {(fields.get("suit", ""), fields.get("rank", "")) for part, fields in drafts if part == "event"}
    choices = {field.path: field.choices for field in LAYOUT["event"]}
    free = (place for place in product(choices["suit"], choices["rank"]) if place not in taken)
    numbers = [number(fields.get("number", ""), 0) for part, fields in drafts if part == "statement"]
    counted = count(max(numbers, default=0) + 1)
    for part, fields in cards:
        if part == "event":
            suit, rank = next(free, ("", ""))
            yield part, fields | {"suit": suit, "rank": rank}
        elif part == "statement":
            yield part, fields | {"number": str(next(counted))}
        else:
            yield part, fields
