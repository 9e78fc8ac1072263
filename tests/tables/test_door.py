"""The host at the door: who comes in, under what name, and who does not come back."""

from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone, translation
from msgspec import structs

from games.rules.kernel import IllegalMove
from games.tables import services
from games.tables.access import Visitor, find_table
from games.tables.clockwork import next_due
from games.tables.models import Guest, Player, Room, Table
from games.tables.services import NoSuchTable
from games.tables.services.names import drawn_name, looks
from games.tables.showing import Look, showing_of
from games.tables.snapshot import load, load_house
from tests.gallery.moments import moments
from tests.tables.browsers import browser
from tests.tables.conftest import seat_cast
from tests.tables.hubs import seated, until
from tests.tables.test_access import UNSAFE

pytestmark = pytest.mark.django_db


def come(table, name, language="de"):
    """What somebody who comes with this name is called."""
    return services.join(table.pk, name, language, seat=False).nickname


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("wished", "given"),
    [
        ("Anna", "Anna 2"),
        ("ANNA", "ANNA 2"),
        ("Аnna", "Аnna 2"),
        ("A nn a.", "A nn a. 2"),
        ("Zoe", "Zoe 2"),
        ("Annas", "Annas"),
    ],
)
def test_names_in_a_room_can_be_told_apart(lobby, wished, given):
    assert come(lobby.table, wished) == given


def test_a_number_finds_room_in_the_longest_name_and_the_next_one_counts_on(lobby):
    names = [come(lobby.table, "Maximiliane-Sophie K") for _ in range(3)]
    assert names == ["Maximiliane-Sophie K", "Maximiliane-Sophie 2", "Maximiliane-Sophie 3"]


def test_who_has_left_leaves_the_name_free_and_whoever_is_renamed_keeps_their_own(lobby):
    services.leave(lobby.table.pk, lobby.beat)
    assert come(lobby.table, "Beat") == "Beat"
    services.rename(lobby.zoe, "Zoé", "fr")
    assert Guest.objects.get(pk=lobby.zoe.guest_id).nickname == "Zoé"


@pytest.mark.parametrize(
    "name", ["Host", "HОST", "host!", "Gastgeber", "Die Spielleitung", "h0st", "司会", "Tischrunde"]
)
def test_nobody_can_be_mistaken_for_the_host(lobby, name):
    with pytest.raises(IllegalMove, match="another name"):
        come(lobby.table, name)
    with pytest.raises(IllegalMove, match="another name"):
        services.rename(lobby.beat, name, "fr")
    services.rename(lobby.anna, name, "de")
    refused = browser().post(f"/t/{lobby.table.code}/take-seat/", {"nickname": name, "language": "en"})
    assert refused.status_code == 422


def test_the_host_renames_whoever_is_called_what_nobody_should_be_called(lobby):
    services.rename_person(lobby.table.pk, lobby.anna, lobby.beat.pk, "Anna")
    assert Guest.objects.get(pk=lobby.beat.guest_id).nickname == "Anna 2"


def test_names_drawn_by_lot_are_animals_in_the_language_of_each(lobby):
    services.draw_names(lobby.table.pk, lobby.anna, drawn=True)
    anna, beat, zoe = (Guest.objects.get(pk=player.guest_id).nickname for player in lobby.players)
    assert anna == "Anna" and not {beat, zoe} & {"Beat", "Zoé"}
    assert come(lobby.table, "Eve", "en") != "Eve"
    services.rename(lobby.beat, "Beat", "fr")
    assert Guest.objects.get(pk=lobby.beat.guest_id).nickname == beat
    assert 'name="nickname"' not in browser().get(f"/t/{lobby.table.code}/").content.decode()
    answer = browser().post(f"/t/{lobby.table.code}/take-seat/", {"language": "it"})
    assert answer.status_code == 302
    names = [looks(drawn_name(lobby.table.room, "de")) for _ in range(30)]
    assert len(set(names)) > 10


# ---------------------------------------------------------------------- sent out


def test_who_is_sent_out_stands_nowhere_and_does_not_come_back_under_any_name(quiz):
    client = browser(quiz.beat)
    path = f"/t/{quiz.table.code}/"
    services.remove_for_good(quiz.table.pk, quiz.anna, quiz.beat.pk)
    absent = client.get("/t/QQQQQ/")
    for where in ("", "?watch", "screen/", "me/"):
        assert client.get(path + where).status_code == 404
    assert UNSAFE.sub(b"", client.get(path).content) == UNSAFE.sub(
        b"", absent.content.replace(b"QQQQQ", quiz.table.code.encode())
    )
    assert client.post(f"{path}take-seat/", {"nickname": "Eve", "language": "en"}).status_code == 404
    assert client.post("/join/", {"code": quiz.table.code}).status_code == 404
    assert client.post(f"{path}back/", {"code": quiz.beat.guest.recovery}).status_code == 422
    assert not Guest.objects.filter(nickname__in=["Beat", "Eve"]).exists()
    assert "Beat" not in browser(quiz.zoe).get(path).content.decode()
    assert quiz.table.seats.get(number=1).players.count() == 0


def test_only_the_host_sends_out_and_nobody_the_host(quiz):
    for who in (quiz.beat, None):
        with pytest.raises(services.NotYours):
            services.remove_for_good(quiz.table.pk, who, quiz.zoe.pk)
    with pytest.raises(IllegalMove, match="host"):
        services.remove_for_good(quiz.table.pk, quiz.anna, quiz.anna.pk)
    with pytest.raises(NoSuchTable):
        services.remove_for_good(quiz.table.pk, quiz.anna, 10**9)
    assert Player.objects.count() == 3


def test_a_form_that_was_on_its_way_brings_nobody_back_who_is_sent_out_meanwhile(quiz):
    key = uuid4()
    eve = services.join(quiz.table.pk, "Eve", "en", seat=False, key=key)
    services.remove_for_good(quiz.table.pk, quiz.anna, eve.pk)
    for sent in ({"guest": eve.guest}, {"key": key}):
        with pytest.raises(NoSuchTable):
            services.join(quiz.table.pk, "Eva", "en", seat=False, **sent)
    assert set(Guest.objects.filter(players__isnull=False)) == {player.guest for player in quiz.players}


@pytest.mark.django_db(transaction=True)
async def test_the_page_of_whoever_is_sent_out_is_closed(quiz, hubs):
    hub = await hubs()
    live, (anna, beat, zoe) = await seated(hub, quiz)
    await sync_to_async(services.remove_for_good)(quiz.table.pk, quiz.anna, quiz.beat.pk)
    await until(lambda: beat.ended is not None)
    assert (anna.ended, zoe.ended) == (None, None)


# ---------------------------------------------------------------------- the door


def test_a_closed_door_looks_as_if_there_were_no_table_to_all_who_are_new(lobby):
    path = f"/t/{lobby.table.code}/"
    inside = browser()
    inside.get(path)
    services.close_door(lobby.table.pk, lobby.anna, closed=True)
    stranger = Visitor({}, {}, "10.0.0.1")
    with pytest.raises(NoSuchTable):
        find_table(lobby.table.code, stranger, running=True)
    assert browser().get(path).status_code == 404
    assert browser(lobby.beat).get(path).status_code == 200
    assert inside.post(f"{path}take-seat/", {"nickname": "Eve", "language": "en"}).status_code == 404
    services.close_door(lobby.table.pk, lobby.anna, closed=False)
    assert browser().get(path).status_code == 200


def test_the_host_s_page_of_people_and_door_is_the_host_s_alone(lobby):
    path = f"/t/{lobby.table.code}/people/"
    page = browser(lobby.anna).get(path).content.decode()
    assert "Beat" in page and "Zoé" in page
    for who in (browser(lobby.beat), browser()):
        assert who.get(path).status_code == 404
    act = f"/t/{lobby.table.code}/do/"
    for action, fields in (
        ("close-door", {}),
        ("open-door", {}),
        ("draw-names", {}),
        ("type-names", {}),
        ("rename", {"person": lobby.beat.pk, "nickname": "Berta"}),
        ("stand-in", {"after": "never"}),
        ("send-out", {"person": lobby.zoe.pk}),
    ):
        assert browser(lobby.beat).post(f"{act}{action}/", fields).status_code == 404
        assert browser(lobby.anna).post(f"{act}{action}/", fields).headers["Location"] == path
    room = Room.objects.get()
    assert (room.closed, room.drawn, room.stand_in) == (False, False, None)
    assert sorted(Guest.objects.values_list("nickname", flat=True)) == ["?", "Anna", "Berta"]


# ---------------------------------------------------------------------- leaving


@pytest.mark.parametrize(("after", "seconds"), [("0", 0), ("20", 20), ("120", 120), ("never", None)])
def test_a_bot_plays_on_for_who_has_left_after_the_time_that_the_host_has_chosen(statements, after, seconds):
    cast = seat_cast("swiss-quiz", statements, {"answering": "at-once"})
    services.let_stand_in(cast.table.pk, cast.anna, after)
    services.leave(cast.table.pk, cast.zoe)
    cast.table.refresh_from_db()
    left = cast.table.moves.last().at
    snapshot = load(cast.table, timezone.now())
    assert snapshot.people.chair(2).name == ("–" if seconds is None else "Cilla"), "everybody hears who plays"
    due = next_due(snapshot, timezone.now())
    if seconds is None:
        assert due is None
    else:
        assert due.bot == 2 and (due.at - left).total_seconds() >= seconds
        assert (due.at - left).total_seconds() < seconds + 20
    page = browser(cast.beat).get(f"/t/{cast.table.code}/").content.decode()
    assert "Quelqu’un est parti." in page


def test_leaving_asks_and_says_what_happens_then(quiz):
    path = f"/t/{quiz.table.code}/"
    with translation.override("en"):
        page = browser(quiz.anna).get(f"{path}leave/").content.decode()
    assert "After 20 seconds a bot plays on for you" in page and "takes over" in page
    assert "takes over" not in browser(quiz.beat).get(f"{path}leave/").content.decode()
    assert browser().get(f"{path}leave/").status_code == 404
    assert f'href="{path}leave/"' in browser(quiz.beat).get(path).content.decode()


# ---------------------------------------------------------------------- what is typed


def test_what_people_type_is_kept_off_the_big_screen_if_the_host_says_so(quiz):
    for deed, muted in (("mute", True), ("unmute", False), ("mute", True)):
        assert browser(quiz.beat).post(f"/t/{quiz.table.code}/do/{deed}/").status_code == 404
        assert browser(quiz.anna).post(f"/t/{quiz.table.code}/do/{deed}/").status_code == 302
        assert load_house(Table.objects.get(pk=quiz.table.pk)).mute is muted


@pytest.mark.parametrize("game", ["quizterix-snap", "quizterix-standard", "quizterix-klondike", "its-a-quiz"])
def test_what_is_not_to_be_shown_is_on_no_screen(game):
    for moment in moments(game, "en", "screen", None, every=True):
        pages = []
        for muted in (False, True):
            moment.snapshot.house = structs.replace(moment.snapshot.house, mute=muted)
            pages.append(showing_of(moment.snapshot).page(Look(None, "en", "screen")))
        if pages[0] != pages[1]:
            assert "<q>" not in pages[1]
            break
    else:
        raise AssertionError("nothing that was typed has been on the screen")
