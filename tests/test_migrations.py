"""What the migrations make of an empty database: the one that every test runs on."""

import pgtrigger
import pytest
from django.db import connection

from matches.facts.models import Fact
from tests.databases import models

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
    assert protected == {model for model in models() if issubclass(model, Fact)}
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
