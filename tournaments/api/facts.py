"""/tournaments/<id>/facts/ and /leagues/<id>/facts/: everything that was recorded, in the order it was."""

from matches.api.facts import FactsView
from tournaments.models import League, Tournament


class TournamentFactsView(FactsView):
    """Every fact about a tournament and its matches, in the order in which they were recorded."""

    subject = Tournament


class LeagueFactsView(FactsView):
    """Every season and division of a league, in the order in which they were opened."""

    subject = League
