"""A class plays together, and ten minutes later nothing of it is left but what each device has sealed."""

import gzip
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.models import Reading
from games.revision import services
from games.revision import tidy as tidying
from games.revision.models import Lesson, Tally
from games.tables.models import Guest, Move, Player, Room, Table
from games.tables.readings import readings_of
from tests.revision.school import assigned, codes, signed_in, small_class, small_edition, teacher
from tests.revision.test_pages import play
from tests.settings import CLUSTER_FOR_TESTS


def scanned(code: str) -> Client:
    pupil = Client()
    pupil.post(reverse("revision:door"), {"code": code})
    return pupil


@pytest.mark.django_db
def test_a_class_plays_under_its_slips_and_only_the_seals_remember() -> None:
    person = teacher()
    klass = small_class(person, 2)
    task = assigned(klass, small_edition())
    desk, pupils = signed_in(person), [scanned(code) for code in codes(klass)]
    assert "Your class is playing now." not in pupils[0].get(reverse("revision:today")).content.decode()
    opened = desk.post(reverse("revision:play", args=[klass.pk]), {"everybody": "1", "assignment": str(task.pk)})
    table = Table.objects.get()
    assert opened["Location"] == reverse("tables:table", args=[table.code])
    assert table.room.private
    assert table.options == {"dealer": "leader", "everybody": True, "ask_mnemonic": False}
    assert "Your class is playing now." in pupils[0].get(reverse("revision:today")).content.decode()
    for pupil in pupils:
        for _twice in range(2):
            assert pupil.post(reverse("revision:lesson"))["Location"] == opened["Location"]
        assert pupil.get(opened["Location"]).status_code == 200
    names = set(Guest.objects.values_list("nickname", flat=True))
    assert names == {"frau-keller", "Fox 1", "Owl 1"}
    assert Player.objects.filter(seat__isnull=False).count() == 2
    assert scanned("").post(reverse("revision:lesson"))["Location"] == reverse("revision:door")

    Table.objects.update(ended_at=timezone.now())
    assert desk.get(reverse("tables:replay", args=[table.code])).status_code == 404
    assert readings_of(table) == []
    assert tidying.tidy(timezone.now() + timedelta(minutes=9))["lessons cleared"] == 0
    assert tidying.tidy(timezone.now() + timedelta(minutes=11))["lessons cleared"] == 1
    for gone in (Room, Table, Move, Player, Guest, Lesson, Reading):
        assert not gone.objects.exists()


@pytest.mark.django_db
def test_each_device_seals_what_its_own_seat_has_known() -> None:
    person = teacher()
    klass, edition = small_class(person, 1), small_edition()
    assigned(klass, edition)
    (code,) = codes(klass)
    pupil = scanned(code)
    table, _host = services.open_lesson(klass, person, "en", edition, ["Q-hearts"], everybody=False)
    Table.objects.update(options={"cards": 1, "ask_mnemonic": False})  # the rules alone: one who plays for themselves
    pupil.post(reverse("revision:lesson"))
    table.refresh_from_db()
    player = Player.objects.get(seat__isnull=False)
    from games.tables.services import begin, make_host

    make_host(table.pk, Player.objects.get(seat=None), player.pk)
    begin(table.pk, player)
    play(table, player)
    pupil.get(reverse("revision:today"))
    kept = json.loads(pupil.get(reverse("revision:file")).content)["memory"]["cards"]
    assert [[review[1] for review in card[0]] for card in kept.values()] == [[True]]
    assert Tally.objects.get().tried == 1


@pytest.mark.django_db(transaction=True)
def test_a_lesson_is_in_no_backup(tmp_path: Path, settings: Any) -> None:
    settings.CLUSTER = CLUSTER_FOR_TESTS
    person = teacher()
    klass = small_class(person, 1)
    edition = small_edition()
    from games.tables.services import join, open_table

    table, _host = services.open_lesson(klass, person, "en", edition, ["Q-hearts"], everybody=True)
    join(table.pk, "Xylophone", "en")
    other = open_table("quizterix-snap", edition, {})
    join(other.pk, "Zither", "en")
    file = tmp_path / "site.sql.gz"
    connection.close()
    connection.close_pool()
    call_command("backup", file, verbosity=0)
    dump = gzip.decompress(file.read_bytes())
    assert b"Xylophone" not in dump
    assert table.code.encode() not in dump
    assert b"Zither" in dump
    assert other.code.encode() in dump
