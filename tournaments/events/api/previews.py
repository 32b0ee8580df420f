"""What the preview of a correction shows of fixtures and places."""

from typing import Any

from rest_framework import serializers

from matches.play.api.previews import PreviewedResult
from matches.play.api.reports import ScoreInput
from matches.play.models import Match
from matches.players.api.fields import PlayerRef


class EntryShown(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    player = PlayerRef()


class FixtureShown(serializers.Serializer[Any]):
    match = serializers.IntegerField(allow_null=True, help_text="None where it would be set up anew.")
    one = EntryShown()
    two = EntryShown()
    state = serializers.ChoiceField(
        choices=Match.State.choices, allow_null=True, help_text="None where it would be set up anew."
    )
    live = ScoreInput(allow_null=True, help_text="The score so far, if it is live-scored.")
    result = PreviewedResult(allow_null=True, help_text="None while it has not been decided.")


class FixtureMoved(serializers.Serializer[Any]):
    key = serializers.CharField()
    number = serializers.IntegerField(
        allow_null=True, help_text="Of the match in the tournament; null where it has not come up yet."
    )
    board = serializers.IntegerField(help_text="Of a match of teams, from 1; else 0.")
    part = serializers.CharField(help_text="The bracket, group or division.")
    round = serializers.IntegerField()
    change = serializers.ChoiceField(
        choices=["superseded", "reinstated", "paired", "re_paired"],
        help_text="superseded: nobody meets there any more; reinstated: a match that did not count "
        "counts again; paired: two meet where nobody met; re_paired: a new match, of others or, after a void "
        "one, of the same two.",
    )
    before = FixtureShown(allow_null=True)
    after = FixtureShown(allow_null=True)


class PlaceShown(serializers.Serializer[Any]):
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    clinched = serializers.BooleanField()


class PlaceMoved(serializers.Serializer[Any]):
    entry = EntryShown()
    before = PlaceShown()
    after = PlaceShown()
