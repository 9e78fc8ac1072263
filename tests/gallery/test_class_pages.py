"""The pages of a class that everybody can use: axe finds nothing, and nothing is wider than a small phone."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec import structs
from playwright.sync_api import Browser

from decks.keeping import withdraw
from games.revision import sealing, services
from games.revision.models import Tally
from games.rules.words import Text
from tests.gallery.frames import SMALL, Frame, Size
from tests.gallery.test_everyone import COLOURS, WHOLE, violations
from tests.revision.school import PACK, assigned, codes, signed_in, small_class, small_edition, teacher

LONG = "Präsidentschaftswahlkampfauftaktveranstaltung 1960"
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Whatever can be used has a way to it by keyboard, and says what it is: axe sees the second, this the first.
OUT_OF_REACH = """() => [...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)')]
    .filter(one => one.tabIndex < 0 && one.type !== 'hidden').map(one => one.outerHTML.slice(0, 120))"""


def pages(language: str) -> Iterator[tuple[str, str]]:
    """Every page of revision in this language, by its name."""
    person = teacher(f"frau-keller-{language}")
    event = structs.replace(PACK.events[0], name=Text(**dict.fromkeys(("en", "de", "fr", "it", "ja"), LONG)))
    edition = small_edition(structs.replace(PACK, slug=f"small-{language}", events=(event, *PACK.events[1:])))
    klass = small_class(person, 5, name="Geschichte, Geographie und politische Bildung 3b")
    services.change_class(klass, klass.name, language, klass.last_day, [teacher(f"herr-meier-{language}")])
    task = assigned(
        klass, edition, title=LONG, cards=["Q-hearts", "7-clubs"], ends=timezone.localdate() + timedelta(days=9)
    )
    assigned(klass, edition)
    Tally.objects.create(klass=klass, card=f"small-{language}/Q-hearts/1961", shown=6, shown_right=2)
    headers = {"headers": {"accept-language": language}}
    desk, pupil = signed_in(person), Client()
    at = {"klass": klass.pk}

    def seen(client: Client, name: str, posted: dict[str, Any] | None = None, **where: Any) -> tuple[str, str]:
        path = reverse(f"revision:{name}", kwargs=where)
        answer = client.get(path, **headers) if posted is None else client.post(path, posted, **headers)
        assert answer.status_code in (200, 410, 422), (name, answer.status_code)
        return f"{name} {answer.status_code}", answer.content.decode()

    for name in ("class", "settings", "add", "slips", "office", "erase"):
        yield seen(desk, name, **at)
    yield seen(desk, "classes")
    yield seen(desk, "classes", {"names": "Mia\nMia", "last_day": "gestern"})
    yield seen(desk, "assign", **at, slug=edition.deck.slug)
    yield seen(desk, "change", {}, **at, assignment=task.pk)
    yield seen(desk, "pupil", **at, pupil=klass.pupils.all()[0].pk)
    yield seen(desk, "slips", {"form": str(uuid4()), "pupil": [str(klass.pupils.all()[1].pk)]}, **at)
    yield seen(Client(), "door", {"code": "KR4M"})
    yield seen(Client(), "replaced")
    code, *_others = codes(klass)
    pupil.post(reverse("revision:door"), {"code": code})
    yield seen(pupil, "today")
    act, begin = (reverse(f"revision:{name}", args=[task.pk]) for name in ("act", "begin"))
    pupil.post(begin, {"way": "typed", "likes": "1", "large": "on", "clock": "on", "aloud": "on"})
    yield seen(pupil, "round", number=task.pk)
    for step in range(2):
        pupil.post(act, {"step": step, "do": "met"})
    yield seen(pupil, "round", number=task.pk)
    pupil.post(act, {"step": 2, "do": "answer", "name": LONG * 2, "year": "1900"})
    yield seen(pupil, "round", number=task.pk)
    for name in ("data", "today"):
        yield seen(pupil, name)
    yield seen(pupil, "cards", number=task.pk)
    for step in range(3, 12):
        pupil.post(act, {"step": step, "do": "met"})
        pupil.post(act, {"step": step, "do": "reveal"})
        pupil.post(act, {"step": step, "do": "judge", "right": "1"})
        pupil.post(act, {"step": step, "do": "next"})
    over, page = seen(pupil, "round", number=task.pk)
    assert "hill" in page, "the round is over"
    yield over, page
    yield seen(Client(), "learn", slug=edition.deck.slug)
    yield seen(Client(), "learn", {"do": "begin", "way": "picked"}, slug=edition.deck.slug)
    services.make_class(person, "Other", language, klass.last_day, number=1)
    yield seen(desk, "assign_deck", slug=edition.deck.slug)
    withdraw(edition, person)
    yield seen(desk, "assign", **at, slug=edition.deck.slug)


def drawn(language: str) -> list[tuple[str, str]]:
    """All of them."""
    try:
        return list(pages(language))
    finally:
        connection.close()


def faults(browser: Browser, language: str, size: Size, schemes: Sequence[str] = ()) -> dict[str, Any]:
    """What is wrong with which page; with ``schemes`` axe looks, too, at the colours alone by lamplight."""
    frame, found = Frame(browser, size, locale=language), {}
    with ThreadPoolExecutor(1) as elsewhere:  # here Playwright's loop runs, and pages that wait could not
        shown = elsewhere.submit(drawn, language).result()
    for name, html in shown:
        frame.show(html)
        if problems := [*frame.page.evaluate(OUT_OF_REACH), *([WIDER] * (frame.page.evaluate(WIDER) > 0))]:
            found[f"{name} {language}"] = problems
        for scheme in schemes:
            frame.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            frame.page.evaluate(Axe().axe_script)
            if seen := list(violations(frame, WHOLE if scheme == schemes[0] else COLOURS)):
                found[f"{name} {language} {scheme}"] = seen
    frame.close()
    return found


@pytest.mark.django_db(transaction=True)
def test_no_page_of_a_class_keeps_anybody_out(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "N", 2**8)
    assert faults(browser, "en", SMALL, ["light"]) == {}
