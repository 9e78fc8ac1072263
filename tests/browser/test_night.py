"""An evening with a host, three phones and a projector: twelve tables, four rounds, kills, a latecomer, a removal."""

import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from games.nights import evening as reading
from games.nights import points, readings, services
from games.nights.models import Attendance, Night, Round, State
from games.nights.seating import Way
from tests.browser.conftest import TELEVISION, Person
from tests.browser.test_everyone import violations

LONG = 40_000  # milliseconds, where a site starts anew or a game is played to its end
AWAY = 33  # guests whose phones are off: bots stand in for them
ROUNDS = (
    {"game": "swiss-quiz", "way": Way.LOT, "size": 3, "minutes": 30, "options": {"answering": "at-once"}},
    {"game": "", "minutes": 5},
    {"game": "qwantum", "way": Way.STANDING, "size": 3, "minutes": 30},
    {"game": "quizterix-snap", "way": Way.LOT, "size": 3, "minutes": 30, "worth": 2, "options": {"showings": 1}},
    {"game": "quatrefoil", "way": Way.LOT, "minutes": 30},
)


class Host:
    """Somebody with a console who plays nothing: one big button."""

    def __init__(self, site: Any, person: Person, night: Night, user: User) -> None:
        signed_in = Client()
        signed_in.force_login(user)
        cookie = signed_in.cookies[settings.SESSION_COOKIE_NAME].value
        person.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.address}])
        person.page.goto(f"/n/{night.room.code}/host/")
        self.page = person.page

    def presses(self, button: str) -> None:
        """The next step, as soon as the console offers it."""
        self.page.get_by_role("button", name=button, exact=True).click(timeout=LONG)


def planned(host: User) -> Night:
    night = services.make_night(host, "Winter quiz evening")
    for place, item in enumerate(ROUNDS):
        Round.objects.create(night=night, place=place, **item)
    return night


def comes(person: Any, site: Any, night: Night, name: str, typed: str = "") -> Person:
    """A phone at the door."""
    phone: Person = person(site.address, name)
    phone.page.goto(f"/n/{night.room.code}/")
    phone.page.fill("input[name=nickname]", typed or name)
    phone.page.get_by_role("button", name="Come in").click()
    return phone


def sits_down(night: Night, phone: Person) -> None:
    """The call comes over the table of the phone's own seat; whoever does not tap sits down by themselves."""
    expect(phone.page.locator("[data-call]")).to_be_attached(timeout=LONG)
    expect(phone.page.locator(f"body[data-you='{seat(night, phone)}']")).to_be_attached(timeout=LONG)
    phone.page.locator("[data-sit]").evaluate_all("found => found.forEach(one => one.click())")
    expect(phone.page.locator("#n-call")).to_be_hidden()


def test_an_evening_is_held_through_four_rounds_kills_a_latecomer_and_a_removal(sites: Any, person: Any) -> None:
    site = sites()
    nonna = User.objects.create_user("nonna", first_name="Nonna")
    night = planned(nonna)
    host = Host(site, person(site.address, "Nonna"), night, nonna)
    screen = person(site.address, "Wall", viewport=TELEVISION)
    host.presses("Open the doors")
    phones = [comes(person, site, night, name) for name in ("Anna", "Beat", "Zoé")]
    for phone in phones:
        phone.page.locator("#n-here").wait_for()
    host.page.locator("label:has(#tab-guests)").click()
    host.page.locator("#n-guests summary").first.click()
    away = [services.come_in(night.pk, f"Guest {number}", "de").pk for number in range(AWAY)]
    screen.page.goto(f"/n/{night.room.code}/screen/")
    expect(screen.page.locator(".place-card")).to_have_count(AWAY + 3)
    expect(host.page.locator("#n-guests .glist > li")).to_have_count(AWAY + 3)
    expect(host.page.locator("#n-guests .guest-acts").first, "whoever comes closes nothing").to_be_visible()
    host.page.fill("#n-find-name", "zoe")
    expect(host.page.locator("#n-guests .glist > li:visible")).to_have_text([re.compile("Zoé")])
    expect(host.page.locator("#n-found")).to_have_text(f"Shown: 1 of {AWAY + 3}")
    host.page.fill("#n-find-name", "nobody")
    expect(host.page.locator("#n-found")).to_contain_text("Nobody here is called so")
    host.page.fill("#n-find-name", "")
    host.page.locator("label:has(#tab-floor)").click()
    assert not {one.name: found for one in (phones[0], screen) if (found := violations(one.page))}

    # a kill while the seating is shown: nobody has been sent
    host.presses("Seat round 1")
    expect(host.page.locator(".swaplist label")).to_have_count(AWAY + 3)
    site.kill()
    site.start()
    expect(host.page.locator("html")).to_have_attribute("data-live", "socket", timeout=LONG)
    host.presses("Send them to their tables")
    for phone in phones:
        sits_down(night, phone)
    stand_in(night, away)
    expect(host.page.locator(".minifloor li")).to_have_count(12)
    assert not violations(host.page)

    # a kill in the round: every phone comes back to its own seat by itself
    site.kill()
    site.start()
    expect(phones[0].page.locator("html")).to_have_attribute("data-live", "socket", timeout=LONG)
    phones[0].until_can("lay")
    phones[0].page.locator("#answer-true").check(force=True)
    phones[0].page.reload()
    expect(phones[0].page.locator("#answer-true")).to_be_checked()
    phones[0].lays(True)
    late = comes(person, site, night, "Late", typed="Anna")
    sits_down(night, late)
    assert [one.name for one in now(night).people if one.name.startswith("Anna")] == ["Anna", "Anna 2"]
    services.remove(night.pk, next(one.id for one in now(night).people if one.name == "Zoé"))
    out = phones.pop()
    expect(out.page.locator("#whole")).to_have_count(0, timeout=LONG)  # the line is cut, and the page is none of theirs
    assert out.page.goto(f"/n/{night.room.code}/").status == 404
    phones.append(late)
    host.presses("Call time at once")
    expect(phones[0].page.locator("#n-note")).to_contain_text("Time is called")
    for phone in phones:
        if phone.can() == "lay":  # Anna has, and a bot may have for whoever came late
            phone.page.locator("#answer-true").dispatch_event("click")
            phone.presses("lay")
    host.presses("Close the round now")
    for phone in phones:
        expect(phone.page.locator("#n-mine"), f"{phone.name} comes back by itself").to_be_attached(timeout=LONG)
    expect(screen.page.locator(".rungs li")).to_have_count(10)
    host.presses("Begin the break")
    expect(screen.page.locator(".bigclock")).to_be_visible()
    expect(phones[0].page.locator("#n-next")).to_contain_text("We go on in")

    for number in (2, 3, 4):
        Attendance.objects.filter(night=night).update(watching=False)
        host.presses(f"Seat round {number}")
        host.presses("Send them to their tables")
        for phone in phones:
            sits_down(night, phone)
        stand_in(night, [one.id for one in now(night).people])
        host.presses("Call time at once")
        host.presses("Close the round now")
        for phone in phones:
            expect(phone.page.locator("#n-mine")).to_be_attached(timeout=LONG)
        assert_the_standing_is_the_logs(night)
    host.presses("To the finale")
    expect(screen.page.locator(".stand").first).to_be_attached()
    assert now(night).state == State.FINALE and [len(row.points) for row in night.rounds.exclude(game="")] == [36] * 4


def test_what_was_asked_before_the_line_stood_does_not_lead_a_phone_away_from_its_table(
    sites: Any, person: Any
) -> None:
    """A slow answer comes when the line has brought the page to its table, and nobody would bring it there again."""
    site, night = sites(), planned(User.objects.create_user("nonna", first_name="Nonna"))
    steps(night, services.open_doors)
    anna: Person = person(site.address, "Anna")
    shut, held = [True], []
    anna.page.add_init_script("AbortSignal.timeout = () => new AbortController().signal")  # a slow machine
    anna.page.route_web_socket("**/ws/**", lambda line: line.close() if shut else line.connect_to_server())
    for number in range(2):
        services.come_in(night.pk, f"Guest {number}", "de")
    anna.page.route("**/live/?*", lambda route: held.append((route, route.fetch())), times=1)
    with anna.page.expect_request("**/live/?*"):
        comes(lambda *_: anna, site, night, "Anna")
    shut.clear()
    anna.page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(anna.page.locator("html")).to_have_attribute("data-live", "socket")
    steps(night, services.go_on, services.send)
    at_the_table = anna.page.locator(f"body[data-you='{seat(night, anna)}']")
    expect(at_the_table).to_be_attached(timeout=LONG)
    [(route, answer)] = held
    with anna.page.expect_response("**/live/?*") as told:
        route.fulfill(response=answer)
    told.value.finished()
    anna.page.evaluate("() => new Promise(done => setTimeout(done, 50))")
    expect(at_the_table).to_be_attached()


def steps(night: Night, *taken: Callable[[int, str], None]) -> None:
    """Without a console."""
    for step in taken:
        night.refresh_from_db()
        step(night.pk, services.token(night, night.current))


def stand_in(night: Night, guests: list[int]) -> None:
    with transaction.atomic():  # one announcement for all
        for guest in guests:
            services.step_out(night.pk, guest)


def now(night: Night) -> reading.Evening:
    return reading.read(Night.objects.get(pk=night.pk), timezone.now())


def seat(night: Night, phone: Person) -> int:
    name = "Anna 2" if phone.name == "Late" else phone.name
    place = now(night).place_of(next(one.id for one in now(night).people if one.name == name))
    assert place is not None
    return place[2]


def assert_the_standing_is_the_logs(night: Night) -> None:
    """Read again from the tables, to the point."""
    here, rows = now(night), night.rounds.exclude(points=None)
    read = readings.evening(night, [one.id for one in here.people], {row.pk: readings.earned_in(row) for row in rows})
    assert {line.id: line.points for line in here.standing} == {who: points.told(all_) for who, all_ in read.items()}
