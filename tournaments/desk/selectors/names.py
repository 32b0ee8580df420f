"""By what the players of an event are found."""

from collections.abc import Collection

from matches.players.models import Alias, Player


def entrant_keys(players: Collection[int]) -> dict[int, str]:
    """By player the search key of all its names, those it goes by elsewhere too: two queries."""
    found = dict(Player.objects.filter(pk__in=players).values_list("pk", "search_key"))
    others = Alias.objects.filter(player__in=players).values_list("player", "search_key")
    for player, key in others:
        found[player] += key
    return found
