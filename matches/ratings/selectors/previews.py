"""Every rating that a correction would change."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from matches.play.models import Match, Result
from matches.play.rules.deciding import Decision
from matches.play.selectors import Case
from matches.players.models import Player
from matches.ratings.systems import RatedMatch

from .ratings import rating_changes, rating_dict


def ratings_shown(case: Case, would: Decision, superseded: Mapping[int, bool]) -> list[dict[str, Any]]:
    """Every rating that would be another, before and after."""
    match = case.match
    counted: dict[int, RatedMatch | None] = dict.fromkeys(superseded)
    again = [number for number, gone in superseded.items() if not gone and number != match.pk]
    if again:
        standing = Match.objects.filter(pk__in=again).values("result")
        results = Result.objects.filter(match__in=again, pk__in=standing, rated=True)
        for result in results.select_related("match"):
            counted[result.match_id] = rated_match_of(result.match, result.winner, result.finalised_at)
    if not superseded[match.pk] and would.state == Match.State.FINAL and case.moves_ratings(would):
        assert would.match_score is not None
        assert would.at is not None
        first = case.results[0].finalised_at if case.results else would.at
        counted[match.pk] = rated_match_of(match, would.match_score.winner, first)
    changes = rating_changes(counted)
    names = dict(Player.objects.filter(pk__in={row.player for row in changes}).values_list("pk", "name"))
    return [
        {
            "rating_pool": {"id": change.rating_pool.pk, "name": change.rating_pool.name},
            "player": {"id": change.player, "name": names[change.player]},
            "before": rating_dict(change.before),
            "after": rating_dict(change.after),
        }
        for change in changes
    ]


def rated_match_of(match: Match, winner: int | None, at: datetime) -> RatedMatch | None:
    """A match with its place among the rated ones, if it has one there."""
    if winner is None or not match.rated:
        return None
    players = (match.one_id, match.two_id)
    return RatedMatch(match.pk, players[winner], players[1 - winner], match.length, at)
