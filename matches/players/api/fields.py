"""Players as requests and answers name them."""

from typing import Any

from rest_framework import serializers

from matches.players.errors import UnknownPlayer
from matches.players.models import Player


class PlayerRef(serializers.Serializer[Player]):
    """A player, as far as a list needs one: after a merge, the one who stands in."""

    id = serializers.IntegerField()
    name = serializers.CharField()

    def to_representation(self, instance: Any) -> Any:
        return super().to_representation(
            instance.effective_player if isinstance(instance, Player) else instance
        )


def player_numbered(number: int) -> Player:
    """Raises UnknownPlayer."""
    player = Player.objects.filter(pk=number).first()
    if player is None:
        raise UnknownPlayer(
            "There is no player %(number)s. POST /api/v1/players/ enters one.",
            {"number": number},
            player=number,
        )
    return player
