"""Whom records are merged into, compared with the merges."""

from django.db import transaction

from matches.players.models import Player

from .merges import stand_ins_differing, stand_ins_write


@transaction.atomic
def stand_ins_compare(repair: bool) -> list[str]:
    """Where it is stored wrongly who stands in for a player, in words."""
    found = []
    for player in stand_ins_differing():
        stored = Player.objects.get(pk=player.pk).stand_in_id
        found.append(f"player {player.pk}: stored as {stored}; the merges say {player.stand_in_id}")
    if repair:
        stand_ins_write()
    return found
