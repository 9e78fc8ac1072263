"""Decks are looked through with a word for each card, senders hear what became of it, pictures can be taken down."""

import re

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SHOWN = re.compile(r"picture ([0-9a-f]{20})")


def note_published(apps, schema_editor):
    """What an edition shows has been published."""
    edition, picture = apps.get_model("decks", "Edition"), apps.get_model("decks", "Picture")
    if not picture.objects.exists():
        return
    for content in edition.objects.filter(content__contains="picture ").values_list("content", flat=True).iterator():
        picture.objects.filter(key__in=set(SHOWN.findall(content))).update(published=True)


def word():
    return models.TextField(blank=True, db_default="", default="", editable=False)


def sender(name):
    return models.ForeignKey(
        editable=False,
        null=True,
        on_delete=django.db.models.deletion.SET_NULL,
        related_name=name,
        to=settings.AUTH_USER_MODEL,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0009_desk_requests"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("deck", "word", word()),
        migrations.AddField("draft", "remark", word()),
        migrations.AddField("draft", "heeded", word()),
        migrations.AddField("flag", "sender", sender("flags")),
        migrations.AddField("flag", "word", word()),
        migrations.AddField("flag", "settled_at", models.DateTimeField(editable=False, null=True)),
        migrations.AddField("contribution", "sender", sender("contributions")),
        migrations.AddField("picture", "published", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("picture", "taken_down_at", models.DateTimeField(editable=False, null=True)),
        migrations.RunPython(note_published, migrations.RunPython.noop),
    ]
