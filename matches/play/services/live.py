"""Announces that a match changed, to all that show it."""

from typing import TYPE_CHECKING

from matches import hooks

if TYPE_CHECKING:
    # The web process reads CHANNEL before there are any models.
    from matches.play.models import Match
from matches.facts.live import announce_change


def match_changed(match: "Match") -> None:
    """Announce that the state of a match changed, to all that show it."""
    announce_change(
        f"match-{match.pk}", *(topic for stake in hooks.match_stakes() for topic in stake.live_topics(match))
    )
