"""Leagues, seasons and divisions in the admin site."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Division, League, LeagueEdit, Season


@admin.register(League)
class LeagueAdmin(ReadOnly):
    list_display = ("name", "club", "format", "created_at")
    list_filter = ("format",)
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    list_display = ("league", "number", "name", "recorded_by", "recorded_at")
    list_select_related = ("league", "recorded_by")
    fields = (
        "league",
        "number",
        "name",
        "withdrawn",
        "newcomers",
        "tie_order",
        "recorded_by",
        "recorded_at",
        "request_id",
    )


@admin.register(Division)
class DivisionAdmin(ReadOnly):
    list_display = ("tournament", "number", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("season", "number", "tournament", "recorded_by", "recorded_at", "request_id")


@admin.register(LeagueEdit)
class LeagueEditAdmin(ReadOnly):
    list_display = ("id", "league", "reason", "recorded_by", "recorded_at")
    list_select_related = ("league", "recorded_by")
