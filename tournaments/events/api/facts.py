"""/tournaments/<id>/facts/, and those of leagues and clubs: everything that was recorded, in its order."""

from matches.accounts.api.scopes import PUBLIC
from matches.facts.api.facts import FactsView
from tournaments.events.models import Tournament


class TournamentFactsView(FactsView):
    """Every fact about a tournament and its matches, in the order in which they were recorded."""

    subject = Tournament
    scopes = {"GET": PUBLIC}
