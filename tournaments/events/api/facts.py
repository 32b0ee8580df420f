"""/tournaments/<id>/facts/, and those of leagues and clubs: everything that was recorded, in its order."""

from matches.api.facts import FactsView
from tournaments.models import Club, League, Tournament


class TournamentFactsView(FactsView):
    """Every fact about a tournament and its matches, in the order in which they were recorded."""

    subject = Tournament


class ClubFactsView(FactsView):
    """Who applied to a club, joined it and left it, in the order in which it was recorded."""

    subject = Club


class LeagueFactsView(FactsView):
    """Every season and division of a league, in the order in which they were opened."""

    subject = League
