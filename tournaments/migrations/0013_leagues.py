
import django.db.models.deletion
import django.utils.timezone
import matches.models.facts
import matches.models.match
import pgtrigger.compiler
import pgtrigger.migrations
import tournaments.models.announced
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_reason_of_pools'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entrants', models.CharField(choices=[('singles', 'Singles'), ('doubles', 'Doubles'), ('teams', 'Teams')], default='singles', max_length=8)),
                ('format', models.CharField(choices=tournaments.models.announced.format_choices, default='single_elimination', max_length=32)),
                ('format_options', models.JSONField(blank=True, default=dict)),
                ('lengths', models.JSONField()),
                ('rounds', models.JSONField(blank=True, default=list)),
                ('variant', models.CharField(choices=matches.models.match.variant_choices, default='backgammon', max_length=32)),
                ('options', models.JSONField(blank=True, default=dict)),
                ('regulations', models.JSONField(blank=True, default=dict)),
                ('rated', models.BooleanField(default=True)),
                ('tiebreaks', models.JSONField(blank=True, default=list)),
                ('called', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('name', models.CharField(max_length=60)),
                ('up', models.PositiveSmallIntegerField()),
                ('down', models.PositiveSmallIntegerField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leagues', to='tournaments.club')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=40)),
                ('withdrawn', models.JSONField(default=list)),
                ('newcomers', models.JSONField(default=list)),
                ('told_apart', models.JSONField(default=list)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='tournaments.league')),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('number', models.PositiveSmallIntegerField()),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='division', to='tournaments.tournament')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='divisions', to='tournaments.season')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddIndex(
            model_name='league',
            index=models.Index(fields=['club', '-id'], name='league_by_club'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('league', 'number'), name='season_once_in_league'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='season',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='ebedc8e970549992235a0df74e97438bb68b33b8', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_9d0e8', table='tournaments_season', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='division_once_in_season'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='division',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='4d7f5c1f3931bf7a688b5d5e5cfd8d872fe2eca5', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_b8b75', table='tournaments_division', when='BEFORE')),
        ),
    ]
