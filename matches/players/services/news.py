"""Announces that a player is shown otherwise than before, wherever that is."""

from collections.abc import Iterable

from matches.facts.versions import announce_change, row_changed, row_topic
from matches.players.models import Player


def player_changed(player: Player) -> None:
    """Announce what was written of a player, with all its records; call it in that transaction."""
    for record in Player.objects.records_of(player.pk):
        row_changed(record)


def members_changed(group: Player, former: Iterable[Player] = ()) -> None:
    """Announce who belongs to a group by now, and who did; call it in that transaction."""
    row_changed(group)
    announce_change(*map(row_topic, former))
