from django.db import migrations, models


class Migration(migrations.Migration):
    """The model comes from `games.tables`; the table in the database stays as it is."""

    initial = True

    dependencies = [
        ('tables', '0006_attempts_move_out'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Attempt',
                    fields=[
                        ('key', models.CharField(max_length=80, primary_key=True, serialize=False)),
                        ('count', models.PositiveIntegerField(default=0)),
                        ('until', models.DateTimeField()),
                    ],
                    options={
                        'db_table': 'tables_attempt',
                    },
                ),
            ],
        ),
    ]
