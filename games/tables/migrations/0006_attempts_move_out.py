from django.db import migrations


class Migration(migrations.Migration):
    """The model moves to `config`; the table in the database stays as it is."""

    dependencies = [
        ('tables', '0005_forms_are_sent_once'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='Attempt'),
            ],
        ),
    ]
