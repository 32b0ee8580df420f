"""Players, to be found by name."""

from collections.abc import Iterator, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.permissions import Caller
from matches.base.api.pagination import rows_in_order
from matches.hooks import Directory, SearchHit, registrar_name
from matches.players.models import Player
from matches.players.selectors import FoundPlayer, player_list, player_search


class PlayerDirectory(Directory):
    """Persons, pairs and teams."""

    kind = "player"
    title = gettext_lazy("Players")

    def search(self, viewer: Caller, text: str, most: int, club: int | None) -> Sequence[SearchHit]:
        """As many queries as `player_search` takes, and as a list of players does."""
        found = player_search(text, viewer=viewer, club=club, most=most)
        if not found:
            return []
        players = rows_in_order(player_list(), [each.number for each in found])
        return [
            SearchHit(
                player.pk,
                player.name,
                " · ".join(player_details(player, each)),
                reverse("pages-matches:player", args=[player.pk]),
            )
            for player, each in zip(players, found, strict=True)
        ]


def player_details(player: Player, found: FoundPlayer) -> Iterator[str]:
    """What tells a player from others of the name: how it is read and known, who plays, who recorded it."""
    if player.reading:
        yield player.reading
    if found.alias:
        yield _("also known as %(name)s") % {"name": found.alias}
    if found.former:
        yield _("formerly %(name)s") % {"name": found.former}
    if player.kind != Player.Kind.PERSON:
        yield ", ".join(person.effective_player.name for person in player.persons)
    elif not player.logins and not player.anonymised:
        yield from filter(None, [registrar_name(player)])
