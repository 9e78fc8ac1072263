import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tables", "0011_room_led"),
    ]

    operations = [
        migrations.CreateModel(
            name="Guess",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("about", models.PositiveIntegerField()),
                ("who", models.CharField(max_length=32)),
                ("choice", models.PositiveSmallIntegerField()),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="guesses",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "about", "who"), name="one_guess_per_browser")
                ],
            },
        ),
    ]
