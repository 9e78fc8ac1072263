"""A process that ends hands its tables over: a move first, then the lines, one after the other."""

import asyncio

import pytest

from games.tables import duty
from games.tables.duty import close_lines
from games.tables.hub import Hub
from games.tables.outbox import LEAVING
from tests.tables.hubs import Browser, lay, rows, seated, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def pauses(monkeypatch):
    """How long was waited before each line; nobody really waits."""
    waited = []

    async def note(seconds):
        waited.append(seconds)

    monkeypatch.setattr(duty, "sleep", note)
    return waited


async def test_lines_are_closed_one_after_the_other_over_a_second(quiz, pauses):
    hub = await Hub.current()
    live, people = await seated(hub, quiz)
    await close_lines()
    assert [one.ended for one in people] == [LEAVING] * 3
    assert sorted(pauses) == pytest.approx([0, 1 / 3, 2 / 3])
    await hub.close()


async def test_many_lines_are_closed_no_faster_than_others_can_take_them_over(quiz, pauses):
    hub = await Hub.current()
    live, _ = await seated(hub, quiz)
    crowd = [await Browser(hub, live, None).sit() for _ in range(72)]
    await close_lines()
    assert {one.ended for one in crowd} == {LEAVING}
    assert max(pauses) == pytest.approx(74 / duty.MOST_A_SECOND)
    await hub.close()


async def test_a_move_that_is_being_played_is_answered_before_the_line_is_closed(quiz, pauses):
    hub = await Hub.current()
    live, (anna, *_) = await seated(hub, quiz)
    append, go = hub.log.append, asyncio.Event()
    begun = asyncio.Event()

    async def slow(row):
        begun.set()
        await go.wait()
        return await append(row)

    hub.log.append = slow
    move = asyncio.create_task(lay(anna))
    await begun.wait()
    closing = asyncio.create_task(close_lines())
    await until(lambda: len(pauses) == 3)
    assert anna.ended is None
    go.set()
    await asyncio.gather(move, closing)
    assert anna.frames[-1]["number"] == 2 == len(await rows(quiz.table))
    assert anna.ended == LEAVING
    await hub.close()


async def test_a_table_that_is_stuck_keeps_no_process_from_ending(quiz, pauses, monkeypatch):
    monkeypatch.setattr(duty, "PATIENCE", 0.01)
    hub = await Hub.current()
    live, people = await seated(hub, quiz)
    async with live.lock:
        await close_lines()
    assert [one.ended for one in people] == [LEAVING] * 3
    await hub.close()


async def test_whoever_came_while_lines_were_being_closed_is_not_forgotten(quiz, monkeypatch):
    hub = await Hub.current()
    live, people = await seated(hub, quiz)
    late = Browser(hub, live, None)

    async def come(seconds):
        if late.watch not in live.watches:
            await late.sit()

    monkeypatch.setattr(duty, "sleep", come)
    await close_lines()
    assert [one.ended for one in (*people, late)] == [LEAVING] * 4
    await hub.close()


async def test_a_process_that_nobody_has_asked_for_a_table_has_no_lines():
    await close_lines()
    duty.show()
