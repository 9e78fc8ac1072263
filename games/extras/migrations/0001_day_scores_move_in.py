import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The model comes from `games.tables`; the table in the database stays as it is."""

    initial = True

    dependencies = [
        ('tables', '0007_day_scores_move_out'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='DayScore',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('day', models.DateField()),
                        ('counts', models.BooleanField()),
                        ('wrong', models.PositiveIntegerField()),
                        ('asked', models.PositiveIntegerField()),
                        ('seconds', models.PositiveIntegerField()),
                        ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='day_score', to='tables.table')),
                    ],
                    options={
                        'db_table': 'tables_dayscore',
                        'ordering': ['wrong', 'asked', 'seconds', 'table_id'],
                        'indexes': [models.Index(fields=['day', 'counts'], name='scores_of_a_day')],
                    },
                ),
            ],
        ),
    ]
