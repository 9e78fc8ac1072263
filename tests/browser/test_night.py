"""An evening with a host, phones and a projector, through kills, a latecomer and a removal."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from games.nights import evening as reading
from games.nights import points, readings, services
from games.nights.models import Night, Round, State
from games.nights.seating import Way
from tests.browser.conftest import TELEVISION

QUIZ = {"game": "swiss-quiz", "way": Way.LOT, "minutes": 30, "options": {"answering": "at-once"}}
DICE = {"game": "qwantum", "way": Way.STANDING, "minutes": 30}


def planned(host: User) -> Night:
    night = services.make_night(host, "Winter quiz evening")
    for place, item in enumerate([QUIZ, {"game": "", "minutes": 5}, DICE]):
        Round.objects.create(night=night, place=place, **item)
    return night


def in_the_next_step(night: Night, name: str) -> None:
    """The host's phone is away, and a co-host does it: the same service, and everybody sees it."""
    night.refresh_from_db()
    getattr(services, name)(night.pk, services.token(night, night.current))


def test_an_evening_is_held_through_kills_a_latecomer_and_a_removal(sites: Any, person: Any) -> None:
    site = sites()
    nonna = User.objects.create_user("nonna", first_name="Nonna")
    night = planned(nonna)
    code = night.room.code
    signed_in = Client()
    signed_in.force_login(nonna)
    host, screen = person(site.address, "Nonna"), person(site.address, "Wall", viewport=TELEVISION)
    cookie = signed_in.cookies[settings.SESSION_COOKIE_NAME].value
    host.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.address}])
    host.page.goto(f"/n/{code}/host/")
    host.page.get_by_role("button", name="Open the doors").click()

    phones = [person(site.address, name) for name in ("Anna", "Beat", "Zoé")]
    for phone in phones:
        phone.page.goto(f"/n/{code}/")
        phone.page.fill("input[name=nickname]", phone.name)
        phone.page.get_by_role("button", name="Come in").click()
        phone.page.locator("#n-here").wait_for()
    others = [services.come_in(night.pk, f"Guest {number}", "de") for number in range(9)]
    screen.page.goto(f"/n/{code}/screen/")
    expect(screen.page.locator(".place-card")).to_have_count(12)

    # a kill while the seating is shown: the old floor, and nobody has been sent
    host.page.get_by_role("button", name="Seat round 1").click()
    expect(host.page.locator(".swaplist label")).to_have_count(12)
    site.kill()
    site.start()
    expect(host.page.locator("html")).to_have_attribute("data-live", "socket", timeout=20_000)
    host.page.get_by_role("button", name="Send them to their tables").click()
    for phone in phones:
        phone.page.locator("[data-sit]").click()
        expect(phone.page.locator("body")).to_have_class(
            r"at-table night night-guest game-swiss-quiz you-" + seat(night, phone)
        )
    for guest in others:  # bots stand in for them
        services.step_out(night.pk, guest.pk)
    expect(screen.page.locator(".tcard")).to_have_count(3)

    # a kill in the round: every phone comes back to its own seat by itself
    phones[0].until_can("lay")
    site.kill()
    site.start()
    phones[0].until_can("lay")
    phones[0].page.locator("#answer-true").check(force=True)
    phones[0].page.reload()
    expect(phones[0].page.locator("#answer-true")).to_be_checked()
    phones[0].lays(True)
    late = person(site.address, "Grosstante Paula")
    late.page.goto(f"/n/{code}/")
    late.page.fill("input[name=nickname]", "Anna")
    late.page.get_by_role("button", name="Come in").click()
    late.page.locator(".game-swiss-quiz #hand").wait_for()  # called to it only while the round is young
    assert [one.name for one in now(night).people if one.name.startswith("Anna")] == ["Anna", "Anna 2"]
    out = next(one for one in now(night).people if one.name == "Zoé")
    services.remove(night.pk, out.id)
    expect(phones[2].page.locator("input[name=nickname]").or_(phones[2].page.locator("h1"))).to_be_visible()
    assert phones[2].page.goto(f"/n/{code}/").status == 404
    phones.pop()

    host.page.get_by_role("button", name="Call time at once").click()
    expect(phones[0].page.locator("#n-note")).to_contain_text("Time is called")
    for phone in (*phones, late):
        if phone.can() == "lay":  # Anna has, and a bot may have for whoever came late
            phone.page.locator("#answer-true").dispatch_event("click")
            phone.presses("lay")
    for phone in (*phones, late):
        expect(phone.page.locator("#n-mine"), f"{phone.name} comes back by itself").to_be_attached(timeout=40_000)
    expect(screen.page.locator(".rungs li")).to_have_count(10)

    night.refresh_from_db()
    assert night.state == State.STANDING
    done = night.rounds.exclude(points=None).get()
    who = [one.id for one in now(night).people]
    computed = readings.evening(night, who, {done.pk: readings.earned_in(done)})
    shown = {line.id: line.points for line in now(night).standing}
    assert shown == {guest: points.told(total) for guest, total in computed.items()}
    in_the_next_step(night, "go_on")
    expect(screen.page.locator(".bigclock")).to_be_visible()
    expect(phones[0].page.locator("#n-next")).to_contain_text("We go on in")


def now(night: Night) -> reading.Evening:
    return reading.read(Night.objects.get(pk=night.pk), timezone.now())


def seat(night: Night, phone: Any) -> str:
    mine = next(one for one in now(night).people if one.name == phone.name)
    place = now(night).place_of(mine.id)
    assert place is not None
    return str(place[2])
