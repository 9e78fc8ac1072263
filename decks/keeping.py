"""What becomes of a deck that has been published: taken back, put away, handed over, deleted, and what follows."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ProtectedError, QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks.models import Deck, Draft, Edition, Import, Picture, Withdrawal, new_key
from decks.packaged import is_packaged


@transaction.atomic
def withdraw(edition: Edition, user: Any) -> None:
    """Takes an edition back: the one before it stands again. Tables that play with it go on; no new one can take it."""
    Deck.objects.select_for_update().get(pk=edition.deck_id)
    Withdrawal.objects.get_or_create(edition=edition, defaults={"by": user})


def let_stand(edition: Edition) -> None:
    """An edition that was taken back stands again."""
    Withdrawal.objects.filter(edition=edition).delete()


def set_listed(deck: Deck, listed: bool) -> None:
    """Everybody finds the deck in the catalogue and in the lists of decks; or only who has the link."""
    Deck.objects.filter(pk=deck.pk).update(listed=listed)


def put_away(deck: Deck) -> None:
    """The deck goes from every list, and no new table can take it; nothing of it is lost."""
    Deck.objects.filter(pk=deck.pk, archived_at=None).update(archived_at=timezone.now())


def take_out(deck: Deck) -> None:
    """A deck that was put away is in use again."""
    Deck.objects.filter(pk=deck.pk).update(archived_at=None)


@transaction.atomic
def hand_over(deck: Deck, name: str) -> User:
    """Makes somebody else the author; whoever was goes on writing it. Raises ValidationError for nobody who writes."""
    row = Deck.objects.select_for_update().get(pk=deck.pk)
    heir = User.objects.filter(username=name.strip(), is_staff=True, is_active=True).first()
    if heir is None or not heir.has_perm("decks.add_deck"):
        raise ValidationError(_("Nobody here who writes decks is called %(names)s.") % {"names": name.strip() or "–"})
    if row.owner is not None and row.owner != heir:
        row.shared_with.add(row.owner)
    row.shared_with.remove(heir)
    row.owner = heir
    row.save(update_fields=["owner", "updated_at"])
    return heir


@transaction.atomic
def delete(deck: Deck) -> None:
    """Hides the deck from everybody, and frees its address. What is being played goes on (`forget_deleted`).

    A packaged deck keeps its address: by that the next start knows that it is not wanted here.
    """
    row = Deck.objects.select_for_update().get(pk=deck.pk)
    if row.deleted_at is None:
        row.slug, row.listed = row.slug if is_packaged(row.slug) else f"deleted-{row.pk}", False
        row.deleted_at = timezone.now()
        row.key = new_key()
        row.save(update_fields=["slug", "listed", "deleted_at", "key", "updated_at"])


def renew_link(deck: Deck) -> None:
    """The link under which the drafts could be read is dead, and there is another one."""
    Deck.objects.filter(pk=deck.pk).update(key=new_key())


def leave_in_order(user: Any) -> None:
    """Before somebody's account goes: their decks go to who writes them too, or else are put away."""
    for deck, heir in _inherited(user):
        if heir is None:
            put_away(deck)
        else:
            deck.owner = heir
            deck.save(update_fields=["owner", "updated_at"])


def what_follows(user: Any) -> Iterator[str]:
    """The same said before it happens, deck by deck."""
    for deck, heir in _inherited(user):
        about = {"deck": deck.name.say(get_language() or ""), "who": heir}
        if heir is not None:
            yield _("The deck “%(deck)s” goes to %(who)s, who writes it too.") % about
        elif deck.archived_at is None:
            yield _("The deck “%(deck)s” is put away, as nobody else writes it. Editors can take it out again.") % about


def _inherited(user: Any) -> Iterator[tuple[Deck, User | None]]:
    """Somebody's decks, each with who gets it, if anybody does."""
    for deck in Deck.objects.filter(owner=user, deleted_at=None):
        yield deck, deck.shared_with.filter(is_active=True).exclude(pk=user.pk).order_by("pk").first()


def forget_deleted(used: "QuerySet[Any]") -> int:
    """Forgets the editions of deleted decks that nothing plays with any more; returns how many decks went whole.

    ``used``: the numbers of editions that must stay, beside those that something in the database holds on to.
    """
    for edition in Edition.objects.filter(deck__deleted_at__isnull=False).exclude(pk__in=used):
        try:
            edition.delete()
        except ProtectedError:
            continue
    gone = list(Deck.objects.filter(deleted_at__isnull=False, editions=None))
    kept = {deck.pk for deck in gone if is_packaged(deck.slug)}
    for what in (Draft.everything, Picture.objects, Import.objects):
        what.filter(deck__in=gone).delete()
    Deck.objects.filter(pk__in=[deck.pk for deck in gone if deck.pk not in kept]).delete()
    left = Deck.objects.filter(deleted_at__isnull=True) | Deck.objects.filter(editions__isnull=False)
    Draft.history.exclude(deck_id__in=left.values("pk")).delete()  # last: that cards went is a step of it, too
    return len(gone) - len(kept)
