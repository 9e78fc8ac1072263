"""What changes drafts: decks that are begun, cards that are written, and the way from there to an edition."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec import Struct

from decks.cards import Card, cards_of, key_of
from decks.flat import LAYOUT, PARTS, Fields, Part, flatten, kind_of, known, label_of, name_of, part_of, paths_of
from decks.models import Deck, Draft, Edition, digest_of
from decks.packaged import About, is_packaged
from decks.pictures import bring_along, keys_of
from decks.services import READERS_DECK, canonical, pack_of, publish
from decks.starters import Start, starter
from games.rules.pack import Event, Pack, QuestionCard, QuizShow, Statement
from games.rules.words import LANGUAGES, Text

IN_THE_BIN = timedelta(days=90)  # so long a removed card can be put back
ONE_SITTING = timedelta(minutes=5)  # what is typed within it is one step of a card's history
LONGEST_FIELD = 5_000
LONGEST_STAMP = 24
_IN_LETTERS = str.maketrans({"–": "-", "—": "-", "/": "-", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
MOST_CARDS = 10_000
_LIMITED = {"story", "explanation", "answer", "alt", "title", "name"}  # texts that once might be of any length
RESERVED = {"write", "review", "contribute", READERS_DECK}  # what has another meaning after /decks/


class Stale(Exception):
    """Somebody else has saved the card since it was opened; ``draft`` is what they have saved."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        super().__init__(str(draft))


class Unready(Exception):
    """The deck cannot be published yet; ``problems`` says why, draft by draft."""

    def __init__(self, problems: "list[Problem]") -> None:
        self.problems = problems
        super().__init__(f"{len(problems)} problems")


class Changed(Exception):
    """The drafts are no longer those that somebody has looked at and approved."""


class Problem(Struct, frozen=True):
    """Something an author has to put right. Without a draft it belongs to the deck."""

    draft: int | None
    name: str
    path: str
    what: str
    label: str = ""  # what its author calls the field


# -- decks -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def begin_deck(
    owner: Any, kind: str, title: str, language: str, languages: Sequence[str], start: Start = "empty"
) -> Deck:
    """A new deck, empty or with the cards of a template. Raises ValidationError for no title or a kind there is not."""
    chosen = [one for one in LANGUAGES if one in {language, *languages}]
    deck = Deck(
        slug=_free_slug(title),
        kind=kind,
        title={language: title.strip()},
        languages=chosen,
        credits=dict.fromkeys(chosen, owner.get_username()),
        licence=dict.fromkeys(chosen, "CC BY-SA 4.0"),
        state=Deck.State.DRAFT,
        listed=False,
        owner=owner,
    )
    if not title.strip():
        raise ValidationError({"title": _("A deck needs a title.")})
    deck.full_clean()
    deck.save()
    add_cards(deck, starter(kind_of(kind), start), owner)
    return deck


def _free_slug(title: str) -> str:
    """A short name that no deck has yet, and that means nothing else."""
    stem = slugify(title.translate(_IN_LETTERS))[:50].strip("-") or "deck"
    taken = set(Deck.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 10_000))
    return next(slug for slug in names if slug not in taken | RESERVED and not is_packaged(slug))


@transaction.atomic
def duplicate(deck: Deck, owner: Any) -> Deck:
    """A copy to change freely: the drafts, or the cards of the latest edition if there are none."""
    copy = Deck(
        slug=_free_slug(f"{deck.slug} 2"),
        kind=deck.kind,
        title=deck.title,
        description=deck.description,
        languages=deck.languages,
        credits=deck.credits,
        licence=deck.licence,
        state=Deck.State.DRAFT,
        listed=False,
        owner=owner,
    )
    copy.save()
    drafts = list(deck.drafts.all())
    if drafts:
        add_cards(copy, [(draft.part, draft.fields) for draft in drafts], owner)
    elif deck.current is not None:
        add_cards(copy, _cards(pack_of(deck.current.pk)), owner)
    return copy


@transaction.atomic
def open_again(edition: Edition, user: Any) -> int:
    """The cards of an edition become the deck's drafts, in place of those there are; returns how many."""
    deck = Deck.objects.select_for_update().get(pk=edition.deck_id)
    bin_cards(deck.drafts.all(), user)
    Deck.objects.filter(pk=deck.pk).update(state=Deck.State.DRAFT, asked_by=None)
    return add_cards(deck, _cards(pack_of(edition.pk)), user)


def _cards(pack: Pack) -> list[tuple[Part, Fields]]:
    return [(part_of(card), flatten(card)) for _key, card in cards_of(pack)]


# -- cards -----------------------------------------------------------------------------------------------------------


def add_cards(deck: Deck, cards: Iterable[tuple[str, Fields]], user: Any) -> int:
    """The only way for cards to come into a deck; their pictures come along."""
    last: dict[str, int] = dict(deck.drafts.values_list("part").annotate(Max("position")).order_by())
    drafts = []
    for part, fields in cards:
        last[part] = last.get(part, 0) + 1
        drafts.append(Draft(deck=deck, part=part, position=last[part], fields=fields, changed_by=_person(user)))
    if deck.drafts.count() + len(drafts) > MOST_CARDS:
        raise ValidationError(_("A deck has at most %(n)s cards.") % {"n": MOST_CARDS})
    made = Draft.objects.bulk_create(drafts, batch_size=500)
    Draft.history.bulk_history_create(made, batch_size=500, default_user=_person(user))
    bring_along(deck, [draft.fields for draft in made], _person(user))
    return len(made)


def _person(user: Any) -> Any:
    return user if isinstance(user, AbstractBaseUser) else None


def _key(user: Any) -> int | None:
    return user.pk if isinstance(user, AbstractBaseUser) else None


@transaction.atomic
def add_card(deck: Deck, part: str, user: Any, fields: Mapping[str, str] | None = None) -> Draft:
    """A new card at the end. Raises ValidationError for a part that this kind of deck does not have."""
    if part not in PARTS[deck.kind]:
        raise ValidationError(_("This deck has no such cards."))
    Deck.objects.select_for_update().get(pk=deck.pk)
    add_cards(deck, [(part, dict(fields or {}))], user)
    return deck.drafts.filter(part=part).latest("position")


@transaction.atomic
def save_card(draft: Draft, fields: Mapping[str, str], version: int, user: Any, stamp: str = "") -> Draft:
    """Keeps what is typed, right or wrong, also on a card that has been removed meanwhile: it stays in the bin.

    ``stamp`` names the form it was typed into: what that has saved last it may save again, be the answer lost.
    Raises Stale if the card has been saved since, in another tab or by somebody else.
    """
    row = Draft.everything.select_for_update(of=("self",)).select_related("deck").get(pk=draft.pk)
    known = set(paths_of(part_of_draft(row), row.deck.languages))
    kept = {path: text for path, text in row.fields.items() if path not in known}  # of languages not shown now
    typed = {path: fields[path][:LONGEST_FIELD] for path in known if fields.get(path, "").strip()}
    if row.fields == kept | typed:
        return row
    before = row.history.first()
    own = before is not None and before.history_user_id is not None and before.history_user_id == _key(user)
    age = timezone.now() - before.history_date if before else ONE_SITTING
    # Whoever types on while the last words are still being kept does not quarrel with themselves.
    if row.version != version and not (own and stamp and row.stamp == _stamped(stamp, row.version)):
        raise Stale(row)
    seen = row.version == version
    row.fields, row.version = kept | typed, row.version + 1
    row.stamp = _stamped(stamp, row.version) if stamp else ""
    if row.removed_at is None:  # else it goes on telling who has removed it
        row.changed_by = _person(user)
    _save_as(row, user)
    if before and seen and own and before.history_type == "~" and age < ONE_SITTING:
        before.delete()
    return row


def _stamped(stamp: str, version: int) -> str:
    """Which form has made this version; whatever else changes the card makes another, and the stamp counts no more."""
    return f"{stamp[:LONGEST_STAMP]} {version}"


@transaction.atomic
def undo(draft: Draft, record: int, version: int, user: Any) -> Draft:
    """The card as it was at this point of its history, as a new step of it. Raises Stale like save_card."""
    then = draft.history.get(history_id=record)
    row = Draft.objects.select_for_update().get(pk=draft.pk)
    if row.fields == then.fields:
        return row
    # Whoever has typed on since the page came does not quarrel with themselves: what they typed is a step, too.
    if row.version != version and row.changed_by_id != getattr(user, "pk", None):
        raise Stale(row)
    row.fields, row.version, row.changed_by = then.fields, row.version + 1, _person(user)
    _save_as(row, user)
    return row


@transaction.atomic
def remove_card(draft: Draft, user: Any) -> None:
    """Puts a card into the deck's bin; those behind it move up."""
    Deck.objects.select_for_update().get(pk=draft.deck_id)
    draft.refresh_from_db(fields=["position"])
    if bin_cards(Draft.objects.filter(pk=draft.pk), user):
        Draft.objects.filter(deck=draft.deck_id, part=draft.part, position__gt=draft.position).update(
            position=F("position") - 1
        )


@transaction.atomic
def put_back(draft: Draft, user: Any) -> Draft:
    """Takes a card out of the bin, to the place it had; those behind it move down."""
    Deck.objects.select_for_update().get(pk=draft.deck_id)
    row = Draft.everything.select_for_update().get(pk=draft.pk)
    if row.removed_at is None:
        return row
    there = Draft.objects.filter(deck=row.deck_id, part=row.part)
    if there.count() >= MOST_CARDS:
        raise ValidationError(_("A deck has at most %(n)s cards.") % {"n": MOST_CARDS})
    row.position = min(row.position, there.count() + 1)
    there.filter(position__gte=row.position).update(position=F("position") + 1)
    row.removed_at, row.changed_by = None, _person(user)
    _save_as(row, user)
    return row


def empty_bins(before: datetime) -> int:
    """Forgets for good what has lain in bins since then, with its history; returns how many cards that were."""
    old = Draft.everything.filter(removed_at__lt=before)
    gone = list(old.values_list("pk", flat=True))
    Draft.history.filter(id__in=gone).delete()
    Draft.everything.filter(pk__in=gone).delete()
    Draft.history.filter(id__in=gone).delete()  # that they went is forgotten too
    return len(gone)


def bin_cards(drafts: QuerySet[Draft], user: Any) -> int:
    """Puts cards into the bin of their deck; returns how many."""
    return drafts.update(removed_at=timezone.now(), changed_by=_person(user))


@transaction.atomic
def move_card(draft: Draft, by: int) -> None:
    """One place up (-1) or down (1), if there is one."""
    Deck.objects.select_for_update().get(pk=draft.deck_id)
    draft.refresh_from_db()
    there = Draft.objects.filter(deck=draft.deck_id, part=draft.part)
    if by < 0:
        other = there.filter(position__lt=draft.position).order_by("-position").first()
    else:
        other = there.filter(position__gt=draft.position).order_by("position").first()
    if other is not None and draft.removed_at is None:
        there.filter(pk=other.pk).update(position=draft.position)
        there.filter(pk=draft.pk).update(position=other.position)


def _save_as(draft: Draft, user: Any) -> None:
    """Saves it as a step of its history that is this person's, whoever's request it came with."""
    draft._history_user = _person(user)  # type: ignore[attr-defined]
    draft.save()


def part_of_draft(draft: Draft) -> Part:
    """Which part of its deck the draft belongs to."""
    return next(part for part in LAYOUT if part == draft.part)


# -- what is wrong, and what is different ----------------------------------------------------------------------------


def built(deck: Deck) -> tuple[list[tuple[Draft, Card | None]], list[Problem]]:
    """Every draft with the card it makes, and everything that is wrong with them."""
    problems: list[Problem] = []
    cards: list[tuple[Draft, Card | None]] = []
    first: dict[str, str] = {}
    fit_once: set[tuple[str, str]] | None = None
    order: dict[str, int] = {part: number for number, part in enumerate(PARTS[deck.kind])}
    pictures, reader = keys_of(deck), get_language() or ""
    drafts = deck.drafts.defer("changed_at", "removed_at")
    for draft in sorted(drafts, key=lambda one: (order.get(one.part, 9), one.position)):
        part = part_of_draft(draft)
        card, wrong = known(part, tuple(draft.fields.items()), tuple(deck.languages), pictures, reader)
        name = name_of(part, draft.fields, draft.position, deck.languages)
        long = {
            (path, text) for path, _what in wrong if _LIMITED & {*path.split(".")} and (text := draft.fields.get(path))
        }
        if long:
            fit_once = _published_texts(deck) if fit_once is None else fit_once
            wrong = tuple(one for one in wrong if (one[0], draft.fields.get(one[0])) not in long & fit_once)
        problems += [Problem(draft.pk, name, path, what, label_of(part, path)) for path, what in wrong]
        cards.append((draft, card))
        if card is not None:
            before = first.setdefault(key_of(card, draft.position), name)
            if before is not name:
                field = "number" if isinstance(card, Statement) else "rank"
                what = _("“%(other)s” has the same; each card must be there once.") % {"other": before}
                problems.append(Problem(draft.pk, name, field, what, label_of(part, field)))
    for language in deck.languages:
        if not deck.title.get(language, "").strip():
            what = _("The title is missing in a language of the deck: %(language)s.") % {"language": language}
            problems.append(Problem(None, "", f"title.{language}", what))
    if not cards:
        problems.append(Problem(None, "", "", _("There is no card yet.")))
    return cards, problems


def _published_texts(deck: Deck) -> set[tuple[str, str]]:
    """The texts that stand in the deck's edition: fit for one once, and so they stay, however long they are."""
    cards = cards_of(pack_of(deck.current.pk)) if deck.current else ()
    return {one for _key, card in cards for one in flatten(card).items()}


def card_name(draft: Draft, deck: Deck) -> str:
    """How a card is called in a list."""
    return name_of(part_of_draft(draft), draft.fields, draft.position, deck.languages)


def pack_from(deck: Deck, cards: Iterable[Card | None]) -> Pack:
    """The pack that these cards make."""
    there = [card for card in cards if card is not None]
    return Pack(
        slug=deck.slug,
        title=Text(**deck.title),
        kind=kind_of(deck.kind),
        languages=tuple(deck.languages),
        statements=tuple(sorted((c for c in there if isinstance(c, Statement)), key=lambda card: card.number)),
        events=tuple(card for card in there if isinstance(card, Event)),
        questions=tuple(card for card in there if isinstance(card, QuestionCard)),
        shows=tuple(card for card in there if isinstance(card, QuizShow)),
    )


def about_of(deck: Deck) -> About:
    """What the deck says of itself."""
    return About(
        title=Text(**deck.title),
        description=Text(**deck.description),
        kind=kind_of(deck.kind),
        languages=tuple(deck.languages),
        credits=Text(**deck.credits),
        licence=Text(**deck.licence),
    )


# -- draft, in review, published -------------------------------------------------------------------------------------


def mark_of(pack: Pack, deck: Deck) -> str:
    """Stands for exactly these cards and what the deck says of itself: whoever approves them says so with it."""
    said = msgspec.json.encode([deck.description, deck.credits, deck.licence], order="deterministic").decode()
    return digest_of(canonical(pack) + said)


def may_approve(deck: Deck, user: Any) -> bool:
    """Editors approve; with approval asked for, only what waits for it, and not what they have sent in themselves."""
    if not settings.DECKS_NEED_APPROVAL:
        return Deck.objects.writable_by(user).filter(pk=deck.pk).exists()
    waits = deck.state == Deck.State.REVIEW and deck.asked_by_id not in (None, user.pk)
    return waits and bool(user.has_perm("decks.change_deck"))


@transaction.atomic
def ask_for_review(deck: Deck, user: Any) -> None:
    """Sends the drafts to the editors. Raises Unready while something is wrong with them.

    What was said when they were given back counts as heeded; editors see it beside the cards once more.
    """
    row = Deck.objects.select_for_update().get(pk=deck.pk).as_written()
    _cards_now, problems = built(row)
    if problems:
        raise Unready(problems)
    row.state, row.asked_by, row.word = Deck.State.REVIEW, user, ""
    row.save(update_fields=["state", "asked_by", "word", "updated_at"])
    row.drafts.exclude(remark="").update(heeded=F("remark"), remark="")


@transaction.atomic
def send_back(deck: Deck) -> None:
    """The author goes on writing."""
    Deck.objects.filter(pk=deck.pk, state=Deck.State.REVIEW).update(state=Deck.State.DRAFT, asked_by=None)


@transaction.atomic
def publish_drafts(deck: Deck, user: Any, seen: str | None = None) -> Edition:
    """Freezes the drafts as the next edition, with what the deck says of itself.

    ``seen``: only if they are still those that this person has looked at, and may publish. Raises Unready while
    something is wrong, and Changed; then nothing has changed.
    """
    row = Deck.objects.select_for_update().get(pk=deck.pk).as_written()
    cards, problems = built(row)
    if problems:
        raise Unready(problems)
    pack = pack_from(row, (card for _draft, card in cards))
    if seen is not None and (seen != mark_of(pack, row) or not may_approve(row, user)):
        raise Changed
    edition = freeze(row, pack, user)
    Deck.objects.filter(pk=row.pk).update(state=Deck.State.PUBLISHED, asked_by=None, word="", wording={})
    row.drafts.update(remark="", heeded="")
    return edition


def freeze(deck: Deck, pack: Pack, user: Any) -> Edition:
    """These cards as the deck's next edition, with what the deck says of itself."""
    return publish(
        pack,
        description=Text(**deck.description),
        credits=Text(**deck.credits),
        licence=Text(**deck.licence),
        by=_person(user),
    )
