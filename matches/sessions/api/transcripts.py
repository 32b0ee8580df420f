"""/sessions/<id>/transcript/ and /replay/: the transcript of a session in every format, and replayed."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from engine.codecs import PACKED, WRITTEN
from matches.accounts.api.authentication import request_viewer
from matches.accounts.api.scopes import PUBLIC
from matches.base.api.queries import read_query
from matches.play.api.replays import (
    ReplayedGameOutput,
    ReplayedMomentsOutput,
    replay_mapping,
    replayed_game_mapping,
)
from matches.sessions.selectors import session_replay, session_with_transcript, written_transcript

FORMATS = [*WRITTEN, *PACKED]


class SessionTranscriptQuery(serializers.Serializer[Any]):
    to = serializers.ChoiceField(
        choices=FORMATS,
        required=False,
        help_text="The format to write it in (docs/files.md); left out, byte for byte as it was sent.",
    )


class SessionTranscriptView(APIView):
    """The transcript of a session."""

    query_shape = SessionTranscriptQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(
        parameters=[SessionTranscriptQuery],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The transcript as it was sent, or in another format; 404 of a session that was kept without one."""
        to = read_query(self).get("to")
        session = session_with_transcript(request_viewer(request), pk)
        content = bytes(session.transcript or b"")
        name = f"session-{session.pk}.{to or engine.read(content).format}"
        return HttpResponse(
            content if to is None else written_transcript(session, to),
            # Whose encoding nobody has declared.
            content_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


class SessionReplayOutput(serializers.Serializer[Any]):
    """The transcript of a session, replayed."""

    session = serializers.IntegerField()
    variant = serializers.CharField()
    length = serializers.IntegerField(help_text="0, or the limit of a server's session.")
    games = ReplayedGameOutput(many=True)


class SessionReplayView(APIView):
    """A session as it can be replayed."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=SessionReplayOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The games of a session, replayed by the referee; 404 of one that was kept without a transcript."""
        session = session_with_transcript(request_viewer(request), pk)
        found = {"session": session.pk, **replay_mapping(session_replay(session))}
        return Response(SessionReplayOutput(found).data)


class SessionReplayedGameView(APIView):
    """A game of a session as it can be replayed."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=ReplayedMomentsOutput)
    def get(self, request: Request, pk: int, game: int) -> Response:
        """A game moment by moment: the position before each action, the action, what the referee finds."""
        session = session_with_transcript(request_viewer(request), pk)
        return Response(ReplayedMomentsOutput(replayed_game_mapping(session_replay(session), game)).data)
