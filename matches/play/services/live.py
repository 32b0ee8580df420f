"""Announces that a match changed, to all that show it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from matches import hooks
from matches.facts.versions import announce_change

if TYPE_CHECKING:
    from matches.play.models import Match


def match_changed(match: "Match") -> None:
    """Announce that the state of a match changed, to all that show it."""
    announce_change(f"match-{match.pk}", within=match_topics(match))


def match_topics(match: "Match") -> Iterator[str]:
    """What shows the match as a part of it: its players, its tournament, ladder, club, venue."""
    for player in match.players:
        yield f"player-{player.pk}"
    for stake in hooks.match_stakes():
        yield from stake.live_topics(match)
