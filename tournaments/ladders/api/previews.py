"""What the preview of a correction shows of places on a ladder."""

from typing import Any

from rest_framework import serializers

from matches.players.api.fields import PlayerRef


class RungShown(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    step = serializers.IntegerField(allow_null=True, help_text="On stairs alone.")


class RungMoved(serializers.Serializer[Any]):
    player = PlayerRef()
    before = RungShown(allow_null=True, help_text="None for who is not on the ladder.")
    after = RungShown(allow_null=True)
