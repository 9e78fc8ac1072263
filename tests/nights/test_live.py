"""A night between processes: presses at the same moment, and pages without a socket."""

import asyncio
import json
from datetime import timedelta
from types import SimpleNamespace

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.test import AsyncClient
from django.utils import timezone

from games.nights import services
from games.nights.live import Nights
from games.nights.models import Round, Spell
from games.nights.seating import Way
from games.nights.services import Passed
from games.tables.hub import NO_SUCH_TABLE
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
    one = evening([{"game": "", "minutes": 5}, QUIZ], guests=9)
    for name in ("go_on", "go_on", "send"):  # a break, the seating, the tables
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
    here, there = (Spell.objects.filter(until=None, laid__number=number).first().guest_id for number in (1, 2))
    services.step_out(night, there)
    services.move_to(night, here, 2)
    assert [spell.laid.number for spell in Spell.objects.filter(guest=here, until=None)] == [2]
    assert Player.objects.filter(guest=here).exclude(seat=None).count() == 1


async def test_a_page_without_a_socket_sees_the_evening_is_led_to_its_table_and_back(decks, room):
    one = await sync_to_async(Evening)([QUIZ], 3)
    client, path = AsyncClient(), f"/n/{one.night.room.code}/"
    assert (await client.post(path, {"nickname": "Mia", "language": "en"})).status_code == 302

    async def asked(stamp=""):
        async with ThreadSensitiveContext():  # a thread for each request, as the site has
            return json.loads((await client.get(f"{path}live/?layout=guest&stamp={stamp}")).content)

    async def changed(stamp):
        """Asks, as a page does, until the news of what has been done is there."""
        async with asyncio.timeout(30):
            while len(answer := await asked(stamp)) == 1:
                continue
        return answer

    doors = await asked()
    assert "n-next" in doors["content"] and doors["anew"] == {"game": "", "you": -1, "table": 0}
    assert await asked(doors["stamp"]) == {"stamp": doors["stamp"]}, "nothing has changed"
    await sync_to_async(one.step)("go_on")
    seating = await changed(doors["stamp"])
    assert seating["stamp"] != doors["stamp"]
    await sync_to_async(one.step)("send")
    table = await changed(seating["stamp"])
    assert table["anew"]["game"] == "swiss-quiz" and table["anew"]["you"] >= 0 and "answer-true" in table["content"]
    assert "data-call" in table["content"] and "data-call" not in (await asked(table["stamp"] + "x"))["content"]
    assert await asked(table["stamp"]) == {"stamp": table["stamp"]}
    statement = table["content"].split('name="statement" value="')[1].split('"')[0]
    laid = {"move": "lay", "statement": statement, "answer": "true", "chips": "0"}
    async with ThreadSensitiveContext():
        answer = json.loads((await client.post(f"{path}move/?layout=guest", laid)).content)
    assert answer["number"] > table["number"]
    row = await sync_to_async(lambda: one.round.pk)()
    await sync_to_async(services.close_round)(one.night.pk, row, force=True)
    async with asyncio.timeout(30):
        while (back := await asked())["anew"]["table"]:  # until the news is there
            continue
    assert "n-mine" in back["content"] and '<div id="n-call" hidden>' in back["content"]
    assert back["anew"] == {"game": "", "you": -1, "table": 0}


async def phone_of(room, one, guest):
    """A guest's phone, on its line."""
    phone = room.phone("", SimpleNamespace(guest=guest, guest_id=guest.pk))
    phone.path = f"/ws/n/{one.night.room.code}/guest/"
    return await phone.come()


async def test_whoever_is_removed_between_two_rounds_loses_the_line_and_the_others_keep_it(decks, room):
    one = await sync_to_async(Evening)([QUIZ], 2)
    out, other = [await phone_of(room, one, guest) for guest in one.guests]
    await sync_to_async(services.remove)(one.night.pk, one.guests[0].pk)
    while isinstance(heard := await out.next(), dict):
        continue
    assert heard == NO_SUCH_TABLE
    await other.hear(lambda frame: "1 is here" in frame.get("content", "") or "1 ist da" in frame.get("content", ""))


async def test_a_phone_that_wakes_up_long_after_everybody_was_sent_is_not_called_again(decks, room):
    one = await sync_to_async(Evening)([QUIZ], 3)
    await sync_to_async(one.step)("go_on")
    early = await phone_of(room, one, one.guests[0])
    await sync_to_async(one.step)("send")
    await early.hear(lambda frame: "data-call" in frame.get("content", ""))
    await sync_to_async(Round.objects.update)(sent_at=timezone.now() - timedelta(minutes=2))
    await sync_to_async(Spell.objects.update)(since=timezone.now() - timedelta(minutes=2))
    nights = await Nights.current()
    await nights.refresh(one.night.pk)
    late = await phone_of(room, one, one.guests[1])
    await sync_to_async(services.announce)(one.night.pk, "Ice cream!")
    await late.hear(lambda frame: "Ice cream!" in frame.get("content", ""))
    assert "answer-true" in late.html and "data-call" not in late.html
    await sync_to_async(services.step_out)(one.night.pk, one.guests[2].pk)
    newcomer = await phone_of(room, one, await sync_to_async(one.comes)("Late"))
    await newcomer.hear(lambda frame: "data-call" in frame.get("content", ""))
