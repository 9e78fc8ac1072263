"""The way of a class through its pages, by plain forms: no script, no socket."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.revision.models import Class, Progress
from tests.revision.school import PACK, assigned, signed_in, small_edition, teacher

pytestmark = pytest.mark.django_db


def fields_of(html: str, action: str) -> dict[str, str]:
    """The hidden inputs of the first form with this action."""
    form = next(one for one in re.findall(r"<form.*?</form>", html, re.DOTALL) if f'action="{action}"' in one)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_from_a_class_to_a_card_that_is_known() -> None:
    edition = small_edition()
    desk = signed_in(teacher())
    made: Any = desk.post(
        reverse("revision:classes"),
        {"name": "History 3b", "number": "3", "language": "en", "last_day": "2099-01-01"},
    )
    assert made.status_code == 422, "too far away"
    klass_form = {"name": "History 3b", "number": "3", "language": "en", "last_day": "2027-01-01"}
    made = desk.post(reverse("revision:classes"), klass_form)
    assert made.status_code == 302
    klass = Class.objects.get()
    slips = reverse("revision:slips", args=[klass.pk])
    pupils = [str(pupil.pk) for pupil in klass.pupils.all()]
    form = re.search(r'name="form" value="([^"]+)"', desk.get(slips).content.decode())
    assert form is not None
    sheet = desk.post(slips, {"form": form[1], "pupil": pupils})
    links = re.findall(r'data-link="([^"]+)"', sheet.content.decode())
    assert len(links) == 3
    assert all("/s/#" in link for link in links)
    assert "no-store" in sheet["Cache-Control"]
    task = assigned(klass, edition)
    phone = Client()
    door = phone.post(reverse("revision:door"), {"code": links[0].partition("#")[2]})
    assert door.status_code == 302
    assert phone.get(reverse("revision:today")).status_code == 200
    phone.post(reverse("revision:begin", args=[task.pk]), {"way": "typed"})
    here, act = reverse("revision:round", args=[task.pk]), reverse("revision:act", args=[task.pk])
    pack = {event.alt.en: event for event in PACK.events}
    for _ in range(60):
        page = phone.get(here).content.decode()
        if "Done for today" in page:
            break
        step = fields_of(page, act)["step"]
        if "I have seen it" in page:
            phone.post(act, {"step": step, "do": "met"})
            continue
        event = next(event for alt, event in pack.items() if f'aria-label="{alt}"' in page)
        phone.post(act, {"step": step, "do": "answer", "name": event.name.en, "year": str(event.year)})
    assert "6</b>" in page
    assert Progress.objects.get().state == Progress.DONE
    assert desk.get(reverse("revision:class", args=[klass.pk])).status_code == 200
