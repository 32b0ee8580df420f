"""/clubs/<id>/service-accounts/: programs that act for a club, their tokens, and what they did."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.logins import NewTokenOutput, TokenOutput
from matches.accounts.api.scopes import ACCOUNT
from matches.accounts.api.secret_answers import SecretAnswers
from matches.accounts.models import ServiceUse, Token
from matches.accounts.permissions import require_permission
from matches.base.api.fields import NameField
from matches.base.api.pagination import LATEST
from matches.base.api.parsing import read_request_body, refuse_request_body
from tournaments.clubs import services
from tournaments.clubs.models import Club, ServiceAccount
from tournaments.clubs.selectors import service_account_list, service_token_list, service_use_list

# What a service account may hold: it has no account of its own.
SCOPES = [choice for choice in Token.Scope.choices if choice[0] != Token.Scope.ACCOUNT]


class ServiceAccountInput(serializers.Serializer[Any]):
    name = NameField(max_length=80)
    role = serializers.ChoiceField(
        choices=ServiceAccount.Role.choices,
        default=ServiceAccount.Role.DIRECTOR,
        help_text="The most that it may do; never more than its owner.",
    )
    expires_at = serializers.DateTimeField(help_text="Within a year.")


class ServiceAccountEndInput(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class ServiceAccountOutput(serializers.Serializer[ServiceAccount]):
    address = "api-tournaments:service-account"

    id = serializers.IntegerField()
    name = serializers.CharField()
    shown_name = serializers.CharField(
        source="login.shown_name", help_text="What it is called beside what it records."
    )
    role = serializers.ChoiceField(choices=ServiceAccount.Role.choices)
    owner = serializers.CharField(source="owner.username", help_text="Username of who answers for it.")
    made_at = serializers.DateTimeField(source="recorded_at")
    expires_at = serializers.DateTimeField()
    ended_at = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_ended_at(self, account: ServiceAccount) -> Any:
        """When somebody ended it."""
        end = getattr(account, "end", None)
        return None if end is None else serializers.DateTimeField().to_representation(end.recorded_at)


class ServiceTokenInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, help_text="What the token is for.")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=SCOPES), allow_empty=False)
    tournament = serializers.IntegerField(
        default=None, allow_null=True, help_text="The one tournament of the club that it is limited to."
    )


class ServiceUseOutput(serializers.Serializer[ServiceUse]):
    last_at = serializers.DateTimeField()
    token = serializers.CharField(source="token_prefix")
    operation = serializers.CharField(help_text="Method and route.")
    subject = serializers.CharField(help_text="The address that was asked for.")
    outcome = serializers.IntegerField(help_text="Status of the answer.")
    address = serializers.CharField(help_text="The network it came from: a /24, or a /48.")
    count = serializers.IntegerField(help_text="How often, within the hour.")


class OfServiceAccounts(SecretAnswers, generics.GenericAPIView[Any]):
    """Base of what whoever runs the club sees of its service accounts."""

    def requested_club(self) -> Club:
        club = generics.get_object_or_404(Club, pk=self.kwargs["club"])
        require_permission(require_caller(self.request), "service_account_manage", club)
        return club

    def requested_account(self) -> ServiceAccount:
        found = service_account_list(self.requested_club())
        return generics.get_object_or_404(found, pk=self.kwargs["pk"])


class ServiceAccountsView(OfServiceAccounts, generics.ListAPIView[ServiceAccount]):
    """Service accounts of a club, the latest first: for whoever runs it."""

    serializer_class = ServiceAccountOutput
    queryset = ServiceAccount.objects.none()
    orders = LATEST
    filter_backends = ()
    scopes = {"GET": ACCOUNT, "POST": ACCOUNT}

    def get_queryset(self) -> QuerySet[ServiceAccount]:
        return service_account_list(self.requested_club())

    @extend_schema(request=ServiceAccountInput, responses={201: ServiceAccountOutput})
    def post(self, request: Request, club: int) -> Response:
        """Make a service account, which the caller answers for; tokens are issued next."""
        sent = read_request_body(ServiceAccountInput, request)
        made = services.service_account_make(
            actor=require_caller(request), club_id=self.requested_club().pk, **sent
        )
        return Response(ServiceAccountOutput(made).data, status=201)


class ServiceAccountView(OfServiceAccounts):
    """A service account."""

    serializer_class = ServiceAccountOutput
    queryset = ServiceAccount.objects.none()
    scopes = {"GET": ACCOUNT}

    @extend_schema(responses=ServiceAccountOutput)
    def get(self, request: Request, club: int, pk: int) -> Response:
        """A service account."""
        return Response(ServiceAccountOutput(self.requested_account()).data)


class ServiceAccountEndView(OfServiceAccounts):
    """The end of a service account."""

    serializer_class = ServiceAccountOutput
    queryset = ServiceAccount.objects.none()
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=ServiceAccountEndInput, responses={201: ServiceAccountOutput})
    def post(self, request: Request, club: int, pk: int) -> Response:
        """End a service account: its tokens are revoked."""
        sent = read_request_body(ServiceAccountEndInput, request)
        account = self.requested_account()
        services.service_account_end(actor=require_caller(request), account_id=account.pk, **sent)
        return Response(ServiceAccountOutput(self.requested_account()).data, status=201)


class ServiceTokensView(OfServiceAccounts, generics.ListAPIView[Token]):
    """Tokens of a service account."""

    serializer_class = TokenOutput
    queryset = Token.objects.none()
    filter_backends = ()
    scopes = {"GET": ACCOUNT, "POST": ACCOUNT}

    def get_queryset(self) -> QuerySet[Token]:
        return service_token_list(self.requested_account())

    @extend_schema(request=ServiceTokenInput, responses={201: NewTokenOutput})
    def post(self, request: Request, club: int, pk: int) -> Response:
        """Issue a token that lasts as long as the account: for its owner alone. It is shown this once."""
        sent = read_request_body(ServiceTokenInput, request)
        token, secret = services.service_token_issue(
            actor=require_caller(request), account_id=self.requested_account().pk, **sent
        )
        return Response(NewTokenOutput(token, context={"secret": secret}).data, status=201)


class ServiceTokenView(OfServiceAccounts):
    """A token of a service account."""

    serializer_class = TokenOutput
    queryset = Token.objects.none()
    scopes = {"DELETE": ACCOUNT}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, club: int, pk: int, token: int) -> Response:
        """Revoke a token; it is refused from now on."""
        refuse_request_body(request)
        account = self.requested_account()
        found = generics.get_object_or_404(service_token_list(account), pk=token)
        services.service_token_revoke(actor=require_caller(request), account_id=account.pk, token=found)
        return Response(status=204)


class ServiceUsesView(OfServiceAccounts, generics.ListAPIView[ServiceUse]):
    """What a service account did within 90 days, the latest first."""

    serializer_class = ServiceUseOutput
    queryset = ServiceUse.objects.none()
    orders = {"-last_at": ("-last_at", "-id")}
    filter_backends = ()
    scopes = {"GET": ACCOUNT}

    def get_queryset(self) -> QuerySet[ServiceUse]:
        return service_use_list(self.requested_account())
