"""A room: one code, the people in it, one table after another."""

import pytest
from django.utils import timezone

from games.rules.kernel import HOST, IllegalMove
from games.rules.registry import GAMES
from games.tables import services
from games.tables.access import Visitor, find_table
from games.tables.forms import OpenTableForm
from games.tables.models import Guest, Player, Room, Table
from games.tables.snapshot import load, load_house, watcher_of
from games.tables.views import shelf
from tests.tables.browsers import browser
from tests.tables.conftest import seat_cast
from tests.tables.playing import finish

pytestmark = pytest.mark.django_db


def over(table):
    """As if the game had ended."""
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now())


def names(table):
    """Who sits where, and who watches."""
    seated = [[player.nickname for player in seat.players.all()] for seat in table.seats.all()]
    return seated, [player.nickname for player in table.players.filter(seat=None)]


def test_a_room_has_the_code_of_its_first_table_and_each_table_one_of_its_own(quiz):
    following = services.play_again(quiz.table.pk, quiz.anna)
    assert quiz.table.room.code == quiz.table.code
    assert (following.room, following.code != quiz.table.code) == (quiz.table.room, True)


def test_the_room_s_code_leads_to_its_newest_table_and_a_table_s_own_to_that_table(quiz):
    room = quiz.table.room
    following = services.play_again(quiz.table.pk, quiz.anna)
    last = services.play_again(following.pk, Player.objects.get(table=following, guest=quiz.zoe.guest))
    guest = Visitor({}, {}, "10.0.0.1")
    assert find_table(room.code, guest, running=True) == (last, None)
    assert find_table(following.code, guest, running=True) == (following, None)
    assert find_table(quiz.table.code, guest) == (quiz.table, None)


def test_people_go_to_the_next_table_as_the_guests_they_are(quiz):
    watcher = services.join(quiz.table.pk, "Max", "it", seat=False)
    services.rename(quiz.beat, "Bruno", "fr")
    following = services.play_again(quiz.table.pk, quiz.beat)
    assert names(following) == ([["Anna"], ["Bruno"], ["Zoé"]], ["Max"])
    assert Guest.objects.count() == 4
    assert following.host.guest == quiz.anna.guest
    services.rename(Player.objects.get(table=following, guest=watcher.guest), "Maxime", "it")
    assert names(quiz.table)[1] == ["Maxime"]


def test_an_old_table_says_that_the_room_has_gone_on(quiz):
    second = services.play_again(quiz.table.pk, quiz.anna)
    third = services.play_again(second.pk, Player.objects.get(table=second, guest=quiz.zoe.guest))
    mark = f'data-follow="{quiz.table.room.code}"'
    for who, layout in ((browser(quiz.beat), ""), (browser(), "?watch"), (browser(), "screen/")):
        assert mark in who.get(f"/t/{second.code}/{layout}").content.decode()
        assert mark not in who.get(f"/t/{third.code}/{layout}").content.decode()


@pytest.mark.parametrize("way", ["leaves", "is sent out"])
def test_who_goes_by_the_page_of_an_old_table_goes_from_where_the_room_is_now(quiz, way):
    """A seat there that kept its person would wait for them for ever: no bot stands in for who has not left."""
    second = services.play_again(quiz.table.pk, quiz.anna)
    services.begin(second.pk, Player.objects.get(table=second, guest=quiz.anna.guest))
    if way == "leaves":
        browser(quiz.beat).post(f"/t/{quiz.table.code}/do/leave/")
    else:
        services.remove_for_good(quiz.table.pk, quiz.anna, quiz.beat.pk)
    assert names(quiz.table)[0] == names(second)[0] == [["Anna"], [], ["Zoé"]]
    for table in (quiz.table, second):
        assert '"person":false' in table.moves.last().move, "the game knows that nobody sits there"


def test_the_host_who_goes_by_the_page_of_an_old_table_is_followed_by_somebody_who_is_there_now(quiz):
    second = services.play_again(quiz.table.pk, quiz.anna)
    services.leave(second.pk, Player.objects.get(table=second, guest=quiz.beat.guest))
    services.leave(quiz.table.pk, quiz.anna)
    assert Room.objects.get().host == quiz.zoe.guest


def test_the_host_chooses_another_game_and_everybody_is_there(quiz, events):
    services.join(quiz.table.pk, "Max", "it", seat=False)
    over(quiz.table)
    following = services.another_game(quiz.table.pk, quiz.anna, "quizterix-snap", events, {})
    assert (following.game, following.room) == ("quizterix-snap", quiz.table.room)
    assert names(following) == ([["Anna"], ["Beat"], ["Zoé"]], ["Max"])
    assert services.another_game(quiz.table.pk, quiz.anna, "quizterix-snap", events, {}) == following
    assert services.play_again(quiz.table.pk, quiz.beat) == following


def test_whoever_opens_a_table_may_lead_it_without_playing_and_goes_on_leading_or_not(statements, events):
    """Asked at every game but the one that is played alone; at Snap! the cards then wait for them (SN-B2)."""
    asked = {slug: "leads" in OpenTableForm(rules).fields for slug, rules in GAMES.items()}
    assert asked == dict.fromkeys(GAMES, True) | {"quizterix-klondike": False}
    one = browser()
    form = OpenTableForm(GAMES["quizterix-snap"])
    fields = {name: form[name].initial for name in form.option_names} | {"deck": events.pk}
    who = {"nickname": "Nonna", "language": "en"}
    code = one.post("/games/quizterix-snap/", fields | who | {"leads": "on"}).headers["Location"].split("/")[2]
    table = Table.objects.get(code=code)
    assert (names(table), table.options["dealer"]) == (([], ["Nonna"]), "leader")
    assert table.room.host == table.host.guest and watcher_of(load(table, timezone.now()).people, table.host.pk) == HOST
    for name in ("Anna", "Beat"):
        services.join(table.pk, name, "de")
    services.begin(table.pk, table.host)
    page = one.get(f"/t/{code}/").content.decode()
    assert "You lead and do not play." in page and f"/t/{code}/do/pause/" in page
    over(table)
    shown = one.get(f"/games/swiss-quiz/?room={code}").context["form"]
    fields = {name: shown[name].initial for name in shown.option_names} | {"deck": statements.pk}
    assert shown["leads"].initial == "on", "as until now"
    one.post(f"/games/swiss-quiz/?room={code}", fields | {"leads": "on"})
    second = Table.objects.get(follows=table)
    assert names(second) == ([["Anna"], ["Beat"]], ["Nonna"])
    over(second)
    third = services.another_game(second.pk, second.host, "quizterix-snap", events, {})
    assert names(third) == ([["Nonna"], ["Anna"], ["Beat"]], [])


def test_who_finds_no_seat_at_the_other_game_watches(quiz, whole_deck):
    over(quiz.table)
    following = services.another_game(quiz.table.pk, quiz.anna, "quizterix-klondike", whole_deck, {})
    assert names(following) == ([["Anna"]], ["Beat", "Zoé"])


def test_another_game_is_the_host_s_choice_and_waits_for_the_end(quiz, events):
    with pytest.raises(services.NotYours):
        services.another_game(quiz.table.pk, quiz.beat, "quizterix-snap", events, {})
    with pytest.raises(IllegalMove, match="not over yet"):
        services.another_game(quiz.table.pk, quiz.anna, "quizterix-snap", events, {})
    assert Table.objects.count() == 1


def test_the_form_for_another_game_asks_for_no_name_and_opens_it_in_the_room(quiz, events):
    room = quiz.table.room
    over(quiz.table)
    page = browser(quiz.anna).get(f"/games/quizterix-snap/?room={room.code}").content.decode()
    assert "id_nickname" not in page
    options = browser(quiz.anna).get(f"/games/quizterix-snap/?room={room.code}").context["form"]
    fields = {name: options[name].initial for name in options.option_names} | {"deck": events.pk}
    answer = browser(quiz.anna).post(f"/games/quizterix-snap/?room={room.code}", fields)
    assert answer.headers["Location"] == f"/t/{room.code}/"
    assert Table.objects.get(follows=quiz.table).game == "quizterix-snap"
    for somebody in (browser(quiz.beat), browser()):
        assert somebody.get(f"/games/quizterix-snap/?room={room.code}").status_code == 404
        assert somebody.post(f"/games/quizterix-snap/?room={room.code}", fields).status_code == 404


def test_the_form_of_whoever_has_just_handed_the_room_over_opens_nothing(quiz, events, monkeypatch):
    over(quiz.table)
    lead = shelf._room

    def handed_over(request):
        """Between the look at who leads and the deed."""
        found = lead(request)
        services.make_host(quiz.table.pk, quiz.anna, quiz.beat.pk)
        return found

    monkeypatch.setattr(shelf, "_room", handed_over)
    path = f"/games/quizterix-snap/?room={quiz.table.room.code}"
    fields = OpenTableForm(GAMES["quizterix-snap"]).proposed | {"deck": events.pk}
    assert browser(quiz.anna).post(path, fields).status_code == 404
    assert Table.objects.count() == 1


def test_a_guest_who_comes_late_is_asked_with_the_name_they_had(quiz):
    following = services.play_again(quiz.table.pk, quiz.anna)
    Player.objects.filter(table=following, guest=quiz.zoe.guest).delete()
    page = browser(quiz.zoe).get(f"/t/{quiz.table.room.code}/").content.decode()
    assert 'value="Zoé"' in page
    browser(quiz.zoe).post(f"/t/{quiz.table.room.code}/take-seat/", {"nickname": "Zora", "language": "en"})
    assert names(following)[0] == [["Anna"], ["Beat"], ["Zora"]]
    assert Guest.objects.count() == 3


def test_two_rooms_know_nothing_of_each_other(quiz, statements):
    other = seat_cast("swiss-quiz", statements)
    assert Room.objects.count() == 2
    assert not {player.guest_id for player in other.players} & {player.guest_id for player in quiz.players}


def test_the_running_score_is_read_from_the_games_that_are_over(statements):
    cast = seat_cast("swiss-quiz", statements, {"answering": "at-once"})
    assert load_house(cast.table).score == ()
    finish(cast.table)
    over(cast.table)
    cast.table.refresh_from_db()
    following = services.play_again(cast.table.pk, cast.anna)
    winners = {line.seat for line in verify_result(cast.table).ranking if line.place == 1}
    won = [player.nickname for player in cast.players if player.seat.number in winners]
    assert sorted(load_house(following).score) == sorted((name, 1) for name in won)
    page = browser(cast.beat).get(f"/t/{cast.table.room.code}/").content.decode()
    assert "room-score" in page
    loser = next((player for player in cast.players if player.nickname not in won), None)
    if loser is not None:
        assert loser.nickname not in dict(load_house(following).score)
    Room.objects.update(led=True)
    assert load_house(Table.objects.get(pk=following.pk)).score == (), "an evening's standing may be hidden"


def test_a_game_that_cannot_be_read_any_more_does_not_stop_the_rest_of_its_room(quiz):
    over(quiz.table)
    quiz.table.moves.update(move='{"move":"of another age"}')
    other = services.open_table("swiss-quiz", quiz.table.edition, {}, room=quiz.table.room)
    assert load_house(other).score == ()


def verify_result(table):
    """How the game ended, folded from its log."""
    snapshot = load(table, timezone.now())
    return snapshot.game.result(snapshot.play)
