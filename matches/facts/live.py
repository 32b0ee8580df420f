"""Tells open pages that something changed: a NOTIFY that leaves with the transaction's commit."""

from typing import TYPE_CHECKING

from django.db import connection

from matches import hooks

if TYPE_CHECKING:
    # The web process reads CHANNEL before there are any models.
    from matches.models import Match

CHANNEL = "golden_live"


def changed(*topics: str) -> None:
    """Announce that whoever shows a topic ("match-7", "tournament-5") should look again: one statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_notify(%s, topic) FROM unnest(%s::text[]) AS topic", [CHANNEL, list(topics)]
        )


def match_changed(match: "Match") -> None:
    """Announce that the state of a match changed, to all that show it."""
    changed(f"match-{match.pk}", *(topic for stake in hooks.match_stakes() for topic in stake.topics(match)))
