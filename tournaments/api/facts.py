"""/tournaments/<id>/facts/: everything that was recorded, in the order it was."""

from matches.api.facts import FactsView
from tournaments.models import Tournament


class TournamentFactsView(FactsView):
    """Every fact about a tournament and its matches, in the order in which they were recorded."""

    subject = Tournament
