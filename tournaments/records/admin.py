"""Records in the admin site: looked at."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import ClubRecord, EventFinish, FinishedEvent


@admin.register(FinishedEvent)
class FinishedEventAdmin(ReadOnly):
    list_display = ("tournament", "club", "finished_at", "entries", "longest_length")
    list_select_related = ("tournament", "club")
    search_fields = ("tournament__name", "club__name")


@admin.register(EventFinish)
class EventFinishAdmin(ReadOnly):
    list_display = ("id", "event", "player", "first", "last")
    list_select_related = ("event__tournament", "player")
    search_fields = ("player__name",)


@admin.register(ClubRecord)
class ClubRecordAdmin(ReadOnly):
    list_display = ("id", "club", "player", "events", "titles", "won", "lost", "streak")
    list_select_related = ("club", "player")
    search_fields = ("player__name", "club__name")
