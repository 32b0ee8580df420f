import django.db.models.deletion
import django.utils.timezone
import matches.models.facts
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0008_pairs_and_teams'),
        ('tournaments', '0013_leagues'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Pond',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('start', models.PositiveIntegerField(default=20000)),
                ('bonus', models.PositiveIntegerField(default=500)),
                ('rain', models.BooleanField(default=False)),
                ('round_minutes', models.PositiveIntegerField(default=2880)),
                ('least', models.PositiveSmallIntegerField(default=2)),
                ('most', models.PositiveSmallIntegerField(default=256)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('open', 'Open'), ('running', 'Running'), ('finished', 'Finished')], default='open', max_length=16)),
                ('round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ponds', to='tournaments.club')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('director', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PondClosing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('round', models.PositiveSmallIntegerField()),
                ('pond', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closings', to='tournaments.pond')),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='PondEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pond_entries', to='matches.player')),
                ('pond', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.pond')),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Bid',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('round', models.PositiveSmallIntegerField()),
                ('points', models.PositiveIntegerField()),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bids', to='tournaments.pondentry')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='PondStart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('pond', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='started', to='tournaments.pond')),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='PondWithdrawal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.BigIntegerField(db_default=matches.models.facts.NextSerial(), editable=False, unique=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('request_id', models.CharField(blank=True, default=matches.models.facts.current_request_id, editable=False, max_length=64)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawal', to='tournaments.pondentry')),
                ('recorded_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddIndex(
            model_name='pond',
            index=models.Index(fields=['club', '-id'], name='pond_by_club'),
        ),
        migrations.AddIndex(
            model_name='pond',
            index=models.Index(fields=['closes_at'], name='pond_by_deadline'),
        ),
        migrations.AddConstraint(
            model_name='pond',
            constraint=models.CheckConstraint(condition=models.Q(('bonus__lte', 1000000), ('start__range', (1, 1000000))), name='pond_points'),
        ),
        migrations.AddConstraint(
            model_name='pond',
            constraint=models.CheckConstraint(condition=models.Q(('round_minutes__range', (1, 43200))), name='pond_round_lasts'),
        ),
        migrations.AddConstraint(
            model_name='pond',
            constraint=models.CheckConstraint(condition=models.Q(('least__gte', 2), ('most__gte', models.F('least')), ('most__lte', 256)), name='pond_takes_two'),
        ),
        migrations.AddConstraint(
            model_name='pondclosing',
            constraint=models.UniqueConstraint(fields=('pond', 'round'), name='pond_closing_once_per_round'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='pondclosing',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='2e3787e683501a41ae22959622dbeccbee5042af', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_1ce74', table='tournaments_pondclosing', when='BEFORE')),
        ),
        migrations.AddIndex(
            model_name='pondentry',
            index=models.Index(fields=['pond', 'id'], name='pond_entry_by_pond'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='pondentry',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='4f81678702734e212064c940e611565f1718b1fd', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_e352b', table='tournaments_pondentry', when='BEFORE')),
        ),
        migrations.AddIndex(
            model_name='bid',
            index=models.Index(fields=['entry', 'round'], name='bid_by_entry'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='bid',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='9e5f8b9bfbaa6e65fcd518a88648dc02cc801ce0', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_2a078', table='tournaments_bid', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='pondstart',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='43f06fc94bfc3697793e538cdfd41fa6d71bd678', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_9d7fe', table='tournaments_pondstart', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='pondwithdrawal',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='5e78edeb5d11e1c464b1d72fee9654caacd5ff62', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_e2d00', table='tournaments_pondwithdrawal', when='BEFORE')),
        ),
    ]
