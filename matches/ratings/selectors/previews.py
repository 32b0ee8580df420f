"""Every rating that a correction would change, or another choice of the matches that count."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from matches.play.models import Match, Result
from matches.play.rules.deciding import Decision
from matches.play.selectors import Case
from matches.players.models import Player
from matches.ratings.models import RatingEntry, RatingPool, RatingStanding
from matches.ratings.systems import VALUE, RatedMatch, Rating

from .ratings import (
    Place,
    RatingChange,
    rated_matches,
    rated_results,
    rating_changes,
    rating_dict,
    ratings_before,
    results_from_place_on,
)

# Matches that are folded at once.
PART = 25_000
REFOLDED_TO_LOOK = 100_000
"""How many matches of a pool are folded to see what another sanction would do: some two seconds."""


def ratings_shown(
    case: Case, would: Decision, superseded: Mapping[int, bool]
) -> dict[str, list[dict[str, Any]]]:
    """Every rating that would be another, before and after: those of the match first, then what moves most.

    And the pools that are not looked at, as too many matches have been rated there since.
    """
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
    found = rating_changes(counted)
    sides = {each.effective_player.pk for each in (match.one, match.two)}
    rows = sorted(found.rows, key=lambda change: (change.player not in sides, -rating_change_size(change)))
    return {
        "ratings": rating_changes_shown(rows),
        "ratings_unseen": [rating_pool_shown(rating_pool) for rating_pool in found.unseen],
    }


def rated_match_of(match: Match, winner: int | None, at: datetime) -> RatedMatch | None:
    """A match with its place among the rated ones, if it has one there."""
    if winner is None or not match.rated:
        return None
    players = (match.one_id, match.two_id)
    return RatedMatch(match.pk, players[winner], players[1 - winner], match.length, at)


def is_too_much_to_refold(rating_pool: RatingPool, start: Place) -> bool:
    """Whether more matches count there from `start` on than anybody waits for."""
    return rated_results(rating_pool, start)[: REFOLDED_TO_LOOK + 1].count() > REFOLDED_TO_LOOK


def ratings_refolded(rating_pool: RatingPool, start: Place) -> Iterator[RatingChange]:
    """Every stored rating that a fold from `start` on, by what counts in the pool, would have otherwise.

    Reads what `ratings_update` would, and writes nothing.
    """
    entries = RatingEntry.objects.filter(results_from_place_on(start), rating_pool=rating_pool.pk)
    touched = set(entries.values_list("player", flat=True).distinct())
    ratings: dict[int, Rating] = ratings_before(rating_pool, touched, start)
    matches = iter(rated_matches(rating_pool, start))
    while part := list(islice(matches, PART)):
        players = {player for match in part for player in (match.winner, match.loser)}
        ratings |= ratings_before(rating_pool, players - ratings.keys(), start)
        touched |= players
        for _ in rating_pool.system.fold_matches(part, ratings):
            pass
    standings = RatingStanding.objects.filter(rating_pool=rating_pool.pk, player__in=touched)
    stored = {standing.player_id: standing.as_rating for standing in standings}
    for player in sorted(touched):
        if stored.get(player) != ratings.get(player):
            yield RatingChange(rating_pool, player, stored.get(player), ratings.get(player))


def rating_change_size(change: RatingChange) -> float:
    """How far a rating would move; one that comes or goes, from that of a newcomer or to it."""
    newcomer = change.rating_pool.system.newcomer_rating
    return abs((change.after or newcomer)[VALUE] - (change.before or newcomer)[VALUE])


def rating_changes_shown(changes: Collection[RatingChange]) -> list[dict[str, Any]]:
    """Changes of ratings as previews have them: one query."""
    names = dict(Player.objects.filter(pk__in={row.player for row in changes}).values_list("pk", "name"))
    return [
        {
            "rating_pool": rating_pool_shown(change.rating_pool),
            "player": {"id": change.player, "name": names[change.player]},
            "before": rating_dict(change.before),
            "after": rating_dict(change.after),
        }
        for change in changes
    ]


def rating_pool_shown(rating_pool: RatingPool) -> dict[str, Any]:
    return {"id": rating_pool.pk, "name": rating_pool.name}
