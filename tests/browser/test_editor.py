"""An editor's morning: three decks, five statements and 31 flags, from the inbox to the end, small and wide."""

from io import BytesIO

import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from playwright.sync_api import expect

from decks import pictures, writing
from decks.models import Contribution, Deck, Flag
from decks.services import flag_card, send
from tests.browser.test_desk import desk  # noqa: F401
from tests.browser.test_everyone import WIDER, violations
from tests.decks.test_contributions import offered
from tests.decks.test_writing import EVENT

SMALL, WIDE = {"width": 360, "height": 640}, {"width": 1280, "height": 800}
FLIGHT = EVENT | {"rank": "K", "year": "1903", "name.en": "First powered flight", "mnemonic.en": "[S]illy [m]ouse"}


@pytest.fixture
def morning(transactional_db):
    """What has come in over night: gives the reader who sent some of it."""
    anna = User.objects.create_user("anna", is_staff=True)
    anna.groups.add(Group.objects.get_or_create(name="Authors")[0])
    reader = User.objects.create_user("reader")
    for title in ("Inventions", "Voyages", "Treaties"):
        deck = writing.begin_deck(anna, "event", title, "en", [])
        call = writing.add_card(deck, "event", anna, EVENT)
        writing.add_card(deck, "event", anna, FLIGHT | {"scene.en": photo(deck, anna)})
        writing.publish_drafts(deck, None)
        writing.save_card(call, EVENT | {"story.en": "Bell called Watson."}, 1, anna)
        writing.ask_for_review(deck, anna)
    for name in ("Heidi", "Peter", "Clara", "Alois", "Spam"):
        send(name, "de", offered(name), reader)
    edition = Deck.objects.get(slug="inventions").current
    for number in range(31):
        card, sender = ("A-hearts", reader) if number % 3 else ("K-hearts", None)
        context = {"game": "quizterix-snap", "table": "ABCDE", "move": number}
        flag_card(edition, card, "wrong", f"Note {number}", "de", context, sender)
    return reader


def photo(deck, who):
    kept = BytesIO()
    Image.new("RGB", (50, 70), (200, 30, 30)).save(kept, "PNG")
    return f"picture {pictures.keep(deck, SimpleUploadedFile('sun.png', kept.getvalue()), who).key}"


def looked_at(page, *sizes):
    """Nothing is wider than the window, and axe finds nothing."""
    for size in sizes:
        page.set_viewport_size(size)
        assert page.evaluate(WIDER) <= 0, (page.url, size)
    assert not violations(page), page.url


def test_an_editors_morning(desk, morning, person, site):  # noqa: F811
    page = desk("emma", "Editors", viewport=WIDE)
    main = page.locator("main")
    page.get_by_role("link", name="Inbox 10").click()
    for words in ("Decks that wait 3", "Statements sent in 5", "Flagged cards 2", "31 flags are open."):
        expect(main).to_contain_text(words)
    looked_at(page, SMALL, WIDE)

    # three decks: one is approved, one goes back with its reasons, of one a part is approved
    page.get_by_role("link", name="Inventions").first.click()
    expect(main.locator(".versions h3")).to_have_text(["Edition 1", "Now"])
    expect(main.locator(".lines")).to_contain_text("Watson")
    looked_at(page, SMALL, WIDE)
    page.get_by_role("button", name="Approve and publish").click()
    expect(main).to_contain_text("Published: edition 2.")
    expect(page.get_by_role("heading", name="Voyages")).to_be_visible()  # the next one, with the same tap
    page.get_by_role("button", name="Give it back").click()
    expect(page.get_by_role("alert")).to_contain_text("Say what to change")
    page.get_by_label("A word to the author · First telephone call").fill("Where was Watson?")
    page.get_by_role("button", name="Give it back").press("Enter")
    expect(main).to_contain_text("The deck is back with its author")
    expect(page.get_by_role("heading", name="Treaties")).to_be_visible()
    page.get_by_label("A word about the whole deck").fill("One more look.")
    page.get_by_role("button", name="Approve and publish").click()
    expect(main).to_contain_text("Decks that wait 0")

    # five statements
    page.get_by_role("link", name="“Heidi 0.”").click()
    for name, button in (("Heidi", "Accept"), ("Peter", "Give back"), ("Clara", "Decline"), ("Alois", "Accept")):
        expect(page.get_by_role("heading", name=f"Statements by {name}")).to_be_visible()
        page.get_by_label("A word to the sender").fill(f"Thank you, {name}.")
        page.get_by_role("button", name=button).click()
        expect(main).to_contain_text(f"{name} (10)")
    expect(page.get_by_role("heading", name="Statements by Spam")).to_be_visible()
    looked_at(page, SMALL, WIDE)
    page.get_by_role("button", name="Delete these statements").click()
    page.get_by_role("button", name="Delete them").click()
    expect(main).to_contain_text("Statements sent in 0")

    # 31 flags on two cards; one of them has a picture that must go
    page.get_by_role("link", name="First telephone call").click()
    expect(main).to_contain_text("Quizterix Snap!")
    looked_at(page, SMALL, WIDE)
    page.get_by_label("A word to those who sent them").fill("It is mended.")
    page.get_by_role("button", name="Settle these 20 flags").click()
    expect(page.get_by_role("heading", name="First powered flight")).to_be_visible()
    page.get_by_role("link", name="The uploaded pictures").click()
    looked_at(page, SMALL, WIDE)
    page.get_by_role("button", name="Take it down").click()
    page.get_by_role("button", name="Take it down").first.click()
    expect(main).to_contain_text("The picture is taken down.")
    page.goto(f"/decks/write/inbox/flag/{Flag.objects.filter(state='open').first().pk}/")
    page.get_by_role("button", name="Settle these 11 flags").click()
    expect(main).to_contain_text("Flagged cards 0")

    # what the inbox has no more is found in the admin, on a phone, too
    page.set_viewport_size(SMALL)
    for path in ("flag", "deck", "edition", "contribution"):
        page.goto(f"/admin/decks/{path}/")
        assert page.evaluate(WIDER) <= 0, path
        page.goto(page.locator("#result_list a[href*=change]").first.get_attribute("href"))
        assert page.evaluate(WIDER) <= 0, path

    page.goto("/decks/inventions/print/")
    blank = page.locator(".pc [role=img]", has=page.locator("image")).first
    assert blank.evaluate("one => getComputedStyle(one, '::before').content") == f'"{FLIGHT["alt.en"]}"'
    states = dict(Contribution.objects.values_list("name", "state"))
    assert states == {"Heidi": "accepted", "Peter": "returned", "Clara": "declined", "Alois": "accepted"}
    assert not Flag.objects.filter(state="open").exists()

    mine = person(site, "reader")
    mine.context.add_cookies(signed_in(morning, site))
    mine.page.goto("/decks/write/sent/")
    expect(mine.page.locator("main")).to_contain_text("It is mended.")
    expect(mine.page.locator("main")).to_contain_text("The card has been changed since.")
    looked_at(mine.page, SMALL)


def signed_in(user, site):
    """The cookie of a browser in which this person has signed in."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return [
        {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value, "url": site}
    ]
