"""/venues/: where clubs play."""

from typing import Any

from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.accounts.models import User
from matches.base.api.fields import NameField
from matches.base.api.filters import IntegerFilter
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.edits.api import PictureView, PresentedPatch, WhyInput, read_why
from matches.facts.api.versions import versioned
from tournaments.clubs.api.fields import PlacedInput, PlacedOutput, club_numbered
from tournaments.venues import services
from tournaments.venues.models import Venue, VenueEdit
from tournaments.venues.rules.tables import TABLES_MAX, TableUse, VenueTable
from tournaments.venues.selectors import venue_list

from .fields import TableInput, TableOutput


class VenueDetailsInput(PlacedInput):
    name = NameField()
    closes_at = serializers.TimeField(
        default=None,
        allow_null=True,
        help_text="By what time of day everybody has to be out; before noon, that of the morning after.",
    )
    tables = serializers.ListField(
        child=TableInput(),
        max_length=TABLES_MAX,
        default=list,
        help_text="All of them, in the order in which they are filled.",
    )

    def validate_tables(self, value: list[dict[str, str]]) -> list[VenueTable]:
        # A patch asks for nothing, inside its lists neither.
        if not all("name" in row for row in value):
            raise serializers.ValidationError("Send the `name` of each.")
        return [
            VenueTable(row["name"], TableUse(row.get("use", TableUse.OPEN)), row.get("note", ""))
            for row in value
        ]


class VenueInput(VenueDetailsInput):
    club = serializers.IntegerField(help_text="Number of the club that plays there.")


class VenuePatch(VenueDetailsInput, PresentedPatch):
    """What may be changed of it."""


class VenueOutput(PlacedOutput):
    address = "api-tournaments:venue"

    closes_at = serializers.TimeField(allow_null=True)
    tables = TableOutput(source="venue_tables", many=True)
    created_at = serializers.DateTimeField()


class VenueFilter(filters.FilterSet):
    club = IntegerFilter()

    class Meta:
        model = Venue
        fields = ["club"]


class VenuesView(generics.ListAPIView[Venue]):
    """Venues."""

    serializer_class = VenueOutput
    filterset_class = VenueFilter
    queryset = venue_list()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(request=VenueInput, responses={201: VenueOutput})
    def post(self, request: Request) -> Response:
        """Enter where a club plays."""
        sent = read_request_body(VenueInput, request)
        venue = services.venue_create(
            actor=require_caller(request), **{**sent, "club": club_numbered(sent["club"])}
        )
        return Response(VenueOutput(venue).data, status=201)


@versioned("venue")
class VenueView(generics.RetrieveAPIView[Venue]):
    """A venue and its tables."""

    serializer_class = VenueOutput
    queryset = venue_list()
    scopes = {"GET": PUBLIC, "PATCH": DIRECT, "DELETE": DIRECT}

    @extend_schema(request=VenuePatch, responses=VenueOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change what is said of it; of the tables, the whole list."""
        sent = read_request_body(VenuePatch, request, partial=True)
        services.venue_edit(actor=require_caller(request), venue_id=self.get_object().pk, **sent)
        return Response(VenueOutput(self.get_object()).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove it where nobody plays any more; undoing that puts it back."""
        refuse_request_body(request)
        services.venue_remove(actor=require_caller(request), venue_id=self.get_object().pk)
        return Response(status=204)


class VenuePictureView(PictureView):
    """The picture of a venue."""

    queryset = venue_list()
    scopes = {"PUT": DIRECT, "DELETE": DIRECT}

    def change(self, actor: User, number: int, **changes: Any) -> None:
        services.venue_edit(actor=actor, venue_id=number, **changes)


class VenueEditUndoView(APIView):
    """A change of what is said of a venue."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=WhyInput, responses=VenueOutput)
    def post(self, request: Request, venue: int, pk: int) -> Response:
        """Take it back, if it was not changed again since."""
        reason = read_why(request)
        edit = generics.get_object_or_404(VenueEdit, venue=venue, pk=pk)
        services.venue_edit_undo(
            actor=require_caller(request), venue_id=venue, edit_id=edit.pk, reason=reason
        )
        return Response(VenueOutput(venue_list().get(pk=venue)).data)
