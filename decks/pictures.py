"""Uploaded pictures for the fronts of event cards: drawn anew in a process of its own, and kept in the database.

They live in the database because the processes of a site share nothing else.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

import msgspec
from django.contrib.sessions.backends.base import SessionBase
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config import limits
from decks import confined
from decks.drawing import MEGAPIXEL, MOST_PIXELS, TOO_MANY_PIXELS, Drawn
from decks.models import Deck, Draft, Picture
from decks.services import pack_of
from games.rules.scene import KEY_LENGTH, uploaded_in

MEGABYTE: Final = 1_000_000
MOST_BYTES: Final = 5 * MEGABYTE
MOST_PICTURES: Final = 400  # of a deck: 52 events in seven languages, and some more
STILL_WANTED: Final = timedelta(hours=1)  # a picture is there a moment before the card that shows it is saved
SENT_PER_HOUR: Final = 200  # by one person
LINKS: Final = "review_links"  # where a session keeps the links that somebody has opened
MOST_LINKS: Final = 20
BLANK: Final = bytes.fromhex("524946461a000000574542505650384c0d0000002f00000010071011118888fe0700")  # one clear point


class Unfit(ValueError):
    """What was sent cannot become a picture of this deck; the sentence says why, and what to do."""


def keep(deck: Deck, upload: "UploadedFile[bytes] | None", user: Any) -> Picture:
    """The picture in this file as one of the deck's; the same file again is the same picture. Raises Unfit."""
    if upload is None:
        raise Unfit(_("Choose a picture first."))
    if limits.attempts(f"pictures:{user.pk}", timedelta(hours=1)) > SENT_PER_HOUR:
        raise Unfit(_("These were many pictures for now: go on in an hour."))
    if (upload.size or 0) > MOST_BYTES:
        raise Unfit(_("This picture is too large: save it with at most %(n)s MB.") % {"n": MOST_BYTES // MEGABYTE})
    drawn = _drawn_anew(upload)
    key = hashlib.sha256(drawn.data).hexdigest()[:KEY_LENGTH]
    with transaction.atomic():
        Deck.objects.select_for_update().get(pk=deck.pk)  # or two at once would both be the last there is room for
        if Picture.objects.filter(key=key).exclude(taken_down_at=None).exists():
            raise Unfit(_("An editor has taken this picture down: choose another one."))
        there = deck.pictures.filter(key=key).first()
        if there is not None:
            return there
        if _room(deck) < 1:
            what = _("This deck has %(n)s pictures, and no room for more: take some out of its cards, or use emoji.")
            raise Unfit(what % {"n": MOST_PICTURES})
        return deck.pictures.create(key=key, data=drawn.data, width=drawn.width, height=drawn.height, uploaded_by=user)


def keys_of(deck: Deck) -> frozenset[str]:
    """The pictures that this deck has and may show, by their keys."""
    if deck.kind != Deck.Kind.EVENT:
        return frozenset()
    return frozenset(deck.pictures.filter(taken_down_at=None).values_list("key", flat=True))


# -- who sees them -----------------------------------------------------------------------------------------------------


def let_see(session: SessionBase, deck: Deck) -> None:
    """Whoever has the link to read a deck's drafts sees its pictures, until the link is another one."""
    links: list[str] = session.get(LINKS, [])
    if deck.key not in links and deck.pictures.exists():
        session[LINKS] = [*links, deck.key][-MOST_LINKS:]


def to_show(key: str, person: Any, session: SessionBase) -> Picture | None:
    """The picture with this key, if an edition shows it, or this person may see one of its decks' drafts.

    What has been taken down nobody sees, and what somebody may not see is not there.
    """
    rows = Picture.objects.filter(key=key, taken_down_at=None).defer("data")
    found = rows.filter(published=True).first()
    if found is None and person.is_authenticated:
        found = rows.filter(deck__in=Deck.objects.writable_by(person)).first()
    if found is None and (links := session.get(LINKS)):
        found = rows.filter(deck__key__in=links, deck__deleted_at=None).first()
    return found


def take_down(key: str) -> int:
    """Nobody sees this picture any more, in no deck; where it stood, there is a blank that says what it showed."""
    return Picture.objects.filter(key=key, taken_down_at=None).update(taken_down_at=timezone.now())


def put_up(key: str) -> int:
    """A picture that was taken down may be shown again."""
    return Picture.objects.filter(key=key).exclude(taken_down_at=None).update(taken_down_at=None)


# -- a deck's pictures -------------------------------------------------------------------------------------------------


def files_of(deck: Deck) -> dict[str, bytes]:
    """The pictures that this deck has, by their keys, as WebP."""
    there = deck.pictures.filter(taken_down_at=None).values_list("key", "data")
    return {key: bytes(data) for key, data in there}


@transaction.atomic
def bring_along(deck: Deck, cards: Iterable[Mapping[str, str]], user: Any) -> None:
    """What these cards name and only other decks of this site have becomes this deck's as well."""
    wanted = set(_named(cards)) - keys_of(deck)
    there = Picture.objects.filter(key__in=wanted, taken_down_at=None).order_by("key").distinct("key")
    for picture in there[: _room(deck)].iterator(chunk_size=10) if wanted else ():
        facts = {"data": picture.data, "width": picture.width, "height": picture.height, "uploaded_by": user}
        facts["published"] = picture.published
        deck.pictures.get_or_create(key=picture.key, defaults=facts)


def _named(cards: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """The keys of the pictures that stand on these cards."""
    for fields in cards:
        for path, text in fields.items():
            if path.startswith("scene.") and (key := uploaded_in(text)):
                yield key


def _room(deck: Deck) -> int:
    """How many more pictures the deck can have. If it is full, those go that nothing shows, nor ever has.

    Cards in the bin count, they can be put back; if there is still no room, what only earlier versions show goes, too.
    """
    if deck.pictures.count() >= MOST_PICTURES:
        shown = set(_named(Draft.everything.filter(deck=deck).values_list("fields", flat=True)))
        for edition in deck.editions.all():
            scenes = (scene for event in pack_of(edition.pk).events for scene in event.scene.all())
            shown.update(filter(None, map(uploaded_in, scenes)))
        once = set(_named(Draft.history.filter(deck_id=deck.pk).values_list("fields", flat=True).iterator()))
        for wanted in (shown | once, shown):
            if deck.pictures.count() >= MOST_PICTURES:
                unused = deck.pictures.exclude(key__in=wanted)
                unused.filter(created_at__lt=timezone.now() - STILL_WANTED).delete()
    return max(0, MOST_PICTURES - deck.pictures.count())


def _drawn_anew(upload: "UploadedFile[bytes]") -> Drawn:
    """Nothing of the file but its colours, upright and no larger than a card. Raises Unfit."""
    try:
        drawn: Drawn | str = msgspec.msgpack.decode(confined.ask("decks.drawing", upload.read()), type=Drawn | str)
    except confined.Crowded as error:
        raise Unfit(_("Many files are being read just now: try again in a minute.")) from error
    except (confined.TooMuch, confined.Failed, msgspec.MsgspecError) as error:
        raise Unfit(_unreadable()) from error
    if isinstance(drawn, Drawn):
        return drawn
    if drawn == TOO_MANY_PIXELS:
        what = _("This picture has too many pixels: save it with at most %(n)s megapixels.")
        raise Unfit(what % {"n": MOST_PIXELS // MEGAPIXEL})
    raise Unfit(_unreadable())


def _unreadable() -> str:
    return _("This is no JPEG, PNG or WebP picture, or it is damaged: save it anew as one of these.")
