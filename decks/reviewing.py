"""Looking a deck through: what has changed since the last edition, a word for each card, given back or approved."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from decks.cards import Card, cards_of, key_of
from decks.flat import Fields, Part, flatten, label_of, name_of, part_of, paths_of
from decks.models import Deck, Draft, Edition
from decks.past import Piece, compared
from decks.services import pack_of
from decks.writing import Changed, Unready, built, freeze, mark_of, pack_from

LONGEST_WORD: Final = 500
_ON_ITS_SIDES: Final[dict[Part, frozenset[str]]] = {
    "statement": frozenset({"number", "truth", "text", "explanation"}),
    "event": frozenset({"rank", "suit", "year", "name", "mnemonic", "scene"}),
    "question": frozenset({"ask", "answer"}),
    "show": frozenset({"title", "questions", "name"}),
}


class Decided(Exception):
    """Somebody else has decided on the deck in the meantime."""


class Line(Struct, frozen=True):
    """A text of a card that its sides do not show, or one that has changed: word by word."""

    label: str
    pieces: tuple[Piece, ...]


class Change(Struct, frozen=True):
    """A card that is new, changed or gone since the last edition."""

    what: Literal["added", "changed", "removed"]
    name: str
    draft: Draft | None
    before: Card | None
    now: Card | None


def changes(deck: Deck, cards: Sequence[tuple[Draft, Card | None]], current: Edition | None) -> list[Change]:
    """What an edition of these cards would change, in the order of the deck; what goes comes last.

    Without drafts nothing would: a deck that came whole has none.
    """
    if not cards:
        return []
    old = dict(cards_of(pack_of(current.pk))) if current else {}
    found = []
    for key, draft, card in _keyed(cards):
        before = old.pop(key, None)
        if before is None or flatten(before) != flatten(card):
            name = _name(card, draft.position, deck.languages)
            found.append(Change("changed" if before else "added", name, draft, before, card))
    gone = (Change("removed", _name(card, 0, deck.languages), None, card, None) for card in old.values())
    return [*found, *gone]


def _keyed(cards: Iterable[tuple[Draft, Card | None]]) -> Iterator[tuple[str, Draft, Card]]:
    """Each finished card with the key it will have in the edition."""
    places: Counter[Part] = Counter()
    for draft, card in cards:
        if card is not None:
            places[part_of(card)] += 1
            yield key_of(card, places[part_of(card)]), draft, card


def _name(card: Card, position: int, languages: Sequence[str]) -> str:
    return name_of(part_of(card), flatten(card), position, languages)


def lines(before: Card | None, now: Card | None, languages: Sequence[str]) -> Iterator[Line]:
    """What the sides of a card do not tell: its story, what its picture shows, what counts; and what has changed."""
    card = now or before
    assert card is not None
    part = part_of(card)
    after = flatten(card)
    then: Fields = flatten(before) if before else after
    for path in paths_of(part, languages):
        was, is_now = then.get(path, ""), after.get(path, "")
        told = _ON_ITS_SIDES[part].intersection(path.split("."))
        if (was or is_now) and (not told or (was != is_now and not path.startswith("scene."))):
            yield Line(label_of(part, path), compared(part, path, was, is_now))


@transaction.atomic
def say(deck: Deck, words: Mapping[int, str]) -> None:
    """What an editor has to say about cards of a deck, by the numbers of their drafts; an empty word takes it back.

    Raises Decided if the deck waits no longer.
    """
    for draft in _waiting(deck).drafts.filter(pk__in=words):
        if draft.remark != words[draft.pk]:
            Draft.objects.filter(pk=draft.pk).update(remark=words[draft.pk])


@transaction.atomic
def give_back(deck: Deck, reason: str) -> None:
    """The author goes on writing, and reads why.

    Raises ValidationError if neither the deck nor any card has a word, and Decided if it waits no longer.
    """
    row = _waiting(deck)
    if not reason and not row.drafts.exclude(remark="").exists():
        raise ValidationError(_("Say what to change: here, or beside the cards."))
    row.state, row.asked_by, row.word = Deck.State.DRAFT, None, reason
    row.save(update_fields=["state", "asked_by", "word", "updated_at"])


@transaction.atomic
def approve(deck: Deck, user: Any, seen: str, reason: str = "") -> tuple[Edition, int]:
    """Publishes what is ready: every card without a word. Gives the edition, and how many cards go back.

    A card with a word stays as it was published, or stays out, and the deck goes back to its author. Raises Unready
    while something is wrong with the other cards, Changed if they are no longer those that were looked at,
    ValidationError if no card is ready, and Decided if the deck waits no longer.
    """
    row = _waiting(deck)
    cards, problems = built(row)
    if seen != mark_of(pack_from(row, (card for _draft, card in cards)), row):
        raise Changed
    held = {draft.pk for draft, _card in cards if draft.remark}
    if stopping := [problem for problem in problems if problem.draft not in held]:
        raise Unready(stopping)
    ready = list(_ready(row, cards))
    if not ready:
        raise ValidationError(_("No card is ready: give the deck back."))
    edition = freeze(row, pack_from(row, ready), user)
    state = Deck.State.DRAFT if held else Deck.State.PUBLISHED
    Deck.objects.filter(pk=row.pk).update(state=state, asked_by=None, word=reason if held else "", wording={})
    row.drafts.update(heeded="")
    return edition, len(held)


def _ready(deck: Deck, cards: Iterable[tuple[Draft, Card | None]]) -> Iterator[Card]:
    """The cards without a word, and what was published in place of those with one."""
    old = dict(cards_of(pack_of(deck.current.pk))) if deck.current else {}
    for key, draft, card in _keyed(cards):
        if not draft.remark:
            yield card
        elif key in old:
            yield old[key]


def _waiting(deck: Deck) -> Deck:
    """The deck, locked, if it waits for a decision. Raises Decided."""
    row = Deck.objects.select_for_update().get(pk=deck.pk)
    if row.state != Deck.State.REVIEW:
        raise Decided
    return row.as_written()
