"""What ratings add to pages and resources of other rooms."""

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.serializers import Field

from matches.base.pages import PER_PAGE
from matches.hooks import PageContext, Section
from matches.play.models import Match
from matches.players.models import Player
from matches.ratings.models import RatingStanding
from matches.ratings.pages.boards import requested_rating_pool
from matches.ratings.selectors import (
    RATING_CHANGES_COLUMN,
    RATINGS_COLUMN,
    curve_entries,
    rating_change_mappings,
    rating_curve_of,
    rating_history,
    rating_mappings,
    rating_pools_kept,
    rating_prefetch,
)


class PlayerRatings(Section):
    """A player's ratings; of one rating pool the curve and the rated matches, the latest first."""

    subject = Player
    templates = {"head": "ratings/_ratings_now.html", "main": "ratings/_rating_history.html"}
    column = RATINGS_COLUMN

    def load(self, rows: QuerySet[Player]) -> QuerySet[Player]:
        ratings = RatingStanding.objects.select_related("rating_pool__terms").order_by("rating_pool")
        return rows.prefetch_related(Prefetch("ratings", ratings))

    def fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        from matches.ratings.api.players import RatingOutput

        return {"ratings": RatingOutput(many=True)}

    def values(self, column: Any) -> Mapping[str, Any]:
        return {"ratings": rating_mappings(column, timezone.now())}

    def context(self, row: Player, request: HttpRequest, page: PageContext) -> PageContext:
        rating_pool = requested_rating_pool(request, rating_pools_kept())
        history = rating_history(row.pk, rating_pool)
        curve = rating_curve_of(history)
        pages = Paginator(history.reverse(), PER_PAGE)
        # The curve has seen them all.
        pages.count = curve.matches if curve else 0
        return {
            "rating_pool": rating_pool,
            "page": pages.get_page(request.GET.get("page")),
            "curve": curve,
            "curve_entries": curve and {entry.match_id: entry for entry in curve_entries(history, curve)},
        }


class MatchRatings(Section):
    """What a match did to the ratings."""

    subject = Match
    templates = {"main": "ratings/_match_ratings.html"}
    column = RATING_CHANGES_COLUMN

    def load(self, rows: QuerySet[Match]) -> QuerySet[Match]:
        return rows.prefetch_related(rating_prefetch())

    def fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        from matches.ratings.api.players import RatingChangeOutput

        return {"ratings": RatingChangeOutput(source="rating_entries", many=True)}

    def values(self, column: Any) -> Mapping[str, Any]:
        return {"ratings": rating_change_mappings(column)}

    def context(self, row: Match, request: HttpRequest, page: PageContext) -> PageContext | None:
        return {} if row.rating_entries.all() else None
