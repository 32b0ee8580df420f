"""The service does all that it does as a role that owns nothing, and that role can do no more."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors, sql

from config.rest import Api
from tests.config.stack import until
from tests.databases import another_database, manage
from tests.stack.hosts import Host, prepared, wait_until_up

ROLE = f"golden_service_{os.getpid()}"


@pytest.fixture(scope="module")
def owned() -> Iterator[str]:
    """The address of an empty database, by which its owner comes."""
    with another_database("service_role") as address:
        yield address
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(ROLE)))


@pytest.fixture(scope="module")
def granted(owned: str) -> str:
    """The same, migrated; the address by which the service comes."""
    migrated(owned)
    return as_service(owned)


def as_service(owned: str) -> str:
    found = psycopg.conninfo.conninfo_to_dict(owned)
    return f"postgresql://{ROLE}@/{found['dbname']}?host={found['host']}&port={found['port']}"


def migrated(address: str, role: str = ROLE, **variables: str) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_SERVICE_ROLE", role)
        for name, value in variables.items():
            patch.setenv(name, value)
        return manage(address, "migrate", "--no-input", "--verbosity", "0")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE own (id int)",
        "DROP TABLE matches_match",
        "ALTER TABLE matches_match ADD COLUMN own int",
        "TRUNCATE matches_match CASCADE",
        "ALTER TABLE matches_match DISABLE TRIGGER ALL",
        "CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "DELETE FROM django_migrations",
        "CREATE DATABASE own",
        "CREATE ROLE own",
        "COPY matches_match TO PROGRAM 'cat'",
        "SELECT pg_read_file('postgresql.conf')",
        "SET session_replication_role = replica",
    ],
)
def test_the_role_reads_and_writes_rows_and_no_more(granted: str, statement: str) -> None:
    with psycopg.connect(granted, autocommit=True) as database:
        database.execute("SELECT count(*) FROM matches_match")
        with pytest.raises(errors.InsufficientPrivilege):
            database.execute(statement)


def test_its_password_is_set_and_what_comes_later_is_granted_too(owned: str, granted: str) -> None:
    with psycopg.connect(owned, autocommit=True) as database:
        asked = sql.SQL("SELECT rolpassword FROM pg_authid WHERE rolname = {}").format(sql.Literal(ROLE))
        assert database.execute(asked).fetchone() == (None,)
        database.execute("CREATE TABLE later (id int)")
        assert migrated(owned, DATABASE_SERVICE_PASSWORD="tell nobody").returncode == 0
        (kept,) = database.execute(asked).fetchone() or ("",)
        assert kept.startswith("SCRAM-SHA-256$")
        with psycopg.connect(granted, autocommit=True) as service:
            service.execute("INSERT INTO later VALUES (1)")
        database.execute("DROP TABLE later")


def test_neither_a_superuser_nor_the_owner_is_such_a_role(owned: str) -> None:
    refused = migrated(owned, role="golden")
    assert refused.returncode == 1
    assert "DATABASE_SERVICE_ROLE is golden, which is a superuser: name another role" in refused.stderr


def test_whoever_may_not_grant_is_told_so(granted: str) -> None:
    refused = migrated(granted, role=f"{ROLE}_other")
    assert refused.returncode == 1
    assert "PostgreSQL refuses: permission denied to create role" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.skipif("GOLDEN_TEST_REDIS" not in os.environ, reason="needs databases of a Redis of ours")
def test_the_whole_service_runs_as_that_role(granted: str, owned: str, tmp_path: Path) -> None:
    socket = os.environ["CELERY_BROKER_URL"].partition("?")[0]
    shared = {
        "DATABASE_URL": granted,
        "REDIS_URL": f"{os.environ['REDIS_URL'].partition('?')[0]}?db=57",
        "CELERY_BROKER_URL": f"{socket}?virtual_host=56",
    }
    with ExitStack() as stack:
        password = prepared(tmp_path / "first", {**shared, "DATABASE_URL": owned})
        host = Host("a", tmp_path, shared)
        stack.callback(host.stop)
        host.start()
        wait_until_up([host])
        api = Api(host.url, "director", password)
        stack.callback(api.close)
        one, two = (api.post("players/", name=name) for name in ("Ann", "Bob"))
        match = api.post("matches/", one=one["id"], two=two["id"], length=5, rated=True)
        api.post(f"matches/{match['id']}/reports/", score={"one": 5, "two": 3})
        until("the match is final", lambda: api.get(f"matches/{match['id']}/")["state"] == "final")
        with psycopg.connect(granted, autocommit=True) as database:
            rated = "SELECT FROM matches_ratingentry LIMIT 2"
            until("it is rated", lambda: database.execute(rated).rowcount == 2)
    folded = manage(granted, "compare")
    assert folded.returncode == 0, folded.stdout
    backup = manage(granted, "backup", str(tmp_path / "backup.tar"))
    assert backup.returncode == 0, backup.stderr
