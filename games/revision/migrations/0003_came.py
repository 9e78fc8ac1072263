import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('revision', '0002_lessons'),
        ('tables', '0011_room_led'),
    ]

    operations = [
        migrations.AddField(
            model_name='lesson',
            name='teams',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name='Came',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('told', models.BooleanField(default=False)),
                ('guest', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tables.guest')),
                ('lesson', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='came', to='revision.lesson')),
                ('pupil', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='revision.pupil')),
            ],
        ),
        migrations.AddConstraint(
            model_name='came',
            constraint=models.UniqueConstraint(fields=('lesson', 'pupil'), name='once_in_a_lesson'),
        ),
    ]
