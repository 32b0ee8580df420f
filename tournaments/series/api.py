"""/series/: events that are held again every so many weeks."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import request_viewer, require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.filters import IntegerFilter
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.edits.api import WhyInput, read_why
from matches.facts.api.facts import FactsView
from matches.facts.selectors import FactList
from tournaments.clubs.api.fields import ClubRef
from tournaments.events.api.announcing import tournament_to_copy
from tournaments.series import services

from .models import Series, SeriesEdit
from .rules import DAYS_AHEAD_MAX, WEEKS_MAX
from .selectors import (
    REASONS_TO_WAIT,
    series_list,
    series_outlook,
    series_shown_to,
    series_visible,
)

LAST_DAY = "After it nothing is announced any more; null for as long as it goes on."


class SeriesTerms(serializers.Serializer[Any]):
    weeks = serializers.IntegerField(default=1, min_value=1, max_value=WEEKS_MAX, help_text="Every how many.")
    days_ahead = serializers.IntegerField(
        default=7,
        min_value=0,
        max_value=DAYS_AHEAD_MAX,
        help_text="How many days before it starts the next event is announced.",
    )


class SeriesInput(SeriesTerms):
    source = serializers.IntegerField(  # type: ignore[assignment]
        help_text="Number of the tournament that is held again."
    )
    next_day = serializers.DateField(
        default=None,
        allow_null=True,
        help_text="When it is held the next time; so many weeks after it if it is not given.",
    )
    last_day = serializers.DateField(default=None, allow_null=True, help_text=LAST_DAY)


class SeriesPatch(SeriesTerms):
    source = serializers.IntegerField(  # type: ignore[assignment]
        help_text="Number of the tournament that the next one copies."
    )
    next_day = serializers.DateField()
    last_day = serializers.DateField(allow_null=True, help_text=LAST_DAY)
    stopped = serializers.BooleanField(help_text="Whether nothing is announced until it goes on.")
    reason = serializers.CharField(
        allow_blank=True, max_length=500, help_text="Why it is changed; kept with the change."
    )


class SourceRef(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class NextEventOutput(serializers.Serializer[Any]):
    day = serializers.DateField()
    starts_at = serializers.DateTimeField()
    announced_at = serializers.DateTimeField()


class SeriesOutput(serializers.Serializer[Series]):
    address = "api-tournaments:series"

    id = serializers.IntegerField()
    club = ClubRef()
    source = SourceRef(  # type: ignore[assignment]
        help_text="The event that the next one copies: the latest of the series."
    )
    weeks = serializers.IntegerField()
    days_ahead = serializers.IntegerField()
    last_day = serializers.DateField(allow_null=True)
    stopped = serializers.BooleanField()
    waits_for = serializers.SerializerMethodField(
        help_text="Why nothing is announced; empty where the next event is when it is time."
    )
    next = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()

    @extend_schema_field(serializers.ChoiceField(choices=["", *REASONS_TO_WAIT]))
    def get_waits_for(self, row: Series) -> str:
        return series_outlook(row, timezone.now()).waits_for

    @extend_schema_field(NextEventOutput(allow_null=True))
    def get_next(self, row: Series) -> Any:
        following = series_outlook(row, timezone.now()).following
        return None if following is None else NextEventOutput(following).data


class SeriesFilter(filters.FilterSet):
    club = IntegerFilter()

    class Meta:
        model = Series
        fields = ["club"]


class SeriesListView(generics.ListAPIView[Series]):
    """Series, the newest first."""

    serializer_class = SeriesOutput
    filterset_class = SeriesFilter
    queryset = series_list()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[Series]:
        return series_visible(request_viewer(self.request))

    @extend_schema(request=SeriesInput, responses={201: SeriesOutput})
    def post(self, request: Request) -> Response:
        """Have an event held again every so many weeks."""
        actor, sent = require_caller(request), read_request_body(SeriesInput, request)
        source = tournament_to_copy(sent["source"], None, actor)
        series = services.series_create(actor=actor, **{**sent, "source": source})
        return Response(SeriesOutput(series).data, status=201)


class SeriesView(generics.RetrieveAPIView[Series]):
    """A series, and what comes next."""

    serializer_class = SeriesOutput
    queryset = series_list()
    scopes = {"GET": PUBLIC, "PATCH": DIRECT, "DELETE": DIRECT}

    def get_queryset(self) -> QuerySet[Series]:
        return series_visible(request_viewer(self.request))

    @extend_schema(request=SeriesPatch, responses=SeriesOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change what is said of it; stop it, or have it go on."""
        sent = read_request_body(SeriesPatch, request, partial=True)
        services.series_edit(actor=require_caller(request), series_id=self.get_object().pk, **sent)
        return Response(SeriesOutput(self.get_object()).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove it: nothing is announced any more; undoing that puts it back."""
        refuse_request_body(request)
        services.series_remove(actor=require_caller(request), series_id=self.get_object().pk)
        return Response(status=204)


class SeriesSkipView(APIView):
    """The next event of a series."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=WhyInput, responses=SeriesOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Leave it out; undoing that has it held after all."""
        actor, reason = require_caller(request), read_why(request)
        series = generics.get_object_or_404(series_visible(actor), pk=pk)
        services.series_skip(actor=actor, series_id=series.pk, reason=reason)
        return Response(SeriesOutput(series_list().get(pk=pk)).data)


class SeriesEditUndoView(APIView):
    """A change of what is said of a series."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=WhyInput, responses=SeriesOutput)
    def post(self, request: Request, series: int, pk: int) -> Response:
        """Take it back, if it was not changed again since."""
        reason = read_why(request)
        actor = require_caller(request)
        found = Series.objects.filter(series_shown_to(actor), pk=series)
        edit = generics.get_object_or_404(SeriesEdit, series__in=found, pk=pk)
        services.series_edit_undo(actor=actor, series_id=series, edit_id=edit.pk, reason=reason)
        return Response(SeriesOutput(series_list().get(pk=series)).data)


class SeriesFactsView(FactsView):
    """What was changed of a series, and what it announced."""

    subject = Series
    scopes = {"GET": PUBLIC}

    def get_queryset(self) -> FactList:  # type: ignore[override]
        """Of one that was removed, too."""
        shown = series_shown_to(request_viewer(self.request))
        generics.get_object_or_404(Series.objects.filter(shown), pk=self.kwargs["pk"])
        return super().get_queryset()
