"""Announces that a match changed, to all that show it."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from matches import hooks

if TYPE_CHECKING:
    # The web process reads CHANNEL before there are any models.
    from matches.play.models import Match
from matches.facts.live import announce_change


def match_changed(match: "Match") -> None:
    """Announce that the state of a match changed, to all that show it."""
    matches_changed([match])


def matches_changed(matches: "Collection[Match]") -> None:
    """The same of several: one statement, each topic once."""
    topics = {f"match-{match.pk}": None for match in matches}
    for stake in hooks.match_stakes():
        topics.update((topic, None) for match in matches for topic in stake.live_topics(match))
    if topics:
        announce_change(*topics)
