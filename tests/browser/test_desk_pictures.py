"""A picture from somebody's phone on the card: sent from the editor, seen in the preview, on paper and at a table."""

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from decks import writing
from decks.models import Deck, Draft, Picture
from tests.browser.conftest import PHONE, seat_bots
from tests.browser.test_desk import desk  # noqa: F401
from tests.browser.test_everyone import WIDER, violations

# The colour of the middle of an SVG image, as the browser has drawn it.
MIDDLE = """async (image) => {
  const [paper, drawn] = [document.createElement('canvas'), new Image()];
  drawn.src = image.getAttribute('href');
  await drawn.decode();
  [paper.width, paper.height] = [drawn.naturalWidth, drawn.naturalHeight];
  const brush = paper.getContext('2d');
  brush.drawImage(drawn, 0, 0);
  return [paper.width, paper.height, ...brush.getImageData(paper.width / 2, paper.height / 2, 1, 1).data];
}"""


def photo(size=(1200, 1600)):
    """A red sun, as a phone would send it."""
    image = Image.new("RGB", size, (240, 240, 240))
    ImageDraw.Draw(image).ellipse((size[0] * 0.1, size[1] * 0.2, size[0] * 0.9, size[1] * 0.8), fill=(200, 30, 30))
    kept = BytesIO()
    image.save(kept, "JPEG", quality=90)
    return {"name": "IMG_0001.JPG", "mimeType": "image/jpeg", "buffer": kept.getvalue()}


@pytest.fixture
def editor(desk):  # noqa: F811
    """The editor of a card that lacks nothing but its picture, with its author in front of it."""

    def opened(**kwargs):
        page = desk("anna", "Authors", **kwargs)
        anna = User.objects.get(username="anna")
        deck = writing.begin_deck(anna, "event", "Suns", "en", [])
        fields = {"suit": "hearts", "year": "1876", "name.en": "Sunrise", "mnemonic.en": "[C]a[sh]"}
        fields |= {"rank": "A", "alt.en": "A red sun", "story.en": "It rose."}
        draft = writing.add_card(deck, "event", anna, fields)
        page.goto(f"/decks/write/{deck.pk}/card/{draft.pk}/")
        return page

    return opened


def is_red(page, where):
    """Is this picture there, upright and red in the middle?"""
    image = page.locator(f"{where} image").first
    expect(image).to_be_visible()
    width, height, red, green, blue, _ = image.evaluate(MIDDLE)
    box = image.evaluate("image => { const box = image.getBoundingClientRect(); return [box.width, box.height]; }")
    return (width, height) == (1000, 1333) and red > 150 > 80 > max(green, blue) and min(box) > 40


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_goes_from_a_phone_to_the_preview_to_paper_and_to_a_table(site, editor, person, scheme):
    page = editor(viewport=PHONE, color_scheme=scheme)
    page.set_input_files("#u-scene-en", files=[photo()])
    expect(page.locator("#s-scene-en")).to_have_text("The picture is there. Say below what it shows.")
    picture = Picture.objects.get()
    expect(page.locator("#f-scene-en")).to_have_value(f"picture {picture.key}")
    expect(page.locator("#state")).to_contain_text("ready to be published")
    assert is_red(page, "#state .card.hidden.w-7")
    expect(page.locator("#state .card.hidden.w-7")).to_have_attribute("aria-label", "A red sun")
    assert Draft.objects.get().fields["scene.en"] == f"picture {picture.key}"
    assert page.evaluate(WIDER) <= 0
    assert not violations(page)

    deck = Deck.objects.get(slug="suns")
    writing.add_card(deck, "event", deck.owner, Draft.objects.get().fields | {"rank": "K"})
    writing.publish_drafts(deck, deck.owner)
    page.goto("/decks/suns/print/")
    assert is_red(page, ".pc .frame")

    zoe = person(site, "Zoé", color_scheme=scheme)
    code = opens(zoe, "suns")
    seat_bots(code, 1)
    zoe.page.get_by_role("button", name="Begin the game").click()
    zoe.until_can("deal", "buzz")
    if zoe.can() == "deal":
        zoe.presses("deal")
    assert is_red(zoe.page, "#card")


def opens(someone, deck):
    """Opens a table of Snap! with this deck and returns its code."""
    someone.page.goto(f"/games/quizterix-snap/?with={deck}")
    someone.page.fill("#id_nickname", someone.name)
    someone.page.locator("form button.go").first.click()
    someone.page.wait_for_url("**/t/*/")
    return someone.page.url.rstrip("/").rsplit("/", 1)[1]


def test_a_refusal_stands_beside_the_field_and_nothing_typed_is_lost(editor):
    page = editor(viewport=PHONE)
    page.fill("#f-scene-en", "meadow 🐕@50,80*52")
    page.fill("#f-name-en", "Typed before")
    text = {"name": "sun.png", "mimeType": "image/png", "buffer": b"I am a text."}
    page.set_input_files("#u-scene-en", files=[text])
    expect(page.locator("#s-scene-en")).to_contain_text("This is no JPEG, PNG or WebP picture")
    expect(page.locator("#f-scene-en")).to_have_value("meadow 🐕@50,80*52")
    expect(page.locator("#f-name-en")).to_have_value("Typed before")
    page.route("**/picture/", lambda route: route.abort())
    page.set_input_files("#u-scene-en", files=[photo()])
    expect(page.locator("#s-scene-en")).to_have_text("The picture has not arrived. Try it again.")
    page.unroute("**/picture/")
    page.set_input_files("#u-scene-en", files=[photo()])
    expect(page.locator("#s-scene-en")).to_contain_text("The picture is there")
    expect(page.locator("#state .card.hidden.w-7 image")).to_be_visible()
    page.locator(".composer [data-emoji]").fill("🌙")
    page.locator(".composer [data-add]").click()
    expect(page.locator("#f-scene-en")).to_have_value("meadow 🌙@50,80*52")


def test_it_works_without_a_script(editor):
    page = editor(viewport=PHONE, java_script_enabled=False)
    page.fill("#f-name-en", "Typed before")
    page.set_input_files("#u-scene-en", files=[photo()])
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.locator("#f-name-en")).to_have_value("Typed before")
    expect(page.locator("#f-scene-en")).to_have_value(f"picture {Picture.objects.get().key}")
    expect(page.locator("#state .card.hidden.w-7 image")).to_be_visible()
