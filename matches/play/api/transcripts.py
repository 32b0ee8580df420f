"""/transcripts/verify/: what the referee says of a transcript; nothing is kept."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from matches.accounts.api.scopes import OPEN
from matches.base.api.parsing import JSONParser, form_values, read_shape
from matches.play.services import VERDICTS, transcript_judge

from .reports import TranscriptField


class TranscriptInput(serializers.Serializer[Any]):
    transcript = TranscriptField(help_text="In any format that the service reads: docs/files.md.")


TRANSCRIPT_FORM = {
    "type": "object",
    "required": ["transcript"],
    "properties": {"transcript": {"type": "string", "format": "binary", "description": "The file."}},
}


class JudgedGameOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    winner = serializers.IntegerField(allow_null=True, help_text="0 or 1; nobody in a draw.")
    points = serializers.IntegerField()
    ending = serializers.ChoiceField(choices=engine.GAME_ENDINGS)
    cube = serializers.IntegerField(help_text="What it was decided at; after a pass, before the offer.")
    crawford = serializers.BooleanField()


class ViolationOutput(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    turn = serializers.IntegerField(help_text="As printed before the row; 0 of a whole game.")
    player = serializers.IntegerField(allow_null=True, help_text="0 or 1.")
    code = serializers.ChoiceField(choices=sorted(engine.VIOLATION_CODES))
    rule = serializers.CharField(help_text="The rule broken, with its source.")
    message = serializers.CharField()
    legal = serializers.ListField(child=serializers.CharField(), help_text="Up to 20 legal plays.")


class VerdictNoteOutput(serializers.Serializer[Any]):
    game = serializers.IntegerField(help_text="0 of the whole record.")
    turn = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()


class UnreadableOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class TranscriptVerdictOutput(serializers.Serializer[Any]):
    """As docs/engine.md has it: players are the columns of the transcript, 0 and 1."""

    verdict = serializers.ChoiceField(choices=VERDICTS)
    format = serializers.CharField(allow_null=True)
    variant = serializers.CharField(allow_null=True)
    length = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.CharField(), allow_null=True)
    complete = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True, help_text="0 or 1.")
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="Raw points.")
    games = JudgedGameOutput(many=True)
    violations = ViolationOutput(many=True)
    notes = VerdictNoteOutput(many=True)
    error = UnreadableOutput(required=False, help_text="Of what is unreadable.")


class TranscriptVerifyView(APIView):
    """The referee."""

    parser_classes = (JSONParser, MultiPartParser)
    throttle_rate = "referee"
    scopes = {"POST": OPEN}

    @extend_schema(
        request={"application/json": TranscriptInput, "multipart/form-data": TRANSCRIPT_FORM},
        responses=TranscriptVerdictOutput,
        operation_id="transcripts_verify",
    )
    def post(self, request: Request) -> Response:
        """Judge a transcript: is every roll, play, cube and score by the rules? Nothing is kept."""
        sent = read_shape(TranscriptInput, form_values(request.data)).validated_data
        return Response(transcript_judge(sent["transcript"]).as_dict())
