"""The laws of a class: nothing is lost, nothing goes back, nothing is told, and in the end nothing is left."""

import base64
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec import structs

from config import limits
from decks.services import pack_of, publish
from games.revision import sealing, services
from games.revision import tidy as tidying
from games.revision.memory import Review, name_of
from games.revision.models import Assignment, Class, Progress, Slip, Tally
from games.revision.rounds import Phase, What, fold
from games.revision.services import Holder, NoSuchSlip
from games.revision.services.memories import MOST_DEVICES, opening, task_of
from tests.revision.school import PACK, assigned, codes, holders, signed_in, small_class, small_edition, teacher

WALL = name_of(PACK.slug, PACK.events[0])


def round_of(holder: Holder, task: Assignment) -> Any:
    return services.look(holder).memory.rounds.get(task_of(task).name)


def does(holder: Holder, task: Assignment, what: What, *said: str, step: int | None = None) -> None:
    here = fold(round_of(holder, task)).step if step is None else step
    services.act(holder, task.pk, here, what, timezone.now(), said=said)


def asked(holder: Holder, task: Assignment) -> Any:
    """Begins a round and meets cards until one is asked; that card."""
    services.begin(holder, task.pk, "typed", timezone.now())
    while fold(round_of(holder, task)).phase is Phase.MEETING:
        does(holder, task, What.MET)
    return PACK.events[fold(round_of(holder, task)).card]


@pytest.fixture
def klass(db: None) -> Class:
    return small_class(teacher())


@pytest.fixture
def task(klass: Class) -> Assignment:
    return assigned(klass, small_edition())


# ---------------------------------------------------------------------- nothing is lost, nothing goes back


@pytest.mark.django_db(transaction=True)
def test_two_devices_at_once_lose_no_answer() -> None:
    klass = small_class(teacher(), 1)
    (code,) = codes(klass)
    phone, tablet = services.enter(code), services.enter(code)

    def play(holder: Holder, first: int) -> None:
        try:
            for number in range(first, first + 6):
                at = timezone.now() - timedelta(days=number)
                services.count_game(holder, number, [(WALL, number % 3 > 0, "unaided")], at)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(play, phone, 1), both.submit(play, tablet, 50)]:
            done.result(60)
    history = services.look(phone).memory.cards[WALL].history
    assert len(history) == 12
    assert history == sorted(history)
    assert set(services.look(phone).memory.devices) == {phone.device, tablet.device}


def test_whoever_is_killed_in_between_leaves_the_seal_as_it_was(klass: Class) -> None:
    (phone, _) = holders(klass)
    before = bytes(Slip.objects.get(pk=phone.slip).seal)
    with pytest.raises(SystemExit), opening(phone) as opened:  # a process that is told to go raises it anywhere
        opened.memory.card(WALL).add(Review(1, True))
        raise SystemExit
    assert bytes(Slip.objects.get(pk=phone.slip).seal) == before


def test_what_a_newer_version_has_sealed_is_kept_and_said_to_be_safe(klass: Class, task: Assignment) -> None:
    code, _ = codes(klass)
    pupil = Client()
    pupil.post(reverse("revision:door"), {"code": code})
    slip = Slip.objects.get(used=True)
    _slip, _device, text = pupil.cookies["slip_key"].value.split(".")
    key = base64.urlsafe_b64decode(text + "=")
    slip.seal = sealing.seal(b"what nobody here understands", key, f"slip {slip.pk}")
    slip.save()
    before = bytes(slip.seal)
    asked = [pupil.get(reverse("revision:today")), pupil.post(reverse("revision:begin", args=[task.pk]))]
    asked.append(pupil.post(reverse("revision:door"), {"code": code}))
    assert [answer.status_code for answer in asked] == [503, 503, 422]
    assert all("Nothing is lost" in answer.content.decode() for answer in asked)
    learnt = base64.urlsafe_b64encode(sealing.seal(b"nor this", key, "learn small")).decode()
    pupil.cookies["learn_key"] = base64.urlsafe_b64encode(key).decode()
    page = pupil.post(reverse("revision:learn", args=["small"]), {"do": "see", "sealed": learnt})
    assert page.status_code == 503
    assert "data-kept" not in page.content.decode(), "the browser keeps what it has"
    slip.refresh_from_db()
    assert bytes(slip.seal) == before


def test_a_request_that_is_sent_twice_is_done_once(klass: Class, task: Assignment) -> None:
    (phone, _) = holders(klass)
    event = asked(phone, task)
    step = fold(round_of(phone, task)).step
    for _again in range(3):
        does(phone, task, What.ANSWER, event.name.en, str(event.year), step=step)
    assert len(services.look(phone).memory.cards[name_of(PACK.slug, event)].history) == 1
    assert fold(round_of(phone, task)).step == step + 1


def test_a_round_goes_on_where_it_was_left_on_either_device(klass: Class, task: Assignment) -> None:
    code, _ = codes(klass)
    phone, tablet = services.enter(code), services.enter(code)
    event = asked(phone, task)
    assert PACK.events[fold(round_of(tablet, task)).card] == event
    does(tablet, task, What.ANSWER, "no idea", "1900")
    assert fold(round_of(phone, task)).phase is Phase.SOLUTION


def test_progress_never_goes_back(klass: Class, task: Assignment) -> None:
    (phone, _) = holders(klass)
    Progress.objects.create(assignment=task, pupil=services.look(phone).pupil, state=Progress.DONE)
    asked(phone, task)
    assert Progress.objects.get().state == Progress.DONE


@pytest.mark.django_db
def test_a_tally_waits_for_five_pupils_and_counts_each_once() -> None:
    klass = small_class(teacher(), 6)
    assigned(klass, small_edition())
    phones = holders(klass)

    def tries(holder: Holder, number: int, right: bool) -> tuple[int, int, int]:
        services.count_game(holder, number, [(WALL, right, "unaided")], timezone.now() + timedelta(hours=number))
        row = Tally.objects.get(card=WALL)
        return row.tried, row.counted, row.right

    found = [tries(phone, number, number % 2 == 0) for number, phone in enumerate(phones[:4])]
    assert found == [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)], "only that somebody has tried"
    assert tries(phones[4], 4, True) == (5, 1, 1)
    assert tries(phones[0], 10, True) == (5, 2, 2), "what waited in the seal is added"
    assert tries(phones[0], 11, True) == (5, 2, 2), "once"
    assert tries(phones[0], 12, False) == (5, 2, 1), "at the last try"
    services.renew_figures()
    assert Tally.objects.get(card=WALL).shown == 0, "fewer than five: nothing is shown"


@pytest.mark.django_db
def test_in_a_small_class_figures_stand_there_once_its_first_pupils_have_come_back() -> None:
    person = teacher()
    klass = small_class(person, 6)
    assigned(klass, small_edition())
    phones = []
    for number, code in enumerate(codes(klass)):
        phone = Client()
        phone.post(reverse("revision:door"), {"code": code})
        slip, device, key = phone.cookies["slip_key"].value.split(".")
        holder = Holder(int(slip), device, base64.urlsafe_b64decode(key + "="))
        services.count_game(holder, number, [(WALL, number > 3, "unaided")], timezone.now())
        phones.append(phone)
    home, desk = reverse("revision:class", args=[klass.pk]), signed_in(person)
    services.renew_figures()
    assert "Figures stand here" in desk.get(home).content.decode(), "two results tell too much"
    for phone in phones[:3]:
        phone.get(reverse("revision:today"))
    assert Tally.objects.get().counted == 5
    services.renew_figures()
    assert "2 of 5" in desk.get(home).content.decode()


def test_an_assignment_keeps_its_edition_and_a_newer_one_is_offered(klass: Class, task: Assignment) -> None:
    (phone, _) = holders(klass)
    services.count_game(phone, 1, [(WALL, True, "unaided")], timezone.now())
    older = task.edition
    mended = structs.replace(PACK.events[1], year=1990)
    newer = publish(structs.replace(PACK, events=(PACK.events[0], mended, *PACK.events[2:])))
    task.refresh_from_db()
    assert task.edition == older != newer
    page = signed_in(klass.teachers.get()).get(reverse("revision:change", args=[klass.pk, task.pk]))
    assert "newer edition 2" in page.content.decode()
    desk, assign = signed_in(klass.teachers.get()), reverse("revision:assign", args=[klass.pk, "small"])
    shown = desk.get(reverse("decks:deck", args=["small"])).content.decode()
    assert re.findall(r"/classes/assign/small/(\?edition=\d+)?", shown) == ["", "?edition=1"], "each stands on its deck"
    given = {"title": "Clubs", "suits": ["clubs"], "asked": ["name"], "ways": ["typed"], "goal": "once"}
    for asked_for, taken in (("", newer), ("?edition=1", older)):
        desk.post(assign + asked_for, given | {"title": f"Clubs {asked_for}"})
        assert klass.assignments.latest("pk").edition == taken
    services.change_assignment(task, {"edition": newer})
    names = task_of(task).names(pack_of(newer.pk))
    known = services.look(phone).memory
    assert WALL in names, "the same card"
    assert known.new(names) == [name for name in names if name != WALL]


# ---------------------------------------------------------------------- slips


def test_a_replaced_slip_is_dead_and_its_memory_waits_for_a_device_that_knows_it(klass: Class) -> None:
    old, _ = codes(klass)
    phone = services.enter(old)
    services.count_game(phone, 1, [(WALL, True, "unaided")], timezone.now())
    new, _ = codes(klass)
    with pytest.raises(services.Replaced):
        services.look(phone)
    with pytest.raises(services.Replaced):
        services.enter(old)
    assert services.look(services.enter(new)).memory.cards == {}, "a device that knows nothing confirms nothing"
    phone = services.enter(new, phone)
    assert services.look(phone).memory.cards[WALL].right
    with pytest.raises(NoSuchSlip):
        services.enter(old)
    assert Slip.objects.count() == 2


def test_a_slip_that_is_drawn_twice_before_it_is_scanned_loses_no_memory(klass: Class) -> None:
    old, _ = codes(klass)
    phone = services.enter(old)
    services.count_game(phone, 1, [(WALL, True, "unaided")], timezone.now())
    codes(klass)  # the printer jams
    new, _ = codes(klass)
    assert services.look(services.enter(new, phone)).memory.cards[WALL].right


def test_a_pupil_with_two_slips_in_a_row_counts_once(klass: Class, task: Assignment) -> None:
    old, _ = codes(klass)
    phone = services.enter(old)
    services.count_game(phone, 1, [(WALL, True, "unaided")], timezone.now())
    new, _ = codes(klass)
    later = timezone.now() + timedelta(hours=1)
    services.count_game(services.enter(new), 2, [(WALL, False, "unaided")], later)
    assert Tally.objects.get().tried == 2, "nobody can know whose memory it was"
    joined = services.look(services.enter(new, phone)).memory.cards[WALL]
    assert [review.right for review in joined.history] == [True, False]
    assert Tally.objects.get().tried == 1


def test_whoever_confirms_must_hold_the_slip_of_the_same_pupil(klass: Class) -> None:
    old, theirs = codes(klass)
    phone, other = services.enter(old), services.enter(theirs)
    services.count_game(phone, 1, [(WALL, True, "unaided")], timezone.now())
    new, _ = codes(klass)
    assert services.look(services.enter(new, other)).memory.cards == {}
    forged = Holder(phone.slip, phone.device, other.key)
    assert services.look(services.enter(new, forged)).memory.cards == {}


def test_a_device_that_is_shut_out_knows_the_slip_no_more(klass: Class) -> None:
    code, _ = codes(klass)
    phone, thief = services.enter(code), services.enter(code)
    services.shut_out(phone)
    with pytest.raises(NoSuchSlip):
        services.look(thief)
    assert services.look(phone).memory.devices == [phone.device]
    services.put_away(phone)
    with pytest.raises(NoSuchSlip):
        services.look(phone)


def test_a_device_in_use_is_not_forgotten_for_tablets_that_are_passed_on(klass: Class) -> None:
    code, _ = codes(klass)
    phone = services.enter(code)
    for lesson in range(MOST_DEVICES + 1):
        services.enter(code)
        services.count_game(phone, lesson, [], timezone.now())
    assert len(services.look(phone).memory.devices) == MOST_DEVICES


def test_slips_are_drawn_once_by_one_form(klass: Class) -> None:
    form, pupils = uuid4(), list(klass.pupils.all())
    assert services.draw_slips(klass, pupils, form) is not None
    before = set(Slip.objects.values_list("lookup", flat=True))
    assert services.draw_slips(klass, pupils, form) is None
    assert set(Slip.objects.values_list("lookup", flat=True)) == before


def test_codes_of_slips_are_guarded_like_those_of_tables(klass: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    (code, _), waits = codes(klass), []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(limits, "sleep", sleep)
    door, here = reverse("revision:door"), {"REMOTE_ADDR": "10.0.0.66"}
    assert Client(**here).post(door, {"code": "AAAA BBBB CCCC"}).status_code == 422
    for _ in range(limits.OF_STRANGERS - 1):
        limits.wrong_code("", "10.0.0.66")
    assert waits == []
    assert Client(**here).post(door, {"code": code}).status_code == 302
    assert len(waits) == 1, "right or wrong, whoever tries another one waits for a turn"
    assert Client(REMOTE_ADDR="10.0.0.1").post(door, {"code": code}).status_code == 302
    assert len(waits) == 1


# ---------------------------------------------------------------------- absent and forbidden


def shape(answer: HttpResponse, number: int) -> tuple[int, str, str]:
    """An answer without what names the address, and the token that differs from page to page."""
    text = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    asked = f"/classes/{number}/"
    return answer.status_code, answer.get("Location", "").replace(asked, ""), text.replace(asked, "")


@pytest.mark.parametrize("name", ["class", "slips", "settings", "erase", "office", "csv", "add"])
def test_absent_and_forbidden_look_the_same_to_everybody(klass: Class, name: str) -> None:
    there, absent = reverse(f"revision:{name}", args=[klass.pk]), reverse(f"revision:{name}", args=[999_999])
    code, _ = codes(klass)
    pupil = Client()
    pupil.post(reverse("revision:door"), {"code": code})
    for client in (signed_in(teacher("another")), pupil, Client()):
        for method in ("get", "post"):
            found = [shape(getattr(client, method)(page), pk) for page, pk in ((there, klass.pk), (absent, 999_999))]
            assert found[0] == found[1]
            assert found[0][0] in (302, 404, 405)
    assert Class.objects.filter(pk=klass.pk).exists()


def test_a_pupil_reaches_no_assignment_of_another_class(klass: Class, task: Assignment) -> None:
    other = small_class(teacher("another"), name="Other")
    code, _ = codes(other)
    pupil = Client()
    pupil.post(reverse("revision:door"), {"code": code})
    for client, led_to in ((pupil, "revision:today"), (Client(), "revision:door")):
        for name, method in (("round", "get"), ("cards", "get"), ("begin", "post"), ("act", "post")):
            asked = [reverse(f"revision:{name}", args=[pk]) for pk in (task.pk, 999_999)]
            there, absent = (getattr(client, method)(page, {"do": "met", "step": "0"}) for page in asked)
            assert there["Location"] == absent["Location"] == reverse(led_to)
            assert there.content == absent.content


# ---------------------------------------------------------------------- the end


def everywhere(*words: str) -> Iterator[tuple[str, str]]:
    """Every table in which one of these words stands, as text or as bytes."""
    with connection.cursor() as cursor:
        cursor.execute("select tablename from pg_tables where schemaname = 'public'")
        tables = [name for (name,) in cursor.fetchall()]
        for table in tables:
            for word in words:
                cursor.execute(
                    f'select count(*) from "{table}" row where row::text ilike %s or row::text ilike %s',
                    [f"%{word}%", f"%{word.encode().hex()}%"],
                )
                if cursor.fetchone()[0]:
                    yield table, word


def test_after_its_last_day_a_class_answers_nothing_and_then_nothing_of_it_is_left(
    klass: Class, task: Assignment
) -> None:
    person = klass.teachers.get()
    desk = signed_in(person)
    code, _ = codes(klass)
    pupil = Client()
    pupil.post(reverse("revision:door"), {"code": code})
    pupil.post(reverse("revision:begin", args=[task.pk]), {"way": "typed", "likes": "1", "large": "on"})
    Tally.objects.create(klass=klass, card=WALL, tried=1)
    Class.objects.filter(pk=klass.pk).update(name="Xylophone 9z", last_day=timezone.localdate() - timedelta(days=1))
    klass.pupils.filter(name="Fox 1").update(name="Quagga 77")
    lookup = Slip.objects.values_list("lookup", flat=True)[0]
    for page in (reverse("revision:today"), reverse("revision:round", args=[task.pk]), reverse("revision:data")):
        assert pupil.get(page)["Location"] == reverse("revision:door")
    assert Client().post(reverse("revision:door"), {"code": code}).status_code == 422
    assert desk.get(reverse("revision:class", args=[klass.pk])).status_code == 404
    assert "Xylophone" not in desk.get(reverse("revision:classes")).content.decode()
    assert list(everywhere("Xylophone 9z")), "not yet cleaned up"
    tidying.tidy(timezone.now())
    assert list(everywhere("Xylophone 9z", "Quagga 77", lookup, WALL, code)) == []


def test_one_pupil_is_erased_alone(klass: Class, task: Assignment) -> None:
    first, second = codes(klass)
    phone, other = services.enter(first), services.enter(second)
    services.erase_pupil(services.look(phone).pupil)
    with pytest.raises(NoSuchSlip):
        services.look(phone)
    assert services.look(other).pupil.name == "Owl 1"


def test_figures_are_renewed_once_a_night_or_when_a_site_that_slept_wakes(klass: Class) -> None:
    row = Tally.objects.create(klass=klass, card=WALL, tried=6, counted=6, right=2)
    morning = timezone.localtime().replace(hour=8)
    assert tidying.tidy(morning)["figures renewed"] == 1
    row.refresh_from_db()
    assert (row.shown, row.shown_right) == (6, 2)
    Tally.objects.update(counted=7)
    assert tidying.tidy(morning.replace(hour=23))["figures renewed"] == 0, "once a day"
    assert tidying.tidy((morning + timedelta(days=1)).replace(hour=0))["figures renewed"] == 1
