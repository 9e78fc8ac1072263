from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("decks", "0009_desk_requests")]

    operations = [
        migrations.AddField("deck", "wording", models.JSONField(blank=True, default=dict, editable=False)),
    ]
