"""A teacher, a class, and devices that hold slips, for tests."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone
from msgspec import structs

from decks.models import Edition
from decks.roles import TEACHERS
from decks.services import pack_of, publish
from games.revision import services
from games.revision.models import Assignment, Class
from games.revision.services import Holder
from games.rules.pack import Pack
from games.rules.words import Text
from tests.rules.snap_table import EVENTS
from tests.rules.snap_table import PACK as SNAP_PACK

SCENE = Text(en="night flat 🌙@20,26*20 🐕@50,80*50")
PACK = structs.replace(SNAP_PACK, events=tuple(structs.replace(event, scene=SCENE) for event in EVENTS))

FACTS: dict[str, Any] = {
    "title": "The small deck",
    "cards": [],
    "asked": ["name", "year"],
    "ways": ["typed", "picked", "judged"],
    "goal": "once",
    "rounds": 3,
    "begins": None,
    "ends": None,
}


def teacher(name: str = "frau-keller") -> User:
    person = User.objects.create_user(name)
    person.groups.add(Group.objects.get(name=TEACHERS))
    return person


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client


def small_edition(pack: Pack = PACK) -> Edition:
    return publish(pack)


def small_class(person: User, pupils: int = 2, days: int = 60, **more: Any) -> Class:
    last_day = timezone.localdate() + timedelta(days=days)
    return services.make_class(person, more.get("name", "History 3b"), "en", last_day, number=pupils)


def assigned(klass: Class, edition: Edition, **facts: Any) -> Assignment:
    keys = [event.key for event in pack_of(edition.pk).events] or [
        str(one.number) for one in pack_of(edition.pk).statements
    ]
    return services.assign(klass, edition, FACTS | {"cards": keys} | facts)


def codes(klass: Class) -> list[str]:
    """New slips for everybody; their codes in the order of the pupils."""
    drawn = services.draw_slips(klass, list(klass.pupils.all()), uuid4())
    assert drawn is not None
    return [code for _pupil, code in drawn]


def holders(klass: Class) -> list[Holder]:
    """A device for every pupil."""
    return [services.enter(code) for code in codes(klass)]


def other_pack(**changes: Any) -> Pack:
    return structs.replace(PACK, **changes)
