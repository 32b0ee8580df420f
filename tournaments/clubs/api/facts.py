"""/clubs/<id>/facts/: everything that happened in a club."""

from matches.accounts.api.scopes import PUBLIC
from matches.facts.api.facts import FactsView
from tournaments.clubs.models import Club


class ClubFactsView(FactsView):
    """Who applied to a club, joined it and left it, in the order in which it was recorded."""

    subject = Club
    scopes = {"GET": PUBLIC}
