from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("decks", "0010_reviewing")]

    operations = [
        migrations.AddField("deck", "wording", models.JSONField(blank=True, db_default={}, default=dict, editable=False)),
    ]
