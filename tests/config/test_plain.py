"""What comes in from outside is made plain in one place."""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import User
from django.test import Client

from config.asgi import application
from decks import writing
from decks.services import publish
from tests.tables.packs import full_event_pack

pytestmark = pytest.mark.django_db(transaction=True)

NO_TEXT = {
    "a path": lambda client: client.get("/t/A%00BCD/"),
    "a query": lambda client: client.get("/?code=a%00"),
    "a name in a query": lambda client: client.get("/games/swiss-quiz/?%00=1"),
    "a form": lambda client: client.post("/join/", {"code": "\0"}),
    "the name of a field": lambda client: client.post("/join/", {"a\0": "KUH77"}),
    "half a character": lambda client: client.post(
        "/join/",
        b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\n\\ud800\r\n--x--\r\n',
        content_type="multipart/form-data; boundary=x; charset=unicode_escape",
    ),
    "another alphabet": lambda client: client.generic(
        "POST", "/join/", b"--x--\r\n", content_type="multipart/form-data; boundary=x; charset=base64"
    ),
    "a form cut off": lambda client: client.post("/join/", b"--x\r\n", content_type="multipart/form-data; boundary="),
}


@pytest.mark.parametrize("ask", NO_TEXT.values(), ids=NO_TEXT)
def test_text_that_is_none_is_refused_with_a_sentence_in_the_reader_s_language(ask: Any) -> None:
    answer = ask(Client(headers={"accept-language": "de"}))
    assert answer.status_code == 400
    assert "<h1>" in answer.content.decode()
    assert '<html lang="de"' in answer.content.decode()


def test_a_file_may_hold_whatever_it_likes() -> None:
    content = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\0\xff\r\n--x--\r\n'
    assert Client().post("/join/", content, content_type="multipart/form-data; boundary=x").status_code == 404


BAD_COOKIES = ['sessionid="abcdefgh\\000"', 'django_language="\\000"', 'csrftoken="\\000"', "sessionid=;;=", "\\"]


@pytest.mark.parametrize("cookie", BAD_COOKIES)
def test_a_cookie_that_is_none_shuts_nobody_out(cookie: str) -> None:
    client = Client(headers={"cookie": cookie})
    assert client.get("/").status_code == 200
    assert client.get("/accounts/login/").status_code == 200
    assert client.post("/join/", {"code": "QQQQQ"}).status_code == 404


@pytest.mark.parametrize("cookie", BAD_COOKIES)
async def test_the_same_holds_for_a_socket(cookie: str) -> None:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookie.encode())]
    line = WebsocketCommunicator(application, "/ws/t/QQQQQ/table/", headers)
    assert (await line.connect(5))[0]
    assert (await line.receive_output(5))["code"] == 4404
    await line.disconnect()


UNREADABLE = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"content-type", b"a/b; c*=nothing''%E4")]


async def test_a_header_that_cannot_be_read_is_refused_too() -> None:
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": UNREADABLE}
    page = ApplicationCommunicator(application, scope)
    await page.send_input({"type": "http.request", "body": b""})
    assert (await page.receive_output(5))["status"] == 400
    line = WebsocketCommunicator(application, "/ws/t/QQQQQ/table/", UNREADABLE)
    assert (await line.connect(5))[0]
    await line.disconnect()


# ---------------------------------------------------------------------- numbers and days without an end


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2026-02-30", "2026-1", "-001-01-01", "x"])
def test_a_day_without_a_deal_is_not_found(day: str) -> None:
    edition = publish(full_event_pack()).pk
    assert Client().get(f"/day/{edition}/{day}/").status_code == 404
    assert Client().get(f"/day/{edition}/0001-01-02/").status_code == 200


@pytest.mark.parametrize("number", ["9" * 18, "9" * 19, "9" * 5000, "-1", "²", "%C2%B2", "0"])
def test_a_row_that_cannot_be_is_not_found(number: str) -> None:
    for path in (f"/day/{number}/2026-01-01/", f"/decks/write/{number}/", f"/decks/write/1/card/{number}/undo/"):
        assert Client().get(path).status_code in (302, 404)


@pytest.mark.parametrize("version", ["²", "9" * 5000, "-1", "", "१"])
def test_a_number_that_is_none_in_a_form_of_the_desk_is_not_taken_for_one(version: str) -> None:
    user = User.objects.create_superuser("anna")
    deck = writing.begin_deck(user, "event", "Mine", "en", ["en"], "empty")
    draft = writing.add_card(deck, "event", user, {})
    author, card = Client(), f"/decks/write/{deck.pk}/card/{draft.pk}/"
    author.force_login(user, "django.contrib.auth.backends.ModelBackend")
    writing.save_card(draft, {"year": "1962"}, 1, User.objects.create_superuser("beat"))
    assert author.post(card, {"year": "1961", "version": version}).status_code == 409
    assert author.post(f"{card}undo/", {"record": version, "version": "2"}).status_code == 404
    record = draft.history.first().history_id
    assert author.post(f"{card}undo/", {"record": record, "version": version}).status_code == 302
    draft.refresh_from_db()
    assert (draft.version, draft.fields["year"]) == (2, "1962")
    deck.drafts.update(part="statement", fields={"number": version})
    assert author.post(f"/decks/write/{deck.pk}/add/", {"part": "statement"}).status_code == 302
