"""Ladders in the admin site: facts are looked at."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Challenge, ChallengeAnswer, Ladder, LadderEdit, LadderJoin, LadderLeave


@admin.register(Ladder)
class LadderAdmin(ReadOnly):
    list_display = ("name", "club", "kind", "created_at")
    list_filter = ("kind",)
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(LadderJoin)
class LadderJoinAdmin(ReadOnly):
    list_display = ("player", "ladder", "recorded_by", "recorded_at")
    list_select_related = ("player", "ladder", "recorded_by")
    fields = ("ladder", "player", "recorded_by", "recorded_at", "request_id")
    search_fields = ("player__name", "ladder__name")


@admin.register(LadderLeave)
class LadderLeaveAdmin(ReadOnly):
    list_display = ("join", "reason", "recorded_by", "recorded_at")
    list_select_related = ("join__player", "join__ladder", "recorded_by")
    fields = ("join", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly):
    list_display = ("challenger", "challenged", "ladder", "recorded_by", "recorded_at")
    list_select_related = ("challenger", "challenged", "ladder", "recorded_by")
    fields = ("ladder", "challenger", "challenged", "recorded_by", "recorded_at", "request_id")
    search_fields = ("challenger__name", "challenged__name", "ladder__name")


@admin.register(ChallengeAnswer)
class ChallengeAnswerAdmin(ReadOnly):
    list_display = ("challenge", "reply", "match", "recorded_by", "recorded_at")
    list_filter = ("reply",)
    list_select_related = (
        "challenge__challenger",
        "challenge__challenged",
        "challenge__ladder",
        "match__one",
        "match__two",
        "recorded_by",
    )
    fields = ("challenge", "reply", "match", "recorded_by", "recorded_at", "request_id")


@admin.register(LadderEdit)
class LadderEditAdmin(ReadOnly):
    list_display = ("id", "ladder", "reason", "recorded_by", "recorded_at")
    list_select_related = ("ladder", "recorded_by")
