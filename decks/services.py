"""What changes editions, flags, readings and readers' statements, and decks that come whole.

Beside it write `writing.py` (decks and drafts at the desk), `taking.py` (files of cards), `describing.py`,
`reviewing.py`, `pictures.py` and `roles.py`, each what its name says.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final

import msgspec
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from decks.cards import find_card
from decks.contributions import Offered, Refused, faults, tidy
from decks.models import Contribution, Deck, Draft, Edition, Flag, Picture, Reading, digest_of
from decks.packaged import About, Source
from games.rules.pack import Pack, Statement
from games.rules.scene import uploaded_in
from games.rules.words import LANGUAGES, N_, Text

PACKS_KEPT = 64
NOTHING = Text()

READERS_DECK = "swiss-quiz-readers"
READERS_TITLE = N_("Swiss Quiz: readers’ statements")
READERS_ABOUT = N_("Statements about Switzerland that readers have sent in, half of them true and half of them false.")
READERS_LICENCE = Text(en="CC BY-SA 4.0")
READERS_DIFFICULTY: Final = 2

_decoder = msgspec.json.Decoder(Pack)


def canonical(pack: Pack) -> str:
    """The one way a pack is written down, so that equal packs have equal hashes."""
    return msgspec.json.encode(pack, order="deterministic").decode()


@transaction.atomic
def publish(
    pack: Pack,
    *,
    description: Text = NOTHING,
    credits: Text = NOTHING,
    licence: Text = NOTHING,
    by: Any = None,
) -> Edition:
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
    last = deck.editions.aggregate(last=Max("number"))["last"] or 0
    edition = Edition(deck=deck, number=last + 1, content=content, published_by=by)
    edition.save()
    shown = {uploaded_in(scene) for event in pack.events for scene in event.scene.all()}
    Picture.objects.filter(key__in=shown, published=False).update(published=True)
    return edition


@transaction.atomic
def bring(source: Source) -> str:
    """Publishes a packaged deck, unless that would undo what people here have decided; says in a word what was done.

    What was brought once is never brought again: it may have been corrected, withdrawn or put away since; but what the
    deck says of itself comes anew with the cards it stands beside. A new content
    comes only over one that a package has brought; who writes the deck here takes it over by hand, or not.
    """
    pack, about = source.pack, source.about
    deck, there = Deck.objects.select_for_update().filter(slug=pack.slug).first(), False
    if deck is not None:
        if deck.deleted_at is not None:
            return "left alone, it was deleted here"
        current, digest = deck.current, digest_of(canonical(pack))
        written_here = deck.owner_id or deck.wording or Draft.everything.filter(deck=deck).exists()
        ours = current is not None and not written_here and not current.published_by_id
        there = deck.editions.filter(digest=digest).exists()
        if there:
            if not (ours and current and current.digest == digest and _says_otherwise(deck, about)):
                return "unchanged"
        elif not ours:
            return "left alone, people here have changed it"
    edition = publish(pack, description=about.description, credits=about.credits, licence=about.licence)
    return "described anew" if there else f"loaded edition {edition.number}"


def _says_otherwise(deck: Deck, about: About) -> bool:
    """Does the package describe the deck in other words than this site does?"""
    texts = ("title", "description", "credits", "licence")
    return any(getattr(deck, field) != msgspec.to_builtins(getattr(about, field)) for field in texts)


@lru_cache(maxsize=PACKS_KEPT)
def pack_of(edition_id: int) -> Pack:
    """The cards of an edition, decoded once per process: an edition never changes."""
    return _decoder.decode(Edition.objects.values_list("content", flat=True).get(pk=edition_id))


def flag_card(
    edition: Edition, card: str, reason: str, note: str, language: str, context: Mapping[str, Any], sender: Any = None
) -> Flag:
    """Sends a card to its authors; a ``sender`` with an account hears what became of it.

    Raises ValidationError for an unknown card or reason or a long note.
    """
    if find_card(pack_of(edition.pk), card) is None:
        raise ValidationError({"card": _("This deck has no such card.")})
    flag = Flag(edition=edition, card=card, reason=reason, note=note.strip(), language=language, context=dict(context))
    flag.sender = _with_account(sender)
    flag.full_clean()
    flag.save()
    return flag


def note_readings(readings: Iterable[Reading]) -> None:
    """Keeps how often the cards were known at a table; what is known of it already stays as it is."""
    Reading.objects.bulk_create(readings, ignore_conflicts=True)


def settle_flags(flags: Iterable[Flag], word: str = "") -> int:
    """Marks flags as dealt with, with a word to those who have sent them; returns how many were open."""
    still_open = Flag.objects.filter(pk__in=[flag.pk for flag in flags], state=Flag.State.OPEN)
    return still_open.update(state=Flag.State.SETTLED, word=word, settled_at=timezone.now())


def reopen_flags(flags: Iterable[Flag]) -> int:
    """Opens flags again that were settled; returns how many were."""
    settled = Flag.objects.filter(pk__in=[flag.pk for flag in flags], state=Flag.State.SETTLED)
    return settled.update(state=Flag.State.OPEN, word="", settled_at=None)


def _with_account(person: Any) -> Any:
    return person if isinstance(person, AbstractBaseUser) else None


# ---------------------------------------------------------------------- readers' statements (SQ-X1)


def send(name: str, language: str, offered: Sequence[Offered], sender: Any = None) -> Contribution:
    """Statements arrive and wait for an editor. Raises Refused with everything that is wrong with them."""
    contribution = Contribution(sender=_with_account(sender))
    _write(contribution, name, language, offered)
    contribution.save()
    return contribution


def _write(contribution: Contribution, name: str, language: str, offered: Sequence[Offered]) -> None:
    name = tidy(name)
    offered = [msgspec.structs.replace(one, text=tidy(one.text), explanation=tidy(one.explanation)) for one in offered]
    if found := list(faults(name, offered)):
        raise Refused(found)
    contribution.name, contribution.language = name, language
    contribution.statements = msgspec.to_builtins(offered)
    contribution.full_clean()


def sent_mark(contribution: Contribution) -> str:
    """Stands for exactly these statements: whoever mends them or decides on them says so with it."""
    sent = [contribution.name, contribution.language, contribution.statements]
    return digest_of(msgspec.json.encode(sent, order="deterministic").decode())


def _still(contribution: Contribution, expected: str, seen: str | None) -> Contribution | None:
    """The statements, locked, if they are in this state and, with ``seen``, if they are those that were looked at."""
    row = Contribution.objects.select_for_update().get(pk=contribution.pk)
    return row if row.state == expected and seen in (None, sent_mark(row)) else None


def send_again(
    contribution: Contribution, name: str, language: str, offered: Sequence[Offered], seen: str | None = None
) -> bool:
    """Statements that were given back arrive once more; False if they are not waiting for that. Raises Refused."""
    return _rewrite(contribution, Contribution.State.RETURNED, name, language, offered, seen)


def correct(
    contribution: Contribution, name: str, language: str, offered: Sequence[Offered], seen: str | None = None
) -> bool:
    """An editor mends statements that wait; False if they have been decided on or changed since. Raises Refused."""
    return _rewrite(contribution, Contribution.State.NEW, name, language, offered, seen)


@transaction.atomic
def _rewrite(
    contribution: Contribution,
    expected: str,
    name: str,
    language: str,
    offered: Sequence[Offered],
    seen: str | None,
) -> bool:
    row = _still(contribution, expected, seen)
    if row is None:
        return False
    _write(row, name, language, offered)
    row.state = Contribution.State.NEW
    row.save()
    return True


def readers_deck() -> Deck | None:
    """The deck of readers' statements: the one that accepted ones are in, whatever it is called."""
    return Deck.objects.filter(deleted_at=None, editions__contributions__isnull=False).first()


def _begin_readers_deck() -> Deck:
    """The readers' deck, empty; if somebody's own deck has its address, at the next one."""
    taken = set(Deck.objects.filter(slug__startswith=READERS_DECK).values_list("slug", flat=True))
    names = (READERS_DECK if number == 1 else f"{READERS_DECK}-{number}" for number in count(1))
    slug = next(name for name in names if name not in taken)
    return Deck.objects.get_or_create(slug=slug, defaults={"kind": Deck.Kind.STATEMENT})[0]


@transaction.atomic
def accept(contribution: Contribution, seen: str | None = None) -> Edition | None:
    """Adds the statements to the next edition of the readers' deck; accepted once, they stay in that edition.

    None, and nothing has changed, if they were given back or declined before or are no longer those that were seen.
    """
    row = _still(contribution, Contribution.State.NEW, seen)
    if row is None:
        return Contribution.objects.get(pk=contribution.pk).edition
    # Whoever accepts other statements at the same time waits here and then adds theirs to ours.
    deck = readers_deck() or _begin_readers_deck()
    Deck.objects.select_for_update().get(pk=deck.pk)
    latest = deck.editions.order_by("-number").first()  # though it is withdrawn, or the deck put away
    before = pack_of(latest.pk) if latest else Pack(deck.slug, NOTHING, "statement", ())
    spoken = {*before.languages, row.language}
    pack = msgspec.structs.replace(
        before,
        title=in_every_language(READERS_TITLE),
        languages=tuple(language for language in LANGUAGES if language in spoken),
        statements=(*before.statements, *_as_cards(row, before.statements)),
    )
    senders = Contribution.objects.filter(edition__deck=deck).order_by("edition__number").values_list("name", flat=True)
    row.edition = publish(
        pack,
        description=in_every_language(READERS_ABOUT),
        credits=Text(en=", ".join(dict.fromkeys([*senders, row.name]))),
        licence=READERS_LICENCE,
    )
    row.state = Contribution.State.ACCEPTED
    row.save(update_fields=["state", "edition"])
    return row.edition


def _as_cards(contribution: Contribution, before: Sequence[Statement]) -> Iterable[Statement]:
    """The statements with the numbers that follow, well mixed: many write all the true ones first."""
    mixed = sorted(contribution.offered, key=lambda one: hashlib.sha256(one.text.encode()).digest())
    first = max((statement.number for statement in before), default=0) + 1
    for number, one in enumerate(mixed, start=first):
        yield Statement(
            number=number,
            category=one.category,
            truth=bool(one.truth),
            difficulty=READERS_DIFFICULTY,
            text=Text(**{contribution.language: one.text}),
            explanation=Text(**{contribution.language: one.explanation}),
            basis=f"Sent in by {contribution.name}.",
        )


@transaction.atomic
def give_back(contribution: Contribution, seen: str | None = None) -> bool:
    """The sender may change the statements and send them again; False if they are decided on, or others than seen.

    Raises ValidationError without a word that says what to change.
    """
    if not contribution.word.strip():
        raise ValidationError({"word": _("Say in a word what to change.")})
    return _decide(contribution, Contribution.State.RETURNED, seen)


@transaction.atomic
def forget(contribution: Contribution) -> bool:
    """Deletes statements that nobody needs; False if they are in the deck, where they stay."""
    return bool(Contribution.objects.filter(pk=contribution.pk, edition=None).delete()[0])


@transaction.atomic
def decline(contribution: Contribution, seen: str | None = None) -> bool:
    """Does not take the statements; False if they have been decided on, or are others than those that were seen."""
    return _decide(contribution, Contribution.State.DECLINED, seen)


def _decide(contribution: Contribution, state: str, seen: str | None) -> bool:
    row = _still(contribution, Contribution.State.NEW, seen)
    if row is not None:
        row.state = state
        row.save(update_fields=["state"])
    return row is not None


def answer(contribution: Contribution, word: str) -> None:
    """A word to the sender, to be read at the private link."""
    contribution.word = word.strip()
    contribution.full_clean()
    contribution.save(update_fields=["word"])


def in_every_language(sentence: str) -> Text:
    """A sentence of the catalogues as the text of a deck."""
    said = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said[language] = _(sentence)
    return Text(**said)
