"""/clubs/<id>/members/, /clubs/<id>/applications/ and /players/<id>/clubs/: who belongs to which club."""

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import request_viewer, require_caller, require_scope
from matches.accounts.api.hidden import HiddenFromOthers
from matches.accounts.api.scopes import ACCOUNT, DIRECT, PUBLIC, READ
from matches.accounts.models import Token, User
from matches.accounts.permissions import may_do_action, require_permission
from matches.base.api.fields import ReasonOfAnswer
from matches.base.api.filters import IntegerFilter
from matches.base.api.pagination import EARLIEST, LATEST
from matches.base.api.parsing import read_request_body
from matches.players.api.fields import PlayerRef, player_numbered
from matches.players.api.invitations import InvitationOutput, invited_response
from matches.players.models import Invitation, Player
from matches.players.selectors import private_parts
from tournaments.clubs import services
from tournaments.clubs.models import Application, Appointment, Club, Membership
from tournaments.clubs.selectors import (
    application_list,
    club_members,
    club_roles_of_player,
    player_memberships,
)

from .clubs import ClubOutput


class MembershipInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="Number of the player.")
    kind = serializers.ChoiceField(choices=Membership.Kind.choices, default=Membership.Kind.MEMBER)
    starts_on = serializers.DateField(default=None, allow_null=True, help_text="Today unless it is given.")


class MembershipEndInput(serializers.Serializer[Any]):
    ends_on = serializers.DateField(
        default=None, allow_null=True, help_text="The last day; today unless it is given."
    )
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class MembershipOutput(serializers.Serializer[Membership]):
    address = "api-tournaments:club-member"

    id = serializers.IntegerField()
    player = PlayerRef()
    kind = serializers.ChoiceField(choices=Membership.Kind.choices)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(source="end.ends_on", default=None, allow_null=True)


class ApplicationInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="Number of the caller's own player.")
    note = serializers.CharField(max_length=500, default="", allow_blank=True)


class ApplicationAnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=Membership.Kind.choices, default=Membership.Kind.MEMBER)
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class ApplicationOutput(serializers.Serializer[Application]):
    address = "api-tournaments:club-application"

    id = serializers.IntegerField()
    player = PlayerRef()
    note = serializers.SerializerMethodField()
    applied_at = serializers.DateTimeField(source="recorded_at")
    state = serializers.SerializerMethodField()
    reason = ReasonOfAnswer()

    def get_note(self, application: Application) -> str:
        """What was written for the club; redacted once the player was anonymised."""
        return "" if application.player.anonymised else application.note

    @extend_schema_field({"type": "string", "enum": ["open", "agreed", "refused"]})
    def get_state(self, application: Application) -> str:
        """Whether it waits, was agreed to or refused."""
        answer = getattr(application, "answer", None)
        return "open" if answer is None else "agreed" if answer.agrees else "refused"


class MembershipOfClub(MembershipOutput):
    player = None  # type: ignore[assignment]
    club = ClubOutput()


class RoleOutput(serializers.Serializer[Appointment]):
    club = ClubOutput()
    role = serializers.ChoiceField(choices=Appointment.Role.choices)
    tournament = serializers.IntegerField(source="tournament_id", allow_null=True)


class PlayerClubsOutput(serializers.Serializer[Any]):
    memberships = MembershipOfClub(many=True)
    roles = RoleOutput(many=True)


class MembershipFilter(filters.FilterSet):
    player = IntegerFilter()
    kind = filters.ChoiceFilter(choices=Membership.Kind.choices)
    on = filters.DateFilter(method="in_force_on", help_text="A day on which they belonged to the club.")

    class Meta:
        model = Membership
        fields = ["player", "kind"]

    def in_force_on(self, members: Any, name: str, day: date) -> Any:
        return members.in_force_on(day)


class MembersView(generics.ListAPIView[Membership]):
    """Who belongs to a club, and who belonged to it; in order of joining."""

    serializer_class = MembershipOutput
    filterset_class = MembershipFilter
    queryset = Membership.objects.none()
    orders = EARLIEST
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[Membership]:
        return club_members(
            generics.get_object_or_404(Club, pk=self.kwargs["pk"]), request_viewer(self.request)
        )

    @extend_schema(request=MembershipInput, responses={201: MembershipOutput, 202: InvitationOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Make a player belong to the club, as a member, an honorary member or a guest; or ask the player to.

        202: the player, or who answers for it, was asked, and belongs to the club once that is accepted.
        """
        sent = read_request_body(MembershipInput, request)
        club = generics.get_object_or_404(Club, pk=pk)
        membership = services.membership_add(
            actor=require_caller(request),
            club_id=club.pk,
            player=player_numbered(sent["player"]),
            kind=sent["kind"],
            starts_on=sent["starts_on"],
        )
        if isinstance(membership, Invitation):
            return invited_response(membership)
        return Response(MembershipOutput(membership).data, status=201)


class MembershipView(generics.RetrieveAPIView[Membership]):
    """Somebody's belonging to a club, for whoever is shown it in the list."""

    serializer_class = MembershipOutput
    queryset = Membership.objects.none()
    scopes = {"GET": PUBLIC}

    def get_queryset(self) -> QuerySet[Membership]:
        club = generics.get_object_or_404(Club, pk=self.kwargs["club"])
        return club_members(club, request_viewer(self.request))


class MembershipEndView(generics.GenericAPIView[Membership]):
    """The end of a membership."""

    queryset = Membership.objects.select_related("player", "end")
    serializer_class = MembershipOutput
    scopes = {"POST": ACCOUNT | DIRECT}

    def get_object(self) -> Membership:
        """The membership; for who is shown none and may not end it there is none."""
        caller = require_caller(self.request)
        found = generics.get_object_or_404(Membership, club=self.kwargs["club"], pk=self.kwargs["pk"])
        shown = club_members(found.club, caller).filter(pk=found.pk).exists()
        if not shown and not may_do_action(caller, "membership_end", found):
            raise Http404
        return found

    @extend_schema(request=MembershipEndInput, responses={201: MembershipOutput})
    def post(self, request: Request, club: int, pk: int) -> Response:
        """Set which day is the last: for the member, and for whoever runs the club."""
        sent = read_request_body(MembershipEndInput, request)
        membership = self.get_object()
        services.membership_end(actor=require_caller(request), membership_id=membership.pk, **sent)
        return Response(MembershipOutput(self.get_queryset().get(pk=pk)).data, status=201)


class ApplicationsView(generics.ListAPIView[Application]):
    """Who asks to belong to a club: for whoever runs it; the latest first."""

    serializer_class = ApplicationOutput
    queryset = Application.objects.none()
    orders = LATEST
    filter_backends = ()
    scopes = {"GET": READ, "POST": ACCOUNT}

    def get_queryset(self) -> QuerySet[Application]:
        club = generics.get_object_or_404(Club, pk=self.kwargs["pk"])
        require_permission(request_viewer(self.request), "members_keep", club)
        return application_list(club)

    @extend_schema(request=ApplicationInput, responses={201: ApplicationOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Ask to belong to the club."""
        sent = read_request_body(ApplicationInput, request)
        club = generics.get_object_or_404(Club, pk=pk)
        application = services.membership_apply(
            actor=require_caller(request),
            club_id=club.pk,
            player=player_numbered(sent["player"]),
            note=sent["note"],
        )
        return Response(ApplicationOutput(application).data, status=201)


class ApplicationView(HiddenFromOthers):
    """Somebody's application to a club."""

    queryset = Application.objects.none()
    serializer_class = ApplicationOutput
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[Application]:
        return Application.objects.select_related("player", "answer").filter(club=self.kwargs["club"])

    def concerns(self, user: User, row: Application) -> bool:
        return user.pk in row.player.logins or may_do_action(user, "members_keep", row.club)

    @extend_schema(responses=ApplicationOutput)
    def get(self, request: Request, club: int, pk: int) -> Response:
        """An application to belong to the club: for who applies, and for whoever runs it."""
        return Response(ApplicationOutput(self.get_object()).data)


class ApplicationAnswerView(generics.GenericAPIView[Application]):
    """The answer to an application."""

    queryset = Application.objects.select_related("player", "answer")
    serializer_class = ApplicationOutput
    scopes = {"POST": ACCOUNT | DIRECT}

    @extend_schema(request=ApplicationAnswerInput, responses={201: ApplicationOutput})
    def post(self, request: Request, club: int, pk: int) -> Response:
        """Take the player into the club from today on, or not; or withdraw one's own application.

        The own one takes the scope `account`.
        """
        sent = read_request_body(ApplicationAnswerInput, request)
        caller = require_caller(request)
        application = generics.get_object_or_404(Application, club=club, pk=pk)
        if caller.pk in application.player.logins:
            require_scope(request.auth, Token.Scope.ACCOUNT)
        elif not may_do_action(caller, "members_keep", application.club):
            # Who applies is for the club's officials; for others there is no application.
            raise Http404
        services.application_answer(actor=caller, application_id=application.pk, **sent)
        return Response(ApplicationOutput(self.get_queryset().get(pk=pk)).data, status=201)


class PlayerClubsView(generics.GenericAPIView[Player]):
    """The clubs of a player."""

    queryset = Player.objects.all()
    serializer_class = PlayerClubsOutput
    scopes = {"GET": PUBLIC}

    @extend_schema(responses=PlayerClubsOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Memberships, the latest first, and roles; nothing where the player keeps them private."""
        player = self.get_object().effective_player
        hidden = "clubs" in private_parts(player, request_viewer(request))
        shown = {
            "memberships": () if hidden else player_memberships(player),
            "roles": () if hidden else club_roles_of_player(player),
        }
        return Response(PlayerClubsOutput(shown).data)
