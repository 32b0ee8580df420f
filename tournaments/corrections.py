"""What a match that is decided otherwise changes in its tournament, or on its ladder."""

from matches import corrections
from matches.corrections import Consequence
from matches.deciding import Decision
from matches.models import Match
from tournaments.models import ChallengeAnswer, Fixture
from tournaments.selectors import ladder_consequence, tournament_consequence
from tournaments.services.ladders import ladder_lock
from tournaments.services.locks import tournament_lock


class OfTournaments:
    def lock(self, match_id: int) -> None:
        for tournament in Fixture.objects.filter(match=match_id).values_list("tournament", flat=True):
            tournament_lock(tournament)

    def consequence(self, match: Match, would: Decision) -> Consequence:
        fixture = Fixture.objects.select_related("tournament").filter(match=match).first()
        return Consequence() if fixture is None else tournament_consequence(fixture, would)


class OfLadders:
    def lock(self, match_id: int) -> None:
        answers = ChallengeAnswer.objects.filter(match=match_id)
        for ladder in answers.values_list("challenge__ladder", flat=True):
            ladder_lock(ladder)

    def consequence(self, match: Match, would: Decision) -> Consequence:
        answers = ChallengeAnswer.objects.select_related("challenge__ladder__club")
        answer = answers.filter(match=match).first()
        return Consequence() if answer is None else ladder_consequence(answer.challenge, match, would)


corrections.follows(OfTournaments())
corrections.follows(OfLadders())
