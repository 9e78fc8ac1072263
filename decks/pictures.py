"""Uploaded pictures for the fronts of event cards: looked at, drawn anew, and kept in the database.

They live in the database because the processes of a site share nothing else.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from io import BytesIO
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from PIL import ExifTags, Image, ImageCms, ImageOps, UnidentifiedImageError

from decks.models import Deck, Picture
from decks.services import pack_of
from games.rules.scene import KEY_LENGTH, uploaded_in
from games.tables import limits

MEGABYTE: Final = 1_000_000
MEGAPIXEL: Final = 1_000_000
MOST_BYTES: Final = 5 * MEGABYTE
MOST_PIXELS: Final = 24 * MEGAPIXEL
MOST_PICTURES: Final = 400  # of a deck: 52 events in seven languages, and some more
STILL_WANTED: Final = timedelta(hours=1)  # a picture is there a moment before the card that shows it is saved
SENT_PER_HOUR: Final = 200  # by one person
WIDTH, HEIGHT = 1000, 1400  # a card fills a phone, hardly ever a whole television
QUALITY: Final = 82

_FORMATS: Final = ("JPEG", "PNG", "WEBP")
_SRGB: Final = ImageCms.createProfile("sRGB")
# What Pillow may raise over a file that is damaged or made to do damage.
_BROKEN: Final = (
    ArithmeticError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)


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
    clean = _drawn_anew(upload)
    file = BytesIO()
    clean.save(file, "WEBP", quality=QUALITY)
    data = file.getvalue()
    key = hashlib.sha256(data).hexdigest()[:KEY_LENGTH]
    with transaction.atomic():
        Deck.objects.select_for_update().get(pk=deck.pk)  # or two at once would both be the last there is room for
        there = deck.pictures.filter(key=key).first()
        if there is not None:
            return there
        if _room(deck) < 1:
            what = _("This deck has %(n)s pictures, and no room for more: take some out of its cards, or use emoji.")
            raise Unfit(what % {"n": MOST_PICTURES})
        return deck.pictures.create(key=key, data=data, width=clean.width, height=clean.height, uploaded_by=user)


def keys_of(deck: Deck) -> frozenset[str]:
    """The pictures that this deck has, by their keys."""
    if deck.kind != Deck.Kind.EVENT:
        return frozenset()
    return frozenset(deck.pictures.values_list("key", flat=True))


@transaction.atomic
def bring_along(deck: Deck, cards: Iterable[Mapping[str, str]], user: Any) -> None:
    """What these cards name and only other decks of this site have becomes this deck's as well."""
    wanted = set(_named(cards)) - keys_of(deck)
    there = Picture.objects.filter(key__in=wanted).order_by("key").distinct("key")
    for picture in there[: _room(deck)].iterator(chunk_size=10) if wanted else ():
        facts = {"data": picture.data, "width": picture.width, "height": picture.height, "uploaded_by": user}
        deck.pictures.get_or_create(key=picture.key, defaults=facts)


def _named(cards: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """The keys of the pictures that stand on these cards."""
    for fields in cards:
        for path, text in fields.items():
            if path.startswith("scene.") and (key := uploaded_in(text)):
                yield key


def _room(deck: Deck) -> int:
    """How many more pictures the deck can have. If it is full, those go that no draft and no edition shows."""
    if deck.pictures.count() >= MOST_PICTURES:
        shown = set(_named(deck.drafts.values_list("fields", flat=True)))
        for edition in deck.editions.all():
            scenes = (scene for event in pack_of(edition.pk).events for scene in event.scene.all())
            shown.update(filter(None, map(uploaded_in, scenes)))
        unused = deck.pictures.exclude(key__in=shown)
        unused.filter(created_at__lt=timezone.now() - STILL_WANTED).delete()
    return max(0, MOST_PICTURES - deck.pictures.count())


# -- from a stranger's file to a clean picture -------------------------------------------------------------------------


def _drawn_anew(upload: "UploadedFile[bytes]") -> Image.Image:
    """Nothing of the file but its colours: upright, in sRGB, on white, no larger than a card. Raises Unfit."""
    with _opened(upload) as image:
        if image.width * image.height > MOST_PIXELS:
            raise Unfit(_too_many_pixels())
        try:
            # Made small before anything else: each copy at full size would take a hundred megabytes.
            image.draft(None, (HEIGHT, HEIGHT))
            lies = image.getexif().get(ExifTags.Base.Orientation) in (5, 6, 7, 8)
            small = _scalable(image)
            small.thumbnail((HEIGHT, WIDTH) if lies else (WIDTH, HEIGHT), Image.Resampling.LANCZOS)
            upright = ImageOps.exif_transpose(small)
        except _BROKEN as error:
            raise Unfit(_unreadable()) from error
    # A new picture has no metadata that could be forgotten.
    clean = Image.new("RGB", upright.size, "white")
    clean.paste(_in_srgb(upright), mask=_opacity(upright))
    return clean


def _opened(upload: "UploadedFile[bytes]") -> Image.Image:
    """The picture, of which only the head has been read so far. What the file is called does not matter."""
    try:
        return Image.open(upload, formats=_FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise Unfit(_too_many_pixels()) from error
    except (UnidentifiedImageError, *_BROKEN) as error:
        raise Unfit(_unreadable()) from error


def _scalable(image: Image.Image) -> Image.Image:
    """The same with colours that can be mixed, which those of a palette cannot be."""
    if image.mode.startswith("I"):  # sixteen bits of grey, of which Pillow would keep the lower eight
        return image.convert("I").point(lambda value: value / 256).convert("L")
    mode = {"1": "L", "P": "RGBA", "PA": "RGBA"}.get(image.mode, image.mode)
    return image if mode == image.mode else image.convert(mode)


def _in_srgb(image: Image.Image) -> Image.Image:
    """Its colours as every screen shows them, whatever the camera or the press meant."""
    colours = image if image.mode in ("RGB", "L", "CMYK") else image.convert("RGB")
    if profile := image.info.get("icc_profile"):
        with suppress(ImageCms.PyCMSError):  # a profile that is broken or of other colours says nothing
            return ImageCms.profileToProfile(colours, BytesIO(profile), _SRGB, outputMode="RGB") or colours
    return colours.convert("RGB")


def _opacity(image: Image.Image) -> Image.Image | None:
    return image.convert("RGBA").getchannel("A") if image.has_transparency_data else None


def _too_many_pixels() -> str:
    what = _("This picture has too many pixels: save it with at most %(n)s megapixels.")
    return what % {"n": MOST_PIXELS // MEGAPIXEL}


def _unreadable() -> str:
    return _("This is no JPEG, PNG or WebP picture, or it is damaged: save it anew as one of these.")
