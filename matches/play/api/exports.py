"""/matches/export/ and /transcripts/export/: everything that the lists have, as NDJSON."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from matches.accounts.api.scopes import PUBLIC
from matches.base.api.streams import NDJSON, ExportView
from matches.play.models import Match, Report
from matches.play.selectors import live_prefetch, match_list, transcripts_in_force

from .matches import MatchFilter, MatchOutput, match_filter_set


class MatchesExportView(ExportView):
    """Matches, whole."""

    serializer_class = MatchOutput
    queryset = match_list().prefetch_related(*live_prefetch())
    filename = "matches"
    scopes = {"GET": PUBLIC}

    @property
    def filterset_class(self) -> type[MatchFilter]:
        return match_filter_set()

    @extend_schema(responses={(200, NDJSON): MatchOutput(many=True)}, operation_id="matches_export")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """Every match that the filters leave, in the order of their numbers: one on each line."""
        return super().get(request, *args, **kwargs)


class TranscriptOutput(serializers.Serializer[Report]):
    report = serializers.IntegerField(source="pk")
    match = serializers.IntegerField(source="match_id")
    reported_at = serializers.DateTimeField(source="recorded_at")
    encoding = serializers.SerializerMethodField(help_text="With which the text is the bytes of the file.")
    transcript = serializers.SerializerMethodField(help_text="As it was sent.")

    def get_encoding(self, report: Report) -> str:
        return decoded(report)[0]

    def get_transcript(self, report: Report) -> str:
        return decoded(report)[1]


def decoded(report: Report) -> tuple[str, str]:
    """The encoding and the text; nobody has declared which one it is, and every byte is some letter."""
    content = bytes(report.transcript or b"")
    try:
        return "utf-8", content.decode()
    except UnicodeDecodeError:
        return "latin-1", content.decode("latin-1")


class TranscriptsExportView(ExportView):
    """Transcripts, whole."""

    serializer_class = TranscriptOutput
    queryset = Match.objects.all()
    filename = "transcripts"
    scopes = {"GET": PUBLIC}

    @property
    def filterset_class(self) -> type[MatchFilter]:
        return match_filter_set()

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """By their matches."""
        matches = super().filter_queryset(queryset).values("pk")
        return transcripts_in_force().filter(match__in=matches)

    def lines(self, rows: Iterable[Report]) -> Iterator[bytes]:
        return super().lines(row for row in rows if not row.match.withholds_names)

    @extend_schema(responses={(200, NDJSON): TranscriptOutput(many=True)}, operation_id="transcripts_export")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The accepted transcripts of the matches that the filters leave; none that names are kept from."""
        return super().get(request, *args, **kwargs)
