"""Tells open pages that something changed: a NOTIFY that leaves with the transaction's commit."""

from django.db import connection

CHANNEL = "golden_live"


def changed(topic: str) -> None:
    """Announce that whoever shows `topic` ("match-7", "tournament-5") should look again."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, topic])
