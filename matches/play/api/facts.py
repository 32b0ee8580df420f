"""/matches/<id>/facts/: everything that happened to a match."""

from matches.accounts.api.scopes import PUBLIC
from matches.facts.api.facts import FactsView
from matches.play.models import Match


class MatchFactsView(FactsView):
    """Every fact about a match, in the order in which they were recorded."""

    subject = Match
    scopes = {"GET": PUBLIC}
