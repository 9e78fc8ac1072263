"""The pages around a table, and the same live page over plain HTTP."""

import re
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import AsyncClient

from games import rulebooks
from games.rules.registry import GAMES
from games.tables import services
from games.tables.models import Guest, Move, Player, Room, Table
from games.tables.snapshot import People, Person
from tests.tables.browsers import async_browser, browser
from tests.tables.conftest import seat_cast
from tests.tables.playing import finish

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]
HTMX = {"HX-Request": "true"}


def text(answer):
    """What a page says."""
    return answer.content.decode()


def count(page, pattern):
    """How often something stands on a page."""
    return len(re.findall(pattern, page))


# ---------------------------------------------------------------------- the shelf


def test_the_front_door_leads_to_the_games_and_takes_a_code(client):
    page = text(client.get("/?code=KUH7"))
    assert 'href="/games/"' in page
    assert re.search(r'<form[^>]+action="/join/"', page)
    assert 'value="KUH7"' in page
    for slug in GAMES:
        assert f'href="/games/{slug}/"' in page
        assert f'href="/games/{slug}/"' in text(client.get("/games/"))


def test_a_game_s_page_opens_a_table_and_seats_whoever_opened_it(statements, client):
    page = client.get("/games/swiss-quiz/")
    assert page.status_code == 200
    form = page.context["form"]
    fields = {name: form.fields[name].initial for name in form.option_names}
    fields |= {"deck": statements.pk, "nickname": "Eve", "language": "fr"}
    opened = client.post("/games/swiss-quiz/", fields)
    table = Table.objects.get()
    assert opened.headers["Location"] == f"/t/{table.code}/"
    assert (table.host.nickname, table.host.language, table.host.seat.number) == ("Eve", "fr", 0)
    assert (table.room.private, table.options["order"]) == (False, "in-order")
    assert "/do/add-bot/" in text(client.get(f"/t/{table.code}/"))
    assert "/do/add-bot/" not in text(browser().get(f"/t/{table.code}/?watch"))


def test_a_game_that_does_not_exist_is_not_found(client):
    for path in ("/games/ludo/", "/rules/ludo/"):
        assert client.get(path).status_code == 404
    assert client.post("/games/ludo/").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulebooks_are_read_in_every_language_clause_by_clause(client, language):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    assert client.get("/rules/").status_code == 200
    for book in ("common", *GAMES):
        page = text(client.get(f"/rules/{book}/"))
        assert f'<html lang="{language}"' in page
        assert rulebooks.page(book, language).title in page
        for clause in rulebooks.clauses(book):
            assert count(page, f'id="{re.escape(clause)}"') == 1


@pytest.mark.parametrize("path", ["/", "/games/swiss-quiz/?a=1&b=2", "/rules/quizterix-snap/", "/t/CODE/"])
def test_changing_the_language_keeps_the_page(lobby, client, path):
    path = path.replace("CODE", lobby.table.code)
    page = text(client.get(path))
    keep = re.search(r'name="next" value="([^"]*)"', page)[1].replace("&amp;", "&")
    assert keep == path
    for language in LANGUAGES:
        answer = client.post("/i18n/setlang/", {"language": language, "next": keep})
        assert answer.headers["Location"] == path
        assert f'<html lang="{language}"' in text(client.get(path))
    assert (
        client.post("/i18n/setlang/", {"language": "de", "next": "https://evil.example.org/"}).headers["Location"]
        == "/"
    )


# ---------------------------------------------------------------------- coming to a table


def test_a_code_is_found_however_it_is_typed(lobby, client):
    code = lobby.table.code
    for typed in (code, code.lower(), f" {code[:2]}-{code[2:]} ", " ".join(code)):
        assert client.post("/join/", {"code": typed}).headers["Location"] == f"/t/{code}/"
    assert client.get("/join/").headers["Location"] == "/"


@pytest.mark.parametrize("typed", ["", "QQQQQ", "x" * 13, "<script>", "é", "ß" * 9])
def test_a_wrong_code_gets_one_sentence_and_stays_to_be_corrected(lobby, client, typed):
    answer = client.post("/join/", {"code": typed})
    assert answer.status_code == 404
    page = text(answer)
    assert count(page, 'id="code-error"') == 1
    assert "no table with this code" in page
    assert "<script>" not in page.replace("</script>", "")
    if typed.isalnum() and typed.isascii():
        assert f'value="{typed[:12]}"' in page


def test_a_newcomer_is_asked_who_they_are_and_sits_down(lobby, client):
    path = f"/t/{lobby.table.code}/"
    page = text(client.get(path))
    assert re.search(rf'<form[^>]+action="{path}take-seat/"', page)
    taken = set(lobby.table.seats.values_list("livery", flat=True))
    assert set(re.findall(r'name="livery" value="(\w+)"', page)).isdisjoint(taken)
    answer = client.post(f"{path}take-seat/", {"nickname": "Gian", "language": "it", "livery": "slate"})
    assert answer.headers["Location"] == path
    gian = Player.objects.get(guest__nickname="Gian")
    assert (gian.language, gian.seat.number, gian.seat.livery) == ("it", 3, "slate")
    assert 'data-you="3"' in text(client.get(path))
    assert client.post(f"{path}take-seat/", {"nickname": "Again", "language": "it"}).headers["Location"] == path
    assert Player.objects.count() == 4


def test_one_may_come_to_watch(lobby, client):
    path = f"/t/{lobby.table.code}/"
    client.post(f"{path}take-seat/", {"nickname": "Gian", "language": "it", "watch": "1"})
    assert Player.objects.get(guest__nickname="Gian").seat is None
    page = text(client.get(path))
    assert "data-you" not in page
    assert "/do/sit-down/" in page


def test_a_full_table_says_so_and_offers_to_watch(lobby, client):
    for name in ("Dario", "Edith", "Flurin"):
        services.join(lobby.table.pk, name, "it")
    path = f"/t/{lobby.table.code}/take-seat/"
    answer = client.post(path, {"nickname": "Gian", "language": "it"})
    assert answer.status_code == 422
    assert "Every seat is taken" in text(answer)
    assert 'value="Gian"' in text(answer)
    assert client.post(path, {"nickname": "Gian", "language": "it", "watch": "1"}).status_code == 302


@pytest.mark.clause("CO-1")
def test_a_team_shares_a_seat_by_its_code(lobby, client):
    path = f"/t/{lobby.table.code}/take-seat/"
    who = {"nickname": "Gian", "language": "it"}
    for wrong in ("QQQQQ", "x" * 50, "é"):
        answer = client.post(path, who | {"team": wrong})
        assert answer.status_code == 422
        assert count(text(answer), 'id="team-error"') == 1
        assert 'value="Gian"' in text(answer)
    assert client.post(path, who | {"team": lobby.beat.seat.team_code.lower()}).status_code == 302
    assert Player.objects.get(guest__nickname="Gian").seat == lobby.beat.seat


NAMES = ["", "\x07", "\u202e\u200f", "x" * 200]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_nobody_can_read_is_refused_in_one_sentence(lobby, client, name):
    answer = client.post(f"/t/{lobby.table.code}/take-seat/", {"nickname": name, "language": "it", "livery": "slate"})
    assert answer.status_code == 422
    page = text(answer)
    assert count(page, 'class="err"') == 1
    assert '<option value="it" selected>' in page
    assert re.search(r'value="slate"[^>]* checked', page)
    if name.isalpha():
        assert f'value="{name}"' in page
    assert Player.objects.count() == 3


def test_a_name_is_never_markup(lobby):
    name = "<img src=x>&\"'"
    eve = services.join(lobby.table.pk, name, "en")
    own, others = browser(eve), browser(lobby.anna)
    for client, path in ((own, ""), (own, "me/"), (others, ""), (browser(), "screen/"), (browser(), "?watch")):
        page = text(client.get(f"/t/{lobby.table.code}/{path}"))
        assert "<img" not in page
        assert "&lt;img src=x&gt;&amp;&quot;&#x27;" in page


def test_a_name_that_turns_the_line_around_is_straightened(lobby, client):
    client.post(f"/t/{lobby.table.code}/take-seat/", {"nickname": "\u202eevE\u202c", "language": "en"})
    assert Player.objects.last().nickname == "evE"


def test_my_page_shows_my_codes_to_me_only_and_changes_my_name(lobby):
    path = f"/t/{lobby.table.code}/me/"
    page = text(browser(lobby.beat).get(path))
    for secret in (lobby.beat.guest.recovery, lobby.beat.seat.team_code):
        assert f'<p class="code">{secret}</p>' in page
    assert lobby.anna.guest.recovery not in page
    assert "<svg" in page
    for client in (browser(lobby.anna), browser()):
        assert lobby.beat.guest.recovery not in text(client.get(path))
    beat = browser(lobby.beat)
    for wrong in ({}, {"nickname": "", "language": "it"}, {"nickname": "Berta", "language": "xx"}):
        assert beat.post(path, wrong).status_code == 422
        lobby.beat.refresh_from_db()
        assert (lobby.beat.nickname, lobby.beat.language) == ("Beat", "fr")
    assert beat.post(path, {"nickname": "Berta", "language": "it"}).status_code == 302
    lobby.beat.refresh_from_db()
    assert (lobby.beat.nickname, lobby.beat.language) == ("Berta", "it")


def test_the_codes_for_other_phones_lead_to_where_phones_reach_the_site(lobby, settings):
    anna = browser(lobby.anna)
    assert anna.get(f"/t/{lobby.table.code}/").context["link"] == f"http://testserver/t/{lobby.table.code}/"
    settings.PUBLIC_URL = "http://192.168.1.5:8000/"
    assert anna.get(f"/t/{lobby.table.code}/").context["link"] == f"http://192.168.1.5:8000/t/{lobby.table.code}/"
    link = anna.get(f"/t/{lobby.table.code}/me/").context["link"]
    assert link == f"http://192.168.1.5:8000/t/{lobby.table.code}/back/?code={lobby.anna.guest.recovery}"
    Room.objects.update(private=True)
    assert anna.get(f"/t/{lobby.table.code}/").context["link"].endswith(f"/i/{lobby.table.room.invitation}/")


def test_another_browser_takes_the_seat_back_with_its_code_only(lobby, client):
    path = f"/t/{lobby.table.code}/back/"
    assert f'value="{lobby.beat.guest.recovery}"' in text(client.get(f"{path}?code={lobby.beat.guest.recovery}"))
    for wrong in ("", "AAAAAAAA", "é", "x" * 300, lobby.beat.seat.team_code):
        answer = client.post(path, {"code": wrong})
        assert answer.status_code == 422
        assert count(text(answer), 'id="code-error"') == 1
        if wrong.isalnum() and wrong.isascii():
            assert f'value="{wrong[:12]}"' in text(answer)
    assert "data-you" not in text(client.get(f"/t/{lobby.table.code}/?watch"))
    answer = client.post(path, {"code": f" {lobby.beat.guest.recovery.lower()} "})
    assert answer.headers["Location"] == f"/t/{lobby.table.code}/"
    assert 'data-you="1"' in text(client.get(f"/t/{lobby.table.code}/"))
    assert 'data-you="1"' in text(browser(lobby.beat).get(f"/t/{lobby.table.code}/"))


def test_the_seat_of_a_private_table_is_found_with_its_code_only(statements, client):
    cast = seat_cast("swiss-quiz", statements, private=True)
    elsewhere = seat_cast("swiss-quiz", statements, private=True)
    path = f"/t/{cast.table.code}/back/"
    assert client.post(path, {"code": elsewhere.beat.guest.recovery}).status_code == 422
    assert client.get(f"/t/{cast.table.code}/").status_code == 404
    client.post(path, {"code": cast.beat.guest.recovery})
    assert client.get(f"/t/{cast.table.code}/").status_code == 200


@pytest.mark.clause("CO-8")
def test_a_table_s_page_speaks_the_player_s_language_and_the_screen_the_browser_s(quiz):
    beat = browser(quiz.beat)
    beat.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    page = text(beat.get(f"/t/{quiz.table.code}/"))
    assert '<html lang="fr"' in page
    assert re.search(r"Statement \d+ \(fr\)", page)
    assert re.search(r"Statement \d+ \(it\)", text(beat.get(f"/t/{quiz.table.code}/screen/")))


@pytest.mark.clause("CO-7")
def test_the_screen_shows_nobody_s_hand_not_even_the_host_s(quiz):
    page = text(browser(quiz.anna).get(f"/t/{quiz.table.code}/screen/"))
    assert "data-you" not in page
    assert 'name="move"' not in page
    assert "/do/" not in page
    assert "EXPLANATION" not in page
    assert 'name="move"' in text(browser(quiz.anna).get(f"/t/{quiz.table.code}/"))


def test_nothing_about_a_table_stays_in_a_cache(quiz, statements):
    anna = browser(quiz.anna)
    for door in ("", "screen/", "me/", "back/", "?watch"):
        answer = anna.get(f"/t/{quiz.table.code}/{door}")
        assert answer.status_code == 200
        assert {"no-store", "private"} <= set(answer.headers["Cache-Control"].split(", ")), door
    assert "no-store" in browser().get(f"/t/{quiz.table.code}/").headers["Cache-Control"]


# ---------------------------------------------------------------------- doing something about the table


def test_what_is_done_answers_a_live_page_with_nothing_and_a_plain_one_with_the_table(lobby):
    anna, path = browser(lobby.anna), f"/t/{lobby.table.code}/do/"
    live = anna.post(f"{path}add-bot/", {"strength": "hard"}, headers=HTMX)
    assert (live.status_code, live.content) == (204, b"")
    assert anna.post(f"{path}add-bot/", {"strength": "nonsense"}).headers["Location"] == f"/t/{lobby.table.code}/"
    assert [seat.bot for seat in lobby.table.seats.all()] == ["", "", "", "hard", "medium"]


def test_what_cannot_be_done_is_told_with_its_clause(quiz):
    anna, path = browser(quiz.anna), f"/t/{quiz.table.code}/do/"
    live = anna.post(f"{path}add-bot/", {"strength": "hard"}, headers=HTMX)
    assert live.status_code == 200
    assert '<hx-partial id="toast"' in text(live)
    assert 'href="/rules/common/#CO-6"' in text(live)
    plain = anna.post(f"{path}add-bot/", {"strength": "hard"})
    assert (plain.status_code, plain.headers["Content-Type"]) == (422, "text/plain; charset=utf-8")
    assert text(plain).count(".") == 1
    assert quiz.table.seats.count() == 3


def test_who_leaves_is_nobody_here_any_more(lobby):
    beat, zoe = browser(lobby.beat), browser(lobby.zoe)
    assert beat.post(f"/t/{lobby.table.code}/do/leave/").headers["Location"] == "/"
    assert zoe.post(f"/t/{lobby.table.code}/do/leave/", headers=HTMX).headers["HX-Redirect"] == "/"
    assert list(Player.objects.all()) == [lobby.anna]
    for client in (beat, zoe):
        assert client.get(f"/t/{lobby.table.code}/me/").status_code == 404


def test_a_page_of_somebody_else_can_do_nothing(lobby):
    strict = browser(lobby.anna, enforce_csrf_checks=True)
    page = text(strict.get(f"/t/{lobby.table.code}/"))
    token = re.search(r'"X-CSRFToken": "(\w+)"', page)[1]
    pages = {
        f"/t/{lobby.table.code}/do/add-bot/": {"strength": "easy"},
        f"/t/{lobby.table.code}/me/": {"nickname": "Eve", "language": "en"},
        f"/t/{lobby.table.code}/back/": {"code": lobby.beat.guest.recovery},
        f"/t/{lobby.table.code}/take-seat/": {"nickname": "Eve", "language": "en"},
        f"/t/{lobby.table.code}/flag/": {"card": "1", "reason": "wrong"},
        f"/t/{lobby.table.code}/again/": {},
        f"/t/{lobby.table.code}/do/leave/": {},
        "/join/": {"code": lobby.table.code},
        "/games/swiss-quiz/": {"nickname": "Eve", "language": "en"},
        "/i18n/setlang/": {"language": "de"},
    }
    for path, fields in pages.items():
        assert strict.post(path, fields).status_code == 403, path
    assert (Table.objects.count(), Player.objects.count(), lobby.table.seats.count()) == (1, 3, 3)
    answer = strict.post(f"/t/{lobby.table.code}/do/add-bot/", {"strength": "easy"}, headers={"X-CSRFToken": token})
    assert answer.status_code == 302
    assert lobby.table.seats.count() == 4


# ---------------------------------------------------------------------- after the end


@pytest.mark.clause("SQ-P4")
def test_again_brings_everybody_to_the_same_next_table(statements):
    cast = seat_cast("swiss-quiz", statements, {"answering": "at-once"})
    watcher = services.join(cast.table.pk, "Max", "it", seat=False)
    finish(cast.table)
    path = f"/t/{cast.table.code}/again/"
    first = browser(cast.beat).post(path)
    following = Table.objects.exclude(pk=cast.table.pk).get()
    assert first.headers["Location"] == f"/t/{cast.table.room.code}/"
    zoe = browser(cast.zoe)
    assert zoe.post(path, headers=HTMX).headers["HX-Redirect"] == f"/t/{cast.table.room.code}/"
    assert 'data-you="2"' in text(zoe.get(f"/t/{following.code}/"))
    late = browser(watcher)
    assert late.post(path).headers["Location"] == f"/t/{cast.table.room.code}/"
    assert "data-you" not in text(late.get(f"/t/{following.code}/"))
    assert [seat.players.get().nickname for seat in following.seats.all()] == ["Anna", "Beat", "Zoé"]
    assert following.host.nickname == "Anna"
    assert Table.objects.count() == 2
    assert browser().post(path).status_code == 404


def test_there_is_no_next_table_before_the_end(quiz):
    for player in quiz.players:
        assert browser(player).post(f"/t/{quiz.table.code}/again/").status_code == 404
    assert Table.objects.count() == 1


# ---------------------------------------------------------------------- the same page without a socket


async def the_lay(room, table):
    live = await room.live(table)
    number = live.snapshot.game.pack.statements[live.snapshot.play.state.card].number
    return {"move": "lay", "statement": str(number), "answer": "true", "chips": "0", "flags": "0"}


def clean(content):
    """A page without what differs each time it is drawn."""
    return re.sub(r'data-nonce="[^"]*"', "", content)


def log(table):
    return list(table.moves.filter(number__gt=1).order_by("number").values_list("seat", "request"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("layout", ["table", "screen"])
async def test_a_poll_gives_what_a_socket_gives(quiz, room, layout):
    anna = await async_browser(quiz.anna)
    phone = await room.seat(quiz.table, quiz.anna, layout=layout)
    polled = (await anna.get(f"/t/{quiz.table.code}/live/?layout={layout}")).json()
    assert clean(polled["content"]) == clean(phone.frames[-1]["content"])
    assert polled["number"] == phone.frames[-1]["number"] == 1
    assert abs(polled["now"] - phone.frames[-1]["now"]) < 60_000


@pytest.mark.django_db(transaction=True)
async def test_a_poll_with_the_last_stamp_gets_nothing_until_something_changes(quiz, room):
    anna, path = await async_browser(quiz.anna), f"/t/{quiz.table.code}/live/?layout=table"
    beat = await room.seat(quiz.table, quiz.beat)
    await sync_to_async(services.rename)(quiz.zoe, "Zora", "en")
    await beat.hear(lambda frame: "Zora" in frame.get("content", ""))  # the hub has its line to the database
    stamp = (await anna.get(path)).json()["stamp"]
    for _ in range(2):
        again = (await anna.get(f"{path}&stamp={stamp}")).json()
        assert again == {"number": 1, "stamp": stamp}
    await beat.moves(**await the_lay(room, quiz.table))
    moved = (await anna.get(f"{path}&stamp={stamp}")).json()
    assert moved["number"] == 2
    assert moved["stamp"] != stamp
    assert 'id="whose"' in moved["content"]


@pytest.mark.django_db(transaction=True)
async def test_no_two_gatherings_of_people_have_the_same_stamp(quiz, room):
    live, stamps = await room.live(quiz.table), set()
    for number in range(100):
        live.snapshot.people = People((), (Person(1, f"Zoé {number}", True),), None)
        stamps.add(live.stamp())
    assert len(stamps) == 100


@pytest.mark.django_db(transaction=True)
async def test_a_posted_move_is_played_once_however_often_it_is_posted(quiz, room):
    anna, path, request = await async_browser(quiz.anna), f"/t/{quiz.table.code}/move/?layout=table", str(uuid4())
    beat = await room.seat(quiz.table, quiz.beat)
    fields = await the_lay(room, quiz.table)
    for _ in range(2):
        answer = (await anna.post(path, fields, headers={"HX-Request-ID": request})).json()
        assert answer["number"] == 2
        assert '<hx-partial id="toast"' not in answer["content"]
    [(seat, kept)] = await sync_to_async(log)(quiz.table)
    assert (seat, str(kept)) == (0, request)
    await beat.hear(lambda frame: frame.get("number") == 2)
    refused = (await anna.post(path, fields, headers={"HX-Request-ID": str(uuid4())})).json()
    assert '<hx-partial id="toast"' in refused["content"]
    assert len(await sync_to_async(log)(quiz.table)) == 1


@pytest.mark.django_db(transaction=True)
async def test_a_refused_move_brings_its_toast_and_whatever_the_page_has_missed(quiz, room):
    anna, path = await async_browser(quiz.anna), f"/t/{quiz.table.code}"
    stamp = (await anna.get(f"{path}/live/")).json()["stamp"]
    beat = await room.seat(quiz.table, quiz.beat)
    fields = await the_lay(room, quiz.table)
    await beat.moves(**fields)
    refused = (await anna.post(f"{path}/move/", fields | {"chips": "9"})).json()
    assert 'href="/rules/swiss-quiz/#SQ-5"' in refused["content"]
    assert refused["stamp"] != stamp
    assert '<hx-partial id="whole"' in refused["content"]  # its stamp says that the page has it all
    assert [seat for seat, _ in await sync_to_async(log)(quiz.table)] == [1]


WRONG_POSTS = [
    {},
    {"move": "begin"},
    {"move": "lay"},
    {"move": "time-up"},
    {"move": "lay", "seat": "1"},
    {"move": ["lay", "turn"]},
    {"move": "\x07"},
]


@pytest.mark.django_db(transaction=True)
async def test_a_post_that_is_no_move_is_refused_with_a_reason(quiz, room):
    anna, path = await async_browser(quiz.anna), f"/t/{quiz.table.code}/move/"
    good = await the_lay(room, quiz.table)
    for wrong in [*WRONG_POSTS, good | {"seat": "1"}, good | {"player": str(quiz.beat.pk)}]:
        answer = await anna.post(path, wrong, headers={"HX-Request-ID": "nonsense"})
        assert answer.status_code == 200
        assert '<hx-partial id="toast"' in answer.json()["content"], wrong
    assert await sync_to_async(log)(quiz.table) == []
    assert (await anna.get(path)).status_code == 405
    assert (await anna.put(path, good)).status_code == 405
    assert '<hx-partial id="toast"' not in (await anna.post(path, good)).json()["content"]


@pytest.mark.django_db(transaction=True)
async def test_a_posted_move_that_fails_by_a_fault_of_ours_is_answered_and_so_never_sent_again(quiz, room):
    anna, fields = await async_browser(quiz.anna), await the_lay(room, quiz.table)
    (await room.live(quiz.table)).snapshot.requests = None
    answer = await anna.post(f"/t/{quiz.table.code}/move/", fields, headers={"HX-Request-ID": str(uuid4())})
    assert answer.status_code == 200 and '<hx-partial id="toast"' in answer.json()["content"]


@pytest.mark.django_db(transaction=True)
async def test_a_stranger_may_poll_a_public_table_and_move_nothing(quiz, room):
    stranger, path = AsyncClient(), f"/t/{quiz.table.code}"
    polled = (await stranger.get(f"{path}/live/?layout=screen")).json()
    assert 'name="move"' not in polled["content"]
    fields = await the_lay(room, quiz.table)
    for where in ("", f"?player={quiz.anna.pk}&seat=0"):
        refused = (await stranger.post(f"{path}/move/{where}", fields)).json()
        assert "CO-1" in refused["content"]
    assert await sync_to_async(log)(quiz.table) == []
    await sync_to_async(Room.objects.update)(private=True)
    for door in ("live", "move"):
        for code in (quiz.table.code, "QQQQQ"):
            client = AsyncClient()
            answer = await (client.get if door == "live" else client.post)(f"/t/{code}/{door}/")
            assert answer.status_code == 404


@pytest.mark.django_db(transaction=True)
async def test_a_posted_move_needs_the_page_s_token(quiz, room):
    strict = await async_browser(quiz.anna, enforce_csrf_checks=True)
    page = (await strict.get(f"/t/{quiz.table.code}/")).content.decode()
    token = re.search(r'data-csrf="(\w+)"', page)[1]
    fields, path = await the_lay(room, quiz.table), f"/t/{quiz.table.code}/move/"
    assert (await strict.post(path, fields)).status_code == 403
    assert (await strict.post(path, fields, headers={"X-CSRFToken": "x" * 64})).status_code == 403
    assert await sync_to_async(Move.objects.count)() == 1
    assert (await strict.post(path, fields, headers={"X-CSRFToken": token})).status_code == 200
    assert await sync_to_async(Move.objects.count)() == 2


@pytest.mark.django_db(transaction=True)
async def test_who_only_polls_is_here(quiz, room):
    await sync_to_async(Guest.objects.filter(pk=quiz.zoe.guest_id).update)(seen_at=None)
    zoe = await async_browser(quiz.zoe)
    await zoe.get(f"/t/{quiz.table.code}/live/")
    assert (await sync_to_async(Guest.objects.get)(pk=quiz.zoe.guest_id)).seen_at is not None


@pytest.mark.django_db(transaction=True)
@pytest.mark.clause("CO-8")
async def test_a_poll_speaks_the_player_s_language(quiz, room):
    beat, stranger = await async_browser(quiz.beat), AsyncClient()
    for client in (beat, stranger):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    for client, language in ((beat, "(fr)"), (stranger, "(it)")):
        content = (await client.get(f"/t/{quiz.table.code}/live/")).json()["content"]
        assert re.search(r"Statement \d+ " + re.escape(language), content)
