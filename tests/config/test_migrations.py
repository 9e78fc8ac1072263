"""What the database is asked to do when a new version comes while old processes still run."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

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
