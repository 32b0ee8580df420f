"""/venues/<id>/facts/: everything that happened at a venue."""

from matches.accounts.api.scopes import PUBLIC
from matches.facts.api.facts import FactsView
from tournaments.venues.models import Venue


class VenueFactsView(FactsView):
    """What was changed of a venue, in the order in which it was recorded."""

    subject = Venue
    scopes = {"GET": PUBLIC}
