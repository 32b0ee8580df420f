"""/clubs/: who runs what."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.accounts.models import User
from matches.base.api.fields import NameField
from matches.base.api.filters import IntegerFilter
from matches.base.api.pagination import BY_NAME, NEWEST, OLDEST, rows_with_names
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.edits.api import PictureView, PresentedOutput, PresentedPatch, WhyInput, read_why
from matches.facts.api.versions import versioned
from matches.players.api.invitations import InvitationOutput, invited_response
from matches.players.api.players import login_of_player_input
from matches.players.models import Invitation
from matches.search.api import SearchFilter
from tournaments.clubs import services
from tournaments.clubs.errors import UnknownTournament
from tournaments.clubs.models import Appointment, Club, ClubEdit, ClubProposal
from tournaments.clubs.selectors import (
    Founding,
    appointment_list,
    club_list,
    events_of_clubs,
    founding_for,
    sanctions_in_force,
)

from .fields import ClubRef, PlacedInput
from .logos import LogoOutput
from .proposals import ClubProposalOutput
from .sanctions import SanctionedForOutput


class ClubInput(serializers.Serializer[Any]):
    name = NameField()
    note = serializers.CharField(
        max_length=500,
        default="",
        allow_blank=True,
        help_text="For staff, where they agree to every club first; elsewhere nobody would read it.",
    )


class ClubOutput(ClubRef, PresentedOutput):
    address = "api-tournaments:club"

    place = serializers.CharField()
    time_zone = serializers.CharField()
    colour = serializers.CharField(
        help_text="Of which its pages take shades that can be read, such as #1d5a43; empty for the service's."
    )
    logo = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    sanctioned_for = serializers.SerializerMethodField(
        help_text="The rating pools in which its rated matches count, beside those that it manages."
    )

    @extend_schema_field(LogoOutput(allow_null=True))
    def get_logo(self, club: Club) -> Any:
        return None if club.logo_id is None else LogoOutput(club).data

    @extend_schema_field(SanctionedForOutput(many=True))
    def get_sanctioned_for(self, club: Club) -> Any:
        held = [sanction for sanction in sanctions_in_force(club) if sanction.sanctioned]
        return SanctionedForOutput(held, many=True).data


class ColourField(serializers.RegexField):
    """A colour of sRGB, kept in small letters."""

    default_error_messages = {"invalid": "Send six hexadecimal digits behind a #, such as #1d5a43."}

    def __init__(self, **options: Any) -> None:
        super().__init__(
            r"^#[0-9A-Fa-f]{6}$",
            help_text="Such as #1d5a43. Pages take shades of it that can be read.",
            **options,
        )

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data).lower()


class ClubPatch(PlacedInput, PresentedPatch):
    name = NameField()
    time_zone = serializers.CharField(
        max_length=64, help_text="The IANA name of the one that its events are announced in."
    )
    colour = ColourField(allow_blank=True)


class AppointmentInput(serializers.Serializer[Any]):
    login = serializers.CharField(max_length=150, help_text="Username of a login.")
    role = serializers.ChoiceField(choices=Appointment.Role.choices)
    tournament = serializers.IntegerField(
        allow_null=True, default=None, help_text="For a director or scorekeeper of this tournament alone."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["role"] == Appointment.Role.OWNER and attrs["tournament"] is not None:
            raise serializers.ValidationError({"tournament": "An owner owns the club, not one tournament."})
        if attrs["role"] == Appointment.Role.SCOREKEEPER and attrs["tournament"] is None:
            raise serializers.ValidationError(
                {"tournament": "A scorekeeper keeps the scores of a tournament."}
            )
        return attrs


class AppointmentOutput(serializers.Serializer[Any]):
    address = "api-tournaments:club-appointment"

    id = serializers.IntegerField()
    login = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(choices=Appointment.Role.choices)
    tournament = serializers.IntegerField(source="tournament_id", allow_null=True)


class ClubFilter(filters.FilterSet):
    place = filters.CharFilter(lookup_expr="icontains", help_text="Part of where it plays.")
    search = SearchFilter()

    class Meta:
        model = Club
        fields = ["place"]


class ClubsView(generics.ListAPIView[Club]):
    """Clubs, the newest first."""

    serializer_class = ClubOutput
    filterset_class = ClubFilter
    queryset = rows_with_names(club_list())
    orders = NEWEST | BY_NAME
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(request=ClubInput, responses={201: ClubOutput, 202: ClubProposalOutput})
    def post(self, request: Request) -> Response:
        """Found a club and own it; or propose it, where staff agrees to every club first.

        202: the club is proposed, and founded once staff agrees.
        """
        sent, actor = read_request_body(ClubInput, request), require_caller(request)
        if sent["note"] and founding_for(actor) is Founding.AT_ONCE:
            raise serializers.ValidationError({"note": "Nobody reads it: the club is founded at once."})
        made = services.club_found(actor=actor, **sent)
        if isinstance(made, ClubProposal):
            return Response(ClubProposalOutput(made).data, status=202)
        return Response(ClubOutput(made).data, status=201)


@versioned("club", naming=["rating_pool"])
class ClubView(generics.RetrieveAPIView[Club]):
    """A club."""

    serializer_class = ClubOutput
    queryset = club_list()
    scopes = {"GET": PUBLIC, "PATCH": DIRECT, "DELETE": DIRECT}

    @extend_schema(request=ClubPatch, responses=ClubOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change what it says of itself."""
        sent = read_request_body(ClubPatch, request, partial=True)
        services.club_edit(actor=require_caller(request), club_id=self.get_object().pk, **sent)
        return Response(ClubOutput(self.get_object()).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove it, as long as nobody has done anything in it; undoing that puts it back."""
        refuse_request_body(request)
        services.club_remove(actor=require_caller(request), club_id=self.get_object().pk)
        return Response(status=204)


class ClubEditUndoView(APIView):
    """A change of what a club says of itself."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=WhyInput, responses=ClubOutput)
    def post(self, request: Request, club: int, pk: int) -> Response:
        """Take it back, if it was not changed again since."""
        reason = read_why(request)
        edit = generics.get_object_or_404(ClubEdit, club=club, pk=pk)
        services.club_edit_undo(actor=require_caller(request), club_id=club, edit_id=edit.pk, reason=reason)
        return Response(ClubOutput(club_list().get(pk=club)).data)


class ClubPictureView(PictureView):
    """The picture of a club."""

    queryset = club_list()
    scopes = {"PUT": DIRECT, "DELETE": DIRECT}

    def change(self, actor: User, number: int, **changes: Any) -> None:
        services.club_edit(actor=actor, club_id=number, **changes)


class AppointmentFilter(filters.FilterSet):
    role = filters.ChoiceFilter(choices=Appointment.Role.choices)
    tournament = IntegerFilter()

    class Meta:
        model = Appointment
        fields = ["role", "tournament"]


class AppointmentsView(generics.ListAPIView[Appointment]):
    """Who runs a club or a tournament of it: owners, directors, scorekeepers; the first appointed first."""

    serializer_class = AppointmentOutput
    filterset_class = AppointmentFilter
    queryset = Appointment.objects.none()
    orders = OLDEST
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[Appointment]:
        return appointment_list(generics.get_object_or_404(Club, pk=self.kwargs["pk"]))

    @extend_schema(request=AppointmentInput, responses={201: AppointmentOutput, 202: InvitationOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Appoint an owner, a director of the club, or a director of one tournament; or ask a login to be it.

        202: the login was asked, and holds the role once it has accepted.
        """
        club = generics.get_object_or_404(Club, pk=pk)
        sent = read_request_body(AppointmentInput, request)
        appointment = services.club_appoint(
            actor=require_caller(request),
            club=club,
            user=login_of_player_input(sent["login"]),
            role=sent["role"],
            tournament=tournament_of(club, sent["tournament"]),
        )
        if isinstance(appointment, Invitation):
            return invited_response(appointment)
        return Response(AppointmentOutput(appointment).data, status=201)


class AppointmentView(APIView):
    """An appointment."""

    scopes = {"GET": PUBLIC, "DELETE": DIRECT}

    @extend_schema(responses=AppointmentOutput)
    def get(self, request: Request, club: int, pk: int) -> Response:
        """Who runs the club, or scores for a tournament of it, and as what."""
        found = generics.get_object_or_404(appointment_list(generics.get_object_or_404(Club, pk=club)), pk=pk)
        return Response(AppointmentOutput(found).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, club: int, pk: int) -> Response:
        """End an appointment."""
        refuse_request_body(request)
        appointment = generics.get_object_or_404(
            Appointment.objects.select_related("club", "user"), club=club, pk=pk
        )
        services.club_dismiss(actor=require_caller(request), appointment=appointment)
        return Response(status=204)


def tournament_of(club: Club, number: int | None) -> Any:
    """A tournament of the club, as the key of an appointment has it. Raises UnknownTournament."""
    if number is None:
        return None
    tournament = events_of_clubs().filter(club=club, pk=number).first()
    if tournament is None:
        raise UnknownTournament(
            "%(club)s has no tournament %(number)s.", {"club": club.name, "number": number}, tournament=number
        )
    return tournament
