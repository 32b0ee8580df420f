"""Announces that a player is shown otherwise than before, wherever that is."""

from matches import hooks
from matches.facts.versions import announce_change
from matches.players.models import Player


def player_changed(player: Player) -> None:
    """Announce what was written of a player; call it in that transaction, and not of a new one."""
    records = list(Player.objects.records_of(player.pk).values_list("pk", flat=True))
    shown = (topic for stake in hooks.player_stakes() for topic in stake.shown_in(records))
    groups = (f"player-{group}" for group in player.memberships.values_list("group", flat=True))
    announce_change(*(f"player-{record}" for record in records), *shown, *groups)
