"""/merges/: two records of one player made one, and two again. For staff."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import ACCOUNT, PUBLIC
from matches.base.api.parsing import read_request_body
from matches.base.api.queries import read_query
from matches.players import services
from matches.players.models import Merge
from matches.players.selectors import merge_list

from .fields import player_numbered


class RecordRef(serializers.Serializer[Any]):
    """A record of a player as it is by itself."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class PairOfRecords(serializers.Serializer[Any]):
    kept = serializers.IntegerField(help_text="Number of the player whose record both are from then on.")
    absorbed = serializers.IntegerField(help_text="Number of the other record.")


class MergeInput(PairOfRecords):
    reason = serializers.CharField(max_length=500)


class ReasonInput(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=500)


class MergePreviewOutput(serializers.Serializer[services.MergePreview]):
    kept = RecordRef()
    absorbed = RecordRef()
    counts = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How much hangs on the absorbed record: matches, tournaments, ponds, memberships.",
    )


class MergeOutput(serializers.Serializer[Merge]):
    address = "api-matches:merge"

    id = serializers.IntegerField()
    kept = RecordRef()
    absorbed = RecordRef()
    reason = serializers.CharField()
    merged_at = serializers.DateTimeField(source="recorded_at")
    undoes = serializers.IntegerField(source="undoes_id", allow_null=True)
    undone_by = serializers.IntegerField(source="undone_by.pk", default=None, allow_null=True)


class MergesView(generics.ListAPIView[Merge]):
    """Merges of players, and their undoings, the latest first."""

    serializer_class = MergeOutput
    queryset = merge_list()
    scopes = {"GET": PUBLIC, "POST": ACCOUNT}

    @extend_schema(request=MergeInput, responses={201: MergeOutput})
    def post(self, request: Request) -> Response:
        """Let one player stand in for another, who was the same person all along."""
        sent = read_request_body(MergeInput, request)
        merge = services.players_merge(
            actor=require_caller(request),
            kept=player_numbered(sent["kept"]),
            absorbed=player_numbered(sent["absorbed"]),
            reason=sent["reason"],
        )
        return Response(MergeOutput(merge).data, status=201)


class MergeView(generics.RetrieveAPIView[Merge]):
    """A merge of two players, or the undoing of one."""

    serializer_class = MergeOutput
    queryset = merge_list()
    scopes = {"GET": PUBLIC}


class MergePreviewView(generics.GenericAPIView[Any]):
    """What a merge would bring along."""

    queryset = Merge.objects.none()
    serializer_class = MergePreviewOutput
    query_shape = PairOfRecords
    scopes = {"GET": ACCOUNT}

    @extend_schema(responses=MergePreviewOutput, operation_id="merges_preview")
    def get(self, request: Request) -> Response:
        """How much would count as the kept player's; refused as the merge itself would be."""
        asked = read_query(self)
        kept, absorbed = (player_numbered(asked[name]) for name in ("kept", "absorbed"))
        preview = services.merge_preview(actor=require_caller(request), kept=kept, absorbed=absorbed)
        return Response(MergePreviewOutput(preview).data)


class MergeUndoView(generics.GenericAPIView[Merge]):
    """The undoing of a merge."""

    queryset = merge_list()
    serializer_class = MergeOutput
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=ReasonInput, responses={201: MergeOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Make two players of them again: each has played what it was entered for."""
        sent = read_request_body(ReasonInput, request)
        undoing = services.merge_undo(
            actor=require_caller(request), merge=self.get_object(), reason=sent["reason"]
        )
        return Response(MergeOutput(undoing).data, status=201)
