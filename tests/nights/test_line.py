"""The line of a phone at an evening: led from table to table, and between them."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from psycopg import OperationalError

from games.nights import live as nights_live
from games.nights import services
from games.nights.live import ASKING, Nights
from games.nights.looks import GUEST, NightLook, NightWatch, no_line
from games.nights.seating import Way
from games.tables.fragments import fragments
from games.tables.hub import NO_SUCH_TABLE
from games.tables.models import Guest, Player, Table
from tests.tables.browsers import Phone, Room, async_browser
from tests.tables.hubs import Clock, until

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


async def at_the_doors(room: Room, one: Any, guest: Guest) -> Phone:
    """A guest's phone at no table."""
    phone = room.phone("", SimpleNamespace(guest=guest, guest_id=guest.pk))
    phone.path = f"/ws/n/{one.night.room.code}/guest/"
    await phone.come()
    return phone


async def led(one: Any) -> NightWatch:
    """A page of somebody who sits at a table, before it is led there."""
    player = await Player.objects.afirst()
    assert player is not None
    return no_line(NightLook(player.guest_id, "de", GUEST))


async def test_two_changes_at_once_lead_a_phone_to_its_table_once(one: Any, room: Room) -> None:
    """A second time it would watch the table for ever, and freeze whatever the phone shows later."""
    nights, watch = await Nights.current(), await led(one)
    live = await nights.live(one.night.pk)
    live.watches.add(watch)
    await asyncio.gather(nights._lead(live, watch), nights._lead(live, watch))
    table = watch.live
    assert len(table.watches) == 1
    nights.leave(live, watch)
    assert not table.watches


async def test_whoever_hangs_up_while_an_evening_is_being_opened_takes_it_from_nobody(one: Any, room: Room) -> None:
    """The others would be told of nothing any more."""
    nights, table = await Nights.current(), await room.live(await Table.objects.aget())
    async with table.lock:
        first, second = (asyncio.ensure_future(nights.live(one.night.pk)) for _ in range(2))
        await asyncio.wait([first, second], timeout=0.3)
        first.cancel()
    await asyncio.wait([first])
    live = await second
    assert nights.nights[one.night.pk] is live


async def test_before_everybody_is_sent_the_tables_they_come_to_are_compiled(evening: Any, room: Room) -> None:
    """A process that has drawn no such table yet would let all phones wait for it at once."""
    one = await sync_to_async(evening)([DICE], guests=4)
    await sync_to_async(one.step)("go_on")
    phone = await at_the_doors(room, one, one.guests[0])
    nights = await Nights.current()
    fragments.cache_clear()
    nights._foresee(nights.nights[one.night.pk].evening)
    await nights.hub.compile()
    ready = set(fragments("de")._ready)
    await sync_to_async(one.step)("send")
    await phone.hear(lambda frame: 'id="hand"' in frame.get("content", ""))
    assert {name for name in fragments("de")._ready if not name.startswith("nights/")} <= ready


async def test_an_evening_leaves_the_memory_when_its_last_page_does(one: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that only asks now and then never says that it goes; a line may be cut before it is open."""
    monkeypatch.setattr(nights_live, "EVERY", 0.01)
    clock = Clock()
    hub = clock.hub()
    await hub.open()
    try:
        nights = Nights(hub)
        await nights.visit(one.night.pk, await led(one))
        (table,) = hub.tables.values()
        assert table.kept and list(nights.nights) == [one.night.pk]
        clock.passes(ASKING)
        await until(lambda: not nights.nights)
        assert not table.kept

        watch = await led(one)
        await nights.live(one.night.pk)
        async with table.lock:
            coming = asyncio.ensure_future(nights.join(one.night.pk, watch))
            await until(lambda: watch.at is not None)
            coming.cancel()
            await asyncio.wait([coming])
        await until(lambda: not nights.nights)
        assert not table.kept and not table.watches
    finally:
        await hub.close()


async def test_between_tables_a_page_that_asks_is_answered_and_a_late_move_is_not_sent_for_ever(
    one: Any, room: Room
) -> None:
    phone = await comes(room, one, await Player.objects.select_related("guest").afirst())
    await sync_to_async(services.step_out)(one.night.pk, phone.session[0][0].guest_id)
    await phone.hear(lambda frame: frame.get("anew", {}).get("table") == 0)
    await phone.send({"ping": 7})
    assert (await phone.hear(lambda frame: "pong" in frame))["pong"] == 7
    request = await phone.move(move="roll", turn="1")
    await phone.hear(lambda frame: frame.get("HX-Request-ID") == request)


async def test_while_the_database_is_away_every_page_says_so_and_goes_on_by_itself(
    evening: Any, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nights_live, "PULSE", 0.05)
    one = await sync_to_async(evening)([DICE], guests=1)
    phone = await at_the_doors(room, one, await sync_to_async(one.comes)("Zoé", "en"))
    nights = await Nights.current()
    nights.hub._away(ConnectionError("gone"))
    await phone.hear(lambda frame: "The evening waits" in frame.get("content", ""))
    back = await phone.hear(lambda frame: "night-note" in frame.get("content", ""))
    assert "The evening waits" not in back["content"]


async def test_whoever_is_led_while_the_database_is_away_is_led_again_when_it_is_back(
    one: Any, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when it is the look at the floor that leads them, and not something that was heard."""
    nights, watch = await Nights.current(), await led(one)
    live = await nights.live(one.night.pk)
    table = await room.live(await Table.objects.aget())
    with monkeypatch.context() as away:
        away.setattr(nights.hub.log, "tail", gone)
        table.stale = True
        live.watches.add(watch)
        live.scene = "another one"
        await nights._beat(live)
        assert watch.live is None
    await nights.refresh(one.night.pk)
    assert watch.live is table
    nights.leave(live, watch)


async def gone(*_: object) -> None:
    raise OperationalError("gone")


async def test_when_an_evening_is_erased_its_pages_go_at_once(
    evening: Any, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nights_live, "REREAD_EVERY", 1e9)
    one = await sync_to_async(evening)([DICE], guests=1)
    phone = await at_the_doors(room, one, one.guests[0])
    await sync_to_async(services.erase)(one.night.pk)
    while isinstance(said := await phone.next(), dict):
        continue
    assert said == NO_SUCH_TABLE
