"""A host that vanishes without a word is missed, by whoever has a connection to it."""

import psycopg
import pytest
from django.db import connection

from config.database import connection_parameters
from matches.work.postgresql.base import WATCHED


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
