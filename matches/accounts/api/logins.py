"""/logins/, /tokens/, /me/: who is calling."""

from datetime import datetime
from typing import Any

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


def secret_response(data: Any) -> Response:
    """An answer with a secret in it, which nobody on the way keeps."""
    return Response(data, status=201, headers={"Cache-Control": "no-store"})


class CredentialsInput(serializers.Serializer[Any]):
    username = serializers.RegexField(r"^[\w.@+-]+$", max_length=150)
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


class LoginOutput(serializers.Serializer[User]):
    id = serializers.IntegerField()
    username = serializers.CharField()
    player = serializers.SerializerMethodField()

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
        child=serializers.ChoiceField(choices=Token.Scope.choices), default=list(Token.Scope.values)
    )
    expires_at = serializers.DateTimeField(default=None, allow_null=True)

    def validate_expires_at(self, value: datetime | None) -> datetime | None:
        if value is not None and value <= timezone.now():
            raise serializers.ValidationError("That is past already.")
        return value


class TokenOutput(serializers.Serializer[Token]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    prefix = serializers.CharField(help_text="The token's first characters, to tell it from others.")
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)


class NewTokenOutput(TokenOutput):
    token = serializers.SerializerMethodField()

    def get_token(self, token: Token) -> str:
        """The token itself, shown this once."""
        secret: str = self.context["secret"]
        return secret


class LoginsView(APIView):
    """Logins."""

    throttle_rate = "password"
    write_scope = None

    @extend_schema(request=LoginInput, responses={201: LoginOutput}, auth=[])
    def post(self, request: Request) -> Response:
        """Register a login. No token is needed; where registration is not open, an invitation is."""
        sent = read_request_body(LoginInput, request)
        sent["invitation"] = services.invitation_opened(sent["invitation"])
        services.require_open_registration(invited=sent["invitation"] is not None)
        user = services.user_register(**sent)
        services.confirmation_send(user)
        return Response(LoginOutput(user).data, status=201)


class TokensView(generics.ListAPIView[Token]):
    """The caller's tokens."""

    serializer_class = TokenOutput
    queryset = Token.objects.none()
    write_scope = None

    def get_queryset(self) -> QuerySet[Token]:
        return Token.objects.filter(user=require_caller(self.request))

    @extend_schema(request=TokenInput, responses={201: NewTokenOutput}, auth=[])
    def post(self, request: Request) -> Response:
        """Issue a bearer token for a username and password. It is shown this once."""
        sent = read_request_body(TokenInput, request)
        user = services.login_for_program(
            request, username=sent["username"], password=sent["password"], otp=sent["otp"]
        )
        token, secret = services.token_issue(
            user=user, name=sent["name"], scopes=sent["scopes"], expires_at=sent["expires_at"]
        )
        return secret_response(NewTokenOutput(token, context={"secret": secret}).data)


class TokenView(generics.GenericAPIView[Token]):
    """One of the caller's tokens."""

    write_scope = None
    serializer_class = TokenOutput
    queryset = Token.objects.none()

    def get_queryset(self) -> QuerySet[Token]:
        return Token.objects.filter(user=require_caller(self.request))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Revoke a token; it is refused from now on. Another than the one sent takes the scope `direct`."""
        refuse_request_body(request)
        token = self.get_object()
        if token != request.auth:
            require_scope(request.auth, Token.Scope.DIRECT)
        services.token_revoke(token=token)
        return Response(status=204)


class MeView(APIView):
    """The caller."""

    @extend_schema(responses=LoginOutput)
    def get(self, request: Request) -> Response:
        """The login behind the token."""
        return Response(LoginOutput(require_caller(request)).data)
