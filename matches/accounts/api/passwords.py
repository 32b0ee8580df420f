"""/me/password/, /reset-codes/, /password-resets/: other passwords."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts import services
from matches.accounts.models import ResetCode
from matches.accounts.selectors import login_named
from matches.base.api.parsing import read_request_body

from .authentication import require_caller
from .scopes import ACCOUNT, OPEN
from .secret_answers import SecretAnswers, SecretField


class PasswordChangeInput(serializers.Serializer[Any]):
    password = serializers.CharField(
        max_length=256, trim_whitespace=False, help_text="The one that holds now."
    )
    new_password = serializers.CharField(max_length=256, trim_whitespace=False)
    revoke_tokens = serializers.BooleanField(
        default=True, help_text="Whether every other token of the login is revoked too."
    )


class ResetCodeInput(serializers.Serializer[Any]):
    login = serializers.CharField(max_length=150, help_text="A username.")


class ResetCodeOutput(serializers.Serializer[ResetCode]):
    login = serializers.CharField(source="user.username")
    code = SecretField(help_text="The code itself, shown this once.")
    expires_at = serializers.DateTimeField()


class PasswordResetInput(serializers.Serializer[Any]):
    login = serializers.CharField(max_length=150, help_text="A username.")
    code = serializers.CharField(max_length=64)
    password = serializers.CharField(
        max_length=256, trim_whitespace=False, help_text="The one that holds from now on."
    )


class OwnPasswordView(SecretAnswers):
    """The caller's password."""

    scopes = {"POST": ACCOUNT}

    @extend_schema(request=PasswordChangeInput, responses={204: None})
    def post(self, request: Request) -> Response:
        """Change the password. Sessions on the pages end, and every token but the one sent is revoked.

        `revoke_tokens: false` leaves the tokens.
        """
        user = require_caller(request)
        token: Any = request.auth
        services.password_change(
            request=request, user=user, token=token, **read_request_body(PasswordChangeInput, request)
        )
        return Response(status=204)


class ResetCodesView(SecretAnswers):
    """One-time codes for who forgot the password."""

    scopes = {"POST": ACCOUNT}

    @extend_schema(request=ResetCodeInput, responses={201: ResetCodeOutput})
    def post(self, request: Request) -> Response:
        """Issue a code that sets a new password once, within 24 hours. It is shown this once.

        It ends the code before it. For staff, only superusers issue one.
        """
        sent = read_request_body(ResetCodeInput, request)
        code, secret = services.reset_code_issue(
            actor=require_caller(request), user=login_named(sent["login"])
        )
        return Response(ResetCodeOutput(code, context={"secret": secret}).data, status=201)


class PasswordResetsView(SecretAnswers):
    """Passwords set with a code."""

    scopes = {"POST": OPEN}

    @extend_schema(request=PasswordResetInput, responses={204: None})
    def post(self, request: Request) -> Response:
        """Set a new password with a one-time code, which ends with it, as every session on the pages does.

        Every token of the login is revoked. No token is needed.
        """
        sent = read_request_body(PasswordResetInput, request)
        services.password_reset(
            request=request, username=sent["login"], code=sent["code"], password=sent["password"]
        )
        return Response(status=204)
