"""Leaderboards of a rating pool: now or at a past moment, over a period, of a club, of a variant."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, FloatField, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from matches.hooks import player_filters
from matches.players.selectors import merged_into
from matches.ratings.errors import InvalidPeriod
from matches.ratings.models import RatingEntry, RatingPool, RatingPoolTerms, RatingStanding
from matches.ratings.systems import VALUE, RatedMatch
from matches.work.statements import RowsStatement, set_related


@dataclass(frozen=True, slots=True)
class Board:
    """What a leaderboard shows.

    since, until: the period whose matches are counted; ratings are those at its end, `until` itself excluded.
    variant: whose matches are counted. of: numbers by the name of a filter that rooms declare: of whose
    players it is, such as a club's. experience: in points, and matches: within the period, at the least.
    active: without those whose rating the pool calls inactive. established: without provisional ratings.
    """

    since: datetime | None = None
    until: datetime | None = None
    variant: str | None = None
    of: Mapping[str, int] = field(default_factory=dict)
    experience: int = 0
    matches: int = 1
    active: bool = False
    established: bool = False

    def __post_init__(self) -> None:
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise InvalidPeriod(
                "The period from %(since)s to %(until)s is empty. Give a beginning before its end.",
                {"since": f"{self.since:%Y-%m-%d %H:%M}", "until": f"{self.until:%Y-%m-%d %H:%M}"},
                since=self.since.isoformat(),
            )

    @property
    def is_of_all(self) -> bool:
        """Whether every match counts, so that the standings have it all."""
        return self.since is None and self.until is None and self.variant is None


def rating_pool_with_terms(number: int) -> RatingPool | None:
    """A pool with the terms it rates by, unless it was removed: one query."""
    for rating_pool, terms in _RATING_POOLS(rating_pool=number):
        set_related(rating_pool, "terms", terms)
        found: RatingPool = rating_pool
        return found
    return None


_RATING_POOLS = RowsStatement(
    """
    SELECT {rating_pool}, {terms}
    FROM matches_ratingpool AS rating_pool
    LEFT JOIN matches_poolterms AS terms ON terms.id = rating_pool.terms_id
    WHERE rating_pool.id = %(rating_pool)s AND NOT rating_pool.removed
    """,
    rating_pool=RatingPool,
    terms=RatingPoolTerms,
)


def leaderboard_standings(rating_pool: RatingPool, board: Board, now: datetime) -> QuerySet[Any]:
    """The standings of a pool with `rating`, `points` (experience), `played`, `victories` and `gained`.

    The highest rating first, ties by number of the player. One query.
    """
    standings: Any = RatingStanding.objects.filter(rating_pool=rating_pool.pk).select_related("player")
    standings = (
        leaderboard_now(rating_pool, standings)
        if board.is_of_all
        else leaderboard_over_period(rating_pool, standings, board)
    )
    standings = standings.filter(played__gte=board.matches, points__gte=board.experience)
    terms = rating_pool.in_force
    if board.established:
        standings = standings.filter(points__gte=terms.provisional)
    if board.active and terms.inactive_after is not None:
        at = min(now, board.until or now)
        standings = standings.filter(latest__gte=at - timedelta(days=terms.inactive_after))
    for name, number in board.of.items():
        standings = standings.filter(player__in=player_filters()[name].players(number).values("pk"))
    found: QuerySet[Any] = standings.order_by("-rating", "player")
    return found


def leaderboard_now(rating_pool: RatingPool, standings: Any) -> Any:
    return standings.annotate(
        rating=F("value"),
        points=F("experience"),
        played=F("matches"),
        victories=F("won"),
        gained=F("value") - rating_pool.system.newcomer_rating[VALUE],
        latest=F("last_at"),
    )


def leaderboard_over_period(rating_pool: RatingPool, standings: Any, board: Board) -> Any:
    """The same over a period, or over the matches of a variant."""
    entries = RatingEntry.objects.filter(rating_pool=rating_pool.pk, player=OuterRef("player"))
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


def is_rating_provisional(rating_pool: RatingPool, experience: int) -> bool:
    """Whether a rating at this experience is provisional."""
    return rating_pool.in_force.is_provisional(experience)


def is_rating_inactive(rating_pool: RatingPool, last_at: datetime, now: datetime) -> bool:
    """Whether a rating whose last match was then is inactive now."""
    return rating_pool.in_force.is_inactive(last_at, now)


@dataclass(frozen=True, slots=True)
class MatchExpectation:
    """What a rating pool expects of a match to `length` points; chances from 0 to 1, ratings as of now."""

    rating_pool: RatingPool
    length: int
    chance: float
    if_won: float
    if_lost: float


def rating_expectation(
    rating_pool: RatingPool, one: int, two: int, length: int, now: datetime
) -> MatchExpectation:
    """The chance of player `one` against `two`, and what the rating of `one` would be after either result.

    Of who was merged it is the rating of the player they are merged into.
    """
    standing = merged_into()
    one, two = standing.get(one, one), standing.get(two, two)
    standings = RatingStanding.objects.filter(rating_pool=rating_pool.pk, player__in=(one, two))
    held = {row.player_id: row.as_rating for row in standings}
    system = rating_pool.system
    own, other = (system.rating_at(held.get(player, system.newcomer_rating), now) for player in (one, two))
    won = system.rate_match(own, other, RatedMatch(0, one, two, length, now))[0]
    lost = system.rate_match(other, own, RatedMatch(0, two, one, length, now))[1]
    return MatchExpectation(
        rating_pool, length, system.win_probability(own, other, length), won[VALUE], lost[VALUE]
    )
