"""The only writers of decks, editions and flags."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from decks.cards import find_card
from decks.models import Deck, Edition, Flag, digest_of
from games.rules.pack import Pack
from games.rules.words import Text

PACKS_KEPT = 64
NOTHING = Text()

_decoder = msgspec.json.Decoder(Pack)


def canonical(pack: Pack) -> str:
    """The one way a pack is written down, so that equal packs have equal hashes."""
    return msgspec.json.encode(pack, order="deterministic").decode()


@transaction.atomic
def publish(pack: Pack, *, description: Text = NOTHING, credits: Text = NOTHING, licence: Text = NOTHING) -> Edition:
    """Freezes a pack as its deck's next edition; if the latest one has these cards, it is given back."""
    facts: dict[str, Any] = {
        "kind": pack.kind,
        "title": msgspec.to_builtins(pack.title),
        "description": msgspec.to_builtins(description),
        "languages": list(pack.languages),
        "credits": msgspec.to_builtins(credits),
        "licence": msgspec.to_builtins(licence),
    }
    # Whoever publishes the same deck at the same time waits here and then finds our edition.
    deck, new = Deck.objects.select_for_update().get_or_create(slug=pack.slug, defaults=facts)
    if not new and any(getattr(deck, field) != value for field, value in facts.items()):
        for field, value in facts.items():
            setattr(deck, field, value)
        deck.save()
    content = canonical(pack)
    latest = deck.current
    if latest is not None and latest.digest == digest_of(content):
        return latest
    edition = Edition(deck=deck, number=latest.number + 1 if latest else 1, content=content)
    edition.save()
    return edition


@lru_cache(maxsize=PACKS_KEPT)
def pack_of(edition_id: int) -> Pack:
    """The cards of an edition, decoded once per process: an edition never changes."""
    return _decoder.decode(Edition.objects.values_list("content", flat=True).get(pk=edition_id))


def flag_card(edition: Edition, card: str, reason: str, note: str, language: str, context: Mapping[str, Any]) -> Flag:
    """Sends a card to its authors. Raises ValidationError for an unknown card or reason or a long note."""
    if find_card(pack_of(edition.pk), card) is None:
        raise ValidationError({"card": _("This deck has no such card.")})
    flag = Flag(edition=edition, card=card, reason=reason, note=note.strip(), language=language, context=dict(context))
    flag.full_clean()
    flag.save()
    return flag


def settle_flags(flags: Iterable[Flag], settled: bool = True) -> int:
    """Marks flags as dealt with, or opens them again; returns how many changed."""
    state = Flag.State.SETTLED if settled else Flag.State.OPEN
    return Flag.objects.filter(pk__in=[flag.pk for flag in flags]).exclude(state=state).update(state=state)
