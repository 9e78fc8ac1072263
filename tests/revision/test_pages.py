"""The way of a class through its pages, by plain forms: no script, no socket."""

import csv
import html
import io
import json
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from msgspec import structs

from decks.keeping import put_away, withdraw
from decks.models import DeskRequest
from decks.services import pack_of
from games.revision import services
from games.revision.access import COOKIE, LESSON, SHARED
from games.revision.models import Class, Progress, Slip, Tally
from games.rules.kernel import Seat
from games.rules.quizterix_snap.moves import Answer
from games.tables.access import GUESTS
from games.tables.models import Move, Player, Table
from games.tables.services import begin, join, open_table
from games.tables.snapshot import encode, load
from tests.markup import flat
from tests.revision.school import PACK, assigned, codes, signed_in, small_class, small_edition, teacher

pytestmark = pytest.mark.django_db


def fields_of(page: str, action: str) -> dict[str, str]:
    """The hidden inputs of the first form with this action."""
    form = next(one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'action="{action}"' in one)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_from_a_class_to_a_card_that_is_known() -> None:
    edition = small_edition()
    desk = signed_in(teacher())
    made: Any = desk.post(
        reverse("revision:classes"),
        {"name": "History 3b", "number": "3", "language": "en", "last_day": "2099-01-01"},
    )
    assert made.status_code == 422, "too far away"
    klass_form = {"name": "History 3b", "number": "3", "language": "en", "last_day": "2027-01-01"}
    which = desk.get(reverse("revision:assign_deck", args=["small"])).content.decode()
    assert "/classes/?deck=small" in which, "there is no class yet: after it is made the deck is not forgotten"
    made = desk.post(f"{reverse('revision:classes')}?deck=small", klass_form)
    klass = Class.objects.get()
    assert made["Location"] == reverse("revision:assign", args=[klass.pk, "small"])
    slips = reverse("revision:slips", args=[klass.pk])
    pupils = [str(pupil.pk) for pupil in klass.pupils.all()]
    form = re.search(r'name="form" value="([^"]+)"', desk.get(slips).content.decode())
    assert form is not None
    sheet = desk.post(slips, {"form": form[1], "pupil": pupils})
    links = re.findall(r'data-link="([^"]+)"', sheet.content.decode())
    assert len(links) == 3
    assert all("/s/#" in link for link in links)
    assert "no-store" in sheet["Cache-Control"]
    task = assigned(klass, edition)
    phone = Client()
    door = phone.post(reverse("revision:door"), {"code": links[0].partition("#")[2]})
    assert door.status_code == 302
    assert phone.get(reverse("revision:today")).status_code == 200
    phone.post(reverse("revision:begin", args=[task.pk]), {"way": "typed"})
    here, act = reverse("revision:round", args=[task.pk]), reverse("revision:act", args=[task.pk])
    pack = {event.alt.en: event for event in PACK.events}
    for _ in range(60):
        page = phone.get(here).content.decode()
        if "Done for today" in page:
            break
        step = fields_of(page, act)["step"]
        if "I have seen it" in page:
            phone.post(act, {"step": step, "do": "met"})
            continue
        event = next(event for alt, event in pack.items() if f'aria-label="{alt}"' in page)
        phone.post(act, {"step": step, "do": "answer", "name": event.name.en, "year": str(event.year)})
    assert "6</b>" in page
    assert Progress.objects.get().state == Progress.DONE
    assert desk.get(reverse("revision:class", args=[klass.pk])).status_code == 200


# ---------------------------------------------------------------------- bad input: one sentence, nothing lost


def complaint(answer: Any) -> str:
    """The first sentence of complaint on a page."""
    page = flat(answer.content.decode())
    found = re.search(r'class="(?:err|note bad)"[^>]*>(?:<svg.*?</svg>)?(?:<span>)?([^<]+)<', page, re.DOTALL)
    return html.unescape(found[1]).strip() if found else ""


FORM = {"name": "History 3b", "number": "", "names": "", "language": "en", "last_day": "2027-01-01"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "Say how many pupils there are, or paste their names."),
        ({"names": "Mia\nNoa\nmia"}, "mia: twice in this list. Add a letter or a number to tell them apart."),
        ({"names": "x" * 40}, f"“{'x' * 40}” is too long for a slip: a name has 30 characters at most."),
        (
            {"names": "\n".join(f"Pupil {n}" for n in range(41))},
            "A class has 40 pupils at most: there is room for 40 more. The others need a second class.",
        ),
        ({"number": "3", "last_day": "2020-01-01"}, "This day is past: choose one that is still to come."),
        ({"number": "3", "last_day": "2099-01-01"}, "A class lives for 400 days at most: choose an earlier day."),
    ],
)
def test_a_class_that_cannot_be_made_says_why_and_keeps_what_was_typed(changed: dict[str, str], said: str) -> None:
    answer = signed_in(teacher()).post(reverse("revision:classes"), FORM | changed)
    assert (answer.status_code, complaint(answer)) == (422, said)
    assert 'value="History 3b"' in answer.content.decode()
    assert not Class.objects.exists()


def test_whoever_is_added_must_have_a_name_of_their_own_and_room() -> None:
    person = teacher()
    klass = small_class(person, 39)
    add = reverse("revision:add", args=[klass.pk])
    desk = signed_in(person)
    assert "somebody of this name is in the class already" in complaint(desk.post(add, {"names": "fox 1"}))
    assert "there is room for 1 more" in complaint(desk.post(add, {"number": "2"}))
    assert desk.post(add, {"number": "1"}).status_code == 302
    assert klass.pupils.count() == 40
    assert len(set(klass.pupils.values_list("name", flat=True))) == 40


def test_a_slip_that_is_mistyped_unknown_or_replaced_says_which() -> None:
    klass = small_class(teacher())
    old, _ = codes(klass)
    Client().post(reverse("revision:door"), {"code": old})
    codes(klass)
    wrong = {
        "KR4M": "A slip bears 12 letters and digits, never 0, 1, O or I. Compare them one by one.",
        "AAAA BBBB CCCC": "No slip has this code. Compare it letter by letter; when a class has ended, its slips are"
        " erased.",
        old: "This slip has been replaced. Ask for your new one.",
    }
    for code, said in wrong.items():
        answer = Client().post(reverse("revision:door"), {"code": code})
        assert (answer.status_code, complaint(answer)) == (422, said)
        assert f'value="{code}"' in answer.content.decode(), "what was typed stays"


def test_an_assignment_that_cannot_be_given_says_why() -> None:
    person, edition = teacher(), small_edition()
    klass = small_class(person)
    page = reverse("revision:assign", args=[klass.pk, edition.deck.slug])
    desk = signed_in(person)
    good = {"title": "Clubs", "suits": ["clubs"], "asked": ["name"], "ways": ["typed"], "goal": "once"}
    for changed, said in (
        (
            {"ranks": ["3"]},
            "No card of this deck is like that: choose other suits, ranks or years.",
        ),
        ({"asked": []}, "Something has to be asked: the event, the year or the mnemonic."),
        ({"ways": []}, "Choose at least one way to answer."),
        ({"begins": "2026-12-24", "ends": "2026-12-23"}, "It would end before it begins: choose a later day."),
    ):
        answer = desk.post(page, good | changed)
        assert (answer.status_code, complaint(answer)) == (422, said)
    assert desk.post(page, good).status_code == 302
    assert klass.assignments.get().cards == ["7-clubs"]
    withdraw(edition, person)
    refused = desk.get(page)
    assert (refused.status_code, complaint(refused)) == (410, "This edition was withdrawn: it cannot be assigned.")
    assert desk.get(reverse("revision:class", args=[klass.pk])).status_code == 200, "and one that was goes on"


def test_an_assignment_that_is_over_ends_with_its_page_and_begins_no_round() -> None:
    klass, edition = small_class(teacher()), small_edition()
    over = assigned(klass, edition, ends=timezone.localdate() - timedelta(days=1))
    code, _ = codes(klass)
    pupil = Client()
    pupil.post(reverse("revision:door"), {"code": code})
    assert "There is nothing to do yet." in pupil.get(reverse("revision:today")).content.decode()
    for asked in (reverse("revision:begin", args=[over.pk]), reverse("revision:lesson")):
        told = pupil.post(asked, follow=True)
        assert complaint(told) == "This is over, or your teacher took it back. What you know stays with you."
        assert "There is nothing to do yet." in told.content.decode(), "and the device still knows its slip"


# ---------------------------------------------------------------------- the rest of a class


def test_the_report_counts_its_queries_the_same_however_large_a_class_is(
    django_assert_num_queries: Any,
) -> None:
    person, edition = teacher(), small_edition()
    small, large = small_class(person, 1, name="Small"), small_class(person, 30, name="Large")
    assigned(small, edition)
    for number in range(20):
        assigned(large, edition, title=f"Week {number}")
    assert large.assignments.count() == 20
    desk = signed_in(person)
    with CaptureQueriesContext(connection) as few:
        assert desk.get(reverse("revision:class", args=[small.pk])).status_code == 200
    with django_assert_num_queries(len(few)) as many:
        assert desk.get(reverse("revision:class", args=[large.pk])).status_code == 200
    assert not any("revision_assignment" in one["sql"] and '"content"' in one["sql"] for one in many), "no cards"


def test_the_report_as_a_file_holds_states_and_figures_and_no_formula() -> None:
    person, edition = teacher(), small_edition()
    klass = small_class(person)
    task = assigned(klass, edition)
    klass.pupils.filter(name="Fox 1").update(name="=1+1")
    Progress.objects.create(assignment=task, pupil=klass.pupils.all()[0], state=2)
    Tally.objects.create(klass=klass, card="small/Q-hearts/1961", shown=6, shown_right=2)
    text = signed_in(person).get(reverse("revision:csv", args=[klass.pk])).content.decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(text))) == [
        ["pupil", "The small deck"],
        ["'=1+1", "done"],
        ["Owl 1", "not yet begun"],
        [],
        ["year", "card", "knew it", "of"],
        ["1961", "Building of the Berlin Wall", "2", "6"],
    ]


def test_an_assignment_is_copied_with_a_tap_and_taken_back() -> None:
    person, edition = teacher(), small_edition()
    klass, other = small_class(person), small_class(person, name="Other")
    strangers = small_class(teacher("another"), name="Strangers")
    task = assigned(klass, edition)
    desk = signed_in(person)
    copy = reverse("revision:copy", args=[klass.pk, task.pk])
    assert desk.post(copy, {"class": str(strangers.pk)}).status_code == 404
    desk.post(copy, {"class": str(other.pk)})
    assert other.assignments.get().cards == task.cards
    desk.post(reverse("revision:take_back", args=[klass.pk, task.pk]))
    assert not klass.assignments.exists()


def test_a_co_teacher_is_named_and_nobody_learns_who_else_is_here() -> None:
    person, other = teacher(), teacher("herr-meier")
    User.objects.create_user("no-teacher")
    klass = small_class(person)
    page, desk = reverse("revision:settings", args=[klass.pk]), signed_in(person)
    facts = {"name": "History 3b", "language": "en", "last_day": str(klass.last_day)}
    said = {complaint(desk.post(page, facts | {"teacher": name})) for name in ("no-teacher", "nobody")}
    assert said == {"No teacher of this site signs in with this name."}
    desk.post(page, facts | {"teacher": "herr-meier"})
    assert signed_in(other).get(reverse("revision:class", args=[klass.pk])).status_code == 200


def test_a_teacher_leaves_a_class_to_another_and_the_last_one_stays() -> None:
    person, other, third = teacher(), teacher("herr-meier"), teacher("frau-huber")
    klass = small_class(person)
    desk, home = signed_in(person), reverse("revision:class", args=[klass.pk])

    def go(client: Client, gone: User) -> Any:
        return client.post(reverse("revision:release", args=[klass.pk, gone.pk]), follow=True)

    assert complaint(go(desk, person)).startswith("Nobody else teaches this class")
    services.change_class(klass, "3b", "en", klass.last_day, [other, third])
    assert go(signed_in(teacher("stranger")), other).status_code == 404
    assert "frau-huber" not in go(desk, third).content.decode(), "a colleague is taken off"
    assert signed_in(third).get(home).status_code == 404
    go(desk, person)
    assert desk.get(home).status_code == 404
    other.groups.clear()
    assert klass.teachers.get() == other
    services.change_class(klass, "3b", "en", klass.last_day, [person])
    assert complaint(go(desk, person)).startswith("Nobody else teaches this class"), "who is no teacher cannot close it"
    person.delete()
    assert klass.teachers.get() == other
    other.delete()
    assert not Class.objects.exists(), "with the last account the class goes"


def test_what_is_sent_twice_is_made_once() -> None:
    person, edition = teacher(), small_edition()
    desk = signed_in(person)
    form = FORM | {"number": "3", "form": str(uuid4())}
    first, second = (desk.post(reverse("revision:classes"), form)["Location"] for _twice in range(2))
    assert first == second
    klass = Class.objects.get()
    more = {"number": "2", "form": str(uuid4())}
    for _twice in range(2):
        assert desk.post(reverse("revision:add", args=[klass.pk]), more).status_code == 302
    assert klass.pupils.count() == 5
    given = {"title": "Clubs", "suits": ["clubs"], "asked": ["name"], "ways": ["typed"], "goal": "once"}
    for _twice in range(2):
        desk.post(reverse("revision:assign", args=[klass.pk, edition.deck.slug]), given)
    assert klass.assignments.count() == 1


def test_a_deck_that_is_put_away_is_proposed_no_more_and_what_was_given_of_it_is_played_on() -> None:
    person, edition = teacher(), small_edition(structs.replace(PACK, events=PACK.events * 3))
    klass = small_class(person)
    monday = timezone.localdate() + timedelta(days=-timezone.localdate().weekday() % 7)
    assigned(klass, edition, cards=["7-clubs"], begins=monday)
    desk, home = signed_in(person), reverse("revision:class", args=[klass.pk])
    proposal = reverse("revision:assign", args=[klass.pk, "small"])
    shown = desk.get(home)
    assert proposal in shown.content.decode()
    assert shown.context["ready"]["begins"] == monday + timedelta(days=7), "a suit a week"
    withdraw(edition, person)
    put_away(edition.deck)
    assert proposal not in desk.get(home).content.decode()
    assert desk.post(reverse("revision:play", args=[klass.pk]), {"cards": "least"})["Location"].startswith("/t/")


def test_a_shared_tablet_forgets_a_slip_after_the_lesson_and_with_one_tap() -> None:
    klass = small_class(teacher())
    first, second = codes(klass)
    tablet, door = Client(), reverse("revision:door")
    tablet.post(door, {"code": first})
    assert tablet.cookies[COOKIE]["max-age"] > 40 * 86_400
    tablet.post(door, {"code": second})
    for cookie in (COOKIE, SHARED):
        assert (bool(tablet.cookies[cookie]["httponly"]), tablet.cookies[cookie]["samesite"]) == (True, "Lax")
    assert tablet.cookies[COOKIE]["max-age"] == LESSON, "two pupils on one device: it is shared"
    assert "It forgets it after the lesson." in tablet.get(reverse("revision:today")).content.decode()
    tablet.post(reverse("revision:away"))
    assert tablet.get(reverse("revision:today"))["Location"] == door


def test_a_pupil_sees_everything_that_is_kept_and_erases_it() -> None:
    klass, edition = small_class(teacher()), small_edition()
    task = assigned(klass, edition)
    code, _ = codes(klass)
    pupil = Client()
    pupil.post(reverse("revision:door"), {"code": code})
    pupil.post(reverse("revision:begin", args=[task.pk]), {"way": "picked"})
    act = reverse("revision:act", args=[task.pk])
    for step in range(9):
        pupil.post(act, {"step": str(step), "do": "met"})
        pupil.post(act, {"step": str(step), "do": "give-up"})
    kept = json.loads(pupil.get(reverse("revision:file")).content)
    assert any(card[0] for card in kept["memory"]["cards"].values())
    assert Progress.objects.exists()
    pupil.post(reverse("revision:forget"))
    kept = json.loads(pupil.get(reverse("revision:file")).content)
    assert not any(card[0] for card in kept["memory"]["cards"].values())
    assert not Progress.objects.exists()


# ---------------------------------------------------------------------- without a class; who may teach


def test_a_deck_is_learnt_without_a_class_and_the_site_keeps_nothing() -> None:
    small_edition()
    reader, page = Client(), reverse("revision:learn", args=["small"])
    shown = reader.get(page).content.decode()
    form: dict[str, str] = {"do": "begin", "way": "typed", "likes": "1"}
    for _ in range(60):
        form["sealed"] = re.search(r'name="sealed" value="([^"]*)"', shown)[1]  # type: ignore[index]
        shown = reader.post(page, form).content.decode()
        if "Done for today" in shown:
            break
        form = {"step": re.search(r'name="step" value="(\d+)"', shown)[1]}  # type: ignore[index]
        if "I have seen it" in shown:
            form["do"] = "met"
        else:
            event = next(one for one in PACK.events if f'aria-label="{one.alt.en}"' in shown)
            form |= {"do": "answer", "name": event.name.en, "year": str(event.year)}
    assert "6</b>" in shown
    form = {"sealed": re.search(r'name="sealed" value="([^"]*)"', shown)[1], "do": "see"}  # type: ignore[index]
    assert "You know 6 cards of this deck." in reader.post(page, form).content.decode()
    assert "You know 0 cards of this deck." in Client().post(page, form).content.decode(), "the key is the browser's"
    assert "You know 0 cards of this deck." in reader.post(page, {"do": "see", "sealed": "!!"}).content.decode()
    assert not Slip.objects.exists()


def test_whoever_asks_for_a_desk_gets_it_with_one_tap() -> None:
    anna = User.objects.create_user("anna")
    root = User.objects.create_superuser("root")
    client, standing = signed_in(anna), reverse("decks:standing")
    desks = ["revision:classes", "decks:desk", "nights:nights"]
    for page in (*map(reverse, desks), reverse("revision:class", args=[7]), reverse("decks:write", args=[7])):
        assert client.get(page)["Location"].partition("?")[0] == standing, "it says where one stands"
    for _twice in range(2):
        client.post(standing, {"desk": "teacher"})
    assert "You have asked for it." in client.get(standing).content.decode()
    request = DeskRequest.objects.get()
    client.post(standing, {"grant": str(request.pk)})
    assert DeskRequest.objects.exists(), "nobody grants it to themselves"
    signed_in(root).post(standing, {"grant": str(request.pk)})
    assert client.get(reverse("revision:classes")).status_code == 200
    assert not DeskRequest.objects.exists()
    client.post(standing, {"desk": "author"})
    signed_in(root).post(standing, {"grant": str(DeskRequest.objects.get().pk)})
    assert client.get(reverse("decks:desk")).status_code == 200


def test_what_somebody_knew_in_a_game_counts_for_whoever_wishes_it() -> None:
    edition = small_edition()
    klass = small_class(teacher())
    assigned(klass, edition)
    table = open_table("quizterix-snap", edition, {"cards": 1, "ask_mnemonic": False})
    player = join(table.pk, "Anna", "en")
    begin(table.pk, player)
    play(table, player)
    code, _ = codes(klass)
    pupil = Client()
    pupil.post(reverse("revision:door"), {"code": code})
    session = pupil.session
    session[GUESTS] = {str(table.room_id): player.guest_id}
    session.save()
    pupil.get(reverse("revision:today"))
    known = lambda: json.loads(pupil.get(reverse("revision:file")).content)["memory"]["cards"]  # noqa: E731
    assert known() == {}, "only for whoever wishes it"
    pupil.post(reverse("revision:like"), {"games": "on"})
    for _twice in range(2):
        pupil.get(reverse("revision:today"))
    (card,) = known().values()
    assert [review[1:] for review in card[0]] == [[True, "unaided"]]
    pupil.post(reverse("revision:forget"))
    pupil.get(reverse("revision:today"))
    assert [card[0] for card in known().values()] == [[]], "what was erased does not come back"


def play(table: Table, player: Player) -> None:
    """Alone, somebody names the one card that is turned up."""
    game, number = table.rules, Table.objects.get(pk=table.pk).moves.count()
    pack = pack_of(table.edition_id)
    for _ in range(20):
        snapshot = load(table, timezone.now())
        if snapshot.over:
            break
        seat, state = Seat(0), snapshot.play.state
        moves = {type(move).__name__: move for move in game.legal_moves(state, seat, pack)}
        move: Any = moves.get("Buzz") or moves.get("Answer") or moves.get("Deal")
        if "Answer" in moves:
            event = pack.events[state.card]
            move = Answer(state.showing, name=event.name.en, year=str(event.year))
        number = snapshot.number + 1
        at = timezone.now()
        move = game.judged(state, seat, game.receive(state, seat, move, at, {}), pack)
        Move.objects.create(table=table, number=number, seat=0, player=player, move=encode(move), at=at)
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now())
