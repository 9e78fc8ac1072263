"""Teams: whoever shares a seat sees what the others would choose, and nobody else ever does."""

import pytest
from asgiref.sync import sync_to_async

from games.tables import services
from games.tables.news import News, read, written
from games.tables.parts import captains
from games.tables.views.drawn import leanings, stamp_for
from tests.tables.conftest import seat_cast
from tests.tables.hubs import Browser, seated, until

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_one_would_choose_is_announced_and_read_as_it_was():
    news = News(3, lean="answer=true", by=2)
    assert read(written(news)) == news
    typed = News(3, lean="name=Z%C3%BCrich%21", by=2)
    assert read(written(typed)) == typed
    odd = ("", "answer", "=true", "answer=<b>", "x=%zz", "x=%ff", "x=%ed%a0%80", "x=" + "y" * 601)
    assert all(read(f"3!2!?{wrong}") is None for wrong in odd), "some of them no page could read"


async def test_only_those_in_the_seat_see_what_one_of_them_would_choose_in_every_process(statements, hubs):
    cast = await sync_to_async(seat_cast)("swiss-quiz", statements, {"answering": "at-once"})
    team = (await sync_to_async(cast.table.seats.get)(number=1)).team_code
    carla = await sync_to_async(services.join_team)(cast.table.pk, team, "Carla", "it")
    hub, other = await hubs(), await hubs()
    live, (anna, beat, zoe) = await seated(hub, cast)
    there, _others = await seated(other, cast)
    mate = await Browser(other, there, carla).sit()
    wall = await Browser(hub, live, cast.players[1], "screen").sit()  # opened by one of the team, and read by all
    for one in (anna, beat, zoe, mate, wall):
        one.watch.look.stage = "game"
    await hub.lean(live, anna.watch, "answer=true")  # sits alone: nobody hears of it
    await hub.lean(live, beat.watch, "x" * 8100)  # more than an announcement holds
    await hub.lean(there, mate.watch, "answer=false")
    await until(lambda: 'data-choice="answer=false"' in beat.html)
    await hub.lean(there, mate.watch, "chips=2")
    await until(lambda: 'data-choice="chips=2"' in beat.html)
    await hub.lean(live, beat.watch, "answer=true")
    await until(lambda: 'data-choice="answer=true"' in mate.html)
    assert 'data-who="Carla" data-choice="answer=false"' in beat.html
    assert [one.html.count("data-who") for one in (anna, beat, zoe, mate, wall)] == [0, 2, 0, 1, 0]
    # a page that only asks now and then gets it with the next answer, and is told that there is something new
    told = [leanings(live, one.watch.look) for one in (anna, beat, zoe)]
    assert told[0] == told[2] == "" and 'data-who="Carla" data-choice="answer=false"' in told[1]
    assert 'data-choice="chips=2"' in told[1], "both fields"
    assert leanings(live, wall.watch.look) == ""
    assert stamp_for(live, anna.watch.look) == live.stamp() != stamp_for(live, beat.watch.look)
    team = captains(there.snapshot)
    assert [seat for seat, _name in team] == [1] and team[0][1] in ("Beat", "Carla"), "one of them locks in this time"
