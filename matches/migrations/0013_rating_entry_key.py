import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0012_profiles_and_claims'),
    ]

    operations = [
        # Django gives no table another key. Entries are folded anew, as soon as the ratings are looked at.
        migrations.DeleteModel('RatingEntry'),
        migrations.CreateModel(
            name='RatingEntry',
            fields=[
                ('pk', models.CompositePrimaryKey('match', 'pool', 'player', blank=True, editable=False, primary_key=True, serialize=False)),
                ('won', models.BooleanField()),
                ('settled_at', models.DateTimeField()),
                ('expected', models.FloatField()),
                ('value_before', models.FloatField()),
                ('value_after', models.FloatField()),
                ('experience_before', models.PositiveIntegerField()),
                ('experience_after', models.PositiveIntegerField()),
                ('carried', django.contrib.postgres.fields.ArrayField(base_field=models.FloatField(), default=list, size=None)),
                ('match', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='rating_entries', to='matches.match')),
                ('opponent', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='matches.player')),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='rating_entries', to='matches.player')),
                ('result', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='matches.result')),
                ('pool', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='entries', to='matches.ratingpool')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['pool', 'settled_at', 'match'], name='rating_in_order'),
                    models.Index(fields=['pool', 'player', 'settled_at', 'match'], name='rating_of_player'),
                ],
            },
        ),
    ]
