from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.core.management.sql import emit_post_migrate_signal
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.service_role import ServiceRoleRefused, grant_service_role

# Options that ask for something else than everything.
NARROWING = ("app_label", "plan", "check_unapplied", "fake", "prune")
# What the migrations make beside the tables of the models.
BEFORE = """
CREATE SEQUENCE fact_serial;

CREATE FUNCTION search_words(key text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED COST 1000 AS $$
DECLARE
    part text;
    word text;
    words text[];
    found text[] := '{}';
BEGIN
    FOREACH part IN ARRAY string_to_array(key, '|') LOOP
        words := array_remove(string_to_array(ltrim(part, '+-'), ' '), '');
        FOREACH word IN ARRAY words LOOP
            FOR size IN 1 .. least(4, length(word)) LOOP
                found := found || (' ' || left(word, size));
            END LOOP;
            IF starts_with(part, ' ') THEN
                found := found || word;
                IF length(word) >= 4 AND word ~ '^[a-z]+$' THEN
                    FOR at IN 1 .. length(word) LOOP
                        found := found || (left(word, at - 1) || substr(word, at + 1));
                    END LOOP;
                END IF;
            END IF;
        END LOOP;
        IF starts_with(part, ' ') THEN
            found := found || ('|' || array_to_string(words, ''));
        END IF;
    END LOOP;
    RETURN found;
END $$;
"""
# They take the service's type of numbers for a table between two models, which has its app's.
AFTER = "ALTER TABLE auth_group_permissions ALTER COLUMN id TYPE bigint"


class Command(migrate.Command):
    """Django's, but for an empty database, whose tables are made at once, of the models; and for the grants.

    One after the other the migrations take seconds: after most operations Django builds the classes of all
    models anew. tests/test_migrations.py compares what comes of both.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        narrowed = any(options[name] for name in NARROWING)
        if narrowed or connection.introspection.table_names():
            super().handle(*args, **options)
        else:
            self.verbosity, self.interactive = options["verbosity"], options["interactive"]
            with transaction.atomic(using=connection.alias):
                self.make_everything(connection)
            emit_post_migrate_signal(self.verbosity, self.interactive, connection.alias, stdout=self.stdout)
        if settings.DATABASE_SERVICE_ROLE and not narrowed:
            try:
                grant_service_role(settings.DATABASE_SERVICE_ROLE, settings.DATABASE_SERVICE_PASSWORD)
            except ServiceRoleRefused as refused:
                raise CommandError(str(refused)) from None

    def make_everything(self, connection: BaseDatabaseWrapper) -> None:
        if self.verbosity >= 1:
            self.stdout.write("The database is empty: making every table at once.")
        with connection.cursor() as cursor:
            cursor.execute(BEFORE)
            self.sync_apps(connection, {app.label for app in apps.get_app_configs()})
            cursor.execute(AFTER)
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        # In an order in which they could have been applied.
        graph = MigrationLoader(None).graph
        applied = dict.fromkeys(key for leaf in graph.leaf_nodes() for key in graph.forwards_plan(leaf))
        recorder.migration_qs.bulk_create(recorder.Migration(app=app, name=name) for app, name in applied)
