"""Times are read from the database as Django reads them."""

from datetime import UTC, datetime

import pytest
from django.db import DataError, connection
from django.db.models import DateTimeField, Value
from django.db.models.functions import Cast

from matches.players.models import Player
from matches.work.postgresql.base import TimeLoader
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db

TIMES = [
    "2026-03-07 12:30:15.123456+00",
    "2026-03-07 12:30:15.5+00",
    "2026-03-07 12:30:15+00",
    "2026-03-07 21:30:15+09",
    "0001-01-01 00:00:00+00",
    "9999-12-31 23:59:59.999999+00",
]


def as_read(text: str) -> datetime:
    """By a statement of Django's."""
    at = Cast(Value(text), DateTimeField())
    return Player.objects.annotate(at=at).values_list("at", flat=True)[0]


@pytest.mark.parametrize("text", TIMES)
def test_a_time_is_the_one_that_was_written(text):
    PlayerFactory()
    found = as_read(text)
    assert found == datetime.fromisoformat(text)
    assert found.tzinfo is UTC
    oid = connection.connection.adapters.types["timestamptz"].oid
    assert connection.connection.adapters.get_loader(oid, 0) is TimeLoader


@pytest.mark.parametrize("text", ["infinity", "0044-03-15 12:00:00+00 BC"])
def test_a_time_that_python_has_not_is_refused(text):
    PlayerFactory()
    with pytest.raises(DataError):
        as_read(text)
