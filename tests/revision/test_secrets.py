"""Whoever has the database, a backup, the logs or what is counted reads nothing of what one pupil knows."""

import base64
import gzip
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from prometheus_client import generate_latest

from games.revision import services
from games.revision import tidy as tidying
from games.revision.access import COOKIE
from games.revision.services import Holder
from games.revision.services.lessons import KEPT
from games.rules.kernel import HOST, Seat
from games.rules.quizterix_snap.moves import Answer, Deal, GiveUp
from games.tables.access import GUESTS
from games.tables.services import begin, join, open_table
from tests.revision.school import assigned, codes, small_class, small_edition, teacher
from tests.revision.test_laws import everywhere
from tests.revision.test_lessons import does, kept_by, scanned, the_bell_rings
from tests.revision.test_pages import play
from tests.settings import CLUSTER_FOR_TESTS

HOMEWORK, ALONE, LESSON = "Zwetschgenkuchen", "Apfelstrudelrezept", "Lebkuchenherz"


def backed_up(file: Path) -> bytes:
    connection.close()
    connection.close_pool()
    call_command("backup", file, verbosity=0)
    return gzip.decompress(file.read_bytes())


def in_any_form(*secrets: bytes) -> Iterator[bytes]:
    for secret in secrets:
        yield from (secret, secret.hex().encode(), base64.b64encode(secret))


@pytest.mark.django_db(transaction=True)
def test_no_dump_no_log_and_no_count_tells_what_one_pupil_knows(
    tmp_path: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CLUSTER = CLUSTER_FOR_TESTS
    caplog.set_level(logging.DEBUG)
    person, edition = teacher(), small_edition()
    klass = small_class(person)
    task = assigned(klass, edition)
    code, theirs = codes(klass)
    pupil, other = scanned(code), scanned(theirs)

    # homework
    pupil.post(reverse("revision:begin", args=[task.pk]), {"way": "typed", "likes": "1", "games": "on"})
    act = reverse("revision:act", args=[task.pk])
    for step in range(12):
        pupil.post(act, {"step": str(step), "do": "met"})
        pupil.post(act, {"step": str(step), "do": "answer", "name": HOMEWORK, "year": "siebzehnhundertelf"})
    slip, device, text = pupil.cookies[COOKIE].value.split(".")
    key = base64.urlsafe_b64decode(text + "=")
    holder = Holder(int(slip), device, key)
    assert HOMEWORK in str(services.look(holder).memory.rounds), "the answer is kept until the round ends"

    # a deck that is learnt in this browser alone
    learn, form = reverse("revision:learn", args=["small"]), {"do": "begin", "way": "typed"}
    for _ in range(5):
        page = pupil.post(learn, form).content.decode()
        hidden = dict(re.findall(r'name="(sealed|step)" value="([^"]*)"', page))
        form = hidden | {"do": "met" if "I have seen it" in page else "answer", "name": ALONE, "year": "1"}
    assert f"You said “{ALONE}”." in page

    # memory from play: the evening stands in its log, as every evening does; whose slip counts it stands nowhere
    evening = open_table("quizterix-snap", edition, {"cards": 1, "ask_mnemonic": False})
    anna = join(evening.pk, "Anna", "en")
    begin(evening.pk, anna)
    play(evening, anna)
    session = pupil.session
    session[GUESTS] = {str(evening.room_id): anna.guest_id}
    session.save()
    before = len(kept_by(pupil))
    assert pupil.post(reverse("revision:played"), {"table": evening.code}).status_code == 204
    assert len(kept_by(pupil)) == before + 1

    # a lesson
    table, leader = services.open_lesson(klass, person, "en", {edition: ["Q-hearts"]}, everybody=True)
    for one in (pupil, other):
        one.post(reverse("revision:lesson"))
    begin(table.pk, leader)
    table.refresh_from_db()
    does(table, HOST, Deal)
    does(table, Seat(0), Answer, name=LESSON, year="1961")
    does(table, Seat(1), GiveUp)
    during = backed_up(tmp_path / "during.sql.gz")
    assert {name for name, _word in everywhere(LESSON)} == {"tables_move"}, "the lesson's own table, while it is on"
    the_bell_rings(table)
    before = len(kept_by(pupil))
    pupil.post(reverse("revision:played"), {"table": table.code})
    assert len(kept_by(pupil)) == before + 1
    assert tidying.tidy(timezone.now() + KEPT * 2)["lessons cleared"] == 1
    assert list(everywhere(HOMEWORK, ALONE, LESSON, "siebzehnhundertelf", table.code)) == []
    after = backed_up(tmp_path / "after.sql.gz")

    for dump in (during, after):
        assert b"small" in dump and evening.code.encode() in dump, "it is the dump of this site"
        assert table.code.encode() not in dump
    sessions = [str(one.get_decoded()) for one in Session.objects.all()]
    logs, counts = caplog.text.encode(), generate_latest()
    learnt = pupil.cookies["learn_key"].value
    words = (HOMEWORK, ALONE, LESSON, "siebzehnhundertelf", device, code, text, learnt, settings.SLIP_SECRET)
    for secret in in_any_form(key, base64.urlsafe_b64decode(learnt), *(word.encode() for word in words)):
        for place in (during, after, logs, counts, str(sessions).encode()):
            assert secret not in place, secret
