"""/tournaments/<id>/outstanding/: what an event waits for, and how far it has come."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.scopes import PUBLIC
from matches.base.api.fields import TextField
from tournaments.events.rules.outstanding import Outstanding, PartProgress, Progress
from tournaments.events.rules.slots import SLOT_STATES, EventSlot, LateMatch
from tournaments.events.selectors import EventOutlook, tournament_outlook

from .tournaments import OfTournament


class LateMatchOutput(serializers.Serializer[LateMatch]):
    since = serializers.DateTimeField(help_text="When it was to begin, or to be played by.")
    minutes = serializers.IntegerField()
    points = serializers.IntegerField(
        source="cost.points", help_text="What that costs whoever is not there, by the regulations."
    )
    lost = serializers.BooleanField(source="cost.lost", help_text="Whether it is enough to lose the match.")
    next_point_at = serializers.DateTimeField(allow_null=True, help_text="When it will cost more.")


class EventSlotOutput(serializers.Serializer[EventSlot]):
    number = serializers.IntegerField(allow_null=True, help_text="Of the match in the tournament, for good.")
    board = serializers.IntegerField(help_text="Of a match of teams, from 1; else 0.")
    key = serializers.CharField(source="slot.key")
    match = serializers.IntegerField(allow_null=True, help_text="Of all matches; null before it is set up.")
    state = serializers.ChoiceField(
        choices=SLOT_STATES,
        help_text="blocked: it waits for others; scheduled: it starts later; due: it can be called; late; "
        "playing: games are live-scored; judging: a report is with the referee; reported; disputed; "
        "appealed; final; walkover; off: the event was called off.",
    )
    waits_for = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the matches that it waits for."
    )
    confirms_at = serializers.DateTimeField(
        allow_null=True, help_text="When what is reported counts, if nobody objects."
    )
    late = LateMatchOutput(allow_null=True)


class OutstandingOutput(serializers.Serializer[Outstanding]):
    kind = serializers.CharField(help_text="A permanent code; docs/api.md lists them.")
    sentence = TextField()
    action = serializers.CharField(help_text="What somebody who may can do about it; empty for nothing.")
    count = serializers.IntegerField(help_text="Of how many it is about.")
    matches = EventSlotOutput(source="slots", many=True)
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of entries.")
    part = serializers.CharField(help_text="The bracket, group or division of a round; else empty.")
    round = serializers.IntegerField(help_text="The round that is to be paired; else 0.")
    at = serializers.DateTimeField(allow_null=True, help_text="When it, or the first of it, comes by itself.")


class PartProgressOutput(serializers.Serializer[PartProgress]):
    part = serializers.CharField(help_text="The bracket, group or division.")
    round = serializers.IntegerField(help_text="The first that is not over, or the last.")
    of_rounds = serializers.IntegerField(allow_null=True, help_text="Null where play decides how many.")
    decided = serializers.IntegerField()
    matches = serializers.IntegerField(help_text="So far.")


class ProgressOutput(serializers.Serializer[Progress]):
    decided = serializers.IntegerField(help_text="Matches decided; a match of teams is one.")
    matches = serializers.IntegerField(help_text="How many there are so far.")
    in_all = serializers.IntegerField(
        allow_null=True, help_text="How many there will be; null where play decides."
    )
    parts = PartProgressOutput(many=True)


class EventOutlookOutput(serializers.Serializer[EventOutlook]):
    outstanding = OutstandingOutput(many=True)
    progress = ProgressOutput(allow_null=True, help_text="Null before the draw.")


class OutstandingView(OfTournament):
    """What a tournament waits for."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=EventOutlookOutput, operation_id="tournaments_outstanding")
    def get(self, request: Request, pk: int) -> Response:
        """What it waits for, the most urgent first, what can be done about it, and how far it has come."""
        outlook = tournament_outlook(self.requested_tournament(), timezone.now())
        return Response(EventOutlookOutput(outlook).data)
