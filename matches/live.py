"""Tells open pages that something changed: a NOTIFY that leaves with the transaction's commit."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    # The web process reads CHANNEL before there are any models.
    from matches.models import Match

CHANNEL = "golden_live"

Topics = Callable[["Match"], Iterable[str]]

_followers: list[Topics] = []


def follows(topics: Topics) -> Topics:
    """Register a function that names what else shows a match, such as its tournament."""
    _followers.append(topics)
    return topics


def changed(topic: str) -> None:
    """Announce that whoever shows `topic` ("match-7", "tournament-5") should look again."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, topic])


def match_changed(match: "Match") -> None:
    """Announce that the state of a match changed, to all that show it."""
    for topic in (f"match-{match.pk}", *(topic for topics in _followers for topic in topics(match))):
        changed(topic)
