"""The pages of a night: who may see them, what is refused in one sentence, and what a page without a socket gets."""

import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.test import Client

from config.models import Attempt
from decks.models import Deck
from games.nights import services
from games.nights.models import Night, State
from games.nights.seating import Way
from games.tables.models import Guest, Player, Room

QUIZ = {"game": "swiss-quiz", "way": Way.LOT, "minutes": 20, "options": {"answering": "at-once"}}
PRIVATE = ("host/", "programme/", "results/", "me/")


def leading(one) -> Client:
    client = Client()
    client.force_login(one.host)
    return client


def coming(one, name: str = "Anna") -> Client:
    client = Client()
    answer = client.post(f"/n/{one.night.room.code}/", {"nickname": name, "language": "en"})
    assert answer.status_code == 302, answer.content.decode()[-400:]
    return client


def test_only_whoever_leads_sees_console_and_programme_and_to_all_others_there_is_none(evening):
    one = evening([QUIZ], guests=1)
    code = one.night.room.code
    for page in PRIVATE:
        assert Client().get(f"/n/{code}/{page}").status_code == 404
        assert Client().get(f"/n/NOPE5/{page}").status_code == 404
    guest = coming(one)
    assert [guest.get(f"/n/{code}/{page}").status_code for page in PRIVATE] == [404, 404, 200, 200]
    host = leading(one)
    assert [host.get(f"/n/{code}/{page}").status_code for page in PRIVATE[:3]] == [200, 200, 200]
    assert guest.post(f"/n/{code}/do/send/", {"token": one.token}).status_code == 404


def test_a_night_is_made_by_whoever_is_in_hosts_and_by_nobody_else(evening):
    one = evening([QUIZ])
    assert Client().get("/nights/").status_code == 302
    made = leading(one).post("/nights/", {"title": "Christmas", "expected": "14", "template": "family"})
    assert made.status_code == 302
    assert Night.objects.get(title="Christmas").rounds.count() == 5
    refused = leading(one).post("/nights/", {"title": "", "expected": "0", "template": "family"})
    assert refused.status_code == 422 and refused.content.decode().count('class="err"') >= 1


def test_a_door_that_is_shut_says_why_in_one_sentence(evening):
    one = evening([QUIZ])
    code = one.night.room.code

    def said() -> str:
        return Client().get(f"/n/{code}/").content.decode()

    assert "not open yet" in said() and "data-shut" in said() and "http-equiv" not in said()
    one.step("open_doors")
    assert "Your name tonight" in said() and "data-shut" not in said(), "a page that waits sees that it is open"
    services.close_door(one.night.pk, True)
    assert "Nobody new" in said()
    Night.objects.update(state=State.ENDED)
    assert "is over" in said()


def test_the_tables_of_a_night_have_no_doors_of_their_own(evening):
    """Whoever scans a table's code comes to the evening; seats, names and codes are given there, and nowhere else."""
    one = evening([QUIZ], guests=2)
    anna = coming(one, "Anna")
    one.step("go_on")
    one.step("send")
    night, table = f"/n/{one.night.room.code}/", f"/t/{one.tables[0].code}/"
    here = [Guest.objects.count(), Player.objects.count(), *Player.objects.values_list("seat", flat=True)]
    stranger = Client()
    assert stranger.get(table).headers["Location"] == night
    assert stranger.post(f"{table}take-seat/", {"nickname": "Eve", "language": "en"}).headers["Location"] == night
    assert anna.get(f"{table}me/").headers["Location"] == f"{night}me/"
    assert anna.post(f"{table}me/", {"nickname": "Eve", "language": "en"}).headers["Location"] == f"{night}me/"
    assert anna.get(f"{table}leave/").status_code == 404
    for deed in ("leave", "stand-up", "sit-down", "another-seat"):
        assert anna.post(f"{table}do/{deed}/").status_code == 404
    assert here == [Guest.objects.count(), Player.objects.count(), *Player.objects.values_list("seat", flat=True)]
    assert stranger.get(f"{table}screen/").context["link"].endswith(night)
    page = anna.get(table).content.decode()
    assert f"{table}leave/" not in page and f"{table}me/" not in page and f"{night}me/" in page


def test_a_page_of_a_night_brings_what_the_scripts_of_a_table_read_from_it(evening):
    one = evening([QUIZ], guests=1)
    code, scripts = one.night.room.code, Path(settings.BASE_DIR, "static/js")
    read = re.findall(r"\blive\.dataset\.(\w+)", (scripts / "live.js").read_text() + (scripts / "awake.js").read_text())
    assert {"sending", "kept", "turn"} <= set(read)
    for client, page in ((coming(one), ""), (leading(one), "host/"), (Client(), "screen/")):
        html = client.get(f"/n/{code}/{page}").content.decode()
        line = re.search(r'<div id="live"[^>]*>', html)[0]
        assert [name for name in sorted(set(read)) if f'data-{name}="' not in line] == []
        assert 'id="sending"' in html and "js/awake.js" in html
    assert "data-sounds" in coming(one, "Beat").get(f"/n/{code}/").content.decode()


def test_a_wrong_code_in_an_address_says_so_and_is_typed_once_more(evening):
    """The same for a code that nobody has and for one whose evening has sent this browser out."""
    one = evening([QUIZ], guests=1)
    code, out = one.night.room.code, coming(one, "Trouble")
    services.remove(one.night.pk, one.fresh().attendances.get(guest__nickname="Trouble").guest_id)
    for browser, address in ((Client(), "/n/NOPE5/"), (Client(), "/t/NOPE5/screen/"), (out, f"/n/{code}/")):
        answer = browser.get(address, headers={"accept-language": "de"})
        page = answer.content.decode()
        assert answer.status_code == 404 and "Zu diesem Code gibt es keinen Tisch" in page, address
        assert f'name="code" value="{address.split("/")[2]}"' in page and 'action="/join/"' in page


def test_a_code_typed_at_the_front_door_leads_to_the_evening(evening):
    one = evening([QUIZ])
    assert Client().post("/join/", {"code": one.night.room.code.lower()}).url == f"/n/{one.night.room.code}/"


def test_a_round_that_cannot_be_seated_is_named_in_the_programme(evening):
    one = evening([QUIZ | {"way": Way.TEAMS}])
    page = leading(one).get(f"/n/{one.night.room.code}/programme/").content.decode()
    assert "Round 1: There are no teams yet" in page and "no deck" not in page
    Deck.objects.update(listed=False)
    page = leading(one).get(f"/n/{one.night.room.code}/programme/").content.decode()
    assert "Round 1: There is no deck for this game yet." in page


def test_a_round_that_cannot_be_seated_says_which_it_is_and_why(evening):
    one = evening([{"game": "", "minutes": 1}, QUIZ | {"way": Way.ONE_TABLE}], guests=7)
    host, seat = leading(one), f"/n/{one.night.room.code}/do/seat/"
    host.post(seat, {"token": one.token})
    refused = host.post(seat, {"token": one.token})
    assert refused.status_code == 422 and "Round 1: Swiss Quiz has 6 seats" in refused.content.decode()
    one.night.attendances.update(watching=True)
    assert "Round 1: nobody" in host.post(seat, {"token": one.token}).content.decode()


def test_whoever_tries_codes_of_guests_is_counted_and_a_room_without_an_evening_is_not_among_them(evening):
    one = evening([QUIZ], guests=1)
    door, anna = f"/n/{one.night.room.code}/back/", one.guests[0]
    assert Client().post(door, {"code": "WRONG"}).status_code == 422
    assert [row.key for row in Attempt.objects.filter(key__startswith="code:")] == ["code:127.0.0.1"]
    assert Client().post(door, {"code": anna.recovery}).url == f"/n/{one.night.room.code}/"
    Night.objects.update(room=Room.objects.create())
    assert Client().post(door, {"code": anna.recovery}).status_code == 422


def test_a_form_that_is_sent_twice_brings_one_guest_and_makes_one_evening(evening):
    one = evening([QUIZ], guests=1)
    door, key, host = f"/n/{one.night.room.code}/", str(uuid4()), leading(one)
    for _ in range(2):  # the first answer never came
        assert Client().post(door, {"nickname": "Eve", "language": "en", "key": key}).status_code == 302
        host.post("/nights/", {"title": "Twice", "expected": "9", "template": "family", "key": key})
    assert Guest.objects.filter(nickname__startswith="Eve").count() == Night.objects.filter(title="Twice").count() == 1


def test_guests_do_nothing_a_thousand_times_a_minute(evening, monkeypatch):
    one = evening([QUIZ], guests=1)
    code = one.night.room.code
    anna = coming(one)
    for limit in ("DEEDS", "RENAMES"):
        monkeypatch.setattr(f"config.limits.{limit}", 1)
    step = f"/n/{code}/do/step/"
    assert [anna.post(step).status_code for _ in range(2)] == [302, 422]
    assert anna.post(f"/n/{code}/me/", {"nickname": "Eve", "language": "en"}).status_code == 429
    monkeypatch.setattr("config.limits.JOINS", 0)
    assert Client().post(f"/n/{code}/", {"nickname": "Eve", "language": "en"}).status_code == 429
    assert not Guest.objects.filter(nickname="Eve").exists()


def test_where_names_are_drawn_a_guest_keeps_theirs_and_the_host_may_give_another(evening):
    one = evening([QUIZ])
    services.set_night(one.night.pk, drawn_names=True)
    one.step("open_doors")
    anna, code = coming(one), one.night.room.code
    drawn = Guest.objects.get().nickname
    assert drawn != "Anna"
    assert anna.post(f"/n/{code}/me/", {"nickname": "Rude", "language": "fr"}).status_code == 302
    assert (Guest.objects.get().nickname, Guest.objects.get().language) == (drawn, "fr")
    leading(one).post(f"/n/{code}/do/rename/", {"guest": Guest.objects.get().pk, "nickname": "Anna"})
    assert Guest.objects.get().nickname == "Anna"


@pytest.mark.parametrize("points", ["", "many", "1e9", "nan"])
def test_a_correction_without_points_or_a_word_is_refused(evening, points):
    one = evening([QUIZ], guests=2)
    answer = leading(one).post(
        f"/n/{one.night.room.code}/do/correct/", {"guest": one.guests[0].pk, "points": points, "why": "late"}
    )
    assert answer.status_code == 422 and not one.night.corrections.exists()


def test_results_come_as_a_table_in_which_no_name_is_a_formula(evening):
    one = evening([QUIZ], guests=2)
    one.guests.append(one.comes("=1+1"))
    one.step("go_on")
    one.step("send")
    one.plays()
    lines = leading(one).get(f"/n/{one.night.room.code}/results/?as=csv").content.decode().splitlines()
    assert len(lines) == 4 and any("'=1+1" in line for line in lines)


def test_the_evening_is_erased_only_by_its_host_who_types_its_code(evening):
    one = evening([QUIZ], guests=2)
    code = one.night.room.code
    page = f"/n/{code}/results/"
    assert coming(one).post(page, {"erase": code}).status_code == 404
    refused = leading(one).post(page, {"erase": "nope"})
    assert refused.status_code == 422 and all(
        said in refused.content.decode() for said in ('value="nope"', "not the code")
    )
    assert leading(one).post(page, {"erase": f" {code.lower()}"}).status_code == 302 and not Night.objects.exists()


def test_an_evening_gets_another_code_and_only_whoever_is_in_finds_it_by_the_old_one(evening):
    one = evening([QUIZ], guests=1)
    old, anna, out, host = one.night.room.code, coming(one), coming(one, "Trouble"), leading(one)
    services.remove(one.night.pk, one.fresh().attendances.get(guest__nickname="Trouble").guest_id)
    assert host.post(f"/n/{old}/do/code/").status_code == 302
    new = one.fresh().room.code
    assert new != old
    for somebody, page in ((anna, ""), (host, "host/"), (host, "screen/")):
        assert somebody.get(f"/n/{old}/{page}").headers["Location"] == f"/n/{new}/{page}"
    assert [anna.get(f"/n/{new}/").status_code, Client().get(f"/n/{new}/").status_code] == [200, 200]
    for page in ("", "screen/", "live/"):
        assert [one.get(f"/n/{old}/{page}").status_code for one in (Client(), out)] == [404, 404]
    mine = one.guests[0].recovery
    assert Client().post(f"/n/{old}/back/", {"code": mine}).status_code == 302, "a code of one's own is being in"


def test_a_cohost_is_named_leads_from_a_browser_of_their_own_and_is_taken_out_again(evening):
    one = evening([QUIZ], guests=3)
    code, host = one.night.room.code, leading(one)
    nonno = User.objects.create_user("nonno", password="Znüni at nine")
    other = Client()
    other.post("/accounts/login/", {"login": "nonno", "password": "Znüni at nine"})
    assert other.get(f"/n/{code}/host/").status_code == 404
    unknown = host.post(f"/n/{code}/programme/", {"do": "cohost", "name": "nobody"})
    assert unknown.status_code == 422 and 'value="nobody"' in unknown.content.decode(), "what was typed stays"
    host.post(f"/n/{code}/programme/", {"do": "cohost", "name": "nonno"})
    assert [other.get(f"/n/{code}/{page}").status_code for page in ("host/", "programme/")] == [200, 200]
    other.post(f"/n/{code}/do/seat/", {"token": one.token})
    other.post(f"/n/{code}/do/send/", {"token": one.token})
    assert one.fresh().state == State.RUNNING
    nonno.groups.add(Group.objects.get(name="Hosts"))
    other.post("/nights/", {"title": "Next year", "expected": "20", "template": "", "old": one.night.pk})
    assert Night.objects.get(title="Next year").rounds.count() == 1, "once more, by a co-host"
    assert host.post(f"/n/{code}/do/warn/", {"round": one.round.pk}).status_code == 302, "the host still does"
    host.post(f"/n/{code}/programme/", {"do": "not-cohost", "user": nonno.pk})
    assert other.get(f"/n/{code}/host/").status_code == 404
    assert other.post(f"/n/{code}/do/call/", {"round": one.round.pk}).status_code == 404


def test_a_round_s_options_are_set_in_the_programme_and_what_cannot_be_played_is_refused(evening):
    one = evening([{"game": "quizterix-snap", "way": Way.LOT, "options": {"cards": 3}}])
    row, page, host = one.night.rounds.get(), f"/n/{one.night.room.code}/programme/", leading(one)
    shown = host.get(page).content.decode()
    assert "option-cards" in shown and "option-dealer" not in shown, "who leads is asked when it is seated"
    set_to = {"do": "change", "round": row.pk, "way": "lot", "minutes": "9", "with_options": "1"}
    asks_nothing = host.post(page, set_to)
    assert asks_nothing.status_code == 422 and 'role="alert"' in asks_nothing.content.decode()
    set_to |= {"option-ask_name": "on"}
    assert host.post(page, set_to | {"option-everybody": "on", "option-cards": "3"}).status_code == 302
    row.refresh_from_db()
    assert (row.minutes, row.options["everybody"], row.options["cards"]) == (9, True, 3)
    refused = host.post(page, set_to | {"option-cards": "999", "minutes": "17"})
    assert refused.status_code == 422 and 'role="alert"' in refused.content.decode()
    assert all(f'value="{typed}"' in refused.content.decode() for typed in (999, 17)), "what was typed stays"
    host.post(page, {name: value for name, value in set_to.items() if name != "with_options"})
    row.refresh_from_db()
    assert row.options["everybody"], "a form without them leaves them as they are"


def test_the_same_browser_removed_for_good_finds_no_evening_under_any_name(evening):
    one = evening([QUIZ], guests=1)
    guest = coming(one, "Trouble")
    services.remove(one.night.pk, one.fresh().attendances.get(guest__nickname="Trouble").guest_id)
    code = one.night.room.code
    assert guest.get(f"/n/{code}/").status_code == 404
    assert guest.post(f"/n/{code}/", {"nickname": "Angel", "language": "en"}).status_code == 404
    assert Client().get(f"/n/{code}/").status_code == 200


def test_a_correction_is_for_a_guest_or_for_their_whole_team(evening):
    one = evening([QUIZ])
    for _ in range(2):
        services.add_team(one.night.pk)
    mine, other = one.night.teams.all()
    one.step("open_doors")
    one.guests = [one.comes("Anna", team=mine.pk), one.comes("Beat", team=other.pk)]
    host, code = leading(one), one.night.room.code
    said = {"guest": one.guests[0].pk, "points": "+2.5", "why": "the best song"}
    for team in (str(mine.pk), ""):
        assert host.post(f"/n/{code}/do/correct/", said | {"team": team}).status_code < 400
    host.post(f"/n/{code}/do/correct/", said | {"team": "999999"})
    made = one.night.corrections.order_by("pk")
    assert [(row.team, row.guest_id) for row in made] == [(mine, None), (None, one.guests[0].pk)]


def test_nobody_changes_teams_when_the_places_have_been_told(evening):
    one = evening([QUIZ], guests=1, template="club")
    anna, code = coming(one), one.night.room.code
    first, second = one.night.teams.all()[:2]
    for state, now in ((State.STANDING, first.pk), (State.FINALE, first.pk), (State.ENDED, first.pk)):
        Night.objects.update(state=state)
        anna.post(f"/n/{code}/do/team/", {"team": (first if state == State.STANDING else second).pk})
        assert one.night.attendances.get(guest__nickname="Anna 2").team_id == now


def test_a_scene_that_does_not_exist_is_none(evening):
    one = evening([QUIZ], guests=1)
    services.set_scene(one.night.pk, "nonsense")
    assert one.fresh().scene == ""
