"""A night between processes: presses at the same moment, and pages without a socket."""

import json

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.test import AsyncClient

from games.nights import services
from games.nights.models import Spell
from games.nights.seating import Way
from games.nights.services import Passed
from games.tables.models import Player, Table
from tests.nights.conftest import Evening
from tests.tables.test_twice import at_once

pytestmark = pytest.mark.django_db(transaction=True)
QUIZ = {"game": "swiss-quiz", "way": Way.LOT, "minutes": 20, "options": {"answering": "at-once"}}


def pressed(step, *facts):
    """What a co-host's press comes to."""

    def press():
        try:
            step(*facts)
        except Passed:
            return "passed"
        return "done"

    return press


def test_of_two_consoles_that_press_at_once_one_is_obeyed_and_the_other_sees_what_happened(evening):
    one = evening([QUIZ], guests=9)
    for name in ("go_on", "send"):
        night, token = one.night.pk, one.token
        press = pressed(getattr(services, name), night, token)
        assert sorted(at_once(press, press)) == ["done", "passed"]
    assert Table.objects.count() == 2
    row = one.round.pk
    assert sorted(at_once(*(pressed(services.call_time, one.night.pk, row),) * 2)) == ["done", "passed"]


def test_whatever_happens_at_once_everybody_holds_one_seat_and_nobody_two(evening):
    one = evening([QUIZ], guests=8)
    one.step("go_on")
    one.step("send")
    night, guests = one.night.pk, [guest.pk for guest in one.guests]
    at_once(
        pressed(services.step_out, night, guests[0]),
        pressed(services.move_to, night, guests[0], 2),
        pressed(services.move_to, night, guests[1], 2),
        pressed(services.remove, night, guests[2]),
        pressed(services.come_in, night, "Late", "de"),
        pressed(services.step_in, night, guests[0]),
    )
    sitting = Player.objects.exclude(seat=None).values_list("guest", flat=True)
    held = Spell.objects.filter(until=None).values_list("guest", flat=True)
    assert sorted(sitting) == sorted(held) and len(set(sitting)) == len(sitting)
    assert guests[2] not in sitting and set(guests[3:]) <= set(sitting)


async def test_a_page_without_a_socket_sees_the_evening_is_led_to_its_table_and_back(decks, room):
    one = await sync_to_async(Evening)([QUIZ], 3)
    client, path = AsyncClient(), f"/n/{one.night.room.code}/"
    assert (await client.post(path, {"nickname": "Mia", "language": "en"})).status_code == 302

    async def asked(stamp=""):
        async with ThreadSensitiveContext():  # a thread for each request, as the site has
            return json.loads((await client.get(f"{path}live/?layout=guest&stamp={stamp}")).content)

    doors = await asked()
    assert "n-next" in doors["content"] and doors["anew"] == {"game": "", "you": -1, "table": 0}
    assert await asked(doors["stamp"]) == {"stamp": doors["stamp"]}, "nothing has changed"
    await sync_to_async(one.step)("go_on")
    seating = await asked(doors["stamp"])
    assert seating["stamp"] != doors["stamp"]
    await sync_to_async(one.step)("send")
    table = await asked(seating["stamp"])
    assert table["anew"]["game"] == "swiss-quiz" and table["anew"]["you"] >= 0 and "answer-true" in table["content"]
    assert await asked(table["stamp"]) == {"stamp": table["stamp"]}
    statement = table["content"].split('name="statement" value="')[1].split('"')[0]
    laid = {"move": "lay", "statement": statement, "answer": "true", "chips": "0"}
    async with ThreadSensitiveContext():
        answer = json.loads((await client.post(f"{path}move/?layout=guest", laid)).content)
    assert answer["number"] > table["number"]
    row = await sync_to_async(lambda: one.round.pk)()
    await sync_to_async(services.close_round)(one.night.pk, row, force=True)
    back = await asked(table["stamp"])
    assert "n-mine" in back["content"] and back["anew"] == {"game": "", "you": -1, "table": 0}
