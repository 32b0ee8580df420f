"""What a ruling, or taking one back, would change: looked at before a match that is decided is corrected."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT
from matches.base.api.parsing import read_request, read_request_body
from matches.base.api.sections import Fields
from matches.hooks import effect_parts
from matches.play import services
from matches.play.models import Match
from matches.play.rules.results import KINDS
from matches.play.selectors import PREVIEWED

from .fields import SideField
from .reports import ScoreInput
from .rulings import ReasonField, RulingResultInput


def page_field() -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=1,
        max_value=100_000,
        default=1,
        help_text=f"Which {PREVIEWED} rows of each part are shown; `counts` says of how many.",
    )


class PreviewInput(RulingResultInput):
    """The body of the ruling itself; the reason may come later."""

    reason = ReasonField(required=False, allow_blank=True, default="")
    page = page_field()


class UndoPreviewInput(serializers.Serializer[Any]):
    """A reason is taken and not needed."""

    reason = ReasonField(required=False, allow_blank=True)
    page = page_field()


class PreviewedResult(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=KINDS)
    winner = SideField(allow_null=True)
    score = ScoreInput()


class MatchShown(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=Match.State.choices)
    result = PreviewedResult(allow_null=True)


class MatchMoved(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    before = MatchShown()
    after = MatchShown()


class PreviewOutput(serializers.Serializer[Any]):
    """Everything that would change, and nothing has changed."""

    token = serializers.CharField(help_text="Send it as `preview` with the ruling that was looked at.")
    match = MatchMoved()
    counts = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Of how many rows each part is; shown are those of a page.",
    )

    def get_fields(self) -> Fields:
        parts = {name: part.field() for name, part in effect_parts().items()}
        return {**super().get_fields(), **parts}


class RulingPreviewView(APIView):
    """What a ruling would change."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=PreviewInput, responses=PreviewOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Look at what a ruling would change: fixtures, places, rungs, ratings. Changes nothing."""
        sent = read_request(PreviewInput, request)
        outcome = sent.ruling_outcome()
        del outcome["reason"]
        preview = services.ruling_preview(match_id=pk, actor=require_caller(request), **outcome)
        return Response(preview.as_dict(sent.validated_data["page"]))


class UndoPreviewView(APIView):
    """What taking a ruling back would change."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=UndoPreviewInput, responses=PreviewOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Look at what undoing a ruling would change. Changes nothing."""
        page = read_request_body(UndoPreviewInput, request)["page"]
        preview = services.ruling_undo_preview(ruling_id=pk, actor=require_caller(request))
        return Response(preview.as_dict(page))
