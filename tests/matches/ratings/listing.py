"""Leaderboards as rows of models, to compare with what is answered of them."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, FloatField, IntegerField, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from matches.hooks import player_filters
from matches.ratings.models import RatingEntry, RatingPool, RatingStanding
from matches.ratings.selectors import Board
from matches.ratings.systems import VALUE


def standing_list(rating_pool: RatingPool, board: Board, now: datetime) -> Any:
    """The standings of a pool with `rating`, `points` (experience), `played`, `victories` and `gained`."""
    standings: Any = RatingStanding.objects.filter(rating_pool=rating_pool.pk).select_related("player")
    is_of_all = board.since is None and board.until is None and board.variant is None
    standings = standings_now(rating_pool, standings) if is_of_all else standings_over(standings, board)
    standings = standings.filter(played__gte=board.matches, points__gte=board.experience)
    terms = rating_pool.in_force
    if board.established:
        standings = standings.filter(points__gte=terms.provisional)
    if board.active and terms.inactive_after is not None:
        at = min(now, board.until or now)
        standings = standings.filter(latest__gte=at - timedelta(days=terms.inactive_after))
    for name, number in board.of.items():
        standings = standings.filter(player__in=player_filters()[name].players(number))
    return standings.order_by("-rating", "player")


def standings_now(rating_pool: RatingPool, standings: Any) -> Any:
    return standings.annotate(
        rating=F("value"),
        points=F("experience"),
        played=F("matches"),
        victories=F("won"),
        gained=F("value") - rating_pool.system.newcomer_rating[VALUE],
        latest=F("last_at"),
    )


def standings_over(standings: Any, board: Board) -> Any:
    """The same over a period, or over the matches of a variant."""
    entries = RatingEntry.objects.filter(rating_pool=OuterRef("rating_pool"), player=OuterRef("player"))
    if board.until is not None:
        entries = entries.filter(finalised_at__lt=board.until)
    last = entries.order_by("-finalised_at", "-match")[:1]
    counted = entries if board.since is None else entries.filter(finalised_at__gte=board.since)
    if board.variant is not None:
        counted = counted.filter(match__variant=board.variant)

    def total_by_player(what: Any, output: Any) -> Coalesce:
        # Grouped by the player, who is one: without an order of their own the rows are but one.
        total = counted.order_by().values("player").annotate(total=what).values("total")
        return Coalesce(Subquery(total, output_field=output), 0, output_field=output)

    return standings.annotate(
        rating=Subquery(last.values("value_after")),
        points=Subquery(last.values("experience_after")),
        latest=Subquery(last.values("finalised_at")),
        played=total_by_player(Count("match"), IntegerField()),
        victories=total_by_player(Count("match", filter=Q(won=True)), IntegerField()),
        gained=total_by_player(Sum(F("value_after") - F("value_before")), FloatField()),
    )
