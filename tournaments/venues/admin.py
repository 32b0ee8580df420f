"""Venues in the admin site: looked at."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Attendance, Seating, TableCall, TableCallEnd, TableMove, Venue, VenueEdit


@admin.register(Venue)
class VenueAdmin(ReadOnly):
    list_display = ("name", "club", "place", "closes_at", "created_at")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(VenueEdit)
class VenueEditAdmin(ReadOnly):
    list_display = ("id", "venue", "reason", "recorded_by", "recorded_at")
    list_select_related = ("venue", "recorded_by")


@admin.register(TableCall)
class TableCallAdmin(ReadOnly):
    list_display = ("id", "match", "venue", "table", "recorded_by", "recorded_at")
    list_select_related = ("match__one", "match__two", "venue", "recorded_by")


@admin.register(TableMove)
class TableMoveAdmin(ReadOnly):
    list_display = ("id", "call", "table", "recorded_by", "recorded_at")
    list_select_related = ("call", "recorded_by")


@admin.register(TableCallEnd)
class TableCallEndAdmin(ReadOnly):
    list_display = ("id", "call", "cause", "reason", "recorded_by", "recorded_at")
    list_filter = ("cause",)
    list_select_related = ("call", "recorded_by")


@admin.register(Attendance)
class AttendanceAdmin(ReadOnly):
    list_display = ("id", "call", "side", "present", "recorded_by", "recorded_at")
    list_select_related = ("call", "recorded_by")


@admin.register(Seating)
class SeatingAdmin(ReadOnly):
    list_display = ("venue", "table", "match", "call")
    list_select_related = ("venue", "match__one", "match__two", "call")
