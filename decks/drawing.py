"""From a stranger's file to a clean picture: only where memory and time are bounded, see decks.confined.

``python -m decks.drawing`` draws the one picture it is sent anew, or says why it cannot.
"""

import struct
import zlib
from contextlib import suppress
from io import BytesIO
from typing import Final

import msgspec
from PIL import ExifTags, Image, ImageCms, ImageOps, UnidentifiedImageError

from decks.confined import answer

MEGAPIXEL: Final = 1_000_000
MOST_PIXELS: Final = 24 * MEGAPIXEL
WIDTH, HEIGHT = 1000, 1400  # a card fills a phone, hardly ever a whole television
QUALITY: Final = 82
TOO_MANY_PIXELS, UNREADABLE = "too many pixels", "unreadable"

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


class Refused(ValueError):
    """What was sent cannot become a picture: TOO_MANY_PIXELS or UNREADABLE."""


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clean picture, as WebP."""

    width: int
    height: int
    data: bytes


def drawn_anew(data: bytes) -> Drawn:
    """Nothing of the file but its colours: upright, in sRGB, on white, no larger than a card. Raises Refused."""
    with _opened(data) as image:
        if image.width * image.height > MOST_PIXELS:
            raise Refused(TOO_MANY_PIXELS)
        try:
            # Made small before anything else: each copy at full size would take a hundred megabytes.
            image.draft(None, (HEIGHT, HEIGHT))
            lies = image.getexif().get(ExifTags.Base.Orientation) in (5, 6, 7, 8)
            small = _scalable(image)
            small.thumbnail((HEIGHT, WIDTH) if lies else (WIDTH, HEIGHT), Image.Resampling.LANCZOS)
            upright = ImageOps.exif_transpose(small)
        except _BROKEN as error:
            raise Refused(UNREADABLE) from error
    # A new picture has no metadata that could be forgotten.
    clean = Image.new("RGB", upright.size, "white")
    clean.paste(_in_srgb(upright), mask=_opacity(upright))
    file = BytesIO()
    clean.save(file, "WEBP", quality=QUALITY)
    return Drawn(clean.width, clean.height, file.getvalue())


def _opened(data: bytes) -> Image.Image:
    """The picture, of which only the head has been read so far. What the file is called does not matter."""
    try:
        return Image.open(BytesIO(data), formats=_FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise Refused(TOO_MANY_PIXELS) from error
    except (UnidentifiedImageError, *_BROKEN) as error:
        raise Refused(UNREADABLE) from error


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


def _work(data: bytes) -> bytes:
    try:
        return msgspec.msgpack.encode(drawn_anew(data))
    except Refused as refused:
        return msgspec.msgpack.encode(str(refused))


if __name__ == "__main__":
    answer(_work)
