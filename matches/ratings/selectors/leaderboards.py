"""Leaderboards of a rating pool: now or at a past moment, over a period, of a club, of a variant."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from matches.hooks import player_filters
from matches.players.selectors import PUBLIC_COUNTRY, merged_into
from matches.ratings.errors import InvalidPeriod
from matches.ratings.models import RatingPool, RatingPoolTerms, RatingStanding
from matches.ratings.systems import VALUE, RatedMatch, Rating
from matches.work.statements import RowsStatement, Statement, set_related

from .leader_sources import (
    AT,
    NOW,
    OF_VARIANT,
    OF_VARIANT_WITHIN,
    SINCE,
    SINCE_BY_MATCHES,
    WITHIN,
    LeaderSource,
)


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


class Leader(NamedTuple):
    """A row of a leaderboard.

    player_id: the record that is rated. number, name, country: of the player, after a merge of the one who
    stands in; the country is "" unless it is public.
    rating, experience, last_at: at the end of the period. matches, won, gained: within it. peak: ever.
    value, experience_now, carried: the rating now, of which `standing_at` is the last match.
    """

    player_id: int
    number: int
    name: str
    country: str
    rating: float
    experience: int
    matches: int
    won: int
    gained: float
    last_at: datetime
    peak: float | None
    value: float
    experience_now: int
    carried: Sequence[float]
    standing_at: datetime

    @property
    def as_rating(self) -> Rating:
        """The rating now, as the pool's rating system takes it."""
        return (self.value, self.experience_now, *self.carried)


ORDERED: dict[str, Callable[[str], float]] = {"rating": float, "matches": int, "player_id": int}
"""The columns by which leaders are ordered, and how their values are read."""


COUNTED = 10_000
"""So many leaders are counted at most: to count a million takes longer than to show any of them."""


class Leaderboard:
    """Who leads in a pool, as rows that are read from where on one likes, and counted.

    One query each time; one more for each filter of `Board.of`.
    """

    def __init__(self, rating_pool: RatingPool, board: Board, now: datetime) -> None:
        terms = rating_pool.in_force
        experience = max(board.experience, terms.provisional if board.established else 0)
        active_since = terms.active_since(min(now, board.until or now)) if board.active else None
        among = _players_of(board.of)
        self.board = board
        self.values: dict[str, Any] = {
            "rating_pool": rating_pool.pk,
            "matches": board.matches,
            "experience": experience,
            "active_since": active_since,
            "among": among,
            "since": board.since,
            "until": board.until,
            "variant": board.variant,
            "newcomer": terms.as_system.newcomer_rating[VALUE],
        }
        # Nothing is said of what is not asked for: an index that knows the rest is enough then.
        self.shown = " AND ".join(
            condition
            for asked, condition in (
                (experience, "leader.experience >= %(experience)s"),
                (active_since, "leader.last_at >= %(active_since)s"),
                # Each row has a match at the least.
                (board.matches > 1, "leader.matches >= %(matches)s"),
                (among is not None, "leader.player_id IN (SELECT unnest(%(among)s::bigint[]))"),
            )
            if asked
        )

    def source(self, column: str = "rating") -> LeaderSource:
        """What it is made of, in order of a column: stored rows, as far as they have what is asked for."""
        board = self.board
        if board.variant is not None:
            return OF_VARIANT if (board.since, board.until) == (None, None) else OF_VARIANT_WITHIN
        if board.until is not None:
            return AT if board.since is None else WITHIN
        if board.since is not None:
            return SINCE_BY_MATCHES if column == "matches" or board.matches > 1 else SINCE
        return NOW

    def behind(self, columns: Sequence[str], position: Sequence[str] | None, count: int) -> list[Leader]:
        """The first rows behind a position: the values of two columns of ORDERED. Raises ValueError."""
        values: dict[str, Any] = {}
        if position is not None:
            names = (column.lstrip("-") for column in columns)
            read = [ORDERED[name](text) for name, text in zip(names, position, strict=True)]
            values = dict(zip(("behind", "behind_player"), read, strict=True))
        ask = _leaders(self.source(columns[0].lstrip("-")), self.shown, tuple(columns), position is not None)
        return [*map(Leader._make, ask(**self.values, **values, count=count, offset=0))]

    def __getitem__(self, places: slice) -> list[Leader]:
        """The highest rating first, ties by number of the player."""
        ask = _leaders(self.source(), self.shown, ("-rating", "player_id"), False)
        count = places.stop - places.start
        return [*map(Leader._make, ask(**self.values, count=count, offset=places.start))]

    def count(self) -> int:
        """How many there are, COUNTED if more."""
        return int(_leader_count(self.source(), self.shown)(**self.values, counted=COUNTED)[0][0])


def _players_of(filters: Mapping[str, int]) -> list[int] | None:
    """The numbers of the players to whom a board is narrowed down; None for all."""
    found = [player_filters()[name].players(of) for name, of in filters.items()]
    return sorted(set.intersection(*found)) if found else None


@cache
def _leaders(source: LeaderSource, shown: str, order: tuple[str, str], behind: bool) -> Statement:
    """A page of leaders in an order of two columns of ORDERED: from its beginning, or behind a position."""
    (first, up), (second, second_up) = (
        (f"leader.{column.lstrip('-')}", not column.startswith("-")) for column in order
    )
    # The first column's bound stands alone as well: an index knows no alternatives.
    further = f"""
        AND {first} {">=" if up else "<="} %(behind)s AND (
            {first} {">" if up else "<"} %(behind)s OR {second} {">" if second_up else "<"} %(behind_player)s
        )
    """
    in_order = f"{first} {'ASC' if up else 'DESC'}, {second} {'ASC' if second_up else 'DESC'}"
    return Statement(f"""
        SELECT leader.player_id, coalesce(stand_in.id, player.id), coalesce(stand_in.name, player.name),
            CASE WHEN stand_in.id IS NULL THEN {PUBLIC_COUNTRY.format(player="player")}
                ELSE {PUBLIC_COUNTRY.format(player="stand_in")} END,
            leader.rating, {", ".join(source.figures)},
            standing.peak, standing.value, standing.experience, standing.carried, standing.last_at
        FROM (
            SELECT leader.* FROM ({source.rows}) AS leader
            WHERE {shown or "true"} {further if behind else ""}
            ORDER BY {in_order}
            LIMIT %(count)s OFFSET %(offset)s
        ) AS leader
        JOIN matches_ratingstanding AS standing
            ON standing.rating_pool_id = %(rating_pool)s AND standing.player_id = leader.player_id
        {source.joined}
        JOIN matches_player AS player ON player.id = leader.player_id
        LEFT JOIN matches_player AS stand_in ON stand_in.id = player.stand_in_id
        ORDER BY {in_order}
    """)


@cache
def _leader_count(source: LeaderSource, shown: str) -> Statement:
    rows = source.rows if shown or source.members is None else source.members
    return Statement(f"""
        SELECT count(*) FROM (
            SELECT FROM ({rows}) AS leader WHERE {shown or "true"} LIMIT %(counted)s
        ) AS counted
    """)


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
