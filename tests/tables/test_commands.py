"""What a host does from the command line: open a table, check a log, take away what is old."""

from datetime import timedelta
from io import StringIO

import msgspec
import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from config import limits
from config.chores import keep_doing
from config.models import Attempt
from decks.models import Import
from games.tables import tidy as tidying
from games.tables.models import Guest, Move, Player, Room, Table, new_secret
from games.tables.replay import head_of
from tests.tables.conftest import seat_cast
from tests.tables.playing import finish

pytestmark = pytest.mark.django_db


def told(*arguments):
    """What a command prints."""
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def sentence(*arguments):
    """The one sentence with which a command fails."""
    with pytest.raises(CommandError) as failure:
        call_command(*arguments, stdout=StringIO())
    text = str(failure.value)
    assert "\n" not in text
    assert len(text) > 15
    return text


# ---------------------------------------------------------------------- open_table


def test_a_table_is_opened_with_its_bots_and_its_path_is_printed(statements):
    path = told("open_table", "swiss-quiz", "--bots", "3", "--strength", "hard").strip()
    table = Table.objects.get()
    assert path == f"/t/{table.code}/"
    assert [seat.bot for seat in table.seats.all()] == ["hard"] * 3
    assert (table.begun_at, table.host) == (None, None)


def test_a_table_needs_a_deck_and_room_for_its_bots(statements):
    assert "Quizterix Snap" in sentence("open_table", "quizterix-snap")
    assert "load_decks" in sentence("open_table", "swiss-quiz", "--deck", "no-such-deck")
    assert "6 seats" in sentence("open_table", "swiss-quiz", "--bots", "7")
    with pytest.raises(CommandError):
        told("open_table", "ludo")
    assert not Table.objects.exists()
    told("open_table", "swiss-quiz", "--deck", "small-statements", "--bots", "5")
    assert Table.objects.get().seats.count() == 5


def test_one_demo_table_waits_however_often_it_is_asked_for(statements):
    first = told("open_table", "swiss-quiz", "--demo", "--bots", "3")
    assert told("open_table", "swiss-quiz", "--demo", "--bots", "3") == first
    assert told("open_table", "swiss-quiz", "--bots", "3") != first
    Table.objects.update(begun_at=timezone.now())
    assert told("open_table", "swiss-quiz", "--demo", "--bots", "3") != first


# ---------------------------------------------------------------------- replay


@pytest.fixture
def played(statements):
    """A Swiss Quiz with shuffled statements, played to its end."""
    cast = seat_cast("swiss-quiz", statements, {"order": "shuffled"})
    cast.result = finish(cast.table).game
    Table.objects.filter(pk=cast.table.pk).update(ended_at=timezone.now())
    return cast


def row(cast, kind, nth=0):
    """The nth row of the log that holds such a move."""
    return [row for row in Move.objects.filter(table=cast.table) if f'"move":"{kind}"' in row.move][nth]


def change(row, **fields):
    """Writes other fields into a row's move."""
    row.move = msgspec.json.encode(msgspec.json.decode(row.move) | fields).decode()
    row.save()


@pytest.mark.clause("CO-4")
def test_a_good_log_replays_and_tells_every_move_and_the_secret(played):
    printed = told("replay", played.table.code.lower())
    lines = printed.splitlines()
    count = Move.objects.filter(table=played.table).count()
    assert [line.split()[0] for line in lines[:count]] == [str(number) for number in range(1, count + 1)]
    assert f"fingerprint {played.table.fingerprint}" in lines
    assert f"secret      {bytes(played.table.secret).hex()}" in lines
    assert any(line.startswith("1. ") for line in lines)
    assert "every die is the secret's" in lines[-1]


def test_a_running_game_replays_and_keeps_its_secret(quiz):
    printed = told("replay", quiz.table.code)
    assert "not over yet" in printed
    assert bytes(quiz.table.secret).hex() not in printed


def tamper_secret(cast):
    Table.objects.update(secret=new_secret())


def tamper_order(cast):
    Move.objects.filter(number__gt=3).update(number=F("number") + 1000)


TAMPERINGS = {
    "another statement": lambda cast: change(row(cast, "lay", 3), statement=9999),
    "a stake nobody has": lambda cast: change(row(cast, "lay", 3), chips=50),
    "a move of somebody else": lambda cast: Move.objects.filter(pk=row(cast, "lay").pk).update(seat=F("seat") + 1),
    "a seat that does not exist": lambda cast: Move.objects.filter(pk=row(cast, "lay").pk).update(seat=7),
    "a player's move by the house": lambda cast: Move.objects.filter(pk=row(cast, "lay").pk).update(seat=-3),
    "a third answer": lambda cast: change(row(cast, "lay", 3), answer="perhaps"),
    "no JSON": lambda cast: Move.objects.filter(pk=row(cast, "turn").pk).update(move="{"),
    "written differently": lambda cast: Move.objects.filter(pk=row(cast, "begin").pk).update(
        move=row(cast, "begin").move.replace(":", ": ")
    ),
    "other options": lambda cast: change(row(cast, "begin"), options={"order": "upside-down"}),
    "a missing row in the middle": lambda cast: row(cast, "lay", 3).delete(),
    "the first row missing": lambda cast: row(cast, "begin").delete(),
    "the last row missing": lambda cast: Move.objects.filter(table=cast.table).last().delete(),
    "a gap in the numbers": tamper_order,
    "another die": tamper_secret,
}


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS)
def test_a_log_that_was_tampered_with_fails_with_one_sentence(played, tamper):
    told("replay", played.table.code)
    tamper(played)
    sentence("replay", played.table.code)


@pytest.mark.clause("CO-4")
def test_another_secret_is_found_out_even_where_no_move_depends_on_it_yet(quiz):
    told("replay", quiz.table.code)
    Table.objects.update(secret=new_secret())
    assert "fingerprint" in sentence("replay", quiz.table.code)


def head_told(cast):
    """The head of the log, as it is shown beside the secret."""
    [head] = [line.split()[1] for line in told("replay", cast.table.code).splitlines() if line.startswith("head ")]
    return head


def swap_a_legal_move(cast):
    """Another answer where it is as legal as the one that was given, and the same game goes on."""
    for lay in Move.objects.filter(table=cast.table, move__contains='"move":"lay"').order_by("-number"):
        was = lay.move
        change(lay, answer="false" if '"answer":"true"' in was else "true")
        try:
            told("replay", cast.table.code)
        except CommandError:
            change(lay, answer=msgspec.json.decode(was)["answer"])
        else:
            return
    raise AssertionError("no move could be swapped")


def shift_a_time(cast):
    lay = row(cast, "lay", 3)
    lay.at += timedelta(microseconds=1)
    lay.save()


@pytest.mark.clause("CO-4")
@pytest.mark.parametrize("swap", [swap_a_legal_move, shift_a_time])
def test_the_head_tells_when_one_legal_move_is_swapped_for_another(played, swap):
    head = head_told(played)
    assert "ended with this head" in told("replay", played.table.code, "--head", f" {head.upper()} ").splitlines()[-1]
    swap(played)
    assert "every die is the secret's" in told("replay", played.table.code)
    assert "not the log that ended with this head" in sentence("replay", played.table.code, "--head", head)
    told("replay", played.table.code, "--head", head_told(played))


@pytest.mark.clause("CO-4")
def test_the_head_does_not_change_when_people_are_forgotten(played):
    head = head_told(played)
    Move.objects.update(player=None, request=None)
    Player.objects.all().delete()
    assert head_told(played) == head


@pytest.mark.clause("CO-4")
def test_the_head_begins_with_the_secret_so_that_the_same_moves_at_another_table_have_another(played):
    assert head_of(Table(fingerprint="0" * 64, pk=played.table.pk)) != head_told(played)


def test_a_head_that_is_none_is_told_in_a_sentence(played):
    for head in ("", "12", "x" * 64, "a" * 65):
        assert "64 characters" in sentence("replay", played.table.code, "--head", head)


@pytest.mark.clause("CO-7")
def test_a_running_game_has_no_head_for_anybody(quiz):
    """With the head of a running game a stake that lies face down could be found by trying them all."""
    assert head_of(quiz.table) not in told("replay", quiz.table.code)
    assert "not over yet" in sentence("replay", quiz.table.code, "--head", head_of(quiz.table))


def test_a_table_that_is_none_is_told_in_a_sentence(db):
    assert "NOPE5" in sentence("replay", "NOPE5")


# ---------------------------------------------------------------------- tidy

OLD = timedelta(days=31)


def gone(*arguments):
    """What the command says went, without what stayed."""
    lines = [line.strip().partition(" ") for line in told("tidy", *arguments).splitlines()]
    return {what: int(count) for count, _, what in lines if int(count)}


def test_guests_are_forgotten_after_their_days_and_not_before(quiz):
    Room.objects.update(opened_at=timezone.now() - OLD)
    Guest.objects.exclude(pk=quiz.anna.guest_id).update(seen_at=timezone.now() - OLD)
    assert gone("--days", "60") == {}
    assert gone() == {"nicknames": 2}
    assert list(Guest.objects.values_list("nickname", flat=True)) == ["Anna", "?", "?"]
    assert gone() == {}


def test_a_table_where_nothing_ever_began_goes_once_nobody_comes_any_more(statements):
    lobby, quiz, empty = (seat_cast("swiss-quiz", statements, begin=begin) for begin in (False, True, False))
    Table.objects.exclude(pk=lobby.table.pk).update(opened_at=timezone.now() - OLD)
    Room.objects.exclude(pk=lobby.table.room_id).update(opened_at=timezone.now() - OLD)
    Guest.objects.exclude(pk=empty.beat.guest_id).update(seen_at=timezone.now() - OLD)
    assert gone() == {"nicknames": 5}
    Guest.objects.update(seen_at=timezone.now() - OLD)
    assert gone() == {"nicknames": 1, "tables where nothing ever began": 1}
    assert set(Table.objects.all()) == {lobby.table, quiz.table}
    assert Move.objects.filter(table=quiz.table).exists()


def test_what_was_counted_is_forgotten_with_its_addresses_and_so_is_all_else_that_is_over(events):
    now, person = timezone.now(), User.objects.create_user("anna")
    for age in (timedelta(seconds=-60), timedelta(seconds=1)):
        Attempt.objects.create(key=f"code:10.0.0.{age.days}", until=now - age)
        Session.objects.create(session_key=f"{age}", session_data="", expire_date=now - age)
    for age in (timedelta(hours=1), timedelta(days=2)):
        AccessAttempt.objects.create(username=f"{age}", ip_address="10.0.0.1", failures_since_start=1)
        AccessAttempt.objects.filter(username=f"{age}").update(attempt_time=now - age)
    for age in (timedelta(days=29), OLD):
        waiting = Import.objects.create(deck=events.deck, person=person, name="cards.csv")
        Import.objects.filter(pk=waiting.pk).update(created_at=now - age)
    assert sorted(gone().values()) == [1, 1, 1, 1]
    assert [model.objects.count() for model in (Attempt, Session, AccessAttempt, Import)] == [1, 1, 1, 1]
    assert gone() == {}


@pytest.mark.django_db(transaction=True)
def test_a_site_tidies_up_by_itself_once_a_day_and_tries_again_after_a_failure(monkeypatch):
    done, nights = [], iter(range(27))
    start = timezone.now()

    def an_hour(seconds):
        night = next(nights)
        assert seconds == 3600
        monkeypatch.setattr(limits, "now", lambda: start + timedelta(hours=night))
        monkeypatch.setattr(tidying, "tidy", (lambda now: 1 / 0) if night == 0 else done.append)

    with pytest.raises(StopIteration):
        keep_doing(tidying.tidy_today, tidying.LOOK_EVERY, an_hour)
    assert len(done) == 2  # in the second hour, and a day later
