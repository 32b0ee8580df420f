"""Matches in the admin site, and the facts about them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from matches.base.admin import ReadOnly
from matches.facts.admin import FactAdmin
from matches.play.models import (
    Answer,
    Appeal,
    LiveGame,
    Match,
    Penalty,
    Reminder,
    Report,
    ReportUndo,
    Result,
    Ruling,
    Schedule,
    Seat,
    Verdict,
    Vote,
)


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("id", "one", "two", "length", "state", "created_at")
    list_filter = ("state", "rated")
    list_select_related = ("one", "two")
    search_fields = ("one__name", "two__name")


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("id", "match", "kind", "role", "recorded_by", "recorded_at", "status")
    list_filter = ("kind", "role")
    list_select_related = ("match__one", "match__two", "recorded_by", "verdict")
    fields = (
        "match",
        "kind",
        "role",
        "side",
        "points_one",
        "points_two",
        "names",
        "recorded_by",
        "recorded_at",
        "request_id",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).defer("transcript")


@admin.register(Verdict)
class VerdictAdmin(ReadOnly):
    list_display = ("id", "report", "accepted", "recorded_at")
    list_filter = ("accepted",)
    list_select_related = ("report",)
    fields = ("report", "accepted", "problem", "details", "swapped", "recorded_at", "request_id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Verdict]:
        return super().get_queryset(request).defer("report__transcript")


@admin.register(Result)
class ResultAdmin(ReadOnly):
    list_display = ("id", "match", "kind", "grounds", "winner", "points_one", "points_two", "recorded_at")
    list_filter = ("kind", "grounds")
    list_select_related = ("match__one", "match__two")
    fields = (
        "match",
        "kind",
        "grounds",
        "winner",
        "points_one",
        "points_two",
        "games",
        "report",
        "ruling",
        "finalised_at",
        "recorded_by",
        "recorded_at",
        "request_id",
    )


@admin.register(Answer, ReportUndo, Ruling, Appeal, Seat, Vote, Schedule, Penalty, LiveGame, Reminder)
class MatchFactAdmin(FactAdmin):
    """What is said and ruled about a match."""
