"""What is announced, in requests and answers; what those that change, call off and undo have in common."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from matches.base.api.parsing import read_request_body


class PresentedInput(serializers.Serializer[Any]):
    """What a club, an event or a rating pool says of itself."""

    text = serializers.CharField(
        default="", allow_blank=True, max_length=10_000, help_text="What it is: Markdown."
    )
    contact = serializers.CharField(
        default="", allow_blank=True, max_length=200, help_text="Whom to ask, as everybody may see it."
    )


class PresentedOutput(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="Markdown, as it was written.")
    contact = serializers.CharField()


class WhyInput(serializers.Serializer[Any]):
    reason = serializers.CharField(default="", allow_blank=True, max_length=500)


class ChangeReasonField(serializers.CharField):
    """Why something is changed; kept with the change."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "allow_blank": True, "max_length": 500, **kwargs})


def read_why(request: Request) -> str:
    """The reason that was sent with a request that takes nothing else."""
    reason: str = read_request_body(WhyInput, request)["reason"]
    return reason
