"""Who guesses codes waits, and nobody is shut out: no class behind one address, nobody who has been here before."""

import asyncio
import re
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from config import limits
from config.limits import A_TURN_EVERY, LONGEST_QUEUE, OF_A_BROWSER, OF_AN_ADDRESS, OF_STRANGERS, WIDER
from config.models import Attempt
from games.tables.access import FOUND, Visitor
from tests.tables.browsers import Room, async_browser, browser
from tests.tables.conftest import seat_cast

HERE, ELSEWHERE = "10.0.0.66", "10.0.0.1"


class Clock:
    """Time that passes only while somebody waits for it, and who waits how long."""

    def __init__(self):
        self.at = datetime(2026, 1, 1, tzinfo=UTC)
        self.waits = []

    def now(self):
        return self.at

    async def sleep(self, seconds):
        self.waits.append(seconds)


@pytest.fixture
def clock(monkeypatch):
    """The clock and the patience of the limits."""
    clock = Clock()
    monkeypatch.setattr(limits, "now", clock.now)
    monkeypatch.setattr(limits, "sleep", clock.sleep)
    return clock


def wrong(times, address=HERE, name=""):
    """So many wrong codes."""
    for _ in range(times):
        limits.wrong_code(name, address)


def known(table, name="known"):
    """The cookie of a browser that has found a table."""
    visitor = Visitor({}, {}, HERE)
    visitor.name = name
    visitor.know(table)
    return {FOUND: visitor.cookie}


# ---------------------------------------------------------------------- who waits


@pytest.mark.django_db
def test_strangers_at_one_address_share_their_room_and_then_wait(clock):
    wrong(OF_STRANGERS - 1)
    assert limits.crowded("", HERE) == ""
    wrong(1)
    assert limits.crowded("", HERE) == HERE
    assert limits.crowded("", ELSEWHERE) == ""
    clock.at += limits.WRONG_WITHIN + timedelta(seconds=1)
    assert limits.crowded("", HERE) == ""


@pytest.mark.django_db
def test_a_browser_that_is_known_has_room_of_its_own(clock):
    wrong(OF_STRANGERS)
    assert limits.crowded("beat", HERE) == ""
    wrong(OF_A_BROWSER - 1, name="beat")
    assert limits.crowded("beat", HERE) == ""
    wrong(1, name="beat")
    assert limits.crowded("beat", HERE) == HERE
    assert limits.crowded("beat", ELSEWHERE) == "beat"  # it takes its wrong codes along
    assert limits.crowded("zoe", HERE) == ""


@pytest.mark.django_db
def test_many_names_do_not_make_more_room_than_an_address_has(clock):
    for name in range(OF_AN_ADDRESS // OF_A_BROWSER):
        assert limits.crowded(f"new {name}", HERE) == ""
        wrong(OF_A_BROWSER, name=f"new {name}")
    assert limits.crowded("one more", HERE) == HERE


@pytest.mark.django_db
def test_all_addresses_of_an_ipv6_network_are_one_and_a_site_s_networks_share(clock):
    one, other, far = "2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"
    wrong(OF_STRANGERS - 1, one)
    wrong(1, other)
    assert limits.crowded("", one) == limits.crowded("", other) == "2001:db8:1:2::/64"
    assert limits.crowded("", far) == ""
    for network in range(4, 4 + WIDER):
        wrong(OF_STRANGERS, f"2001:db8:1:{network}::1")
    assert limits.crowded("", far) == limits.crowded("", one) == "2001:db8:1::/48"
    assert limits.crowded("", "2001:db8:2::1") == ""


@pytest.mark.parametrize(
    ("address", "places"),
    [
        ("10.0.0.1", ["10.0.0.1"]),
        ("::ffff:10.0.0.1", ["10.0.0.1"]),
        ("fe80::1%eth0", ["fe80::/64", "fe80::/48"]),
        ("local", ["local"]),
        ("x" * 200, ["x" * 40]),
    ],
)
def test_what_an_address_counts_as(address, places):
    assert list(limits.places(address)) == places


# ---------------------------------------------------------------------- the queue


@pytest.mark.django_db(transaction=True)
async def test_every_two_seconds_somebody_has_a_turn_and_ten_may_wait(clock):
    turns = int(LONGEST_QUEUE / A_TURN_EVERY)
    assert [await limits.take_turn("here") for _ in range(turns + 3)] == [True] * turns + [False] * 3
    assert clock.waits == [2.0 * turn for turn in range(turns)]
    assert await limits.take_turn("elsewhere")
    assert clock.waits[-1] == 0
    clock.at += A_TURN_EVERY
    assert [await limits.take_turn("here") for _ in range(2)] == [True, False]
    assert clock.waits[-1] == 18
    clock.at += timedelta(hours=1)
    assert await limits.take_turn("here")
    assert clock.waits[-1] == 0


@pytest.mark.django_db(transaction=True)
async def test_two_never_get_the_same_turn(clock):
    assert all(await asyncio.gather(*(limits.take_turn("here") for _ in range(8))))
    assert sorted(clock.waits) == [2.0 * turn for turn in range(8)]


# ---------------------------------------------------------------------- at every door

DOORS = {
    "a table's code": lambda cast, right: ("post", "/join/", {"code": cast.table.code if right else "QQQQQ"}),
    "a table's page": lambda cast, right: ("get", f"/t/{cast.table.code if right else 'QQQQQ'}/", {}),
    "the big screen": lambda cast, right: ("get", f"/t/{cast.table.code if right else 'QQQQQ'}/screen/", {}),
    "the page without a socket": lambda cast, right: ("get", f"/t/{cast.table.code if right else 'QQQQQ'}/live/", {}),
    "a link": lambda cast, right: (
        "get",
        f"/t/{cast.hidden.table.code}/i/{cast.hidden.table.room.invitation if right else 'wrong'}/",
        {},
    ),
    "a seat's code": lambda cast, right: (
        "post",
        f"/t/{cast.table.code}/back/",
        {"code": cast.anna.guest.recovery if right else "AAAAAAAA"},
    ),
    "a team's code": lambda cast, right: (
        "post",
        f"/t/{cast.table.code}/take-seat/",
        {"nickname": "Eve", "language": "en", "team": cast.anna.seat.team_code if right else "AAAAA"},
    ),
}


@pytest.fixture
def cast(lobby, statements):
    """A table that everybody may find, and one that nobody may."""
    lobby.hidden = seat_cast("swiss-quiz", statements, private=True)
    return lobby


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
async def test_at_every_door_right_and_wrong_codes_wait_alike_and_then_are_answered(cast, clock, door):
    async def knock(right, **brought):
        method, path, data = door(cast, right)
        client = AsyncClient()
        client.cookies.load(brought)
        return await getattr(client, method)(path, data)

    await sync_to_async(wrong)(OF_STRANGERS - 1, "127.0.0.1")
    good, bad = await knock(True), await knock(False)
    assert good.status_code in (200, 302)
    assert bad.status_code in (404, 422)
    assert clock.waits == []
    for turn, right in enumerate((False, True, False, True)):
        assert (await knock(right)).status_code == (good if right else bad).status_code
        assert clock.waits == [2.0 * step for step in range(turn + 1)]
    count = await sync_to_async(limits.counted)(["code:127.0.0.1"])
    assert count == {"code:127.0.0.1": OF_STRANGERS + 2}  # a wrong code counts once, however long it has waited
    while len(clock.waits) < 10:
        await knock(False)
    for right in (True, False):
        answer = await knock(right)
        assert (answer.status_code, answer.headers["Retry-After"], len(clock.waits)) == (429, "20", 10)


@pytest.mark.django_db(transaction=True)
async def test_who_sits_at_a_table_or_has_found_it_never_waits(cast, clock):
    await sync_to_async(wrong)(OF_AN_ADDRESS * WIDER, "127.0.0.1")
    path = f"/t/{cast.table.code}/"
    looker = AsyncClient()
    assert (await looker.get(path)).status_code == 200
    assert clock.waits == [0]
    seated = await async_browser(cast.beat)
    for page in (path, f"{path}screen/", f"{path}live/"):
        assert (await looker.get(page)).status_code == (await seated.get(page)).status_code == 200
    invited = await async_browser(invited=[cast.hidden.table])
    assert (await invited.get(f"/t/{cast.hidden.table.code}/")).status_code == 200
    assert clock.waits == [0]


@pytest.mark.django_db(transaction=True)
async def test_a_socket_waits_in_the_same_queue(cast, clock):
    room = Room()
    await room.seat(cast.table)
    await sync_to_async(wrong)(OF_STRANGERS - 1, "local")
    for code in ("QQQQQ", "QQQQQ"):
        guess = room.phone(code)
        await guess.dial()
        assert await guess.next() == 4404
    assert clock.waits == [0]
    await room.seat(cast.table)
    assert clock.waits == [0, 2]
    while len(clock.waits) < 10:
        await limits.take_turn("local")
    for code in (cast.table.code, "QQQQQ"):
        late = room.phone(code)
        await late.dial()
        assert await late.next() == 4429
    await room.seat(cast.table, cast.beat)
    await room.seat(cast.table, invited=[cast.table])
    await room.empty()


@pytest.mark.django_db
def test_the_page_for_whom_there_is_no_room_comes_again_by_itself(cast, clock):
    Attempt.objects.create(key="queue:127.0.0.1", until=clock.at + LONGEST_QUEUE)
    wrong(OF_STRANGERS, "127.0.0.1")
    page = browser().get(f"/t/{cast.table.code}/?watch=1")
    assert page.status_code == 429
    assert '<meta http-equiv="refresh" content="20">' in page.content.decode()
    typed = browser().post(f"/t/{cast.table.code}/back/", {"code": "<MINE>"})
    assert typed.status_code == 429
    assert 'http-equiv="refresh"' not in typed.content.decode()
    assert re.search(rf'<form method="post" action="/t/{cast.table.code}/back/">', typed.content.decode())
    assert 'name="code" value="&lt;MINE&gt;"' in typed.content.decode()


@pytest.mark.django_db
def test_a_browser_s_own_wrong_codes_are_counted_under_its_name(cast, clock):
    guest = browser()
    guest.get(f"/t/{cast.table.code}/")
    guest.post("/join/", {"code": "QQQQQ"})
    name = Visitor({}, {FOUND: guest.cookies[FOUND].value}, HERE).name
    assert limits.counted([f"code:{name}", "code:127.0.0.1"]) == {f"code:{name}": 1, "code:127.0.0.1": 1}
    guest.get(f"/t/{cast.hidden.table.code}/i/{cast.hidden.table.room.invitation}/")
    assert Visitor({}, {FOUND: guest.cookies[FOUND].value}, HERE).name == name


@pytest.mark.django_db
def test_how_long_a_guesser_needs_for_one_of_a_hundred_tables():
    """On average, in days: the figures by which the limits were chosen."""
    guesses = (31**5 + 1) / (100 + 1)
    turns = limits.WRONG_WITHIN / A_TURN_EVERY

    def days(at_once):
        return guesses / (at_once + turns) * limits.WRONG_WITHIN / timedelta(days=1)

    assert days(OF_A_BROWSER) > 6
    assert days(OF_AN_ADDRESS) > 4
    assert days(OF_AN_ADDRESS * WIDER) > 2
