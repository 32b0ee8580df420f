"""What is at stake for venues in matches."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from matches.hooks import MatchStake, Work
from matches.play.models import Match
from matches.play.rules.lateness import LateSide
from tournaments.venues.models import VENUE_PROCESS_DUE, Seating, seating_of
from tournaments.venues.selectors import match_late_side, missing_sides


class TableStake(MatchStake):
    """Of venues, in the matches that sit at their tables."""

    fetched = ("seating",)

    def stands_otherwise(self, match: Match, *, over: bool) -> Iterable[Work]:
        """A table is free, whoever plays in the match goes on to another."""
        seating = seating_of(match)
        return () if seating is None else [(VENUE_PROCESS_DUE, seating.venue_id)]

    def live_topics(self, match: Match) -> Iterable[str]:
        seating = seating_of(match)
        return () if seating is None else [f"venue-{seating.venue_id}"]

    def match_tables(self, matches: Collection[int]) -> Mapping[int, str]:
        return dict(Seating.objects.filter(match__in=matches).values_list("match", "table"))

    def late_side(self, match: Match, side: int, now: datetime) -> LateSide | None:
        return match_late_side(match, side, now)

    def missing_sides(self, matches: Collection[int], now: datetime) -> Mapping[tuple[int, int], LateSide]:
        return missing_sides(matches, now)
