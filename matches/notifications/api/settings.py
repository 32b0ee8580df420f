"""/me/notifications/: by which ways the caller is told of what, and when."""

from datetime import time
from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import ACCOUNT, READ
from matches.accounts.models import User
from matches.base.api.parsing import read_request_body
from matches.base.translation import translate_text
from matches.notifications import services
from matches.notifications.selectors import WAYS, is_wanted, kinds_declared, settings_of_login


class ClockField(serializers.RegexField):
    """A time of day: 22:00."""

    def __init__(self, **options: Any) -> None:
        super().__init__(r"^([01][0-9]|2[0-3]):[0-5][0-9]$", **options)

    def run_validation(self, data: Any = empty) -> Any:
        sent = super().run_validation(data)
        return time.fromisoformat(sent) if isinstance(sent, str) else sent

    def to_representation(self, value: Any) -> str:
        return f"{value:%H:%M}"


class NoticeChoiceInput(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=40, help_text="The code of a kind of notice.")
    mail = serializers.BooleanField(required=False)
    push = serializers.BooleanField(required=False)


class NoticeSettingsInput(serializers.Serializer[Any]):
    mails = serializers.BooleanField(required=False, help_text="false: no notice is mailed at all.")
    quiet_from = ClockField(
        required=False, help_text="From when on nothing is sent, in the zone of the login."
    )
    quiet_to = ClockField(
        required=False, help_text="Until when; equal to `quiet_from` where it may be sent at any hour."
    )
    urgent_at_night = serializers.BooleanField(
        required=False, help_text="Whether what is urgent is sent in the quiet hours too."
    )
    daily = serializers.BooleanField(
        required=False, help_text="Whether what is not urgent comes in one mail a day, at 8:00."
    )
    kinds = NoticeChoiceInput(many=True, required=False, help_text="Those named are changed.")


class NoticeChoiceOutput(serializers.Serializer[Any]):
    kind = serializers.CharField()
    name = serializers.CharField(help_text="In the language that was asked for.")
    description = serializers.CharField()
    urgent = serializers.BooleanField(help_text="Whether it goes at once, by itself.")
    mail = serializers.BooleanField()
    push = serializers.BooleanField()


class NoticeSettingsOutput(serializers.Serializer[Any]):
    mails = serializers.BooleanField()
    quiet_from = ClockField()
    quiet_to = ClockField()
    urgent_at_night = serializers.BooleanField()
    daily = serializers.BooleanField()
    kinds = NoticeChoiceOutput(many=True)


def notice_settings_of(login: User) -> dict[str, Any]:
    """What a login has chosen, kind by kind."""
    chosen = settings_of_login(login)
    names = ("mails", "quiet_from", "quiet_to", "urgent_at_night", "daily")
    kinds = [
        {
            "kind": code,
            "name": translate_text(str(kind.name)),
            "description": translate_text(str(kind.description)),
            "urgent": kind.is_urgent,
            **{way.value: is_wanted(chosen, code, kind, way) for way in WAYS},
        }
        for code, kind in kinds_declared().items()
    ]
    return {**{name: getattr(chosen, name) for name in names}, "kinds": kinds}


class NoticeSettingsView(APIView):
    """How the caller is told."""

    scopes = {"GET": READ, "PATCH": ACCOUNT}

    @extend_schema(responses=NoticeSettingsOutput)
    def get(self, request: Request) -> Response:
        """Which kinds of notice the caller has mailed and pushed, and the hours in which nothing is sent."""
        return Response(NoticeSettingsOutput(notice_settings_of(require_caller(request))).data)

    @extend_schema(request=NoticeSettingsInput, responses=NoticeSettingsOutput)
    @transaction.atomic
    def patch(self, request: Request) -> Response:
        """Change them; what is left out stays."""
        login = require_caller(request)
        sent = read_request_body(NoticeSettingsInput, request, partial=True)
        kinds = sent.pop("kinds", None)
        if kinds is not None:
            sent["choices"] = {
                each["kind"]: {way: on for way, on in each.items() if way != "kind"} for each in kinds
            }
        services.notice_settings_change(login=login, **sent)
        return Response(NoticeSettingsOutput(notice_settings_of(login)).data)
