import django.db.models.deletion
import django.utils.timezone
import matches.models.facts
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_seedings'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PoolList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('currency', models.CharField(max_length=3)),
                ('pools', models.JSONField()),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pool_lists', to='tournaments.tournament')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Stake',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('pool', models.CharField(max_length=40)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stakes', to='tournaments.entry')),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='poollist',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='e8e654a1c45dc9ca8dd11672ec56e0eeaff4984d', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_6400a', table='tournaments_poollist', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='stake',
            constraint=models.UniqueConstraint(fields=('entry', 'pool'), name='stake_once_per_pool'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='stake',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='df142454174d55fcfaf6c112d23e0a6b5019e087', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_6c9f7', table='tournaments_stake', when='BEFORE')),
        ),
    ]
