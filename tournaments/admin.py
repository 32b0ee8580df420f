"""The admin site's view of clubs and tournaments: to look at; the services behind the API write."""

from django.contrib import admin

from matches.admin import ReadOnly
from tournaments.models import Appointment, Club, Draw, Entry, Fixture, Tournament, Withdrawal


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ("name", "created_at")
    search_fields = ("name",)


@admin.register(Appointment)
class AppointmentAdmin(ReadOnly):
    list_display = ("user", "role", "club", "tournament")
    list_filter = ("role",)
    list_select_related = ("user", "club", "tournament")


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    list_display = ("name", "club", "format", "state", "created_at")
    list_filter = ("state", "format")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("id", "player", "tournament", "recorded_by", "recorded_at")
    list_select_related = ("player", "tournament", "recorded_by")
    fields = ("tournament", "player", "recorded_by", "recorded_at", "request_id")
    search_fields = ("player__name", "tournament__name")


@admin.register(Withdrawal)
class WithdrawalAdmin(ReadOnly):
    list_display = ("entry", "reason", "recorded_by", "recorded_at")
    list_select_related = ("entry__player", "entry__tournament", "recorded_by")
    fields = ("entry", "reason", "recorded_by", "recorded_at", "request_id")


@admin.register(Draw)
class DrawAdmin(ReadOnly):
    list_display = ("tournament", "seeding", "seed", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = (
        "tournament",
        "seeding",
        "seed",
        "order",
        "ratings",
        "recorded_by",
        "recorded_at",
        "request_id",
    )


@admin.register(Fixture)
class FixtureAdmin(ReadOnly):
    list_display = ("tournament", "key", "match", "void")
    list_filter = ("void",)
    list_select_related = ("tournament", "match__one", "match__two")
    search_fields = ("tournament__name",)
