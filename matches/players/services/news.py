"""Announces that a player is shown otherwise than before, wherever that is."""

from matches.facts.versions import row_changed
from matches.players.models import Player


def player_changed(player: Player) -> None:
    """Announce what was written of a player, with all its records; call it in that transaction."""
    for record in Player.objects.records_of(player.pk):
        row_changed(record)
