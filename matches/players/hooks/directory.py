"""Players, to be found by name."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy

from matches.accounts.permissions import Caller
from matches.hooks import Directory, SearchHit
from matches.players.selectors import player_hits


class PlayerDirectory(Directory):
    """Persons, pairs and teams."""

    kind = "player"
    title = gettext_lazy("Players")

    def search(self, viewer: Caller, text: str, most: int, club: int | None) -> Sequence[SearchHit]:
        """As many queries as `player_hits` takes."""
        return [hit.shown for hit in player_hits(text, viewer=viewer, club=club, most=most)]
