"""What statistics add to pages of other rooms."""

from django.http import HttpRequest

from matches.hooks import PageContext, Section
from matches.play.models import Match
from matches.players.models import Player


class StatisticsSection(Section):
    """Where a player's statistics are."""

    subject = Player
    templates = {"main": "statistics/_player_statistics.html"}

    def context(self, row: Player, request: HttpRequest, page: PageContext) -> PageContext:
        return {}


class MatchStatistics(Section):
    """Where the two players of a match stand head to head."""

    subject = Match
    templates = {"main": "statistics/_match_statistics.html"}

    def context(self, row: Match, request: HttpRequest, page: PageContext) -> PageContext:
        return {}
