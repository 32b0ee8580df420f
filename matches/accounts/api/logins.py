"""/logins/, /tokens/, /me/: who is calling."""

from datetime import datetime
from typing import Any

from django.contrib.auth import authenticate
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts import services
from matches.accounts.errors import WrongPassword
from matches.accounts.models import Token, User
from matches.base.api.parsing import read_request_body, refuse_request_body

from .authentication import require_caller, require_scope


class LoginInput(serializers.Serializer[Any]):
    username = serializers.RegexField(r"^[\w.@+-]+$", max_length=150)
    password = serializers.CharField(max_length=256, trim_whitespace=False)


class LoginOutput(serializers.Serializer[User]):
    id = serializers.IntegerField()
    username = serializers.CharField()
    player = serializers.SerializerMethodField()

    def get_player(self, user: User) -> int | None:
        """Number of the player this login belongs to, if any."""
        player = getattr(user, "player", None)
        return None if player is None else player.pk


class TokenInput(LoginInput):
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
        """Register a login. No token is needed."""
        sent = read_request_body(LoginInput, request)
        user = services.user_register(**sent)
        return Response(LoginOutput(user).data, status=201)


class TokensView(generics.ListAPIView[Token]):
    """The caller's tokens."""

    serializer_class = TokenOutput
    queryset = Token.objects.none()
    write_scope = None

    @property
    def throttle_rate(self) -> str:
        return "password" if self.request.method == "POST" else "login"

    def get_queryset(self) -> QuerySet[Token]:
        return Token.objects.filter(user=require_caller(self.request))

    @extend_schema(request=TokenInput, responses={201: NewTokenOutput}, auth=[])
    def post(self, request: Request) -> Response:
        """Issue a bearer token for a username and password. It is shown this once."""
        sent = read_request_body(TokenInput, request)
        user = authenticate(request, username=sent["username"], password=sent["password"])
        if not isinstance(user, User):
            raise WrongPassword(
                f"No login {sent['username']!r} with this password.", username=sent["username"]
            )
        token, secret = services.token_issue(
            user=user, name=sent["name"], scopes=sent["scopes"], expires_at=sent["expires_at"]
        )
        return Response(NewTokenOutput(token, context={"secret": secret}).data, status=201)


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
