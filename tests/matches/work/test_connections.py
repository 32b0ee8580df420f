"""A host that vanishes without a word is missed, by whoever has a connection to it."""

import contextlib
import gc
import warnings

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from config.database import connection_parameters
from matches.work.postgresql.base import WATCHED
from tests.databases import database_address


@pytest.mark.django_db
def test_every_connection_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {name: str(value) for name, value in WATCHED.items()}
    with psycopg.connect(**connection_parameters("test")) as other:
        connection.ensure_connection()
        for each in (other, connection.connection):
            assert wanted.items() <= each.info.get_parameters().items()


@pytest.mark.django_db
def test_an_address_may_say_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "connect_timeout", 2)
    assert connection.get_connection_params()["connect_timeout"] == 2


@pytest.mark.django_db(transaction=True)
def test_a_server_that_is_lost_while_rows_are_read_is_told_as_any_other_trouble() -> None:
    with pytest.raises(OperationalError):
        read_until_it_is_lost()
    with warnings.catch_warnings():
        # Of a cursor that could not be closed psycopg says that nobody did.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@transaction.atomic
def read_until_it_is_lost() -> None:
    with contextlib.closing(connection.chunked_cursor()) as cursor:
        cursor.execute("SELECT 64")
        with psycopg.connect(database_address(connection.settings_dict["NAME"]), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
