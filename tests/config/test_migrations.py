"""What the database is asked to do when a new version comes while old processes still run."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from config.models import Attempt
from games.extras.models import DayScore

MOVED = {
    *(("tables", "0006_attempts_move_out"), ("config", "0001_attempts_move_in")),
    *(("tables", "0007_day_scores_move_out"), ("extras", "0001_day_scores_move_in")),
}


@pytest.mark.django_db
def test_the_models_are_what_the_migrations_make():
    call_command("makemigrations", "--check", "--dry-run", stdout=StringIO())


@pytest.mark.django_db
@pytest.mark.parametrize("app, name", sorted(MOVED))
def test_a_model_that_moves_to_another_room_leaves_its_table_alone(app, name):
    migration = MigrationLoader(connection).get_migration(app, name)
    with connection.schema_editor(collect_sql=True) as editor:
        state = MigrationLoader(connection).project_state([(app, name)], at_end=False)
        migration.apply(state, editor, collect_sql=True)
    assert [line for line in editor.collected_sql if not line.startswith("--")] == []


def test_the_tables_of_models_that_have_moved_keep_their_names():
    assert Attempt._meta.db_table == "tables_attempt"
    assert DayScore._meta.db_table == "tables_dayscore"


# ---------------------------------------------------------------------- people move from tables to rooms

BEFORE_ROOMS, ROOMS = ("tables", "0008_milestones"), ("tables", "0009_rooms")


def models_at(name):
    """The tables' models as processes of that version know them."""
    apps = MigrationLoader(connection).project_state([name]).apps
    return lambda model: apps.get_model("tables", model).objects


@pytest.fixture
def migrate(transactional_db):
    """Takes the database there; in the end it is as all others expect it."""
    yield lambda name: MigrationExecutor(connection).migrate([name])
    MigrationExecutor(connection).migrate(MigrationLoader(connection).graph.leaf_nodes())  # what stands on them, too


def old_table(model, code, names, **fields):
    """A table as a process from before there were rooms opens it, its first player the host."""
    table = model("Table").create(code=code, game="qwantum", fingerprint="", **fields)
    players = [
        model("Player").create(
            table=table, nickname=name, language="de", recovery=f"{name}-CODE", seen_at=timezone.now()
        )
        for name in names
    ]
    model("Table").filter(pk=table.pk).update(host=players[0])
    return table


def test_tables_that_follow_each_other_become_a_room_with_its_guests_and_go_back_to_what_they_were(migrate):
    migrate(BEFORE_ROOMS)
    old = models_at(BEFORE_ROOMS)
    first = old_table(old, "FIRST", ["Anna", "Beat"], private=True, invitation="come-in")
    second = old_table(old, "SECND", ["Anna", "Zoé"], private=True, invitation="come-in-2", follows=first)
    old_table(old, "OTHER", ["Anna"])
    was = list(old("Player").order_by("pk").values_list("table__code", "nickname", "language", "recovery", "seen_at"))

    migrate(ROOMS)
    new = models_at(ROOMS)
    assert list(new("Table").order_by("pk").values_list("code", "room__code")) == [
        ("FIRST", "FIRST"), ("SECND", "FIRST"), ("OTHER", "OTHER"),
    ]  # fmt: skip
    room = new("Room").get(code="FIRST")
    assert (room.private, room.invitation, room.host.nickname) == (True, "come-in-2", "Anna")
    assert sorted(room.guests.values_list("nickname", flat=True)) == ["Anna", "Beat", "Zoé"]
    assert new("Guest").count() == 4

    migrate(BEFORE_ROOMS)
    now = list(old("Player").order_by("pk").values_list("table__code", "nickname", "language", "recovery", "seen_at"))
    assert [line[:4] for line in now] == [line[:4] for line in was]
    assert old("Table").get(pk=second.pk).host.nickname == "Anna"
    assert old("Table").get(code="FIRST").private


def test_processes_of_the_version_before_and_of_this_one_understand_what_the_other_writes(migrate):
    old, new = models_at(BEFORE_ROOMS), models_at(ROOMS)
    theirs = old_table(old, "THEIR", ["Anna", "Beat"], private=True, invitation="come-in")
    following = old_table(old, "NEXTT", ["Anna"], follows=theirs)
    assert new("Table").get(pk=theirs.pk).room.code == "THEIR"
    assert new("Table").get(pk=following.pk).room == new("Table").get(pk=theirs.pk).room
    room = new("Room").get()
    assert (room.private, room.invitation, room.host.nickname) == (True, "come-in", "Anna")
    assert sorted(room.guests.values_list("nickname", flat=True)) == ["Anna", "Beat"]

    room = new("Room").create(code="OURSS", private=True)
    ours = new("Table").create(code="OURSS", game="qwantum", fingerprint="", room=room)
    zoe = new("Guest").create(room=room, nickname="Zoé", language="fr", recovery="ZOE")
    new("Player").create(table=ours, guest=zoe)
    assert old("Table").get(code="OURSS").private
    seen = old("Player").get(table__code="OURSS")
    assert (seen.nickname, seen.language, seen.recovery) == ("Zoé", "fr", "ZOE")
    host = old("Table").get(code="THEIR").host
    new("Player").filter(pk=host.pk).delete()
    assert old("Table").get(code="THEIR").host is None
