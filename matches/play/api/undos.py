"""/reports/<id>/undo/ and /redo/: what an official has entered, taken back and brought back."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, REPORT
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.play import services
from matches.play.models import ReportUndo

from .previews import PreviewOutput


class ReportUndoInput(serializers.Serializer[Any]):
    preview = serializers.CharField(
        required=False,
        max_length=64,
        help_text="Where a match that follows has begun or is decided: the token of the preview.",
    )


class ReportUndoOutput(serializers.Serializer[ReportUndo]):
    id = serializers.IntegerField()
    report = serializers.IntegerField(source="report_id")
    match = serializers.IntegerField(source="report.match_id")
    undoes = serializers.IntegerField(
        source="undoes_id", allow_null=True, help_text="The undo that it takes back; null for an undo itself."
    )
    recorded_at = serializers.DateTimeField()


class ReportUndoView(APIView):
    """What an official has entered."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=ReportUndoInput, responses={201: ReportUndoOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Undo an official's report: the match is what it was without it."""
        sent = read_request_body(ReportUndoInput, request)
        undo = services.report_undo(report_id=pk, actor=require_caller(request), **sent)
        return Response(ReportUndoOutput(undo).data, status=201)


class ReportUndoPreviewView(APIView):
    """What undoing a report would change."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=None, responses=PreviewOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Look at what undoing a report would change. Changes nothing."""
        refuse_request_body(request)
        preview = services.report_undo_preview(report_id=pk, actor=require_caller(request))
        return Response(preview.as_dict())


class ReportRedoView(APIView):
    """What an official has entered and undone."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=ReportUndoInput, responses={201: ReportUndoOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Have a report count again that was undone, if nothing was said of the match since."""
        sent = read_request_body(ReportUndoInput, request)
        redo = services.report_redo(report_id=pk, actor=require_caller(request), **sent)
        return Response(ReportUndoOutput(redo).data, status=201)


class ReportRedoPreviewView(APIView):
    """What bringing a report back would change."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=None, responses=PreviewOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Look at what bringing a report back would change. Changes nothing."""
        refuse_request_body(request)
        preview = services.report_redo_preview(report_id=pk, actor=require_caller(request))
        return Response(preview.as_dict())
