"""What is at stake for tournaments in matches, and in players."""

from collections.abc import Iterable

from matches.hooks import MatchStake
from matches.models import Match
from tournaments.models import Fixture


class FixtureStake(MatchStake):
    """Of tournaments, in the matches of their fixtures."""

    def topics(self, match: Match) -> Iterable[str]:
        tournaments = Fixture.objects.filter(match=match).values_list("tournament", flat=True)
        return [f"tournament-{tournament}" for tournament in tournaments]
