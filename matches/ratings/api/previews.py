"""What the preview of a correction says about ratings."""

from typing import Any

from rest_framework import serializers

from matches.players.api.fields import PlayerRef


class RatingShown(serializers.Serializer[Any]):
    rating = serializers.FloatField()
    experience = serializers.IntegerField()


class RatedIn(serializers.Serializer[Any]):
    """A rating pool; the first has no number before the first rated match."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


class RatingMoved(serializers.Serializer[Any]):
    rating_pool = RatedIn()
    player = PlayerRef()
    before = RatingShown(allow_null=True)
    after = RatingShown(allow_null=True, help_text="None once no rated match is left.")
