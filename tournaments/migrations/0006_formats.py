import django.db.models.deletion
import django.utils.timezone
import matches.models.facts
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_passages'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='alternate',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='entry',
            name='family',
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name='entry',
            name='home',
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name='fixture',
            name='board',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='fixture',
            name='part',
            field=models.CharField(default='main', max_length=32),
        ),
        migrations.AddField(
            model_name='fixture',
            name='step',
            field=models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='fixture',
            name='table',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='called',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='check_in',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='draw',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.draw'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='format_options',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='tournament',
            name='rounds',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='tournament',
            name='tiebreaks',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AlterField(
            model_name='draw',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='draws', to='tournaments.tournament'),
        ),
        migrations.AlterField(
            model_name='withdrawal',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to='tournaments.entry'),
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tournaments.tournament')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='CheckIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='check_in', to='tournaments.entry')),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Comeback',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('withdrawal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='comeback', to='tournaments.withdrawal')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('round', models.PositiveSmallIntegerField()),
                ('pairings', models.JSONField()),
                ('byes', models.JSONField(default=list)),
                ('by_hand', models.BooleanField(default=False)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='tournaments.tournament')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Retraction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('reason', models.CharField(max_length=200)),
                ('posting', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='retraction', to='tournaments.posting')),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Substitution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('comes', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='came_for', to='tournaments.entry')),
                ('leaves', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='left_to', to='tournaments.entry')),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='TiebreakOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('tiebreaks', models.JSONField()),
                ('reason', models.CharField(max_length=200)),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tiebreak_orders', to='tournaments.tournament')),
            ],
            options={
                'abstract': False,
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='call',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='26c23cfc0bb4ff0c98f4df6b0e0fad741ea0c696', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_f7e64', table='tournaments_call', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='checkin',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='37febf8b92aed0b39a4d12d128f401842f785566', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_44ff1', table='tournaments_checkin', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='comeback',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='1948cc13be7779c91859a46ff4422e9e28505b1b', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_e6530', table='tournaments_comeback', when='BEFORE')),
        ),
        migrations.AddIndex(
            model_name='posting',
            index=models.Index(fields=['tournament', 'id'], name='posting_by_tournament'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='posting',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='7917d98dbf030fa0e1fd000ba683317455d894da', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_5aaa0', table='tournaments_posting', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='retraction',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='retraction_has_reason'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='retraction',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='23e489421d18f54e7a3c86ade4dae5eb910a0670', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_c0179', table='tournaments_retraction', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='substitution',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='29eb6f336700cc311c70f6d18595e6d5eb8f9e6b', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_ccee6', table='tournaments_substitution', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='tiebreakorder',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='tiebreak_order_has_reason'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='tiebreakorder',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='ea4e4966f39336c96d6ee69fc7c3e312d39fb45c', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_43bae', table='tournaments_tiebreakorder', when='BEFORE')),
        ),
        # Rounds of a knockout follow each other; a draw that was made is the one that counts.
        migrations.RunSQL("UPDATE tournaments_fixture SET step = round", migrations.RunSQL.noop),
        migrations.RunSQL(
            "UPDATE tournaments_tournament AS event SET draw_id = draw.id "
            "FROM tournaments_draw AS draw WHERE draw.tournament_id = event.id",
            migrations.RunSQL.noop,
        ),
    ]
