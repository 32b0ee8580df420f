"""What the rating fold reads: results in order of completion (time of settlement, ties by match)."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from matches.models import Match, RatingEntry, Result
from matches.ratings import RatedMatch, Rating


def rated_results(start: tuple[datetime, int] | None = None) -> QuerySet[Result]:
    """Standing results that count for ratings, in order, from `start` (settlement, match) on."""
    results = Result.objects.filter(
        rated=True,
        match__rated=True,
        match__state=Match.State.FINAL,
        match__result=F("pk"),
    )
    if start is not None:
        settled_at, match = start
        results = results.filter(Q(settled_at__gt=settled_at) | Q(settled_at=settled_at, match__gte=match))
    return results.select_related("match__one", "match__two").order_by("settled_at", "match")


def rated_match(result: Result) -> RatedMatch:
    """A result as the fold wants it."""
    assert result.winner is not None
    players = result.match.players
    winner, loser = players[result.winner], players[1 - result.winner]
    return RatedMatch(result.match_id, winner.pk, loser.pk, result.match.length)


def first_unrated(system: str, matches: Collection[int] | None = None) -> tuple[datetime, int] | None:
    """The earliest place where entries and results disagree; None where ratings are up to date.

    With `matches` only at those: what has changed since the ratings were last up to date is known by number,
    and to look for it among all results would cost more with every match played.
    """
    results, entries = rated_results(), RatingEntry.objects.filter(system=system)
    if matches is not None:
        results, entries = results.filter(match__in=matches), entries.filter(match__in=matches)
    rated = RatingEntry.objects.filter(system=system, result=OuterRef("pk"))
    missing = results.filter(~Exists(rated)).values_list("settled_at", "match").first()
    standing = rated_results().filter(pk=OuterRef("result"))
    stale = (
        entries.filter(~Exists(standing))
        .order_by("settled_at", "match")
        .values_list("settled_at", "match")
        .first()
    )
    return min((place for place in (missing, stale) if place is not None), default=None)


def ratings_before(system: str, players: Iterable[int]) -> dict[int, Rating]:
    """The latest rating on file of each of `players` who has one: one query."""
    latest = (
        RatingEntry.objects.filter(system=system, player__in=players)
        .order_by("player", "-settled_at", "-match")
        .distinct("player")
    )
    return {entry.player_id: Rating(entry.value_after, entry.experience_after) for entry in latest}
