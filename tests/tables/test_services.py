"""Opening, sitting down, handing over: who may, who may not, and what is left afterwards."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.rules.kernel import IllegalMove
from games.tables import services
from games.tables.models import Guest, Move, Room, Table
from games.tables.snapshot import load

pytestmark = pytest.mark.django_db


def seats(table):
    return [(seat.number, seat.bot, [player.nickname for player in seat.players.all()]) for seat in table.seats.all()]


def kinds(table):
    snapshot = load(table, timezone.now())
    rows = table.moves.order_by("number").values_list("seat", "move")
    return [snapshot.game.decode(seat, move).__struct_config__.tag for seat, move in rows]


@pytest.mark.clause("CO-1")
def test_everybody_gets_a_seat_of_their_own_in_a_colour_of_their_own(lobby):
    assert seats(lobby.table) == [(0, "", ["Anna"]), (1, "", ["Beat"]), (2, "", ["Zoé"])]
    assert len(set(lobby.table.seats.values_list("livery", flat=True))) == 3


def test_the_first_to_come_is_the_host(lobby):
    lobby.table.refresh_from_db()
    assert lobby.table.host == lobby.anna


def test_a_wished_colour_is_given_if_nobody_has_it(lobby):
    services.join(lobby.table.pk, "Gian", "it", "slate")
    services.join(lobby.table.pk, "Hedi", "it", "slate")
    liveries = list(lobby.table.seats.values_list("livery", flat=True))
    assert liveries.count("slate") == 1


def test_a_full_table_sends_newcomers_to_watch(lobby):
    for name in ("Dario", "Edith", "Flurin"):
        services.join(lobby.table.pk, name, "it")
    with pytest.raises(IllegalMove, match="Every seat is taken") as refused:
        services.join(lobby.table.pk, "Gian", "it")
    assert refused.value.clause == "CO-6"
    watcher = services.join(lobby.table.pk, "Gian", "it", seat=False)
    assert watcher.seat is None


@pytest.mark.clause("CO-1")
def test_a_bot_s_seat_goes_to_the_next_person_who_comes(lobby):
    for _ in range(3):
        services.add_bot(lobby.table.pk, lobby.anna, "hard")
    newcomer = services.join(lobby.table.pk, "Gian", "it")
    assert newcomer.seat.number == 3
    assert seats(lobby.table)[3] == (3, "", ["Gian"])


@pytest.mark.clause("CO-1")
def test_a_team_shares_one_seat(quiz):
    seat = quiz.beat.seat
    max_ = services.join_team(quiz.table.pk, seat.team_code.lower(), "Max", "de")
    assert max_.seat == seat
    assert seats(quiz.table)[1] == (1, "", ["Beat", "Max"])
    with pytest.raises(services.NoSuchTable):
        services.join_team(quiz.table.pk, "WRONG", "Eve", "de")


def test_a_lost_phone_gets_its_seat_back_with_its_code_only(quiz):
    assert services.recover(quiz.table.pk, quiz.beat.guest.recovery.lower()) == quiz.beat.guest
    with pytest.raises(services.NoSuchTable):
        services.recover(quiz.table.pk, "AAAAAAAA")


@pytest.mark.clause("CO-6")
def test_who_leaves_in_mid_game_leaves_the_seat_free_and_a_newcomer_takes_it(quiz):
    services.leave(quiz.table.pk, quiz.beat)
    assert seats(quiz.table)[1] == (1, "", [])
    newcomer = services.join(quiz.table.pk, "Gian", "it")
    assert newcomer.seat.number == 1
    assert kinds(quiz.table) == ["begin", "seated", "seated"]


def test_who_leaves_the_lobby_takes_the_seat_along_and_the_ranks_close(lobby):
    services.leave(lobby.table.pk, lobby.beat)
    assert seats(lobby.table) == [(0, "", ["Anna"]), (1, "", ["Zoé"])]


@pytest.mark.clause("CO-6")
def test_the_host_hands_a_seat_to_a_bot_and_to_a_person_and_nothing_is_lost(quiz):
    before = load(quiz.table, timezone.now()).play.state.players[1]
    services.hand_to_bot(quiz.table.pk, quiz.anna, 1, "easy")
    assert seats(quiz.table)[1] == (1, "easy", [])
    services.hand_to_person(quiz.table.pk, quiz.anna, 1, quiz.beat.pk)
    assert seats(quiz.table)[1] == (1, "", ["Beat"])
    assert load(quiz.table, timezone.now()).play.state.players[1] == before


@pytest.mark.parametrize(
    "action",
    [
        lambda t, who: services.add_bot(t.pk, who, "easy"),
        lambda t, who: services.hand_to_bot(t.pk, who, 0, "easy"),
        lambda t, who: services.hand_to_person(t.pk, who, 0, 1),
        lambda t, who: services.remove(t.pk, who, 0),
        lambda t, who: services.make_host(t.pk, who, who.pk if who else 0),
        lambda t, who: services.begin(t.pk, who),
        lambda t, who: services.pause(t.pk, who),
    ],
)
def test_only_the_host_decides_about_the_table(lobby, action):
    for who in (lobby.beat, None):
        with pytest.raises(services.NotYours):
            action(lobby.table, who)
    assert len(seats(lobby.table)) == 3


def test_a_bot_cannot_sit_where_there_is_no_room(quiz):
    with pytest.raises(IllegalMove, match="no free seat"):
        services.add_bot(quiz.table.pk, quiz.anna, "easy")


def test_one_button_fills_the_table_with_bots_for_a_good_round_and_then_seats_one_more(lobby):
    for seated in (4, 5, 6):
        services.fill_with_bots(lobby.table.pk, lobby.anna, "")
        assert [bot for _, bot, _ in seats(lobby.table)] == ["", "", "", *["medium"] * (seated - 3)]
    with pytest.raises(IllegalMove, match="no free seat"):
        services.fill_with_bots(lobby.table.pk, lobby.anna, "")
    with pytest.raises(services.NotYours):
        services.fill_with_bots(lobby.table.pk, lobby.beat, "")


@pytest.mark.clause("CO-6")
def test_the_next_person_clockwise_follows_a_host_who_is_gone_for_two_minutes(quiz):
    now = timezone.now()
    Guest.objects.filter(pk=quiz.anna.guest_id).update(seen_at=now - timedelta(seconds=119))
    Guest.objects.filter(pk__in=[quiz.beat.guest_id, quiz.zoe.guest_id]).update(seen_at=now)
    services.follow_host(quiz.table.pk, now)
    quiz.table.refresh_from_db()
    assert quiz.table.host == quiz.anna
    services.follow_host(quiz.table.pk, now + timedelta(seconds=2))
    quiz.table.refresh_from_db()
    assert quiz.table.host == quiz.beat


@pytest.mark.clause("CO-6")
def test_at_a_24_h_table_the_host_may_be_away_for_a_day(statements):
    table = services.open_table("swiss-quiz", statements, {"clock": 86_400})
    anna, beat = services.join(table.pk, "Anna", "de"), services.join(table.pk, "Beat", "de")
    later = timezone.now() + timedelta(hours=23)
    Guest.objects.filter(pk=beat.guest_id).update(seen_at=later)
    services.follow_host(table.pk, later)
    table.refresh_from_db()
    assert table.host == anna
    later += timedelta(hours=2)
    Guest.objects.filter(pk=beat.guest_id).update(seen_at=later)
    services.follow_host(table.pk, later)
    table.refresh_from_db()
    assert table.host == beat


@pytest.mark.clause("CO-6")
def test_who_stayed_at_a_table_that_the_room_has_left_does_not_follow_the_host_of_the_next_one(quiz):
    second = services.play_again(quiz.table.pk, quiz.anna)
    eve = services.join(second.pk, "Eve", "de")
    services.make_host(second.pk, second.players.get(guest=quiz.anna.guest), eve.pk)
    now = timezone.now()
    Guest.objects.update(seen_at=now)
    services.follow_host(quiz.table.pk, now)
    second.refresh_from_db()
    assert second.host == eve


def test_every_change_locks_the_room_before_its_tables(quiz):
    """In one order, everywhere: else two who need two tables of a room wait for one another."""
    second = services.play_again(quiz.table.pk, quiz.anna)
    for change in (
        lambda: services.come_along(second.pk, quiz.beat.guest),
        lambda: services.play_again(quiz.table.pk, quiz.zoe),
        lambda: services.note_end(quiz.table.pk, timezone.now()),
        lambda: services.leave(quiz.table.pk, quiz.beat),
        lambda: services.erase(second.pk),
    ):
        with CaptureQueriesContext(connection) as asked:
            change()
        locks = [query["sql"] for query in asked.captured_queries if " FOR " in query["sql"]]
        assert 'FROM "tables_room"' in locks[0] and 'FROM "tables_table"' in locks[1]


def test_a_game_begins_with_enough_players_only(statements):
    table = services.open_table("swiss-quiz", statements, {})
    anna = services.join(table.pk, "Anna", "de")
    with pytest.raises(IllegalMove, match="at least"):
        services.begin(table.pk, anna)
    assert not Move.objects.filter(table=table).exists()
    for _ in range(2):
        services.add_bot(table.pk, anna, "easy")
    services.begin(table.pk, anna)
    assert kinds(table) == ["begin"]
    with pytest.raises(IllegalMove, match="already begun"):
        services.begin(table.pk, anna)


def test_an_impossible_option_is_refused_when_the_table_is_opened(events):
    with pytest.raises(services.BadOptions) as bad:
        services.open_table("quizterix-snap", events, {"clock": 86_400})
    assert [problem.field for problem in bad.value.problems] == ["clock"]
    with pytest.raises(services.BadOptions):
        services.open_table("quizterix-snap", events, {"cards": -1})  # no log could hold it, and no game begin
    assert not Table.objects.exists()


def test_nicknames_are_cut_and_cleaned():
    assert services.clean_nickname("  Zoé\u0000\u200b   die   Erste, Königin von Zürich ") == "Zoé die Erste, König"
    assert services.clean_nickname("\u202e\u0007") == ""


@pytest.mark.clause("SQ-P4")
def test_playing_again_keeps_people_seats_and_where_the_deck_goes_on(quiz):
    following = services.play_again(quiz.table.pk, quiz.beat)
    assert seats(following) == seats(quiz.table)
    assert following.host.nickname == "Anna"
    assert [player.guest for player in following.players.all()] == [player.guest for player in quiz.players]
    same = services.play_again(quiz.table.pk, quiz.zoe)
    assert same == following


def test_guests_are_forgotten_after_their_time(quiz):
    assert services.forget_guests(timezone.now() - timedelta(days=30)) == 0
    old = timezone.now() - timedelta(days=40)
    Room.objects.update(opened_at=old)
    Guest.objects.update(seen_at=old)
    assert services.forget_guests(timezone.now() - timedelta(days=30)) == 3
    assert set(Guest.objects.values_list("nickname", flat=True)) == {"?"}


def test_two_seats_never_have_the_same_number(lobby):
    services.leave(lobby.table.pk, lobby.beat)
    services.join(lobby.table.pk, "Gian", "it")
    assert seats(lobby.table) == [(0, "", ["Anna"]), (1, "", ["Zoé"]), (2, "", ["Gian"])]
    with pytest.raises(IntegrityError, match="one_seat_per_number"), transaction.atomic():
        lobby.table.seats.filter(number=2).update(number=1)
        connection.check_constraints()


def test_pausing_and_going_on_are_in_the_log(quiz):
    services.pause(quiz.table.pk, quiz.anna)
    with pytest.raises(IllegalMove, match="already paused"):
        services.pause(quiz.table.pk, quiz.anna)
    services.resume(quiz.table.pk, quiz.zoe)
    assert kinds(quiz.table) == ["begin", "pause", "resume"]
