"""Statements that take long are logged: as they were written, without the values in them."""

import re
import time
from collections.abc import Callable, Mapping
from typing import Any

import structlog
from django.conf import settings
from django.db.backends.signals import connection_created

from .catalogue import SLOW_STATEMENTS
from .tally import tally

# Characters of a statement that are logged.
KEPT = 2_000
_SPACE = re.compile(r"\s+")

log = structlog.get_logger(__name__)


def measure_statement(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]
) -> Any:
    """A wrapper of Django's: https://docs.djangoproject.com/en/stable/topics/db/instrumentation/"""
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        milliseconds = 1000 * (time.perf_counter() - began)
        if milliseconds >= settings.SLOW_QUERY_MS > 0:
            statement = _SPACE.sub(" ", str(sql)).strip()[:KEPT]
            log.warning("slow_query", milliseconds=round(milliseconds), statement=statement)
            tally.count(SLOW_STATEMENTS)


def measure_connection(connection: Any, **_: Any) -> None:
    # A connection of Django's connects many times, to what the pool gives it.
    if measure_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(measure_statement)


def watch_statements() -> None:
    """Measure all statements of this process from now on."""
    connection_created.connect(measure_connection, dispatch_uid="config.monitoring.slow")
