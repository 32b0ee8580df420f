"""Whether a database that was prepared has to be prepared again."""

import json
from pathlib import Path

import pytest
from django.db import connection

from config.embedded.layout import VarDirectory
from config.embedded.serve import state_of
from matches.models import User
from tests.databases import database_address


@pytest.fixture
def layout(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VarDirectory:
    """A directory with the first login, over the tests' own database, which knows the director."""
    monkeypatch.setenv("DATABASE_URL", database_address(connection.settings_dict["NAME"]))
    User.objects.create(username="director", password="as it was")
    layout = VarDirectory(tmp_path)
    layout.login_file.write_text(json.dumps({"login": "director", "password": "secret"}))
    return layout


def test_what_nothing_has_touched_stays_prepared(layout: VarDirectory) -> None:
    state = state_of(layout)
    assert state is not None
    User.objects.create(username="ann")
    assert state_of(layout) == state


def test_another_password_or_login_is_looked_at(layout: VarDirectory) -> None:
    states = [state_of(layout)]
    User.objects.update(password="another")
    states.append(state_of(layout))
    layout.login_file.write_text("{}")
    states.append(state_of(layout))
    User.objects.all().delete()
    states.append(state_of(layout))
    assert None not in states
    assert len(set(states)) == 4
    layout.login_file.unlink()
    assert state_of(layout) is None


def test_another_set_of_migrations_is_looked_at(layout: VarDirectory) -> None:
    before = state_of(layout)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'tournaments' RETURNING name, applied")
        taken = cursor.fetchall()
        try:
            assert taken
            assert state_of(layout) not in (None, before)
        finally:
            again = "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', %s, %s)"
            cursor.executemany(again, taken)


@pytest.mark.parametrize("address", ["postgresql:///nowhere?host=/nowhere", "not an address"])
def test_a_database_that_cannot_be_asked_is_prepared(
    layout: VarDirectory, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    assert state_of(layout) is None
