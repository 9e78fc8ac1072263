"""What is late at a live table of Snap!, and what waits for nobody but a person."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async

from games.rules.kernel import IllegalMove
from games.rules.quizterix_snap.state import Phase
from games.tables import services
from tests.tables import hubs as tables
from tests.tables.conftest import seat_cast
from tests.tables.hubs import Browser, until

pytestmark = pytest.mark.django_db(transaction=True)


async def seated(hubs, cast):
    hub = await hubs()
    return hub, *await tables.seated(hub, cast)


async def dealt(hubs, snap):
    """A card lies open, and everybody's line is as given."""
    hub, live, browsers = await seated(hubs, snap)
    dealer = live.snapshot.play.state.dealer
    await browsers[dealer].move(move="deal", showing="0")
    return hub, live, browsers


async def buzz(hubs, hub, live, browser, line, pressed, arrives):
    """This browser's buzz arrives so many milliseconds after the buzzer has opened."""
    browser.watch.line = line
    hubs.clock.now = live.snapshot.play.state.opened_at + timedelta(milliseconds=arrives)
    await browser.move(move="buzz", showing="1", reaction=str(pressed))


@pytest.mark.clause("SN-C4")
async def test_a_press_in_time_may_arrive_a_little_later(hubs, snap):
    hub, live, (anna, beat, _) = await dealt(hubs, snap)
    await buzz(hubs, hub, live, beat, 300, 9900, 10_200)
    assert live.snapshot.play.state.phase is Phase.CONTEST
    hubs.clock.passes(1)
    await hub._ring(live)
    assert live.snapshot.play.state.buzzer.seat == 1


@pytest.mark.clause("SN-C4")
@pytest.mark.parametrize(("line", "pressed", "arrives"), [(20, 9900, 10_200), (300, 9900, 11_050)])
async def test_what_was_pressed_too_late_is_refused(hubs, snap, line, pressed, arrives):
    hub, live, (anna, beat, _) = await dealt(hubs, snap)
    with pytest.raises(IllegalMove) as refused:
        await buzz(hubs, hub, live, beat, line, pressed, arrives)
    assert refused.value.clause == "SN-C4"


@pytest.mark.clause("SN-C3")
async def test_a_line_of_more_than_a_second_is_compensated_for_one(hubs, snap):
    hub, live, (anna, beat, _) = await dealt(hubs, snap)
    await buzz(hubs, hub, live, beat, 1300, 900, 2200)
    assert live.snapshot.play.state.buzzes[0].reaction == 1200


@pytest.mark.clause("SN-C1")
async def test_a_game_that_waits_goes_on_when_a_person_turns_up_the_next_card(hubs, snap):
    hub, live, browsers = await seated(hubs, snap)
    for _ in range(200):
        hubs.clock.passes(2)
        await hub._ring(live)
    assert live.snapshot.play.state.showing == 6 and live.alarm is None
    assert all("six cards" in browser.html for browser in browsers[2:]), "the third reads English"
    other = browsers[(live.snapshot.play.state.dealer + 1) % 3]
    await other.move(move="deal", showing="6")
    assert live.snapshot.play.state.phase is Phase.SHOWING and live.alarm is not None


@pytest.mark.clause("SN-C1")
async def test_no_bot_wakes_a_game_that_waits(hubs, events):
    table = await sync_to_async(services.open_table)("quizterix-snap", events, {})
    anna = await sync_to_async(services.join)(table.pk, "Anna", "en")
    for _ in range(2):
        await sync_to_async(services.add_bot)(table.pk, anna, "hard")
    await sync_to_async(services.begin)(table.pk, anna)
    hub = await hubs()
    live = await hub.live(table.pk)
    browser = await Browser(hub, live, anna).sit()
    for _ in range(200):
        hubs.clock.passes(2)
        await hub._ring(live)
    assert live.snapshot.play.state.showing == 6
    hubs.clock.passes(24 * 3600)
    await hub._ring(live)
    assert live.snapshot.play.state.showing == 6 and live.snapshot.play.paused is None
    await browser.move(move="deal", showing="6")
    assert live.snapshot.play.state.showing == 7


@pytest.mark.clause("SN-B2", "CO-6")
async def test_the_clock_stands_in_for_a_leader_who_is_gone_for_30_seconds(hubs, events):
    """Nobody follows as host meanwhile, and whoever comes back leads again."""

    @sync_to_async
    def led():
        cast = seat_cast("quizterix-snap", events, {"dealer": "leader"}, begin=False)
        services.stand_up(cast.table.pk, cast.anna)
        services.begin(cast.table.pk, cast.anna)
        return cast

    cast = await led()
    hub, live, (anna, beat, zoe) = await seated(hubs, cast)
    assert live.snapshot.people.host_name == "Anna" and 'value="deal"' in anna.html

    hub.leave(live, anna.watch)
    hubs.clock.passes(29)
    await hub.beat()
    assert live.snapshot.play.state.led
    hubs.clock.passes(20)
    await hub.beat()
    await until(lambda: not live.snapshot.play.state.led)
    hubs.clock.passes(10)
    await hub._ring(live)
    assert live.snapshot.play.state.phase is Phase.SHOWING

    hubs.clock.passes(120)
    await hub.beat()
    assert live.snapshot.people.host_name == "Anna"
    await anna.sit()
    await hub.beat()
    await until(lambda: live.snapshot.play.state.led)
