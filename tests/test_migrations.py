"""What `migrate` makes of an empty database, at once: the one that every test runs on."""

from typing import Any

import pgtrigger
import psycopg
import pytest
from django.db import connection, migrations
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, CharField, Index
from pgtrigger.migrations import AddTrigger

from matches.facts.models import Fact
from matches.recordings.models import RecordedAct
from tests.databases import another_database, manage, models

pytestmark = pytest.mark.django_db


def test_the_tables_are_those_of_the_models():
    with connection.cursor() as cursor:
        made = set(connection.introspection.table_names(cursor))
        for model in models():
            meta = model._meta
            made.discard(meta.db_table)
            description = connection.introspection.get_table_description(cursor, meta.db_table)
            assert {(column.name, column.null_ok) for column in description} == {
                (field.column, field.null) for field in meta.local_concrete_fields if field.column
            }
            wanted = {each.name for each in [*meta.constraints, *meta.indexes]}
            assert wanted <= set(connection.introspection.get_constraints(cursor, meta.db_table))
    assert {table for table in made if table.startswith(("matches_", "tournaments_"))} == set()


def test_every_fact_is_protected():
    protected = {model for model, trigger in pgtrigger.registered() if trigger.name == "append_only"}
    assert protected == {RecordedAct, *(model for model in models() if issubclass(model, Fact))}
    for model, trigger in pgtrigger.registered():
        assert trigger.get_installation_status(model) == ("INSTALLED", True), (model, trigger.name)


def test_facts_of_all_kinds_are_numbered_by_one_sequence():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.columns "
            "WHERE column_name = 'serial' AND column_default = 'nextval(''fact_serial''::regclass)'"
        )
        numbered = {table for (table,) in cursor.fetchall()}
    assert numbered == {model._meta.db_table for model in models() if issubclass(model, Fact)}


# All that stood before the first version that is upgraded host by host; nobody runs an older one.
BEFORE = {"matches": "0019", "tournaments": "0015"}
ADDING = (
    migrations.CreateModel,
    migrations.AddIndex,
    # Who looks for one that is gone finds the same, by another or by looking longer.
    migrations.RemoveIndex,
    migrations.AlterModelOptions,
    migrations.RunPython,
    AddTrigger,
)


def lets_the_version_before_run(operation: operations.base.Operation) -> bool:
    """Whether code that knows nothing of it reads and writes the same as before."""
    if isinstance(operation, migrations.AddField):
        return operation.field.null or operation.field.db_default is not NOT_PROVIDED
    return isinstance(operation, ADDING)


def test_the_version_before_runs_on_beside_each_migration():
    """What is taken away or becomes narrower goes a version later, when nothing writes it any more."""
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        if app in BEFORE and name[:4] > BEFORE[app]:
            for operation in migration.operations:
                assert lets_the_version_before_run(operation), f"{app}.{name}: {operation.describe()}"


@pytest.mark.parametrize(
    ("operation", "lets_run"),
    [
        (migrations.AddField("Match", "room", CharField(max_length=20)), False),
        (migrations.AddField("Match", "room", CharField(max_length=20, default="")), False),
        (migrations.AddField("Match", "room", CharField(max_length=20, db_default="")), True),
        (migrations.AddField("Match", "room", CharField(max_length=20, null=True)), True),
        (migrations.CreateModel("Room", []), True),
        (migrations.AddIndex("Match", Index(fields=["length"], name="of_a_length")), True),
        (migrations.RemoveIndex("Match", "of_a_length"), True),
        (migrations.RemoveField("Match", "length"), False),
        (migrations.RenameField("Match", "length", "points"), False),
        (migrations.AlterField("Match", "length", CharField(max_length=20)), False),
        (migrations.DeleteModel("Match"), False),
        (migrations.RunSQL("DROP TABLE matches_match"), False),
    ],
)
def test_what_lets_the_version_before_run(operation, lets_run):
    assert lets_the_version_before_run(operation) is lets_run


# One after the other: where an app is named, and where there is something, each migration does its own.
STEP_BY_STEP = (
    "from django.core.management import call_command as call; call('migrate', 'auth'); call('migrate')"
)

# Everything that makes up the database but the order of columns, for which nobody asks.
MADE = {
    "columns": """
        SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
               attgenerated, attcollation::regcollation::text, pg_get_expr(adbin, adrelid)
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
          AND attnum > 0 AND NOT attisdropped
    """,
    "relations": """
        SELECT relname, relkind, reloptions, obj_description(oid, 'pg_class')
        FROM pg_class WHERE relnamespace = 'public'::regnamespace
    """,
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable, condeferred
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    """,
    "indexes": "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "sequences": """
        SELECT sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size
        FROM pg_sequences
    """,
    "owned": """
        SELECT objid::regclass::text, refobjid::regclass::text, refobjsubid > 0 FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')
          AND objid IN (SELECT oid FROM pg_class WHERE relkind = 'S')
    """,
    "triggers": "SELECT tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    # Without those of triggers whose table was dropped: the migrations leave them.
    "functions": """
        SELECT pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
          AND (prorettype <> 'trigger'::regtype OR oid IN (SELECT tgfoid FROM pg_trigger))
    """,
    "comments": "SELECT description FROM pg_description WHERE classoid = 'pg_trigger'::regclass",
    "extensions": "SELECT extname, extversion FROM pg_extension",
    "types": "SELECT typname, typtype FROM pg_type WHERE typnamespace = 'public'::regnamespace",
    "migrations": "SELECT app, name FROM django_migrations",
    "permissions": """
        SELECT app_label, model, codename, name
        FROM auth_permission JOIN django_content_type ON django_content_type.id = content_type_id
    """,
}


def what_is_in(address: str) -> dict[str, list[tuple[Any, ...]]]:
    with psycopg.connect(address) as database:
        found = {what: sorted(database.execute(query).fetchall(), key=repr) for what, query in MADE.items()}
        tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in tables:
            found[f"rows of {table}"] = database.execute(f'SELECT count(*) FROM "{table}"').fetchall()
    return found


@pytest.mark.long
@pytest.mark.timeout(400)
def test_made_at_once_or_step_by_step_it_is_the_same():
    with another_database("at_once") as at_once, another_database("steps") as steps:
        done = manage(at_once, "migrate")
        assert "at once" in done.stdout, done.stderr
        done = manage(steps, "shell", "--no-imports", "-c", STEP_BY_STEP)
        assert "matches.0001_initial... OK" in done.stdout, done.stderr
        made, expected = what_is_in(at_once), what_is_in(steps)
    assert made.keys() == expected.keys()
    for what, rows in expected.items():
        assert rows, what
        assert made[what] == rows, what
