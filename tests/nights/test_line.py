"""The line of a phone at an evening: led from table to table, and between them."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest

from games.nights.seating import Way
from games.tables.models import Player, Table
from tests.tables.browsers import Phone, Room, async_browser

pytestmark = pytest.mark.django_db(transaction=True)
DICE = {"game": "qwantum", "way": Way.STANDING, "minutes": 20}


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    """Where the phones are: on one hub."""
    room = Room()
    yield room
    await room.empty()


@pytest.fixture
def one(evening: Any) -> Any:
    """An evening of four, at one table."""
    one = evening([DICE], guests=4)
    one.step("go_on")
    one.step("send")
    return one


async def comes(room: Room, one: Any, player: Player) -> Phone:
    """A guest's phone, which is led to the table where its guest sits."""
    phone = room.phone("", player)
    phone.path = f"/ws/n/{one.night.room.code}/guest/"
    await phone.come()
    return phone


async def test_a_move_that_was_made_at_one_table_is_not_played_at_the_next(one: Any, room: Room) -> None:
    table = await Table.objects.aget()
    live = await room.live(table)
    (seat,) = live.snapshot.game.to_move(live.snapshot.play)
    player = await table.players.select_related("guest").aget(seat__number=seat)
    phone = await comes(room, one, player)
    assert [frame["anew"]["table"] for frame in phone.frames if "anew" in frame] == [table.pk]
    for made_at, played in ((table.pk + 1, False), (table.pk, True)):
        request, before = str(uuid4()), live.snapshot.number
        about, move = {"HX-Request-ID": request, "Table": str(made_at)}, {"move": "roll", "turn": "1"}
        await phone.send({"headers": about, "body": move})
        await phone.hear(lambda frame, wanted=request: frame.get("HX-Request-ID") == wanted)
        assert (live.snapshot.number > before) is played
    without = await async_browser(player)
    posted = await without.post(f"/n/{one.night.room.code}/move/?layout=guest", move, headers=about | {"Table": "0"})
    assert posted.json() == {}
