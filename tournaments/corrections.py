"""What a match that is decided otherwise changes in its tournament."""

from matches import corrections
from matches.corrections import Consequence
from matches.deciding import Decision
from matches.models import Match
from tournaments.models import Fixture
from tournaments.selectors import tournament_consequence
from tournaments.services.locks import tournament_lock


class OfTournaments:
    def lock(self, match_id: int) -> None:
        for tournament in Fixture.objects.filter(match=match_id).values_list("tournament", flat=True):
            tournament_lock(tournament)

    def consequence(self, match: Match, would: Decision) -> Consequence:
        fixture = Fixture.objects.select_related("tournament").filter(match=match).first()
        return Consequence() if fixture is None else tournament_consequence(fixture, would)


corrections.follows(OfTournaments())
