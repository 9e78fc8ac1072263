"""Uploaded pictures: nothing of a stranger's file comes through but its colours, and every copy of a deck has them."""

import random
import resource
import struct
import zlib
from datetime import timedelta
from importlib import import_module
from io import BytesIO
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import ExifTags, Image, ImageCms, PngImagePlugin

from decks import confined, pictures, writing
from decks.drawing import Refused, drawn_anew
from decks.models import Deck, Draft, Edition, Picture
from decks.packaged import BrokenDeck, read_deck
from decks.pictures import Unfit, keep, put_up, take_down
from decks.roles import EDITORS, HOSTS
from tests.decks.making import EVENTS, event_deck
from tests.decks.test_writing import EVENT, client, person

pytestmark = pytest.mark.django_db

RED, BLUE = (200, 30, 30), (30, 30, 200)
UNKNOWN = "picture 0123456789abcdef0123"
MISSING = "This deck does not have this picture: upload it in the editor."


def painted(size: tuple[int, int] = (50, 70), colour: Any = RED, mode: str = "RGB") -> Image.Image:
    return Image.new(mode, size, colour)


def file(image: Image.Image | bytes, kind: str = "PNG", name: str = "", **options: Any) -> SimpleUploadedFile:
    """A picture as a browser sends it."""
    if isinstance(image, bytes):
        return SimpleUploadedFile(name or "holiday.png", image, "image/png")
    kept = BytesIO()
    image.save(kept, kind, **options)
    return SimpleUploadedFile(name or f"holiday.{kind.lower()}", kept.getvalue(), f"image/{kind.lower()}")


def shown(picture: Picture) -> Image.Image:
    """What a browser gets to see."""
    return Image.open(BytesIO(bytes(Picture.objects.get(pk=picture.pk).data)))


def near(colour: Any, other: Any) -> bool:
    return all(abs(one - two) < 12 for one, two in zip(colour, other, strict=True))


# -- what becomes of a file --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_drawn_anew_as_webp(deck: Deck, anna: User, kind: str) -> None:
    picture = keep(deck, file(painted(), kind, name="../../etc/passwd.exe"), anna)
    image = shown(picture)
    assert (image.format, image.mode, image.size, _size(picture)) == ("WEBP", "RGB", (50, 70), (50, 70))
    assert near(image.getpixel((25, 35)), RED)
    assert (picture.deck, picture.uploaded_by, len(picture.key)) == (deck, anna, 20)


def _size(picture: Picture) -> tuple[int, int]:
    return picture.width, picture.height


def test_where_and_when_it_was_taken_is_forgotten_and_it_stands_upright(deck: Deck, anna: User) -> None:
    image = painted((80, 40))
    image.paste(BLUE, (0, 0, 40, 40))  # left as it lies, on top once it stands
    exif = image.getexif()
    exif[ExifTags.Base.Orientation] = 6
    exif[ExifTags.Base.Make] = "Spy camera"
    exif.get_ifd(ExifTags.IFD.GPSInfo).update({ExifTags.GPS.GPSLatitudeRef: "N", ExifTags.GPS.GPSLatitude: (47, 2, 8)})
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    sent = file(image, "JPEG", exif=exif, icc_profile=profile, comment=b"Spy camera", quality=95)
    assert Image.open(sent).getexif().get_ifd(ExifTags.IFD.GPSInfo), "the test sends what must not arrive"
    sent.seek(0)

    picture = keep(deck, sent, anna)

    clean = shown(picture)
    assert (clean.size, _size(picture)) == ((40, 80), (40, 80))
    assert near(clean.getpixel((20, 10)), BLUE) and near(clean.getpixel((20, 70)), RED)
    assert not clean.getexif() and not {"exif", "icc_profile", "xmp", "comment"} & set(clean.info)
    assert not any(mark in bytes(picture.data) for mark in (b"Spy", b"EXIF", b"ICCP", b"XMP "))


def test_what_is_written_into_a_png_is_forgotten(deck: Deck, anna: User) -> None:
    words = PngImagePlugin.PngInfo()
    words.add_text("Author", "Spy")
    picture = keep(deck, file(painted(), pnginfo=words), anna)
    assert b"Spy" not in bytes(picture.data)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [((3000, 2000), (1000, 667)), ((1500, 3000), (700, 1400)), ((1000, 1400), (1000, 1400)), ((9, 9), (9, 9))],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_it_is_no_larger_than_a_card_and_never_blown_up(
    deck: Deck, anna: User, kind: str, sent: tuple[int, int], kept: tuple[int, int]
) -> None:
    assert _size(keep(deck, file(painted(sent), kind), anna)) == kept


def test_a_large_picture_that_lies_is_turned_and_fills_the_card(deck: Deck, anna: User) -> None:
    image = painted((2800, 2000))
    image.getexif()[ExifTags.Base.Orientation] = 8
    assert _size(keep(deck, file(image, "JPEG", exif=image.getexif()), anna)) == (1000, 1400)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "PA"])
def test_what_is_transparent_is_white(deck: Deck, anna: User, mode: str) -> None:
    image = painted((40, 40), (0, 0, 0, 0), "RGBA")
    image.paste((0, 0, 0, 255), (0, 0, 20, 40))
    if mode == "P":
        image = image.quantize(4)
    elif mode != "RGBA":
        image = image.convert(mode)
    kept = shown(keep(deck, file(image, "PNG" if mode != "PA" else "WEBP"), anna))
    assert near(kept.getpixel((5, 20)), (0, 0, 0)) and near(kept.getpixel((35, 20)), (255, 255, 255))


def test_colours_look_as_they_were_meant(deck: Deck, anna: User) -> None:
    press = keep(deck, file(painted(colour=(0, 255, 255, 0), mode="CMYK"), "JPEG"), anna)
    assert near(shown(press).getpixel((9, 9)), (255, 0, 0))
    deep = Image.new("I;16", (50, 70), 40_000)
    assert near(shown(keep(deck, file(deep), anna)).getpixel((9, 9)), [40_000 // 256] * 3)
    swapped = keep(deck, file(painted(), "JPEG", icc_profile=_red_is_green(), quality=95), anna)
    red, green, _blue = shown(swapped).getpixel((9, 9))
    assert green > 120 > 80 > red
    ink = file(Image.new("1", (50, 70), 1))
    assert near(shown(keep(deck, ink, anna)).getpixel((9, 9)), (255, 255, 255))
    broken = keep(deck, file(painted(colour=BLUE), "JPEG", icc_profile=b"nonsense", quality=95), anna)
    assert near(shown(broken).getpixel((9, 9)), BLUE)


def _red_is_green() -> bytes:
    """A colour profile in which red and green have changed places."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    red, green = (profile.index(mark, 128) for mark in (b"rXYZ", b"gXYZ"))
    profile[red : red + 4], profile[green : green + 4] = b"gXYZ", b"rXYZ"
    return bytes(profile)


# -- what is refused ---------------------------------------------------------------------------------------------------


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb(width: int, height: int) -> bytes:
    """A small PNG that says it is enormous."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def whole(kind: str) -> bytes:
    return file(painted((300, 300)), kind).read()


NO_PICTURE = "This is no JPEG, PNG or WebP picture, or it is damaged: save it anew as one of these."
TOO_MANY = "This picture has too many pixels: save it with at most 24 megapixels."
REFUSED = {
    "text": (b"#!/bin/sh\necho holiday", NO_PICTURE),
    "nothing": (b"", NO_PICTURE),
    "page": (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", NO_PICTURE),
    "gif": (whole("GIF"), NO_PICTURE),
    "bmp": (whole("BMP"), NO_PICTURE),
    "half a JPEG": (whole("JPEG")[:-400], NO_PICTURE),
    "half a PNG": (whole("PNG")[:60], NO_PICTURE),
    "half a WebP": (whole("WEBP")[:-20], NO_PICTURE),
    "bomb": (bomb(6000, 4001), TOO_MANY),
    "larger bomb": (bomb(30_000, 30_000), TOO_MANY),
    "megabytes": (b"\x89PNG\r\n\x1a\n" + bytes(5_000_000), "This picture is too large: save it with at most 5 MB."),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_picture_of_a_card_is_refused_with_a_sentence(deck: Deck, anna: User, what: str) -> None:
    data, sentence = REFUSED[what]
    with pytest.raises(Unfit) as unfit:
        keep(deck, file(data), anna)
    assert str(unfit.value) == sentence
    assert not Picture.objects.exists()


def many_scans() -> bytes:
    """A JPEG of 24 megapixels whose last layer is drawn again and again: an hour of work in five megabytes."""
    data = whole_of(Image.new("RGB", (6000, 4000)), "JPEG", progressive=True)
    end = data.rindex(b"\xff\xd9")
    layer = data[data.rindex(b"\xff\xc4", 0, data.rindex(b"\xff\xda")) : end]
    return data[:end] + layer * 50_000 + data[end:]


def whole_of(image: Image.Image, kind: str, **options: Any) -> bytes:
    return file(image, kind, **options).read()


def test_a_picture_that_takes_too_long_to_draw_is_refused(
    deck: Deck, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confined, "CPU_SECONDS", 2)
    sent = file(many_scans())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    with pytest.raises(Unfit) as unfit:
        keep(deck, sent, anna)
    assert str(unfit.value) == NO_PICTURE
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < 0.5


@pytest.mark.parametrize(("mode", "kind"), [("RGBA", "WEBP"), ("I;16", "PNG"), ("CMYK", "JPEG"), ("P", "PNG")])
def test_the_largest_pictures_have_room_in_their_process(deck: Deck, anna: User, mode: str, kind: str) -> None:
    assert keep(deck, file(Image.new(mode, (6000, 4000)), kind), anna).width == 1000


def test_who_sends_a_picture_while_many_are_drawn_is_asked_to_come_again(
    deck: Deck, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confined, "PATIENCE", 0.1)
    for _ in range(confined.MOST_AT_ONCE):
        assert confined._places.acquire(timeout=1)
    try:
        with pytest.raises(Unfit, match="try again in a minute"):
            keep(deck, file(painted()), anna)
    finally:
        confined._places.release(confined.MOST_AT_ONCE)
    assert keep(deck, file(painted()), anna)


def test_no_picture_at_all_is_refused(deck: Deck, anna: User) -> None:
    with pytest.raises(Unfit, match="Choose a picture first"):
        keep(deck, None, anna)


@pytest.mark.filterwarnings("ignore:.*EXIF", "ignore:Truncated File Read")
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_damaged_file_never_does_more_than_be_refused(kind: str) -> None:
    image = painted((60, 60))
    image.getexif()[ExifTags.Base.Orientation] = 3
    sound = file(image, kind, exif=image.getexif()).read()
    chance = random.Random(kind)
    refused = 0
    for _ in range(150):
        broken = bytearray(sound)
        for _ in range(chance.randrange(1, 6)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            drawn_anew(bytes(broken[: chance.choice((len(broken), chance.randrange(1, len(broken))))]))
        except Refused:
            refused += 1
    assert refused > 0


def test_one_person_sends_only_so_many_in_an_hour(deck: Deck, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "SENT_PER_HOUR", 2)
    for _ in range(2):
        keep(deck, file(painted()), anna)
    with pytest.raises(Unfit, match="go on in an hour"):
        keep(deck, file(painted()), anna)
    assert keep(deck, file(painted()), person("beat")), "nobody else has to wait"


# -- a deck's pictures -------------------------------------------------------------------------------------------------


def test_the_same_file_is_the_same_picture(deck: Deck, anna: User) -> None:
    first = keep(deck, file(painted()), anna)
    assert keep(deck, file(painted(), name="other.png"), anna) == first
    assert keep(deck, file(painted(colour=BLUE)), anna).key != first.key
    other = writing.begin_deck(anna, "event", "Other", "en", [])
    assert keep(other, file(painted()), anna).key == first.key
    assert (deck.pictures.count(), other.pictures.count()) == (2, 1)


def with_picture(deck: Deck, anna: User, colour: Any = RED, **fields: str) -> tuple[Draft, str]:
    """An event with an uploaded picture, and its scene."""
    scene = f"picture {keep(deck, file(painted(colour=colour)), anna).key}"
    return writing.add_card(deck, "event", anna, EVENT | {"scene.en": scene} | fields), scene


def test_a_full_deck_lets_go_of_what_no_card_shows(deck: Deck, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_PICTURES", 3)
    published, scene = with_picture(deck, anna, RED)
    writing.publish_drafts(deck, anna)
    writing.save_card(published, EVENT, 1, anna)
    _draft, drafted = with_picture(deck, anna, BLUE, rank="K")
    forgotten = keep(deck, file(painted(colour=(1, 90, 1))), anna)
    green = file(painted(colour=(30, 200, 30)))
    with pytest.raises(Unfit, match="no room for more"):
        keep(deck, green, anna)  # what was sent a moment ago may be on its way into a card
    assert keep(deck, file(painted()), anna), "what is there needs no room"

    deck.pictures.update(created_at=timezone.now() - timedelta(hours=2))
    green.seek(0)
    new = keep(deck, green, anna)

    assert {f"picture {key}" for key in pictures.keys_of(deck)} == {scene, drafted, f"picture {new.key}"}
    assert not Picture.objects.filter(pk=forgotten.pk).exists()


def test_a_picture_that_the_deck_does_not_have_stops_it(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT | {"scene.en": UNKNOWN})
    other = writing.begin_deck(anna, "event", "Other", "en", [])
    for scene in (UNKNOWN, f"picture {keep(other, file(painted()), anna).key}"):
        draft = writing.save_card(draft, EVENT | {"scene.en": scene}, draft.version, anna)
        with pytest.raises(writing.Unready) as unready:
            writing.publish_drafts(deck, anna)
        assert [(one.path, one.what) for one in unready.value.problems] == [("scene.en", MISSING)]
    keep(deck, file(painted()), anna)
    assert writing.publish_drafts(deck, anna).number == 1


def test_a_packaged_deck_has_no_pictures(tmp_path: Any) -> None:
    event_deck(tmp_path, events=EVENTS.replace("space 🌙@50,40*40", UNKNOWN))
    with pytest.raises(BrokenDeck, match="upload it in the editor"):
        read_deck(tmp_path / "events")


def test_what_a_picture_shows_must_be_said(deck: Deck, anna: User) -> None:
    draft, scene = with_picture(deck, anna, **{"alt.en": ""})
    _cards, problems = writing.built(deck)
    assert [(one.draft, one.path) for one in problems] == [(draft.pk, "alt.en")]


def test_a_copy_of_a_deck_has_its_pictures(deck: Deck, anna: User) -> None:
    keep(deck, file(painted(colour=BLUE)), anna)  # on no card: stays behind
    _draft, scene = with_picture(deck, anna)
    copy = writing.duplicate(deck, person("beat"))
    assert [f"picture {key}" for key in pictures.keys_of(copy)] == [scene]
    assert writing.built(copy)[1] == []
    writing.publish_drafts(deck, anna)
    deck.drafts.all().delete()
    copy_of_edition = writing.duplicate(deck, anna)
    deck.pictures.all().delete()
    assert writing.built(copy_of_edition)[1] == [], "it has its own"


@pytest.mark.parametrize("form", ["json", "xlsx", "csv", "yaml"])
def test_cards_that_come_from_another_deck_by_file_have_their_pictures(deck: Deck, anna: User, form: str) -> None:
    with_picture(deck, anna)
    browser = client(anna)
    given = browser.get(reverse("decks:give_out", args=[deck.pk, form])).content
    other = writing.begin_deck(anna, "event", "Other", "en", [])
    page = reverse("decks:files", args=[other.pk])
    ending = {"csv": "zip", "yaml": "zip"}.get(form, form)
    browser.post(page, {"do": "look", "file": SimpleUploadedFile(f"cards.{ending}", given)})
    browser.post(page, {"do": "yes"})
    assert writing.built(other)[1] == [] and other.pictures.count() == 1


# -- pages -------------------------------------------------------------------------------------------------------------


def test_anybody_sees_a_published_picture_and_nothing_else(deck: Deck, anna: User) -> None:
    with_picture(deck, anna)
    writing.publish_drafts(deck, anna)
    picture = Picture.objects.get()
    answer = Client().get(f"/pictures/{picture.key}.webp")
    assert answer.content == bytes(picture.data)
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "public, no-cache", "kept, but only until it is taken down"
    kept = Client().get(f"/pictures/{picture.key}.webp", headers={"If-None-Match": answer.headers["ETag"]})
    assert (kept.status_code, kept.content) == (304, b"")
    take_down(picture.key)
    gone = Client().get(f"/pictures/{picture.key}.webp", headers={"If-None-Match": answer.headers["ETag"]})
    assert (gone.status_code, gone.headers["Cache-Control"]) == (404, "no-cache"), "it goes with the next visit"
    put_up(picture.key)
    assert Client().head(f"/pictures/{picture.key}.webp").status_code == 200
    assert Client().post(f"/pictures/{picture.key}.webp").status_code == 405
    for nothing in ("0" * 20, picture.key[:-1], picture.key.upper(), f"{picture.key}0", "..%2Fetc%2Fpasswd"):
        assert Client().get(f"/pictures/{nothing}.webp").status_code == 404


def test_only_who_writes_the_deck_uploads(deck: Deck, anna: User) -> None:
    page, nowhere = (reverse("decks:upload", args=[number]) for number in (deck.pk, 999_999))
    for nobody, answer in ((person("beat"), 404), (person("host", HOSTS), 302)):  # without a desk: where they stand
        there, absent = (client(nobody).post(one, {"file": file(painted())}) for one in (page, nowhere))
        assert there.headers.get("Location") == absent.headers.get("Location")
        assert there.status_code == absent.status_code == answer
    assert client(None).post(page, {"file": file(painted())}).status_code == 302, "sign in first"
    assert client(anna).get(page).status_code == 405
    assert not Picture.objects.exists()

    sent = client(anna).post(page, {"file": file(painted())})

    picture = Picture.objects.get()
    assert (sent.status_code, sent.content.decode()) == (200, f"picture {picture.key}")
    assert client(person("emma", EDITORS)).post(page, {"file": file(painted())}).status_code == 200
    refused = client(anna).post(page, {"file": file(b"text")})
    assert (refused.status_code, refused.content.decode()) == (422, NO_PICTURE)
    assert client(anna).post(page).status_code == 422


def test_a_deck_of_statements_takes_no_pictures(anna: User) -> None:
    statements = writing.begin_deck(anna, "statement", "Truths", "en", [])
    sent = client(anna).post(reverse("decks:upload", args=[statements.pk]), {"file": file(painted())})
    assert sent.status_code == 404


def test_without_a_script_the_button_sends_the_picture_and_what_was_typed(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    page = reverse("decks:card", args=[deck.pk, draft.pk])
    typed = EVENT | {"version": "1", "upload": "scene.en", "name.en": "Only typed"}
    refused = client(anna).post(page, typed | {"file.scene.en": file(b"text")})
    assert refused.status_code == 422
    assert NO_PICTURE in refused.content.decode() and "Only typed" in refused.content.decode()
    draft.refresh_from_db()
    assert draft.fields == EVENT | {"name.en": "Only typed"}, "kept, and the old picture as well"

    client(anna).post(page, typed | {"version": draft.version, "file.scene.en": file(painted())})

    draft.refresh_from_db()
    picture = Picture.objects.get()
    assert draft.fields == EVENT | {"name.en": "Only typed", "scene.en": f"picture {picture.key}"}
    shown = client(anna).get(page).content.decode()
    assert f'<image href="/pictures/{picture.key}.webp"' in shown
    client(anna).post(page, typed | {"upload": "name.en", "file.name.en": file(painted(colour=BLUE))})
    assert Picture.objects.count() == 1, "only scenes are pictures"


def test_every_place_shows_the_picture(deck: Deck, anna: User) -> None:
    _draft, scene = with_picture(deck, anna)
    writing.publish_drafts(deck, anna)
    assert Edition.objects.count() == 1
    image = f'<image href="/pictures/{scene.removeprefix("picture ")}.webp"'
    for page in (
        reverse("decks:deck", args=[deck.slug]),
        reverse("decks:print", args=[deck.slug]),
        reverse("decks:review", args=[deck.key]),
    ):
        answer = Client().get(page)
        assert image in answer.content.decode(), page
        assert "img-src 'self'" in answer.headers["Content-Security-Policy"]


def where(scene: str) -> str:
    return f"/pictures/{scene.removeprefix('picture ')}.webp"


def test_before_it_is_published_only_who_may_see_the_card_sees_its_picture(deck: Deck, anna: User) -> None:
    _draft, scene = with_picture(deck, anna)
    stranger, beat, emma = Client(), person("beat"), person("emma", EDITORS)
    absent = stranger.get(where(UNKNOWN))
    for browser in (stranger, client(beat), client(person("host", HOSTS))):
        hidden = browser.get(where(scene))
        assert (hidden.status_code, hidden.headers.get("Cache-Control")) == (404, absent.headers.get("Cache-Control"))
    for friend in (anna, emma):
        answer = client(friend).get(where(scene))
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-cache")
    deck.shared_with.add(beat)
    assert client(beat).get(where(scene)).status_code == 200

    stranger.get(reverse("decks:review", args=[deck.key]))
    assert stranger.get(where(scene)).status_code == 200, "who has the link sees the card"
    Deck.objects.filter(pk=deck.pk).update(key="another")
    assert stranger.get(where(scene)).status_code == 404, "until the link is another one"


def test_an_editor_takes_a_picture_down_and_a_blank_says_what_it_showed(deck: Deck, anna: User) -> None:
    _draft, scene = with_picture(deck, anna)
    writing.publish_drafts(deck, None)
    emma, page, key = person("emma", EDITORS), reverse("decks:pictures", args=[deck.pk]), scene.removeprefix("picture ")
    assert "First telephone call" in client(anna).get(page).content.decode()
    assert client(anna).post(page, {"picture": key, "do": "down", "sure": "1"}).status_code == 404
    asked = client(emma).post(page, {"picture": key, "do": "down"}).content.decode()
    assert "Take this picture down?" in asked and Client().get(where(scene)).status_code == 200, "asked first"

    client(emma).post(page, {"picture": key, "do": "down", "sure": "1"})

    for browser in (Client(), client(anna), client(emma)):
        gone, absent = browser.get(where(scene)), browser.get(where(UNKNOWN))
        assert gone.status_code == absent.status_code == 404
        assert gone.content == absent.content and Image.open(BytesIO(gone.content)).size == (1, 1)
        assert Image.open(BytesIO(gone.content)).convert("RGBA").getpixel((0, 0))[3] == 0, "what lies beneath is seen"
    printed = Client().get(reverse("decks:print", args=[deck.slug])).content.decode()
    assert f'aria-label="{EVENT["alt.en"]}"' in printed, "the blank is drawn with these words"
    assert [one.path for one in writing.built(deck)[1]] == ["scene.en"], "the next edition needs another one"
    with pytest.raises(Unfit, match="An editor has taken this picture down"):
        keep(deck, file(painted()), anna)
    assert pictures.keys_of(writing.duplicate(deck, anna)) == frozenset()

    client(emma).post(page, {"picture": key, "do": "up"})
    assert Client().get(where(scene)).status_code == 200 and writing.built(deck)[1] == []
    assert client(emma).post(page, {"picture": "0" * 20, "do": "down", "sure": "1"}).status_code == 404


def test_what_an_edition_shows_is_published_when_the_site_learns_of_it(deck: Deck, anna: User) -> None:
    with_picture(deck, anna)
    writing.publish_drafts(deck, None)
    keep(deck, file(painted(colour=BLUE)), anna)
    Picture.objects.update(published=False)
    import_module("decks.migrations.0010_reviewing").note_published(apps, None)
    assert list(Picture.objects.order_by("pk").values_list("published", flat=True)) == [True, False]
