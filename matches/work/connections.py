"""The connections that a process has to the database."""

from django.db import connections


def leave_no_connections() -> None:
    """Close every connection of this process and the pool of them, before another is forked off it."""
    connections.close_all()
    for each in connections.all(initialized_only=True):
        if each.settings_dict.get("OPTIONS", {}).get("pool"):
            each.close_pool()  # type: ignore[attr-defined]
