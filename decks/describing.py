"""What a deck says of itself: its title and the like in each language, who finds it, and who writes it too."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from decks.models import Deck, digest_of
from games.rules.words import LANGUAGES

NAMES: Final = {
    "title": gettext_lazy("Title"),
    "description": gettext_lazy("Description"),
    "credits": gettext_lazy("Credits"),
    "licence": gettext_lazy("Licence"),
}
LONGEST: Final = {"title": 200, "description": 500, "credits": 2_000, "licence": 500}


class Changed(Exception):
    """Somebody has changed it since the form was opened; ``deck`` is as they left it."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        super().__init__(str(deck))


class Waiting(Struct, frozen=True):
    """A text that the next edition changes, in one language."""

    label: str
    language: str
    before: str
    now: str


def waiting(deck: Deck) -> Iterator[Waiting]:
    """What the next edition changes of what the deck says of itself."""
    public = Deck.objects.get(pk=deck.pk)
    for field, texts in public.wording.items():
        before = getattr(public, field)
        for language in LANGUAGES:
            if before.get(language, "") != texts.get(language, ""):
                yield Waiting(str(NAMES[field]), language, before.get(language, ""), texts.get(language, ""))


def mark_of(deck: Deck) -> str:
    """Stands for exactly what the deck says of itself now: whoever changes it has seen this."""
    return _mark(deck, (person.pk for person in deck.shared_with.all()))


def _mark(deck: Deck, people: Iterable[int]) -> str:
    said = [*(getattr(deck, field) for field in LONGEST), deck.languages, deck.listed, sorted(people)]
    return digest_of(msgspec.json.encode(said, order="deterministic").decode())


@transaction.atomic
def describe(
    deck: Deck,
    texts: Mapping[str, Mapping[str, str]],
    *,
    languages: Iterable[str] = (),
    listed: bool | None = None,
    people: Iterable[Any] | None = None,
    seen: str | None = None,
) -> None:
    """What the deck is: ``{"title": {"en": ...}}``; a language that is not named stays as it is, none goes.

    Texts of a deck that has an edition wait for the next one: whoever approves that has read them.
    ``seen``: only if what there is has this mark, or would not change. Raises Changed, and ValidationError by field
    (``title.en``) for what has become too long.
    """
    row = Deck.objects.select_for_update().get(pk=deck.pk)
    public = {field: getattr(row, field) for field in NAMES}
    there = mark_of(row.as_written())
    if wrong := {f"{field}.{language}": what for field, language, what in _too_long(row, texts)}:
        raise ValidationError(wrong)
    for field, said in texts.items():
        now = getattr(row, field) | {language: _tidy(text) for language, text in said.items()}
        setattr(row, field, {language: text for language, text in now.items() if text})
    if new := set(languages) - set(row.languages):
        row.languages = [one for one in LANGUAGES if one in {*row.languages, *new}]
    row.listed = row.listed if listed is None else listed
    people = list(row.shared_with.all() if people is None else people)
    if seen not in (None, there) and _mark(row, (person.pk for person in people)) != there:
        raise Changed(Deck.objects.get(pk=row.pk).as_written())
    fields: Iterable[str] = texts
    if row.editions.exists():
        row.wording = {field: now for field, before in public.items() if (now := getattr(row, field)) != before}
        fields = ["wording"]
    row.save(update_fields=[*fields, "languages", "listed", "updated_at"])
    row.shared_with.set(people)


def _tidy(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _too_long(deck: Deck, texts: Mapping[str, Mapping[str, str]]) -> Iterable[tuple[str, str, str]]:
    """The texts that have become longer than they may be: field, language, and what to do."""
    for field, said in texts.items():
        for language, text in said.items():
            size = len(_tidy(text))
            if size > LONGEST[field] and _tidy(text) != _tidy(getattr(deck, field).get(language, "")):
                what = _("Please shorten this to %(most)s characters; it has %(n)s.")
                yield field, language, what % {"most": LONGEST[field], "n": size}
