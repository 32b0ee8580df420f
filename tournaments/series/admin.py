"""Series in the admin site: looked at."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Series, SeriesAnnouncement, SeriesEdit


@admin.register(Series)
class SeriesAdmin(ReadOnly):
    list_display = ("id", "club", "source", "weeks", "next_day", "stopped", "removed")
    list_filter = ("stopped", "removed")
    list_select_related = ("club", "source")
    search_fields = ("source__name", "club__name")


@admin.register(SeriesEdit)
class SeriesEditAdmin(ReadOnly):
    list_display = ("id", "series", "reason", "recorded_by", "recorded_at")
    list_select_related = ("series__source", "recorded_by")


@admin.register(SeriesAnnouncement)
class SeriesAnnouncementAdmin(ReadOnly):
    list_display = ("id", "series", "tournament", "day", "recorded_at")
    list_select_related = ("series__source", "tournament")
