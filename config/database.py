"""Connections beside Django's, for those who listen: the dispatcher and the live events."""

from typing import Any

from django.conf import settings
from django.db import connection


def connection_parameters(name: str) -> dict[str, Any]:
    """The keyword arguments for psycopg.connect that lead `name` to Django's database.

    By the way that Django takes: for statements each of which stands for itself.
    """
    parameters = _parameters(name, connection)
    if settings.DATABASE_POOLER:
        parameters["prepare_threshold"] = None
    return parameters


def session_parameters(name: str) -> dict[str, Any]:
    """Those of a session that is one: past a pooler, for whoever listens, or has a snapshot kept."""
    if not settings.DATABASE_DIRECT:
        return connection_parameters(name)
    direct = connection.copy()
    direct.settings_dict.update({"OPTIONS": {}, **settings.DATABASE_DIRECT})
    return _parameters(name, direct)


def _parameters(name: str, database: Any) -> dict[str, Any]:
    parameters = database.get_connection_params()
    for django_only in ("cursor_factory", "context", "prepare_threshold"):
        parameters.pop(django_only, None)
    return {"application_name": f"golden {name}", **parameters}
