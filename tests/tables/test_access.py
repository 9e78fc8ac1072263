"""Who reaches a table: what is private looks absent, who one is stands in the session, and every right has its rung."""

import re

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from games.tables import services
from games.tables.access import GUESTS, Visitor, find_table, invite, player_of, remember
from games.tables.models import Guest, Move, Player, Table
from games.tables.services import NoSuchTable
from tests.tables.browsers import Room, browser
from tests.tables.conftest import seat_cast

pytestmark = pytest.mark.django_db

UNSAFE = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"|"X-CSRFToken": "[^"]+"')


@pytest.fixture
def hidden(statements):
    """A private table with the cast in the middle of a game."""
    return seat_cast("swiss-quiz", statements, {"answering": "at-once"}, private=True)


def finds(code, visitor):
    """Whether the table is found."""
    try:
        return find_table(code, visitor)[0].code == code
    except NoSuchTable:
        return False


def visitor(session=None, cookie="", address="10.0.0.1"):
    """Somebody at the door."""
    return Visitor(SessionStore() if session is None else session, {"rooms": cookie}, address)


# ---------------------------------------------------------------------- private and absent


def asked(client, method, path, data):
    """All of an answer that a stranger gets to see: status, headers and body, without what is new every time."""
    answer = getattr(client, method)(path, data)
    cookies = {name: len(cookie.value) for name, cookie in answer.cookies.items()}
    headers = sorted((name, value) for name, value in answer.headers.items() if name != "Expires")  # it is the time
    return answer.status_code, headers, cookies, UNSAFE.sub(b"", answer.content)


DOORS = [
    ("get", "", {}),
    ("get", "", {"watch": ""}),
    ("get", "screen/", {}),
    ("get", "i/wrong-invitation/", {}),
    ("get", "me/", {}),
    ("post", "me/", {"nickname": "Eve", "language": "en"}),
    ("get", "back/", {}),
    ("post", "back/", {"code": "AAAAAAAA"}),
    ("get", "replay/", {}),
    ("get", "take-seat/", {}),
    ("post", "take-seat/", {"nickname": "Eve", "language": "en"}),
    ("post", "take-seat/", {"nickname": "", "language": "xx"}),
    ("post", "take-seat/", {"nickname": "Eve", "language": "en", "team": "AAAAA"}),
    ("post", "do/begin/", {}),
    ("post", "do/leave/", {}),
    ("post", "do/no-such-thing/", {}),
    ("post", "again/", {}),
    ("post", "flag/", {"card": "1", "reason": "wrong"}),
    ("post", "flag/", {}),
]


@pytest.mark.parametrize(
    ("method", "door", "data"), DOORS, ids=[f"{method} {door}{data}" for method, door, data in DOORS]
)
def test_a_private_table_and_none_at_all_answer_alike_byte_for_byte(hidden, method, door, data):
    path = f"/t/{hidden.table.code}/{door}"
    there = asked(browser(), method, path, data)
    told = asked(browser(), "post", "/join/", {"code": hidden.table.code})
    Table.objects.filter(pk=hidden.table.pk).update(code="QQQQQ")
    absent = asked(browser(), method, path, data)
    assert there == absent
    assert told == asked(browser(), "post", "/join/", {"code": hidden.table.code})
    assert b"Anna" not in there[-1]
    assert told[0] == 404


@pytest.mark.django_db(transaction=True)
async def test_a_private_table_and_none_at_all_close_the_socket_alike(hidden):
    room = Room()
    for code in (hidden.table.code, "QQQQQ"):
        stranger = room.phone(code)
        assert await stranger.dial()
        assert await stranger.next() == 4404
        assert stranger.frames == []
    assert "Statement" in (await room.seat(hidden.table, hidden.anna)).html
    await room.empty()


def test_the_link_opens_a_private_table_to_this_browser_only(hidden):
    guest, path = browser(), f"/t/{hidden.table.code}/"
    assert guest.get(path).status_code == 404
    assert guest.get(f"{path}i/{hidden.table.room.invitation}x/").status_code == 404
    assert guest.get(path).status_code == 404
    assert guest.get(f"{path}i/{hidden.table.room.invitation}/").headers["Location"] == path
    assert guest.get(path).status_code == guest.get(f"{path}screen/").status_code == 200
    assert guest.post("/join/", {"code": hidden.table.code}).headers["Location"] == path
    assert browser().get(path).status_code == 404


def test_the_link_of_one_table_opens_no_other(hidden, statements):
    other = seat_cast("swiss-quiz", statements, private=True)
    guest = browser()
    assert guest.get(f"/t/{other.table.code}/i/{hidden.table.room.invitation}/").status_code == 404
    guest.get(f"/t/{other.table.code}/i/{other.table.room.invitation}/")
    assert guest.get(f"/t/{hidden.table.code}/").status_code == 404


def test_a_player_of_another_table_stays_out(hidden, statements):
    other = seat_cast("swiss-quiz", statements, private=True)
    for player in other.players:
        assert browser(player).get(f"/t/{hidden.table.code}/").status_code == 404
    assert browser(hidden.anna).get(f"/t/{hidden.table.code}/").status_code == 200


@pytest.mark.parametrize("code", ["é", "%C3%A9", "..", "A" * 200, "'--", "%F0%9F%90%84"])
def test_a_code_that_can_be_none_is_simply_not_found(code):
    for door in ("", "me/", "i/x/", "screen/", "replay/"):
        assert browser().get(f"/t/{code}/{door}").status_code == 404
    assert browser().post(f"/t/{code}/do/begin/").status_code == 404
    assert browser().post(f"/t/{code}/back/", {"code": "A"}).status_code == 422


# ---------------------------------------------------------------------- the session


def test_a_session_remembers_who_somebody_is(quiz, lobby):
    session = SessionStore()
    assert player_of(quiz.table, session) is None
    remember(session, quiz.beat.guest)
    remember(session, lobby.zoe.guest)
    assert find_table(quiz.table.code.lower(), visitor(session)) == (quiz.table, quiz.beat)
    assert player_of(lobby.table, session) == lobby.zoe


def test_a_session_from_before_there_were_rooms_is_understood(quiz, lobby):
    session = {"players": {str(quiz.table.pk): quiz.beat.pk}}
    assert player_of(quiz.table, session) == quiz.beat
    assert player_of(lobby.table, session) is None


def test_a_player_counts_at_their_own_table_only(quiz, lobby):
    session = {GUESTS: {str(quiz.table.room_id): lobby.anna.guest_id}}
    assert player_of(quiz.table, session) is None


def test_a_player_who_has_left_is_nobody_at_the_table_and_may_come_back(hidden):
    session = SessionStore()
    remember(session, hidden.zoe.guest)
    assert finds(hidden.table.code, visitor(session))
    services.leave(hidden.table.pk, hidden.zoe)
    assert find_table(hidden.table.code, visitor(session)) == (hidden.table, None)


def test_a_browser_keeps_the_last_fifty_tables_it_has_found(statements):
    tables = [services.open_table("swiss-quiz", statements, {}, private=True) for _ in range(51)]
    guest = visitor()
    for table in tables:
        invite(table.code, table.room.invitation, guest)
    again = visitor(cookie=guest.cookie)
    assert [finds(table.code, again) for table in tables] == [False] + [True] * 50
    assert len(guest.cookie) < 1000


@pytest.mark.parametrize("change", [lambda cookie: cookie[:-1], lambda cookie: f"x{cookie}", lambda cookie: "[1]"])
def test_nobody_writes_such_a_cookie_but_the_site(hidden, change):
    guest = visitor()
    invite(hidden.table.code, hidden.table.room.invitation, guest)
    assert finds(hidden.table.code, visitor(cookie=guest.cookie))
    assert not finds(hidden.table.code, visitor(cookie=change(guest.cookie)))


def test_a_look_leaves_no_row_behind_and_the_table_is_found_again(lobby, statements):
    private = seat_cast("swiss-quiz", statements, private=True).table
    guest, path = browser(), f"/t/{lobby.table.code}/"
    for page in ("/", "/games/swiss-quiz/", "/games/swiss-quiz/learn/", path, f"{path}?watch", f"{path}screen/"):
        assert guest.get(page).status_code == 200
    assert guest.get(f"/t/{private.code}/i/{private.room.invitation}/").status_code == 302
    assert guest.get(f"/t/{private.code}/screen/").status_code == 200
    assert guest.get(f"{path}back/").status_code == 200
    assert guest.get("/t/QQQQQ/").status_code == 404
    assert not Session.objects.exists()
    assert guest.cookies["rooms"]["httponly"]
    guest.post(f"{path}take-seat/", {"nickname": "Eve", "language": "en"})
    assert Session.objects.count() == 1


FORGED = [{"player": "ANNA"}, {"seat": "0"}, {"id": "ANNA"}, {"host": "1"}, {"players": "ANNA"}, {"nickname": "Anna"}]


@pytest.mark.parametrize("forged", FORGED, ids=str)
def test_no_field_makes_somebody_somebody_else(lobby, forged):
    forged = {name: value.replace("ANNA", str(lobby.anna.pk)) for name, value in forged.items()}
    path = f"/t/{lobby.table.code}/"
    for client in (browser(), browser(lobby.beat)):
        for door in ("do/begin/", "do/make-host/", "do/add-bot/"):
            assert client.post(f"{path}{door}?player={lobby.anna.pk}", forged).status_code == 404
    browser(lobby.beat).post(f"{path}me/", forged | {"nickname": "Berta", "language": "it"})
    assert list(Guest.objects.values_list("nickname", flat=True)) == ["Anna", "Berta", "Zoé"]
    browser(lobby.beat).post(f"{path}do/leave/", forged)
    assert [player.nickname for player in Player.objects.all()] == ["Anna", "Zoé"]
    assert not Move.objects.exists()


# ---------------------------------------------------------------------- the ladder

REFUSED, ALLOWED, ILLEGAL = 404, 302, 422
LADDER = {  # who may: nobody in particular, somebody who came to watch, a player, the host
    "begin": (REFUSED, REFUSED, REFUSED, ALLOWED),
    "add-bot": (REFUSED, REFUSED, REFUSED, ALLOWED),
    "to-bot": (REFUSED, REFUSED, REFUSED, ALLOWED),
    "to-person": (REFUSED, REFUSED, REFUSED, ALLOWED),
    "remove": (REFUSED, REFUSED, REFUSED, ALLOWED),
    "make-host": (REFUSED, REFUSED, REFUSED, ALLOWED),
    "stand-up": (REFUSED, ILLEGAL, ALLOWED, ALLOWED),
    "sit-down": (REFUSED, ALLOWED, ALLOWED, ALLOWED),
    "leave": (REFUSED, ALLOWED, ALLOWED, ALLOWED),
    "win": (REFUSED, REFUSED, REFUSED, REFUSED),
}
MID_GAME = {
    "pause": (REFUSED, REFUSED, REFUSED, ALLOWED),
    "resume": (REFUSED, REFUSED, ALLOWED, ALLOWED),
}


def climb(cast, action, rungs, **fields):
    """Everybody asks for it, the humblest first; what was refused has changed nothing."""
    watcher = services.join(cast.table.pk, "Max", "en", seat=False)
    fields.setdefault("person", watcher.pk)
    climbers = (browser(), browser(watcher), browser(cast.beat), browser(cast.anna))
    for climber, expected in zip(climbers, rungs, strict=True):
        before = everything(cast.table)
        answer = climber.post(f"/t/{cast.table.code}/do/{action}/", fields)
        assert answer.status_code == expected
        if expected != ALLOWED:
            assert everything(cast.table) == before


def everything(table):
    """All that could change about a table."""
    seats = [(seat.number, seat.bot, [player.pk for player in seat.players.all()]) for seat in table.seats.all()]
    return (
        seats,
        list(table.players.values_list("pk", "seat")),
        list(table.moves.values_list()),
        list(Table.objects.values_list("room__host", "begun_at")),
    )


@pytest.mark.parametrize(("action", "rungs"), LADDER.items(), ids=LADDER)
def test_every_right_has_its_rung(lobby, action, rungs):
    climb(lobby, action, rungs, seat=2, strength="easy")


@pytest.mark.parametrize(("action", "rungs"), MID_GAME.items(), ids=MID_GAME)
def test_every_right_has_its_rung_in_the_middle_of_a_game(quiz, action, rungs):
    if action == "resume":
        services.pause(quiz.table.pk, quiz.anna)
        rungs = (*rungs[:3], ILLEGAL)  # a player has already gone on
    climb(quiz, action, rungs)


@pytest.mark.parametrize(
    "fields", [{"seat": "-1"}, {"seat": "x"}, {"seat": "9" * 11}, {"seat": "9" * 40}, {"seat": "²"}, {}]
)
def test_a_seat_that_does_not_exist_is_not_found(quiz, fields):
    host = browser(quiz.anna)
    for action in ("remove", "to-bot", "to-person"):
        assert host.post(f"/t/{quiz.table.code}/do/{action}/", fields).status_code == 404
    assert host.post(f"/t/{quiz.table.code}/do/make-host/", {"person": fields.get("seat", "")}).status_code == 404


def test_a_right_is_asked_for_with_a_button_only(quiz):
    assert browser(quiz.anna).get(f"/t/{quiz.table.code}/do/pause/").status_code == 405
    assert not Move.objects.filter(number__gt=1).exists()
