"""Counts that begin with nothing."""

from collections.abc import Iterator

import pytest
import redis
from django.conf import settings

from config.monitoring.tally import tally


@pytest.fixture
def counts() -> Iterator[redis.Redis]:
    """The Redis of the counts, without any; and what this process has counted is forgotten."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        forget(client)
        yield client
        forget(client)


def forget(client: redis.Redis) -> None:
    tally.add_to_sums()
    if keys := [*client.scan_iter("metrics:*")]:
        client.delete(*keys)
