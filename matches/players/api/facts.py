"""/players/<id>/facts/: everything that was recorded about a player."""

from matches.accounts.api.scopes import PUBLIC
from matches.facts.api.facts import FactsView
from matches.players.models import Player


class PlayerFactsView(FactsView):
    """Every fact about a player's matches and entries, in the order in which they were recorded."""

    subject = Player
    scopes = {"GET": PUBLIC}
