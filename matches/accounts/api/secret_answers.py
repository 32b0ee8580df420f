"""Answers that nobody on the way keeps: those with a secret in them, or with what is private."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class SecretAnswers(APIView):
    """Base of views whose answers are kept nowhere, refusals among them."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        found: Response = super().finalize_response(request, response, *args, **kwargs)
        found["Cache-Control"] = "no-store"
        return found


@extend_schema_field({"type": "string", "format": "password"})
class SecretField(serializers.Field[Any, Any, Any, Any]):
    """What is shown this once: `context["secret"]`. Only a view of `SecretAnswers` answers with it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, source="*", **kwargs)

    def to_representation(self, value: Any) -> str:
        secret: str = self.context["secret"]
        return secret
