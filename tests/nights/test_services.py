"""The steps of an evening: each whole or not at all, and nothing is lost or counted twice."""

import re
from collections import Counter
from datetime import timedelta
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games.nights import evening as reading
from games.nights import honours, points, readings, services
from games.nights.models import Night, Round, Spell, State
from games.nights.seating import CannotSeat, Way
from games.nights.services import NoSuchNight, Passed
from games.rules.kernel import HOST, IllegalMove
from games.rules.play import Call
from games.tables import services as tables
from games.tables.models import Guest, Move, Player, Table
from games.tables.snapshot import load
from tests.tables.playing import finish

QUIZ = {"game": "swiss-quiz", "way": Way.LOT, "minutes": 20, "options": {"answering": "at-once"}}
QWANTUM = {"game": "qwantum", "way": Way.STANDING, "minutes": 20}
SNAP = {"game": "quizterix-snap", "way": Way.ONE_TABLE, "minutes": 20}
LEAF = {"game": "quatrefoil", "way": Way.LOT}
KLONDIKE = {"game": "quizterix-klondike", "way": Way.ALONE, "options": {"deal": "winnable"}}
BREAK = {"game": "", "minutes": 15}


def now(one):
    return reading.read(one.fresh(), timezone.now())


def test_a_night_is_made_from_a_ready_evening_in_one_go(evening):
    one = evening(template="club", expected=30)
    assert [row.game for row in one.night.rounds.all()][:2] == ["quizterix-snap", "quizterix-standard"]
    assert one.night.teams.count() == 6 and one.night.state == State.PLANNED
    again = services.make_night(one.host, "Next year", old=one.night)
    assert [row.item for row in again.rounds.all()] == [row.item for row in one.night.rounds.all()]
    assert again.room.code != one.night.room.code


def test_an_evening_runs_through_its_rounds_and_its_break_to_the_finale(evening):
    one = evening([QUIZ, BREAK, QWANTUM], guests=9)
    one.step("go_on")
    assert one.fresh().state == State.SEATING
    assert [len(table.seats) for table in now(one).seating] == [5, 4]
    one.step("send")
    assert one.fresh().state == State.RUNNING and len(one.tables) == 2
    assert Player.objects.count() == Spell.objects.filter(until=None).count() == 9
    assert all(load(table, timezone.now()).play is not None for table in one.tables)
    one.plays()
    assert one.fresh().state == State.STANDING
    standing = now(one).standing
    assert len(standing) == 9 and standing[0].points != "0"
    one.step("go_on")
    assert one.fresh().state == State.BREAK and one.fresh().until is not None
    one.step("go_on")
    one.step("send")
    one.plays()
    one.step("go_on")
    one.step("end")
    assert one.fresh().state == State.ENDED and now(one).played == 2


def test_the_standing_is_the_one_computed_from_the_logs(evening):
    one = evening([QUIZ | {"worth": 2}, LEAF], guests=8)
    for _ in range(2):
        one.step("go_on")
        one.step("send")
        one.plays()
    services.correct(one.night.pk, one.guests[0].pk, None, "2.5", "carried the chairs", one.host)
    rows = list(one.fresh().rounds.all())
    again = {row.pk: readings.earned_in(row) for row in rows}
    kept = {row.pk: readings.kept(row) for row in rows}
    who = [guest.pk for guest in one.guests]
    assert readings.evening(one.night, who, again) == readings.evening(one.night, who, kept)
    written = {line.id: line.points for line in now(one).standing}
    assert written == {guest: points.told(total) for guest, total in readings.evening(one.night, who, again).items()}
    everybody = sum(readings.evening(one.night, who, again).values())
    assert everybody >= Fraction(5, 2) + 2 * 40, "eight at the quiz share 40 points, twice"
    assert [word.why for word in now(one).words] == ["carried the chairs"]


def test_a_button_pressed_twice_is_done_once_and_the_second_sees_what_happened(evening):
    one = evening([QUIZ], guests=6)
    stale = one.token
    one.step("go_on")
    with pytest.raises(Passed):
        services.go_on(one.night.pk, stale)
    sent = one.token
    one.step("send")
    with pytest.raises(Passed):
        services.send(one.night.pk, sent)
    assert Table.objects.count() == 2


def test_being_seated_is_all_or_nothing(evening, monkeypatch):
    one = evening([QUIZ], guests=7)
    one.step("go_on")

    def broken(*_facts):
        raise RuntimeError("killed in the middle")

    monkeypatch.setattr("games.nights.services.sending.changed", broken)
    with pytest.raises(RuntimeError):
        one.step("send")
    assert one.fresh().state == State.SEATING
    assert not Table.objects.exists() and not Spell.objects.exists() and not Move.objects.exists()


def test_nobody_sits_at_two_tables_and_everybody_at_one(evening):
    one = evening([QUIZ], guests=13)
    one.step("go_on")
    one.step("send")
    assert Counter(Player.objects.values_list("guest", flat=True)) == Counter(guest.pk for guest in one.guests)


def test_two_taps_swap_two_people_before_they_are_sent(evening):
    one = evening([QUIZ], guests=8)
    one.step("go_on")
    first, second = (table.guests[0] for table in now(one).seating)
    services.swap(one.night.pk, one.round.pk, first, second)
    assert [table.guests[0] for table in now(one).seating] == [second, first]


def test_somebody_late_takes_a_bots_seat_in_the_middle_of_a_round(evening):
    one = evening([LEAF], guests=3)
    one.step("go_on")
    one.step("send")
    assert one.tables[0].seats.exclude(bot="").count() == 1
    late = one.comes("Grosstante Paula")
    assert one.tables[0].seats.exclude(bot="").count() == 0
    assert now(one).place_of(late.pk) is not None


def test_whoever_steps_out_is_stood_in_for_and_comes_back_to_the_same_seat(evening):
    one = evening([QUIZ], guests=4)
    one.step("go_on")
    one.step("send")
    guest = one.guests[2]
    _table, _player, seat = now(one).place_of(guest.pk)
    services.step_out(one.night.pk, guest.pk)
    assert now(one).place_of(guest.pk) is None
    assert one.tables[0].seats.get(number=seat).bot
    services.step_in(one.night.pk, guest.pk)
    assert now(one).place_of(guest.pk)[2] == seat
    one.plays()
    assert len(readings.kept(one.night.rounds.get())) == 4


def test_a_seats_points_go_to_whoever_held_it_longest(evening):
    one = evening([LEAF], guests=3)
    one.step("go_on")
    one.step("send")
    begun = one.round.sent_at
    stand_in = one.comes("Zoé Zwei")
    _table, _player, seat = now(one).place_of(stand_in.pk)
    Spell.objects.filter(guest=stand_in).update(since=begun, until=begun + timedelta(seconds=1))
    Spell.objects.create(laid=one.round.laid.get(), guest=one.comes("Heir"), seat=seat, since=begun)
    one.plays()
    earned = {one.guest for one in readings.kept(Round.objects.get())}
    assert stand_in.pk not in earned and len(earned) == 4


def test_time_is_called_at_every_table_once_and_the_games_end(evening):
    one = evening([QWANTUM], guests=6)
    one.step("go_on")
    one.step("send")
    services.warn(one.night.pk, one.round.pk)
    assert one.fresh().until - timezone.now() <= timedelta(minutes=5)
    services.call_time(one.night.pk, one.round.pk)
    with pytest.raises(Passed):
        services.call_time(one.night.pk, one.round.pk)
    calls = [move.table_id for move in Move.objects.filter(move__contains=Call.__struct_config__.tag)]
    assert sorted(calls) == sorted(table.pk for table in one.tables)
    assert services.close_round(one.night.pk, one.round.pk) is False, "the turn is played to its end"
    one.plays()
    assert one.fresh().state == State.STANDING


def test_a_guest_removed_for_good_is_nowhere_any_more_and_does_not_come_back(evening):
    one = evening([QUIZ], guests=5)
    one.step("go_on")
    one.step("send")
    out = one.guests[1]
    services.remove(one.night.pk, out.pk)
    assert now(one).person(out.pk) is None
    assert out.nickname not in repr(now(one))
    assert not Player.objects.filter(guest=out).exists()
    with pytest.raises(NoSuchNight):
        services.rename(one.night.pk, out.pk, "Somebody else")
    with pytest.raises(tables.NoSuchTable):  # a form that was on its way
        one.comes("Somebody else", guest=out)
    one.plays()
    assert out.nickname not in repr(now(one))


def test_names_are_unique_and_nobody_looks_like_the_host(evening):
    one = evening([QUIZ], guests=1)
    assert [one.comes(name).nickname for name in ("Anna", "anna", "Zoé")] == ["Anna 2", "anna 3", "Zoé"]
    for name in ("NONNA", "Nónna", "The Host"):
        with pytest.raises(IllegalMove, match="host"):
            one.comes(name)
    services.set_night(one.night.pk, drawn_names=True)
    assert re.fullmatch(r"\D+ \d+", one.comes("Whatever", "fr").nickname)


def test_the_doors_are_open_only_when_they_are(evening):
    one = evening([QUIZ])
    with pytest.raises(NoSuchNight):
        one.comes("Too early")
    one.step("open_doors")
    services.close_door(one.night.pk, True)
    with pytest.raises(NoSuchNight):
        one.comes("Too late")


def test_teams_share_their_seat_and_each_member_earns_its_points(evening):
    one = evening([QUIZ | {"way": Way.TEAMS}], guests=0)
    for _ in range(3):
        services.add_team(one.night.pk)
    one.step("open_doors")
    one.guests = [one.comes(f"Guest {number}") for number in range(7)]
    one.step("go_on")
    one.step("send")
    assert len(one.tables) == 1 and one.tables[0].seats.count() == 3
    one.plays()
    earned = {line.guest: line.points for line in readings.kept(one.night.rounds.get())}
    assert len(earned) == 7
    teams = {team.id: {earned[one_.id] for one_ in now(one).people if one_.team == team.id} for team in now(one).teams}
    assert all(len(same) == 1 for same in teams.values())
    assert [line.members for line in now(one).team_standing] in ([3, 2, 2], [2, 3, 2], [2, 2, 3])


def test_everybody_alone_plays_the_same_deal_and_it_stays_sealed_until_the_last_is_done(evening):
    one = evening([KLONDIKE], guests=3)
    one.step("go_on")
    one.step("send")
    assert len({bytes(table.secret) for table in one.tables}) == 1 and len(one.tables) == 3
    late = one.comes("Late")
    assert len(one.tables) == 4 and now(one).place_of(late.pk)
    services.call_time(one.night.pk, one.round.pk)
    first, *others = one.tables
    tables.note_end(first.pk, timezone.now())
    assert load(Table.objects.get(pk=first.pk), timezone.now()).house.sealed
    for table in others:
        tables.note_end(table.pk, timezone.now())
    assert not load(Table.objects.get(pk=first.pk), timezone.now()).house.sealed
    assert services.close_round(one.night.pk, one.round.pk)
    assert {line.points for line in readings.kept(one.night.rounds.get())} == {"5"}, "all stopped at the same cards"


def test_whoever_comes_back_to_a_round_played_alone_finds_their_own_table_and_no_second_deal(evening):
    one = evening([KLONDIKE], guests=2)
    one.step("go_on")
    one.step("send")
    anna, before = one.guests[0].pk, now(one).place_of(one.guests[0].pk)[0].table
    for away in (False, True):
        services.step_out(one.night.pk, anna)
        if away:
            tables.note_end(before, timezone.now())
        services.step_in(one.night.pk, anna)
        place = now(one).place_of(anna)
        assert (place and place[0].table) == (None if away else before) and len(one.tables) == 2


def test_a_round_that_is_closed_by_hand_opens_what_was_sealed_while_somebody_still_played_it(evening):
    one = evening([KLONDIKE], guests=2)
    one.step("go_on")
    one.step("send")
    done, unfinished = one.tables
    finish(done)
    services.close_round(one.night.pk, one.round.pk, force=True)
    assert not load(Table.objects.get(pk=done.pk), timezone.now()).house.sealed
    ends = {table.pk: table.ended_at for table in Table.objects.all()}
    assert ends[unfinished.pk] is not None
    assert ends[done.pk] is None, "an end of its own is noted as one: its cards are counted"
    finish(unfinished)
    assert readings.earned_in(one.night.rounds.get()) == readings.kept(one.night.rounds.get()), (
        "what comes later is late"
    )


def test_the_programme_can_be_changed_for_what_has_not_begun(evening):
    one = evening([QUIZ, QWANTUM], guests=4)
    first, second = one.night.rounds.all()
    services.move_round(one.night.pk, second.pk, -1)
    assert [row.game for row in one.night.rounds.all()] == ["qwantum", "swiss-quiz"]
    services.copy_round(one.night.pk, second.pk)
    services.add_round(one.night.pk, "")
    services.change_round(one.night.pk, first.pk, {"minutes": 9, "worth": 3})
    assert [(row.game, row.minutes, row.worth) for row in one.night.rounds.all()][2] == ("swiss-quiz", 9, 3)
    one.step("go_on")
    one.step("send")
    with pytest.raises(Passed):
        services.drop_round(one.night.pk, second.pk)
    services.move_round(one.night.pk, first.pk, -2)
    assert one.night.rounds.all()[0].game == "qwantum", "past a round that has begun nothing goes"


def test_a_night_is_erased_with_everything(evening):
    one = evening([QUIZ], guests=4)
    one.step("go_on")
    one.step("send")
    services.erase(one.night.pk)
    assert not Night.objects.exists() and not Guest.objects.exists() and not Table.objects.exists()


def test_no_guest_becomes_host_of_a_room_that_is_led(evening):
    one = evening([QUIZ], guests=4)
    one.step("go_on")
    one.step("send")
    table = one.tables[0]
    tables.follow_host(table.pk, timezone.now() + timedelta(hours=1))
    tables.come_along(table.pk, one.guests[0])
    assert one.fresh().room.host_id is None


def test_a_host_leads_a_round_at_one_table_without_a_seat(evening):
    one = evening([SNAP], guests=4)
    one.step("go_on")
    host = one.comes("Nonna", leads=True, watching=True)
    services.lead_round(one.night.pk, one.round.pk, one.guests[0].pk)
    assert now(one).leader == one.guests[0].pk and len(now(one).seating[0].seats) == 3
    services.lead_round(one.night.pk, one.round.pk, host.pk)
    assert host.pk not in now(one).seating[0].guests and len(now(one).seating[0].seats) == 4
    one.step("send")
    (table,) = one.tables
    player = table.players.get(guest=host)
    assert (player.seat, one.fresh().room.host, table.options["dealer"]) == (None, host, "leader")
    assert now(one).place_of(host.pk)[1:] == (player.pk, HOST)
    tables.pause(table.pk, player)
    tables.resume(table.pk, player)
    for deed in (lambda: tables.remove(table.pk, player, 0), lambda: tables.make_host(table.pk, player, player.pk)):
        with pytest.raises(tables.NotYours):  # people come and go at the evening's own pages
            deed()
    services.step_in(one.night.pk, host.pk)
    assert now(one).place_of(host.pk)[2] == HOST
    services.step_out(one.night.pk, host.pk)
    services.close_round(one.night.pk, one.round.pk, force=True)
    assert one.fresh().room.host is None
    assert {line.id for line in now(one).standing} == {guest.pk for guest in one.guests}, (
        "whoever never plays is not in it"
    )


def test_a_host_leads_a_round_at_several_tables_and_goes_from_one_to_another(evening):
    one = evening([SNAP | {"way": Way.LOT, "size": 3}, KLONDIKE], guests=6)
    one.step("go_on")
    host = one.comes("Nonna", leads=True, watching=True)
    services.lead_round(one.night.pk, one.round.pk, host.pk)
    one.step("send")
    first, second = one.tables
    assert now(one).place_of(host.pk)[0].table == first.pk
    services.look_at(one.night.pk, host.pk, 2)
    at, player, seat = now(one).place_of(host.pk)
    assert (at.table, seat) == (second.pk, HOST) and now(one).person(host.pk).table == 0
    assert second.options.get("dealer") != "leader", "no table waits for somebody who may be at another one"
    tables.pause(second.pk, Player.objects.get(pk=player))
    assert [load(table, timezone.now()).play.paused is None for table in one.tables] == [True, False]
    services.close_round(one.night.pk, one.round.pk, force=True)
    one.step("go_on")
    with pytest.raises(IllegalMove, match="alone"):
        services.lead_round(one.night.pk, one.round.pk, host.pk)


# -- what goes wrong on an evening -----------------------------------------------------------------------------------


def test_a_host_who_plays_along_keeps_their_own_name_and_nobody_else_takes_a_cohosts(evening):
    one = evening([QUIZ], guests=1)
    services.let_lead(one.night.pk, User.objects.create_user("nonno", first_name="Giovanni"))
    mine = one.comes("Nonna", leads=True)
    services.rename(one.night.pk, mine.pk, "Nonna", "it", leads=True)
    assert mine.nickname == "Nonna"
    services.rename(one.night.pk, mine.pk, "Host", leads=True)
    services.rename(one.night.pk, mine.pk, "Nonna", leads=True)
    for name in ("nonna", "Giovanni", "nonno"):
        with pytest.raises(IllegalMove, match="host"):
            one.comes(name)


def test_whoever_comes_late_to_teams_sits_with_their_team(evening):
    one = evening([QUIZ | {"way": Way.TEAMS}])
    for _ in range(3):
        services.add_team(one.night.pk)
    one.step("open_doors")
    teams = list(one.night.teams.all())
    one.guests = [one.comes(f"Guest {number}", team=teams[number % 3].pk) for number in range(6)]
    one.step("go_on")
    early = one.comes("Early", team=teams[1].pk)
    assert {one.guests[1].pk, one.guests[4].pk, early.pk} in [set(seat) for seat in now(one).seating[0].seats]
    one.step("send")
    late, dealt = one.comes("Late", team=teams[2].pk), one.comes("Nobody")
    seats = {seat.number: {player.guest for player in seat.players.all()} for seat in one.tables[0].seats.all()}
    assert {one.guests[2], one.guests[5], late} in seats.values()
    assert len(seats) == 3 and any(dealt in held for held in seats.values()), "dealt into a team, not at a bot's seat"
    assert {seat.team for seat in one.tables[0].seats.all()} == {team.name for team in teams}


def test_on_the_floor_plan_a_guest_takes_another_seat_and_a_wish_of_an_earlier_round_is_forgotten(evening):
    one = evening([QWANTUM | {"way": Way.CHOICE}, QWANTUM | {"way": Way.CHOICE}], guests=8)
    anna = one.guests[0].pk
    with pytest.raises(Passed):
        services.wish(one.night.pk, anna, 1)
    one.step("go_on")
    assert [len(table.seats) for table in now(one).seating] == [4, 4, 0], "there is always room somewhere"
    services.wish(one.night.pk, anna, 1)
    assert anna not in now(one).seating[1].guests, "it is full"
    services.wish(one.night.pk, anna, 2)
    assert now(one).seating[2].guests == (anna,) and now(one).seating[2].bots == 1
    first, second = (table.guests[0] for table in now(one).seating[:2])
    services.swap(one.night.pk, one.round.pk, first, second)
    services.wish(one.night.pk, now(one).seating[1].guests[-1], 2)
    assert now(one).seating[0].guests[0] == second, "the host's swap outlives a guest's wish"
    one.step("send")
    assert now(one).place_of(anna)[0].number == 3, "the number that was chosen"
    one.plays()
    one.step("go_on")
    assert not one.night.attendances.exclude(wish=None).exists()


def test_a_table_whose_log_cannot_be_read_stops_nobody(evening):
    one = evening([QWANTUM], guests=8)
    one.step("go_on")
    one.step("send")
    broken, whole = one.tables
    Move.objects.filter(table=broken).update(move="{}")
    services.pause_all(one.night.pk, False)
    services.pause_all(one.night.pk, True)
    services.call_time(one.night.pk, one.round.pk)
    snapshot = finish(whole)
    Table.objects.filter(pk=whole.pk).update(ended_at=snapshot.play.at)
    assert services.close_round(one.night.pk, one.round.pk)
    assert {line.table for line in readings.kept(one.night.rounds.get())} == {one.night.rounds.get().laid.last().number}


def test_while_all_tables_wait_the_box_of_the_round_stands_still(evening):
    one = evening([QWANTUM], guests=8)
    one.step("go_on")
    one.step("send")
    until = one.fresh().until
    services.pause_all(one.night.pk, False)
    services.pause_all(one.night.pk, True, timezone.now() + timedelta(minutes=7))
    assert timedelta(minutes=6) < one.fresh().until - until < timedelta(minutes=8)


def test_a_round_changed_while_it_is_seated_is_seated_anew_or_refused(evening):
    one = evening([QUIZ], guests=9)
    one.step("go_on")
    services.change_round(one.night.pk, one.round.pk, {"size": 3})
    assert [len(table.seats) for table in now(one).seating] == [3, 3, 3]
    with pytest.raises(CannotSeat):
        services.change_round(one.night.pk, one.round.pk, {"way": Way.ONE_TABLE, "size": 0})
    assert [len(table.seats) for table in now(one).seating] == [3, 3, 3]


def test_the_evening_tells_which_cards_a_guest_has_missed_and_honours_facts(evening):
    one = evening([QUIZ], guests=5)
    one.step("go_on")
    one.step("send")
    one.plays()
    with_cards = one.night.rounds.get()
    services.keep_told(one.night.pk, with_cards.pk)
    with pytest.raises(Passed):
        services.keep_told(one.night.pk, with_cards.pk)
    told = readings.told_of(one.night.rounds.get())
    answered = Counter((line.guest, line.right) for line in told.answered)
    assert {guest for guest, _right in answered} == {guest.pk for guest in one.guests}
    for guest in one.guests:
        missed = list(honours.missed([told], guest.pk))
        assert bool(missed) is bool(answered[guest.pk, False]) and len(missed) <= answered[guest.pk, False]
        assert all(card.story for card in missed)
    one.step("go_on")
    wrong = Counter(line.card for line in told.answered if not line.right)
    fell = next(honour for honour in now(one).honours if honour.kind == "fell")
    assert fell.value == max(wrong.values()) and fell.of >= fell.value


def test_names_can_be_forgotten_at_once_when_the_evening_is_over(evening):
    one = evening([QUIZ], guests=4)
    with pytest.raises(Passed):
        services.forget_names(one.night.pk)
    Night.objects.update(state=State.ENDED)
    services.forget_names(one.night.pk)
    assert not Guest.objects.exclude(nickname="?").exists()


def test_an_evening_is_read_in_as_many_questions_however_many_have_come(evening, django_assert_max_num_queries):
    one = evening([QUIZ], guests=14)
    one.step("go_on")
    one.step("send")
    for guest in one.guests[:6]:
        services.correct(one.night.pk, guest.pk, None, "1", "early", one.host)
    with django_assert_max_num_queries(14):
        assert len(now(one).words) == 6
