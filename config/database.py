"""Connections beside Django's, for those who listen: the dispatcher and the live events."""

from typing import Any

from django.db import connection


def connection_parameters(name: str) -> dict[str, Any]:
    """The keyword arguments for psycopg.connect that lead `name` to Django's database.

    A peer that vanished without a word is noticed within half a minute.
    """
    parameters = connection.get_connection_params()
    for django_only in ("cursor_factory", "context", "prepare_threshold"):
        parameters.pop(django_only, None)
    alive = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    return {"connect_timeout": 5, "application_name": f"golden {name}", **alive, **parameters}
