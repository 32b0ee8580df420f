"""Statements that take long are logged, without the values in them."""

import pytest
import structlog
from django.db import DatabaseError, connection, transaction

from config.monitoring.catalogue import SLOW_STATEMENTS
from config.monitoring.slow import KEPT, measure_connection, measure_statement
from config.monitoring.tally import tally
from matches.accounts.models import User
from matches.work.statements import Statement

pytestmark = pytest.mark.django_db


@pytest.fixture
def slow(settings):
    settings.SLOW_QUERY_MS = 20
    with structlog.testing.capture_logs() as found:
        yield lambda: [line for line in found if line["event"] == "slow_query"]


def test_what_takes_long_is_logged_as_it_was_written(slow) -> None:
    [*User.objects.extra(where=["pg_sleep(0.03) IS NOT NULL"]).filter(username="mika.salo@example.org")]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(%s),\n       %s", [0.03, "a secret"])
    (line,) = slow()[-1:]
    assert line["statement"] == "SELECT pg_sleep(%s), %s"
    assert line["milliseconds"] >= 30
    assert line["log_level"] == "warning"
    assert "secret" not in str(slow())
    assert "salo" not in str(slow())


def test_so_is_what_binds_its_values(slow) -> None:
    Statement("SELECT pg_sleep(%(long)s), %(who)s::text")(long=0.03, who="a secret")
    (line,) = slow()
    assert line["statement"] == "SELECT pg_sleep(%(long)s), %(who)s::text"


def test_so_is_what_fails(slow) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.03), 1 / (0 * pg_backend_pid()), %s", ["a secret"])
    assert [line["statement"] for line in slow()] == ["SELECT pg_sleep(0.03), 1 / (0 * pg_backend_pid()), %s"]


def test_the_rest_is_not(slow, settings) -> None:
    settings.SLOW_QUERY_MS = 60_000
    User.objects.count()
    settings.SLOW_QUERY_MS = 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.03)")
    assert slow() == []


def test_of_a_long_one_the_beginning_is_logged(slow) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.03) /* " + "long " * KEPT + "*/")
    assert len(slow()[0]["statement"]) == KEPT


def test_it_is_counted(slow, counts) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.03)")
    tally.add_to_sums()
    assert tally.sums()[0][SLOW_STATEMENTS.name] == {"": 1}


def test_a_connection_that_connects_again_is_measured_once() -> None:
    assert connection.execute_wrappers.count(measure_statement) == 1
    measure_connection(connection)
    assert connection.execute_wrappers.count(measure_statement) == 1
