"""/rating-pools/<id>/facts/: everything that was recorded about a pool."""

from matches.accounts.api.scopes import PUBLIC
from matches.facts.api.facts import FactsView
from matches.ratings.models import RatingPool


class RatingPoolFactsView(FactsView):
    """Every fact about a rating pool: its terms, and what counts in it."""

    subject = RatingPool
    scopes = {"GET": PUBLIC}
