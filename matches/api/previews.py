"""What a ruling, or taking one back, would change: looked at before a match that is decided is corrected."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches import services
from matches.api.authentication import caller
from matches.api.fields import PlayerRef, SideField
from matches.api.reports import ScoreInput
from matches.api.rulings import OutcomeInput, ReasonField
from matches.models import Match, Token
from matches.results import KINDS


class PreviewInput(OutcomeInput):
    """The body of the ruling itself; the reason may come later."""

    reason = ReasonField(required=False, allow_blank=True, default="")


class UndoPreviewInput(serializers.Serializer[Any]):
    """Nothing; a reason is taken and not needed."""

    reason = ReasonField(required=False, allow_blank=True)


class OutcomeShown(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=KINDS)
    winner = SideField(allow_null=True)
    score = ScoreInput()


class MatchShown(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=Match.State.choices)
    result = OutcomeShown(allow_null=True)


class MatchMoved(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    before = MatchShown()
    after = MatchShown()


class RatingShown(serializers.Serializer[Any]):
    value = serializers.FloatField()
    experience = serializers.IntegerField()


class RatedIn(serializers.Serializer[Any]):
    """A rating pool; the first has no number before the first rated match."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


class RatingMoved(serializers.Serializer[Any]):
    pool = RatedIn()
    player = PlayerRef()
    before = RatingShown(allow_null=True)
    after = RatingShown(allow_null=True, help_text="None once no rated match is left.")


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
    live = ScoreInput(allow_null=True, help_text="The score so far, if games of it are told.")
    result = OutcomeShown(allow_null=True, help_text="None while it has not been decided.")


class FixtureMoved(serializers.Serializer[Any]):
    key = serializers.CharField()
    round = serializers.IntegerField()
    change = serializers.ChoiceField(
        choices=["displaced", "revived", "paired", "re_paired"],
        help_text="displaced: nobody meets there any more; revived: a match that did not count counts again; "
        "paired: two meet where nobody met; re_paired: a new match, of others or, after a void one, of the "
        "same two.",
    )
    before = FixtureShown(allow_null=True)
    after = FixtureShown(allow_null=True)


class PlaceShown(serializers.Serializer[Any]):
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    settled = serializers.BooleanField()


class PlaceMoved(serializers.Serializer[Any]):
    entry = EntryShown()
    before = PlaceShown()
    after = PlaceShown()


class RungShown(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    step = serializers.IntegerField(allow_null=True, help_text="On stairs alone.")


class RungMoved(serializers.Serializer[Any]):
    player = PlayerRef()
    before = RungShown(allow_null=True, help_text="None for who is not on the ladder.")
    after = RungShown(allow_null=True)


class PreviewOutput(serializers.Serializer[Any]):
    """Everything that would change, and nothing has changed."""

    token = serializers.CharField(help_text="Send it as `preview` with the ruling that was looked at.")
    match = MatchMoved()
    fixtures = FixtureMoved(many=True, required=False, help_text="For a match of a tournament.")
    places = PlaceMoved(many=True, required=False, help_text="Of a tournament, where they would differ.")
    rungs = RungMoved(many=True, required=False, help_text="Of a ladder, where they would differ.")
    ratings = RatingMoved(many=True)


class RulingPreviewView(APIView):
    """What a ruling would change."""

    write_scope = Token.Scope.DIRECT

    @extend_schema(request=PreviewInput, responses=PreviewOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Look at what a ruling would change: fixtures, places, rungs, ratings. Changes nothing."""
        data = PreviewInput(data=request.data)
        data.is_valid(raise_exception=True)
        outcome = data.outcome()
        del outcome["reason"]
        preview = services.ruling_preview(match_id=pk, actor=caller(request), **outcome)
        return Response(preview.as_dict())


class UndoPreviewView(APIView):
    """What taking a ruling back would change."""

    write_scope = Token.Scope.DIRECT

    @extend_schema(request=UndoPreviewInput, responses=PreviewOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Look at what undoing a ruling would change. Changes nothing."""
        preview = services.undo_preview(ruling_id=pk, actor=caller(request))
        return Response(preview.as_dict())
