"""Coming in: a game's page, short games first, and one tap to play with bots."""

import re

import pytest

from config import limits
from decks.services import publish
from games.rules.registry import GAMES
from games.tables.forms import OpenTableForm, lengths_of
from games.tables.models import CODE_LENGTH, Guest, Table
from tests.markup import flat
from tests.rules.courses import pack_for
from tests.tables.browsers import browser
from tests.tables.packs import event_pack, full_event_pack, quiz_show_pack

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", GAMES)
def test_one_tap_opens_a_table_with_bots_where_the_game_has_begun(slug):
    if GAMES[slug].kind:
        publish(pack_for(GAMES[slug]))
    client = browser()
    answer = client.post(f"/games/{slug}/play/")
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/t/{table.room.code}/"
    assert table.begun_at is not None and table.seats.count() in GAMES[slug].seats
    assert [seat.bot for seat in table.seats.all()][1:] == ["new"] * (table.seats.count() - 1)
    assert client.get(f"/t/{table.code}/").status_code == 200
    assert re.fullmatch(r"[A-Z]\w+ \d+", Guest.objects.get().nickname)


def test_the_front_door_has_that_button_and_an_example_as_long_as_codes_are(statements):
    page = browser().get("/").content.decode()
    assert 'action="/play/"' in page
    assert len(re.search(r'id="code"[^>]* placeholder="(\w+)"', page)[1]) == CODE_LENGTH
    assert browser().post("/play/").status_code == 302
    assert Table.objects.get().game == "swiss-quiz"


def test_whose_language_no_deck_has_gets_a_game_without_cards(statements):
    browser().post("/play/", headers={"Accept-Language": "ja"})
    assert Table.objects.get().game == "qwantum"


def test_tables_with_bots_count_as_opened_and_a_game_without_a_deck_has_none(monkeypatch):
    assert browser().post("/games/swiss-quiz/play/").status_code == 404
    assert browser().post("/games/no-such-game/play/").status_code == 404
    monkeypatch.setattr(limits, "OPENED_TABLES", 1)
    answers = [browser().post("/games/qwantum/play/").status_code for _ in range(2)]
    assert answers == [302, 429]


def test_one_tap_takes_a_deck_that_goes_with_the_game_and_without_one_the_game_s_page_says_what_is_wrong():
    publish(event_pack())
    refused = browser().post("/games/quizterix-klondike/play/")
    assert refused.status_code == 422 and "one complete deck of 52 events" in refused.content.decode()
    assert not Table.objects.exists()
    whole = publish(full_event_pack())
    assert browser().post("/games/quizterix-klondike/play/").status_code == 302
    assert Table.objects.get().edition == whole


@pytest.mark.parametrize(("slug", "short"), [("quizterix-standard", "20"), ("quizterix-snap", "short")])
def test_a_whole_deck_is_offered_as_a_short_game_and_the_rules_keep_their_own_default(slug, short):
    deck = publish(full_event_pack())
    page = flat(browser().get(f"/games/{slug}/").content.decode())
    name = lengths_of(GAMES[slug]).name
    assert len(re.findall(rf'type="radio" name="{name}"', page)) == 3
    assert f'name="{name}" value="{short}" checked' in page
    assert f'id="id_{name}"' not in page
    asked = OpenTableForm(GAMES[slug])
    fields = {one: asked.fields[one].initial for one in asked.option_names if asked.fields[one].initial is not False}
    fields |= {"deck": deck.pk, "nickname": "Eve", "language": "en"}
    browser().post(f"/games/{slug}/", fields | {name: short})
    browser().post(f"/games/{slug}/", fields)
    chosen = [str(table.options[name]) for table in Table.objects.order_by("pk")]
    assert chosen == [short, str(asked.fields[name].initial)]


def test_a_small_deck_is_played_whole(events):
    assert 'name="length" value="all" checked' in flat(browser().get("/games/quizterix-snap/").content.decode())


def test_a_game_s_page_shows_its_picture_players_minutes_and_three_real_cards(whole_deck):
    page = browser().get("/games/quizterix-snap/").content.decode()
    assert "#tile-quizterix-snap" in page and "1–40 players" in page and "5\u2060–\u206030 min" in page
    assert page.count("demo-turn") == page.count("card flipped") == page.count("card hidden") == 3
    assert "autofocus" not in page, "it would begin at the name to be typed, far below them"
    assert "autofocus" in browser().post("/games/quizterix-snap/", {"nickname": ""}).content.decode()


@pytest.mark.parametrize("slug", ["qwantum", "quatrefoil", "its-a-quiz"])
def test_a_game_without_such_cards_shows_three_things_that_one_does(slug, db):
    if slug == "its-a-quiz":
        publish(quiz_show_pack())
    assert browser().get(f"/games/{slug}/").content.decode().count("demo-turn") == 3
