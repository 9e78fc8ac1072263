"""A class plays together, and ten minutes later nothing of it is left but what each device has sealed."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec import structs

from decks.models import Flag, Reading
from games.revision import services
from games.revision import tidy as tidying
from games.revision.access import COOKIE
from games.revision.models import Came, Class, Lesson, Tally
from games.rules.kernel import HOST, TABLE, Seat
from games.rules.play import TimeUp
from games.rules.quizterix_snap.moves import Answer, Deal, GiveUp
from games.tables import services as tables
from games.tables.access import GUESTS
from games.tables.models import Guest, Move, Player, Room, Table
from games.tables.readings import readings_of
from games.tables.services import begin, join
from games.tables.snapshot import cards_of, encode, load
from tests.revision.school import assigned, codes, holders, signed_in, small_class, small_edition, teacher


def scanned(code: str) -> Client:
    pupil = Client()
    pupil.post(reverse("revision:door"), {"code": code})
    return pupil


@pytest.mark.django_db
def test_a_class_plays_under_its_slips_and_only_the_seals_remember() -> None:
    person = teacher()
    klass = small_class(person, 2)
    task = assigned(klass, small_edition())
    desk, pupils = signed_in(person), [scanned(code) for code in codes(klass)]
    assert "Your class is playing now." not in pupils[0].get(reverse("revision:today")).content.decode()
    chosen = {"everybody": "1", "cards": str(task.pk), "names": "slips"}
    opened = desk.post(reverse("revision:play", args=[klass.pk]), chosen)
    table = Table.objects.get()
    assert opened["Location"] == reverse("tables:table", args=[table.code])
    assert table.room.private
    assert table.options == {"dealer": "leader", "everybody": True, "ask_mnemonic": False}
    assert "Your class is playing now." in pupils[0].get(reverse("revision:today")).content.decode()
    picture = reverse("tables:invitation", args=[table.room.code, table.room.invitation])
    for someone, led_to in ((pupils[0], reverse("revision:lesson")), (Client(), reverse("revision:door"))):
        assert led_to in someone.get(picture, follow=True).content.decode(), "who scans the projector comes by the slip"
    for pupil in pupils:
        for _twice in range(2):
            assert pupil.post(reverse("revision:lesson"))["Location"] == opened["Location"]
        assert pupil.get(opened["Location"]).status_code == 200
    names = set(Guest.objects.values_list("nickname", flat=True))
    assert names == {"frau-keller", "Fox 1", "Owl 1"}
    assert Player.objects.filter(seat__isnull=False).count() == 2
    assert scanned("").post(reverse("revision:lesson"))["Location"] == reverse("revision:door")
    typed = {"nickname": "Rude Word", "language": "en"}
    pupils[0].post(reverse("tables:me", args=[table.code]), typed)
    guest = Client()
    guest.get(picture)
    guest.post(reverse("tables:take_seat", args=[table.code]), typed | {"key": str(uuid4())})
    assert Guest.objects.count() == 4
    assert not Guest.objects.filter(nickname="Rude Word").exists(), "nobody types what the projector shows"

    Table.objects.update(ended_at=timezone.now())
    assert desk.get(reverse("tables:replay", args=[table.code])).status_code == 404
    assert readings_of(table) == []
    assert tidying.tidy(timezone.now() + timedelta(minutes=9))["lessons cleared"] == 0
    assert tidying.tidy(timezone.now() + timedelta(minutes=11))["lessons cleared"] == 1
    for gone in (Room, Table, Move, Player, Guest, Lesson, Reading):
        assert not gone.objects.exists()


def does(table: Table, seat: Seat, kind: type, **said: str) -> None:
    """A move of the lesson's game, as the site would write it down."""
    at = timezone.now()
    snapshot, rules = load(table, at), table.rules
    assert snapshot.play is not None
    state, pack = snapshot.play.state, cards_of(table)
    move = structs.replace(next(one for one in rules.legal_moves(state, seat, pack) if isinstance(one, kind)), **said)
    move = rules.judged(state, seat, rules.receive(state, seat, move, at, {}), pack)
    Move.objects.create(table=table, number=snapshot.number + 1, seat=seat, move=encode(move), at=at)


def one_card(table: Table, leader: Player, *knew: bool) -> None:
    """The game begins, everybody answers its first card, and the bell rings."""
    begin(table.pk, leader)
    table.refresh_from_db()
    does(table, HOST, Deal)
    state = load(table, timezone.now()).play.state  # type: ignore[union-attr]
    card = cards_of(table).events[state.card]
    for seat, right in enumerate(knew):
        if right:
            does(table, Seat(seat), Answer, name=card.name.en, year=str(card.year))
        else:
            does(table, Seat(seat), GiveUp)
    the_bell_rings(table)


def the_bell_rings(table: Table) -> None:
    """The lesson ends, and nobody appeals."""
    services.end_lesson(Class.objects.get())
    while not (now := load(table, timezone.now())).over:
        assert now.play is not None
        at = now.game.deadline(now.play)
        Move.objects.create(table=table, number=now.number + 1, seat=TABLE, move=encode(TimeUp()), at=at)


def kept_by(pupil: Client) -> list[list[Any]]:
    """What lies in the seal of this device, card by card."""
    cards = json.loads(pupil.get(reverse("revision:file")).content)["memory"]["cards"]
    return [review[1:] for card in cards.values() for review in card[0]]


@pytest.mark.django_db
def test_each_device_asks_for_what_its_own_seat_has_known_as_soon_as_the_game_is_over() -> None:
    person = teacher()
    klass, edition = small_class(person), small_edition()
    assigned(klass, edition)
    pupils = [scanned(code) for code in codes(klass)]
    table, leader = services.open_lesson(klass, person, "en", {edition: ["Q-hearts", "7-clubs"]}, everybody=True)
    for pupil in pupils:
        pupil.post(reverse("revision:lesson"))
    one_card(table, leader, True, False)
    here, played = reverse("tables:table", args=[table.code]), reverse("revision:played")
    page = pupils[0].get(here).content.decode()
    assert f'data-slip="{played}"' in page
    assert "Look back" not in page, "nobody looks back at a lesson"
    assert "played.js" not in signed_in(person).get(here).content.decode(), "a device without a slip asks for nothing"
    wrong = {"card": "Q-hearts", "reason": "wrong", "note": ""}
    assert pupils[0].post(reverse("tables:flag", args=[table.code]), wrong).status_code == 302
    assert Flag.objects.get().context["table"] == "", "nobody finds the lesson by what was said of a card"
    for pupil in pupils:
        for _twice in range(2):
            assert pupil.post(played, {"table": table.code}).status_code == 204
    assert [kept_by(pupil) for pupil in pupils] == [[[True, "unaided"]], [[False, "unaided"]]]
    assert Tally.objects.get().tried == 2
    assert Came.objects.filter(told=True).count() == 2


@pytest.mark.django_db
def test_in_teams_pupils_share_a_seat_and_what_it_knew_they_knew_with_help() -> None:
    person = teacher()
    klass, edition = small_class(person, 5), small_edition()
    assigned(klass, edition)
    pupils = [scanned(code) for code in codes(klass)]
    table, leader = services.open_lesson(klass, person, "en", {edition: ["Q-hearts"]}, everybody=True, teams=2)
    for pupil in pupils:
        pupil.post(reverse("revision:lesson"))
    assert [seat.players.count() for seat in table.seats.all()] == [3, 2]
    one_card(table, leader, True, False)
    for pupil in pupils:
        pupil.post(reverse("revision:played"), {"table": table.code})
    assert [kept_by(pupil) for pupil in pupils[:2]] == [[[True, "hint"]], [[False, "hint"]]]
    more, _leader = services.open_lesson(klass, person, "en", {edition: ["7-clubs"]}, everybody=True, teams=2)
    assert more.room == table.room
    assert [seat.players.count() for seat in more.seats.all()] == [3, 2], "they come along as they were"


@pytest.mark.django_db
def test_whoever_pupils_are_in_a_lesson_they_are_by_their_slips_and_never_by_a_name() -> None:
    person = teacher()
    last_day = timezone.localdate() + timedelta(days=9)
    names = ["Maximilian Alexander A", "Maximilian Alexander B", "Admin"]
    klass, edition = services.make_class(person, "3b", "en", last_day, names), small_edition()
    table, leader = services.open_lesson(klass, person, "en", {edition: ["Q-hearts"]}, everybody=True)
    stranger = join(table.pk, names[0], "en")
    pupils = [scanned(code) for code in codes(klass)]
    for pupil in pupils:
        pupil.post(reverse("revision:lesson"))
    guests = list(Came.objects.order_by("pk").values_list("guest", flat=True))
    assert len({stranger.guest_id, *guests}) == 4
    begin(table.pk, leader)
    tables.leave(table.pk, leader)
    tables.follow_host(table.pk, timezone.now() + timedelta(hours=1))
    assert Room.objects.get().host is None, "no pupil follows the teacher"
    assert pupils[0].post(reverse("revision:lesson")).status_code == 302
    assert Came.objects.count() == 3
    other = teacher("herr-meier")
    services.change_class(klass, "3b", "en", last_day, [other])
    signed_in(other).post(reverse("revision:play", args=[klass.pk]), {"cards": "least"})
    assert Room.objects.get().host is None, "nothing is assigned, so there is nothing to play"
    assigned(klass, edition)
    signed_in(other).post(reverse("revision:play", args=[klass.pk]), {"cards": "least"})
    host = Room.objects.get().host
    assert host is not None
    assert host.nickname == "herr-meier", "another teacher of the class leads on"


@pytest.mark.django_db
def test_names_beside_points_are_drawn_unless_the_teacher_wants_those_on_the_slips() -> None:
    person, edition = teacher(), small_edition()
    klass = small_class(person)
    phones = holders(klass)
    for named in (False, True):
        table, leader = services.open_lesson(
            klass, person, "en", {edition: ["Q-hearts"]}, everybody=True, named=named, key=uuid4()
        )
        names = [services.come(phone, "en")[1].nickname for phone in phones]
        assert (names == ["Fox 1", "Owl 1"]) is named
        assert leader.guest.nickname == "frau-keller"
        Table.objects.update(ended_at=timezone.now())
    assert Room.objects.count() == 2, "in the old room everybody would see who was who"


@pytest.mark.django_db
def test_a_teacher_chooses_how_one_answers_and_whether_speed_counts() -> None:
    person, edition = teacher(), small_edition()
    klass = small_class(person)
    task = assigned(klass, edition, cards=["Q-hearts", "7-clubs"])
    desk, play = signed_in(person), reverse("revision:play", args=[klass.pk])
    chosen = {"cards": str(task.pk), "everybody": "1", "way": "picked", "speed": "1"}
    refused = desk.post(play, chosen, follow=True).content.decode()
    assert "no four cards of different years to pick from" in refused
    assert not Room.objects.exists()
    task.cards = []
    task.save()
    desk.post(play, chosen)
    options = Table.objects.get().options
    assert (options["answering"], options["speed"], options["everybody"]) == ("picked", True, True)
    services.end_lesson(klass)
    desk.post(play, {"way": "nonsense", "speed": "1"})
    assert Table.objects.get().options == {"dealer": "leader", "everybody": False, "ask_mnemonic": False}


@pytest.mark.django_db
def test_a_lesson_that_nobody_has_begun_is_gone_with_a_tap() -> None:
    person = teacher()
    klass, edition = small_class(person), small_edition()
    assigned(klass, edition)
    desk, play = signed_in(person), reverse("revision:play", args=[klass.pk])
    first = desk.post(play)["Location"]
    assert desk.post(play)["Location"] == first, "whoever asks again comes to the lesson that is on"
    assert Guest.objects.count() == 1
    desk.post(reverse("revision:end", args=[klass.pk]))
    assert not Room.objects.exists()


@pytest.mark.django_db
def test_whoever_takes_a_shared_device_has_none_of_the_seats_of_the_one_before() -> None:
    person = teacher()
    klass, edition = small_class(person, 3), small_edition()
    table, _leader = services.open_lesson(klass, person, "en", {edition: ["Q-hearts"]}, everybody=True)
    first, second, _third = codes(klass)
    tablet = scanned(first)
    tablet.post(reverse("revision:lesson"))
    assert tablet.session[GUESTS]
    tablet.post(reverse("revision:away"))
    assert GUESTS not in tablet.session
    tablet.post(reverse("revision:door"), {"code": first})
    tablet.post(reverse("revision:lesson"))
    tablet.post(reverse("revision:door"), {"code": second})
    assert GUESTS not in tablet.session, "the one before has forgotten to put the slip away"
    tablet.post(reverse("revision:lesson"))
    assert table.seats.count() == 2
    _first, _second, third = codes(klass)  # everybody's slip is replaced, that of whoever holds the tablet, too
    tablet.post(reverse("revision:door"), {"code": third})
    assert GUESTS not in tablet.session
    codes(klass)
    tablet.post(reverse("revision:away"))
    assert COOKIE not in tablet.cookies or not tablet.cookies[COOKIE].value, "a slip that is dead is put away, too"


@pytest.mark.django_db
def test_five_who_have_played_together_need_not_wait_for_a_sixth() -> None:
    person = teacher()
    klass, edition = small_class(person, 5), small_edition()
    assigned(klass, edition)
    pupils = [scanned(code) for code in codes(klass)]
    table, leader = services.open_lesson(klass, person, "en", {edition: ["Q-hearts"]}, everybody=True)
    for pupil in pupils:
        pupil.post(reverse("revision:lesson"))
    one_card(table, leader, True, True, False, False, False)
    for pupil in pupils:
        pupil.post(reverse("revision:played"), {"table": table.code})
    services.clear_lessons(timezone.now() + timedelta(minutes=30))
    assert "2 of 5" in signed_in(person).get(reverse("revision:class", args=[klass.pk])).content.decode()


@pytest.mark.django_db
def test_figures_are_renewed_after_a_lesson_for_its_own_class_and_if_five_have_told() -> None:
    person, edition = teacher(), small_edition()
    for pupils in (4, 5, 0):
        klass = small_class(person, max(1, pupils), name=f"Class of {pupils}")
        Tally.objects.create(klass=klass, card="small/Q-hearts/1961", tried=6, counted=6, right=2)
        if not pupils:
            continue  # another class: nothing of it changes because these have played
        table, _leader = services.open_lesson(klass, person, "en", {edition: ["Q-hearts"]}, everybody=True)
        for holder in holders(klass):
            services.come(holder, "en")
        Came.objects.update(told=True)
    Table.objects.update(ended_at=timezone.now())
    assert services.clear_lessons(timezone.now() + timedelta(minutes=11)) == 2
    shown = list(Tally.objects.order_by("klass_id").values_list("shown", flat=True))
    assert shown == [0, 6, 0]
