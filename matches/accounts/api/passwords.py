"""/me/password/, /reset-codes/, /password-resets/: other passwords."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts import services
from matches.accounts.models import ResetCode
from matches.accounts.selectors import login_named
from matches.base.api.parsing import read_request_body

from .authentication import require_caller
from .logins import secret_response


class PasswordChangeInput(serializers.Serializer[Any]):
    password = serializers.CharField(
        max_length=256, trim_whitespace=False, help_text="The one that holds now."
    )
    new_password = serializers.CharField(max_length=256, trim_whitespace=False)


class ResetCodeInput(serializers.Serializer[Any]):
    login = serializers.CharField(max_length=150, help_text="A username.")


class ResetCodeOutput(serializers.Serializer[ResetCode]):
    login = serializers.CharField(source="user.username")
    code = serializers.SerializerMethodField()
    expires_at = serializers.DateTimeField()

    def get_code(self, code: ResetCode) -> str:
        """The code itself, shown this once."""
        secret: str = self.context["secret"]
        return secret


class PasswordResetInput(serializers.Serializer[Any]):
    login = serializers.CharField(max_length=150, help_text="A username.")
    code = serializers.CharField(max_length=64)
    password = serializers.CharField(
        max_length=256, trim_whitespace=False, help_text="The one that holds from now on."
    )


class OwnPasswordView(APIView):
    """The caller's password."""

    @extend_schema(request=PasswordChangeInput, responses={204: None})
    def post(self, request: Request) -> Response:
        """Change the password. Sessions on the pages end; tokens stay until they are revoked."""
        user = require_caller(request)
        services.password_change(
            request=request, user=user, **read_request_body(PasswordChangeInput, request)
        )
        return Response(status=204)


class ResetCodesView(APIView):
    """One-time codes for who forgot the password."""

    @extend_schema(request=ResetCodeInput, responses={201: ResetCodeOutput})
    def post(self, request: Request) -> Response:
        """Issue a code that sets a new password once, within 24 hours. It is shown this once.

        It ends the code before it. For staff, only superusers issue one.
        """
        sent = read_request_body(ResetCodeInput, request)
        code, secret = services.reset_code_issue(
            actor=require_caller(request), user=login_named(sent["login"])
        )
        return secret_response(ResetCodeOutput(code, context={"secret": secret}).data)


class PasswordResetsView(APIView):
    """Passwords set with a code."""

    write_scope = None

    @extend_schema(request=PasswordResetInput, responses={204: None}, auth=[])
    def post(self, request: Request) -> Response:
        """Set a new password with a one-time code, which ends with it, as every session on the pages does.

        No token is needed.
        """
        sent = read_request_body(PasswordResetInput, request)
        services.password_reset(
            request=request, username=sent["login"], code=sent["code"], password=sent["password"]
        )
        return Response(status=204)
