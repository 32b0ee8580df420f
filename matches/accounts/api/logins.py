"""/logins/, /tokens/, /me/: who is calling."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts import services
from matches.accounts.models import Token, User
from matches.base.api.parsing import read_request_body, refuse_request_body

from .authentication import require_caller, require_scope
from .scopes import ACCOUNT, ANY, OPEN, READ
from .secret_answers import SecretAnswers, SecretField


class CredentialsInput(serializers.Serializer[Any]):
    login = serializers.RegexField(r"^[\w.@+-]+$", max_length=150, help_text="A username.")
    password = serializers.CharField(max_length=256, trim_whitespace=False)


class LoginInput(CredentialsInput):
    email = serializers.EmailField(
        default="",
        allow_blank=True,
        help_text="Where the service mails a link that confirms it.",
    )

    invitation = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=100,
        help_text="The secret of an invitation link, its last part: the login gets the profile it is for.",
    )


class LoginEditInput(serializers.Serializer[Any]):
    time_zone = serializers.CharField(
        required=False, allow_blank=True, max_length=64, help_text="An IANA name, such as Asia/Tokyo."
    )
    language = serializers.CharField(
        required=False, max_length=10, help_text="In which mails are written: `en` or `ja`."
    )


class LoginOutput(serializers.Serializer[User]):
    address = "api-matches:me"

    id = serializers.IntegerField()
    login = serializers.CharField(source="username", help_text="The username.")
    player = serializers.SerializerMethodField()
    time_zone = serializers.CharField(
        help_text="In which zone pages and mails say times; empty for the browser's. The API says them "
        "in UTC."
    )
    language = serializers.CharField(
        source="mail_language", help_text="In which mails are written; the one last chosen on a page."
    )

    def get_player(self, user: User) -> int | None:
        """Number of the player this login belongs to, if any."""
        player = getattr(user, "player", None)
        return None if player is None else player.pk


class TokenInput(CredentialsInput):
    otp = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=32,
        help_text="For a login with a second factor: a code of the authenticator app, or a recovery code.",
    )
    name = serializers.CharField(max_length=80, default="API", help_text="What the token is for.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Token.Scope.choices),
        required=False,
        help_text="All that there are, if none are named; of a limited token all but `account`.",
    )
    expires_at = serializers.DateTimeField(default=None, allow_null=True)
    club = serializers.IntegerField(
        default=None, allow_null=True, help_text="The one club that the token is limited to, if to any."
    )
    tournament = serializers.IntegerField(
        default=None, allow_null=True, help_text="The one tournament, if to any: that or a club."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["club"] is not None and attrs["tournament"] is not None:
            raise serializers.ValidationError("Send `club` or `tournament`, not both.")
        return attrs

    def validate_expires_at(self, value: datetime | None) -> datetime | None:
        if value is not None and value <= timezone.now():
            raise serializers.ValidationError("That is past already.")
        return value


class TokenOutput(serializers.Serializer[Token]):
    address = "api-matches:token"

    id = serializers.IntegerField()
    name = serializers.CharField()
    prefix = serializers.CharField(help_text="The token's first characters, to tell it from others.")
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)
    last_used_from = serializers.CharField(help_text="The network of the last use: a /24, or a /48.")
    club = serializers.SerializerMethodField()
    tournament = serializers.SerializerMethodField()

    def get_club(self, token: Token) -> int | None:
        """The club that it is limited to, if to one."""
        return token.place_number if token.place == Token.Limit.CLUB else None

    def get_tournament(self, token: Token) -> int | None:
        """The tournament that it is limited to, if to one."""
        return token.place_number if token.place == Token.Limit.TOURNAMENT else None


class NewTokenOutput(TokenOutput):
    token = SecretField(help_text="The token itself, shown this once.")


def token_terms(sent: dict[str, Any]) -> dict[str, Any]:
    """What a token is to be, of what was sent."""
    limits = [(kind, sent[kind]) for kind in Token.Limit.values if sent.get(kind) is not None]
    usual = {*Token.Scope.values} - ({Token.Scope.ACCOUNT} if limits else set())
    return {
        "name": sent["name"],
        "scopes": sent.get("scopes", usual),
        "expires_at": sent["expires_at"],
        "place": limits[0] if limits else None,
    }


class LoginsView(APIView):
    """Logins."""

    throttle_rate = "password"
    scopes = {"POST": OPEN}

    @extend_schema(request=LoginInput, responses={201: LoginOutput})
    def post(self, request: Request) -> Response:
        """Register a login. No token is needed; where registration is not open, an invitation is."""
        sent = read_request_body(LoginInput, request)
        sent["invitation"] = services.invitation_opened(sent["invitation"])
        services.require_open_registration(invited=sent["invitation"] is not None)
        user = services.user_register(username=sent.pop("login"), **sent)
        services.confirmation_send(user)
        return Response(LoginOutput(user).data, status=201)


class TokensView(SecretAnswers, generics.ListAPIView[Token]):
    """The caller's tokens."""

    serializer_class = TokenOutput
    queryset = Token.objects.none()
    scopes = {"GET": ACCOUNT, "POST": OPEN}

    def get_queryset(self) -> QuerySet[Token]:
        return Token.objects.filter(user=require_caller(self.request))

    @extend_schema(request=TokenInput, responses={201: NewTokenOutput})
    def post(self, request: Request) -> Response:
        """Issue a bearer token for a username and password. It is shown this once."""
        sent = read_request_body(TokenInput, request)
        user = services.login_for_program(
            request, username=sent["login"], password=sent["password"], otp=sent["otp"]
        )
        token, secret = services.token_issue(user=user, **token_terms(sent))
        return Response(NewTokenOutput(token, context={"secret": secret}).data, status=201)


class TokenView(generics.RetrieveAPIView[Token]):
    """One of the caller's tokens."""

    serializer_class = TokenOutput
    queryset = Token.objects.none()
    scopes = {"GET": ACCOUNT, "DELETE": ANY}

    def get_queryset(self) -> QuerySet[Token]:
        return Token.objects.filter(user=require_caller(self.request))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Revoke a token; it is refused from now on. Another than the one sent takes the scope `account`."""
        refuse_request_body(request)
        token = self.get_object()
        if token != request.auth:
            require_scope(request.auth, Token.Scope.ACCOUNT)
        services.token_revoke(token=token)
        return Response(status=204)


class MeView(APIView):
    """The caller."""

    scopes = {"GET": READ, "PATCH": ACCOUNT}

    @extend_schema(responses=LoginOutput)
    def get(self, request: Request) -> Response:
        """The login behind the token."""
        return Response(LoginOutput(require_caller(request)).data)

    @extend_schema(request=LoginEditInput, responses=LoginOutput)
    @transaction.atomic
    def patch(self, request: Request) -> Response:
        """Change how the service speaks to the login."""
        user = require_caller(request)
        sent = read_request_body(LoginEditInput, request, partial=True)
        if "time_zone" in sent:
            services.login_time_zone_set(user=user, time_zone=sent["time_zone"])
        if "language" in sent:
            services.login_language_set(user=user, language=sent["language"])
        return Response(LoginOutput(user).data)
