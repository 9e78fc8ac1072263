from django.db import migrations


class Migration(migrations.Migration):
    """The model moves to `games.extras`; the table in the database stays as it is."""

    dependencies = [
        ('tables', '0006_attempts_move_out'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='DayScore'),
            ],
        ),
    ]
