"""One person with several seats of a game that allows it: each of them is looked through in turn (QF-S4)."""

import re

import pytest

from games.rules.kernel import Seat
from games.tables import services
from games.tables.access import Visitor, find_table, player_of
from games.tables.models import Player
from games.tables.snapshot import load, watcher_of
from tests.rules.courses import NOON
from tests.tables.browsers import browser
from tests.tables.conftest import seat_cast

pytestmark = [pytest.mark.django_db, pytest.mark.clause("QF-S4")]


@pytest.fixture
def four(db):
    """Anna holds two of the four seats of a Quatrefoil that has not begun, Beat and Zoé one each."""
    cast = seat_cast("quatrefoil", None, begin=False)
    cast.client = browser(cast.anna)
    cast.client.post(f"/t/{cast.table.code}/do/another-seat/")
    return cast


def place_shown(client, code):
    """The place of the position card that this page shows in its hand, and the seat it looks through."""
    page = client.get(f"/t/{code}/").content.decode()
    hand = page[page.index('id="hand"') :]
    place = re.search(r'<b class="named">([^<]+)</b></span></div></div>', hand)
    return place[1], re.search(r'data-you="(\d)"', page)[1]


def test_one_more_seat_is_a_player_of_its_own(four):
    assert [player.nickname for player in Player.objects.order_by("seat__number")] == ["Anna", "Beat", "Zoé", "Anna"]
    assert len({player.guest_id for player in Player.objects.all()}) == 3
    assert player_of(four.table, four.client.session) == four.anna


def test_each_page_shows_the_cards_of_one_seat_only(four):
    services.begin(four.table.pk, four.anna)
    state = load(four.table, NOON).play.state
    code, places = four.table.code, [player.position for player in state.players]
    seen = {}
    for number in (0, 3, 0):
        assert four.client.post(f"/t/{code}/do/look-through/", {"seat": number}).status_code == 302
        shown, you = place_shown(four.client, code)
        assert you == str(number)
        seen[number] = shown
    assert places[0] != places[3] and seen[0] != seen[3]


def test_who_acts_is_the_seat_that_is_looked_through(four):
    """The page, the socket and the move posted without one all ask the session who this is, and nothing else."""
    code = four.table.code
    for number in (3, 0):
        four.client.post(f"/t/{code}/do/look-through/", {"seat": number})
        _, player = find_table(code, Visitor(four.client.session, {}, "10.0.0.1"))
        assert player is not None and player.seat.number == number
        assert watcher_of(load(four.table, NOON).people, player.pk) == number


@pytest.mark.parametrize("seat", ["1", "2", "4", "-1", "x", ""])
def test_nobody_looks_through_a_seat_of_somebody_else(four, seat):
    services.begin(four.table.pk, four.anna)
    assert four.client.post(f"/t/{four.table.code}/do/look-through/", {"seat": seat}).status_code == 404
    assert browser(four.beat).post(f"/t/{four.table.code}/do/look-through/", {"seat": 0}).status_code == 404
    assert player_of(four.table, four.client.session) == four.anna


def test_a_full_table_and_other_games_have_no_further_seat(four, statements):
    assert four.client.post(f"/t/{four.table.code}/do/another-seat/").status_code == 422
    quiz = seat_cast("swiss-quiz", statements, begin=False)
    assert browser(quiz.anna).post(f"/t/{quiz.table.code}/do/another-seat/").status_code == 422
    assert quiz.table.seats.count() == 3
    assert "another-seat" not in browser(quiz.anna).get(f"/t/{quiz.table.code}/").content.decode()


def test_a_seat_that_was_handed_over_is_held_no_more(four):
    services.begin(four.table.pk, four.anna)
    services.hand_to_bot(four.table.pk, four.anna, Seat(3), "hard")
    assert four.client.post(f"/t/{four.table.code}/do/look-through/", {"seat": 3}).status_code == 404


def test_whoever_leaves_leaves_with_all_seats(four):
    four.client.post(f"/t/{four.table.code}/do/leave/")
    assert [player.nickname for player in Player.objects.all()] == ["Beat", "Zoé"]
    assert four.client.get(f"/t/{four.table.code}/me/").status_code == 404
