"""Notifies open pages that something changed: a NOTIFY that leaves with the transaction's commit."""

from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    # The web process reads CHANNEL before there are any models.
    pass

CHANNEL = "golden_live"


def announce_change(*topics: str) -> None:
    """Announce that whoever shows a topic ("match-7", "tournament-5") should look again: one statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_notify(%s, topic) FROM unnest(%s::text[]) AS topic", [CHANNEL, list(topics)]
        )
