"""What a host does from the command line: open a table, check a log, forget the guests."""

from datetime import timedelta
from io import StringIO

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from games.tables.models import Move, Player, Table, new_secret
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


def test_a_table_that_is_none_is_told_in_a_sentence(db):
    assert "NOPE5" in sentence("replay", "NOPE5")


# ---------------------------------------------------------------------- forget_guests


def test_guests_are_forgotten_after_their_days_and_not_before(lobby):
    Table.objects.update(opened_at=timezone.now() - timedelta(days=31))
    Player.objects.exclude(pk=lobby.anna.pk).update(seen_at=timezone.now() - timedelta(days=31))
    assert told("forget_guests", "--days", "60") == "0 nicknames forgotten.\n"
    assert told("forget_guests") == "2 nicknames forgotten.\n"
    assert list(Player.objects.values_list("nickname", flat=True)) == ["Anna", "?", "?"]
    assert told("forget_guests") == "0 nicknames forgotten.\n"
